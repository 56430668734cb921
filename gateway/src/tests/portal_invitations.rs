//! Invitations to the portal from JSON to the contract and back.

use axum::body::Body;
use lintel_core::{Error, Role};
use lintel_proto::{
    Rpc as _,
    status::into_status,
    tenancy::v1::{
        AcceptPortalInvitationRequest, AcceptPortalInvitationResponse, InviteToPortalRequest,
        InviteToPortalResponse, OpenPortalInvitationRequest, OpenPortalInvitationResponse,
    },
};
use lintel_testkit::tokens::outsider;
use serde_json::json;

use super::{front::Front, tenants::change};

const LINK: &str = "/api/portal-invitations/t0ken";

#[tokio::test]
async fn a_landlord_invites_a_tenant_by_mail() {
    let front = Front::new().await;
    front.upstream.on(InviteToPortalRequest::PATH, || {
        Ok(InviteToPortalResponse {})
    });
    let (_, landlord) = front.landlord();
    let path = "/api/tenants/5/portal-invitation";
    let sent = change(&front, "POST", path, &landlord, Body::empty()).await;
    assert_eq!(sent.status.as_u16(), 202);
    let asked: InviteToPortalRequest = front.upstream.asked()[0].message();
    let expected = InviteToPortalRequest {
        tenant_id: 5,
        request_id: "2f7c1f6e-key".to_owned(),
    };
    assert_eq!(asked, expected);
    let tenant = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let refused = front.post(path, &tenant, &json!({})).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
}

#[tokio::test]
async fn an_invitation_says_which_home_it_is_about_to_whoever_has_it() {
    let front = Front::new().await;
    front.upstream.on(OpenPortalInvitationRequest::PATH, || {
        Ok(OpenPortalInvitationResponse {
            organisation_name: String::new(),
            property_address: "1 High Street, Leeds".to_owned(),
            property_postcode: "LS1 4AB".to_owned(),
        })
    });
    let opened = front.get(LINK, "").await;
    let home = json!({
        "organisationName": null, "propertyAddress": "1 High Street, Leeds", "propertyPostcode": "LS1 4AB",
    });
    assert_eq!(opened.json(), home);
    let asked: OpenPortalInvitationRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.token, "t0ken");
    front
        .upstream
        .on::<OpenPortalInvitationResponse>(OpenPortalInvitationRequest::PATH, || {
            Err(into_status(Error::LinkEnded {
                reason: "LINK_CLOSED",
                message: "This link is closed.",
            }))
        });
    let closed = front.get(LINK, "").await;
    assert_eq!(
        (closed.status.as_u16(), closed.reason().as_str()),
        (410, "LINK_CLOSED")
    );
}

#[tokio::test]
async fn an_invitation_is_followed_by_a_post_of_a_tenant_account() {
    let front = Front::new().await;
    front.upstream.on(AcceptPortalInvitationRequest::PATH, || {
        Ok(AcceptPortalInvitationResponse { tenancy_id: 4 })
    });
    let tenant = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let path = format!("{LINK}/accept");
    let stranger = front.post(&path, "", &json!({})).await;
    assert_eq!(stranger.status.as_u16(), 401);
    let accepted = change(&front, "POST", &path, &tenant, Body::empty()).await;
    assert_eq!(accepted.json(), json!({"tenancyId": 4}));
    let asked: AcceptPortalInvitationRequest = front.upstream.asked()[0].message();
    let expected = AcceptPortalInvitationRequest {
        token: "t0ken".to_owned(),
        request_id: "2f7c1f6e-key".to_owned(),
    };
    assert_eq!(asked, expected);
    front.upstream.on::<AcceptPortalInvitationResponse>(
        AcceptPortalInvitationRequest::PATH,
        || {
            Err(into_status(Error::FailedPrecondition {
                reason: "LINK_SPENT",
                message: "This invitation was used already.",
            }))
        },
    );
    let again = front.post(&path, &tenant, &json!({})).await;
    assert_eq!(
        (again.status.as_u16(), again.reason().as_str()),
        (409, "LINK_SPENT")
    );
}
