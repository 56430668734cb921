//! The request ids of callers who have nothing but a link.

use lintel_core::{Error, RequestKey};
use lintel_proto::Rpc;
use zeroize::Zeroizing;

use crate::{SealingKey, authenticate};

/// Takes the token, the message and the request id out of a change by the holder of a link. Only keyed hashes are stored to tell a
/// repeat, because such requests hold tokens and what people say of themselves; the token keeps two callers apart who choose the same id.
///
/// # Errors
/// `REQUEST_ID_INVALID`.
pub fn write_by_link<R: Rpc>(
    key: &SealingKey,
    request: R,
    token: fn(&R) -> &str,
) -> Result<(String, R, Option<RequestKey>), Error> {
    let token = token(&request).to_owned();
    let request_id = request.request_id().to_owned();
    let request = request.with_request_id(String::new());
    let bytes = Zeroizing::new(request.encode_to_vec());
    let fingerprint = authenticate(key.expose(), token.trim().as_bytes());
    let fingerprint: String = fingerprint
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let hash = authenticate(key.expose(), &bytes);
    let key = RequestKey::of_stranger(&fingerprint, R::PATH, &request_id, hash)?;
    Ok((token, request, key))
}

#[cfg(test)]
mod tests {
    use lintel_proto::viewings::v1::AnswerViewingRequest;

    use super::*;

    fn key(token: &str, message: &str) -> Result<Option<RequestKey>, Error> {
        let request = AnswerViewingRequest {
            token: token.to_owned(),
            message: message.to_owned(),
            request_id: "request-0001".to_owned(),
            ..Default::default()
        };
        let secret = SealingKey::derive(&[1; 32], "requests");
        let (_, request, key) = write_by_link(&secret, request, |it| &it.token)?;
        assert_eq!(request.request_id, "");
        Ok(key)
    }

    #[test]
    fn a_repeat_has_the_same_key_and_another_request_or_link_has_not() -> Result<(), Error> {
        let (first, scope) = (key("a", "Yes")?, |key: Option<RequestKey>| {
            key.map(|key| key.scope)
        });
        assert_eq!(first, key("a", "Yes")?);
        assert_ne!(first, key("a", "No")?);
        assert_eq!(scope(first.clone()), scope(key("a", "No")?));
        assert_ne!(scope(first), scope(key("b", "Yes")?));
        Ok(())
    }
}
