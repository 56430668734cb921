//! What an agreement says, as the landlord fills it in.

use chrono::{Days, NaiveDate};
use lintel_core::{Error, Money, Violations};

use self::{amount::amount, bill::LONGEST_NOTE};
use super::{GuaranteeTerms, StandingTerms, agreement_rules::Edition};
use crate::domain::{
    Nation, check,
    letting::Tenancy,
    rent::rent_terms::{RentPeriod, RentTerms, RentTermsDraft},
};

mod amount;
mod bill;
mod clause;
mod landlord;
#[cfg(test)]
mod tests;

pub use bill::{Bill, BillDraft, BillKind, BillPayer};
pub use landlord::LandlordStyle;

/// The reason of every refusal here.
const INVALID: &str = "AGREEMENT_INVALID";

/// A tenancy begins within this many days.
const LATEST_START: u64 = 366;

/// What an agreement says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgreementTerms {
    /// The landlord's name.
    pub landlord_name: String,
    /// How else the landlord is named.
    pub landlord: LandlordStyle,
    /// Where the landlord takes notices.
    pub landlord_address: String,
    /// The first day.
    pub start: NaiveDate,
    /// The rent of the whole tenancy per month.
    pub rent: Money,
    /// How it is due.
    pub rent_terms: RentTerms,
    /// The deposit; nothing for none.
    pub deposit: Money,
    /// The six bills, in the order of [`BillKind::ALL`].
    pub bills: Vec<Bill>,
    /// Pets that were agreed to.
    pub agreed_pets: Option<String>,
    /// Adaptations that were agreed to.
    pub adaptations: Option<String>,
    /// Clauses of the landlord's own.
    pub clauses: Vec<String>,
    /// Whether the guarantor signs.
    pub guarantor_signs: bool,
    /// How much is guaranteed, where the guarantor signs a deed.
    pub guarantee: Option<GuaranteeTerms>,
    /// The account to pay to.
    pub payment_details: Option<String>,
}

/// Terms as somebody typed them.
#[derive(Debug, Clone, Default)]
pub struct AgreementDraft {
    /// The fields that could not be read, under their names within the terms (`deposit`).
    pub unreadable: Violations,
    /// The landlord's name.
    pub landlord_name: String,
    /// How else the landlord is named.
    pub landlord: LandlordStyle,
    /// The landlord's address.
    pub landlord_address: String,
    /// The first day.
    pub start: Option<NaiveDate>,
    /// The rent per month.
    pub rent: Option<Money>,
    /// How often rent is due, and when; its first day is the tenancy's.
    pub rent_terms: RentTermsDraft,
    /// The deposit.
    pub deposit: Option<Money>,
    /// The bills.
    pub bills: Vec<BillDraft>,
    /// Pets.
    pub agreed_pets: String,
    /// Adaptations.
    pub adaptations: String,
    /// Clauses.
    pub clauses: Vec<String>,
    /// Whether the guarantor signs.
    pub guarantor_signs: bool,
    /// The most that is guaranteed in all.
    pub guarantee_limit: Option<Money>,
    /// The rent per month that is guaranteed after rises.
    pub guaranteed_rent_limit: Option<Money>,
    /// Where to pay.
    pub payment_details: String,
}

/// What terms are judged by.
#[derive(Debug, Clone, Copy)]
pub struct Judging<'a> {
    /// The rules; `None` where the landlord brings their own document.
    pub edition: Option<&'static Edition>,
    /// Today.
    pub today: NaiveDate,
    /// What the tenancy has already; `None` where it has neither begun nor is charged.
    pub standing: Option<&'a StandingTerms>,
    /// Whether a guarantor's reference was given: then the guarantor has to sign.
    pub has_guarantor: bool,
}

/// Terms as far as they hold: what is missing or breaks a rule is absent.
#[derive(Debug, Clone)]
pub struct Sketch {
    /// Every offending field.
    pub found: Violations,
    /// The landlord's name.
    pub landlord_name: Option<String>,
    /// How else the landlord is named.
    pub landlord: LandlordStyle,
    /// The landlord's address.
    pub landlord_address: Option<String>,
    /// The first day.
    pub start: Option<NaiveDate>,
    /// The rent per month.
    pub rent: Option<Money>,
    /// How it is due.
    pub rent_terms: Option<RentTerms>,
    /// The deposit.
    pub deposit: Option<Money>,
    /// The bills, as far as it is said who pays them.
    pub bills: Vec<Bill>,
    /// Pets that were agreed to.
    pub agreed_pets: Option<String>,
    /// Adaptations that were agreed to.
    pub adaptations: Option<String>,
    /// Clauses of the landlord's own.
    pub clauses: Vec<String>,
    /// Whether the guarantor signs.
    pub guarantor_signs: bool,
    /// How much is guaranteed, where the guarantor signs a deed.
    pub guarantee: Option<GuaranteeTerms>,
    /// The account to pay to.
    pub payment_details: Option<String>,
}

impl AgreementTerms {
    /// Judges what somebody typed. Fields are named as within `terms` (`terms.deposit`, `terms.clauses[2]`).
    ///
    /// # Errors
    /// `AGREEMENT_INVALID` with every offending field.
    pub fn try_new(draft: AgreementDraft, by: Judging<'_>) -> Result<Self, Error> {
        let sketch = Sketch::of(draft, by);
        sketch.found.clone().into_result(INVALID)?;
        let whole = sketch.whole();
        whole.ok_or_else(|| Error::internal("a field was neither taken nor refused"))
    }

    /// The landlords' names.
    #[must_use]
    pub fn landlord_names(&self) -> Vec<&str> {
        self.landlord.names(&self.landlord_name)
    }

    /// Lets a tenancy that has not begun be as it was agreed.
    pub fn apply(&self, tenancy: &mut Tenancy) {
        tenancy.start = self.start;
        tenancy.rent = self.rent;
        tenancy.deposit = Some(self.deposit).filter(|deposit| deposit.minor() > 0);
        tenancy.share_out(self.start);
    }

    /// Returns the names of what these terms say otherwise than a tenancy that stands.
    #[must_use]
    pub fn differing_from(&self, standing: &StandingTerms) -> Vec<&'static str> {
        let alike = [
            ("first day", self.start == standing.start),
            ("rent", self.rent == standing.rent),
            ("deposit", self.deposit == standing.deposit),
        ];
        let mut others: Vec<_> = alike
            .into_iter()
            .filter_map(|(name, same)| (!same).then_some(name))
            .collect();
        if let Some(charged) = &standing.rent_terms {
            others.extend(charged.differing(&self.rent_terms));
        }
        others
    }
}

impl Sketch {
    /// Judges what somebody typed, as [`AgreementTerms::try_new`].
    #[must_use]
    pub fn of(draft: AgreementDraft, by: Judging<'_>) -> Self {
        let mut found = Violations::default();
        for unread in &draft.unreadable {
            check::refuse(
                &mut found,
                &format!("terms.{}", unread.field),
                unread.message.clone(),
            );
        }
        let landlord_name = check::text(
            &mut found,
            "terms.landlord_name",
            &draft.landlord_name,
            2..=200,
            "Enter the landlord's name, 2 to 200 characters.",
        );
        let style = draft.landlord.judged(&mut found, &draft.landlord_name);
        let landlord_address = address(&mut found, &draft.landlord_address, by.edition);
        let start = start(&mut found, draft.start, by);
        let rent = amount(
            &mut found,
            "terms.monthly_rent",
            draft.rent,
            "Enter the rent per month.",
        );
        if rent.is_some_and(|rent| rent.minor() == 0) {
            check::refuse(&mut found, "terms.monthly_rent", "Enter a rent above £0.");
        }
        // Rent that is charged already is so from its own first day on.
        let charged = by.standing.and_then(|one| one.rent_terms.as_ref());
        let first_day = charged.map(|terms| terms.first_day).or(start);
        let rent_terms = rent_terms(&mut found, &draft.rent_terms, first_day);
        let deposit = amount(
            &mut found,
            "terms.deposit",
            draft.deposit,
            "Enter the deposit, or tick that none is taken.",
        );
        let rent = rent.filter(|rent| rent.minor() > 0);
        if let (Some(edition), Some(rent), Some(deposit)) = (by.edition, rent, deposit) {
            let period = draft.rent_terms.period.unwrap_or(RentPeriod::Monthly);
            let day = start.unwrap_or(edition.first_day);
            let cap = edition.deposit_cap(period.agreed(rent), day);
            if let Some(cap) = cap.filter(|cap| deposit.minor() > cap.minor()) {
                let most = format!(
                    "At this rent the deposit may be £{} at most.",
                    cap.to_decimal()
                );
                check::refuse(&mut found, "terms.deposit", most);
            }
        }
        let bills = bill::bills(&mut found, draft.bills, by.edition.is_some());
        let agreed_pets = check::note(
            &mut found,
            "terms.agreed_pets",
            &draft.agreed_pets,
            LONGEST_NOTE,
        );
        let adaptations = check::note(
            &mut found,
            "terms.adaptations",
            &draft.adaptations,
            LONGEST_NOTE,
        );
        let payment_details = check::note(
            &mut found,
            "terms.payment_details",
            &draft.payment_details,
            LONGEST_NOTE,
        );
        let clauses = clause::clauses(&mut found, &draft.clauses, by.edition);
        if by.has_guarantor && !draft.guarantor_signs {
            let both = "A guarantor's reference was given, so the guarantor signs as well.";
            check::refuse(&mut found, "terms.guarantor_signs", both);
        }
        let has_deed = by.edition.is_some() && draft.guarantor_signs;
        let guarantee = rent.filter(|_| has_deed).map(|rent| {
            let (limit, covered) = (draft.guarantee_limit, draft.guaranteed_rent_limit);
            GuaranteeTerms::judged(&mut found, limit, covered, rent)
        });
        Self {
            found,
            landlord_name,
            landlord: style,
            landlord_address,
            start,
            rent,
            rent_terms,
            deposit,
            bills,
            agreed_pets,
            adaptations,
            clauses,
            guarantor_signs: draft.guarantor_signs,
            guarantee,
            payment_details,
        }
    }

    /// Terms that hold.
    #[must_use]
    pub fn of_whole(terms: &AgreementTerms) -> Self {
        Self {
            found: Violations::default(),
            landlord_name: Some(terms.landlord_name.clone()),
            landlord: terms.landlord.clone(),
            landlord_address: Some(terms.landlord_address.clone()),
            start: Some(terms.start),
            rent: Some(terms.rent),
            rent_terms: Some(terms.rent_terms.clone()),
            deposit: Some(terms.deposit),
            bills: terms.bills.clone(),
            agreed_pets: terms.agreed_pets.clone(),
            adaptations: terms.adaptations.clone(),
            clauses: terms.clauses.clone(),
            guarantor_signs: terms.guarantor_signs,
            guarantee: terms.guarantee,
            payment_details: terms.payment_details.clone(),
        }
    }

    /// The terms, where nothing is missing.
    #[must_use]
    pub fn whole(self) -> Option<AgreementTerms> {
        Some(AgreementTerms {
            landlord_name: self.landlord_name?,
            landlord: self.landlord,
            landlord_address: self.landlord_address?,
            start: self.start?,
            rent: self.rent?,
            rent_terms: self.rent_terms?,
            deposit: self.deposit?,
            bills: self.bills,
            agreed_pets: self.agreed_pets,
            adaptations: self.adaptations,
            clauses: self.clauses,
            guarantor_signs: self.guarantor_signs,
            guarantee: self.guarantee,
            payment_details: self.payment_details,
        })
    }
}

/// The address for notices; where the law wants one in England or Wales, no other.
fn address(
    found: &mut Violations,
    given: &str,
    edition: Option<&'static Edition>,
) -> Option<String> {
    const FIELD: &str = "terms.landlord_address";
    let message = match edition {
        Some(_) => {
            "Enter the landlord's address for notices in England or Wales, 10 to 300 characters."
        }
        None => "Enter the landlord's address for notices, 10 to 300 characters.",
    };
    let address = check::prose(found, FIELD, given, 10..=300, message)?;
    let elsewhere = matches!(
        Nation::of_postcode(last_postcode(&address)),
        Nation::Scotland | Nation::NorthernIreland
    );
    if edition.is_some() && elsewhere {
        let there =
            "The law asks for an address in England or Wales: enter one where notices reach you.";
        check::refuse(found, FIELD, there);
    }
    Some(address)
}

/// The postcode that an address ends with; empty where it ends with none.
fn last_postcode(address: &str) -> &str {
    let address = address.trim_end();
    let Some((before, inward)) = address.rsplit_once(char::is_whitespace) else {
        return "";
    };
    let outward = before.trim_end().rsplit(|one: char| !one.is_alphanumeric());
    let outward = outward.map(str::len).next().unwrap_or_default();
    let is_inward = inward.len() == 3 && inward.starts_with(|one: char| one.is_ascii_digit());
    if !is_inward || !(2..=4).contains(&outward) {
        return "";
    }
    &address[before.trim_end().len() - outward..]
}

fn start(found: &mut Violations, start: Option<NaiveDate>, by: Judging<'_>) -> Option<NaiveDate> {
    const FIELD: &str = "terms.start_date";
    let Some(start) = start else {
        check::refuse(found, FIELD, "Enter the first day of the tenancy.");
        return None;
    };
    if by.standing.is_some_and(|one| one.start == start) {
        return Some(start);
    }
    if start < by.today {
        let later =
            "Choose today or a later day: the terms must be given before the tenancy begins.";
        check::refuse(found, FIELD, later);
    } else if start > by.today + Days::new(LATEST_START) {
        check::refuse(found, FIELD, "Choose a day within a year.");
    }
    Some(start)
}

fn rent_terms(
    found: &mut Violations,
    draft: &RentTermsDraft,
    first_day: Option<NaiveDate>,
) -> Option<RentTerms> {
    if draft.period.is_none() {
        let choose = "Choose weekly, four-weekly or monthly.";
        check::refuse(found, "terms.rent_terms.period", choose);
    }
    let due_day = u32::try_from(draft.due_day).ok();
    match draft.period {
        Some(RentPeriod::Monthly) if !due_day.is_some_and(|day| (1..=31).contains(&day)) => {
            let day = "Enter the day of the month, 1 to 31.";
            check::refuse(found, "terms.rent_terms.due_day", day);
        }
        Some(RentPeriod::Weekly | RentPeriod::FourWeekly) if draft.due_day != 0 => {
            let none = "Only monthly rent has a day of the month.";
            check::refuse(found, "terms.rent_terms.due_day", none);
        }
        _ => {}
    }
    if draft.pro_rata.is_none() {
        let choose = "Choose how a part of a period is charged.";
        check::refuse(found, "terms.rent_terms.pro_rata", choose);
    }
    Some(RentTerms {
        period: draft.period?,
        due_day: due_day?,
        first_day: first_day?,
        pro_rata: draft.pro_rata?,
    })
}
