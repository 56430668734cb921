//! Shares of a rent over HTTP.

use lintel_proto::{
    Rpc as _,
    tenancy::v1::{SetSharesRequest, SetSharesResponse, SharesChange, TenantShare},
};
use serde_json::json;

use super::{
    front::Front,
    tenants::{change, day, pounds},
};

#[tokio::test]
async fn shares_reach_the_service_and_are_answered_with_the_rent() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let shares = || {
        let of = [(5, 600), (6, 350)];
        of.map(|(tenant_id, share)| TenantShare {
            tenant_id,
            share: pounds(share),
        })
        .to_vec()
    };
    front.upstream.on(SetSharesRequest::PATH, move || {
        Ok(SetSharesResponse {
            shares: Some(SharesChange {
                from_date: day(2026, 12, 1),
                shares: shares(),
            }),
            monthly_rent: pounds(950),
        })
    });
    let body = json!({"from": "2026-12-01", "shares": [{"tenantId": 5, "share": "600.00"}, {"tenantId": 6, "share": 350}]});
    let path = "/api/tenancies/3/shares";
    let answer = change(&front, "PUT", path, &token, body.to_string().into()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(
        answer.json(),
        json!({"tenancyId": 3, "tenancyRent": "950.00", "from": "2026-12-01",
            "shares": [{"tenantId": 5, "share": "600.00"}, {"tenantId": 6, "share": "350.00"}]})
    );
    let asked: SetSharesRequest = front.upstream.asked().remove(0).message();
    assert_eq!(asked.tenancy_id, 3);
    assert_eq!(asked.from_date, day(2026, 12, 1));
    assert_eq!(asked.shares, shares());
}
