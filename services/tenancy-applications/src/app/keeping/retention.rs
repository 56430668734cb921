//! Keeping nothing longer than its time (docs/reference/uk-lettings.md 4.5, docs/reference/decisions.md 5).

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{Clock, Error, london_date};
use lintel_db::{Db, links};

use crate::{
    app::letting::TenantImports,
    config::RetentionConfig,
    store::keeping::retention::{self, Ended, Over},
};

/// How many rows of one kind a transaction deletes, so that no lock is held for long.
const BATCH: i64 = 200;

/// Deletes what is over.
#[derive(Debug, Clone)]
pub struct Retention {
    db: Db,
    clock: Arc<dyn Clock>,
    config: RetentionConfig,
}

impl Retention {
    /// Of what is kept in `db`.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, config: RetentionConfig) -> Self {
        Self { db, clock, config }
    }

    /// How much is over and would be deleted.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.count_retention", skip_all)]
    pub async fn count(&self) -> Result<Over, Error> {
        let mut tx = self.db.begin_worker().await?;
        Ok(retention::count(&mut tx, ended(self.config, self.clock.now())).await?)
    }

    /// Deletes what is over. Every replica may do it at any time. Returns how much it was.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.apply_retention", skip_all)]
    pub async fn apply(&self) -> Result<Over, Error> {
        TenantImports::forget(&self.db, self.clock.now()).await?;
        let mut all = Over::default();
        loop {
            let mut tx = self.db.begin_worker().await?;
            let ended = ended(self.config, self.clock.now());
            let gone = retention::delete(&mut tx, ended, BATCH).await?;
            links::forget(&mut tx, ended.now, BATCH).await?;
            tx.commit().await?;
            if gone.sum() == 0 {
                return Ok(all);
            }
            all = Over {
                drafts: all.drafts + gone.drafts,
                invites: all.invites + gone.invites,
                documents: all.documents + gone.documents,
                applications: all.applications + gone.applications,
                rights_to_rent: all.rights_to_rent + gone.rights_to_rent,
                tenancies: all.tenancies + gone.tenancies,
                bank_statements: all.bank_statements + gone.bank_statements,
            };
        }
    }

    /// What an operator reads of `retention` or `retention --dry-run`.
    ///
    /// # Errors
    /// Another argument; [`Error::Unavailable`] while the database is away.
    pub async fn command(&self, arguments: &[String]) -> anyhow::Result<String> {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (over, what) = match arguments.as_slice() {
            ["--dry-run"] => (self.count().await?, "would be deleted"),
            [] => (self.apply().await?, "deleted"),
            _ => anyhow::bail!("usage: retention [--dry-run]"),
        };
        let Over {
            drafts,
            invites,
            documents,
            applications,
            rights_to_rent,
            tenancies,
            bank_statements,
        } = over;
        Ok(format!(
            "{drafts} half-filled forms, {invites} links, {documents} documents, {applications} applications, {rights_to_rent} checks of \
             the right to rent, {tenancies} tenancies and {bank_statements} files of banks {what}."
        ))
    }
}

impl Retention {
    /// The command's name.
    pub const COMMAND: &'static str = "retention";
}

fn ended(config: RetentionConfig, now: DateTime<Utc>) -> Ended {
    let before = |days: u16| now - Duration::days(days.into());
    Ended {
        now,
        invites: before(config.invite_days),
        documents: before(config.document_days),
        applications: before(config.application_days),
        undecided: before(config.undecided_days),
        today: london_date(now),
        rights_to_rent: london_date(before(config.right_to_rent_days)),
        tenancies: london_date(before(config.tenancy_days)),
        guaranteed: london_date(before(config.guaranteed_tenancy_days)),
        bank_statements: before(config.tenancy_days),
    }
}
