//! The rent of a tenancy from the contract to JSON.

use lintel_proto::{
    Rpc as _,
    tenancy::v1::{
        GetTenancyRentRequest, GetTenancyRentResponse, LeaseStatus, LedgerEntry, LedgerEntryKind,
        TenancyLedgerEntry, TenancyPayer,
    },
};
use prost_types::Timestamp;
use serde_json::json;

use super::{
    front::Front,
    tenants::{arrears, day, pounds},
};

#[tokio::test]
async fn a_page_of_entries_names_who_paid_and_a_link_leads_on() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(GetTenancyRentRequest::PATH, || {
        Ok(GetTenancyRentResponse {
            tenancy_id: 3,
            property_id: 42,
            lease_status: LeaseStatus::Active.into(),
            arrears: Some(arrears()),
            ground_8: "The threshold.".to_owned(),
            monthly_rent: pounds(950),
            tenants: vec![TenancyPayer {
                tenant_id: 5,
                tenant_name: "Grace Hopper".to_owned(),
                share: pounds(600),
                charged: pounds(1200),
                paid: pounds(1500),
                ..Default::default()
            }],
            charged: pounds(1900),
            received: pounds(950),
            entries: vec![TenancyLedgerEntry {
                tenant_name: "Grace Hopper".to_owned(),
                entry: Some(LedgerEntry {
                    entry_id: 311,
                    tenant_id: 5,
                    kind: LedgerEntryKind::Receipt.into(),
                    amount: pounds(950),
                    date: day(2026, 11, 3),
                    balance: pounds(950),
                    create_time: Some(Timestamp::default()),
                    ..Default::default()
                }),
            }],
            next_page_token: "n3xt".to_owned(),
            ..Default::default()
        })
    });
    let answer = front
        .get("/api/tenancies/3/rent?asOf=2026-11-25", &token)
        .await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let rent = answer.json();
    assert_eq!(
        rent["tenants"],
        json!([{"tenantId": 5, "name": "Grace Hopper", "share": "600.00", "charged": "1200.00", "paid": "1500.00",
            "leaveDate": null, "hasLeft": false}])
    );
    let entry = &rent["entries"][0];
    assert_eq!(
        json!([
            entry["id"],
            entry["tenantId"],
            entry["tenantName"],
            entry["balance"]
        ]),
        json!([311, 5, "Grace Hopper", "950.00"])
    );
    assert_eq!(
        json!([
            rent["balance"],
            rent["ground8"],
            rent["roomNumber"],
            rent["leaseStatus"]
        ]),
        json!(["950.00", "The threshold.", null, "Active"])
    );
    assert_eq!(
        answer.header("link"),
        "</api/tenancies/3/rent?asOf=2026-11-25&pageToken=n3xt>; rel=\"next\""
    );
    let asked: GetTenancyRentRequest = front.upstream.asked().remove(0).message();
    assert_eq!((asked.tenancy_id, asked.as_of), (3, day(2026, 11, 25)));
}

#[tokio::test]
async fn a_text_that_is_no_id_is_no_tenancy() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let answer = front.get("/api/tenancies/none/rent", &token).await;
    assert_eq!(answer.status, 404, "{answer:?}");
    assert_eq!(answer.reason(), "TENANCY_NOT_FOUND");
}
