//! The mails about viewings.

use chrono::{DateTime, Utc};

use super::{calendar_file::CalendarFile, contents_error::ContentsError, link_token::LinkToken};

lintel_core::spelt! {
    /// Which mail about a viewing it is.
    ViewingNotice {
        /// To the viewer: it is booked.
        Booked = "viewing-booked",
        /// To the viewer: another time.
        Moved = "viewing-moved",
        /// To the viewer: it is confirmed.
        Confirmed = "viewing-confirmed",
        /// To the viewer: it is cancelled.
        Cancelled = "viewing-cancelled",
        /// To the viewer: it is tomorrow.
        Reminder = "viewing-reminder",
        /// To the member who shows the home: what the viewer answered.
        Answered = "viewing-answered",
        /// To the member who shows the home: the calendar file.
        HostCalendar = "viewing-host-calendar",
        /// To somebody who lives there: viewers come.
        TenantNotice = "viewing-tenant-notice",
        /// To somebody who lives there: another time.
        TenantNoticeMoved = "viewing-tenant-notice-moved",
        /// To somebody who lives there: nobody comes.
        TenantNoticeCancelled = "viewing-tenant-notice-cancelled",
    }
}

lintel_core::spelt! {
    /// The viewer's answer.
    Answer {
        /// They come.
        Confirm = "confirm",
        /// They do not come.
        Cancel = "cancel",
        /// They ask for another time.
        Request = "request",
    }
}

/// The facts of such a mail, checked before they are shown.
#[derive(Clone, PartialEq, Eq)]
pub struct ViewingFacts {
    /// The viewing.
    pub viewing: i64,
    /// The token of the viewer's link; `None` in other mails.
    pub token: Option<LinkToken>,
    /// The host's name, if fit to be shown.
    pub organisation: Option<String>,
    /// The landlord's name for the home, if fit to be shown.
    pub home: Option<String>,
    /// Where the home is, if fit to be shown.
    pub address: Option<String>,
    /// The room of a shared house.
    pub room: Option<String>,
    /// The viewer's name, if fit to be shown.
    pub viewer: Option<String>,
    /// When it begins.
    pub start: DateTime<Utc>,
    /// When it ends.
    pub end: DateTime<Utc>,
    /// When it was to be before.
    pub earlier: Option<DateTime<Utc>>,
    /// The viewer's answer.
    pub answer: Option<Answer>,
    /// The time that the viewer asks for.
    pub requested: Option<DateTime<Utc>>,
    /// The message of the writer, if fit to be shown.
    pub message: Option<String>,
    /// The calendar file.
    pub calendar: Option<CalendarFile>,
    /// True when it is called off because the home is not let any more.
    pub home_left: bool,
}

impl ViewingFacts {
    /// The token of the link.
    ///
    /// # Errors
    /// [`ContentsError::Token`] where there is none.
    pub fn link_token(&self) -> Result<&LinkToken, ContentsError> {
        self.token.as_ref().ok_or(ContentsError::Token)
    }
}

impl std::fmt::Debug for ViewingFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ViewingFacts")
    }
}
