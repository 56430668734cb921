//! Invitations: whom they are mailed to, what accepting does, and that a link works once (T15, T31).

use anyhow::Context as _;
use chrono::Duration;
use futures::future::{join, join_all};
use lintel_proto::{
    access::v1::{Grade, Role},
    identity::v1::{
        AcceptInvitationRequest, AccountMail, AccountMailKind, ChangeMemberGradeRequest,
        CreateApiKeyRequest, CreateInvitationRequest, CreateInvitationResponse, EmailVerified,
        Invitation, InvitationEnded, ListInvitationsRequest, LoginResponse,
        PreviewInvitationRequest, PreviewInvitationResponse, RemoveMemberRequest,
        ResendInvitationRequest, ResendInvitationResponse, ResetPasswordRequest,
        RevokeInvitationRequest, SignUpRequest, UserRegistered,
    },
};
use tonic::Status;

use crate::{
    answers::{fields, refused, refused_for},
    harness::{Options, PASSWORD, Stack, bearing, landlord},
    organisations::{organisation_of, token_of},
    password_reset,
};

const ADA: &str = "ada@example.com";
const BEN: &str = "ben@example.com";

fn with<T>(session: &LoginResponse, request: T) -> Result<tonic::Request<T>, Status> {
    bearing(request, token_of(session)).map_err(|error| Status::internal(error.to_string()))
}

async fn invite(
    stack: &Stack,
    owner: &LoginResponse,
    email: &str,
    grade: Grade,
) -> Result<CreateInvitationResponse, Status> {
    let request = CreateInvitationRequest {
        email: email.to_owned(),
        grade: grade.into(),
        request_id: String::new(),
    };
    let mut client = stack.invitation.clone();
    let answer = client.create_invitation(with(owner, request)?).await?;
    Ok(answer.into_inner())
}

async fn resend(
    stack: &Stack,
    owner: &LoginResponse,
    invitation_id: i64,
) -> Result<ResendInvitationResponse, Status> {
    let request = ResendInvitationRequest {
        invitation_id,
        request_id: String::new(),
    };
    let mut client = stack.invitation.clone();
    let answer = client.resend_invitation(with(owner, request)?).await?;
    Ok(answer.into_inner())
}

async fn revoke(stack: &Stack, owner: &LoginResponse, invitation_id: i64) -> Result<(), Status> {
    let request = RevokeInvitationRequest {
        invitation_id,
        request_id: String::new(),
    };
    let mut client = stack.invitation.clone();
    client.revoke_invitation(with(owner, request)?).await?;
    Ok(())
}

async fn list(stack: &Stack, owner: &LoginResponse) -> Result<Vec<Invitation>, Status> {
    let mut client = stack.invitation.clone();
    let request = with(owner, ListInvitationsRequest {})?;
    Ok(client
        .list_invitations(request)
        .await?
        .into_inner()
        .invitations)
}

async fn preview(stack: &Stack, token: &str) -> Result<PreviewInvitationResponse, Status> {
    let request = PreviewInvitationRequest {
        token: token.to_owned(),
    };
    let answer = stack.invitation.clone().preview_invitation(request).await?;
    Ok(answer.into_inner())
}

/// The request of somebody who is not signed in.
fn newcomer(token: &str) -> AcceptInvitationRequest {
    AcceptInvitationRequest {
        token: token.to_owned(),
        name: "Ben Babbage".to_owned(),
        password: PASSWORD.to_owned(),
        ..Default::default()
    }
}

/// The request of somebody who is signed in.
fn signed_in(token: &str, session: &LoginResponse) -> AcceptInvitationRequest {
    AcceptInvitationRequest {
        token: token.to_owned(),
        access_token: token_of(session).to_owned(),
        ..Default::default()
    }
}

async fn accept(stack: &Stack, request: AcceptInvitationRequest) -> Result<i64, Status> {
    let answer = stack.invitation.clone().accept_invitation(request).await?;
    Ok(answer.into_inner().organisation_id)
}

/// The invitation mails that an Owner has sent, oldest first.
async fn mails(stack: &Stack, owner: &LoginResponse) -> anyhow::Result<Vec<AccountMail>> {
    let user = owner.user.as_ref().context("a user")?.user_id;
    stack.account_mails(user, AccountMailKind::Invitation).await
}

async fn last_token(stack: &Stack, owner: &LoginResponse) -> anyhow::Result<String> {
    Ok(mails(stack, owner).await?.pop().context("a mail")?.token)
}

#[tokio::test]
async fn a_new_address_becomes_a_verified_member_of_the_organisation() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let organisation = organisation_of(&ada)?;
    let sent = invite(&stack, &ada, " Ben@Example.com ", Grade::Manager).await?;
    assert!(sent.email_sent && sent.token.is_none());
    let mail = mails(&stack, &ada).await?.pop().context("a mail")?;
    assert_eq!(
        (
            mail.recipient_email.as_str(),
            mail.inviter_name.as_str(),
            mail.organisation_name.as_str()
        ),
        (
            "Ben@Example.com",
            "Ada Lovelace",
            "Ada Lovelace's portfolio"
        )
    );
    assert_eq!(mail.grade(), Grade::Manager);
    for _ in 0..2 {
        let shown = preview(&stack, &mail.token).await?;
        assert_eq!(shown.email, "Ben@Example.com");
        assert_eq!(shown.organisation_name, "Ada Lovelace's portfolio");
        assert_eq!(
            (shown.inviter_name.as_str(), shown.grade()),
            ("Ada Lovelace", Grade::Manager)
        );
        assert!(!shown.account_exists);
    }
    let faults = accept(
        &stack,
        AcceptInvitationRequest {
            name: String::new(),
            password: "12345".to_owned(),
            ..newcomer(&mail.token)
        },
    );
    let faults = fields(&refused_for(faults.await, "SIGN_UP_INVALID")?);
    assert_eq!(faults.len(), 2, "{faults:?}");

    assert_eq!(accept(&stack, newcomer(&mail.token)).await?, organisation);
    let session = stack.login(BEN, PASSWORD).await?;
    let user = session.user.context("a user")?;
    assert_eq!(
        (user.name.as_str(), user.role(), user.verified),
        ("Ben Babbage", Role::Landlord, true)
    );
    let joined = user.organisation.context("an organisation")?;
    assert_eq!(
        (joined.organisation_id, joined.grade()),
        (organisation, Grade::Manager)
    );
    let memberships = format!(
        "SELECT count(*) FROM memberships WHERE user_id = {}",
        user.user_id
    );
    assert_eq!(stack.number(&memberships).await?, 1);
    assert!(list(&stack, &ada).await?.is_empty());
    let registered = stack.events::<UserRegistered>().await?;
    assert_eq!(
        registered.last().map(|e| (e.user_id, e.organisation_id)),
        Some((user.user_id, 0))
    );
    assert_eq!(
        stack
            .events::<EmailVerified>()
            .await?
            .last()
            .map(|e| e.user_id),
        Some(user.user_id)
    );
    assert_eq!(stack.joined().await?.len(), 1);
    assert!(stack.events::<InvitationEnded>().await?[0].accepted);
    Ok(())
}

#[tokio::test]
async fn only_the_invited_account_accepts_once_it_is_signed_in() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let (ben, eve) = (
        stack.signed_in(BEN).await?,
        stack.signed_in("eve@example.com").await?,
    );
    invite(&stack, &ada, BEN, Grade::Viewer).await?;
    let token = last_token(&stack, &ada).await?;
    assert!(preview(&stack, &token).await?.account_exists);
    refused_for(accept(&stack, newcomer(&token)).await, "SIGN_IN_FIRST")?;
    refused_for(
        accept(&stack, signed_in(&token, &eve)).await,
        "OTHER_ACCOUNT",
    )?;
    let organisation = accept(&stack, signed_in(&token, &ben)).await?;
    assert_eq!(organisation, organisation_of(&ada)?);
    let noted = format!(
        "SELECT count(*) FROM security_events WHERE kind = 'organisation-joined' AND user_id = {}",
        ben.user.clone().context("a user")?.user_id
    );
    assert_eq!(stack.number(&noted).await?, 1);
    refused_for(
        accept(&stack, signed_in(&token, &ben)).await,
        "LINK_INVALID",
    )?;
    refused_for(
        invite(&stack, &ada, "BEN@example.com", Grade::Viewer).await,
        "ALREADY_MEMBER",
    )?;

    let tenant = SignUpRequest {
        role: Role::Tenant.into(),
        ..landlord("tom@example.com")
    };
    let tenant = stack.sign_up(tenant).await?.user.context("a user")?;
    stack
        .verify_link(&stack.mail(tenant.user_id).await?.token)
        .await?;
    let tom = stack.login("tom@example.com", PASSWORD).await?;
    invite(&stack, &ada, "tom@example.com", Grade::Viewer).await?;
    let token = last_token(&stack, &ada).await?;
    refused_for(
        accept(&stack, signed_in(&token, &tom)).await,
        "NOT_A_LANDLORD",
    )?;
    Ok(())
}

#[tokio::test]
async fn t15_an_unstored_link_works_once_for_its_purpose_in_fourteen_days() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    invite(&stack, &ada, BEN, Grade::Viewer).await?;
    let token = last_token(&stack, &ada).await?;
    // A token for one purpose does not work for another, either way.
    refused_for(stack.verify_link(&token).await, "LINK_INVALID")?;
    let reset = ResetPasswordRequest {
        token: token.clone(),
        new_password: "battery staple 9".to_owned(),
        ..Default::default()
    };
    refused_for(
        stack.password.clone().reset_password(reset).await,
        "LINK_INVALID",
    )?;
    let eve = stack
        .sign_up(landlord("eve@example.com"))
        .await?
        .user
        .context("a user")?;
    let verification = stack.mail(eve.user_id).await?.token;
    refused_for(
        accept(&stack, newcomer(&verification)).await,
        "LINK_INVALID",
    )?;
    refused_for(preview(&stack, &verification).await, "LINK_INVALID")?;
    for nonsense in ["", "x", &token[1..]] {
        refused_for(preview(&stack, nonsense).await, "LINK_INVALID")?;
    }
    // Unknown, used and expired links are answered alike.
    let missing = refused(preview(&stack, &verification).await)?;

    stack.wait(Duration::days(14) - Duration::seconds(1));
    preview(&stack, &token).await?;
    stack.wait(Duration::seconds(1));
    let expired = refused(preview(&stack, &token).await)?;
    assert_eq!(
        (expired.message(), expired.details()),
        (missing.message(), missing.details())
    );
    refused_for(accept(&stack, newcomer(&token)).await, "LINK_INVALID")?;
    let ada = stack.login(ADA, PASSWORD).await?;
    let open = list(&stack, &ada).await?;
    assert!(open[0].expired);
    resend(&stack, &ada, open[0].invitation_id).await?;
    assert!(!list(&stack, &ada).await?[0].expired);
    let fresh = last_token(&stack, &ada).await?;
    refused_for(preview(&stack, &token).await, "LINK_INVALID")?;

    let everything = ["invitations", "invitation_mails", "outbox", "request_ids"];
    let dump = stack.dump(&everything).await?;
    assert!(!dump.contains(&fresh) && !dump.contains(&token));
    let outside = stack
        .dump(&["outbox", "request_ids", "invitation_mails"])
        .await?;
    assert!(!outside.contains("ben@"), "an address left in clear");
    accept(&stack, newcomer(&fresh)).await?;
    refused_for(accept(&stack, newcomer(&fresh)).await, "LINK_INVALID")?;
    Ok(())
}

#[tokio::test]
async fn t15_of_fifty_that_accept_at_once_one_succeeds() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (ada, ben) = (stack.signed_in(ADA).await?, stack.signed_in(BEN).await?);
    invite(&stack, &ada, BEN, Grade::Viewer).await?;
    let token = last_token(&stack, &ada).await?;
    stack.warm_up().await?;
    let tries = (0..50).map(|_| accept(&stack, signed_in(&token, &ben)));
    let (done, refused): (Vec<_>, Vec<_>) =
        join_all(tries).await.into_iter().partition(Result::is_ok);
    assert_eq!(done.len(), 1);
    for answer in refused {
        refused_for(answer, "LINK_INVALID")?;
    }
    assert_eq!(stack.joined().await?.len(), 1);
    Ok(())
}

/// Ben, an Owner of Ada's organisation who acts in it.
async fn second_owner(stack: &Stack, ada: &LoginResponse) -> anyhow::Result<(i64, LoginResponse)> {
    invite(stack, ada, BEN, Grade::Owner).await?;
    accept(stack, newcomer(&last_token(stack, ada).await?)).await?;
    let ben = stack.login(BEN, PASSWORD).await?;
    Ok((ben.user.as_ref().context("a user")?.user_id, ben))
}

/// Ways of losing the right to invite.
#[derive(Debug, Clone, Copy)]
enum Loss {
    Removal,
    Demotion,
    Leaving,
    Reset,
}

impl Loss {
    async fn strike(
        self,
        stack: &Stack,
        ada: &LoginResponse,
        ben: &LoginResponse,
    ) -> anyhow::Result<()> {
        let user_id = ben.user.as_ref().context("a user")?.user_id;
        match self {
            Self::Removal | Self::Leaving => {
                let request = RemoveMemberRequest {
                    user_id,
                    request_id: String::new(),
                };
                let by = if matches!(self, Self::Leaving) {
                    ben
                } else {
                    ada
                };
                let mut client = stack.organisation.clone();
                client.remove_member(with(by, request)?).await?;
            }
            Self::Demotion => {
                let request = ChangeMemberGradeRequest {
                    user_id,
                    grade: Grade::Manager.into(),
                    ..Default::default()
                };
                let mut client = stack.organisation.clone();
                client.change_member_grade(with(ada, request)?).await?;
            }
            Self::Reset => {
                let token = password_reset::link_for(stack, BEN, user_id).await?;
                password_reset::reset(stack, &token, "battery staple 9", "").await?;
            }
        }
        Ok(())
    }
}

#[tokio::test]
async fn t15_invitations_end_with_the_right_to_send_them() -> anyhow::Result<()> {
    for loss in [Loss::Removal, Loss::Demotion, Loss::Leaving, Loss::Reset] {
        let stack = Stack::new().await?;
        let ada = stack.signed_in(ADA).await?;
        let (_, ben) = second_owner(&stack, &ada).await?;
        invite(&stack, &ben, "eve@example.com", Grade::Owner).await?;
        let token = last_token(&stack, &ben).await?;
        invite(&stack, &ada, "fay@example.com", Grade::Viewer).await?;
        preview(&stack, &token).await?;

        loss.strike(&stack, &ada, &ben).await?;
        refused_for(preview(&stack, &token).await, "LINK_INVALID")?;
        refused_for(accept(&stack, newcomer(&token)).await, "LINK_INVALID")?;
        let left: Vec<_> = list(&stack, &ada)
            .await?
            .into_iter()
            .map(|one| one.email)
            .collect();
        assert_eq!(left, ["fay@example.com"], "{loss:?}");
        let told = stack.events::<InvitationEnded>().await?;
        let taken_back = told.iter().filter(|ended| !ended.accepted).count();
        assert_eq!(taken_back, 1, "{loss:?}");
    }
    Ok(())
}

#[tokio::test]
async fn whoever_accepts_finds_the_inviter_s_grade_as_it_is_now() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let (ben_id, ben) = second_owner(&stack, &ada).await?;
    invite(&stack, &ben, "eve@example.com", Grade::Owner).await?;
    let token = last_token(&stack, &ben).await?;
    // As an older program left it: another grade, and the invitation still open.
    stack
        .execute(&format!(
            "UPDATE memberships SET grade = 'Manager' WHERE user_id = {ben_id}"
        ))
        .await?;
    refused_for(preview(&stack, &token).await, "LINK_INVALID")?;
    refused_for(accept(&stack, newcomer(&token)).await, "LINK_INVALID")?;
    Ok(())
}

#[tokio::test]
async fn of_accepting_and_removing_the_inviter_at_once_either_is_first() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let (_, ben) = second_owner(&stack, &ada).await?;
    invite(&stack, &ben, "eve@example.com", Grade::Viewer).await?;
    let token = last_token(&stack, &ben).await?;
    let eve = stack.signed_in("eve@example.com").await?;
    stack.warm_up().await?;
    let (accepted, removed) = join(
        accept(&stack, signed_in(&token, &eve)),
        Loss::Removal.strike(&stack, &ada, &ben),
    )
    .await;
    removed?;
    if accepted.is_err() {
        refused_for(accepted, "LINK_INVALID")?;
    }
    assert!(list(&stack, &ada).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_session_that_a_reset_ended_cannot_invite_or_make_keys() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let thief = stack.signed_in(ADA).await?;
    let user = thief.user.as_ref().context("a user")?.user_id;
    let token = password_reset::link(&stack, user).await?;
    password_reset::reset(&stack, &token, "battery staple 9", "").await?;
    // The gateway already refuses the token; the service itself goes by the current grade.
    let invited = invite(&stack, &thief, BEN, Grade::Owner).await;
    refused_for(invited, "SESSION_ENDED")?;
    let key = CreateApiKeyRequest {
        display_name: "Books".to_owned(),
        scopes: vec!["portfolio.read".to_owned()],
        ..Default::default()
    };
    let mut client = stack.api_key.clone();
    let made = client.create_api_key(with(&thief, key)?).await;
    refused_for(made, "SESSION_ENDED")?;
    Ok(())
}

#[tokio::test]
async fn a_repeat_with_the_same_request_id_joins_once_and_gets_the_first_answer()
-> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    invite(&stack, &ada, BEN, Grade::Viewer).await?;
    let token = last_token(&stack, &ada).await?;
    let named = AcceptInvitationRequest {
        request_id: "accept-it-once".to_owned(),
        ..newcomer(&token)
    };
    let first = accept(&stack, named.clone()).await?;
    assert_eq!(accept(&stack, named).await?, first);
    assert_eq!(stack.joined().await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn only_owners_list_resend_and_revoke_their_invitations() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (ada, eve) = (
        stack.signed_in(ADA).await?,
        stack.signed_in("eve@example.com").await?,
    );
    let faults = invite(&stack, &ada, "nobody", Grade::Unspecified).await;
    let faults = fields(&refused_for(faults, "INVITATION_INVALID")?);
    assert_eq!(
        faults.iter().map(|(f, _)| f.as_str()).collect::<Vec<_>>(),
        ["email", "grade"]
    );
    let sent = invite(&stack, &ada, BEN, Grade::Viewer).await?;
    let id = sent.invitation.context("an invitation")?.invitation_id;
    refused_for(
        invite(&stack, &ada, "Ben@example.com", Grade::Owner).await,
        "INVITATION_EXISTS",
    )?;
    let open = list(&stack, &ada).await?;
    assert_eq!(
        open.iter()
            .map(|i| (i.email.as_str(), i.grade(), i.inviter_name.as_str()))
            .collect::<Vec<_>>(),
        [(BEN, Grade::Viewer, "Ada Lovelace")]
    );
    // An invitation of another organisation and one that does not exist are answered alike (T01).
    assert!(list(&stack, &eve).await?.is_empty());
    for (theirs, missing) in [
        (
            refused(resend(&stack, &eve, id).await)?,
            refused(resend(&stack, &eve, 999).await)?,
        ),
        (
            refused(revoke(&stack, &eve, id).await)?,
            refused(revoke(&stack, &eve, 999).await)?,
        ),
    ] {
        assert_eq!(
            (theirs.code(), theirs.message()),
            (missing.code(), missing.message())
        );
        assert_eq!(theirs.details(), missing.details());
    }
    let token = last_token(&stack, &ada).await?;
    revoke(&stack, &ada, id).await?;
    refused_for(preview(&stack, &token).await, "LINK_INVALID")?;
    refused_for(revoke(&stack, &ada, id).await, "INVITATION_NOT_FOUND")?;
    assert!(!stack.events::<InvitationEnded>().await?[0].accepted);
    Ok(())
}

#[tokio::test]
async fn t31_invitations_are_limited_by_address_and_by_organisation() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let owners = [ADA, "eve@example.com", "fay@example.com", "gil@example.com"];
    let owners = join_all(owners.iter().map(|email| stack.signed_in(email))).await;
    let owners = owners.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let mut let_through = 0;
    for owner in &owners {
        let_through += usize::from(invite(&stack, owner, BEN, Grade::Viewer).await.is_ok());
        for open in list(&stack, owner).await? {
            for _ in 0..5 {
                let again = resend(&stack, owner, open.invitation_id).await;
                let_through += usize::from(again.is_ok());
                if again.is_err() {
                    refused_for(again, "INVITATIONS_EXHAUSTED")?;
                }
            }
        }
    }
    assert_eq!(let_through, 3);
    stack.wait(Duration::minutes(61));
    let owner = stack.login(ADA, PASSWORD).await?;
    // Taking an invitation back and inviting again does not reset the count.
    for number in 0..97 {
        let sent = invite(
            &stack,
            &owner,
            &format!("n{number}@example.com"),
            Grade::Viewer,
        )
        .await?;
        revoke(
            &stack,
            &owner,
            sent.invitation.context("one")?.invitation_id,
        )
        .await?;
    }
    let one_more = invite(&stack, &owner, "more@example.com", Grade::Viewer).await;
    refused_for(one_more, "INVITATIONS_EXHAUSTED")?;
    Ok(())
}

#[tokio::test]
async fn without_a_mail_transport_the_link_is_shown_to_whoever_invites_once() -> anyhow::Result<()>
{
    let stack = Stack::with(Options {
        mail: false,
        ..Options::default()
    })
    .await?;
    let user = stack.sign_up(landlord(ADA)).await?;
    stack
        .verify_code(&user.verification_code.context("a code")?)
        .await?;
    let ada = stack.login(ADA, PASSWORD).await?;
    let request = CreateInvitationRequest {
        email: BEN.to_owned(),
        grade: Grade::Viewer.into(),
        request_id: "invite-ben".to_owned(),
    };
    let mut client = stack.invitation.clone();
    let first = client
        .create_invitation(with(&ada, request.clone())?)
        .await?
        .into_inner();
    assert!(!first.email_sent);
    let again = client
        .create_invitation(with(&ada, request)?)
        .await?
        .into_inner();
    assert_eq!((again.token, &again.invitation), (None, &first.invitation));
    accept(&stack, newcomer(&first.token.context("a token")?)).await?;
    Ok(())
}
