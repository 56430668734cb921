//! Deleting one's own account.

use anyhow::Context as _;
use lintel_proto::{
    access::v1::{Grade, Role},
    identity::v1::{
        AccountMailKind, CreateApiKeyRequest, CreateInvitationRequest, DeleteAccountRequest,
        DeleteAccountResponse, GetCurrentUserRequest, InvitationEnded, LoginResponse,
        MembershipEnded, OrganisationDeleted, SessionEnded, SignUpRequest, UserDeleted,
    },
};
use tonic::{Code, Status};

use crate::{
    answers::{fields, refused_for},
    harness::{PASSWORD, Stack, bearing, landlord},
    session_calls::EMAIL,
};

const OTHER: &str = "bob@example.com";

pub fn access(session: &LoginResponse) -> String {
    session.tokens.clone().unwrap_or_default().access_token
}

pub fn organisation(session: &LoginResponse) -> i64 {
    let organisation = session.user.clone().and_then(|user| user.organisation);
    organisation.unwrap_or_default().organisation_id
}

pub fn user(session: &LoginResponse) -> i64 {
    session.user.clone().unwrap_or_default().user_id
}

async fn delete(
    stack: &Stack,
    session: &LoginResponse,
    request: DeleteAccountRequest,
) -> Result<DeleteAccountResponse, Status> {
    let request = bearing(request, &access(session));
    let request = request.map_err(|error| Status::unknown(error.to_string()))?;
    Ok(stack
        .privacy
        .clone()
        .delete_account(request)
        .await?
        .into_inner())
}

fn with_password() -> DeleteAccountRequest {
    DeleteAccountRequest {
        password: PASSWORD.to_owned(),
        ..Default::default()
    }
}

/// Makes `member` a member of `organisation`, as accepting an invitation would.
pub async fn join(
    stack: &Stack,
    member: i64,
    organisation: i64,
    grade: &str,
) -> anyhow::Result<()> {
    let sql = format!(
        "INSERT INTO memberships (organisation_id, user_id, grade, created_at)
         VALUES ({organisation}, {member}, '{grade}', now())"
    );
    stack.execute(&sql).await?;
    Ok(())
}

/// Makes an API key and an invitation in the session's organisation.
async fn furnish(stack: &Stack, session: &LoginResponse) -> anyhow::Result<()> {
    let key = CreateApiKeyRequest {
        display_name: "Bookkeeping".to_owned(),
        scopes: vec!["portfolio.read".to_owned()],
        ..Default::default()
    };
    let key = bearing(key, &access(session))?;
    stack.api_key.clone().create_api_key(key).await?;
    let invitation = CreateInvitationRequest {
        email: format!("guest-of-{}@example.com", user(session)),
        grade: Grade::Viewer.into(),
        ..Default::default()
    };
    let invitation = bearing(invitation, &access(session))?;
    stack
        .invitation
        .clone()
        .create_invitation(invitation)
        .await?;
    Ok(())
}

#[tokio::test]
async fn an_account_goes_with_everything_that_says_whose_it_was() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let mut request = landlord("canary-address@example.com");
    request.name = "Canary Nameson".to_owned();
    let ada = stack
        .sign_up(request)
        .await?
        .user
        .context("a user")?
        .user_id;
    stack.verify_link(&stack.mail(ada).await?.token).await?;
    let session = stack.login("canary-address@example.com", PASSWORD).await?;
    let elsewhere = stack.login("canary-address@example.com", PASSWORD).await?;
    furnish(&stack, &session).await?;
    stack
        .execute("INSERT INTO user_settings (user_id, company, updated_at) SELECT user_id, 'Nameson Ltd', now() FROM users")
        .await?;
    let answer = delete(&stack, &session, with_password()).await?;
    assert_eq!(answer.ended_session_ids.len(), 2);

    // Tokens that have not expired are of no use any more.
    for session in [&session, &elsewhere] {
        let me = bearing(GetCurrentUserRequest {}, &access(session))?;
        refused_for(
            stack.account.clone().get_current_user(me).await,
            "SESSION_ENDED",
        )?;
    }
    let login = stack.login("canary-address@example.com", PASSWORD).await;
    refused_for(login, "CREDENTIALS_WRONG")?;
    let tables = [
        "users",
        "organisations",
        "memberships",
        "user_settings",
        "email_tokens",
        "invitations",
        "api_keys",
        "api_key_sessions",
        "sessions",
        "devices",
        "second_factors",
        "recovery_codes",
        "login_challenges",
        "outbox",
        "request_ids",
    ];
    let left = stack.dump(&tables).await?.to_lowercase();
    for canary in [
        "canary",
        "nameson",
        "guest-of",
        "bookkeeping",
        "test/1",
        "$argon2",
    ] {
        assert!(!left.contains(canary), "{canary} left");
    }
    assert_eq!(
        stack
            .dump(&["users"])
            .await?
            .matches("A former member")
            .count(),
        1
    );

    // Other services receive the event, without a name.
    let ended = stack.events::<SessionEnded>().await?;
    assert_eq!(ended.iter().filter(|ended| ended.user_id == ada).count(), 2);
    let deleted = stack.events::<UserDeleted>().await?;
    assert_eq!(deleted[0].user_id, ada);
    let closed = stack.events::<OrganisationDeleted>().await?;
    assert_eq!(closed[0].organisation_id, organisation(&session));
    let mails = stack
        .account_mails(ada, AccountMailKind::AccountDeleted)
        .await?;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].recipient_email, "canary-address@example.com");
    let noted = "SELECT count(*) FROM security_events WHERE kind = 'account-deleted'";
    assert_eq!(stack.number(noted).await?, 1);

    // Another account may use the address.
    let again = stack.verified("canary-address@example.com").await?;
    assert_ne!(again, ada);
    stack.login("canary-address@example.com", PASSWORD).await?;
    Ok(())
}

#[tokio::test]
async fn accounts_without_an_organisation_may_go_as_well() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    for role in [Role::Tenant, Role::Employer, Role::Guarantor] {
        let email = format!("{}@example.com", role.as_str_name());
        let request = SignUpRequest {
            role: role.into(),
            ..landlord(&email)
        };
        let user = stack.sign_up(request).await?.user.context("a user")?;
        stack
            .verify_link(&stack.mail(user.user_id).await?.token)
            .await?;
        let session = stack.login(&email, PASSWORD).await?;
        delete(&stack, &session, with_password()).await?;
    }
    assert_eq!(stack.events::<UserDeleted>().await?.len(), 3);
    assert!(stack.events::<OrganisationDeleted>().await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn the_last_owner_cannot_leave_while_others_are_members() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(EMAIL).await?;
    let bob = stack.signed_in(OTHER).await?;
    let shared = organisation(&ada);
    join(&stack, user(&bob), shared, "Manager").await?;
    furnish(&stack, &ada).await?;
    let refusal = refused_for(delete(&stack, &ada, with_password()).await, "LAST_OWNER")?;
    assert_eq!(refusal.code(), Code::FailedPrecondition);
    assert!(
        refusal.message().contains("Settings, Members"),
        "{}",
        refusal.message()
    );
    assert!(stack.events::<UserDeleted>().await?.is_empty());

    stack
        .execute(&format!(
            "UPDATE memberships SET grade = 'Owner' WHERE organisation_id = {shared}"
        ))
        .await?;
    delete(&stack, &ada, with_password()).await?;
    // What she made there is gone; the organisation and its other member have not changed.
    assert_eq!(stack.number("SELECT count(*) FROM invitations").await?, 0);
    assert_eq!(stack.number("SELECT count(*) FROM api_keys").await?, 0);
    assert_eq!(stack.events::<InvitationEnded>().await?.len(), 1);
    let left = stack.events::<MembershipEnded>().await?;
    assert_eq!((left.len(), left[0].organisation_id), (1, shared));
    assert!(stack.events::<OrganisationDeleted>().await?.is_empty());
    let members = format!("SELECT count(*) FROM memberships WHERE organisation_id = {shared}");
    assert_eq!(stack.number(&members).await?, 1);
    let me = bearing(GetCurrentUserRequest {}, &access(&bob))?;
    stack.account.clone().get_current_user(me).await?;
    Ok(())
}

#[tokio::test]
async fn of_two_owners_who_go_at_once_neither_leaves_others_behind() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(EMAIL).await?;
    let bob = stack.signed_in(OTHER).await?;
    let carol = stack.signed_in("carol@example.com").await?;
    join(&stack, user(&bob), organisation(&ada), "Owner").await?;
    join(&stack, user(&carol), organisation(&ada), "Viewer").await?;
    stack.warm_up().await?;
    let (first, second) = tokio::join!(
        delete(&stack, &ada, with_password()),
        delete(&stack, &bob, with_password())
    );
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    let owners = format!(
        "SELECT count(*) FROM memberships WHERE grade = 'Owner' AND organisation_id = {}",
        organisation(&ada)
    );
    assert_eq!(stack.number(&owners).await?, 1);
    Ok(())
}

#[tokio::test]
async fn only_the_password_deletes_and_wrong_ones_count() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(EMAIL).await?;
    for password in ["", "a wrong guess 1"] {
        let request = DeleteAccountRequest {
            password: password.to_owned(),
            ..Default::default()
        };
        let refusal = refused_for(delete(&stack, &ada, request).await, "PASSWORD_WRONG")?;
        assert_eq!(fields(&refusal)[0].0, "password");
    }
    for _ in 0..4 {
        let request = DeleteAccountRequest {
            password: "a wrong guess 2".to_owned(),
            ..Default::default()
        };
        refused_for(delete(&stack, &ada, request).await, "PASSWORD_WRONG")?;
    }
    refused_for(
        delete(&stack, &ada, with_password()).await,
        "ACCOUNT_LOCKED",
    )?;
    stack.wait(chrono::Duration::minutes(2));
    delete(&stack, &ada, with_password()).await?;
    Ok(())
}

#[tokio::test]
async fn a_repeat_with_the_same_request_id_gets_the_first_answer() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(EMAIL).await?;
    let request = DeleteAccountRequest {
        request_id: "the-one-deletion".to_owned(),
        ..with_password()
    };
    let first = delete(&stack, &ada, request.clone()).await?;
    assert_eq!(delete(&stack, &ada, request).await?, first);
    assert_eq!(stack.events::<UserDeleted>().await?.len(), 1);
    refused_for(delete(&stack, &ada, with_password()).await, "SESSION_ENDED")?;
    Ok(())
}
