//! Conversions from domain to contract that calls and events share.

use lintel_proto::{Word as _, common, listings::v1};

use lintel_rules::{Buyer, Kind};

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

/// The contract's value of a kind of property.
pub fn kind_number(kind: Kind) -> v1::PropertyKind {
    v1::PropertyKind::of_text(kind.as_str()).unwrap_or_default()
}

/// The kind of property that was named; `None` where none was.
pub fn kind(named: v1::PropertyKind) -> Option<Kind> {
    named.text().and_then(Kind::parse)
}

/// The contract's value of a buyer.
pub fn buyer_number(buyer: Buyer) -> v1::Buyer {
    v1::Buyer::of_text(buyer.as_str()).unwrap_or_default()
}

/// The buyer that was named; `None` where none was.
pub fn buyer(named: v1::Buyer) -> Option<Buyer> {
    named.text().and_then(Buyer::parse)
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

    #[test]
    fn every_kind_and_every_buyer_survives_the_wire() {
        for known in Kind::ALL {
            assert_eq!(kind(kind_number(*known)), Some(*known));
        }
        for known in Buyer::ALL {
            assert_eq!(buyer(buyer_number(*known)), Some(*known));
        }
        assert_eq!(kind(v1::PropertyKind::Unspecified), None);
        assert_eq!(buyer(v1::Buyer::Unspecified), None);
    }
}
