//! The rows from which the duties of homes are judged.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{OrganisationId, PropertyId, UserId};
use lintel_db::StoreError;
use lintel_rules::{Duty, Furnishing, HomeFacts, LicensingArea, Nation};
use sqlx::PgConnection;

use super::RowName;
use crate::domain::{CertificateType, Exemption, Held, Home, PropertyType};

/// Homes of the organisation in the order of their ids: those of these ids, or all.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.duty.homes", skip_all)]
pub async fn homes(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ids: Option<&[i64]>,
) -> Result<Vec<Home>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT property_id, name, address, postcode, nation, property_type, gas, furnishing, shared, storeys, most_residents,
               licensing_area, insurance_renewal_date, fixed_term_end_date,
               num_nonnulls(mortgage_company, mortgage_reference, interest_rate, amount_borrowed, outstanding_balance,
                   monthly_mortgage_payment, mortgage_type, fixed_term_end_date) > 0 AS "has_mortgage!"
           FROM properties
           WHERE organisation_id = $1 AND ($2::bigint[] IS NULL OR property_id = ANY ($2))
           ORDER BY property_id"#,
        organisation.get(),
        ids,
    )
    .fetch_all(&mut *tx)
    .await?;
    let mut certificates = held(tx, organisation, ids).await?;
    let mut exemptions = exemptions(tx, organisation, ids).await?;
    let since = let_since(tx, organisation, ids).await?;
    let homes = rows.into_iter().map(|row| {
        let name = RowName {
            table: "properties",
            id: row.property_id,
        };
        let said = row.nation.as_deref();
        let said = said.map(|text| name.known("nation", Nation::parse(text)));
        let property_type = name.known("property_type", PropertyType::parse(&row.property_type))?;
        let furnishing = row.furnishing.as_deref();
        let furnishing = furnishing.map(|text| name.known("furnishing", Furnishing::parse(text)));
        let area = row.licensing_area.as_deref();
        let area = area.map(|text| name.known("licensing_area", LicensingArea::parse(text)));
        let facts = HomeFacts {
            nation: Nation::of_home(said.transpose()?, &row.postcode),
            dwelling: property_type != PropertyType::Commercial,
            gas: row.gas,
            furnishing: furnishing.transpose()?,
            shared: property_type == PropertyType::Hmo || row.shared == Some(true),
            storeys: row.storeys,
            most_residents: row.most_residents,
            licensing_area: area.transpose()?,
            fixed_rate: row.fixed_term_end_date.is_some(),
        };
        Ok(Home {
            id: row.property_id.into(),
            name: row.name,
            address: row.address,
            postcode: row.postcode,
            property_type,
            facts,
            has_mortgage: row.has_mortgage,
            insurance_renewal: row.insurance_renewal_date,
            fixed_rate_end: row.fixed_term_end_date,
            let_since: since.get(&row.property_id).copied(),
            certificates: certificates.remove(&row.property_id).unwrap_or_default(),
            exemptions: exemptions.remove(&row.property_id).unwrap_or_default(),
        })
    });
    homes.collect()
}

async fn held(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ids: Option<&[i64]>,
) -> Result<HashMap<i64, Vec<Held>>, StoreError> {
    let rows = sqlx::query!(
        "SELECT property_id, certificate_id, certificate_type, issue_date, expiry_date FROM property_certificates
         WHERE organisation_id = $1 AND superseded_by IS NULL AND ($2::bigint[] IS NULL OR property_id = ANY ($2))",
        organisation.get(),
        ids,
    )
    .fetch_all(tx)
    .await?;
    let mut homes: HashMap<i64, Vec<Held>> = HashMap::new();
    for row in rows {
        let name = RowName {
            table: "property_certificates",
            id: row.certificate_id,
        };
        homes.entry(row.property_id).or_default().push(Held {
            id: row.certificate_id.into(),
            kind: name.known(
                "certificate_type",
                CertificateType::parse(&row.certificate_type),
            )?,
            issued: row.issue_date,
            expires: row.expiry_date,
        });
    }
    Ok(homes)
}

async fn exemptions(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ids: Option<&[i64]>,
) -> Result<HashMap<i64, HashMap<Duty, Exemption>>, StoreError> {
    let rows = sqlx::query!(
        "SELECT duty_exemption_id, property_id, duty, reason, created_by, created_at FROM duty_exemptions
         WHERE organisation_id = $1 AND ($2::bigint[] IS NULL OR property_id = ANY ($2))",
        organisation.get(),
        ids,
    )
    .fetch_all(tx)
    .await?;
    let mut homes: HashMap<i64, HashMap<Duty, Exemption>> = HashMap::new();
    for row in rows {
        let name = RowName {
            table: "duty_exemptions",
            id: row.duty_exemption_id,
        };
        let duty = name.known("duty", Duty::parse(&row.duty))?;
        let said = Exemption {
            reason: row.reason,
            by: row.created_by.into(),
            at: row.created_at,
        };
        homes.entry(row.property_id).or_default().insert(duty, said);
    }
    Ok(homes)
}

async fn let_since(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ids: Option<&[i64]>,
) -> Result<HashMap<i64, NaiveDate>, StoreError> {
    let rows = sqlx::query!(
        "SELECT property_id, max(start_date) AS since FROM lettings
         WHERE organisation_id = $1 AND in_force AND ($2::bigint[] IS NULL OR property_id = ANY ($2))
         GROUP BY property_id",
        organisation.get(),
        ids,
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .filter_map(|row| Some((row.property_id, row.since?)))
        .collect())
}

/// Keeps the landlord's word that a home does not need something; another reason replaces the first.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.duty.exempt", skip_all)]
pub async fn exempt(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    duty: Duty,
    reason: &str,
    by: UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO duty_exemptions (organisation_id, property_id, duty, reason, created_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (organisation_id, property_id, duty) DO UPDATE
         SET reason = excluded.reason, created_by = excluded.created_by, created_at = excluded.created_at",
        organisation.get(),
        property.get(),
        duty.as_str(),
        reason,
        by.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes the landlord's word back.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.duty.require", skip_all)]
pub async fn require(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    property: PropertyId,
    duty: Duty,
) -> Result<(), StoreError> {
    sqlx::query!(
        "DELETE FROM duty_exemptions WHERE organisation_id = $1 AND property_id = $2 AND duty = $3",
        organisation.get(),
        property.get(),
        duty.as_str(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
