//! A home that a tenant has left: read for a year as it was on the last day, and written to no more, whatever has been heard.

use chrono::{Duration, NaiveDate};
use lintel_proto::{
    common::v1::Sealed,
    maintenance::v1::{
        AttachmentKind, GetMaintenanceSummaryRequest, ListMaintenanceRequestsRequest as Listing,
        MaintenanceMailKind as Mail, MaintenanceRequest, MaintenanceRequestChanged,
        MaintenanceStatus, Visit,
    },
    tenancy::v1::{self as tenancy, TenantChanged},
};
use lintel_viewings_maintenance::{
    domain::{LeaseStatus, TenantNews, TenantState},
    store,
};
use prost::Message as _;
use tonic::{Code, Status};

use super::{ANN, Hand, attachments, day, owner, problem, report, tenant, time, told, world};
use crate::harness::{FLAT, HOUSE, World, reason, refusal};

/// The last day in the flat: that of the first moment of every test.
const LAST: &str = "2026-11-25";

async fn contact(world: &World) -> anyhow::Result<Vec<u8>> {
    let sql = "SELECT contact FROM vm_tenants WHERE tenant_id = 1";
    world.scalar(sql).await
}

/// Publishes a state of Ann, who lives or lived in the flat. Returns whether it was news.
async fn hear(
    world: &World,
    lease_status: LeaseStatus,
    last: Option<&str>,
    version: i64,
) -> anyhow::Result<bool> {
    let last_date = last.map(str::parse).transpose()?;
    let news = TenantNews {
        tenant: 1.into(),
        state: Some(TenantState {
            property: FLAT.into(),
            room_number: None,
            lease_status,
            last_date,
            user_ids: vec![ANN],
            contact: contact(world).await?,
        }),
        version,
    };
    let mut tx = world.database.db.begin_worker().await?;
    let is_news = store::tenant::keep(&mut tx, 1.into(), &news).await?;
    tx.commit().await?;
    Ok(is_news)
}

/// Ann left today, which tenancy-applications knows and nobody has heard.
async fn leave_unheard(world: &World) -> anyhow::Result<()> {
    let last_date: NaiveDate = LAST.parse()?;
    let left = TenantChanged {
        tenant_id: 1,
        organisation_id: 1,
        tenancy_id: 1,
        property_id: FLAT,
        lease_status: tenancy::LeaseStatus::Ended.into(),
        user_ids: vec![ANN],
        version: 2,
        contact: Some(Sealed {
            ciphertext: contact(world).await?,
        }),
        last_date: Some(last_date.into()),
        ..TenantChanged::default()
    };
    world.owners.know(|known| known.tenants.push(left));
    Ok(())
}

/// Returns the answers to every write of a tenant about a request.
async fn writes(hand: &Hand, id: i64) -> anyhow::Result<Vec<Status>> {
    let photo = attachments::picture()?;
    Ok(vec![
        refusal(hand.add(report("Again")).await)?,
        refusal(hand.move_to(id, MaintenanceStatus::Cancelled).await)?,
        refusal(hand.say(id, "Hello", &[]).await)?,
        refusal(hand.attach(id, AttachmentKind::Photo, photo).await)?,
        refusal(hand.confirm(id).await)?,
    ])
}

async fn writes_nothing(hand: &Hand, id: i64) -> anyhow::Result<()> {
    for refused in writes(hand, id).await? {
        assert_eq!(reason(&refused), "TENANCY_ENDED", "{refused:?}");
        assert_eq!(refused.code(), Code::FailedPrecondition);
    }
    Ok(())
}

async fn rows(world: &World) -> anyhow::Result<i64> {
    world
        .scalar(
            "SELECT (SELECT count(*) FROM maintenance_requests) + (SELECT count(*) FROM maintenance_comments)
                 + (SELECT count(*) FROM maintenance_attachments) + (SELECT count(*) FROM maintenance_events)",
        )
        .await
}

#[tokio::test]
async fn who_left_reads_for_a_year_and_writes_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, landlord) = (tenant(&world, ANN)?, owner(&world, 1)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let photo = attachments::picture()?;
    let photo = ann.attach(id, AttachmentKind::Photo, photo).await?;
    ann.say(id, "Please hurry", &[]).await?;
    assert!(!ann.get(id).await?.read_only);
    hear(&world, LeaseStatus::Ended, Some(LAST), 2).await?;

    for days in [0, 1, 364] {
        world.clock.advance(Duration::days(days));
        let listed = ann.list(Listing::default()).await?.maintenance_requests;
        assert_eq!(listed.len(), 1, "{days}");
        assert!(listed[0].read_only, "{days}");
        assert!(ann.get(id).await?.read_only, "{days}");
        assert_eq!(ann.comments(id).await?.len(), 1);
        attachments::read(&ann, id, photo.attachment_id).await?;
        writes_nothing(&ann, id).await?;
    }
    assert!(!landlord.get(id).await?.read_only);

    // Twelve months after the last day.
    world.clock.advance(Duration::days(1));
    assert!(ann.titles(Listing::default()).await?.is_empty());
    let refused = writes(&ann, id).await?;
    assert_eq!(reason(&refused[0]), "TENANCY_NOT_LINKED");
    assert_eq!(reason(&refused[1]), "MAINTENANCE_REQUEST_NOT_FOUND");
    let refused = refusal(ann.get(id).await)?;
    assert_eq!(reason(&refused), "MAINTENANCE_REQUEST_NOT_FOUND");
    Ok(())
}

#[tokio::test]
async fn who_left_sees_nothing_of_later_days_and_is_told_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, landlord) = (tenant(&world, ANN)?, owner(&world, 1)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    landlord.say(id, "Coming", &[]).await?;
    hear(&world, LeaseStatus::Active, Some(LAST), 2).await?;
    assert!(
        told(&world)
            .await?
            .contains(&(Mail::Commented, "ann@example.org".to_owned()))
    );
    // Nobody has heard that the tenancy ended.
    world.clock.advance(Duration::days(1));
    landlord
        .say(id, "The next tenant is in on Mondays", &[])
        .await?;
    let photo = attachments::picture()?;
    let photo = landlord.attach(id, AttachmentKind::After, photo).await?;
    let visit = Visit {
        visit_date: day(2026, 12, 1),
        start_time: time(9, 0),
        end_time: time(10, 0),
        ..Visit::default()
    };
    let booked = landlord.book(id, visit).await?;
    assert!(
        booked
            .visit
            .is_some_and(|visit| visit.notice_time.is_none())
    );
    landlord.move_to(id, MaintenanceStatus::InProgress).await?;
    landlord.add(problem("Door sticks")).await?;
    assert_eq!(told(&world).await?, []);
    assert_eq!(accounts_told(&world).await?, [0; 0]);

    let details = ann.details(id).await?;
    let seen = details.maintenance_request.unwrap_or_default();
    assert_eq!(seen.status(), MaintenanceStatus::InProgress);
    assert_eq!((seen.visit, seen.attachments.len()), (None, 0));
    assert_eq!(details.events.len(), 2, "{:?}", details.events);
    assert_eq!(ann.comments(id).await?.len(), 1);
    let refused = refusal(attachments::read(&ann, id, photo.attachment_id).await)?;
    assert_eq!(reason(&refused), "ATTACHMENT_NOT_FOUND");
    assert_eq!(ann.titles(Listing::default()).await?, ["Tap drips"]);
    assert_eq!(landlord.comments(id).await?.len(), 2);
    Ok(())
}

/// The accounts of tenants that browsers were last told of a change for.
async fn accounts_told(world: &World) -> anyhow::Result<Vec<i64>> {
    let payload: Vec<u8> = world
        .scalar(
            "SELECT payload FROM outbox WHERE event_type = 'maintenance.maintenance-request.changed.v1' ORDER BY seq DESC LIMIT 1",
        )
        .await?;
    Ok(MaintenanceRequestChanged::decode(payload.as_slice())?.tenant_user_ids)
}

#[tokio::test]
async fn a_last_day_that_is_over_ends_it_although_no_event_was_heard() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    hear(&world, LeaseStatus::Active, Some(LAST), 2).await?;
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    ann.say(id, "On the last day", &[]).await?;
    world.clock.advance(Duration::days(1));
    let before = rows(&world).await?;
    writes_nothing(&ann, id).await?;
    assert_eq!(rows(&world).await?, before);
    assert!(ann.get(id).await?.read_only);
    Ok(())
}

#[tokio::test]
async fn who_left_today_unheard_is_asked_about_before_they_write() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    leave_unheard(&world).await?;
    assert!(!ann.get(id).await?.read_only, "nobody was asked yet");
    let before = rows(&world).await?;
    writes_nothing(&ann, id).await?;
    assert_eq!(rows(&world).await?, before);
    assert_eq!(ann.titles(Listing::default()).await?, ["Tap drips"]);
    Ok(())
}

#[tokio::test]
async fn a_tenant_writes_nothing_while_nobody_says_whether_they_left() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let before = rows(&world).await?;
    world.owners.be_silent(true);
    for refused in writes(&ann, id).await? {
        assert_eq!(refused.code(), Code::Unavailable, "{refused:?}");
    }
    assert_eq!(rows(&world).await?, before);
    assert_eq!(ann.titles(Listing::default()).await?, ["Tap drips"]);
    // Members write as before.
    owner(&world, 1)?.say(id, "Coming", &[]).await?;
    Ok(())
}

#[tokio::test]
async fn what_was_reported_after_the_last_day_is_none_of_theirs() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, landlord) = (tenant(&world, ANN)?, owner(&world, 1)?);
    world.clock.advance(Duration::days(1));
    // The landlord says two days later that they had left.
    let late = landlord
        .add(problem("Door sticks"))
        .await?
        .maintenance_request_id;
    assert_eq!(ann.titles(Listing::default()).await?, ["Door sticks"]);
    hear(&world, LeaseStatus::Ended, Some(LAST), 2).await?;
    assert!(ann.titles(Listing::default()).await?.is_empty());
    let refused = refusal(ann.get(late).await)?;
    assert_eq!(reason(&refused), "MAINTENANCE_REQUEST_NOT_FOUND");
    assert!(refusal(ann.comments(late).await).is_ok());
    Ok(())
}

#[tokio::test]
async fn a_home_that_was_left_stands_behind_the_one_that_is_lived_in() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    ann.add(report("Tap drips")).await?;
    hear(&world, LeaseStatus::Ended, Some(LAST), 2).await?;
    world.tenant(4, HOUSE, Some("1"), "Ann", ANN).await?;
    let now = ann.add(report("Lamp")).await?;
    assert_eq!((now.property_id, now.read_only), (HOUSE, false));
    let listed = ann.list(Listing::default()).await?.maintenance_requests;
    let listed: Vec<_> = listed
        .iter()
        .map(|one| (one.title.as_str(), one.read_only))
        .collect();
    assert_eq!(listed, [("Lamp", false), ("Tap drips", true)]);
    let there = MaintenanceRequest {
        property_id: FLAT,
        ..report("Again")
    };
    let refused = refusal(ann.add(there).await)?;
    assert_eq!(reason(&refused), "TENANCY_ENDED");
    let mut requests = ann.requests.clone();
    let summary = requests.get_maintenance_summary(GetMaintenanceSummaryRequest {});
    assert_eq!(
        summary.await?.into_inner().total,
        1,
        "the figures are of where they live"
    );

    // The same person is both tenants of a home: they were let it once more.
    world
        .execute(
            "INSERT INTO maintenance_request_tenants (organisation_id, maintenance_request_id, tenant_id)
             SELECT organisation_id, maintenance_request_id, tenant FROM maintenance_requests, unnest(ARRAY[1, 4]) AS tenant
             ON CONFLICT DO NOTHING",
        )
        .await?;
    let listed = ann.list(Listing::default()).await?.maintenance_requests;
    let listed: Vec<_> = listed
        .iter()
        .map(|one| (one.title.as_str(), one.read_only))
        .collect();
    assert_eq!(listed, [("Lamp", false), ("Tap drips", false)]);
    Ok(())
}

#[tokio::test]
async fn the_last_day_of_a_version_that_is_known_is_news_once() -> anyhow::Result<()> {
    let world = world().await?;
    let ended = LeaseStatus::Ended;
    // As a program of before keeps it: nobody knows until when it is seen.
    assert!(hear(&world, ended, None, 2).await?);
    let ann = tenant(&world, ANN)?;
    assert!(ann.titles(Listing::default()).await?.is_empty());
    assert!(hear(&world, ended, Some(LAST), 2).await?);
    assert!(!hear(&world, ended, Some(LAST), 2).await?);
    assert!(!hear(&world, ended, None, 2).await?);
    assert!(!hear(&world, ended, Some("2027-01-01"), 1).await?);
    let kept: Option<NaiveDate> = world
        .scalar("SELECT last_date FROM vm_tenants WHERE tenant_id = 1")
        .await?;
    assert_eq!(kept, LAST.parse().ok());
    Ok(())
}
