//! Links that invite to apply, half-filled applications, and submitting one.

use axum::body::Body;
use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    status::into_status,
    tenancy::v1::{
        Application, ApplicationStatus, ContinueDraftRequest, ContinueDraftResponse,
        CreateInviteRequest, CreateInviteResponse, GetDraftRequest, GetDraftResponse, Invite,
        InviteOffer, ListInvitesRequest, ListInvitesResponse, MailDraftRequest, MailDraftResponse,
        OpenHome, OpenInviteRequest, OpenInviteResponse, OpenRoom, RevokeInviteRequest,
        RevokeInviteResponse, SaveDraftRequest, SaveDraftResponse, Signup, SubmitSignupRequest,
        SubmitSignupResponse,
    },
};
use prost_types::Timestamp;
use serde_json::{Value, json};

use super::{
    front::{Answer, Front, request},
    tenants::{day, named, pounds},
};

const DRAFT: &str = "/api/invites/by-token/inv1te/draft";

fn invite() -> Invite {
    Invite {
        invite_id: 9,
        property_id: 42,
        property_display_name: "Ashmead House".to_owned(),
        property_address: "212 Ashmead Road".to_owned(),
        room_id: Some(6),
        room_number: Some("2".to_owned()),
        recipient_name: "Grace Hopper".to_owned(),
        recipient_email: String::new(),
        create_time: Some(Timestamp::default()),
        expire_time: Some(Timestamp::default()),
        last_use_time: None,
        applications: 3,
        offer: Some(offer()),
    }
}

fn offer() -> InviteOffer {
    InviteOffer {
        deposit: pounds(1100),
        free_from_date: day(2027, 1, 1),
        bills: "Water".to_owned(),
        energy_rating: "C".to_owned(),
    }
}

fn offered() -> Value {
    json!({"deposit": "1100.00", "freeFromDate": "2027-01-01", "bills": "Water", "energyRating": "C"})
}

fn shown() -> Value {
    json!({"id": 9, "propertyId": 42, "propertyName": "Ashmead House", "propertyAddress": "212 Ashmead Road", "roomId": 6,
        "roomNumber": "2", "name": "Grace Hopper", "email": null, "createdAt": "1970-01-01T00:00:00Z",
        "expiresAt": "1970-01-01T00:00:00Z", "lastUsedAt": null, "applications": 3, "offer": offered()})
}

fn answers() -> Signup {
    let text = str::to_owned;
    Signup {
        display_name: text("Grace Hopper"),
        email: text("grace@example.com"),
        phone: text("07700 900123"),
        address: text("1 High Street"),
        property_id: 42,
        room_number: Some(text("2")),
        employment_status: text("full-time"),
        employer_name: text("Harbour Ltd"),
        employer_phone: text("0117 4960000"),
        employer_email: text("hr@example.com"),
        position: text("Engineer"),
        monthly_income: pounds(2600),
        guarantor_name: text("Mary Hopper"),
        guarantor_phone: text("07700 900124"),
        guarantor_email: text("mary@example.com"),
        guarantor_relationship: text("parent"),
        move_in_date: day(2027, 1, 1),
        additional_notes: text("A cat"),
    }
}

fn body() -> Value {
    json!({"name": "Grace Hopper", "email": "grace@example.com", "phone": "07700 900123", "address": "1 High Street",
        "propertyId": 42, "roomNumber": "2", "employmentStatus": "full-time", "employerName": "Harbour Ltd",
        "employerPhone": "0117 4960000", "employerEmail": "hr@example.com", "position": "Engineer",
        "monthlyIncome": "2600.00", "guarantorName": "Mary Hopper", "guarantorPhone": "07700 900124",
        "guarantorEmail": "mary@example.com", "guarantorRelationship": "parent", "moveInDate": "2027-01-01",
        "additionalNotes": "A cat"})
}

async fn send(front: &Front, method: &str, path: &str, cookie: &str, body: Body) -> Answer {
    let mut request = request(method, path, "", body);
    if !cookie.is_empty() {
        let cookie = format!("lintel_draft={cookie}").parse().unwrap();
        request.headers_mut().insert("cookie", cookie);
    }
    front.send(request).await
}

fn no_draft<T>() -> Result<T, tonic::Status> {
    Err(into_status(Error::NotFound {
        reason: "DRAFT_NOT_FOUND",
        resource: "Draft",
    }))
}

#[tokio::test]
async fn links_are_listed_without_their_tokens_and_one_is_told_when_it_is_made() {
    let front = Front::new().await;
    front.upstream.on(ListInvitesRequest::PATH, || {
        Ok(ListInvitesResponse {
            invites: vec![invite()],
            next_page_token: String::new(),
        })
    });
    front.upstream.on(CreateInviteRequest::PATH, || {
        Ok(CreateInviteResponse {
            invite: Some(invite()),
            token: "t0k".to_owned(),
        })
    });
    front
        .upstream
        .on(RevokeInviteRequest::PATH, || Ok(RevokeInviteResponse {}));
    let (_, token) = front.landlord();
    let list = front.get("/api/invites", &token).await;
    assert_eq!(list.json(), json!([shown()]));
    let body = json!({"propertyId": 42, "roomId": 6, "name": "Grace Hopper", "email": "grace@example.com",
        "expiresInDays": 30, "userId": 4, "deposit": "1,100", "freeFromDate": "2027-01-01", "bills": "Water", "energyRating": "C"});
    let made = front.post("/api/invites", &token, &body).await;
    let mut wanted = shown();
    wanted["url"] = "http://lintel.test/tenant-signup?propertyId=42&roomId=6&invite=t0k".into();
    assert_eq!((made.status.as_u16(), made.json()), (201, wanted));
    let path = "/api/invites/9";
    let gone = front.send(request("DELETE", path, &token, Body::empty()));
    assert_eq!(gone.await.status, 204);
    let asked = front.upstream.asked();
    let create: CreateInviteRequest = asked[1].message();
    assert_eq!(
        create,
        CreateInviteRequest {
            property_id: 42,
            room_id: Some(6),
            recipient_name: "Grace Hopper".to_owned(),
            recipient_email: "grace@example.com".to_owned(),
            expires_in_days: 30,
            request_id: String::new(),
            offer: Some(offer()),
        }
    );
    let revoke: RevokeInviteRequest = asked[2].message();
    assert_eq!(revoke.invite_id, 9);
    let missing = request("DELETE", "/api/invites/x", &token, Body::empty());
    assert_eq!(front.send(missing).await.reason(), "INVITE_NOT_FOUND");
}

#[tokio::test]
async fn whoever_has_the_link_sees_what_is_vacant() {
    let front = Front::new().await;
    front.upstream.on(OpenInviteRequest::PATH, || {
        Ok(OpenInviteResponse {
            organisation_name: "Homes".to_owned(),
            property_id: 0,
            room_id: None,
            organisation_id: 0,
            offer: Some(offer()),
            homes: vec![OpenHome {
                property_id: 42,
                display_name: "Ashmead House".to_owned(),
                address: "212 Ashmead Road".to_owned(),
                postcode: "BS4 2AD".to_owned(),
                property_type: "HMO".to_owned(),
                monthly_rent: pounds(1250),
                rooms: vec![OpenRoom {
                    room_id: 6,
                    room_number: "2".to_owned(),
                    monthly_rent: pounds(480),
                }],
            }],
        })
    });
    assert_eq!(
        front.get("/api/invites/by-token/inv1te", "").await.json(),
        json!({"organisationName": "Homes", "propertyId": null, "roomId": null, "offer": offered(), "properties": [{"id": 42,
            "name": "Ashmead House", "address": "212 Ashmead Road", "postcode": "BS4 2AD", "propertyType": "HMO",
            "monthlyRent": "1250.00", "rooms": [{"id": 6, "roomNumber": "2", "monthlyRent": "480.00",
            "isOccupied": false, "isInvited": false}], "isInvited": false, "facts": null}]})
    );
    let asked: OpenInviteRequest = front.upstream.asked().remove(0).message();
    assert_eq!(asked.token, "inv1te");
    let long = format!("/api/invites/by-token/{}", "x".repeat(201));
    for no_token in [
        "/api/invites/by-token/%ff",
        "/api/invites/by-token/a%20b",
        &long,
    ] {
        let refused = front.get(no_token, "").await;
        assert_eq!(
            (refused.status.as_u16(), refused.reason().as_str()),
            (404, "LINK_INVALID")
        );
    }
    // The link, and the facts of its homes.
    assert_eq!(front.upstream.asked().len(), 2);
}

#[tokio::test]
async fn a_draft_begins_with_a_cookie_that_is_this_browsers_alone() {
    let front = Front::new().await;
    front.upstream.on(SaveDraftRequest::PATH, || {
        Ok(SaveDraftResponse {
            draft_token: "dr4ft".to_owned(),
            version: 1,
        })
    });
    let mut wanted = body();
    wanted["step"] = 2.into();
    let kept = send(&front, "PUT", DRAFT, "", wanted.to_string().into()).await;
    assert_eq!(
        (kept.status.as_u16(), kept.json()),
        (200, json!({"version": 1}))
    );
    assert_eq!(kept.header("etag"), "\"1\"");
    assert_eq!(
        kept.header("set-cookie"),
        "lintel_draft=dr4ft; HttpOnly; SameSite=Strict; Path=/api; Max-Age=2592000"
    );
    let asked: SaveDraftRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        SaveDraftRequest {
            token: "inv1te".to_owned(),
            draft_token: String::new(),
            answers: Some(answers()),
            step: 2,
            etag: String::new(),
        }
    );
    let unreadable =
        json!({"monthlyIncome": "lots", "moveInDate": "soon", "propertyId": "x", "step": "one"});
    let refused = send(&front, "PUT", DRAFT, "", unreadable.to_string().into()).await;
    let names = ["moveInDate", "monthlyIncome", "propertyId", "step"];
    let mut wanted = names.map(str::to_owned).to_vec();
    wanted.sort();
    assert_eq!(named(&refused), wanted);
}

#[tokio::test]
async fn a_cookie_of_a_draft_that_is_over_begins_another_one() {
    let front = Front::new().await;
    front
        .upstream
        .on(SaveDraftRequest::PATH, no_draft::<SaveDraftResponse>);
    let mut put = request("PUT", DRAFT, "", "{}".into());
    let headers = put.headers_mut();
    headers.insert("cookie", "lintel_draft=0ld".parse().unwrap());
    headers.insert("if-match", "\"7\"".parse().unwrap());
    let answer = front.send(put).await;
    assert_eq!(answer.reason(), "DRAFT_NOT_FOUND");
    let asked = front.upstream.asked();
    let sent = |n: usize| {
        let sent: SaveDraftRequest = asked[n].message();
        (sent.draft_token, sent.etag)
    };
    assert_eq!(sent(0), ("0ld".to_owned(), "\"7\"".to_owned()));
    assert_eq!(sent(1), (String::new(), String::new()));
}

#[tokio::test]
async fn a_draft_is_read_by_cookie_alone_and_moves_at_a_call() {
    let front = Front::new().await;
    front.upstream.on(GetDraftRequest::PATH, || {
        Ok(GetDraftResponse {
            answers: Some(answers()),
            step: 3,
            version: 7,
        })
    });
    front
        .upstream
        .on(MailDraftRequest::PATH, || Ok(MailDraftResponse {}));
    front.upstream.on(ContinueDraftRequest::PATH, || {
        Ok(ContinueDraftResponse {
            draft_token: "fre5h".to_owned(),
            answers: Some(answers()),
            step: 3,
            version: 7,
        })
    });
    let mut wanted = body();
    wanted["step"] = 3.into();
    wanted["version"] = 7.into();
    // A token in the address or in a header is nobody's: a planted link changes no cookie.
    let planted = format!("{DRAFT}?draft=m41led");
    let planted = front.get(&planted, "").await;
    assert_eq!(
        (planted.status.as_u16(), planted.header("set-cookie")),
        (422, "")
    );
    let mut read = request("GET", DRAFT, "", Body::empty());
    for (name, value) in [("cookie", "lintel_draft=dr4ft"), ("lintel-draft", "he4der")] {
        read.headers_mut().insert(name, value.parse().unwrap());
    }
    let read = front.send(read).await;
    assert_eq!(
        (read.json(), read.header("etag")),
        (wanted.clone(), "\"7\"")
    );
    assert_eq!(read.header("set-cookie"), "");
    assert_eq!(read.header("cache-control"), "no-store");
    let body = Body::from(json!({"mailedToken": "m41led"}).to_string());
    let moved = send(&front, "POST", &format!("{DRAFT}/continue"), "dr4ft", body).await;
    assert_eq!((moved.json(), moved.header("etag")), (wanted, "\"7\""));
    assert!(
        moved
            .header("set-cookie")
            .starts_with("lintel_draft=fre5h; ")
    );
    let mail = format!("{DRAFT}/mail");
    let mail = send(&front, "POST", &mail, "dr4ft", Body::empty()).await;
    assert_eq!(mail.status, 202, "{mail:?}");
    let asked = front.upstream.asked();
    assert_eq!(asked[0].message::<GetDraftRequest>().draft_token, "dr4ft");
    let moved: ContinueDraftRequest = asked[1].message();
    assert_eq!(
        (moved.token.as_str(), moved.mailed_token.as_str()),
        ("inv1te", "m41led")
    );
    let mail: MailDraftRequest = asked[2].message();
    assert_eq!(
        (mail.token.as_str(), mail.draft_token.as_str()),
        ("inv1te", "dr4ft")
    );
}

#[tokio::test]
async fn an_application_is_submitted_with_the_draft_that_it_ends() {
    let front = Front::new().await;
    front.upstream.on(SubmitSignupRequest::PATH, || {
        Ok(SubmitSignupResponse {
            application: Some(Application {
                application_id: 77,
                status: ApplicationStatus::Submitted.into(),
                current_step: 1,
                ..Default::default()
            }),
            status_token: "st4tus".to_owned(),
        })
    });
    let mut form = body();
    for (name, value) in [
        ("invite", json!("inv1te")),
        ("status", json!("Approved")),
        ("approvedAt", json!("2026-01-01T00:00:00Z")),
        ("organisationId", json!(5)),
    ] {
        form[name] = value;
    }
    let path = "/api/tenant-signup";
    let answer = send(&front, "POST", path, "dr4ft", form.to_string().into()).await;
    assert_eq!(
        (answer.status.as_u16(), answer.json()),
        (
            201,
            json!({"id": 77, "status": "Submitted", "currentStep": 1,
                "statusUrl": "http://lintel.test/tenant-status?token=st4tus"})
        )
    );
    assert_eq!(
        answer.header("set-cookie"),
        "lintel_draft=; HttpOnly; SameSite=Strict; Path=/api; Max-Age=0"
    );
    let asked: SubmitSignupRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        SubmitSignupRequest {
            token: "inv1te".to_owned(),
            draft_token: "dr4ft".to_owned(),
            answers: Some(answers()),
            request_id: String::new(),
        }
    );
}

#[tokio::test]
async fn a_link_and_an_address_have_limits() {
    let link = Front::with_limit(2).await;
    link.upstream.on(
        OpenInviteRequest::PATH,
        || Ok(OpenInviteResponse::default()),
    );
    let path = "/api/invites/by-token/inv1te";
    for _ in 0..2 {
        assert_eq!(link.get(path, "").await.status, 200);
    }
    assert_eq!(link.get(path, "").await.reason(), "RATE_LIMITED");

    let submit = json!({"limit_submit_per_hour": 1, "limit_draft_per_minute": 1});
    let front = Front::with_limits(&submit).await;
    for (method, path) in [("POST", "/api/tenant-signup"), ("PUT", DRAFT)] {
        let first = send(&front, method, path, "", "{".into()).await;
        assert_eq!(first.reason(), "JSON_INVALID", "{path}");
        let second = send(&front, method, path, "", "{".into()).await;
        assert_eq!(second.reason(), "RATE_LIMITED", "{path}");
    }
}
