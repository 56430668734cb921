//! New private links to applications: for an applicant whose link went round, and for one who has lost it.

use chrono::Duration;
use lintel_core::{ApplicationId, Error, OrganisationId, Principal, RequestKey};
use lintel_db::{Scope, Tx, links as link_rows, once};
use lintel_proto::tenancy::v1::TenancyMailKind;

use super::{applicant, locked::changed, own_applications::OwnApplications, timeline};
use crate::{
    app::{allowance, links::Purpose},
    domain::applying::{Actor, Application, TimelineEvent},
    error::{application_long_over, application_not_found, application_withdrawn},
    store,
};

/// New links of one application within an hour.
const AN_HOUR: u32 = 3;

impl OwnApplications {
    /// Mails the applicant a new private link in place of the one that is shown; that one is dead. A repeat under the same request id mails
    /// nothing more.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_EXPIRED`; `RATE_LIMITED`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.renew_own_link", skip_all)]
    pub async fn renew_link(&self, token: &str, request: Option<&RequestKey>) -> Result<(), Error> {
        let now = self.clock.now();
        let (mut tx, link, found) = applicant::behind_link(&self.db, token).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            // Asked of the first request alone: it ends this very link, and its answer may have been lost.
            applicant::require_works(tx, &link, &found, now).await?;
            self.new_link(tx, link.organisation, found.id, Actor::Applicant)
                .await
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Mails the applicant a new private link for the landlord; the one before is dead. A repeat under the same request id mails nothing
    /// more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_WITHDRAWN`; `APPLICATION_LONG_OVER` where no link to it would work; `RATE_LIMITED`;
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.send_status_link", skip_all, fields(application.id = %application))]
    pub async fn send_link(
        &self,
        caller: &Principal,
        application: ApplicationId,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            self.new_link(tx, organisation, application, Actor::Landlord)
                .await
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    async fn new_link(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        application: ApplicationId,
        actor: Actor,
    ) -> Result<i64, Error> {
        let now = self.clock.now();
        let found = store::applying::application::lock(tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        if found.withdrawn_at.is_some() {
            return Err(application_withdrawn());
        }
        // A link of an applicant that works says by itself that another will.
        if actor == Actor::Landlord
            && applicant::is_long_over(tx, organisation, &found, now).await?
        {
            return Err(application_long_over());
        }
        let (purpose, hour) = (Purpose::Status.as_str(), Duration::hours(1));
        let id = application.get();
        // The first link is the one that came with the application.
        let sent = link_rows::renewed(tx, organisation, purpose, id).await?;
        allowance::check(sent, AN_HOUR, None, hour, now)?;
        let token = self.links.new_application();
        store::applying::application::renew_link(
            tx,
            organisation,
            application,
            &token.nonce,
            &token.hash,
        )
        .await?;
        let renewed = Application {
            token_nonce: token.nonce,
            ..found
        };
        let kind = TenancyMailKind::StatusLink;
        self.mails
            .tell_applicant(tx, organisation, &renewed, kind, "", now)
            .await?;
        let event = TimelineEvent::LinkRenewed;
        timeline::record(tx, organisation, application, event, actor, now).await?;
        changed(tx, organisation, &renewed, now).await?;
        Ok(id)
    }
}
