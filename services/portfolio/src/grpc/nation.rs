//! The proposal of a home's nation from its postcode.

use lintel_core::postcode;
use lintel_proto::portfolio::v1::ProposeNationResponse;
use lintel_rules::{outside_united_kingdom, propose};

use crate::contract::words;

/// The proposal for a postcode as somebody types it: nothing for what is none.
pub fn proposed(typed: &str) -> ProposeNationResponse {
    let Some(postcode) = postcode::normalise(typed) else {
        return ProposeNationResponse::default();
    };
    if let Some(outside) = outside_united_kingdom(&postcode) {
        return ProposeNationResponse {
            outside_reason: outside.to_owned(),
            ..ProposeNationResponse::default()
        };
    }
    let proposal = propose(&postcode);
    let nation = proposal.map(|proposal| words::nation_number(proposal.nation));
    let other = proposal.and_then(|proposal| proposal.other);
    ProposeNationResponse {
        nation: nation.unwrap_or_default().into(),
        other_nation: other.map(words::nation_number).unwrap_or_default().into(),
        outside_reason: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use lintel_proto::common::v1::Nation;

    use super::*;

    #[test]
    fn a_postcode_gets_its_nations_and_one_outside_a_reason() {
        for (typed, nation, other) in [
            ("ls1 4ap", Nation::England, Nation::Unspecified),
            ("CF101AA", Nation::Wales, Nation::Unspecified),
            ("CH4 0AA", Nation::England, Nation::Wales),
            ("TD12 4AA", Nation::Scotland, Nation::England),
            ("BT7 1NN", Nation::NorthernIreland, Nation::Unspecified),
            ("CH4", Nation::Unspecified, Nation::Unspecified),
            ("", Nation::Unspecified, Nation::Unspecified),
        ] {
            let proposed = proposed(typed);
            assert_eq!(
                (proposed.nation(), proposed.other_nation()),
                (nation, other),
                "{typed}"
            );
            assert_eq!(proposed.outside_reason, "", "{typed}");
        }
        for typed in ["IM1 1AA", "je2 3ab", "GY1 1AA"] {
            let proposed = proposed(typed);
            assert_eq!(proposed.nation(), Nation::Unspecified, "{typed}");
            assert!(
                proposed.outside_reason.contains("United Kingdom"),
                "{typed}"
            );
        }
    }
}
