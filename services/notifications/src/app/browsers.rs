//! The browsers that show an account's news while Lintel is not open.

use lintel_core::{Error, Principal};
use lintel_db::{Asked, Db, Reply, Scope, once};
use lintel_proto::notifications::v1::{CreatePushSubscriptionRequest, PushKeys};
use lintel_sealing::SealError;
use prost::Message as _;

use crate::{
    mail::SealedBox,
    push::{PushHosts, PushKey, Subscription, SubscriptionError, digest},
    store::push_subscription,
};

/// The most browsers of an account.
const MOST: i64 = 10;
/// What the key is derived for.
const USAGE: &str = "push subscriptions";

/// What pushing stands on, where the installation has it.
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
        endpoint: &str,
        keys: PushKeys,
        request: Asked<(), R>,
    ) -> Result<R, Error> {
        let pushing = self.pushing()?;
        Subscription::parse(endpoint, &keys.p256dh, &keys.auth, &pushing.hosts).map_err(invalid)?;
        let digest = digest(endpoint);
        let kept = CreatePushSubscriptionRequest {
            endpoint: endpoint.to_owned(),
            keys: Some(keys),
            request_id: String::new(),
        };
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
            Ok(push_subscription::keep(tx, user, &digest, &sealed).await?)
        })
        .await?;
        tx.commit().await?;
        Ok(reply)
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
