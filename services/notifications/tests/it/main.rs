//! The notifications service on real PostgreSQL, NATS and SMTP.

mod consuming;
mod crashes;
mod filling;
mod hostile;
mod letters;
mod maintenance;
mod process;
mod refusals;
mod replicas;
mod sealing_key;
mod secrecy;
mod support;
mod sweeping;
mod tenancy;
mod viewings;
