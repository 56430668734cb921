//! The words of listings' addresses, among which the search looks for those that are like a misspelt one.

use lintel_core::OrganisationId;
use lintel_db::StoreError;
use sqlx::PgConnection;

/// Keeps words that are new to the organisation's listings. They come in order, so that two imports never wait for each other.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.word.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    words: &[String],
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO listing_words (organisation_id, known)
         SELECT $1, given FROM unnest($2::text[]) AS given
         WHERE NOT EXISTS (SELECT FROM listing_words w
             WHERE w.organisation_id = $1 AND w.known = given COLLATE \"C\")
         ON CONFLICT DO NOTHING",
        organisation.get(),
        words,
    )
    .execute(tx)
    .await?;
    Ok(())
}
