//! Making an empty landlord account a tenant's.

use lintel_proto::{
    Rpc as _,
    identity::v1::{BecomeTenantRequest, BecomeTenantResponse},
    portfolio::v1::{
        ListPropertiesRequest, ListPropertiesResponse, ListSoldPropertiesRequest,
        ListSoldPropertiesResponse, Property, SoldProperty,
    },
};
use serde_json::json;

use super::front::Front;

const PATH: &str = "/api/account/become-tenant";

fn holding(front: &Front, homes: usize, sold: usize) {
    front.upstream.on(ListPropertiesRequest::PATH, move || {
        Ok(ListPropertiesResponse {
            properties: vec![Property::default(); homes],
            ..Default::default()
        })
    });
    front.upstream.on(ListSoldPropertiesRequest::PATH, move || {
        Ok(ListSoldPropertiesResponse {
            sold_properties: vec![SoldProperty::default(); sold],
            ..Default::default()
        })
    });
}

#[tokio::test]
async fn an_account_with_homes_stays_a_landlords() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(BecomeTenantRequest::PATH, || {
        Ok(BecomeTenantResponse::default())
    });
    let body = json!({"password": "correct horse 7"});
    for (homes, sold) in [(1, 0), (0, 1)] {
        holding(&front, homes, sold);
        let answer = front.post(PATH, &token, &body).await;
        let told = (answer.status.as_u16(), answer.reason());
        assert_eq!(told, (409, "ACCOUNT_NOT_EMPTY".to_owned()));
    }
    let asked = front.upstream.asked();
    assert!(
        asked
            .iter()
            .all(|one| one.path != BecomeTenantRequest::PATH)
    );
}

#[tokio::test]
async fn an_empty_account_becomes_a_tenants_and_is_signed_out_at_once() {
    let front = Front::new().await;
    let (landlord, token) = front.landlord();
    let session = landlord.session.to_string();
    holding(&front, 0, 0);
    front.upstream.on(BecomeTenantRequest::PATH, move || {
        Ok(BecomeTenantResponse {
            ended_session_ids: vec![session.clone()],
        })
    });
    let body = json!({"password": "correct horse 7", "code": "123456"});
    let answer = front.post(PATH, &token, &body).await;
    assert_eq!(answer.status.as_u16(), 200, "{answer:?}");
    let cookies = answer.headers.get_all("set-cookie").iter();
    let cookies: Vec<&str> = cookies.map(|value| value.to_str().unwrap()).collect();
    for name in ["lintel_refresh=;", "lintel_read=;"] {
        let is_cleared = cookies.iter().any(|cookie| cookie.starts_with(name));
        assert!(is_cleared, "{cookies:?}");
    }
    let asked = front.upstream.asked();
    let last: BecomeTenantRequest = asked[asked.len() - 1].message();
    assert_eq!(
        (last.password.as_str(), last.code.as_str()),
        ("correct horse 7", "123456")
    );
    let after = front.get("/api/auth/me", &token).await;
    assert_eq!(after.reason(), "SESSION_ENDED");
}
