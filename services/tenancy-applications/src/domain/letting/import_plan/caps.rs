//! Deposits of a file that are above their nation's cap: one that was taken is added all the same, and said.

use std::collections::HashMap;

use chrono::NaiveDate;
use lintel_rules::{Rent, rules};

use super::{Fault, Home, Plan, TenancyState};

impl Plan {
    /// The warnings about the deposits of tenancies that are not over, by their first lines.
    #[must_use]
    pub fn above_caps(&self, homes: &[Home], today: NaiveDate) -> Vec<Fault> {
        let nations: HashMap<_, _> = homes
            .iter()
            .map(|home| (home.property, home.nation))
            .collect();
        let standing = self
            .tenancies
            .iter()
            .filter(|planned| planned.state_on(today) != TenancyState::Ended);
        let said = standing.filter_map(|planned| {
            let nation = *nations.get(&planned.new.property)?;
            let (rent, deposit) = (Rent::monthly(planned.new.rent), planned.new.deposit?);
            let message = rules().deposit_warning(nation, rent, deposit, today)?;
            Some(Fault {
                line: planned.line,
                field: "deposit".to_owned(),
                message,
            })
        });
        said.collect()
    }
}
