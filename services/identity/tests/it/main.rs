//! The identity service from outside: real PostgreSQL, the real gRPC stack, the generated clients.

mod access;
mod answers;
mod harness;
mod isolation;
mod keys;
mod login;
mod logout;
mod process;
mod refresh;
mod resend;
mod session_calls;
mod settings;
mod sign_up;
mod sign_up_fields;
mod verification;
