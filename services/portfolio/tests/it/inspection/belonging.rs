//! The ownership of inspections, and the deletions that remove them.

use lintel_core::Grade;
use lintel_proto::portfolio::v1::{
    CompleteInspectionRequest, InspectionBooking, InspectionSettings, InspectionView,
};
use lintel_testkit::tokens::{landlord, member};
use tonic::Code;

use super::{Caller, bare_house, on};
use crate::{
    harness::{World, reason, refusal},
    property::{day, house},
    sale::sale,
};

#[tokio::test]
async fn another_organisation_s_inspection_answers_as_one_that_does_not_exist() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let stranger = Caller::of(&world, &landlord(22, 2))?;
    let property = bare_house(&world, &helen).await?;
    let hers = helen.plan(on(property, day(2026, 11, 1))).await?;
    let inspection_id = hers.inspection_id;
    let settings = InspectionSettings {
        property_id: property,
        frequency_months: Some(5),
        ..Default::default()
    };
    let booking = InspectionBooking {
        inspection_id,
        ..Default::default()
    };
    let outcome = CompleteInspectionRequest {
        inspection_id,
        media_urls: vec![String::new()],
        ..Default::default()
    };
    for (status, expected) in [
        (
            refusal(stranger.get(inspection_id).await)?,
            "INSPECTION_NOT_FOUND",
        ),
        (
            refusal(stranger.change(hers.clone(), &[], "").await)?,
            "INSPECTION_NOT_FOUND",
        ),
        (
            refusal(stranger.complete(outcome).await)?,
            "INSPECTION_NOT_FOUND",
        ),
        (
            refusal(stranger.cancel(inspection_id, "9").await)?,
            "INSPECTION_NOT_FOUND",
        ),
        (
            refusal(stranger.schedule(vec![booking], "").await)?,
            "INSPECTION_NOT_FOUND",
        ),
        (
            refusal(stranger.plan(on(property, None)).await)?,
            "PROPERTY_NOT_FOUND",
        ),
        (
            refusal(stranger.settings(property).await)?,
            "PROPERTY_NOT_FOUND",
        ),
        (
            refusal(stranger.set(settings, "").await)?,
            "PROPERTY_NOT_FOUND",
        ),
    ] {
        assert_eq!(
            (status.code(), &*reason(&status)),
            (Code::NotFound, expected)
        );
    }
    assert!(stranger.view(InspectionView::Unspecified).await?.is_empty());
    assert!(stranger.proposals().await?.is_empty());
    let viewer = Caller::of(&world, &member(12, 1, Grade::Viewer))?;
    assert_eq!(viewer.get(inspection_id).await?, hers);
    let refused = refusal(viewer.cancel(inspection_id, "").await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    Ok(())
}

#[tokio::test]
async fn inspections_of_a_deleted_property_go_with_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let gone = bare_house(&world, &helen).await?;
    let kept = bare_house(&world, &helen).await?;
    for property in [gone, kept] {
        let done = helen.plan(on(property, day(2026, 11, 1))).await?;
        let request = CompleteInspectionRequest {
            inspection_id: done.inspection_id,
            nothing_found: true,
            ..Default::default()
        };
        helen.complete(request).await?;
        helen.plan(on(property, day(2026, 12, 1))).await?;
    }
    world.landlord()?.delete(gone).await?;
    let rows = helen.view(InspectionView::Unspecified).await?;
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row.property_id == kept));
    let left = world
        .number("SELECT count(*) FROM property_inspections")
        .await?;
    let settings = world
        .number("SELECT count(*) FROM inspection_settings")
        .await?;
    assert_eq!((left, settings), (2, 1));
    Ok(())
}

#[tokio::test]
async fn certificates_and_inspections_of_a_sold_property_go_with_it() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let sold = world.landlord()?.create(house("Sold")).await?.property_id;
    let kept = world.landlord()?.create(house("Kept")).await?.property_id;
    world.equip().await?;
    world.landlord()?.sell(sold, sale()).await?;
    let rows = helen.view(InspectionView::Unspecified).await?;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].property_id, kept);
    for left in [
        "SELECT count(*) FROM property_certificates",
        "SELECT count(*) FROM property_inspections",
        "SELECT count(*) FROM inspection_settings",
    ] {
        assert_eq!(world.number(left).await?, 1, "{left}");
    }
    Ok(())
}
