//! The homes that a tenant sees, and how a home becomes theirs.

use chrono::Duration;
use lintel_core::{Grade, Role};
use lintel_proto::tenancy::v1::{
    ApplicationStatus, GetPortalResponse, LeaseStatus, PortalState, Tenant,
};
use lintel_testkit::tokens::{member, outsider};
use tonic::Code;

use crate::{
    applying::{ANN, COTTAGE, FLAT, OTHER_FLAT, apply, decide, tenant as connection, world},
    harness::{Caller, World, reason, refusal},
    own_applications::{create, invite_ann, simple},
    tenants::{day, tenant},
};

/// An account with the verified address bob@example.com, and one without.
const BOB: i64 = 52;
const UNVERIFIED: i64 = 51;

fn ann(property: i64) -> Tenant {
    Tenant {
        email: "Ann@Example.com".to_owned(),
        ..tenant(property, "Ann")
    }
}

fn account(world: &World, user: i64) -> anyhow::Result<Caller> {
    world.caller(&outsider(user, Role::Tenant))
}

async fn refused(world: &World, user: i64) -> anyhow::Result<String> {
    Ok(reason(&refusal(account(world, user)?.portal().await)?))
}

/// The homes that are shown, the chosen one in front of all of the account's.
fn homes(shown: &GetPortalResponse) -> (Option<i64>, Vec<i64>) {
    let chosen = shown.tenant.as_ref().map(|tenant| tenant.property_id);
    let all = shown.tenancies.iter();
    (chosen, all.map(|one| one.property_id).collect())
}

fn asked(shown: &GetPortalResponse) -> Vec<i64> {
    let asked = shown.to_confirm.iter();
    asked.map(|one| one.tenancy_id).collect()
}

#[tokio::test]
async fn a_typed_address_is_asked_about_and_shows_nothing_else() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    assert_eq!(refused(&world, ANN).await?, "TENANCY_NOT_LINKED");
    let added = landlord.add(ann(FLAT)).await?;
    let caller = account(&world, ANN)?;
    let shown = caller.portal().await?;
    assert_eq!(homes(&shown), (None, vec![]));
    let one = shown.to_confirm[0].clone();
    assert_eq!(
        (
            one.tenancy_id,
            one.organisation_name.as_str(),
            one.property_address.as_str(),
            one.property_postcode.as_str()
        ),
        (
            added.tenancy_id,
            "Northern Lets",
            "1 High Street, Leeds",
            "LS1 4AB"
        )
    );
    let early = refusal(caller.portal_of(added.tenancy_id).await)?;
    assert_eq!(reason(&early), "TENANCY_NOT_LINKED");
    for user in [BOB, UNVERIFIED, 999] {
        assert_eq!(refused(&world, user).await?, "TENANCY_NOT_LINKED", "{user}");
    }
    Ok(())
}

#[tokio::test]
async fn who_says_yes_sees_the_home_and_the_landlord_sees_it() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let added = landlord.add(ann(FLAT)).await?;
    assert_eq!(added.portal_state(), PortalState::Waiting);
    let caller = account(&world, ANN)?;
    for _ in 0..2 {
        caller.answer(added.tenancy_id, true).await?;
    }
    let shown = caller.portal().await?;
    assert_eq!(homes(&shown), (Some(FLAT), vec![FLAT]));
    assert_eq!(asked(&shown), Vec::<i64>::new());
    assert_eq!(
        (
            shown.property_type.as_str(),
            shown.organisation_name.as_str()
        ),
        ("Flat", "Northern Lets")
    );
    let seen = landlord.get(added.tenant_id).await?;
    assert_eq!(seen.portal_state(), PortalState::Confirmed);
    assert_eq!(
        seen.version,
        added.version + 1,
        "the second answer changes nothing"
    );
    Ok(())
}

#[tokio::test]
async fn whoever_applied_with_the_account_is_not_asked() -> anyhow::Result<()> {
    let world = world().await?;
    let applicant = connection(&world, ANN)?;
    invite_ann(&world, 1, FLAT).await?;
    // She gave another address than the account's there.
    let made = create(&applicant, simple(FLAT, None)).await?;
    let made = decide(&world, made.application_id, ApplicationStatus::Approved, 0).await?;
    let caller = account(&world, ANN)?;
    let shown = caller.portal().await?;
    assert_eq!(homes(&shown), (Some(FLAT), vec![FLAT]));
    let landlord = world.landlord()?;
    let mut row = landlord.get(made.tenant_id).await?;
    assert_eq!(row.portal_state(), PortalState::Confirmed);
    // An application that came by a link says nothing of an account.
    let (by_link, _) = apply(&world, "Bob", COTTAGE, None).await?;
    let by_link = decide(
        &world,
        by_link.application_id,
        ApplicationStatus::Approved,
        0,
    )
    .await?;
    let bob = account(&world, BOB)?.portal().await?;
    assert_eq!((homes(&bob).0, asked(&bob).len()), (None, 1));
    let waiting = landlord.get(by_link.tenant_id).await?.portal_state();
    assert_eq!(waiting, PortalState::Waiting);
    // The row becomes somebody else's.
    row.email = "bob@example.com".to_owned();
    landlord.change(row, &["email"], "").await?;
    assert_eq!(refused(&world, ANN).await?, "TENANCY_NOT_LINKED");
    Ok(())
}

#[tokio::test]
async fn who_says_no_is_not_asked_again_and_the_landlord_sees_it() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let added = landlord.add(ann(FLAT)).await?;
    let caller = account(&world, ANN)?;
    caller.answer(added.tenancy_id, false).await?;
    assert_eq!(refused(&world, ANN).await?, "TENANCY_NOT_LINKED");
    let seen = landlord.get(added.tenant_id).await?;
    assert_eq!(seen.portal_state(), PortalState::NotConfirmed);
    Ok(())
}

#[tokio::test]
async fn a_stranger_s_entry_never_takes_a_portal_over() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, stranger) = (world.landlord()?, world.other_landlord()?);
    let home = landlord.add(ann(FLAT)).await?;
    world.confirm(ANN, home.tenancy_id).await?;
    let early = Tenant {
        lease_start: day(2020, 1, 1),
        ..ann(OTHER_FLAT)
    };
    let theirs = stranger.add(early).await?;
    let caller = account(&world, ANN)?;
    let shown = caller.portal().await?;
    assert_eq!(homes(&shown), (Some(FLAT), vec![FLAT]));
    assert_eq!(asked(&shown), [theirs.tenancy_id]);
    // Even where it is confirmed it comes after the one that was confirmed first, whatever day was typed.
    caller.answer(theirs.tenancy_id, true).await?;
    let shown = caller.portal().await?;
    assert_eq!(homes(&shown), (Some(FLAT), vec![FLAT, OTHER_FLAT]));
    let other = caller.portal_of(theirs.tenancy_id).await?;
    assert_eq!(homes(&other), (Some(OTHER_FLAT), vec![FLAT, OTHER_FLAT]));
    assert_eq!(other.organisation_name, "Southern Lets");
    Ok(())
}

#[tokio::test]
async fn nobody_answers_for_somebody_else() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let added = landlord.add(ann(FLAT)).await?;
    for (user, tenancy) in [
        (BOB, added.tenancy_id),
        (UNVERIFIED, added.tenancy_id),
        (ANN, 4711),
    ] {
        let refused = account(&world, user)?.answer(tenancy, true).await;
        let refused = reason(&refusal(refused)?);
        assert_eq!(refused, "TENANCY_NOT_LINKED", "{user}");
    }
    for caller in [
        world.landlord()?,
        world.other_landlord()?,
        world.caller(&member(12, 1, Grade::Viewer))?,
        world.caller(&outsider(ANN, Role::Guarantor))?,
    ] {
        for refused in [
            refusal(caller.answer(added.tenancy_id, true).await)?,
            refusal(caller.portal().await.map(drop))?,
        ] {
            assert_eq!(refused.code(), Code::PermissionDenied);
        }
    }
    let seen = landlord.get(added.tenant_id).await?;
    assert_eq!(seen.portal_state(), PortalState::Waiting);
    Ok(())
}

#[tokio::test]
async fn an_answer_holds_while_account_and_tenant_have_its_address() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let mut added = landlord.add(ann(FLAT)).await?;
    world.confirm(ANN, added.tenancy_id).await?;
    let state = async || anyhow::Ok(landlord.get(added.tenant_id).await?.portal_state());
    for (elsewhere, back) in [
        (
            "UPDATE accounts SET email_key = 'new@example.com' WHERE user_id = 50",
            "UPDATE accounts SET email_key = 'ann@example.com' WHERE user_id = 50",
        ),
        (
            "UPDATE tenants SET email = 'new@example.com'",
            "UPDATE tenants SET email = 'ANN@example.com'",
        ),
    ] {
        world.execute(elsewhere).await?;
        assert_eq!(refused(&world, ANN).await?, "TENANCY_NOT_LINKED");
        assert_eq!(state().await?, PortalState::Waiting);
        world.execute(back).await?;
        let shown = account(&world, ANN)?.portal().await?;
        assert_eq!(homes(&shown), (Some(FLAT), vec![FLAT]));
        assert_eq!(state().await?, PortalState::Confirmed);
    }
    // The row is Bob's now: he is asked himself.
    added.email = "bob@example.com".to_owned();
    landlord.change(added.clone(), &["email"], "").await?;
    assert_eq!(refused(&world, ANN).await?, "TENANCY_NOT_LINKED");
    let bob = account(&world, BOB)?.portal().await?;
    assert_eq!((homes(&bob).0, asked(&bob)), (None, vec![added.tenancy_id]));
    // What a deleted account said goes with it.
    world
        .execute("UPDATE accounts SET role = NULL, email_key = NULL WHERE user_id = 50")
        .await?;
    let left = world
        .number("SELECT count(*) FROM tenant_confirmations")
        .await?;
    assert_eq!(left, 0);
    Ok(())
}

#[tokio::test]
async fn tenants_who_share_an_address_are_asked_once() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let first = landlord.add(ann(FLAT)).await?;
    let joined = Tenant {
        tenancy_id: first.tenancy_id,
        display_name: "Anna".to_owned(),
        ..ann(FLAT)
    };
    let second = landlord.add(joined).await?;
    let caller = account(&world, ANN)?;
    assert_eq!(asked(&caller.portal().await?), [first.tenancy_id]);
    caller.answer(first.tenancy_id, true).await?;
    for tenant in [first, second] {
        let seen = landlord.get(tenant.tenant_id).await?;
        assert_eq!(seen.portal_state(), PortalState::Confirmed);
    }
    Ok(())
}

#[tokio::test]
async fn one_in_force_comes_before_the_next_to_begin() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, other) = (world.landlord()?, world.other_landlord()?);
    let later = Tenant {
        lease_start: day(2026, 12, 1),
        ..ann(COTTAGE)
    };
    let later = landlord.add(later).await?;
    world.confirm(ANN, later.tenancy_id).await?;
    let caller = account(&world, ANN)?;
    let shown = caller.portal().await?.tenant.unwrap_or_default();
    assert_eq!(shown.lease_status(), LeaseStatus::Upcoming);
    let now = other.add(ann(OTHER_FLAT)).await?;
    world.confirm(ANN, now.tenancy_id).await?;
    let shown = caller.portal().await?;
    assert_eq!(homes(&shown), (Some(OTHER_FLAT), vec![OTHER_FLAT, COTTAGE]));
    assert_eq!(shown.organisation_name, "Southern Lets");
    other.end(now.tenant_id, day(2026, 12, 24)).await?;
    let leaving = caller.portal().await?.tenant.unwrap_or_default();
    assert_eq!(leaving.leave_date, day(2026, 12, 24));
    assert_eq!(leaving.leave_reason, "");
    other.end(now.tenant_id, day(2026, 11, 24)).await?;
    let shown = caller.portal().await?;
    assert_eq!(homes(&shown), (Some(COTTAGE), vec![COTTAGE, OTHER_FLAT]));
    Ok(())
}

#[tokio::test]
async fn a_home_that_was_left_is_seen_for_twelve_months() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let added = landlord.add(ann(FLAT)).await?;
    world.confirm(ANN, added.tenancy_id).await?;
    landlord.end(added.tenant_id, day(2026, 11, 24)).await?;
    let caller = account(&world, ANN)?;
    let shown = caller.portal().await?;
    assert_eq!(homes(&shown), (Some(FLAT), vec![FLAT]));
    let former = &shown.tenancies[0];
    assert_eq!(former.lease_status(), LeaseStatus::Ended);
    assert_eq!(former.access_end, day(2027, 11, 24));
    world.clock.advance(Duration::days(364));
    caller.portal_of(added.tenancy_id).await?;
    world.clock.advance(Duration::days(3));
    assert_eq!(refused(&world, ANN).await?, "TENANCY_NOT_LINKED");
    Ok(())
}
