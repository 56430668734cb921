//! What the bell shows, and the ways by which people are reached.

use chrono::{DateTime, Utc};
use lintel_proto::notifications::v1 as notifications;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required, text},
    names::NotificationKind,
};
use crate::problem::Problem;

/// One piece of news to the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Its id.
    pub id: i64,
    /// What it is about.
    pub kind: NotificationKind,
    /// One line.
    #[schema(example = "Gas Safety Certificate expires in 14 days")]
    pub title: String,
    /// A sentence or two; null for none.
    #[schema(required)]
    pub text: Option<String>,
    /// Where it leads in the web application; null where there is nothing to open.
    #[schema(required, example = "/compliance")]
    pub url: Option<String>,
    /// When it was raised.
    pub created_at: DateTime<Utc>,
    /// When it was read; null while it is new.
    #[schema(required)]
    pub read_at: Option<DateTime<Utc>>,
}

impl TryFrom<notifications::Notification> for Notification {
    type Error = Problem;

    fn try_from(news: notifications::Notification) -> Result<Self, Problem> {
        Ok(Self {
            id: news.notification_id,
            kind: required(NotificationKind::from_number(news.kind), "kind")?,
            title: news.title,
            text: text(news.text),
            url: text(news.url),
            created_at: required(instant(news.create_time)?, "create_time")?,
            read_at: instant(news.read_time)?,
        })
    }
}

/// How many are unread.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnreadCount {
    /// The number.
    pub unread: i64,
}

/// One way to reach a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Way {
    /// Whether this installation can use it.
    pub available: bool,
    /// Why not, as a sentence; null where it can.
    #[schema(required)]
    pub why_not: Option<String>,
}

impl From<notifications::Way> for Way {
    fn from(way: notifications::Way) -> Self {
        Self {
            available: way.available,
            why_not: text(way.why_not),
        }
    }
}

/// The ways by which people are reached.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotificationWays {
    /// By mail.
    pub mail: Way,
    /// To a browser.
    pub push: Way,
    /// By text message.
    pub sms: Way,
}

impl TryFrom<notifications::GetWaysResponse> for NotificationWays {
    type Error = Problem;

    fn try_from(ways: notifications::GetWaysResponse) -> Result<Self, Problem> {
        Ok(Self {
            mail: required(ways.mail, "mail")?.into(),
            push: required(ways.push, "push")?.into(),
            sms: required(ways.sms, "sms")?.into(),
        })
    }
}
