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
//! - An address has one account, whatever its case; a landlord's account begins with an organisation that it owns.
//! - Nothing stored opens anything: passwords are Argon2id, link and refresh tokens SHA-256 of 256 random bits, codes an
//!   HMAC under a key outside the database, signing keys and answers sealed with the master key.
//! - An organisation has an Owner, whoever leaves at the same time; a member who is removed or gets another grade has no
//!   session left that says otherwise.
//! - A token proves an address once; a session has one current refresh token, and the use of an old one ends it.
//! - Before anybody is known a transaction may resolve an address, a token or a session to an account's id, and nothing
//!   else; then it acts as that account under row-level security.
//! - A name or an address leaves this service only to its own account, or sealed to notifications' key.

mod app;
mod bootstrap;
mod commands;
mod config;
mod domain;
mod error;
mod events;
mod grpc;
mod jobs;
mod store;

pub use bootstrap::{Identity, MIGRATOR, Parts, assemble};
pub use config::{Config, HashingConfig};
