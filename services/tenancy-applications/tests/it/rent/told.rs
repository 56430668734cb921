//! What others hear of rent: guarantors, members where ground 8 is met, and other services.

use lintel_proto::tenancy::v1::{
    ApplicationStatus, ArrearsChanged, RentDue, RentReceived, TenancyMail, TenancyMailKind as Kind,
};

use super::{
    Books, charged,
    days::{advance_to, days, mailed, mails},
    monthly, receipt,
};
use crate::{
    applying::{FLAT, apply, decide, mails as all_mails, money, request_id, world},
    harness::World,
    references::give_guarantor_once,
    tenants::day,
};

/// Ann, whose guarantor has given a reference, rents the flat from 1 December.
async fn guaranteed(world: &World) -> anyhow::Result<i64> {
    let (ann, _) = apply(world, "Ann", FLAT, None).await?;
    let asked = all_mails(world).await?.into_iter();
    let mut asked = asked.filter(|(kind, _)| *kind == Kind::GuarantorRequest);
    let token = asked.next().map(|(_, mail)| mail.token).unwrap_or_default();
    give_guarantor_once(world, &token).await?;
    let approved = decide(world, ann.application_id, ApplicationStatus::Approved, 0).await?;
    let terms = monthly(1, day(2026, 12, 1));
    Books::of(world, 1)?
        .start(approved.tenant_id, terms, 0)
        .await?;
    Ok(approved.tenant_id)
}

/// What a morning brings, of mails about rent.
async fn morning(world: &World, instant: &str) -> anyhow::Result<Vec<(Kind, bool, TenancyMail)>> {
    let before = mailed(world).await?.len();
    advance_to(&world.clock, instant)?;
    days(world).look().await?;
    mails(world).send().await?;
    Ok(mailed(world).await?.split_off(before))
}

#[tokio::test]
async fn on_the_fourteenth_day_the_guarantor_hears_of_it_too() -> anyhow::Result<()> {
    let world = world().await?;
    let tenant_id = guaranteed(&world).await?;
    let rent = world
        .landlord()?
        .get(tenant_id)
        .await?
        .tenancy_rent
        .map_or(0, |rent| rent.minor_units);
    let week = morning(&world, "2026-12-08T09:00:00Z").await?;
    assert!(
        week.iter()
            .all(|(kind, _, _)| *kind != Kind::RentArrearsGuarantor)
    );
    let told = morning(&world, "2026-12-15T09:00:00Z").await?;
    let whom: Vec<_> = told
        .iter()
        .map(|(kind, to_members, mail)| (*kind, *to_members, mail.recipient_email.as_str()))
        .collect();
    assert_eq!(
        whom,
        [
            (Kind::RentArrears, false, "ann@example.com"),
            (Kind::RentArrearsGuarantor, false, "gus-ann@example.com"),
            (Kind::RentArrearsMembers, true, ""),
        ]
    );
    let guarantor = &told[1].2;
    assert_eq!(guarantor.recipient_name, "Gus Guarantor");
    assert_eq!(guarantor.tenant_name, "Ann");
    assert_eq!(
        (guarantor.balance.clone(), guarantor.days),
        (money(rent), 14)
    );
    assert!(!guarantor.ground_8_met);
    // Once for this charge, whatever else happens on the day.
    assert!(morning(&world, "2026-12-15T15:00:00Z").await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_guarantor_whose_guarantee_has_ended_hears_of_no_later_rent() -> anyhow::Result<()> {
    for (last_day, hears) in [("2026-12-01", true), ("2026-11-30", false)] {
        let world = world().await?;
        guaranteed(&world).await?;
        let mut superuser = world.database.superuser().await?;
        sqlx::raw_sql(sqlx::AssertSqlSafe(ended_on(last_day)))
            .execute(&mut superuser)
            .await?;
        let told = morning(&world, "2026-12-15T09:00:00Z").await?;
        let mut kinds = told.iter().map(|(kind, _, _)| *kind);
        let heard = kinds.any(|kind| kind == Kind::RentArrearsGuarantor);
        assert_eq!(heard, hears, "{last_day}: {told:?}");
    }
    Ok(())
}

/// Puts a signed deed of Gus's beside Ann's tenancy, whose guarantee ends on a day.
fn ended_on(last_day: &str) -> String {
    format!(
        "WITH agreed AS (
             INSERT INTO agreements (organisation_id, tenancy_id, application_id, property_id, state, nation, terms,
                                     property_address, document_hash, pages, signed_hash, created_at, completed_at)
             SELECT 1, tenancy_id, application_id, 1, 'signed', 'England', '', 'Here', sha256(''), 1, sha256(''), now(), now()
             FROM tenants WHERE application_id IS NOT NULL RETURNING agreement_id),
         signer AS (
             INSERT INTO agreement_signers (organisation_id, agreement_id, party, name, email, email_key, signed_at, sealed_signature)
             SELECT 1, agreement_id, 'guarantor', 'Gus Guarantor', 'gus-ann@example.com', 'gus-ann@example.com', now(), ''
             FROM agreed RETURNING agreement_id, signer_id)
         INSERT INTO guarantee_deeds (organisation_id, agreement_id, signer_id, tenants, document_hash, pages, signed_hash, signed_at,
                                      witness_name, witness_address, sealed_witness_signature, end_date, end_reason)
         SELECT 1, agreement_id, signer_id, ARRAY['Ann'], sha256(''), 1, sha256(''), now(), 'Maureen', '29 Sedgefield Rise', '',
                '{last_day}', 'notice'
         FROM signer"
    )
}

#[tokio::test]
async fn ground_8_is_told_to_the_members_once_for_the_oldest_charge() -> anyhow::Result<()> {
    let world = world().await?;
    let id = charged(&world, "Ada").await?.tenant_id;
    let books = Books::of(&world, 1)?;
    let warned = |mails: Vec<(Kind, bool, TenancyMail)>| {
        mails
            .into_iter()
            .filter(|(_, _, mail)| mail.ground_8_met)
            .map(|(kind, to_members, mail)| (kind, to_members, mail.balance, mail.date))
            .collect::<Vec<_>>()
    };
    // On its day the third month is not late, and mails about it wait for the next working day.
    assert!(warned(morning(&world, "2027-01-01T09:00:00Z").await?).is_empty());
    assert!(warned(morning(&world, "2027-01-03T09:00:00Z").await?).is_empty());
    let first = warned(morning(&world, "2027-01-04T09:00:00Z").await?);
    let expected = |pence: i64, date| (Kind::RentArrearsMembers, true, money(pence), date);
    assert_eq!(first, [expected(300_000, day(2026, 11, 1))]);
    assert!(warned(morning(&world, "2027-01-05T09:00:00Z").await?).is_empty());
    let shown = books.ledger(id, None).await?.arrears.unwrap_or_default();
    assert!(shown.ground_8_met);

    // A penny less than three months of rent is not enough.
    let penny = receipt(1, day(2027, 1, 2));
    let after = books.post(id, penny, request_id()).await?;
    assert!(!after.arrears.unwrap_or_default().ground_8_met);
    let rest = receipt(99_999, day(2027, 1, 2));
    books.post(id, rest, request_id()).await?;
    assert!(warned(morning(&world, "2027-02-01T09:00:00Z").await?).is_empty());
    // November is paid: December is the oldest now, and with February it is three months again.
    let again = warned(morning(&world, "2027-02-02T09:00:00Z").await?);
    assert_eq!(again, [expected(300_000, day(2026, 12, 1))]);
    Ok(())
}

/// The payloads of one type of event, in their order, with their versions.
async fn events<E: prost::Message + Default>(
    world: &World,
    event_type: &str,
) -> anyhow::Result<Vec<E>> {
    let mut connection = world.database.superuser().await?;
    let payloads: Vec<Vec<u8>> =
        sqlx::query_scalar("SELECT payload FROM outbox WHERE event_type = $1 ORDER BY seq")
            .bind(event_type)
            .fetch_all(&mut connection)
            .await?;
    let events = payloads.iter().map(|payload| E::decode(payload.as_slice()));
    Ok(events.collect::<Result<_, _>>()?)
}

#[tokio::test]
async fn other_services_hear_what_is_due_came_and_is_owed_and_of_nobody() -> anyhow::Result<()> {
    let world = world().await?;
    let ada = charged(&world, "Ada").await?;
    let books = Books::of(&world, 1)?;
    let paid = receipt(100_000, day(2026, 11, 24));
    books.post(ada.tenant_id, paid, request_id()).await?;
    for instant in [
        "2026-11-30T10:00:00Z",
        "2026-12-01T10:00:00Z",
        "2026-12-02T10:00:00Z",
        "2026-12-03T10:00:00Z",
    ] {
        advance_to(&world.clock, instant)?;
        days(&world).look().await?;
    }
    let due: Vec<RentDue> = events(&world, "tenancy.ledger.rent-due.v1").await?;
    let due: Vec<_> = due
        .into_iter()
        .map(|one| (one.due_date, one.amount, one.version))
        .collect();
    assert_eq!(
        due,
        [
            (day(2026, 11, 1), money(100_000), 1),
            (day(2026, 12, 1), money(100_000), 5),
        ]
    );
    let came: Vec<RentReceived> = events(&world, "tenancy.ledger.rent-received.v1").await?;
    let came: Vec<_> = came
        .into_iter()
        .map(|one| (one.tenancy_id, one.receive_date, one.amount, one.version))
        .collect();
    let tenancy = ada.tenancy_id;
    assert_eq!(came, [(tenancy, day(2026, 11, 24), money(100_000), 3)]);
    let owed: Vec<ArrearsChanged> = events(&world, "tenancy.ledger.arrears-changed.v1").await?;
    let owed: Vec<_> = owed
        .into_iter()
        .map(|one| (one.balance, one.oldest_unpaid_due, one.version))
        .collect();
    // With the charge, with the money, on the day of the next charge and when that is late.
    assert_eq!(
        owed,
        [
            (money(100_000), day(2026, 11, 1), 2),
            (money(0), None, 4),
            (money(100_000), None, 6),
            (money(100_000), day(2026, 12, 1), 7),
        ]
    );
    let named: i64 = world
        .scalar(
            "SELECT count(*) FROM outbox WHERE aggregate_type = 'ledger' AND position('Ada'::bytea IN payload) > 0",
        )
        .await?;
    assert_eq!(named, 0);
    Ok(())
}
