//! Mails to those who were asked for a reference that nobody needs any more.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId};
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};
use sqlx::PgConnection;

use super::asked::{about, of_application, recipient_name};
use crate::{
    app::mail_requests::{Mails, NEWS},
    domain::{
        applying::Application,
        letting::Tenancy,
        references::{FormLink, Reference},
    },
    store,
};

/// Tells guarantors and employers that they need not answer.
#[derive(Debug, Clone)]
pub struct RefereeMails {
    mails: Mails,
}

impl RefereeMails {
    /// Asks `mails`.
    #[must_use]
    pub const fn new(mails: Mails) -> Self {
        Self { mails }
    }

    /// Tells everybody whose form about an application is still wanted that it is wanted no more. `application` is as it was before.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn close_all(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        for one in of_application(tx, organisation, application.id).await? {
            self.close(tx, organisation, application, &one, now).await?;
        }
        Ok(())
    }

    /// As [`Self::close_all`], for the applications of everybody in a tenancy that begins.
    ///
    /// # Errors
    /// As [`Self::close_all`].
    pub async fn close_of(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        tenancy: &Tenancy,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        for id in tenancy.staying().filter_map(|one| one.application) {
            let found = store::applying::application::find(tx, organisation, id).await?;
            let Some(found) = found else { continue };
            self.close_all(tx, organisation, &found, now).await?;
        }
        Ok(())
    }

    /// As [`Self::close_all`], for one reference.
    ///
    /// # Errors
    /// As [`Self::close_all`].
    pub async fn close(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
        reference: &Reference,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        if reference.form_link(application, true, now) != FormLink::Open {
            return Ok(());
        }
        let landlord = store::keeping::organisation::name(tx, organisation).await?;
        let mail = TenancyMail {
            organisation_name: landlord.unwrap_or_default(),
            recipient_name: recipient_name(application, reference.kind),
            recipient_email: reference.email.clone(),
            monthly_rent: None,
            ..about(application, reference.kind)
        };
        let (kind, expire) = (TenancyMailKind::ReferenceClosed, now + NEWS);
        let mails = &self.mails;
        mails
            .request(tx, organisation, kind, mail, false, expire)
            .await
    }
}
