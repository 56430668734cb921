//! The nation of a home that is kept, and the districts in which people are asked for it.

use crate::{nation::Nation, rules::rules};

impl Nation {
    /// The nation of a home: what was `said`, else what its postcode proposes. Copies and their owners resolve it by this alone.
    #[must_use]
    pub fn of_home(said: Option<Self>, postcode: &str) -> Self {
        said.unwrap_or_else(|| Self::of_postcode(postcode))
    }
}

/// The districts that a border crosses, such as CH4, in the order of their rows.
pub fn split_districts() -> impl Iterator<Item = &'static str> {
    let rows = rules().rows().iter();
    let split = rows.filter(|row| row.confirmed && row.key == "nation.split");
    split.flat_map(|row| row.table::<4>("split").map(|[district, ..]| district))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propose;

    #[test]
    fn what_was_said_of_a_home_wins_over_its_postcode() {
        let said = Some(Nation::Wales);
        assert_eq!(Nation::of_home(said, "CH4 0AA"), Nation::Wales);
        assert_eq!(Nation::of_home(None, "CH4 0AA"), Nation::England);
        assert_eq!(Nation::of_home(None, "TD12 4AA"), Nation::Scotland);
        assert_eq!(Nation::of_home(None, ""), Nation::England);
    }

    #[test]
    fn a_district_is_split_where_two_nations_are_proposed() {
        let districts: Vec<_> = split_districts().collect();
        assert_eq!(districts.len(), 23);
        for district in districts {
            let proposal = propose(&format!("{district} 0AA"));
            assert!(
                proposal.is_some_and(|two| two.other.is_some()),
                "{district}"
            );
        }
    }
}
