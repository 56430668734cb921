//! The landlord's statements about a home that decide its duties.

use lintel_rules::{Furnishing, LicensingArea};
use serde::{Deserialize, Serialize};

use super::{PropertyType, check::Checks};

/// The facts as they are said; `None` for what nobody has said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatedFacts {
    /// True when it has gas.
    pub gas: Option<bool>,
    /// The furniture that stays in it when it is let.
    pub furnishing: Option<Furnishing>,
    /// True when more than one household shares kitchen or bathroom; never kept of a shared house, which always is.
    pub shared: Option<bool>,
    /// Its storeys.
    pub storeys: Option<i32>,
    /// The most people who may live in it.
    pub most_residents: Option<i32>,
    /// Its licensing area.
    pub licensing_area: Option<LicensingArea>,
}

impl StatedFacts {
    /// Keeps the facts that follow the rules of a property of this kind.
    pub(super) fn judge(self, checks: &mut Checks, property_type: PropertyType) -> Self {
        let mut within = |field: &str, label: &str, said: Option<i32>, most: i32| {
            said.map(|number| checks.number(field, label, number, 1..=most))
        };
        Self {
            shared: self.shared.filter(|_| property_type != PropertyType::Hmo),
            storeys: within("storeys", "Storeys", self.storeys, 99),
            most_residents: within(
                "most_residents",
                "The number of people",
                self.most_residents,
                999,
            ),
            ..self
        }
    }
}
