//! Request keys of callers who are not signed in.

use lintel_core::{Error, RequestKey};
use prost::Message;
use zeroize::Zeroizing;

use crate::domain::secrets::Secrets;

/// The key of a request without a caller. `request` comes without its id; `subject` is what the request is about, and keeps two
/// callers apart who choose the same id.
///
/// # Errors
/// `REQUEST_ID_INVALID`.
pub fn request_key(
    secrets: &Secrets,
    method: &'static str,
    subject: &str,
    request_id: &str,
    request: &impl Message,
) -> Result<Option<RequestKey>, Error> {
    let fingerprint: String = secrets
        .request_hash(subject.trim().to_lowercase().as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    // The request holds a password or a token: its bytes are wiped from memory.
    let bytes = Zeroizing::new(request.encode_to_vec());
    let hash = secrets.request_hash(&bytes);
    RequestKey::of_stranger(&fingerprint, method, request_id, hash)
}
