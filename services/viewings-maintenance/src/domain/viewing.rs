//! Viewings of homes: what one is, how it stands and how that changes.

mod calendar;
mod draft;
mod listing;
mod moment;
mod reply;
mod status;
mod summary;

use chrono::{DateTime, TimeDelta, Utc};
use lintel_core::{OrganisationId, PropertyId, UserId, ViewingId};
use uuid::Uuid;

pub use calendar::{CalendarEntry, CalendarMethod, calendar};
pub use draft::{NewViewing, ViewingDraft, ViewingField, change};
pub use listing::{ViewingFilter, ViewingPlace, ViewingView};
pub use moment::{DAY as NOTICE, Moment, remind_at};
pub use reply::{Reply, ReplyDraft, take as take_reply};
pub use status::{ViewerAnswer, ViewingStatus};
pub use summary::ViewingSummary;

/// The duration of a viewing (docs/reference/uk-lettings.md 5.3: 15 to 30 minutes).
pub const LASTS: TimeDelta = TimeDelta::minutes(30);
/// The time for which the viewer's link works after the viewing began.
pub const LINK_LIVES: TimeDelta = TimeDelta::days(7);

/// A viewing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Viewing {
    /// Its id.
    pub id: ViewingId,
    /// The organisation whose home it is.
    pub organisation: OrganisationId,
    /// The home that is shown.
    pub home: ShownHome,
    /// The viewer; `None` once they were erased.
    pub viewer: Option<Viewer>,
    /// When it begins.
    pub at: Moment,
    /// The status.
    pub status: ViewingStatus,
    /// The landlord's notes.
    pub notes: Option<String>,
    /// The note for the viewer.
    pub note_for_viewer: Option<String>,
    /// The host.
    pub host: UserId,
    /// The viewer's last answer, since it was booked or moved.
    pub reply: Option<Reply>,
    /// When those who live there were given notice of this time.
    pub notice_at: Option<DateTime<Utc>>,
    /// Its id in calendars, for life.
    pub calendar_uid: Uuid,
    /// Grows whenever its time, its place or its status changes (RFC 5545 3.8.7.4).
    pub sequence: i32,
    /// The number of moves to another time.
    pub moves: i32,
    /// When its viewer is reminded; `None` where that is done or pointless.
    pub remind_at: Option<DateTime<Utc>>,
    /// The nonce that the token of the viewer's link is made of; `None` once the viewer was erased.
    pub token_nonce: Option<[u8; 32]>,
    /// True when it was called off because the property left the portfolio.
    pub home_left: bool,
    /// When it was booked.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Grows by one with every change.
    pub version: i64,
}

/// The home that is shown, with its last known name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownHome {
    /// The property.
    pub property: PropertyId,
    /// The landlord's name for it.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// The postcode.
    pub postcode: String,
    /// The room of a shared house; `None` for the whole home.
    pub room: Option<String>,
}

/// A viewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Viewer {
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
    /// Their phone number.
    pub phone: String,
}

impl Viewing {
    /// When it ends.
    #[must_use]
    pub fn ends_at(&self) -> DateTime<Utc> {
        self.at.instant + LASTS
    }

    /// Returns whether the viewer's link works at `now`.
    #[must_use]
    pub fn link_works(&self, now: DateTime<Utc>) -> bool {
        self.viewer.is_some() && now < self.at.instant + LINK_LIVES
    }

    /// Returns an open viewing as it is at `now` when its property leaves the portfolio.
    #[must_use]
    pub fn without_home(&self, now: DateTime<Utc>) -> Self {
        Self {
            status: ViewingStatus::Cancelled,
            home_left: true,
            sequence: self.sequence + 1,
            remind_at: None,
            // Calendars keep the file with the newer stamp.
            updated_at: now,
            ..self.clone()
        }
    }

    /// Returns whether it is still to begin.
    #[must_use]
    pub fn lies_ahead(&self, now: DateTime<Utc>) -> bool {
        now < self.at.instant
    }
}

impl ShownHome {
    /// Street, town and postcode in one line.
    #[must_use]
    pub fn full_address(&self) -> String {
        format!("{}, {}", self.address, self.postcode)
    }
}

/// A viewing of the unit tests.
#[cfg(test)]
pub(crate) fn example() -> Viewing {
    let at = "2026-12-01T14:00:00Z".parse().unwrap_or_default();
    let created_at = "2026-11-25T10:00:00Z".parse().unwrap_or_default();
    Viewing {
        id: 1.into(),
        organisation: 1.into(),
        home: ShownHome {
            property: 7.into(),
            name: "The Mill".to_owned(),
            address: "1 Mill Lane, York".to_owned(),
            postcode: "YO1 7HZ".to_owned(),
            room: None,
        },
        viewer: Some(Viewer {
            name: "Ada Byron".to_owned(),
            email: "ada@example.com".to_owned(),
            phone: "07700 900000".to_owned(),
        }),
        at: Moment::at(at),
        status: ViewingStatus::Scheduled,
        notes: None,
        note_for_viewer: None,
        host: 11.into(),
        reply: None,
        notice_at: None,
        calendar_uid: Uuid::nil(),
        sequence: 0,
        moves: 0,
        remind_at: None,
        token_nonce: Some([1; 32]),
        home_left: false,
        created_at,
        updated_at: created_at,
        version: 1,
    }
}
