//! Importing a file of tenants in two steps: the check, and the start of the import. Adding the tenants is
//! [`super::tenant_import_work`]'s.

use std::sync::Arc;

use chrono::{DateTime, Duration, NaiveDate, Utc};
use lintel_core::{
    Clock, Error, OrganisationId, Principal, RequestKey, TenantImportId, london_date,
};
use lintel_db::{Db, ResultExt as _, Scope, once, outbox};
use lintel_runtime::owner::Answer;
use lintel_sheet::{ImportProblem, LARGEST, MOST_PROBLEMS};

use crate::{
    app::keeping::{
        keys::Keys,
        owners::{Asking, Named},
    },
    domain::{
        keeping::Home,
        letting::{Fault, ImportState, KnownTenancy, NewImport, Plan, TenantImport},
    },
    error::{
        import_already_applied, import_has_problems, import_not_found, import_running,
        import_too_large,
    },
    events,
    sheet::{self, Sheet},
    store,
};

/// How many checked files of one organisation wait to be imported; beyond that the oldest is deleted.
const MOST_WAITING: i64 = 10;
/// The longest name of a file, in characters.
const LONGEST_NAME: usize = 255;
/// How long a checked file waits to be imported.
const UNUSED: Duration = Duration::days(7);
/// How long the result of an import is kept.
const ENDED: Duration = Duration::days(90);

/// The imports of tenants of the caller's organisation.
#[derive(Debug, Clone)]
pub struct TenantImports {
    pub(in crate::app) db: Db,
    pub(in crate::app) clock: Arc<dyn Clock>,
    pub(in crate::app) keys: Keys,
    asking: Arc<Asking>,
}

impl TenantImports {
    /// Imports kept in `db`, their files sealed with `keys`; homes that were added a moment ago are found by `asking`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, keys: Keys, asking: Arc<Asking>) -> Self {
        Self {
            db,
            clock,
            keys,
            asking,
        }
    }

    /// An import.
    ///
    /// # Errors
    /// `IMPORT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_tenant_import", skip_all)]
    pub async fn get(
        &self,
        caller: &Principal,
        import: TenantImportId,
    ) -> Result<TenantImport, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::letting::tenant_import::find(&mut tx, organisation, import).await?;
        found.ok_or_else(import_not_found)
    }

    /// Checks every line of a file and stores it with the problems found. Writes no tenant. A repeat under the same request id
    /// checks nothing more.
    ///
    /// # Errors
    /// `IMPORT_TOO_LARGE`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.check_tenant_import", skip_all)]
    pub async fn check(
        &self,
        caller: &Principal,
        file_name: &str,
        content: Vec<u8>,
        request: Option<&RequestKey>,
    ) -> Result<TenantImport, Error> {
        let organisation = caller.organisation()?;
        if content.len() > LARGEST {
            return Err(import_too_large());
        }
        let now = self.clock.now();
        let today = london_date(now);
        let (mut content, mut judged) = self.judge(caller, content, today).await?;
        // A file of homes may have been imported a moment ago.
        if judged.lacks_home
            && self.asking.ask(Named::NewHomes(organisation)).await? != Answer::Unknown
        {
            (content, judged) = self.judge(caller, content, today).await?;
        }
        let (rows, mut problems) = (judged.rows, judged.problems);
        let mut warnings = judged.warnings;
        warnings.truncate(MOST_PROBLEMS);
        let problem_count = i32::try_from(problems.len()).unwrap_or(i32::MAX);
        problems.truncate(MOST_PROBLEMS);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // The stored answer names nobody: a repeat reads the import again.
        let id: i64 = once(&mut tx, request, async |tx| {
            let key = self.keys.of_organisation(tx, organisation).await?;
            let sealed = key.seal(&content, &context(organisation));
            let name = file_name.chars().filter(|c| !c.is_control());
            let new = NewImport {
                file_name: name.take(LONGEST_NAME).collect(),
                sealed: sealed.map_err(Error::internal)?,
                rows,
                problem_count,
                problems,
                warnings,
            };
            store::letting::tenant_import::forget_all_but(tx, organisation, MOST_WAITING - 1)
                .await?;
            let import =
                store::letting::tenant_import::insert(tx, organisation, caller.user, &new, now)
                    .await?;
            outbox::append(tx, &events::tenant_import_changed(organisation, &import)).await?;
            Ok(import.id.get())
        })
        .await?;
        let found = store::letting::tenant_import::find(&mut tx, organisation, id.into()).await?;
        tx.commit().await?;
        found.ok_or_else(import_not_found)
    }

    /// Lets the job add the file's tenants. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `IMPORT_NOT_FOUND`; `IMPORT_HAS_PROBLEMS`; `IMPORT_ALREADY_APPLIED`; `IMPORT_RUNNING` while the organisation's last one is
    /// going on; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.apply_tenant_import", skip_all)]
    pub async fn apply(
        &self,
        caller: &Principal,
        import: TenantImportId,
        request: Option<&RequestKey>,
    ) -> Result<TenantImport, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::letting::tenant_import::lock(tx, organisation, import).await?;
            let mut found = found.ok_or_else(import_not_found)?;
            if found.state != ImportState::Checked {
                return Err(import_already_applied());
            }
            if found.problem_count > 0 {
                return Err(import_has_problems());
            }
            found.state = ImportState::Importing;
            let begun = store::letting::tenant_import::advance(tx, organisation, &found, now)
                .await
                .on_constraint(store::letting::tenant_import::GOING_ON_UQ, import_running)?;
            outbox::append(tx, &events::tenant_import_changed(organisation, &begun)).await?;
            Ok(import.get())
        })
        .await?;
        let found = store::letting::tenant_import::find(&mut tx, organisation, import).await?;
        tx.commit().await?;
        found.ok_or_else(import_not_found)
    }

    /// Deletes checked files that were not imported, and the results of old imports. Returns how many.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.forget_tenant_imports", skip_all)]
    pub async fn forget(db: &Db, now: DateTime<Utc>) -> Result<u64, Error> {
        let (unused, ended) = (now - UNUSED, now - ENDED);
        Ok(store::letting::tenant_import::forget(db.worker(), unused, ended).await?)
    }

    /// Judges a file beside what is there now.
    async fn judge(
        &self,
        caller: &Principal,
        content: Vec<u8>,
        today: NaiveDate,
    ) -> Result<(Vec<u8>, Judged), Error> {
        let organisation = caller.organisation()?;
        let (homes, known) = self.standing(caller, organisation).await?;
        let work = move || {
            let judged = judged(&content, &homes, &known, today);
            (content, judged)
        };
        let judged = tokio::task::spawn_blocking(work).await;
        judged.map_err(Error::internal)
    }

    async fn standing(
        &self,
        caller: &Principal,
        organisation: OrganisationId,
    ) -> Result<(Vec<Home>, Vec<KnownTenancy>), Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let homes = store::keeping::home::open(&mut tx, organisation).await?;
        let known = store::letting::tenancy::known(&mut tx, organisation).await?;
        tx.commit().await?;
        Ok((homes, known))
    }
}

/// What a file comes to.
struct Judged {
    /// How many tenants it holds.
    rows: i32,
    /// What is wrong with them, line by line.
    problems: Vec<ImportProblem>,
    /// The warnings of what may be so and yet is to be looked at.
    warnings: Vec<ImportProblem>,
    /// Whether a line names a home or a room that is not known.
    lacks_home: bool,
}

fn judged(content: &[u8], homes: &[Home], known: &[KnownTenancy], today: NaiveDate) -> Judged {
    let mut sheet = match sheet::read(content) {
        Ok(sheet) => sheet,
        Err(problems) => {
            return Judged {
                rows: 0,
                problems,
                warnings: Vec::new(),
                lacks_home: false,
            };
        }
    };
    let rows = i32::try_from(sheet.lines.len()).unwrap_or(i32::MAX);
    let mut plan = planned(&mut sheet, homes, today);
    plan.check_against(known, today);
    let places = ["property", "room_number"];
    let mut faults = plan.faults.iter();
    let lacks_home = faults.any(|fault| places.contains(&fault.field.as_str()));
    let mut problems = std::mem::take(&mut sheet.problems);
    problems.extend(plan.faults.iter().map(|fault| problem(&sheet, fault)));
    problems.sort_by_key(|problem| problem.line);
    let warned = plan.above_caps(homes, today);
    let warned = warned.iter().map(|fault| problem(&sheet, fault));
    Judged {
        rows,
        problems,
        warnings: warned.collect(),
        lacks_home,
    }
}

/// What the lines of a sheet come to; they are taken out of it.
pub(super) fn planned(sheet: &mut Sheet, homes: &[Home], today: NaiveDate) -> Plan {
    let lines = std::mem::take(&mut sheet.lines).into_iter();
    let lines = lines.map(|line| (line.number, line.draft));
    Plan::of(lines.collect(), homes, today)
}

/// A fault as the file names its column.
pub(super) fn problem(sheet: &Sheet, fault: &Fault) -> ImportProblem {
    let column = sheet.header_of(&fault.field);
    ImportProblem::new(fault.line, column, fault.message.clone())
}

/// What the bytes of a file are bound to: the organisation that sent it.
pub(in crate::app) fn context(organisation: OrganisationId) -> Vec<u8> {
    format!("import of tenants of {organisation}").into_bytes()
}
