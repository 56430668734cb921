//! `lintel.notifications.v1.BackupService`.

use lintel_auth::principal;
use lintel_core::Error;
use lintel_db::Asked;
use lintel_proto::{
    convert::timestamp,
    notifications::v1::{
        self, ListBackupsRequest, ListBackupsResponse, ReadBackupRequest, ReadBackupResponse,
        StartBackupRequest, StartBackupResponse, backup_service_server::BackupService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{app::Backups, domain::Backup};

/// Serves [`Backups`] over gRPC.
#[derive(Debug, Clone)]
pub struct BackupGrpc {
    backups: Backups,
}

impl BackupGrpc {
    /// Serves `backups`.
    #[must_use]
    pub const fn new(backups: Backups) -> Self {
        Self { backups }
    }
}

#[tonic::async_trait]
impl BackupService for BackupGrpc {
    async fn list_backups(
        &self,
        request: Request<ListBackupsRequest>,
    ) -> Result<Response<ListBackupsResponse>, Status> {
        let caller = principal(&request)?;
        let listed = self.backups.list(&caller).await?;
        Ok(Response::new(ListBackupsResponse {
            backups: listed.into_iter().map(Into::into).collect(),
        }))
    }

    async fn start_backup(
        &self,
        request: Request<StartBackupRequest>,
    ) -> Result<Response<StartBackupResponse>, Status> {
        let (caller, _, key) = write(request)?;
        let asked = Asked::new(key, |backup: Backup| {
            Ok(StartBackupResponse {
                backup: Some(backup.into()),
            })
        });
        Ok(Response::new(self.backups.start(&caller, asked).await?))
    }

    async fn read_backup(
        &self,
        request: Request<ReadBackupRequest>,
    ) -> Result<Response<ReadBackupResponse>, Status> {
        let (caller, request) = read(request)?;
        let number = number(&request.page_token)?;
        let (piece, more) = self
            .backups
            .read(&caller, request.backup_id, number)
            .await?;
        Ok(Response::new(ReadBackupResponse {
            piece,
            next_page_token: if more {
                (number + 1).to_string()
            } else {
                String::new()
            },
        }))
    }
}

/// The piece that a token names.
fn number(token: &str) -> Result<i32, Error> {
    match token {
        "" => Ok(0),
        token => token
            .parse()
            .ok()
            .filter(|number: &i32| (1..i32::MAX).contains(number))
            .ok_or_else(|| {
                Error::field(
                    "PAGE_TOKEN_INVALID",
                    "page_token",
                    "Use the page token of the previous reply, or none.",
                )
            }),
    }
}

impl From<Backup> for v1::Backup {
    fn from(backup: Backup) -> Self {
        Self {
            backup_id: backup.id,
            state: v1::BackupState::from(backup.state).into(),
            create_time: Some(timestamp(backup.created_at)),
            end_time: backup.ended_at.map(timestamp),
            size_bytes: backup.size_bytes,
        }
    }
}
