//! References that were asked for, and what every mail about one says.

use lintel_core::{ApplicationId, Error, OrganisationId};
use lintel_proto::tenancy::v1::TenancyMail;
use sqlx::PgConnection;

use crate::{
    domain::{
        applying::Application,
        references::{Reference, ReferenceKind},
    },
    store,
};

/// The references of one application, sealed.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn of_application(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
) -> Result<Vec<Reference>, Error> {
    of_applications(tx, organisation, &[application]).await
}

/// The references of some applications, sealed.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn of_applications(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    applications: &[ApplicationId],
) -> Result<Vec<Reference>, Error> {
    let ids: Vec<i64> = applications.iter().map(|id| id.get()).collect();
    Ok(store::references::reference::of_applications(tx, organisation, &ids).await?)
}

/// The name of whoever is asked, where it is known: an employer is known by the company's alone.
pub(super) fn recipient_name(application: &Application, kind: ReferenceKind) -> String {
    let name = match kind {
        ReferenceKind::Guarantor => application.answers.guarantor_name.clone(),
        ReferenceKind::Employer => None,
    };
    name.unwrap_or_default()
}

pub(super) fn about(application: &Application, kind: ReferenceKind) -> TenancyMail {
    let home = &application.home;
    TenancyMail {
        property_id: home.property.get(),
        application_id: application.id.get(),
        property_address: home.address.clone(),
        applicant_name: application.answers.name.clone(),
        subject_kind: kind.as_str().to_owned(),
        monthly_rent: Some(home.rent.into()),
        ..TenancyMail::default()
    }
}
