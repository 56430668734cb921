//! Booking a viewing and changing it.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use lintel_core::{Error, Violations};

use super::{Moment, Viewer, Viewing, ViewingStatus, remind_at};
use crate::domain::check::{self, LONGEST_NAME, LONGEST_PHONE};

const NAME: &str = "Name must be at least 2 characters";
const EMAIL: &str = "Invalid email address";
const PHONE: &str = "Phone number must be at least 10 digits";
/// The longest notes, in characters.
const LONGEST_NOTES: usize = 4_000;
/// The longest note for the viewer, in characters.
const LONGEST_NOTE_FOR_VIEWER: usize = 500;
const INVALID: &str = "VIEWING_INVALID";

/// A viewing as typed.
#[derive(Debug, Clone, Default)]
pub struct ViewingDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The property.
    pub property: i64,
    /// The room of a shared house.
    pub room: Option<String>,
    /// The viewer's name.
    pub name: String,
    /// Their address.
    pub email: String,
    /// Their phone number.
    pub phone: String,
    /// The day.
    pub day: Option<NaiveDate>,
    /// The time of day.
    pub time: Option<NaiveTime>,
    /// The landlord's notes.
    pub notes: String,
    /// The note for the viewer.
    pub note_for_viewer: String,
    /// The new status.
    pub status: Option<ViewingStatus>,
}

/// A field of a viewing that can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewingField {
    /// The room.
    Room,
    /// The viewer's name.
    Name,
    /// Their address.
    Email,
    /// Their phone number.
    Phone,
    /// The day.
    Day,
    /// The time of day.
    Time,
    /// The notes.
    Notes,
    /// The note for the viewer.
    NoteForViewer,
    /// The status.
    Status,
}

impl ViewingField {
    /// The field that a path names.
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        Some(match path {
            "room_number" => Self::Room,
            "viewer_name" => Self::Name,
            "viewer_email" => Self::Email,
            "viewer_phone" => Self::Phone,
            "viewing_date" => Self::Day,
            "viewing_time" => Self::Time,
            "notes" => Self::Notes,
            "note_for_viewer" => Self::NoteForViewer,
            "status" => Self::Status,
            _ => return None,
        })
    }
}

/// A viewing to book: who comes, when, and the notes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewViewing {
    /// The viewer.
    pub viewer: Viewer,
    /// When.
    pub at: Moment,
    /// The landlord's notes.
    pub notes: Option<String>,
    /// The note for the viewer.
    pub note_for_viewer: Option<String>,
}

impl NewViewing {
    /// Judges a draft at `now`.
    ///
    /// # Errors
    /// `VIEWING_INVALID` with every offending field.
    pub fn try_new(draft: ViewingDraft, now: DateTime<Utc>) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        let v = &mut found;
        let name = check::text(v, "viewer_name", &draft.name, &(2..=LONGEST_NAME), NAME);
        let email = check::email(v, "viewer_email", &draft.email, EMAIL);
        let phone = check::text(
            v,
            "viewer_phone",
            &draft.phone,
            &(10..=LONGEST_PHONE),
            PHONE,
        );
        let (day, time) = (("viewing_date", draft.day), ("viewing_time", draft.time));
        let at = Moment::named(v, day, time, now);
        let notes = check::note(v, "notes", &draft.notes, LONGEST_NOTES);
        let note_for_viewer = note_for_viewer(v, &draft.note_for_viewer);
        let ((Some(name), Some(email), Some(phone)), Some(at), true) =
            ((name, email, phone), at, found.is_empty())
        else {
            return Err(refused(found));
        };
        Ok(Self {
            viewer: Viewer { name, email, phone },
            at,
            notes,
            note_for_viewer,
        })
    }
}

/// Returns the viewing with `fields` of it changed to those of `draft` at `now`. `room` is the room that the draft names, as
/// its door has it. A new time makes a Scheduled viewing of a Confirmed one and clears what the viewer answered. The status comes last.
///
/// # Errors
/// `VIEWING_INVALID` with every offending field; `VIEWING_TRANSITION` for a status that it cannot have, and for another time or place
/// of a viewing that is over or called off.
pub fn change(
    before: &Viewing,
    fields: &[ViewingField],
    draft: ViewingDraft,
    room: Option<String>,
    now: DateTime<Utc>,
) -> Result<Viewing, Error> {
    let mut after = before.clone();
    let mut found = draft.unreadable;
    let v = &mut found;
    let named = |field| fields.contains(&field);
    if named(ViewingField::Notes) {
        after.notes = check::note(v, "notes", &draft.notes, LONGEST_NOTES);
    }
    if named(ViewingField::NoteForViewer) {
        after.note_for_viewer = note_for_viewer(v, &draft.note_for_viewer);
    }
    let of_viewer = [
        (ViewingField::Name, "viewer_name"),
        (ViewingField::Email, "viewer_email"),
        (ViewingField::Phone, "viewer_phone"),
    ];
    if let Some(viewer) = &mut after.viewer {
        if named(ViewingField::Name) {
            let name = check::text(v, "viewer_name", &draft.name, &(2..=LONGEST_NAME), NAME);
            viewer.name = name.unwrap_or_default();
        }
        if named(ViewingField::Email) {
            let email = check::email(v, "viewer_email", &draft.email, EMAIL);
            viewer.email = email.unwrap_or_default();
        }
        if named(ViewingField::Phone) {
            let phone = check::text(
                v,
                "viewer_phone",
                &draft.phone,
                &(10..=LONGEST_PHONE),
                PHONE,
            );
            viewer.phone = phone.unwrap_or_default();
        }
    } else {
        for (_, path) in of_viewer.into_iter().filter(|(field, _)| named(*field)) {
            check::refuse(v, path, "This viewer’s details were erased.");
        }
    }
    let (day_named, time_named) = (named(ViewingField::Day), named(ViewingField::Time));
    let day = if day_named {
        draft.day
    } else {
        Some(before.at.day)
    };
    let time = if time_named {
        draft.time
    } else {
        Some(before.at.time)
    };
    let same_time = (day, time) == (Some(before.at.day), Some(before.at.time));
    if (day_named || time_named) && !same_time {
        let moment = Moment::named(v, ("viewing_date", day), ("viewing_time", time), now);
        after.at = moment.unwrap_or(before.at);
    }
    let status = named(ViewingField::Status).then_some(draft.status);
    if status == Some(None) {
        check::refuse(v, "status", "Choose a status.");
    }
    if named(ViewingField::Room) {
        after.home.room = room;
    }
    if !found.is_empty() {
        return Err(refused(found));
    }

    let (moved, elsewhere) = (after.at != before.at, after.home.room != before.home.room);
    if (moved || elsewhere) && !before.status.is_open() {
        return Err(before.status.refused());
    }
    if moved {
        after.status = ViewingStatus::Scheduled;
        after.reply = None;
        after.notice_at = None;
        after.moves += 1;
        after.remind_at = remind_at(after.at, now);
    }
    if elsewhere {
        after.notice_at = None;
    }
    if let Some(Some(status)) = status {
        after.status = after.status.become_(status)?;
    }
    let noted = after.note_for_viewer != before.note_for_viewer;
    after.sequence += i32::from(moved || elsewhere || noted || after.status != before.status);
    Ok(after)
}

fn note_for_viewer(found: &mut Violations, typed: &str) -> Option<String> {
    check::note(found, "note_for_viewer", typed, LONGEST_NOTE_FOR_VIEWER)
}

fn refused(found: Violations) -> Error {
    Error::Invalid {
        reason: INVALID,
        violations: found,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::{
        super::{Reply, ViewerAnswer, example},
        *,
    };

    fn now() -> DateTime<Utc> {
        "2026-11-25T10:00:00Z".parse().unwrap()
    }

    fn draft(day: &str, time: &str) -> ViewingDraft {
        ViewingDraft {
            property: 7,
            name: " Ada Byron ".to_owned(),
            email: "ada@example.com".to_owned(),
            phone: "07700 900000".to_owned(),
            day: day.parse().ok(),
            time: time.parse().ok(),
            ..ViewingDraft::default()
        }
    }

    fn fields(error: &Error) -> Vec<&str> {
        let Error::Invalid { violations, .. } = error else {
            return Vec::new();
        };
        violations.iter().map(|one| one.field.as_str()).collect()
    }

    #[test]
    fn a_viewing_is_booked_whole_or_every_field_is_named() {
        let new = NewViewing::try_new(draft("2026-12-01", "14:00:00"), now()).unwrap();
        assert_eq!(new.viewer.name, "Ada Byron");
        assert_eq!(new.notes, None);
        let refused = NewViewing::try_new(ViewingDraft::default(), now()).unwrap_err();
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
    }

    #[test]
    fn a_new_time_makes_it_scheduled_and_clears_the_answer() {
        let mut before = example();
        before.status = ViewingStatus::Confirmed;
        before.notice_at = Some(now());
        before.reply = Some(Reply {
            answer: ViewerAnswer::Confirm,
            at: now(),
            wished: None,
            message: None,
        });
        let time = [ViewingField::Time];
        let after = change(&before, &time, draft("", "15:30:00"), None, now()).unwrap();
        assert_eq!(after.status, ViewingStatus::Scheduled);
        assert_eq!((after.sequence, after.moves), (1, 1));
        assert_eq!((after.reply, after.notice_at), (None, None));
        assert_eq!(after.at.day, before.at.day);
        let remind: DateTime<Utc> = "2026-11-30T15:30:00Z".parse().unwrap();
        assert_eq!(after.remind_at, Some(remind));
        let both = [ViewingField::Status, ViewingField::Time];
        let confirmed = ViewingDraft {
            status: Some(ViewingStatus::Confirmed),
            ..draft("", "15:30:00")
        };
        let after = change(&before, &both, confirmed, None, now()).unwrap();
        assert_eq!(
            (after.status, after.sequence),
            (ViewingStatus::Confirmed, 1)
        );
    }

    #[test]
    fn the_same_time_is_no_new_time_even_when_it_is_over() {
        let before = example();
        let late = before.at.instant + crate::domain::viewing::LASTS;
        let day = [ViewingField::Day, ViewingField::Time];
        let same = change(&before, &day, draft("2026-12-01", "14:00:00"), None, late);
        assert_eq!(same.unwrap(), before);
        let past = change(&before, &day, draft("2026-12-01", "13:00:00"), None, late);
        assert_eq!(fields(&past.unwrap_err()), ["viewing_time"]);
    }

    #[test]
    fn a_note_for_the_viewer_stands_beside_the_private_notes() {
        let before = example();
        let draft = ViewingDraft {
            note_for_viewer: "Meet at the side gate".to_owned(),
            ..draft("2026-12-01", "14:00")
        };
        let fields = [ViewingField::NoteForViewer];
        let after = change(&before, &fields, draft.clone(), None, before.updated_at).unwrap();
        assert_eq!(
            after.note_for_viewer.as_deref(),
            Some("Meet at the side gate")
        );
        assert_eq!(after.notes, before.notes);
        assert_eq!(after.sequence, before.sequence + 1);
        let long = ViewingDraft {
            note_for_viewer: "x".repeat(501),
            ..draft
        };
        let refused = NewViewing::try_new(long, before.updated_at).unwrap_err();
        assert!(refused.to_string().contains("500"), "{refused}");
    }

    #[test]
    fn what_is_over_is_not_moved_but_its_notes_may_change() {
        let mut before = example();
        before.status = ViewingStatus::Completed;
        let time = [ViewingField::Time];
        let moved = change(&before, &time, draft("", "15:30:00"), None, now());
        assert_eq!(moved.unwrap_err().reason(), "VIEWING_TRANSITION");
        let noted = ViewingDraft {
            notes: "Liked it".to_owned(),
            ..ViewingDraft::default()
        };
        let after = change(&before, &[ViewingField::Notes], noted, None, now()).unwrap();
        assert_eq!(after.notes.as_deref(), Some("Liked it"));
        assert_eq!(after.sequence, 0);
    }

    #[test]
    fn another_room_is_another_place() {
        let room = Some("2b".to_owned());
        let place = [ViewingField::Room];
        let after = change(&example(), &place, ViewingDraft::default(), room, now()).unwrap();
        assert_eq!((after.sequence, after.moves), (1, 0));
    }

    #[test]
    fn nobody_comes_back_who_was_erased() {
        let mut before = example();
        before.viewer = None;
        let name = [ViewingField::Name];
        let refused = change(&before, &name, draft("", ""), None, now()).unwrap_err();
        assert_eq!(fields(&refused), ["viewer_name"]);
    }
}
