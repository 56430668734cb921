//! The notifications service on real PostgreSQL, NATS and SMTP.

mod allowance;
mod answering;
mod bounces;
mod consuming;
mod crashes;
mod digests;
mod filling;
mod hostile;
mod inbox;
mod letters;
mod maintenance;
mod phones;
mod process;
mod push;
mod refusals;
mod replicas;
mod sealing_key;
mod secrecy;
mod support;
mod sweeping;
mod telling;
mod tenancy;
mod texts;
mod unsubscribing;
mod viewings;
