//! Backups of organisations: when they are begun, how long they are tried, how many are kept.

use chrono::{DateTime, NaiveDate, TimeDelta, Timelike as _, Utc};
use chrono_tz::Europe::London;
use lintel_core::OrganisationId;
use uuid::Uuid;

/// Ready backups that are kept of an organisation (docs/reference/decisions.md 2).
pub const KEPT: i64 = 7;
/// The time for which one is tried while a service is away.
pub const TRIED_FOR: TimeDelta = TimeDelta::days(1);
/// Bytes of the file in one piece, before it is sealed.
pub const PIECE: usize = 512 * 1024;
/// The hour in London from which the backups of a night are begun: most landlords sleep, and no day has its clock change then.
const FROM_HOUR: u32 = 3;

lintel_core::spelt! {
    /// The state of a backup.
    BackupState {
        /// It is being made, or waits for a service that is away.
        Running = "running",
        /// It can be downloaded.
        Ready = "ready",
        /// It could not be made within a day.
        Failed = "failed",
    }
}

/// A backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Its id.
    pub id: i64,
    /// Its state.
    pub state: BackupState,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
    /// When it became ready or failed.
    pub ended_at: Option<DateTime<Utc>>,
    /// The file's size in bytes; 0 until it is ready.
    pub size_bytes: i64,
}

/// A backup that this process has leased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueBackup {
    /// Its id.
    pub id: i64,
    /// The organisation that it belongs to.
    pub organisation: OrganisationId,
    /// The lease, which settling it requires.
    pub lease: Uuid,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
}

/// The night whose backups are to have begun by `now`; `None` in the first hours of a day, which still belong to the last one.
#[must_use]
pub fn night(now: DateTime<Utc>) -> Option<NaiveDate> {
    let here = now.with_timezone(&London);
    (here.hour() >= FROM_HOUR).then(|| here.date_naive())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_night_begins_at_three_in_london_all_year() {
        for (now, wanted) in [
            ("2026-01-10T02:59:59Z", None),
            ("2026-01-10T03:00:00Z", Some("2026-01-10")),
            ("2026-07-10T01:59:59Z", None),
            ("2026-07-10T02:00:00Z", Some("2026-07-10")),
            // The clocks go forward at 01:00 UTC on 29 March 2026, and back at 01:00 UTC on 25 October 2026.
            ("2026-03-29T01:59:59Z", None),
            ("2026-03-29T02:00:00Z", Some("2026-03-29")),
            ("2026-10-25T02:59:59Z", None),
            ("2026-10-25T03:00:00Z", Some("2026-10-25")),
            ("2026-10-25T23:59:59Z", Some("2026-10-25")),
        ] {
            let night = night(now.parse().unwrap_or_default());
            assert_eq!(night.map(|day| day.to_string()).as_deref(), wanted, "{now}");
        }
    }
}
