//! Mails about tenancies: to their tenants, and to the members of the organisation.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, TenantId};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{TenancyMail, TenancyMailKind},
};
use lintel_sealing::LinkToken;
use sqlx::PgConnection;

use super::tenancy;
use crate::{
    domain::{DeadlineKind, DeadlineSubject, Tenant},
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
        let mail = TenancyMail {
            subject_kind: title.to_owned(),
            ..to_tenant(tx, organisation, &told).await?
        };
        self.0
            .request(tx, organisation, kind, mail, false, now + NEWS)
            .await
    }

    /// Invites a tenant to the portal by a link that works until `end`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn invite_to_portal(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenant: &Tenant,
        token: &LinkToken,
        end: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            token: token.expose().to_string(),
            expire_time: Some(timestamp(end)),
            ..to_tenant(tx, organisation, tenant).await?
        };
        let kind = TenancyMailKind::PortalInvitation;
        self.0
            .request(tx, organisation, kind, mail, false, end)
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
        let about = match row.about {
            DeadlineSubject::Tenant(id) => TenancyMail {
                tenant_id: id.get(),
                tenant_name: row.name.clone(),
                ..TenancyMail::default()
            },
            DeadlineSubject::Application(id) => TenancyMail {
                application_id: id.get(),
                applicant_name: row.name.clone(),
                ..TenancyMail::default()
            },
        };
        let mail = TenancyMail {
            property_id: row.property.get(),
            property_display_name: row.home.clone(),
            property_address: row.address.clone(),
            date: Some(row.due.into()),
            ..about
        };
        let kind = match kind {
            DeadlineKind::DepositProtection | DeadlineKind::DepositInformation => {
                TenancyMailKind::DepositProtectionDue
            }
            DeadlineKind::RightToRent => TenancyMailKind::RightToRentDue,
            DeadlineKind::InformationSheet | DeadlineKind::WrittenStatement => {
                TenancyMailKind::WrittenStatementDue
            }
            DeadlineKind::PetAnswer => TenancyMailKind::PetAnswerDue,
            DeadlineKind::HoldingDepositAgreement => TenancyMailKind::HoldingDepositAgreementDue,
            DeadlineKind::HoldingDepositReturn => TenancyMailKind::HoldingDepositReturnDue,
        };
        self.0
            .request(tx, organisation, kind, mail, true, now + NEWS)
            .await
    }
}

/// The parts of every mail to a tenant: who it is, who lets the home and where it is.
async fn to_tenant(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    told: &Tenant,
) -> Result<TenancyMail, Error> {
    let name = store::organisation::name(tx, organisation).await?;
    Ok(TenancyMail {
        tenant_id: told.id.get(),
        property_id: told.property.get(),
        recipient_name: told.person.name.clone(),
        recipient_email: told.person.email.clone(),
        organisation_name: name.unwrap_or_default(),
        property_display_name: told.property_name.clone(),
        property_address: told.property_address.clone(),
        date: Some(told.start.into()),
        ..TenancyMail::default()
    })
}
