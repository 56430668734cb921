//! The rows that a sale deletes with a home, kept beside the sale so that taking it back brings everything back. A table that refers to
//! `properties` is kept here; a test looks for one that was forgotten. A column that is added to one later gets its default.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, PropertyId, SoldPropertyId};
use lintel_db::StoreError;
use sqlx::PgConnection;

/// The tables that go and come with a property.
pub const TABLES: [&str; 5] = [
    "rooms",
    "property_certificates",
    "property_inspections",
    "inspection_settings",
    "duty_exemptions",
];

/// Keeps a property with what hangs on it, before the sale takes it away.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.kept_home.insert", skip_all)]
pub async fn insert(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    sold: SoldPropertyId,
    property: PropertyId,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO kept_homes (organisation_id, sold_property_id, property_id, kept, media_urls)
         SELECT $1, $2, $3, jsonb_build_object(
             'properties', (SELECT to_jsonb(p) FROM properties p WHERE p.organisation_id = $1 AND p.property_id = $3),
             'rooms', (SELECT coalesce(jsonb_agg(r), '[]') FROM rooms r WHERE r.organisation_id = $1 AND r.property_id = $3),
             'property_certificates', (SELECT coalesce(jsonb_agg(c), '[]') FROM property_certificates c
                                       WHERE c.organisation_id = $1 AND c.property_id = $3),
             'property_inspections', (SELECT coalesce(jsonb_agg(i), '[]') FROM property_inspections i
                                      WHERE i.organisation_id = $1 AND i.property_id = $3),
             'inspection_settings', (SELECT coalesce(jsonb_agg(s), '[]') FROM inspection_settings s
                                     WHERE s.organisation_id = $1 AND s.property_id = $3),
             'duty_exemptions', (SELECT coalesce(jsonb_agg(d), '[]') FROM duty_exemptions d
                                 WHERE d.organisation_id = $1 AND d.property_id = $3)),
             ARRAY(SELECT certificate_url FROM property_certificates
                   WHERE organisation_id = $1 AND property_id = $3 AND certificate_url IS NOT NULL
                   UNION SELECT unnest(media_urls) FROM property_inspections WHERE organisation_id = $1 AND property_id = $3)",
        organisation.get(),
        sold.get(),
        property.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Returns whether what a sale took away was kept.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.kept_home.exists", skip_all)]
pub async fn exists(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    sold: SoldPropertyId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM kept_homes WHERE organisation_id = $1 AND sold_property_id = $2) AS "is!""#,
        organisation.get(),
        sold.get(),
    )
    .fetch_one(tx)
    .await?)
}

/// Brings a home back as it was kept, at the version above that of its leaving.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.kept_home.bring_back", skip_all)]
pub async fn bring_back(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    sold: SoldPropertyId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let (organisation, sold) = (organisation.get(), sold.get());
    // What left had the version above the home's, so the home comes back two above its own.
    sqlx::query!(
        "SELECT put_rows_back('properties', jsonb_build_array(kept -> 'properties' || jsonb_build_object(
             'version', (kept -> 'properties' ->> 'version')::bigint + 2, 'updated_at', $3::timestamptz)))
         FROM kept_homes WHERE organisation_id = $1 AND sold_property_id = $2",
        organisation,
        sold,
        now,
    )
    .execute(&mut *tx)
    .await?;
    for table in TABLES {
        sqlx::query!(
            "SELECT put_rows_back($3::text::regclass, kept -> $3::text)
             FROM kept_homes WHERE organisation_id = $1 AND sold_property_id = $2",
            organisation,
            sold,
            table,
        )
        .execute(&mut *tx)
        .await?;
    }
    // Others forgot what was planned with the home, and hear of it at a version above.
    sqlx::query!(
        "UPDATE property_inspections i SET version = i.version + 1, updated_at = $3 FROM kept_homes k
         WHERE k.organisation_id = $1 AND k.sold_property_id = $2 AND i.organisation_id = $1 AND i.property_id = k.property_id
             AND i.status = 'Scheduled'",
        organisation,
        sold,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A property of the portfolio at this address, without case.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.kept_home.added_anew", skip_all)]
pub async fn added_anew(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    address: &str,
    postcode: &str,
) -> Result<Option<(PropertyId, String)>, StoreError> {
    let row = sqlx::query!(
        "SELECT property_id, name FROM properties WHERE organisation_id = $1 AND lower(address) = lower($2) AND postcode = $3
         ORDER BY property_id LIMIT 1",
        organisation.get(),
        address,
        postcode,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| (row.property_id.into(), row.name)))
}
