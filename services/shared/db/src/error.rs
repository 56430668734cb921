//! The failures between a service and its database.

use lintel_core::Error;

/// A failure of the database, or a row that does not fit the program.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The driver or the server.
    #[error(transparent)]
    Driver(#[from] sqlx::Error),
    /// A row that no correct program could have written.
    #[error("{table}.{column} of row {id} does not fit the domain")]
    Inconsistent {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row.
        id: String,
    },
    /// A statement that must change one row changed another number of rows.
    #[error("{0} rows were written where one was meant")]
    RowsAffected(u64),
    /// A transaction whose work had failed was about to be committed.
    #[error("a transaction whose work had failed was to be committed")]
    Spoilt,
}

impl StoreError {
    /// A row that no correct program could have written.
    pub fn inconsistent(
        table: &'static str,
        column: &'static str,
        id: impl std::fmt::Display,
    ) -> Self {
        Self::Inconsistent {
            table,
            column,
            id: id.to_string(),
        }
    }

    /// The constraint that refused a row.
    #[must_use]
    pub fn constraint(&self) -> Option<&str> {
        match self {
            Self::Driver(sqlx::Error::Database(error)) => error.constraint(),
            _ => None,
        }
    }

    /// Returns whether a later try may succeed: the server is away or busy, or ended this transaction to resolve a conflict.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Driver(error) => is_transient(error),
            Self::Inconsistent { .. } | Self::RowsAffected(_) | Self::Spoilt => false,
        }
    }
}

fn is_transient(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::BeginFailed
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::Protocol(_) => true,
        // From PostgreSQL's appendix A: connections, resources, operator intervention (also a statement that took too long),
        // serialisation, deadlock, a lock that could not be had in time, a transaction that was idle too long.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            ["08", "53", "57"]
                .iter()
                .any(|class| code.starts_with(class))
                || matches!(&*code, "40001" | "40P01" | "55P03" | "25P03")
        }),
        _ => false,
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Driver(sqlx::Error::Database(database)) => database.code(),
            _ => None,
        };
        match code.as_deref() {
            Some("40001" | "40P01" | "55P03") => Self::Aborted {
                reason: "CONCURRENT_UPDATE",
                message: "Somebody else changed this at the same moment. Please try again.",
            },
            _ if error.is_transient() => Self::unavailable(error),
            _ => Self::internal(error),
        }
    }
}

/// Converts a violated constraint into an error of the service.
pub trait ResultExt<T> {
    /// Returns `meaning` if the row violated the constraint `name`.
    ///
    /// # Errors
    /// `meaning`, or the store's error as the class it belongs to.
    fn on_constraint<E: Into<Error>>(
        self,
        name: &str,
        meaning: impl FnOnce() -> E,
    ) -> Result<T, Error>;
}

impl<T> ResultExt<T> for Result<T, StoreError> {
    fn on_constraint<E: Into<Error>>(
        self,
        name: &str,
        meaning: impl FnOnce() -> E,
    ) -> Result<T, Error> {
        self.map_err(|error| {
            if error.constraint() == Some(name) {
                meaning().into()
            } else {
                error.into()
            }
        })
    }
}
