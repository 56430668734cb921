//! Filling a service's copy of another service's rows again, so that it is what its owner says and nothing else.
//!
//! Versions decide what is news, and an owner whose database was restored from an older backup has gone back in its versions. So every
//! row is marked first: a marked row is older than whatever is told, by a page of the owner's or by an event that comes meanwhile.
//! Both bring a version of their own, which is not marked. What is still marked after the last page the owner does not have.
//!
//! Two that fill one copy at the same time do no harm: what one takes away too early, a later page of the other brings back.

use sqlx::{AssertSqlSafe, PgPool};

use crate::StoreError;

/// Rows in one statement: few enough that an event does not wait long for one of them.
const AT_ONCE: u64 = 10_000;

/// Marks every row of these tables, which have a column `version` that is never negative otherwise: -1 less the version.
///
/// # Errors
/// [`StoreError`] when the database fails; some rows may be marked then, and the next try marks the rest.
pub async fn mark(worker: &PgPool, tables: &[&'static str]) -> Result<(), StoreError> {
    for table in tables {
        in_parts(worker, |rows| {
            format!("UPDATE {table} SET version = ~version WHERE ctid = ANY (ARRAY (SELECT ctid FROM {table} WHERE version >= 0 LIMIT {rows}))")
        })
        .await?;
    }
    Ok(())
}

/// Deletes the rows of these tables that are still marked. Returns how many.
///
/// # Errors
/// [`StoreError`] when the database fails.
pub async fn sweep(worker: &PgPool, tables: &[&'static str]) -> Result<u64, StoreError> {
    let mut gone = 0;
    for table in tables {
        gone += in_parts(worker, |rows| {
            format!("DELETE FROM {table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM {table} WHERE version < 0 LIMIT {rows}))")
        })
        .await?;
    }
    Ok(gone)
}

/// Repeats a statement until it finds less than it may take. A row that an event writes at the same moment is left out, and is news.
async fn in_parts(worker: &PgPool, sql: impl Fn(u64) -> String) -> Result<u64, StoreError> {
    let mut rows = 0;
    loop {
        // The text holds only names that are written in our programs.
        let done = sqlx::query(AssertSqlSafe(sql(AT_ONCE)))
            .execute(worker)
            .await?
            .rows_affected();
        rows += done;
        if done < AT_ONCE {
            return Ok(rows);
        }
    }
}
