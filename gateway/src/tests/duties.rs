//! Papers, requests for pets, holding deposits and what is due, from JSON to the contract and back.

use axum::body::Body;
use lintel_proto::{
    Rpc as _,
    tenancy::v1::{
        Deadline, DeadlineKind, Duties, GetDutiesRequest, GetDutiesResponse,
        GetHoldingDepositRequest, GetHoldingDepositResponse, HoldingDeposit, HoldingOutcome,
        ListDeadlinesRequest, ListDeadlinesResponse, OwedPaper, Paper, PetAnswer, PetRequest,
        RecordHoldingDepositRequest, RecordHoldingDepositResponse, RecordPaperRequest,
        RecordPaperResponse, RecordPetRequestRequest, RecordPetRequestResponse,
        RemoveHoldingDepositRequest, RemoveHoldingDepositResponse, RemovePetRequestRequest,
        RemovePetRequestResponse,
    },
};
use serde_json::json;

use super::{
    front::Front,
    tenants::{change, day, pounds},
};

fn duties() -> Option<Duties> {
    Some(Duties {
        papers: vec![OwedPaper {
            paper: Paper::InformationSheet.into(),
            due_date: day(2026, 5, 31),
            rule: "By 31 May 2026".to_owned(),
            ..OwedPaper::default()
        }],
        pet_requests: vec![PetRequest {
            pet_request_id: 51,
            pet: "A cat".to_owned(),
            request_date: day(2026, 11, 20),
            answer_by_date: day(2026, 12, 18),
            answer: PetAnswer::Refused.into(),
            answer_date: day(2026, 11, 25),
            reason: "The lease.".to_owned(),
            ..PetRequest::default()
        }],
        pet_rule: String::new(),
    })
}

#[tokio::test]
async fn papers_and_pets_are_read_recorded_and_taken_back() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(GetDutiesRequest::PATH, || {
        Ok(GetDutiesResponse { duties: duties() })
    });
    front.upstream.on(RecordPaperRequest::PATH, || {
        Ok(RecordPaperResponse { duties: duties() })
    });
    front.upstream.on(RecordPetRequestRequest::PATH, || {
        Ok(RecordPetRequestResponse { duties: duties() })
    });
    front.upstream.on(RemovePetRequestRequest::PATH, || {
        Ok(RemovePetRequestResponse { duties: duties() })
    });
    let shown = front.get("/api/tenants/5/duties", &token).await;
    assert_eq!(
        shown.json(),
        json!({
            "papers": [{"paper": "informationSheet", "dueDate": "2026-05-31", "rule": "By 31 May 2026", "deliveryDate": null,
                        "signingDate": null}],
            "petRequests": [{"id": 51, "pet": "A cat", "requestDate": "2026-11-20", "informationDate": null,
                             "answerByDate": "2026-12-18", "answer": "refused", "answerDate": "2026-11-25", "reason": "The lease."}],
            "petRule": null,
        })
    );
    let papers = "/api/tenants/5/papers";
    for body in [
        json!({"paper": "writtenStatement", "deliveryDate": "2026-11-02"}),
        json!({"paper": "writtenStatement"}),
    ] {
        let put = change(&front, "PUT", papers, &token, body.to_string().into()).await;
        assert_eq!(put.status, 200, "{put:?}");
    }
    let pets = "/api/tenants/5/pet-requests";
    let body = json!({"pet": "A cat", "requestDate": "2026-11-20", "answer": "consented", "answerDate": "2026-11-21"});
    let added = change(&front, "POST", pets, &token, body.to_string().into()).await;
    assert_eq!(added.status, 200, "{added:?}");
    let one = format!("{pets}/51");
    let put = change(&front, "PUT", &one, &token, body.to_string().into()).await;
    assert_eq!(put.status, 200, "{put:?}");
    let removed = change(&front, "DELETE", &one, &token, Body::empty()).await;
    assert_eq!(removed.status, 200, "{removed:?}");
    let missing = change(
        &front,
        "DELETE",
        &format!("{pets}/x"),
        &token,
        Body::empty(),
    )
    .await;
    assert_eq!(missing.json()["reason"], "PET_REQUEST_NOT_FOUND");
    let asked = front.upstream.asked();
    let paper: RecordPaperRequest = asked[1].message();
    assert_eq!(
        (paper.tenant_id, paper.paper(), paper.delivery_date),
        (5, Paper::WrittenStatement, day(2026, 11, 2))
    );
    let back: RecordPaperRequest = asked[2].message();
    assert_eq!(back.delivery_date, None);
    let ids = [3, 4].map(|place| {
        let pet: RecordPetRequestRequest = asked[place].message();
        let request = pet.pet_request.unwrap();
        assert_eq!(request.answer(), PetAnswer::Consented);
        (pet.tenant_id, request.pet_request_id)
    });
    assert_eq!(ids, [(5, 0), (5, 51)]);
    let gone: RemovePetRequestRequest = asked[5].message();
    assert_eq!((gone.tenant_id, gone.pet_request_id), (5, 51));
}

#[tokio::test]
async fn a_holding_deposit_is_read_recorded_and_removed() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    let known = || {
        Some(HoldingDeposit {
            amount: pounds(230),
            receive_date: day(2026, 11, 20),
            agree_by_date: day(2026, 12, 4),
            outcome: HoldingOutcome::ToRent.into(),
            outcome_date: day(2026, 12, 1),
            warnings: vec!["Too much.".to_owned()],
            ..HoldingDeposit::default()
        })
    };
    front.upstream.on(GetHoldingDepositRequest::PATH, move || {
        Ok(GetHoldingDepositResponse {
            holding_deposit: known(),
        })
    });
    front
        .upstream
        .on(RecordHoldingDepositRequest::PATH, move || {
            Ok(RecordHoldingDepositResponse {
                holding_deposit: known(),
            })
        });
    front.upstream.on(RemoveHoldingDepositRequest::PATH, || {
        Ok(RemoveHoldingDepositResponse {
            holding_deposit: Some(HoldingDeposit::default()),
        })
    });
    let path = "/api/tenant-applications/41/holding-deposit";
    assert_eq!(
        front.get(path, &token).await.json(),
        json!({"amount": "230.00", "receivedDate": "2026-11-20", "agreeByDate": "2026-12-04", "agreedInWriting": false,
               "payBackByDate": null, "outcome": "toRent", "outcomeDate": "2026-12-01", "reason": null, "rule": null,
               "warnings": ["Too much."]})
    );
    let body = json!({"amount": "230", "receivedDate": "2026-11-20", "agreeByDate": "2026-12-10", "outcome": "kept",
        "outcomeDate": "2026-12-01", "reason": "False information."});
    let put = change(&front, "PUT", path, &token, body.to_string().into()).await;
    assert_eq!(put.status, 200, "{put:?}");
    let removed = change(&front, "DELETE", path, &token, Body::empty()).await;
    assert_eq!(removed.json()["amount"], json!(null));
    let asked = front.upstream.asked();
    let recorded: RecordHoldingDepositRequest = asked[1].message();
    let held = recorded.holding_deposit.unwrap();
    assert_eq!(
        (recorded.application_id, held.amount.clone(), held.outcome()),
        (41, pounds(230), HoldingOutcome::Kept)
    );
    assert_eq!(held.agree_by_date, day(2026, 12, 10));
    let gone: RemoveHoldingDepositRequest = asked[2].message();
    assert_eq!(gone.application_id, 41);
}

#[tokio::test]
async fn a_deadline_is_about_a_tenant_or_an_application() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(ListDeadlinesRequest::PATH, || {
        let of = |kind: DeadlineKind, tenant_id, application_id| Deadline {
            kind: kind.into(),
            due_date: day(2026, 12, 4),
            tenant_id,
            property_id: 7,
            tenant_name: "Ann".to_owned(),
            property_display_name: "Flat".to_owned(),
            application_id,
        };
        Ok(ListDeadlinesResponse {
            deadlines: vec![
                of(DeadlineKind::PetAnswer, 5, 0),
                of(DeadlineKind::HoldingDepositReturn, 0, 41),
            ],
        })
    });
    let listed = front.get("/api/tenancy-deadlines", &token).await.json();
    let row = |kind: &str, tenant, application| {
        json!({"kind": kind, "dueDate": "2026-12-04", "tenantId": tenant, "applicationId": application, "propertyId": 7,
               "tenantName": "Ann", "propertyName": "Flat"})
    };
    assert_eq!(
        listed,
        json!([
            row("petAnswer", json!(5), json!(null)),
            row("holdingDepositReturn", json!(null), json!(41)),
        ])
    );
}
