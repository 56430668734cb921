//! Half-filled forms.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    GetDraftRequest, GetDraftResponse, MailDraftRequest, SaveDraftRequest, SaveDraftResponse,
    Signup, SubmitSignupRequest, TenancyMailKind,
};
use tonic::{Code, Status};

use crate::{
    applying::{FLAT, everything, invite, invites, mails, nobody, request_id, signup, world},
    harness::{World, fields, reason, refusal},
};

async fn save(
    world: &World,
    token: &str,
    draft: &str,
    answers: Signup,
    etag: &str,
) -> Result<SaveDraftResponse, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = SaveDraftRequest {
        token: token.to_owned(),
        draft_token: draft.to_owned(),
        answers: Some(answers),
        step: 2,
        etag: etag.to_owned(),
    };
    Ok(invites(&connection).save_draft(request).await?.into_inner())
}

async fn get(world: &World, token: &str, draft: &str) -> Result<GetDraftResponse, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = GetDraftRequest {
        token: token.to_owned(),
        draft_token: draft.to_owned(),
    };
    Ok(invites(&connection).get_draft(request).await?.into_inner())
}

async fn mail(world: &World, token: &str, draft: &str) -> Result<(), Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = MailDraftRequest {
        token: token.to_owned(),
        draft_token: draft.to_owned(),
        request_id: request_id(),
    };
    invites(&connection).mail_draft(request).await?;
    Ok(())
}

#[tokio::test]
async fn a_form_is_kept_sealed_and_seen_with_its_token_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let first = save(&world, &link, "", signup("Ann"), "").await?;
    let other = save(&world, &link, "", signup("Bob"), "").await?;
    assert_ne!(first.draft_token, other.draft_token);
    let kept = get(&world, &link, &first.draft_token).await?;
    assert_eq!(
        (kept.answers, kept.step, kept.version),
        (Some(signup("Ann")), 2, 1)
    );
    let stored = everything(&world).await?;
    assert!(!stored.contains("ann@example.com, ") && !stored.contains(&first.draft_token));
    assert!(!stored.contains("Works Ltd"));
    for unknown in ["", "x", link.as_str()] {
        let refused = refusal(get(&world, &link, unknown).await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::NotFound, "DRAFT_NOT_FOUND")
        );
    }
    let second = save(&world, &link, &first.draft_token, signup("Cat"), "1").await?;
    assert_eq!(
        (second.draft_token.as_str(), second.version),
        (first.draft_token.as_str(), 2)
    );
    let refused = refusal(save(&world, &link, &first.draft_token, signup("Dan"), "1").await)?;
    assert_eq!(reason(&refused), "STALE_ETAG");
    Ok(())
}

#[tokio::test]
async fn a_form_ends_thirty_days_after_its_last_change() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let draft = save(&world, &link, "", Signup::default(), "")
        .await?
        .draft_token;
    world.clock.advance(Duration::days(29));
    save(&world, &link, &draft, Signup::default(), "").await?;
    world.clock.advance(Duration::days(29));
    get(&world, &link, &draft).await?;
    world.clock.advance(Duration::days(1));
    let refused = refusal(get(&world, &link, &draft).await)?;
    assert_eq!(reason(&refused), "DRAFT_NOT_FOUND");
    // Who comes back later begins anew, under a token of its own.
    let anew = save(&world, &link, &draft, Signup::default(), "7").await?;
    assert_ne!(anew.draft_token, draft);
    Ok(())
}

#[tokio::test]
async fn a_form_is_mailed_to_the_address_in_it_three_times_an_hour() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let empty = save(&world, &link, "", Signup::default(), "")
        .await?
        .draft_token;
    let refused = refusal(mail(&world, &link, &empty).await)?;
    assert_eq!(fields(&refused), ["email"]);
    let draft = save(&world, &link, "", signup("Ann"), "")
        .await?
        .draft_token;
    let same_address = save(&world, &link, "", signup("Ann"), "")
        .await?
        .draft_token;
    for _ in 0..3 {
        mail(&world, &link, &draft).await?;
    }
    for one in [&draft, &same_address] {
        let refused = refusal(mail(&world, &link, one).await)?;
        assert_eq!(refused.code(), Code::ResourceExhausted);
    }
    let sent = mails(&world).await?;
    assert_eq!(sent.len(), 3);
    let (kind, first) = &sent[0];
    assert_eq!(*kind, TenancyMailKind::Draft);
    assert_eq!((&first.draft_token, &first.token), (&draft, &link));
    assert_eq!(first.recipient_email, "ann@example.com");
    world.clock.advance(Duration::minutes(61));
    mail(&world, &link, &draft).await?;
    Ok(())
}

#[tokio::test]
async fn a_form_that_was_submitted_is_gone_and_becomes_no_second_application() -> anyhow::Result<()>
{
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let draft = save(&world, &link, "", signup("Ann"), "")
        .await?
        .draft_token;
    let mut replies = Vec::new();
    for _ in 0..2 {
        let request = SubmitSignupRequest {
            token: link.clone(),
            draft_token: draft.clone(),
            answers: Some(signup("Ann")),
            request_id: request_id(),
        };
        let reply = invites(&nobody(&world)?).submit_signup(request).await?;
        replies.push(reply.into_inner());
    }
    assert_eq!(replies[0], replies[1]);
    assert_eq!(world.number("SELECT count(*) FROM applications").await?, 1);
    assert_eq!(
        world
            .number("SELECT count(*) FROM application_drafts WHERE sealed_answers IS NOT NULL")
            .await?,
        0
    );
    let refused = refusal(get(&world, &link, &draft).await)?;
    assert_eq!(reason(&refused), "DRAFT_NOT_FOUND");
    Ok(())
}
