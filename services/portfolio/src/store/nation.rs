//! In which nation properties are.

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::{RowName, StoreError};
use lintel_rules::{Nation, split_districts};
use sqlx::PgConnection;

/// Counts the organisation's properties in a district of two nations whose nation nobody has confirmed, and returns the one that
/// was added first.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.nation.to_confirm", skip_all)]
pub async fn to_confirm(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<(i64, Option<PropertyId>), StoreError> {
    // Everything between the district with its space and the district with the sign after a space: what an index finds.
    let from: Vec<String> = split_districts().map(|one| format!("{one} ")).collect();
    let beyond: Vec<String> = split_districts().map(|one| format!("{one}!")).collect();
    let found = sqlx::query!(
        r#"SELECT count(*) AS "count!", min(property_id) AS first
           FROM unnest($2::text[], $3::text[]) AS district (from_text, beyond)
           JOIN properties ON organisation_id = $1 AND nation IS NULL
               AND postcode COLLATE "C" >= district.from_text AND postcode COLLATE "C" < district.beyond"#,
        organisation.get(),
        &from,
        &beyond,
    )
    .fetch_one(tx)
    .await?;
    Ok((found.count, found.first.map(PropertyId::new)))
}

/// Counts the organisation's properties in each nation that it has any in, in the order of [`Nation::ALL`].
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.nation.homes", skip_all)]
pub async fn homes(
    tx: &mut PgConnection,
    organisation: OrganisationId,
) -> Result<Vec<(Nation, i64)>, StoreError> {
    let districts = sqlx::query!(
        r#"SELECT split_part(postcode, ' ', 1) AS "district!", nation, min(property_id) AS "first!", count(*) AS "count!"
           FROM properties WHERE organisation_id = $1 GROUP BY 1, 2"#,
        organisation.get(),
    )
    .fetch_all(tx)
    .await?;
    let mut homes: Vec<_> = Nation::ALL.iter().map(|nation| (*nation, 0)).collect();
    for row in districts {
        let name = RowName {
            table: "properties",
            id: row.first,
        };
        let said = row
            .nation
            .map(|text| name.known("nation", Nation::parse(&text)))
            .transpose()?;
        let nation = Nation::of_home(said, &row.district);
        for (one, count) in &mut homes {
            if *one == nation {
                *count += row.count;
            }
        }
    }
    homes.retain(|(_, count)| *count > 0);
    Ok(homes)
}
