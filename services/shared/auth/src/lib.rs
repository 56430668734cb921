//! Authentication and authorisation of calls: every service verifies tokens and enforces access rules in the same way.
//!
//! A token is a JWT signed with Ed25519 by identity. Every service verifies it with identity's public keys; being inside the
//! network proves nothing. The rule of an RPC is read from the contract ([`AccessRules`]), and one layer enforces it for all
//! RPCs ([`AccessLayer`]); a handler gets the caller from [`principal`].

mod claims;
mod export;
mod keys;
mod layer;
mod program;
mod rules;
mod signer;
mod token;
mod verified;
mod verifier;

pub use export::Export;
pub use keys::KeyRefresh;
pub use layer::{AccessLayer, AccessService, bearer, principal};
pub use program::{PROGRAM_HEADER, SERVICE_KEY_HEADER, ServiceKey};
pub use rules::{AccessRules, Audience as CallAudience, Rule};
pub use signer::TokenSigner;
pub use token::{TOKENS_LIVE, TokenError, Verified};
pub use verifier::{TokenVerifier, VerifyingKey};

/// The use that a token is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Calls of the API.
    Lintel,
    /// Reading files and the event stream, from a cookie.
    Read,
    /// Changing a password that must be changed before anything else.
    PasswordChange,
    /// Reading the data of an export that was begun.
    Export,
    /// The calls of a backup, which read the parts of an export.
    Backup,
}

impl Audience {
    /// The `aud` claim.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Lintel => "lintel",
            Self::Read => "read",
            Self::PasswordChange => "password-change",
            Self::Export => "export",
            Self::Backup => "backup",
        }
    }
}
