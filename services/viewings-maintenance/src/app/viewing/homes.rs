//! The effects on viewings when portfolio and tenancy-applications publish changes of their homes.

use std::sync::Arc;

use lintel_core::{Clock, Error, OrganisationId, PropertyId};
use lintel_db::Tx;
use lintel_sealing::Opener;

use super::{ViewingMails, write};
use crate::{
    app::Links,
    domain::{TenantCopy, TenantNews},
    store,
};

/// Brings viewings in line with their homes.
#[derive(Debug, Clone)]
pub struct ShownHomes {
    clock: Arc<dyn Clock>,
    links: Links,
    mails: ViewingMails,
}

impl ShownHomes {
    /// `mails` tells whom it concerns.
    #[must_use]
    pub const fn new(clock: Arc<dyn Clock>, links: Links, mails: ViewingMails) -> Self {
        Self {
            clock,
            links,
            mails,
        }
    }

    /// Calls off what is still to be shown of a property that left the portfolio, and tells whom it concerns. What has begun stays: it may
    /// have taken place.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn left(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        property: PropertyId,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        for before in store::viewing::lock_ahead(tx, organisation, property, None, now).await? {
            let after = before.without_home(now);
            self.mails.changed(tx, &before, &after, now).await?;
            write(tx, &self.links, after, now).await?;
        }
        Ok(())
    }

    /// Keeps what was told of a tenant, and gives notice to one who moved in. Gives whether it was news.
    ///
    /// # Errors
    /// As [`Self::left`].
    pub async fn tenant(
        &self,
        tx: &mut Tx,
        opener: &Opener,
        organisation: OrganisationId,
        news: &TenantNews,
    ) -> Result<bool, Error> {
        if let Some(state) = &news.state {
            store::home::hold(tx, organisation, state.property).await?;
        }
        let wanted = [news.tenant];
        let before = store::tenant::of_ids(tx, opener, organisation, &wanted).await?;
        if !store::tenant::keep(tx, organisation, news).await? {
            return Ok(false);
        }
        for tenant in store::tenant::of_ids(tx, opener, organisation, &wanted).await? {
            self.moved_in(tx, before.first(), &tenant).await?;
        }
        Ok(true)
    }

    /// Gives notice of what is still to be shown of the home that `tenant` lives in now and, as `before` says, did not live in. Less than
    /// 24 hours before it is given at once.
    ///
    /// # Errors
    /// As [`Self::left`].
    async fn moved_in(
        &self,
        tx: &mut Tx,
        before: Option<&TenantCopy>,
        tenant: &TenantCopy,
    ) -> Result<(), Error> {
        let now = self.clock.now();
        let (organisation, property) = (tenant.organisation, tenant.property);
        let room = tenant.room_number.as_deref();
        let ahead = store::viewing::lock_ahead(tx, organisation, property, room, now).await?;
        for viewing in ahead {
            let (shown, room) = (viewing.home.property, viewing.home.room.as_deref());
            let told = |copy: &TenantCopy| copy.gets_notice(shown, room, viewing.at.day);
            if before.is_some_and(told) || !told(tenant) {
                continue;
            }
            if self.mails.moved_in(tx, &viewing, tenant).await? {
                store::viewing::noticed(tx, organisation, viewing.id, now).await?;
            }
        }
        Ok(())
    }
}
