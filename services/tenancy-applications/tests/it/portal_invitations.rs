//! Invitations to the portal.

use anyhow::Context as _;
use chrono::Duration;
use lintel_core::{Grade, Role};
use lintel_proto::tenancy::v1::{PortalState, TenancyMailKind, Tenant};
use lintel_testkit::tokens::{member, outsider};
use tonic::{Code, Status};

use crate::{
    agreements,
    applying::{ANN, COTTAGE, FLAT, HOUSE, everything, mails, nobody, read, world},
    harness::{Caller, World, reason, refusal},
    tenants::{day, tenant},
};

/// An account with the verified address bob@example.com.
const BOB: i64 = 52;
const UNKNOWN: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

fn account(world: &World, user: i64) -> anyhow::Result<Caller> {
    world.caller(&outsider(user, Role::Tenant))
}

/// Whoever has the link and nothing else.
fn stranger(world: &World) -> anyhow::Result<Caller> {
    Ok(nobody(world)?.into())
}

/// The token of the last invitation that was mailed.
async fn token(world: &World) -> anyhow::Result<String> {
    let sent = mails(world).await?.into_iter().rev();
    let mut sent = sent.filter(|(kind, _)| *kind == TenancyMailKind::PortalInvitation);
    let (_, mail) = sent.next().context("an invitation")?;
    assert_eq!(mail.recipient_email, "ann@example.com");
    assert!(mail.expire_time.is_some());
    Ok(mail.token)
}

async fn invited(world: &World, property: i64) -> anyhow::Result<(Tenant, String)> {
    let landlord = world.landlord()?;
    let added = landlord.add(tenant(property, "Ann")).await?;
    landlord.invite(added.tenant_id).await?;
    Ok((added, token(world).await?))
}

/// The reasons of opening and of following an invitation, which are the same.
async fn ended(world: &World, link: &str) -> anyhow::Result<String> {
    let opened = reason(&refusal(stranger(world)?.open(link).await)?);
    let followed = reason(&refusal(account(world, ANN)?.accept(link).await)?);
    assert_eq!(opened, followed);
    Ok(opened)
}

/// The answers of an invitation in each state, for the table of all links.
pub async fn answers() -> anyhow::Result<Vec<(&'static str, String)>> {
    let mut seen = Vec::new();
    let world = world().await?;
    let landlord = world.landlord()?;
    seen.push(("unknown", answer(&world, UNKNOWN).await?));
    let (ann, first) = invited(&world, FLAT).await?;
    seen.push(("live", answer(&world, &first).await?));
    landlord.invite(ann.tenant_id).await?;
    seen.push(("replaced", answer(&world, &first).await?));
    let late = token(&world).await?;
    world.clock.advance(Duration::days(14));
    seen.push(("too late", answer(&world, &late).await?));
    landlord.invite(ann.tenant_id).await?;
    let used = token(&world).await?;
    account(&world, ANN)?.accept(&used).await?;
    seen.push(("used", answer(&world, &used).await?));
    let (left, open) = invited(&world, COTTAGE).await?;
    landlord.end(left.tenant_id, day(2026, 12, 8)).await?;
    seen.push(("taken back", answer(&world, &open).await?));

    let world = crate::applying::world().await?;
    let application = agreements::ready(&world).await?;
    let tenant = read(&world, application).await?.tenant_id;
    let landlord = world.landlord()?;
    landlord.invite(tenant).await?;
    let open = token(&world).await?;
    world.clock.advance(Duration::days(7));
    landlord.start(tenant).await?;
    seen.push(("moved in", answer(&world, &open).await?));
    Ok(seen)
}

async fn answer(world: &World, link: &str) -> anyhow::Result<String> {
    let opened = stranger(world)?.open(link).await;
    Ok(opened.map_or_else(|status| reason(&status), |_| "opens".to_owned()))
}

fn refused<T: std::fmt::Debug>(answer: Result<T, Status>) -> anyhow::Result<String> {
    Ok(reason(&refusal(answer)?))
}

#[tokio::test]
async fn whoever_follows_an_invitation_signed_in_sees_the_home() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let (added, link) = invited(&world, FLAT).await?;
    assert!(
        !everything(&world).await?.contains(&link),
        "its hash alone is kept"
    );
    let ann = account(&world, ANN)?;
    // Whoever said no by mistake can say yes by it.
    ann.answer(added.tenancy_id, false).await?;
    assert_eq!(ann.accept(&link).await?, added.tenancy_id);
    let shown = ann.portal().await?;
    assert_eq!(shown.tenant.map(|own| own.property_id), Some(FLAT));
    let seen = landlord.get(added.tenant_id).await?;
    assert_eq!(seen.portal_state(), PortalState::Confirmed);
    assert_eq!(seen.version, added.version + 2);
    let basis: String = world
        .scalar("SELECT basis FROM tenant_confirmations")
        .await?;
    assert_eq!(basis, "invitation");
    assert_eq!(ended(&world, &link).await?, "LINK_SPENT");
    Ok(())
}

#[tokio::test]
async fn opening_an_invitation_tells_where_the_home_is_and_ends_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let (added, link) = invited(&world, FLAT).await?;
    for _ in 0..2 {
        let home = stranger(&world)?.open(&link).await?;
        assert_eq!(
            (
                home.organisation_name.as_str(),
                home.property_address.as_str(),
                home.property_postcode.as_str()
            ),
            ("Northern Lets", "1 High Street, Leeds", "LS1 4AB")
        );
    }
    let seen = world.landlord()?.get(added.tenant_id).await?;
    assert_eq!(seen.portal_state(), PortalState::Waiting);
    Ok(())
}

#[tokio::test]
async fn an_account_with_another_address_has_the_home_by_the_link() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let (mut added, link) = invited(&world, FLAT).await?;
    let bob = account(&world, BOB)?;
    assert_eq!(refused(bob.portal().await)?, "TENANCY_NOT_LINKED");
    bob.accept(&link).await?;
    let shown = bob.portal().await?;
    assert_eq!(shown.tenant.map(|own| own.property_id), Some(FLAT));
    let state = async || anyhow::Ok(landlord.get(added.tenant_id).await?.portal_state());
    assert_eq!(state().await?, PortalState::Confirmed);
    // It is that account's while the tenant's address is the one that was invited.
    added.email = "new@example.com".to_owned();
    landlord.change(added.clone(), &["email"], "").await?;
    assert_eq!(refused(bob.portal().await)?, "TENANCY_NOT_LINKED");
    assert_eq!(state().await?, PortalState::Waiting);
    Ok(())
}

#[tokio::test]
async fn only_managers_invite_and_only_tenant_accounts_follow() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let (added, link) = invited(&world, FLAT).await?;
    let id = added.tenant_id;
    for denied in [
        refusal(landlord.accept(&link).await)?,
        refusal(
            world
                .caller(&outsider(ANN, Role::Guarantor))?
                .accept(&link)
                .await,
        )?,
        refusal(account(&world, ANN)?.invite(id).await)?,
        refusal(
            world
                .caller(&member(12, 1, Grade::Viewer))?
                .invite(id)
                .await,
        )?,
    ] {
        assert_eq!(denied.code(), Code::PermissionDenied);
    }
    let nobody = refusal(stranger(&world)?.accept(&link).await)?;
    assert_eq!(nobody.code(), Code::Unauthenticated);
    let foreign = world.other_landlord()?.invite(id).await;
    assert_eq!(refused(foreign)?, "TENANT_NOT_FOUND");
    let state = landlord.get(id).await?.portal_state();
    assert_eq!(state, PortalState::Waiting);
    Ok(())
}

#[tokio::test]
async fn a_link_ends_with_the_next_one_and_in_time() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let (added, first) = invited(&world, FLAT).await?;
    assert_eq!(ended(&world, UNKNOWN).await?, "LINK_INVALID");
    for _ in 0..3 {
        landlord.invite(added.tenant_id).await?;
    }
    assert_eq!(ended(&world, &first).await?, "LINK_EXPIRED");
    let more = landlord.invite(added.tenant_id).await;
    assert_eq!(refused(more)?, "RATE_LIMITED");
    let last = token(&world).await?;
    world
        .clock
        .advance(Duration::days(14) - Duration::seconds(1));
    stranger(&world)?.open(&last).await?;
    world.clock.advance(Duration::seconds(1));
    assert_eq!(ended(&world, &last).await?, "LINK_EXPIRED");
    Ok(())
}

#[tokio::test]
async fn a_link_ends_when_the_tenant_s_address_is_another() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let (mut added, link) = invited(&world, FLAT).await?;
    added.email = "ANN@example.com".to_owned();
    landlord.change(added.clone(), &["email"], "").await?;
    stranger(&world)?.open(&link).await?;
    for email in ["new@example.com", "ann@example.com"] {
        added.email = email.to_owned();
        landlord.change(added.clone(), &["email"], "").await?;
        assert_eq!(ended(&world, &link).await?, "LINK_CLOSED", "{email}");
    }
    landlord.invite(added.tenant_id).await?;
    account(&world, ANN)?.accept(&token(&world).await?).await?;
    Ok(())
}

#[tokio::test]
async fn a_link_ends_with_the_tenancy_and_with_its_tenant() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let (_, link) = invited(&world, COTTAGE).await?;
    world
        .execute("UPDATE link_tokens SET expires_at = now() + interval '1 day'")
        .await?;
    world.execute("DELETE FROM tenants").await?;
    assert_eq!(ended(&world, &link).await?, "LINK_CLOSED");
    let live = world
        .number("SELECT count(*) FROM link_tokens WHERE purpose = 'portal' AND expires_at > now()")
        .await?;
    assert_eq!(live, 0);

    let (left, link) = invited(&world, FLAT).await?;
    landlord.end(left.tenant_id, day(2026, 11, 24)).await?;
    assert_eq!(ended(&world, &link).await?, "LINK_CLOSED");
    let late = landlord.invite(left.tenant_id).await;
    assert_eq!(refused(late)?, "TENANCY_ENDED");
    Ok(())
}

#[tokio::test]
async fn nobody_is_invited_to_a_home_that_is_confirmed() -> anyhow::Result<()> {
    let world = world().await?;
    let (added, link) = invited(&world, FLAT).await?;
    world.confirm(ANN, added.tenancy_id).await?;
    // A forwarded mail lets nobody else in.
    assert_eq!(ended(&world, &link).await?, "LINK_CLOSED");
    let again = world.landlord()?.invite(added.tenant_id).await;
    assert_eq!(refused(again)?, "PORTAL_CONFIRMED");
    Ok(())
}

#[tokio::test]
async fn an_address_gets_six_a_day_however_many_tenants_have_it() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    for property in [FLAT, COTTAGE] {
        let ann = landlord.add(tenant(property, "Ann")).await?.tenant_id;
        for _ in 0..3 {
            landlord.invite(ann).await?;
        }
    }
    let mut third = tenant(HOUSE, "Ann");
    third.room_number = Some("1".to_owned());
    let third = landlord.add(third).await?.tenant_id;
    let refused = refusal(landlord.invite(third).await)?;
    assert_eq!(reason(&refused), "RATE_LIMITED");
    world
        .execute("UPDATE link_tokens SET made_at = made_at - interval '25 hours'")
        .await?;
    landlord.invite(third).await?;
    Ok(())
}

#[tokio::test]
async fn an_account_that_is_known_later_than_it_accepted_is_told_of() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, link) = invited(&world, FLAT).await?;
    account(&world, 600)?.accept(&link).await?;
    world
        .execute("UPDATE tenant_snapshots SET due = false, version = 1, told_version = 1")
        .await?;
    world
        .execute("INSERT INTO accounts (user_id, role, email_key, version) VALUES (600, 'Tenant', 'new@example.com', 1)")
        .await?;
    let due = "SELECT count(*) FROM tenant_snapshots WHERE due";
    let due = world.number(due).await?;
    assert_eq!((due, ann.property_id), (1, FLAT));
    Ok(())
}
