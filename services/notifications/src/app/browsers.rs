//! The browsers that show an account's news while Lintel is not open.

use chrono::{DateTime, Utc};
use lintel_core::{Error, Principal, device_name};
use lintel_db::{Asked, Db, Reply, Scope, once};
use lintel_proto::notifications::v1::CreatePushSubscriptionRequest;
use lintel_sealing::SealError;
use prost::Message as _;

use crate::{
    error::push_subscription_not_found,
    mail::SealedBox,
    push::{PushHosts, PushKey, Subscription, SubscriptionError, digest},
    store::push_subscription::{self, ListedRow, NewSubscription},
};

/// The most browsers of an account.
const MOST: i64 = 10;
/// The purpose of the derived key.
const USAGE: &str = "push subscriptions";

/// The longest name of a browser that is kept.
const USER_AGENT_CHARS: usize = 300;

/// A browser that the caller's news goes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Browser {
    /// Its number.
    pub id: i64,
    /// Browser and system in words.
    pub device: String,
    /// When it was kept, or bound to another session.
    pub created_at: DateTime<Utc>,
    /// True when the session that asks is its own.
    pub is_current: bool,
}

/// The parts that push needs, where the installation has it.
#[derive(Debug, Clone)]
pub struct Pushing {
    /// The key that push services know the installation by.
    pub key: PushKey,
    /// Where pushes may go.
    pub hosts: PushHosts,
    /// Keeps endpoints unreadable.
    pub sealed_box: SealedBox,
}

/// Browsers of accounts.
#[derive(Debug, Clone)]
pub struct Browsers {
    db: Db,
    pushing: Option<Pushing>,
}

impl Browsers {
    /// Browsers in `db`; `pushing` is what the installation pushes with.
    #[must_use]
    pub const fn new(db: Db, pushing: Option<Pushing>) -> Self {
        Self { db, pushing }
    }

    /// The public key that a browser subscribes with.
    ///
    /// # Errors
    /// `PUSH_UNAVAILABLE`.
    pub fn key(&self) -> Result<String, Error> {
        Ok(self.pushing()?.key.public())
    }

    /// Keeps a browser for the caller, whoever's it was before. A repeat under the same request id gets the first answer.
    ///
    /// # Errors
    /// `PUSH_UNAVAILABLE`, `PUSH_SUBSCRIPTION_INVALID`, `PUSH_SUBSCRIPTIONS_TOO_MANY`; `REQUEST_ID_REUSED`; [`Error::Unavailable`]
    /// while the database is away.
    #[tracing::instrument(name = "app.create_push_subscription", skip_all)]
    pub async fn keep<R: Reply>(
        &self,
        caller: &Principal,
        mut kept: CreatePushSubscriptionRequest,
        request: Asked<i64, R>,
    ) -> Result<R, Error> {
        let pushing = self.pushing()?;
        let keys = kept.keys.clone().unwrap_or_default();
        Subscription::parse(&kept.endpoint, &keys.p256dh, &keys.auth, &pushing.hosts)
            .map_err(invalid)?;
        let digest = digest(&kept.endpoint);
        kept.request_id = String::new();
        kept.user_agent = kept.user_agent.chars().take(USER_AGENT_CHARS).collect();
        let key = pushing.sealed_box.derive(USAGE);
        let sealed = key.seal(&kept.encode_to_vec(), &digest);
        let sealed = sealed.map_err(Error::internal)?;
        let user = caller.user;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            if push_subscription::count_others(tx, user, &digest).await? >= MOST {
                return Err(Error::FailedPrecondition {
                    reason: "PUSH_SUBSCRIPTIONS_TOO_MANY",
                    message: "Ten browsers get your notifications. Switch push notifications off in one of them first.",
                });
            }
            let new = NewSubscription {
                user,
                session: caller.session,
                digest: &digest,
                sealed: &sealed,
            };
            Ok(push_subscription::keep(tx, new).await?)
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    /// The caller's browsers, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_push_subscriptions", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<Browser>, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let rows = push_subscription::list(&mut tx, caller.user).await?;
        let rows = rows.into_iter().map(|row| Browser {
            device: device_name(&self.user_agent(&row).unwrap_or_default()),
            id: row.id,
            created_at: row.created_at,
            is_current: row.session == caller.session,
        });
        Ok(rows.collect())
    }

    /// Forgets a browser of the caller by its number.
    ///
    /// # Errors
    /// `PUSH_SUBSCRIPTION_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.remove_push_subscription", skip_all)]
    pub async fn remove<R: Reply>(
        &self,
        caller: &Principal,
        id: i64,
        request: Asked<(), R>,
    ) -> Result<R, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(
            &mut tx,
            request,
            async |tx| match push_subscription::remove(tx, caller.user, id).await? {
                true => Ok(()),
                false => Err(push_subscription_not_found()),
            },
        )
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    /// The browser's name for itself; `None` where what was kept does not open.
    fn user_agent(&self, row: &ListedRow) -> Option<String> {
        let pushing = self.pushing.as_ref()?;
        let key = pushing.sealed_box.derive(USAGE);
        let plain = key.open(&row.sealed, &row.digest).ok()?;
        let kept = CreatePushSubscriptionRequest::decode(plain.as_slice()).ok()?;
        Some(kept.user_agent)
    }

    /// Forgets a browser of the caller; one that is not there is already forgotten.
    ///
    /// # Errors
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.delete_push_subscription", skip_all)]
    pub async fn forget<R: Reply>(
        &self,
        caller: &Principal,
        endpoint: &str,
        request: Asked<(), R>,
    ) -> Result<R, Error> {
        let (user, digest) = (caller.user, digest(endpoint));
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let reply = once(&mut tx, request, async |tx| {
            Ok(push_subscription::forget(tx, user, &digest).await?)
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
    }

    fn pushing(&self) -> Result<&Pushing, Error> {
        self.pushing.as_ref().ok_or(Error::FailedPrecondition {
            reason: "PUSH_UNAVAILABLE",
            message: "Push notifications are not set up on this installation.",
        })
    }
}

/// A browser as it was kept; `None` where its push service is not allowed any more.
///
/// # Errors
/// [`SealError`] where it was sealed with another key, or altered.
pub fn open(
    sealed_box: &SealedBox,
    digest: &[u8],
    sealed: &[u8],
    hosts: &PushHosts,
) -> Result<Option<Subscription>, SealError> {
    let plain = sealed_box.derive(USAGE).open(sealed, digest)?;
    let kept = CreatePushSubscriptionRequest::decode(plain.as_slice()).map_err(|_| SealError)?;
    let keys = kept.keys.ok_or(SealError)?;
    Ok(Subscription::parse(&kept.endpoint, &keys.p256dh, &keys.auth, hosts).ok())
}

fn invalid(error: SubscriptionError) -> Error {
    let (field, text) = match error {
        SubscriptionError::Endpoint => (
            "endpoint",
            "This browser's push service is not one that this installation sends to.",
        ),
        SubscriptionError::Key => (
            "keys.p256dh",
            "Give the browser's P-256 public key in base64url.",
        ),
        SubscriptionError::Secret => (
            "keys.auth",
            "Give the browser's 16 secret bytes in base64url.",
        ),
    };
    Error::field("PUSH_SUBSCRIPTION_INVALID", field, text)
}
