//! The tenant portal from JSON to the contract and back.

use lintel_core::{Error, Role};
use lintel_proto::{
    Rpc as _,
    maintenance::v1::{
        GetMaintenanceSummaryRequest, GetMaintenanceSummaryResponse,
        ListMaintenanceRequestsRequest, ListMaintenanceRequestsResponse, MaintenanceRequest,
    },
    status::into_status,
    tenancy::v1::{
        AnswerDepositReturnRequest, AnswerDepositReturnResponse, ConfirmTenancyRequest,
        ConfirmTenancyResponse, Deposit, DepositAnswer, GetPortalRequest, GetPortalResponse,
        LeaseStatus, OwnNotice, PortalTenancy, TenancyToConfirm,
    },
};
use lintel_testkit::tokens::outsider;
use serde_json::{Value, json};

use super::{
    maintenance,
    tenants::{day, front, grace, named, shown},
};

pub(super) fn of_account(tenancy_id: i64, property_id: i64, status: LeaseStatus) -> PortalTenancy {
    let has_ended = status == LeaseStatus::Ended;
    PortalTenancy {
        tenancy_id,
        tenant_id: tenancy_id + 2,
        property_id,
        property_display_name: "Ashmead House".to_owned(),
        property_address: "212 Ashmead Road, Bristol".to_owned(),
        property_postcode: "BS4 2AD".to_owned(),
        room_number: None,
        organisation_name: "Homes".to_owned(),
        lease_status: status.into(),
        lease_start: day(2026, 1, 1),
        leave_date: day(2026, 11, 1).filter(|_| has_ended),
        access_end: day(2027, 11, 1).filter(|_| has_ended),
        gas_emergency_number: "0800 111 999".to_owned(),
        organisation_id: 11,
    }
}

pub(super) fn own_home(others: &[PortalTenancy]) -> GetPortalResponse {
    let mut tenancies = vec![of_account(3, 42, LeaseStatus::Active)];
    tenancies.extend_from_slice(others);
    GetPortalResponse {
        tenant: Some(grace()),
        property_type: "HMO".to_owned(),
        organisation_name: "Homes".to_owned(),
        tenancies,
        to_confirm: vec![TenancyToConfirm {
            tenancy_id: 8,
            organisation_name: "Nobody You Know".to_owned(),
            property_address: "1 Low Road, Leeds".to_owned(),
            property_postcode: "LS1 1AA".to_owned(),
        }],
        payment_details: "Okafor Lettings, 00-12-34, 01234567".to_owned(),
        deposit: None,
        household: vec!["Ada Lovelace".to_owned()],
        notice: Some(OwnNotice {
            earliest_date: day(2027, 1, 31),
            reason: "Two months’ notice, to the end of a rent period.".to_owned(),
            said: Vec::new(),
        }),
        pet_requests: Vec::new(),
    }
}

#[tokio::test]
async fn a_tenant_sees_their_own_home() {
    let (front, landlord) = front().await;
    front
        .upstream
        .on(GetPortalRequest::PATH, || Ok(own_home(&[])));
    front.upstream.on(ListMaintenanceRequestsRequest::PATH, || {
        Ok(ListMaintenanceRequestsResponse {
            maintenance_requests: vec![maintenance::boiler()],
            next_page_token: "next".to_owned(),
        })
    });
    front.upstream.on(GetMaintenanceSummaryRequest::PATH, || {
        Ok(GetMaintenanceSummaryResponse {
            total: 8,
            open: 1,
            in_progress: 2,
            ..Default::default()
        })
    });
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let mut tenant = shown();
    tenant["profilePhotoUrl"] = json!("/api/tenant-portal/photo?v=9");
    assert_eq!(
        front.get("/api/tenant-portal", &token).await.json(),
        json!({
            "tenant": tenant,
            "property": {"id": 42, "name": "Ashmead House", "address": "212 Ashmead Road, Bristol",
                "postcode": "BS4 2AD", "propertyType": "HMO"},
            "room": {"roomNumber": "2", "monthlyRent": "900.00"},
            "organisationName": "Homes", "maintenanceRequests": [maintenance::shown()],
            "openIssues": 3, "totalRequests": 8,
            "tenancies": [{"tenancyId": 3, "tenantId": 5, "propertyId": 42, "propertyName": "Ashmead House",
                "propertyAddress": "212 Ashmead Road, Bristol", "propertyPostcode": "BS4 2AD", "roomNumber": null,
                "organisationName": "Homes", "leaseStatus": "Active", "leaseStart": "2026-01-01", "leaveDate": null,
                "accessEnd": null, "gasEmergencyNumber": "0800 111 999"}],
            "toConfirm": [{"tenancyId": 8, "organisationName": "Nobody You Know", "propertyAddress": "1 Low Road, Leeds",
                "propertyPostcode": "LS1 1AA"}],
            "paymentDetails": "Okafor Lettings, 00-12-34, 01234567", "deposit": null, "household": ["Ada Lovelace"],
            "notice": {"earliestDate": "2027-01-31", "reason": "Two months’ notice, to the end of a rent period.", "said": []},
            "petRequests": [], "landlord": null
        })
    );
    let refused = front.get("/api/tenant-portal", &landlord).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
    front
        .upstream
        .on::<GetPortalResponse>(GetPortalRequest::PATH, || {
            Err(into_status(Error::NotFound {
                reason: "TENANCY_NOT_LINKED",
                resource: "Tenancy",
            }))
        });
    let nobody = front.get("/api/tenant-portal", &token).await;
    assert_eq!(
        (nobody.status.as_u16(), nobody.reason().as_str()),
        (404, "TENANCY_NOT_LINKED")
    );
}

#[tokio::test]
async fn of_two_homes_and_of_one_that_was_left_each_shows_its_own_requests() {
    let (front, _) = front().await;
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    front.upstream.on(ListMaintenanceRequestsRequest::PATH, || {
        Ok(ListMaintenanceRequestsResponse {
            maintenance_requests: vec![maintenance::boiler()],
            next_page_token: String::new(),
        })
    });
    front.upstream.on(GetPortalRequest::PATH, || {
        Ok(own_home(&[of_account(6, 77, LeaseStatus::Active)]))
    });
    let shown = front.get("/api/tenant-portal?tenancyId=3", &token).await;
    assert_eq!(shown.json()["totalRequests"], 1, "{shown:?}");
    let asked = front.upstream.asked();
    let portal: GetPortalRequest = asked[0].message();
    assert_eq!(portal.tenancy_id, 3);
    let listed: ListMaintenanceRequestsRequest = asked[1].message();
    assert_eq!(listed.property_id, 42);

    front.upstream.on(GetPortalRequest::PATH, || {
        let mut former = own_home(&[]);
        former.tenancies[0].lease_status = LeaseStatus::Ended.into();
        if let Some(tenant) = &mut former.tenant {
            tenant.lease_status = LeaseStatus::Ended.into();
        }
        Ok(former)
    });
    let before = front.upstream.asked().len();
    front.upstream.on(ListMaintenanceRequestsRequest::PATH, || {
        let left = MaintenanceRequest {
            read_only: true,
            ..maintenance::boiler()
        };
        Ok(ListMaintenanceRequestsResponse {
            maintenance_requests: vec![left],
            next_page_token: String::new(),
        })
    });
    let former = front.get("/api/tenant-portal", &token).await.json();
    assert_eq!(former["maintenanceRequests"][0]["readOnly"], true);
    assert_eq!(
        (&former["openIssues"], &former["totalRequests"]),
        (&json!(1), &json!(1))
    );
    let asked = front.upstream.asked();
    let listed: ListMaintenanceRequestsRequest = asked[before + 1].message();
    assert_eq!(
        listed.property_id, 42,
        "the figures are of homes that are lived in"
    );

    front.upstream.on(GetPortalRequest::PATH, || {
        Ok(GetPortalResponse {
            tenant: None,
            tenancies: Vec::new(),
            ..own_home(&[])
        })
    });
    let waiting = front.get("/api/tenant-portal", &token).await.json();
    assert_eq!(waiting["tenant"], Value::Null);
    assert_eq!(waiting["property"], Value::Null);
    assert_eq!(waiting["toConfirm"][0]["tenancyId"], 8);
}

#[tokio::test]
async fn a_tenant_says_whether_a_home_is_theirs() {
    let (front, landlord) = front().await;
    front.upstream.on(ConfirmTenancyRequest::PATH, || {
        Ok(ConfirmTenancyResponse {})
    });
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let path = "/api/tenant-portal/confirmations";
    let body = json!({"tenancyId": 8, "mine": false});
    let answer = front.post(path, &token, &body).await;
    assert_eq!(answer.status, 204, "{answer:?}");
    let asked: ConfirmTenancyRequest = front.upstream.asked()[0].message();
    assert_eq!((asked.tenancy_id, asked.mine), (8, false));
    for unsaid in [
        json!({"tenancyId": 8}),
        json!({"tenancyId": 8, "mine": null}),
    ] {
        let answer = front.post(path, &token, &unsaid).await;
        assert_eq!(answer.status, 422, "{unsaid}");
        assert_eq!(named(&answer), ["mine"]);
    }
    let refused = front.post(path, &landlord, &body).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
}

#[tokio::test]
async fn a_tenant_says_whether_they_agree_with_the_deposits_return() {
    let (front, landlord) = front().await;
    front.upstream.on(AnswerDepositReturnRequest::PATH, || {
        Ok(AnswerDepositReturnResponse {
            deposit: Some(Deposit {
                return_date: day(2026, 11, 9),
                answers: vec![DepositAnswer {
                    tenant_id: 5,
                    tenant_name: "Grace Hopper".to_owned(),
                    agreed: false,
                    text: "The key was never lost.".to_owned(),
                    answer_time: Some(prost_types::Timestamp::default()),
                    outdated: true,
                }],
                ..Default::default()
            }),
        })
    });
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let path = "/api/tenant-portal/deposit-answers";
    let body = json!({"tenancyId": 3, "agreed": false, "text": "The key was never lost.", "returnDate": "2026-11-09",
        "returned": "685.00"});
    let answer = front.post(path, &token, &body).await;
    assert_eq!(
        answer.json()["answers"],
        json!([{"tenantId": 5, "tenantName": "Grace Hopper", "agreed": false, "text": "The key was never lost.",
            "answeredAt": "1970-01-01T00:00:00Z", "outdated": true}])
    );
    let asked: AnswerDepositReturnRequest = front.upstream.asked()[0].message();
    assert_eq!((asked.tenancy_id, asked.agreed), (3, false));
    assert_eq!(asked.text, "The key was never lost.");
    assert_eq!(asked.return_date, day(2026, 11, 9));
    assert_eq!(asked.returned.map(|sum| sum.minor_units), Some(68_500));
    let unsaid = front.post(path, &token, &json!({"tenancyId": 3})).await;
    assert_eq!(named(&unsaid), ["agreed"]);
    let refused = front.post(path, &landlord, &body).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
}
