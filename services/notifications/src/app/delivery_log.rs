//! The messages sent on behalf of an organisation, as proof of service.

use chrono::{DateTime, SecondsFormat, Utc};
use lintel_core::{Error, Page, PageRequest, PageToken, Principal};
use lintel_db::{Db, Scope, StoreError};
use uuid::Uuid;

use super::{Failures, texts};
use crate::{
    domain::{About, DeliveryState, Subject},
    mail::SealedBox,
    store::delivery_log::{self, LogRow},
};

/// One message to one recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedMessage {
    /// The delivery, or the text message.
    pub id: Uuid,
    /// "mail" or "sms".
    pub way: &'static str,
    /// The message in a line.
    pub title: String,
    /// The address or the number it went to.
    pub recipient: String,
    /// Its state.
    pub state: DeliveryState,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// When the recipient's server took it.
    pub sent_at: Option<DateTime<Utc>>,
    /// When it arrived or came back.
    pub receipt_at: Option<DateTime<Utc>>,
}

/// Logs of organisations.
#[derive(Debug, Clone)]
pub struct DeliveryLog {
    db: Db,
    sealed_box: SealedBox,
    failures: Failures,
}

impl DeliveryLog {
    /// The log in `db`, which `sealed_box` and `failures` open.
    #[must_use]
    pub const fn new(db: Db, sealed_box: SealedBox, failures: Failures) -> Self {
        Self {
            db,
            sealed_box,
            failures,
        }
    }

    /// A page of what was sent about one thing, the newest first. Nothing is found of what belongs to another organisation.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_deliveries", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        subject: Subject,
        subject_id: i64,
        request: &PageRequest,
    ) -> Result<Page<LoggedMessage>, Error> {
        let about = About {
            organisation: caller.organisation()?,
            subject,
            subject_id,
        };
        let before = request.after.as_ref().map(position).transpose()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let rows = delivery_log::page(&mut tx, about, before, request).await?;
        let Page { rows, next } = Page::cut(rows, request, |(row, tie)| PageToken {
            sort: row.created_at.to_rfc3339_opts(SecondsFormat::Micros, true),
            id: *tie,
        });
        let opened = rows.into_iter().map(|(row, _)| self.open(&row));
        Ok(Page {
            rows: opened.collect::<Result<_, _>>()?,
            next,
        })
    }

    fn open(&self, row: &LogRow) -> Result<LoggedMessage, StoreError> {
        let (recipient, title) = if row.is_text {
            texts::open_line(&self.sealed_box, row.id, &row.recipient, &row.title)?
        } else {
            self.failures
                .open(row.id.into(), &row.recipient, &row.title)?
        };
        Ok(LoggedMessage {
            id: row.id,
            way: if row.is_text { "sms" } else { "mail" },
            title,
            recipient,
            state: row.state,
            created_at: row.created_at,
            sent_at: row.sent_at,
            receipt_at: row.receipt_at,
        })
    }
}

fn position(token: &PageToken) -> Result<(DateTime<Utc>, i64), Error> {
    let at = DateTime::parse_from_rfc3339(&token.sort).map_err(|_| {
        Error::field(
            "PAGE_TOKEN_INVALID",
            "page_token",
            "Use the page token of the previous reply, or none.",
        )
    })?;
    Ok((at.with_timezone(&Utc), token.id))
}
