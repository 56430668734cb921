//! Homes outside England: the landlord's own agreement, and everything behind it the same.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    AgreementState, AgreementTerms, ApplicationStatus, LeaseStatus, ListTenancyDocumentsRequest,
    MoveInStep, MoveInStepState, Nation, ProposeAgreementRequest, ReadAgreementEvidenceRequest,
    ReferenceKind, TenancyMailKind, tenancy_document_service_client::TenancyDocumentServiceClient,
};
use lintel_tenancy_applications::{
    app::keeping::copies,
    domain::{
        agreeing::evidence,
        keeping::{Home, HomeNews},
    },
    store,
};
use sha2::{Digest as _, Sha256};

use super::{agreements, all_sign, document, get, issue, link, pence, refusals::job, terms};
use crate::{
    applying::{FLAT, apply, decide, money, owner, read, world},
    harness::{fields, refusal},
    rent::{Books, balance},
    rights_to_rent::{complete, waive},
};

const OWN: &[u8] = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n<< /Type /Page >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";

#[tokio::test]
async fn in_wales_scotland_and_northern_ireland_an_own_agreement_goes_the_same_way()
-> anyhow::Result<()> {
    for (postcode, nation) in [
        ("UPDATE homes SET postcode = 'CF10 1AA'", Nation::Wales),
        ("UPDATE homes SET postcode = 'G12 8QQ'", Nation::Scotland),
        (
            "UPDATE homes SET postcode = 'BT1 1AA'",
            Nation::NorthernIreland,
        ),
    ] {
        let world = world().await?;
        world.execute(postcode).await?;
        let hers = owner(&world, 1)?;
        let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
        let id = ann.application_id;
        for kind in [ReferenceKind::Guarantor, ReferenceKind::Employer] {
            waive(&hers, id, kind, "Known to me").await?;
        }
        decide(&world, id, ApplicationStatus::Approved, 0).await?;
        let request = ProposeAgreementRequest { application_id: id };
        let proposed = agreements(&hers).propose_agreement(request).await?;
        let proposed = proposed.into_inner();
        assert_eq!(proposed.nation(), nation);
        assert_eq!(
            (proposed.deposit_cap, proposed.edition.as_str()),
            (None, "")
        );
        assert_eq!(proposed.missing.len(), 1, "{:?}", proposed.missing);
        let refused = refusal(issue(&hers, id, terms(), b"").await)?;
        assert_eq!(fields(&refused), ["content"]);
        // No right to rent is asked for, no bill has to be named, and no cap of England's holds.
        let few = AgreementTerms {
            bills: Vec::new(),
            deposit: money(230_000),
            landlord_address: "8 Sauchiehall Street, Glasgow G2 3AB".to_owned(),
            ..terms()
        };
        let issued = issue(&hers, id, few, OWN).await?;
        assert_eq!(issued.nation(), nation);
        let token = link(&world, TenancyMailKind::AgreementToSign).await?;
        assert_eq!(document(&world, &token).await?, OWN);
        world.clock.advance(Duration::days(3));
        assert_eq!(job(&world)?.tell().await?, 1, "reminded");
        let done = all_sign(&world, id).await?;
        assert_eq!(done.state(), AgreementState::Signed);
        let hash = evidence::hex(&Sha256::digest(OWN));
        assert_eq!(done.document_hash, hash);
        assert_ne!(done.signed_document_hash, hash);
        let request = ReadAgreementEvidenceRequest { application_id: id };
        let told = agreements(&hers).read_agreement_evidence(request).await?;
        let (_, head) = evidence::verify(&told.into_inner().content)?;
        assert_eq!(head, get(&hers, id).await?.evidence_hash);

        world.clock.advance(Duration::days(4));
        complete(&hers, id).await?;
        let moved = read(&world, id).await?;
        let states: Vec<_> = moved.steps.iter().map(MoveInStep::state).collect();
        assert_eq!(states[3..], [MoveInStepState::Done; 3]);
        let tenant = world.landlord()?.get(moved.tenant_id).await?;
        assert_eq!(tenant.lease_status(), LeaseStatus::Active);
        assert_eq!(pence(tenant.deposit), 230_000);
        let ledger = Books::of(&world, 1)?.ledger(moved.tenant_id, None).await?;
        assert_eq!((ledger.entries.len(), balance(&ledger)), (1, 115_000));
        // The document as it was signed, and the certificate as a file of its own.
        let request = ListTenancyDocumentsRequest {
            tenant_id: moved.tenant_id,
        };
        let mut documents = TenancyDocumentServiceClient::new(hers.clone());
        let given = documents
            .list_tenancy_documents(request)
            .await?
            .into_inner();
        let mut given: Vec<_> = given.documents.into_iter().map(|one| one.hash).collect();
        let mut expected = vec![hash, done.signed_document_hash];
        given.sort();
        expected.sort();
        assert_eq!(given, expected);
    }
    Ok(())
}

#[tokio::test]
async fn a_home_at_ch4_that_is_set_to_wales_takes_an_own_contract() -> anyhow::Result<()> {
    let world = world().await?;
    world
        .execute("UPDATE homes SET postcode = 'CH4 0AA' WHERE property_id = 1")
        .await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    for kind in [ReferenceKind::Guarantor, ReferenceKind::Employer] {
        waive(&hers, id, kind, "Known to me").await?;
    }
    // By its postcode alone it is taken for a home in England, where the right to rent is asked for.
    let approved = decide(&world, id, ApplicationStatus::Approved, 0).await?;
    assert_eq!(approved.nation(), Nation::England);
    let note = approved.steps[3].note.clone();
    assert_eq!(note, "Record the right to rent of Ann first.");

    let mut tx = world.database.db.begin_worker().await?;
    let home = store::keeping::home::find(&mut tx, 1.into(), FLAT.into()).await?;
    let home = home.map(|home| Home {
        nation: lintel_rules::Nation::Wales,
        ..home
    });
    let news = HomeNews {
        property: FLAT.into(),
        home,
        version: 2,
    };
    copies::homes(&mut tx, &[(1.into(), news)]).await?;
    tx.commit().await?;

    let request = ProposeAgreementRequest { application_id: id };
    let proposed = agreements(&hers).propose_agreement(request).await?;
    let proposed = proposed.into_inner();
    assert_eq!(proposed.nation(), Nation::Wales);
    assert_eq!(
        proposed.missing,
        ["Upload your own agreement as a PDF: the home is in Wales."]
    );
    assert_eq!(
        issue(&hers, id, terms(), OWN).await?.nation(),
        Nation::Wales
    );
    // The tenancy keeps it where the home leaves the portfolio.
    let gone = HomeNews {
        property: FLAT.into(),
        home: None,
        version: 3,
    };
    let mut tx = world.database.db.begin_worker().await?;
    copies::homes(&mut tx, &[(1.into(), gone)]).await?;
    tx.commit().await?;
    assert_eq!(read(&world, id).await?.nation(), Nation::Wales);
    Ok(())
}
