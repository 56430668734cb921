//! What an agreement may say, proposed from the tenancy and the rules of its nation and day.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{ApplicationId, Error, Money, Principal, london_date};
use lintel_db::Scope;

use super::{agreed_terms, agreements::Agreements};
use crate::{
    app::keeping::owners,
    domain::{
        Nation,
        agreeing::{
            AgreementDraft, AgreementState, GuaranteeTerms, StandingTerms,
            agreement_rules::Edition,
            agreement_terms::{BillDraft, BillKind, BillPayer},
        },
        keeping::Landlord,
        letting::{Tenancy, TenancyState},
        rent::{ProRata, RentPeriod, RentTerms, RentTermsDraft, spelt_out},
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
    /// The deposit that the tenancy has from its application.
    pub agreed_deposit: Option<Money>,
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
        owners::know_landlord(&self.db, &self.asking, caller).await?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::applying::application::find(&mut tx, organisation, application).await?;
        let found = found.ok_or_else(application_not_found)?;
        let together = self.signatories(&mut tx, organisation, &found).await?;
        let last = store::agreeing::agreement::last(&mut tx, organisation, application).await?;
        let tenancy = &together.tenancy;
        let standing = agreed_terms::standing(&mut tx, organisation, tenancy, today).await?;
        let edition = Edition::of(together.household.nation, tenancy.start.max(today));
        let mut missing = Vec::new();
        if tenancy.state == TenancyState::Ended {
            missing.push("The tenancy has ended.".to_owned());
        }
        if let Some(day) = standing.as_ref().and_then(|one| one.next_change) {
            let day = spelt_out(day);
            missing.push(format!(
                "The rent changes on {day}: issue the agreement from that day on."
            ));
        }
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
        let lessor = store::keeping::organisation::find(&mut tx, organisation).await?;
        let landlord = lessor.and_then(|lessor| lessor.landlord);
        let agreed_deposit = tenancy.deposit;
        let terms = proposed(tenancy, standing.as_ref(), today);
        let rent = terms.rent.unwrap_or(tenancy.rent);
        let period = terms.rent_terms.period.unwrap_or(RentPeriod::Monthly);
        let start = terms.start.unwrap_or(today);
        let named = edition.filter(|_| !together.guarantors.is_empty());
        let guarantee = named.map(|_| GuaranteeTerms::usual(rent));
        Ok(ProposedAgreement {
            nation: together.household.nation,
            terms: AgreementDraft {
                guarantor_signs: together.has_guarantor,
                guarantee_limit: guarantee.map(|one| one.limit),
                guaranteed_rent_limit: guarantee.map(|one| one.covered_rent),
                ..with_landlord(terms, landlord.as_ref())
            },
            agreed_deposit,
            deposit_cap: edition
                .and_then(|edition| edition.deposit_cap(period.agreed(rent), start)),
            missing,
            edition,
        })
    }
}

/// A draft that names the landlord of the settings wherever it names none.
pub(super) fn with_landlord(draft: AgreementDraft, landlord: Option<&Landlord>) -> AgreementDraft {
    let Some(landlord) = landlord else {
        return draft;
    };
    let mut draft = draft;
    if draft.landlord_name.trim().is_empty() {
        (draft.landlord_name, draft.landlord) = landlord.named();
    }
    if draft.landlord_address.trim().is_empty() {
        draft.landlord_address.clone_from(&landlord.notice_address);
    }
    draft
}

/// What the tenancy has where it goes on, or else as it is to begin.
fn proposed(
    tenancy: &Tenancy,
    standing: Option<&StandingTerms>,
    today: NaiveDate,
) -> AgreementDraft {
    let start = standing.map_or(tenancy.start.max(today), |one| one.start);
    let charged = standing.and_then(|one| one.rent_terms.as_ref());
    let bills = BillKind::ALL.iter().map(|kind| BillDraft {
        bill: kind.as_str().to_owned(),
        payer: Some(BillPayer::Tenant),
        ..BillDraft::default()
    });
    AgreementDraft {
        start: Some(start),
        rent: Some(standing.map_or(tenancy.rent, |one| one.rent)),
        rent_terms: charged.map_or_else(|| from(start), typed),
        // Nobody is to agree to no deposit by overlooking the field.
        deposit: standing.map(|_| tenancy.deposit.unwrap_or(Money::ZERO)),
        bills: bills.collect(),
        ..AgreementDraft::default()
    }
}

/// Rent by the month, from a first day on.
fn from(start: NaiveDate) -> RentTermsDraft {
    RentTermsDraft {
        period: Some(RentPeriod::Monthly),
        due_day: i32::try_from(start.day()).unwrap_or(1),
        pro_rata: Some(ProRata::DaysOfYear),
        ..RentTermsDraft::default()
    }
}

/// Terms by which rent is charged, as somebody would type them.
fn typed(terms: &RentTerms) -> RentTermsDraft {
    RentTermsDraft {
        period: Some(terms.period),
        due_day: i32::try_from(terms.due_day).unwrap_or_default(),
        first_day: Some(terms.first_day),
        pro_rata: Some(terms.pro_rata),
        ..RentTermsDraft::default()
    }
}
