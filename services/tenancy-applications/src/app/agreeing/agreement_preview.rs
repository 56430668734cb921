//! An agreement before it is issued: the document that it would be, and the mails that issuing would send. Nothing is stored.

use lintel_core::{ApplicationId, Error, Money, Principal, london_date, together};
use lintel_db::{Scope, Tx};
use lintel_pdf::Document;
use lintel_proto::tenancy::v1::{TenancyMail, TenancyMailKind};

use super::{
    agreed_terms,
    agreement_document::{self, Issue, Printed},
    agreement_household::{Guarantor, Signatories},
    agreement_issue::home,
    agreement_proposal::with_landlord,
    agreement_view::ReadAgreement,
    agreements::{Agreements, INVALID},
    guarantee_document::{self, DeedIssue, PrintedDeed},
};
use crate::{
    domain::{
        agreeing::{
            AgreementDraft, GuaranteeTerms, Party,
            agreement_rules::Edition,
            agreement_terms::{Judging, Sketch},
        },
        applying::Application,
        keeping::Lessor,
        rent::RentPeriod,
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
    /// Makes the document of a draft as issuing it would, marked as a draft: the agreement, or with `deed` what its guarantors sign.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_NOT_APPROVED`; `AGREEMENT_INVALID` where the landlord brings the document, and where a deed
    /// is wanted that nobody signs; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.preview_agreement", skip_all, fields(application.id = %application))]
    pub async fn preview(
        &self,
        caller: &Principal,
        application: ApplicationId,
        draft: AgreementDraft,
        deed: bool,
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
        let signs = drafted.draft.guarantor_signs;
        let signing = together.guarantors.iter().filter(|_| signs);
        let signing: Vec<_> = signing.cloned().collect();
        let judging = Judging {
            edition: Some(edition),
            today,
            standing: standing.as_ref(),
            has_guarantor: together.has_guarantor,
        };
        let (home, names) = (home(&drafted.application), together.names());
        let terms = Sketch::of(drafted.draft, judging);
        let document = match deed {
            false => agreement_document::document(&Printed {
                issue: Issue::Draft(now),
                edition,
                terms: &terms,
                home: &home,
                tenants: &names,
                guarantor: Guarantor::names(&signing).as_deref(),
                deeds: &[],
            }),
            true => {
                let issue = DeedIssue::Draft(now, edition.first_day);
                deeds(issue, &terms, &home, &signing)?
            }
        };
        let what = if deed { "deed" } else { "agreement" };
        Ok(ReadAgreement {
            bytes: self.render(document).await?,
            file_name: format!("{what}-draft-{application}.pdf"),
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
        let found = store::applying::application::find(tx, organisation, application).await?;
        let application = found.ok_or_else(application_not_found)?;
        let together = self.signatories(tx, organisation, &application).await?;
        let lessor = store::keeping::organisation::find(tx, organisation).await?;
        let landlord = lessor.as_ref().and_then(|lessor| lessor.landlord.as_ref());
        Ok(Drafted {
            draft: with_landlord(draft, landlord),
            application,
            together,
            lessor,
        })
    }
}

/// The deeds of a draft, one behind the other.
fn deeds(
    issue: DeedIssue<'_>,
    terms: &Sketch,
    home: &str,
    guarantors: &[Guarantor],
) -> Result<Document, Error> {
    let landlord = terms.landlord_name.as_deref();
    let landlord = landlord.map(|name| terms.landlord.in_full(name));
    let period = terms
        .rent_terms
        .as_ref()
        .map_or(RentPeriod::Monthly, |due| due.period);
    let printed: Vec<_> = guarantors
        .iter()
        .map(|one| PrintedDeed {
            issue,
            guarantor: &one.name,
            reached_at: one.address.as_deref().unwrap_or(&one.email),
            tenants: &one.tenants,
            landlord: landlord.as_deref(),
            landlord_address: terms.landlord_address.as_deref(),
            home,
            start: terms.start,
            rent: terms.rent.map(|rent| (period, rent)),
            terms: terms.guarantee,
        })
        .collect();
    guarantee_document::together_in_one(&printed).ok_or_else(|| {
        let none = "No guarantor signs a deed with this agreement.";
        Error::field(INVALID, "terms.guarantor_signs", none)
    })
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
