//! Applications from JSON to the contract and back.

use axum::body::Body;
use lintel_core::{Error, Role, Violations};
use lintel_proto::{
    Rpc as _,
    status::into_status,
    tenancy::v1::{
        Affordability, Application, ApplicationSort, ApplicationStatus, Checks,
        CreateApplicationRequest, CreateApplicationResponse, Document, DocumentStatus,
        DocumentType, EmployerForm, GetApplicationRequest, GetApplicationResponse,
        GetApplicationSummaryRequest, GetApplicationSummaryResponse, GuarantorForm,
        ListApplicationsRequest, ListApplicationsResponse, ListOpenHomesRequest,
        ListOpenHomesResponse, MoveInStep, MoveInStepState, Nation, OpenHome, OpenRoom, Reference,
        ReferenceKind, ReferenceState, SimpleApplication, StatusCount, TimelineEntry,
        UpdateApplicationRequest, UpdateApplicationResponse, WithdrawApplicationRequest,
        WithdrawApplicationResponse,
    },
};
use lintel_testkit::tokens::outsider;
use prost_types::Timestamp;
use serde_json::{Value, json};

use super::{
    front::Front,
    tenants::{change, day, named, pounds},
};

fn moment() -> Option<Timestamp> {
    Some(Timestamp::default())
}

pub(super) fn document() -> Document {
    Document {
        document_id: 21,
        document_type: DocumentType::PassportOrId.into(),
        title: "Passport".to_owned(),
        status: DocumentStatus::Rejected.into(),
        reason: "Out of date".to_owned(),
        media_type: "application/pdf".to_owned(),
        size_bytes: 48_213,
        create_time: moment(),
        open_time: None,
    }
}

pub(super) fn shown_document() -> Value {
    json!({"id": 21, "type": "passportOrId", "title": "Passport", "status": "rejected", "reason": "Out of date",
        "mediaType": "application/pdf", "sizeBytes": 48213, "createdAt": "1970-01-01T00:00:00Z", "openedAt": null})
}

fn reference(kind: ReferenceKind) -> Reference {
    Reference {
        kind: kind.into(),
        state: ReferenceState::Requested.into(),
        email: "ref@example.com".to_owned(),
        send_time: moment(),
        expire_time: moment(),
        ..Default::default()
    }
}

fn shown_reference(kind: &str) -> Value {
    json!({"kind": kind, "state": "requested", "email": "ref@example.com", "sentAt": "1970-01-01T00:00:00Z",
        "expiresAt": "1970-01-01T00:00:00Z", "answeredAt": null, "declineReason": null, "waiveReason": null, "guarantorForm": null,
        "employerForm": null, "signature": null})
}

pub(super) fn application() -> Application {
    let text = str::to_owned;
    Application {
        steps: vec![MoveInStep {
            step: text("astGenerated"),
            state: MoveInStepState::Next.into(),
            actor: text("Landlord"),
            note: String::new(),
        }],
        nation: Nation::England.into(),
        agreement_state: 0,
        application_id: 77,
        property_id: 42,
        property_display_name: text("Ashmead House"),
        property_address: text("212 Ashmead Road, BS4 2AD"),
        property_type: text("HMO"),
        room_id: Some(6),
        room_number: Some(text("2")),
        home_rent: pounds(480),
        display_name: text("Grace Hopper"),
        email: text("grace@example.com"),
        phone: text("07700 900123"),
        address: text("1 High Street"),
        date_of_birth: day(1990, 12, 9),
        nationality: text("British"),
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
        additional_notes: String::new(),
        status: ApplicationStatus::DocumentsRequired.into(),
        current_step: 2,
        progress: 40,
        landlord_notes: text("A payslip, please."),
        rejection_reason: String::new(),
        approve_time: None,
        withdraw_time: moment(),
        requested_documents: vec![DocumentType::BankStatements.into()],
        timeline: vec![TimelineEntry {
            event: text("submitted"),
            time: moment(),
            description: text("Application submitted"),
            actor: text("Applicant"),
        }],
        documents: vec![document()],
        guarantor: Some(reference(ReferenceKind::Guarantor)),
        employer: Some(reference(ReferenceKind::Employer)),
        checks: Some(Checks {
            employer_verified: false,
            guarantor_verified: true,
            landlord_approval: false,
            agreement_generated: true,
            agreement_signed: false,
            move_in_completed: true,
        }),
        affordability: Some(Affordability {
            annual_income: pounds(31_200),
            needed_income: pounds(14_400),
            income_multiple: text("65.0"),
            guarantor_income: None,
            guarantor_needed_income: pounds(17_280),
            guarantor_multiple: String::new(),
        }),
        notices: vec![text("The employer writes from a free mail service.")],
        tenant_id: 0,
        version: 4,
        create_time: moment(),
        update_time: moment(),
    }
}

pub(super) fn shown() -> Value {
    let mut shown = json!({
        "id": 77, "tenantId": null, "propertyId": 42, "propertyName": "Ashmead House",
        "propertyAddress": "212 Ashmead Road, BS4 2AD", "propertyType": "HMO", "roomId": 6, "roomNumber": "2",
        "homeRent": "480.00", "tenantName": "Grace Hopper", "email": "grace@example.com", "phone": "07700 900123",
        "address": "1 High Street", "dateOfBirth": "1990-12-09", "nationality": "British",
        "employmentStatus": "full-time", "employerName": "Harbour Ltd", "employerPhone": "0117 4960000",
        "employerEmail": "hr@example.com", "position": "Engineer", "monthlyIncome": "2600.00",
        "guarantorName": "Mary Hopper", "guarantorPhone": "07700 900124", "guarantorEmail": "mary@example.com",
        "guarantorRelationship": "parent", "moveInDate": "2027-01-01", "additionalNotes": null
    });
    let decided = json!({
        "status": "Documents Required", "currentStep": 2, "progress": 40, "landlordNotes": "A payslip, please.",
        "rejectionReason": null, "approvedAt": null, "withdrawnAt": "1970-01-01T00:00:00Z",
        "requestedDocuments": ["bankStatements"],
        "timeline": [{"event": "submitted", "timestamp": "1970-01-01T00:00:00Z",
            "description": "Application submitted", "actor": "Applicant"}],
        "documents": [shown_document()], "guarantor": shown_reference("guarantor"),
        "employer": shown_reference("employer"), "guarantorVerified": true, "employerVerified": false,
        "checks": {"employerVerified": false, "guarantorVerified": true, "landlordApproval": false,
            "astGenerated": true, "astSigned": false, "moveInCompleted": true},
        "steps": [{"step": "astGenerated", "state": "next", "actor": "Landlord", "note": null}],
        "nation": "England", "agreementState": null,
        "affordability": {"annualIncome": "31200.00", "neededIncome": "14400.00", "incomeMultiple": "65.0",
            "guarantorIncome": null, "guarantorNeededIncome": "17280.00", "guarantorMultiple": null},
        "notices": ["The employer writes from a free mail service."],
        "version": 4, "createdAt": "1970-01-01T00:00:00Z", "updatedAt": "1970-01-01T00:00:00Z"
    });
    let decided = decided.as_object().unwrap().clone();
    shown.as_object_mut().unwrap().extend(decided);
    shown
}

async fn front() -> (Front, String) {
    let front = Front::new().await;
    front.upstream.on(GetApplicationRequest::PATH, || {
        Ok(GetApplicationResponse {
            application: Some(application()),
        })
    });
    front.upstream.on(UpdateApplicationRequest::PATH, || {
        Ok(UpdateApplicationResponse {
            application: Some(application()),
        })
    });
    let (_, token) = front.landlord();
    (front, token)
}

#[tokio::test]
async fn an_application_is_shown_whole_and_without_a_token() {
    let (front, token) = front().await;
    let path = "/api/tenant-applications/77";
    let answer = front.get(path, &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("etag"), "\"4\"");
    assert_eq!(answer.json(), shown());
    let missing = front.get("/api/tenant-applications/0", &token).await;
    assert_eq!(missing.reason(), "APPLICATION_NOT_FOUND");
}

#[tokio::test]
async fn references_that_were_given_are_shown_with_form_and_signature() {
    let (front, token) = front().await;
    front.upstream.on(GetApplicationRequest::PATH, || {
        let guarantor = Reference {
            state: ReferenceState::Given.into(),
            answer_time: moment(),
            guarantor: Some(GuarantorForm {
                display_name: "Mary Hopper".to_owned(),
                date_of_birth: day(1960, 2, 29),
                annual_income: pounds(52_000),
                agreed_to_guarantee: true,
                ..Default::default()
            }),
            signature: b"\x89PNG\r\n\x1a\n".to_vec(),
            ..reference(ReferenceKind::Guarantor)
        };
        let employer = Reference {
            state: ReferenceState::Declined.into(),
            decline_reason: "No".to_owned(),
            employer: Some(EmployerForm {
                company_name: "Harbour Ltd".to_owned(),
                employment_start_date: day(2024, 9, 1),
                annual_salary: pounds(31_200),
                confirmed_details: true,
                ..Default::default()
            }),
            ..reference(ReferenceKind::Employer)
        };
        Ok(GetApplicationResponse {
            application: Some(Application {
                guarantor: Some(guarantor),
                employer: Some(employer),
                ..application()
            }),
        })
    });
    let answer = front.get("/api/tenant-applications/77", &token).await;
    let (guarantor, employer) = (&answer.json()["guarantor"], &answer.json()["employer"]);
    assert_eq!(guarantor["state"], "given");
    assert_eq!(guarantor["signature"], "data:image/png;base64,iVBORw0KGgo=");
    assert_eq!(
        guarantor["guarantorForm"],
        json!({"fullName": "Mary Hopper", "email": "", "phone": "", "address": "", "dateOfBirth": "1960-02-29",
            "relationship": "", "occupation": "", "employerName": "", "annualIncome": "52000.00",
            "agreedToGuarantee": true})
    );
    assert_eq!(employer["declineReason"], "No");
    assert_eq!(
        employer["employerForm"],
        json!({"companyName": "Harbour Ltd", "contactName": "", "position": "", "email": "", "phone": "",
            "companyAddress": "", "employeePosition": "", "employmentStartDate": "2024-09-01", "employmentType": "",
            "annualSalary": "31200.00", "contractType": "", "additionalComments": null, "confirmedDetails": true})
    );
}

#[tokio::test]
async fn the_list_is_narrowed_and_sorted() {
    let (front, token) = front().await;
    front.upstream.on(ListApplicationsRequest::PATH, || {
        Ok(ListApplicationsResponse {
            applications: vec![application()],
            next_page_token: "next".to_owned(),
        })
    });
    let query = "propertyId=42&status=Submitted,Background%20Check&search=grace&sort=home";
    let path = format!("/api/tenant-applications?{query}&pageSize=1");
    let answer = front.get(&path, &token).await;
    assert_eq!(answer.json(), json!([shown()]));
    let link =
        format!("</api/tenant-applications?{query}&pageSize=1&pageToken=next>; rel=\"next\"");
    assert_eq!(answer.header("link"), link);
    let asked: ListApplicationsRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        ListApplicationsRequest {
            property_id: 42,
            statuses: vec![
                ApplicationStatus::Submitted.into(),
                ApplicationStatus::BackgroundCheck.into()
            ],
            search: "grace".to_owned(),
            sort: ApplicationSort::Home.into(),
            page_size: 1,
            page_token: String::new(),
        }
    );
    let path = "/api/tenant-applications?status=Maybe&sort=rent&propertyId=x";
    let refused = front.get(path, &token).await;
    assert_eq!(named(&refused), ["propertyId", "sort", "status"]);
}

#[tokio::test]
async fn every_status_is_counted() {
    let (front, token) = front().await;
    front.upstream.on(GetApplicationSummaryRequest::PATH, || {
        Ok(GetApplicationSummaryResponse {
            total: 4,
            statuses: vec![StatusCount {
                status: ApplicationStatus::Submitted.into(),
                count: 3,
            }],
            withdrawn: 1,
        })
    });
    let path = "/api/tenant-applications/analytics";
    assert_eq!(
        front.get(path, &token).await.json(),
        json!({"total": 4, "statuses": [{"status": "Submitted", "count": 3}], "withdrawn": 1})
    );
}

fn home(property_id: i64, rooms: &[i64]) -> OpenHome {
    let rooms = rooms.iter().map(|id| OpenRoom {
        room_id: *id,
        monthly_rent: pounds(450),
        ..Default::default()
    });
    OpenHome {
        property_id,
        monthly_rent: pounds(900),
        rooms: rooms.collect(),
        ..Default::default()
    }
}

#[tokio::test]
async fn a_tenants_account_applies_for_a_home_that_it_may_apply_for() {
    let front = Front::new().await;
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    front.upstream.on(ListOpenHomesRequest::PATH, || {
        Ok(ListOpenHomesResponse {
            homes: vec![home(41, &[]), home(42, &[6, 7])],
            invited_property_id: 42,
            invited_room_id: Some(7),
        })
    });
    front.upstream.on(CreateApplicationRequest::PATH, || {
        Ok(CreateApplicationResponse {
            application: Some(application()),
        })
    });
    let homes = front.get("/api/tenant-applications/homes", &token).await;
    let homes = homes.json();
    assert_eq!(homes[0]["monthlyRent"], "900.00");
    let invited = |place: &Value| place["isInvited"].clone();
    assert_eq!(
        (invited(&homes[0]), invited(&homes[1])),
        (json!(false), json!(true))
    );
    let rooms: Vec<_> = homes[1]["rooms"]
        .as_array()
        .unwrap()
        .iter()
        .map(invited)
        .collect();
    assert_eq!(rooms, [json!(false), json!(true)]);
    let body = json!({"tenantName": "Grace Hopper", "email": "grace@example.com", "phone": "07700 900123",
        "dateOfBirth": "1990-12-09", "nationality": "British", "employmentStatus": "full-time", "monthlyIncome": "2,600",
        "propertyId": 42, "roomId": 6, "guarantorEmail": "mary@example.com", "employerEmail": "hr@example.com",
        "guarantorToken": "mine", "employerToken": "mine", "status": "Approved"});
    let path = "/api/tenant-applications";
    let answer = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (201, shown()));
    assert_eq!(answer.header("location"), "/api/tenant-applications/77");
    let asked: CreateApplicationRequest = front.upstream.asked().pop().unwrap().message();
    assert_eq!(
        asked,
        CreateApplicationRequest {
            application: Some(SimpleApplication {
                display_name: "Grace Hopper".to_owned(),
                email: "grace@example.com".to_owned(),
                phone: "07700 900123".to_owned(),
                date_of_birth: day(1990, 12, 9),
                nationality: "British".to_owned(),
                employment_status: "full-time".to_owned(),
                monthly_income: pounds(2600),
                property_id: 42,
                room_id: Some(6),
                guarantor_email: "mary@example.com".to_owned(),
                employer_email: "hr@example.com".to_owned(),
            }),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
    front
        .upstream
        .on::<CreateApplicationResponse>(CreateApplicationRequest::PATH, || {
            let mut violations = Violations::default();
            violations.add("display_name", "Name must be at least 2 characters");
            violations.add("guarantor_email", "Invalid email address");
            Err(into_status(Error::Invalid {
                reason: "APPLICATION_INVALID",
                violations,
            }))
        });
    let refused = front.post(path, &token, &json!({})).await;
    assert_eq!(named(&refused), ["guarantorEmail", "tenantName"]);
    let (_, landlord) = front.landlord();
    let refused = front.post(path, &landlord, &json!({})).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
}

#[tokio::test]
async fn a_decision_names_the_fields_of_its_body_and_uses_the_servers_clock() {
    let (front, token) = front().await;
    let body = json!({"status": "Approved", "landlordNotes": "Welcome", "rejectionReason": null,
        "requestedDocuments": ["passportOrId", "rightToRent"], "jointWith": 76, "approvedAt": "2020-01-01T00:00:00Z",
        "timeline": [], "version": 1});
    let path = "/api/tenant-applications/77";
    let answer = change(&front, "PATCH", path, &token, body.to_string().into()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (200, shown()));
    let asked: UpdateApplicationRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked.update_mask.unwrap().paths,
        [
            "status",
            "landlord_notes",
            "rejection_reason",
            "requested_documents"
        ]
    );
    assert_eq!(
        (asked.joint_with_application_id, asked.etag.as_str()),
        (76, "\"4\"")
    );
    assert_eq!(
        asked.application,
        Some(Application {
            application_id: 77,
            status: ApplicationStatus::Approved.into(),
            landlord_notes: "Welcome".to_owned(),
            requested_documents: vec![
                DocumentType::PassportOrId.into(),
                DocumentType::RightToRent.into()
            ],
            ..Default::default()
        })
    );
    for bad in [json!(["payslip"]), json!("passportOrId"), json!([1])] {
        let body = json!({"status": "Let in", "requestedDocuments": bad});
        let refused = change(&front, "PATCH", path, &token, body.to_string().into()).await;
        assert_eq!(named(&refused), ["requestedDocuments", "status"]);
    }
    front
        .upstream
        .on::<UpdateApplicationResponse>(UpdateApplicationRequest::PATH, || {
            Err(into_status(Error::Conflict {
                reason: "HOME_ALREADY_APPROVED",
                message: "The application of Ben is approved for this home.".to_owned(),
            }))
        });
    let body = json!({"status": "Approved"});
    let refused = change(&front, "PATCH", path, &token, body.to_string().into()).await;
    assert_eq!(
        (refused.status.as_u16(), refused.reason().as_str()),
        (409, "HOME_ALREADY_APPROVED")
    );
    assert_eq!(
        refused.json()["detail"],
        "The application of Ben is approved for this home."
    );
}

#[tokio::test]
async fn an_applicants_account_withdraws() {
    let front = Front::new().await;
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    front.upstream.on(WithdrawApplicationRequest::PATH, || {
        Ok(WithdrawApplicationResponse {
            application: Some(application()),
        })
    });
    let path = "/api/tenant-applications/77/withdraw";
    let answer = change(&front, "POST", path, &token, Body::empty()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (200, shown()));
    let asked: WithdrawApplicationRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        (asked.application_id, asked.request_id.as_str()),
        (77, "2f7c1f6e-key")
    );
}
