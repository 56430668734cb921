//! A dated change of the rent, taken back.

use lintel_proto::common::v1::Date;
use lintel_proto::tenancy::v1::{
    FollowedMark, LedgerEntryKind, RecordRentChangeRequest, TakeBackAct::RentChange, Tenant,
};

use super::{Acts, followed, obstacle};
use crate::{
    applying::{FLAT, money, request_id, world},
    harness::{World, reason, refusal},
    rent::{
        Books, balance,
        days::{advance_to, days},
        monthly,
    },
    tenants::{day, tenant},
};

/// Ada, whose rent of 1,000 is charged since 1 November 2026 in a tenancy since 2025.
async fn ada(world: &World) -> anyhow::Result<i64> {
    let ada = Tenant {
        lease_start: day(2025, 11, 1),
        ..tenant(FLAT, "Ada")
    };
    let id = world.landlord()?.add(ada).await?.tenant_id;
    let terms = monthly(1, day(2026, 11, 1));
    Books::of(world, 1)?.start(id, terms, 0).await?;
    Ok(id)
}

async fn rises(
    world: &World,
    tenant_id: i64,
    (effective, pence): (Option<Date>, i64),
    served: Option<Date>,
) -> anyhow::Result<i64> {
    let change = RecordRentChangeRequest {
        tenant_id,
        effective_date: effective,
        monthly_rent: money(pence),
        serve_date: served,
        request_id: request_id(),
        ..RecordRentChangeRequest::default()
    };
    Books::of(world, 1)?.record(change).await
}

#[tokio::test]
async fn before_its_day_it_is_withdrawn() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, acts) = (Books::of(&world, 1)?, Acts::of(&world, 1)?);
    let ada = ada(&world).await?;
    let change = rises(&world, ada, (day(2027, 2, 1), 105_000), day(2026, 11, 24)).await?;
    let outlook = acts.look(RentChange, change).await?;
    assert_eq!(
        outlook.what,
        "The rent of £1,050.00 a month from 1 February 2027"
    );
    assert_eq!(
        followed(&outlook),
        [(
            FollowedMark::Back,
            "The rent becomes £1,050.00",
            "It stays £1,000.00"
        )]
    );
    let others = Acts::of(&world, 2)?;
    let refused = refusal(others.look(RentChange, change).await)?;
    assert_eq!(reason(&refused), "RENT_CHANGE_NOT_FOUND");
    acts.undo(RentChange, change).await?;
    assert!(books.ledger(ada, None).await?.changes.is_empty());
    advance_to(&world.clock, "2027-02-01T10:00:00Z")?;
    days(&world).look().await?;
    assert_eq!(balance(&books.ledger(ada, None).await?), 400_000);
    let refused = refusal(acts.take_back(RentChange, change).await)?;
    assert_eq!(reason(&refused), "RENT_CHANGE_NOT_FOUND");
    assert_eq!(acts.history(ada, 0).await?.len(), 1);
    Ok(())
}

#[tokio::test]
async fn after_its_day_charges_are_corrected_and_nothing_is_deleted() -> anyhow::Result<()> {
    let world = world().await?;
    let (books, acts) = (Books::of(&world, 1)?, Acts::of(&world, 1)?);
    let ada = ada(&world).await?;
    let change = rises(&world, ada, (day(2027, 2, 1), 105_000), day(2026, 11, 24)).await?;
    advance_to(&world.clock, "2027-03-02T10:00:00Z")?;
    days(&world).look().await?;
    let before = books.ledger(ada, None).await?;
    assert_eq!(balance(&before), 510_000);
    let outlook = acts.look(RentChange, change).await?;
    assert!(!outlook.can_undo);
    assert_eq!(
        followed(&outlook)[1],
        (
            FollowedMark::Corrected,
            "Rent was charged 2 times at £1,050.00",
            "£100.00 is taken off by entries of their own. Nothing is deleted."
        )
    );
    let refused = refusal(acts.undo(RentChange, change).await)?;
    assert_eq!(reason(&refused), "SOMETHING_FOLLOWED");
    acts.take_back(RentChange, change).await?;
    let after = books.ledger(ada, None).await?;
    assert_eq!(balance(&after), 500_000);
    assert_eq!(after.entries.len(), before.entries.len() + 2);
    let waived = after.entries.iter();
    let waived = waived.filter(|one| one.kind() == LedgerEntryKind::Waiver);
    for entry in waived {
        assert_eq!(entry.amount, money(5_000));
        assert_eq!(
            entry.reference,
            "Rent change from 1 February 2027 taken back"
        );
    }
    let shown = world.landlord()?.get(ada).await?;
    assert_eq!(shown.tenancy_rent, money(100_000));
    let told = world.told().await?;
    let last = told.last().map(String::as_str);
    assert_eq!(last, Some("tenancy.tenancy.started.v1"));
    advance_to(&world.clock, "2027-04-01T10:00:00Z")?;
    days(&world).look().await?;
    assert_eq!(balance(&books.ledger(ada, None).await?), 600_000);
    Ok(())
}

#[tokio::test]
async fn a_later_change_has_to_be_taken_back_first() -> anyhow::Result<()> {
    let world = world().await?;
    let acts = Acts::of(&world, 1)?;
    let ada = ada(&world).await?;
    let lower = rises(&world, ada, (day(2027, 1, 1), 95_000), None).await?;
    let lowest = rises(&world, ada, (day(2027, 3, 1), 90_000), None).await?;
    let outlook = acts.look(RentChange, lower).await?;
    assert_eq!(
        obstacle(&outlook),
        "Take back the change of the rent from 1 March 2027 first"
    );
    let refused = refusal(acts.take_back(RentChange, lower).await)?;
    assert_eq!(reason(&refused), "TAKE_BACK_BLOCKED");
    acts.take_back(RentChange, lowest).await?;
    // What was charged too little is charged in addition, as rent.
    advance_to(&world.clock, "2027-01-02T10:00:00Z")?;
    days(&world).look().await?;
    let books = Books::of(&world, 1)?;
    assert_eq!(balance(&books.ledger(ada, None).await?), 295_000);
    acts.take_back(RentChange, lower).await?;
    assert_eq!(balance(&books.ledger(ada, None).await?), 300_000);
    Ok(())
}
