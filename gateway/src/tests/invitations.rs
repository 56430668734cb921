//! Invitations from JSON to the contract and back.

use axum::body::Body;
use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    access::v1::Grade,
    convert::timestamp,
    identity::v1::{
        AcceptInvitationRequest, AcceptInvitationResponse, CreateInvitationRequest,
        CreateInvitationResponse, Invitation, ListInvitationsRequest, ListInvitationsResponse,
        PreviewInvitationRequest, PreviewInvitationResponse, ResendInvitationRequest,
        ResendInvitationResponse, RevokeInvitationRequest, RevokeInvitationResponse,
    },
    status::into_status,
};
use serde_json::json;

use super::front::{Front, request};

fn bens(expired: bool) -> Invitation {
    let made = chrono::DateTime::from_timestamp(1_795_000_000, 0).unwrap();
    Invitation {
        invitation_id: 5,
        email: "ben@example.com".to_owned(),
        grade: Grade::Viewer.into(),
        inviter_name: String::new(),
        create_time: Some(timestamp(made)),
        expire_time: Some(timestamp(made + chrono::Duration::days(14))),
        expired,
        version: 1,
    }
}

fn shown() -> serde_json::Value {
    json!({"id": 5, "email": "ben@example.com", "grade": "Viewer", "invitedBy": null,
        "createdAt": "2026-11-18T11:06:40Z", "expiresAt": "2026-12-02T11:06:40Z", "state": "Pending"})
}

#[tokio::test]
async fn invitations_are_shown_with_whether_their_link_is_good() {
    let front = Front::new().await;
    front.upstream.on(ListInvitationsRequest::PATH, || {
        Ok(ListInvitationsResponse {
            invitations: vec![bens(false), bens(true)],
        })
    });
    let (_, token) = front.landlord();
    let list = front.get("/api/invitations", &token).await.json();
    assert_eq!(list[0], shown());
    assert_eq!(list[1]["state"], "Expired");
}

#[tokio::test]
async fn a_link_is_in_the_answer_only_where_no_mail_goes_out() {
    let front = Front::new().await;
    front.upstream.on(CreateInvitationRequest::PATH, || {
        Ok(CreateInvitationResponse {
            invitation: Some(bens(false)),
            email_sent: true,
            token: None,
        })
    });
    front.upstream.on(ResendInvitationRequest::PATH, || {
        Ok(ResendInvitationResponse {
            invitation: Some(bens(false)),
            email_sent: false,
            token: Some("t0k".to_owned()),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"email": "ben@example.com", "grade": "Viewer", "organisationId": 99});
    let answer = front.post("/api/invitations", &token, &body).await;
    let mut wanted = shown();
    wanted["emailSent"] = true.into();
    assert_eq!(
        (answer.status.as_u16(), answer.json()),
        (201, wanted.clone())
    );
    let asked: CreateInvitationRequest = front.upstream.asked()[0].message();
    assert_eq!(
        (asked.email.as_str(), asked.grade()),
        ("ben@example.com", Grade::Viewer)
    );

    let answer = front
        .post("/api/invitations/5/resend", &token, &json!({}))
        .await;
    wanted["emailSent"] = false.into();
    wanted["link"] = "http://lintel.test/accept-invite?token=t0k".into();
    assert_eq!((answer.status.as_u16(), answer.json()), (200, wanted));
}

#[tokio::test]
async fn an_invitation_is_taken_back_by_its_number_and_no_other_text() {
    let front = Front::new().await;
    front.upstream.on(RevokeInvitationRequest::PATH, || {
        Ok(RevokeInvitationResponse {})
    });
    let (_, token) = front.landlord();
    let delete = |path| request("DELETE", path, &token, Body::empty());
    assert_eq!(front.send(delete("/api/invitations/5")).await.status, 204);
    let asked: RevokeInvitationRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.invitation_id, 5);
    let answer = front.send(delete("/api/invitations/x")).await;
    assert_eq!(answer.reason(), "INVITATION_NOT_FOUND");
}

#[tokio::test]
async fn whoever_has_the_link_sees_what_it_is_for_and_accepts_signed_in_or_not() {
    let front = Front::new().await;
    front.upstream.on(PreviewInvitationRequest::PATH, || {
        Ok(PreviewInvitationResponse {
            organisation_name: "Homes".to_owned(),
            email: "ben@example.com".to_owned(),
            grade: Grade::Viewer.into(),
            inviter_name: "Ada".to_owned(),
            account_exists: true,
        })
    });
    front.upstream.on(AcceptInvitationRequest::PATH, || {
        Ok(AcceptInvitationResponse { organisation_id: 3 })
    });
    let link = json!({"token": "t0k"});
    let answer = front.post("/api/auth/invitation", "", &link).await;
    assert_eq!(
        answer.json(),
        json!({"organisationName": "Homes", "email": "ben@example.com", "grade": "Viewer",
            "invitedBy": "Ada", "accountExists": true})
    );
    let body = json!({"token": "t0k", "name": "Ben", "password": "correct horse 7"});
    let answer = front
        .post("/api/auth/accept-invite", "some.access.token", &body)
        .await;
    assert_eq!(
        answer.json(),
        json!({"message": "You are a member now.", "organisationId": 3})
    );
    let asked: AcceptInvitationRequest = front.upstream.asked()[1].message();
    assert_eq!(
        asked,
        AcceptInvitationRequest {
            token: "t0k".to_owned(),
            access_token: "some.access.token".to_owned(),
            name: "Ben".to_owned(),
            password: "correct horse 7".to_owned(),
            request_id: String::new(),
        }
    );
    front
        .upstream
        .on::<AcceptInvitationResponse>(AcceptInvitationRequest::PATH, || {
            Err(into_status(Error::FailedPrecondition {
                reason: "OTHER_ACCOUNT",
                message: "This invitation is for another address.",
            }))
        });
    let answer = front.post("/api/auth/accept-invite", "", &link).await;
    assert_eq!(
        (answer.status.as_u16(), answer.reason().as_str()),
        (409, "OTHER_ACCOUNT")
    );
}
