//! Mails about one application.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId};
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};
use sqlx::PgConnection;

use crate::{
    app::{
        Links,
        agreeing::AgreementMails,
        mail_requests::{Mails, NEWS},
        references::RefereeMails,
    },
    domain::{
        applying::{Application, ApplicationStatus},
        documents::DocumentType,
        references::ReferenceKind,
    },
    store,
};

/// Asks for mails about applications.
#[derive(Debug, Clone)]
pub struct ApplicationMails {
    mails: Mails,
    links: Links,
}

impl ApplicationMails {
    /// Asks `mails`, with `links` to put into them.
    #[must_use]
    pub const fn new(mails: Mails, links: Links) -> Self {
        Self { mails, links }
    }

    /// Whether the installation sends mail.
    #[must_use]
    pub const fn are_sent(&self) -> bool {
        self.mails.are_sent()
    }

    /// What asks for mails about agreements.
    #[must_use]
    pub fn about_agreements(&self) -> AgreementMails {
        AgreementMails::new(self.mails.clone(), self.links.clone())
    }

    /// What tells guarantors and employers that they need not answer.
    #[must_use]
    pub fn to_referees(&self) -> RefereeMails {
        RefereeMails::new(self.mails.clone())
    }

    /// Tells the applicant something, with the private link to the application. `note` is a reason or what the landlord wrote.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_applicant(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        kind: TenancyMailKind,
        note: &str,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            note: note.to_owned(),
            ..self.to_applicant(tx, organisation, application).await?
        };
        let expire = now + NEWS;
        self.mails
            .request(tx, organisation, kind, mail, false, expire)
            .await
    }

    /// Tells the applicant that the document of this title was refused, and why.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_of_refused_document(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        title: &str,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            subject_kind: title.to_owned(),
            note: reason.to_owned(),
            ..self.to_applicant(tx, organisation, application).await?
        };
        let (kind, expire) = (TenancyMailKind::DocumentRejected, now + NEWS);
        self.mails
            .request(tx, organisation, kind, mail, false, expire)
            .await
    }

    /// Tells the applicant that the guarantor or the employer does not want to; why is for the landlord alone.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_of_refusal(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        referee: ReferenceKind,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            subject_kind: referee.as_str().to_owned(),
            ..self.to_applicant(tx, organisation, application).await?
        };
        let (kind, expire) = (TenancyMailKind::RefereeDeclined, now + NEWS);
        self.mails
            .request(tx, organisation, kind, mail, false, expire)
            .await
    }

    /// Tells the members of the organisation that a document of this title was added.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_of_added_document(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        title: &str,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = TenancyMail {
            subject_kind: title.to_owned(),
            ..about(tx, organisation, application).await?
        };
        let (kind, expire) = (TenancyMailKind::DocumentAdded, now + NEWS);
        self.mails
            .request(tx, organisation, kind, mail, true, expire)
            .await
    }

    /// Tells the members of the organisation something.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn tell_members(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        kind: TenancyMailKind,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = about(tx, organisation, application).await?;
        let expire = now + NEWS;
        self.mails
            .request(tx, organisation, kind, mail, true, expire)
            .await
    }

    /// What every mail to the applicant says.
    async fn to_applicant(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
    ) -> Result<TenancyMail, Error> {
        let token = self.links.application(&application.token_nonce);
        let labels = application.requested_documents.iter().copied();
        Ok(TenancyMail {
            recipient_name: application.answers.name.clone(),
            recipient_email: application.answers.email.clone(),
            token: token.expose().to_string(),
            documents: labels.map(DocumentType::label).map(str::to_owned).collect(),
            ..about(tx, organisation, application).await?
        })
    }
}

/// The mail of a status, for the applicant.
#[must_use]
pub const fn mail_of(status: ApplicationStatus) -> TenancyMailKind {
    match status {
        ApplicationStatus::Approved => TenancyMailKind::Approved,
        ApplicationStatus::Rejected => TenancyMailKind::Rejected,
        ApplicationStatus::DocumentsRequired => TenancyMailKind::DocumentsRequired,
        ApplicationStatus::Submitted
        | ApplicationStatus::BackgroundCheck
        | ApplicationStatus::ReferenceCheck => TenancyMailKind::StatusChanged,
    }
}

/// What every mail about an application says.
async fn about(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: &Application,
) -> Result<TenancyMail, Error> {
    let name = store::keeping::organisation::name(tx, organisation).await?;
    let home = &application.home;
    Ok(TenancyMail {
        property_id: home.property.get(),
        room_id: home.room.as_ref().map(|(id, _)| id.get()),
        application_id: application.id.get(),
        organisation_name: name.unwrap_or_default(),
        property_display_name: home.name.clone(),
        property_address: home.address.clone(),
        applicant_name: application.answers.name.clone(),
        subject_kind: application.status.as_str().to_owned(),
        monthly_rent: Some(home.rent.into()),
        ..TenancyMail::default()
    })
}
