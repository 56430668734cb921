//! Inspections from JSON to the contract and back.

use axum::body::Body;
use lintel_core::{Error, Violations};
use lintel_proto::{
    Rpc as _,
    common::v1::{Date, TimeOfDay},
    portfolio::v1::{
        CancelInspectionRequest, CancelInspectionResponse, CertificateSummary, CertificateType,
        CompleteInspectionRequest, CompleteInspectionResponse, ComplianceSummary,
        CreateInspectionRequest, CreateInspectionResponse, Duty, DutyCounts, DutyTotal,
        GetComplianceSummaryRequest, GetComplianceSummaryResponse, GetInspectionRequest,
        GetInspectionResponse, GetInspectionSettingsRequest, GetInspectionSettingsResponse,
        Inspection, InspectionBooking, InspectionProposal, InspectionSettings, InspectionStatus,
        InspectionSummary, InspectionView, ListInspectionProposalsRequest,
        ListInspectionProposalsResponse, ListInspectionsRequest, ListInspectionsResponse,
        ScheduleInspectionsRequest, ScheduleInspectionsResponse, UpdateInspectionRequest,
        UpdateInspectionResponse, UpdateInspectionSettingsRequest,
        UpdateInspectionSettingsResponse,
    },
};
use serde_json::{Value, json};

use super::front::{Front, request};

const PHOTO: &str = "/api/files/0197a0f2-1111-7000-8000-000000000001";

const fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

const fn at(hour: i32, minute: i32) -> Option<TimeOfDay> {
    Some(TimeOfDay { hour, minute })
}

fn overdue() -> Inspection {
    Inspection {
        inspection_id: 7,
        property_id: 42,
        property_display_name: "Ashmead House".to_owned(),
        property_address: "212 Ashmead Road, Bristol".to_owned(),
        inspection_date: day(2026, 11, 19),
        inspection_time: at(9, 5),
        status: InspectionStatus::Scheduled.into(),
        overdue_days: Some(2),
        automatic: true,
        create_time: Some(prost_types::Timestamp::default()),
        update_time: Some(prost_types::Timestamp::default()),
        version: 3,
        ..Default::default()
    }
}

fn shown() -> Value {
    json!({
        "id": 7, "propertyId": 42, "propertyName": "Ashmead House", "propertyAddress": "212 Ashmead Road, Bristol",
        "inspectionDate": "2026-11-19", "inspectionTime": "09:05", "status": "Scheduled", "notes": null,
        "issuesFound": null, "actionRequired": null, "completedAt": null, "mediaFiles": [], "daysOverdue": 2,
        "automatic": true, "changedByUserId": null, "createdAt": "1970-01-01T00:00:00Z",
        "updatedAt": "1970-01-01T00:00:00Z", "version": 3
    })
}

#[tokio::test]
async fn an_inspection_is_shown_in_the_shapes_of_the_contract() {
    let front = Front::new().await;
    front.upstream.on(GetInspectionRequest::PATH, || {
        Ok(GetInspectionResponse {
            inspection: Some(overdue()),
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/property-inspections/7", &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("etag"), "\"3\"");
    assert_eq!(answer.json(), shown());
    for id in ["0", "-1", "x", "99999999999999999999"] {
        let path = format!("/api/property-inspections/{id}");
        let answer = front.get(&path, &token).await;
        assert_eq!(
            (answer.status.as_u16(), answer.reason()),
            (404, "INSPECTION_NOT_FOUND".to_owned())
        );
    }
}

#[tokio::test]
async fn each_list_asks_for_its_view() {
    let front = Front::new().await;
    front.upstream.on(ListInspectionsRequest::PATH, || {
        Ok(ListInspectionsResponse {
            inspections: vec![overdue()],
            next_page_token: String::new(),
        })
    });
    let (_, token) = front.landlord();
    for (path, view, property_id) in [
        ("/api/property-inspections", InspectionView::Unspecified, 0),
        (
            "/api/property-inspections?state=Completed&propertyId=42",
            InspectionView::Completed,
            42,
        ),
        (
            "/api/property-inspections/overdue",
            InspectionView::Overdue,
            0,
        ),
        (
            "/api/property-inspections/upcoming?propertyId=42",
            InspectionView::Upcoming,
            42,
        ),
    ] {
        let answer = front.get(path, &token).await;
        assert_eq!(answer.json(), json!([shown()]), "{path}");
        let asked = front.upstream.asked().pop().unwrap();
        let asked: ListInspectionsRequest = asked.message();
        assert_eq!(
            (asked.view(), asked.property_id),
            (view, property_id),
            "{path}"
        );
    }
    let refused = front
        .get("/api/property-inspections?state=Late&propertyId=x", &token)
        .await;
    assert_eq!(refused.status, 422);
    let errors = refused.json()["errors"].clone();
    assert_eq!(
        errors["state"],
        json!(["Choose Scheduled, Overdue, Upcoming, Completed or Cancelled."])
    );
    assert!(errors["propertyId"].is_array());
}

#[tokio::test]
async fn a_plan_and_a_move_reach_the_service() {
    let front = Front::new().await;
    front.upstream.on(CreateInspectionRequest::PATH, || {
        Ok(CreateInspectionResponse {
            inspection: Some(overdue()),
        })
    });
    front.upstream.on(UpdateInspectionRequest::PATH, || {
        Ok(UpdateInspectionResponse {
            inspection: Some(overdue()),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"propertyId": 42, "inspectionDate": "2026-12-01", "inspectionTime": "14:30", "notes": "Keys"});
    let answer = front.post("/api/property-inspections", &token, &body).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("location")),
        (201, "/api/property-inspections/7")
    );
    let body = json!({"inspectionTime": null, "status": "Completed", "issuesFound": "ignored"});
    let path = "/api/property-inspections/7";
    let mut patch = request("PATCH", path, &token, body.to_string().into());
    patch
        .headers_mut()
        .insert("if-match", "\"3\"".parse().unwrap());
    assert_eq!(front.send(patch).await.status, 200);
    let asked = front.upstream.asked();
    let planned: CreateInspectionRequest = asked[0].message();
    assert_eq!(
        planned.inspection,
        Some(Inspection {
            property_id: 42,
            inspection_date: day(2026, 12, 1),
            inspection_time: at(14, 30),
            notes: "Keys".to_owned(),
            ..Default::default()
        })
    );
    let moved: UpdateInspectionRequest = asked[1].message();
    assert_eq!(moved.update_mask.unwrap().paths, ["inspection_time"]);
    assert_eq!(moved.inspection.unwrap().inspection_id, 7);
    assert_eq!(moved.etag, "\"3\"");

    let body = json!({"propertyId": 42, "inspectionDate": "soon", "inspectionTime": "2pm"});
    let refused = front.post("/api/property-inspections", &token, &body).await;
    let errors = refused.json()["errors"].clone();
    let named: Vec<_> = errors.as_object().unwrap().keys().cloned().collect();
    assert_eq!(named, ["inspectionDate", "inspectionTime"]);
}

#[tokio::test]
async fn an_outcome_and_a_cancellation_reach_the_service() {
    let front = Front::new().await;
    front.upstream.on(CompleteInspectionRequest::PATH, || {
        Ok(CompleteInspectionResponse {
            inspection: Some(Inspection {
                status: InspectionStatus::Completed.into(),
                media_urls: vec![PHOTO.to_owned()],
                issues_found: "Mould".to_owned(),
                overdue_days: None,
                ..overdue()
            }),
        })
    });
    front.upstream.on(CancelInspectionRequest::PATH, || {
        Ok(CancelInspectionResponse {
            inspection: Some(overdue()),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"notes": "n", "issuesFound": "Mould", "actionRequired": "Treat", "mediaFiles": [PHOTO],
        "completedAt": "2026-11-20T15:00:00+00:00"});
    let path = "/api/property-inspections/7/complete";
    let answer = front.post(path, &token, &body).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let shown = answer.json();
    assert_eq!(shown["mediaFiles"], json!([PHOTO]));
    assert_eq!(
        (&shown["issuesFound"], &shown["daysOverdue"]),
        (&json!("Mould"), &Value::Null)
    );
    let mut cancel = request(
        "POST",
        "/api/property-inspections/7/cancel",
        &token,
        Body::empty(),
    );
    cancel
        .headers_mut()
        .insert("if-match", "\"3\"".parse().unwrap());
    assert_eq!(front.send(cancel).await.status, 200);
    let asked = front.upstream.asked();
    let outcome: CompleteInspectionRequest = asked[0].message();
    assert_eq!(
        outcome,
        CompleteInspectionRequest {
            inspection_id: 7,
            notes: "n".to_owned(),
            issues_found: "Mould".to_owned(),
            action_required: "Treat".to_owned(),
            media_urls: vec![PHOTO.to_owned()],
            complete_time: Some(prost_types::Timestamp {
                seconds: 1_795_186_800,
                nanos: 0,
            }),
            ..Default::default()
        }
    );
    let cancelled: CancelInspectionRequest = asked[1].message();
    assert_eq!((cancelled.inspection_id, &*cancelled.etag), (7, "\"3\""));
}

#[tokio::test]
async fn what_the_service_refuses_is_named_as_the_body_names_it() {
    let front = Front::new().await;
    front.upstream.on(CompleteInspectionRequest::PATH, || {
        let mut violations = Violations::default();
        violations.add("media_urls[1]", "Upload the file first.");
        violations.add("complete_time", "Completion must not be in the future.");
        Err::<CompleteInspectionResponse, _>(lintel_runtime::into_status(Error::Invalid {
            reason: "INSPECTION_INVALID",
            violations,
        }))
    });
    let (_, token) = front.landlord();
    let path = "/api/property-inspections/7/complete";
    let answer = front.post(path, &token, &json!({})).await;
    assert_eq!(answer.status, 422);
    assert_eq!(
        answer.json()["errors"],
        json!({"mediaFiles": ["Upload the file first."], "completedAt": ["Completion must not be in the future."]})
    );
}

#[tokio::test]
async fn overdue_ones_are_proposed_and_booked_together() {
    let front = Front::new().await;
    front.upstream.on(ListInspectionProposalsRequest::PATH, || {
        Ok(ListInspectionProposalsResponse {
            proposals: vec![InspectionProposal {
                inspection: Some(overdue()),
                inspection_date: day(2026, 11, 23),
                inspection_time: at(10, 0),
            }],
        })
    });
    front.upstream.on(ScheduleInspectionsRequest::PATH, || {
        Ok(ScheduleInspectionsResponse {
            inspections: vec![overdue()],
        })
    });
    let (_, token) = front.landlord();
    let answer = front
        .get("/api/property-inspections/proposals", &token)
        .await;
    assert_eq!(
        answer.json(),
        json!([{"inspection": shown(), "inspectionDate": "2026-11-23", "inspectionTime": "10:00"}])
    );
    let body = json!({"bookings": [{"inspectionId": 7, "inspectionDate": "2026-11-23", "inspectionTime": "10:00"}]});
    let path = "/api/property-inspections/schedule";
    let answer = front.post(path, &token, &body).await;
    assert_eq!(
        (answer.status.as_u16(), answer.json()),
        (200, json!([shown()]))
    );
    let asked: ScheduleInspectionsRequest = front.upstream.asked().pop().unwrap().message();
    let booking = InspectionBooking {
        inspection_id: 7,
        inspection_date: day(2026, 11, 23),
        inspection_time: at(10, 0),
    };
    assert_eq!(asked.bookings, [booking]);
    let body = json!({"bookings": [{"inspectionId": 7, "inspectionDate": "soon"}]});
    let refused = front.post(path, &token, &body).await;
    let errors = refused.json()["errors"].clone();
    assert!(errors["bookings[0].inspectionDate"].is_array(), "{errors}");
}

#[tokio::test]
async fn settings_are_read_and_put() {
    let front = Front::new().await;
    let settings = InspectionSettings {
        property_id: 42,
        frequency_months: Some(6),
        reminder_days: Some(7),
        auto_schedule: Some(true),
        version: 0,
    };
    front
        .upstream
        .on(GetInspectionSettingsRequest::PATH, move || {
            Ok(GetInspectionSettingsResponse {
                settings: Some(settings),
            })
        });
    front
        .upstream
        .on(UpdateInspectionSettingsRequest::PATH, move || {
            Ok(UpdateInspectionSettingsResponse {
                settings: Some(InspectionSettings {
                    version: 1,
                    ..settings
                }),
            })
        });
    let (_, token) = front.landlord();
    let path = "/api/properties/42/inspection-settings";
    let answer = front.get(path, &token).await;
    assert_eq!(answer.header("etag"), "\"0\"");
    assert_eq!(
        answer.json(),
        json!({"frequencyMonths": 6, "reminderDays": 7, "autoSchedule": true, "version": 0})
    );
    let body = json!({"frequencyMonths": 12, "autoSchedule": false}).to_string();
    let mut put = request("PUT", path, &token, body.into());
    put.headers_mut()
        .insert("if-match", "\"0\"".parse().unwrap());
    let answer = front.send(put).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("etag")),
        (200, "\"1\"")
    );
    let asked: UpdateInspectionSettingsRequest = front.upstream.asked().pop().unwrap().message();
    assert_eq!(asked.etag, "\"0\"");
    assert_eq!(
        asked.settings,
        Some(InspectionSettings {
            property_id: 42,
            frequency_months: Some(12),
            auto_schedule: Some(false),
            ..Default::default()
        })
    );
    let body = json!({"frequencyMonths": "often", "autoSchedule": "yes"});
    let refused = front
        .send(request("PUT", path, &token, body.to_string().into()))
        .await;
    let errors = refused.json()["errors"].clone();
    let named: Vec<_> = errors.as_object().unwrap().keys().cloned().collect();
    assert_eq!(named, ["autoSchedule", "frequencyMonths"]);
}

#[tokio::test]
async fn the_summary_has_counts_and_items() {
    let front = Front::new().await;
    let certificates = |count| {
        Some(CertificateSummary {
            count,
            certificates: Vec::new(),
        })
    };
    front
        .upstream
        .on(GetComplianceSummaryRequest::PATH, move || {
            Ok(GetComplianceSummaryResponse {
                summary: Some(ComplianceSummary {
                    urgent_count: 4,
                    expired: certificates(1),
                    expiring_soon: certificates(2),
                    renewal_due: certificates(3),
                    overdue_inspections: Some(InspectionSummary {
                        count: 1,
                        inspections: vec![overdue()],
                    }),
                    upcoming_inspections: Some(InspectionSummary::default()),
                    unrecorded: vec![CertificateType::Eicr.into(), CertificateType::Epc.into()],
                    duties: Some(DutyCounts {
                        missing: 2,
                        valid: 1,
                        ..Default::default()
                    }),
                    duties_to_do: vec![DutyTotal {
                        duty: Duty::Eicr.into(),
                        counts: Some(DutyCounts {
                            missing: 2,
                            ..Default::default()
                        }),
                        next_date: None,
                    }],
                    nation_to_confirm_count: 2,
                    first_nation_to_confirm_property_id: 42,
                }),
            })
        });
    let (_, token) = front.landlord();
    let answer = front.get("/api/compliance/summary", &token).await;
    assert_eq!(
        answer.json(),
        json!({
            "urgentCount": 4,
            "expired": {"count": 1, "items": []},
            "expiringSoon": {"count": 2, "items": []},
            "renewalDue": {"count": 3, "items": []},
            "overdueInspections": {"count": 1, "items": [shown()]},
            "upcomingInspections": [],
            "unrecorded": ["EICR", "EPC"],
            "duties": {"missing": 2, "expired": 0, "due": 0, "valid": 1, "notRequired": 0},
            "dutiesToDo": [{"duty": "EICR", "counts": {"missing": 2, "expired": 0, "due": 0, "valid": 0, "notRequired": 0},
                "nextDate": null}],
            "nationToConfirmCount": 2,
            "firstNationToConfirmPropertyId": 42,
        })
    );
}
