//! Which requests match, in which order, and the figures of the cards.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{ContractorId, Money, OrganisationId, PropertyId, TenantId, UserId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use super::request::select_requests;
use crate::domain::maintenance::{
    MaintenanceRequest, MaintenanceSummary, RequestFilter, RequestPlace, RequestSort,
};

/// One order of the list, behind what the filter says.
macro_rules! page {
    ($tail:literal, $organisation:expr, $filter:expr, $tenants:expr, $until:expr, $place:expr, $limit:expr $(, $argument:expr)* $(,)?) => {
        select_requests!(
            "WHERE r.organisation_id = $1
                 AND ($2::bigint IS NULL OR r.property_id = $2)
                 AND (cardinality($3::text[]) = 0 OR r.status = ANY ($3))
                 AND (cardinality($4::text[]) = 0 OR r.priority = ANY ($4))
                 AND ($5::text IS NULL OR r.category = $5)
                 AND ($6::bigint IS NULL OR r.assignee_user_id = $6)
                 AND ($7::bigint IS NULL OR r.contractor_id = $7)
                 AND ($8::bigint[] IS NULL OR EXISTS (SELECT FROM maintenance_request_tenants s
                     WHERE s.organisation_id = r.organisation_id AND s.maintenance_request_id = r.maintenance_request_id
                         AND s.tenant_id = ANY ($8)))
                 AND (NOT EXISTS (SELECT FROM unnest($9::text[]) word WHERE strpos(lower(concat_ws(' ',
                         r.title, r.description, coalesce(h.name, r.property_name), r.property_address,
                         coalesce(c.name, r.contractor_name))), word) = 0)
                     OR ($11 <> '' AND strpos(regexp_replace(c.phone, '[^0-9]', '', 'g'), $11) > 0))
                 AND ($10::timestamptz IS NULL OR r.reported_at < $10)" $tail,
            $organisation.get(),
            $filter.property.map(PropertyId::get),
            &$filter.statuses.iter().map(|one| one.as_str().to_owned()).collect::<Vec<_>>(),
            &$filter.priorities.iter().map(|one| one.as_str().to_owned()).collect::<Vec<_>>(),
            $filter.category.map(|one| one.as_str()),
            $filter.assignee.map(UserId::get),
            $filter.contractor.map(ContractorId::get),
            $tenants as Option<&[i64]>,
            &$filter.search.words,
            $until as Option<DateTime<Utc>>,
            $filter.search.phone,
            $place,
            $limit,
            $($argument),*
        )
    };
}

/// At most `limit` matching requests behind `place`; of `tenants`, where they are named, those that they see; before
/// `until`, where it is given, those that were reported before.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.maintenance_request.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: &RequestFilter,
    tenants: Option<&[TenantId]>,
    until: Option<DateTime<Utc>>,
    place: Option<&RequestPlace>,
    limit: i64,
) -> Result<Vec<MaintenanceRequest>, StoreError> {
    let tenants: Option<Vec<i64>> =
        tenants.map(|tenants| tenants.iter().map(|one| one.get()).collect());
    let tenants = tenants.as_deref();
    let id = place.map(|place| place.id.get());
    let due = place.and_then(|place| place.due);
    let rows = match filter.order() {
        RequestSort::Target if filter.urgent => page!(
            " AND r.priority = 'High' AND r.status IN ('Open', 'In Progress')
                 AND ($12::bigint IS NULL OR (r.next_due_at, r.maintenance_request_id) > ($14, $12))
                 ORDER BY r.next_due_at, r.maintenance_request_id LIMIT $13",
            organisation,
            filter,
            tenants,
            until,
            id,
            limit,
            due,
        )
        .fetch_all(tx)
        .await?,
        RequestSort::Target => page!(
            " AND ($12::bigint IS NULL OR (coalesce(r.next_due_at, 'infinity'::timestamptz), r.maintenance_request_id)
                     > (coalesce($14::timestamptz, 'infinity'::timestamptz), $12))
                 ORDER BY coalesce(r.next_due_at, 'infinity'::timestamptz), r.maintenance_request_id LIMIT $13",
            organisation,
            filter,
            tenants,
            until,
            id,
            limit,
            due,
        )
        .fetch_all(tx)
        .await?,
        RequestSort::Newest => page!(
            " AND ($12::bigint IS NULL OR r.maintenance_request_id < $12)
                 ORDER BY r.maintenance_request_id DESC LIMIT $13",
            organisation,
            filter,
            tenants,
            until,
            id,
            limit,
        )
        .fetch_all(tx)
        .await?,
        RequestSort::Oldest => page!(
            " AND ($12::bigint IS NULL OR r.maintenance_request_id > $12)
                 ORDER BY r.maintenance_request_id LIMIT $13",
            organisation,
            filter,
            tenants,
            until,
            id,
            limit,
        )
        .fetch_all(tx)
        .await?,
        RequestSort::Cost => page!(
            " AND ($12::bigint IS NULL OR (-r.cost_total, r.maintenance_request_id) > (-$14::numeric, $12))
                 ORDER BY -r.cost_total, r.maintenance_request_id LIMIT $13",
            organisation,
            filter,
            tenants,
            until,
            id,
            limit,
            place.and_then(|place| place.cost),
        )
        .fetch_all(tx)
        .await?,
        RequestSort::Home => page!(
            " AND ($12::bigint IS NULL
                     OR (lower(coalesce(h.name, r.property_name)), r.maintenance_request_id) > (lower($14), $12))
                 ORDER BY lower(coalesce(h.name, r.property_name)), r.maintenance_request_id LIMIT $13",
            organisation,
            filter,
            tenants,
            until,
            id,
            limit,
            place.and_then(|place| place.home.as_deref()),
        )
        .fetch_all(tx)
        .await?,
    };
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The figures of all requests, or of those that `tenants` see; without costs.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.maintenance_request.summary", skip_all)]
pub async fn summary(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenants: Option<&[TenantId]>,
    now: DateTime<Utc>,
) -> Result<MaintenanceSummary, StoreError> {
    let tenants: Option<Vec<i64>> =
        tenants.map(|tenants| tenants.iter().map(|one| one.get()).collect());
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE status = 'Open') AS "open!",
             count(*) FILTER (WHERE status = 'In Progress') AS "in_progress!",
             count(*) FILTER (WHERE status = 'Completed') AS "completed!",
             count(*) FILTER (WHERE status = 'Cancelled') AS "cancelled!",
             count(*) FILTER (WHERE priority = 'High' AND status IN ('Open', 'In Progress')) AS "urgent!",
             count(*) FILTER (WHERE next_due_at < $3) AS "late!"
         FROM maintenance_requests r
         WHERE organisation_id = $1 AND ($2::bigint[] IS NULL OR EXISTS (SELECT FROM maintenance_request_tenants s
             WHERE s.organisation_id = r.organisation_id AND s.maintenance_request_id = r.maintenance_request_id
                 AND s.tenant_id = ANY ($2)))"#,
        organisation.get(),
        tenants.as_deref() as Option<&[i64]>,
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(MaintenanceSummary {
        open: row.open,
        in_progress: row.in_progress,
        completed: row.completed,
        cancelled: row.cancelled,
        urgent: row.urgent,
        late: row.late,
        cost_this_year: None,
    })
}

/// The sum of the costs dated from `first` to `last`.
///
/// # Errors
/// [`StoreError`] when the database fails or the sum is too large.
#[tracing::instrument(name = "db.maintenance_cost.sum", skip_all)]
pub async fn cost_between(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    first: NaiveDate,
    last: NaiveDate,
) -> Result<Money, StoreError> {
    let sum = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(amount), 0) AS "sum!" FROM maintenance_costs
         WHERE organisation_id = $1 AND cost_date BETWEEN $2 AND $3"#,
        organisation.get(),
        first,
        last,
    )
    .fetch_one(tx)
    .await?;
    let row = RowName {
        table: "maintenance_costs",
        id: organisation.get(),
    };
    row.money("amount", sum)
}
