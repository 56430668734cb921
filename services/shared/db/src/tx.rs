//! Connections and transactions.

use std::{
    ops::{Deref, DerefMut},
    str::FromStr as _,
    sync::Arc,
    time::Duration,
};

use lintel_core::UserId;
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::{
    PgConnection, PgPool, Postgres, Transaction,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::sync::Notify;

use crate::{DatabaseConfig, Scope, StoreError};

/// A service's database: one pool for requests (app role), one for background work (worker role).
#[derive(Debug, Clone)]
pub struct Db {
    app: PgPool,
    worker: PgPool,
    committed: Arc<Notify>,
}

impl Db {
    /// Makes the pools; connections are opened when first needed, so a database that is away does not keep a service from
    /// starting.
    ///
    /// # Errors
    /// When an address is no PostgreSQL URL.
    pub fn connect(config: &DatabaseConfig) -> Result<Self, StoreError> {
        let workers = (config.max_connections / 4).max(2);
        Ok(Self {
            app: pool(&config.url, config, config.max_connections)?,
            worker: pool(&config.worker_url, config, workers)?,
            committed: Arc::default(),
        })
    }

    /// Begins a transaction of a request, in which row-level security shows `scope`'s rows and no others.
    ///
    /// # Errors
    /// [`StoreError::Driver`] when there is no connection to be had.
    pub async fn begin(&self, scope: Scope) -> Result<Tx, StoreError> {
        let mut tx = self.transaction(&self.app).await?;
        tx.set_scope(scope).await?;
        Ok(tx)
    }

    /// Begins a transaction of background work, which sees every organisation's rows.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub async fn begin_worker(&self) -> Result<Tx, StoreError> {
        self.transaction(&self.worker).await
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// When it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.app).await?;
        Ok(())
    }

    /// Waits until a transaction of this process committed, or `at_most` has passed: the relay's cue. Commits of other
    /// replicas are noticed by the passing of time.
    pub async fn committed(&self, at_most: Duration) {
        // Either way it is time to look.
        let _ = tokio::time::timeout(at_most, self.committed.notified()).await;
    }

    async fn transaction(&self, pool: &PgPool) -> Result<Tx, StoreError> {
        Ok(Tx {
            inner: pool.begin().await?,
            committed: self.committed.clone(),
        })
    }
}

fn pool(
    url: &SecretString,
    config: &DatabaseConfig,
    connections: u32,
) -> Result<PgPool, StoreError> {
    let millis = |limit: Duration| limit.as_millis().to_string();
    let options = PgConnectOptions::from_str(url.expose_secret())?
        .application_name("lintel")
        .options([
            ("statement_timeout", millis(config.statement_timeout)),
            ("lock_timeout", millis(Duration::from_secs(1))),
            (
                "idle_in_transaction_session_timeout",
                millis(Duration::from_secs(10)),
            ),
        ]);
    Ok(PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(config.acquire_timeout)
        .connect_lazy_with(options))
}

/// A transaction that wakes the relay when it commits; dropped, it rolls back. Store functions take it as `&mut
/// PgConnection`.
#[derive(Debug)]
pub struct Tx {
    inner: Transaction<'static, Postgres>,
    committed: Arc<Notify>,
}

impl Tx {
    /// Keeps what was done.
    ///
    /// # Errors
    /// [`StoreError::Driver`] when the server did not confirm it.
    pub async fn commit(self) -> Result<(), StoreError> {
        self.inner.commit().await?;
        self.committed.notify_one();
        Ok(())
    }

    /// Goes on as `user`, whom the transaction itself has just identified (by password or token).
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn act_as_user(&mut self, user: UserId) -> Result<(), StoreError> {
        self.set_scope(Scope::user(user)).await
    }

    /// Transaction-local on purpose: what a session remembers, the pool hands to the next caller.
    async fn set_scope(&mut self, scope: Scope) -> Result<(), StoreError> {
        let text = |id: Option<i64>| id.map(|id| id.to_string()).unwrap_or_default();
        sqlx::query(
            "SELECT set_config('app.organisation_id', $1, true), set_config('app.user_id', $2, true)",
        )
        .bind(text(scope.organisation.map(lintel_core::OrganisationId::get)))
        .bind(text(scope.user.map(UserId::get)))
        .execute(&mut *self.inner)
        .await?;
        Ok(())
    }
}

impl Deref for Tx {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.inner
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.inner
    }
}
