//! Accounts, sessions and settings.
//!
//! Owns: `users`, `organisations`, `memberships`, `user_settings`, `email_tokens`, `invitations`,
//! `invitation_mails`, `api_keys`, `api_key_sessions`, `sessions`, `devices`, `second_factors`, `recovery_codes`,
//! `login_challenges`, `login_tries`, `call_limits`, `security_events`, `signing_keys`, `root_keys`.
//! Publishes: `identity.user.registered.v1`, `identity.user.email-verified.v1`,
//! `identity.email-token.verification-requested.v1`, `identity.account-mail.requested.v1`,
//! `identity.user.deleted.v1`, `identity.organisation.deleted.v1`, `identity.organisation.renamed.v1`, `identity.membership.changed.v1`, `identity.membership.ended.v1`,
//! `identity.invitation.changed.v1`, `identity.invitation.ended.v1`, `identity.session.ended.v1`. Consumes: nothing.
//!
//! Invariants:
//! - There is one account for an address, in upper or lower case; a landlord's account starts with an organisation that it owns.
//! - Nothing that is stored opens an account: passwords are Argon2id hashes, link and refresh tokens SHA-256 hashes of 256 random
//!   bits, codes an HMAC under a key outside the database; signing keys and answers are sealed with the master key.
//! - An organisation always has an Owner, even if several leave at once; a member who is removed or gets another grade keeps no
//!   session that says otherwise.
//! - A token verifies an address once; a session has one current refresh token, and the use of an old one ends the session.
//! - Before the caller is known, a transaction may only look up the account of an address, a token or a session; then it acts as
//!   that account under row-level security.
//! - Names and addresses leave this service only for their own account, or sealed for notifications.

mod app;
mod bootstrap;
mod commands;
mod config;
mod contract;
mod domain;
mod error;
mod events;
mod grpc;
mod jobs;
mod store;

pub use bootstrap::{Identity, MIGRATOR, Parts, assemble};
pub use config::{Config, HashingConfig};
