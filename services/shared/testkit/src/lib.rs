//! What the tests of every service stand on: real PostgreSQL, NATS and SMTP, and tokens of their own.

pub mod otlp;
pub mod tokens;
