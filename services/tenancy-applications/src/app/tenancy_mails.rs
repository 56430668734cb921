//! Mails about tenancies: to their tenants, and to the members of the organisation.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, TenantId};
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};
use sqlx::PgConnection;

use super::tenancy;
use crate::{
    domain::DeadlineKind,
    mails::{Mails, NEWS},
    store::{self, deadline::DueRow},
};

/// Asks for mails about tenancies.
#[derive(Debug, Clone)]
pub struct TenancyMails(Mails);

impl TenancyMails {
    /// Asks `mails`.
    #[must_use]
    pub const fn new(mails: Mails) -> Self {
        Self(mails)
    }

    /// Tells a tenant something; `title` is that of a document, where it is about one.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_tenant(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenant: TenantId,
        kind: TenancyMailKind,
        title: &str,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let told = tenancy::shown(tx, organisation, tenant).await?;
        let name = store::organisation::name(tx, organisation).await?;
        let mail = TenancyMail {
            tenant_id: tenant.get(),
            property_id: told.property.get(),
            recipient_name: told.person.name,
            recipient_email: told.person.email,
            organisation_name: name.unwrap_or_default(),
            property_display_name: told.property_name,
            property_address: told.property_address,
            subject_kind: title.to_owned(),
            date: Some(told.start.into()),
            ..TenancyMail::default()
        };
        self.0
            .request(tx, organisation, kind, mail, false, now + NEWS)
            .await
    }

    /// Tells the members of the organisation that something has to be done.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_of_deadline(
        &self,
        tx: &mut PgConnection,
        kind: DeadlineKind,
        row: &DueRow,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let organisation = row.organisation;
        let mail = TenancyMail {
            tenant_id: row.tenant.get(),
            property_id: row.property.get(),
            tenant_name: row.name.clone(),
            property_display_name: row.home.clone(),
            property_address: row.address.clone(),
            date: Some(row.due.into()),
            ..TenancyMail::default()
        };
        let kind = match kind {
            DeadlineKind::DepositProtection => TenancyMailKind::DepositProtectionDue,
            DeadlineKind::RightToRent => TenancyMailKind::RightToRentDue,
        };
        self.0
            .request(tx, organisation, kind, mail, true, now + NEWS)
            .await
    }
}
