//! The known facts of a property, for the rules.

use lintel_rules::HomeFacts;

use super::{PropertyDetails, PropertyType};

impl PropertyDetails {
    /// Returns whether more than one household shares it: a shared house always, others where somebody says so.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.property_type == PropertyType::Hmo || self.facts.shared == Some(true)
    }

    /// Returns the known facts for the rules.
    #[must_use]
    pub fn home_facts(&self) -> HomeFacts {
        let mortgage = self.mortgage.as_ref();
        HomeFacts {
            nation: self.located().nation,
            dwelling: self.property_type != PropertyType::Commercial,
            gas: self.facts.gas,
            furnishing: self.facts.furnishing,
            shared: self.is_shared(),
            storeys: self.facts.storeys,
            most_residents: self.facts.most_residents,
            licensing_area: self.facts.licensing_area,
            fixed_rate: mortgage.is_some_and(|mortgage| mortgage.fixed_term_end.is_some()),
        }
    }
}
