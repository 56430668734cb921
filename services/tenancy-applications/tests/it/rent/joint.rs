//! Joint tenants owe together, and share the rent as they say.

use lintel_proto::tenancy::v1::{
    LedgerEntry, LedgerEntryKind, ListArrearsRequest, ListArrearsResponse, ReversalReason,
    SetSharesRequest, TenancyMailKind as Kind, Tenant, TenantShare,
};

use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};

use super::{
    Books, balance,
    days::{advance_to, days, mailed, mails},
    monthly, receipt,
};
use crate::{
    applying::{FLAT, money, request_id, world},
    harness::{World, fields, reason, refusal},
    tenants::{day, tenant},
};

/// Ada and Ben, who rent the flat for 950 since October.
async fn couple(world: &World) -> anyhow::Result<(i64, i64, i64)> {
    let landlord = world.landlord()?;
    let ada = Tenant {
        lease_start: day(2026, 10, 1),
        tenancy_rent: money(95_000),
        ..tenant(FLAT, "Ada")
    };
    let ada = landlord.add(ada).await?;
    let ben = Tenant {
        tenancy_id: ada.tenancy_id,
        tenancy_rent: None,
        ..tenant(FLAT, "Ben")
    };
    let ben = landlord.add(ben).await?;
    Books::of(world, 1)?
        .start(ada.tenant_id, monthly(1, day(2026, 10, 1)), 0)
        .await?;
    Ok((ada.tenant_id, ben.tenant_id, ada.tenancy_id))
}

async fn listed(
    books: &Books,
    as_of: Option<lintel_proto::common::v1::Date>,
    all: bool,
) -> anyhow::Result<ListArrearsResponse> {
    let request = ListArrearsRequest {
        as_of,
        all,
        ..Default::default()
    };
    Ok(books.0.clone().list_arrears(request).await?.into_inner())
}

#[tokio::test]
async fn nobody_is_in_arrears_where_the_tenancy_is_not() -> anyhow::Result<()> {
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let (ada, ben, _) = couple(&world).await?;
    let mut last = LedgerEntry::default();
    for month in [10, 11] {
        let paid = receipt(60_000, day(2026, month, 1));
        books.post(ada, paid, request_id()).await?;
        let paid = receipt(35_000, day(2026, month, 1));
        let posted = books.post(ben, paid, request_id()).await?;
        last = posted.entry.unwrap_or_default();
    }
    let none = listed(&books, None, false).await?;
    assert_eq!((none.tenants.len(), none.total_owed), (0, money(0)));
    for id in [ada, ben] {
        let arrears = books.ledger(id, None).await?.arrears.unwrap_or_default();
        assert_eq!((arrears.balance, arrears.days_in_arrears), (money(0), 0));
        let shown = world.landlord()?.get(id).await?.arrears.unwrap_or_default();
        assert_eq!((shown.balance, shown.days_in_arrears), (money(0), 0));
    }
    days(&world).look().await?;
    mails(&world).send().await?;
    let late = |kind: &Kind| matches!(kind, Kind::RentLate | Kind::RentArrearsMembers);
    assert!(mailed(&world).await?.iter().all(|(kind, _, _)| !late(kind)));

    // Ben's last payment bounces: both owe it, and it is counted once.
    let back = LedgerEntry {
        kind: LedgerEntryKind::Reversal.into(),
        reverses: last.entry_id,
        reason: ReversalReason::ReturnedByTheBank.into(),
        ..Default::default()
    };
    let posted = books.post(ben, back, request_id()).await?;
    let reason = posted.entry.unwrap_or_default().reason();
    assert_eq!(reason, ReversalReason::ReturnedByTheBank);
    let both = listed(&books, None, false).await?;
    let ids: Vec<_> = both.tenants.iter().map(|row| row.tenant_id).collect();
    assert_eq!(ids, [ada, ben]);
    assert_eq!((both.tenants_in_arrears, both.tenancies_in_arrears), (2, 1));
    assert_eq!(both.total_owed, money(35_000));
    for row in both.tenants {
        let arrears = row.arrears.unwrap_or_default();
        assert_eq!(
            (arrears.balance, arrears.days_in_arrears),
            (money(35_000), 23)
        );
    }
    // Who is left owes what the tenancy owes.
    advance_to(&world.clock, "2026-11-30T10:00:00Z")?;
    world.landlord()?.end(ben, day(2026, 11, 30)).await?;
    let left = listed(&books, None, false).await?;
    let ids: Vec<_> = left.tenants.iter().map(|row| row.tenant_id).collect();
    assert_eq!(ids, [ada]);
    assert_eq!(left.total_owed, money(35_000));
    for (id, owed) in [(ada, 35_000), (ben, 0)] {
        let shown = world.landlord()?.get(id).await?.arrears.unwrap_or_default();
        assert_eq!(shown.balance, money(owed));
        let ledger = books.ledger(id, None).await?;
        assert_eq!(ledger.arrears.unwrap_or_default().balance, money(owed));
        let together = ledger.tenancy_arrears.unwrap_or_default();
        assert_eq!(together.balance, money(35_000));
    }
    Ok(())
}

#[tokio::test]
async fn both_are_reminded_and_the_members_hear_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (ada, _, _) = couple(&world).await?;
    let books = Books::of(&world, 1)?;
    books
        .post(ada, receipt(190_000, day(2026, 11, 1)), request_id())
        .await?;
    advance_to(&world.clock, "2026-12-02T09:00:00Z")?;
    days(&world).look().await?;
    mails(&world).send().await?;
    let told = mailed(&world).await?.into_iter();
    let told = told.filter(|(kind, _, _)| *kind != Kind::RentReceived && *kind != Kind::RentDue);
    let told: Vec<_> = told
        .map(|(kind, _, mail)| (kind, mail.tenant_name, mail.amount, mail.balance))
        .collect();
    let one = |kind, name: &str| (kind, name.to_owned(), money(95_000), money(95_000));
    assert_eq!(
        told,
        [
            one(Kind::RentLate, "Ada"),
            one(Kind::RentLate, "Ben"),
            one(Kind::RentArrearsMembers, "Ada and Ben"),
        ]
    );
    Ok(())
}

#[tokio::test]
async fn the_list_counts_refunds_and_named_charges_as_the_ledger_does() -> anyhow::Result<()> {
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let (ada, ben, _) = couple(&world).await?;
    let november = books.ledger(ben, None).await?.entries;
    let november = november.last().map_or(0, |entry| entry.entry_id);
    let named = LedgerEntry {
        pays: november,
        ..receipt(30_000, day(2026, 11, 2))
    };
    let posted = books.post(ben, named, request_id()).await?;
    assert_eq!(posted.entry.unwrap_or_default().pays, november);
    books
        .post(ada, receipt(200_000, day(2026, 11, 5)), request_id())
        .await?;
    let refund = LedgerEntry {
        kind: LedgerEntryKind::Refund.into(),
        ..receipt(50_000, day(2026, 11, 9))
    };
    books.post(ada, refund, request_id()).await?;
    for on in [1, 2, 4, 5, 8, 9, 24] {
        let as_of = day(2026, 11, on);
        let ledger = books.ledger(ada, as_of).await?.arrears;
        let list = listed(&books, as_of, true).await?;
        // As kept for a second reader.
        assert_eq!(list, listed(&books, as_of, true).await?);
        for row in list.tenants {
            assert_eq!(row.arrears, ledger, "{on}");
        }
    }
    // 300 and 2,000 came, 1,900 were due, 500 went back: 100 more than was over, which is owed and no rent.
    let arrears = books.ledger(ada, None).await?.arrears.unwrap_or_default();
    assert_eq!(
        (arrears.balance, arrears.overdue),
        (money(10_000), money(0))
    );
    let list = listed(&books, None, false).await?;
    assert_eq!(
        (list.tenants.len(), list.received_this_month),
        (0, money(230_000))
    );
    let strange = LedgerEntry {
        pays: 999_999,
        ..receipt(1, day(2026, 11, 2))
    };
    let refused = refusal(books.post(ben, strange, request_id()).await)?;
    assert_eq!(
        (reason(&refused), fields(&refused)),
        ("LEDGER_INVALID".into(), vec!["pays".into()])
    );
    Ok(())
}

#[tokio::test]
async fn shares_add_up_to_the_rent_and_are_charged_from_their_day() -> anyhow::Result<()> {
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let (ada, ben, tenancy_id) = couple(&world).await?;
    let set = |of: &[(i64, i64)]| SetSharesRequest {
        tenancy_id,
        from_date: day(2026, 12, 1),
        shares: of
            .iter()
            .map(|(tenant_id, share)| TenantShare {
                tenant_id: *tenant_id,
                share: money(*share),
            })
            .collect(),
        request_id: request_id(),
    };
    for bad in [&[(ada, 60_000), (ben, 30_000)][..], &[(ada, 95_000)]] {
        let refused = refusal(books.0.clone().set_shares(set(bad)).await)?;
        assert_eq!(reason(&refused), "SHARES_INVALID");
        assert_eq!(fields(&refused), ["shares"]);
    }
    let mut calls = books.0.clone();
    let stored = calls.set_shares(set(&[(ada, 60_000), (ben, 35_000)]));
    let stored = stored.await?.into_inner();
    assert_eq!(stored.monthly_rent, money(95_000));
    let landlord = world.landlord()?;
    assert_eq!(landlord.get(ada).await?.monthly_rent, money(47_500));
    advance_to(&world.clock, "2026-12-01T10:00:00Z")?;
    days(&world).look().await?;
    let amounts = async |tenant| {
        let entries = books.ledger(tenant, None).await?.entries.into_iter();
        let amounts = entries.map(|entry| entry.amount.map_or(0, |amount| amount.minor_units));
        anyhow::Ok(amounts.collect::<Vec<_>>())
    };
    assert_eq!(amounts(ada).await?, [47_500, 47_500, 60_000]);
    assert_eq!(amounts(ben).await?, [47_500, 47_500, 35_000]);
    assert_eq!(landlord.get(ada).await?.monthly_rent, money(60_000));
    assert_eq!(balance(&books.ledger(ben, None).await?), 3 * 95_000);

    // One who joins with a share leaves the rest to the others, by their shares so far.
    let cid = Tenant {
        tenancy_id,
        tenancy_rent: None,
        monthly_rent: money(19_000),
        ..tenant(FLAT, "Cid")
    };
    landlord.add(cid).await?;
    assert_eq!(landlord.get(ada).await?.monthly_rent, money(48_000));
    assert_eq!(landlord.get(ben).await?.monthly_rent, money(28_000));
    assert_eq!(landlord.get(ben).await?.tenancy_rent, money(95_000));
    Ok(())
}

/// What somebody does to a ledger: kind, pence, day of the year, whose, and which earlier entry it names.
fn operations() -> impl Strategy<Value = Vec<(u8, i64, i32, bool, usize)>> {
    let one = (
        0_u8..6,
        1_i64..200_000,
        0_i32..300,
        any::<bool>(),
        any::<usize>(),
    );
    prop::collection::vec(one, 60)
}

#[tokio::test]
async fn what_the_database_sums_of_any_ledger_is_what_the_domain_counts() -> anyhow::Result<()> {
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let (ada, ben, _) = couple(&world).await?;
    let mut runner = TestRunner::deterministic();
    let tree = operations().new_tree(&mut runner);
    let tree = tree.map_err(|reason| anyhow::anyhow!("{reason}"))?;
    let on = |days: i32| day(2026, 1 + days / 28, 1 + days % 28);
    let mut posted: Vec<(i64, LedgerEntry)> = Vec::new();
    for (kind, pence, days, of_ada, which) in tree.current() {
        let tenant = if of_ada { ada } else { ben };
        let earlier = posted.get(which % posted.len().max(1)).cloned();
        let charge = earlier
            .clone()
            .filter(|(_, entry)| entry.kind() == LedgerEntryKind::Charge);
        let kind = match kind {
            0 | 1 => LedgerEntryKind::Charge,
            2 => LedgerEntryKind::Receipt,
            3 => LedgerEntryKind::Waiver,
            4 => LedgerEntryKind::Refund,
            _ => LedgerEntryKind::Reversal,
        };
        let plain = LedgerEntry {
            kind: kind.into(),
            amount: money(pence),
            date: on(days),
            ..Default::default()
        };
        let (tenant, entry) = match (kind, earlier) {
            (LedgerEntryKind::Reversal, Some((whose, entry))) => {
                let back = LedgerEntry {
                    amount: None,
                    date: None,
                    reverses: entry.entry_id,
                    ..plain
                };
                (whose, back)
            }
            (LedgerEntryKind::Reversal, None) => continue,
            (LedgerEntryKind::Receipt, _) => {
                let pays = charge.map_or(0, |(_, entry)| entry.entry_id);
                (tenant, LedgerEntry { pays, ..plain })
            }
            _ => (tenant, plain),
        };
        // What was taken back already is refused, and a name of it; that is another test's.
        if let Ok(reply) = books.post(tenant, entry, request_id()).await {
            let entry = reply.entry.unwrap_or_default();
            if entry.kind() != LedgerEntryKind::Reversal {
                posted.push((tenant, entry));
            }
        }
    }
    assert!(posted.len() > 40);
    for days in (0..300).step_by(9) {
        let as_of = on(days);
        let ledger = books.ledger(ada, as_of).await?.arrears;
        let list = listed(&books, as_of, true).await?;
        assert_eq!(list.tenants.len(), 2);
        for row in list.tenants {
            assert_eq!(row.arrears, ledger, "{days}");
        }
    }
    Ok(())
}
