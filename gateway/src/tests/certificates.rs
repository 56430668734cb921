//! Certificates from JSON to the contract and back.

use axum::body::Body;
use lintel_core::Error;
use lintel_proto::{
    Rpc as _,
    common::v1::{Date, Nation},
    portfolio::v1::{
        Certificate, CertificateState, CertificateType, CertificateTypeInfo,
        CreateCertificateRequest, CreateCertificateResponse, DeleteCertificateRequest,
        DeleteCertificateResponse, GetCertificateRequest, GetCertificateResponse,
        ListCertificateTypesRequest, ListCertificateTypesResponse, ListCertificatesRequest,
        ListCertificatesResponse, NationValidity, RenewCertificateRequest,
        RenewCertificateResponse, UpdateCertificateRequest, UpdateCertificateResponse,
    },
};
use serde_json::{Value, json};

use super::front::{Front, request};

const DOCUMENT: &str = "/api/files/0197a0f2-1111-7000-8000-000000000001";

const fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

fn gas() -> Certificate {
    Certificate {
        certificate_id: 7,
        property_id: 42,
        property_display_name: "Ashmead House".to_owned(),
        property_address: "212 Ashmead Road, Bristol".to_owned(),
        certificate_type: CertificateType::GasSafety.into(),
        expiry_date: day(2026, 11, 19),
        state: CertificateState::Expired.into(),
        days_remaining: -2,
        changed_by_user_id: 11,
        create_time: Some(prost_types::Timestamp::default()),
        update_time: Some(prost_types::Timestamp::default()),
        version: 3,
        ..Default::default()
    }
}

#[tokio::test]
async fn a_certificate_is_shown_in_the_shapes_of_the_contract() {
    let front = Front::new().await;
    front.upstream.on(GetCertificateRequest::PATH, || {
        Ok(GetCertificateResponse {
            certificate: Some(gas()),
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/property-certificates/7", &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("etag"), "\"3\"");
    assert_eq!(
        answer.json(),
        json!({
            "id": 7, "propertyId": 42, "propertyName": "Ashmead House",
            "propertyAddress": "212 Ashmead Road, Bristol", "certificateType": "Gas Safety", "issueDate": null,
            "expiryDate": "2026-11-19", "certificateUrl": null, "notes": null, "state": "Expired",
            "daysRemaining": -2, "supersededBy": null, "changedByUserId": 11,
            "createdAt": "1970-01-01T00:00:00Z", "updatedAt": "1970-01-01T00:00:00Z", "version": 3
        })
    );
}

#[tokio::test]
async fn a_list_is_narrowed_and_its_next_page_is_narrowed_too() {
    let front = Front::new().await;
    front.upstream.on(ListCertificatesRequest::PATH, || {
        Ok(ListCertificatesResponse {
            certificates: vec![gas()],
            next_page_token: "next".to_owned(),
        })
    });
    let (_, token) = front.landlord();
    let query = "propertyId=42&state=ExpiringSoon,RenewalDue&certificateType=Smoke%20%26%20CO%20Alarm&history=true";
    let path = format!("/api/property-certificates?{query}&pageSize=1");
    let answer = front.get(&path, &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json()[0]["id"], 7);
    let link =
        format!("</api/property-certificates?{query}&pageSize=1&pageToken=next>; rel=\"next\"");
    assert_eq!(answer.header("link"), link);
    let asked: ListCertificatesRequest = front.upstream.asked().remove(0).message();
    assert_eq!(
        asked,
        ListCertificatesRequest {
            property_id: 42,
            states: vec![
                CertificateState::ExpiringSoon.into(),
                CertificateState::RenewalDue.into()
            ],
            certificate_type: CertificateType::SmokeCoAlarm.into(),
            include_superseded: true,
            page_size: 1,
            page_token: String::new(),
        }
    );

    let path =
        "/api/property-certificates?propertyId=x&state=Old&certificateType=MOT&history=maybe";
    let refused = front.get(path, &token).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.reason(), "FIELDS_UNREADABLE");
    let errors = refused.json()["errors"].clone();
    let named: Vec<_> = errors.as_object().unwrap().keys().cloned().collect();
    assert_eq!(named, ["certificateType", "history", "propertyId", "state"]);
}

#[tokio::test]
async fn a_new_certificate_reaches_the_service_and_says_where_it_is() {
    let front = Front::new().await;
    front.upstream.on(CreateCertificateRequest::PATH, || {
        Ok(CreateCertificateResponse {
            certificate: Some(gas()),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"propertyId": 42, "certificateType": "Gas Safety", "issueDate": "2025-11-19",
        "certificateUrl": DOCUMENT, "notes": "All appliances", "state": "Valid", "version": 9});
    let mut post = request(
        "POST",
        "/api/property-certificates",
        &token,
        body.to_string().into(),
    );
    post.headers_mut()
        .insert("idempotency-key", "2f7c1f6e-key".parse().unwrap());
    let answer = front.send(post).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.header("location"), "/api/property-certificates/7");
    assert_eq!(answer.header("etag"), "\"3\"");
    let asked: CreateCertificateRequest = front.upstream.asked().remove(0).message();
    assert_eq!(asked.request_id, "2f7c1f6e-key");
    assert_eq!(
        asked.certificate,
        Some(Certificate {
            property_id: 42,
            certificate_type: CertificateType::GasSafety.into(),
            issue_date: day(2025, 11, 19),
            certificate_url: DOCUMENT.to_owned(),
            notes: "All appliances".to_owned(),
            ..Default::default()
        })
    );

    let body = json!({"propertyId": "house", "certificateType": "MOT", "expiryDate": "19/11/2026"});
    let post = request(
        "POST",
        "/api/property-certificates",
        &token,
        body.to_string().into(),
    );
    let refused = front.send(post).await;
    assert_eq!(refused.status, 422);
    let errors = refused.json()["errors"].clone();
    let named: Vec<_> = errors.as_object().unwrap().keys().cloned().collect();
    assert_eq!(named, ["certificateType", "expiryDate", "propertyId"]);
}

#[tokio::test]
async fn a_change_names_exactly_the_fields_of_its_body() {
    let front = Front::new().await;
    front.upstream.on(UpdateCertificateRequest::PATH, || {
        Ok(UpdateCertificateResponse {
            certificate: Some(gas()),
        })
    });
    let (_, token) = front.landlord();
    let body = json!({"notes": null, "expiryDate": "2027-01-31", "version": 3, "propertyId": 5, "state": "Valid"});
    let path = "/api/property-certificates/7";
    let mut patch = request("PATCH", path, &token, body.to_string().into());
    patch
        .headers_mut()
        .insert("if-match", "\"3\"".parse().unwrap());
    assert_eq!(front.send(patch).await.status, 200);
    let asked: UpdateCertificateRequest = front.upstream.asked().remove(0).message();
    let paths = asked.update_mask.unwrap().paths;
    assert_eq!(paths, ["expiry_date", "notes"]);
    assert_eq!(asked.etag, "\"3\"");
    assert_eq!(
        asked.certificate,
        Some(Certificate {
            certificate_id: 7,
            expiry_date: day(2027, 1, 31),
            ..Default::default()
        })
    );
}

#[tokio::test]
async fn a_renewal_and_a_deletion_name_the_version_that_was_seen() {
    let front = Front::new().await;
    front.upstream.on(RenewCertificateRequest::PATH, || {
        Ok(RenewCertificateResponse {
            certificate: Some(gas()),
        })
    });
    front.upstream.on(DeleteCertificateRequest::PATH, || {
        Ok(DeleteCertificateResponse {})
    });
    let (_, token) = front.landlord();
    let body = json!({"issueDate": "2026-11-20", "certificateUrl": DOCUMENT});
    let path = "/api/property-certificates/6/renew";
    let mut post = request("POST", path, &token, body.to_string().into());
    post.headers_mut()
        .insert("if-match", "\"2\"".parse().unwrap());
    let answer = front.send(post).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("location")),
        (201, "/api/property-certificates/7")
    );
    let mut delete = request(
        "DELETE",
        "/api/property-certificates/7",
        &token,
        Body::empty(),
    );
    delete
        .headers_mut()
        .insert("if-match", "\"3\"".parse().unwrap());
    assert_eq!(front.send(delete).await.status, 204);
    let asked = front.upstream.asked();
    let renewal: RenewCertificateRequest = asked[0].message();
    assert_eq!(
        renewal,
        RenewCertificateRequest {
            certificate_id: 6,
            issue_date: day(2026, 11, 20),
            certificate_url: DOCUMENT.to_owned(),
            etag: "\"2\"".to_owned(),
            ..Default::default()
        }
    );
    let deletion: DeleteCertificateRequest = asked[1].message();
    assert_eq!((deletion.certificate_id, &*deletion.etag), (7, "\"3\""));
}

#[tokio::test]
async fn what_is_no_id_names_no_certificate() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    for id in ["0", "-1", "x", "99999999999999999999"] {
        let answer = front
            .get(&format!("/api/property-certificates/{id}"), &token)
            .await;
        assert_eq!(answer.status, 404, "{id}");
        assert_eq!(answer.reason(), "CERTIFICATE_NOT_FOUND");
        assert_eq!(answer.json()["detail"], "Certificate not found.");
    }
    assert!(front.upstream.asked().is_empty());
}

#[tokio::test]
async fn renewing_twice_is_a_conflict_that_says_what_to_do() {
    let front = Front::new().await;
    front.upstream.on(RenewCertificateRequest::PATH, || {
        Err::<RenewCertificateResponse, _>(lintel_runtime::into_status(Error::FailedPrecondition {
            reason: "CERTIFICATE_SUPERSEDED",
            message: "This certificate has been renewed already.",
        }))
    });
    let (_, token) = front.landlord();
    let path = "/api/property-certificates/6/renew";
    let answer = front.send(request("POST", path, &token, "{}".into())).await;
    assert_eq!(answer.status, 409);
    assert_eq!(answer.reason(), "CERTIFICATE_SUPERSEDED");
    assert_eq!(
        answer.json()["detail"],
        "This certificate has been renewed already."
    );
}

#[tokio::test]
async fn types_are_listed_with_their_validity() {
    let front = Front::new().await;
    front.upstream.on(ListCertificateTypesRequest::PATH, || {
        Ok(ListCertificateTypesResponse {
            certificate_types: vec![
                CertificateTypeInfo {
                    certificate_type: CertificateType::Eicr.into(),
                    usual_validity_months: Some(60),
                    elsewhere: vec![NationValidity {
                        nation: Nation::Scotland.into(),
                        usual_validity_months: Some(36),
                    }],
                },
                CertificateTypeInfo {
                    certificate_type: CertificateType::Other.into(),
                    usual_validity_months: None,
                    elsewhere: Vec::new(),
                },
            ],
        })
    });
    let (_, token) = front.landlord();
    let answer = front.get("/api/certificate-types", &token).await;
    let expected: Value = json!([
        {"certificateType": "EICR", "usualValidityMonths": 60, "elsewhere": [{"nation": "Scotland", "usualValidityMonths": 36}]},
        {"certificateType": "Other", "usualValidityMonths": null, "elsewhere": []},
    ]);
    assert_eq!((answer.status.as_u16(), answer.json()), (200, expected));
}
