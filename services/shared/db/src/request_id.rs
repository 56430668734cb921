//! One effect for one intended change, however often it is asked for.

use std::fmt;

use lintel_core::{Error, RequestKey};
use prost::Message;

use crate::{StoreError, Tx};

/// What is kept of a change to answer its repeats: a reply of the contract, or whatever else protobuf encodes. What an older
/// version kept is read by a newer one that has more fields.
pub trait Reply: Message + Default + 'static {}

impl<T: Message + Default + 'static> Reply for T {}

/// A request for a change that gives a `T`, and how the reply `R` is made of it: so a use case keeps the reply without knowing
/// the contract.
pub struct Asked<T, R> {
    key: Option<RequestKey>,
    reply: Box<dyn FnOnce(T) -> Result<R, Error> + Send>,
}

impl<T, R: Reply> Asked<T, R> {
    /// The change that is known by `key` and answered by `reply`.
    pub fn new(
        key: Option<RequestKey>,
        reply: impl FnOnce(T) -> Result<R, Error> + Send + 'static,
    ) -> Self {
        Self {
            key,
            reply: Box::new(reply),
        }
    }
}

/// A change whose result is what is kept.
impl<R: Reply> From<Option<&RequestKey>> for Asked<R, R> {
    fn from(key: Option<&RequestKey>) -> Self {
        Self::new(key.cloned(), Ok)
    }
}

impl<T, R> fmt::Debug for Asked<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked")
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

/// Does `work` once for the key of a request: the first call does it and its reply is kept in the same transaction; a repeat
/// gets that reply back. A twin that comes while the first is still at work waits for it (PostgreSQL's unique key makes it
/// wait). Without a key the work is simply done. The transaction acts for the caller of the key, before and after `work`.
///
/// # Errors
/// [`Error::Invalid`] `REQUEST_ID_REUSED` when the key was used for another request; otherwise what `work`, or making the reply,
/// answers. On an error of `work` the transaction can only be dropped, and the key is free again.
pub async fn once<T, R: Reply>(
    tx: &mut Tx,
    request: impl Into<Asked<T, R>>,
    work: impl AsyncFnOnce(&mut Tx) -> Result<T, Error>,
) -> Result<R, Error> {
    let Asked { key, reply } = request.into();
    let Some(key) = &key else {
        return reply(work(tx).await?);
    };
    if let Some(reply) = claim(tx, key).await? {
        return R::decode(reply.as_slice()).map_err(Error::internal);
    }
    let reply = match work(tx).await.and_then(reply) {
        Ok(reply) => reply,
        Err(error) => {
            // Committed now, the key would stand for an answer that does not exist.
            tx.spoil();
            return Err(error);
        }
    };
    let kept = sqlx::query!(
        "UPDATE request_ids SET response = $4 WHERE scope = $1 AND method = $2 AND key = $3",
        key.scope,
        key.method,
        key.key,
        reply.encode_to_vec(),
    )
    .execute(&mut **tx)
    .await
    .map_err(StoreError::from)?;
    if kept.rows_affected() != 1 {
        // Row-level security hides the key: `work` left the transaction acting for somebody else.
        tx.spoil();
        return Err(Error::internal(StoreError::RowsAffected(
            kept.rows_affected(),
        )));
    }
    Ok(reply)
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
