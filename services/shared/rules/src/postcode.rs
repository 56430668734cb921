//! In which nation a home stands (docs/reference/uk-nations.md 1). The postcode proposes it; where a border crosses the district, people are asked.

use crate::{
    nation::Nation,
    rules::{Rules, rules},
};

/// The nation that a postcode speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proposal {
    /// The nation, or the more frequent one of the district.
    pub nation: Nation,
    /// The other nation that the district lies in; there the form asks.
    pub other: Option<Nation>,
}

impl Nation {
    /// The nation that a postcode proposes; England for what is no postcode of the United Kingdom.
    #[must_use]
    pub fn of_postcode(postcode: &str) -> Self {
        propose(postcode).map_or(Self::England, |proposal| proposal.nation)
    }
}

/// The nation that a postcode or its first half proposes; `None` for what is neither, and for what lies outside the United Kingdom.
#[must_use]
pub fn propose(postcode: &str) -> Option<Proposal> {
    rules().propose(postcode)
}

/// The sentence that refuses a postcode of the Isle of Man, Jersey or Guernsey; `None` for any other.
#[must_use]
pub fn outside_united_kingdom(postcode: &str) -> Option<&'static str> {
    rules().outside_united_kingdom(postcode)
}

impl Rules {
    /// Works like [`propose`].
    #[must_use]
    pub fn propose(&self, postcode: &str) -> Option<Proposal> {
        let district = District::of(postcode)?;
        if self.outside(&district).is_some() {
            return None;
        }
        let rows = |key: &'static str| {
            let all = self.rows().iter();
            all.filter(move |row| row.confirmed && row.key == key)
        };
        let split = rows("nation.split").find_map(|row| {
            let mut lines = row.table("split");
            let [_, other, ..] = lines.find(|[name, ..]: &[&str; 4]| *name == district.name)?;
            Some(Proposal {
                nation: *row.nations.first()?,
                other: Some(Nation::parse(other)?),
            })
        });
        let whole = || {
            let of_district =
                rows("nation.districts").find(|row| row.lists("districts", &district.name));
            let row = of_district
                .or_else(|| rows("nation.areas").find(|row| row.lists("areas", district.area())));
            let nation = row.and_then(|row| row.nations.first().copied());
            Proposal {
                nation: nation.unwrap_or(Nation::England),
                other: None,
            }
        };
        Some(split.unwrap_or_else(whole))
    }

    /// Works like [`outside_united_kingdom`].
    #[must_use]
    pub fn outside_united_kingdom(&self, postcode: &str) -> Option<&str> {
        self.outside(&District::of(postcode)?)
    }

    fn outside(&self, district: &District) -> Option<&str> {
        let mut rows = self.rows().iter();
        let row = rows.find(|row| row.confirmed && row.key == "nation.outside")?;
        let mut lines = row.table("outside");
        let [_, sentence] = lines.find(|[area, _]| *area == district.area())?;
        Some(sentence)
    }
}

/// A postcode's district: its first half without a last letter, such as EC1 of EC1A 1BB.
struct District {
    name: String,
    letters: usize,
}

impl District {
    fn of(postcode: &str) -> Option<Self> {
        let upper = postcode.trim().to_ascii_uppercase();
        let mut parts = upper.split_whitespace();
        let first = parts.next()?;
        // With a blank the first half is what stands before it, whatever part of the second one is there.
        if parts.next().is_some()
            && let Some(district) = Self::of_outcode(first)
        {
            return Some(district);
        }
        let compact: String = upper.chars().filter(char::is_ascii_alphanumeric).collect();
        let halves = compact
            .len()
            .checked_sub(3)
            .and_then(|half| compact.split_at_checked(half));
        let full = halves.filter(|(_, inward)| is_inward(inward));
        full.and_then(|(outcode, _)| Self::of_outcode(outcode))
            .or_else(|| Self::of_outcode(&compact))
    }

    /// One or two letters, a digit, and possibly another one or a letter.
    fn of_outcode(outcode: &str) -> Option<Self> {
        let letters = outcode.find(|one: char| !one.is_ascii_uppercase())?;
        let rest: Vec<char> = outcode.get(letters..)?.chars().collect();
        let fits = match *rest.as_slice() {
            [digit] => digit.is_ascii_digit(),
            [digit, more] => digit.is_ascii_digit() && more.is_ascii_alphanumeric(),
            _ => false,
        };
        ((1..=2).contains(&letters) && fits).then(|| Self {
            name: outcode
                .trim_end_matches(|one: char| one.is_ascii_uppercase())
                .to_owned(),
            letters,
        })
    }

    fn area(&self) -> &str {
        self.name.get(..self.letters).unwrap_or_default()
    }
}

fn is_inward(half: &str) -> bool {
    let mut all = half.chars();
    all.next().is_some_and(|one| one.is_ascii_digit()) && all.all(|one| one.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cases that tenancies and listings had each for itself.
    #[test]
    fn a_postcode_proposes_its_nation_however_it_is_written() {
        for (postcode, nation) in [
            ("LS1 4AB", Nation::England),
            ("sw1a 1aa", Nation::England),
            ("EH1 1AA", Nation::Scotland),
            ("EH1", Nation::Scotland),
            ("eh11aa", Nation::Scotland),
            ("G12 8QQ", Nation::Scotland),
            ("G42 8AB", Nation::Scotland),
            ("GL50 1AA", Nation::England),
            ("GU1 1AA", Nation::England),
            ("M14 5LL", Nation::England),
            ("TD15 1AA", Nation::England),
            ("TD1 1AA", Nation::Scotland),
            ("TD9 0AA", Nation::Scotland),
            ("TD12 4AA", Nation::Scotland),
            ("CF10 1AA", Nation::Wales),
            ("LL11 1AA", Nation::Wales),
            ("SA1 1AA", Nation::Wales),
            ("S1 1AA", Nation::England),
            ("SY23 1AA", Nation::Wales),
            ("sy231aa", Nation::Wales),
            ("SY1 1AA", Nation::England),
            ("CH5 1AA", Nation::Wales),
            ("CH7 1AA", Nation::Wales),
            ("CH1 2AB", Nation::England),
            ("CH4 0", Nation::England),
            ("HR1 1AA", Nation::England),
            ("BT1 5GS", Nation::NorthernIreland),
            ("B1 1TT", Nation::England),
            ("E1W 1AA", Nation::England),
            ("EC1A 1BB", Nation::England),
            ("", Nation::England),
            ("home", Nation::England),
        ] {
            assert_eq!(Nation::of_postcode(postcode), nation, "{postcode}");
        }
    }

    #[test]
    fn what_is_no_postcode_or_lies_outside_proposes_nothing() {
        for text in ["", "home", "12", "A", "LONDON", "IM1 1AA", "JE2", "gy11aa"] {
            assert_eq!(propose(text), None, "{text}");
        }
        for (text, place) in [
            ("im1 1aa", "Isle of Man"),
            ("JE2", "Jersey"),
            ("GY11AA", "Guernsey"),
        ] {
            let refused = outside_united_kingdom(text).unwrap_or_default();
            assert!(refused.contains(place) && refused.contains("outside the United Kingdom"));
        }
        assert_eq!(outside_united_kingdom("LS1 4AB"), None);
    }
}
