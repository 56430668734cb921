//! Filling copies that no event reaches.

use std::sync::Arc;

use lintel_core::Clock;
use lintel_proto::{
    identity::v1::OrganisationSnapshot,
    portfolio::v1::{InspectionStatus, PropertyChanged},
};
use lintel_runtime::fill::{self, Filled};
use lintel_testkit::{OwnersServer, wait_for};
use lintel_viewings_maintenance::{jobs::Fill, store};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{
    PATIENCE, account, home_name, house, inspection, living, member, name, organisation, scope,
    tenant,
};
use crate::harness::{World, peers};

#[tokio::test]
async fn copies_that_no_event_reaches_are_filled_once_from_their_owners() -> anyhow::Result<()> {
    let world = World::start().await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let fill = Fill {
        db: world.database.db.clone(),
        clock: Arc::clone(&world.clock) as Arc<dyn Clock>,
        peers: peers(&address)?,
        opener: world.parts.opener.clone(),
    };
    let stop = CancellationToken::new();
    let filled = tokio::spawn(fill::at_first_start(fill.clone(), stop.clone()));

    let owners = OwnersServer::start_on(listener)?;
    let opener = &world.parts.opener;
    let other = PropertyChanged {
        property_id: 71,
        ..house("Second", 1)
    };
    let tess = tenant(opener, "Tess", 1)?;
    let lets = OrganisationSnapshot {
        organisation: Some(organisation(opener, "Lets", 2)?),
        members: vec![member(1)],
    };
    owners.know(|known| {
        known.properties = vec![house("First", 2), other];
        known.inspections = vec![inspection(InspectionStatus::Scheduled, 1)];
        known.tenants = vec![tess];
        known.accounts = vec![account(true, 1)];
        known.organisations = vec![lets];
    });
    wait_for("the copies are filled", PATIENCE, async || {
        let filled: i64 = world
            .scalar("SELECT count(*) FROM vm_filled_copies")
            .await?;
        Ok((filled == 5).then_some(()))
    })
    .await?;
    assert_eq!(home_name(&world).await?.as_deref(), Some("First"));
    assert_eq!(living(&world).await?, ["Tess"]);
    assert_eq!(name(&world).await?.as_deref(), Some("Lets"));
    let inspections: i64 = world.scalar("SELECT count(*) FROM vm_inspections").await?;
    assert_eq!(inspections, 1);
    let mut tx = world.database.db.begin(scope()).await?;
    assert!(store::account::auto_assigns(&mut tx, 12.into()).await?);
    drop(tx);
    stop.cancel();
    filled.await??;

    // Their owners were restored from an older backup: they know less, and by lower versions. There is one row too many of each.
    for sql in [
        "UPDATE vm_homes SET name = 'Undone', version = 9 WHERE property_id = 70",
        "INSERT INTO vm_homes (organisation_id, property_id, version) VALUES (1, 72, 9)",
        "INSERT INTO vm_inspections (organisation_id, inspection_id, property_id, version) VALUES (1, 900, 70, 9)",
        "INSERT INTO vm_tenants (organisation_id, tenant_id, version) VALUES (1, 900, 9)",
        "INSERT INTO vm_accounts (user_id, version) VALUES (900, 9)",
        "INSERT INTO vm_organisations (organisation_id, name, version) VALUES (900, 'Undone', 9)",
        "INSERT INTO vm_members (organisation_id, membership_id, user_id, version) VALUES (1, 900, 900, 9)",
    ] {
        world.execute(sql).await?;
    }
    // With the five rows that every world begins with, of which these owners know nothing.
    assert_eq!(fill::all(&fill).await?, Filled { rows: 6, gone: 11 });
    assert_eq!(home_name(&world).await?.as_deref(), Some("First"));
    assert_eq!(living(&world).await?, ["Tess"]);
    Ok(())
}
