//! Whether tenants get mails, and what was said about the mails of receipts.

use chrono::NaiveDate;
use lintel_core::{LedgerEntryId, OrganisationId, TenancyId, TenantId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::letting::MailSwitch;

/// How mails to a tenant were switched, the last first.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_mail.switches", skip_all)]
pub async fn switches(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Vec<MailSwitch>, StoreError> {
    let rows = sqlx::query!(
        "SELECT off, reason, switched_by, switched_at FROM tenant_mail_switches
         WHERE organisation_id = $1 AND tenant_id = $2 ORDER BY tenant_mail_switch_id DESC LIMIT 50",
        organisation.get(),
        tenant.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|row| MailSwitch {
            off: row.off,
            reason: row.reason,
            by: UserId::new(row.switched_by),
            at: row.switched_at,
        })
        .collect())
}

/// Adds a switch of mails to a tenant.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_mail.switch", skip_all)]
pub async fn switch(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    switch: &MailSwitch,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO tenant_mail_switches (organisation_id, tenant_id, off, reason, switched_by, switched_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        organisation.get(),
        tenant.get(),
        switch.off,
        switch.reason,
        switch.by.get(),
        switch.at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Why mails to a tenant are off; `None` where they are on.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_mail.off_reason", skip_all)]
pub async fn off_reason(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<Option<String>, StoreError> {
    let last = switches(tx, organisation, tenant).await?.into_iter().next();
    Ok(last.filter(|last| last.off).map(|last| last.reason))
}

/// Keeps what was said about the mail of a receipt.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_mail.say_of_receipt", skip_all)]
pub async fn say_of_receipt(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    entry: LedgerEntryId,
    wanted: bool,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO receipt_mails (organisation_id, entry_id, wanted) VALUES ($1, $2, $3)",
        organisation.get(),
        entry.get(),
        wanted,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// What was said about the mails of receipts of a tenancy; nothing of those of which nothing was said.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_mail.said_of_receipts", skip_all)]
pub async fn said_of_receipts(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    after: LedgerEntryId,
) -> Result<Vec<(LedgerEntryId, bool)>, StoreError> {
    let rows = sqlx::query!(
        "SELECT entry_id, wanted FROM receipt_mails JOIN ledger_entries USING (organisation_id, entry_id)
         WHERE organisation_id = $1 AND tenancy_id = $2 AND entry_id > $3",
        organisation.get(),
        tenancy.get(),
        after.get(),
    )
    .fetch_all(tx)
    .await?;
    let rows = rows.into_iter();
    Ok(rows.map(|row| (row.entry_id.into(), row.wanted)).collect())
}

/// Notes the day on which receipts of a tenancy were mailed: others wait for the next one.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_mail.note_receipts", skip_all)]
pub async fn note_receipts(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    day: NaiveDate,
) -> Result<(), StoreError> {
    sqlx::query!(
        "UPDATE ledgers SET receipts_mailed_on = $3 WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
        day,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether receipts of a tenancy were mailed on a day.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_mail.receipts_mailed", skip_all)]
pub async fn receipts_mailed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    day: NaiveDate,
) -> Result<bool, StoreError> {
    let mailed = sqlx::query_scalar!(
        "SELECT receipts_mailed_on FROM ledgers WHERE organisation_id = $1 AND tenancy_id = $2",
        organisation.get(),
        tenancy.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(mailed.flatten() == Some(day))
}
