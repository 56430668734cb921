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
    AssertSqlSafe, Connection as _, PgConnection, PgPool, Postgres, Transaction,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::sync::Notify;

use crate::{DatabaseConfig, Scope, StoreError, pool_figures, scope::Setting};

/// The time for which a statement waits for another transaction's lock; short, because a person is waiting.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
/// A request's transaction waits only for the database; if it is idle this long, the process was suspended.
const APP_IDLE: Duration = Duration::from_secs(5);
/// The same for background work.
const WORKER_IDLE: Duration = Duration::from_secs(10);
/// The time beyond a statement's limit after which a server counts as gone.
const MARGIN: Duration = Duration::from_secs(1);

/// For [`in_time`]: what takes a few statements.
pub const SOON: Duration = Duration::from_secs(15);
/// For [`in_time`]: a round of a job, however much there is to do. What is left is done in the next.
pub const A_ROUND: Duration = Duration::from_secs(600);

/// A service's database: one pool for requests (app role), one for background work (worker role).
#[derive(Debug, Clone)]
pub struct Db {
    app: PgPool,
    worker: PgPool,
    committed: Arc<Notify>,
}

impl Db {
    /// Makes the pools. Connections are opened when first needed, so a service starts even while its database is away.
    ///
    /// # Errors
    /// When an address is not a PostgreSQL URL.
    pub fn connect(config: &DatabaseConfig) -> Result<Self, StoreError> {
        let workers = (config.max_connections / 4).max(2);
        Ok(Self {
            app: pool(&config.url, config, config.max_connections, APP_IDLE)?,
            worker: pool(&config.worker_url, config, workers, WORKER_IDLE)?,
            committed: Arc::default(),
        })
    }

    /// Begins a transaction of a request, in which row-level security shows `scope`'s rows and no others.
    ///
    /// # Errors
    /// [`StoreError::Driver`] when no connection is available.
    pub async fn begin(&self, scope: Scope) -> Result<Tx, StoreError> {
        // Both in one round trip. The text contains only our own numbers.
        let begin = AssertSqlSafe(format!("BEGIN; {}", scope_sql(scope)));
        let begun = pool_figures::measured(pool_figures::APP, self.app.begin_with(begin));
        Ok(self.transaction(begun.await?))
    }

    /// Begins a transaction of background work, which sees every organisation's rows.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub async fn begin_worker(&self) -> Result<Tx, StoreError> {
        let begun = pool_figures::measured(pool_figures::WORKER, self.worker.begin());
        Ok(self.transaction(begun.await?))
    }

    /// For single statements of requests on rows without an owner; row-level security hides all other rows here.
    #[must_use]
    pub fn unscoped(&self) -> &PgPool {
        &self.app
    }

    /// For single statements of background work that need no transaction.
    #[must_use]
    pub fn worker(&self) -> &PgPool {
        &self.worker
    }

    /// Records the number of connections; called when this process's metrics are sampled.
    pub fn record_connections(&self) {
        pool_figures::record(pool_figures::APP, &self.app);
        pool_figures::record(pool_figures::WORKER, &self.worker);
    }

    /// Checks whether the database answers.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn ping(&self) -> Result<(), StoreError> {
        in_time(SOON, async {
            sqlx::query("SELECT 1").execute(&self.app).await?;
            Ok(())
        })
        .await
    }

    /// Waits until a transaction of this process has committed a change, or `at_most` has passed. The relay uses it; it
    /// finds commits of other replicas when the time is up.
    pub async fn committed(&self, at_most: Duration) {
        // In both cases the relay looks for new rows.
        let _ = tokio::time::timeout(at_most, self.committed.notified()).await;
    }

    fn transaction(&self, inner: Transaction<'static, Postgres>) -> Tx {
        Tx {
            inner,
            committed: self.committed.clone(),
            spoilt: false,
        }
    }
}

/// Work with a database whose server may vanish without a word, as its machine may: a driver that waits for an answer then waits for ever.
/// Requests have their deadlines; everything else is done in time or given up, to be tried again. Returns what `work` does.
///
/// # Errors
/// What `work` fails with; an unavailable database after `limit`.
pub async fn in_time<T, E: From<StoreError>>(
    limit: Duration,
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let ended = tokio::time::timeout(limit, work).await;
    ended.unwrap_or_else(|_| Err(StoreError::from(silent()).into()))
}

fn silent() -> sqlx::Error {
    std::io::Error::new(std::io::ErrorKind::TimedOut, "the database is silent").into()
}

fn pool(
    url: &SecretString,
    config: &DatabaseConfig,
    connections: u32,
    idle_in_transaction: Duration,
) -> Result<PgPool, StoreError> {
    let millis = |limit: Duration| limit.as_millis().to_string();
    let options = PgConnectOptions::from_str(url.expose_secret())?
        .application_name("lintel")
        .options([
            ("statement_timeout", millis(config.statement_timeout)),
            ("lock_timeout", millis(LOCK_TIMEOUT)),
            (
                "idle_in_transaction_session_timeout",
                millis(idle_in_transaction),
            ),
            // The server's log is for operators. `roles.sql` says the rest, for which it takes a superuser.
            ("log_parameter_max_length_on_error", "0".to_owned()),
            // Compiling a statement takes longer than any of ours: 0.3 s for the first page of arrears, which runs for 0.06 s.
            ("jit", "off".to_owned()),
        ]);
    let timeout = config.statement_timeout + MARGIN;
    Ok(PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(config.acquire_timeout)
        // The pool asks each connection that comes back whether it works, and waits for the answer as long as it takes: one whose server
        // is gone would keep its place for ever. Nothing else leads back into the pool: a connection whose `acquire` is given up is closed.
        .after_release(move |connection, _| {
            Box::pin(async move {
                match tokio::time::timeout(timeout, tidied(connection)).await {
                    Ok(answered) => answered.map(|()| true),
                    Err(_) => Err(silent()),
                }
            })
        })
        .connect_lazy_with(options))
}

/// Takes back what a call may have left behind: a session without a scope, and a statement that a failed transaction refuses.
const TIDY: &str = "RESET app.organisation_id; RESET app.user_id";

/// Ends what the last user of `connection` left open, in one round trip where that is nothing.
///
/// A `begin` that is given up while the server answers it leaves its transaction behind, with its caller's scope: sqlx 0.9 counts a
/// transaction only once it is told of it, and rolls back what it has counted. The next single statement would run in there, be answered
/// and never be committed. `begin_with` is the one call that tells what the server said of the connection's state: a transaction after a
/// statement that begins none.
///
/// # Errors
/// Errors of the server, and when the transaction that is open has failed: then the pool closes the connection.
async fn tidied(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    match connection.begin_with(TIDY).await {
        Err(sqlx::Error::BeginFailed) => Ok(()),
        Ok(left_open) => left_open.rollback().await,
        Err(error) => Err(error),
    }
}

/// A transaction that wakes the relay when it commits; dropped, it rolls back. Store functions take it as `&mut
/// PgConnection`.
#[derive(Debug)]
pub struct Tx {
    inner: Transaction<'static, Postgres>,
    committed: Arc<Notify>,
    spoilt: bool,
}

impl Tx {
    /// Commits.
    ///
    /// # Errors
    /// [`StoreError::Driver`] when the server did not confirm it, or when a statement had failed before: the server would
    /// answer such a COMMIT with a silent ROLLBACK. [`StoreError::Spoilt`] after a failed [`crate::once`].
    pub async fn commit(mut self) -> Result<(), StoreError> {
        if self.spoilt {
            return Err(StoreError::Spoilt);
        }
        // Fails if a statement of the transaction has failed, and shows whether the transaction wrote anything for the
        // relay.
        let wrote: Option<bool> =
            sqlx::query_scalar("SELECT pg_current_xact_id_if_assigned() IS NOT NULL")
                .fetch_one(&mut *self.inner)
                .await?;
        self.inner.commit().await?;
        if wrote == Some(true) {
            self.committed.notify_one();
        }
        Ok(())
    }

    /// Continues as `user`, whom the transaction has just identified by a password or token.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn act_as_user(&mut self, user: UserId) -> Result<(), StoreError> {
        self.act_as(Scope::user(user)).await
    }

    /// Continues with the rows of `scope`: for work on behalf of another account, and to return from it.
    ///
    /// # Errors
    /// [`StoreError::Driver`].
    pub async fn act_as(&mut self, scope: Scope) -> Result<(), StoreError> {
        let set = AssertSqlSafe(scope_sql(scope));
        sqlx::raw_sql(set).execute(&mut *self.inner).await?;
        Ok(())
    }

    /// From now on this transaction can only be rolled back.
    pub(crate) fn spoil(&mut self) {
        self.spoilt = true;
    }
}

/// The settings last for the transaction only: the pool gives the connection to another caller afterwards. A `SELECT
/// set_config` would have to be planned and run as a query.
fn scope_sql(scope: Scope) -> String {
    scope
        .settings()
        .map(|Setting { name, value }| format!("SET LOCAL {name} = '{value}'"))
        .join("; ")
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
