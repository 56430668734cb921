//! Days by which a landlord has to have done something for a tenancy, and what was told of them.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{OrganisationId, PropertyId};
use lintel_db::{RowName, StoreError};
use lintel_rules::Nation;
use sqlx::PgConnection;

use crate::{
    domain::letting::{DeadlineSubject, Deposit},
    store::nation,
};

/// What is due of a tenancy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueRow {
    /// Whose.
    pub organisation: OrganisationId,
    /// The tenancy of a deposit or a paper, the check of a right to rent, a request, or an application.
    pub subject: i64,
    /// The last day.
    pub due: NaiveDate,
    /// Whom it is about.
    pub about: DeadlineSubject,
    /// The property.
    pub property: PropertyId,
    /// The tenant's or the applicant's name, or that of the adult who was checked.
    pub name: String,
    /// What the landlord calls the property, with the room.
    pub home: String,
    /// Where it is.
    pub address: String,
}

struct Found {
    organisation_id: i64,
    subject: i64,
    due: NaiveDate,
    tenant_id: i64,
    property_id: i64,
    name: String,
    home: String,
    address: String,
}

impl From<Found> for DueRow {
    fn from(row: Found) -> Self {
        Self {
            organisation: row.organisation_id.into(),
            subject: row.subject,
            due: row.due,
            about: DeadlineSubject::Tenant(row.tenant_id.into()),
            property: row.property_id.into(),
            name: row.name,
            home: row.home,
            address: row.address,
        }
    }
}

/// A deposit of which something is still to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepositDue {
    /// Of what; the day is that of its receipt.
    pub row: DueRow,
    /// Where the home is.
    pub nation: Nation,
    /// The tenancy's first day.
    pub start: NaiveDate,
    /// What is known of it.
    pub known: Deposit,
    /// The last day of which the members were told before it, and once it was over.
    pub told: (Option<NaiveDate>, Option<NaiveDate>),
}

struct FoundDeposit {
    organisation_id: i64,
    tenancy_id: i64,
    receive_date: NaiveDate,
    protect_date: Option<NaiveDate>,
    information_date: Option<NaiveDate>,
    told_soon: Option<NaiveDate>,
    told_late: Option<NaiveDate>,
    start_date: NaiveDate,
    home_nation: Option<String>,
    postcode: String,
    tenant_id: i64,
    property_id: i64,
    name: String,
    home: String,
    address: String,
}

impl TryFrom<FoundDeposit> for DepositDue {
    type Error = StoreError;

    fn try_from(row: FoundDeposit) -> Result<Self, StoreError> {
        let named = RowName {
            table: "deposits",
            id: row.tenancy_id,
        };
        Ok(Self {
            nation: nation(&named, row.home_nation.as_deref(), &row.postcode)?,
            start: row.start_date,
            known: Deposit {
                received: Some(row.receive_date),
                protected: row.protect_date,
                informed: row.information_date,
                ..Deposit::default()
            },
            told: (row.told_soon, row.told_late),
            row: DueRow {
                organisation: row.organisation_id.into(),
                subject: row.tenancy_id,
                due: row.receive_date,
                about: DeadlineSubject::Tenant(row.tenant_id.into()),
                property: row.property_id.into(),
                name: row.name,
                home: row.home,
                address: row.address,
            },
        })
    }
}

/// Deposits that came and are not protected or not told of. An ended tenancy's counts until it was given back.
macro_rules! select_deposits {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            FoundDeposit,
            r#"SELECT d.organisation_id, d.tenancy_id, d.receive_date AS "receive_date!", d.protect_date, d.information_date, d.told_soon,
                 d.told_late, y.start_date, y.home_nation, y.home_postcode AS postcode, t.tenant_id AS "tenant_id!",
                 y.property_id, t.name AS "name!",
                 y.home_name || coalesce(', room ' || y.room_number, '') AS "home!", y.home_address AS address
               FROM deposits d
               JOIN tenancies y ON y.organisation_id = d.organisation_id AND y.tenancy_id = d.tenancy_id
               JOIN LATERAL (SELECT tenant_id, name FROM tenants
                   WHERE tenants.organisation_id = d.organisation_id AND tenants.tenancy_id = d.tenancy_id
                   ORDER BY has_left, tenant_id LIMIT 1) t ON true
               WHERE d.receive_date IS NOT NULL AND d.return_date IS NULL
                 AND (d.protect_date IS NULL OR d.information_date IS NULL) "# + $tail,
            $($argument),+
        )
    };
}

/// Rights to rent of tenants who have not left that are to be checked again by `until`, the last check of each person alone.
macro_rules! select_rights {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            Found,
            r#"SELECT c.organisation_id, c.right_to_rent_check_id AS subject, c.follow_up_date AS "due!", t.tenant_id, y.property_id,
                 coalesce(c.display_name, t.name) AS "name!",
                 y.home_name || coalesce(', room ' || y.room_number, '') AS "home!", y.home_address AS address
               FROM right_to_rent_checks c
               JOIN tenants t ON t.organisation_id = c.organisation_id AND t.application_id = c.application_id
               JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
               WHERE c.follow_up_date <= $1 AND NOT t.has_left AND y.state <> 'Ended'
                 AND NOT EXISTS (SELECT FROM right_to_rent_checks later
                     WHERE later.organisation_id = c.organisation_id AND later.application_id = c.application_id
                       AND lower(later.display_name) IS NOT DISTINCT FROM lower(c.display_name)
                       AND later.right_to_rent_check_id > c.right_to_rent_check_id) "# + $tail,
            $($argument),+
        )
    };
}

/// At most `limit` deposits of the organisation of which something is to be done, those that came first first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.deadline.deposits", skip_all)]
pub async fn deposits(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    limit: i64,
) -> Result<Vec<DepositDue>, StoreError> {
    let rows = select_deposits!(
        "AND d.organisation_id = $1 ORDER BY d.receive_date, d.tenancy_id LIMIT $2",
        organisation.get(),
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` rights to rent of the organisation that are to be checked again by `until`, the next first.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.deadline.rights", skip_all)]
pub async fn rights(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    until: NaiveDate,
    limit: i64,
) -> Result<Vec<DueRow>, StoreError> {
    let rows = select_rights!(
        "AND c.organisation_id = $2 ORDER BY c.follow_up_date, c.right_to_rent_check_id LIMIT $3",
        until,
        organisation.get(),
        limit,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// At most `limit` deposits behind `after` (the organisation and the tenancy) of which something is to be done, in that order, locked until
/// the transaction ends; those that another transaction holds are left out.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.deadline.open_deposits", skip_all)]
pub async fn open_deposits(
    worker: &mut PgConnection,
    after: (i64, i64),
    limit: i64,
) -> Result<Vec<DepositDue>, StoreError> {
    let (organisation, tenancy) = after;
    let rows = select_deposits!(
        "AND NOT is_gone(d.organisation_id) AND (d.organisation_id, d.tenancy_id) > ($1, $2)
         ORDER BY d.organisation_id, d.tenancy_id LIMIT $3 FOR UPDATE OF d SKIP LOCKED",
        organisation,
        tenancy,
        limit,
    )
    .fetch_all(worker)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Keeps that the members were told of a deposit's last day `due`; with `late`, that it is over.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.deadline.told_deposit", skip_all)]
pub async fn told_deposit(
    worker: &mut PgConnection,
    row: &DueRow,
    late: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE deposits SET told_soon = $3, told_late = CASE WHEN $4 THEN $3 ELSE told_late END
         WHERE organisation_id = $1 AND tenancy_id = $2",
        row.organisation.get(),
        row.subject,
        row.due,
        late,
    )
    .execute(worker)
    .await?;
    Ok(())
}

/// Rights to rent of which the members were not told that they are to be checked again by `soon`, locked as [`open_deposits`].
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.deadline.untold_rights", skip_all)]
pub async fn untold_rights(
    worker: &mut PgConnection,
    soon: NaiveDate,
    limit: i64,
) -> Result<Vec<DueRow>, StoreError> {
    let rows = select_rights!(
        "AND c.told_at IS NULL AND NOT is_gone(c.organisation_id)
         ORDER BY c.follow_up_date LIMIT $2 FOR UPDATE OF c SKIP LOCKED",
        soon,
        limit,
    )
    .fetch_all(worker)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Keeps that the members were told of a right to rent.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.deadline.told_right", skip_all)]
pub async fn told_right(
    worker: &mut PgConnection,
    row: &DueRow,
    at: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE right_to_rent_checks SET told_at = $3 WHERE organisation_id = $1 AND right_to_rent_check_id = $2",
        row.organisation.get(),
        row.subject,
        at,
    )
    .execute(worker)
    .await?;
    Ok(())
}
