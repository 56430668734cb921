//! Inspections.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use lintel_core::{InspectionId, OrganisationId, PropertyId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{
    Appointment, FileAddress, Findings, Inspection, InspectionPlan, InspectionStatus, PropertyLabel,
};

/// The key that keeps an inspection with a property of its own organisation.
pub const PROPERTY_FK: &str = "property_inspections_organisation_id_property_id_fk";

struct InspectionRow {
    inspection_id: i64,
    property_id: i64,
    property_name: String,
    property_address: String,
    inspection_date: NaiveDate,
    inspection_time: NaiveTime,
    status: String,
    notes: Option<String>,
    issues_found: Option<String>,
    action_required: Option<String>,
    media_urls: Vec<String>,
    completed_at: Option<DateTime<Utc>>,
    automatic: bool,
    changed_by: Option<i64>,
    version: i64,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl TryFrom<InspectionRow> for Inspection {
    type Error = StoreError;

    fn try_from(row: InspectionRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "property_inspections",
            id: row.inspection_id,
        };
        let media = row.media_urls.iter();
        let media = media.map(|text| name.known("media_urls", FileAddress::parse(text)));
        Ok(Self {
            id: row.inspection_id.into(),
            property: PropertyLabel {
                id: row.property_id.into(),
                name: row.property_name,
                address: row.property_address,
            },
            appointment: Appointment {
                date: row.inspection_date,
                time: row.inspection_time,
            },
            status: name.known("status", InspectionStatus::parse(&row.status))?,
            notes: row.notes,
            findings: Findings {
                media: media.collect::<Result<_, _>>()?,
                issues_found: row.issues_found,
                action_required: row.action_required,
            },
            completed_at: row.completed_at,
            automatic: row.automatic,
            changed_by: row.changed_by.map(UserId::new),
            version: row.version,
            created_at: row.created_at,
            updated_at: row.updated_at,
        })
    }
}

/// Every column that an [`Inspection`] is read from; what follows the tables is the caller's.
macro_rules! select_inspections {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            InspectionRow,
            "SELECT inspection_id, property_id, properties.name AS property_name,
                 properties.address AS property_address, inspection_date, inspection_time, inspections.status, notes,
                 issues_found, action_required, media_urls, completed_at, automatic, changed_by, inspections.version,
                 inspections.created_at, inspections.updated_at
             FROM property_inspections AS inspections
             JOIN properties USING (organisation_id, property_id) " + $tail,
            $($argument),+
        )
    };
}

/// Which inspections a list shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter {
    /// The property; `None` for all.
    pub property: Option<PropertyId>,
    /// In one status; none for every.
    pub status: Option<InspectionStatus>,
    /// On this day or later.
    pub from: Option<NaiveDate>,
    /// Before this day.
    pub before: Option<NaiveDate>,
}

/// Where a page begins: after this place in the order of days, times and ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageStart {
    /// When the last inspection of the previous page is due.
    pub appointment: Appointment,
    /// Its id.
    pub id: i64,
}

/// The organisation's inspections of these ids, by id.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.inspection.of_ids", skip_all)]
pub async fn of_ids(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ids: &[i64],
) -> Result<Vec<Inspection>, StoreError> {
    let rows = select_inspections!(
        "WHERE organisation_id = $1 AND inspection_id = ANY ($2) ORDER BY inspection_id",
        organisation.get(),
        ids,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// One inspection of the organisation.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.inspection.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    inspection: InspectionId,
) -> Result<Option<Inspection>, StoreError> {
    let row = select_inspections!(
        "WHERE organisation_id = $1 AND inspection_id = $2",
        organisation.get(),
        inspection.get(),
    )
    .fetch_optional(tx)
    .await?;
    row.map(TryInto::try_into).transpose()
}

/// Returns those of `inspections` that the organisation has, locked for a change in the order of their ids.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.inspection.lock", skip_all)]
pub async fn lock(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    inspections: &[InspectionId],
) -> Result<Vec<Inspection>, StoreError> {
    let ids: Vec<_> = inspections.iter().map(|id| id.get()).collect();
    let rows = select_inspections!(
        "WHERE organisation_id = $1 AND inspection_id = ANY ($2) ORDER BY inspection_id FOR UPDATE OF inspections",
        organisation.get(),
        &ids,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` inspections, the soonest first, behind `place`.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.inspection.page", skip_all)]
pub async fn page(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: Filter,
    place: PageStart,
    limit: i64,
) -> Result<Vec<Inspection>, StoreError> {
    let rows = select_inspections!(
        "WHERE organisation_id = $1
             AND (inspection_date, inspection_time, inspection_id) > ($2, $3, $4)
             AND ($5::bigint IS NULL OR property_id = $5)
             AND ($6::text IS NULL OR inspections.status = $6)
             AND ($7::date IS NULL OR inspection_date >= $7)
             AND ($8::date IS NULL OR inspection_date < $8)
         ORDER BY inspection_date, inspection_time, inspection_id
         LIMIT $9",
        organisation.get(),
        place.appointment.date,
        place.appointment.time,
        place.id,
        filter.property.map(PropertyId::get),
        filter.status.map(InspectionStatus::as_str),
        filter.from,
        filter.before,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// At most `limit` inspections, the latest first, before `place`.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.inspection.page_latest_first", skip_all)]
pub async fn page_latest_first(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: Filter,
    place: PageStart,
    limit: i64,
) -> Result<Vec<Inspection>, StoreError> {
    let rows = select_inspections!(
        "WHERE organisation_id = $1
             AND (inspection_date, inspection_time, inspection_id) < ($2, $3, $4)
             AND ($5::bigint IS NULL OR property_id = $5)
             AND ($6::text IS NULL OR inspections.status = $6)
             AND ($7::date IS NULL OR inspection_date >= $7)
             AND ($8::date IS NULL OR inspection_date < $8)
         ORDER BY inspection_date DESC, inspection_time DESC, inspection_id DESC
         LIMIT $9",
        organisation.get(),
        place.appointment.date,
        place.appointment.time,
        place.id,
        filter.property.map(PropertyId::get),
        filter.status.map(InspectionStatus::as_str),
        filter.from,
        filter.before,
        limit,
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Counts the inspections of a list.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.inspection.count", skip_all)]
pub async fn count(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    filter: Filter,
) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM property_inspections
         WHERE organisation_id = $1
             AND ($2::bigint IS NULL OR property_id = $2)
             AND ($3::text IS NULL OR status = $3)
             AND ($4::date IS NULL OR inspection_date >= $4)
             AND ($5::date IS NULL OR inspection_date < $5)"#,
        organisation.get(),
        filter.property.map(PropertyId::get),
        filter.status.map(InspectionStatus::as_str),
        filter.from,
        filter.before,
    )
    .fetch_one(tx)
    .await?;
    Ok(count)
}

/// When the organisation's inspections of `from` and later are, those that are still to be done.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.inspection.appointments", skip_all)]
pub async fn appointments(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    from: NaiveDate,
) -> Result<Vec<Appointment>, StoreError> {
    let rows = sqlx::query!(
        "SELECT DISTINCT inspection_date, inspection_time FROM property_inspections
         WHERE organisation_id = $1 AND status = 'Scheduled' AND inspection_date >= $2",
        organisation.get(),
        from,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Appointment {
            date: row.inspection_date,
            time: row.inspection_time,
        })
        .collect())
}

/// The inspections of a property that are still to be done, locked for a change.
///
/// # Errors
/// As [`find`].
#[tracing::instrument(name = "db.inspection.lock_open", skip_all)]
pub async fn lock_open(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
) -> Result<Vec<Inspection>, StoreError> {
    let rows = select_inspections!(
        "WHERE organisation_id = $1 AND property_id = $2 AND inspections.status = 'Scheduled'
         ORDER BY inspection_id FOR UPDATE OF inspections",
        organisation.get(),
        property.get(),
    )
    .fetch_all(tx)
    .await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// Adds an inspection that a person planned, at its first version.
///
/// # Errors
/// [`StoreError`] when the database refuses; [`PROPERTY_FK`] when the property has just been deleted.
#[tracing::instrument(name = "db.inspection.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: &PropertyLabel,
    plan: InspectionPlan,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<Inspection, StoreError> {
    let row = sqlx::query!(
        "INSERT INTO property_inspections (organisation_id, property_id, inspection_date, inspection_time, notes,
             automatic, changed_by, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, false, $6, $7, $7)
         RETURNING inspection_id, version",
        organisation.get(),
        property.id.get(),
        plan.appointment.date,
        plan.appointment.time,
        plan.notes,
        by.get(),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(Inspection {
        notes: plan.notes,
        changed_by: Some(by),
        automatic: false,
        ..scheduled(
            row.inspection_id,
            row.version,
            property,
            plan.appointment,
            now,
        )
    })
}

/// Adds the inspection that each property's settings ask for; none where it has one of that kind already, or where the property
/// has just been deleted.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.inspection.insert_automatic", skip_all)]
pub async fn insert_automatic(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    bookings: &[(&PropertyLabel, Appointment)],
    now: DateTime<Utc>,
) -> Result<Vec<Inspection>, StoreError> {
    let column = bookings.iter();
    let ids: Vec<_> = column
        .clone()
        .map(|(property, _)| property.id.get())
        .collect();
    let dates: Vec<_> = column.clone().map(|(_, when)| when.date).collect();
    let times: Vec<_> = column.map(|(_, when)| when.time).collect();
    let mut booked: HashMap<_, _> = ids.iter().copied().zip(bookings).collect();
    let rows = sqlx::query!(
        r#"INSERT INTO property_inspections (organisation_id, property_id, inspection_date, inspection_time, automatic,
             created_at, updated_at)
         SELECT $1, property_id, booked.date, booked.time, true, $5, $5
         FROM unnest($2::bigint[], $3::date[], $4::time[]) AS booked (property_id, date, time)
         JOIN properties USING (property_id)
         WHERE organisation_id = $1
         ON CONFLICT DO NOTHING
         RETURNING inspection_id, property_id, version"#,
        organisation.get(),
        &ids,
        &dates,
        &times,
        now,
    )
    .fetch_all(tx)
    .await?;
    let added = rows.into_iter().filter_map(|row| {
        let (property, appointment) = booked.remove(&row.property_id)?;
        Some(scheduled(
            row.inspection_id,
            row.version,
            property,
            *appointment,
            now,
        ))
    });
    Ok(added.collect())
}

/// A new inspection of Lintel's own.
fn scheduled(
    id: i64,
    version: i64,
    property: &PropertyLabel,
    appointment: Appointment,
    now: DateTime<Utc>,
) -> Inspection {
    Inspection {
        id: id.into(),
        property: property.clone(),
        appointment,
        status: InspectionStatus::Scheduled,
        notes: None,
        findings: Findings::default(),
        completed_at: None,
        automatic: true,
        changed_by: None,
        version,
        created_at: now,
        updated_at: now,
    }
}

/// Writes an inspection at its next version. `by` is `None` for a change by an automatic rule.
///
/// # Errors
/// [`StoreError`] when the database refuses, or when there is no such inspection: lock it first.
#[tracing::instrument(name = "db.inspection.update", skip_all)]
pub async fn update(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    changed: Inspection,
    by: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<Inspection, StoreError> {
    let findings = &changed.findings;
    let media: Vec<_> = findings
        .media
        .iter()
        .map(|file| file.as_str().to_owned())
        .collect();
    let row = sqlx::query!(
        "UPDATE property_inspections
         SET inspection_date = $3, inspection_time = $4, status = $5, notes = $6, issues_found = $7,
             action_required = $8, media_urls = $9, completed_at = $10, changed_by = $11,
             updated_at = greatest($12, updated_at), version = version + 1
         WHERE organisation_id = $1 AND inspection_id = $2
         RETURNING version, updated_at",
        organisation.get(),
        changed.id.get(),
        changed.appointment.date,
        changed.appointment.time,
        changed.status.as_str(),
        changed.notes,
        findings.issues_found,
        findings.action_required,
        &media,
        changed.completed_at,
        by.map(UserId::get),
        now,
    )
    .fetch_one(tx)
    .await?;
    Ok(Inspection {
        changed_by: by,
        version: row.version,
        updated_at: row.updated_at,
        ..changed
    })
}

/// Notes that the next inspection of a property, which Lintel planned at this moment, follows the completion of one.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.inspection.note_next", skip_all)]
pub async fn note_next(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    completed: &Inspection,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE property_inspections SET follows_id = $3
         WHERE organisation_id = $1 AND property_id = $2 AND automatic AND status = 'Scheduled' AND created_at = $4",
        organisation.get(),
        completed.property.id.get(),
        completed.id.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The inspection that was planned by completing this one.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.inspection.next_of", skip_all)]
pub async fn next_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    completed: InspectionId,
) -> Result<Option<InspectionId>, StoreError> {
    let id = sqlx::query_scalar!(
        "SELECT inspection_id FROM property_inspections WHERE organisation_id = $1 AND follows_id = $2
         ORDER BY inspection_id DESC LIMIT 1",
        organisation.get(),
        completed.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(id.map(Into::into))
}

/// Makes an inspection the landlord's own, beside one that Lintel planned.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.inspection.make_own", skip_all)]
pub async fn make_own(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    inspection: InspectionId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE property_inspections SET automatic = false WHERE organisation_id = $1 AND inspection_id = $2",
        organisation.get(),
        inspection.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
