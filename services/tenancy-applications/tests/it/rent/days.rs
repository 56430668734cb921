//! What days bring: charges, rises, last days, reminders.

use chrono::Duration;
use lintel_core::{Clock as _, FixedClock, london_date};
use lintel_proto::{
    common::v1::{Date, Nation},
    tenancy::v1::{
        LedgerEntry, LedgerEntryKind, ProRata, ProposeRentRiseRequest, RecordRentChangeRequest,
        RentPeriod, RentTerms, TenancyMail, TenancyMailKind as Kind, TenancyMailRequested, Tenant,
    },
};
use lintel_tenancy_applications::app::{
    mail_requests::Mails,
    rent::{RentDays, RentMails},
};
use prost::Message as _;

use super::{Books, balance, charged, monthly, receipt};
use crate::{
    applying::{COTTAGE, FLAT, money, request_id, world},
    harness::{World, fields, refusal},
    tenants::{day, tenant},
};

pub fn days(world: &World) -> RentDays {
    RentDays::new(world.database.db.clone(), world.clock.clone())
}

pub fn mails(world: &World) -> RentMails {
    let mails = Mails::new(Some(world.mail_opener.sealer()));
    RentMails::new(world.database.db.clone(), world.clock.clone(), mails)
}

/// The mails about rent that were asked for, with whom they are for.
pub async fn mailed(world: &World) -> anyhow::Result<Vec<(Kind, bool, TenancyMail)>> {
    let mut connection = world.database.superuser().await?;
    let payloads: Vec<Vec<u8>> = sqlx::query_scalar(
        "SELECT payload FROM outbox WHERE event_type = 'tenancy.tenancy-mail.requested.v1' ORDER BY seq",
    )
    .fetch_all(&mut connection)
    .await?;
    let mut found = Vec::new();
    for payload in payloads {
        let event = TenancyMailRequested::decode(payload.as_slice())?;
        let kind = event.kind();
        let mail = event.mail.unwrap_or_default();
        let mail: TenancyMail = world.mail_opener.open(&mail)?;
        found.push((kind, event.to_members, mail));
    }
    Ok(found)
}

#[tokio::test]
async fn a_year_is_charged_on_its_days_by_two_replicas_at_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, landlord) = (Books::of(&world, 1)?, world.landlord()?);
    let ada = landlord.add(tenant(FLAT, "Ada")).await?;
    books
        .start(ada.tenant_id, monthly(31, day(2026, 11, 1)), 0)
        .await?;
    let bob = landlord.add(tenant(COTTAGE, "Bob")).await?;
    let four_weekly = RentTerms {
        period: RentPeriod::FourWeekly.into(),
        due_day: 0,
        first_day: day(2026, 11, 2),
        pro_rata: ProRata::DaysOfYear.into(),
        period_rent: None,
    };
    books.start(bob.tenant_id, four_weekly, 0).await?;
    let (one, other) = (days(&world), days(&world));
    for _ in 0..53 {
        world.clock.advance(Duration::days(7));
        let (first, second) = tokio::join!(one.look(), other.look());
        first?;
        second?;
    }
    let ledger = books.ledger(ada.tenant_id, None).await?;
    let due: Vec<_> = ledger
        .entries
        .iter()
        .map(|one| one.date.unwrap_or_default())
        .collect();
    let months: Vec<_> = due
        .iter()
        .map(|one| (one.year, one.month, one.day))
        .collect();
    assert_eq!(
        months,
        [
            (2026, 11, 1),
            (2026, 11, 30),
            (2026, 12, 31),
            (2027, 1, 31),
            (2027, 2, 28),
            (2027, 3, 31),
            (2027, 4, 30),
            (2027, 5, 31),
            (2027, 6, 30),
            (2027, 7, 31),
            (2027, 8, 31),
            (2027, 9, 30),
            (2027, 10, 31),
            (2027, 11, 30),
        ]
    );
    // 29 days of a year's rent, and thirteen months.
    assert_eq!(balance(&ledger), 95_342 + 13 * 100_000);
    let of_bob = books.ledger(bob.tenant_id, None).await?;
    assert_eq!(of_bob.entries.len(), 15);
    assert_eq!(balance(&of_bob), 15 * 92_308);
    assert_eq!(london_date(world.clock.now()).to_string(), "2027-11-30");
    assert_eq!(one.look().await?, 0);
    Ok(())
}

#[tokio::test]
async fn a_day_begins_in_london() -> anyhow::Result<()> {
    let world = world().await?;
    let ada = charged(&world, "Ada").await?;
    let books = Books::of(&world, 1)?;
    // 31 March 2027, 22:30 in UTC: in London it is half past eleven, summer time.
    advance_to(&world.clock, "2027-03-31T22:30:00Z")?;
    days(&world).look().await?;
    assert_eq!(books.ledger(ada.tenant_id, None).await?.entries.len(), 5);
    world.clock.advance(Duration::minutes(30));
    assert_eq!(days(&world).look().await?, 1);
    assert_eq!(books.ledger(ada.tenant_id, None).await?.entries.len(), 6);
    Ok(())
}

pub fn advance_to(clock: &FixedClock, instant: &str) -> anyhow::Result<()> {
    let instant: chrono::DateTime<chrono::Utc> = instant.parse()?;
    clock.advance(instant - clock.now());
    Ok(())
}

#[tokio::test]
async fn a_leap_day_is_a_day_of_rent() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, landlord) = (Books::of(&world, 1)?, world.landlord()?);
    let ada = charged_from(&world, FLAT, "Ada", monthly(31, day(2026, 11, 1))).await?;
    let by_months = RentTerms {
        pro_rata: ProRata::DaysOfMonth.into(),
        ..monthly(15, day(2026, 11, 15))
    };
    let bob = charged_from(&world, COTTAGE, "Bob", by_months).await?;
    advance_to(&world.clock, "2028-02-15T10:00:00Z")?;
    days(&world).look().await?;
    let before = balance(&books.ledger(bob, None).await?);
    landlord.end(bob, day(2028, 2, 29)).await?;
    let ledger = books.ledger(bob, None).await?;
    // Of the period from the 15th on, 15 of the 29 days of February are owed: £517.24.
    assert_eq!(before - balance(&ledger), 100_000 - 51_724);

    advance_to(&world.clock, "2028-02-28T23:59:00Z")?;
    days(&world).look().await?;
    assert_eq!(last_day(&books, ada).await?, day(2028, 1, 31));
    world.clock.advance(Duration::minutes(1));
    days(&world).look().await?;
    assert_eq!(last_day(&books, ada).await?, day(2028, 2, 29));
    let ledger = books.ledger(ada, None).await?;
    assert_eq!(ledger.next_due_date, day(2028, 3, 31));
    let newest = ledger.entries.last().cloned().unwrap_or_default();
    assert_eq!(newest.amount, money(100_000));
    assert_eq!(newest.period_end, day(2028, 3, 30));
    advance_to(&world.clock, "2028-03-31T10:00:00Z")?;
    days(&world).look().await?;
    assert_eq!(last_day(&books, ada).await?, day(2028, 3, 31));
    let of_bob = books.ledger(bob, None).await?;
    assert_eq!(of_bob.next_due_date, None);
    Ok(())
}

/// A tenant of a home whose rent is charged by `terms`.
async fn charged_from(
    world: &World,
    home: i64,
    name: &str,
    terms: RentTerms,
) -> anyhow::Result<i64> {
    let id = world.landlord()?.add(tenant(home, name)).await?.tenant_id;
    Books::of(world, 1)?.start(id, terms, 0).await?;
    Ok(id)
}

/// The day of the last entry.
async fn last_day(books: &Books, tenant_id: i64) -> anyhow::Result<Option<Date>> {
    let ledger = books.ledger(tenant_id, None).await?;
    Ok(ledger.entries.last().and_then(|entry| entry.date))
}

#[tokio::test]
async fn a_rise_begins_on_its_day() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, landlord) = (Books::of(&world, 1)?, world.landlord()?);
    let ada = Tenant {
        lease_start: day(2025, 11, 1),
        ..tenant(FLAT, "Ada")
    };
    let id = landlord.add(ada).await?.tenant_id;
    books.start(id, monthly(1, day(2026, 11, 1)), 0).await?;
    let change = RecordRentChangeRequest {
        tenant_id: id,
        effective_date: day(2027, 1, 1),
        monthly_rent: money(105_000),
        serve_date: day(2026, 11, 24),
        request_id: request_id(),
        ..RecordRentChangeRequest::default()
    };
    let early = refusal(books.0.clone().record_rent_change(change.clone()).await)?;
    assert_eq!(fields(&early), ["effective_date"]);
    let later = RecordRentChangeRequest {
        effective_date: day(2027, 2, 1),
        request_id: request_id(),
        ..change
    };
    let recorded = books
        .0
        .clone()
        .record_rent_change(later)
        .await?
        .into_inner();
    assert!(!recorded.change.unwrap_or_default().in_force);
    advance_to(&world.clock, "2027-02-01T00:10:00Z")?;
    days(&world).look().await?;
    let ledger = books.ledger(id, None).await?;
    assert_eq!(balance(&ledger), 3 * 100_000 + 105_000);
    assert!(ledger.changes.iter().all(|change| change.in_force));
    assert_eq!(landlord.get(id).await?.tenancy_rent, money(105_000));
    Ok(())
}

#[tokio::test]
async fn rent_behind_the_last_day_is_waived() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, landlord) = (Books::of(&world, 1)?, world.landlord()?);
    let id = charged(&world, "Ada").await?.tenant_id;
    landlord.end(id, day(2026, 11, 27)).await?;
    let ledger = books.ledger(id, None).await?;
    // 27 days of a year's rent are owed.
    assert_eq!(balance(&ledger), 88_767);
    assert_eq!(ledger.entries[1].kind(), LedgerEntryKind::Waiver);
    assert_eq!(ledger.entries[1].reference, "Rent after the last day");
    landlord.end(id, day(2026, 11, 30)).await?;
    assert_eq!(balance(&books.ledger(id, None).await?), 100_000);
    landlord.end(id, day(2026, 11, 24)).await?;
    advance_to(&world.clock, "2026-12-02T10:00:00Z")?;
    days(&world).look().await?;
    let ledger = books.ledger(id, None).await?;
    assert_eq!((balance(&ledger), ledger.next_due_date), (78_904, None));
    Ok(())
}

#[tokio::test]
async fn reminders_go_at_nine_each_stage_once_and_not_late() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let books = Books::of(&world, 1)?;
    books
        .post(id, receipt(100_000, day(2026, 11, 24)), request_id())
        .await?;
    let (charging, sending) = (days(&world), mails(&world));
    let mut expected = vec![(Kind::RentReceived, false)];
    sending.send().await?;
    let told = async |world: &World| {
        let mails = mailed(world).await?;
        let kinds = mails
            .into_iter()
            .map(|(kind, to_members, _)| (kind, to_members));
        anyhow::Ok(kinds.collect::<Vec<_>>())
    };
    assert_eq!(told(&world).await?, expected);
    for (instant, news) in [
        ("2026-11-28T08:59:00Z", &[][..]),
        ("2026-11-28T09:00:00Z", &[(Kind::RentDue, false)][..]),
        (
            "2026-12-02T09:00:00Z",
            &[(Kind::RentLate, false), (Kind::RentArrearsMembers, true)][..],
        ),
        ("2026-12-03T09:00:00Z", &[][..]),
        (
            "2026-12-08T09:00:00Z",
            &[(Kind::RentArrears, false), (Kind::RentArrearsMembers, true)][..],
        ),
        // Four days behind the fourteenth: too late.
        ("2026-12-19T09:00:00Z", &[][..]),
        (
            "2026-12-22T09:00:00Z",
            &[(Kind::RentArrearsMembers, true)][..],
        ),
    ] {
        advance_to(&world.clock, instant)?;
        charging.look().await?;
        sending.send().await?;
        assert_eq!(sending.send().await?, 0);
        expected.extend(news);
        assert_eq!(told(&world).await?, expected, "{instant}");
    }
    let mails = mailed(&world).await?;
    let late = mails.iter().find(|(kind, _, _)| *kind == Kind::RentLate);
    let late = late.map(|(_, _, mail)| mail.clone()).unwrap_or_default();
    assert_eq!(
        (late.recipient_email.as_str(), late.days),
        ("ada@example.com", 1)
    );
    assert_eq!((late.amount, late.date), (money(100_000), day(2026, 12, 1)));
    let members = mails.iter().find(|(_, to_members, _)| *to_members);
    assert!(members.is_some_and(|(_, _, mail)| mail.recipient_email.is_empty()));
    Ok(())
}

/// Golden case of docs/reference/uk-nations.md 9: the last rise on 1 September 2026, before Lintel.
#[tokio::test]
async fn a_rise_of_before_lintel_is_kept_and_nothing_is_charged() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, landlord) = (Books::of(&world, 1)?, world.landlord()?);
    let ada = Tenant {
        lease_start: day(2024, 3, 1),
        ..tenant(FLAT, "Ada")
    };
    let id = landlord.add(ada).await?.tenant_id;
    books.start(id, monthly(1, day(2026, 11, 1)), 0).await?;
    let propose = ProposeRentRiseRequest {
        tenant_id: id,
        serve_date: day(2026, 11, 28),
    };
    let before = books.0.clone().propose_rent_rise(propose).await?;
    assert_eq!(before.into_inner().earliest_date, day(2027, 2, 1));
    let rose = RecordRentChangeRequest {
        tenant_id: id,
        effective_date: day(2026, 9, 1),
        monthly_rent: money(100_000),
        before_lintel: true,
        request_id: request_id(),
        ..RecordRentChangeRequest::default()
    };
    let late = RecordRentChangeRequest {
        effective_date: day(2026, 11, 2),
        request_id: request_id(),
        ..rose.clone()
    };
    let late = refusal(books.0.clone().record_rent_change(late).await)?;
    assert_eq!(fields(&late), ["effective_date"]);
    for _ in 0..2 {
        let kept = books.0.clone().record_rent_change(rose.clone()).await?;
        let change = kept.into_inner().change.unwrap_or_default();
        assert_eq!(
            (change.rent_change_id, change.effective_date),
            (0, day(2026, 9, 1))
        );
    }
    let proposed = books.0.clone().propose_rent_rise(propose).await?;
    let proposed = proposed.into_inner();
    assert_eq!(proposed.earliest_date, day(2027, 9, 1));
    assert_eq!(proposed.effective_date, day(2027, 9, 1));
    assert_eq!(proposed.earlier_rise_date, day(2026, 9, 1));
    let ledger = books.ledger(id, None).await?;
    assert_eq!((balance(&ledger), ledger.changes.len()), (100_000, 0));
    Ok(())
}

/// Golden case of docs/reference/uk-nations.md 9: rent due on Friday 25 December 2026.
#[tokio::test]
async fn no_mail_says_that_rent_is_late_before_it_can_have_come() -> anyhow::Result<()> {
    let world = world().await?;
    let terms = monthly(25, day(2026, 11, 25));
    let id = charged_from(&world, FLAT, "Ada", terms).await?;
    let paid = receipt(100_000, day(2026, 11, 25));
    Books::of(&world, 1)?.post(id, paid, request_id()).await?;
    let (charging, sending) = (days(&world), mails(&world));
    for (instant, expected) in [
        ("2026-12-29T09:00:00Z", 0),
        ("2026-12-30T09:00:00Z", 1),
        ("2026-12-31T09:00:00Z", 1),
    ] {
        advance_to(&world.clock, instant)?;
        charging.look().await?;
        sending.send().await?;
        let late = mailed(&world).await?.into_iter();
        let late = late.filter(|(kind, _, mail)| {
            *kind == Kind::RentLate
                && mail.date == day(2026, 12, 25)
                && mail.nation() == Nation::England
        });
        assert_eq!(late.count(), expected, "{instant}");
    }
    Ok(())
}

/// Golden case of docs/reference/uk-nations.md 9: 1,000 a month, rent owed 2,850, keys 160. The database sums it as the ledger does.
#[tokio::test]
async fn lost_keys_are_arrears_and_no_part_of_ground_8() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, landlord) = (Books::of(&world, 1)?, world.landlord()?);
    let ada = Tenant {
        lease_start: day(2026, 9, 1),
        ..tenant(FLAT, "Ada")
    };
    let id = landlord.add(ada).await?.tenant_id;
    books.start(id, monthly(1, day(2026, 9, 1)), 0).await?;
    let keys = LedgerEntry {
        kind: LedgerEntryKind::Charge.into(),
        amount: money(16_000),
        date: day(2026, 11, 2),
        reference: "Keys".to_owned(),
        ..LedgerEntry::default()
    };
    let paid = receipt(15_000, day(2026, 11, 3));
    books.post(id, keys, request_id()).await?;
    books.post(id, paid, request_id()).await?;
    let of_ledger = books.ledger(id, None).await?.arrears;
    let summed = landlord.get(id).await?.arrears;
    let found = [of_ledger, summed].map(|arrears| {
        let arrears = arrears.unwrap_or_default();
        (
            arrears.overdue,
            arrears.ground_8_met,
            arrears.months_of_rent,
        )
    });
    let expected = (money(301_000), false, "2.85".to_owned());
    assert_eq!(found, [expected.clone(), expected]);
    Ok(())
}
