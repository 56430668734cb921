//! Overdue, upcoming and finished inspections, and the most urgent of them.

use lintel_proto::portfolio::v1::{
    CertificateType, CompleteInspectionRequest, CreateCertificateRequest, Inspection,
    InspectionView, ListInspectionsRequest, certificate_service_client::CertificateServiceClient,
};
use lintel_testkit::tokens::landlord;

use super::{Caller, at, bare_house, ids, on};
use crate::{
    harness::{World, fields, reason, refusal},
    property::day,
};

#[tokio::test]
async fn lists_are_overdue_upcoming_and_over_each_in_its_order() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let (one, other) = (
        bare_house(&world, &helen).await?,
        bare_house(&world, &helen).await?,
    );
    let mut planned = Vec::new();
    // Today is the 21st of November 2026.
    for (property, date, hour) in [
        (one, day(2026, 10, 1), 9),
        (other, day(2026, 11, 20), 9),
        (one, day(2026, 11, 21), 9),
        (one, day(2026, 11, 21), 14),
        (other, day(2027, 1, 5), 9),
        (one, day(2026, 1, 5), 9),
        (one, day(2026, 2, 5), 9),
        (one, day(2026, 3, 5), 9),
    ] {
        let inspection = Inspection {
            inspection_time: at(hour, 0),
            ..on(property, date)
        };
        planned.push(helen.plan(inspection).await?.inspection_id);
    }
    let completed = |inspection_id| CompleteInspectionRequest {
        inspection_id,
        nothing_found: true,
        ..Default::default()
    };
    helen.complete(completed(planned[5])).await?;
    helen.complete(completed(planned[6])).await?;
    helen.cancel(planned[7], "").await?;
    for (view, expected) in [
        (InspectionView::Overdue, vec![planned[0], planned[1]]),
        (InspectionView::Upcoming, planned[2..5].to_vec()),
        (InspectionView::Scheduled, planned[..5].to_vec()),
        (InspectionView::Completed, vec![planned[6], planned[5]]),
        (InspectionView::Cancelled, vec![planned[7]]),
    ] {
        assert_eq!(ids(&helen.view(view).await?), expected, "{view:?}");
    }
    assert_eq!(helen.view(InspectionView::Unspecified).await?.len(), 8);
    let of_other = ListInspectionsRequest {
        property_id: other,
        ..Default::default()
    };
    assert_eq!(
        ids(&helen.list(of_other).await?.inspections),
        [planned[1], planned[4]]
    );
    for (view, expected) in [
        (InspectionView::Scheduled, planned[..5].to_vec()),
        (InspectionView::Completed, vec![planned[6], planned[5]]),
    ] {
        let mut paged = Vec::new();
        let mut request = ListInspectionsRequest {
            view: view.into(),
            page_size: 1,
            ..Default::default()
        };
        loop {
            let page = helen.list(request.clone()).await?;
            paged.extend(ids(&page.inspections));
            if page.next_page_token.is_empty() {
                break;
            }
            request.page_token = page.next_page_token;
        }
        assert_eq!(paged, expected, "{view:?}");
    }
    let unknown = ListInspectionsRequest {
        view: 99,
        ..Default::default()
    };
    let status = refusal(helen.list(unknown).await)?;
    assert_eq!(
        (&*reason(&status), fields(&status)),
        ("FILTER_INVALID", vec!["view".to_owned()])
    );
    Ok(())
}

#[tokio::test]
async fn an_inspection_is_overdue_from_midnight_in_london() -> anyhow::Result<()> {
    for (date, still, over) in [
        (
            day(2026, 12, 1),
            "2026-12-01T23:59:59Z",
            "2026-12-02T00:00:00Z",
        ),
        (
            day(2026, 3, 29),
            "2026-03-29T22:59:59Z",
            "2026-03-29T23:00:00Z",
        ),
        (
            day(2026, 10, 25),
            "2026-10-25T23:59:59Z",
            "2026-10-26T00:00:00Z",
        ),
    ] {
        for (now, overdue) in [(still, None), (over, Some(1))] {
            let world = World::start_at(now).await?;
            let helen = Caller::of(&world, &landlord(11, 1))?;
            let property = bare_house(&world, &helen).await?;
            let planned = helen.plan(on(property, date)).await?;
            assert_eq!(planned.overdue_days, overdue, "{now}");
            let listed = helen.view(InspectionView::Overdue).await?;
            assert_eq!(listed.len(), usize::from(overdue.is_some()), "{now}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn the_summary_counts_everything_and_shows_the_most_pressing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = Caller::of(&world, &landlord(11, 1))?;
    let nothing = helen.summary().await?;
    assert_eq!(nothing.urgent_count, 0);
    assert_eq!(nothing.unrecorded, Vec::<i32>::new());
    // What nobody has said counts as if it asked for the certificate: the area of a licence, here.
    let missing: Vec<i32> = [
        CertificateType::Eicr,
        CertificateType::Epc,
        CertificateType::SmokeCoAlarm,
        CertificateType::Legionella,
        CertificateType::SelectiveLicence,
    ]
    .map(Into::into)
    .to_vec();
    let property = bare_house(&world, &helen).await?;
    let token = world.mint.token(&landlord(11, 1))?;
    let mut certificates = CertificateServiceClient::new(world.bearer(Some(&token))?);
    for (count, from) in [(3, -3), (4, 0), (5, 8)] {
        for days in from..from + count {
            let expiry = chrono::NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default()
                + chrono::Duration::days(days);
            let certificate = lintel_proto::portfolio::v1::Certificate {
                property_id: property,
                certificate_type: 1,
                expiry_date: Some(expiry.into()),
                ..Default::default()
            };
            let certificate = CreateCertificateRequest {
                certificate: Some(certificate),
                request_id: String::new(),
            };
            certificates.create_certificate(certificate).await?;
        }
    }
    for date in [day(2026, 9, 1), day(2026, 10, 1), day(2026, 11, 20)] {
        helen.plan(on(property, date)).await?;
    }
    for month in 1..=7 {
        helen.plan(on(property, day(2027, month, 1))).await?;
    }
    let summary = helen.summary().await?;
    assert_eq!(summary.urgent_count, 3 + 4 + 3);
    assert_eq!(summary.unrecorded, missing);
    let duties = summary.duties.unwrap_or_default();
    // With insurance six are missing; the gas record that lasts longest is due.
    assert_eq!((duties.missing, duties.due, duties.valid), (6, 1, 0));
    assert_eq!(summary.duties_to_do.len(), 7);
    let counted = |some: Option<lintel_proto::portfolio::v1::CertificateSummary>| {
        let some = some.unwrap_or_default();
        let days: Vec<_> = some
            .certificates
            .iter()
            .map(|row| row.days_remaining)
            .collect();
        (some.count, days)
    };
    assert_eq!(counted(summary.expired), (3, vec![-3, -2]));
    assert_eq!(counted(summary.expiring_soon), (4, vec![0, 1]));
    assert_eq!(counted(summary.renewal_due), (5, vec![8, 9]));
    let overdue = summary.overdue_inspections.unwrap_or_default();
    let days: Vec<_> = overdue
        .inspections
        .iter()
        .map(|row| row.overdue_days)
        .collect();
    assert_eq!((overdue.count, days), (3, vec![Some(81), Some(51)]));
    let upcoming = summary.upcoming_inspections.unwrap_or_default();
    let dates: Vec<_> = upcoming
        .inspections
        .iter()
        .map(|row| row.inspection_date)
        .collect();
    assert_eq!(upcoming.count, 7);
    assert_eq!(
        dates,
        (1..=5).map(|month| day(2027, month, 1)).collect::<Vec<_>>()
    );

    let stranger = Caller::of(&world, &landlord(22, 2))?;
    let theirs = stranger.summary().await?;
    assert_eq!((theirs.urgent_count, theirs.unrecorded), (0, Vec::new()));
    Ok(())
}
