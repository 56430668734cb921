//! What every request for a change has in common.

use lintel_core::{Principal, RequestKey};
use lintel_runtime::into_status;
use tonic::Status;

/// The name of the change that a caller asks for, taken out of the request, whose rest tells a repeat from another request.
macro_rules! request_key {
    ($caller:expr, $request:expr, $method:literal) => {{
        let request_id = std::mem::take(&mut $request.request_id);
        let hash = lintel_runtime::request_hash(&$request);
        $crate::grpc::request::key($caller, $method, &request_id, hash)?
    }};
}
pub(super) use request_key;

pub(super) fn key(
    caller: &Principal,
    method: &'static str,
    request_id: &str,
    hash: [u8; 32],
) -> Result<Option<RequestKey>, Status> {
    RequestKey::of_user(caller.user, method, request_id, hash).map_err(into_status)
}
