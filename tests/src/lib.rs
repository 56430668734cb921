//! The whole system from outside: every binary as its own process on a PostgreSQL and a NATS of its own, a mail sink that
//! speaks SMTP, and a client that knows only what is public.

pub mod client;
mod cluster;
pub mod disk;
pub mod faults;
pub mod feed;
pub mod installation;
pub mod postgres;
pub mod process;
pub mod programs;
pub mod proxy;
pub mod system;

pub use client::Visitor;
pub use installation::{Installation, Shared};
pub use programs::Programs;
pub use system::System;
