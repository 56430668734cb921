//! Deeds of guarantee: read by link and by account, signed with a witness, and ended.

use lintel_proto::{
    Rpc as _,
    tenancy::v1::{
        Agreement, AgreementState, DeedWitness, EndGuaranteeRequest, EndGuaranteeResponse,
        GuaranteeDeed, GuaranteeEndReason, GuaranteeState, Nation, ReadGuaranteeByLinkRequest,
        ReadGuaranteeByLinkResponse, ReadGuaranteeEvidenceRequest, ReadGuaranteeEvidenceResponse,
        ReadGuaranteeRequest, ReadGuaranteeResponse, SignAgreementByLinkRequest,
        SignAgreementByLinkResponse, WitnessSignature,
    },
};
use prost_types::Timestamp;
use serde_json::json;

use super::{
    front::Front,
    tenants::{change, day, pounds},
};

fn agreement() -> Agreement {
    Agreement {
        agreement_id: 9,
        application_id: 41,
        state: AgreementState::Issued.into(),
        nation: Nation::England.into(),
        create_time: Some(Timestamp::default()),
        version: 2,
        ..Default::default()
    }
}

fn deed() -> GuaranteeDeed {
    GuaranteeDeed {
        deed_id: 4,
        signer_id: 2,
        tenant_display_names: vec!["Tom Hargreaves".to_owned()],
        highest_amount: pounds(7320),
        covered_rent: pounds(671),
        state: GuaranteeState::Signed.into(),
        witness: Some(DeedWitness {
            display_name: "Maureen Clarke".to_owned(),
            ..Default::default()
        }),
        ..Default::default()
    }
}

#[tokio::test]
async fn a_guarantor_reads_the_deed_and_signs_beside_a_witness() {
    let front = Front::new().await;
    front.upstream.on(ReadGuaranteeByLinkRequest::PATH, || {
        Ok(ReadGuaranteeByLinkResponse {
            content: b"%PDF-1.7".to_vec(),
            file_name: "deed.pdf".to_owned(),
        })
    });
    front.upstream.on(SignAgreementByLinkRequest::PATH, || {
        Ok(SignAgreementByLinkResponse {
            agreement: Some(Agreement {
                deeds: vec![deed()],
                ..agreement()
            }),
        })
    });
    let path = "/api/agreements/t0k/deeds/4/document";
    let document = front.get(path, "").await;
    assert_eq!(document.header("content-type"), "application/pdf");
    assert_eq!(document.header("cache-control"), "private, no-store");
    let none = front.get("/api/agreements/t0k/deeds/x/document", "").await;
    assert_eq!(none.json()["reason"], "GUARANTEE_NOT_FOUND");
    let body = json!({"name": "Judith Hargreaves", "consent": true, "signature": "data:image/png;base64,AA==",
        "documentHash": "cd", "witness": {"name": "Maureen Clarke", "address": "29 Sedgefield Rise", "consent": true,
        "signature": "data:image/png;base64,BB=="}});
    let path = "/api/agreements/t0k/sign";
    let signed = change(&front, "POST", path, "", body.to_string().into()).await;
    assert_eq!(signed.status, 200, "{signed:?}");
    let shown = &signed.json()["deeds"][0];
    assert_eq!(shown["highestAmount"], "7320.00");
    assert_eq!(shown["coveredRent"], "671.00");
    assert_eq!(shown["state"], "signed");
    assert_eq!(shown["witness"]["name"], "Maureen Clarke");
    assert_eq!(shown["endReason"], serde_json::Value::Null);
    let asked: SignAgreementByLinkRequest = front.upstream.asked().remove(1).message();
    let witness = asked.signature.unwrap_or_default().witness;
    assert_eq!(
        witness,
        Some(WitnessSignature {
            display_name: "Maureen Clarke".to_owned(),
            address: "29 Sedgefield Rise".to_owned(),
            occupation: String::new(),
            consent: true,
            signature: "data:image/png;base64,BB==".to_owned(),
        })
    );
}

#[tokio::test]
async fn a_landlord_reads_a_deed_with_its_evidence_and_ends_it() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(ReadGuaranteeRequest::PATH, || {
        Ok(ReadGuaranteeResponse {
            content: b"%PDF-1.7".to_vec(),
            file_name: "deed.pdf".to_owned(),
        })
    });
    front.upstream.on(ReadGuaranteeEvidenceRequest::PATH, || {
        Ok(ReadGuaranteeEvidenceResponse {
            content: b"{}".to_vec(),
            file_name: "deed.json".to_owned(),
        })
    });
    front.upstream.on(EndGuaranteeRequest::PATH, || {
        Ok(EndGuaranteeResponse {
            agreement: Some(agreement()),
        })
    });
    let base = "/api/tenant-applications/41/agreement/deeds/4";
    for (path, kind) in [
        ("document", "application/pdf"),
        ("evidence", "application/json"),
    ] {
        let read = front.get(&format!("{base}/{path}"), &token).await;
        assert_eq!(read.header("content-type"), kind);
    }
    let missing = front
        .get(
            "/api/tenant-applications/41/agreement/deeds/0/document",
            &token,
        )
        .await;
    assert_eq!(missing.json()["reason"], "GUARANTEE_NOT_FOUND");
    let body = json!({"reason": "notice", "endDate": "2027-02-01"});
    let path = format!("{base}/end");
    let ended = change(&front, "POST", &path, &token, body.to_string().into()).await;
    assert_eq!(ended.status, 200, "{ended:?}");
    let asked: EndGuaranteeRequest = front.upstream.asked().remove(2).message();
    assert_eq!((asked.application_id, asked.deed_id), (41, 4));
    assert_eq!(asked.reason(), GuaranteeEndReason::Notice);
    assert_eq!(asked.end_date, day(2027, 2, 1));
}
