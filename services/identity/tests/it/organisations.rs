//! A caller's organisations: reading, renaming and switching between them.

use anyhow::Context as _;
use lintel_auth::Audience;
use lintel_proto::{
    access::v1::Grade,
    identity::v1::{
        GetCurrentUserRequest, GetLandlordRequest, GetOrganisationRequest, Landlord, LandlordKind,
        ListOrganisationsRequest, ListTenantMailsRequest, LoginResponse, LogoutRequest,
        Organisation, OrganisationRenamed, RefreshSessionRequest, RenameOrganisationRequest,
        RenameOrganisationResponse, SaveLandlordRequest, SaveLandlordResponse,
        SwitchOrganisationRequest, SwitchOrganisationResponse, SwitchTenantMailsRequest,
        TenantMailKind, User,
    },
};
use tonic::{Code, Status};

use crate::{
    answers::refused_for,
    harness::{PASSWORD, Stack, bearing},
};

const ADA: &str = "ada@example.com";
const BEN: &str = "ben@example.com";

pub fn token_of(session: &LoginResponse) -> &str {
    let tokens = session.tokens.as_ref();
    tokens.map_or("", |tokens| tokens.access_token.as_str())
}

/// The organisation in which a session acts.
pub fn organisation_of(session: &LoginResponse) -> anyhow::Result<i64> {
    let user = session.user.as_ref().context("a user")?;
    let organisation = user.organisation.as_ref().context("an organisation")?;
    Ok(organisation.organisation_id)
}

async fn me(stack: &Stack, token: &str) -> anyhow::Result<User> {
    let request = bearing(GetCurrentUserRequest {}, token)?;
    let reply = stack.account.clone().get_current_user(request).await?;
    reply.into_inner().user.context("a user")
}

async fn rename(
    stack: &Stack,
    token: &str,
    name: &str,
    etag: &str,
) -> Result<RenameOrganisationResponse, Status> {
    let request = RenameOrganisationRequest {
        display_name: name.to_owned(),
        etag: etag.to_owned(),
        request_id: String::new(),
    };
    let request = bearing(request, token).map_err(|e| Status::internal(e.to_string()))?;
    let mut client = stack.organisation.clone();
    Ok(client.rename_organisation(request).await?.into_inner())
}

async fn switch(
    stack: &Stack,
    token: &str,
    organisation_id: i64,
) -> Result<SwitchOrganisationResponse, Status> {
    let request = SwitchOrganisationRequest { organisation_id };
    let request = bearing(request, token).map_err(|e| Status::internal(e.to_string()))?;
    let mut client = stack.organisation.clone();
    Ok(client.switch_organisation(request).await?.into_inner())
}

/// Ada's organisation, and Ben, who became a Viewer in it after making his own.
async fn ben_visits_ada(stack: &Stack) -> anyhow::Result<(i64, LoginResponse)> {
    let ada = stack.signed_in(ADA).await?;
    let organisation = organisation_of(&ada)?;
    let ben = stack.verified(BEN).await?;
    stack
        .execute(&format!(
            "INSERT INTO memberships (organisation_id, user_id, grade, created_at)
             VALUES ({organisation}, {ben}, 'Viewer', now() + interval '1 hour')"
        ))
        .await?;
    Ok((organisation, stack.login(BEN, PASSWORD).await?))
}

#[tokio::test]
async fn an_owner_renames_the_organisation_and_everybody_reads_the_new_name() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let session = stack.signed_in(ADA).await?;
    let token = token_of(&session);
    let read = async || {
        let request = bearing(GetOrganisationRequest {}, token)?;
        let reply = stack.organisation.clone().get_organisation(request).await?;
        reply.into_inner().organisation.context("an organisation")
    };
    let before = read().await?;
    assert_eq!(
        (before.display_name.as_str(), before.grade(), before.version),
        ("Ada Lovelace's portfolio", Grade::Owner, 1)
    );
    refused_for(
        rename(&stack, token, "  ", "").await,
        "ORGANISATION_INVALID",
    )?;
    refused_for(
        rename(&stack, token, "A\nB", "").await,
        "ORGANISATION_INVALID",
    )?;
    refused_for(rename(&stack, token, "Homes", "2").await, "STALE_ETAG")?;
    assert_eq!(read().await?, before);

    let renamed = rename(&stack, token, " Lovelace Homes ", "\"1\"").await?;
    let after = read().await?;
    assert_eq!(renamed.organisation.as_ref(), Some(&after));
    assert_eq!(
        (after.display_name.as_str(), after.version),
        ("Lovelace Homes", 2)
    );
    let shown = me(&stack, token).await?.organisation.context("one")?;
    assert_eq!(shown.display_name, "Lovelace Homes");
    let told = stack.events::<OrganisationRenamed>().await?;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].organisation_id, told[0].version),
        (after.organisation_id, 2)
    );
    assert!(
        !stack
            .dump(&["outbox", "request_ids"])
            .await?
            .contains("Homes")
    );
    Ok(())
}

#[tokio::test]
async fn a_session_goes_to_another_organisation_and_stays_there() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (organisation, session) = ben_visits_ada(&stack).await?;
    let home = organisation_of(&session)?;
    assert_ne!(home, organisation);
    let list = async |token: &str| {
        let request = bearing(ListOrganisationsRequest {}, token)?;
        let reply = stack
            .organisation
            .clone()
            .list_organisations(request)
            .await?;
        let all = reply.into_inner().organisations.into_iter();
        let seen = all.map(|o: Organisation| (o.organisation_id, o.grade(), o.active));
        anyhow::Ok(seen.collect::<Vec<_>>())
    };
    assert_eq!(
        list(token_of(&session)).await?,
        [
            (home, Grade::Owner, true),
            (organisation, Grade::Viewer, false)
        ]
    );

    let switched = switch(&stack, token_of(&session), organisation).await?;
    let tokens = switched.tokens.context("tokens")?;
    assert_eq!(
        tokens.refresh_token, "",
        "the one that the session has stays good"
    );
    for (token, audience) in [
        (&tokens.access_token, Audience::Lintel),
        (&tokens.read_token, Audience::Read),
    ] {
        let principal = stack.verifier.verify(token, audience)?.principal;
        let membership = principal.membership.context("a membership")?;
        assert_eq!(membership.organisation.get(), organisation);
        assert_eq!(membership.grade, lintel_core::Grade::Viewer);
        let before = stack
            .verifier
            .verify(token_of(&session), Audience::Lintel)?;
        assert_eq!(
            principal.session, before.principal.session,
            "the same session"
        );
    }
    assert_eq!(
        list(&tokens.access_token).await?,
        [
            (home, Grade::Owner, false),
            (organisation, Grade::Viewer, true)
        ]
    );
    let shown = me(&stack, &tokens.access_token)
        .await?
        .organisation
        .context("one")?;
    assert_eq!(shown.organisation_id, organisation);
    refused_for(
        rename(&stack, &tokens.access_token, "Mine", "").await,
        "NOT_ALLOWED",
    )?;

    let refresh = RefreshSessionRequest {
        refresh_token: session.tokens.clone().unwrap_or_default().refresh_token,
        ..Default::default()
    };
    let refreshed = stack
        .session
        .clone()
        .refresh_session(refresh)
        .await?
        .into_inner();
    let token = refreshed.tokens.context("tokens")?.access_token;
    let shown = me(&stack, &token).await?.organisation.context("one")?;
    assert_eq!(shown.organisation_id, organisation);
    Ok(())
}

#[tokio::test]
async fn nobody_goes_where_they_do_not_belong_nor_with_a_session_that_is_over() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let (organisation, session) = ben_visits_ada(&stack).await?;
    let eve = stack.signed_in("eve@example.com").await?;
    let foreign = switch(&stack, token_of(&eve), organisation)
        .await
        .err()
        .context("let in")?;
    let missing = switch(&stack, token_of(&eve), 999_999)
        .await
        .err()
        .context("let in")?;
    assert_eq!(foreign.code(), Code::NotFound);
    assert_eq!(
        (foreign.message(), foreign.details()),
        (missing.message(), missing.details())
    );
    let logout = LogoutRequest {
        access_token: token_of(&session).to_owned(),
        refresh_token: String::new(),
    };
    stack.session.clone().logout(logout).await?;
    let late = switch(&stack, token_of(&session), organisation).await;
    refused_for(late, "SESSION_ENDED")?;
    Ok(())
}

async fn save_landlord(
    stack: &Stack,
    token: &str,
    landlord: Landlord,
    (etag, request_id): (&str, &str),
) -> Result<SaveLandlordResponse, Status> {
    let request = SaveLandlordRequest {
        landlord: Some(landlord),
        etag: etag.to_owned(),
        request_id: request_id.to_owned(),
    };
    let request = bearing(request, token).map_err(|e| Status::internal(e.to_string()))?;
    let mut client = stack.organisation.clone();
    Ok(client.save_landlord(request).await?.into_inner())
}

fn ada_lets() -> Landlord {
    Landlord {
        kind: LandlordKind::Person.into(),
        display_names: vec!["Ada Lovelace".to_owned()],
        trading_as: "Lovelace Homes".to_owned(),
        notice_address: "12 St James's Square, London SW1Y 4JH".to_owned(),
        ..Landlord::default()
    }
}

#[tokio::test]
async fn the_landlord_is_given_once_and_kept_whole() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let session = stack.signed_in(ADA).await?;
    let token = token_of(&session);
    let read = async || {
        let request = bearing(GetLandlordRequest {}, token)?;
        let reply = stack.organisation.clone().get_landlord(request).await?;
        anyhow::Ok(reply.into_inner())
    };
    let before = read().await?;
    assert_eq!((before.landlord, before.version), (None, 1));
    let nobody = Landlord {
        display_names: Vec::new(),
        ..ada_lets()
    };
    let refused = save_landlord(&stack, token, nobody, ("", "")).await;
    refused_for(refused, "LANDLORD_INVALID")?;
    let stale = save_landlord(&stack, token, ada_lets(), ("9", "")).await;
    refused_for(stale, "STALE_ETAG")?;
    for _ in 0..2 {
        let saved = save_landlord(&stack, token, ada_lets(), ("1", "landlord-0001")).await?;
        assert_eq!((saved.landlord, saved.version), (Some(ada_lets()), 2));
    }
    assert_eq!(read().await?.landlord, Some(ada_lets()));
    assert!(
        !stack
            .dump(&["outbox", "request_ids"])
            .await?
            .contains("Lovelace")
    );
    Ok(())
}

#[tokio::test]
async fn a_viewer_reads_the_landlord_and_changes_nothing() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let (organisation, ben) = ben_visits_ada(&stack).await?;
    let switched = switch(&stack, token_of(&ben), organisation).await?;
    let tokens = switched.tokens.context("tokens")?;
    let request = bearing(GetLandlordRequest {}, &tokens.access_token)?;
    stack.organisation.clone().get_landlord(request).await?;
    let refused = save_landlord(&stack, &tokens.access_token, ada_lets(), ("", "")).await;
    assert_eq!(
        refused.map_err(|status| status.code()).err(),
        Some(Code::PermissionDenied)
    );
    Ok(())
}

#[tokio::test]
async fn mails_to_tenants_are_switched_but_for_those_of_the_law() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let session = stack.signed_in(ADA).await?;
    let token = token_of(&session);
    let switch = async |off: &[TenantMailKind]| {
        let request = SwitchTenantMailsRequest {
            off_kinds: off.iter().map(|kind| (*kind).into()).collect(),
            ..SwitchTenantMailsRequest::default()
        };
        let request = bearing(request, token).map_err(|e| Status::internal(e.to_string()))?;
        let mut client = stack.organisation.clone();
        Ok::<_, Status>(client.switch_tenant_mails(request).await?.into_inner())
    };
    let refused = switch(&[TenantMailKind::EntryNotice]).await;
    refused_for(refused, "TENANT_MAILS_INVALID")?;
    let switched = switch(&[TenantMailKind::Receipt]).await?;
    let off: Vec<_> = switched.mails.iter().filter(|mail| !mail.wanted).collect();
    assert_eq!(off.len(), 1);
    assert_eq!(off[0].kind(), TenantMailKind::Receipt);
    let by_law: Vec<_> = switched
        .mails
        .iter()
        .filter(|mail| mail.required_by_law)
        .collect();
    assert_eq!(by_law.len(), 1);
    let request = bearing(ListTenantMailsRequest {}, token)?;
    let listed = stack
        .organisation
        .clone()
        .list_tenant_mails(request)
        .await?;
    assert_eq!(listed.into_inner().mails, switched.mails);
    Ok(())
}
