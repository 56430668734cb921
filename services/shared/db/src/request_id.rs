//! One effect for one intended change, however often it is asked for.

use lintel_core::{Error, RequestKey};
use serde::{Serialize, de::DeserializeOwned};

use crate::{StoreError, Tx};

/// Does `work` once for `key`: the first call does it and its answer is kept in the same transaction; a repeat gets that
/// answer back. A twin that comes while the first is still at work waits for it (PostgreSQL's unique key makes it wait).
/// Without a key the work is simply done.
///
/// # Errors
/// [`Error::Invalid`] `REQUEST_ID_REUSED` when the key was used for another request; otherwise what `work` answers. On an
/// error of `work` the transaction can only be dropped, and the key is free again.
pub async fn once<T: Serialize + DeserializeOwned>(
    tx: &mut Tx,
    key: Option<&RequestKey>,
    work: impl AsyncFnOnce(&mut Tx) -> Result<T, Error>,
) -> Result<T, Error> {
    let Some(key) = key else {
        return work(tx).await;
    };
    if let Some(answer) = claim(tx, key).await? {
        return serde_json::from_slice(&answer).map_err(Error::internal);
    }
    let answer = match work(tx).await {
        Ok(answer) => answer,
        Err(error) => {
            // Committed now, the key would stand for an answer that does not exist.
            tx.spoil();
            return Err(error);
        }
    };
    let bytes = serde_json::to_vec(&answer).map_err(Error::internal)?;
    sqlx::query!(
        "UPDATE request_ids SET response = $4 WHERE scope = $1 AND method = $2 AND key = $3",
        key.scope,
        key.method,
        key.key,
        bytes,
    )
    .execute(&mut **tx)
    .await
    .map_err(StoreError::from)?;
    Ok(answer)
}

/// Takes the key, or gives the answer that is kept under it.
async fn claim(tx: &mut Tx, key: &RequestKey) -> Result<Option<Vec<u8>>, Error> {
    let claimed = sqlx::query!(
        "INSERT INTO request_ids (scope, method, key, request_hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        key.scope,
        key.method,
        key.key,
        &key.hash[..],
    )
    .execute(&mut **tx)
    .await
    .map_err(StoreError::from)?;
    if claimed.rows_affected() == 1 {
        return Ok(None);
    }
    let kept = sqlx::query!(
        "SELECT request_hash, response FROM request_ids WHERE scope = $1 AND method = $2 AND key = $3",
        key.scope,
        key.method,
        key.key,
    )
    .fetch_optional(&mut **tx)
    .await
    .map_err(StoreError::from)?;
    match kept {
        Some(row) if row.request_hash != key.hash => Err(Error::field(
            "REQUEST_ID_REUSED",
            "request_id",
            "This request id was used for another request. Use a new one for each change.",
        )),
        Some(row) => row.response.map(Some).ok_or_else(|| {
            Error::internal(StoreError::inconsistent(
                "request_ids",
                "response",
                &key.key,
            ))
        }),
        // The twin's transaction rolled back, or the row was swept, between the two statements.
        None => Err(Error::Aborted {
            reason: "CONCURRENT_UPDATE",
            message: "The same request was being handled at this moment. Please try again.",
        }),
    }
}
