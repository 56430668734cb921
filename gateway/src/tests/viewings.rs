//! Viewings from JSON to the contract and back, and the viewer's own page.

use axum::body::Body;
use lintel_core::{Error, Grade, Role};
use lintel_proto::{
    Rpc as _,
    common::v1::TimeOfDay,
    status::into_status,
    viewings::v1::{
        AnswerViewingRequest, AnswerViewingResponse, CheckViewingTimeRequest,
        CheckViewingTimeResponse, CreateViewingRequest, CreateViewingResponse, EraseViewerRequest,
        EraseViewerResponse, GetViewingCalendarRequest, GetViewingCalendarResponse,
        GetViewingRequest, GetViewingResponse, GetViewingSummaryRequest, GetViewingSummaryResponse,
        InspectionClash, ListViewingsRequest, ListViewingsResponse, OpenViewingRequest,
        OpenViewingResponse, UpdateViewingRequest, UpdateViewingResponse, ViewerAnswer, ViewerPage,
        Viewing, ViewingStatus, ViewingView,
    },
};
use lintel_testkit::tokens::{member, outsider};
use prost_types::Timestamp;
use serde_json::{Value, json};

use super::{
    front::{Front, request},
    tenants::{change, day, named},
};

pub(super) const fn clock(hour: i32, minute: i32) -> Option<TimeOfDay> {
    Some(TimeOfDay { hour, minute })
}

fn noah() -> Viewing {
    Viewing {
        viewing_id: 12,
        property_id: 42,
        property_display_name: "The Old Bakery".to_owned(),
        property_address: "3 Mill Lane, Leeds".to_owned(),
        property_postcode: "LS1 4AP".to_owned(),
        room_number: Some("2".to_owned()),
        viewer_name: "Noah Petrov".to_owned(),
        viewer_email: "noah@example.com".to_owned(),
        viewer_phone: "07700 900512".to_owned(),
        viewing_date: day(2026, 12, 1),
        viewing_time: clock(10, 0),
        start_time: Some(Timestamp::default()),
        end_time: Some(Timestamp {
            seconds: 1800,
            nanos: 0,
        }),
        status: ViewingStatus::Scheduled.into(),
        notes: String::new(),
        host_user_id: 7,
        viewer_answer: ViewerAnswer::Request.into(),
        answer_time: Some(Timestamp::default()),
        requested_date: day(2026, 12, 2),
        requested_time: clock(14, 30),
        viewer_message: "After work?".to_owned(),
        occupied: true,
        notice_time: None,
        clash_viewing_ids: vec![13],
        clash_inspection_ids: vec![4],
        create_time: Some(Timestamp::default()),
        update_time: Some(Timestamp::default()),
        version: 4,
        home_left: true,
        note_for_viewer: "Ring the top bell".to_owned(),
    }
}

fn shown() -> Value {
    json!({
        "id": 12, "status": "Scheduled", "propertyId": 42,
        "property": {"name": "The Old Bakery", "address": "3 Mill Lane, Leeds", "postcode": "LS1 4AP"},
        "roomNumber": "2", "viewerName": "Noah Petrov", "viewerPhone": "07700 900512",
        "viewerEmail": "noah@example.com", "viewingDate": "2026-12-01", "viewingTime": "10:00",
        "startsAt": "1970-01-01T00:00:00Z", "endsAt": "1970-01-01T00:30:00Z", "notes": null,
        "noteForViewer": "Ring the top bell", "hostUserId": 7,
        "viewerAnswer": "request", "answeredAt": "1970-01-01T00:00:00Z", "requestedDate": "2026-12-02",
        "requestedTime": "14:30", "viewerMessage": "After work?", "occupied": true, "noticeAt": null,
        "clashes": [13], "inspectionClashes": [4], "createdAt": "1970-01-01T00:00:00Z",
        "updatedAt": "1970-01-01T00:00:00Z", "version": 4, "homeLeft": true
    })
}

/// A gateway whose service answers every call about a viewing with Noah's.
async fn front() -> (Front, String) {
    let front = Front::new().await;
    let viewing = || Some(noah());
    front.upstream.on(GetViewingRequest::PATH, move || {
        Ok(GetViewingResponse { viewing: viewing() })
    });
    front.upstream.on(CreateViewingRequest::PATH, move || {
        Ok(CreateViewingResponse { viewing: viewing() })
    });
    front.upstream.on(UpdateViewingRequest::PATH, move || {
        Ok(UpdateViewingResponse { viewing: viewing() })
    });
    front.upstream.on(EraseViewerRequest::PATH, move || {
        Ok(EraseViewerResponse { viewing: viewing() })
    });
    let (_, token) = front.landlord();
    (front, token)
}

#[tokio::test]
async fn a_viewing_is_shown_as_the_specification_names_it() {
    let (front, token) = front().await;
    let answer = front.get("/api/property-viewings/12", &token).await;
    assert_eq!(answer.header("etag"), "\"4\"");
    assert_eq!(answer.json(), shown());
    let missing = front.get("/api/property-viewings/x", &token).await;
    assert_eq!(missing.reason(), "VIEWING_NOT_FOUND");
}

#[tokio::test]
async fn the_list_is_narrowed_to_a_tab_and_its_next_page_too() {
    let (front, token) = front().await;
    front.upstream.on(ListViewingsRequest::PATH, || {
        Ok(ListViewingsResponse {
            viewings: vec![noah()],
            next_page_token: "next".to_owned(),
        })
    });
    let query = "state=upcoming&propertyId=42&fromDate=2026-12-01&toDate=2026-12-31&search=noah";
    let answer = front
        .get(
            &format!("/api/property-viewings?{query}&pageSize=1"),
            &token,
        )
        .await;
    assert_eq!(answer.json(), json!([shown()]));
    let link = format!("</api/property-viewings?{query}&pageSize=1&pageToken=next>; rel=\"next\"");
    assert_eq!(answer.header("link"), link);
    let asked: ListViewingsRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        ListViewingsRequest {
            view: ViewingView::Upcoming.into(),
            property_id: 42,
            from_date: day(2026, 12, 1),
            to_date: day(2026, 12, 31),
            search: "noah".to_owned(),
            page_size: 1,
            page_token: String::new(),
        }
    );
    let refused = front.get("/api/property-viewings?state=Old&fromDate=soon", &token);
    assert_eq!(named(&refused.await), ["fromDate", "state"]);
}

#[tokio::test]
async fn the_figures_of_the_tabs_are_the_services() {
    let (front, token) = front().await;
    front.upstream.on(GetViewingSummaryRequest::PATH, || {
        Ok(GetViewingSummaryResponse {
            upcoming: 1,
            completed: 1,
            cancelled: 0,
            total: 2,
            today: 1,
            success_rate_percent: 50,
        })
    });
    assert_eq!(
        front
            .get("/api/property-viewings/analytics", &token)
            .await
            .json(),
        json!({"upcoming": 1, "completed": 1, "cancelled": 0, "total": 2, "today": 1, "successRate": 50})
    );
}

#[tokio::test]
async fn what_a_time_would_overlap_is_told_before_it_is_booked() {
    let (front, token) = front().await;
    front.upstream.on(CheckViewingTimeRequest::PATH, || {
        Ok(CheckViewingTimeResponse {
            viewings: vec![noah()],
            inspections: vec![InspectionClash {
                inspection_id: 4,
                property_display_name: "Ashmead House".to_owned(),
                inspection_date: day(2026, 12, 1),
                inspection_time: clock(9, 30),
            }],
            occupied: true,
            short_notice: false,
        })
    });
    let query = "propertyId=42&viewingDate=2026-12-01&viewingTime=10:15&viewingId=13";
    let path = format!("/api/property-viewings/clashes?{query}");
    assert_eq!(
        front.get(&path, &token).await.json(),
        json!({"viewings": [shown()], "occupied": true, "shortNotice": false, "inspections": [
            {"id": 4, "propertyName": "Ashmead House", "inspectionDate": "2026-12-01", "inspectionTime": "09:30"}
        ]})
    );
    let asked: CheckViewingTimeRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        CheckViewingTimeRequest {
            property_id: 42,
            viewing_date: day(2026, 12, 1),
            viewing_time: clock(10, 15),
            viewing_id: 13,
        }
    );
    for nowhere in ["", "?propertyId=", "?propertyId=x"] {
        let path = format!("/api/property-viewings/clashes{nowhere}");
        assert_eq!(named(&front.get(&path, &token).await), ["propertyId"]);
    }
}

#[tokio::test]
async fn a_new_viewing_reaches_the_service_whole_and_is_answered_with_location() {
    let (front, token) = front().await;
    let body = json!({"propertyId": 42, "roomNumber": "2", "viewerName": "Noah Petrov",
        "viewerEmail": "noah@example.com", "viewerPhone": "07700 900512", "viewingDate": "2026-12-01",
        "viewingTime": "10:00", "notes": "Parking?", "status": "Completed", "version": 9});
    let path = "/api/property-viewings";
    let answer = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.header("location"), "/api/property-viewings/12");
    assert_eq!(answer.json(), shown());
    let asked: CreateViewingRequest = front.upstream.asked().remove(0).message();
    assert_eq!(asked.request_id, "2f7c1f6e-key");
    assert_eq!(
        asked.viewing,
        Some(Viewing {
            property_id: 42,
            room_number: Some("2".to_owned()),
            viewer_name: "Noah Petrov".to_owned(),
            viewer_email: "noah@example.com".to_owned(),
            viewer_phone: "07700 900512".to_owned(),
            viewing_date: day(2026, 12, 1),
            viewing_time: clock(10, 0),
            notes: "Parking?".to_owned(),
            ..Default::default()
        })
    );
}

#[tokio::test]
async fn a_change_names_exactly_the_fields_of_its_body() {
    let (front, token) = front().await;
    let body =
        json!({"viewingTime": "14:30", "notes": null, "status": "Confirmed", "propertyId": 9});
    let path = "/api/property-viewings/12";
    let answer = change(&front, "PATCH", path, &token, body.to_string().into()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (200, shown()));
    let asked: UpdateViewingRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked.update_mask.unwrap().paths,
        ["viewing_time", "notes", "status"]
    );
    assert_eq!(
        (asked.etag.as_str(), asked.request_id.as_str()),
        ("\"4\"", "2f7c1f6e-key")
    );
    assert_eq!(
        asked.viewing,
        Some(Viewing {
            viewing_id: 12,
            viewing_time: clock(14, 30),
            status: ViewingStatus::Confirmed.into(),
            ..Default::default()
        })
    );
    front
        .upstream
        .on::<UpdateViewingResponse>(UpdateViewingRequest::PATH, || {
            Err(into_status(Error::FailedPrecondition {
                reason: "VIEWING_TRANSITION",
                message: "A cancelled viewing cannot be completed.",
            }))
        });
    let refused = change(&front, "PATCH", path, &token, body.to_string().into()).await;
    assert_eq!(
        (refused.status.as_u16(), refused.reason().as_str()),
        (409, "VIEWING_TRANSITION")
    );
}

#[tokio::test]
async fn only_an_owner_erases_a_viewer() {
    let (front, token) = front().await;
    let path = "/api/property-viewings/12";
    let manager = front.mint.token(&member(8, 1, Grade::Manager)).unwrap();
    let refused = change(&front, "DELETE", path, &manager, Body::empty()).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
    let erased = change(&front, "DELETE", path, &token, Body::empty()).await;
    assert_eq!((erased.status.as_u16(), erased.json()), (200, shown()));
    let asked: EraseViewerRequest = front.upstream.asked().remove(0).message();
    let request_id = "2f7c1f6e-key".to_owned();
    assert_eq!(
        asked,
        EraseViewerRequest {
            viewing_id: 12,
            request_id
        }
    );
}

#[tokio::test]
async fn a_viewing_is_a_calendar_file_to_keep() {
    let (front, token) = front().await;
    front.upstream.on(GetViewingCalendarRequest::PATH, || {
        Ok(GetViewingCalendarResponse {
            content: b"BEGIN:VCALENDAR\r\n".to_vec(),
        })
    });
    let file = front
        .get("/api/property-viewings/12/calendar", &token)
        .await;
    assert_eq!(file.text, "BEGIN:VCALENDAR\r\n");
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    let disposition = "attachment; filename=\"viewing.ics\"";
    assert_eq!(file.header("content-disposition"), disposition);
}

pub(super) fn page() -> Option<ViewerPage> {
    Some(ViewerPage {
        organisation_name: "Homes".to_owned(),
        property_address: "3 Mill Lane, Leeds".to_owned(),
        property_postcode: "LS1 4AP".to_owned(),
        room_number: None,
        viewer_name: "Noah Petrov".to_owned(),
        viewing_date: day(2026, 12, 1),
        viewing_time: clock(10, 0),
        start_time: Some(Timestamp::default()),
        end_time: Some(Timestamp::default()),
        status: ViewingStatus::Confirmed.into(),
        viewer_answer: ViewerAnswer::Confirm.into(),
        requested_date: None,
        requested_time: None,
        calendar: b"BEGIN:VCALENDAR\r\n".to_vec(),
        note: "Meet me at the side gate.".to_owned(),
        organisation_id: 0,
    })
}

#[tokio::test]
async fn a_viewer_reads_and_answers_by_the_link_without_signing_in() {
    let front = Front::new().await;
    front.upstream.on(OpenViewingRequest::PATH, || {
        Ok(OpenViewingResponse { page: page() })
    });
    front.upstream.on(AnswerViewingRequest::PATH, || {
        Ok(AnswerViewingResponse { page: page() })
    });
    let expected = json!({
        "organisationName": "Homes", "propertyAddress": "3 Mill Lane, Leeds", "propertyPostcode": "LS1 4AP",
        "roomNumber": null, "viewerName": "Noah Petrov", "viewingDate": "2026-12-01", "viewingTime": "10:00",
        "startsAt": "1970-01-01T00:00:00Z", "endsAt": "1970-01-01T00:00:00Z", "status": "Confirmed",
        "viewerAnswer": "confirm", "requestedDate": null, "requestedTime": null, "note": "Meet me at the side gate.", "landlord": null
    });
    let path = "/api/viewings/a-token";
    assert_eq!(front.get(path, "").await.json(), expected);
    let body = json!({"answer": "request", "requestedDate": "2026-12-02", "requestedTime": "14:30", "message": "Please"});
    let answer = change(&front, "POST", path, "", body.to_string().into()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (200, expected));
    let file = front.get("/api/viewings/a-token/calendar", "").await;
    assert_eq!(file.text, "BEGIN:VCALENDAR\r\n");
    let asked = front.upstream.asked();
    let opened: OpenViewingRequest = asked[0].message();
    assert_eq!(opened.token, "a-token");
    let answered: AnswerViewingRequest = asked[1].message();
    assert_eq!(
        answered,
        AnswerViewingRequest {
            token: "a-token".to_owned(),
            answer: ViewerAnswer::Request.into(),
            requested_date: day(2026, 12, 2),
            requested_time: clock(14, 30),
            message: "Please".to_owned(),
            request_id: "2f7c1f6e-key".to_owned(),
        }
    );
    let nothing = front.get("/api/viewings/a%20token", "").await;
    assert_eq!(nothing.reason(), "LINK_INVALID");
}

#[tokio::test]
async fn a_tenant_has_no_viewings() {
    let front = Front::new().await;
    let tenant = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let request = request("GET", "/api/property-viewings", &tenant, Body::empty());
    assert_eq!(front.send(request).await.reason(), "NOT_ALLOWED");
}
