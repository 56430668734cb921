//! The promises of outbox, relay, consumer and inbox, on a real PostgreSQL and a real NATS.

mod consumer;
mod dead_letters;
mod faults;
mod fixture;
mod interleaving;
mod killers;
mod relay;
mod stream_repair;
mod trace;
mod upkeep;
