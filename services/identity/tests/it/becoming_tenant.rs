//! Making an empty landlord account a tenant's.

use lintel_proto::{
    access::v1::Role,
    identity::v1::{
        AccountChanged, BecomeTenantRequest, BecomeTenantResponse, GetCurrentUserRequest,
        LoginResponse, MembershipEnded, OrganisationDeleted, SessionEnded,
    },
};
use tonic::{Code, Status};

use crate::{
    answers::{fields, refused_for},
    deletion::{access, join, organisation, user},
    harness::{PASSWORD, Stack, bearing},
    session_calls::EMAIL,
};

const OTHER: &str = "bob@example.com";

fn asking(password: &str) -> BecomeTenantRequest {
    BecomeTenantRequest {
        password: password.to_owned(),
        ..BecomeTenantRequest::default()
    }
}

async fn become_tenant(
    stack: &Stack,
    session: &LoginResponse,
    request: BecomeTenantRequest,
) -> Result<BecomeTenantResponse, Status> {
    let request = bearing(request, &access(session));
    let request = request.map_err(|error| Status::unknown(error.to_string()))?;
    let mut accounts = stack.account.clone();
    Ok(accounts.become_tenant(request).await?.into_inner())
}

#[tokio::test]
async fn an_empty_landlords_account_becomes_a_tenants_and_keeps_its_settings() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let ada = stack.signed_in(EMAIL).await?;
    let elsewhere = stack.login(EMAIL, PASSWORD).await?;
    stack
        .execute("INSERT INTO user_settings (user_id, company, updated_at) SELECT user_id, 'Nameson Ltd', now() FROM users")
        .await?;
    let wrong = become_tenant(&stack, &ada, asking("a wrong guess 1")).await;
    let refusal = refused_for(wrong, "PASSWORD_WRONG")?;
    assert_eq!(fields(&refusal)[0].0, "password");
    let request = BecomeTenantRequest {
        request_id: "the-one-change".to_owned(),
        ..asking(PASSWORD)
    };
    let first = become_tenant(&stack, &ada, request.clone()).await?;
    assert_eq!(first.ended_session_ids.len(), 2);
    assert_eq!(become_tenant(&stack, &ada, request).await?, first);
    for session in [&ada, &elsewhere] {
        let me = bearing(GetCurrentUserRequest {}, &access(session))?;
        let me = stack.account.clone().get_current_user(me).await;
        refused_for(me, "SESSION_ENDED")?;
    }
    let ended = stack.events::<SessionEnded>().await?;
    assert_eq!(ended.len(), 2);
    let closed = stack.events::<OrganisationDeleted>().await?;
    assert_eq!(
        (closed.len(), closed[0].organisation_id),
        (1, organisation(&ada))
    );
    assert_eq!(stack.events::<MembershipEnded>().await?.len(), 1);

    let again = stack.login(EMAIL, PASSWORD).await?.user.unwrap_or_default();
    assert_eq!((again.user_id, again.role()), (user(&ada), Role::Tenant));
    assert_eq!(again.organisation, None);
    let kept = "SELECT count(*) FROM user_settings WHERE company = 'Nameson Ltd'";
    assert_eq!(stack.number(kept).await?, 1);
    // Other services hear of the role; what is due is read before what was told of it since.
    let due = "SELECT count(*) FROM users WHERE role = 'Tenant' AND snapshot_due";
    let is_due = stack.number(due).await? == 1;
    let told = stack.events::<AccountChanged>().await?;
    let is_told = told.iter().any(|account| account.role() == Role::Tenant);
    assert!(is_due || is_told);
    let noted = "SELECT count(*) FROM security_events WHERE kind = 'organisation-left'";
    assert_eq!(stack.number(noted).await?, 1);
    Ok(())
}

#[tokio::test]
async fn an_organisation_that_others_belong_to_stays_with_its_landlord() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(EMAIL).await?;
    let bob = stack.signed_in(OTHER).await?;
    join(&stack, user(&bob), organisation(&ada), "Owner").await?;
    for session in [&ada, &bob] {
        let refused = become_tenant(&stack, session, asking(PASSWORD)).await;
        let refusal = refused_for(refused, "ORGANISATION_SHARED")?;
        assert_eq!(refusal.code(), Code::FailedPrecondition);
    }
    // What an organisation holds that is not the session's nobody has looked at.
    let shared = organisation(&ada);
    stack
        .execute(&format!(
            "DELETE FROM memberships WHERE organisation_id = {shared} AND user_id = {}",
            user(&ada)
        ))
        .await?;
    let refused = become_tenant(&stack, &bob, asking(PASSWORD)).await;
    refused_for(refused, "ORGANISATION_SHARED")?;
    assert!(stack.events::<OrganisationDeleted>().await?.is_empty());
    assert!(stack.events::<SessionEnded>().await?.is_empty());
    Ok(())
}
