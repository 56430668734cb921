//! Conversions from domain to contract that calls and events share.

use lintel_proto::{Word as _, common, listings::v1};

use crate::{
    connectors::Format,
    domain::{BuyerType, ImportState, ListingGroup, MortgageType, Nation, Sort},
};

lintel_proto::words! {
    ListingGroup = v1::ListingType, listing_type;
    Sort = v1::ListingSort, listing_sort;
    Format = v1::ListingFormat, listing_format;
    ImportState = v1::ListingImportState;
    MortgageType = v1::MortgageType, mortgage_type;
    BuyerType = v1::BuyerType, buyer_type;
}

/// The contract's value of a nation.
pub fn nation_number(nation: Nation) -> common::v1::Nation {
    common::v1::Nation::of_text(nation.as_str()).unwrap_or_default()
}

/// The nation that was named; `None` where none was.
pub fn nation(named: common::v1::Nation) -> Option<Nation> {
    named.text().and_then(Nation::parse)
}

#[cfg(test)]
mod nation_tests {
    use super::*;

    #[test]
    fn every_nation_survives_the_wire() {
        for known in Nation::ALL {
            assert_eq!(nation(nation_number(*known)), Some(*known));
        }
        assert_eq!(nation(common::v1::Nation::Unspecified), None);
    }
}
