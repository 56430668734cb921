//! Who has to sign the agreement of an application: everybody who rents together, and their guarantors.

use lintel_core::{ApplicationId, Error, OrganisationId};
use sqlx::PgConnection;

use super::agreements::{Agreements, approved};
use crate::{
    app::{applying::household::Household, references::asked},
    domain::{
        applying::Application,
        letting::Tenancy,
        references::{Answer, ReferenceKind, ReferenceState},
    },
    error::application_not_approved,
    store,
};

/// A guarantor who can sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::app) struct Guarantor {
    /// The name.
    pub name: String,
    /// Where the link goes.
    pub email: String,
    /// The address that their reference says.
    pub address: Option<String>,
    /// The tenants for whom they sign.
    pub tenants: Vec<String>,
}

impl Guarantor {
    /// Their names as the document has them; `None` for nobody.
    pub fn names(guarantors: &[Self]) -> Option<String> {
        let names: Vec<_> = guarantors.iter().map(|one| one.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    }
}

/// Who signs for an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Signatories {
    /// The organisation that lets.
    pub organisation: OrganisationId,
    /// Those who rent together.
    pub household: Household,
    /// Their tenancy.
    pub tenancy: Tenancy,
    /// Whether a guarantor's reference was given.
    pub has_guarantor: bool,
    /// Those who gave one, else those who are named in applications.
    pub guarantors: Vec<Guarantor>,
}

impl Signatories {
    /// The tenants' names.
    pub fn names(&self) -> Vec<String> {
        let staying = self.tenancy.staying();
        staying.map(|one| one.person.name.clone()).collect()
    }
}

impl Agreements {
    /// Who signs for an approved application.
    ///
    /// # Errors
    /// `APPLICATION_NOT_APPROVED`; [`Error::Unavailable`] while the database is away.
    pub(super) async fn signatories(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        application: &Application,
    ) -> Result<Signatories, Error> {
        approved(application)?;
        let household = Household::of(tx, organisation, application).await?;
        let tenancy = match household.tenancy {
            Some(id) => store::letting::tenancy::find(tx, organisation, id).await?,
            None => None,
        };
        let tenancy = tenancy.ok_or_else(application_not_approved)?;
        let ids: Vec<_> = household.people.iter().map(|(id, _)| *id).collect();
        let asked = asked::of_applications(tx, organisation, &ids).await?;
        let mut given = Vec::new();
        for one in &asked {
            let is_given = one.state() == ReferenceState::Given;
            if one.kind != ReferenceKind::Guarantor || !is_given {
                continue;
            }
            let Some(sealed) = &one.sealed_answer else {
                continue;
            };
            let answer = self.references.answer_of(tx, organisation, one.id, sealed);
            if let Some(Answer::Guarantor(form)) = answer.await? {
                let guarantor = Guarantor {
                    name: form.name,
                    email: one.email.clone(),
                    address: Some(form.address),
                    tenants: of_application(&tenancy, one.application),
                };
                add(&mut given, guarantor);
            }
        }
        let has_guarantor = !given.is_empty();
        if !has_guarantor {
            let ids: Vec<_> = ids.iter().map(|id| id.get()).collect();
            for one in store::applying::application::of_ids(tx, organisation, &ids).await? {
                let (name, email) = (one.answers.guarantor_name, one.answers.guarantor_email);
                let name = name.filter(|_| !email.is_empty());
                if let Some(name) = name {
                    let guarantor = Guarantor {
                        name,
                        email,
                        address: None,
                        tenants: of_application(&tenancy, one.id),
                    };
                    add(&mut given, guarantor);
                }
            }
        }
        Ok(Signatories {
            organisation,
            household,
            tenancy,
            has_guarantor,
            guarantors: given,
        })
    }
}

/// Adds somebody who is not there yet; who is named by several tenants signs for all of them.
fn add(guarantors: &mut Vec<Guarantor>, one: Guarantor) {
    let mut there = guarantors.iter_mut();
    match there.find(|there| there.email.eq_ignore_ascii_case(&one.email)) {
        Some(there) => there.tenants.extend(one.tenants),
        None => guarantors.push(one),
    }
}

/// The tenants of an application; all who rent together where it names none of them any more.
fn of_application(tenancy: &Tenancy, application: ApplicationId) -> Vec<String> {
    let own = tenancy.staying();
    let own = own.filter(|member| member.application == Some(application));
    let own: Vec<_> = own.map(|member| member.person.name.clone()).collect();
    if own.is_empty() {
        return tenancy
            .staying()
            .map(|one| one.person.name.clone())
            .collect();
    }
    own
}
