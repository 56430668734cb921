//! A browser's subscription: where its push service takes messages, and the keys that only the browser opens them with.

use base64::{
    Engine as _,
    alphabet::URL_SAFE,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::{Endpoint, PushHosts};

/// Browsers leave the padding out; libraries put it there.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Which part of a subscription is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionError {
    /// The address.
    #[error("its endpoint is none of a push service that is allowed")]
    Endpoint,
    /// The public key.
    #[error("its p256dh is no P-256 point")]
    Key,
    /// The secret.
    #[error("its auth is not 16 bytes")]
    Secret,
}

/// A subscription. Secret: who has it may send to the browser.
#[derive(Clone)]
pub struct Subscription {
    /// Where messages go.
    pub endpoint: Endpoint,
    /// The browser's public key, 65 bytes.
    pub key: Vec<u8>,
    /// The secret of browser and sender, 16 bytes.
    pub secret: Zeroizing<Vec<u8>>,
}

impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Subscription")
    }
}

impl Subscription {
    /// Reads what a browser's `PushSubscription` says.
    ///
    /// # Errors
    /// [`SubscriptionError`] naming the first part that is none.
    pub fn parse(
        endpoint: &str,
        p256dh: &str,
        auth: &str,
        hosts: &PushHosts,
    ) -> Result<Self, SubscriptionError> {
        let endpoint = Endpoint::parse(endpoint, hosts).map_err(|_| SubscriptionError::Endpoint)?;
        let key = BASE64.decode(p256dh).map_err(|_| SubscriptionError::Key)?;
        if key.len() != 65 || key.first() != Some(&4) {
            return Err(SubscriptionError::Key);
        }
        let secret = BASE64.decode(auth).map_err(|_| SubscriptionError::Secret)?;
        if secret.len() != 16 {
            return Err(SubscriptionError::Secret);
        }
        Ok(Self {
            endpoint,
            key,
            secret: Zeroizing::new(secret),
        })
    }
}

/// Returns the digest by which an endpoint is known where it is not to be read.
#[must_use]
pub fn digest(endpoint: &str) -> [u8; 32] {
    Sha256::digest(endpoint).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn each_part_is_judged() {
        let hosts = PushHosts::new(&["*".to_owned()], &[]);
        let parse = |endpoint: &str, key: &str, auth: &str| {
            Subscription::parse(endpoint, key, auth, &hosts)
                .map(|subscription| (subscription.key.len(), subscription.secret.len()))
        };
        let at = "https://push.example/x";
        assert_eq!(parse(at, KEY, AUTH), Ok((65, 16)));
        assert_eq!(
            parse(at, &format!("{KEY}="), &format!("{AUTH}==")),
            Ok((65, 16))
        );
        let none = SubscriptionError::Endpoint;
        assert_eq!(parse("http://push.example/x", KEY, AUTH), Err(none));
        for key in ["", "!", AUTH, &KEY.replace("BC", "CC")] {
            assert_eq!(parse(at, key, AUTH), Err(SubscriptionError::Key), "{key}");
        }
        for auth in ["", "!", "AAAA", KEY] {
            assert_eq!(
                parse(at, KEY, auth),
                Err(SubscriptionError::Secret),
                "{auth}"
            );
        }
    }
}
