//! What cannot be issued or signed, and agreements that come to nothing.

use std::sync::Arc;

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    AgreementState, AgreementTerms, ApplicationStatus, DeclineAgreementByLinkRequest,
    ReferenceKind, RemindSignerRequest, Signature, TenancyMailKind, VoidAgreementRequest,
};
use lintel_sealing::Opener;
use lintel_tenancy_applications::app::{
    Links,
    agreeing::Agreements,
    keeping::{Asking, Owners, keys::Keys},
    mail_requests::Mails,
    references::References,
};
use tonic::{Code, Status};

use super::{
    agreements, document, get, issue, link, links, open, ready, sign, sign_by_link, signed,
    signing, terms,
};
use crate::{
    applying::{FLAT, apply, decide, money, owner, request_id, world},
    harness::{Connection, World, fields, peers, reason, refusal},
    rights_to_rent::{check, record, viewer, waive},
};

/// The service's own job, as the process composes it.
pub(super) fn job(world: &World) -> anyhow::Result<Agreements> {
    let opener: &Opener = &world.opener;
    let mails = Mails::new(Some(world.mail_opener.sealer()));
    let (db, clock, keys) = (
        world.database.db.clone(),
        world.clock.clone(),
        Keys::new(opener),
    );
    let references = References::new(
        db.clone(),
        clock.clone(),
        keys.clone(),
        mails.clone(),
        opener,
    );
    let owners = Owners {
        db,
        peers: peers(world.owners.url())?,
        opener: opener.clone(),
    };
    let asking = Arc::new(Asking::new(owners.clone()));
    let links = Links::new(opener);
    Ok(Agreements::new(
        clock,
        keys,
        links,
        mails,
        references,
        (asking, owners),
    ))
}

pub async fn remind(connection: &Connection, application_id: i64) -> Result<(), Status> {
    let request = RemindSignerRequest {
        application_id,
        request_id: request_id(),
    };
    agreements(connection).remind_signer(request).await?;
    Ok(())
}

pub async fn void(connection: &Connection, application_id: i64, why: &str) -> Result<(), Status> {
    let request = VoidAgreementRequest {
        application_id,
        reason: why.to_owned(),
        request_id: request_id(),
    };
    agreements(connection).void_agreement(request).await?;
    Ok(())
}

#[tokio::test]
async fn nothing_is_issued_before_its_time() -> anyhow::Result<()> {
    let world = world().await?;
    let hers = owner(&world, 1)?;
    let (ann, _) = apply(&world, "Ann", FLAT, None).await?;
    let id = ann.application_id;
    let refused = refusal(issue(&hers, id, terms(), b"").await)?;
    assert_eq!(reason(&refused), "APPLICATION_NOT_APPROVED");
    let refused = refusal(get(&hers, id).await)?;
    assert_eq!(reason(&refused), "AGREEMENT_NOT_FOUND");
    for kind in [ReferenceKind::Guarantor, ReferenceKind::Employer] {
        waive(&hers, id, kind, "Known to me").await?;
    }
    decide(&world, id, ApplicationStatus::Approved, 0).await?;
    let refused = refusal(issue(&hers, id, terms(), b"").await)?;
    assert_eq!(reason(&refused), "RIGHT_TO_RENT_MISSING");
    assert!(refused.message().contains("Ann"));
    record(&hers, check(id, None)).await?;
    let bad = AgreementTerms {
        deposit: money(140_000),
        clauses: vec!["There is a rent review each year.".to_owned()],
        ..terms()
    };
    let refused = refusal(issue(&hers, id, bad, b"").await)?;
    assert_eq!(reason(&refused), "AGREEMENT_INVALID");
    assert_eq!(fields(&refused), ["terms.deposit", "terms.clauses[0]"]);
    let own =
        b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";
    let refused = refusal(issue(&hers, id, terms(), own).await)?;
    assert_eq!(fields(&refused), ["content"]);
    let foreign = issue(&owner(&world, 2)?, id, terms(), b"").await;
    assert_eq!(reason(&refusal(foreign)?), "APPLICATION_NOT_FOUND");
    let refused = refusal(issue(&viewer(&world)?, id, terms(), b"").await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn a_signature_names_every_field_that_is_wrong() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let issued = issue(&owner(&world, 1)?, id, terms(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    let other = Signature {
        document_hash: "00".repeat(32),
        ..signed("Ann", &issued)
    };
    let refused = refusal(sign_by_link(&world, &token, other).await)?;
    assert_eq!(reason(&refused), "AGREEMENT_CHANGED");
    let empty = Signature {
        document_hash: issued.document_hash.clone(),
        ..Signature::default()
    };
    let refused = refusal(sign_by_link(&world, &token, empty).await)?;
    assert_eq!(reason(&refused), "SIGNATURE_INVALID");
    assert_eq!(
        fields(&refused),
        [
            "signature.display_name",
            "signature.consent",
            "signature.signature"
        ]
    );
    for token in ["", "x", &"A".repeat(43)] {
        assert_eq!(reason(&refusal(open(&world, token).await)?), "LINK_INVALID");
    }
    Ok(())
}

#[tokio::test]
async fn who_is_silent_is_reminded_once_and_an_old_link_dies() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    issue(&hers, id, terms(), b"").await?;
    let refused = refusal(remind(&hers, id).await)?;
    assert_eq!(reason(&refused), "REMINDED_ALREADY");
    let job = job(&world)?;
    assert_eq!(job.tell().await?, 0);
    world.clock.advance(Duration::days(3));
    assert_eq!(job.tell().await?, 1);
    assert_eq!(job.tell().await?, 0);
    let reminded = links(&world, TenancyMailKind::AgreementReminder).await?;
    assert_eq!(reminded.len(), 1);
    world.clock.advance(Duration::hours(2));
    remind(&hers, id).await?;
    let token = link(&world, TenancyMailKind::AgreementReminder).await?;
    open(&world, &token).await?;
    world.clock.advance(Duration::days(30));
    let dead = refusal(document(&world, &token).await)?;
    assert_eq!(reason(&dead), "LINK_EXPIRED");
    // So is the one that the reminder replaced.
    let first = link(&world, TenancyMailKind::AgreementToSign).await?;
    assert_ne!(first, token);
    assert_eq!(
        reason(&refusal(open(&world, &first).await)?),
        "LINK_EXPIRED"
    );
    Ok(())
}

#[tokio::test]
async fn what_is_void_or_declined_is_signed_by_nobody() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    let first = issue(&hers, id, terms(), b"").await?;
    let old = link(&world, TenancyMailKind::AgreementToSign).await?;
    // Another one takes its place.
    let second = issue(&hers, id, terms(), b"").await?;
    assert_ne!(first.agreement_id, second.agreement_id);
    assert_eq!(reason(&refusal(open(&world, &old).await)?), "LINK_CLOSED");
    let told = links(&world, TenancyMailKind::AgreementVoided).await?;
    assert_eq!(told.len(), 1);
    let refused = refusal(void(&hers, id, "x").await)?;
    assert_eq!(fields(&refused), ["reason"]);
    void(&hers, id, "The rent was wrong").await?;
    let gone = get(&hers, id).await?;
    assert_eq!(gone.state(), AgreementState::Voided);
    assert_eq!(gone.reason, "The rent was wrong");
    let refused = refusal(sign(&hers, id, signed("Olive Owner", &gone)).await)?;
    assert_eq!(reason(&refused), "AGREEMENT_CLOSED");
    issue(&hers, id, terms(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    let request = DeclineAgreementByLinkRequest {
        token: token.clone(),
        reason: "Too dear".to_owned(),
        request_id: request_id(),
    };
    signing(&world)?.decline_agreement_by_link(request).await?;
    let declined = get(&hers, id).await?;
    assert_eq!(declined.state(), AgreementState::Declined);
    assert_eq!(declined.signers[0].decline_reason, "Too dear");
    assert_eq!(
        links(&world, TenancyMailKind::AgreementDeclined)
            .await?
            .len(),
        1
    );
    let refused = refusal(sign_by_link(&world, &token, signed("Ann", &declined)).await)?;
    assert_eq!(reason(&refused), "AGREEMENT_CLOSED");
    // A decision that is undone takes the tenancy and its agreement away.
    issue(&hers, id, terms(), b"").await?;
    decide(&world, id, ApplicationStatus::Rejected, 0).await?;
    assert_eq!(world.number("SELECT count(*) FROM agreements").await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_landlord_in_scotland_brings_their_own_document() -> anyhow::Result<()> {
    let world = world().await?;
    world
        .execute("UPDATE homes SET postcode = 'EH1 1AA'")
        .await?;
    let id = ready(&world).await?;
    let hers = owner(&world, 1)?;
    let refused = refusal(issue(&hers, id, terms(), b"").await)?;
    assert_eq!(fields(&refused), ["content"]);
    let own = b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n2 0 obj\n<< /Type /Page >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";
    let few = AgreementTerms {
        bills: Vec::new(),
        guarantor_signs: false,
        ..terms()
    };
    let issued = issue(&hers, id, few, own).await?;
    assert_eq!((issued.terms.is_none(), issued.pages), (true, 1));
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    assert_eq!(document(&world, &token).await?, own);
    sign_by_link(&world, &token, signed("Ann", &issued)).await?;
    let done = sign(&hers, id, signed("Olive Owner", &issued)).await?;
    assert_eq!(done.state(), AgreementState::Signed);
    assert_eq!(document(&world, &token).await?, own);
    Ok(())
}
