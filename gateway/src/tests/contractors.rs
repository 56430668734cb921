//! Contractors from JSON to the contract and back.

use axum::body::Body;
use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    maintenance::v1::{
        Contractor, CreateContractorRequest, CreateContractorResponse, DeleteContractorRequest,
        DeleteContractorResponse, GetContractorRequest, GetContractorResponse,
        ListContractorsRequest, ListContractorsResponse, Trade, UpdateContractorRequest,
        UpdateContractorResponse,
    },
    status::into_status,
};
use prost_types::Timestamp;
use serde_json::{Value, json};

use super::{
    front::Front,
    tenants::{change, named},
};

const PATH: &str = "/api/contractors/4";

fn aire() -> Option<Contractor> {
    Some(Contractor {
        contractor_id: 4,
        display_name: "Aire Valley Heating".to_owned(),
        trade: Trade::GasEngineer.into(),
        phone: "0113 496 0101".to_owned(),
        email: String::new(),
        registration: "Gas Safe 512907".to_owned(),
        notes: "Answers at night.".to_owned(),
        open_requests: 2,
        update_time: Some(Timestamp::default()),
        version: 4,
    })
}

fn shown() -> Value {
    json!({"id": 4, "name": "Aire Valley Heating", "trade": "Gas engineer", "phone": "0113 496 0101", "email": null,
        "registration": "Gas Safe 512907", "notes": "Answers at night.", "openRequests": 2,
        "updatedAt": "1970-01-01T00:00:00Z", "version": 4})
}

async fn front() -> (Front, String) {
    let front = Front::new().await;
    front.upstream.on(GetContractorRequest::PATH, || {
        Ok(GetContractorResponse { contractor: aire() })
    });
    front.upstream.on(ListContractorsRequest::PATH, || {
        Ok(ListContractorsResponse {
            contractors: aire().into_iter().collect(),
            next_page_token: String::new(),
        })
    });
    front.upstream.on(CreateContractorRequest::PATH, || {
        Ok(CreateContractorResponse { contractor: aire() })
    });
    front.upstream.on(UpdateContractorRequest::PATH, || {
        Ok(UpdateContractorResponse { contractor: aire() })
    });
    front.upstream.on(DeleteContractorRequest::PATH, || {
        Ok(DeleteContractorResponse {})
    });
    let (_, token) = front.landlord();
    (front, token)
}

#[tokio::test]
async fn contractors_are_read_and_listed() {
    let (front, token) = front().await;
    let one = front.get(PATH, &token).await;
    assert_eq!((one.header("etag"), one.json()), ("\"4\"", shown()));
    let path = "/api/contractors?trade=Gas%20engineer&search=aire&pageSize=20";
    assert_eq!(front.get(path, &token).await.json(), json!([shown()]));
    let asked: ListContractorsRequest = front.upstream.asked()[1].message();
    assert_eq!(
        asked,
        ListContractorsRequest {
            trade: Trade::GasEngineer.into(),
            search: "aire".to_owned(),
            page_size: 20,
            page_token: String::new(),
        }
    );
    let refused = front.get("/api/contractors?trade=Wizard", &token).await;
    assert_eq!(named(&refused), ["trade"]);
    let missing = front.get("/api/contractors/x", &token).await;
    assert_eq!(missing.reason(), "CONTRACTOR_NOT_FOUND");
}

#[tokio::test]
async fn a_contractor_is_added_and_changed_field_by_field() {
    let (front, token) = front().await;
    let body = json!({"name": "Aire Valley Heating", "trade": "Gas engineer", "phone": "0113 496 0101",
        "email": "jobs@aire.example", "registration": "Gas Safe 512907", "notes": null, "openRequests": 9});
    let path = "/api/contractors";
    let added = change(&front, "POST", path, &token, body.to_string().into()).await;
    assert_eq!((added.status.as_u16(), added.json()), (201, shown()));
    assert_eq!(added.header("location"), PATH);
    let body = json!({"email": null, "phone": "0113 496 0199"});
    let changed = change(&front, "PATCH", PATH, &token, body.to_string().into()).await;
    assert_eq!((changed.status.as_u16(), changed.json()), (200, shown()));
    let asked = front.upstream.asked();
    let created: CreateContractorRequest = asked[0].message();
    assert_eq!(
        created.contractor,
        Some(Contractor {
            display_name: "Aire Valley Heating".to_owned(),
            trade: Trade::GasEngineer.into(),
            phone: "0113 496 0101".to_owned(),
            email: "jobs@aire.example".to_owned(),
            registration: "Gas Safe 512907".to_owned(),
            ..Default::default()
        })
    );
    let updated: UpdateContractorRequest = asked[1].message();
    assert_eq!(updated.update_mask.unwrap().paths, ["phone", "email"]);
    assert_eq!(
        updated.contractor,
        Some(Contractor {
            contractor_id: 4,
            phone: "0113 496 0199".to_owned(),
            ..Default::default()
        })
    );
}

#[tokio::test]
async fn a_contractor_with_work_stays() {
    let (front, token) = front().await;
    let gone = change(&front, "DELETE", PATH, &token, Body::empty()).await;
    assert_eq!(gone.status, 204);
    front
        .upstream
        .on::<DeleteContractorResponse>(DeleteContractorRequest::PATH, || {
            Err(into_status(Error::FailedPrecondition {
                reason: "CONTRACTOR_HAS_WORK",
                message: "Two requests name this contractor.",
            }))
        });
    let refused = change(&front, "DELETE", PATH, &token, Body::empty()).await;
    assert_eq!(
        (refused.status.as_u16(), refused.reason().as_str()),
        (409, "CONTRACTOR_HAS_WORK")
    );
}
