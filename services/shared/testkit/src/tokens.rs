//! Tokens for tests of one service: signed with a key of the test's own, which its verifier knows.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use ed25519_dalek::SigningKey;
use lintel_auth::{Audience, TokenSigner, TokenVerifier};
use lintel_core::{
    Clock as _, Grade, Membership, OrganisationId, Principal, Role, SessionId, SystemClock, UserId,
};

/// Makes tokens, and the verifier that accepts them.
#[derive(Debug, Clone)]
pub struct TokenMint {
    signer: TokenSigner,
    /// Accepts this mint's tokens.
    pub verifier: TokenVerifier,
}

impl TokenMint {
    /// A mint with a key of its own.
    ///
    /// # Errors
    /// When the key cannot be encoded.
    pub fn new() -> anyhow::Result<Self> {
        let key = SigningKey::generate(&mut rand::rngs::OsRng);
        let signer = TokenSigner::new("test-key", &key)?;
        let verifier = TokenVerifier::new(Arc::new(SystemClock));
        verifier.replace_keys(&[signer.verifying_key()]);
        Ok(Self { signer, verifier })
    }

    /// A token for API calls, valid for 15 minutes from now.
    ///
    /// # Errors
    /// When signing fails.
    pub fn token(&self, principal: &Principal) -> anyhow::Result<String> {
        self.token_of(
            principal,
            Audience::Lintel,
            SystemClock.now(),
            Duration::minutes(15),
        )
    }

    /// A token for any audience and time, for tests of what is refused.
    ///
    /// # Errors
    /// When signing fails.
    pub fn token_of(
        &self,
        principal: &Principal,
        audience: Audience,
        from: DateTime<Utc>,
        lifetime: Duration,
    ) -> anyhow::Result<String> {
        Ok(self.signer.sign(principal, audience, from, lifetime)?)
    }
}

/// A landlord who owns organisation `organisation`.
#[must_use]
pub fn landlord(user: i64, organisation: i64) -> Principal {
    member(user, organisation, Grade::Owner)
}

/// A landlord's member of organisation `organisation` with `grade`.
#[must_use]
pub fn member(user: i64, organisation: i64, grade: Grade) -> Principal {
    Principal {
        user: UserId::new(user),
        session: SessionId::generate(),
        role: Role::Landlord,
        membership: Some(Membership {
            organisation: OrganisationId::new(organisation),
            grade,
        }),
    }
}

/// An account of `role` that belongs to no organisation.
#[must_use]
pub fn outsider(user: i64, role: Role) -> Principal {
    Principal {
        user: UserId::new(user),
        session: SessionId::generate(),
        role,
        membership: None,
    }
}

/// `request` with `token` as its bearer.
///
/// # Errors
/// When the token cannot stand in a header.
pub fn with_token<T>(request: T, token: &str) -> anyhow::Result<tonic::Request<T>> {
    let mut request = tonic::Request::new(request);
    request
        .metadata_mut()
        .insert("authorization", format!("Bearer {token}").parse()?);
    Ok(request)
}
