//! Whose account a tenant is.

use chrono::{DateTime, Utc};
use lintel_core::{OrganisationId, TenantId, UserId};
use lintel_db::StoreError;
use sqlx::PgConnection;

use crate::domain::letting::{AccountTenancy, ConfirmationBasis};

/// The tenants, whoever's they are, with the verified address of an account, and those that its own applications became, with what the
/// account said of each: what it confirmed comes first, in the order in which it did. At most 200.
///
/// # Errors
/// [`StoreError`] when the database fails.
#[tracing::instrument(name = "db.tenant_confirmation.of_account", skip_all)]
pub async fn of_account(
    tx: &mut PgConnection,
    user: UserId,
    verified: Option<&str>,
) -> Result<Vec<AccountTenancy>, StoreError> {
    let rows = sqlx::query!(
        r#"SELECT organisation AS "organisation!", tenancy AS "tenancy!", tenant AS "tenant!", mine
           FROM tenancies_of_account($1, $2)"#,
        user.get(),
        verified,
    )
    .fetch_all(tx)
    .await?;
    let own = rows.into_iter().map(|row| AccountTenancy {
        organisation: row.organisation.into(),
        tenancy: row.tenancy.into(),
        tenant: row.tenant.into(),
        mine: row.mine,
    });
    Ok(own.collect())
}

/// The answer of an account about a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said {
    /// The account.
    pub user: UserId,
    /// Whether it is this tenant.
    pub mine: bool,
    /// How it is known.
    pub basis: ConfirmationBasis,
}

/// Keeps what an account says of a tenant under the tenant's present address, in place of what it said before.
///
/// # Errors
/// [`StoreError`] when the database refuses.
#[tracing::instrument(name = "db.tenant_confirmation.keep", skip_all)]
pub async fn keep(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    said: Said,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query!(
        "INSERT INTO tenant_confirmations (organisation_id, tenant_id, user_id, email_key, mine, basis, decided_at)
         SELECT organisation_id, tenant_id, $3, lower(email), $4, $5, $6 FROM tenants WHERE organisation_id = $1 AND tenant_id = $2
         ON CONFLICT (organisation_id, tenant_id, user_id) DO UPDATE
         SET email_key = excluded.email_key, mine = excluded.mine, basis = excluded.basis, decided_at = excluded.decided_at",
        organisation.get(),
        tenant.get(),
        said.user.get(),
        said.mine,
        said.basis.as_str(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
