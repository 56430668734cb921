//! The frame of a gRPC method: who calls, with which message and, for a change, under which request id. `?` makes a status of an error.

use lintel_auth::principal;
use lintel_core::{Principal, RequestKey};
use lintel_proto::Rpc;
use sha2::{Digest as _, Sha256};
use tonic::{Request, Status};

/// Takes the caller and the message out of a request that changes nothing, or whose repeat does the same again.
///
/// # Errors
/// As [`principal`].
pub fn read<M>(request: Request<M>) -> Result<(Principal, M), Status> {
    Ok((principal(&request)?, request.into_inner()))
}

/// Takes the caller, the message and the request id out of a signed-in caller's change. The rest of the message tells a repeat from
/// another request; the key is `None` where the caller chose no id.
///
/// # Errors
/// As [`principal`]; `REQUEST_ID_INVALID`.
pub fn write<R: Rpc>(request: Request<R>) -> Result<(Principal, R, Option<RequestKey>), Status> {
    let (caller, message) = read(request)?;
    let request_id = message.request_id().to_owned();
    let message = message.with_request_id(String::new());
    let hash = Sha256::digest(message.encode_to_vec()).into();
    let key = RequestKey::of_caller(&caller, R::PATH, &request_id, hash)?;
    Ok((caller, message, key))
}

#[cfg(test)]
mod tests {
    use lintel_core::{Role, SessionId, UserId};
    use lintel_proto::identity::v1::RenameOrganisationRequest;
    use tonic::Code;

    use super::*;

    fn rename(name: &str, request_id: &str) -> Request<RenameOrganisationRequest> {
        let mut request = Request::new(RenameOrganisationRequest {
            display_name: name.to_owned(),
            request_id: request_id.to_owned(),
            ..Default::default()
        });
        request.extensions_mut().insert(Principal {
            user: UserId::new(7),
            session: SessionId::generate(),
            role: Role::Landlord,
            membership: None,
        });
        request
    }

    #[test]
    fn a_caller_without_a_token_is_refused() {
        let request = || Request::new(RenameOrganisationRequest::default());
        let refused = |result: Option<Status>| result.map(|status| status.code());
        assert_eq!(refused(read(request()).err()), Some(Code::Unauthenticated));
        assert_eq!(refused(write(request()).err()), Some(Code::Unauthenticated));
    }

    #[test]
    fn the_key_tells_a_repeat_from_another_request() -> Result<(), Status> {
        let (caller, message, key) = write(rename("Hill Lets", "request-0001"))?;
        assert_eq!(caller.user, UserId::new(7));
        assert_eq!(
            (&*message.display_name, &*message.request_id),
            ("Hill Lets", "")
        );
        let hash = |key: Option<RequestKey>| key.map(|key| (key.key, key.hash));
        let first = hash(key);
        assert_eq!(first, hash(write(rename("Hill Lets", "request-0001"))?.2));
        assert_ne!(first, hash(write(rename("Dale Lets", "request-0001"))?.2));
        assert_eq!(write(rename("Hill Lets", ""))?.2, None);
        let short = write(rename("Hill Lets", "short")).err();
        assert_eq!(
            short.map(|status| status.code()),
            Some(Code::InvalidArgument)
        );
        Ok(())
    }
}
