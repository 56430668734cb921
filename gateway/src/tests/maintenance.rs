//! Maintenance requests, what is done about them, and contractors, from JSON to the contract and back.

use axum::body::Body;
use http::Request;
use lintel_core::Role;
use lintel_proto::{
    Rpc as _,
    maintenance::v1::{
        AddAttachmentRequest, AddAttachmentResponse, AddCommentRequest, AddCommentResponse,
        AddCostRequest, AddCostResponse, Attachment, AttachmentKind, BookVisitRequest,
        BookVisitResponse, CancelVisitRequest, CancelVisitResponse, Comment, ConfirmRepairRequest,
        ConfirmRepairResponse, Cost, CreateMaintenanceRequestRequest,
        CreateMaintenanceRequestResponse, GetMaintenanceRequestRequest,
        GetMaintenanceRequestResponse, GetMaintenanceSummaryRequest, GetMaintenanceSummaryResponse,
        ListCommentsRequest, ListCommentsResponse, ListMaintenanceRequestsRequest,
        ListMaintenanceRequestsResponse, MaintenanceActor, MaintenanceCategory, MaintenanceEvent,
        MaintenanceEventKind, MaintenancePriority, MaintenanceRequest, MaintenanceSort,
        MaintenanceStatus, ReadAttachmentRequest, ReadAttachmentResponse, RemoveAttachmentRequest,
        RemoveAttachmentResponse, RemoveCostRequest, RemoveCostResponse, TargetState,
        UpdateMaintenanceRequestRequest, UpdateMaintenanceRequestResponse, Urgency, Visit,
    },
};
use lintel_testkit::tokens::outsider;
use prost_types::Timestamp;
use serde_json::{Value, json};

use super::{
    front::Front,
    tenants::{change, day, named, pounds},
    viewings::clock,
};

const PATH: &str = "/api/maintenance-requests/7";
const KEY: &str = "2f7c1f6e-key";

fn photo() -> Attachment {
    Attachment {
        attachment_id: 31,
        kind: AttachmentKind::Photo.into(),
        file_name: "boiler.png".to_owned(),
        media_type: "image/png".to_owned(),
        size_bytes: 48213,
        added_by: MaintenanceActor::Tenant.into(),
        comment_id: 0,
        create_time: Some(Timestamp::default()),
    }
}

fn shown_photo() -> Value {
    json!({"id": 31, "kind": "photo", "fileName": "boiler.png", "mediaType": "image/png", "sizeBytes": 48213,
        "addedBy": "Tenant", "commentId": null, "createdAt": "1970-01-01T00:00:00Z"})
}

fn visit() -> Visit {
    Visit {
        visit_date: day(2026, 11, 27),
        start_time: clock(9, 0),
        end_time: clock(11, 0),
        notes: String::new(),
        tenant_agreed: true,
        notice_time: None,
    }
}

pub(super) fn boiler() -> MaintenanceRequest {
    MaintenanceRequest {
        maintenance_request_id: 7,
        property_id: 42,
        property_display_name: "Linden Avenue".to_owned(),
        property_address: "9 Linden Avenue".to_owned(),
        room_number: None,
        tenant_id: 5,
        tenant_name: "Grace Hopper".to_owned(),
        tenant_phone: "07700 900123".to_owned(),
        title: "No hot water".to_owned(),
        description: "F28".to_owned(),
        category: MaintenanceCategory::Heating.into(),
        priority: MaintenancePriority::High.into(),
        emergency: true,
        advice: "Turn it off.".to_owned(),
        status: MaintenanceStatus::InProgress.into(),
        entry_permitted: Some(false),
        report_time: Some(Timestamp::default()),
        assignee_user_id: 7,
        contractor_id: 4,
        contractor_name: "Aire Valley Heating".to_owned(),
        contractor_phone: "0113 496 0101".to_owned(),
        visit: Some(visit()),
        respond_by_time: Some(Timestamp::default()),
        first_response_time: None,
        fix_by_time: Some(Timestamp::default()),
        target_state: TargetState::Late.into(),
        cost_total: pounds(148),
        complete_time: None,
        confirm_time: None,
        inspection_id: 0,
        attachments: vec![photo()],
        comment_count: 1,
        reported_by_user_id: 9,
        update_time: Some(Timestamp::default()),
        version: 4,
        read_only: false,
        urgency: Some(Urgency {
            no_heating_or_hot_water: Some(true),
            water_coming_in: Some(false),
            person_at_risk: None,
        }),
    }
}

pub(super) fn shown() -> Value {
    json!({
        "id": 7, "propertyId": 42, "propertyName": "Linden Avenue", "propertyAddress": "9 Linden Avenue",
        "roomNumber": null, "tenantId": 5, "tenantName": "Grace Hopper", "tenantPhone": "07700 900123",
        "title": "No hot water", "description": "F28", "category": "Heating & hot water", "priority": "High",
        "emergency": true, "advice": "Turn it off.", "status": "In Progress", "entryPermitted": false,
        "noHeatingOrHotWater": true, "waterComingIn": false, "personAtRisk": null,
        "reportedAt": "1970-01-01T00:00:00Z", "createdAt": "1970-01-01T00:00:00Z", "reportedByUserId": 9,
        "assigneeUserId": 7, "contractorId": 4, "contractorName": "Aire Valley Heating",
        "contractorPhone": "0113 496 0101",
        "visit": {"visitDate": "2026-11-27", "startTime": "09:00", "endTime": "11:00", "notes": null,
            "tenantAgreed": true, "noticeAt": null},
        "respondBy": "1970-01-01T00:00:00Z", "firstResponseAt": null, "fixBy": "1970-01-01T00:00:00Z",
        "targetState": "late", "costTotal": "148.00", "completedAt": null, "confirmedAt": null,
        "inspectionId": null, "attachments": ["/api/maintenance-requests/7/attachments/31/content"],
        "files": [shown_photo()], "commentCount": 1, "updatedAt": "1970-01-01T00:00:00Z", "version": 4,
        "readOnly": false
    })
}

fn cost() -> Cost {
    Cost {
        cost_id: 3,
        description: "New valve".to_owned(),
        amount: pounds(148),
        cost_date: day(2026, 11, 24),
        attachment_id: 0,
        added_by_user_id: 7,
        create_time: Some(Timestamp::default()),
    }
}

fn shown_cost() -> Value {
    json!({"id": 3, "description": "New valve", "amount": "148.00", "date": "2026-11-24", "attachmentId": null,
        "addedByUserId": 7, "createdAt": "1970-01-01T00:00:00Z"})
}

/// A gateway whose service answers every call about a request with the boiler.
async fn front() -> (Front, String) {
    let front = Front::new().await;
    let request = || Some(boiler());
    front
        .upstream
        .on(CreateMaintenanceRequestRequest::PATH, move || {
            Ok(CreateMaintenanceRequestResponse {
                maintenance_request: request(),
            })
        });
    front
        .upstream
        .on(UpdateMaintenanceRequestRequest::PATH, move || {
            Ok(UpdateMaintenanceRequestResponse {
                maintenance_request: request(),
            })
        });
    front.upstream.on(ConfirmRepairRequest::PATH, move || {
        Ok(ConfirmRepairResponse {
            maintenance_request: request(),
        })
    });
    front.upstream.on(BookVisitRequest::PATH, move || {
        Ok(BookVisitResponse {
            maintenance_request: request(),
        })
    });
    front.upstream.on(CancelVisitRequest::PATH, move || {
        Ok(CancelVisitResponse {
            maintenance_request: request(),
        })
    });
    front.upstream.on(AddCostRequest::PATH, move || {
        Ok(AddCostResponse {
            cost: Some(cost()),
            maintenance_request: request(),
        })
    });
    front.upstream.on(RemoveCostRequest::PATH, move || {
        Ok(RemoveCostResponse {
            maintenance_request: request(),
        })
    });
    front.upstream.on(RemoveAttachmentRequest::PATH, move || {
        Ok(RemoveAttachmentResponse {
            maintenance_request: request(),
        })
    });
    let (_, token) = front.landlord();
    (front, token)
}

#[tokio::test]
async fn a_request_is_read_with_its_costs_and_what_happened() {
    let (front, token) = front().await;
    front.upstream.on(GetMaintenanceRequestRequest::PATH, || {
        Ok(GetMaintenanceRequestResponse {
            maintenance_request: Some(boiler()),
            costs: vec![cost()],
            events: vec![MaintenanceEvent {
                kind: MaintenanceEventKind::Status.into(),
                time: Some(Timestamp::default()),
                actor: MaintenanceActor::Landlord.into(),
                user_id: 7,
                from: "Open".to_owned(),
                to: "In Progress".to_owned(),
            }],
            job: None,
        })
    });
    let answer = front.get(PATH, &token).await;
    assert_eq!(answer.header("etag"), "\"4\"");
    let mut expected = shown();
    expected["costs"] = json!([shown_cost()]);
    expected["history"] = json!([{"kind": "status", "at": "1970-01-01T00:00:00Z", "actor": "Landlord", "userId": 7,
        "from": "Open", "to": "In Progress"}]);
    assert_eq!(answer.json(), expected);
    let missing = front.get("/api/maintenance-requests/0", &token).await;
    assert_eq!(missing.reason(), "MAINTENANCE_REQUEST_NOT_FOUND");
}

#[tokio::test]
async fn the_list_is_narrowed_and_its_next_page_too() {
    let (front, token) = front().await;
    front.upstream.on(ListMaintenanceRequestsRequest::PATH, || {
        Ok(ListMaintenanceRequestsResponse {
            maintenance_requests: vec![boiler()],
            next_page_token: "next".to_owned(),
        })
    });
    let query = "propertyId=42&status=Open,In%20Progress&priority=High&category=Gas&assigneeUserId=7&contractorId=4\
                 &urgent=true&search=boiler&sort=target";
    let answer = front
        .get(
            &format!("/api/maintenance-requests?{query}&pageSize=1"),
            &token,
        )
        .await;
    assert_eq!(answer.json(), json!([shown()]));
    let next =
        format!("</api/maintenance-requests?{query}&pageSize=1&pageToken=next>; rel=\"next\"");
    assert_eq!(answer.header("link"), next);
    let asked: ListMaintenanceRequestsRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        ListMaintenanceRequestsRequest {
            property_id: 42,
            statuses: [MaintenanceStatus::Open, MaintenanceStatus::InProgress]
                .map(Into::into)
                .to_vec(),
            priorities: vec![MaintenancePriority::High.into()],
            category: MaintenanceCategory::Gas.into(),
            assignee_user_id: 7,
            contractor_id: 4,
            urgent: true,
            search: "boiler".to_owned(),
            page_size: 1,
            page_token: String::new(),
            sort: MaintenanceSort::Target.into(),
        }
    );
    let refused = front.get(
        "/api/maintenance-requests?status=x&priority=x&urgent=x&category=x&sort=title",
        &token,
    );
    assert_eq!(
        named(&refused.await),
        ["category", "priority", "sort", "status", "urgent"]
    );
}

#[tokio::test]
async fn a_tenant_sees_figures_without_costs() {
    let (front, _) = front().await;
    front.upstream.on(GetMaintenanceSummaryRequest::PATH, || {
        Ok(GetMaintenanceSummaryResponse {
            total: 12,
            open: 3,
            in_progress: 2,
            completed: 6,
            cancelled: 1,
            urgent: 1,
            late: 1,
            cost_this_year: None,
        })
    });
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let figures = front
        .get("/api/maintenance-requests/analytics", &token)
        .await;
    assert_eq!(
        figures.json(),
        json!({"total": 12, "open": 3, "inProgress": 2, "completed": 6, "cancelled": 1, "urgent": 1, "late": 1,
            "costThisYear": null})
    );
}

#[tokio::test]
async fn a_report_reaches_the_service_and_says_where_it_is() {
    let (front, _) = front().await;
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let body = json!({"propertyId": 42, "roomNumber": "2", "title": "No hot water", "description": "F28",
        "category": "Heating & hot water", "priority": "High", "emergency": true, "entryPermitted": false,
        "assigneeUserId": 7, "contractorId": 4, "inspectionId": 11, "attachments": ["/api/files/x"], "status": "Completed"});
    let path = "/api/maintenance-requests";
    let answer = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.header("location"), PATH);
    assert_eq!(answer.json(), shown());
    let asked: CreateMaintenanceRequestRequest = front.upstream.asked().remove(0).message();
    assert_eq!(asked.request_id, KEY);
    assert_eq!(
        asked.maintenance_request,
        Some(MaintenanceRequest {
            property_id: 42,
            room_number: Some("2".to_owned()),
            title: "No hot water".to_owned(),
            description: "F28".to_owned(),
            category: MaintenanceCategory::Heating.into(),
            priority: MaintenancePriority::High.into(),
            emergency: true,
            entry_permitted: Some(false),
            assignee_user_id: 7,
            contractor_id: 4,
            inspection_id: 11,
            ..Default::default()
        })
    );
}

#[tokio::test]
async fn a_change_names_exactly_the_fields_of_its_body() {
    let (front, token) = front().await;
    let body = json!({"status": "In Progress", "contractorId": 4, "assigneeUserId": null, "propertyId": 9});
    let answer = change(&front, "PATCH", PATH, &token, body.to_string().into()).await;
    assert_eq!((answer.status.as_u16(), answer.json()), (200, shown()));
    let asked: UpdateMaintenanceRequestRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked.update_mask.unwrap().paths,
        ["status", "assignee_user_id", "contractor_id"]
    );
    assert_eq!(
        (asked.etag.as_str(), asked.request_id.as_str()),
        ("\"4\"", KEY)
    );
    assert_eq!(
        asked.maintenance_request,
        Some(MaintenanceRequest {
            maintenance_request_id: 7,
            status: MaintenanceStatus::InProgress.into(),
            contractor_id: 4,
            ..Default::default()
        })
    );
}

#[tokio::test]
async fn only_a_tenant_confirms_a_repair() {
    let (front, landlord) = front().await;
    let path = format!("{PATH}/confirm");
    let refused = change(&front, "POST", &path, &landlord, Body::empty()).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
    let tenant = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    let confirmed = change(&front, "POST", &path, &tenant, Body::empty()).await;
    assert_eq!(
        (confirmed.status.as_u16(), confirmed.json()),
        (200, shown())
    );
    let asked: ConfirmRepairRequest = front.upstream.asked().remove(0).message();
    let wanted = ConfirmRepairRequest {
        maintenance_request_id: 7,
        request_id: KEY.to_owned(),
    };
    assert_eq!(asked, wanted);
}

#[tokio::test]
async fn a_visit_is_booked_and_called_off() {
    let (front, token) = front().await;
    let path = format!("{PATH}/visit");
    let body = json!({"visitDate": "2026-11-27", "startTime": "09:00", "endTime": "11:00", "tenantAgreed": true});
    let booked = change(&front, "PUT", &path, &token, body.to_string().into()).await;
    assert_eq!((booked.status.as_u16(), booked.json()), (200, shown()));
    let off = change(&front, "DELETE", &path, &token, Body::empty()).await;
    assert_eq!((off.status.as_u16(), off.json()), (200, shown()));
    let asked = front.upstream.asked();
    assert_eq!(
        asked[0].message::<BookVisitRequest>(),
        BookVisitRequest {
            maintenance_request_id: 7,
            visit: Some(visit()),
            etag: "\"4\"".to_owned(),
            request_id: KEY.to_owned(),
        }
    );
    assert_eq!(
        asked[1].message::<CancelVisitRequest>(),
        CancelVisitRequest {
            maintenance_request_id: 7,
            request_id: KEY.to_owned(),
        }
    );
}

#[tokio::test]
async fn costs_are_added_and_taken_away() {
    let (front, token) = front().await;
    let body = json!({"description": "New valve", "amount": "£148", "date": "2026-11-24", "attachmentId": 31});
    let path = format!("{PATH}/costs");
    let added = change(&front, "POST", &path, &token, body.to_string().into()).await;
    assert_eq!((added.status.as_u16(), added.json()), (201, shown_cost()));
    let gone = change(
        &front,
        "DELETE",
        &format!("{path}/3"),
        &token,
        Body::empty(),
    )
    .await;
    assert_eq!((gone.status.as_u16(), gone.json()), (200, shown()));
    let missing = change(
        &front,
        "DELETE",
        &format!("{path}/x"),
        &token,
        Body::empty(),
    )
    .await;
    assert_eq!(missing.reason(), "COST_NOT_FOUND");
    let asked = front.upstream.asked();
    assert_eq!(
        asked[0].message::<AddCostRequest>(),
        AddCostRequest {
            maintenance_request_id: 7,
            cost: Some(Cost {
                description: "New valve".to_owned(),
                amount: pounds(148),
                cost_date: day(2026, 11, 24),
                attachment_id: 31,
                ..Default::default()
            }),
            request_id: KEY.to_owned(),
        }
    );
    assert_eq!(
        asked[1].message::<RemoveCostRequest>(),
        RemoveCostRequest {
            maintenance_request_id: 7,
            cost_id: 3,
            request_id: KEY.to_owned(),
        }
    );
}

fn comment() -> Comment {
    Comment {
        comment_id: 2,
        text: "Thank you.".to_owned(),
        author: MaintenanceActor::Landlord.into(),
        user_id: 7,
        author_name: String::new(),
        attachments: vec![photo()],
        create_time: Some(Timestamp::default()),
    }
}

#[tokio::test]
async fn both_sides_write_to_each_other() {
    let (front, token) = front().await;
    front.upstream.on(ListCommentsRequest::PATH, || {
        Ok(ListCommentsResponse {
            comments: vec![comment()],
            next_page_token: String::new(),
        })
    });
    front.upstream.on(AddCommentRequest::PATH, || {
        Ok(AddCommentResponse {
            comment: Some(comment()),
        })
    });
    let expected = json!({"id": 2, "text": "Thank you.", "author": "Landlord", "userId": 7, "authorName": null,
        "attachments": [shown_photo()], "createdAt": "1970-01-01T00:00:00Z"});
    let path = format!("{PATH}/comments");
    assert_eq!(front.get(&path, &token).await.json(), json!([expected]));
    let photo = format!("{PATH}/attachments/32/content");
    let body = json!({"text": "Thank you.", "attachments": [31, photo], "emailTenants": false});
    let added = change(&front, "POST", &path, &token, body.to_string().into()).await;
    assert_eq!((added.status.as_u16(), added.json()), (201, expected));
    let asked: AddCommentRequest = front.upstream.asked()[1].message();
    assert_eq!(
        asked,
        AddCommentRequest {
            maintenance_request_id: 7,
            text: "Thank you.".to_owned(),
            attachment_ids: vec![31, 32],
            request_id: KEY.to_owned(),
            email_tenants: Some(false),
        }
    );
}

/// The form of a file with its kind.
fn form(kind: &str, file: &[u8]) -> Body {
    let head = "--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"boiler.png\"\r\n\
                content-type: image/png\r\n\r\n";
    let tail = format!(
        "\r\n--cut\r\ncontent-disposition: form-data; name=\"kind\"\r\n\r\n{kind}\r\n--cut--\r\n"
    );
    [head.as_bytes(), file, tail.as_bytes()].concat().into()
}

fn post(path: &str, token: &str, body: Body) -> Request<Body> {
    Request::post(path)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "multipart/form-data; boundary=cut")
        .header("idempotency-key", KEY)
        .body(body)
        .unwrap()
}

#[tokio::test]
async fn a_photo_is_added_read_and_taken_away() {
    let (front, token) = front().await;
    front.upstream.on(AddAttachmentRequest::PATH, || {
        Ok(AddAttachmentResponse {
            attachment: Some(photo()),
        })
    });
    front.upstream.on(ReadAttachmentRequest::PATH, || {
        Ok(ReadAttachmentResponse {
            media_type: "image/png".to_owned(),
            file_name: "boiler.png".to_owned(),
            content: b"a picture".to_vec(),
        })
    });
    let path = format!("{PATH}/attachments");
    let added = front
        .send(post(&path, &token, form("photo", b"a picture")))
        .await;
    assert_eq!((added.status.as_u16(), added.json()), (201, shown_photo()));
    let content = front.get(&format!("{path}/31/content"), &token).await;
    assert_eq!(content.text, "a picture");
    assert_eq!(content.header("content-type"), "image/png");
    let disposition = "inline; filename=\"boiler.png\"";
    assert_eq!(content.header("content-disposition"), disposition);
    let one = format!("{path}/31");
    let gone = change(&front, "DELETE", &one, &token, Body::empty()).await;
    assert_eq!((gone.status.as_u16(), gone.json()), (200, shown()));
    let asked = front.upstream.asked();
    assert_eq!(
        asked[0].message::<AddAttachmentRequest>(),
        AddAttachmentRequest {
            maintenance_request_id: 7,
            kind: AttachmentKind::Photo.into(),
            file_name: "boiler.png".to_owned(),
            content: b"a picture".to_vec(),
            request_id: KEY.to_owned(),
        }
    );
    assert_eq!(
        asked[2].message::<RemoveAttachmentRequest>(),
        RemoveAttachmentRequest {
            maintenance_request_id: 7,
            attachment_id: 31,
            request_id: KEY.to_owned(),
        }
    );
    let missing = front.get(&format!("{path}/x/content"), &token).await;
    assert_eq!(missing.reason(), "ATTACHMENT_NOT_FOUND");
}

#[tokio::test]
async fn what_is_no_file_of_a_request_does_not_reach_the_service() {
    let (front, token) = front().await;
    let path = format!("{PATH}/attachments");
    let unknown = front.send(post(&path, &token, form("selfie", b"x"))).await;
    assert_eq!(named(&unknown), ["kind"]);
    let empty = front.send(post(&path, &token, form("photo", b""))).await;
    assert_eq!(empty.reason(), "FILE_MISSING");
    let json = front.post(&path, &token, &json!({})).await;
    assert_eq!(json.reason(), "MEDIA_TYPE_UNSUPPORTED");
    let large = vec![b'x'; 10 * 1024 * 1024 + 1];
    let large = front.send(post(&path, &token, form("photo", &large))).await;
    assert_eq!(large.reason(), "FILE_TOO_LARGE");
    assert!(front.upstream.asked().is_empty());
}
