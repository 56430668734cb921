//! The common part of Rightmove's bulk load and its real-time feed (docs/reference/uk-lettings.md 1.1.3).

use super::amount::Frequency;
use crate::domain::record::ListingStatus;

/// The state behind a `STATUS_ID` of the bulk load. The real-time feed counts from 1.
#[must_use]
pub const fn status(code: i64) -> Option<ListingStatus> {
    match code {
        0 => Some(ListingStatus::Available),
        1 | 2 => Some(ListingStatus::SoldSubjectToContract),
        3 => Some(ListingStatus::UnderOffer),
        4 => Some(ListingStatus::Reserved),
        5 => Some(ListingStatus::LetAgreed),
        _ => None,
    }
}

/// The code of price on application.
pub const ON_APPLICATION: i64 = 1;

/// A qualifier of the price, as people read it; empty for none and for one that is not known.
#[must_use]
pub const fn qualifier(code: i64) -> &'static str {
    match code {
        1 => "Price on application",
        2 => "Guide price",
        3 => "Fixed price",
        4 => "Offers in excess of",
        5 => "Offers in the region of",
        6 => "Sale by tender",
        7 => "From",
        9 => "Shared ownership",
        10 => "Offers over",
        11 => "Part buy, part rent",
        12 => "Shared equity",
        14 => "Equity loan",
        15 => "Offers invited",
        16 => "Coming soon",
        _ => "",
    }
}

/// Returns the frequency of a rent of the bulk load; monthly where it is not given.
#[must_use]
pub const fn bulk_frequency(code: Option<i64>) -> Option<Frequency> {
    match code {
        None | Some(1) => Some(Frequency::Monthly),
        Some(0) => Some(Frequency::Weekly),
        Some(2) => Some(Frequency::Quarterly),
        Some(3) => Some(Frequency::Yearly),
        Some(5) => Some(Frequency::WeeklyEach),
        Some(_) => None,
    }
}

/// Returns the frequency of a rent of the real-time feed, from payments per year; monthly where it is not given.
#[must_use]
pub const fn feed_frequency(payments: Option<i64>) -> Option<Frequency> {
    match payments {
        None | Some(12) => Some(Frequency::Monthly),
        Some(1) => Some(Frequency::Yearly),
        Some(4) => Some(Frequency::Quarterly),
        Some(52) => Some(Frequency::Weekly),
        Some(365) => Some(Frequency::Daily),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_feeds_count_differently() {
        assert_eq!(status(0), Some(ListingStatus::Available));
        assert_eq!(status(5), Some(ListingStatus::LetAgreed));
        assert_eq!(status(6), None);
        assert_eq!(bulk_frequency(Some(1)), Some(Frequency::Monthly));
        assert_eq!(feed_frequency(Some(1)), Some(Frequency::Yearly));
        assert_eq!(bulk_frequency(None), Some(Frequency::Monthly));
        assert_eq!(
            (bulk_frequency(Some(4)), feed_frequency(Some(2))),
            (None, None)
        );
        assert_eq!(
            (qualifier(4), qualifier(0), qualifier(8)),
            ("Offers in excess of", "", "")
        );
    }
}
