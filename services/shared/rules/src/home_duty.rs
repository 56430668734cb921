//! The duties of a home, from its facts (docs/reference/uk-lettings.md 3.4).

use chrono::NaiveDate;
use lintel_core::spelt;

use crate::{nation::Nation, row::Row, rules::Rules};

spelt! {
    /// A duty that a home may have, in the order in which people read them.
    Duty {
        /// The yearly gas safety record.
        GasSafety = "Gas Safety",
        /// The electrical installation condition report.
        Eicr = "EICR",
        /// The energy performance certificate.
        Epc = "EPC",
        /// Smoke and carbon monoxide alarms.
        SmokeCoAlarm = "Smoke & CO Alarm",
        /// The legionella risk assessment.
        Legionella = "Legionella",
        /// The test of portable appliances.
        Pat = "PAT",
        /// The licence of a shared house.
        HmoLicence = "HMO Licence",
        /// The licence of a home in a selective licensing area.
        SelectiveLicence = "Selective Licence",
        /// The fire risk assessment.
        FireRiskAssessment = "Fire Risk Assessment",
        /// The test of fire alarm and emergency lighting.
        FireAlarm = "Fire Alarm & Emergency Lighting",
        /// The landlord's insurance.
        Insurance = "Insurance",
        /// The end of the mortgage's fixed rate.
        FixedRate = "Fixed Rate",
    }
}

spelt! {
    /// The furniture that stays in a home that is let.
    Furnishing {
        /// Furniture and appliances.
        Furnished = "Furnished",
        /// Some of it.
        PartFurnished = "Part Furnished",
        /// Neither.
        Unfurnished = "Unfurnished",
    }
}

spelt! {
    /// The council's licensing, where it covers more homes than the law does everywhere.
    LicensingArea {
        /// It does not.
        None = "None",
        /// Smaller shared houses.
        Additional = "Additional",
        /// Every let home.
        Selective = "Selective",
    }
}

spelt! {
    /// A fact that a duty depends on.
    Fact {
        /// The law of the nation alone.
        Nation = "nation",
        /// The use: people live in it, or it is commercial.
        Dwelling = "dwelling",
        /// The gas supply.
        Gas = "gas",
        /// The furniture that stays in it.
        Furnishing = "furnishing",
        /// The sharing by more than one household.
        Shared = "shared",
        /// Its storeys.
        Storeys = "storeys",
        /// The most people who may live in it.
        MostResidents = "mostResidents",
        /// Its licensing area.
        LicensingArea = "licensingArea",
        /// The mortgage's fixed rate.
        FixedRate = "fixedRate",
        /// The need for an HMO licence.
        HmoLicence = "hmoLicence",
    }
}

/// The known facts of a home.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HomeFacts {
    /// The nation whose law applies.
    pub nation: Nation,
    /// True when people live in it: false for commercial premises.
    pub dwelling: bool,
    /// True when it has gas.
    pub gas: Option<bool>,
    /// The furniture that stays in it.
    pub furnishing: Option<Furnishing>,
    /// True when more than one household shares kitchen or bathroom.
    pub shared: bool,
    /// Its storeys.
    pub storeys: Option<i32>,
    /// The most people who may live in it.
    pub most_residents: Option<i32>,
    /// Its licensing area.
    pub licensing_area: Option<LicensingArea>,
    /// True when its mortgage has a fixed rate.
    pub fixed_rate: bool,
}

/// The need of a home for something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// It does.
    Required,
    /// It does not, because of this fact.
    NotRequired(Fact),
    /// Nobody has said this fact, so it counts as needed.
    NotKnown(Fact),
}

/// A duty of a home on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HomeDuty<'a> {
    /// Which.
    pub duty: Duty,
    /// The home's need for it.
    pub need: Need,
    /// The rule; `None` where none is known.
    pub rule: Option<&'a Row>,
}

impl HomeDuty<'_> {
    /// Returns whether it begins anew with each tenancy.
    #[must_use]
    pub fn is_of_each_tenancy(&self) -> bool {
        self.rule.is_some_and(|row| row.is_set("each_tenancy"))
    }

    /// Returns whether no law sets an end to what meets it.
    #[must_use]
    pub fn has_no_end(&self) -> bool {
        self.rule.is_some_and(|row| row.is_set("no_end"))
    }
}

impl Rules {
    /// Every duty of a home on a day, needed or not, in the order of [`Duty::ALL`].
    #[must_use]
    pub fn home_duties(&self, facts: &HomeFacts, day: NaiveDate) -> Vec<HomeDuty<'_>> {
        let duties = Duty::ALL.iter();
        duties
            .map(|duty| self.home_duty(duty.as_str(), *duty, facts, day))
            .collect()
    }

    /// Returns whether something is asked for that is no duty of a home: boiler service and the like, and what belongs to a tenancy.
    #[must_use]
    pub fn is_asked_for(&self, name: &str, facts: &HomeFacts, day: NaiveDate) -> Option<bool> {
        let row = self.row(&format!("home.{name}"), facts.nation, day)?;
        Some(!matches!(self.need(row, facts, day), Need::NotRequired(_)))
    }

    fn home_duty(&self, name: &str, duty: Duty, facts: &HomeFacts, day: NaiveDate) -> HomeDuty<'_> {
        let rule = self.row(&format!("home.{name}"), facts.nation, day);
        let need = rule.map(|row| self.need(row, facts, day));
        HomeDuty {
            duty,
            need: need.unwrap_or(Need::NotRequired(Fact::Nation)),
            rule,
        }
    }

    fn need(&self, row: &Row, facts: &HomeFacts, day: NaiveDate) -> Need {
        let first = self.all_of(row, "needs", facts, day);
        if row.list("or").is_empty() {
            return first;
        }
        match (first, self.all_of(row, "or", facts, day)) {
            (Need::Required, _) | (_, Need::Required) => Need::Required,
            (unknown @ Need::NotKnown(_), _) | (_, unknown @ Need::NotKnown(_)) => unknown,
            (not, Need::NotRequired(_)) => not,
        }
    }

    /// Combines the conditions: one that is not met decides before one that is not known.
    fn all_of(&self, row: &Row, list: &str, facts: &HomeFacts, day: NaiveDate) -> Need {
        let mut unknown = None;
        for name in row.list(list) {
            match self.condition(row, name, facts, day) {
                Need::Required => {}
                Need::NotKnown(fact) => unknown = unknown.or(Some(fact)),
                not @ Need::NotRequired(_) => return not,
            }
        }
        unknown.map_or(Need::Required, Need::NotKnown)
    }

    fn condition(&self, row: &Row, name: &str, facts: &HomeFacts, day: NaiveDate) -> Need {
        let at_least = |count: Option<i32>, figure: &str| {
            let least = row.number(figure);
            count.and_then(|count| Some(i64::from(count) >= least?))
        };
        let area = |wanted| facts.licensing_area.map(|area| area == wanted);
        let (fact, is_so) = match name {
            "always" => (Fact::Nation, Some(true)),
            "dwelling" => (Fact::Dwelling, Some(facts.dwelling)),
            "gas" => (Fact::Gas, facts.gas),
            "furnished" => {
                let furnished = |what| what != Furnishing::Unfurnished;
                (Fact::Furnishing, facts.furnishing.map(furnished))
            }
            "shared" => (Fact::Shared, Some(facts.shared)),
            "people" => (
                Fact::MostResidents,
                at_least(facts.most_residents, "people"),
            ),
            "storeys" => (Fact::Storeys, at_least(facts.storeys, "storeys")),
            "additional area" => (Fact::LicensingArea, area(LicensingArea::Additional)),
            "selective area" => (Fact::LicensingArea, area(LicensingArea::Selective)),
            "fixed rate" => (Fact::FixedRate, Some(facts.fixed_rate)),
            "no HMO licence" => {
                let licence = Duty::HmoLicence;
                match self.home_duty(licence.as_str(), licence, facts, day).need {
                    Need::Required => (Fact::HmoLicence, Some(false)),
                    Need::NotRequired(_) => (Fact::HmoLicence, Some(true)),
                    Need::NotKnown(fact) => (fact, None),
                }
            }
            // "never", and what this program does not know: nothing is asked for on a word that is not understood.
            _ => (Fact::Nation, Some(false)),
        };
        match is_so {
            Some(true) => Need::Required,
            Some(false) => Need::NotRequired(fact),
            None => Need::NotKnown(fact),
        }
    }
}
