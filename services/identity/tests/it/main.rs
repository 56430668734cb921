//! The identity service from outside: real PostgreSQL, the real gRPC stack, the generated clients.

mod harness;
mod isolation;
mod keys;
mod login;
mod resend;
mod sessions;
mod settings;
mod sign_up;
mod verification;
