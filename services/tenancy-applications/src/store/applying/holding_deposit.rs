//! Holding deposits of applicants, and what was told of them.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{ApplicationId, Money, OrganisationId, london_date};
use lintel_db::{RowName, StoreError};
use lintel_rules::Nation;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::{
    domain::{
        applying::{HoldingDeposit, HoldingOutcome, HoldingState},
        letting::DeadlineSubject,
    },
    store::{letting::deadline::DueRow, nation},
};

/// The holding deposit of an application; `None` where none was recorded.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.holding_deposit.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Option<HoldingDeposit>, StoreError> {
    let row = sqlx::query!(
        "SELECT amount, receive_date, agreed_date, outcome, outcome_date, reason
         FROM holding_deposits WHERE organisation_id = $1 AND application_id = $2",
        organisation.get(),
        application.get(),
    )
    .fetch_optional(tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let name = RowName {
        table: "holding_deposits",
        id: application.get(),
    };
    let outcome = row
        .outcome
        .map(|text| name.known("outcome", HoldingOutcome::parse(&text)));
    Ok(Some(HoldingDeposit {
        amount: name.money("amount", row.amount)?,
        received: row.receive_date,
        agreed: row.agreed_date,
        outcome: outcome.transpose()?.zip(row.outcome_date),
        reason: row.reason,
    }))
}

/// Keeps the holding deposit of an application in place of what was.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.holding_deposit.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    held: &HoldingDeposit,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    let (outcome, outcome_on) = held.outcome.unzip();
    sqlx::query!(
        "INSERT INTO holding_deposits (organisation_id, application_id, amount, receive_date, agreed_date, outcome, outcome_date, reason,
                                       updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (organisation_id, application_id) DO UPDATE
         SET amount = $3, receive_date = $4, agreed_date = $5, outcome = $6, outcome_date = $7, reason = $8, updated_at = $9",
        organisation.get(),
        application.get(),
        Money::to_decimal(held.amount),
        held.received,
        held.agreed,
        outcome.map(HoldingOutcome::as_str),
        outcome_on,
        held.reason,
        at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes the holding deposit of an application.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.holding_deposit.remove", skip_all)]
pub async fn remove(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM holding_deposits WHERE organisation_id = $1 AND application_id = $2",
        organisation.get(),
        application.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A holding deposit of which something is still to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HoldingDue {
    /// The application; the day is that of the receipt.
    pub row: DueRow,
    /// The home's nation.
    pub nation: Nation,
    /// Everything that is known of it.
    pub held: HoldingDeposit,
    /// How far the application is.
    pub state: HoldingState,
    /// The last day of which the members were told before it, and once it was over.
    pub told: (Option<NaiveDate>, Option<NaiveDate>),
}

struct Found {
    organisation_id: i64,
    application_id: i64,
    amount: Decimal,
    receive_date: NaiveDate,
    agreed_date: Option<NaiveDate>,
    told_soon: Option<NaiveDate>,
    told_late: Option<NaiveDate>,
    rejected_at: Option<DateTime<Utc>>,
    withdrawn_at: Option<DateTime<Utc>>,
    signed_at: Option<DateTime<Utc>>,
    home_nation: Option<String>,
    postcode: String,
    property_id: i64,
    name: String,
    home: String,
    address: String,
}

impl TryFrom<Found> for HoldingDue {
    type Error = StoreError;

    fn try_from(row: Found) -> Result<Self, StoreError> {
        let named = RowName {
            table: "holding_deposits",
            id: row.application_id,
        };
        Ok(Self {
            nation: nation(&named, row.home_nation.as_deref(), &row.postcode)?,
            held: HoldingDeposit {
                amount: named.money("amount", row.amount)?,
                received: row.receive_date,
                agreed: row.agreed_date,
                outcome: None,
                reason: None,
            },
            state: HoldingState {
                rejected: row.rejected_at.map(london_date),
                withdrawn: row.withdrawn_at.map(london_date),
                signed: row.signed_at.map(london_date),
            },
            told: (row.told_soon, row.told_late),
            row: DueRow {
                organisation: row.organisation_id.into(),
                subject: row.application_id,
                due: row.receive_date,
                about: DeadlineSubject::Application(row.application_id.into()),
                property: row.property_id.into(),
                name: row.name,
                home: row.home,
                address: row.address,
            },
        })
    }
}

/// Holding deposits without an outcome.
macro_rules! select_open {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            Found,
            r#"SELECT d.organisation_id, d.application_id, d.amount, d.receive_date, d.agreed_date, d.told_soon, d.told_late,
                 a.rejected_at, a.withdrawn_at,
                 (SELECT max(g.completed_at) FROM agreements g WHERE g.organisation_id = t.organisation_id
                     AND g.tenancy_id = t.tenancy_id AND g.state = 'signed') AS signed_at,
                 CASE WHEN h.postcode IS NULL THEN y.home_nation ELSE h.nation END AS home_nation,
                 coalesce(h.postcode, y.home_postcode, '') AS "postcode!", a.property_id, a.name,
                 a.property_name || coalesce(', room ' || a.room_number, '') AS "home!", a.property_address AS address
               FROM holding_deposits d
               JOIN applications a ON a.organisation_id = d.organisation_id AND a.application_id = d.application_id
               LEFT JOIN homes h ON h.organisation_id = a.organisation_id AND h.property_id = a.property_id
               LEFT JOIN tenants t ON t.organisation_id = a.organisation_id AND t.tenant_id = a.tenant_id
               LEFT JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
               WHERE d.outcome IS NULL "# + $tail,
            $($argument),+
        )
    };
}

/// How far an application is, as far as its holding deposit is concerned.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.holding_deposit.state", skip_all)]
pub async fn state(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<HoldingState, StoreError> {
    let row = sqlx::query!(
        r#"SELECT a.rejected_at, a.withdrawn_at,
             (SELECT max(g.completed_at) FROM agreements g
              JOIN tenants t ON t.organisation_id = g.organisation_id AND t.tenancy_id = g.tenancy_id
              WHERE t.organisation_id = a.organisation_id AND t.tenant_id = a.tenant_id AND g.state = 'signed') AS signed_at
           FROM applications a WHERE a.organisation_id = $1 AND a.application_id = $2"#,
        organisation.get(),
        application.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map_or_else(HoldingState::default, |row| HoldingState {
        rejected: row.rejected_at.map(london_date),
        withdrawn: row.withdrawn_at.map(london_date),
        signed: row.signed_at.map(london_date),
    }))
}

/// At most `limit` holding deposits of the organisation of which something is to be done, those that came first first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.holding_deposit.open", skip_all)]
pub async fn open(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    limit: i64,
) -> Result<Vec<HoldingDue>, StoreError> {
    let rows = select_open!(
        "AND d.organisation_id = $1 ORDER BY d.receive_date, d.application_id LIMIT $2",
        organisation.get(),
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` holding deposits behind `after` (the organisation and the application) of which something is to be done, in that order,
/// locked until the transaction ends; those that another transaction holds are left out.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.holding_deposit.open_of_all", skip_all)]
pub async fn open_of_all(
    worker: &mut PgConnection,
    after: (i64, i64),
    limit: i64,
) -> Result<Vec<HoldingDue>, StoreError> {
    let (organisation, application) = after;
    let rows = select_open!(
        "AND NOT is_gone(d.organisation_id) AND (d.organisation_id, d.application_id) > ($1, $2)
         ORDER BY d.organisation_id, d.application_id LIMIT $3 FOR UPDATE OF d SKIP LOCKED",
        organisation,
        application,
        limit,
    )
    .fetch_all(worker)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Keeps that the members were told of a holding deposit's last day `due`; with `late`, that it is over.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.holding_deposit.told", skip_all)]
pub async fn told(worker: &mut PgConnection, row: &DueRow, late: bool) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE holding_deposits SET told_soon = $3, told_late = CASE WHEN $4 THEN $3 ELSE told_late END
         WHERE organisation_id = $1 AND application_id = $2",
        row.organisation.get(),
        row.subject,
        row.due,
        late,
    )
    .execute(worker)
    .await?;
    Ok(())
}
