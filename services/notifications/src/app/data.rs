//! A copy of what is held of an account, and for an Owner of what was sent for the organisation.

use lintel_auth::{Export, TokenVerifier};
use lintel_core::{Error, OrganisationId, PageRequest, PageToken, Principal};
use lintel_db::{
    Db, Scope, Tx,
    export::{self, Page},
};
use serde_json::json;

use super::news;
use crate::{
    mail::SealedBox,
    store::{
        self,
        export::{OF_ACCOUNT, OF_ORGANISATION},
        news::NewsRow,
    },
};

/// Rows of a page of notifications.
const ROWS: u32 = 200;
/// The prefixes of page tokens, by the kind of rows that they continue.
const BROWSERS: &str = "browsers/";
const MESSAGES: &str = "messages/";
const NOTIFICATIONS: &str = "notifications/";

/// Copies of what is held of accounts.
#[derive(Debug, Clone)]
pub struct NotificationData {
    db: Db,
    verifier: TokenVerifier,
    sealed_box: SealedBox,
}

impl NotificationData {
    /// Copies of what is kept in `db`, which `sealed_box` opens; `verifier` reads the tokens of exports.
    #[must_use]
    pub const fn new(db: Db, verifier: TokenVerifier, sealed_box: SealedBox) -> Self {
        Self {
            db,
            verifier,
            sealed_box,
        }
    }

    /// A page of what is held of the caller, for the export that `token` names.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN`, `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.read_notification_data", skip_all)]
    pub async fn read(
        &self,
        caller: &Principal,
        token: &str,
        page_token: &str,
    ) -> Result<Page, Error> {
        let begun = Export::begun(&self.verifier, token, caller)?;
        // Of an organisation that the account does not own nothing is in the copy.
        let organisation = begun.organisation_of(caller).ok();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        if let Some(rest) = page_token.strip_prefix(BROWSERS) {
            let page = export::read(&mut tx, OF_ACCOUNT, caller.user.get(), rest).await?;
            return Ok(followed(page, BROWSERS, organisation.map(|_| MESSAGES)));
        }
        if let (Some(rest), Some(organisation)) = (page_token.strip_prefix(MESSAGES), organisation)
        {
            return messages(&mut tx, organisation, rest).await;
        }
        let rest = page_token.strip_prefix(NOTIFICATIONS);
        self.notifications(&mut tx, caller, rest.unwrap_or(page_token))
            .await
    }

    async fn notifications(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        token: &str,
    ) -> Result<Page, Error> {
        let request = PageRequest {
            size: ROWS,
            after: (!token.is_empty())
                .then(|| PageToken::decode(token))
                .transpose()?,
        };
        let rows = store::news::page(tx, caller.user, &request).await?;
        let page = lintel_core::Page::cut(rows, &request, |row| PageToken {
            sort: String::new(),
            id: row.id.get(),
        });
        let rows = page.rows.iter();
        let next = page
            .next
            .map(|next| format!("{NOTIFICATIONS}{}", next.encode()));
        Ok(Page {
            file: "notifications.json",
            rows: rows.filter_map(|row| self.line(caller, row)).collect(),
            next: next.or_else(|| Some(BROWSERS.to_owned())),
        })
    }

    /// `None` for one whose key was lost, and what it said with it.
    fn line(&self, caller: &Principal, row: &NewsRow) -> Option<String> {
        let said = news::open(&self.sealed_box, caller.user, &row.key, &row.sealed).ok()?;
        let line = json!({
            "notificationId": row.id.get(),
            "kind": row.kind,
            "title": said.title,
            "text": said.text,
            "url": said.url,
            "createdAt": row.created_at.to_rfc3339(),
            "readAt": row.read_at.map(|at| at.to_rfc3339()),
        });
        Some(line.to_string())
    }
}

async fn messages(tx: &mut Tx, organisation: OrganisationId, token: &str) -> Result<Page, Error> {
    let page = export::read(tx, OF_ORGANISATION, organisation.get(), token).await?;
    Ok(followed(page, MESSAGES, None))
}

/// The page with its token for what comes next: more of the same, or `then`.
fn followed(page: Page, same: &str, then: Option<&str>) -> Page {
    let next = page.next.map(|next| format!("{same}{next}"));
    Page {
        next: next.or_else(|| then.map(str::to_owned)),
        ..page
    }
}
