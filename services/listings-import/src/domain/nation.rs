//! In which nation a postcode is (uk-lettings section 6.1). Areas that a border crosses are split by district where a district is
//! wholly or nearly on one side; the tax can be typed over.

use lintel_core::spelt;

spelt! {
    /// A nation with a tax on buying homes.
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

const SCOTLAND: [&str; 16] = [
    "AB", "DD", "DG", "EH", "FK", "G", "HS", "IV", "KA", "KW", "KY", "ML", "PA", "PH", "TD", "ZE",
];
const WALES: [&str; 5] = ["CF", "LD", "LL", "NP", "SA"];

impl Nation {
    /// The nation of a postcode or its first half; England where it says nothing else.
    #[must_use]
    pub fn of_postcode(postcode: &str) -> Self {
        let outcode = postcode.split(' ').next().unwrap_or_default();
        let digits = outcode.find(|c: char| c.is_ascii_digit());
        let (area, district) = outcode.split_at(digits.unwrap_or(outcode.len()));
        let district: u32 = district
            .trim_end_matches(|c: char| !c.is_ascii_digit())
            .parse()
            .unwrap_or_default();
        match (area, district) {
            ("BT", _) => Self::NorthernIreland,
            // Berwick and Cornhill are in England.
            ("TD", 12 | 15) => Self::England,
            // Flintshire, and Powys with Ceredigion.
            ("CH", 5..=8) | ("SY", 15..=25) => Self::Wales,
            _ if SCOTLAND.contains(&area) => Self::Scotland,
            _ if WALES.contains(&area) => Self::Wales,
            _ => Self::England,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_postcode_says_its_nation() {
        for (postcode, nation) in [
            ("M14 5LL", Nation::England),
            ("G42 8AB", Nation::Scotland),
            ("GU1 1AA", Nation::England),
            ("EH1", Nation::Scotland),
            ("CF10 1AA", Nation::Wales),
            ("CH1 2AB", Nation::England),
            ("CH7 1AA", Nation::Wales),
            ("SY1 1AA", Nation::England),
            ("SY23 1AA", Nation::Wales),
            ("TD9 0AA", Nation::Scotland),
            ("TD15 1AA", Nation::England),
            ("BT1 5GS", Nation::NorthernIreland),
            ("EC1A 1BB", Nation::England),
            ("", Nation::England),
        ] {
            assert_eq!(Nation::of_postcode(postcode), nation, "{postcode}");
        }
    }
}
