//! Papers that are to be given and requests for pets that are to be answered, and what was told of them.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{OrganisationId, TenancyId};
use lintel_db::{RowName, StoreError};
use lintel_rules::Nation;
use sqlx::PgConnection;

use super::deadline::DueRow;
use crate::{
    domain::letting::{DeadlineSubject, Paper, PetRequest},
    store::nation,
};

/// A tenancy in which papers may be owed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaperDue {
    /// The tenancy; the day is its first.
    pub row: DueRow,
    /// The home's nation.
    pub nation: Nation,
    /// The papers that were given.
    pub given: Vec<Paper>,
}

struct FoundTenancy {
    organisation_id: i64,
    tenancy_id: i64,
    start_date: NaiveDate,
    home_nation: Option<String>,
    postcode: String,
    has_sheet: bool,
    has_statement: bool,
    tenant_id: i64,
    property_id: i64,
    name: String,
    home: String,
    address: String,
}

impl TryFrom<FoundTenancy> for PaperDue {
    type Error = StoreError;

    fn try_from(row: FoundTenancy) -> Result<Self, StoreError> {
        let named = RowName {
            table: "tenancies",
            id: row.tenancy_id,
        };
        let given = [
            (row.has_sheet, Paper::InformationSheet),
            (row.has_statement, Paper::WrittenStatement),
        ];
        let given = given.into_iter().filter(|(is_given, _)| *is_given);
        Ok(Self {
            nation: nation(&named, row.home_nation.as_deref(), &row.postcode)?,
            given: given.map(|(_, paper)| paper).collect(),
            row: DueRow {
                organisation: row.organisation_id.into(),
                subject: row.tenancy_id,
                due: row.start_date,
                about: DeadlineSubject::Tenant(row.tenant_id.into()),
                property: row.property_id.into(),
                name: row.name,
                home: row.home,
                address: row.address,
            },
        })
    }
}

/// Tenancies that have not ended, without those that have both papers. An agreement of Lintel that all have signed is the written
/// statement.
macro_rules! select_tenancies {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            FoundTenancy,
            r#"SELECT y.organisation_id, y.tenancy_id, y.start_date, y.home_nation, y.home_postcode AS postcode,
                 sheet.delivery_date IS NOT NULL AS "has_sheet!",
                 statement.delivery_date IS NOT NULL OR g.agreement_id IS NOT NULL AS "has_statement!",
                 t.tenant_id AS "tenant_id!", y.property_id, t.name AS "name!",
                 y.home_name || coalesce(', room ' || y.room_number, '') AS "home!", y.home_address AS address
               FROM tenancies y
               LEFT JOIN tenancy_papers sheet ON sheet.organisation_id = y.organisation_id AND sheet.tenancy_id = y.tenancy_id
                 AND sheet.paper = 'informationSheet'
               LEFT JOIN tenancy_papers statement ON statement.organisation_id = y.organisation_id
                 AND statement.tenancy_id = y.tenancy_id AND statement.paper = 'writtenStatement'
               LEFT JOIN agreements g ON g.organisation_id = y.organisation_id AND g.tenancy_id = y.tenancy_id
                 AND g.state = 'signed' AND g.edition IS NOT NULL
               JOIN LATERAL (SELECT tenant_id, name FROM tenants
                   WHERE tenants.organisation_id = y.organisation_id AND tenants.tenancy_id = y.tenancy_id
                   ORDER BY has_left, tenant_id LIMIT 1) t ON true
               WHERE y.state <> 'Ended' "# + $tail,
            $($argument),+
        )
    };
}

/// At most `limit` tenancies of the organisation in which a paper may be owed, those that began last first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.deadline_duty.papers", skip_all)]
pub async fn papers(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    limit: i64,
) -> Result<Vec<PaperDue>, StoreError> {
    let rows = select_tenancies!(
        "AND y.organisation_id = $1 ORDER BY y.start_date DESC, y.tenancy_id LIMIT $2",
        organisation.get(),
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` tenancies behind `after` (the first day, the organisation and the tenancy) up to a first day of `until` that have no
/// written statement, in that order.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.deadline_duty.without_statement", skip_all)]
pub async fn without_statement(
    worker: &mut PgConnection,
    after: (NaiveDate, OrganisationId, TenancyId),
    until: NaiveDate,
    limit: i64,
) -> Result<Vec<PaperDue>, StoreError> {
    let (start, organisation, tenancy) = after;
    let rows = select_tenancies!(
        "AND (y.start_date, y.organisation_id, y.tenancy_id) > ($1, $2, $3) AND y.start_date <= $4
         AND statement.delivery_date IS NULL AND g.agreement_id IS NULL AND NOT is_gone(y.organisation_id)
         ORDER BY y.start_date, y.organisation_id, y.tenancy_id LIMIT $5",
        start,
        organisation.get(),
        tenancy.get(),
        until,
        limit,
    )
    .fetch_all(worker)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Keeps that the members are told of a written statement's last day `due`; with `late`, that it is over. Returns whether they were not
/// told of that before: of two at once, one alone tells.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.deadline_duty.tell_of_statement", skip_all)]
pub async fn tell_of_statement(
    worker: &mut PgConnection,
    row: &DueRow,
    late: bool,
    at: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let done = sqlx::query!(
        "INSERT INTO tenancy_papers AS p (organisation_id, tenancy_id, paper, updated_at, told_soon, told_late)
         VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN $5::date END)
         ON CONFLICT (organisation_id, tenancy_id, paper) DO UPDATE
         SET told_soon = $5, told_late = CASE WHEN $6 THEN $5::date ELSE p.told_late END
         WHERE CASE WHEN $6 THEN p.told_late ELSE p.told_soon END IS DISTINCT FROM $5::date",
        row.organisation.get(),
        row.subject,
        Paper::WrittenStatement.as_str(),
        at,
        row.due,
        late,
    )
    .execute(worker)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// A request for a pet that is to be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PetDue {
    /// The request; the day is that of the request.
    pub row: DueRow,
    /// The home's nation.
    pub nation: Nation,
    /// Everything that is known of it.
    pub request: PetRequest,
    /// The last day of which the members were told before it, and once it was over.
    pub told: (Option<NaiveDate>, Option<NaiveDate>),
}

struct FoundRequest {
    organisation_id: i64,
    pet_request_id: i64,
    pet: String,
    request_date: NaiveDate,
    information_date: Option<NaiveDate>,
    told_soon: Option<NaiveDate>,
    told_late: Option<NaiveDate>,
    home_nation: Option<String>,
    postcode: String,
    tenant_id: i64,
    property_id: i64,
    name: String,
    home: String,
    address: String,
}

impl TryFrom<FoundRequest> for PetDue {
    type Error = StoreError;

    fn try_from(row: FoundRequest) -> Result<Self, StoreError> {
        let named = RowName {
            table: "pet_requests",
            id: row.pet_request_id,
        };
        Ok(Self {
            nation: nation(&named, row.home_nation.as_deref(), &row.postcode)?,
            request: PetRequest {
                pet: row.pet,
                requested: row.request_date,
                informed: row.information_date,
                answer: None,
                reason: None,
            },
            told: (row.told_soon, row.told_late),
            row: DueRow {
                organisation: row.organisation_id.into(),
                subject: row.pet_request_id,
                due: row.request_date,
                about: DeadlineSubject::Tenant(row.tenant_id.into()),
                property: row.property_id.into(),
                name: row.name,
                home: row.home,
                address: row.address,
            },
        })
    }
}

/// Requests for pets without an answer of tenants who have not left.
macro_rules! select_requests {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            FoundRequest,
            r#"SELECT p.organisation_id, p.pet_request_id, p.pet, p.request_date, p.information_date, p.told_soon, p.told_late,
                 y.home_nation, y.home_postcode AS postcode, t.tenant_id, y.property_id, t.name,
                 y.home_name || coalesce(', room ' || y.room_number, '') AS "home!", y.home_address AS address
               FROM pet_requests p
               JOIN tenants t ON t.organisation_id = p.organisation_id AND t.tenant_id = p.tenant_id
               JOIN tenancies y ON y.organisation_id = t.organisation_id AND y.tenancy_id = t.tenancy_id
               WHERE p.answer IS NULL AND NOT t.has_left AND y.state <> 'Ended' "# + $tail,
            $($argument),+
        )
    };
}

/// At most `limit` requests of the organisation that are to be answered, the oldest first.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.deadline_duty.pets", skip_all)]
pub async fn pets(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    limit: i64,
) -> Result<Vec<PetDue>, StoreError> {
    let rows = select_requests!(
        "AND p.organisation_id = $1 ORDER BY p.request_date, p.pet_request_id LIMIT $2",
        organisation.get(),
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` requests behind `after` (the organisation and the request) that are to be answered, in that order, locked until the
/// transaction ends; those that another transaction holds are left out.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.deadline_duty.open_pets", skip_all)]
pub async fn open_pets(
    worker: &mut PgConnection,
    after: (i64, i64),
    limit: i64,
) -> Result<Vec<PetDue>, StoreError> {
    let (organisation, request) = after;
    let rows = select_requests!(
        "AND NOT is_gone(p.organisation_id) AND (p.organisation_id, p.pet_request_id) > ($1, $2)
         ORDER BY p.organisation_id, p.pet_request_id LIMIT $3 FOR UPDATE OF p SKIP LOCKED",
        organisation,
        request,
        limit,
    )
    .fetch_all(worker)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Keeps that the members were told of a request's last day `due`; with `late`, that it is over.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.deadline_duty.told_pet", skip_all)]
pub async fn told_pet(
    worker: &mut PgConnection,
    row: &DueRow,
    late: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE pet_requests SET told_soon = $3, told_late = CASE WHEN $4 THEN $3 ELSE told_late END
         WHERE organisation_id = $1 AND pet_request_id = $2",
        row.organisation.get(),
        row.subject,
        row.due,
        late,
    )
    .execute(worker)
    .await?;
    Ok(())
}
