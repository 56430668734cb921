//! What the parties get once all have signed: the documents with the mail, and a new link in place of one that has ended.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    ReadSignedCopiesRequest, RenewAgreementLinkRequest, TenancyMailKind,
};
use tonic::{Code, Status};

use super::{all_sign, issue, link, links, open, ready, sign_by_link, signed, signing, terms};
use crate::{
    applying::{mails, owner, request_id, world},
    harness::{World, internal, reason, refusal},
};

async fn renew(world: &World, token: &str, id: &str) -> Result<(), Status> {
    let request = RenewAgreementLinkRequest {
        token: token.to_owned(),
        request_id: id.to_owned(),
    };
    signing(world)?.renew_agreement_link(request).await?;
    Ok(())
}

/// The tokens of the mails that bring a signed agreement, in their order.
async fn tokens(world: &World) -> anyhow::Result<Vec<String>> {
    let sent = links(world, TenancyMailKind::AgreementSigned).await?;
    Ok(sent.into_iter().map(|(_, token)| token).collect())
}

async fn copies(world: &World, token: &str) -> Result<Vec<(String, Vec<u8>)>, Status> {
    let request = internal(ReadSignedCopiesRequest {
        token: token.to_owned(),
    })?;
    let reply = signing(world)?.read_signed_copies(request).await?;
    let copies = reply.into_inner().copies.into_iter();
    Ok(copies.map(|copy| (copy.file_name, copy.content)).collect())
}

#[tokio::test]
async fn a_party_gets_the_agreement_and_a_guarantor_the_deed_too() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    issue(&owner(&world, 1)?, id, terms(), b"").await?;
    let early = link(&world, TenancyMailKind::AgreementToSign).await?;
    assert!(
        copies(&world, &early).await?.is_empty(),
        "nothing is signed"
    );
    let agreement = all_sign(&world, id).await?;
    let mut seen = Vec::new();
    for (kind, mail) in mails(&world).await? {
        if kind == TenancyMailKind::AgreementSigned {
            let files = copies(&world, &mail.token).await?;
            assert!(files.iter().all(|(_, pdf)| pdf.starts_with(b"%PDF")));
            let names = files.into_iter().map(|(name, _)| name);
            seen.push((mail.subject_kind, names.collect::<Vec<_>>().join(" ")));
        }
    }
    let own = format!("agreement-{}-signed.pdf", agreement.agreement_id);
    let deed = agreement.deeds[0].deed_id;
    seen.sort();
    assert_eq!(
        seen,
        [
            (
                "guarantor".to_owned(),
                format!("{own} deed-of-guarantee-{deed}-signed.pdf")
            ),
            ("tenant".to_owned(), own),
        ]
    );
    let stranger = signing(&world)?
        .read_signed_copies(ReadSignedCopiesRequest { token: early })
        .await;
    assert_ne!(refusal(stranger)?.code(), Code::Ok);
    Ok(())
}

#[tokio::test]
async fn a_link_that_has_ended_is_renewed_to_the_signers_address() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    issue(&owner(&world, 1)?, id, terms(), b"").await?;
    all_sign(&world, id).await?;
    let old = tokens(&world).await?;
    world.clock.advance(Duration::days(91));
    let dead = refusal(open(&world, &old[0]).await)?;
    assert_eq!(reason(&dead), "LINK_EXPIRED");
    let again = request_id();
    for _ in 0..2 {
        renew(&world, &old[0], &again).await?;
    }
    let all = tokens(&world).await?;
    assert_eq!(all.len(), old.len() + 1, "a repeat mails nothing more");
    let new = all.last().map(String::as_str).unwrap_or_default();
    assert!(!old.iter().any(|one| one == new));
    open(&world, new).await?;
    let used = refusal(renew(&world, &old[0], &request_id()).await)?;
    assert_eq!(reason(&used), "LINK_EXPIRED");
    let unknown = refusal(renew(&world, &"A".repeat(43), &request_id()).await)?;
    assert_eq!(reason(&unknown), "LINK_INVALID");
    let mut token = new.to_owned();
    for _ in 0..2 {
        renew(&world, &token, &request_id()).await?;
        let all = tokens(&world).await?;
        token = all.last().cloned().unwrap_or_default();
    }
    let over = refusal(renew(&world, &token, &request_id()).await)?;
    assert_eq!(over.code(), Code::ResourceExhausted);
    Ok(())
}

#[tokio::test]
async fn whoever_has_signed_waits_for_the_others() -> anyhow::Result<()> {
    let world = world().await?;
    let id = ready(&world).await?;
    let issued = issue(&owner(&world, 1)?, id, terms(), b"").await?;
    let token = link(&world, TenancyMailKind::AgreementToSign).await?;
    world.clock.advance(Duration::days(31));
    renew(&world, &token, &request_id()).await?;
    let token = link(&world, TenancyMailKind::AgreementReminder).await?;
    sign_by_link(&world, &token, signed("Ann", &issued)).await?;
    let refused = refusal(renew(&world, &token, &request_id()).await)?;
    assert_eq!(reason(&refused), "AGREEMENT_NOT_YOUR_TURN");
    Ok(())
}
