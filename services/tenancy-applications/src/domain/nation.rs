//! The part of the United Kingdom that a home is in, by its postcode (uk-lettings 3.6 and 6.1): whose law applies.

use lintel_core::spelt;

/// Postcode areas of Scotland.
const SCOTLAND: [&str; 16] = [
    "AB", "DD", "DG", "EH", "FK", "G", "HS", "IV", "KA", "KW", "KY", "ML", "PA", "PH", "TD", "ZE",
];
/// Postcode areas of Wales.
const WALES: [&str; 5] = ["CF", "LD", "LL", "NP", "SA"];
/// Districts of border areas that lie in Wales.
const WELSH_DISTRICTS: [&str; 15] = [
    "CH5", "CH6", "CH7", "CH8", "SY15", "SY16", "SY17", "SY18", "SY19", "SY20", "SY21", "SY22",
    "SY23", "SY24", "SY25",
];
/// Districts of Scottish areas that lie in England.
const ENGLISH_DISTRICTS: [&str; 1] = ["TD15"];

spelt! {
    /// The part of the United Kingdom that a home is in.
    Nation {
        /// England.
        England = "England",
        /// Wales.
        Wales = "Wales",
        /// Scotland.
        Scotland = "Scotland",
        /// Northern Ireland.
        NorthernIreland = "Northern Ireland",
    }
}

impl Nation {
    /// The nation of a postcode. Border areas are England's unless their district is listed, and so is what is no postcode.
    #[must_use]
    pub fn of_postcode(postcode: &str) -> Self {
        let compact: String = postcode
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|one| one.to_ascii_uppercase())
            .collect();
        let inward = compact.len().saturating_sub(3);
        let district = if compact.len() >= 5 {
            &compact[..inward]
        } else {
            compact.as_str()
        };
        let letters = district.trim_end_matches(|one: char| one.is_ascii_digit());
        let area = letters
            .find(|one: char| one.is_ascii_digit())
            .map_or(letters, |digit| &letters[..digit]);
        if ENGLISH_DISTRICTS.contains(&district) {
            Self::England
        } else if area == "BT" {
            Self::NorthernIreland
        } else if SCOTLAND.contains(&area) {
            Self::Scotland
        } else if WALES.contains(&area) || WELSH_DISTRICTS.contains(&district) {
            Self::Wales
        } else {
            Self::England
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_says_the_nation_and_borders_are_england_unless_listed() {
        for (postcode, nation) in [
            ("LS1 4AB", Nation::England),
            ("sw1a 1aa", Nation::England),
            ("EH1 1AA", Nation::Scotland),
            ("G12 8QQ", Nation::Scotland),
            ("GL50 1AA", Nation::England),
            ("TD15 1AA", Nation::England),
            ("TD1 1AA", Nation::Scotland),
            ("CF10 1AA", Nation::Wales),
            ("LL11 1AA", Nation::Wales),
            ("SA1 1AA", Nation::Wales),
            ("S1 1AA", Nation::England),
            ("SY23 1AA", Nation::Wales),
            ("SY1 1AA", Nation::England),
            ("CH5 1AA", Nation::Wales),
            ("CH1 1AA", Nation::England),
            ("HR1 1AA", Nation::England),
            ("BT1 1AA", Nation::NorthernIreland),
            ("B1 1TT", Nation::England),
            ("E1W 1AA", Nation::England),
            ("", Nation::England),
        ] {
            assert_eq!(Nation::of_postcode(postcode), nation, "{postcode}");
        }
    }
}
