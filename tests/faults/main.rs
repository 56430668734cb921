//! Experiments: a fault under load, and what must hold afterwards. One file each, named as in docs/reference/promises.md 3.3;
//! tests/README.md says how to read their lines.

mod asked;
mod broker;
mod copies;
mod events;
mod intents;
mod mails;
mod owners;
mod processes;
mod r01_listings_killed;
mod r01_service_killed;
mod r02_gateway_killed;
mod r03_postgres_killed;
mod r04_nats_away;
mod r04_nats_killed;
mod r05_mail_killed;
mod r06_smtp;
mod r09_broker_amnesia;
mod r10_slow_dependency;
mod r11_half_open;
mod r12_poison;
mod r13_threefold;
mod r14_late_versions;
mod r15_overloaded;
mod r16_disk_full;
mod r21_reads;
mod r21_upgraded;
mod r22_held_table;
mod r23_rebuilt;
mod r24_letting;
mod r24_submitted_twice;
mod r25_restored;
mod r27_told_to_stop;
mod r28_erased_half_way;
mod r29_hung_up;
#[path = "../it/signature.rs"]
mod signature;
mod uploads;

/// The load signs more people up from one address than it may, applies more often by one link and uploads more: what the faults do
/// is looked at here, not the limits.
const WIDE: [(&str, &str); 4] = [
    ("LINTEL_LIMIT_SIGNUP_PER_HOUR", "1000000"),
    ("LINTEL_LIMIT_SUBMIT_PER_HOUR", "1000000"),
    ("LINTEL_LIMIT_UPLOAD_PER_HOUR", "1000000"),
    (
        "LINTEL_TENANCY_APPLICATIONS__APPLICATIONS__BY_LINK_AN_HOUR",
        "1000000",
    ),
];
