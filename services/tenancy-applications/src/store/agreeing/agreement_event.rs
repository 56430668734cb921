//! What happened to agreements: the chain of evidence, which is only ever added to.

use lintel_core::{AgreementId, OrganisationId};
use lintel_db::{RowName, StoreError};
use sqlx::PgConnection;

use crate::domain::agreeing::evidence;

/// Adds an entry to the chain of an agreement that the caller has locked. Gives the new head.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.agreement_event.append", skip_all)]
pub async fn append(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
    entry: &[u8],
) -> Result<[u8; 32], StoreError> {
    let last = sqlx::query!(
        "SELECT number, hash FROM agreement_events
         WHERE organisation_id = $1 AND agreement_id = $2 ORDER BY number DESC LIMIT 1",
        organisation.get(),
        agreement.get(),
    )
    .fetch_optional(&mut *tx)
    .await?;
    let name = name(agreement);
    let number = last.as_ref().map_or(1, |last| last.number + 1);
    let before = last.map(|last| name.known("hash", <[u8; 32]>::try_from(last.hash).ok()));
    let hash = evidence::hash(before.transpose()?.as_ref(), entry);
    sqlx::query!(
        "INSERT INTO agreement_events (organisation_id, agreement_id, number, entry, hash) VALUES ($1, $2, $3, $4, $5)",
        organisation.get(),
        agreement.get(),
        number,
        entry,
        hash.as_slice(),
    )
    .execute(tx)
    .await?;
    Ok(hash)
}

/// The chain of an agreement, from its first entry on.
///
/// # Errors
/// [`StoreError`] when the database fails or a row is inconsistent.
#[tracing::instrument(name = "db.agreement_event.chain", skip_all)]
pub async fn chain(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    agreement: AgreementId,
) -> Result<Vec<evidence::Entry>, StoreError> {
    let rows = sqlx::query!(
        "SELECT number, entry, hash FROM agreement_events
         WHERE organisation_id = $1 AND agreement_id = $2 ORDER BY number",
        organisation.get(),
        agreement.get(),
    )
    .fetch_all(tx)
    .await?;
    let name = name(agreement);
    let rows = rows.into_iter().map(|row| {
        Ok(evidence::Entry {
            number: row.number,
            bytes: row.entry,
            hash: name.known("hash", row.hash.try_into().ok())?,
        })
    });
    rows.collect()
}

fn name(agreement: AgreementId) -> RowName {
    RowName {
        table: "agreement_events",
        id: agreement.get(),
    }
}
