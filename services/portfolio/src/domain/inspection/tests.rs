//! Tests of inspections: when one is overdue, and every rule's text.
#![expect(clippy::unwrap_used, reason = "tests")]

use super::*;

const FILE: &str = "/api/files/0197a0f2-1111-7000-8000-00000000abcd";

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn time(hour: u32, minute: u32) -> NaiveTime {
    NaiveTime::from_hms_opt(hour, minute, 0).unwrap()
}

fn texts<T: std::fmt::Debug>(result: Result<T, Error>) -> Vec<(String, String)> {
    match result {
        Err(Error::Invalid { reason, violations }) => {
            assert_eq!(reason, "INSPECTION_INVALID");
            let found = violations.iter();
            found
                .map(|found| (found.field.clone(), found.message.clone()))
                .collect()
        }
        other => panic!("was not refused: {other:?}"),
    }
}

fn named(field: &str, text: &str) -> (String, String) {
    (field.to_owned(), text.to_owned())
}

fn inspection(status: InspectionStatus, date: &str) -> Inspection {
    Inspection {
        id: 1.into(),
        property: PropertyLabel {
            id: 1.into(),
            name: String::new(),
            address: String::new(),
        },
        appointment: Appointment::on(day(date)),
        status,
        notes: None,
        findings: Findings::default(),
        completed_at: None,
        automatic: false,
        changed_by: None,
        version: 1,
        created_at: DateTime::UNIX_EPOCH,
        updated_at: DateTime::UNIX_EPOCH,
    }
}

#[test]
fn an_open_inspection_is_overdue_from_the_day_after_its_own() {
    let today = day("2026-11-21");
    for (date, overdue) in [
        ("2026-11-22", None),
        ("2026-11-21", None),
        ("2026-11-20", Some(1)),
        ("2025-11-21", Some(365)),
    ] {
        let scheduled = inspection(InspectionStatus::Scheduled, date);
        assert_eq!(scheduled.overdue_days(today), overdue, "{date}");
        for over in [InspectionStatus::Completed, InspectionStatus::Cancelled] {
            assert_eq!(inspection(over, date).overdue_days(today), None);
        }
    }
}

#[test]
fn overdue_and_upcoming_share_the_days_between_them() {
    let today = day("2026-11-21");
    assert_eq!(InspectionView::Overdue.days(today), (None, Some(today)));
    assert_eq!(InspectionView::Upcoming.days(today), (Some(today), None));
    for view in InspectionView::ALL {
        let over = view.status() != InspectionStatus::Scheduled;
        assert_eq!(view.latest_first(), over, "{view:?}");
    }
}

#[test]
fn a_plan_needs_its_day_and_has_ten_o_clock_unless_said() {
    let on = |date: &str| InspectionDraft {
        date: Some(day(date)),
        ..Default::default()
    };
    let plan = InspectionPlan::try_new(on("2026-12-01")).unwrap();
    assert_eq!(plan.appointment.time, time(10, 0));
    // What fell due before the landlord came to Lintel.
    assert!(InspectionPlan::try_new(on("2024-02-29")).is_ok());
    assert_eq!(
        texts(InspectionPlan::try_new(InspectionDraft {
            notes: "x".repeat(4001),
            ..Default::default()
        })),
        [
            named("inspection_date", "Choose the day of the inspection."),
            named("notes", "Notes must have 4,000 characters or fewer."),
        ]
    );
    for slip in ["1999-12-31", "2200-01-01"] {
        let refused = texts(InspectionPlan::try_new(on(slip)));
        let text = "Inspection date must be from 2000 to 2199.";
        assert_eq!(refused, [named("inspection_date", text)]);
    }
}

#[test]
fn an_outcome_is_of_now_or_earlier_and_shows_own_files() {
    let now: DateTime<Utc> = "2026-11-21T10:00:00Z".parse().unwrap();
    let done = OutcomeDraft {
        issues_found: "Mould in the bathroom\n".to_owned(),
        action_required: "Fit an extractor".to_owned(),
        media: vec![FILE.to_owned()],
        ..Default::default()
    };
    let outcome = Outcome::try_new(done, now).unwrap();
    assert_eq!(outcome.completed_at, now);
    assert_eq!(outcome.notes, None);
    assert_eq!(
        outcome.findings.issues_found.as_deref(),
        Some("Mould in the bathroom")
    );
    assert_eq!(outcome.findings.media[0].as_str(), FILE);
    let wrong = OutcomeDraft {
        media: vec![FILE.to_owned(), "/etc/passwd".to_owned(), String::new()],
        completed_at: Some(now + chrono::TimeDelta::microseconds(1)),
        ..Default::default()
    };
    let upload = "Upload the file first: only your own files can be used.";
    assert_eq!(
        texts(Outcome::try_new(wrong, now)),
        [
            named("complete_time", "Completion must not be in the future."),
            named("media_urls[1]", upload),
            named("media_urls[2]", upload),
        ]
    );
    let many = OutcomeDraft {
        media: vec![FILE.to_owned(); 21],
        completed_at: Some("1999-12-31T10:00:00Z".parse().unwrap()),
        ..Default::default()
    };
    assert_eq!(
        texts(Outcome::try_new(many, now)),
        [
            named("complete_time", "Completion must be in 2000 or later."),
            named("media_urls", "An inspection has at most 20 photos."),
        ]
    );
}

#[test]
fn bookings_are_each_inspection_once_not_in_the_past_and_one_at_a_time() {
    let today = day("2026-11-21");
    let booking = |inspection: i64, date: Option<&str>, hour| BookingDraft {
        inspection: inspection.into(),
        date: date.map(day),
        time: Some(time(hour, 0)),
    };
    let booked = bookings(
        vec![
            booking(1, Some("2026-11-21"), 10),
            booking(2, Some("2026-11-21"), 11),
        ],
        Violations::default(),
        today,
    );
    assert_eq!(booked.unwrap().len(), 2);
    let wrong = vec![
        booking(1, Some("2026-11-20"), 10),
        booking(2, None, 11),
        booking(1, Some("2026-11-23"), 10),
        booking(3, Some("2026-11-23"), 10),
    ];
    assert_eq!(
        texts(bookings(wrong, Violations::default(), today)),
        [
            named(
                "bookings[0].inspection_date",
                "Choose today or a later day."
            ),
            named(
                "bookings[1].inspection_date",
                "Choose the day of the inspection."
            ),
            named("bookings[2].inspection_id", "Book each inspection once."),
            named(
                "bookings[3].inspection_time",
                "Another inspection is booked for this time."
            ),
        ]
    );
    assert_eq!(
        texts(bookings(Vec::new(), Violations::default(), today)),
        [named("bookings", "Choose at least one inspection.")]
    );
    let many = (1..=201).map(|id| BookingDraft {
        inspection: id.into(),
        date: Some(today + chrono::TimeDelta::days(id)),
        time: None,
    });
    assert_eq!(
        texts(bookings(many.collect(), Violations::default(), today)),
        [named("bookings", "Book 200 inspections at most at once.")]
    );
}
