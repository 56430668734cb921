//! The certificates of a tenant's home, and their documents.

use lintel_core::{Error, Role};
use lintel_files::{Contents, FileId, Owner, digest};
use lintel_proto::{
    Rpc as _,
    portfolio::v1::{
        CertificateState, CertificateType, HomeCertificate, ListHomeCertificatesRequest,
        ListHomeCertificatesResponse,
    },
    status::into_status,
    tenancy::v1::{GetPortalRequest, GetPortalResponse, LeaseStatus, Tenant},
};
use lintel_testkit::tokens::outsider;
use serde_json::json;

use super::{
    front::Front,
    portal::own_home,
    tenants::{day, front, grace},
};

const LIST: &str = "/api/tenant-portal/certificates?tenancyId=3";
const PDF: &[u8] = b"%PDF-1.7";

/// Keeps a document of an organisation, and returns its address.
pub(super) async fn kept(front: &Front, organisation: i64) -> String {
    let (owner, id) = (Owner::Organisation(organisation.into()), FileId::generate());
    let contents = Contents::Document(PDF.to_vec());
    let files = &front.gateway.files;
    files.keep(owner, id, digest(PDF), contents).await.unwrap();
    id.address()
}

pub(super) fn certificates(front: &Front, urls: [String; 2]) {
    let path = ListHomeCertificatesRequest::PATH;
    front.upstream.on(path, move || {
        let [gas, eicr] = urls.clone();
        Ok(ListHomeCertificatesResponse {
            certificates: vec![
                HomeCertificate {
                    certificate_id: 7,
                    certificate_type: CertificateType::GasSafety.into(),
                    issue_date: day(2025, 11, 24),
                    expiry_date: day(2026, 11, 24),
                    state: CertificateState::Expired.into(),
                    certificate_url: gas,
                },
                HomeCertificate {
                    certificate_id: 8,
                    certificate_type: CertificateType::Eicr.into(),
                    issue_date: None,
                    expiry_date: day(2030, 1, 1),
                    state: CertificateState::Valid.into(),
                    certificate_url: eicr,
                },
            ],
        })
    });
}

#[tokio::test]
async fn a_tenant_reads_the_certificates_of_the_own_home() {
    let (front, landlord) = front().await;
    front
        .upstream
        .on(GetPortalRequest::PATH, || Ok(own_home(&[])));
    let (own, theirs) = (kept(&front, 11).await, kept(&front, 12).await);
    certificates(&front, [own, theirs]);
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    assert_eq!(
        front.get(LIST, &token).await.json(),
        json!([
            {"id": 7, "certificateType": "Gas Safety", "issueDate": "2025-11-24", "expiryDate": "2026-11-24",
                "state": "Expired", "hasDocument": true},
            {"id": 8, "certificateType": "EICR", "issueDate": null, "expiryDate": "2030-01-01", "state": "Valid",
                "hasDocument": true},
        ])
    );
    let asked = front.upstream.asked();
    let portal: GetPortalRequest = asked[0].message();
    assert_eq!(portal.tenancy_id, 3);
    let listed: ListHomeCertificatesRequest = asked[1].message();
    assert_eq!((listed.organisation_id, listed.property_id), (11, 42));

    let read = async |id: i64| {
        let path = format!("/api/tenant-portal/certificates/{id}/document?tenancyId=3");
        front.get(&path, &token).await
    };
    let document = read(7).await;
    assert_eq!(document.status, 200, "{document:?}");
    assert_eq!(document.text.as_bytes(), PDF);
    for (name, value) in [
        ("content-type", "application/pdf"),
        (
            "content-disposition",
            "attachment; filename=\"document.pdf\"",
        ),
        ("cache-control", "private, no-store"),
    ] {
        assert_eq!(document.header(name), value);
    }
    // A file that is not the organisation's is none, whatever a certificate says of it.
    assert_eq!(read(8).await.reason(), "FILE_NOT_FOUND");
    assert_eq!(read(9).await.reason(), "CERTIFICATE_NOT_FOUND");
    let refused = front.get(LIST, &landlord).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
}

#[tokio::test]
async fn who_has_left_or_is_no_tenant_yet_reads_no_certificates() {
    let (front, _) = front().await;
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    certificates(&front, [String::new(), String::new()]);
    front.upstream.on(GetPortalRequest::PATH, || {
        let home = own_home(&[]);
        Ok(GetPortalResponse {
            tenant: Some(Tenant {
                lease_status: LeaseStatus::Ended.into(),
                ..grace()
            }),
            ..home
        })
    });
    let left = front.get(LIST, &token).await;
    assert_eq!(
        (left.status.as_u16(), left.reason().as_str()),
        (409, "TENANCY_ENDED")
    );
    front.upstream.on(GetPortalRequest::PATH, || {
        let home = own_home(&[]);
        Ok(GetPortalResponse {
            tenant: None,
            ..home
        })
    });
    let waiting = front.get(LIST, &token).await;
    assert_eq!(waiting.reason(), "TENANCY_NOT_LINKED");
    let asked = front.upstream.asked();
    let of_portfolio = |path: &str| path == ListHomeCertificatesRequest::PATH;
    assert!(!asked.iter().any(|one| of_portfolio(&one.path)));
}

#[tokio::test]
async fn a_tenant_is_told_to_come_back_while_portfolio_is_away() {
    let (front, _) = front().await;
    let token = front.mint.token(&outsider(9, Role::Tenant)).unwrap();
    front
        .upstream
        .on(GetPortalRequest::PATH, || Ok(own_home(&[])));
    front
        .upstream
        .on::<ListHomeCertificatesResponse>(ListHomeCertificatesRequest::PATH, || {
            Err(into_status(Error::unavailable("away")))
        });
    let away = front.get(LIST, &token).await;
    assert_eq!(away.status.as_u16(), 503);
    assert!(!away.header("retry-after").is_empty());
}
