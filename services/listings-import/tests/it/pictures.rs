//! Pictures of listings: fetched for who may see them, once, and kept for a while.

use std::{sync::Arc, time::Duration};

use chrono::TimeDelta;
use lintel_listings_import::{app::Retention, config::RetentionConfig, sources::PictureFetcher};
use lintel_proto::listings::v1::{Listing, ListingFormat};
use lintel_testkit::tokens::{member, outsider};
use tonic::Code;

use crate::harness::{Caller, Home, Host, PICTURES, World, bulk, reason, refusal};

/// A service that fetches from hosts on this machine, too, and such a host.
async fn world() -> anyhow::Result<(World, Host)> {
    lintel_testkit::install_tls();
    let fetcher = PictureFetcher::judging(Arc::new(|_, _| true), &["https", "http"])?;
    let host = Host::start(Duration::from_millis(100)).await?;
    Ok((World::fetching_by(fetcher).await?, host))
}

/// A home that `caller` imports from `source`, with pictures at these addresses.
async fn home(
    world: &World,
    caller: &Caller,
    source: &str,
    addresses: &[String],
) -> anyhow::Result<Listing> {
    let feed = bulk(&[Home::new(&format!("77001_{source}"), 1)]);
    world
        .import(caller, ListingFormat::Blm, source, &feed)
        .await?;
    let id = caller.at("").await?.remove(0).listing_id;
    // Imports take https alone, which the host does not speak.
    let mut connection = world.database.superuser().await?;
    sqlx::query("UPDATE listings SET image_urls = $1 WHERE listing_id = $2")
        .bind(addresses)
        .bind(id)
        .execute(&mut connection)
        .await?;
    Ok(caller.get(id).await?)
}

async fn kept(world: &World) -> anyhow::Result<i64> {
    world
        .scalar("SELECT count(*) FROM li_pictures WHERE content IS NOT NULL")
        .await
}

fn retention(world: &World) -> Retention {
    let config = RetentionConfig {
        withdrawn_days: 730,
        rent_days: 730,
        refusal_days: 90,
        upload_hours: 2,
        import_days: 730,
    };
    let (db, clock) = (world.database.db.clone(), world.clock.clone());
    Retention::new(db, clock, config, PICTURES)
}

#[tokio::test]
async fn a_picture_is_fetched_at_the_first_look_and_kept_for_the_next() -> anyhow::Result<()> {
    let (world, host) = world().await?;
    let landlord = world.landlord()?;
    let addresses = [host.address("1.jpg"), host.address("2.jpg")];
    let home = home(&world, &landlord, "Demo", &addresses).await?;
    assert_eq!(
        (home.image_urls.as_slice(), home.pictures.len()),
        (&addresses[..], 2)
    );
    let first = landlord.picture(home.listing_id, &home.pictures[0]).await?;
    assert_eq!(first.media_type, "image/jpeg");
    assert!(first.content.starts_with(b"\xFF\xD8\xFF"));
    let again = landlord.picture(home.listing_id, &home.pictures[0]).await?;
    assert_eq!(again, first);
    assert_eq!(host.asked(), 1);
    world.clock.advance(TimeDelta::days(30));
    landlord.picture(home.listing_id, &home.pictures[0]).await?;
    assert_eq!(host.asked(), 2, "after thirty days it is fetched anew");
    Ok(())
}

#[tokio::test]
async fn twenty_who_look_at_one_picture_fetch_it_once() -> anyhow::Result<()> {
    let (world, host) = world().await?;
    let landlord = world.landlord()?;
    let home = home(&world, &landlord, "Demo", &[host.address("1.jpg")]).await?;
    let looks = (0..20).map(|_| landlord.picture(home.listing_id, &home.pictures[0]));
    for look in futures::future::join_all(looks).await {
        assert!(!look?.content.is_empty());
    }
    assert_eq!(host.asked(), 1);
    Ok(())
}

#[tokio::test]
async fn too_many_pictures_at_once_are_told_to_come_back() -> anyhow::Result<()> {
    lintel_testkit::install_tls();
    let fetcher = PictureFetcher::judging(Arc::new(|_, _| true), &["https", "http"])?;
    let host = Host::start(Duration::from_secs(3)).await?;
    let world = World::fetching_by(fetcher).await?;
    let landlord = world.landlord()?;
    let addresses: Vec<_> = (0..40).map(|n| host.address(&format!("{n}.jpg"))).collect();
    let home = home(&world, &landlord, "Demo", &addresses).await?;
    let looks = home.pictures.iter();
    let looks = looks.map(|picture| landlord.picture(home.listing_id, picture));
    let (mut shown, mut busy) = (0, 0);
    for look in futures::future::join_all(looks).await {
        match look {
            Ok(_) => shown += 1,
            Err(status) => {
                assert_eq!(status.code(), Code::Unavailable, "{status:?}");
                busy += 1;
            }
        }
    }
    assert_eq!((shown, busy), (8, 32));
    assert_eq!(host.asked(), 8);
    Ok(())
}

#[tokio::test]
async fn an_address_without_a_picture_is_asked_again_after_ten_minutes() -> anyhow::Result<()> {
    let (world, host) = world().await?;
    let landlord = world.landlord()?;
    let home = home(&world, &landlord, "Demo", &[host.address("gone")]).await?;
    for _ in 0..3 {
        let refused = refusal(landlord.picture(home.listing_id, &home.pictures[0]).await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::NotFound, "PICTURE_UNAVAILABLE")
        );
    }
    assert_eq!(host.asked(), 1);
    world.clock.advance(TimeDelta::minutes(10));
    refusal(landlord.picture(home.listing_id, &home.pictures[0]).await)?;
    assert_eq!(host.asked(), 2);
    Ok(())
}

#[tokio::test]
async fn a_picture_is_shown_to_nobody_who_may_not_read_its_listing() -> anyhow::Result<()> {
    let (world, host) = world().await?;
    let landlord = world.landlord()?;
    let home = home(&world, &landlord, "Demo", &[host.address("1.jpg")]).await?;
    let (id, picture) = (home.listing_id, home.pictures[0].as_str());
    // It is kept, so that nothing but the right to its listing stands before it.
    landlord.picture(id, picture).await?;
    for listing in [id, 999_999] {
        let refused = refusal(world.other_landlord()?.picture(listing, picture).await)?;
        assert_eq!(reason(&refused), "LISTING_NOT_FOUND");
    }
    let stranger: Caller = world.bearer(None)?.into();
    let refused = refusal(stranger.picture(id, picture).await)?;
    assert_eq!(refused.code(), Code::Unauthenticated);
    let refused = refusal(
        world
            .caller(&outsider(31, lintel_core::Role::Tenant))?
            .picture(id, picture)
            .await,
    )?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    let viewer = world.caller(&member(13, 1, lintel_core::Grade::Viewer))?;
    viewer.picture(id, picture).await?;
    assert_eq!(host.asked(), 1);
    Ok(())
}

#[tokio::test]
async fn a_picture_is_of_the_listing_and_of_a_source_that_allows_it() -> anyhow::Result<()> {
    let (world, host) = world().await?;
    let (landlord, other) = (world.landlord()?, world.other_landlord()?);
    let shown = home(&world, &landlord, "Demo", &[host.address("1.jpg")]).await?;
    landlord
        .picture(shown.listing_id, &shown.pictures[0])
        .await?;
    // The same address, from a source whose terms are not known.
    let hidden = home(&world, &other, "Rightmove", &[host.address("1.jpg")]).await?;
    assert_eq!(hidden.pictures, Vec::<String>::new());
    let refused = refusal(other.picture(hidden.listing_id, &shown.pictures[0]).await)?;
    assert_eq!(reason(&refused), "PICTURE_NOT_FOUND");
    for name in [
        "",
        "nonsense",
        &host.address("1.jpg"),
        "0192f0c47d3e4aaa8bbb0123456789ab",
    ] {
        let refused = refusal(landlord.picture(shown.listing_id, name).await)?;
        assert_eq!(reason(&refused), "PICTURE_NOT_FOUND", "{name}");
    }
    assert_eq!(host.asked(), 1);
    Ok(())
}

#[tokio::test]
async fn pictures_that_nobody_looks_at_make_room_for_new_ones() -> anyhow::Result<()> {
    let (world, host) = world().await?;
    let landlord = world.landlord()?;
    let addresses: Vec<_> = (0..12).map(|n| host.address(&format!("{n}.jpg"))).collect();
    let home = home(&world, &landlord, "Demo", &addresses).await?;
    let size = landlord.picture(home.listing_id, &home.pictures[0]).await?;
    let fit = 1_000_000 / size.content.len();
    assert!((2..10).contains(&fit), "{fit}");
    for picture in &home.pictures[1..] {
        world.clock.advance(TimeDelta::days(1));
        landlord.picture(home.listing_id, picture).await?;
        // Somebody looks at the first every day.
        landlord.picture(home.listing_id, &home.pictures[0]).await?;
        assert!(kept(&world).await? <= i64::try_from(fit)?);
    }
    assert_eq!(host.asked(), 12, "the first was kept all the while");
    assert_eq!(kept(&world).await?, i64::try_from(fit)?);
    landlord.picture(home.listing_id, &home.pictures[1]).await?;
    assert_eq!(host.asked(), 13, "the second had to go");
    Ok(())
}

#[tokio::test]
async fn pictures_go_after_thirty_days_and_refusals_after_ten_minutes() -> anyhow::Result<()> {
    let (world, host) = world().await?;
    let landlord = world.landlord()?;
    let addresses = [host.address("1.jpg"), host.address("gone")];
    let home = home(&world, &landlord, "Demo", &addresses).await?;
    landlord.picture(home.listing_id, &home.pictures[0]).await?;
    refusal(landlord.picture(home.listing_id, &home.pictures[1]).await)?;
    let retention = retention(&world);
    assert_eq!(retention.count().await?.pictures, 0);
    world.clock.advance(TimeDelta::minutes(10));
    assert_eq!(retention.count().await?.pictures, 1);
    assert_eq!(retention.apply().await?.pictures, 1);
    world.clock.advance(TimeDelta::days(30));
    assert_eq!(retention.apply().await?.pictures, 1);
    let left: i64 = world.scalar("SELECT count(*) FROM li_pictures").await?;
    assert_eq!(left, 0);
    Ok(())
}

#[tokio::test]
async fn no_transaction_is_open_while_a_picture_is_fetched() -> anyhow::Result<()> {
    lintel_testkit::install_tls();
    let fetcher = PictureFetcher::judging(Arc::new(|_, _| true), &["https", "http"])?;
    let host = Host::start(Duration::from_secs(2)).await?;
    let world = World::fetching_by(fetcher).await?;
    let landlord = world.landlord()?;
    let home = home(&world, &landlord, "Demo", &[host.address("1.jpg")]).await?;
    let look = landlord.picture(home.listing_id, &home.pictures[0]);
    let watch = async {
        lintel_testkit::wait_for("the host is asked", Duration::from_secs(10), async || {
            Ok((host.asked() > 0).then_some(()))
        })
        .await?;
        world
            .scalar::<i64>(
                "SELECT count(*) FROM pg_stat_activity
                 WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
            )
            .await
    };
    let (looked, open) = tokio::join!(look, watch);
    assert_eq!(open?, 0);
    assert!(!looked?.content.is_empty());
    Ok(())
}
