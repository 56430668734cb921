//! The rent that a tenant pays is their share, on the way in and out; the tenancy's is a field of its own.

use lintel_proto::tenancy::v1::{ListTenantsRequest, Tenant};

use crate::{
    applying::{COTTAGE, FLAT, HOUSE, money, owner, world},
    harness::{World, fields, reason, refusal},
    tenant_imports::added,
    tenants::tenant,
};

/// What the tenants of a landlord pay each and all together, by name.
async fn paid(world: &World) -> anyhow::Result<Vec<(String, i64, i64)>> {
    let listed = world
        .landlord()?
        .list(ListTenantsRequest::default())
        .await?
        .tenants;
    let pence =
        |money: Option<lintel_proto::common::v1::Money>| money.map_or(0, |money| money.minor_units);
    let mut paid: Vec<_> = listed
        .into_iter()
        .map(|one| {
            (
                one.display_name,
                pence(one.monthly_rent),
                pence(one.tenancy_rent),
            )
        })
        .collect();
    paid.sort();
    Ok(paid)
}

fn row(name: &str, share: i64, whole: i64) -> (String, i64, i64) {
    (name.to_owned(), share, whole)
}

/// A first tenant whose share is said, and not the rent.
fn first(property: i64, name: &str, share: i64) -> Tenant {
    Tenant {
        tenancy_rent: None,
        monthly_rent: money(share),
        ..tenant(property, name)
    }
}

/// One who joins a tenancy.
fn joining(ada: &Tenant, name: &str, share: Option<i64>) -> Tenant {
    Tenant {
        tenancy_id: ada.tenancy_id,
        tenancy_rent: None,
        lease_start: None,
        monthly_rent: share.and_then(money),
        ..tenant(FLAT, name)
    }
}

#[tokio::test]
async fn what_a_first_tenant_pays_is_the_rent_where_that_is_not_said() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    landlord.add(first(FLAT, "Ada", 120_000)).await?;
    let both = Tenant {
        tenancy_rent: money(90_000),
        ..first(COTTAGE, "Bob", 90_000)
    };
    let unfit = Tenant {
        monthly_rent: money(80_000),
        ..both.clone()
    };
    let refused = refusal(landlord.add(unfit).await)?;
    assert_eq!(reason(&refused), "TENANT_INVALID");
    assert_eq!(fields(&refused), ["monthly_rent"]);
    landlord.add(both).await?;
    let neither = Tenant {
        room_number: Some("1".to_owned()),
        monthly_rent: None,
        ..first(HOUSE, "Cid", 1)
    };
    let refused = refusal(landlord.add(neither).await)?;
    assert_eq!(fields(&refused), ["tenancy_rent"]);
    assert_eq!(
        paid(&world).await?,
        [row("Ada", 120_000, 120_000), row("Bob", 90_000, 90_000)]
    );
    Ok(())
}

#[tokio::test]
async fn who_joins_makes_all_equal_or_pays_a_share_and_the_rent_stays() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = landlord.add(first(FLAT, "Ada", 120_000)).await?;
    landlord.add(joining(&ada, "Bob", Some(50_000))).await?;
    assert_eq!(
        paid(&world).await?,
        [row("Ada", 70_000, 120_000), row("Bob", 50_000, 120_000)]
    );
    // The others keep the proportion of their shares.
    landlord.add(joining(&ada, "Cid", Some(24_000))).await?;
    assert_eq!(
        paid(&world).await?,
        [
            row("Ada", 56_000, 120_000),
            row("Bob", 40_000, 120_000),
            row("Cid", 24_000, 120_000)
        ]
    );
    landlord.add(joining(&ada, "Dan", None)).await?;
    assert_eq!(
        paid(&world).await?,
        ["Ada", "Bob", "Cid", "Dan"].map(|name| row(name, 30_000, 120_000))
    );
    let beyond = refusal(landlord.add(joining(&ada, "Eve", Some(120_001))).await)?;
    assert_eq!(reason(&beyond), "SHARES_INVALID");
    assert_eq!(fields(&beyond), ["monthly_rent"]);
    Ok(())
}

#[tokio::test]
async fn a_changed_share_leaves_the_rent_which_has_a_field_of_its_own() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = world.landlord()?;
    let ada = landlord.add(first(FLAT, "Ada", 120_000)).await?;
    let share = |id: i64, pence: i64| Tenant {
        tenant_id: id,
        monthly_rent: money(pence),
        ..Default::default()
    };
    // Alone, the share is the rent: another one can only be meant with it.
    let alone = landlord
        .change(share(ada.tenant_id, 110_000), &["monthly_rent"], "")
        .await;
    let refused = refusal(alone)?;
    assert_eq!(reason(&refused), "TENANT_INVALID");
    assert_eq!(fields(&refused), ["monthly_rent"]);
    let same = share(ada.tenant_id, 120_000);
    landlord.change(same, &["monthly_rent"], "").await?;
    let with = Tenant {
        tenancy_rent: money(100_000),
        ..share(ada.tenant_id, 100_000)
    };
    let paths = ["monthly_rent", "tenancy_rent"];
    landlord.change(with, &paths, "").await?;
    assert_eq!(paid(&world).await?, [row("Ada", 100_000, 100_000)]);

    let bob = landlord.add(joining(&ada, "Bob", None)).await?;
    landlord
        .change(share(bob.tenant_id, 30_000), &["monthly_rent"], "")
        .await?;
    assert_eq!(
        paid(&world).await?,
        [row("Ada", 70_000, 100_000), row("Bob", 30_000, 100_000)]
    );
    let beyond = landlord
        .change(share(bob.tenant_id, 100_001), &["monthly_rent"], "")
        .await;
    assert_eq!(fields(&refusal(beyond)?), ["monthly_rent"]);
    let dearer = Tenant {
        tenant_id: ada.tenant_id,
        tenancy_rent: money(110_000),
        ..Default::default()
    };
    landlord.change(dearer, &["tenancy_rent"], "").await?;
    assert_eq!(
        paid(&world).await?,
        [row("Ada", 77_000, 110_000), row("Bob", 33_000, 110_000)]
    );
    Ok(())
}

#[tokio::test]
async fn rows_of_a_home_and_day_are_one_tenancy_of_their_shares() -> anyhow::Result<()> {
    let world = world().await?;
    let connection = owner(&world, 1)?;
    let file = "Property,Room,Name,Email,Phone,Lease start,Monthly rent,Leave date\n\
        Park House,1,Ada,ada@example.com,0113 496 0000,2026-03-01,700,\n\
        Park House,1,Bob,bob@example.com,0113 496 0000,2026-03-01,500,\n\
        Park House,2,Cid,cid@example.com,0113 496 0000,2026-03-01,900,\n\
        Park House,2,Dan,dan@example.com,0113 496 0000,2026-03-01,900,\n";
    added(&world, &connection, file).await?;
    assert_eq!(
        paid(&world).await?,
        [
            row("Ada", 70_000, 120_000),
            row("Bob", 50_000, 120_000),
            row("Cid", 45_000, 90_000),
            row("Dan", 45_000, 90_000)
        ]
    );
    Ok(())
}
