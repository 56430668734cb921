//! The request id of a request for a change.

use lintel_core::{Principal, RequestKey};
use lintel_proto::{Rpc, status::into_status};
use sha2::{Digest as _, Sha256};
use tonic::Status;

/// Takes the request id out of a signed-in caller's request. The rest of the request tells a repeat from another request;
/// `None` where the caller chose no id.
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
