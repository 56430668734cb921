//! Rightmove's codes: `PROP_SUB_ID` of the bulk load, `property_type` of the real-time feed.

use super::Kind;
use crate::domain::record::ListingGroup::{self, Commercial, Flat, House, Other};

/// The kind with this code. A code that is not known is another kind, never a mistake.
#[must_use]
pub fn of_code(code: i64) -> Kind {
    CODES
        .iter()
        .find(|(known, _, _)| *known == code)
        .map_or_else(Kind::default, |(_, group, name)| Kind::new(*group, name))
}

const CODES: &[(i64, ListingGroup, &str)] = &[
    (1, House, "Terraced house"),
    (2, House, "End of terrace house"),
    (3, House, "Semi-detached house"),
    (4, House, "Detached house"),
    (5, House, "Mews house"),
    (6, House, "Cluster house"),
    (7, Flat, "Ground-floor flat"),
    (8, Flat, "Flat"),
    (9, Flat, "Studio"),
    (10, Flat, "Ground-floor maisonette"),
    (11, Flat, "Maisonette"),
    (12, House, "Bungalow"),
    (13, House, "Terraced bungalow"),
    (14, House, "Semi-detached bungalow"),
    (15, House, "Detached bungalow"),
    (16, Other, "Mobile home"),
    (20, Other, "Land"),
    (21, House, "Link-detached house"),
    (22, House, "Town house"),
    (23, House, "Cottage"),
    (24, House, "Chalet"),
    (25, House, "Character property"),
    (26, House, "House"),
    (27, House, "Villa"),
    (28, Flat, "Apartment"),
    (29, Flat, "Penthouse"),
    (30, House, "Finca"),
    (43, House, "Barn conversion"),
    (44, Flat, "Serviced apartment"),
    (45, Other, "Parking"),
    (46, House, "Sheltered housing"),
    (47, House, "Retirement property"),
    (48, House, "House share"),
    (49, House, "Flat share"),
    (50, Other, "Park home"),
    (51, Other, "Garages"),
    (52, House, "Farmhouse"),
    (53, House, "Equestrian property"),
    (56, Flat, "Duplex"),
    (59, Flat, "Triplex"),
    (62, House, "Longère"),
    (65, House, "Gîte"),
    (68, House, "Barn"),
    (71, House, "Trulli"),
    (74, House, "Mill"),
    (77, House, "Ruins"),
    (80, Commercial, "Restaurant"),
    (83, Commercial, "Café"),
    (86, Commercial, "Mill"),
    (92, House, "Castle"),
    (95, House, "Village house"),
    (101, House, "Cave house"),
    (104, House, "Cortijo"),
    (107, Other, "Farm land"),
    (110, Other, "Plot"),
    (113, House, "Country house"),
    (116, House, "Stone house"),
    (117, Other, "Caravan"),
    (118, House, "Lodge"),
    (119, House, "Log cabin"),
    (120, House, "Manor house"),
    (121, House, "Stately home"),
    (125, Other, "Off-plan property"),
    (128, House, "Semi-detached villa"),
    (131, House, "Detached villa"),
    (134, Commercial, "Bar or nightclub"),
    (137, Commercial, "Shop"),
    (140, House, "Riad"),
    (141, Other, "Houseboat"),
    (142, Flat, "Hotel room"),
    (143, Flat, "Block of apartments"),
    (144, Flat, "Private halls"),
    (178, Commercial, "Office"),
    (181, Commercial, "Business park"),
    (184, Commercial, "Serviced office"),
    (187, Commercial, "High street shop"),
    (190, Commercial, "Out of town shop"),
    (193, Commercial, "Convenience store"),
    (196, Commercial, "Garages"),
    (199, Commercial, "Hairdresser"),
    (202, Commercial, "Hotel"),
    (205, Commercial, "Petrol station"),
    (208, Commercial, "Post office"),
    (211, Commercial, "Pub"),
    (214, Commercial, "Workshop"),
    (217, Commercial, "Distribution warehouse"),
    (220, Commercial, "Factory"),
    (223, Commercial, "Heavy industrial property"),
    (226, Commercial, "Industrial park"),
    (229, Commercial, "Light industrial property"),
    (232, Commercial, "Storage"),
    (235, Commercial, "Showroom"),
    (238, Commercial, "Warehouse"),
    (241, Commercial, "Commercial land"),
    (244, Commercial, "Commercial development"),
    (247, Commercial, "Industrial development"),
    (250, Commercial, "Residential development"),
    (253, Commercial, "Commercial property"),
    (256, Commercial, "Data centre"),
    (259, Other, "Farm"),
    (262, Commercial, "Healthcare property"),
    (265, Commercial, "Marine property"),
    (268, Commercial, "Mixed use"),
    (271, Commercial, "Research property"),
    (274, Commercial, "Science park"),
    (277, Commercial, "Guest house"),
    (280, Commercial, "Hospitality property"),
    (283, Commercial, "Leisure property"),
    (298, Commercial, "Takeaway"),
    (301, Commercial, "Nursery"),
    (304, Other, "Smallholding"),
    (307, Commercial, "Place of worship"),
    (310, Commercial, "Trade counter"),
    (511, House, "Coach house"),
    (512, House, "House of multiple occupation"),
    (535, Commercial, "Sports property"),
    (538, Commercial, "Spa"),
    (541, Commercial, "Campsite"),
    (544, Commercial, "Shopping centre unit"),
    (547, Commercial, "Retail park unit"),
    (550, Commercial, "Pop-up shop"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_specification_has_its_group() {
        let count = |group| CODES.iter().filter(|(_, of, _)| *of == group).count();
        assert_eq!(
            (count(House), count(Flat), count(Commercial), count(Other)),
            (43 + 3, 13, 50, 12)
        );
        assert!(CODES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn a_code_that_is_not_known_is_another_kind() {
        assert_eq!(of_code(1), Kind::new(House, "Terraced house"));
        assert_eq!(of_code(48).group, House);
        assert_eq!(of_code(0), Kind::default());
        assert_eq!(of_code(-999_999), Kind::default());
    }
}
