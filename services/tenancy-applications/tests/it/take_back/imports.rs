//! An import of tenants, taken back as a whole.

use lintel_proto::PublicEvent as _;
use lintel_proto::tenancy::v1::{TakeBackAct::Import, TenancyEnded, Tenant};

use super::{Acts, followed, obstacle};
use crate::{
    applying::{COTTAGE, owner, world},
    harness::{World, reason, refusal},
    tenant_imports::added,
};

const FILE: &str = "Property,Room,Name,Email,Phone,Lease start,Monthly rent\r\n\
    Garden Flat,,Ann Bell,ann@example.com,07700 900000,2026-11-01,1200\r\n\
    Garden Flat,,Ben Bell,ben@example.com,07700 900001,2026-11-01,1200\r\n\
    Cottage,,Cid Cole,cid@example.com,07700 900002,2026-11-01,900\r\n";

async fn tenants(world: &World) -> anyhow::Result<Vec<Tenant>> {
    let listed = world.landlord()?.list(Default::default()).await?;
    Ok(listed.tenants)
}

#[tokio::test]
async fn what_nobody_changed_goes_and_the_rest_says_why_it_stays() -> anyhow::Result<()> {
    let world = world().await?;
    let acts = Acts::of(&world, 1)?;
    let import = added(&world, &owner(&world, 1)?, FILE).await?;
    let refused = refusal(Acts::of(&world, 2)?.look(Import, import).await)?;
    assert_eq!(reason(&refused), "IMPORT_NOT_FOUND");
    assert!(acts.look(Import, import).await?.can_undo);
    let cid = tenants(&world).await?;
    let cid = cid.into_iter().find(|one| one.property_id == COTTAGE);
    let changed = Tenant {
        display_name: "Cid Coles".to_owned(),
        ..cid.unwrap_or_default()
    };
    world
        .landlord()?
        .change(changed, &["display_name"], "")
        .await?;
    let outlook = acts.look(Import, import).await?;
    let rows: Vec<_> = outlook
        .rows
        .iter()
        .map(|row| (row.what.as_str(), row.why.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            ("Garden Flat, from 1 November 2026", ""),
            ("Cottage, from 1 November 2026", "It was changed since"),
        ]
    );
    assert!(!outlook.can_undo);
    let said: Vec<_> = followed(&outlook)
        .iter()
        .map(|one| one.1.to_owned())
        .collect();
    assert_eq!(
        said,
        [
            "1 tenancy of the file is as added",
            "1 tenancy has been changed since"
        ]
    );
    let refused = refusal(acts.undo(Import, import).await)?;
    assert_eq!(reason(&refused), "SOMETHING_FOLLOWED");
    let taken = acts.take_back(Import, import).await?;
    assert_eq!(taken.rows.len(), 2);
    let left: Vec<_> = tenants(&world).await?;
    let left: Vec<_> = left.iter().map(|one| one.display_name.as_str()).collect();
    assert_eq!(left, ["Cid Coles"]);
    let told = world.told().await?;
    assert_eq!(told.last().map(String::as_str), Some(TenancyEnded::TYPE));
    // What is left was changed: nothing is left to take back.
    let outlook = acts.look(Import, import).await?;
    assert!(obstacle(&outlook).starts_with("Everything that this file added"));
    let refused = refusal(acts.take_back(Import, import).await)?;
    assert_eq!(reason(&refused), "TAKE_BACK_BLOCKED");
    Ok(())
}

#[tokio::test]
async fn an_import_is_undone_once_by_two_at_once() -> anyhow::Result<()> {
    let world = world().await?;
    let acts = Acts::of(&world, 1)?;
    let import = added(&world, &owner(&world, 1)?, FILE).await?;
    let (one, other) = tokio::join!(acts.undo(Import, import), acts.take_back(Import, import));
    assert!(one.is_ok() != other.is_ok());
    let refused = if one.is_ok() { other } else { one };
    assert_eq!(reason(&refusal(refused)?), "NOTHING_TO_TAKE_BACK");
    assert!(tenants(&world).await?.is_empty());
    Ok(())
}
