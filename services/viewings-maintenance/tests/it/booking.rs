//! Booking viewings, and what everybody is told of one.

use lintel_proto::{
    common::v1::{Date, TimeOfDay},
    viewings::v1::{
        CreateViewingRequest, GetViewingCalendarRequest, GetViewingRequest, UpdateViewingRequest,
        Viewing, ViewingMailKind, ViewingStatus, viewing_service_client::ViewingServiceClient,
    },
};
use tonic::{Code, Status};

use crate::harness::{
    Connection, FLAT, HOUSE, OTHER_FLAT, World, calendar, fields, reason, refusal, violations,
};

/// Somebody who calls about viewings.
pub type Landlord = ViewingServiceClient<Connection>;

/// A day.
pub fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

/// A time of day.
pub fn time(hour: i32, minute: i32) -> Option<TimeOfDay> {
    Some(TimeOfDay { hour, minute })
}

/// A viewing of a home at two o'clock on 1 December.
pub fn viewing(property: i64, name: &str) -> Viewing {
    Viewing {
        property_id: property,
        viewer_name: name.to_owned(),
        viewer_email: format!("{}@example.com", name.to_lowercase()),
        viewer_phone: "07700 900000".to_owned(),
        viewing_date: day(2026, 12, 1),
        viewing_time: time(14, 0),
        ..Viewing::default()
    }
}

/// Books it.
pub async fn book(landlord: &Landlord, viewing: Viewing) -> Result<Viewing, Status> {
    book_once(landlord, viewing, "").await
}

/// Books it under a request id.
pub async fn book_once(
    landlord: &Landlord,
    viewing: Viewing,
    request_id: &str,
) -> Result<Viewing, Status> {
    let request = CreateViewingRequest {
        viewing: Some(viewing),
        request_id: request_id.to_owned(),
    };
    let reply = landlord.clone().create_viewing(request).await?;
    Ok(reply.into_inner().viewing.unwrap_or_default())
}

/// Changes these fields of it.
pub async fn change(landlord: &Landlord, to: Viewing, paths: &[&str]) -> Result<Viewing, Status> {
    let paths = paths.iter().map(|path| (*path).to_owned()).collect();
    let request = UpdateViewingRequest {
        viewing: Some(to),
        update_mask: Some(prost_types::FieldMask { paths }),
        ..UpdateViewingRequest::default()
    };
    let reply = landlord.clone().update_viewing(request).await?;
    Ok(reply.into_inner().viewing.unwrap_or_default())
}

/// Gives it another status.
pub async fn become_(
    landlord: &Landlord,
    viewing_id: i64,
    status: ViewingStatus,
) -> Result<Viewing, Status> {
    let to = Viewing {
        viewing_id,
        status: status.into(),
        ..Viewing::default()
    };
    change(landlord, to, &["status"]).await
}

/// Reads it.
pub async fn get(landlord: &Landlord, viewing_id: i64) -> Result<Viewing, Status> {
    let request = GetViewingRequest { viewing_id };
    let reply = landlord.clone().get_viewing(request).await?;
    Ok(reply.into_inner().viewing.unwrap_or_default())
}

#[tokio::test]
async fn a_viewing_is_booked_and_the_viewer_and_the_host_get_a_calendar_file() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let booked = book(&landlord, viewing(FLAT, "Ada")).await?;
    assert_eq!(booked.status(), ViewingStatus::Scheduled);
    assert_eq!(booked.property_display_name, "Garden Flat");
    assert_eq!(booked.property_postcode, "YO1 7HZ");
    assert_eq!((booked.host_user_id, booked.version), (11, 1));
    assert!(!booked.occupied && booked.notice_time.is_none());
    let (start, end) = (booked.start_time, booked.end_time);
    let seconds = end.map(|end| end.seconds - start.map_or(0, |start| start.seconds));
    assert_eq!(seconds, Some(30 * 60));
    assert_eq!(booked, get(&landlord, booked.viewing_id).await?);

    let mails = world.mails().await?;
    let kinds: Vec<_> = mails.iter().map(|mail| mail.kind).collect();
    assert_eq!(
        kinds,
        [ViewingMailKind::Booked, ViewingMailKind::HostCalendar]
    );
    let (to_viewer, to_host) = (&mails[0], &mails[1]);
    assert_eq!(to_viewer.mail.recipient_email, "ada@example.com");
    assert_eq!(
        to_viewer.mail.property_address,
        "1 Mill Lane, York, YO1 7HZ"
    );
    assert_eq!(to_viewer.mail.property_display_name, "");
    assert_eq!(to_viewer.mail.token.len(), 43);
    assert_eq!((to_host.member, to_viewer.member), (11, 0));
    assert_eq!(to_host.mail.token, "");
    assert_eq!(to_viewer.mail.calendar_method, "PUBLISH");
    assert_eq!(to_host.mail.calendar_method, "REQUEST");
    let page = format!("https://lintel.example/viewings/{}", to_viewer.mail.token);
    assert_eq!(calendar(to_viewer, "URL"), page);
    for mail in &mails {
        assert_eq!(calendar(mail, "DTSTART"), "20261201T140000Z");
        assert_eq!(calendar(mail, "SEQUENCE"), "0");
    }
    assert_eq!(calendar(to_viewer, "UID"), calendar(to_host, "UID"));
    let told: i64 = world
        .scalar("SELECT count(*) FROM outbox WHERE event_type = 'viewings.viewing.changed.v1'")
        .await?;
    assert_eq!(told, 1);

    let request = GetViewingCalendarRequest {
        viewing_id: booked.viewing_id,
    };
    let file = landlord.clone().get_viewing_calendar(request).await?;
    let file = String::from_utf8(file.into_inner().content)?;
    assert!(file.contains("METHOD:PUBLISH\r\n"), "{file}");
    Ok(())
}

#[tokio::test]
async fn a_repeat_books_nothing_more() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = "7b0a2a54-0e37-4b36-9d8e-9c7f4a5d1a01";
    let first = book_once(&landlord, viewing(FLAT, "Ada"), id).await?;
    let again = book_once(&landlord, viewing(FLAT, "Ada"), id).await?;
    assert_eq!(first, again);
    let other = refusal(book_once(&landlord, viewing(FLAT, "Bob"), id).await)?;
    assert_eq!(reason(&other), "REQUEST_ID_REUSED");
    assert_eq!(world.mails().await?.len(), 2);
    Ok(())
}

#[tokio::test]
async fn a_home_that_is_not_there_comes_before_what_is_wrong_with_the_rest() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for property in [0, 999, OTHER_FLAT] {
        let refused = refusal(book(&landlord, viewing(property, "")).await)?;
        assert_eq!(refused.code(), Code::NotFound);
        assert_eq!(reason(&refused), "HOME_NOT_FOUND");
    }
    let in_room = |property: i64, room: &str| Viewing {
        room_number: Some(room.to_owned()),
        ..viewing(property, "Ada")
    };
    for (property, room) in [(HOUSE, "9"), (FLAT, "1")] {
        let refused = refusal(book(&landlord, in_room(property, room)).await)?;
        assert_eq!(reason(&refused), "ROOM_NOT_FOUND");
    }
    let booked = book(&landlord, in_room(HOUSE, " 2B ")).await?;
    assert_eq!(booked.room_number.as_deref(), Some("2b"));
    Ok(())
}

#[tokio::test]
async fn every_field_that_breaks_a_rule_is_named() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let empty = Viewing {
        property_id: FLAT,
        ..Viewing::default()
    };
    let refused = refusal(book(&landlord, empty).await)?;
    assert_eq!(reason(&refused), "VIEWING_INVALID");
    assert_eq!(
        fields(&refused),
        [
            "viewer_name",
            "viewer_email",
            "viewer_phone",
            "viewing_date",
            "viewing_time"
        ]
    );
    let at = |date, clock| Viewing {
        viewing_date: date,
        viewing_time: clock,
        ..viewing(FLAT, "Ada")
    };
    for (date, clock, field) in [
        (day(2026, 11, 24), time(14, 0), "viewing_date"),
        (day(2026, 11, 25), time(10, 0), "viewing_time"),
        (day(2026, 2, 30), time(14, 0), "viewing_date"),
        (day(2026, 12, 1), time(24, 0), "viewing_time"),
        // The clocks go forward at one.
        (day(2027, 3, 28), time(1, 30), "viewing_time"),
    ] {
        let refused = refusal(book(&landlord, at(date, clock)).await)?;
        assert_eq!(fields(&refused), [field], "{date:?} {clock:?}");
    }
    let refused = refusal(book(&landlord, at(day(2027, 3, 28), time(1, 30))).await)?;
    let text = violations(&refused).remove(0).1;
    assert!(text.starts_with("The clocks go forward"), "{text}");
    Ok(())
}

#[tokio::test]
async fn the_time_is_londons_across_summer_time() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for (date, clock, instant) in [
        (day(2027, 3, 27), time(14, 0), "2027-03-27T14:00:00Z"),
        (day(2027, 3, 28), time(14, 0), "2027-03-28T13:00:00Z"),
        // The hour that comes twice is the first one.
        (day(2027, 10, 31), time(1, 30), "2027-10-31T00:30:00Z"),
    ] {
        let at = Viewing {
            viewing_date: date,
            viewing_time: clock,
            ..viewing(FLAT, "Ada")
        };
        let booked = book(&landlord, at).await?;
        let instant: chrono::DateTime<chrono::Utc> = instant.parse()?;
        let start = booked.start_time.map(|start| start.seconds);
        assert_eq!(start, Some(instant.timestamp()));
        assert_eq!((booked.viewing_date, booked.viewing_time), (date, clock));
    }
    Ok(())
}
