//! What every request for a change has in common.

use lintel_core::{Principal, RequestKey};
use lintel_proto::{Rpc, status::into_status};
use sha2::{Digest as _, Sha256};
use tonic::Status;

/// The name of the change that a signed-in caller asks for, taken out of the request, whose rest tells a repeat from another
/// request; `None` where the caller chose none.
///
/// # Errors
/// `REQUEST_ID_INVALID`.
pub fn request_key<R: Rpc>(
    caller: &Principal,
    request: &mut R,
) -> Result<Option<RequestKey>, Status> {
    let request_id = request.request_id().to_owned();
    *request = std::mem::take(request).with_request_id(String::new());
    let hash = Sha256::digest(request.encode_to_vec()).into();
    RequestKey::of_caller(caller, R::PATH, &request_id, hash).map_err(into_status)
}
