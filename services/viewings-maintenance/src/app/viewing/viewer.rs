//! The viewer's own page, by the token of the private link.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{Clock, Error, OrganisationId, RequestKey, ViewingId};
use lintel_db::{Db, Scope, Tx, links, once};
use lintel_sealing::LinkToken;

use super::{ViewingMails, write};
use crate::{
    app::Links,
    domain::viewing::{ReplyDraft, Viewing, take_reply},
    error::{link_expired, link_invalid},
    store,
};

/// The kind of link in [`links`]: a viewer's, of a viewing.
const PURPOSE: &str = "viewer";

/// The pages of viewers.
#[derive(Debug, Clone)]
pub struct Viewers {
    db: Db,
    clock: Arc<dyn Clock>,
    links: Links,
    mails: ViewingMails,
}

/// A viewing as its viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViewerPage {
    /// The viewing.
    pub viewing: Viewing,
    /// The organisation that shows the home.
    pub organisation: OrganisationId,
    /// Their name.
    pub organisation_name: String,
    /// A calendar file to keep.
    pub calendar: Vec<u8>,
}

impl Viewers {
    /// The use cases of viewings kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, links: Links, mails: ViewingMails) -> Self {
        Self {
            db,
            clock,
            links,
            mails,
        }
    }

    /// The page of a private link.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.open_viewing", skip_all)]
    pub async fn open(&self, token: &str) -> Result<ViewerPage, Error> {
        let now = self.clock.now();
        let (organisation, viewing) = self.of_token(token).await?;
        let mut tx = self.db.begin(of(organisation)).await?;
        let found = store::viewing::find(&mut tx, organisation, viewing).await?;
        self.page(&mut tx, live(found, now)?).await
    }

    /// Takes the viewer's answer, and tells who shows the home. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `VIEWING_INVALID` with every offending field; `VIEWING_TRANSITION`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`]
    /// while the database is away.
    #[tracing::instrument(name = "app.answer_viewing", skip_all)]
    pub async fn answer(
        &self,
        token: &str,
        draft: ReplyDraft,
        request: Option<&RequestKey>,
    ) -> Result<ViewerPage, Error> {
        let now = self.clock.now();
        let (organisation, viewing) = self.of_token(token).await?;
        let mut tx = self.db.begin(of(organisation)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::viewing::lock(tx, organisation, viewing).await?;
            let before = live(found, now)?;
            let mut after = take_reply(&before, draft, now)?;
            if after != before {
                after.updated_at = now;
                self.mails.answered(tx, &before, &after, now).await?;
                write(tx, &self.links, after, now).await?;
            }
            Ok(viewing.get())
        })
        .await?;
        let found = store::viewing::find(&mut tx, organisation, viewing).await?;
        let page = self.page(&mut tx, live(found, now)?).await?;
        tx.commit().await?;
        Ok(page)
    }

    /// The viewing of a link that no newer one replaced.
    async fn of_token(&self, token: &str) -> Result<(OrganisationId, ViewingId), Error> {
        let token = LinkToken::parse(token).ok_or_else(link_invalid)?;
        let found = links::find(self.db.unscoped(), PURPOSE, &token.hash()).await?;
        let link = found.ok_or_else(link_invalid)?;
        if !link.is_live(self.clock.now()) {
            return Err(link_expired());
        }
        Ok((link.organisation, link.subject.into()))
    }

    async fn page(&self, tx: &mut Tx, viewing: Viewing) -> Result<ViewerPage, Error> {
        let name = store::organisation::name(tx, viewing.organisation).await?;
        let organisation_name = name.unwrap_or_default();
        let calendar = self.mails.to_keep_for_viewer(&viewing, &organisation_name);
        Ok(ViewerPage {
            organisation: viewing.organisation,
            viewing,
            organisation_name,
            calendar,
        })
    }
}

fn live(found: Option<Viewing>, now: DateTime<Utc>) -> Result<Viewing, Error> {
    let found = found.filter(|viewing| viewing.link_works(now));
    found.ok_or_else(link_expired)
}

/// The rows of an organisation, for somebody without an account.
const fn of(organisation: OrganisationId) -> Scope {
    Scope {
        organisation: Some(organisation),
        user: None,
    }
}
