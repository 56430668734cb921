//! The directory of contractors.

use lintel_core::{
    ContractorId, Error, Expected, Page, PageRequest, Principal, RequestKey, Search,
};
use lintel_db::{once, outbox};

use super::Ground;
use crate::{
    domain::maintenance::{Contractor, ContractorDetails, ContractorDraft, ContractorField, Trade},
    error::{contractor_has_work, contractor_not_found},
    events,
    store::maintenance::contractor,
};

/// The contractors of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Contractors {
    ground: Ground,
}

impl Contractors {
    /// Kept on `ground`.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground }
    }

    /// One contractor.
    ///
    /// # Errors
    /// `CONTRACTOR_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_contractor", skip_all, fields(contractor.id = %id))]
    pub async fn get(&self, caller: &Principal, id: ContractorId) -> Result<Contractor, Error> {
        let mut tx = self.ground.begin(caller).await?;
        let found = contractor::find(&mut tx, caller.organisation()?, id).await?;
        found.ok_or_else(contractor_not_found)
    }

    /// A page of the contractors by name, of one trade where that is said, whom `search` finds.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_contractors", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        trade: Option<Trade>,
        search: &Search,
        page: &PageRequest,
    ) -> Result<Page<Contractor>, Error> {
        let organisation = caller.organisation()?;
        let (after, limit) = (page.after.as_ref(), Page::<Contractor>::limit(page));
        let mut tx = self.ground.begin(caller).await?;
        let rows = contractor::page(&mut tx, organisation, trade, search, after, limit).await?;
        Ok(Page::cut(rows, page, Contractor::token))
    }

    /// Adds a contractor.
    ///
    /// # Errors
    /// `CONTRACTOR_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.create_contractor", skip_all)]
    pub async fn create(
        &self,
        caller: &Principal,
        draft: &ContractorDraft,
        key: Option<&RequestKey>,
    ) -> Result<Contractor, Error> {
        let organisation = caller.organisation()?;
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        // The stored answer names nobody: a repeat reads the contractor again.
        let id: i64 = once(&mut tx, key, async |tx| {
            let details = ContractorDetails::try_new(draft)?;
            let id = contractor::insert(tx, organisation, &details, now).await?;
            outbox::append(tx, &events::contractor_changed(organisation, id, 1)).await?;
            Ok(id.get())
        })
        .await?;
        let added = contractor::find(&mut tx, organisation, id.into()).await?;
        tx.commit().await?;
        added.ok_or_else(contractor_not_found)
    }

    /// Changes fields of a contractor; a change that leaves all as it is writes nothing.
    ///
    /// # Errors
    /// `CONTRACTOR_NOT_FOUND`; `UPDATE_MASK_INVALID`; `CONTRACTOR_INVALID` with every offending field; `STALE_ETAG`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.update_contractor", skip_all, fields(contractor.id = %id))]
    pub async fn update(
        &self,
        caller: &Principal,
        id: ContractorId,
        fields: Result<Vec<ContractorField>, Error>,
        draft: ContractorDraft,
        expected: &Expected,
        key: Option<&RequestKey>,
    ) -> Result<Contractor, Error> {
        let organisation = caller.organisation()?;
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let before = contractor::lock(tx, organisation, id).await?;
            let before = before.ok_or_else(contractor_not_found)?;
            let after = before.details.changed(&fields?, draft)?;
            expected.check(before.version)?;
            if after != before.details {
                let version = contractor::update(tx, organisation, id, &after, now).await?;
                outbox::append(tx, &events::contractor_changed(organisation, id, version)).await?;
            }
            Ok(id.get())
        })
        .await?;
        let changed = contractor::find(&mut tx, organisation, id).await?;
        tx.commit().await?;
        changed.ok_or_else(contractor_not_found)
    }

    /// Takes a contractor out of the directory; requests keep the name.
    ///
    /// # Errors
    /// `CONTRACTOR_NOT_FOUND`; `CONTRACTOR_HAS_WORK` while an unfinished request names them; `REQUEST_ID_REUSED`; [`Error::Unavailable`]
    /// while the database is away.
    #[tracing::instrument(name = "app.delete_contractor", skip_all, fields(contractor.id = %id))]
    pub async fn delete(
        &self,
        caller: &Principal,
        id: ContractorId,
        key: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.ground.begin(caller).await?;
        let _: i64 = once(&mut tx, key, async |tx| {
            let gone = contractor::lock(tx, organisation, id).await?;
            let gone = gone.ok_or_else(contractor_not_found)?;
            if gone.open_requests > 0 {
                return Err(contractor_has_work());
            }
            contractor::delete(tx, organisation, &gone).await?;
            let version = gone.version + 1;
            outbox::append(tx, &events::contractor_changed(organisation, id, version)).await?;
            Ok(id.get())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }
}
