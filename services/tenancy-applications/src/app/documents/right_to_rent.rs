//! Checks of the right to rent (docs/reference/uk-lettings.md 3.3): recorded before an agreement is issued in England, their files sealed.

use std::sync::Arc;

use lintel_core::{
    ApplicationId, Clock, Error, OrganisationId, Principal, RequestKey, RightToRentCheckId,
    london_date,
};
use lintel_db::{Db, Scope, once};
use sqlx::PgConnection;
use tokio::sync::Semaphore;

use super::file_check::{self, Checked};
use crate::{
    app::{
        applying::{household::Household, locked::changed, timeline},
        keeping::keys::Keys,
    },
    domain::{
        applying::{Actor, TimelineEvent},
        documents::{MOST_CHECKS, NewRightToRent, RightToRentCheck, RightToRentDraft},
        letting::TenancyState,
    },
    error::{application_not_found, right_to_rent_check_not_found},
    store,
};

/// The reason of a file that is no evidence.
const INVALID: &str = "RIGHT_TO_RENT_INVALID";
/// Files that are examined at once; the others wait.
const AT_ONCE: usize = 2;

/// Checks of the right to rent.
#[derive(Debug, Clone)]
pub struct RightToRent {
    db: Db,
    clock: Arc<dyn Clock>,
    keys: Keys,
    examining: Arc<Semaphore>,
}

/// The file of a check as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadEvidence {
    /// What kind of file it is.
    pub media_type: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl RightToRent {
    /// Checks kept in `db`, their files sealed with `keys`.
    #[must_use]
    pub fn new(db: Db, clock: Arc<dyn Clock>, keys: Keys) -> Self {
        Self {
            db,
            clock,
            keys,
            examining: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Records a check; `evidence` may be empty. A repeat under the same request id records nothing more.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `RIGHT_TO_RENT_INVALID` with every offending field; `FILE_TYPE_INVALID`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.record_right_to_rent", skip_all, fields(application.id = %application))]
    pub async fn record(
        &self,
        caller: &Principal,
        application: ApplicationId,
        draft: RightToRentDraft,
        evidence: Vec<u8>,
        request: Option<&RequestKey>,
    ) -> Result<RightToRentCheck, Error> {
        let organisation = caller.organisation()?;
        // Whose the application is comes first: no stranger's file is worth examining.
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        found.ok_or_else(application_not_found)?;
        tx.commit().await?;
        let file = match evidence.is_empty() {
            true => None,
            false => Some(self.examine(evidence).await?),
        };
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let recorded: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::application::lock(tx, organisation, application).await?;
            let found = found.ok_or_else(application_not_found)?;
            let household = Household::of(tx, organisation, &found).await?;
            let start = match household.state {
                // A tenancy that has begun is checked again whenever it is due.
                Some(TenancyState::Active | TenancyState::Ended) => None,
                Some(TenancyState::Upcoming) | None => household.start,
            };
            let new = NewRightToRent::try_new(draft, start, london_date(now))?;
            let there = of_application(tx, organisation, application).await?;
            if there.len() >= MOST_CHECKS {
                let text = format!("An application has at most {MOST_CHECKS} checks.");
                return Err(Error::field(INVALID, "check", text));
            }
            let kind = file.as_ref().map(|file| file.media_type);
            let by = caller.user;
            let id = store::documents::right_to_rent::insert(
                tx,
                organisation,
                application,
                &new,
                kind,
                by,
                now,
            )
            .await?;
            if let Some(file) = &file {
                let key = self.keys.of_organisation(tx, organisation).await?;
                let sealed = key.seal(&file.bytes, &context(organisation, id));
                let sealed = sealed.map_err(Error::internal)?;
                store::documents::right_to_rent::keep_evidence(tx, organisation, id, &sealed)
                    .await?;
            }
            let event = TimelineEvent::RightToRentRecorded;
            timeline::record(tx, organisation, application, event, Actor::Landlord, now).await?;
            changed(tx, organisation, &found, now).await?;
            Ok(id.get())
        })
        .await?;
        let checks = of_application(&mut tx, organisation, application).await?;
        tx.commit().await?;
        let found = checks.into_iter().find(|one| one.id.get() == recorded);
        found.ok_or_else(right_to_rent_check_not_found)
    }

    /// The checks of an application, the newest first.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_right_to_rent_checks", skip_all, fields(application.id = %application))]
    pub async fn list(
        &self,
        caller: &Principal,
        application: ApplicationId,
    ) -> Result<Vec<RightToRentCheck>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        found.ok_or_else(application_not_found)?;
        of_application(&mut tx, organisation, application).await
    }

    /// The file of a check. The reading is recorded in the same transaction.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `RIGHT_TO_RENT_CHECK_NOT_FOUND`, for one without a file as well; [`Error::Unavailable`] while the
    /// database is away.
    #[tracing::instrument(name = "app.read_right_to_rent_evidence", skip_all, fields(application.id = %application))]
    pub async fn read(
        &self,
        caller: &Principal,
        application: ApplicationId,
        check: RightToRentCheckId,
    ) -> Result<ReadEvidence, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        found.ok_or_else(application_not_found)?;
        let found =
            store::documents::right_to_rent::evidence(&mut tx, organisation, application, check)
                .await?;
        let (media_type, sealed) = found.ok_or_else(right_to_rent_check_not_found)?;
        let by = caller.user;
        store::documents::right_to_rent::record_reading(&mut tx, organisation, check, by, now)
            .await?;
        let key = self.keys.of_organisation(&mut tx, organisation).await?;
        let bytes = key.open(&sealed, &context(organisation, check));
        let bytes = bytes.map_err(Error::internal)?.to_vec();
        tx.commit().await?;
        Ok(ReadEvidence { media_type, bytes })
    }

    /// Judges a file by its content, outside any transaction.
    async fn examine(&self, content: Vec<u8>) -> Result<Checked, Error> {
        let permit = self.examining.acquire().await.map_err(Error::internal)?;
        let checked =
            tokio::task::spawn_blocking(move || file_check::check_as(content, INVALID, "evidence"));
        let checked = checked.await;
        drop(permit);
        checked.map_err(Error::internal)?
    }
}

/// The checks of an application, the newest first.
async fn of_application(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Vec<RightToRentCheck>, Error> {
    Ok(
        store::documents::right_to_rent::of_applications(tx, organisation, &[application.get()])
            .await?,
    )
}

/// What the bytes of a file are bound to: its check.
fn context(organisation: OrganisationId, check: RightToRentCheckId) -> Vec<u8> {
    format!("right to rent {check} of {organisation}").into_bytes()
}
