//! Use cases: each owns its transaction and appends its events in it.

pub mod accounts;
pub mod cleanup;
pub mod hashing;
pub mod login;
pub mod resend;
pub mod sessions;
pub mod settings;
pub mod signing_keys;
pub mod verification;
