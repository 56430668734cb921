//! Adds the properties of imports in batches. The process that locks an import's row adds its next properties: the lock is the
//! lease, and a process that dies leaves everything as it was before.

use futures::{FutureExt as _, future::BoxFuture};
use lintel_core::{Error, OrganisationId, PropertyId, PropertyImportId, UserId};
use lintel_db::{Scope, Tx, outbox};
use lintel_sheet::{
    ImportProblem,
    job::{Importing, Progress},
};

use super::{
    auto_schedule,
    import::Imports,
    import_check::{judge, parsed},
};
use crate::{
    domain::{ImportState, InspectionSettings, NewProperty, PropertyImport, Standing},
    events,
    sheet::Line,
    store,
};

/// Properties that are added in one transaction.
pub const CHUNK: usize = 250;
const OUR_FAULT: &str =
    "Something went wrong on our side. The properties before this point are in your portfolio.";

/// An import that somebody has to go on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// The organisation whose import it is.
    pub organisation: OrganisationId,
    /// Which.
    pub import: PropertyImportId,
    /// In whose name properties are added.
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

impl Imports {
    /// The import that has waited longest.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn waiting(&self) -> Result<Option<Waiting>, Error> {
        let waiting = store::import::waiting(self.db.worker()).await?;
        Ok(waiting.map(|(organisation, import, created_by)| Waiting {
            organisation,
            import,
            created_by,
        }))
    }

    /// The lines of a running import; `None` once it has ended.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn lines(&self, waiting: Waiting) -> Result<Option<Vec<Line>>, Error> {
        match self.read_lines(waiting).await {
            Err(error @ Error::Internal { .. }) => {
                self.fail(waiting, &error).await?;
                Ok(None)
            }
            read => read,
        }
    }

    async fn read_lines(&self, waiting: Waiting) -> Result<Option<Vec<Line>>, Error> {
        let mut tx = self.db.begin(waiting.scope()).await?;
        let content = store::import::content(&mut tx, waiting.organisation, waiting.import).await?;
        tx.commit().await?;
        let Some(content) = content else {
            return Ok(None);
        };
        let (_, read) = parsed(content).await?;
        let sheet =
            read.map_err(|_| Error::internal("a file that was read once can be read no more"))?;
        Ok(Some(sheet.lines))
    }

    /// Adds the next properties of an import and writes its progress, in one transaction.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.import_chunk", skip_all)]
    pub async fn import_chunk(&self, waiting: Waiting, lines: &[Line]) -> Result<Progress, Error> {
        match self.try_chunk(waiting, lines).await {
            // A fault in the program repeats itself, so this import ends and the next ones continue.
            Err(error @ Error::Internal { .. }) => self.fail(waiting, &error).await,
            ended => ended,
        }
    }

    async fn try_chunk(&self, waiting: Waiting, lines: &[Line]) -> Result<Progress, Error> {
        let organisation = waiting.organisation;
        let mut tx = self.db.begin(waiting.scope()).await?;
        let taken = store::import::take(&mut tx, organisation, waiting.import).await?;
        let Some(mut import) = taken else {
            return Ok(Progress::Elsewhere);
        };
        let done = usize::try_from(import.imported).unwrap_or_default();
        let rest = lines.get(done..).unwrap_or_default();
        let chunk = &rest[..rest.len().min(CHUNK)];
        let acceptable = match judge(chunk, self.clock.now()) {
            Ok((new, places)) => {
                let known = places.known(&mut tx, organisation).await?;
                known.into_iter().next().map_or(Ok(new), Err)
            }
            Err(problem) => Err(problem),
        };
        match acceptable {
            Ok(new) => {
                self.add(&mut tx, waiting, &new, import.inspections).await?;
                import.imported += i32::try_from(new.len()).map_err(Error::internal)?;
                if rest.len() <= CHUNK {
                    import.state = ImportState::Imported;
                }
            }
            Err(problem) => {
                import.state = ImportState::Failed;
                import.problem_count = 1;
                import.problems = vec![problem];
            }
        }
        self.advance(tx, organisation, import).await
    }

    /// Adds properties with everything that `create_property` adds: rooms, history, events and first inspections.
    async fn add(
        &self,
        tx: &mut Tx,
        waiting: Waiting,
        new: &[NewProperty],
        inspections: InspectionSettings,
    ) -> Result<(), Error> {
        let organisation = waiting.organisation;
        let now = self.clock.now();
        let added = store::bulk::insert(tx, organisation, new, waiting.created_by, now).await?;
        let ids: Vec<_> = added.iter().map(|property| property.id.get()).collect();
        store::import::note_added(tx, organisation, waiting.import, &ids).await?;
        let standings = added.iter().map(|property| {
            let standing = Standing::of(property, Some(waiting.created_by));
            Ok((property.id, standing.map_err(Error::internal)?))
        });
        let standings: Vec<(PropertyId, Standing)> = standings.collect::<Result<_, Error>>()?;
        store::bulk::append_history(tx, organisation, &standings).await?;
        let changed = added
            .iter()
            .map(|property| events::property_changed(organisation, property));
        outbox::append_all(tx, &changed.collect::<Vec<_>>()).await?;
        auto_schedule::first(tx, organisation, &added, inspections, now).await
    }

    async fn fail(&self, waiting: Waiting, error: &Error) -> Result<Progress, Error> {
        tracing::error!(error = error as &dyn std::error::Error, "an import ended");
        let mut tx = self.db.begin(waiting.scope()).await?;
        let taken = store::import::take(&mut tx, waiting.organisation, waiting.import).await?;
        let Some(mut import) = taken else {
            return Ok(Progress::Elsewhere);
        };
        import.state = ImportState::Failed;
        import.problem_count = 1;
        import.problems = vec![ImportProblem::new(0, "", OUR_FAULT)];
        self.advance(tx, waiting.organisation, import).await
    }

    async fn advance(
        &self,
        mut tx: Tx,
        organisation: OrganisationId,
        import: PropertyImport,
    ) -> Result<Progress, Error> {
        let now = self.clock.now();
        let import = store::import::advance(&mut tx, organisation, import, now).await?;
        let told = events::property_import_changed(organisation, &import);
        outbox::append(&mut tx, &told).await?;
        tx.commit().await?;
        Ok(match import.state {
            ImportState::Importing => Progress::Further,
            _ => Progress::Over,
        })
    }
}

impl Importing for Imports {
    type Waiting = Waiting;
    type Content = Vec<Line>;

    fn waiting(&self) -> BoxFuture<'_, Result<Option<Waiting>, Error>> {
        self.waiting().boxed()
    }

    fn content(&self, waiting: Waiting) -> BoxFuture<'_, Result<Option<Vec<Line>>, Error>> {
        self.lines(waiting).boxed()
    }

    fn go_on<'a>(
        &'a self,
        waiting: Waiting,
        lines: &'a Vec<Line>,
    ) -> BoxFuture<'a, Result<Progress, Error>> {
        self.import_chunk(waiting, lines).boxed()
    }
}
