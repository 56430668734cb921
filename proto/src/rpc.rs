//! The RPCs as types: each has its own request type, for which the build generates [`Rpc`].

/// The request of an RPC.
pub trait Rpc: prost::Message + Clone + Default + 'static {
    /// `/package.Service/Method`.
    const PATH: &'static str;
    /// The reply.
    type Reply: prost::Message + Default + 'static;

    /// The request id, by which a repeat gets the first reply; empty if there is none.
    #[must_use]
    fn request_id(&self) -> &str {
        ""
    }

    /// The same request under `request_id`, where it has a field for it.
    #[must_use]
    fn with_request_id(self, _request_id: String) -> Self {
        self
    }
}

include!(concat!(env!("OUT_DIR"), "/rpc.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::v1::{LoginRequest, SignUpRequest};

    #[test]
    fn a_request_tells_its_path_and_the_name_of_its_change() {
        let request = SignUpRequest::default().with_request_id("a-key".to_owned());
        assert_eq!(
            SignUpRequest::PATH,
            "/lintel.identity.v1.AccountService/SignUp"
        );
        assert_eq!(request.request_id(), "a-key");
        let login = LoginRequest::default().with_request_id("a-key".to_owned());
        assert_eq!(login.request_id(), "");
    }
}
