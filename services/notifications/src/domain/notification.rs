//! One piece of news to one account, as it is shown behind the bell.

use chrono::{DateTime, Utc};

use super::NotificationKind;

/// A notification's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotificationId(i64);

impl NotificationId {
    /// Wraps the number that the database or the wire gave.
    #[must_use]
    pub const fn new(value: i64) -> Self {
        Self(value)
    }

    /// The number itself.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// The words about something, in Lintel itself and on its way to browsers and phones.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// One line.
    pub title: String,
    /// A sentence or two; may be empty.
    pub text: String,
    /// Where it leads in the web application, beginning with "/"; empty where there is nothing to open.
    pub url: String,
}

impl std::fmt::Debug for Said {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Said")
    }
}

/// A notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notification {
    /// Its id.
    pub id: NotificationId,
    /// Its kind.
    pub kind: NotificationKind,
    /// Its words.
    pub said: Said,
    /// When it was raised.
    pub created_at: DateTime<Utc>,
    /// When its reader read it.
    pub read_at: Option<DateTime<Utc>>,
}
