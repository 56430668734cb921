//! Jobs that contractors were asked to do; the last one of a request is its job.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use lintel_core::{MaintenanceRequestId, Money, OrganisationId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::maintenance::{Job, JobState, JobTime, Later};

struct JobRow {
    job_id: i64,
    maintenance_request_id: i64,
    contractor_id: i64,
    contractor_name: String,
    state: String,
    asked_date: Option<NaiveDate>,
    asked_start: Option<NaiveTime>,
    asked_end: Option<NaiveTime>,
    proposed_date: Option<NaiveDate>,
    proposed_start: Option<NaiveTime>,
    proposed_end: Option<NaiveTime>,
    agreed_date: Option<NaiveDate>,
    agreed_start: Option<NaiveTime>,
    agreed_end: Option<NaiveTime>,
    answer_by: DateTime<Utc>,
    cost_limit: Option<Decimal>,
    access: Option<String>,
    sealed_key_code: Option<Vec<u8>>,
    tenant_contact: bool,
    tenant_agreed: bool,
    proposals: i32,
    sequence: i32,
    message: Option<String>,
    report: Option<String>,
    invoice_total: Option<Decimal>,
    invoice_number: Option<String>,
    offered_by: i64,
    offered_at: DateTime<Utc>,
    answered_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
    token_nonce: Vec<u8>,
    token_hash: Vec<u8>,
}

/// Every column that a [`Job`] is read from; what follows is the caller's.
macro_rules! select_jobs {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            JobRow,
            "SELECT job_id, maintenance_request_id, contractor_id, contractor_name, state, asked_date, asked_start, asked_end,
                 proposed_date, proposed_start, proposed_end, agreed_date, agreed_start, agreed_end, answer_by, cost_limit, access,
                 sealed_key_code, tenant_contact, tenant_agreed, proposals, sequence, message, report, invoice_total, invoice_number,
                 offered_by, offered_at, answered_at, ended_at, token_nonce, token_hash
             FROM maintenance_jobs WHERE organisation_id = $1 " + $tail,
            $($argument),+
        )
    };
}

impl TryFrom<JobRow> for Job {
    type Error = StoreError;

    fn try_from(row: JobRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "maintenance_jobs",
            id: row.job_id,
        };
        let amount = |column, amount: Option<Decimal>| {
            let amount = amount.map(|amount| name.money(column, amount));
            amount.transpose()
        };
        let bytes = |column, bytes: Vec<u8>| {
            let bytes: Option<[u8; 32]> = bytes.try_into().ok();
            name.known(column, bytes)
        };
        Ok(Self {
            id: row.job_id,
            request: row.maintenance_request_id.into(),
            contractor: row.contractor_id.into(),
            contractor_name: row.contractor_name,
            state: name.known("state", JobState::parse(&row.state))?,
            asked: time(row.asked_date, row.asked_start, row.asked_end),
            proposed: time(row.proposed_date, row.proposed_start, row.proposed_end),
            agreed: time(row.agreed_date, row.agreed_start, row.agreed_end),
            answer_by: row.answer_by,
            cost_limit: amount("cost_limit", row.cost_limit)?,
            access: row.access,
            sealed_key_code: row.sealed_key_code,
            tenant_contact: row.tenant_contact,
            tenant_agreed: row.tenant_agreed,
            proposals: row.proposals,
            sequence: row.sequence,
            message: row.message,
            report: row.report,
            invoice_total: amount("invoice_total", row.invoice_total)?,
            invoice_number: row.invoice_number,
            offered_by: row.offered_by.into(),
            offered_at: row.offered_at,
            answered_at: row.answered_at,
            ended_at: row.ended_at,
            token_nonce: bytes("token_nonce", row.token_nonce)?,
            token_hash: bytes("token_hash", row.token_hash)?,
        })
    }
}

fn time(
    date: Option<NaiveDate>,
    start: Option<NaiveTime>,
    end: Option<NaiveTime>,
) -> Option<JobTime> {
    Some(JobTime {
        date: date?,
        start: start?,
        end: end?,
    })
}

/// One job.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.maintenance_job.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    job: i64,
) -> Result<Option<Job>, StoreError> {
    let row = select_jobs!("AND job_id = $2", organisation.get(), job)
        .fetch_optional(tx)
        .await?;
    row.map(TryInto::try_into).transpose()
}

/// The job of a request. Whoever changes it holds the lock of the request.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.maintenance_job.of_request", skip_all)]
pub async fn of_request(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
) -> Result<Option<Job>, StoreError> {
    let row = select_jobs!(
        "AND maintenance_request_id = $2 ORDER BY job_id DESC LIMIT 1",
        organisation.get(),
        request.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Returns the contractor who was asked after this job.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.maintenance_job.later", skip_all)]
pub async fn later(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    job: &Job,
) -> Result<Later, StoreError> {
    let later = sqlx::query_scalar!(
        "SELECT contractor_id FROM maintenance_jobs
         WHERE organisation_id = $1 AND maintenance_request_id = $2 AND job_id > $3",
        organisation.get(),
        job.request.get(),
        job.id,
    )
    .fetch_all(tx)
    .await?;
    Ok(if later.is_empty() {
        Later::None
    } else if later.contains(&job.contractor.get()) {
        Later::SameContractor
    } else {
        Later::AnotherContractor
    })
}

/// Adds a job with the hash of its link. Returns its number.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_job.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    job: &Job,
) -> Result<i64, StoreError> {
    let asked = job.asked.as_ref();
    Ok(sqlx::query_scalar!(
        "INSERT INTO maintenance_jobs
             (organisation_id, maintenance_request_id, contractor_id, contractor_name, state, asked_date, asked_start, asked_end,
              answer_by, cost_limit, access, sealed_key_code, tenant_contact, tenant_agreed, sequence, offered_by, offered_at,
              token_nonce, token_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) RETURNING job_id",
        organisation.get(),
        job.request.get(),
        job.contractor.get(),
        job.contractor_name,
        job.state.as_str(),
        asked.map(|time| time.date),
        asked.map(|time| time.start),
        asked.map(|time| time.end),
        job.answer_by,
        job.cost_limit.map(Money::to_decimal),
        job.access,
        job.sealed_key_code,
        job.tenant_contact,
        job.tenant_agreed,
        job.sequence,
        job.offered_by.get(),
        job.offered_at,
        job.token_nonce.as_slice(),
        job.token_hash.as_slice(),
    )
    .fetch_one(tx)
    .await?)
}

/// Writes what the job of a locked request becomes.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_job.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    job: &Job,
) -> Result<(), StoreError> {
    let (asked, proposed, agreed) = (
        job.asked.as_ref(),
        job.proposed.as_ref(),
        job.agreed.as_ref(),
    );
    sqlx::query!(
        "UPDATE maintenance_jobs
         SET state = $3, asked_date = $4, asked_start = $5, asked_end = $6, proposed_date = $7, proposed_start = $8,
             proposed_end = $9, agreed_date = $10, agreed_start = $11, agreed_end = $12, proposals = $13, sequence = $14,
             message = $15, report = $16, invoice_total = $17, invoice_number = $18, answered_at = $19, ended_at = $20
         WHERE organisation_id = $1 AND job_id = $2",
        organisation.get(),
        job.id,
        job.state.as_str(),
        asked.map(|time| time.date),
        asked.map(|time| time.start),
        asked.map(|time| time.end),
        proposed.map(|time| time.date),
        proposed.map(|time| time.start),
        proposed.map(|time| time.end),
        agreed.map(|time| time.date),
        agreed.map(|time| time.start),
        agreed.map(|time| time.end),
        job.proposals,
        job.sequence,
        job.message,
        job.report,
        job.invoice_total.map(Money::to_decimal),
        job.invoice_number,
        job.answered_at,
        job.ended_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
