//! Tenants with their tenancy's fields, as they are shown.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{OrganisationId, PropertyId, TenancyId, TenantId};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::tenancy::employment;
use crate::{
    domain::letting::{
        Ending, HomesToCall, LeaseStatus, LeaverPlace, Leaving, OwnPlace, Person, PortalState,
        TenancyEnder, Tenant, TenantFilter, TenantPlace, TenantSummary, TenantToCall,
    },
    store::nation,
};

struct TenantRow {
    tenant_id: i64,
    tenancy_id: i64,
    property_id: i64,
    home_name: String,
    home_address: String,
    home_postcode: String,
    home_nation: Option<String>,
    room_number: Option<String>,
    name: String,
    email: String,
    phone: String,
    address: Option<String>,
    employment_status: Option<String>,
    start_date: NaiveDate,
    end_date: Option<NaiveDate>,
    leave_date: Option<NaiveDate>,
    leave_reason: Option<String>,
    leave_by: Option<String>,
    leave_notice_date: Option<NaiveDate>,
    leave_noted_at: Option<DateTime<Utc>>,
    share: Decimal,
    rent: Decimal,
    deposit: Option<Decimal>,
    status: String,
    together: i32,
    shares_differ: bool,
    application_id: Option<i64>,
    agreement_application_id: Option<i64>,
    photo_id: Option<i64>,
    is_confirmed: Option<bool>,
    version: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl TenantRow {
    fn into_tenant(self) -> Result<Tenant, StoreError> {
        let name = RowName {
            table: "tenants",
            id: self.tenant_id,
        };
        let status = name.known("status", LeaseStatus::parse(&self.status))?;
        Ok(Tenant {
            id: self.tenant_id.into(),
            tenancy: self.tenancy_id.into(),
            property: self.property_id.into(),
            property_name: self.home_name,
            property_address: self.home_address,
            property_nation: nation(&name, self.home_nation.as_deref(), &self.home_postcode)?,
            property_postcode: self.home_postcode,
            room: self.room_number,
            person: Person {
                name: self.name,
                email: self.email,
                phone: self.phone,
                address: self.address,
                employment_status: employment(name, self.employment_status.as_deref())?,
            },
            start: self.start_date,
            end: self.end_date,
            leaving: self.leave_date.map(|date| Leaving {
                date,
                reason: self.leave_reason,
            }),
            ending: Ending {
                by: self
                    .leave_by
                    .map(|by| name.known("leave_by", TenancyEnder::parse(&by)))
                    .transpose()?,
                notice: self.leave_notice_date,
                recorded: self.leave_noted_at,
            },
            share: name.money("share", self.share)?,
            rent: name.money("rent", self.rent)?,
            deposit: name.some_money("deposit", self.deposit)?,
            status,
            arrears: None,
            deposit_warning: None,
            together: self.together,
            shares_differ: self.shares_differ,
            application: self.application_id.map(Into::into),
            agreement_application: self.agreement_application_id.map(Into::into),
            photo: self.photo_id.map(Into::into),
            portal: PortalState::of(self.is_confirmed, status),
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
        })
    }
}

/// Every column that a [`Tenant`] is read from; what follows is the caller's.
macro_rules! select_tenants {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            TenantRow,
            r#"SELECT tenant_id, tenancies.tenancy_id, property_id, home_name, home_address, home_postcode, home_nation, room_number,
                 name, email, phone, address, employment_status, start_date, end_date, leave_date, leave_reason,
                 leave_by, leave_notice_date, leave_noted_at, share,
                 rent, deposit, CASE WHEN has_left THEN 'Ended' ELSE state END AS "status!",
                 (SELECT count(*)::integer FROM tenants AS others
                  WHERE others.organisation_id = tenants.organisation_id AND others.tenancy_id = tenants.tenancy_id
                    AND NOT others.has_left) AS "together!",
                 (SELECT coalesce(max(others.share) - min(others.share), 0) > 0.01 FROM tenants AS others
                  WHERE others.organisation_id = tenants.organisation_id AND others.tenancy_id = tenants.tenancy_id
                    AND NOT others.has_left) AS "shares_differ!",
                 application_id,
                 (SELECT agreements.application_id FROM agreements
                  WHERE agreements.organisation_id = tenancies.organisation_id
                    AND agreements.tenancy_id = tenancies.tenancy_id
                    AND agreements.state IN ('issued', 'signed')) AS agreement_application_id,
                 (SELECT photo_id FROM tenant_photos
                  WHERE tenant_photos.organisation_id = tenants.organisation_id
                    AND tenant_photos.tenant_id = tenants.tenant_id) AS photo_id,
                 (SELECT bool_or(said.mine) FROM standing_confirmations AS said
                  WHERE said.organisation_id = tenants.organisation_id AND said.tenant_id = tenants.tenant_id
                    AND said.email_key = lower(tenants.email)) AS is_confirmed,
                 version, tenants.created_at, updated_at
             FROM tenants JOIN tenancies
               ON tenancies.organisation_id = tenants.organisation_id AND tenancies.tenancy_id = tenants.tenancy_id
             WHERE tenants.organisation_id = $1 "# + $tail,
            $($argument),+
        )
    };
}

/// One tenant of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.tenant.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Option<Tenant>, StoreError> {
    let row = select_tenants!("AND tenant_id = $2", organisation.get(), tenant.get())
        .fetch_optional(tx)
        .await?;
    row.map(TenantRow::into_tenant).transpose()
}

/// At most `limit` tenants behind `place` by property, room and id.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.tenant.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: &TenantFilter,
    place: Option<&TenantPlace>,
    limit: i64,
) -> Result<Vec<Tenant>, StoreError> {
    let statuses = filter
        .statuses
        .iter()
        .map(|status| status.as_str().to_owned());
    let statuses: Vec<String> = statuses.collect();
    let rows = select_tenants!(
        "AND ($2::bigint IS NULL OR property_id = $2)
         AND ($3::text[] = '{}' OR CASE WHEN has_left THEN 'Ended' ELSE state END = ANY ($3))
         AND (NOT EXISTS (SELECT FROM unnest($4::text[]) word
                  WHERE strpos(lower(concat_ws(' ', name, email, address, home_name, home_address, home_postcode)), word) = 0)
              OR ($10 <> '' AND strpos(regexp_replace(phone, '[^0-9]', '', 'g'), $10) > 0))
         AND ($5::text IS NULL
              OR (lower(home_name), property_id, lpad(lower(coalesce(room_number, '')), 20, '0'), tenant_id)
                 > (lower($5), $6::bigint, lpad(lower($7), 20, '0'), $8::bigint))
         ORDER BY lower(home_name), property_id, lpad(lower(coalesce(room_number, '')), 20, '0'), tenant_id LIMIT $9",
        organisation.get(),
        filter.property.map(PropertyId::get),
        &statuses,
        &filter.search.words,
        place.map(|place| place.home_name.as_str()),
        place.map(|place| place.property.get()),
        place.map(|place| place.room.as_str()),
        place.map(|place| place.tenant.get()),
        limit,
        filter.search.phone,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TenantRow::into_tenant).collect()
}

/// At most `limit` tenants behind `place` by what the filter sorts them by: name, rent or first day.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.tenant.sorted_page", skip_all)]
pub async fn sorted_page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: &TenantFilter,
    place: Option<&OwnPlace>,
    limit: i64,
) -> Result<Vec<Tenant>, StoreError> {
    let statuses = filter
        .statuses
        .iter()
        .map(|status| status.as_str().to_owned());
    let statuses: Vec<String> = statuses.collect();
    let rows = select_tenants!(
        "AND ($2::bigint IS NULL OR property_id = $2)
         AND ($3::text[] = '{}' OR CASE WHEN has_left THEN 'Ended' ELSE state END = ANY ($3))
         AND (NOT EXISTS (SELECT FROM unnest($4::text[]) word
                  WHERE strpos(lower(concat_ws(' ', name, email, address, home_name, home_address, home_postcode)), word) = 0)
              OR ($5 <> '' AND strpos(regexp_replace(phone, '[^0-9]', '', 'g'), $5) > 0))
         AND ($7::text IS NULL
              OR (CASE $6 WHEN 'name' THEN lower(name) WHEN 'rent' THEN lpad((9999999999 - share * 100)::bigint::text, 12, '0')
                      ELSE start_date::text END, tenant_id) > (lower($7), $8::bigint))
         ORDER BY CASE $6 WHEN 'name' THEN lower(name) WHEN 'rent' THEN lpad((9999999999 - share * 100)::bigint::text, 12, '0')
                      ELSE start_date::text END, tenant_id LIMIT $9",
        organisation.get(),
        filter.property.map(PropertyId::get),
        &statuses,
        &filter.search.words,
        filter.search.phone,
        filter.sort.as_str(),
        place.map(|place| place.value.as_str()),
        place.map(|place| place.tenant.get()),
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TenantRow::into_tenant).collect()
}

/// At most `limit` tenants who have left behind `place`, the last first. The states of `filter` do not count.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.tenant.left_page", skip_all)]
pub async fn left_page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: &TenantFilter,
    place: Option<LeaverPlace>,
    limit: i64,
) -> Result<Vec<Tenant>, StoreError> {
    let rows = select_tenants!(
        "AND has_left AND ($2::bigint IS NULL OR property_id = $2)
         AND (NOT EXISTS (SELECT FROM unnest($3::text[]) word
                  WHERE strpos(lower(concat_ws(' ', name, email, address, home_name, home_address, home_postcode)), word) = 0)
              OR ($7 <> '' AND strpos(regexp_replace(phone, '[^0-9]', '', 'g'), $7) > 0))
         AND ($4::date IS NULL OR (leave_date, tenant_id) < ($4, $5::bigint))
         ORDER BY leave_date DESC, tenant_id DESC LIMIT $6",
        organisation.get(),
        filter.property.map(PropertyId::get),
        &filter.search.words,
        place.map(|place| place.left),
        place.map(|place| place.tenant.get()),
        limit,
        filter.search.phone,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TenantRow::into_tenant).collect()
}

/// The tenancy and the property of a tenant, for whoever locks them.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant.place_of", skip_all)]
pub async fn place_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Option<(PropertyId, TenancyId)>, StoreError> {
    let row = sqlx::query!(
        "SELECT property_id, tenancies.tenancy_id
         FROM tenants JOIN tenancies
           ON tenancies.organisation_id = tenants.organisation_id AND tenancies.tenancy_id = tenants.tenancy_id
         WHERE tenants.organisation_id = $1 AND tenant_id = $2",
        organisation.get(),
        tenant.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| (row.property_id.into(), row.tenancy_id.into())))
}

/// The property of a tenancy, for whoever locks both.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant.property_of", skip_all)]
pub async fn property_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Option<PropertyId>, StoreError> {
    let property = sqlx::query_scalar!(
        "SELECT property_id FROM tenancies WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(property.map(Into::into))
}

/// The figures of the cards.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant.summary", skip_all)]
pub async fn summary(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<TenantSummary, StoreError> {
    let tenants = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE NOT has_left AND state = 'Active') AS "active!",
                  count(*) FILTER (WHERE NOT has_left AND state = 'Upcoming') AS "upcoming!",
                  count(*) FILTER (WHERE has_left) AS "previous!"
           FROM tenants JOIN tenancies
             ON tenancies.organisation_id = tenants.organisation_id AND tenancies.tenancy_id = tenants.tenancy_id
           WHERE tenants.organisation_id = $1"#,
        organisation.get(),
    )
    .fetch_one(&mut *tx)
    .await?;
    let tenancies = sqlx::query!(
        r#"SELECT coalesce(sum(rent), 0) AS "rent!", count(DISTINCT property_id) AS "properties!"
           FROM tenancies WHERE organisation_id = $1 AND state = 'Active'"#,
        organisation.get(),
    )
    .fetch_one(tx)
    .await?;
    let row = RowName {
        table: "tenancies",
        id: organisation.get(),
    };
    Ok(TenantSummary {
        active: tenants.active,
        upcoming: tenants.upcoming,
        previous: tenants.previous,
        monthly_rent: row.money("rent", tenancies.rent)?,
        occupied_properties: tenancies.properties,
    })
}

/// Lists who can be called at `homes`: of each the first who lives there, by room and id.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant.to_call", skip_all)]
pub async fn to_call(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    homes: &HomesToCall,
) -> Result<Vec<TenantToCall>, StoreError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (property_id) property_id, tenant_id, name, phone
         FROM tenants JOIN tenancies
           ON tenancies.organisation_id = tenants.organisation_id AND tenancies.tenancy_id = tenants.tenancy_id
         WHERE tenants.organisation_id = $1 AND property_id = ANY ($2) AND NOT has_left AND state = 'Active'
         ORDER BY property_id, lpad(lower(coalesce(room_number, '')), 20, '0'), tenant_id",
        organisation.get(),
        &homes.ids(),
    )
    .fetch_all(tx)
    .await?;
    let tenants = rows.into_iter().map(|row| TenantToCall {
        property: row.property_id.into(),
        tenant: row.tenant_id.into(),
        name: row.name,
        phone: row.phone,
    });
    Ok(tenants.collect())
}
