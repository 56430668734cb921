//! The RPCs as types: each has a request of its own, and the build writes [`Rpc`] for it.

/// The request of an RPC.
pub trait Rpc: prost::Message + Clone + Default + 'static {
    /// `/package.Service/Method`.
    const PATH: &'static str;
    /// What is answered.
    type Reply: prost::Message + Default + 'static;

    /// The caller's name for the change, by which a repeat gets the first answer; empty where there is none.
    #[must_use]
    fn request_id(&self) -> &str {
        ""
    }
}

include!(concat!(env!("OUT_DIR"), "/rpc.rs"));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::v1::{LoginRequest, SignUpRequest};

    #[test]
    fn a_request_tells_its_path_and_the_name_of_its_change() {
        let request = SignUpRequest {
            request_id: "a-key".to_owned(),
            ..Default::default()
        };
        assert_eq!(
            SignUpRequest::PATH,
            "/lintel.identity.v1.AccountService/SignUp"
        );
        assert_eq!(request.request_id(), "a-key");
        assert_eq!(LoginRequest::default().request_id(), "");
    }
}
