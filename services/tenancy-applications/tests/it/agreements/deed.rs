//! Deeds of guarantee: made with the agreement, signed beside a witness, read, and ended.

use lintel_core::Role;
use lintel_proto::tenancy::v1::{
    Agreement, AgreementState, AgreementTerms, EndGuaranteeRequest, GuaranteeEndReason,
    GuaranteeState, ReadGuaranteeByLinkRequest, ReadGuaranteeEvidenceRequest, ReadGuaranteeRequest,
    Signature, TenancyMailKind, WitnessSignature, guarantee_service_client::GuaranteeServiceClient,
};
use lintel_tenancy_applications::domain::agreeing::evidence;
use lintel_testkit::tokens::outsider;
use sha2::{Digest as _, Sha256};
use tonic::Status;

use super::{
    all_sign, get, issue, link, links, open, pence, ready, refusals::void, sign, sign_by_link,
    signed, terms, witness,
};
use crate::{
    applying::{ANN, day, everything, mails, money, nobody, owner, read, request_id, world},
    harness::{Connection, World, fields, reason, refusal},
    references::signature,
};

fn deeds(connection: &Connection) -> GuaranteeServiceClient<Connection> {
    GuaranteeServiceClient::new(connection.clone())
}

async fn content(connection: &Connection, id: i64, deed_id: i64) -> Result<Vec<u8>, Status> {
    let request = ReadGuaranteeRequest {
        application_id: id,
        deed_id,
    };
    let reply = deeds(connection).read_guarantee(request).await?;
    Ok(reply.into_inner().content)
}

async fn by_link(world: &World, token: &str, deed_id: i64) -> Result<Vec<u8>, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = ReadGuaranteeByLinkRequest {
        token: token.to_owned(),
        deed_id,
    };
    let reply = deeds(&connection).read_guarantee_by_link(request).await?;
    Ok(reply.into_inner().content)
}

fn end(id: i64, agreement: &Agreement, reason: GuaranteeEndReason) -> EndGuaranteeRequest {
    EndGuaranteeRequest {
        application_id: id,
        deed_id: agreement.deeds[0].deed_id,
        reason: reason.into(),
        end_date: day(2027, 2, 1),
        request_id: request_id(),
    }
}

/// An issued agreement that the tenant has signed, and the guarantor's token.
async fn for_the_guarantor(world: &World) -> anyhow::Result<(i64, Agreement, String)> {
    let (id, hers) = (ready(world).await?, owner(world, 1)?);
    let issued = issue(&hers, id, terms(), b"").await?;
    let token = link(world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(world, &token, signed("Ann", &issued)).await?;
    let token = link(world, TenancyMailKind::AgreementToSign).await?;
    Ok((id, open(world, &token).await?, token))
}

#[tokio::test]
async fn a_deed_has_a_sum_that_the_landlord_may_name() -> anyhow::Result<()> {
    let world = world().await?;
    let (id, hers) = (ready(&world).await?, owner(&world, 1)?);
    let low = AgreementTerms {
        guarantee_limit: money(114_999),
        guaranteed_rent_limit: money(114_999),
        ..terms()
    };
    let refused = refusal(issue(&hers, id, low, b"").await)?;
    let both = ["terms.guarantee_limit", "terms.guaranteed_rent_limit"];
    assert_eq!(fields(&refused), both);
    let usual = issue(&hers, id, terms(), b"").await?;
    let deed = &usual.deeds[0];
    assert_eq!(pence(deed.highest_amount.clone()), 1_380_000);
    assert_eq!(pence(deed.covered_rent.clone()), 126_500);
    assert_eq!(deed.tenant_display_names, ["Ann"]);
    assert_eq!(deed.state(), GuaranteeState::Waiting);
    let named = AgreementTerms {
        guarantee_limit: money(690_000),
        guaranteed_rent_limit: money(120_000),
        ..terms()
    };
    let named = issue(&hers, id, named, b"").await?;
    assert_eq!(pence(named.deeds[0].highest_amount.clone()), 690_000);
    assert_eq!(pence(named.deeds[0].covered_rent.clone()), 120_000);
    assert_ne!(named.deeds[0].deed_id, deed.deed_id);
    let none = AgreementTerms {
        guarantor_signs: false,
        ..terms()
    };
    assert!(issue(&hers, id, none, b"").await?.deeds.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_guarantor_signs_the_deed_beside_a_witness() -> anyhow::Result<()> {
    let world = world().await?;
    let (id, seen, token) = for_the_guarantor(&world).await?;
    let hers = owner(&world, 1)?;
    let deed_id = seen.deeds[0].deed_id;
    let asked = mails(&world).await?.into_iter();
    let asked = asked.filter(|(kind, _)| *kind == TenancyMailKind::AgreementToSign);
    let sums: Vec<_> = asked.map(|(_, mail)| pence(mail.guarantee_limit)).collect();
    assert_eq!(sums, [0, 1_380_000]);
    let shown = by_link(&world, &token, deed_id).await?;
    let hash = |bytes: &[u8]| evidence::hex(&Sha256::digest(bytes));
    assert_eq!(hash(&shown), seen.deeds[0].document_hash);
    assert!(seen.deeds[0].pages >= 1);
    // The agreement's hash is not the deed's.
    let agreement = Signature {
        document_hash: seen.document_hash.clone(),
        ..signed("Gus Guarantor", &seen)
    };
    let refused = refusal(sign_by_link(&world, &token, agreement).await)?;
    assert_eq!(reason(&refused), "AGREEMENT_CHANGED");
    let after = sign_by_link(&world, &token, signed("Gus Guarantor", &seen)).await?;
    let deed = &after.deeds[0];
    assert_eq!(deed.state(), GuaranteeState::Signed);
    let by = deed.witness.clone().unwrap_or_default();
    assert_eq!(by.display_name, "Maureen Adeyinka-Clarke");
    let certified = by_link(&world, &token, deed_id).await?;
    assert_eq!(hash(&certified), deed.signed_document_hash);
    assert_ne!(certified, shown);
    let done = sign(&hers, id, signed("Olive Owner", &after)).await?;
    assert_eq!(done.state(), AgreementState::Signed);
    assert_eq!(done.deeds[0].state(), GuaranteeState::InForce);
    assert_eq!(content(&hers, id, deed_id).await?, certified);
    let request = ReadGuaranteeEvidenceRequest {
        application_id: id,
        deed_id,
    };
    let told = deeds(&hers).read_guarantee_evidence(request).await?;
    let (entries, head) = evidence::verify(&told.into_inner().content)?;
    assert_eq!(head, done.deeds[0].evidence_hash);
    // created, sent, opened, viewed, consented, signed, witnessed, completed, copied.
    assert_eq!(entries, 9);
    // The copies: the guarantor's names the sum, the tenant's does not.
    let copies = mails(&world).await?.into_iter();
    let copies = copies.filter(|(kind, _)| *kind == TenancyMailKind::AgreementSigned);
    let sums: Vec<_> = copies
        .map(|(_, mail)| pence(mail.guarantee_limit))
        .collect();
    assert_eq!(sums, [0, 1_380_000]);
    assert!(!everything(&world).await?.contains(&token));
    Ok(())
}

#[tokio::test]
async fn a_witness_is_somebody_else_who_was_there() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, seen, token) = for_the_guarantor(&world).await?;
    for (given, field) in [
        (
            WitnessSignature {
                display_name: "gus  guarantor".to_owned(),
                ..witness()
            },
            "signature.witness.display_name",
        ),
        (
            WitnessSignature {
                display_name: "Ann".to_owned(),
                ..witness()
            },
            "signature.witness.display_name",
        ),
        (
            WitnessSignature {
                display_name: "Olive Owner".to_owned(),
                ..witness()
            },
            "signature.witness.display_name",
        ),
        (
            WitnessSignature {
                address: "Exeter".to_owned(),
                ..witness()
            },
            "signature.witness.address",
        ),
        (
            WitnessSignature {
                consent: false,
                ..witness()
            },
            "signature.witness.consent",
        ),
        (
            WitnessSignature {
                signature: signature(),
                ..witness()
            },
            "signature.witness.signature",
        ),
    ] {
        let by = Signature {
            witness: Some(given),
            ..signed("Gus Guarantor", &seen)
        };
        let refused = refusal(sign_by_link(&world, &token, by).await)?;
        assert_eq!(fields(&refused), [field]);
    }
    let alone = Signature {
        witness: None,
        ..signed("Gus Guarantor", &seen)
    };
    let refused = refusal(sign_by_link(&world, &token, alone).await)?;
    assert_eq!(reason(&refused), "SIGNATURE_INVALID");
    assert_eq!(fields(&refused).len(), 4);
    Ok(())
}

#[tokio::test]
async fn only_a_deed_has_a_witness() -> anyhow::Result<()> {
    let world = world().await?;
    let (id, hers) = (ready(&world).await?, owner(&world, 1)?);
    let issued = issue(&hers, id, terms(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    let tenants = Signature {
        witness: Some(witness()),
        ..signed("Ann", &issued)
    };
    let refused = refusal(sign_by_link(&world, &token, tenants).await)?;
    assert_eq!(fields(&refused), ["signature.witness"]);
    Ok(())
}

#[tokio::test]
async fn addresses_in_a_deed_are_for_landlord_and_guarantor() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let done = {
        issue(&owner(&world, 1)?, id, terms(), b"").await?;
        all_sign(&world, id).await?
    };
    let deed_id = done.deeds[0].deed_id;
    assert!(done.deeds[0].witness.is_some());
    let tenant = world.bearer(Some(&world.mint.token(&outsider(ANN, Role::Tenant))?))?;
    let seen = get(&tenant, id).await?;
    assert_eq!(seen.deeds[0].witness, None);
    assert!(seen.deeds[0].guarantor_address.is_empty());
    // The tenant has a copy, by account and by link.
    let theirs = content(&tenant, id, deed_id).await?;
    assert_eq!(theirs, content(&owner(&world, 1)?, id, deed_id).await?);
    let copies = links(&world, TenancyMailKind::AgreementSigned).await?;
    assert_eq!(by_link(&world, &copies[0].1, deed_id).await?, theirs);
    let missing = refusal(by_link(&world, &copies[0].1, deed_id + 1).await)?;
    assert_eq!(reason(&missing), "GUARANTEE_NOT_FOUND");
    let foreign = refusal(content(&owner(&world, 2)?, id, deed_id).await)?;
    assert_eq!(reason(&foreign), "APPLICATION_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn a_deed_goes_with_its_agreement() -> anyhow::Result<()> {
    let world = world().await?;
    let (id, seen, token) = for_the_guarantor(&world).await?;
    let hers = owner(&world, 1)?;
    sign_by_link(&world, &token, signed("Gus Guarantor", &seen)).await?;
    void(&hers, id, "Another home").await?;
    let gone = get(&hers, id).await?;
    assert_eq!(gone.deeds[0].state(), GuaranteeState::Void);
    let refused = refusal(by_link(&world, &token, gone.deeds[0].deed_id).await)?;
    assert_eq!(reason(&refused), "LINK_CLOSED");
    let request = ReadGuaranteeEvidenceRequest {
        application_id: id,
        deed_id: gone.deeds[0].deed_id,
    };
    let told = deeds(&hers).read_guarantee_evidence(request).await?;
    // created, sent, opened, consented, signed, witnessed, completed, voided.
    assert_eq!(evidence::verify(&told.into_inner().content)?.0, 8);
    let never = end(id, &gone, GuaranteeEndReason::Agreed);
    let refused = refusal(deeds(&hers).end_guarantee(never).await)?;
    assert_eq!(reason(&refused), "GUARANTEE_CLOSED");
    Ok(())
}

#[tokio::test]
async fn a_guarantee_ends_on_its_day_and_the_guarantor_is_told() -> anyhow::Result<()> {
    let world = world().await?;
    let (id, hers) = (ready(&world).await?, owner(&world, 1)?);
    issue(&hers, id, terms(), b"").await?;
    let done = all_sign(&world, id).await?;
    let unsaid = EndGuaranteeRequest {
        reason: 0,
        end_date: None,
        ..end(id, &done, GuaranteeEndReason::Notice)
    };
    let refused = refusal(deeds(&hers).end_guarantee(unsaid).await)?;
    assert_eq!(reason(&refused), "GUARANTEE_INVALID");
    assert_eq!(fields(&refused), ["reason", "end_date"]);
    let request = end(id, &done, GuaranteeEndReason::Notice);
    let ended = deeds(&hers).end_guarantee(request.clone()).await?;
    let ended = ended.into_inner().agreement.unwrap_or_default();
    assert_eq!(ended.deeds[0].state(), GuaranteeState::InForce);
    assert_eq!(ended.deeds[0].end_reason(), GuaranteeEndReason::Notice);
    assert_eq!(ended.deeds[0].end_date, day(2027, 2, 1));
    // A repeat tells nobody more; another end is refused.
    deeds(&hers).end_guarantee(request).await?;
    let told = mails(&world).await?.into_iter();
    let told = told.filter(|(kind, _)| *kind == TenancyMailKind::GuaranteeEnded);
    let told: Vec<_> = told.map(|(_, mail)| mail).collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].recipient_email, "gus-ann@example.com");
    assert_eq!(told[0].subject_kind, "notice");
    let again = end(id, &done, GuaranteeEndReason::Agreed);
    let refused = refusal(deeds(&hers).end_guarantee(again).await)?;
    assert_eq!(reason(&refused), "GUARANTEE_CLOSED");
    let timeline = read(&world, id).await?.timeline;
    assert!(timeline.iter().any(|one| one.event == "guarantee-ends"));
    world.clock.advance(chrono::Duration::days(120));
    let later = get(&hers, id).await?;
    assert_eq!(later.deeds[0].state(), GuaranteeState::Ended);
    Ok(())
}
