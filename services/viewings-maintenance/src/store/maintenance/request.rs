//! Maintenance requests, one at a time.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use lintel_core::{
    ContractorId, InspectionId, MaintenanceRequestId, OrganisationId, PropertyId, TenantId, UserId,
};
use lintel_db::{RowName, StoreError};
use lintel_rules::Nation;
use rust_decimal::Decimal;
use sqlx::PgConnection;

use crate::domain::maintenance::{
    MaintenanceCategory, MaintenancePriority, MaintenanceRequest, MaintenanceStatus, NewRequest,
    Targets, Urgency, Visit,
};

pub(super) struct RequestRow {
    pub maintenance_request_id: i64,
    pub property_id: i64,
    pub property_name: String,
    pub property_address: String,
    pub home_nation: Option<String>,
    pub room_number: Option<String>,
    pub tenant_id: Option<i64>,
    pub reported_by: i64,
    pub title: String,
    pub description: String,
    pub category: String,
    pub priority: String,
    pub emergency: bool,
    pub status: String,
    pub entry_permitted: Option<bool>,
    pub no_heating_or_hot_water: Option<bool>,
    pub water_coming_in: Option<bool>,
    pub person_at_risk: Option<bool>,
    pub reported_at: DateTime<Utc>,
    pub counted_from: DateTime<Utc>,
    pub respond_by: Option<DateTime<Utc>>,
    pub fix_by: DateTime<Utc>,
    pub first_response_at: Option<DateTime<Utc>>,
    pub assignee_user_id: Option<i64>,
    pub contractor_id: Option<i64>,
    pub contractor_name: Option<String>,
    pub contractor_phone: Option<String>,
    pub visit_date: Option<NaiveDate>,
    pub visit_start: Option<NaiveTime>,
    pub visit_end: Option<NaiveTime>,
    pub visit_notes: Option<String>,
    pub visit_agreed: bool,
    pub visit_noticed_at: Option<DateTime<Utc>>,
    pub cost_total: Decimal,
    pub comment_count: i32,
    pub finished_at: Option<DateTime<Utc>>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub inspection_id: Option<i64>,
    pub updated_at: DateTime<Utc>,
    pub version: i64,
}

/// Every column that a [`MaintenanceRequest`] is read from; what follows is the caller's. A home and a contractor are called as they are
/// called now, or as they were when they left.
macro_rules! select_requests {
    ($($tail:literal)+, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            crate::store::maintenance::request::RequestRow,
            r#"SELECT r.maintenance_request_id, r.property_id, coalesce(h.name, r.property_name) AS "property_name!",
                 r.property_address, h.nation AS "home_nation?", r.room_number, r.tenant_id, r.reported_by, r.title, r.description, r.category, r.priority,
                 r.emergency, r.status, r.entry_permitted, r.no_heating_or_hot_water, r.water_coming_in, r.person_at_risk, r.reported_at, r.counted_from, r.respond_by, r.fix_by,
                 r.first_response_at, r.assignee_user_id, r.contractor_id, coalesce(c.name, r.contractor_name) AS contractor_name,
                 c.phone AS "contractor_phone?", r.visit_date, r.visit_start, r.visit_end, r.visit_notes, r.visit_agreed,
                 r.visit_noticed_at, r.cost_total, r.comment_count, r.finished_at, r.confirmed_at, r.inspection_id, r.updated_at,
                 r.version
             FROM maintenance_requests r
             LEFT JOIN vm_homes h ON h.organisation_id = r.organisation_id AND h.property_id = r.property_id
             LEFT JOIN contractors c ON c.organisation_id = r.organisation_id AND c.contractor_id = r.contractor_id "# $(+ $tail)+,
            $($argument),+
        )
    };
}
pub(super) use select_requests;

impl TryFrom<RequestRow> for MaintenanceRequest {
    type Error = StoreError;

    fn try_from(row: RequestRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "maintenance_requests",
            id: row.maintenance_request_id,
        };
        let told = row
            .home_nation
            .map(|text| name.known("nation", Nation::parse(&text)))
            .transpose()?;
        // The address ends with the postcode, also after the home has left the portfolio.
        let postcode = row.property_address.rsplit(", ").next().unwrap_or_default();
        let nation = Nation::of_home(told, postcode);
        let category = MaintenanceCategory::parse(&row.category);
        let priority = MaintenancePriority::parse(&row.priority);
        let visit = match (row.visit_date, row.visit_start, row.visit_end) {
            (Some(date), Some(start), Some(end)) => Some(Visit {
                date,
                start,
                end,
                notes: row.visit_notes,
                tenant_agreed: row.visit_agreed,
                noticed_at: row.visit_noticed_at,
            }),
            _ => None,
        };
        Ok(Self {
            id: row.maintenance_request_id.into(),
            property: row.property_id.into(),
            property_name: row.property_name,
            nation,
            property_address: row.property_address,
            room_number: row.room_number,
            tenant: row.tenant_id.map(Into::into),
            reported_by: row.reported_by.into(),
            title: row.title,
            description: row.description,
            category: name.known("category", category)?,
            priority: name.known("priority", priority)?,
            emergency: row.emergency,
            status: name.known("status", MaintenanceStatus::parse(&row.status))?,
            entry_permitted: row.entry_permitted,
            urgency: Urgency {
                no_heating_or_hot_water: row.no_heating_or_hot_water,
                water_coming_in: row.water_coming_in,
                person_at_risk: row.person_at_risk,
            },
            reported_at: row.reported_at,
            counted_from: row.counted_from,
            targets: Targets {
                respond_by: row.respond_by,
                fix_by: row.fix_by,
            },
            first_response_at: row.first_response_at,
            assignee: row.assignee_user_id.map(Into::into),
            contractor: row.contractor_id.map(Into::into),
            contractor_name: row.contractor_name,
            contractor_phone: row.contractor_phone,
            visit,
            cost_total: name.money("cost_total", row.cost_total)?,
            comment_count: row.comment_count,
            finished_at: row.finished_at,
            confirmed_at: row.confirmed_at,
            inspection: row.inspection_id.map(Into::into),
            updated_at: row.updated_at,
            version: row.version,
        })
    }
}

/// One request of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.maintenance_request.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
) -> Result<Option<MaintenanceRequest>, StoreError> {
    let row = select_requests!(
        "WHERE r.organisation_id = $1 AND r.maintenance_request_id = $2",
        organisation.get(),
        request.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Works like [`find`], locked for a change: everything that belongs to a request is changed under its lock.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.maintenance_request.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: MaintenanceRequestId,
) -> Result<Option<MaintenanceRequest>, StoreError> {
    let row = select_requests!(
        "WHERE r.organisation_id = $1 AND r.maintenance_request_id = $2 FOR UPDATE OF r",
        organisation.get(),
        request.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// The facts of a new request besides the typed ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The property.
    pub property: PropertyId,
    /// The landlord's name for it.
    pub property_name: &'a str,
    /// Where it is, with the postcode.
    pub property_address: &'a str,
    /// The nation that it is in.
    pub nation: Nation,
    /// The room.
    pub room_number: Option<&'a str>,
    /// The tenant that reports it.
    pub tenant: Option<TenantId>,
    /// The account that reports it.
    pub reported_by: UserId,
    /// The member responsible from the beginning.
    pub assignee: Option<UserId>,
    /// The contractor who is to do it.
    pub contractor: Option<(ContractorId, &'a str)>,
    /// The inspection that asks for it.
    pub inspection: Option<InspectionId>,
}

/// Adds a request; `None` where the inspection has asked already.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_request.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: &NewRequest,
    origin: Origin<'_>,
    now: DateTime<Utc>,
) -> Result<Option<MaintenanceRequestId>, StoreError> {
    let targets = Targets::counted_from(origin.nation, now, new.priority, new.emergency);
    let id = sqlx::query_scalar!(
        "INSERT INTO maintenance_requests
             (organisation_id, property_id, property_name, property_address, room_number, tenant_id, reported_by, title, description,
              category, priority, emergency, entry_permitted, reported_at, counted_from, respond_by, fix_by,
              assignee_user_id, contractor_id, contractor_name, inspection_id, updated_at, no_heating_or_hot_water,
              water_coming_in, person_at_risk)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16, $17, $18, $19, $20, $14, $21, $22, $23)
         ON CONFLICT (organisation_id, inspection_id) DO NOTHING RETURNING maintenance_request_id",
        organisation.get(),
        origin.property.get(),
        origin.property_name,
        origin.property_address,
        origin.room_number,
        origin.tenant.map(TenantId::get),
        origin.reported_by.get(),
        new.title,
        new.description,
        new.category.as_str(),
        new.priority.as_str(),
        new.emergency,
        new.entry_permitted,
        now,
        targets.respond_by,
        targets.fix_by,
        origin.assignee.map(UserId::get),
        origin.contractor.map(|(id, _)| id.get()),
        origin.contractor.map(|(_, name)| name),
        origin.inspection.map(InspectionId::get),
        new.urgency.no_heating_or_hot_water,
        new.urgency.water_coming_in,
        new.urgency.person_at_risk,
    )
    .fetch_optional(tx)
    .await?;
    Ok(id.map(Into::into))
}

/// The requests that are not finished and of which a member is responsible, locked for a change, in the order of their ids.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.maintenance_request.lock_assigned", skip_all)]
pub async fn lock_assigned(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    member: UserId,
) -> Result<Vec<MaintenanceRequest>, StoreError> {
    let rows = select_requests!(
        "WHERE r.organisation_id = $1 AND r.assignee_user_id = $2 AND r.status IN ('Open', 'In Progress')
         ORDER BY r.maintenance_request_id FOR UPDATE OF r",
        organisation.get(),
        member.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The request that an inspection asked for.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.maintenance_request.of_inspection", skip_all)]
pub async fn of_inspection(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    inspection: InspectionId,
) -> Result<Option<MaintenanceRequestId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT maintenance_request_id FROM maintenance_requests WHERE organisation_id = $1 AND inspection_id = $2",
        organisation.get(),
        inspection.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(id.map(Into::into))
}

/// The property of an inspection, whether or not it was done.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.maintenance_request.property_of_inspection", skip_all)]
pub async fn property_of_inspection(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    inspection: InspectionId,
) -> Result<Option<PropertyId>, StoreError> {
    let property = sqlx::query_scalar!(
        "SELECT property_id FROM vm_inspections WHERE organisation_id = $1 AND inspection_id = $2",
        organisation.get(),
        inspection.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(property.map(Into::into))
}

/// Writes what a locked request becomes, as another version. Its costs, comments and files are counted anew.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.maintenance_request.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: &MaintenanceRequest,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let visit = request.visit.as_ref();
    let version = sqlx::query_scalar!(
        "UPDATE maintenance_requests r
         SET title = $3, description = $4, category = $5, priority = $6, emergency = $7, status = $8, counted_from = $9,
             respond_by = $10, fix_by = $11, first_response_at = $12, assignee_user_id = $13, contractor_id = $14,
             contractor_name = $15, visit_date = $16, visit_start = $17, visit_end = $18, visit_notes = $19, visit_agreed = $20,
             visit_noticed_at = $21, finished_at = $22, confirmed_at = $23, updated_at = greatest($24, updated_at),
             version = version + 1,
             cost_total = (SELECT coalesce(sum(amount), 0) FROM maintenance_costs t
                 WHERE t.organisation_id = r.organisation_id AND t.maintenance_request_id = r.maintenance_request_id),
             comment_count = (SELECT count(*) FROM maintenance_comments t
                 WHERE t.organisation_id = r.organisation_id AND t.maintenance_request_id = r.maintenance_request_id)
         WHERE organisation_id = $1 AND maintenance_request_id = $2 RETURNING version",
        organisation.get(),
        request.id.get(),
        request.title,
        request.description,
        request.category.as_str(),
        request.priority.as_str(),
        request.emergency,
        request.status.as_str(),
        request.counted_from,
        request.targets.respond_by,
        request.targets.fix_by,
        request.first_response_at,
        request.assignee.map(UserId::get),
        request.contractor.map(ContractorId::get),
        request.contractor_name,
        visit.map(|visit| visit.date),
        visit.map(|visit| visit.start),
        visit.map(|visit| visit.end),
        visit.and_then(|visit| visit.notes.as_deref()),
        visit.is_some_and(|visit| visit.tenant_agreed),
        visit.and_then(|visit| visit.noticed_at),
        request.finished_at,
        request.confirmed_at,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(version)
}
