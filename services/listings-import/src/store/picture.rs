//! Pictures that were fetched, by the digests of their addresses; and which addresses gave none.

use chrono::{DateTime, TimeDelta, Utc};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::{AddressDigest, Picture};

/// When a picture was used is noted no finer than this, so that looking at it is seldom a write.
const USE_IS_NOTED: TimeDelta = TimeDelta::days(1);

/// The bounds of what is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Pictures that were fetched since.
    pub pictures: DateTime<Utc>,
    /// Refusals that were noted since.
    pub refusals: DateTime<Utc>,
    /// Bytes of pictures at most.
    pub bytes: i64,
}

/// The state of an address that was asked before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredPicture {
    /// The picture that lies there.
    Kept(Picture),
    /// It gave no picture a moment ago.
    Refused,
}

/// Returns the state of an address; `None` where it is to be asked.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.picture.find", skip_all)]
pub async fn find(
    tx: &mut PgConnection,
    address: AddressDigest,
    bounds: Bounds,
    now: DateTime<Utc>,
) -> Result<Option<StoredPicture>, StoreError> {
    let row = sqlx::query!(
        "SELECT media_type, content, used_at FROM li_pictures
         WHERE address_digest = $1 AND fetched_at > CASE WHEN content IS NULL THEN $3::timestamptz ELSE $2::timestamptz END",
        address.as_bytes(),
        bounds.pictures,
        bounds.refusals,
    )
    .fetch_optional(&mut *tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let (Some(media_type), Some(content)) = (row.media_type, row.content) else {
        return Ok(Some(StoredPicture::Refused));
    };
    if row.used_at <= now - USE_IS_NOTED {
        sqlx::query!(
            "UPDATE li_pictures SET used_at = $2 WHERE address_digest = $1",
            address.as_bytes(),
            now,
        )
        .execute(tx)
        .await?;
    }
    Ok(Some(StoredPicture::Kept(Picture {
        media_type,
        content,
    })))
}

/// Keeps what an address gave; `None` for no picture.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.picture.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    address: AddressDigest,
    picture: Option<&Picture>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO li_pictures (address_digest, media_type, content, fetched_at, used_at) VALUES ($1, $2, $3, $4, $4)
         ON CONFLICT (address_digest) DO UPDATE SET media_type = excluded.media_type, content = excluded.content,
             fetched_at = excluded.fetched_at, used_at = excluded.used_at",
        address.as_bytes(),
        picture.map(|picture| picture.media_type.as_str()),
        picture.map(|picture| picture.content.as_slice()),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Counts the expired rows.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.picture.count_over", skip_all)]
pub async fn count_over(tx: &mut PgConnection, bounds: Bounds) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM (
               SELECT fetched_at <= CASE WHEN content IS NULL THEN $2::timestamptz ELSE $1::timestamptz END AS is_old, content IS NOT NULL AS is_picture,
                   sum(size_bytes) OVER (ORDER BY used_at DESC, fetched_at DESC, address_digest) AS so_far
               FROM li_pictures) AS each
           WHERE is_old OR (is_picture AND so_far > $3)"#,
        bounds.pictures,
        bounds.refusals,
        bounds.bytes,
    )
    .fetch_one(tx)
    .await?)
}

/// Deletes what is over: what is old, and of the rest, where it is too much, that which was not used for longest. Rows that somebody
/// else is about to change are left. Returns how many it deleted.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.picture.delete_over", skip_all)]
pub async fn delete_over(tx: &mut PgConnection, bounds: Bounds) -> Result<i64, StoreError> {
    let deleted = sqlx::query!(
        "WITH beyond AS (
             SELECT address_digest FROM (
                 SELECT address_digest, fetched_at <= CASE WHEN content IS NULL THEN $2::timestamptz ELSE $1::timestamptz END AS is_old,
                     content IS NOT NULL AS is_picture,
                     sum(size_bytes) OVER (ORDER BY used_at DESC, fetched_at DESC, address_digest) AS so_far
                 FROM li_pictures) AS each
             WHERE is_old OR (is_picture AND so_far > $3))
         DELETE FROM li_pictures WHERE address_digest IN (
             SELECT p.address_digest FROM li_pictures p JOIN beyond USING (address_digest) FOR UPDATE OF p SKIP LOCKED)",
        bounds.pictures,
        bounds.refusals,
        bounds.bytes,
    )
    .execute(tx)
    .await?;
    Ok(i64::try_from(deleted.rows_affected()).unwrap_or(i64::MAX))
}
