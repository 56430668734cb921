//! Importing a file of properties in two steps: the check, and the start of the import. Adding the properties is
//! [`super::import_work`]'s.

use std::sync::Arc;

use lintel_core::{Clock, Error, Principal, PropertyImportId};
use lintel_db::{Asked, Db, Reply, ResultExt as _, Scope, once, outbox};
use lintel_files::FileStore;
use lintel_sheet::{LARGEST, MOST_PROBLEMS};

use super::import_check::{Judged, judged, parsed};
use crate::{
    domain::{ImportState, InspectionSettings, NewImport, PropertyImport},
    error::{
        import_already_applied, import_has_problems, import_not_found, import_running,
        import_too_large,
    },
    events, store,
};

/// The most checked files of one organisation that wait to be imported; beyond that the oldest is deleted.
const MOST_WAITING: i64 = 10;
/// The longest name of a file, in characters.
const LONGEST_NAME: usize = 255;

/// The imports of the caller's organisation.
#[derive(Debug, Clone)]
pub struct Imports {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    files: FileStore,
}

impl Imports {
    /// Imports kept in `db`, of properties whose photos are in `files`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, files: FileStore) -> Self {
        Self { db, clock, files }
    }

    /// An import.
    ///
    /// # Errors
    /// `IMPORT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_property_import", skip_all)]
    pub async fn get_property_import(
        &self,
        caller: &Principal,
        import: PropertyImportId,
    ) -> Result<PropertyImport, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::import::find(&mut tx, organisation, import).await?;
        found.ok_or_else(import_not_found)
    }

    /// Checks every line of a file and stores it with the problems found. Writes no property.
    ///
    /// # Errors
    /// `IMPORT_TOO_LARGE`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.check_property_import", skip_all)]
    pub async fn check_property_import<R: Reply>(
        &self,
        caller: &Principal,
        file_name: &str,
        content: Vec<u8>,
        request: Asked<PropertyImport, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        if content.len() > LARGEST {
            return Err(import_too_large());
        }
        let now = self.clock.now();
        let (content, read) = parsed(content).await?;
        let Judged {
            rows,
            mut problems,
            places,
            photos,
        } = match read {
            Ok(sheet) => judged(&self.files, organisation, sheet, now).await?,
            Err(problems) => Judged {
                problems,
                ..Judged::default()
            },
        };
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let import = once(&mut tx, request, async |tx| {
            problems.extend(places.known(tx, organisation).await?);
            problems.sort_by_key(|problem| problem.line);
            let problem_count = i32::try_from(problems.len()).unwrap_or(i32::MAX);
            problems.truncate(MOST_PROBLEMS);
            let name = file_name.chars().filter(|c| !c.is_control());
            let new = NewImport {
                file_name: name.take(LONGEST_NAME).collect(),
                content,
                rows,
                problem_count,
                problems,
                photos,
            };
            store::import::forget_all_but(tx, organisation, MOST_WAITING - 1).await?;
            let import = store::import::insert(tx, organisation, caller.user, &new, now).await?;
            outbox::append(tx, &events::property_import_changed(organisation, &import)).await?;
            Ok(import)
        })
        .await?;
        tx.commit().await?;
        Ok(import)
    }

    /// Lets the job add the file's properties, each to be inspected as `inspections` says.
    ///
    /// # Errors
    /// `IMPORT_NOT_FOUND`; `IMPORT_HAS_PROBLEMS`; `IMPORT_ALREADY_APPLIED`; `IMPORT_RUNNING` while the organisation's last one is
    /// going on; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.apply_property_import", skip_all)]
    pub async fn apply_property_import<R: Reply>(
        &self,
        caller: &Principal,
        import: PropertyImportId,
        inspections: InspectionSettings,
        request: Asked<PropertyImport, R>,
    ) -> Result<R, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let import = once(&mut tx, request, async |tx| {
            let found = store::import::lock(tx, organisation, import).await?;
            let mut import = found.ok_or_else(import_not_found)?;
            if import.state != ImportState::Checked {
                return Err(import_already_applied());
            }
            if import.problem_count > 0 {
                return Err(import_has_problems());
            }
            import.state = ImportState::Importing;
            import.inspections = inspections;
            let import = store::import::advance(tx, organisation, import, now)
                .await
                .on_constraint(store::import::GOING_ON_UQ, import_running)?;
            outbox::append(tx, &events::property_import_changed(organisation, &import)).await?;
            Ok(import)
        })
        .await?;
        tx.commit().await?;
        Ok(import)
    }
}
