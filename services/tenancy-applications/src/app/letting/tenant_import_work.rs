//! Adds the tenants of imports, some tenancies at a time. The process that locks an import's row adds its next tenancies: the lock is
//! the lease, and a process that dies leaves everything as it was before.

use futures::{FutureExt as _, future::BoxFuture};
use lintel_core::{Error, OrganisationId, TenancyId, TenantImportId, UserId, london_date};
use lintel_db::{Scope, Tx, outbox};
use lintel_sheet::{
    ImportProblem,
    job::{Importing, Progress},
};

use super::{
    locked, tenancy,
    tenant_imports::{TenantImports, context, planned, problem},
};
use crate::{
    domain::letting::{ImportState, PlannedTenancy, TenancyState, TenantImport},
    events, sheet, store,
};

/// Tenancies that are added in one transaction.
pub const CHUNK: usize = 50;
const OUR_FAULT: &str =
    "Something went wrong on our side. The tenants before this point are among your tenants.";

/// An import that somebody has to go on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// Whose.
    pub organisation: OrganisationId,
    /// Which.
    pub import: TenantImportId,
    /// In whose name tenants are added.
    pub created_by: UserId,
}

impl Waiting {
    const fn scope(self) -> Scope {
        Scope {
            organisation: Some(self.organisation),
            user: Some(self.created_by),
        }
    }
}

/// What a file holds: its tenancies, or why it is accepted no more.
pub type Held = Result<Vec<PlannedTenancy>, ImportProblem>;

impl TenantImports {
    /// The import that has waited longest.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn waiting(&self) -> Result<Option<Waiting>, Error> {
        let waiting = store::letting::tenant_import::waiting(self.db.worker()).await?;
        Ok(waiting.map(|(organisation, import, created_by)| Waiting {
            organisation,
            import,
            created_by,
        }))
    }

    /// The tenancies of a running import; `None` once it has ended.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn held(&self, waiting: Waiting) -> Result<Option<Held>, Error> {
        match self.read_held(waiting).await {
            Err(error @ Error::Internal { .. }) => {
                self.fail(waiting, &error).await?;
                Ok(None)
            }
            read => read,
        }
    }

    async fn read_held(&self, waiting: Waiting) -> Result<Option<Held>, Error> {
        let Waiting {
            organisation,
            import,
            ..
        } = waiting;
        let mut tx = self.db.begin(waiting.scope()).await?;
        let sealed = store::letting::tenant_import::sealed(&mut tx, organisation, import).await?;
        let key = self.keys.of_organisation(&mut tx, organisation).await?;
        let homes = store::keeping::home::open(&mut tx, organisation).await?;
        tx.commit().await?;
        let Some(sealed) = sealed else {
            return Ok(None);
        };
        let today = london_date(self.clock.now());
        let work = move || {
            let content = key.open(&sealed, &context(organisation));
            let content = content.map_err(Error::internal)?;
            let mut sheet = sheet::read(&content)
                .map_err(|_| Error::internal("a file that was read once can be read no more"))?;
            let plan = planned(&mut sheet, &homes, today);
            Ok(match plan.faults.first() {
                Some(fault) => Err(problem(&sheet, fault)),
                None => Ok(plan.tenancies),
            })
        };
        let held = tokio::task::spawn_blocking(work).await;
        held.map_err(Error::internal)?.map(Some)
    }

    /// Adds the next tenancies of an import and writes its progress, in one transaction.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.import_tenants", skip_all)]
    pub async fn import_chunk(&self, waiting: Waiting, held: &Held) -> Result<Progress, Error> {
        match self.try_chunk(waiting, held).await {
            // A fault in the program repeats itself, so this import ends and the next ones continue.
            Err(error @ Error::Internal { .. }) => self.fail(waiting, &error).await,
            ended => ended,
        }
    }

    async fn try_chunk(&self, waiting: Waiting, held: &Held) -> Result<Progress, Error> {
        let organisation = waiting.organisation;
        let mut tx = self.db.begin(waiting.scope()).await?;
        let taken =
            store::letting::tenant_import::take(&mut tx, organisation, waiting.import).await?;
        let Some(mut import) = taken else {
            return Ok(Progress::Elsewhere);
        };
        let tenancies = match held {
            Ok(tenancies) => tenancies,
            Err(problem) => {
                import.fail(problem.clone());
                return self.advance(tx, organisation, import).await;
            }
        };
        let mut done = 0;
        let rest = tenancies.iter().skip_while(|planned| {
            let before = done < usize::try_from(import.imported).unwrap_or_default();
            done += planned.tenants();
            before
        });
        let rest: Vec<_> = rest.take(CHUNK + 1).collect();
        let mut added = 0;
        for planned in rest.iter().take(CHUNK) {
            match self
                .add(&mut tx, organisation, planned, waiting.import)
                .await
            {
                Ok(()) => added += planned.tenants(),
                Err(error @ (Error::Internal { .. } | Error::Unavailable { .. })) => {
                    return Err(error);
                }
                Err(refused) => {
                    // What this one has written goes with the transaction, and so do those before it in this chunk.
                    drop(tx);
                    let text = refused.to_string();
                    let problem = ImportProblem::new(planned.line, "", text);
                    return self.refuse(waiting, problem).await;
                }
            }
        }
        import.imported += i32::try_from(added).map_err(Error::internal)?;
        if rest.len() <= CHUNK {
            import.state = ImportState::Imported;
        }
        self.advance(tx, organisation, import).await
    }

    /// Adds a tenancy with everything that adding its tenants by hand adds, and notes which import did.
    async fn add(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        planned: &PlannedTenancy,
        import: TenantImportId,
    ) -> Result<(), Error> {
        let id = self.add_planned(tx, organisation, planned).await?;
        Ok(store::letting::tenancy::note_import(tx, organisation, id, import).await?)
    }

    async fn add_planned(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        planned: &PlannedTenancy,
    ) -> Result<TenancyId, Error> {
        let now = self.clock.now();
        let today = london_date(now);
        let state = planned.state_on(today);
        if state == TenancyState::Ended {
            return tenancy::add_ended(tx, organisation, planned, now).await;
        }
        let first = tenancy::add(tx, organisation, planned.new.clone(), state, now).await?;
        for other in &planned.others {
            let asked = (None, None);
            tenancy::join_at(tx, organisation, first.tenancy, other, asked, now).await?;
        }
        if planned.leavings.iter().all(Option::is_none) && planned.shares.is_empty() {
            return Ok(first.tenancy);
        }
        let before = locked::lock_of(tx, organisation, first.id).await?;
        let mut after = before.clone();
        // Tenants are numbered in the order in which they were added.
        after.said = planned.said(before.tenants.iter().map(|member| member.id));
        after.share_out(today);
        for (member, leaving) in before.tenants.iter().zip(&planned.leavings) {
            if let Some(leaving) = leaving {
                after.leave(member.id, leaving.clone(), today);
            }
        }
        tenancy::save(tx, organisation, &before, after, now).await?;
        Ok(first.tenancy)
    }

    async fn fail(&self, waiting: Waiting, error: &Error) -> Result<Progress, Error> {
        tracing::error!(error = error as &dyn std::error::Error, "an import ended");
        self.refuse(waiting, ImportProblem::new(0, "", OUR_FAULT))
            .await
    }

    async fn refuse(&self, waiting: Waiting, problem: ImportProblem) -> Result<Progress, Error> {
        let mut tx = self.db.begin(waiting.scope()).await?;
        let taken =
            store::letting::tenant_import::take(&mut tx, waiting.organisation, waiting.import);
        let Some(mut import) = taken.await? else {
            return Ok(Progress::Elsewhere);
        };
        import.fail(problem);
        self.advance(tx, waiting.organisation, import).await
    }

    async fn advance(
        &self,
        mut tx: Tx,
        organisation: OrganisationId,
        import: TenantImport,
    ) -> Result<Progress, Error> {
        let now = self.clock.now();
        let import =
            store::letting::tenant_import::advance(&mut tx, organisation, &import, now).await?;
        let told = events::tenant_import_changed(organisation, &import);
        outbox::append(&mut tx, &told).await?;
        tx.commit().await?;
        Ok(match import.state {
            ImportState::Importing => Progress::Further,
            _ => Progress::Over,
        })
    }
}

impl Importing for TenantImports {
    type Waiting = Waiting;
    type Content = Held;

    fn waiting(&self) -> BoxFuture<'_, Result<Option<Waiting>, Error>> {
        self.waiting().boxed()
    }

    fn content(&self, waiting: Waiting) -> BoxFuture<'_, Result<Option<Held>, Error>> {
        self.held(waiting).boxed()
    }

    fn go_on<'a>(
        &'a self,
        waiting: Waiting,
        held: &'a Held,
    ) -> BoxFuture<'a, Result<Progress, Error>> {
        self.import_chunk(waiting, held).boxed()
    }
}
