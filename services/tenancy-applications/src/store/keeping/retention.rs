//! What is kept no longer: rows that the worker deletes once their time is over.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Until when each kind of row must have ended to be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Now, for what says itself when it ends.
    pub now: DateTime<Utc>,
    /// Links that stopped working before.
    pub invites: DateTime<Utc>,
    /// Documents of applications that were rejected or withdrawn before.
    pub documents: DateTime<Utc>,
    /// Applications that were rejected or withdrawn before.
    pub applications: DateTime<Utc>,
    /// Applications that nobody decided and nobody changed since.
    pub undecided: DateTime<Utc>,
    /// Today in London.
    pub today: NaiveDate,
    /// Checks of the right to rent of tenants whose last day was this or before.
    pub rights_to_rent: NaiveDate,
    /// Tenancies whose last day was this or before.
    pub tenancies: NaiveDate,
    /// The same of those that somebody guaranteed by a deed.
    pub guaranteed: NaiveDate,
    /// Banks' files that were read before.
    pub bank_statements: DateTime<Utc>,
}

/// How many rows are over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Over {
    /// Half-filled forms.
    pub drafts: i64,
    /// Links.
    pub invites: i64,
    /// Documents whose application is kept a while longer.
    pub documents: i64,
    /// Applications with everything that belongs to them.
    pub applications: i64,
    /// Checks of the right to rent.
    pub rights_to_rent: i64,
    /// Tenancies with everything that belongs to them.
    pub tenancies: i64,
    /// Banks' files with their lines; receipts stay in their ledgers.
    pub bank_statements: i64,
}

impl Over {
    /// All of them.
    #[must_use]
    pub const fn sum(self) -> i64 {
        self.drafts
            + self.invites
            + self.documents
            + self.applications
            + self.rights_to_rent
            + self.tenancies
            + self.bank_statements
    }
}

/// Counts what is over.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.retention.count", skip_all)]
pub async fn count(tx: &mut PgConnection, ended: Ended) -> Result<Over, StoreError> {
    Ok(sqlx::query_as!(
        Over,
        r#"SELECT
             (SELECT count(*) FROM application_drafts WHERE expires_at <= $1) AS "drafts!",
             (SELECT count(*) FROM invites WHERE expires_at <= $2 OR revoked_at <= $2) AS "invites!",
             (SELECT count(*) FROM application_documents d
                 JOIN applications a ON a.organisation_id = d.organisation_id AND a.application_id = d.application_id
                 WHERE a.tenant_id IS NULL AND coalesce(a.rejected_at, a.withdrawn_at) <= $3) AS "documents!",
             (SELECT count(*) FROM applications WHERE tenant_id IS NULL AND (coalesce(rejected_at, withdrawn_at) <= $4
                 OR (approved_at IS NULL AND updated_at <= $5))) AS "applications!",
             (SELECT count(*) FROM right_to_rent_checks c
                 LEFT JOIN tenants t ON t.organisation_id = c.organisation_id AND t.application_id = c.application_id
                 WHERE c.keep_until <= $6 OR (t.has_left AND t.leave_date <= $7)) AS "rights_to_rent!",
             (SELECT count(*) FROM tenancies y WHERE state = 'Ended' AND CASE WHEN EXISTS (
                     SELECT FROM guarantee_deeds d JOIN agreements g USING (organisation_id, agreement_id)
                     WHERE d.organisation_id = y.organisation_id AND g.tenancy_id = y.tenancy_id AND d.signed_at IS NOT NULL)
                 THEN $10::date ELSE $8::date END >= (
                 SELECT max(leave_date) FROM tenants t
                 WHERE t.organisation_id = y.organisation_id AND t.tenancy_id = y.tenancy_id)) AS "tenancies!",
             (SELECT count(*) FROM bank_statements WHERE created_at <= $9) AS "bank_statements!""#,
        ended.now,
        ended.invites,
        ended.documents,
        ended.applications,
        ended.undecided,
        ended.today,
        ended.rights_to_rent,
        ended.tenancies,
        ended.bank_statements,
        ended.guaranteed,
    )
    .fetch_one(tx)
    .await?)
}

/// Deletes up to `at_most` rows of each kind that are over, and keeps of an application its number and when it went. Returns how many.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.retention.delete", skip_all)]
pub async fn delete(tx: &mut PgConnection, ended: Ended, at_most: i64) -> Result<Over, StoreError> {
    let drafts = sqlx::query!(
        "DELETE FROM application_drafts WHERE (organisation_id, draft_id) IN (
             SELECT organisation_id, draft_id FROM application_drafts WHERE expires_at <= $1 LIMIT $2)",
        ended.now,
        at_most,
    )
    .execute(&mut *tx)
    .await?;
    // Counts of mails that no limit looks at any more.
    sqlx::query!(
        "DELETE FROM draft_mails WHERE sent_at <= $1::timestamptz - interval '1 day'",
        ended.now
    )
    .execute(&mut *tx)
    .await?;
    // Tickets that are over; the readings themselves are kept with their documents.
    sqlx::query!(
        "DELETE FROM document_tickets WHERE expires_at <= $1::timestamptz - interval '1 day'",
        ended.now
    )
    .execute(&mut *tx)
    .await?;
    let invites = sqlx::query!(
        "DELETE FROM invites WHERE (organisation_id, invite_id) IN (
             SELECT organisation_id, invite_id FROM invites WHERE expires_at <= $1 OR revoked_at <= $1 LIMIT $2)",
        ended.invites,
        at_most,
    )
    .execute(&mut *tx)
    .await?;
    let documents = sqlx::query!(
        "DELETE FROM application_documents WHERE (organisation_id, document_id) IN (
             SELECT d.organisation_id, d.document_id FROM application_documents d
             JOIN applications a ON a.organisation_id = d.organisation_id AND a.application_id = d.application_id
             WHERE a.tenant_id IS NULL AND coalesce(a.rejected_at, a.withdrawn_at) <= $1 LIMIT $2)",
        ended.documents,
        at_most,
    )
    .execute(&mut *tx)
    .await?;
    let applications = sqlx::query!(
        "WITH gone AS (
             DELETE FROM applications WHERE (organisation_id, application_id) IN (
                 SELECT organisation_id, application_id FROM applications
                 WHERE tenant_id IS NULL AND (coalesce(rejected_at, withdrawn_at) <= $1
                     OR (approved_at IS NULL AND updated_at <= $2))
                 LIMIT $3 FOR UPDATE SKIP LOCKED)
             RETURNING organisation_id, application_id)
         INSERT INTO erased_applications (organisation_id, application_id, erased_at)
         SELECT organisation_id, application_id, $4 FROM gone",
        ended.applications,
        ended.undecided,
        at_most,
        ended.now,
    )
    .execute(&mut *tx)
    .await?;
    let rights_to_rent = sqlx::query!(
        "DELETE FROM right_to_rent_checks WHERE (organisation_id, right_to_rent_check_id) IN (
             SELECT c.organisation_id, c.right_to_rent_check_id FROM right_to_rent_checks c
             LEFT JOIN tenants t ON t.organisation_id = c.organisation_id AND t.application_id = c.application_id
             WHERE c.keep_until <= $1 OR (t.has_left AND t.leave_date <= $2) LIMIT $3)",
        ended.today,
        ended.rights_to_rent,
        at_most,
    )
    .execute(&mut *tx)
    .await?;
    let tenancies = delete_tenancies(&mut *tx, ended, at_most).await?;
    // What was taken back is readable as long as its tenancy, and six years.
    sqlx::query!(
        "DELETE FROM taken_back WHERE taken_back_at < $1::date AND NOT EXISTS (
             SELECT FROM tenancies
             WHERE tenancies.organisation_id = taken_back.organisation_id AND tenancies.tenancy_id = taken_back.tenancy_id)",
        ended.tenancies,
    )
    .execute(&mut *tx)
    .await?;
    let bank_statements = sqlx::query!(
        "DELETE FROM bank_statements WHERE (organisation_id, bank_statement_id) IN (
             SELECT organisation_id, bank_statement_id FROM bank_statements WHERE created_at <= $1 LIMIT $2)",
        ended.bank_statements,
        at_most,
    )
    .execute(&mut *tx)
    .await?;
    let rows = |done: sqlx::postgres::PgQueryResult| {
        i64::try_from(done.rows_affected()).unwrap_or(i64::MAX)
    };
    Ok(Over {
        drafts: rows(drafts),
        invites: rows(invites),
        documents: rows(documents),
        applications: rows(applications),
        rights_to_rent: rows(rights_to_rent),
        tenancies: rows(tenancies),
        bank_statements: rows(bank_statements),
    })
}

/// Deletes tenancies whose time is over with the applications that led to them; what belongs to either goes with it.
async fn delete_tenancies(
    tx: &mut PgConnection,
    ended: Ended,
    at_most: i64,
) -> Result<sqlx::postgres::PgQueryResult, StoreError> {
    Ok(sqlx::query!(
        "WITH over AS (
             SELECT organisation_id, tenancy_id FROM tenancies y WHERE state = 'Ended' AND CASE WHEN EXISTS (
                     SELECT FROM guarantee_deeds d JOIN agreements g USING (organisation_id, agreement_id)
                     WHERE d.organisation_id = y.organisation_id AND g.tenancy_id = y.tenancy_id AND d.signed_at IS NOT NULL)
                 THEN $4::date ELSE $1::date END >= (
                 SELECT max(leave_date) FROM tenants t
                 WHERE t.organisation_id = y.organisation_id AND t.tenancy_id = y.tenancy_id)
             LIMIT $2 FOR UPDATE SKIP LOCKED),
         gone AS (
             DELETE FROM applications WHERE (organisation_id, application_id) IN (
                 SELECT t.organisation_id, t.application_id FROM tenants t JOIN over
                   ON over.organisation_id = t.organisation_id AND over.tenancy_id = t.tenancy_id)
             RETURNING organisation_id, application_id),
         noted AS (
             INSERT INTO erased_applications (organisation_id, application_id, erased_at)
             SELECT organisation_id, application_id, $3 FROM gone)
         DELETE FROM tenancies USING over
         WHERE tenancies.organisation_id = over.organisation_id AND tenancies.tenancy_id = over.tenancy_id",
        ended.tenancies,
        at_most,
        ended.now,
        ended.guaranteed,
    )
    .execute(tx)
    .await?)
}
