//! The rent of a tenancy as a whole: joint tenants owe together.

use lintel_core::{Grade, Role};
use lintel_proto::tenancy::v1::{
    GetTenancyRentRequest, GetTenancyRentResponse, LedgerEntry, LedgerEntryKind, Tenant,
};
use lintel_testkit::tokens::{member, outsider};
use tonic::{Code, Status};

use super::{Books, charged, receipt};
use crate::{
    applying::{ANN, FLAT, money, request_id, world},
    harness::{World, reason, refusal},
    tenants::{day, tenant},
};

async fn read(
    books: &Books,
    tenancy_id: i64,
    page_size: i32,
    page_token: &str,
) -> Result<GetTenancyRentResponse, Status> {
    let request = GetTenancyRentRequest {
        tenancy_id,
        page_size,
        page_token: page_token.to_owned(),
        ..Default::default()
    };
    let mut calls = books.0.clone();
    Ok(calls.get_tenancy_rent(request).await?.into_inner())
}

/// Ada, whose rent of November is charged, and Bob, who joins her.
async fn two(world: &World) -> anyhow::Result<(Tenant, Tenant)> {
    let ada = charged(world, "Ada").await?;
    let bob = Tenant {
        tenancy_id: ada.tenancy_id,
        tenancy_rent: None,
        lease_start: None,
        ..tenant(FLAT, "Bob")
    };
    let bob = world.landlord()?.add(bob).await?;
    Ok((ada, bob))
}

#[tokio::test]
async fn a_statement_of_a_tenancy_names_payers_and_pages_through_one_balance() -> anyhow::Result<()>
{
    let world = world().await?;
    let books = Books::of(&world, 1)?;
    let (ada, bob) = two(&world).await?;
    let (ada, bob, tenancy) = (ada.tenant_id, bob.tenant_id, ada.tenancy_id);
    books
        .post(ada, receipt(60_000, day(2026, 11, 2)), request_id())
        .await?;
    books
        .post(bob, receipt(45_000, day(2026, 11, 3)), request_id())
        .await?;
    let refund = LedgerEntry {
        kind: LedgerEntryKind::Refund.into(),
        ..receipt(5_000, day(2026, 11, 4))
    };
    books.post(bob, refund, request_id()).await?;

    let all = read(&books, tenancy, 0, "").await?;
    let arrears = all.arrears.clone().unwrap_or_default();
    assert_eq!((arrears.balance, arrears.days_in_arrears), (money(0), 0));
    assert_eq!((all.ground_8.as_str(), all.shares.len()), ("", 0));
    for sum in [&all.charged, &all.received, &all.monthly_rent] {
        assert_eq!(*sum, money(100_000));
    }
    let due = (all.next_due_date, all.next_due_amount.clone());
    assert_eq!(due, (day(2026, 12, 1), money(100_000)));
    let tenants: Vec<_> = all
        .tenants
        .iter()
        .map(|one| {
            let share = one.share.clone();
            (
                one.tenant_name.as_str(),
                share,
                one.charged.clone(),
                one.paid.clone(),
            )
        })
        .collect();
    assert_eq!(
        tenants,
        [
            ("Ada", money(50_000), money(100_000), money(60_000)),
            ("Bob", money(50_000), money(0), money(40_000)),
        ]
    );
    let told = |found: &GetTenancyRentResponse| {
        let lines = found.entries.iter().map(|line| {
            let balance = line.entry.as_ref().and_then(|entry| entry.balance.clone());
            (line.tenant_name.clone(), balance)
        });
        lines.collect::<Vec<_>>()
    };
    let expected = [
        ("Ada".to_owned(), money(100_000)),
        ("Ada".to_owned(), money(40_000)),
        ("Bob".to_owned(), money(-5_000)),
        ("Bob".to_owned(), money(0)),
    ];
    assert_eq!(told(&all), expected);
    let first = read(&books, tenancy, 3, "").await?;
    assert_eq!(told(&first), expected[..3]);
    let rest = read(&books, tenancy, 3, &first.next_page_token).await?;
    assert_eq!(
        (told(&rest), rest.next_page_token.as_str()),
        (expected[3..].to_vec(), "")
    );
    let token = refusal(read(&books, tenancy, 3, "AQ").await)?;
    assert_eq!(token.code(), Code::InvalidArgument);

    // Nobody is in arrears where the tenancy is not, whatever each has paid.
    for id in [ada, bob] {
        let shown = world.landlord()?.get(id).await?.arrears.unwrap_or_default();
        assert_eq!((shown.balance, shown.days_in_arrears), (money(0), 0));
    }
    Ok(())
}

#[tokio::test]
async fn a_statement_of_a_tenancy_is_the_landlords_own() -> anyhow::Result<()> {
    let world = world().await?;
    let (ada, _) = two(&world).await?;
    let tenancy = ada.tenancy_id;
    let viewer = Books::as_caller(&world, &member(12, 1, Grade::Viewer))?;
    let late = read(&viewer, tenancy, 0, "").await?;
    let arrears = late.arrears.unwrap_or_default();
    assert_eq!(
        (arrears.overdue, arrears.days_in_arrears),
        (money(100_000), 23)
    );
    assert_eq!(
        late.ground_8,
        "The threshold of ground 8, three months of rent, is not reached: 1.00 months are overdue."
    );
    let other = Books::of(&world, 2)?;
    for missing in [
        refusal(read(&other, tenancy, 0, "").await)?,
        refusal(read(&viewer, 9_999, 0, "").await)?,
    ] {
        assert_eq!(reason(&missing), "TENANCY_NOT_FOUND");
    }
    let ann = Books::as_caller(&world, &outsider(ANN, Role::Tenant))?;
    let refused = refusal(read(&ann, tenancy, 0, "").await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}
