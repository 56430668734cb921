//! The frame of methods whose requests hold passwords or tokens: their bytes are wiped from memory, and only a keyed hash of them is
//! stored to tell a repeat.

use lintel_core::{Error, Principal, RequestKey};
use lintel_proto::Rpc;
use lintel_runtime::read;
use tonic::{Request, Status};
use zeroize::Zeroizing;

use crate::domain::secrets::Secrets;

/// Works like [`lintel_runtime::write`].
///
/// # Errors
/// As [`read`]; `REQUEST_ID_INVALID`.
pub fn write<R: Rpc>(
    secrets: &Secrets,
    request: Request<R>,
) -> Result<(Principal, R, Option<RequestKey>), Status> {
    let (caller, request) = read(request)?;
    let (request, id, hash) = hashed(secrets, request);
    let key = RequestKey::of_caller(&caller, R::PATH, &id, hash)?;
    Ok((caller, request, key))
}

/// The same without a caller. What the request is about, its `subject`, keeps two callers apart who choose the same id.
///
/// # Errors
/// `REQUEST_ID_INVALID`.
pub fn write_of_stranger<R: Rpc>(
    secrets: &Secrets,
    request: R,
    subject: fn(&R) -> &str,
) -> Result<(R, Option<RequestKey>), Error> {
    let fingerprint: String = secrets
        .request_hash(subject(&request).trim().to_lowercase().as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let (request, id, hash) = hashed(secrets, request);
    let key = RequestKey::of_stranger(&fingerprint, R::PATH, &id, hash)?;
    Ok((request, key))
}

fn hashed<R: Rpc>(secrets: &Secrets, request: R) -> (R, String, [u8; 32]) {
    let id = request.request_id().to_owned();
    let request = request.with_request_id(String::new());
    let bytes = Zeroizing::new(request.encode_to_vec());
    let hash = secrets.request_hash(&bytes);
    (request, id, hash)
}
