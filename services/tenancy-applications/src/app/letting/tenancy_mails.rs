//! Mails about tenancies: to their tenants, and to the members of the organisation.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, Money, OrganisationId, TenantId, london_date};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{TenancyMail, TenancyMailKind},
};
use lintel_sealing::LinkToken;
use sqlx::PgConnection;

use super::{locked, mail_wanted};
use crate::{
    app::{
        mail_requests::{Mails, NEWS},
        references::RefereeMails,
    },
    domain::letting::{
        DeadlineKind, DeadlineSubject, MailWanted, Tenant, TenantMailKind, ToldChange,
    },
    store::{self, letting::deadline::DueRow},
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

    /// What tells guarantors and employers that they need not answer.
    #[must_use]
    pub fn to_referees(&self) -> RefereeMails {
        RefereeMails::new(self.0.clone())
    }

    /// Tells a tenant of a document of that title, unless the mail is not wanted; `asked` is what the act was told.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_of_document(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenant: TenantId,
        (title, asked): (&str, Option<bool>),
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let about = TenancyMail {
            subject_kind: title.to_owned(),
            ..TenancyMail::default()
        };
        let kinds = (
            TenancyMailKind::TenancyDocumentGiven,
            TenantMailKind::Document,
        );
        let told = self.tell(tx, organisation, tenant, (kinds, asked), about, now);
        told.await.map(drop)
    }

    /// Welcomes a tenant whose tenancy has begun, unless the mail is not wanted; `asked` is what the act was told.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn welcome(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenant: TenantId,
        asked: Option<bool>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let kinds = (TenancyMailKind::MovedIn, TenantMailKind::MovedIn);
        let about = TenancyMail::default();
        let told = self.tell(tx, organisation, tenant, (kinds, asked), about, now);
        told.await.map(drop)
    }

    /// Tells a tenant that something of the tenancy was changed or taken back, unless the mail is not wanted; `note` says what, `asked` is
    /// what the act was told. Gives whether it is sent.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_of_change(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenant: TenantId,
        (note, asked): (&str, Option<bool>),
        now: DateTime<Utc>,
    ) -> Result<MailWanted, Error> {
        let about = TenancyMail {
            note: note.to_owned(),
            ..TenancyMail::default()
        };
        let kinds = (
            TenancyMailKind::TenancyChanged,
            TenantMailKind::TenancyChanged,
        );
        self.tell(tx, organisation, tenant, (kinds, asked), about, now)
            .await
    }

    /// Tells tenants of a change, unless the mail is not wanted or the change is old; `asked` is what the act was told.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_all(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenants: &[TenantId],
        (change, asked): (ToldChange, Option<bool>),
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let today = london_date(now);
        let asked = asked.or(change.is_old(today).then_some(false));
        let note = change.words(today);
        for tenant in tenants {
            self.tell_of_change(tx, organisation, *tenant, (&note, asked), now)
                .await?;
        }
        Ok(())
    }

    /// Reminds a tenant of rent that is owed; whether that is wanted was asked before.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn remind(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenant: &Tenant,
        note: String,
        balance: Option<Money>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            note,
            balance: balance.map(Into::into),
            ..to_tenant(tx, organisation, tenant).await?
        };
        let kind = TenancyMailKind::RentReminder;
        self.0
            .request(tx, organisation, kind, mail, false, now + NEWS)
            .await
    }

    async fn tell(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenant: TenantId,
        ((kind, switch), asked): ((TenancyMailKind, TenantMailKind), Option<bool>),
        about: TenancyMail,
        now: DateTime<Utc>,
    ) -> Result<MailWanted, Error> {
        let wanted = mail_wanted::wanted(tx, organisation, tenant, switch, asked).await?;
        if wanted.is_sent() {
            let told = locked::shown(tx, organisation, tenant).await?;
            let mail = TenancyMail {
                subject_kind: about.subject_kind,
                note: about.note,
                ..to_tenant(tx, organisation, &told).await?
            };
            self.0
                .request(tx, organisation, kind, mail, false, now + NEWS)
                .await?;
        }
        Ok(wanted)
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

    /// Confirms to a tenant that notice was given: their own, or by somebody of the tenancy. The law's proof of it cannot be switched off.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn confirm_notice(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        (told, by): (&Tenant, Option<&str>),
        last_day: NaiveDate,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        if told.person.email.is_empty() {
            return Ok(());
        }
        let mail = TenancyMail {
            tenant_name: by.unwrap_or_default().to_owned(),
            date: Some(last_day.into()),
            ..to_tenant(tx, organisation, told).await?
        };
        let kind = TenancyMailKind::NoticeReceived;
        self.0
            .request(tx, organisation, kind, mail, false, now + NEWS)
            .await
    }

    /// Tells the members of the organisation what a tenant did.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_landlord(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        (kind, tenant): (TenancyMailKind, &Tenant),
        about: TenancyMail,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            tenant_id: tenant.id.get(),
            tenant_name: tenant.person.name.clone(),
            property_id: tenant.property.get(),
            property_display_name: tenant.property_name.clone(),
            property_address: tenant.property_address.clone(),
            ..about
        };
        self.0
            .request(tx, organisation, kind, mail, true, now + NEWS)
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
pub(super) async fn to_tenant(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    told: &Tenant,
) -> Result<TenancyMail, Error> {
    let name = store::keeping::organisation::name(tx, organisation).await?;
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
