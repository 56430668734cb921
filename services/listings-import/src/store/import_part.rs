//! The parts of a file that somebody uploaded, as the worker reads them.

use lintel_core::ListingImportId;
use lintel_db::StoreError;
use sqlx::PgPool;

/// The part of a file that holds the byte at `offset`, and where it begins; `None` behind its end.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.import_part.find", skip_all)]
pub async fn find(
    worker: &PgPool,
    import: ListingImportId,
    offset: i64,
) -> Result<Option<(i64, Vec<u8>)>, StoreError> {
    let row = sqlx::query!(
        "SELECT start_offset, content FROM listing_import_parts
         WHERE listing_import_id = $1 AND start_offset <= $2 ORDER BY start_offset DESC LIMIT 1",
        import.get(),
        offset,
    )
    .fetch_optional(worker)
    .await?;
    Ok(row.map(|row| (row.start_offset, row.content)))
}
