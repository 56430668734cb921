//! Jobs of contractors, from JSON to the contract and back.

use axum::body::Body;
use lintel_core::Role;
use lintel_proto::{
    Rpc as _,
    maintenance::v1::{
        AcceptJobRequest, AcceptJobResponse, CallOffJobRequest, CallOffJobResponse, ContractorJob,
        DecideJobTimeRequest, DecideJobTimeResponse, FinishJobRequest, FinishJobResponse,
        GetMaintenanceRequestRequest, GetMaintenanceRequestResponse, Job, JobState, JobTime,
        JudgeReportRequest, JudgeReportResponse, MaintenanceCategory, MaintenancePriority,
        OfferJobRequest, OfferJobResponse, OpenJobRequest, OpenJobResponse, ProposeJobTimeRequest,
        ProposeJobTimeResponse, ReadJobFileRequest, ReadJobFileResponse, Urgency,
    },
};
use lintel_testkit::tokens::outsider;
use prost_types::Timestamp;
use serde_json::{Value, json};

use super::{
    front::Front,
    maintenance::{boiler, shown as shown_request},
    tenants::{change, day, pounds},
    viewings::clock,
};

const KEY: &str = "2f7c1f6e-key";

fn time() -> Option<JobTime> {
    Some(JobTime {
        job_date: day(2026, 12, 5),
        start_time: clock(9, 30),
        end_time: clock(11, 30),
    })
}

fn shown_time() -> Value {
    json!({"jobDate": "2026-12-05", "startTime": "09:30", "endTime": "11:30"})
}

fn job() -> Option<Job> {
    Some(Job {
        state: JobState::Proposed.into(),
        contractor_id: 4,
        contractor_name: "Severnside Heating Ltd".to_owned(),
        asked_time: None,
        proposed_time: time(),
        agreed_time: None,
        answer_by_time: Some(Timestamp::default()),
        cost_limit: pounds(250),
        access: String::new(),
        key_code: "4711".to_owned(),
        tenant_contact: true,
        tenant_agreed: false,
        message: "After lunch".to_owned(),
        offer_time: Some(Timestamp::default()),
        answer_time: Some(Timestamp::default()),
        done_time: None,
        report: String::new(),
        invoice_total: None,
        invoice_number: String::new(),
    })
}

fn shown_job() -> Value {
    json!({
        "state": "proposed", "contractorId": 4, "contractorName": "Severnside Heating Ltd", "askedTime": null,
        "proposedTime": shown_time(), "agreedTime": null, "answerBy": "1970-01-01T00:00:00Z", "costLimit": "250.00",
        "access": null, "keyCode": "4711", "tenantContact": true, "tenantAgreed": false, "message": "After lunch",
        "offeredAt": "1970-01-01T00:00:00Z", "answeredAt": "1970-01-01T00:00:00Z", "doneAt": null, "report": null,
        "invoiceTotal": null, "invoiceNumber": null
    })
}

fn page(state: JobState) -> Option<ContractorJob> {
    Some(ContractorJob {
        maintenance_request_id: 118,
        organisation_name: "Okafor Lettings".to_owned(),
        contractor_name: "Severnside Heating Ltd".to_owned(),
        state: state.into(),
        title: "No hot water".to_owned(),
        category: MaintenanceCategory::Heating.into(),
        priority: MaintenancePriority::High.into(),
        report_time: Some(Timestamp::default()),
        property_address: "212 Ashmead Road, Bristol".to_owned(),
        property_postcode: "BS6 7QD".to_owned(),
        room_number: Some("3".to_owned()),
        has_key_code: true,
        tenant_name: "Aoife Brennan".to_owned(),
        tenant_phone: "07700 900337".to_owned(),
        asked_time: time(),
        answer_by_time: Some(Timestamp::default()),
        cost_limit: pounds(250),
        proposals_left: 3,
        calendar: b"BEGIN:VCALENDAR\r\n".to_vec(),
        ..ContractorJob::default()
    })
}

fn shown_page() -> Value {
    json!({
        "number": 118, "state": "offered", "organisationName": "Okafor Lettings",
        "contractorName": "Severnside Heating Ltd", "landlord": null,
        "work": {
            "title": "No hot water", "description": null, "category": "Heating & hot water", "priority": "High",
            "emergency": false, "reportedAt": "1970-01-01T00:00:00Z", "propertyAddress": "212 Ashmead Road, Bristol",
            "propertyPostcode": "BS6 7QD", "roomNumber": "3", "access": null, "hasKeyCode": true, "keyCode": null,
            "tenantName": "Aoife Brennan", "tenantPhone": "07700 900337", "askedTime": shown_time(),
            "proposedTime": null, "agreedTime": null, "answerBy": "1970-01-01T00:00:00Z", "costLimit": "250.00",
            "proposalsLeft": 3, "files": [], "doneAt": null, "closesAt": null, "report": null,
            "invoiceTotal": null, "invoiceNumber": null
        }
    })
}

#[tokio::test]
async fn a_landlord_asks_decides_and_calls_off() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let request = || Some(boiler());
    front.upstream.on(OfferJobRequest::PATH, move || {
        Ok(OfferJobResponse {
            maintenance_request: request(),
            job: job(),
        })
    });
    front.upstream.on(DecideJobTimeRequest::PATH, move || {
        Ok(DecideJobTimeResponse {
            maintenance_request: request(),
            job: job(),
        })
    });
    front.upstream.on(CallOffJobRequest::PATH, move || {
        Ok(CallOffJobResponse {
            maintenance_request: request(),
            job: job(),
        })
    });
    let expected = json!({"request": shown_request(), "job": shown_job()});
    let path = "/api/maintenance-requests/7/job";
    let body = json!({"jobDate": "2026-12-05", "startTime": "09:30", "endTime": "11:30", "costLimit": "250",
        "keyCode": "4711", "tenantContact": true});
    let sent = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!((sent.status.as_u16(), sent.json()), (201, expected.clone()));
    let sent = change(&front, "POST", path, &token, "{}".into()).await;
    assert_eq!(sent.status.as_u16(), 201);
    let body = json!({"accept": false, "message": "Mornings only"});
    let decided = format!("{path}/decision");
    let sent = change(&front, "POST", &decided, &token, body.to_string().into()).await;
    assert_eq!((sent.status.as_u16(), sent.json()), (200, expected));
    let off = format!("{path}/call-off");
    let sent = change(&front, "POST", &off, &token, "{}".into()).await;
    assert_eq!(sent.status.as_u16(), 200);

    let asked = front.upstream.asked();
    let offered: OfferJobRequest = asked[0].message();
    let offered = offered.job.unwrap();
    assert_eq!(
        (offered.asked_time, offered.cost_limit),
        (time(), pounds(250))
    );
    let without: OfferJobRequest = asked[1].message();
    assert_eq!(without.job.unwrap().asked_time, None);
    let decided: DecideJobTimeRequest = asked[2].message();
    let expected = DecideJobTimeRequest {
        maintenance_request_id: 7,
        accept: false,
        message: "Mornings only".to_owned(),
        tenant_agreed: false,
        request_id: KEY.to_owned(),
    };
    assert_eq!(decided, expected);
    let called_off: CallOffJobRequest = asked[3].message();
    assert_eq!(called_off.request_id, KEY);
}

#[tokio::test]
async fn a_request_is_read_with_its_job() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(GetMaintenanceRequestRequest::PATH, || {
        Ok(GetMaintenanceRequestResponse {
            maintenance_request: Some(boiler()),
            job: job(),
            ..GetMaintenanceRequestResponse::default()
        })
    });
    let read = front.get("/api/maintenance-requests/7", &token).await;
    assert_eq!(read.json()["job"], shown_job());
}

#[tokio::test]
async fn a_contractor_reads_and_answers_by_the_link_without_signing_in() {
    let front = Front::new().await;
    let offered = || page(JobState::Offered);
    front.upstream.on(OpenJobRequest::PATH, move || {
        Ok(OpenJobResponse { job: offered() })
    });
    front.upstream.on(AcceptJobRequest::PATH, move || {
        Ok(AcceptJobResponse { job: offered() })
    });
    front.upstream.on(ProposeJobTimeRequest::PATH, move || {
        Ok(ProposeJobTimeResponse { job: offered() })
    });
    front.upstream.on(FinishJobRequest::PATH, move || {
        Ok(FinishJobResponse { job: offered() })
    });
    front.upstream.on(ReadJobFileRequest::PATH, || {
        Ok(ReadJobFileResponse {
            media_type: "application/pdf".to_owned(),
            file_name: "invoice.pdf".to_owned(),
            content: b"%PDF-1.7".to_vec(),
        })
    });
    let path = "/api/jobs/a-token";
    assert_eq!(front.get(path, "").await.json(), shown_page());
    let file = front.get("/api/jobs/a-token/calendar", "").await;
    assert_eq!(file.text, "BEGIN:VCALENDAR\r\n");
    assert_eq!(
        file.header("content-disposition"),
        "attachment; filename=\"job.ics\""
    );
    let sent = change(
        &front,
        "POST",
        "/api/jobs/a-token/accept",
        "",
        Body::empty(),
    )
    .await;
    assert_eq!((sent.status.as_u16(), sent.json()), (200, shown_page()));
    let body = json!({"jobDate": "2026-12-05", "startTime": "09:30", "endTime": "11:30"});
    let times = "/api/jobs/a-token/times";
    let sent = change(&front, "POST", times, "", body.to_string().into()).await;
    assert_eq!(sent.status.as_u16(), 200);
    let body = json!({"report": "New valve", "finished": true, "invoiceTotal": "236.88"});
    let report = "/api/jobs/a-token/report";
    let sent = change(&front, "POST", report, "", body.to_string().into()).await;
    assert_eq!(sent.status.as_u16(), 200);
    let read = front.get("/api/jobs/a-token/files/31/content", "").await;
    assert_eq!(read.text, "%PDF-1.7");

    let asked = front.upstream.asked();
    let accepted: AcceptJobRequest = asked[2].message();
    assert_eq!(
        (accepted.token.as_str(), accepted.request_id.as_str()),
        ("a-token", KEY)
    );
    let proposed: ProposeJobTimeRequest = asked[3].message();
    assert_eq!(proposed.proposed_time, time());
    let finished: FinishJobRequest = asked[4].message();
    assert_eq!((finished.finished, finished.proposed_time), (true, None));
    assert_eq!(
        finished.invoice_total.map(|money| money.minor_units),
        Some(23_688)
    );
    let nothing = front.get("/api/jobs/a%20token", "").await;
    assert_eq!(nothing.reason(), "LINK_INVALID");
    let nothing = front.get("/api/jobs/a-token/files/x/content", "").await;
    assert_eq!(nothing.reason(), "ATTACHMENT_NOT_FOUND");
}

#[tokio::test]
async fn a_job_that_was_declined_shows_nothing_of_the_work() {
    let front = Front::new().await;
    front.upstream.on(OpenJobRequest::PATH, || {
        Ok(OpenJobResponse {
            job: Some(ContractorJob {
                maintenance_request_id: 118,
                state: JobState::Declined.into(),
                organisation_name: "Okafor Lettings".to_owned(),
                ..ContractorJob::default()
            }),
        })
    });
    let read = front.get("/api/jobs/a-token", "").await.json();
    assert_eq!(
        (&read["state"], &read["work"]),
        (&json!("declined"), &Value::Null)
    );
}

#[tokio::test]
async fn a_tenant_has_a_report_judged() {
    let front = Front::new().await;
    let tenant = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    front.upstream.on(JudgeReportRequest::PATH, || {
        Ok(JudgeReportResponse {
            priority: MaintenancePriority::High.into(),
            emergency: true,
            respond_by_time: Some(Timestamp::default()),
            fix_by_time: Some(Timestamp::default()),
            advice: "Turn the water off.".to_owned(),
        })
    });
    let body = json!({"category": "Heating & hot water", "title": "No heating", "noHeatingOrHotWater": true,
        "personAtRisk": true});
    let path = "/api/maintenance-requests/judgements";
    let judged = change(&front, "POST", path, &tenant, body.to_string().into()).await;
    let expected = json!({"priority": "High", "emergency": true, "respondBy": "1970-01-01T00:00:00Z",
        "fixBy": "1970-01-01T00:00:00Z", "advice": "Turn the water off."});
    assert_eq!((judged.status.as_u16(), judged.json()), (200, expected));
    let asked: JudgeReportRequest = front.upstream.asked()[0].message();
    let urgency = Urgency {
        no_heating_or_hot_water: Some(true),
        water_coming_in: None,
        person_at_risk: Some(true),
    };
    assert_eq!(asked.urgency, Some(urgency));
}
