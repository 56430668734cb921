//! Kinds in the words of whoever wrote them.

use super::Kind;
use crate::{
    connectors::html::plain_line,
    domain::record::ListingGroup::{self, Commercial, Flat, House, Other},
};

/// Characters of a name.
const LONGEST: usize = 60;

/// The kind that the words name.
#[must_use]
pub fn of_words(text: &str) -> Kind {
    let name: String = plain_line(text)
        .replace('_', " ")
        .chars()
        .take(LONGEST)
        .collect();
    let group = group(&name);
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    Kind {
        group,
        name: first.unwrap_or_default() + letters.as_str(),
    }
}

/// The first list that has one of the words decides: a shared flat is let by the room, a public house is no house.
fn group(name: &str) -> ListingGroup {
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let has = |list: &[&str]| {
        list.iter().any(|wanted| match wanted.split_once(' ') {
            Some((first, second)) => words.windows(2).any(|pair| pair == [first, second]),
            None => words.contains(wanted),
        })
    };
    const SHARED: &[&str] = &[
        "hmo",
        "flat share",
        "house share",
        "multiple occupation",
        "shared house",
        "shared flat",
    ];
    const TRADE: &[&str] = &[
        "commercial",
        "office",
        "offices",
        "shop",
        "shops",
        "retail",
        "warehouse",
        "industrial",
        "restaurant",
        "cafe",
        "café",
        "takeaway",
        "pub",
        "bar",
        "public house",
        "guest house",
        "hotel",
        "workshop",
        "leisure",
        "factory",
        "showroom",
        "storage",
        "business",
        "mixed use",
        "healthcare",
        "nursery",
        "surgery",
    ];
    const LAND: &[&str] = &[
        "land",
        "plot",
        "parking",
        "garage",
        "garages",
        "mobile",
        "park home",
        "caravan",
        "houseboat",
        "farm",
        "smallholding",
    ];
    const FLATS: &[&str] = &[
        "flat",
        "flats",
        "apartment",
        "apartments",
        "maisonette",
        "studio",
        "penthouse",
        "duplex",
        "triplex",
        "bedsit",
        "halls",
    ];
    const HOUSES: &[&str] = &[
        "house",
        "houses",
        "terraced",
        "terrace",
        "detached",
        "semi",
        "bungalow",
        "cottage",
        "mews",
        "villa",
        "barn",
        "townhouse",
        "farmhouse",
        "chalet",
        "lodge",
        "cabin",
        "manor",
        "castle",
        "mill",
        "equestrian",
        "retirement",
        "sheltered",
        "character",
        "finca",
        "riad",
    ];
    if has(SHARED) {
        House
    } else if has(TRADE) {
        Commercial
    } else if has(LAND) {
        Other
    } else if has(FLATS) {
        Flat
    } else if has(HOUSES) {
        House
    } else {
        Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_find_their_group() {
        for (text, group) in [
            ("Flat", Flat),
            ("Serviced apartment", Flat),
            ("Studio", Flat),
            ("Terraced house", House),
            ("semi-detached", House),
            ("Flat share", House),
            ("HMO", House),
            ("Public house", Commercial),
            ("Retail unit", Commercial),
            ("Land with planning", Other),
            ("Detached garage", Other),
            ("", Other),
            ("Castle in the air", House),
            ("xyz", Other),
        ] {
            assert_eq!(of_words(text).group, group, "{text}");
        }
        assert_eq!(of_words("end_terrace house").name, "End terrace house");
        assert_eq!(of_words(&"x".repeat(500)).name.len(), LONGEST);
    }
}
