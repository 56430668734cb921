//! Asking for references and giving them.

use axum::body::Body;
use lintel_core::{Error, Role, Violations};
use lintel_proto::{
    Rpc as _,
    status::into_status,
    tenancy::v1::{
        DeclineEmployerReferenceRequest, DeclineEmployerReferenceResponse,
        DeclineGuarantorReferenceRequest, DeclineGuarantorReferenceResponse, EmployerForm,
        GiveEmployerReferenceRequest, GiveEmployerReferenceResponse, GiveGuarantorReferenceRequest,
        GiveGuarantorReferenceResponse, GuarantorForm, ListReferenceRequestsRequest,
        ListReferenceRequestsResponse, OpenEmployerRequestRequest, OpenEmployerRequestResponse,
        OpenGuarantorRequestRequest, OpenGuarantorRequestResponse, ReferenceKind, ReferenceRequest,
        ReferenceState, SendReferenceRequest, SendReferenceResponse,
    },
};
use lintel_testkit::tokens::outsider;
use serde_json::json;

use super::{
    applications::application,
    front::Front,
    tenants::{change, day, named, pounds},
};

const PNG: &str = "data:image/png;base64,iVBORw0KGgo=";

#[tokio::test]
async fn a_guarantor_sees_what_is_asked_and_nothing_once_it_was_given() {
    let front = Front::new().await;
    let open = || OpenGuarantorRequestResponse {
        completed: false,
        tenant_name: "Grace Hopper".to_owned(),
        property_address: "212 Ashmead Road".to_owned(),
        monthly_rent: pounds(900),
        declined: false,
        organisation_id: 11,
    };
    let path = "/api/guarantor-verify/t0k";
    front
        .upstream
        .on(OpenGuarantorRequestRequest::PATH, move || Ok(open()));
    assert_eq!(
        front.get(path, "").await.json(),
        json!({"tenantName": "Grace Hopper", "propertyAddress": "212 Ashmead Road", "monthlyRent": "900.00",
            "status": "pending", "guarantorVerified": false})
    );
    front
        .upstream
        .on(OpenGuarantorRequestRequest::PATH, move || {
            Ok(OpenGuarantorRequestResponse {
                completed: true,
                ..open()
            })
        });
    assert_eq!(
        front.get(path, "").await.json(),
        json!({"status": "completed", "guarantorVerified": true})
    );
    front
        .upstream
        .on(OpenGuarantorRequestRequest::PATH, move || {
            Ok(OpenGuarantorRequestResponse {
                completed: true,
                declined: true,
                ..open()
            })
        });
    assert_eq!(
        front.get(path, "").await.json(),
        json!({"status": "declined", "guarantorVerified": false})
    );
}

#[tokio::test]
async fn an_employer_sees_what_is_asked_and_nothing_once_it_was_given() {
    let front = Front::new().await;
    let open = || OpenEmployerRequestResponse {
        completed: false,
        tenant_name: "Grace Hopper".to_owned(),
        property_address: "212 Ashmead Road".to_owned(),
        monthly_rent: pounds(900),
        tenant_email: "grace@example.com".to_owned(),
        declined: false,
        organisation_id: 11,
    };
    let path = "/api/employer-verify/t0k";
    front
        .upstream
        .on(OpenEmployerRequestRequest::PATH, move || Ok(open()));
    assert_eq!(
        front.get(path, "").await.json(),
        json!({"tenantName": "Grace Hopper", "propertyAddress": "212 Ashmead Road", "monthlyRent": "900.00",
            "tenantEmail": "grace@example.com", "status": "pending", "employerVerified": false})
    );
    front
        .upstream
        .on(OpenEmployerRequestRequest::PATH, move || {
            Ok(OpenEmployerRequestResponse {
                completed: true,
                ..open()
            })
        });
    assert_eq!(
        front.get(path, "").await.json(),
        json!({"status": "completed", "employerVerified": true})
    );
    front
        .upstream
        .on(OpenEmployerRequestRequest::PATH, move || {
            Ok(OpenEmployerRequestResponse {
                completed: true,
                declined: true,
                ..open()
            })
        });
    assert_eq!(
        front.get(path, "").await.json(),
        json!({"status": "declined", "employerVerified": false})
    );
}

#[tokio::test]
async fn a_guarantors_form_reaches_the_service_with_every_field() {
    let front = Front::new().await;
    front.upstream.on(GiveGuarantorReferenceRequest::PATH, || {
        Ok(GiveGuarantorReferenceResponse {})
    });
    let body = json!({"fullName": "Mary Hopper", "email": "mary@example.com", "phone": "07700 900124",
        "address": "9 Low Street, Leeds", "dateOfBirth": "1960-02-29", "relationship": "parent", "occupation": "Nurse",
        "employerName": "NHS", "annualIncome": "£52,000", "agreedToGuarantee": true, "signature": PNG,
        "guarantorVerified": false});
    let path = "/api/guarantor-verify/t0k";
    let answer = change(&front, "POST", path, "", body.to_string().into()).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json()["guarantorVerified"], true);
    assert!(answer.json()["message"].is_string());
    let asked: GiveGuarantorReferenceRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        GiveGuarantorReferenceRequest {
            token: "t0k".to_owned(),
            form: Some(GuarantorForm {
                display_name: "Mary Hopper".to_owned(),
                email: "mary@example.com".to_owned(),
                phone: "07700 900124".to_owned(),
                address: "9 Low Street, Leeds".to_owned(),
                date_of_birth: day(1960, 2, 29),
                relationship: "parent".to_owned(),
                occupation: "Nurse".to_owned(),
                employer_name: "NHS".to_owned(),
                annual_income: pounds(52_000),
                agreed_to_guarantee: true,
            }),
            signature: PNG.to_owned(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
}

#[tokio::test]
async fn an_employers_form_reaches_the_service_with_every_field() {
    let front = Front::new().await;
    front.upstream.on(GiveEmployerReferenceRequest::PATH, || {
        Ok(GiveEmployerReferenceResponse {})
    });
    let body = json!({"companyName": "Harbour Ltd", "contactName": "Hal", "position": "HR", "email": "hr@example.com",
        "phone": "0117 4960000", "companyAddress": "1 Quay, Bristol", "employeePosition": "Engineer",
        "employmentStartDate": "2024-09-01", "employmentType": "full-time", "annualSalary": 31200,
        "contractType": "permanent", "additionalComments": "Good", "confirmedDetails": true, "signature": PNG});
    let path = "/api/employer-verify/t0k";
    let answer = change(&front, "POST", path, "", body.to_string().into()).await;
    assert_eq!(answer.json()["employerVerified"], true, "{answer:?}");
    let asked: GiveEmployerReferenceRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        GiveEmployerReferenceRequest {
            token: "t0k".to_owned(),
            form: Some(EmployerForm {
                company_name: "Harbour Ltd".to_owned(),
                contact_name: "Hal".to_owned(),
                position: "HR".to_owned(),
                email: "hr@example.com".to_owned(),
                phone: "0117 4960000".to_owned(),
                company_address: "1 Quay, Bristol".to_owned(),
                employee_position: "Engineer".to_owned(),
                employment_start_date: day(2024, 9, 1),
                employment_type: "full-time".to_owned(),
                annual_salary: pounds(31_200),
                contract_type: "permanent".to_owned(),
                additional_comments: "Good".to_owned(),
                confirmed_details: true,
            }),
            signature: PNG.to_owned(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
}

#[tokio::test]
async fn what_the_service_refuses_of_a_form_is_named_as_the_form_names_it() {
    let front = Front::new().await;
    front.upstream.on::<GiveGuarantorReferenceResponse>(
        GiveGuarantorReferenceRequest::PATH,
        || {
            let mut violations = Violations::default();
            for field in [
                "display_name",
                "annual_income",
                "agreed_to_guarantee",
                "signature",
            ] {
                violations.add(field, "Please fill this in.");
            }
            Err(into_status(Error::Invalid {
                reason: "REFERENCE_INVALID",
                violations,
            }))
        },
    );
    let refused = front
        .post("/api/guarantor-verify/t0k", "", &json!({}))
        .await;
    assert_eq!(
        (refused.status.as_u16(), refused.reason().as_str()),
        (422, "REFERENCE_INVALID")
    );
    assert_eq!(
        named(&refused),
        ["agreedToGuarantee", "annualIncome", "fullName", "signature"]
    );
    front.upstream.on::<GiveGuarantorReferenceResponse>(
        GiveGuarantorReferenceRequest::PATH,
        || {
            Err(into_status(Error::FailedPrecondition {
                reason: "REFERENCE_ALREADY_GIVEN",
                message: "This reference was given already.",
            }))
        },
    );
    let again = front
        .post("/api/guarantor-verify/t0k", "", &json!({}))
        .await;
    assert_eq!(
        (again.status.as_u16(), again.reason().as_str()),
        (409, "REFERENCE_ALREADY_GIVEN")
    );
}

#[tokio::test]
async fn both_may_decline_with_a_reason() {
    let front = Front::new().await;
    front
        .upstream
        .on(DeclineGuarantorReferenceRequest::PATH, || {
            Ok(DeclineGuarantorReferenceResponse {})
        });
    front
        .upstream
        .on(DeclineEmployerReferenceRequest::PATH, || {
            Ok(DeclineEmployerReferenceResponse {})
        });
    for (path, body) in [
        ("/api/guarantor-verify/t0k/decline", json!({"reason": "No"})),
        ("/api/employer-verify/t0k/decline", json!({})),
    ] {
        let answer = front.post(path, "", &body).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        assert!(answer.json()["message"].is_string());
    }
    let asked = front.upstream.asked();
    let guarantor: DeclineGuarantorReferenceRequest = asked[0].message();
    let employer: DeclineEmployerReferenceRequest = asked[1].message();
    assert_eq!(
        (guarantor.token.as_str(), guarantor.reason.as_str()),
        ("t0k", "No")
    );
    assert_eq!(
        (employer.token.as_str(), employer.reason.as_str()),
        ("t0k", "")
    );
}

#[tokio::test]
async fn a_landlord_sends_a_link_again() {
    let front = Front::new().await;
    front.upstream.on(SendReferenceRequest::PATH, || {
        Ok(SendReferenceResponse {
            application: Some(application()),
        })
    });
    let (_, token) = front.landlord();
    let path = "/api/tenant-applications/77/references/employer/send";
    let answer = change(&front, "POST", path, &token, Body::empty()).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("etag")),
        (202, "\"4\"")
    );
    let asked: SendReferenceRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        SendReferenceRequest {
            application_id: 77,
            kind: ReferenceKind::Employer.into(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
    for (path, reason) in [
        ("77/references/friend/send", "REFERENCE_NOT_FOUND"),
        ("x/references/employer/send", "APPLICATION_NOT_FOUND"),
    ] {
        let path = format!("/api/tenant-applications/{path}");
        let answer = front.post(&path, &token, &json!({})).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason().as_str()),
            (404, reason)
        );
    }
}

#[tokio::test]
async fn accounts_of_employers_and_guarantors_see_what_is_asked_of_them() {
    let front = Front::new().await;
    front.upstream.on(ListReferenceRequestsRequest::PATH, || {
        let asked = |kind: ReferenceKind, state: ReferenceState, token: &str| ReferenceRequest {
            kind: kind.into(),
            tenant_name: "Grace Hopper".to_owned(),
            property_address: "212 Ashmead Road".to_owned(),
            state: state.into(),
            token: token.to_owned(),
            send_time: Some(prost_types::Timestamp::default()),
            agreement_application_id: if token.is_empty() { 41 } else { 0 },
            may_sign: token.is_empty(),
        };
        Ok(ListReferenceRequestsResponse {
            reference_requests: vec![
                asked(ReferenceKind::Employer, ReferenceState::Requested, "t0k"),
                asked(ReferenceKind::Guarantor, ReferenceState::Requested, "t1k"),
                asked(ReferenceKind::Guarantor, ReferenceState::Given, ""),
            ],
        })
    });
    let employer = front.mint.token(&outsider(9, Role::Employer)).unwrap();
    let list = front.get("/api/reference-requests", &employer).await.json();
    assert_eq!(
        list[0],
        json!({"kind": "employer", "tenantName": "Grace Hopper", "propertyAddress": "212 Ashmead Road",
            "state": "requested", "url": "http://lintel.test/employer-verify/t0k", "sentAt": "1970-01-01T00:00:00Z",
            "agreementApplicationId": null, "maySign": false})
    );
    assert_eq!(list[1]["url"], "http://lintel.test/guarantor-verify/t1k");
    assert_eq!(list[2]["url"], json!(null));
    assert_eq!(list[2]["agreementApplicationId"], 41);
    assert_eq!(list[2]["maySign"], true);
    let (_, landlord) = front.landlord();
    let refused = front.get("/api/reference-requests", &landlord).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
}
