//! In which nation properties are.

use lintel_core::{OrganisationId, PropertyId};
use lintel_db::StoreError;
use lintel_rules::split_districts;
use sqlx::PgConnection;

/// How many properties of the organisation are in a district of two nations without anybody having said in which, and the one of them that
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
