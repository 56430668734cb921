//! Files as callers meet them: what is taken, where it lies, when it goes.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod bucket;
mod corpus;
mod removal;
