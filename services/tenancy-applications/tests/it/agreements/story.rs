//! The way of an agreement: proposed, issued, signed in order, certified, and taken over by moving in.

use chrono::Duration;
use lintel_core::Role;
use lintel_proto::tenancy::v1::{
    AgreementState, GetLedgerRequest, ListReferenceRequestsRequest, ListTenancyDocumentsRequest,
    MoveInStepState, Nation, Party, ProposeAgreementRequest, ReadAgreementDocumentRequest,
    ReadAgreementEvidenceRequest, Signer, TenancyMailKind,
    reference_service_client::ReferenceServiceClient, rent_service_client::RentServiceClient,
    tenancy_document_service_client::TenancyDocumentServiceClient,
};
use lintel_tenancy_applications::domain::agreeing::evidence;
use lintel_testkit::tokens::outsider;
use sha2::{Digest as _, Sha256};

use super::{
    agreements, document, get, issue, link, links, open, pence, ready, sign, sign_by_link, signed,
    terms,
};
use crate::{
    applying::{ANN, everything, mails, money, owner, read, world},
    data::copy,
    harness::{World, reason, refusal},
    rights_to_rent::complete,
};

fn hash(bytes: &[u8]) -> String {
    evidence::hex(&Sha256::digest(bytes))
}

/// Everybody signs Ann's agreement.
async fn sign_all(world: &World, id: i64) -> anyhow::Result<()> {
    let hers = owner(world, 1)?;
    let issued = get(&hers, id).await?;
    let token = link(world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(world, &token, signed("Ann", &issued)).await?;
    let token = link(world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(world, &token, signed("Gus Guarantor", &issued)).await?;
    sign(&hers, id, signed("olive  owner", &issued)).await?;
    Ok(())
}

#[tokio::test]
async fn what_is_proposed_can_be_issued() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    let request = ProposeAgreementRequest { application_id: id };
    let proposed = agreements(&hers).propose_agreement(request).await?;
    let proposed = proposed.into_inner();
    assert_eq!(proposed.nation(), Nation::England);
    assert_eq!(proposed.edition, "2026-05-01");
    assert!(proposed.missing.is_empty(), "{:?}", proposed.missing);
    assert_eq!(pence(proposed.deposit_cap), 138_461);
    let mut terms = proposed.terms.unwrap_or_default();
    // Nobody has said yet who lets, and the deposit is asked for.
    assert_eq!((terms.landlord_name.as_str(), terms.deposit), ("", None));
    terms.landlord_name = "Olive Owner".to_owned();
    terms.landlord_address = "8 Long Lane, Leeds LS1 4AB".to_owned();
    terms.deposit = money(0);
    let issued = issue(&hers, id, terms, b"").await?;
    assert_eq!(issued.state(), AgreementState::Issued);
    assert_eq!(issued.signers.len(), 2);
    Ok(())
}

#[tokio::test]
async fn all_sign_in_their_order_what_they_were_shown() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    let issued = issue(&hers, id, terms(), b"").await?;
    let parties: Vec<_> = issued.signers.iter().map(Signer::party).collect();
    assert_eq!(parties, [Party::Tenant, Party::Guarantor, Party::Landlord]);
    assert!(issued.pages >= 1);
    // The tenant alone was asked; opening and reading are kept.
    let asked = links(&world, TenancyMailKind::AgreementToSign).await?;
    assert_eq!(asked.len(), 1);
    let token = asked[0].1.clone();
    let opened = open(&world, &token).await?;
    assert!(opened.signers[0].is_caller && opened.signers[0].may_sign);
    assert!(opened.signers.iter().all(|one| one.email.is_empty()));
    let shown = document(&world, &token).await?;
    assert_eq!(hash(&shown), issued.document_hash);
    let early = sign(&hers, id, signed("Olive Owner", &issued)).await;
    assert_eq!(reason(&refusal(early)?), "AGREEMENT_NOT_YOUR_TURN");
    let after = sign_by_link(&world, &token, signed(" ann ", &issued)).await?;
    assert!(after.signers[0].sign_time.is_some());
    let again = sign_by_link(&world, &token, signed("Ann", &issued)).await;
    assert_eq!(reason(&refusal(again)?), "AGREEMENT_NOT_YOUR_TURN");
    let read_now = read(&world, id).await?;
    assert_eq!(read_now.steps[4].actor, "Guarantor");
    let guarantors = link(&world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(&world, &guarantors, signed("Gus Guarantor", &issued)).await?;
    let waits = links(&world, TenancyMailKind::AgreementToCountersign).await?;
    assert_eq!(waits.len(), 1);
    let done = sign(&hers, id, signed("Olive Owner", &issued)).await?;
    assert_eq!(done.state(), AgreementState::Signed);
    let whole = document(&world, &token).await?;
    assert_eq!(hash(&whole), done.signed_document_hash);
    assert_ne!(whole, shown);
    let copies = links(&world, TenancyMailKind::AgreementSigned).await?;
    assert_eq!(copies.len(), 2);
    let read_now = read(&world, id).await?;
    assert_eq!(read_now.agreement_state(), AgreementState::Signed);
    assert_eq!(read_now.steps[4].state(), MoveInStepState::Done);
    assert!(read_now.checks.unwrap_or_default().agreement_signed);
    let stored = everything(&world).await?;
    assert!(!stored.contains(&token));
    let tenant = world.bearer(Some(&world.mint.token(&outsider(ANN, Role::Tenant))?))?;
    assert!(get(&tenant, id).await?.signers[0].is_caller);
    let other = world.bearer(Some(&world.mint.token(&outsider(52, Role::Tenant))?))?;
    let refused = refusal(get(&other, id).await)?;
    assert_eq!(reason(&refused), "APPLICATION_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn who_signs_signed_in_is_not_asked_whether_it_is_their_home() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let issued = issue(&owner(&world, 1)?, id, terms(), b"").await?;
    let account = outsider(ANN, Role::Tenant);
    let before = world.caller(&account)?.portal().await?;
    assert_eq!((before.tenant, before.to_confirm.len()), (None, 1));
    let tenant = world.bearer(Some(&world.mint.token(&account)?))?;
    sign(&tenant, id, signed("Ann", &issued)).await?;
    let after = world.caller(&account)?.portal().await?;
    assert!(after.tenant.is_some() && after.to_confirm.is_empty());
    let basis: String = world
        .scalar("SELECT basis FROM tenant_confirmations")
        .await?;
    assert_eq!(basis, "agreement");
    Ok(())
}

#[tokio::test]
async fn a_guarantor_with_an_account_is_told_what_waits_for_them() -> anyhow::Result<()> {
    let world = world().await?;
    let account = "INSERT INTO accounts (user_id, role, email_key, version)
                   VALUES (60, 'Guarantor', 'gus-ann@example.com', 1)";
    world.execute(account).await?;
    let id = ready(&world).await?;
    let guarantor = world.bearer(Some(&world.mint.token(&outsider(60, Role::Guarantor))?))?;
    let told = async || -> anyhow::Result<(i64, bool)> {
        let mut service = ReferenceServiceClient::new(guarantor.clone());
        let request = ListReferenceRequestsRequest {};
        let asked = service.list_reference_requests(request).await?.into_inner();
        let asked = &asked.reference_requests[0];
        Ok((asked.agreement_application_id, asked.may_sign))
    };
    assert_eq!(told().await?, (0, false));
    let issued = issue(&owner(&world, 1)?, id, terms(), b"").await?;
    assert_eq!(told().await?, (id, false));
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(&world, &token, signed("Ann", &issued)).await?;
    assert_eq!(told().await?, (id, true));
    sign(&guarantor, id, signed("Gus Guarantor", &issued)).await?;
    assert_eq!(told().await?, (id, false));
    Ok(())
}

#[tokio::test]
async fn the_evidence_is_verified_and_a_changed_byte_is_found() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    issue(&hers, id, terms(), b"").await?;
    sign_all(&world, id).await?;
    // Ann's own copy tells what was kept of her, once she says that the home is hers.
    let tenancy = world.number("SELECT tenancy_id FROM tenancies").await?;
    world.confirm(ANN, tenancy).await?;
    let own = copy(&world, &outsider(ANN, Role::Tenant)).await?;
    let rows = |file: &str| own.get(file).map_or(0, Vec::len);
    assert_eq!(rows("agreements.json"), 1);
    let kept = &own["agreement-events.json"];
    assert!(kept.iter().all(|row| row.to_string().contains("Ann")));
    assert_eq!(kept.len(), 4, "{kept:?}");
    let request = ReadAgreementEvidenceRequest { application_id: id };
    let told = agreements(&hers).read_agreement_evidence(request).await?;
    let (entries, head) = evidence::verify(&told.into_inner().content)?;
    assert_eq!(head, get(&hers, id).await?.evidence_hash);
    let sent = mails(&world).await?.into_iter();
    let mut copies = sent.filter(|(kind, _)| *kind == TenancyMailKind::AgreementSigned);
    assert!(copies.all(|(_, mail)| mail.evidence_hash == head));
    assert!(entries >= 10, "{entries}");
    world
        .execute("UPDATE agreement_events SET entry = set_byte(entry, 9, get_byte(entry, 9) # 1) WHERE number = 3")
        .await?;
    let told = agreements(&hers).read_agreement_evidence(request).await?;
    let broken = evidence::verify(&told.into_inner().content);
    assert_eq!(broken, Err(evidence::Broken::Entry(3)));
    // The service itself may not change what is written.
    let update = "UPDATE agreement_events SET number = number";
    let scope = lintel_db::Scope {
        organisation: Some(1.into()),
        user: None,
    };
    let mut tx = world.database.db.begin(scope).await?;
    assert!(sqlx::query(update).execute(&mut *tx).await.is_err());
    Ok(())
}

#[tokio::test]
async fn moving_in_takes_rent_and_deposit_from_the_agreement() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    issue(&hers, id, terms(), b"").await?;
    sign_all(&world, id).await?;
    assert_eq!(
        reason(&refusal(complete(&hers, id).await)?),
        "TENANCY_STARTS_LATER"
    );
    world.clock.advance(Duration::days(7));
    complete(&hers, id).await?;
    let tenant_id = read(&world, id).await?.tenant_id;
    let tenant = world.landlord()?.get(tenant_id).await?;
    assert_eq!(pence(tenant.tenancy_rent), 115_000);
    assert_eq!(pence(tenant.deposit), 120_000);
    let request = GetLedgerRequest {
        tenant_id,
        ..GetLedgerRequest::default()
    };
    let ledger = RentServiceClient::new(hers.clone())
        .get_ledger(request)
        .await?
        .into_inner();
    assert_eq!(ledger.entries.len(), 1);
    assert_eq!(pence(ledger.entries[0].amount.clone()), 115_000);
    let request = ListTenancyDocumentsRequest { tenant_id };
    let given = TenancyDocumentServiceClient::new(hers.clone())
        .list_tenancy_documents(request)
        .await?
        .into_inner()
        .documents;
    let signed = get(&hers, id).await?;
    let hashes: Vec<_> = given.iter().map(|one| one.hash.clone()).collect();
    assert_eq!(hashes, [signed.signed_document_hash]);
    let request = ReadAgreementDocumentRequest { application_id: id };
    let read = agreements(&hers).read_agreement_document(request).await?;
    assert_eq!(hash(&read.into_inner().content), hashes[0]);
    Ok(())
}
