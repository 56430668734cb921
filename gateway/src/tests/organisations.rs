//! Organisations and members from JSON to the contract and back.

use axum::body::Body;
use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    access::v1::{Grade, Role},
    identity::v1::{
        self as identity, ChangeMemberGradeRequest, ChangeMemberGradeResponse, GetLandlordRequest,
        GetLandlordResponse, ListMembersRequest, ListMembersResponse, ListOrganisationsRequest,
        ListOrganisationsResponse, Member, Organisation, RemoveMemberRequest, RemoveMemberResponse,
        RenameOrganisationRequest, RenameOrganisationResponse, SaveLandlordRequest,
        SaveLandlordResponse, SessionTokens, SwitchOrganisationRequest, SwitchOrganisationResponse,
        User,
    },
    notifications::v1::{ShowTenantMailRequest, ShowTenantMailResponse, WrittenMail},
    status::into_status,
};
use prost_types::Timestamp;
use serde_json::json;

use super::front::{Front, request};

const JOINED: Timestamp = Timestamp {
    seconds: 1_795_000_000,
    nanos: 0,
};

fn homes(version: i64) -> Organisation {
    Organisation {
        organisation_id: 3,
        display_name: "Homes".to_owned(),
        grade: Grade::Owner.into(),
        active: true,
        version,
    }
}

fn ben() -> Member {
    Member {
        user_id: 9,
        display_name: "Ben".to_owned(),
        email: "ben@example.com".to_owned(),
        grade: Grade::Manager.into(),
        join_time: Some(JOINED),
        caller: false,
        version: 4,
    }
}

#[tokio::test]
async fn organisations_and_members_are_shown_as_the_contract_says() {
    let front = Front::new().await;
    front.upstream.on(ListOrganisationsRequest::PATH, || {
        Ok(ListOrganisationsResponse {
            organisations: vec![homes(1)],
        })
    });
    front.upstream.on(ListMembersRequest::PATH, || {
        Ok(ListMembersResponse {
            members: vec![ben()],
        })
    });
    let (_, token) = front.landlord();
    assert_eq!(
        front.get("/api/organisations", &token).await.json(),
        json!([{"id": 3, "name": "Homes", "grade": "Owner", "active": true}])
    );
    assert_eq!(
        front.get("/api/members", &token).await.json(),
        json!([{"id": 9, "name": "Ben", "email": "ben@example.com", "grade": "Manager",
            "joinedAt": "2026-11-18T11:06:40Z", "you": false, "version": 4}])
    );
}

#[tokio::test]
async fn a_rename_carries_version_and_key_there_and_the_new_version_back() {
    let front = Front::new().await;
    front.upstream.on(RenameOrganisationRequest::PATH, || {
        Ok(RenameOrganisationResponse {
            organisation: Some(homes(2)),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"name": "Homes", "id": 99}).to_string();
    let mut patch = request("PATCH", "/api/organisation", &token, body.into());
    for (name, value) in [("if-match", "\"1\""), ("idempotency-key", "key-12345")] {
        patch.headers_mut().insert(name, value.parse().unwrap());
    }
    let answer = front.send(patch).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("etag"), "\"2\"");
    assert_eq!(
        answer.json(),
        json!({"id": 3, "name": "Homes", "grade": "Owner", "version": 2})
    );
    let asked: RenameOrganisationRequest = front.upstream.asked()[0].message();
    assert_eq!(
        asked,
        RenameOrganisationRequest {
            display_name: "Homes".to_owned(),
            etag: "\"1\"".to_owned(),
            request_id: "key-12345".to_owned(),
        }
    );
}

#[tokio::test]
async fn a_session_that_goes_elsewhere_gets_a_token_and_the_read_cookie_alone() {
    let front = Front::new().await;
    front.upstream.on(SwitchOrganisationRequest::PATH, || {
        Ok(SwitchOrganisationResponse {
            tokens: Some(SessionTokens {
                access_token: "access".to_owned(),
                read_token: "read".to_owned(),
                refresh_token: String::new(),
                session_expire_time: Some(Timestamp {
                    seconds: 4_000_000_000,
                    nanos: 0,
                }),
            }),
            user: Some(User {
                user_id: 7,
                role: Role::Landlord.into(),
                create_time: Some(JOINED),
                organisation: Some(homes(0)),
                ..Default::default()
            }),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"organisationId": 3});
    let answer = front.post("/api/auth/organisation", &token, &body).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["token"], "access");
    assert_eq!(answer.json()["user"]["organisation"]["id"], 3);
    let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
    assert_eq!(cookies.len(), 1, "the refresh cookie stays as it is");
    assert!(
        cookies[0]
            .to_str()
            .unwrap()
            .starts_with("lintel_read=read;")
    );
    let asked: SwitchOrganisationRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.organisation_id, 3);
}

#[tokio::test]
async fn grades_are_changed_members_removed_and_the_last_owner_is_told_why_not() {
    let front = Front::new().await;
    front.upstream.on(ChangeMemberGradeRequest::PATH, || {
        Ok(ChangeMemberGradeResponse {
            member: Some(ben()),
        })
    });
    front
        .upstream
        .on(RemoveMemberRequest::PATH, || Ok(RemoveMemberResponse {}));
    let (_, token) = front.landlord();
    let change = async |body: serde_json::Value| {
        let body = Body::from(body.to_string());
        front
            .send(request("PATCH", "/api/members/9", &token, body))
            .await
    };
    let refused = change(json!({"grade": "Boss"})).await;
    assert_eq!(
        (refused.status.as_u16(), refused.reason().as_str()),
        (422, "FIELDS_UNREADABLE")
    );
    let answer = change(json!({"grade": "Manager"})).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("etag")),
        (200, "\"4\"")
    );
    let asked: ChangeMemberGradeRequest = front.upstream.asked()[0].message();
    assert_eq!((asked.user_id, asked.grade()), (9, Grade::Manager));

    let delete = |path| request("DELETE", path, &token, Body::empty());
    let gone = front.send(delete("/api/members/9")).await;
    assert_eq!(gone.status, 204);
    let asked: RemoveMemberRequest = front.upstream.asked()[1].message();
    assert_eq!(asked.user_id, 9);
    for nobody in ["/api/members/0", "/api/members/x"] {
        let answer = front.send(delete(nobody)).await;
        assert_eq!(answer.reason(), "MEMBER_NOT_FOUND", "{nobody}");
    }
    front
        .upstream
        .on::<RemoveMemberResponse>(RemoveMemberRequest::PATH, || {
            Err(into_status(Error::FailedPrecondition {
                reason: "LAST_OWNER",
                message: "An organisation needs an Owner.",
            }))
        });
    let answer = front.send(delete("/api/members/7")).await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (409, "LAST_OWNER")
    );
    assert_eq!(answer.json()["detail"], "An organisation needs an Owner.");
}

#[tokio::test]
async fn the_landlord_is_written_flat_and_read_with_its_version() {
    let front = Front::new().await;
    let landlord = identity::Landlord {
        kind: identity::LandlordKind::Person.into(),
        display_names: vec!["Helen Okafor".to_owned()],
        notice_address: "4 Mill Lane, Leeds LS1 4AB".to_owned(),
        ..identity::Landlord::default()
    };
    let kept = landlord.clone();
    front.upstream.on(SaveLandlordRequest::PATH, move || {
        Ok(SaveLandlordResponse {
            landlord: Some(kept.clone()),
            version: 3,
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"kind": "person", "names": ["Helen Okafor"], "noticeAddress": "4 Mill Lane, Leeds LS1 4AB"});
    let put = request(
        "PUT",
        "/api/organisation/landlord",
        &token,
        body.to_string().into(),
    );
    let answer = front.send(put).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("etag"), "\"3\"");
    assert_eq!(
        answer.json(),
        json!({"kind": "person", "names": ["Helen Okafor"], "companyNumber": null, "tradingAs": null,
            "noticeAddress": "4 Mill Lane, Leeds LS1 4AB", "contactName": null, "contactPhone": null, "contactEmail": null,
            "version": 3})
    );
    let asked: SaveLandlordRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.landlord, Some(landlord));
}

#[tokio::test]
async fn the_text_of_a_mail_names_who_lets() {
    let front = Front::new().await;
    front.upstream.on(GetLandlordRequest::PATH, || {
        Ok(GetLandlordResponse {
            landlord: Some(identity::Landlord {
                trading_as: "Okafor Lettings".to_owned(),
                ..identity::Landlord::default()
            }),
            version: 1,
        })
    });
    front.upstream.on(ShowTenantMailRequest::PATH, || {
        Ok(ShowTenantMailResponse {
            mail: Some(WrittenMail {
                subject: "Your payment was received".to_owned(),
                text: "Thank you.".to_owned(),
                ..WrittenMail::default()
            }),
        })
    });
    let (_, token) = front.landlord();
    let answer = front
        .get("/api/organisation/tenant-mails/receipt", &token)
        .await;
    assert_eq!(
        answer.json(),
        json!({"name": null, "email": null, "subject": "Your payment was received", "text": "Thank you."})
    );
    let asked: ShowTenantMailRequest = front.upstream.asked()[1].message();
    assert_eq!(asked.organisation_name, "Okafor Lettings");
    let unknown = front
        .get("/api/organisation/tenant-mails/none", &token)
        .await;
    assert_eq!(unknown.status, 404);
}
