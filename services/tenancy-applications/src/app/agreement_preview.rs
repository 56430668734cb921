//! An agreement before it is issued: the document that it would be, and the mails that issuing would send. Nothing is stored.

use lintel_core::{ApplicationId, Error, Money, Principal, london_date, together};
use lintel_db::{Scope, Tx};
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};

use super::{
    agreed_terms,
    agreement_document::{self, Issue, Printed},
    agreement_household::{Guarantor, Signatories},
    agreement_issue::home,
    agreement_proposal::with_landlord,
    agreement_reading::ReadAgreement,
    agreements::{Agreements, INVALID},
};
use crate::{
    domain::{
        AgreementDraft, Application, GuaranteeTerms, Lessor, Party,
        agreement_rules::Edition,
        agreement_terms::{Judging, Sketch},
    },
    error::application_not_found,
    store,
};

/// A draft with everything that it is about.
struct Drafted {
    application: Application,
    together: Signatories,
    draft: AgreementDraft,
    lessor: Option<Lessor>,
}

impl Agreements {
    /// Makes the document of a draft as issuing it would, marked as a draft.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_NOT_APPROVED`; `AGREEMENT_INVALID` where the landlord brings the document;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.preview_agreement", skip_all, fields(application.id = %application))]
    pub async fn preview(
        &self,
        caller: &Principal,
        application: ApplicationId,
        draft: AgreementDraft,
    ) -> Result<ReadAgreement, Error> {
        let now = self.now();
        let today = london_date(now);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let drafted = self.drafted(&mut tx, caller, application, draft).await?;
        let together = &drafted.together;
        let (organisation, tenancy) = (together.organisation, &together.tenancy);
        let standing = agreed_terms::standing(&mut tx, organisation, tenancy, today).await?;
        drop(tx);
        let day = drafted.draft.start.unwrap_or(today).max(today);
        let Some(edition) = Edition::of(together.household.nation, day) else {
            let own = "Upload your own agreement as a PDF: the home is not in England.";
            return Err(Error::field(INVALID, "content", own));
        };
        let guarantors = match drafted.draft.guarantor_signs {
            true => Guarantor::names(&together.guarantors),
            false => None,
        };
        let judging = Judging {
            edition: Some(edition),
            today,
            standing: standing.as_ref(),
            has_guarantor: together.has_guarantor,
        };
        let document = agreement_document::document(&Printed {
            issue: Issue::Draft(now),
            edition,
            terms: &Sketch::of(drafted.draft, judging),
            home: &home(&drafted.application),
            tenants: &together.names(),
            guarantor: guarantors.as_deref(),
            deeds: &[],
        });
        Ok(ReadAgreement {
            bytes: self.render(document).await?,
            file_name: format!("agreement-draft-{application}.pdf"),
        })
    }

    /// The mails that issuing a draft sends, each without the secret of its link.
    ///
    /// # Errors
    /// As [`Self::preview`].
    #[tracing::instrument(name = "app.preview_agreement_mails", skip_all, fields(application.id = %application))]
    pub async fn preview_mails(
        &self,
        caller: &Principal,
        application: ApplicationId,
        draft: AgreementDraft,
    ) -> Result<Vec<(TenancyMailKind, TenancyMail)>, Error> {
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let drafted = self.drafted(&mut tx, caller, application, draft).await?;
        drop(tx);
        let together = &drafted.together;
        let about = drafted.about();
        let tenants = together.tenancy.staying().map(|member| {
            let person = &member.person;
            (Party::Tenant, person.name.clone(), person.email.clone())
        });
        let signs = drafted.draft.guarantor_signs;
        let guarantors = together.guarantors.iter().filter(|_| signs);
        let guarantors =
            guarantors.map(|one| (Party::Guarantor, one.name.clone(), one.email.clone()));
        let limit = drafted.guarantee_limit();
        let mails = tenants.chain(guarantors).map(|(party, name, email)| {
            let mail = TenancyMail {
                recipient_name: name,
                recipient_email: email,
                subject_kind: party.as_str().to_owned(),
                guarantee_limit: limit.filter(|_| party == Party::Guarantor).map(Into::into),
                ..about.clone()
            };
            (TenancyMailKind::AgreementToSign, mail)
        });
        Ok(mails.collect())
    }

    async fn drafted(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        application: ApplicationId,
        draft: AgreementDraft,
    ) -> Result<Drafted, Error> {
        let organisation = caller.organisation()?;
        let found = store::application::find(tx, organisation, application).await?;
        let application = found.ok_or_else(application_not_found)?;
        let together = self.signatories(tx, organisation, &application).await?;
        let lessor = store::organisation::find(tx, organisation).await?;
        let landlord = lessor.as_ref().and_then(|lessor| lessor.landlord.as_ref());
        Ok(Drafted {
            draft: with_landlord(draft, landlord),
            application,
            together,
            lessor,
        })
    }
}

impl Drafted {
    /// The highest sum of its guarantors' deeds, where they sign such.
    fn guarantee_limit(&self) -> Option<Money> {
        let tenancy = &self.together.tenancy;
        Edition::of(
            self.together.household.nation,
            self.draft.start.unwrap_or(tenancy.start),
        )?;
        let rent = self.draft.rent.unwrap_or(tenancy.rent);
        let usual = GuaranteeTerms::usual(rent).limit;
        Some(self.draft.guarantee_limit.unwrap_or(usual))
    }

    /// What every mail about it says.
    fn about(&self) -> TenancyMail {
        let tenancy = &self.together.tenancy;
        let lessor = self.lessor.as_ref().map(Lessor::known_as);
        let start = self.draft.start.unwrap_or(tenancy.start);
        TenancyMail {
            property_id: self.application.home.property.get(),
            application_id: self.application.id.get(),
            organisation_name: lessor.unwrap_or_default(),
            property_display_name: self.application.home.name.clone(),
            property_address: home(&self.application),
            applicant_name: together(&self.together.names()),
            monthly_rent: Some(self.draft.rent.unwrap_or(tenancy.rent).into()),
            date: Some(start.into()),
            ..TenancyMail::default()
        }
    }
}
