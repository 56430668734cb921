//! Half-filled forms.

use chrono::Duration;
use lintel_proto::tenancy::v1::{
    ContinueDraftRequest, ContinueDraftResponse, GetDraftRequest, GetDraftResponse,
    MailDraftRequest, SaveDraftRequest, SaveDraftResponse, Signup, SubmitSignupRequest,
    TenancyMailKind,
};
use tonic::{Code, Status};

use crate::{
    applying::{FLAT, everything, invite, invites, mails, nobody, request_id, signup, world},
    harness::{World, fields, reason, refusal},
};

pub async fn save(
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

pub async fn mail(world: &World, token: &str, draft: &str) -> Result<(), Status> {
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
    // The mailed link is none that the asker has.
    assert_eq!(first.token, link);
    assert_ne!(first.draft_token, draft);
    assert_eq!(first.recipient_email, "ann@example.com");
    world.clock.advance(Duration::minutes(61));
    mail(&world, &link, &draft).await?;
    Ok(())
}

#[tokio::test]
async fn a_submitted_form_answers_its_own_request_within_minutes_alone() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let draft = save(&world, &link, "", signup("Ann"), "")
        .await?
        .draft_token;
    let request = SubmitSignupRequest {
        token: link.clone(),
        draft_token: draft.clone(),
        answers: Some(signup("Ann")),
        request_id: request_id(),
    };
    let mut client = invites(&nobody(&world)?);
    let first = client.submit_signup(request.clone()).await?.into_inner();
    let again = client.submit_signup(request.clone()).await?.into_inner();
    assert_eq!(first, again);
    // Whoever shows the form's token, but not the request, learns no more than that it was sent in.
    let other = SubmitSignupRequest {
        request_id: request_id(),
        ..request.clone()
    };
    let refused = refusal(client.submit_signup(other).await)?;
    assert_eq!(reason(&refused), "DRAFT_SUBMITTED");
    world.clock.advance(Duration::minutes(10));
    let refused = refusal(client.submit_signup(request).await)?;
    assert_eq!(reason(&refused), "DRAFT_SUBMITTED");
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

pub async fn go_on(
    world: &World,
    token: &str,
    mailed: &str,
    request_id: &str,
) -> Result<ContinueDraftResponse, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let request = ContinueDraftRequest {
        token: token.to_owned(),
        mailed_token: mailed.to_owned(),
        request_id: request_id.to_owned(),
    };
    let moved = invites(&connection).continue_draft(request).await?;
    Ok(moved.into_inner())
}

/// The token of the link to a form that was mailed last.
pub async fn mailed(world: &World) -> anyhow::Result<String> {
    let sent = mails(world).await?.into_iter();
    let mut drafts = sent.filter(|(kind, _)| *kind == TenancyMailKind::Draft);
    let last = drafts.next_back();
    Ok(last.map(|(_, mail)| mail.draft_token).unwrap_or_default())
}

#[tokio::test]
async fn a_planted_form_leaves_whoever_planted_it() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    // Mallory begins a form in Ann's name and has the link mailed to her.
    let planted = save(&world, &link, "", signup("Ann"), "")
        .await?
        .draft_token;
    mail(&world, &link, &planted).await?;
    let moved = go_on(&world, &link, &mailed(&world).await?, &request_id()).await?;
    assert_eq!(moved.answers, Some(signup("Ann")));
    save(&world, &link, &moved.draft_token, signup("Ann"), "").await?;
    // What Ann types from now on is hers alone.
    for tried in [
        refusal(get(&world, &link, &planted).await)?,
        refusal(mail(&world, &link, &planted).await)?,
    ] {
        assert_eq!(reason(&tried), "DRAFT_NOT_FOUND");
    }
    let anew = save(&world, &link, &planted, signup("Mallory"), "").await?;
    assert_ne!(anew.draft_token, planted);
    let kept = get(&world, &link, &moved.draft_token).await?;
    assert_eq!(kept.answers, Some(signup("Ann")));
    // Sending in with the former token makes an application of its own, and tells nothing of Ann's.
    let request = SubmitSignupRequest {
        token: link.clone(),
        draft_token: moved.draft_token,
        answers: Some(signup("Ann")),
        request_id: request_id(),
    };
    let anns = invites(&nobody(&world)?).submit_signup(request).await?;
    let request = SubmitSignupRequest {
        token: link,
        draft_token: planted,
        answers: Some(signup("Mallory")),
        request_id: request_id(),
    };
    let other = invites(&nobody(&world)?).submit_signup(request).await?;
    assert_ne!(
        anns.into_inner().status_token,
        other.into_inner().status_token
    );
    Ok(())
}

#[tokio::test]
async fn a_mailed_link_works_once_and_again_for_a_lost_answer() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let draft = save(&world, &link, "", signup("Ann"), "")
        .await?
        .draft_token;
    mail(&world, &link, &draft).await?;
    let first = mailed(&world).await?;
    mail(&world, &link, &draft).await?;
    let second = mailed(&world).await?;
    // Reading the form by a link changes nothing: mail scanners follow links.
    for token in [&first, &second] {
        let refused = refusal(get(&world, &link, token).await)?;
        assert_eq!(reason(&refused), "DRAFT_NOT_FOUND");
    }
    get(&world, &link, &draft).await?;
    let refused = refusal(go_on(&world, &link, &first, &request_id()).await)?;
    assert_eq!(reason(&refused), "LINK_EXPIRED", "a newer one was mailed");
    let request = request_id();
    let moved = go_on(&world, &link, &second, &request).await?;
    let again = go_on(&world, &link, &second, &request).await?;
    assert_ne!(moved.draft_token, again.draft_token);
    let refused = refusal(get(&world, &link, &moved.draft_token).await)?;
    assert_eq!(reason(&refused), "DRAFT_NOT_FOUND");
    get(&world, &link, &again.draft_token).await?;
    let refused = refusal(go_on(&world, &link, &second, &request_id()).await)?;
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (Code::FailedPrecondition, "LINK_SPENT")
    );
    world.clock.advance(Duration::minutes(10));
    let refused = refusal(go_on(&world, &link, &second, &request).await)?;
    assert_eq!(reason(&refused), "LINK_SPENT");
    for unknown in ["", "x", draft.as_str(), link.as_str()] {
        let refused = refusal(go_on(&world, &link, unknown, &request_id()).await)?;
        assert_eq!(reason(&refused), "LINK_INVALID");
    }
    Ok(())
}

#[tokio::test]
async fn a_form_belongs_to_its_invite() -> anyhow::Result<()> {
    let world = world().await?;
    let (one, other) = (
        invite(&world, FLAT, None).await?.token,
        invite(&world, FLAT, None).await?.token,
    );
    let draft = save(&world, &one, "", signup("Ann"), "").await?.draft_token;
    mail(&world, &one, &draft).await?;
    let link = mailed(&world).await?;
    let refused = refusal(get(&world, &other, &draft).await)?;
    assert_eq!(reason(&refused), "DRAFT_NOT_FOUND");
    let anew = save(&world, &other, &draft, signup("Bob"), "").await?;
    assert_ne!(anew.draft_token, draft);
    let refused = refusal(go_on(&world, &other, &link, &request_id()).await)?;
    assert_eq!(reason(&refused), "LINK_EXPIRED");
    let kept = get(&world, &one, &draft).await?;
    assert_eq!(kept.answers, Some(signup("Ann")));
    Ok(())
}

#[tokio::test]
async fn a_link_mailed_by_the_release_before_leads_to_a_new_token() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let draft = save(&world, &link, "", signup("Ann"), "")
        .await?
        .draft_token;
    // As the migration finds it: the mailed token is the browser's.
    world
        .execute(
            "INSERT INTO link_tokens (organisation_id, purpose, subject_id, generation, token_hash, expires_at)
             SELECT organisation_id, 'draft', draft_id, 1, token_hash, expires_at FROM application_drafts",
        )
        .await?;
    let moved = go_on(&world, &link, &draft, &request_id()).await?;
    assert_ne!(moved.draft_token, draft);
    let refused = refusal(get(&world, &link, &draft).await)?;
    assert_eq!(reason(&refused), "DRAFT_NOT_FOUND");
    get(&world, &link, &moved.draft_token).await?;
    Ok(())
}

#[tokio::test]
async fn a_link_that_the_release_before_mails_meanwhile_leads_on_too() -> anyhow::Result<()> {
    let world = world().await?;
    let link = invite(&world, FLAT, None).await?.token;
    let draft = save(&world, &link, "", signup("Ann"), "")
        .await?
        .draft_token;
    mail(&world, &link, &draft).await?;
    let first = mailed(&world).await?;
    // This release keeps the mailed token, and no other.
    assert_eq!(
        world
            .number("SELECT count(*) FROM link_tokens WHERE purpose = 'draft'")
            .await?,
        1
    );
    let refused = refusal(go_on(&world, &link, &draft, &request_id()).await)?;
    assert_eq!(reason(&refused), "LINK_INVALID");
    // A replica of the release before mails the browser's token, twice.
    for _ in 0..2 {
        let scope = lintel_db::Scope {
            organisation: Some(1.into()),
            user: None,
        };
        let mut tx = world.database.db.begin(scope).await?;
        sqlx::query(
            "INSERT INTO draft_mails (organisation_id, invite_id, draft_id, email_hash, sent_at)
             SELECT organisation_id, invite_id, draft_id, decode(repeat('00', 32), 'hex'), updated_at FROM application_drafts",
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
    }
    let refused = refusal(go_on(&world, &link, &first, &request_id()).await)?;
    assert_eq!(reason(&refused), "LINK_EXPIRED", "a newer one was mailed");
    let moved = go_on(&world, &link, &draft, &request_id()).await?;
    assert_ne!(moved.draft_token, draft);
    assert_eq!(moved.answers, Some(signup("Ann")));
    let refused = refusal(get(&world, &link, &draft).await)?;
    assert_eq!(reason(&refused), "DRAFT_NOT_FOUND");
    let ends = world
        .number(
            "SELECT count(*) FROM link_tokens t JOIN application_drafts d ON draft_id = subject_id JOIN invites i USING (invite_id)
             WHERE purpose = 'draft' AND used_at IS NOT NULL AND t.expires_at = least(i.expires_at, d.created_at + interval '30 days')",
        )
        .await?;
    assert_eq!(ends, 1, "with its invite, after 30 days at the latest");
    Ok(())
}
