//! What an agreement may say, proposed from the tenancy and the rules of its nation and day.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{ApplicationId, Error, Money, Principal, london_date};
use lintel_db::Scope;

use super::agreements::Agreements;
use crate::{
    domain::{
        AgreementDraft, AgreementState, Nation, ProRata, RentPeriod, RentTermsDraft, Tenancy,
        agreement_rules::Edition,
        agreement_terms::{BillDraft, BillKind, BillPayer},
    },
    error::application_not_found,
    store,
};

/// What an agreement may say.
#[derive(Debug, Clone)]
pub struct ProposedAgreement {
    /// Whose law.
    pub nation: Nation,
    /// The terms, as somebody would type them.
    pub terms: AgreementDraft,
    /// The most that the deposit may be at that rent; `None` where no cap is held.
    pub deposit_cap: Option<Money>,
    /// What is missing before one can be issued, as sentences.
    pub missing: Vec<String>,
    /// The rules and texts; `None` where the landlord brings their own document.
    pub edition: Option<&'static Edition>,
}

impl Agreements {
    /// Proposes what an agreement of an approved application may say.
    ///
    /// # Errors
    /// `APPLICATION_NOT_FOUND`; `APPLICATION_NOT_APPROVED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.propose_agreement", skip_all, fields(application.id = %application))]
    pub async fn propose(
        &self,
        caller: &Principal,
        application: ApplicationId,
    ) -> Result<ProposedAgreement, Error> {
        let organisation = caller.organisation()?;
        let today = london_date(self.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        let together = self.signatories(&mut tx, organisation, &found).await?;
        let last = store::agreement::last(&mut tx, organisation, application).await?;
        let tenancy = &together.tenancy;
        let start = tenancy.start.max(today);
        let edition = Edition::of(together.household.nation, start);
        let mut missing = Vec::new();
        if last.is_some_and(|one| one.state == AgreementState::Signed) {
            missing.push("All have signed an agreement already.".to_owned());
        }
        let household = &together.household;
        let without = household.without_right_to_rent(&mut tx, organisation, today);
        for name in without.await? {
            missing.push(format!("Record the right to rent of {name} first."));
        }
        if edition.is_none() {
            missing.push(format!(
                "Upload your own agreement as a PDF: the home is in {}.",
                together.household.nation.as_str()
            ));
        }
        let landlord = store::organisation::name(&mut tx, organisation).await?;
        Ok(ProposedAgreement {
            nation: together.household.nation,
            terms: AgreementDraft {
                landlord_name: landlord.unwrap_or_default(),
                guarantor_signs: together.has_guarantor,
                ..proposed(tenancy, start)
            },
            deposit_cap: edition.map(|edition| edition.deposit_cap.at(tenancy.rent)),
            missing,
            edition,
        })
    }
}

fn proposed(tenancy: &Tenancy, start: NaiveDate) -> AgreementDraft {
    let bills = BillKind::ALL.iter().map(|kind| BillDraft {
        bill: kind.as_str().to_owned(),
        payer: Some(BillPayer::Tenant),
        ..BillDraft::default()
    });
    AgreementDraft {
        start: Some(start),
        rent: Some(tenancy.rent),
        rent_terms: RentTermsDraft {
            period: Some(RentPeriod::Monthly),
            due_day: i32::try_from(start.day()).unwrap_or(1),
            pro_rata: Some(ProRata::DaysOfYear),
            ..RentTermsDraft::default()
        },
        deposit: Some(tenancy.deposit.unwrap_or(Money::ZERO)),
        bills: bills.collect(),
        ..AgreementDraft::default()
    }
}
