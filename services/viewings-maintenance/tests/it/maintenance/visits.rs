//! Visits, and the notice that who lives there has of them.

use lintel_proto::maintenance::v1::{
    BookVisitRequest, MaintenanceEventKind, MaintenanceMailKind as Kind, MaintenanceRequest,
    MaintenanceStatus, Visit,
};

use super::{ANN, day, letters, owner, plumber, problem, report, tenant, time, told, world};
use crate::harness::{HOUSE, World, fields, reason, refusal, violations};

fn visit(date: i32, from: i32, to: i32) -> Visit {
    Visit {
        visit_date: day(2026, 11, date),
        start_time: time(from, 0),
        end_time: time(to, 0),
        ..Visit::default()
    }
}

#[tokio::test]
async fn who_lives_there_is_given_notice_and_told_of_changes() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let firm = landlord.employ(plumber("Brightwater")).await?.contractor_id;
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let named = MaintenanceRequest {
        maintenance_request_id: id,
        contractor_id: firm,
        ..MaintenanceRequest::default()
    };
    landlord.change(named, &["contractor_id"], "").await?;
    told(&world).await?;

    let notes = Visit {
        notes: "Ring twice.".to_owned(),
        ..visit(27, 9, 11)
    };
    let booked = landlord.book(id, notes.clone()).await?;
    let kept = booked.visit.unwrap_or_default();
    assert!(kept.notice_time.is_some());
    let mails = letters(&world).await?;
    assert_eq!(mails.len(), 1);
    let mail = &mails[0].mail;
    assert_eq!(
        (mails[0].kind, mail.recipient_email.as_str()),
        (Kind::Visit, "ann@example.org")
    );
    assert_eq!(
        (mail.contractor_name.as_str(), mail.text.as_str()),
        ("Brightwater", "Ring twice.")
    );
    // 9:00 in London in winter.
    assert_eq!(mail.start_time.map(|at| at.seconds), Some(1_795_770_000));

    let same = landlord.book(id, notes).await?;
    assert_eq!(same.version, booked.version);
    let quiet = landlord.book(id, visit(27, 9, 11)).await?;
    assert_eq!(
        quiet.visit.and_then(|visit| visit.notice_time),
        kept.notice_time
    );
    assert!(told(&world).await?.is_empty());
    landlord.book(id, visit(28, 9, 11)).await?;
    landlord.call_off(id).await?;
    let kinds: Vec<_> = told(&world)
        .await?
        .into_iter()
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(kinds, [Kind::VisitMoved, Kind::VisitCancelled]);
    assert_eq!(
        reason(&refusal(landlord.call_off(id).await)?),
        "VISIT_NOT_FOUND"
    );
    let events = ann.details(id).await?.events;
    let visits: Vec<_> = events
        .iter()
        .filter(|event| event.kind() == MaintenanceEventKind::Visit)
        .map(|event| (event.from.as_str(), event.to.as_str()))
        .collect();
    let (first, second) = (
        "27 November 2026, 09:00 to 11:00",
        "28 November 2026, 09:00 to 11:00",
    );
    assert_eq!(
        visits,
        [("", first), (first, first), (first, second), (second, "")]
    );
    Ok(())
}

#[tokio::test]
async fn less_than_24_hours_need_an_emergency_or_the_tenants_word() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let refused = refusal(landlord.book(id, visit(25, 15, 16)).await)?;
    let text = "Give 24 hours’ notice, or say that the tenant has agreed to less.";
    assert_eq!(
        violations(&refused),
        [("start_time".to_owned(), text.to_owned())]
    );
    let agreed = Visit {
        tenant_agreed: true,
        ..visit(25, 15, 16)
    };
    assert!(
        landlord
            .book(id, agreed)
            .await?
            .visit
            .is_some_and(|visit| visit.tenant_agreed)
    );
    let gas = ann.add(report("I smell gas")).await?.maintenance_request_id;
    assert!(landlord.book(gas, visit(25, 11, 12)).await.is_ok());
    let past = refusal(landlord.book(gas, visit(25, 9, 12)).await)?;
    assert_eq!(fields(&past), ["start_time"]);
    let empty = refusal(landlord.book(gas, Visit::default()).await)?;
    assert_eq!(fields(&empty), ["visit_date", "start_time", "end_time"]);
    Ok(())
}

#[tokio::test]
async fn everybody_in_the_house_is_told_of_a_visit_to_its_hall() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let hall = MaintenanceRequest {
        property_id: HOUSE,
        ..problem("Hallway light flickers")
    };
    let id = landlord.add(hall).await?.maintenance_request_id;
    landlord.book(id, visit(27, 9, 11)).await?;
    let mut whom: Vec<_> = told(&world)
        .await?
        .into_iter()
        .map(|(_, whom)| whom)
        .collect();
    whom.sort();
    assert_eq!(whom, ["bob@example.org", "cleo@example.org"]);
    Ok(())
}

#[tokio::test]
async fn where_nobody_lives_nobody_is_told() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = owner(&world, 1)?;
    let id = landlord
        .add(problem("Tap drips"))
        .await?
        .maintenance_request_id;
    let booked = landlord.book(id, visit(25, 12, 13)).await?;
    assert!(
        booked
            .visit
            .is_some_and(|visit| visit.notice_time.is_none())
    );
    assert!(told(&world).await?.is_empty());
    Ok(())
}

#[tokio::test]
async fn a_finished_request_takes_no_visit_and_calls_the_one_to_come_off() -> anyhow::Result<()> {
    let world = world().await?;
    let landlord = owner(&world, 1)?;
    let id = landlord
        .add(problem("Tap drips"))
        .await?
        .maintenance_request_id;
    landlord.book(id, visit(27, 9, 11)).await?;
    told(&world).await?;
    let gone = landlord.move_to(id, MaintenanceStatus::Cancelled).await?;
    assert_eq!(gone.visit, None);
    let kinds: Vec<_> = told(&world)
        .await?
        .into_iter()
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(kinds, [Kind::VisitCancelled, Kind::StatusChanged]);
    let refused = refusal(landlord.book(id, visit(27, 9, 11)).await)?;
    assert_eq!(reason(&refused), "MAINTENANCE_TRANSITION");
    let stale = BookVisitRequest {
        maintenance_request_id: id,
        visit: Some(visit(27, 9, 11)),
        etag: "1".to_owned(),
        request_id: String::new(),
    };
    let refused = refusal(landlord.requests.clone().book_visit(stale).await)?;
    assert_eq!(reason(&refused), "STALE_ETAG");
    Ok(())
}
