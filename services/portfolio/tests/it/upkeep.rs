//! The daily work: missing inspections are scheduled, and what expires or falls due is published once, with any number of replicas,
//! with clocks that jump, and after an outage.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, Duration, Utc};
use futures::future::try_join_all;
use lintel_core::{Clock as _, FixedClock};
use lintel_db::Db;
use lintel_portfolio::app::Upkeep;
use lintel_proto::{
    PublicEvent as _,
    portfolio::v1::{
        CertificateExpired, CertificateExpiring, CertificateType, InspectionDue, InspectionOverdue,
    },
};
use prost::Message as _;
use sqlx::AssertSqlSafe;

use crate::{
    harness::World,
    property::{day, house},
};

/// So many replicas of the service's background work, each with connections of its own, on one clock.
fn replicas(world: &World, clock: &Arc<FixedClock>, count: usize) -> anyhow::Result<Vec<Upkeep>> {
    (0..count)
        .map(|_| {
            Ok(Upkeep::new(
                Db::connect(&world.database.config)?,
                clock.clone(),
            ))
        })
        .collect()
}

/// All of them look at the same moment. Says how many facts they told together.
async fn tell(replicas: &[Upkeep]) -> anyhow::Result<usize> {
    let told = try_join_all(replicas.iter().map(Upkeep::tell_due)).await?;
    Ok(told.iter().sum())
}

/// A house without inspections, and no first one scheduled.
async fn bare_house(world: &World) -> anyhow::Result<i64> {
    let house = world.landlord()?.create(house("Victoria Terrace")).await?;
    world.execute("DELETE FROM property_inspections").await?;
    Ok(house.property_id)
}

async fn certify(world: &World, property: i64, expiry: &str) -> anyhow::Result<i64> {
    let sql = format!(
        "INSERT INTO property_certificates (organisation_id, property_id, certificate_type, expiry_date, created_at, updated_at)
         VALUES (1, {property}, 'EPC', '{expiry}', now(), now()) RETURNING certificate_id"
    );
    let mut connection = world.database.superuser().await?;
    Ok(sqlx::query_scalar(AssertSqlSafe(sql))
        .fetch_one(&mut connection)
        .await?)
}

async fn plan(world: &World, property: i64, date: &str) -> anyhow::Result<i64> {
    let sql = format!(
        "INSERT INTO property_inspections (organisation_id, property_id, inspection_date, inspection_time, automatic, created_at, updated_at)
         VALUES (1, {property}, '{date}', '10:00', false, now(), now()) RETURNING inspection_id"
    );
    let mut connection = world.database.superuser().await?;
    Ok(sqlx::query_scalar(AssertSqlSafe(sql))
        .fetch_one(&mut connection)
        .await?)
}

/// The facts that were told, in their order: type and message.
async fn told(world: &World) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut connection = world.database.superuser().await?;
    let rows = sqlx::query_as(
        "SELECT event_type, payload FROM outbox WHERE aggregate_type = 'reminder' ORDER BY seq",
    );
    Ok(rows.fetch_all(&mut connection).await?)
}

/// Counts the events of each type.
async fn counts(world: &World) -> anyhow::Result<BTreeMap<String, usize>> {
    let mut counts = BTreeMap::new();
    for (kind, _) in told(world).await? {
        let short = kind.trim_start_matches("portfolio.reminder.").to_owned();
        *counts.entry(short).or_default() += 1;
    }
    Ok(counts)
}

fn instant(text: &str) -> anyhow::Result<DateTime<Utc>> {
    Ok(text.parse()?)
}

#[tokio::test]
async fn a_property_without_an_inspection_gets_one_however_many_replicas_look() -> anyhow::Result<()>
{
    let world = World::start().await?;
    for _ in 0..30 {
        bare_house(&world).await?;
    }
    // One that does not want any, one that has one of a person's, one that was inspected.
    let unwilling = bare_house(&world).await?;
    let planned = bare_house(&world).await?;
    let inspected = bare_house(&world).await?;
    plan(&world, planned, "2026-12-24").await?;
    let mut connection = world.database.superuser().await?;
    for sql in [
        format!(
            "INSERT INTO inspection_settings (organisation_id, property_id, frequency_months, reminder_days, auto_schedule)
             VALUES (1, {unwilling}, 6, 7, false), (1, {inspected}, 12, 7, true)"
        ),
        format!(
            "INSERT INTO property_inspections (organisation_id, property_id, inspection_date, inspection_time, status,
                 completed_at, automatic, created_at, updated_at)
             VALUES (1, {inspected}, '2026-12-01', '10:00', 'Completed', '2026-12-01T23:30:00Z', true, now(), now())"
        ),
    ] {
        sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await?;
    }
    let replicas = replicas(&world, &world.clock, 3)?;
    try_join_all(replicas.iter().map(Upkeep::schedule_missing)).await?;
    try_join_all(replicas.iter().map(Upkeep::schedule_missing)).await?;

    let scheduled =
        "SELECT count(*) FROM property_inspections WHERE automatic AND status = 'Scheduled'";
    assert_eq!(world.number(scheduled).await?, 31);
    // Thirty in one area: four a day from six months on, seven working days and a half of them.
    let six_months_on = "SELECT count(*) FROM property_inspections WHERE automatic AND inspection_date BETWEEN '2027-05-21' AND '2027-06-02'";
    assert_eq!(world.number(six_months_on).await?, 30);
    let crowded = "SELECT count(*) FROM (SELECT FROM property_inspections WHERE automatic GROUP BY inspection_date HAVING count(*) > 4) AS days";
    assert_eq!(world.number(crowded).await?, 0);
    let a_year_after = "SELECT count(*) FROM property_inspections WHERE automatic AND inspection_date = '2027-12-01'";
    assert_eq!(world.number(a_year_after).await?, 1);
    let of_unwilling = sqlx::query_scalar::<_, i64>(
        "SELECT count(*) FROM property_inspections WHERE property_id = $1",
    );
    assert_eq!(
        of_unwilling
            .bind(unwilling)
            .fetch_one(&mut connection)
            .await?,
        0
    );
    // Each was told of: with those that came with the properties themselves.
    let changed =
        "SELECT count(*) FROM outbox WHERE event_type = 'portfolio.inspection.changed.v1'";
    assert_eq!(world.number(changed).await?, 33 + 31);
    Ok(())
}

#[tokio::test]
async fn each_fact_is_told_once_on_its_day_with_what_it_is_about() -> anyhow::Result<()> {
    // Friday the 20th, nine in the morning.
    let world = World::start_at("2026-11-20T09:00:00Z").await?;
    let property = bare_house(&world).await?;
    let expired = certify(&world, property, "2026-11-19").await?;
    let expiring = certify(&world, property, "2026-11-27").await?;
    certify(&world, property, "2027-06-01").await?;
    let overdue = plan(&world, property, "2026-11-19").await?;
    let due = plan(&world, property, "2026-11-27").await?;
    plan(&world, property, "2027-06-01").await?;
    let replicas = replicas(&world, &world.clock, 3)?;
    assert_eq!(tell(&replicas).await?, 4);

    let facts = told(&world).await?;
    let find = |kind: &str| {
        let found = facts.iter().find(|(told, _)| told == kind);
        found
            .map(|(_, payload)| payload.as_slice())
            .unwrap_or_default()
    };
    let fact = CertificateExpired::decode(find(CertificateExpired::TYPE))?;
    assert_eq!(
        (fact.certificate_id, fact.property_id, fact.organisation_id),
        (expired, property, 1)
    );
    assert_eq!(fact.certificate_type(), CertificateType::Epc);
    assert_eq!(fact.expiry_date, day(2026, 11, 19));
    let fact = CertificateExpiring::decode(find(CertificateExpiring::TYPE))?;
    assert_eq!((fact.certificate_id, fact.days_before), (expiring, 7));
    assert_eq!(fact.expiry_date, day(2026, 11, 27));
    let fact = InspectionOverdue::decode(find(InspectionOverdue::TYPE))?;
    assert_eq!(
        (fact.inspection_id, fact.inspection_date),
        (overdue, day(2026, 11, 19))
    );
    let fact = InspectionDue::decode(find(InspectionDue::TYPE))?;
    assert_eq!((fact.inspection_id, fact.days_before), (due, 7));
    assert_eq!(fact.inspection_time.map(|time| time.hour), Some(10));

    // Again, and once more after the marker was lost: the recorded facts prevent a second publication.
    assert_eq!(tell(&replicas).await?, 0);
    for lost in ["NULL", "'2026-11-18'"] {
        let sql = format!("UPDATE reminder_watermark SET told_through = {lost}");
        let mut connection = world.database.superuser().await?;
        sqlx::query(AssertSqlSafe(sql))
            .execute(&mut connection)
            .await?;
        assert_eq!(tell(&replicas).await?, 0, "{lost}");
    }
    assert_eq!(told(&world).await?.len(), 4);
    Ok(())
}

#[tokio::test]
async fn a_week_with_a_change_of_clocks_tells_each_day_once_at_eight() -> anyhow::Result<()> {
    for (from, expiries, told_at) in [
        // Summer time begins on the 29th of March, ends on the 25th of October.
        (
            "2026-03-28T00:00:00Z",
            ["2026-03-27", "2026-03-28", "2026-03-29", "2026-03-30"],
            [
                "2026-03-28T08:00:00Z",
                "2026-03-29T07:00:00Z",
                "2026-03-30T07:00:00Z",
                "2026-03-31T07:00:00Z",
            ],
        ),
        (
            "2026-10-24T00:00:00Z",
            ["2026-10-23", "2026-10-24", "2026-10-25", "2026-10-26"],
            [
                "2026-10-24T07:00:00Z",
                "2026-10-25T08:00:00Z",
                "2026-10-26T08:00:00Z",
                "2026-10-27T08:00:00Z",
            ],
        ),
    ] {
        let world = World::start_at(from).await?;
        let property = bare_house(&world).await?;
        for expiry in expiries {
            certify(&world, property, expiry).await?;
        }
        let replicas = replicas(&world, &world.clock, 2)?;
        let mut told_when = Vec::new();
        // Half an hour at a time, both replicas at each moment.
        for _ in 0..4 * 48 {
            for _ in 0..tell(&replicas).await? {
                told_when.push(world.clock.now());
            }
            world.clock.advance(Duration::minutes(30));
        }
        let expected: Vec<_> = told_at.into_iter().map(instant).collect::<Result<_, _>>()?;
        assert_eq!(told_when, expected, "{from}");
        let counts = counts(&world).await?;
        assert_eq!(
            counts,
            BTreeMap::from([("certificate-expired.v1".to_owned(), 4)])
        );
    }
    Ok(())
}

#[tokio::test]
async fn an_outage_is_caught_up_with_but_what_is_over_is_not_told_to_come() -> anyhow::Result<()> {
    let world = World::start_at("2026-11-02T09:00:00Z").await?;
    let property = bare_house(&world).await?;
    let replicas = replicas(&world, &world.clock, 2)?;
    tell(&replicas).await?;
    // All of it falls due while nobody looks. What expired on the way was to be told a week before as well, and is not any more.
    certify(&world, property, "2026-11-20").await?;
    certify(&world, property, "2026-11-10").await?;
    plan(&world, property, "2026-11-18").await?;
    plan(&world, property, "2026-11-05").await?;
    world.clock.advance(Duration::days(11));
    tell(&replicas).await?;
    let expected = [
        // Of the 20th, 14 and 7 days before.
        ("certificate-expiring.v1", 2),
        ("certificate-expired.v1", 1),
        ("inspection-due.v1", 1),
        ("inspection-overdue.v1", 1),
    ];
    let expected = expected.map(|(kind, count)| (kind.to_owned(), count));
    assert_eq!(counts(&world).await?, BTreeMap::from(expected));
    Ok(())
}

#[tokio::test]
async fn what_moves_is_told_anew_and_what_is_settled_not_at_all() -> anyhow::Result<()> {
    let world = World::start_at("2026-11-20T09:00:00Z").await?;
    let property = bare_house(&world).await?;
    let moved = plan(&world, property, "2026-11-27").await?;
    let renewed = certify(&world, property, "2026-11-27").await?;
    let renewal = certify(&world, property, "2036-11-27").await?;
    let done = plan(&world, property, "2026-11-26").await?;
    let mut connection = world.database.superuser().await?;
    for sql in [
        format!(
            "UPDATE property_certificates SET superseded_by = {renewal} WHERE certificate_id = {renewed}"
        ),
        format!(
            "UPDATE property_inspections SET status = 'Cancelled' WHERE inspection_id = {done}"
        ),
    ] {
        sqlx::query(AssertSqlSafe(sql))
            .execute(&mut connection)
            .await?;
    }
    let replicas = replicas(&world, &world.clock, 1)?;
    assert_eq!(tell(&replicas).await?, 1);
    let sql = format!(
        "UPDATE property_inspections SET inspection_date = '2026-11-30' WHERE inspection_id = {moved}"
    );
    sqlx::query(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await?;
    assert_eq!(tell(&replicas).await?, 0);
    world.clock.advance(Duration::days(3));
    assert_eq!(tell(&replicas).await?, 1);
    // A property that wants to be reminded a month before.
    let sql = format!(
        "INSERT INTO inspection_settings (organisation_id, property_id, frequency_months, reminder_days, auto_schedule)
         VALUES (1, {property}, 6, 30, true)"
    );
    sqlx::query(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await?;
    plan(&world, property, "2026-12-23").await?;
    assert_eq!(tell(&replicas).await?, 1);
    Ok(())
}

#[tokio::test]
async fn facts_and_their_events_are_one_transaction_also_for_hundreds() -> anyhow::Result<()> {
    let world = World::start_at("2026-11-20T09:00:00Z").await?;
    let property = bare_house(&world).await?;
    let mut connection = world.database.superuser().await?;
    let sql = format!(
        "INSERT INTO property_certificates (organisation_id, property_id, certificate_type, expiry_date, created_at, updated_at)
         SELECT 1, {property}, 'PAT', '2026-11-19', now(), now() FROM generate_series(1, 450)"
    );
    sqlx::query(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await?;
    world
        .execute("ALTER TABLE outbox ADD CONSTRAINT spoilt CHECK (aggregate_type <> 'reminder') NOT VALID")
        .await?;
    let replicas = replicas(&world, &world.clock, 2)?;
    assert!(tell(&replicas).await.is_err());
    assert_eq!(world.number("SELECT count(*) FROM reminders").await?, 0);
    world
        .execute("ALTER TABLE outbox DROP CONSTRAINT spoilt")
        .await?;
    assert_eq!(tell(&replicas).await?, 450);
    assert_eq!(told(&world).await?.len(), 450);
    assert_eq!(tell(&replicas).await?, 0);
    // Remembered for 90 days, then forgotten.
    world.clock.advance(Duration::days(200));
    world
        .execute("UPDATE reminders SET created_at = '2026-11-20T09:00:00Z'")
        .await?;
    tell(&replicas).await?;
    let left = "SELECT count(*) FROM reminders WHERE kind = 'CertificateExpired'";
    assert_eq!(world.number(left).await?, 0);
    Ok(())
}
