//! What every request for a change has in common.

use lintel_core::{Principal, RequestKey};
use lintel_proto::status::into_status;
use prost::Message;
use sha2::{Digest as _, Sha256};
use tonic::Status;

/// The name of the change that a signed-in caller asks for, taken out of the request, whose rest tells a repeat from another
/// request. Returns early with the status where the name is not valid.
#[macro_export]
macro_rules! request_key {
    ($caller:expr, $request:expr, $method:literal) => {{
        let request_id = std::mem::take(&mut $request.request_id);
        $crate::request_key($caller, $method, &request_id, &$request)?
    }};
}

/// The key of `request`, which comes without its id.
///
/// # Errors
/// `REQUEST_ID_INVALID`.
pub fn request_key(
    caller: &Principal,
    method: &'static str,
    request_id: &str,
    request: &impl Message,
) -> Result<Option<RequestKey>, Status> {
    let hash = Sha256::digest(request.encode_to_vec()).into();
    RequestKey::of_caller(caller, method, request_id, hash).map_err(into_status)
}
