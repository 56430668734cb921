//! Request ids: a change that is requested several times is made once.

use std::fmt;

use lintel_core::{Error, RequestKey};
use prost::Message;

use crate::{StoreError, Tx};

/// The message that is stored to answer repeats of a change: the RPC's reply, or any other protobuf message. A newer version with more
/// fields can read what an older version stored.
pub trait Reply: Message + Default + 'static {}

impl<T: Message + Default + 'static> Reply for T {}

/// A request for a change. The change returns a `T`; `reply` makes the RPC's reply `R` of it, so that a use case can store
/// the reply without knowing the contract.
pub struct Asked<T, R> {
    key: Option<RequestKey>,
    reply: Box<dyn FnOnce(T) -> Result<R, Error> + Send>,
}

impl<T, R: Reply> Asked<T, R> {
    /// A request with the request id `key`, whose reply is made by `reply`.
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

/// A change whose result is stored as it is.
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

/// Does `work` once for a request id: the first call does it and stores its reply in the same transaction; a repeat gets
/// that reply. A repeat that comes while the first call is still running waits for it, because PostgreSQL's unique key makes
/// it wait. Without a request id `work` is always done. `tx` must act for the request's caller before and after `work`.
///
/// # Errors
/// [`Error::Invalid`] `REQUEST_ID_REUSED` when the id was used for another request; otherwise the error of `work` or of
/// making the reply. After an error the transaction can only be rolled back, and the id is free again.
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
            // If this were committed, the id would have no reply.
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
        // Row-level security hides the row: `work` left the transaction acting for another caller.
        tx.spoil();
        return Err(Error::internal(StoreError::RowsAffected(
            kept.rows_affected(),
        )));
    }
    Ok(reply)
}

/// Claims the id, or returns the reply that is stored for it.
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
        // The other transaction rolled back, or the row was deleted as too old, between the two statements.
        None => Err(Error::Aborted {
            reason: "CONCURRENT_UPDATE",
            message: "The same request was being handled at this moment. Please try again.",
        }),
    }
}
