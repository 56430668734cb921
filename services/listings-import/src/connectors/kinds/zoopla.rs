//! Zoopla's words (docs/reference/uk-lettings.md 1.3).

use super::{Kind, of_words};
use crate::domain::record::ListingGroup::{self, Commercial, Flat, House, Other};

/// The kind of a `property_type`: one of the 42 known words, or what an agent wrote.
#[must_use]
pub fn of_zoopla(text: &str) -> Kind {
    let word = text.trim().to_lowercase();
    KNOWN
        .iter()
        .find(|(known, _, _)| *known == word)
        .map_or_else(
            || of_words(text),
            |(_, group, name)| Kind::new(*group, name),
        )
}

const KNOWN: &[(&str, ListingGroup, &str)] = &[
    ("barn_conversion", House, "Barn conversion"),
    ("block_of_flats", Flat, "Block of flats"),
    ("bungalow", House, "Bungalow"),
    ("business_park", Commercial, "Business park"),
    ("chalet", House, "Chalet"),
    ("chateau", House, "Château"),
    ("cottage", House, "Cottage"),
    ("country_house", House, "Country house"),
    ("detached", House, "Detached house"),
    ("detached_bungalow", House, "Detached bungalow"),
    ("end_terrace", House, "End of terrace house"),
    ("equestrian", Other, "Equestrian property"),
    ("farm", Other, "Farm"),
    ("farmhouse", House, "Farmhouse"),
    ("finca", House, "Finca"),
    ("flat", Flat, "Flat"),
    ("hotel", Commercial, "Hotel"),
    ("houseboat", Other, "Houseboat"),
    ("industrial", Commercial, "Industrial property"),
    ("land", Other, "Land"),
    ("leisure", Commercial, "Leisure property"),
    ("light_industrial", Commercial, "Light industrial property"),
    ("link_detached", House, "Link-detached house"),
    ("lodge", Other, "Lodge"),
    ("longere", House, "Longère"),
    ("maisonette", Flat, "Maisonette"),
    ("mews", House, "Mews house"),
    ("office", Commercial, "Office"),
    ("park_home", Other, "Park home"),
    ("parking", Other, "Parking"),
    ("pub_bar", Commercial, "Pub or bar"),
    ("restaurant", Commercial, "Restaurant"),
    ("retail", Commercial, "Shop"),
    ("riad", House, "Riad"),
    ("semi_detached", House, "Semi-detached house"),
    ("semi_detached_bungalow", House, "Semi-detached bungalow"),
    ("studio", Flat, "Studio"),
    ("terraced", House, "Terraced house"),
    ("terraced_bungalow", House, "Terraced bungalow"),
    ("town_house", House, "Town house"),
    ("villa", House, "Villa"),
    ("warehouse", Commercial, "Warehouse"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_schema_and_those_of_agents_are_understood() {
        assert_eq!(KNOWN.len(), 42);
        assert_eq!(of_zoopla("terraced"), Kind::new(House, "Terraced house"));
        assert_eq!(
            of_zoopla("Penthouse apartment"),
            Kind::new(Flat, "Penthouse apartment")
        );
        assert_eq!(of_zoopla(" "), Kind::default());
    }
}
