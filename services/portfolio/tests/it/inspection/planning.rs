//! Planning, moving, and what an inspection that is over keeps.

use lintel_proto::{
    PublicEvent as _,
    portfolio::v1::{Inspection, InspectionChanged, InspectionStatus},
};
use lintel_testkit::tokens::landlord;
use prost::Message as _;
use tonic::Code;

use super::{Caller, at, bare_house, on};
use crate::{
    harness::{World, fields, reason, refusal},
    property::day,
};

#[tokio::test]
async fn an_inspection_is_planned_with_its_property_at_ten_unless_said() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = bare_house(&world, &helen).await?;
    let planned = helen.plan(on(property, day(2026, 12, 1))).await?;
    assert_eq!(planned.property_display_name, "Victoria Terrace");
    assert_eq!(planned.property_address, "1 High Street, Leeds");
    assert_eq!(planned.inspection_time, at(10, 0));
    assert_eq!(planned.status(), InspectionStatus::Scheduled);
    assert_eq!((planned.overdue_days, planned.automatic), (None, false));
    assert_eq!((planned.changed_by_user_id, planned.version), (11, 1));
    assert_eq!(helen.get(planned.inspection_id).await?, planned);

    let said = Inspection {
        inspection_time: at(15, 30),
        notes: "Keys at the agent's".to_owned(),
        ..on(property, day(2026, 11, 1))
    };
    let past = helen.plan(said).await?;
    assert_eq!(past.inspection_time, at(15, 30));
    assert_eq!(past.overdue_days, Some(20));

    let broken = Inspection {
        inspection_time: at(24, 0),
        ..on(property, None)
    };
    let status = refusal(helen.plan(broken).await)?;
    assert_eq!(reason(&status), "INSPECTION_INVALID");
    assert_eq!(fields(&status), ["inspection_time", "inspection_date"]);
    Ok(())
}

#[tokio::test]
async fn an_inspection_moves_while_it_is_open_and_its_notes_change_for_good() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = bare_house(&world, &helen).await?;
    let planned = helen.plan(on(property, day(2026, 12, 1))).await?;
    let given = Inspection {
        inspection_id: planned.inspection_id,
        inspection_date: day(2026, 12, 8),
        inspection_time: at(14, 0),
        notes: "Ring first".to_owned(),
        ..Default::default()
    };
    let moved = helen
        .change(given.clone(), &["inspection_date"], "1")
        .await?;
    assert_eq!(
        (moved.inspection_date, moved.inspection_time),
        (day(2026, 12, 8), at(10, 0))
    );
    assert_eq!((moved.notes.as_str(), moved.version), ("", 2));
    let stale = refusal(helen.change(given.clone(), &["notes"], "1").await)?;
    assert_eq!(reason(&stale), "STALE_ETAG");
    let mask = refusal(helen.change(given.clone(), &["status"], "").await)?;
    assert_eq!(reason(&mask), "UPDATE_MASK_INVALID");

    let cancelled = helen.cancel(planned.inspection_id, "2").await?;
    assert_eq!(cancelled.status(), InspectionStatus::Cancelled);
    let closed = refusal(helen.change(given.clone(), &["inspection_time"], "").await)?;
    assert_eq!(
        (closed.code(), &*reason(&closed), closed.message()),
        (
            Code::FailedPrecondition,
            "INSPECTION_CLOSED",
            "This inspection is completed or cancelled already. Plan another one instead."
        )
    );
    let noted = helen.change(given, &["notes"], "3").await?;
    assert_eq!(noted.notes, "Ring first");
    Ok(())
}

#[tokio::test]
async fn every_change_is_told_with_the_state_after_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = bare_house(&world, &helen).await?;
    let planned = helen
        .plan(Inspection {
            notes: "A tenant's secret".to_owned(),
            ..on(property, day(2026, 12, 1))
        })
        .await?;
    helen.cancel(planned.inspection_id, "").await?;
    let mut connection = world.database.superuser().await?;
    let payloads: Vec<(String, Vec<u8>)> = sqlx::query_as(
        "SELECT event_type, payload FROM outbox
         WHERE aggregate_type = 'inspection' AND aggregate_id = $1::text ORDER BY seq",
    )
    .bind(planned.inspection_id.to_string())
    .fetch_all(&mut connection)
    .await?;
    let mut told = Vec::new();
    for (kind, payload) in &payloads {
        assert_eq!(kind, InspectionChanged::TYPE);
        assert!(!String::from_utf8_lossy(payload).contains("secret"));
        told.push(InspectionChanged::decode(payload.as_slice())?);
    }
    let snapshot = |version, status: InspectionStatus| InspectionChanged {
        inspection_id: planned.inspection_id,
        organisation_id: 1,
        version,
        property_id: property,
        inspection_date: day(2026, 12, 1),
        inspection_time: at(10, 0),
        status: status.into(),
        automatic: false,
    };
    assert_eq!(
        told,
        [
            snapshot(1, InspectionStatus::Scheduled),
            snapshot(2, InspectionStatus::Cancelled)
        ]
    );
    Ok(())
}
