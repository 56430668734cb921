//! The one question that every act asks before it mails a tenant.

use lintel_core::{Error, OrganisationId, TenantId};
use sqlx::PgConnection;

use crate::{
    domain::letting::{MailChoice, MailWanted, TenantMailKind},
    store,
};

/// Whether a tenant gets the mail of an act: the act's word (`asked`), else the organisation's switch; never where mails to this tenant
/// are off, always where a law asks for it. Every act that may send a tenant a mail asks here.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn wanted(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    kind: TenantMailKind,
    asked: Option<bool>,
) -> Result<MailWanted, Error> {
    let payer = store::rent::ledger::payer(tx, organisation, tenant).await?;
    let email = payer.map(|payer| payer.email).unwrap_or_default();
    let lessor = store::keeping::organisation::find(tx, organisation).await?;
    let off = lessor.map(|lessor| lessor.off_mails).unwrap_or_default();
    let off_for_tenant = store::letting::tenant_mail::off_reason(tx, organisation, tenant).await?;
    let choice = MailChoice {
        kind,
        asked,
        off: &off,
        off_for_tenant: off_for_tenant.is_some(),
        has_address: !email.trim().is_empty(),
    };
    Ok(choice.wanted())
}
