//! What viewings-maintenance is told of tenants: each change once, with what is theirs to know sealed.

use anyhow::Context as _;
use lintel_proto::{
    PublicEvent as _,
    tenancy::v1::{
        LeaseStatus, ListTenantSnapshotsRequest, Tenant, TenantChanged, TenantContact,
        TenantDeleted, snapshot_service_client::SnapshotServiceClient,
    },
};
use lintel_sealing::Opener;
use lintel_tenancy_applications::app::keeping::TenantSnapshots;
use prost::Message as _;
use tonic::{Request, Status};

use crate::{
    applying::{ANN, COTTAGE, FLAT, HOUSE, world},
    harness::{VIEWINGS_KEY, World},
    tenants::{day, tenant},
};

const KEY: &str = "the key of our own processes";

fn snapshots(world: &World) -> TenantSnapshots {
    let sealer = Opener::new(&VIEWINGS_KEY).sealer();
    TenantSnapshots::new(world.database.db.clone(), sealer)
}

/// Tells what is due, and gives what is new of it: how each tenant is now, in their order, and who is gone.
async fn told(world: &World) -> anyhow::Result<(Vec<TenantChanged>, Vec<TenantDeleted>)> {
    let mut superuser = world.database.superuser().await?;
    let last = "SELECT coalesce(max(seq), 0) FROM outbox";
    let before: i64 = sqlx::query_scalar(last).fetch_one(&mut superuser).await?;
    while snapshots(world).publish_due().await? {}
    let events: Vec<(String, Vec<u8>)> = sqlx::query_as(
        "SELECT event_type, payload FROM outbox WHERE seq > $1 AND aggregate_type = 'tenant' ORDER BY seq",
    )
    .bind(before)
    .fetch_all(&mut superuser)
    .await?;
    let (mut changed, mut deleted) = (Vec::new(), Vec::new());
    for (kind, payload) in events {
        if kind == TenantChanged::TYPE {
            changed.push(TenantChanged::decode(payload.as_slice())?);
        } else {
            assert_eq!(kind, TenantDeleted::TYPE);
            deleted.push(TenantDeleted::decode(payload.as_slice())?);
        }
    }
    Ok((changed, deleted))
}

/// The only tenant that was told of.
pub async fn one(world: &World) -> anyhow::Result<TenantChanged> {
    let (mut changed, deleted) = told(world).await?;
    anyhow::ensure!(
        deleted.is_empty() && changed.len() == 1,
        "{changed:?} {deleted:?}"
    );
    changed.pop().context("a tenant")
}

pub fn contact(tenant: &TenantChanged) -> anyhow::Result<TenantContact> {
    let sealed = tenant.contact.as_ref().context("a contact")?;
    Ok(Opener::new(&VIEWINGS_KEY).open(sealed)?)
}

fn in_room(number: &str, name: &str) -> Tenant {
    Tenant {
        room_number: Some(number.to_owned()),
        ..tenant(HOUSE, name)
    }
}

async fn page(
    world: &World,
    key: Option<&str>,
    token: &str,
) -> Result<(Vec<TenantChanged>, String), Status> {
    let connection = world
        .bearer(None)
        .map_err(|_| Status::unknown("no channel"))?;
    let mut request = Request::new(ListTenantSnapshotsRequest {
        page_size: 1,
        page_token: token.to_owned(),
    });
    if let Some(key) = key.and_then(|key| key.parse().ok()) {
        let metadata = request.metadata_mut();
        metadata.insert(lintel_auth::SERVICE_KEY_HEADER, key);
    }
    let mut client = SnapshotServiceClient::new(connection);
    let listed = client.list_tenant_snapshots(request).await?.into_inner();
    Ok((listed.tenants, listed.next_page_token))
}

#[tokio::test]
async fn a_tenant_is_told_with_whose_account_it_is_and_how_to_reach_them() -> anyhow::Result<()> {
    let world = world().await?;
    let added = world.landlord()?.add(in_room("1", "Ann")).await?;
    let typed = one(&world).await?;
    assert_eq!(
        typed.user_ids,
        Vec::<i64>::new(),
        "an address alone is nobody's"
    );
    world.confirm(ANN, added.tenancy_id).await?;
    let told = one(&world).await?;
    let expected = TenantChanged {
        tenant_id: added.tenant_id,
        organisation_id: 1,
        tenancy_id: added.tenancy_id,
        property_id: HOUSE,
        room_number: Some("1".to_owned()),
        lease_status: LeaseStatus::Active.into(),
        user_ids: vec![ANN],
        version: 2,
        contact: told.contact.clone(),
        last_date: None,
    };
    assert_eq!(told, expected);
    let expected = TenantContact {
        display_name: "Ann".to_owned(),
        email: "ann@example.com".to_owned(),
        phone: "07700 900000".to_owned(),
        mails_off: false,
    };
    assert_eq!(contact(&told)?, expected);
    let others = told
        .contact
        .map(|sealed| world.opener.open::<TenantContact>(&sealed));
    assert!(
        others.is_some_and(|opened| opened.is_err()),
        "sealed to one reader"
    );
    Ok(())
}

#[tokio::test]
async fn every_change_of_tenant_tenancy_and_account_is_told_once_at_a_higher_version()
-> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let upcoming = Tenant {
        lease_start: day(2026, 12, 1),
        ..tenant(FLAT, "Ada")
    };
    let mut added = landlord.add(upcoming).await?;
    let first = one(&world).await?;
    assert_eq!(first.lease_status(), LeaseStatus::Upcoming);
    assert_eq!(first.user_ids, Vec::<i64>::new());
    assert_eq!(told(&world).await?, (vec![], vec![]), "nothing is new");

    added.phone = "07700 900111".to_owned();
    landlord.change(added.clone(), &["phone"], "").await?;
    let second = one(&world).await?;
    assert_eq!(contact(&second)?.phone, "07700 900111");

    world.clock.advance(chrono::Duration::days(7));
    landlord.start(added.tenant_id).await?;
    let third = one(&world).await?;
    assert_eq!(third.lease_status(), LeaseStatus::Active);

    // Their account is verified, and later it has another address.
    world
        .execute(
            "UPDATE accounts SET email_key = 'ada@example.com', version = 2 WHERE user_id = 51",
        )
        .await?;
    let fourth = one(&world).await?;
    assert_eq!(fourth.user_ids, Vec::<i64>::new());
    world.confirm(51, added.tenancy_id).await?;
    let confirmed = one(&world).await?;
    assert_eq!(confirmed.user_ids, [51]);
    world
        .execute(
            "UPDATE accounts SET email_key = 'other@example.com', version = 3 WHERE user_id = 51",
        )
        .await?;
    let fifth = one(&world).await?;
    assert_eq!(fifth.user_ids, Vec::<i64>::new());
    let versions = [first, second, third, fourth, confirmed, fifth].map(|told| told.version);
    assert_eq!(versions, [1, 2, 3, 4, 5, 6]);
    Ok(())
}

#[tokio::test]
async fn what_a_program_of_before_told_is_told_again_once() -> anyhow::Result<()> {
    let world = world().await?;
    world.landlord()?.add(tenant(FLAT, "Ann")).await?;
    assert_eq!(one(&world).await?.version, 1);
    // It told of no last day, and does so again beside us.
    world
        .execute("UPDATE tenant_snapshots SET due = false, version = version + 1, told_version = version + 1")
        .await?;
    let again = one(&world).await?;
    assert_eq!((again.version, again.user_ids), (3, vec![]));
    assert_eq!(told(&world).await?, (vec![], vec![]));
    Ok(())
}

#[tokio::test]
async fn a_last_day_is_told_from_the_notice_on_and_stays_after_the_end() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let added = landlord.add(tenant(FLAT, "Ann")).await?;
    assert_eq!(one(&world).await?.last_date, None);
    landlord.end(added.tenant_id, day(2026, 12, 24)).await?;
    let leaving = one(&world).await?;
    assert_eq!(leaving.lease_status(), LeaseStatus::Active);
    assert_eq!(leaving.last_date, day(2026, 12, 24));
    let (listed, _) = page(&world, Some(KEY), "").await?;
    assert_eq!(listed[0].last_date, day(2026, 12, 24));
    landlord.end(added.tenant_id, day(2026, 11, 24)).await?;
    let left = one(&world).await?;
    assert_eq!(left.lease_status(), LeaseStatus::Ended);
    assert_eq!(left.last_date, day(2026, 11, 24));
    Ok(())
}

#[tokio::test]
async fn an_account_that_takes_its_answer_back_is_told_as_nobody() -> anyhow::Result<()> {
    let world = world().await?;
    let added = world.landlord()?.add(tenant(FLAT, "Ann")).await?;
    world.confirm(ANN, added.tenancy_id).await?;
    assert_eq!(one(&world).await?.user_ids, [ANN]);
    let ann = world.caller(&lintel_testkit::tokens::outsider(
        ANN,
        lintel_core::Role::Tenant,
    ))?;
    ann.answer(added.tenancy_id, false).await?;
    assert_eq!(one(&world).await?.user_ids, Vec::<i64>::new());
    Ok(())
}

#[tokio::test]
async fn who_is_taken_away_is_told_at_the_version_after_the_last() -> anyhow::Result<()> {
    let world = world().await?;
    let added = world.landlord()?.add(tenant(FLAT, "Ada")).await?;
    assert_eq!(one(&world).await?.version, 1);
    world.execute("DELETE FROM tenants").await?;
    let (changed, deleted) = told(&world).await?;
    assert_eq!(changed, []);
    let expected = TenantDeleted {
        tenant_id: added.tenant_id,
        organisation_id: 1,
        version: 2,
    };
    assert_eq!(deleted, [expected]);
    assert_eq!(page(&world, Some(KEY), "").await?, (vec![], String::new()));
    Ok(())
}

#[tokio::test]
async fn the_rows_themselves_tell_the_same_and_only_our_own_programs_may_ask() -> anyhow::Result<()>
{
    let world = world().await?;
    let landlord = world.landlord()?;
    for tenant in [tenant(FLAT, "Ada"), tenant(COTTAGE, "Bob")] {
        landlord.add(tenant).await?;
    }
    // What was never told is told by its event.
    assert_eq!(page(&world, Some(KEY), "").await?, (vec![], String::new()));
    let (changed, _) = told(&world).await?;
    let (first, next) = page(&world, Some(KEY), "").await?;
    let (second, last) = page(&world, Some(KEY), &next).await?;
    assert_eq!(last, "");
    let bare = |tenant: &TenantChanged| TenantChanged {
        contact: None,
        ..tenant.clone()
    };
    let listed: Vec<_> = first.iter().chain(&second).map(bare).collect();
    assert_eq!(listed, changed.iter().map(bare).collect::<Vec<_>>());
    assert_eq!(contact(&second[0])?.display_name, "Bob");
    for key in [None, Some("another key")] {
        assert!(page(&world, key, "").await.is_err(), "{key:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_deleted_organisation_s_tenants_are_told_of_no_more() -> anyhow::Result<()> {
    let world = world().await?;
    world.landlord()?.add(tenant(FLAT, "Ada")).await?;
    world
        .execute("INSERT INTO gone_organisations (organisation_id, gone_at) VALUES (1, now())")
        .await?;
    let departures = lintel_tenancy_applications::app::keeping::Departures::new(
        world.database.db.clone(),
        world.clock.clone(),
    );
    departures.erase().await?;
    assert_eq!(told(&world).await?, (vec![], vec![]));
    let kept = world
        .number("SELECT count(*) FROM tenant_snapshots")
        .await?;
    assert_eq!(kept, 0);
    Ok(())
}
