//! Tenants from JSON to the contract and back.

use axum::body::Body;
use lintel_core::{Error, Violations};
use lintel_proto::{
    Rpc as _,
    common::v1::{Date, Money},
    status::into_status,
    tenancy::v1::{
        Arrears, CreateTenantRequest, CreateTenantResponse, EndTenantRequest, EndTenantResponse,
        GetTenantRequest, GetTenantResponse, GetTenantSummaryRequest, GetTenantSummaryResponse,
        LeaseStatus, ListTenantsRequest, ListTenantsResponse, PortalState, StartTenancyRequest,
        StartTenancyResponse, Tenant, TenantSort, UpdateTenantRequest, UpdateTenantResponse,
    },
};
use prost_types::Timestamp;
use serde_json::{Value, json};

use super::front::{Answer, Front, request};

pub(super) const fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

pub(super) fn pounds(pounds: i64) -> Option<Money> {
    Some(lintel_core::Money::gbp(pounds * 100).into())
}

/// The arrears of a tenant.
pub(super) fn arrears() -> Arrears {
    Arrears {
        balance: pounds(950),
        oldest_unpaid_due: day(2026, 11, 1),
        days_in_arrears: 24,
        months_of_rent: "1.06".to_owned(),
        ground_8_met: false,
        as_of: day(2026, 11, 25),
        overdue: pounds(950),
        oldest_unpaid_amount: pounds(900),
    }
}

pub(super) fn grace() -> Tenant {
    Tenant {
        ended_by: 0,
        notice_date: None,
        leave_record_time: None,
        arrears: Some(arrears()),
        tenant_id: 5,
        tenancy_id: 3,
        property_id: 42,
        property_display_name: "Ashmead House".to_owned(),
        property_address: "212 Ashmead Road, Bristol".to_owned(),
        property_postcode: "BS4 2AD".to_owned(),
        room_number: Some("2".to_owned()),
        display_name: "Grace Hopper".to_owned(),
        email: "grace@example.com".to_owned(),
        phone: "07700 900123".to_owned(),
        address: String::new(),
        employment_status: "full-time".to_owned(),
        lease_start: day(2026, 1, 1),
        lease_end: day(2026, 12, 31),
        leave_date: None,
        leave_reason: String::new(),
        monthly_rent: pounds(450),
        tenancy_rent: pounds(900),
        deposit: pounds(1035),
        lease_status: LeaseStatus::Active.into(),
        tenants_together: 2,
        application_id: 77,
        agreement_application_id: 78,
        version: 4,
        create_time: Some(Timestamp::default()),
        update_time: Some(Timestamp::default()),
        photo_id: 9,
        deposit_warning: String::new(),
        portal_state: PortalState::Confirmed.into(),
    }
}

pub(super) fn shown() -> Value {
    json!({
        "id": 5, "tenancyId": 3, "propertyId": 42, "propertyName": "Ashmead House",
        "propertyAddress": "212 Ashmead Road, Bristol", "propertyPostcode": "BS4 2AD", "roomNumber": "2",
        "name": "Grace Hopper", "email": "grace@example.com", "phone": "07700 900123", "address": null,
        "employmentStatus": "full-time", "leaseStart": "2026-01-01", "leaseEnd": "2026-12-31", "leaveDate": null,
        "leaveReason": null, "endedBy": null, "noticeDate": null, "leaveRecordedAt": null, "rentAmount": "450.00", "tenancyRent": "900.00", "depositAmount": "1035.00", "depositWarning": null,
        "leaseStatus": "Active", "tenantsTogether": 2, "applicationId": 77, "agreementApplicationId": 78, "balance": "950.00",
        "overdue": "950.00", "oldestUnpaidDue": "2026-11-01", "daysInArrears": 24, "monthsOfRent": "1.06",
        "profilePhotoUrl": "/api/tenants/5/photo?v=9", "portalState": "confirmed",
        "version": 4, "createdAt": "1970-01-01T00:00:00Z", "updatedAt": "1970-01-01T00:00:00Z"
    })
}

/// A gateway whose service answers every call about a tenant with Grace.
pub(super) async fn front() -> (Front, String) {
    let front = Front::new().await;
    let tenant = || Some(grace());
    front.upstream.on(GetTenantRequest::PATH, move || {
        Ok(GetTenantResponse { tenant: tenant() })
    });
    front.upstream.on(CreateTenantRequest::PATH, move || {
        Ok(CreateTenantResponse { tenant: tenant() })
    });
    front.upstream.on(UpdateTenantRequest::PATH, move || {
        Ok(UpdateTenantResponse { tenant: tenant() })
    });
    front.upstream.on(StartTenancyRequest::PATH, move || {
        Ok(StartTenancyResponse { tenant: tenant() })
    });
    front.upstream.on(EndTenantRequest::PATH, move || {
        Ok(EndTenantResponse { tenant: tenant() })
    });
    let (_, token) = front.landlord();
    (front, token)
}

/// Sends a change with a version and a key.
pub(super) async fn change(
    front: &Front,
    method: &str,
    path: &str,
    token: &str,
    body: Body,
) -> Answer {
    let mut request = request(method, path, token, body);
    let headers = request.headers_mut();
    headers.insert("if-match", "\"4\"".parse().unwrap());
    headers.insert("idempotency-key", "2f7c1f6e-key".parse().unwrap());
    front.send(request).await
}

/// The names of the fields that a refusal names.
pub(super) fn named(answer: &Answer) -> Vec<String> {
    let errors = answer.json()["errors"].clone();
    errors.as_object().unwrap().keys().cloned().collect()
}

#[tokio::test]
async fn a_tenant_is_shown_with_the_fields_of_the_tenancy() {
    let (front, token) = front().await;
    let answer = front.get("/api/tenants/5", &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("etag"), "\"4\"");
    assert_eq!(answer.json(), shown());
    let missing = front.get("/api/tenants/x", &token).await;
    assert_eq!(missing.reason(), "TENANT_NOT_FOUND");
}

#[tokio::test]
async fn a_tenants_page_says_how_the_portal_stands() {
    let (front, token) = front().await;
    for (state, shown) in [
        (PortalState::Confirmed, json!("confirmed")),
        (PortalState::NotConfirmed, json!("not confirmed")),
        (PortalState::Waiting, json!("waiting")),
        (PortalState::None, json!("none")),
        (PortalState::Unspecified, Value::Null),
    ] {
        front.upstream.on(GetTenantRequest::PATH, move || {
            let tenant = Tenant {
                portal_state: state.into(),
                ..grace()
            };
            Ok(GetTenantResponse {
                tenant: Some(tenant),
            })
        });
        let answer = front.get("/api/tenants/5", &token).await;
        assert_eq!(answer.json()["portalState"], shown);
    }
}

#[tokio::test]
async fn the_list_is_narrowed_and_its_next_page_is_narrowed_too() {
    let (front, token) = front().await;
    front.upstream.on(ListTenantsRequest::PATH, || {
        Ok(ListTenantsResponse {
            tenants: vec![grace()],
            next_page_token: "next".to_owned(),
        })
    });
    let query = "propertyId=42&leaseStatus=Active,Upcoming&search=hopper&sort=rent";
    let path = format!("/api/tenants?{query}&pageSize=1");
    let answer = front.get(&path, &token).await;
    assert_eq!(answer.json(), json!([shown()]));
    let link = format!("</api/tenants?{query}&pageSize=1&pageToken=next>; rel=\"next\"");
    assert_eq!(answer.header("link"), link);
    let asked: ListTenantsRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        ListTenantsRequest {
            property_id: 42,
            lease_statuses: vec![LeaseStatus::Active.into(), LeaseStatus::Upcoming.into()],
            search: "hopper".to_owned(),
            page_size: 1,
            page_token: String::new(),
            sort: TenantSort::Rent.into(),
        }
    );
    let refused = front.get(
        "/api/tenants?propertyId=x&leaseStatus=Old&sort=size",
        &token,
    );
    assert_eq!(named(&refused.await), ["leaseStatus", "propertyId", "sort"]);
}

#[tokio::test]
async fn the_figures_of_the_cards_are_the_services() {
    let (front, token) = front().await;
    front.upstream.on(GetTenantSummaryRequest::PATH, || {
        Ok(GetTenantSummaryResponse {
            active_tenants: 12,
            upcoming_tenants: 1,
            previous_tenants: 3,
            total_tenants: 16,
            monthly_rent: pounds(9450),
            occupied_properties: 7,
        })
    });
    assert_eq!(
        front.get("/api/tenants/analytics", &token).await.json(),
        json!({"activeTenants": 12, "upcomingTenants": 1, "previousTenants": 3, "totalTenants": 16,
            "monthlyRent": "9450.00", "occupiedProperties": 7})
    );
}

#[tokio::test]
async fn a_new_tenant_reaches_the_service_with_every_field_and_says_where_it_is() {
    let (front, token) = front().await;
    let body = json!({"propertyId": 42, "roomNumber": "2", "tenancyId": 3, "name": "Grace Hopper",
        "email": "grace@example.com", "phone": "07700 900123", "address": "1 High Street", "employmentStatus": "student",
        "leaseStart": "2026-01-01", "leaseEnd": "2026-12-31", "tenancyRent": "£900", "depositAmount": 1035,
        "rentAmount": "1", "leaseStatus": "Ended", "version": 9});
    let answer = change(
        &front,
        "POST",
        "/api/tenants",
        &token,
        body.to_string().into(),
    )
    .await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.header("location"), "/api/tenants/5");
    assert_eq!(answer.header("etag"), "\"4\"");
    assert_eq!(answer.json(), shown());
    let asked: CreateTenantRequest = front.upstream.asked().remove(0).message();
    assert_eq!(asked.request_id, "2f7c1f6e-key");
    assert_eq!(
        asked.tenant,
        Some(Tenant {
            tenancy_id: 3,
            property_id: 42,
            room_number: Some("2".to_owned()),
            display_name: "Grace Hopper".to_owned(),
            email: "grace@example.com".to_owned(),
            phone: "07700 900123".to_owned(),
            address: "1 High Street".to_owned(),
            employment_status: "student".to_owned(),
            lease_start: day(2026, 1, 1),
            lease_end: day(2026, 12, 31),
            tenancy_rent: pounds(900),
            monthly_rent: pounds(1),
            deposit: pounds(1035),
            ..Default::default()
        })
    );
}

#[tokio::test]
async fn the_rent_that_a_tenant_pays_is_called_as_the_specification_calls_it() {
    let (front, token) = front().await;
    front
        .upstream
        .on::<CreateTenantResponse>(CreateTenantRequest::PATH, || {
            let mut violations = Violations::default();
            violations.add("monthly_rent", "Enter the rent.");
            violations.add("deposit", "Enter a smaller deposit.");
            violations.add("display_name", "Enter a name.");
            Err(into_status(Error::Invalid {
                reason: "TENANT_INVALID",
                violations,
            }))
        });
    let body = json!({"rentAmount": "900.00"});
    let refused = front.post("/api/tenants", &token, &body).await;
    assert_eq!(
        (refused.status.as_u16(), refused.reason().as_str()),
        (422, "TENANT_INVALID")
    );
    assert_eq!(named(&refused), ["depositAmount", "name", "rentAmount"]);
    let asked: CreateTenantRequest = front.upstream.asked().remove(0).message();
    let asked = asked.tenant.unwrap();
    assert_eq!(
        (asked.monthly_rent, asked.tenancy_rent),
        (pounds(900), None)
    );

    let path = "/api/tenants/5";
    let changed = change(&front, "PATCH", path, &token, body.to_string().into()).await;
    assert_eq!(changed.status, 200, "{changed:?}");
    let asked: UpdateTenantRequest = front.upstream.asked().pop().unwrap().message();
    assert_eq!(asked.update_mask.unwrap().paths, ["monthly_rent"]);
    assert_eq!(asked.tenant.unwrap().monthly_rent, pounds(900));
}

#[tokio::test]
async fn a_change_names_exactly_the_fields_of_its_body() {
    let (front, token) = front().await;
    let body = json!({"name": "Grace", "leaseEnd": null, "tenancyRent": "950", "rentAmount": "1", "depositAmount": "1000",
        "propertyId": 9, "roomNumber": "7", "leaseStatus": "Ended"});
    let answer = change(
        &front,
        "PATCH",
        "/api/tenants/5",
        &token,
        body.to_string().into(),
    )
    .await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let asked: UpdateTenantRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked.update_mask.unwrap().paths,
        [
            "display_name",
            "lease_end",
            "tenancy_rent",
            "monthly_rent",
            "deposit"
        ]
    );
    assert_eq!(
        (asked.etag.as_str(), asked.request_id.as_str()),
        ("\"4\"", "2f7c1f6e-key")
    );
    assert_eq!(
        asked.tenant,
        Some(Tenant {
            tenant_id: 5,
            display_name: "Grace".to_owned(),
            tenancy_rent: pounds(950),
            monthly_rent: pounds(1),
            deposit: pounds(1000),
            ..Default::default()
        })
    );
}

#[tokio::test]
async fn a_tenancy_starts_and_a_tenant_ends() {
    let (front, token) = front().await;
    let started = change(
        &front,
        "POST",
        "/api/tenants/5/start",
        &token,
        Body::empty(),
    )
    .await;
    assert_eq!((started.status.as_u16(), started.json()), (200, shown()));
    let body = json!({"leaseEnd": "2026-11-30", "reason": "A new job"});
    let path = "/api/tenants/5/end";
    let ended = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!((ended.status.as_u16(), ended.json()), (200, shown()));
    let asked = front.upstream.asked();
    let start: StartTenancyRequest = asked[0].message();
    let end: EndTenantRequest = asked[1].message();
    let (etag, request_id) = ("\"4\"".to_owned(), "2f7c1f6e-key".to_owned());
    assert_eq!(
        start,
        StartTenancyRequest {
            tenant_id: 5,
            etag: etag.clone(),
            request_id: request_id.clone(),
        }
    );
    assert_eq!(
        end,
        EndTenantRequest {
            ended_by: 0,
            notice_date: None,
            tenant_id: 5,
            leave_date: day(2026, 11, 30),
            reason: "A new job".to_owned(),
            etag,
            request_id,
            ..EndTenantRequest::default()
        }
    );
    front
        .upstream
        .on::<StartTenancyResponse>(StartTenancyRequest::PATH, || {
            Err(into_status(Error::FailedPrecondition {
                reason: "TENANCY_STARTS_LATER",
                message: "The tenancy starts on 1 January 2027.",
            }))
        });
    let early = front.post("/api/tenants/5/start", &token, &json!({})).await;
    assert_eq!(
        (early.status.as_u16(), early.reason().as_str()),
        (409, "TENANCY_STARTS_LATER")
    );
}
