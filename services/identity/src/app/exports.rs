//! A copy of an account's data, for its owner.

use std::{num::NonZeroU32, sync::Arc};

use chrono::{DateTime, Duration};
use lintel_auth::{Export, TokenVerifier};
use lintel_core::{
    Clock, Error, Grade, Membership, OrganisationId, Principal, RequestKey, SessionId,
};
use lintel_db::{
    Db, Scope, Tx,
    export::{self, Page},
    once,
};
use uuid::Uuid;

use super::sessions::TokenMaker;
use crate::{
    domain::security_event::SecurityKind,
    error::{exports_exhausted, session_ended},
    store::{export::SECTIONS, security_event, session, user},
};

/// The time in which exports are counted.
const DAY: Duration = Duration::days(1);

/// An export that has begun.
pub struct Begun {
    /// The organisation whose data belong to the export: the one in which the caller acts as its Owner.
    pub organisation: Option<OrganisationId>,
    /// The token with which the data are read. Secret.
    pub token: String,
}

/// The part of an export that is stored for repeats: a repeat makes the token again, with the same times.
#[derive(Clone, PartialEq, prost::Message)]
struct Counted {
    #[prost(bytes = "vec", tag = "1")]
    id: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    session: Vec<u8>,
    #[prost(int64, optional, tag = "3")]
    organisation: Option<i64>,
    /// Microseconds since 1970.
    #[prost(int64, tag = "4")]
    at: i64,
}

/// Exports of accounts' data.
#[derive(Debug, Clone)]
pub struct Exports {
    /// Where the data are kept.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Makes the tokens with which exports are read.
    pub tokens: TokenMaker,
    /// Verifies those tokens.
    pub verifier: TokenVerifier,
    /// Exports that an account may begin in a day.
    pub per_day: NonZeroU32,
}

impl Exports {
    /// Counts an export and notes it in the security log.
    ///
    /// # Errors
    /// `EXPORTS_EXHAUSTED`, `SESSION_ENDED`, `REQUEST_ID_REUSED`; the store's errors.
    #[tracing::instrument(name = "app.begin_export", skip_all)]
    pub async fn begin(
        &self,
        caller: &Principal,
        request: Option<&RequestKey>,
    ) -> Result<Begun, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let counted = once(&mut tx, request, async |tx| {
            // Under the account's lock, so that each of several requests at once counts those before it.
            user::lock_credentials(tx, caller.user)
                .await?
                .ok_or_else(session_ended)?;
            self.require_live(tx, caller).await?;
            let (now, kind) = (self.clock.now(), SecurityKind::DataExported);
            let limit = i64::from(self.per_day.get());
            if let Some(first) =
                security_event::nth_since(tx, caller.user, kind, now - DAY, limit).await?
            {
                return Err(exports_exhausted(self.per_day.get(), first + DAY - now));
            }
            security_event::append_of(tx, caller, kind, now).await?;
            let organisation = caller.membership.map(|membership| membership.organisation);
            let account = user::find(tx, caller.user, organisation).await?;
            let membership = account.and_then(|account| account.membership());
            let owned = membership.filter(|membership| membership.grade == Grade::Owner);
            Ok(Counted {
                id: Uuid::now_v7().into(),
                session: caller.session.get().into(),
                organisation: owned.map(|membership| membership.organisation.get()),
                at: now.timestamp_micros(),
            })
        })
        .await?;
        tx.commit().await?;
        let uuid = |bytes: &[u8]| Uuid::from_slice(bytes).map_err(Error::internal);
        let at = DateTime::from_timestamp_micros(counted.at)
            .ok_or_else(|| Error::internal("an export of no time"))?;
        let organisation = counted.organisation.map(OrganisationId::new);
        let reader = Principal {
            session: SessionId::new(uuid(&counted.session)?),
            membership: organisation.map(|organisation| Membership {
                organisation,
                grade: Grade::Owner,
            }),
            ..*caller
        };
        let id = uuid(&counted.id)?;
        Ok(Begun {
            organisation,
            token: self.tokens.make_for_export(id, &reader, at)?,
        })
    }

    /// A page of the caller's data, for the export that `token` names.
    ///
    /// # Errors
    /// `EXPORT_NOT_BEGUN`, `PAGE_TOKEN_INVALID`, `SESSION_ENDED`; the store's errors.
    #[tracing::instrument(name = "app.read_account_data", skip_all)]
    pub async fn read(
        &self,
        caller: &Principal,
        token: &str,
        page_token: &str,
    ) -> Result<Page, Error> {
        Export::begun(&self.verifier, token, caller)?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        self.require_live(&mut tx, caller).await?;
        export::read(&mut tx, SECTIONS, caller.user.get(), page_token).await
    }

    /// Refuses a session that has ended, which its token does not show for up to 15 minutes.
    async fn require_live(&self, tx: &mut Tx, caller: &Principal) -> Result<(), Error> {
        let now = self.clock.now();
        if session::is_live(tx, caller.user, caller.session, now).await? {
            Ok(())
        } else {
            Err(session_ended())
        }
    }
}
