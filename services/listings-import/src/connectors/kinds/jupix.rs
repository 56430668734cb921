//! Jupix' numbers (docs/reference/uk-lettings.md 1.8).

use super::Kind;
use crate::domain::record::ListingGroup::{self, Flat, House, Other};

/// The kind of a `propertyType` and a `propertyStyle`: the style says more, where it is known.
#[must_use]
pub fn of_jupix(kind: i64, style: i64) -> Kind {
    let known = |list: &[(i64, ListingGroup, &str)], code| {
        list.iter()
            .find(|(of, _, _)| *of == code)
            .map(|(_, group, name)| Kind::new(*group, name))
    };
    known(STYLES, style)
        .or_else(|| known(TYPES, kind))
        .unwrap_or_default()
}

const TYPES: &[(i64, ListingGroup, &str)] = &[
    (1, House, "House"),
    (2, Flat, "Flat"),
    (3, House, "Bungalow"),
];

const STYLES: &[(i64, ListingGroup, &str)] = &[
    (1, House, "Barn conversion"),
    (2, House, "Cottage"),
    (3, House, "Chalet"),
    (4, House, "Detached house"),
    (5, House, "Semi-detached house"),
    (6, House, "Farmhouse"),
    (7, House, "Manor house"),
    (8, House, "Mews house"),
    (9, House, "Mid-terrace house"),
    (10, House, "End of terrace house"),
    (11, House, "Town house"),
    (12, House, "Villa"),
    (13, Flat, "Apartment"),
    (14, Flat, "Bedsit"),
    (15, Flat, "Ground-floor flat"),
    (16, Flat, "Flat"),
    (17, Flat, "Ground-floor maisonette"),
    (18, Flat, "Maisonette"),
    (19, Flat, "Penthouse"),
    (20, Flat, "Studio"),
    (21, House, "Detached bungalow"),
    (22, House, "Semi-detached bungalow"),
    (23, Other, "Plot"),
    (24, Other, "Garage"),
    (25, Other, "Houseboat"),
    (26, Other, "Mobile home"),
    (27, Other, "Parking"),
    (28, House, "Link-detached house"),
    (29, House, "Shared house"),
    (30, House, "Shared flat"),
    (31, House, "Sheltered housing"),
    (32, House, "Equestrian property"),
    (33, House, "Unconverted barn"),
    (34, House, "Mid-terrace bungalow"),
    (35, House, "End of terrace bungalow"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_says_more_than_the_type() {
        assert_eq!(of_jupix(2, 18), Kind::new(Flat, "Maisonette"));
        assert_eq!(of_jupix(3, 0), Kind::new(House, "Bungalow"));
        assert_eq!(of_jupix(9, 99), Kind::default());
    }
}
