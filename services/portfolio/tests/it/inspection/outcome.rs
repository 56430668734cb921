//! The findings of inspections, and the next ones that follow them.

use lintel_proto::{
    convert::timestamp,
    portfolio::v1::{CompleteInspectionRequest, Inspection, InspectionStatus, InspectionView},
};
use lintel_testkit::tokens::landlord;

use super::{Caller, KEY, NOWHERE, bare_house, ids, on};
use crate::{
    harness::{World, fields, reason, refusal},
    property::{day, house},
};

#[tokio::test]
async fn what_an_inspection_showed_is_kept_and_it_is_done_once() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = bare_house(&world, &helen).await?;
    let planned = helen
        .plan(Inspection {
            notes: "Ring first".to_owned(),
            ..on(property, day(2026, 11, 20))
        })
        .await?;
    let yesterday = "2026-11-20T15:00:00Z".parse()?;
    let photo = world.photo(1).await?;
    let request = CompleteInspectionRequest {
        inspection_id: planned.inspection_id,
        issues_found: "Mould behind the wardrobe".to_owned(),
        action_required: "Treat and fit an extractor".to_owned(),
        media_urls: vec![photo.clone()],
        complete_time: Some(timestamp(yesterday)),
        etag: "1".to_owned(),
        request_id: KEY.to_owned(),
        ..Default::default()
    };
    let done = helen.complete(request.clone()).await?;
    assert_eq!(done.status(), InspectionStatus::Completed);
    assert_eq!(done.notes, "Ring first");
    assert_eq!(done.issues_found, "Mould behind the wardrobe");
    assert_eq!(done.action_required, "Treat and fit an extractor");
    assert_eq!(done.media_urls, [photo.as_str()]);
    assert_eq!(done.complete_time, Some(timestamp(yesterday)));
    assert_eq!((done.overdue_days, done.changed_by_user_id), (None, 11));
    assert_eq!(helen.complete(request.clone()).await?, done);
    for etag in ["1", ""] {
        let again = CompleteInspectionRequest {
            etag: etag.to_owned(),
            request_id: String::new(),
            ..request.clone()
        };
        let status = refusal(helen.complete(again).await)?;
        let expected = if etag.is_empty() {
            "INSPECTION_CLOSED"
        } else {
            "STALE_ETAG"
        };
        assert_eq!(reason(&status), expected);
    }
    let cancelled = refusal(helen.cancel(planned.inspection_id, "").await)?;
    assert_eq!(reason(&cancelled), "INSPECTION_CLOSED");

    let next = helen.plan(on(property, day(2026, 11, 20))).await?;
    let broken = CompleteInspectionRequest {
        inspection_id: next.inspection_id,
        media_urls: vec![
            photo,
            "https://elsewhere.example/x.png".to_owned(),
            NOWHERE.to_owned(),
            world.photo(2).await?,
        ],
        complete_time: Some(timestamp("2026-11-21T10:00:01Z".parse()?)),
        ..Default::default()
    };
    let status = refusal(helen.complete(broken).await)?;
    let mut named = fields(&status);
    named.sort();
    let expected = [
        "complete_time",
        "media_urls[1]",
        "media_urls[2]",
        "media_urls[3]",
    ];
    assert_eq!(named, expected);
    Ok(())
}

#[tokio::test]
async fn a_new_property_and_a_completed_inspection_get_the_next_inspection() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let property = world.landlord()?.create(house("House")).await?.property_id;
    let upcoming = helen.view(InspectionView::Upcoming).await?;
    let [first] = &upcoming[..] else {
        anyhow::bail!("{upcoming:?}")
    };
    // Six months from the 21st of November 2026.
    assert_eq!(first.inspection_date, day(2027, 5, 21));
    assert_eq!(
        (first.property_id, first.automatic, first.changed_by_user_id),
        (property, true, 0)
    );

    // Done three months early, on the 28th of February: the next counts from then.
    world.clock.advance(chrono::Duration::days(99));
    let nothing = CompleteInspectionRequest {
        inspection_id: first.inspection_id,
        nothing_found: true,
        ..Default::default()
    };
    // It is planned for a later day, so it is moved to the one on which it took place.
    let early = refusal(helen.complete(nothing.clone()).await)?;
    assert_eq!(reason(&early), "INSPECTION_NOT_DUE");
    let mut moved = first.clone();
    moved.inspection_date = day(2027, 2, 28);
    helen.change(moved, &["inspection_date"], "").await?;
    let silent = CompleteInspectionRequest {
        nothing_found: false,
        ..nothing.clone()
    };
    let refused = refusal(helen.complete(silent).await)?;
    assert_eq!(fields(&refused), ["issues_found"]);
    let contradicting = CompleteInspectionRequest {
        issues_found: "Mould".to_owned(),
        ..nothing.clone()
    };
    let refused = refusal(helen.complete(contradicting).await)?;
    assert_eq!(fields(&refused), ["nothing_found"]);
    let done = helen.complete(nothing).await?;
    assert_eq!(done.notes, "Nothing found.");
    let upcoming = helen.view(InspectionView::Upcoming).await?;
    let [second] = &upcoming[..] else {
        anyhow::bail!("{upcoming:?}")
    };
    // A Saturday; the Monday is a bank holiday.
    assert_eq!(second.inspection_date, day(2027, 8, 31));
    assert!(second.automatic);

    // Called off: the next counts from the day of that one.
    helen.cancel(second.inspection_id, "").await?;
    let upcoming = helen.view(InspectionView::Upcoming).await?;
    assert_eq!(upcoming.len(), 1);
    assert_eq!(upcoming[0].inspection_date, day(2028, 2, 29));

    // One that a person planned keeps Lintel from adding another.
    let own = helen.plan(on(property, day(2027, 4, 1))).await?;
    helen.cancel(upcoming[0].inspection_id, "").await?;
    assert_eq!(
        ids(&helen.view(InspectionView::Upcoming).await?),
        [own.inspection_id]
    );
    Ok(())
}
