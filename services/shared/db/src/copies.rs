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
const AT_ONCE: i64 = 10_000;

/// Marks every row of these tables, which have a column `version` that is never negative otherwise: -1 less the version.
///
/// # Errors
/// [`StoreError`] when the database fails; some rows may be marked then, and the next try marks the rest.
pub async fn mark(worker: &PgPool, tables: &[&'static str]) -> Result<(), StoreError> {
    for table in tables {
        let change = format!("UPDATE {table} SET version = ~version");
        in_parts(worker, table, "version >= 0", &change).await?;
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
        let change = format!("DELETE FROM {table}");
        gone += in_parts(worker, table, "version < 0", &change).await?;
    }
    Ok(gone)
}

/// Changes the rows for which `condition` holds, [`AT_ONCE`] in a statement, until a statement finds fewer. Returns how many were changed.
/// What is found counts, not what is changed: a row that an event writes at the same moment is found, but not changed, because it is news.
async fn in_parts(
    worker: &PgPool,
    table: &str,
    condition: &str,
    change: &str,
) -> Result<u64, StoreError> {
    // The text holds only names that are written in our programs.
    let sql = format!(
        "WITH found AS MATERIALIZED (SELECT ctid FROM {table} WHERE {condition} LIMIT {AT_ONCE}),
             changed AS ({change} WHERE ctid = ANY (ARRAY (SELECT ctid FROM found)) RETURNING 1)
         SELECT (SELECT count(*) FROM found), (SELECT count(*) FROM changed)"
    );
    let mut rows = 0;
    loop {
        let (found, changed): (i64, i64) = sqlx::query_as(AssertSqlSafe(sql.clone()))
            .fetch_one(worker)
            .await?;
        rows += changed.unsigned_abs();
        if found < AT_ONCE {
            return Ok(rows);
        }
    }
}
