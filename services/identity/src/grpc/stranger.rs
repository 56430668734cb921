//! The names under which strangers' requests are known.

use lintel_core::{Error, RequestKey};
use prost::Message;
use zeroize::Zeroizing;

use crate::domain::secrets::Secrets;

/// The key of a stranger's request. `request` comes without its id; `subject` is what the request is about, so that two
/// strangers who choose one id stay apart.
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
    // The request holds a password or a token: its bytes do not stay in memory.
    let bytes = Zeroizing::new(request.encode_to_vec());
    let hash = secrets.request_hash(&bytes);
    RequestKey::of_stranger(&fingerprint, method, request_id, hash)
}
