//! The state of a home's duties on a day.

mod list;

use std::{collections::HashMap, ops::RangeInclusive};

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{CertificateId, Error, PropertyId, UserId, spelt};
use lintel_rules::{Duty, Fact, HomeDuty, HomeFacts, Need};

pub use list::{DutyCounts, DutyOrder, DutyPlace, JudgedHome};

use super::{CertificateType, PropertyType, check::Checks};

/// The days before a last day in which a duty is shown as due.
const DUE: RangeInclusive<i64> = 0..=30;

spelt! {
    /// The state of a home's duty.
    DutyState {
        /// It is needed, or nobody has said whether it is, and nothing meets it.
        Missing = "Missing",
        /// Its last day has passed.
        Expired = "Expired",
        /// Its last day is today or in the next 30 days.
        Due = "Due",
        /// It is met.
        Valid = "Valid",
        /// The home does not need it.
        NotRequired = "NotRequired",
    }
}

impl DutyState {
    /// Returns whether somebody has something to do.
    #[must_use]
    pub const fn is_to_do(self) -> bool {
        matches!(self, Self::Missing | Self::Expired | Self::Due)
    }
}

/// The landlord's word that a home does not need something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exemption {
    /// Why.
    pub reason: String,
    /// The member who said it.
    pub by: UserId,
    /// When.
    pub at: DateTime<Utc>,
}

/// The reason of an exemption, as it may be kept.
///
/// # Errors
/// [`Error::Invalid`] with `DUTY_EXEMPTION_INVALID`.
pub fn exemption_reason(typed: &str) -> Result<String, Error> {
    let mut checks = Checks::default();
    let reason = checks.required_text("reason", "A reason", typed, 200);
    checks.refuse_with("DUTY_EXEMPTION_INVALID")?;
    Ok(reason)
}

/// A certificate that no other one has renewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Its id.
    pub id: CertificateId,
    /// Its type.
    pub kind: CertificateType,
    /// When it was issued, where that is known.
    pub issued: Option<NaiveDate>,
    /// Its last day.
    pub expires: NaiveDate,
}

/// A home as its duties are judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    /// Its id.
    pub id: PropertyId,
    /// The landlord's name for it.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// The postcode.
    pub postcode: String,
    /// The kind.
    pub property_type: PropertyType,
    /// The known facts of it.
    pub facts: HomeFacts,
    /// True when it has a mortgage.
    pub has_mortgage: bool,
    /// When its insurance is to be renewed.
    pub insurance_renewal: Option<NaiveDate>,
    /// When its fixed rate ends.
    pub fixed_rate_end: Option<NaiveDate>,
    /// The first day of the tenancy in force; of several the last.
    pub let_since: Option<NaiveDate>,
    /// Its current certificates.
    pub certificates: Vec<Held>,
    /// The duties from which the landlord exempts it.
    pub exemptions: HashMap<Duty, Exemption>,
}

/// One duty of one home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The duty with its rule.
    pub duty: HomeDuty<'static>,
    /// Its state.
    pub state: DutyState,
    /// Why, as a sentence without a full stop.
    pub reason: &'static str,
    /// The words that stand in its place where it is not needed.
    pub short_reason: Option<String>,
    /// The last day of what meets it.
    pub valid_until: Option<NaiveDate>,
    /// When it was tested, of what has no last day.
    pub tested: Option<NaiveDate>,
    /// Whole days until the last day.
    pub days: Option<i64>,
    /// The certificate.
    pub certificate: Option<CertificateId>,
    /// The first day of the tenancy with which it begins anew.
    pub tenancy_start: Option<NaiveDate>,
    /// The landlord's word.
    pub exemption: Option<Exemption>,
}

impl Standing {
    /// The fact that nobody has said and that it depends on.
    #[must_use]
    pub const fn unknown(&self) -> Option<Fact> {
        match self.duty.need {
            Need::NotKnown(fact) if self.exemption.is_none() => Some(fact),
            _ => None,
        }
    }
}

/// The proof that a duty is or was met.
#[derive(Debug, Default)]
struct Fulfilment {
    until: Option<NaiveDate>,
    issued: Option<NaiveDate>,
    certificate: Option<CertificateId>,
    is_there: bool,
}

impl Home {
    /// The duties that its facts lead to, as they stand on `today`.
    #[must_use]
    pub fn standings(&self, duties: &[HomeDuty<'static>], today: NaiveDate) -> Vec<Standing> {
        let duties = duties.iter();
        duties.map(|duty| self.standing(*duty, today)).collect()
    }

    fn standing(&self, duty: HomeDuty<'static>, today: NaiveDate) -> Standing {
        let found = self.found(&duty);
        let mut standing = Standing {
            duty,
            state: DutyState::NotRequired,
            reason: "",
            short_reason: None,
            valid_until: found.until.filter(|_| !duty.has_no_end()),
            tested: found.issued.filter(|_| duty.has_no_end()),
            days: None,
            certificate: found.certificate,
            tenancy_start: self.let_since.filter(|_| duty.is_of_each_tenancy()),
            exemption: self.exemptions.get(&duty.duty).cloned(),
        };
        standing.days = standing.valid_until.map(|day| (day - today).num_days());
        if let Some(said) = &standing.exemption {
            standing.reason = "You said that it is not needed";
            standing.short_reason = Some(said.reason.clone());
            return standing;
        }
        if let Need::NotRequired(fact) = duty.need {
            let (short, reason) = self.not_required(fact);
            standing.short_reason = Some(short.to_owned());
            standing.reason = reason;
            return standing;
        }
        (standing.state, standing.reason) = state(&standing, &found);
        standing
    }

    /// The one that lasts longest; of what has no end the latest test.
    fn found(&self, duty: &HomeDuty<'_>) -> Fulfilment {
        let dated = |day: Option<NaiveDate>| Fulfilment {
            until: day,
            is_there: day.is_some(),
            ..Fulfilment::default()
        };
        match duty.duty {
            Duty::Insurance => return dated(self.insurance_renewal),
            Duty::FixedRate => return dated(self.fixed_rate_end),
            _ => {}
        }
        let kind = CertificateType::parse(duty.duty.as_str());
        let of_kind = self
            .certificates
            .iter()
            .filter(|held| Some(held.kind) == kind);
        let best = if duty.has_no_end() {
            of_kind.max_by_key(|held| (held.issued, held.expires))
        } else {
            of_kind.max_by_key(|held| held.expires)
        };
        best.map_or_else(Fulfilment::default, |held| Fulfilment {
            until: Some(held.expires),
            issued: held.issued,
            certificate: Some(held.id),
            is_there: true,
        })
    }

    const fn not_required(&self, fact: Fact) -> (&'static str, &'static str) {
        match fact {
            Fact::Gas => ("No gas", "It has no gas"),
            Fact::Furnishing => ("Unfurnished", "No appliances are left in it"),
            Fact::FixedRate if self.has_mortgage => {
                ("No fixed rate", "Its mortgage has no fixed rate")
            }
            Fact::FixedRate => ("No mortgage", "It has no mortgage"),
            Fact::Shared => ("Not needed", "It is not shared by several households"),
            Fact::MostResidents => ("Not needed", "Fewer people live in it than the rule says"),
            Fact::Storeys => ("Not needed", "It has fewer storeys than the rule says"),
            Fact::LicensingArea => (
                "Not needed",
                "The council does not license such homes there",
            ),
            Fact::Dwelling => ("Not needed", "Nobody lives in commercial premises"),
            Fact::HmoLicence => ("Not needed", "It needs an HMO licence in its place"),
            Fact::Nation => ("Not needed", "No law there asks for it"),
        }
    }
}

fn state(standing: &Standing, found: &Fulfilment) -> (DutyState, &'static str) {
    if !found.is_there {
        let reason = match standing.duty.need {
            Need::NotKnown(_) => "Nobody has said whether it is needed, so it counts as needed",
            _ if standing.duty.duty == Duty::Insurance => "No renewal date is recorded",
            _ => "Needed and never recorded",
        };
        return (DutyState::Missing, reason);
    }
    if standing.duty.has_no_end() {
        return match (standing.tenancy_start, standing.tested) {
            (Some(_), None) => (
                DutyState::Missing,
                "It is recorded without the day of the test",
            ),
            (Some(start), Some(tested)) if tested < start => (
                DutyState::Missing,
                "The last test is from before the tenancy in force",
            ),
            _ => (DutyState::Valid, "Recorded; the law sets no end"),
        };
    }
    match standing.days {
        Some(days) if days < 0 => (DutyState::Expired, "Its last day has passed"),
        Some(days) if DUE.contains(&days) => (DutyState::Due, "Its last day is near"),
        _ => (DutyState::Valid, "In date"),
    }
}

#[cfg(test)]
mod tests;
