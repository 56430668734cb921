//! The rules and texts of agreements, as dated data: a change of law is another edition.

mod edition;
mod england;

use chrono::NaiveDate;
use lintel_core::Money;
use lintel_rules::{DepositCap, Rent, rules};

use crate::domain::Nation;

pub use edition::{Edition, Forbidden, GUARANTOR, Item};

impl Edition {
    /// The edition for a tenancy that begins on `start`; `None` where none is held: there the landlord brings their own document.
    #[must_use]
    pub fn of(nation: Nation, start: NaiveDate) -> Option<&'static Self> {
        let editions = england::EDITIONS.iter();
        editions
            .filter(|edition| edition.nation == nation && edition.first_day <= start)
            .max_by_key(|edition| edition.first_day)
    }

    /// The most that a deposit may be of a tenancy at a rent that begins on `start`; `None` where there is no limit.
    #[must_use]
    pub fn deposit_cap(&self, rent: Rent, start: NaiveDate) -> Option<Money> {
        match rules().deposit_cap(self.nation, rent, start)? {
            DepositCap::Most(most) => Some(most),
            DepositCap::Unlimited => None,
        }
    }

    /// Why a clause of the landlord's own is refused; `None` where it is not.
    #[must_use]
    pub fn forbids(&self, clause: &str) -> Option<&'static str> {
        let words = words(clause);
        let found = self.forbidden.iter().find(|forbidden| {
            forbidden
                .phrases
                .iter()
                .any(|phrase| words.contains(&format!(" {phrase} ")))
        });
        found.map(|forbidden| forbidden.why)
    }
}

/// The words of a text in lower case, each between blanks.
fn words(text: &str) -> String {
    let plain: String = text
        .chars()
        .filter(|one| !matches!(one, '\'' | '\u{2019}'))
        .flat_map(char::to_lowercase)
        .map(|one| if one.is_alphanumeric() { one } else { ' ' })
        .collect();
    let words: Vec<_> = plain.split_whitespace().collect();
    format!(" {} ", words.join(" "))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::domain::vectors::rows;

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    fn england() -> &'static Edition {
        Edition::of(Nation::England, day(2026, 12, 1)).unwrap()
    }

    #[test]
    fn an_edition_is_for_its_nation_from_its_first_day_on() {
        assert_eq!(england().first_day, day(2026, 5, 1));
        assert!(Edition::of(Nation::England, day(2026, 4, 30)).is_none());
        for other in [Nation::Wales, Nation::Scotland, Nation::NorthernIreland] {
            assert!(Edition::of(other, day(2026, 12, 1)).is_none());
        }
        assert!(!england().source.is_empty());
    }

    /// docs/reference/uk-lettings.md 3.2, `monthly_to_weekly_and_deposit_caps`, and docs/reference/uk-nations.md 4: a weekly rent is exact.
    #[test]
    fn a_deposit_has_its_cap() {
        let cap = |rent| england().deposit_cap(rent, day(2026, 12, 1));
        for row in rows("monthly_to_weekly_and_deposit_caps") {
            let most = cap(Rent::monthly(row.pounds("monthly")));
            assert_eq!(most, Some(row.pounds("deposit_cap")));
        }
        let weekly = cap(Rent::weekly(Money::gbp(10_000)));
        assert_eq!(weekly, Some(Money::gbp(50_000)));
    }

    /// The items of S.I. 2026/324 that docs/reference/uk-lettings.md 3.1 lists, beside those among the main terms and the bills.
    #[test]
    fn every_item_of_the_written_statement_is_there() {
        let all = england().statement.iter().chain(england().clauses);
        let texts: Vec<_> = all.map(|item| item.text).collect();
        for words in [
            "written notice of at least 2 months that ends at the end of a rent period",
            "go up only by a notice under section 13",
            "only by a court order, after giving a notice under section 8",
            "fit for human habitation",
            "keep in repair the structure and outside",
            "gas appliances and flues checked every 12 months",
            "electrical installations inspected at least every 5 years",
            "right to ask in writing to keep a pet",
            "may ask for adaptations to the home",
            "not supported accommodation",
        ] {
            let found = texts.iter().filter(|text| text.contains(words)).count();
            assert_eq!(found, 1, "{words}");
        }
        assert!(england().nature.contains("assured periodic tenancy"));
        assert!(england().nature.contains("no end date"));
        assert_eq!(england().notice_months, 2);
    }

    #[test]
    fn clauses_that_end_review_or_ask_in_advance_are_refused() {
        for clause in [
            "This is a fixed-term tenancy of twelve months.",
            "The tenancy ends on 1 June 2027.",
            "Either party may use the break clause.",
            "The landlord may carry out a RENT REVIEW each year.",
            "The landlord may increase the rent by 5%.",
            "The tenant pays six months’ rent in advance.",
            "Rent is to be paid up front.",
        ] {
            assert!(england().forbids(clause).is_some(), "{clause}");
        }
        for clause in [
            "No smoking indoors.",
            "The garden is kept by the tenant.",
            "The tenant tells the landlord of repairs as soon as they can.",
            "The tenant reads the meters in the current month.",
            "The tenant tells the landlord in advance when the home will be empty for four weeks.",
            "",
        ] {
            assert_eq!(england().forbids(clause), None, "{clause}");
        }
    }
}
