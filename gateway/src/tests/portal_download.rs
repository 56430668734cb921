//! All of a tenant's home as one file.

use std::collections::BTreeMap;

use axum::body::Body;
use http_body_util::BodyExt as _;
use lintel_core::{Error, Role, london_today};
use lintel_proto::{
    Rpc as _,
    status::into_status,
    tenancy::v1::{
        Agreement, AgreementState, Deposit, DepositAnswer, DepositScheme, GetAgreementRequest,
        GetAgreementResponse, GetLedgerRequest, GetLedgerResponse, GetPortalRequest,
        GetPortalResponse, GuaranteeDeed, GuaranteeState, LeaseStatus, ListTenancyDocumentsRequest,
        ListTenancyDocumentsResponse, ReadAgreementDocumentRequest, ReadAgreementDocumentResponse,
        ReadGuaranteeRequest, ReadGuaranteeResponse, ReadRentStatementRequest,
        ReadRentStatementResponse, ReadTenancyDocumentRequest, ReadTenancyDocumentResponse,
        RentTerms, TenancyDocument, TenancyDocumentKind, Tenant,
    },
};
use lintel_testkit::tokens::outsider;
use tonic::Status;

use super::{
    front::{Front, request},
    portal::own_home,
    portal_certificates::{certificates, kept},
    privacy::unpacked,
    tenants::{day, grace, pounds},
    upstream::Asked,
};

const PATH: &str = "/api/tenant-portal/download?tenancyId=3";

fn given(id: i64, kind: TenancyDocumentKind, title: &str) -> TenancyDocument {
    TenancyDocument {
        tenancy_document_id: id,
        kind: kind.into(),
        title: title.to_owned(),
        give_time: Some(prost_types::Timestamp::default()),
        ..Default::default()
    }
}

/// A home that is left, with a part of every kind.
fn hold(front: &Front, documents: Vec<TenancyDocument>) {
    let upstream = &front.upstream;
    upstream.on(GetPortalRequest::PATH, || {
        let home = own_home(&[]);
        Ok(GetPortalResponse {
            tenant: Some(Tenant {
                lease_status: LeaseStatus::Ended.into(),
                ..grace()
            }),
            deposit: Some(deposit()),
            ..home
        })
    });
    upstream.on(GetLedgerRequest::PATH, || {
        Ok(GetLedgerResponse {
            terms: Some(RentTerms::default()),
            ..Default::default()
        })
    });
    upstream.on(ReadRentStatementRequest::PATH, || {
        Ok(ReadRentStatementResponse {
            content: b"statement".to_vec(),
            media_type: "application/pdf".to_owned(),
            file_name: "statement.pdf".to_owned(),
        })
    });
    upstream.on(ListTenancyDocumentsRequest::PATH, move || {
        let documents = documents.clone();
        Ok(ListTenancyDocumentsResponse { documents })
    });
    upstream.on(ReadTenancyDocumentRequest::PATH, || {
        Ok(ReadTenancyDocumentResponse {
            content: b"document".to_vec(),
            media_type: "image/png".to_owned(),
            file_name: "other-1.png".to_owned(),
        })
    });
    hold_agreement(front);
}

fn deposit() -> Deposit {
    Deposit {
        amount: pounds(700),
        receive_date: day(2025, 3, 10),
        scheme: DepositScheme::Dps.into(),
        scheme_reference: "40718790".to_owned(),
        protect_date: day(2025, 3, 14),
        return_date: day(2026, 11, 9),
        returned: pounds(685),
        deductions: "A new key for the front door".to_owned(),
        answers: vec![DepositAnswer {
            agreed: false,
            text: "The key was never lost.".to_owned(),
            answer_time: Some(prost_types::Timestamp::default()),
            ..Default::default()
        }],
        ..Default::default()
    }
}

fn hold_agreement(front: &Front) {
    let deed = |deed_id, state: GuaranteeState| GuaranteeDeed {
        deed_id,
        state: state.into(),
        ..Default::default()
    };
    front.upstream.on(GetAgreementRequest::PATH, move || {
        Ok(GetAgreementResponse {
            agreement: Some(Agreement {
                state: AgreementState::Signed.into(),
                deeds: vec![
                    deed(1, GuaranteeState::Ended),
                    deed(2, GuaranteeState::InForce),
                    deed(3, GuaranteeState::Void),
                ],
                ..Default::default()
            }),
        })
    });
    front.upstream.on(ReadAgreementDocumentRequest::PATH, || {
        Ok(ReadAgreementDocumentResponse {
            content: b"agreement".to_vec(),
            file_name: "agreement-1.pdf".to_owned(),
        })
    });
    front.upstream.on(ReadGuaranteeRequest::PATH, || {
        Ok(ReadGuaranteeResponse {
            content: b"deed".to_vec(),
            file_name: "deed-1.pdf".to_owned(),
        })
    });
}

fn token(front: &Front) -> String {
    front.mint.token(&outsider(9, Role::Tenant)).unwrap()
}

async fn downloaded(front: &Front) -> BTreeMap<String, String> {
    let response = front
        .open(request("GET", PATH, &token(front), Body::empty()))
        .await;
    assert_eq!(response.status(), 200);
    let name = format!(
        "attachment; filename=\"lintel-my-home-{}.zip\"",
        london_today(&lintel_core::SystemClock)
    );
    assert_eq!(response.headers()["content-type"], "application/zip");
    assert_eq!(response.headers()["content-disposition"], name.as_str());
    let body = response.into_body().collect().await.unwrap();
    unpacked(body.to_bytes().to_vec()).await
}

#[tokio::test]
async fn a_former_tenant_takes_everything_of_the_home_along() {
    let front = Front::new().await;
    hold(
        &front,
        vec![
            given(1, TenancyDocumentKind::Other, "Check-out: “all” / rooms"),
            given(2, TenancyDocumentKind::Other, "check-out all  rooms"),
            given(3, TenancyDocumentKind::Inventory, "Inventory"),
        ],
    );
    let files = downloaded(&front).await;
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "README.txt",
            "deed-of-guarantee (2).pdf",
            "deed-of-guarantee.pdf",
            "deposit.txt",
            "documents/1970-01-01 Check-out all  rooms.png",
            "documents/1970-01-01 Inventory.png",
            "documents/1970-01-01 check-out all  rooms (2).png",
            "rent-statement.pdf",
            "tenancy-agreement.pdf",
        ]
    );
    assert_eq!(files["rent-statement.pdf"], "statement");
    assert_eq!(files["tenancy-agreement.pdf"], "agreement");
    assert_eq!(files["documents/1970-01-01 Inventory.png"], "document");
    assert!(files["README.txt"].contains("home at Room 2, 212 Ashmead Road, Bristol, BS4 2AD\n"));
    let (_, facts) = files["deposit.txt"].split_once("\n\n").unwrap();
    assert_eq!(
        facts,
        "Amount: £700.00\nReceived: 10 March 2025\nProtected since: 14 March 2025\nScheme: DPS\nNumber: 40718790\n\
         Given back: £685.00\nGiven back on: 9 November 2026\nKept, and why: A new key for the front door\n\
         Your answer: you don’t agree, said on 1 January 1970\nWhy: The key was never lost.\n"
    );
    let asked = front.upstream.asked();
    let of = |path: &'static str| asked.iter().filter(move |one| one.path == path);
    let portal: GetPortalRequest = of(GetPortalRequest::PATH).next().unwrap().message();
    assert_eq!(portal.tenancy_id, 3);
    let read = of(ReadTenancyDocumentRequest::PATH);
    let read = read.map(Asked::message::<ReadTenancyDocumentRequest>);
    let read: Vec<_> = read
        .map(|one| (one.tenant_id, one.tenancy_document_id))
        .collect();
    assert_eq!(read, [(5, 1), (5, 2), (5, 3)]);
    let deed: ReadGuaranteeRequest = of(ReadGuaranteeRequest::PATH).next().unwrap().message();
    assert_eq!((deed.application_id, deed.deed_id), (78, 1));
}

#[tokio::test]
async fn who_lives_there_takes_the_certificates_along_as_well() {
    let front = Front::new().await;
    let agreement = given(4, TenancyDocumentKind::Agreement, "Tenancy agreement");
    hold(&front, vec![agreement]);
    front
        .upstream
        .on(GetPortalRequest::PATH, || Ok(own_home(&[])));
    front
        .upstream
        .on(GetLedgerRequest::PATH, || Ok(GetLedgerResponse::default()));
    front
        .upstream
        .on::<GetAgreementResponse>(GetAgreementRequest::PATH, || {
            Err(into_status(Error::NotFound {
                reason: "APPLICATION_NOT_FOUND",
                resource: "Application",
            }))
        });
    certificates(&front, [kept(&front, 11).await, String::new()]);
    let files = downloaded(&front).await;
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    // No rent is charged, no deposit was taken, and the agreement is another's to read beside the document.
    assert_eq!(
        names,
        [
            "README.txt",
            "certificates/Gas Safety until 2026-11-24.pdf",
            "documents/1970-01-01 Tenancy agreement.png",
        ]
    );
    assert_eq!(files[names[1]], "%PDF-1.7");
}

#[tokio::test]
async fn an_agreement_among_the_documents_is_not_taken_along_twice() {
    let front = Front::new().await;
    let agreement = given(4, TenancyDocumentKind::Agreement, "Tenancy agreement");
    hold(&front, vec![agreement]);
    let files = downloaded(&front).await;
    assert!(files.contains_key("documents/1970-01-01 Tenancy agreement.png"));
    assert!(!files.contains_key("tenancy-agreement.pdf"));
    assert!(files.contains_key("deed-of-guarantee.pdf"));
}

#[tokio::test]
async fn a_part_that_cannot_be_had_is_named_in_the_file() {
    let front = Front::new().await;
    let inventory = given(3, TenancyDocumentKind::Inventory, "Inventory");
    hold(&front, vec![inventory]);
    front
        .upstream
        .on::<ReadTenancyDocumentResponse>(ReadTenancyDocumentRequest::PATH, || {
            Err(Status::internal("a fault"))
        });
    front
        .upstream
        .on::<GetLedgerResponse>(GetLedgerRequest::PATH, || Err(Status::internal("a fault")));
    let files = downloaded(&front).await;
    assert!(!files.keys().any(|name| name.starts_with("documents/")));
    let missing = &files["NOT INCLUDED.txt"];
    assert!(
        missing.contains("- Rent statement\n- Inventory\n"),
        "{missing}"
    );
    assert!(files.contains_key("tenancy-agreement.pdf"));
}

#[tokio::test]
async fn anothers_home_and_none_are_answered_as_by_the_portal() {
    let front = Front::new().await;
    front
        .upstream
        .on::<GetPortalResponse>(GetPortalRequest::PATH, || {
            Err(into_status(Error::NotFound {
                reason: "TENANCY_NOT_LINKED",
                resource: "Tenancy",
            }))
        });
    let token = token(&front);
    let theirs = front.get(PATH, &token).await;
    assert_eq!(theirs.status, 404);
    assert_eq!(theirs.reason(), "TENANCY_NOT_LINKED");
    front.upstream.on(GetPortalRequest::PATH, || {
        let home = own_home(&[]);
        Ok(GetPortalResponse {
            tenant: None,
            ..home
        })
    });
    let waiting = front.get(PATH, &token).await;
    assert_eq!(waiting.reason(), "TENANCY_NOT_LINKED");
    let (_, landlord) = front.landlord();
    let refused = front.get(PATH, &landlord).await;
    assert_eq!(refused.reason(), "NOT_ALLOWED");
}

#[tokio::test]
async fn each_part_counts_as_a_download_of_its_own() {
    let front = Front::with_limit(4).await;
    let inventory = given(3, TenancyDocumentKind::Inventory, "Inventory");
    hold(&front, vec![inventory; 3]);
    let refused = front.get(PATH, &token(&front)).await;
    assert_eq!(refused.status, 429);
    let asked = front.upstream.asked();
    let is_read = |path: &str| path == ReadTenancyDocumentRequest::PATH;
    assert!(!asked.iter().any(|one| is_read(&one.path)));
}

#[tokio::test]
async fn the_home_goes_no_further_when_the_session_of_its_reader_ends() {
    let front = Front::new().await;
    let inventory = given(3, TenancyDocumentKind::Inventory, "Inventory");
    hold(&front, vec![inventory; 20]);
    let mut seed = 1_u64;
    let noise = std::iter::repeat_with(move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed.to_be_bytes()[0]
    });
    let noise: Vec<u8> = noise.take(200_000).collect();
    front
        .upstream
        .on(ReadTenancyDocumentRequest::PATH, move || {
            Ok(ReadTenancyDocumentResponse {
                content: noise.clone(),
                media_type: "application/pdf".to_owned(),
                file_name: "inventory-3.pdf".to_owned(),
            })
        });
    let tenant = outsider(9, Role::Tenant);
    let token = front.mint.token(&tenant).unwrap();
    let asked = request("GET", PATH, &token, Body::empty());
    let (read, is_broken_off) = front.cut_off(tenant.session, asked).await;
    assert!(is_broken_off && read < 1_000_000, "{read} {is_broken_off}");
}
