//! Acts that are taken back, from JSON to the contract and back.

use axum::body::Body;
use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    portfolio::v1 as portfolio,
    status::into_status,
    tenancy::v1::{
        Followed, FollowedMark, GetTakeBackRequest, GetTakeBackResponse, ListTakenBackRequest,
        ListTakenBackResponse, Obstacle, TakeBackAct, TakeBackBasis, TakeBackRequest,
        TakeBackResponse, TakeBackRow, TakenBack,
    },
};
use prost_types::Timestamp;
use serde_json::{Value, json};

use super::{
    front::Front,
    tenants::{change, day},
};

fn taken() -> Option<TakenBack> {
    Some(TakenBack {
        taken_back_id: 9,
        act: TakeBackAct::End.into(),
        what: "The tenancy ends on 31 January 2027".to_owned(),
        reason: "She stays.".to_owned(),
        basis: TakeBackBasis::Agreed.into(),
        user_id: 11,
        take_back_time: Some(Timestamp::default()),
        rows: Vec::new(),
    })
}

fn shown() -> Value {
    json!({
        "id": 9, "act": "end", "what": "The tenancy ends on 31 January 2027", "reason": "She stays.", "basis": "agreed",
        "propertyId": null, "userId": 11, "takenBackAt": "1970-01-01T00:00:00Z", "rows": [], "issuesFound": null,
        "actionRequired": null, "mediaUrls": []
    })
}

async fn front() -> (Front, String) {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(TakeBackRequest::PATH, || {
        Ok(TakeBackResponse {
            taken_back: taken(),
            emailed: true,
        })
    });
    (front, token)
}

#[tokio::test]
async fn what_has_followed_is_read() {
    let (front, token) = front().await;
    front.upstream.on(GetTakeBackRequest::PATH, || {
        Ok(GetTakeBackResponse {
            what: "The tenancy ends on 31 January 2027".to_owned(),
            since: day(2026, 11, 20),
            followed: vec![Followed {
                mark: FollowedMark::Back.into(),
                what: "Room 1 is free from 1 February 2027".to_owned(),
                then: "It counts as let again".to_owned(),
            }],
            obstacle: Some(Obstacle {
                text: "Take back the new tenancy of Anjali first".to_owned(),
                tenant_id: 7,
                application_id: 0,
            }),
            can_undo: false,
            asks_basis: true,
            rows: vec![TakeBackRow {
                what: "Flat".to_owned(),
                stays: true,
                why: "Rent was recorded".to_owned(),
            }],
            told_tenant_id: 5,
            mail_note: "It goes on.".to_owned(),
        })
    });
    let path = "/api/take-backs/tenancy/end/5";
    let read = front.get(path, &token).await;
    assert_eq!(
        read.json(),
        json!({
            "what": "The tenancy ends on 31 January 2027", "since": "2026-11-20",
            "followed": [{"mark": "back", "what": "Room 1 is free from 1 February 2027", "then": "It counts as let again"}],
            "obstacle": {"text": "Take back the new tenancy of Anjali first", "tenantId": 7, "applicationId": null, "propertyId": null},
            "canUndo": false, "asksBasis": true,
            "rows": [{"what": "Flat", "stays": true, "why": "Rent was recorded"}],
            "mail": {"tenantId": 5, "note": "It goes on."}
        })
    );
    let asked: GetTakeBackRequest = front.upstream.asked()[0].message();
    let expected = GetTakeBackRequest {
        act: TakeBackAct::End.into(),
        id: 5,
    };
    assert_eq!(asked, expected);
    for path in [
        "/api/take-backs/tenancy/sale/5",
        "/api/take-backs/tenancy/end/x",
        "/api/take-backs/tenancy/end/0",
        "/api/take-backs/portfolio/end/5",
    ] {
        let refused = front.get(path, &token).await;
        let found = (refused.status.as_u16(), refused.reason());
        assert_eq!(found, (404, "TAKE_BACK_NOT_FOUND".to_owned()), "{path}");
    }
}

#[tokio::test]
async fn an_act_is_taken_back_with_its_reason_or_undone() {
    let (front, token) = front().await;
    let path = "/api/take-backs/tenancy/rent-change/8";
    let body = json!({"reason": "She stays.", "basis": "agreed", "emailTenant": true});
    let done = change(&front, "POST", path, &token, body.to_string().into()).await;
    let mut now = shown();
    now["emailed"] = true.into();
    assert_eq!((done.status.as_u16(), done.json()), (200, now));
    let undo = json!({"undo": true});
    change(&front, "POST", path, &token, undo.to_string().into()).await;
    let asked = front.upstream.asked();
    let (first, second): (TakeBackRequest, TakeBackRequest) =
        (asked[0].message(), asked[1].message());
    let expected = TakeBackRequest {
        act: TakeBackAct::RentChange.into(),
        id: 8,
        reason: "She stays.".to_owned(),
        basis: TakeBackBasis::Agreed.into(),
        undo: false,
        request_id: "2f7c1f6e-key".to_owned(),
        email_tenant: Some(true),
    };
    assert_eq!(first, expected);
    assert!(second.undo && second.reason.is_empty());
    let bad = json!({"basis": "perhaps"});
    let refused = change(&front, "POST", path, &token, bad.to_string().into()).await;
    assert_eq!(refused.status.as_u16(), 422);
    front
        .upstream
        .on::<TakeBackResponse>(TakeBackRequest::PATH, || {
            Err(into_status(Error::Conflict {
                reason: "TAKE_BACK_BLOCKED",
                message: "Take back the new tenancy of Anjali first".to_owned(),
            }))
        });
    let blocked = front.post(path, &token, &undo).await;
    let found = (blocked.status.as_u16(), blocked.reason());
    assert_eq!(found, (409, "TAKE_BACK_BLOCKED".to_owned()));
}

#[tokio::test]
async fn a_sale_is_taken_back_and_its_history_listed() {
    let (front, token) = front().await;
    let entry = || portfolio::TakenBack {
        taken_back_id: 4,
        act: portfolio::TakeBackAct::Sale.into(),
        what: "The sale of Mill Cottage".to_owned(),
        reason: "The buyer withdrew.".to_owned(),
        property_id: 42,
        user_id: 11,
        take_back_time: Some(Timestamp::default()),
        ..portfolio::TakenBack::default()
    };
    front
        .upstream
        .on(portfolio::TakeBackRequest::PATH, move || {
            Ok(portfolio::TakeBackResponse {
                taken_back: Some(entry()),
            })
        });
    front
        .upstream
        .on(portfolio::ListTakenBackRequest::PATH, move || {
            Ok(portfolio::ListTakenBackResponse {
                taken_back: vec![entry()],
            })
        });
    front.upstream.on(ListTakenBackRequest::PATH, || {
        Ok(ListTakenBackResponse {
            taken_back: taken().into_iter().collect(),
        })
    });
    let path = "/api/take-backs/portfolio/sale/3";
    let body = json!({"reason": "The buyer withdrew."});
    let done = change(&front, "POST", path, &token, body.to_string().into()).await;
    let done = done.json();
    assert_eq!(
        (&done["act"], &done["propertyId"]),
        (&json!("sale"), &json!(42))
    );
    let listed = front.get("/api/properties/42/taken-back", &token).await;
    assert_eq!(listed.json(), json!([done]));
    let listed = front.get("/api/tenants/5/taken-back", &token).await;
    assert_eq!(listed.json(), json!([shown()]));
}

#[tokio::test]
async fn a_tenant_is_deleted_with_a_reason_in_body_or_query() {
    let (front, token) = front().await;
    let body = json!({"reason": "Typed twice."});
    let path = "/api/tenants/5";
    let done = change(&front, "DELETE", path, &token, body.to_string().into()).await;
    assert_eq!(done.status.as_u16(), 204);
    let path = "/api/tenants/5?reason=Typed%20twice.";
    let mut request = super::front::request("DELETE", path, &token, Body::empty());
    request.headers_mut().remove("content-type");
    assert_eq!(front.send(request).await.status.as_u16(), 204);
    for asked in front.upstream.asked() {
        let asked: TakeBackRequest = asked.message();
        assert_eq!(
            (asked.act(), asked.id, asked.reason.as_str()),
            (TakeBackAct::Tenant, 5, "Typed twice.")
        );
    }
}
