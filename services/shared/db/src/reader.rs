//! Reading in one round trip: a statement that brings its caller along.

use std::sync::Arc;

use futures::{
    FutureExt as _, StreamExt as _,
    future::{self, BoxFuture},
    stream::{self, BoxStream},
};
use sqlx::{
    Arguments as _, AssertSqlSafe, Describe, Either, Error, Execute, Executor, PgConnection,
    Postgres, SqlStr,
    postgres::{PgArguments, PgQueryResult, PgRow, PgStatement, PgTypeInfo},
    query::Query,
};

use crate::{
    Scope,
    kept::{Kept, Lent},
    scope::Setting,
};

/// A connection on which every statement sets the caller's scope for itself and reads as that caller, where a
/// [`crate::Tx`] takes a round trip before the first statement and one behind the last.
///
/// For reads of one thing by its key: PostgreSQL plans a statement before it knows the caller, so it takes row-level security
/// for a condition that hardly anything meets; that is right for a key and wrong for a list. Statements that write are
/// refused by PostgreSQL, because they stand where only a query may.
#[derive(Debug)]
pub struct Reader {
    /// There until it is dropped.
    connection: Option<Lent>,
    kept: Arc<Kept>,
    scope: Scope,
    /// Whether the last statement was answered as a whole.
    answered: bool,
}

impl Reader {
    pub(crate) const fn new(connection: Lent, kept: Arc<Kept>, scope: Scope) -> Self {
        Self {
            connection: Some(connection),
            kept,
            scope,
            answered: false,
        }
    }

    /// For the next statement; only a reader that was dropped has none.
    fn connection(&mut self) -> Result<&mut PgConnection, Error> {
        self.answered = false;
        let connection = self.connection.as_mut().ok_or(Error::PoolClosed)?;
        Ok(connection.connection())
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && self.answered
        {
            self.kept.give_back(connection);
        }
    }
}

/// `query` behind a condition that sets the scope. The condition names no column, so PostgreSQL evaluates it once and before
/// any row is looked for; were it ever late, row-level security would show nothing. The settings end with the statement,
/// which is a transaction of its own.
fn scoped<'q>(
    mut query: impl Execute<'q, Postgres>,
    scope: Scope,
) -> Result<Query<'static, Postgres, PgArguments>, Error> {
    let persistent = query.persistent();
    let mut arguments = query
        .take_arguments()
        .map_err(Error::Encode)?
        .unwrap_or_default();
    let mut settings = Vec::new();
    for Setting { name, value } in scope.settings() {
        arguments.add(value).map_err(Error::Encode)?;
        settings.push(format!("set_config('{name}', ${}, true)", arguments.len()));
    }
    let sql = format!(
        "SELECT answer.* FROM (\n{}\n) answer WHERE (SELECT {}) IS NOT NULL",
        query.sql().as_str(),
        settings.join(" || "),
    );
    // The statement's own text, which was judged where it was written, and names of settings.
    Ok(sqlx::query_with(AssertSqlSafe(sql), arguments).persistent(persistent))
}

impl<'c> Executor<'c> for &'c mut Reader {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        match (scoped(query, self.scope), self.connection()) {
            (Ok(query), Ok(connection)) => connection.fetch_many(query),
            (Err(error), _) | (_, Err(error)) => stream::once(future::err(error)).boxed(),
        }
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let query = scoped(query, self.scope);
        async move {
            let row = self.connection()?.fetch_optional(query?).await?;
            self.answered = true;
            Ok(row)
        }
        .boxed()
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'c: 'e,
    {
        match self.connection() {
            Ok(connection) => connection.prepare_with(sql, parameters),
            Err(error) => future::err(error).boxed(),
        }
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, Error>>
    where
        'c: 'e,
    {
        match self.connection() {
            Ok(connection) => connection.describe(sql),
            Err(error) => future::err(error).boxed(),
        }
    }
}
