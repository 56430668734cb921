//! Guarantors as parties: by account, by link, in their place of the order, and their own copy.

use lintel_core::Role;
use lintel_proto::tenancy::v1::{
    AgreementState, AgreementTerms, ApplicationStatus, DeclineAgreementRequest, Party,
    ReadAgreementDocumentRequest, ReadAgreementEvidenceRequest, ReferenceKind, Signature, Signer,
    TenancyMailKind,
};
use lintel_tenancy_applications::domain::agreeing::evidence;
use lintel_testkit::tokens::outsider;
use tonic::Code;

use super::{agreements, get, issue, link, ready, sign, sign_by_link, signed, terms};
use crate::{
    applying::{ANN, FLAT, apply, decide, mails, owner, request_id, world},
    data::copy,
    harness::{Connection, World, fields, reason, refusal},
    references::{give_guarantor_once, last_token},
    rights_to_rent::{check, record, waive},
};

const GUS: i64 = 60;
const OTHER: i64 = 61;

async fn accounts(world: &World) -> anyhow::Result<(Connection, Connection)> {
    world
        .execute(
            "INSERT INTO accounts (user_id, role, email_key, version)
             VALUES (60, 'Guarantor', 'gus-ann@example.com', 1), (61, 'Guarantor', 'other@example.com', 1)",
        )
        .await?;
    let account = |user| world.mint.token(&outsider(user, Role::Guarantor));
    Ok((
        world.bearer(Some(&account(GUS)?))?,
        world.bearer(Some(&account(OTHER)?))?,
    ))
}

#[tokio::test]
async fn a_guarantor_signs_by_account_behind_the_tenant_and_before_the_landlord()
-> anyhow::Result<()> {
    let world = world().await?;
    let (id, hers) = (ready(&world).await?, owner(&world, 1)?);
    let (gus, other) = accounts(&world).await?;
    let none = refusal(get(&gus, id).await)?;
    assert_eq!(reason(&none), "APPLICATION_NOT_FOUND");
    let issued = issue(&hers, id, terms(), b"").await?;
    let early = sign(&gus, id, signed("Gus Guarantor", &issued)).await;
    assert_eq!(reason(&refusal(early)?), "AGREEMENT_NOT_YOUR_TURN");
    let seen = get(&gus, id).await?;
    let own = seen.signers.iter().find(|one| one.is_caller);
    assert_eq!(own.map(Signer::party), Some(Party::Guarantor));
    assert!(seen.signers.iter().all(|one| one.email.is_empty()));

    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(&world, &token, signed("Ann", &issued)).await?;
    let request = ReadAgreementDocumentRequest { application_id: id };
    agreements(&gus).read_agreement_document(request).await?;
    let wrong = Signature {
        display_name: "Ann".to_owned(),
        ..signed("Gus Guarantor", &issued)
    };
    let wrong = sign(&gus, id, wrong).await;
    assert_eq!(fields(&refusal(wrong)?), ["signature.display_name"]);
    for stranger in [refusal(get(&other, id).await)?, {
        let signed = signed("Gus Guarantor", &issued);
        refusal(sign(&other, id, signed).await)?
    }] {
        assert_eq!(reason(&stranger), "APPLICATION_NOT_FOUND");
    }
    let after = sign(&gus, id, signed("gus guarantor", &issued)).await?;
    assert!(after.signers[1].sign_time.is_some() && after.signers[1].is_caller);
    let twice = sign(&gus, id, signed("Gus Guarantor", &issued)).await;
    assert_eq!(reason(&refusal(twice)?), "AGREEMENT_NOT_YOUR_TURN");
    // The link that was mailed reads what was signed, and signs nothing more.
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    let again = sign_by_link(&world, &token, signed("Gus Guarantor", &issued)).await;
    assert_eq!(reason(&refusal(again)?), "AGREEMENT_NOT_YOUR_TURN");
    let done = sign(&hers, id, signed("Olive Owner", &issued)).await?;
    assert_eq!(done.state(), AgreementState::Signed);

    // The chain tells by which account.
    let request = ReadAgreementEvidenceRequest { application_id: id };
    let refused = agreements(&gus).read_agreement_evidence(request).await;
    assert_eq!(refusal(refused)?.code(), Code::PermissionDenied);
    let told = agreements(&hers).read_agreement_evidence(request).await?;
    evidence::verify(&told.into_inner().content)?;
    let gus = copy(&world, &outsider(GUS, Role::Guarantor)).await?;
    let events: Vec<serde_json::Value> = gus["agreement-events.json"]
        .iter()
        .filter_map(|row| serde_json::from_str(row["entry"].as_str()?).ok())
        .collect();
    let by_account = events
        .iter()
        .find(|one| one["event"] == "signed")
        .map(|one| one["knownBy"].clone());
    assert_eq!(by_account, Some("account 60, gus-ann@example.com".into()));
    Ok(())
}

#[tokio::test]
async fn a_guarantors_own_copy_has_what_they_signed_and_nothing_of_the_others() -> anyhow::Result<()>
{
    let world = world().await?;
    let (id, hers) = (ready(&world).await?, owner(&world, 1)?);
    accounts(&world).await?;
    let issued = issue(&hers, id, terms(), b"").await?;
    super::all_sign(&world, id).await?;
    let gus = copy(&world, &outsider(GUS, Role::Guarantor)).await?;
    let agreement = &gus["agreements.json"][0];
    assert_eq!(agreement["agreementId"], issued.agreement_id);
    assert_eq!(agreement["state"], "signed");
    let signer = &gus["agreement-signers.json"];
    assert_eq!(signer.len(), 1);
    assert_eq!(signer[0]["name"], "Gus Guarantor");
    assert_eq!(signer[0]["email"], "gus-ann@example.com");
    let entries: Vec<serde_json::Value> = gus["agreement-events.json"]
        .iter()
        .filter_map(|row| serde_json::from_str(row["entry"].as_str()?).ok())
        .collect();
    assert!(
        entries
            .iter()
            .all(|entry| entry["signer"]["name"] == "Gus Guarantor")
    );
    let happened: Vec<_> = entries
        .iter()
        .filter_map(|entry| entry["event"].as_str())
        .collect();
    assert_eq!(
        happened,
        ["sent", "opened", "consented", "signed", "copied"]
    );
    let deed = &gus["guarantee-deeds.json"];
    assert_eq!(deed.len(), 1);
    assert_eq!(deed[0]["witnessName"], "Maureen Adeyinka-Clarke");
    let of_deed = &gus["guarantee-events.json"];
    let of_deed = of_deed.iter().filter_map(|row| {
        let entry: serde_json::Value = serde_json::from_str(row["entry"].as_str()?).ok()?;
        entry["event"].as_str().map(ToOwned::to_owned)
    });
    assert_eq!(
        of_deed.collect::<Vec<_>>(),
        [
            "created",
            "sent",
            "opened",
            "consented",
            "signed",
            "witnessed",
            "completed",
            "copied"
        ]
    );
    let other = copy(&world, &outsider(OTHER, Role::Guarantor)).await?;
    assert!(other.values().all(Vec::is_empty), "{other:?}");
    Ok(())
}

#[tokio::test]
async fn who_gave_a_reference_as_guarantor_signs_and_may_decline() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let asked = last_token(&world, TenancyMailKind::GuarantorRequest).await?;
    give_guarantor_once(&world, &asked).await?;
    waive(&hers, id, ReferenceKind::Employer, "Known to me").await?;
    decide(&world, id, ApplicationStatus::Approved, 0).await?;
    record(&hers, check(id, None)).await?;
    let without = AgreementTerms {
        guarantor_signs: false,
        ..terms()
    };
    let refused = refusal(issue(&hers, id, without, b"").await)?;
    assert_eq!(fields(&refused), ["terms.guarantor_signs"]);
    let issued = issue(&hers, id, terms(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    sign_by_link(&world, &token, signed("Ann", &issued)).await?;
    let (gus, _) = accounts(&world).await?;
    let request = DeclineAgreementRequest {
        application_id: id,
        reason: "I have lost my job".to_owned(),
        request_id: request_id(),
    };
    agreements(&gus).decline_agreement(request).await?;
    let declined = get(&hers, id).await?;
    assert_eq!(declined.state(), AgreementState::Declined);
    assert_eq!(declined.signers[1].decline_reason, "I have lost my job");
    // The tenant does not read why.
    let token = world.mint.token(&outsider(ANN, Role::Tenant))?;
    let tenants = get(&world.bearer(Some(&token))?, id).await?;
    assert!(
        tenants
            .signers
            .iter()
            .all(|one| one.decline_reason.is_empty())
    );
    let told = mails(&world).await?.into_iter();
    let mut told = told.filter(|(kind, _)| *kind == TenancyMailKind::AgreementDeclined);
    let told = told.next().map(|(_, mail)| (mail.subject_kind, mail.note));
    let expected = ("guarantor".to_owned(), "I have lost my job".to_owned());
    assert_eq!(told, Some(expected));
    let closed = sign(&hers, id, signed("Olive Owner", &issued)).await;
    assert_eq!(reason(&refusal(closed)?), "AGREEMENT_CLOSED");
    Ok(())
}
