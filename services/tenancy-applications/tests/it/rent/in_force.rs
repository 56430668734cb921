//! The rent that other services are told of tenancies in force.

use lintel_proto::{
    PublicEvent as _,
    tenancy::v1::{
        FindLettingSnapshotsRequest, RecordRentChangeRequest, RentPeriod, RentTerms,
        TenancyStarted, Tenant, snapshot_service_client::SnapshotServiceClient,
    },
};
use lintel_sealing::Opener;
use lintel_tenancy_applications::app::keeping::TenantSnapshots;
use prost::Message as _;

use super::{
    Books,
    days::{advance_to, days},
    monthly,
};
use crate::{
    applying::{COTTAGE, FLAT, HOUSE, money, request_id, world},
    harness::{VIEWINGS_KEY, World, internal},
    tenants::{day, tenant},
};

/// What was told of tenancies in force, in its order: the tenancy, the version and the rent in pence.
async fn told(world: &World) -> anyhow::Result<Vec<(i64, i64, i64)>> {
    let mut connection = world.database.superuser().await?;
    let payloads: Vec<Vec<u8>> =
        sqlx::query_scalar("SELECT payload FROM outbox WHERE event_type = $1 ORDER BY seq")
            .bind(TenancyStarted::TYPE)
            .fetch_all(&mut connection)
            .await?;
    let mut told = Vec::new();
    for payload in payloads {
        let one = TenancyStarted::decode(payload.as_slice())?;
        let rent = one.monthly_rent.map_or(-1, |rent| rent.minor_units);
        told.push((one.tenancy_id, one.version, rent));
    }
    Ok(told)
}

fn snapshots(world: &World) -> TenantSnapshots {
    TenantSnapshots::new(
        world.database.db.clone(),
        Opener::new(&VIEWINGS_KEY).sealer(),
    )
}

async fn in_force(world: &World, property_id: i64) -> anyhow::Result<Vec<TenancyStarted>> {
    let request = internal(FindLettingSnapshotsRequest {
        organisation_id: 1,
        property_id,
    })?;
    let mut client = SnapshotServiceClient::new(world.bearer(None)?);
    let found = client.find_letting_snapshots(request).await?;
    Ok(found.into_inner().in_force)
}

#[tokio::test]
async fn a_tenancy_is_told_with_its_rent_by_the_month() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, landlord) = (Books::of(&world, 1)?, world.landlord()?);
    // 200.00 a week × 52 ÷ 12, 800.00 four-weekly × 13 ÷ 12, and 1,000.00 a month.
    for (home, room, pence, period) in [
        (FLAT, None, 86_667, RentPeriod::Weekly),
        (COTTAGE, None, 86_667, RentPeriod::FourWeekly),
        (HOUSE, Some("1"), 100_000, RentPeriod::Monthly),
    ] {
        let one = Tenant {
            room_number: room.map(str::to_owned),
            tenancy_rent: money(pence),
            ..tenant(home, "Ada")
        };
        let id = landlord.add(one).await?.tenant_id;
        let terms = RentTerms {
            period: period.into(),
            due_day: i32::from(period == RentPeriod::Monthly),
            ..monthly(1, day(2026, 11, 2))
        };
        if period != RentPeriod::Monthly {
            let started = books.start(id, terms, 0).await?;
            let agreed = if period == RentPeriod::Weekly {
                20_000
            } else {
                80_000
            };
            let rent = started.terms.and_then(|terms| terms.period_rent);
            assert_eq!(rent, money(agreed));
        }
    }
    let rents: Vec<_> = told(&world).await?.into_iter().map(|one| one.2).collect();
    assert_eq!(rents, [86_667, 86_667, 100_000]);
    let of_flat = in_force(&world, FLAT).await?;
    assert_eq!(of_flat[0].monthly_rent, money(86_667));
    Ok(())
}

#[tokio::test]
async fn another_rent_is_told_at_a_higher_version_and_the_same_is_not() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let given = Tenant {
        tenant_id: ada.tenant_id,
        tenancy_rent: money(110_000),
        ..Tenant::default()
    };
    landlord.change(given, &["tenancy_rent"], "").await?;
    let renamed = Tenant {
        tenant_id: ada.tenant_id,
        display_name: "Ada Byron".to_owned(),
        ..Tenant::default()
    };
    landlord.change(renamed, &["display_name"], "").await?;
    // Who joins at another rent of the whole changes it, who joins at a share of the same does not.
    let joins = |name: &str, rent| Tenant {
        tenancy_id: ada.tenancy_id,
        tenancy_rent: rent,
        lease_start: None,
        ..tenant(FLAT, name)
    };
    landlord.add(joins("Bob", money(120_000))).await?;
    landlord.add(joins("Cid", None)).await?;
    let id = ada.tenancy_id;
    assert_eq!(
        told(&world).await?,
        [(id, 1, 100_000), (id, 2, 110_000), (id, 4, 120_000)]
    );
    Ok(())
}

#[tokio::test]
async fn a_dated_change_is_told_on_its_day() -> anyhow::Result<()> {
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let ada = Tenant {
        lease_start: day(2025, 11, 1),
        ..tenant(FLAT, "Ada")
    };
    let ada = world.landlord()?.add(ada).await?;
    let id = ada.tenant_id;
    books.start(id, monthly(1, day(2026, 11, 1)), 0).await?;
    let change = RecordRentChangeRequest {
        tenant_id: id,
        effective_date: day(2027, 2, 1),
        monthly_rent: money(105_000),
        serve_date: day(2026, 11, 24),
        request_id: request_id(),
        ..RecordRentChangeRequest::default()
    };
    books.0.clone().record_rent_change(change).await?;
    advance_to(&world.clock, "2027-01-31T10:00:00Z")?;
    days(&world).look().await?;
    assert_eq!(told(&world).await?.len(), 1);
    advance_to(&world.clock, "2027-02-01T10:00:00Z")?;
    days(&world).look().await?;
    let told = told(&world).await?;
    assert_eq!(told.last().map(|one| one.2), Some(105_000));
    assert!(told[1].1 > told[0].1, "{told:?}");
    let of_flat = in_force(&world, FLAT).await?;
    let snapshot = of_flat
        .first()
        .map(|one| (one.version, one.monthly_rent.clone()));
    assert_eq!(snapshot, Some((told[1].1, money(105_000))));
    Ok(())
}

#[tokio::test]
async fn what_a_program_of_before_told_without_rent_is_told_once_more() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    let later = Tenant {
        lease_start: day(2026, 12, 1),
        ..tenant(COTTAGE, "Bob")
    };
    landlord.add(later).await?;
    world
        .execute("UPDATE tenancies SET told_rent = NULL")
        .await?;
    let snapshots = snapshots(&world);
    assert!(snapshots.tell_rents().await?);
    assert!(!snapshots.tell_rents().await?);
    let id = ada.tenancy_id;
    assert_eq!(told(&world).await?, [(id, 1, 100_000), (id, 2, 100_000)]);
    assert_eq!(landlord.get(ada.tenant_id).await?.version, 2);
    Ok(())
}
