//! Experiments: a fault under load, and what must hold afterwards. One file each, named as in security-reliability.md 3.3;
//! tests/README.md says how to read their lines.

mod broker;
mod events;
mod intents;
mod mails;
mod processes;
mod r01_service_killed;
mod r02_gateway_killed;
mod r03_postgres_killed;
mod r04_nats_away;
mod r04_nats_killed;
mod r05_mail_killed;
mod r06_smtp;
mod r12_poison;
mod r13_threefold;
mod r14_late_versions;
mod r24_submitted_twice;
mod r27_told_to_stop;

/// The load signs more people up from one address than it may: what the faults do is looked at here, not the limits.
const WIDE: (&str, &str) = ("LINTEL_LIMIT_SIGNUP_PER_HOUR", "1000000");
