//! The data that notifications needs to back organisations up.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_core::{
    Clock, Error, Grade, Membership, OrganisationId, PageRequest, PageToken, Principal, Role,
    SessionId,
};
use lintel_db::Db;
use uuid::Uuid;

use super::sessions::{EXPORT_LIFETIME, TokenMaker};
use crate::{domain::settings::DATA_BACKUP, error::organisation_not_found, store::backup};

/// The tokens with which a backup is read. Secret.
pub struct BackupTokens {
    /// The bearer token.
    pub access: String,
    /// The proof that an export has begun.
    pub export: String,
    /// When both end.
    pub expires_at: DateTime<Utc>,
}

/// Backups of organisations.
#[derive(Debug, Clone)]
pub struct Backups {
    /// Where accounts are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes the tokens.
    pub tokens: TokenMaker,
}

impl Backups {
    /// A page of the organisations that want nightly backups, by their ids.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`; the store's errors.
    pub async fn wanted(
        &self,
        page: &PageRequest,
    ) -> Result<(Vec<OrganisationId>, Option<PageToken>), Error> {
        let mut tx = self.db.begin_worker().await?;
        let after = page.after.as_ref().map_or(0, |token| token.id);
        let limit = lintel_core::Page::<()>::limit(page);
        let rows = backup::wanted(&mut tx, DATA_BACKUP, after, limit).await?;
        let page = lintel_core::Page::cut(rows, page, |organisation| PageToken {
            sort: String::new(),
            id: organisation.get(),
        });
        Ok((page.rows, page.next))
    }

    /// The tokens to read what is held of an organisation, as one of its Owners. The bearer token
    /// makes the calls that read the parts of an export and no other, and its session is no person's.
    ///
    /// # Errors
    /// `ORGANISATION_NOT_FOUND` for one without an Owner; the store's errors.
    #[tracing::instrument(name = "app.begin_backup", skip_all)]
    pub async fn begin(&self, organisation: OrganisationId) -> Result<BackupTokens, Error> {
        let owner = backup::owner(&mut *self.db.begin_worker().await?, organisation).await?;
        let principal = Principal {
            user: owner.ok_or_else(organisation_not_found)?,
            session: SessionId::generate(),
            role: Role::Landlord,
            membership: Some(Membership {
                organisation,
                grade: Grade::Owner,
            }),
        };
        let now = self.clock.now();
        Ok(BackupTokens {
            access: self.tokens.make_for_backup(&principal, now)?,
            export: self
                .tokens
                .make_for_export(Uuid::now_v7(), &principal, now)?,
            expires_at: now + EXPORT_LIFETIME,
        })
    }
}
