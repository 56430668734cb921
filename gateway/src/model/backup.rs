//! Backups of an organisation's data.

use chrono::{DateTime, Utc};
use lintel_proto::notifications::v1 as notifications;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required},
    names::BackupState,
};
use crate::problem::Problem;

/// One backup.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    /// Its id.
    pub id: i64,
    /// How it stands.
    pub state: BackupState,
    /// When it was begun.
    pub created_at: DateTime<Utc>,
    /// When it became ready or failed; null until then.
    #[schema(required)]
    pub ended_at: Option<DateTime<Utc>>,
    /// The ZIP's size in bytes; 0 until it is ready.
    pub size_bytes: i64,
}

impl TryFrom<notifications::Backup> for Backup {
    type Error = Problem;

    fn try_from(backup: notifications::Backup) -> Result<Self, Problem> {
        Ok(Self {
            id: backup.backup_id,
            state: required(BackupState::from_number(backup.state), "state")?,
            created_at: required(instant(backup.create_time)?, "create_time")?,
            ended_at: instant(backup.end_time)?,
            size_bytes: backup.size_bytes,
        })
    }
}
