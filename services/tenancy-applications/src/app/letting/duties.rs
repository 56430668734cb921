//! Duties towards a tenant with a last day, besides the deposit: papers to give, and answers to requests for pets.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{
    Clock, Error, OrganisationId, PetRequestId, Principal, RequestKey, TenantId, Violations,
    london_date,
};
use lintel_db::{Db, Scope, Tx, once};
use lintel_rules::rules;
use sqlx::PgConnection;

use super::{locked, tenancy};
use crate::{
    domain::letting::{
        KeptPetRequest, MOST_PET_REQUESTS, OwedPaper, Paper, PetRequestDraft, Tenant,
    },
    error::{pet_request_not_found, too_many_pet_requests},
    store,
};

/// Duties of landlords.
#[derive(Debug, Clone)]
pub struct Duties {
    db: Db,
    clock: Arc<dyn Clock>,
}

/// The landlord's duties towards a tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owed {
    /// The papers that are to be given, or were.
    pub papers: Vec<OwedPaper>,
    /// The tenant's requests for pets with the last day for the answer, the newest first.
    pub pets: Vec<(KeptPetRequest, Option<NaiveDate>)>,
    /// The rule of their answers; empty where none is known.
    pub pet_rule: String,
}

impl Duties {
    /// Duties kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>) -> Self {
        Self { db, clock }
    }

    /// The landlord's duties towards a tenant.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_duties", skip_all, fields(tenant.id = %tenant))]
    pub async fn get(&self, caller: &Principal, tenant: TenantId) -> Result<Owed, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        self.owed(&mut tx, organisation, tenant).await
    }

    /// Records when a paper was given to all tenants of the tenancy; without a day that is taken back. A repeat under the same request id
    /// changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `PAPER_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is
    /// away.
    #[tracing::instrument(name = "app.record_paper", skip_all, fields(tenant.id = %tenant))]
    pub async fn record_paper(
        &self,
        caller: &Principal,
        tenant: TenantId,
        (paper, given): (Option<Paper>, Option<NaiveDate>),
        mut unreadable: Violations,
        request: Option<&RequestKey>,
    ) -> Result<Owed, Error> {
        self.change(caller, tenant, request, async |tx, organisation, found| {
            let now = self.clock.now();
            if paper.is_none() {
                unreadable.add("paper", "Choose what was given.");
            }
            let given = Paper::give(unreadable, given, london_date(now))?;
            if let Some(paper) = paper {
                store::letting::paper::keep(tx, organisation, found.tenancy, (paper, given), now)
                    .await?;
            }
            Ok(())
        })
        .await
    }

    /// Records a tenant's request for a pet, or all that is known of the one with that number. A repeat under the same request id changes
    /// nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `PET_REQUEST_NOT_FOUND`; `PET_REQUEST_INVALID` with every offending field; `PET_REQUESTS_FULL`;
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.record_pet_request", skip_all, fields(tenant.id = %tenant))]
    pub async fn record_pet(
        &self,
        caller: &Principal,
        tenant: TenantId,
        number: Option<PetRequestId>,
        draft: PetRequestDraft,
        request: Option<&RequestKey>,
    ) -> Result<Owed, Error> {
        self.change(caller, tenant, request, async |tx, organisation, found| {
            let now = self.clock.now();
            let asked = draft.judge(found.property_nation, london_date(now))?;
            if number.is_none() {
                let kept = store::letting::pet_request::of_tenant(tx, organisation, tenant).await?;
                if i64::try_from(kept.len()).unwrap_or(i64::MAX) >= MOST_PET_REQUESTS {
                    return Err(too_many_pet_requests());
                }
            }
            let kept =
                store::letting::pet_request::keep(tx, organisation, tenant, number, &asked, now);
            if kept.await? {
                Ok(())
            } else {
                Err(pet_request_not_found())
            }
        })
        .await
    }

    /// Removes a request for a pet that was recorded by mistake. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `PET_REQUEST_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remove_pet_request", skip_all, fields(tenant.id = %tenant))]
    pub async fn remove_pet(
        &self,
        caller: &Principal,
        tenant: TenantId,
        number: PetRequestId,
        request: Option<&RequestKey>,
    ) -> Result<Owed, Error> {
        self.change(caller, tenant, request, async |tx, organisation, _| {
            if store::letting::pet_request::remove(tx, organisation, tenant, number).await? {
                Ok(())
            } else {
                Err(pet_request_not_found())
            }
        })
        .await
    }

    /// Changes what is owed under the lock of the tenancy, of which it is told that it changed.
    async fn change(
        &self,
        caller: &Principal,
        tenant: TenantId,
        request: Option<&RequestKey>,
        change: impl AsyncFnOnce(&mut PgConnection, OrganisationId, &Tenant) -> Result<(), Error>,
    ) -> Result<Owed, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let before = locked::lock_of(tx, organisation, tenant).await?;
            let found = locked::shown(tx, organisation, tenant).await?;
            change(tx, organisation, &found).await?;
            let same = before.clone();
            tenancy::save(tx, organisation, &before, same, self.clock.now()).await?;
            Ok(tenant.get())
        })
        .await?;
        let owed = self.owed(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        Ok(owed)
    }

    async fn owed(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        tenant: TenantId,
    ) -> Result<Owed, Error> {
        let found = locked::shown(tx, organisation, tenant).await?;
        let (nation, start) = (found.property_nation, found.start);
        let signed = store::letting::paper::signed(tx, organisation, found.tenancy).await?;
        let signed = signed.map(london_date);
        let mut papers = Vec::new();
        for paper in Paper::ALL {
            let given =
                store::letting::paper::given(tx, organisation, found.tenancy, *paper).await?;
            papers.extend(paper.stand(nation, start, given, signed));
        }
        let pets = store::letting::pet_request::of_tenant(tx, organisation, tenant).await?;
        let today = london_date(self.clock.now());
        let rule = rules().row("pet.answer", nation, today);
        Ok(Owed {
            papers,
            pets: pets
                .into_iter()
                .map(|kept| {
                    let by = kept.request.answer_by(nation);
                    (kept, by)
                })
                .collect(),
            pet_rule: rule.map(|row| row.text.clone()).unwrap_or_default(),
        })
    }
}
