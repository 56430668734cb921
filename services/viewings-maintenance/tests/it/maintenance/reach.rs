//! Nobody reaches what is not theirs, and the name of a tenant goes with the copy of them.

use lintel_proto::maintenance::v1::{MaintenanceStatus, Visit};
use lintel_viewings_maintenance::{domain::TenantNews, store};
use tonic::Code;

use super::{ANN, Hand, day, owner, report, tenant, time, world};
use crate::harness::{reason, refusal};

async fn sees_nothing(stranger: &Hand, id: i64) -> anyhow::Result<()> {
    let visit = Visit {
        visit_date: day(2026, 12, 1),
        start_time: time(9, 0),
        end_time: time(10, 0),
        ..Visit::default()
    };
    let all = [
        refusal(stranger.get(id).await)?,
        refusal(stranger.move_to(id, MaintenanceStatus::Cancelled).await)?,
        refusal(stranger.comments(id).await)?,
        refusal(stranger.say(id, "Hello", &[]).await)?,
        refusal(stranger.book(id, visit).await)?,
        refusal(stranger.call_off(id).await)?,
        refusal(stranger.confirm(id).await)?,
    ];
    for refused in all {
        let code = refused.code();
        assert!(
            code == Code::NotFound || code == Code::PermissionDenied,
            "{refused:?}"
        );
        if code == Code::NotFound {
            assert_eq!(reason(&refused), "MAINTENANCE_REQUEST_NOT_FOUND");
        }
    }
    assert!(stranger.titles(Default::default()).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn another_organisation_and_other_tenants_find_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    sees_nothing(&owner(&world, 2)?, id).await?;
    sees_nothing(&tenant(&world, super::CLEO)?, id).await?;
    sees_nothing(&tenant(&world, 99)?, id).await?;
    assert_eq!(ann.get(id).await?.version, 1);
    Ok(())
}

#[tokio::test]
async fn the_name_goes_with_the_copy_and_the_record_stays() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, landlord) = (tenant(&world, ANN)?, owner(&world, 1)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    ann.say(id, "Please hurry", &[]).await?;
    let gone = TenantNews {
        tenant: 1.into(),
        state: None,
        version: 2,
    };
    let mut tx = world.database.db.begin_worker().await?;
    store::tenant::keep(&mut tx, 1.into(), &gone).await?;
    tx.commit().await?;
    let left = landlord.get(id).await?;
    assert_eq!(
        (
            left.tenant_id,
            left.tenant_name.as_str(),
            left.tenant_phone.as_str()
        ),
        (1, "", "")
    );
    let comments = landlord.comments(id).await?;
    assert_eq!(
        (comments[0].text.as_str(), comments[0].author_name.as_str()),
        ("Please hurry", "")
    );
    Ok(())
}
