//! Tenancies as aggregates. Whoever calls [`lock`] has locked the home before.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    ApplicationId, Money, OrganisationId, PropertyId, TenancyId, TenantId, TenantImportId,
};
use lintel_db::{RowName, StoreError};
use rust_decimal::Decimal;
use sqlx::{PgConnection, PgPool};

use super::shares;
use crate::domain::{
    applying::EmploymentStatus,
    keeping::{Home, HomeNews},
    letting::{
        Ending, KnownTenancy, Leaving, Member, NewTenancy, NewTenant, Person, Tenancy,
        TenancyEnder, TenancyState,
    },
};

/// The key that keeps a property from being let twice.
pub const PROPERTY_UQ: &str = "tenancies_organisation_id_property_id_uq";
/// The key that keeps a room from being let twice.
pub const ROOM_UQ: &str = "tenancies_organisation_id_property_id_room_number_uq";

/// Adds a tenancy without its tenants.
///
/// # Errors
/// [`StoreError`] when the database refuses: [`PROPERTY_UQ`] and [`ROOM_UQ`] among others.
#[tracing::instrument(name = "db.tenancy.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: &NewTenancy,
    home: &Home,
    state: TenancyState,
    now: DateTime<Utc>,
) -> Result<TenancyId, StoreError> {
    let id = sqlx::query_scalar!(
        "INSERT INTO tenancies (organisation_id, property_id, home_name, home_address, home_postcode, room_number,
                                start_date, end_date, rent, deposit, state, created_at, updated_at, home_nation)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13) RETURNING tenancy_id",
        organisation.get(),
        home.property.get(),
        home.name,
        home.address,
        home.postcode,
        new.room,
        new.start,
        new.end,
        new.rent.to_decimal(),
        new.deposit.map(Money::to_decimal),
        state.as_str(),
        now,
        home.nation.as_str(),
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// Adds a tenant to a tenancy, with no share yet.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.add_tenant", skip_all)]
pub async fn add_tenant(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    new: &NewTenant,
    now: DateTime<Utc>,
) -> Result<TenantId, StoreError> {
    let person = &new.person;
    let id = sqlx::query_scalar!(
        "INSERT INTO tenants (organisation_id, tenancy_id, name, email, phone, address, employment_status, share,
                              application_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9) RETURNING tenant_id",
        organisation.get(),
        tenancy.get(),
        person.name,
        person.email,
        person.phone,
        person.address,
        person.employment_status.map(EmploymentStatus::as_str),
        new.application.map(ApplicationId::get),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(id.into())
}

/// The tenancy with its tenants, locked until the transaction ends.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.tenancy.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Option<Tenancy>, StoreError> {
    let row = sqlx::query_as!(
        TenancyRow,
        "SELECT property_id, room_number, start_date, end_date, rent, deposit, state, version
         FROM tenancies WHERE organisation_id = $1 AND tenancy_id = $2 FOR UPDATE",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    with_members(tx, organisation, tenancy, row).await
}

/// The tenancy with its tenants, to look at.
///
/// # Errors
/// As [`lock`].
#[tracing::instrument(name = "db.tenancy.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Option<Tenancy>, StoreError> {
    let row = sqlx::query_as!(
        TenancyRow,
        "SELECT property_id, room_number, start_date, end_date, rent, deposit, state, version
         FROM tenancies WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    with_members(tx, organisation, tenancy, row).await
}

/// The tenancies of a home that have begun: those in force, and the last 50 that ended, by their ids.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy.begun", skip_all)]
pub async fn begun(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Vec<TenancyId>, StoreError> {
    let rows = sqlx::query_scalar!(
        r#"(SELECT tenancy_id AS "tenancy_id!" FROM tenancies
            WHERE organisation_id = $1 AND property_id = $2 AND state = 'Active')
           UNION ALL
           (SELECT tenancy_id FROM tenancies WHERE organisation_id = $1 AND property_id = $2 AND state = 'Ended'
            ORDER BY tenancy_id DESC LIMIT 50)
           ORDER BY 1"#,
        organisation.get(),
        property.get(),
    )
    .fetch_all(tx)
    .await?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// Notes the rent that other services are told of a tenancy in force.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.note_told_rent", skip_all)]
pub async fn note_told_rent(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE tenancies SET told_rent = $3 WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.id.get(),
        tenancy.rent.to_decimal(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Tenancies in force of which a program of before told no rent or another: at most `limit`, each at its next version and noted as told.
/// Those that somebody changes now are left to the next round.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy.take_untold", skip_all)]
pub async fn take_untold(
    tx: &mut PgConnection,
    limit: i64,
) -> Result<Vec<(OrganisationId, TenancyId)>, StoreError> {
    let rows = sqlx::query!(
        "WITH due AS (
             SELECT organisation_id, tenancy_id FROM tenancies
             WHERE state = 'Active' AND told_rent IS DISTINCT FROM rent
             ORDER BY tenancy_id LIMIT $1 FOR UPDATE SKIP LOCKED)
         UPDATE tenancies SET told_rent = rent, version = version + 1
         FROM due WHERE tenancies.organisation_id = due.organisation_id AND tenancies.tenancy_id = due.tenancy_id
         RETURNING tenancies.organisation_id, tenancies.tenancy_id",
        limit,
    )
    .fetch_all(tx)
    .await?;
    let taken = rows.into_iter();
    Ok(taken
        .map(|row| (row.organisation_id.into(), row.tenancy_id.into()))
        .collect())
}

struct TenancyRow {
    property_id: i64,
    room_number: Option<String>,
    start_date: NaiveDate,
    end_date: Option<NaiveDate>,
    rent: Decimal,
    deposit: Option<Decimal>,
    state: String,
    version: i64,
}

async fn with_members(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    row: Option<TenancyRow>,
) -> Result<Option<Tenancy>, StoreError> {
    let Some(row) = row else { return Ok(None) };
    let name = RowName {
        table: "tenancies",
        id: tenancy.get(),
    };
    Ok(Some(Tenancy {
        id: tenancy,
        property: row.property_id.into(),
        room: row.room_number,
        start: row.start_date,
        end: row.end_date,
        rent: name.money("rent", row.rent)?,
        deposit: name.some_money("deposit", row.deposit)?,
        state: name.known("state", TenancyState::parse(&row.state))?,
        version: row.version,
        tenants: members(tx, organisation, tenancy).await?,
        said: shares::of_tenancy(tx, organisation, tenancy).await?,
    }))
}

async fn members(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<Vec<Member>, StoreError> {
    let rows = sqlx::query!(
        "SELECT tenant_id, name, email, phone, address, employment_status, share, leave_date, leave_reason, has_left,
                application_id
         FROM tenants WHERE organisation_id = $1 AND tenancy_id = $2 ORDER BY tenant_id",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_all(tx)
    .await?;
    let members = rows.into_iter().map(|row| {
        let name = RowName {
            table: "tenants",
            id: row.tenant_id,
        };
        Ok(Member {
            id: row.tenant_id.into(),
            person: Person {
                name: row.name,
                email: row.email,
                phone: row.phone,
                address: row.address,
                employment_status: employment(name, row.employment_status.as_deref())?,
            },
            share: name.money("share", row.share)?,
            leaving: row.leave_date.map(|date| Leaving {
                date,
                reason: row.leave_reason,
            }),
            has_left: row.has_left,
            application: row.application_id.map(Into::into),
        })
    });
    members.collect()
}

/// What a tenant does for a living, as a row has it.
pub(in crate::store) fn employment(
    name: RowName,
    text: Option<&str>,
) -> Result<Option<EmploymentStatus>, StoreError> {
    text.map(|text| name.known("employment_status", EmploymentStatus::parse(text)))
        .transpose()
}

/// Writes a changed tenancy and its tenants, at the next version, which it gives.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    for member in &tenancy.tenants {
        update_tenant(tx, organisation, member).await?;
    }
    let version = sqlx::query_scalar!(
        "UPDATE tenancies
         SET start_date = $3, end_date = $4, rent = $5, deposit = $6, state = $7, version = version + 1,
             updated_at = greatest($8, created_at)
         WHERE organisation_id = $1 AND tenancy_id = $2 RETURNING version",
        organisation.get(),
        tenancy.id.get(),
        tenancy.start,
        tenancy.end,
        tenancy.rent.to_decimal(),
        tenancy.deposit.map(Money::to_decimal),
        tenancy.state.as_str(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(version)
}

async fn update_tenant(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    member: &Member,
) -> Result<(), StoreError> {
    let person = &member.person;
    let leaving = member.leaving.as_ref();
    sqlx::query!(
        "UPDATE tenants
         SET name = $3, email = $4, phone = $5, address = $6, employment_status = $7, share = $8, leave_date = $9,
             leave_reason = $10, has_left = $11
         WHERE organisation_id = $1 AND tenant_id = $2",
        organisation.get(),
        member.id.get(),
        person.name,
        person.email,
        person.phone,
        person.address,
        person.employment_status.map(EmploymentStatus::as_str),
        member.share.to_decimal(),
        leaving.map(|leaving| leaving.date),
        leaving.and_then(|leaving| leaving.reason.as_deref()),
        member.has_left,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Sets what each tenant of a new tenancy pays, without another version.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.set_shares", skip_all)]
pub async fn set_shares(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
) -> Result<(), StoreError> {
    let ids: Vec<i64> = tenancy.tenants.iter().map(|one| one.id.get()).collect();
    let shares = tenancy.tenants.iter().map(|one| one.share.to_decimal());
    let shares: Vec<Decimal> = shares.collect();
    sqlx::query!(
        "UPDATE tenants SET share = given.share
         FROM unnest($2::bigint[], $3::numeric[]) AS given (tenant_id, share)
         WHERE tenants.organisation_id = $1 AND tenants.tenant_id = given.tenant_id",
        organisation.get(),
        &ids,
        &shares,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Notes who ended a tenancy for a tenant, and when that was recorded.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.note_ending", skip_all)]
pub async fn note_ending(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    ending: Ending,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE tenants SET leave_by = $3, leave_notice_date = $4, leave_noted_at = $5
         WHERE organisation_id = $1 AND tenant_id = $2",
        organisation.get(),
        tenant.get(),
        ending.by.map(TenancyEnder::as_str),
        ending.notice,
        ending.recorded,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The first tenant of a tenancy that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The room of a shared house.
    pub room: Option<String>,
    /// The tenant.
    pub tenant: TenantId,
    /// The tenant's name.
    pub name: String,
}

/// The first tenants of the tenancies of a property that have not ended.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy.holders", skip_all)]
pub async fn holders(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Vec<Holder>, StoreError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT ON (tenancies.tenancy_id) room_number, tenant_id, name
         FROM tenancies JOIN tenants USING (organisation_id, tenancy_id)
         WHERE organisation_id = $1 AND property_id = $2 AND state <> 'Ended' AND NOT has_left
         ORDER BY tenancies.tenancy_id, tenant_id",
        organisation.get(),
        property.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| Holder {
            room: row.room_number,
            tenant: row.tenant_id.into(),
            name: row.name,
        })
        .collect())
}

/// Notes which import added a tenancy, at the version at which it left it.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.note_import", skip_all)]
pub async fn note_import(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    import: TenantImportId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE tenancies SET tenant_import_id = $3, imported_version = version
         WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
        import.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A tenancy that an import added, as far as taking the import back looks at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// Its id.
    pub id: TenancyId,
    /// The property as it was last called.
    pub home: String,
    /// The room.
    pub room: Option<String>,
    /// The first day.
    pub start: NaiveDate,
    /// Whether somebody has changed it since.
    pub is_changed: bool,
    /// Whether money was received that was not taken back.
    pub has_money: bool,
    /// Whether an agreement was issued.
    pub has_agreement: bool,
    /// Whether there are documents of it.
    pub has_documents: bool,
}

/// The tenancies that an import added, with their homes locked first; each stays as it is until the transaction ends.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy.lock_imported", skip_all)]
pub async fn lock_imported(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    import: TenantImportId,
) -> Result<Vec<Imported>, StoreError> {
    let (organisation, import) = (organisation.get(), import.get());
    sqlx::query!(
        "SELECT property_id FROM homes WHERE organisation_id = $1 AND property_id IN (
             SELECT property_id FROM tenancies WHERE organisation_id = $1 AND tenant_import_id = $2)
         ORDER BY property_id FOR UPDATE",
        organisation,
        import,
    )
    .fetch_all(&mut *tx)
    .await?;
    sqlx::query!(
        "SELECT tenancy_id FROM tenancies WHERE organisation_id = $1 AND tenant_import_id = $2 ORDER BY tenancy_id FOR UPDATE",
        organisation,
        import,
    )
    .fetch_all(&mut *tx)
    .await?;
    // A statement of its own: it sees what was changed before the locks were had.
    let rows = sqlx::query!(
        r#"SELECT tenancy_id, home_name, room_number, start_date, version IS DISTINCT FROM imported_version AS "is_changed!",
             EXISTS (SELECT FROM ledger_entries AS entry
                     WHERE entry.organisation_id = $1 AND entry.tenancy_id = tenancies.tenancy_id AND kind = 'receipt'
                       AND NOT EXISTS (SELECT FROM ledger_entries AS back
                                       WHERE back.organisation_id = $1 AND back.reverses = entry.entry_id)) AS "has_money!",
             EXISTS (SELECT FROM agreements
                     WHERE agreements.organisation_id = $1 AND agreements.tenancy_id = tenancies.tenancy_id) AS "has_agreement!",
             EXISTS (SELECT FROM tenancy_documents
                     WHERE tenancy_documents.organisation_id = $1
                       AND tenancy_documents.tenancy_id = tenancies.tenancy_id) AS "has_documents!"
           FROM tenancies WHERE organisation_id = $1 AND tenant_import_id = $2 ORDER BY tenancy_id"#,
        organisation,
        import,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| Imported {
            id: row.tenancy_id.into(),
            home: row.home_name,
            room: row.room_number,
            start: row.start_date,
            is_changed: row.is_changed,
            has_money: row.has_money,
            has_agreement: row.has_agreement,
            has_documents: row.has_documents,
        })
        .collect())
}

/// Takes a tenant away who never moved in, or who was added by mistake.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.remove_tenant", skip_all)]
pub async fn remove_tenant(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM tenants WHERE organisation_id = $1 AND tenant_id = $2",
        organisation.get(),
        tenant.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes a tenancy away that never began, or was added by mistake, with its tenants.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.remove", skip_all)]
pub async fn remove(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM tenancies WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// What is let or reserved: properties and rooms with a tenancy that has not ended; of one property, or of all.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy.unended", skip_all)]
pub async fn unended(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: Option<PropertyId>,
) -> Result<Vec<(PropertyId, Option<String>)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT property_id, room_number FROM tenancies
         WHERE organisation_id = $1 AND state <> 'Ended' AND ($2::bigint IS NULL OR property_id = $2)",
        organisation.get(),
        property.map(PropertyId::get),
    )
    .fetch_all(tx)
    .await?;
    let lets = rows.into_iter();
    Ok(lets
        .map(|row| (row.property_id.into(), row.room_number))
        .collect())
}

/// Every tenancy of the organisation, as far as another one must fit beside it.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy.known", skip_all)]
pub async fn known(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<KnownTenancy>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT property_id, room_number, start_date, state = 'Ended' AS "ended!"
           FROM tenancies WHERE organisation_id = $1"#,
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    let known = rows.into_iter().map(|row| KnownTenancy {
        property: row.property_id.into(),
        room: row.room_number,
        start: row.start_date,
        ended: row.ended,
    });
    Ok(known.collect())
}

/// Calls the tenancies of these homes as they are called now. Those that left stay what they were called last.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenancy.rename_homes", skip_all)]
pub async fn rename_homes(
    tx: &mut PgConnection,
    told: &[&(OrganisationId, HomeNews)],
) -> Result<(), StoreError> {
    let homes = || {
        told.iter()
            .filter_map(|(organisation, news)| Some((organisation.get(), news.home.as_ref()?)))
    };
    let organisations: Vec<i64> = homes().map(|(organisation, _)| organisation).collect();
    let properties: Vec<i64> = homes().map(|(_, home)| home.property.get()).collect();
    let names: Vec<&str> = homes().map(|(_, home)| home.name.as_str()).collect();
    let addresses: Vec<&str> = homes().map(|(_, home)| home.address.as_str()).collect();
    let postcodes: Vec<&str> = homes().map(|(_, home)| home.postcode.as_str()).collect();
    let nations: Vec<&str> = homes().map(|(_, home)| home.nation.as_str()).collect();
    sqlx::query!(
        "UPDATE tenancies SET home_name = told.name, home_address = told.address, home_postcode = told.postcode,
             home_nation = told.nation
         FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
             AS told (organisation_id, property_id, name, address, postcode, nation)
         WHERE tenancies.organisation_id = told.organisation_id AND tenancies.property_id = told.property_id
           AND (home_name, home_address, home_postcode, home_nation)
               IS DISTINCT FROM (told.name, told.address, told.postcode, told.nation)",
        &organisations,
        &properties,
        &names as _,
        &addresses as _,
        &postcodes as _,
        &nations as _,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Tenancies, with their homes, of which somebody's last day is before `today`.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenancy.with_leavers", skip_all)]
pub async fn with_leavers(
    worker: &PgPool,
    today: NaiveDate,
) -> Result<Vec<(OrganisationId, PropertyId, TenancyId)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT tenants.organisation_id, property_id, tenants.tenancy_id
         FROM tenants JOIN tenancies USING (organisation_id, tenancy_id)
         WHERE NOT has_left AND leave_date < $1 LIMIT 200",
        today,
    )
    .fetch_all(worker)
    .await?;
    let found = rows.into_iter().map(|row| {
        let ids = (row.organisation_id, row.property_id, row.tenancy_id);
        (ids.0.into(), ids.1.into(), ids.2.into())
    });
    Ok(found.collect())
}
