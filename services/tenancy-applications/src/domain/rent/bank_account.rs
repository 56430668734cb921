//! Accounts that banks' files were read of, layouts that somebody named, and the proof that no line of a month is missing.

use chrono::{DateTime, Days, Months, NaiveDate, Utc};
use lintel_core::{BankAccountId, BankLayoutId, Error, Money, Violations};
use serde_json::Value;

use crate::domain::check;

/// The longest name of an account or of a layout, in characters.
const LONGEST_NAME: usize = 60;
/// Digits of a number that are shown.
const ENDING: usize = 4;

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankAccount {
    /// Its id.
    pub id: BankAccountId,
    /// Its name.
    pub name: String,
    /// The last digits of its number; none where no file names it.
    pub ending: Option<String>,
}

/// A layout to keep.
#[derive(Debug, Clone, PartialEq)]
pub struct NewLayout {
    /// Names the header.
    pub shape: String,
    /// Its name.
    pub name: String,
    /// The names of its columns.
    pub header: Vec<String>,
    /// A [`lintel_bank_file::Layout`].
    pub layout: Value,
    /// The account of files that name none.
    pub account: Option<BankAccountId>,
}

/// A layout that is kept.
#[derive(Debug, Clone, PartialEq)]
pub struct KeptLayout {
    /// Its id.
    pub id: BankLayoutId,
    /// When a file was read by it last.
    pub used_at: DateTime<Utc>,
    /// What is kept.
    pub kept: NewLayout,
}

/// The lines of an account in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BankMonth {
    /// The balance before the first line; none where no file says.
    pub opening: Option<Money>,
    /// The balance after the last line; none where no file says.
    pub closing: Option<Money>,
    /// What came.
    pub money_in: Money,
    /// What went out, from 0.
    pub money_out: Money,
    /// Lines of money that came.
    pub lines_in: i64,
    /// Lines of money that went out.
    pub lines_out: i64,
    /// Lines of money that came and are decided.
    pub decided_in: i64,
    /// Lines of money that went out and are decided.
    pub decided_out: i64,
}

impl BankMonth {
    /// Whether opening balance and lines add up to the closing one, so that no line is missing.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        let sum = |opening: Money| opening.plus(self.money_in)?.minus(self.money_out);
        let reached = self.opening.map(sum);
        reached.is_some_and(|reached| reached.ok() == self.closing)
    }
}

/// The days of the month that `day` is in: its first, and the first of the next.
#[must_use]
pub fn month_of(day: NaiveDate) -> (NaiveDate, NaiveDate) {
    use chrono::Datelike as _;
    let before = Days::new(u64::from(day.day0()));
    let first = day.checked_sub_days(before).unwrap_or(day);
    let next = first.checked_add_months(Months::new(1));
    (first, next.unwrap_or(NaiveDate::MAX))
}

/// The last digits of an account's number, and how an account is called before somebody names it.
#[must_use]
pub fn named_by_number(number: &str) -> (Option<String>, String) {
    let digits: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    let from = digits.len().saturating_sub(ENDING);
    let ending: String = digits.iter().skip(from).collect();
    if ending.is_empty() {
        return (None, "Bank account".to_owned());
    }
    let name = format!("Account ending {ending}");
    (Some(ending), name)
}

/// Judges the name of an account or of a layout: a line of 1 to 60 characters.
///
/// # Errors
/// `reason` with the field.
pub fn name(reason: &'static str, field: &str, given: &str) -> Result<String, Error> {
    let mut found = Violations::default();
    let line = "Use a name of 1 to 60 characters.";
    let name = check::text(&mut found, field, given, 1..=LONGEST_NAME, line);
    found.into_result(reason)?;
    name.ok_or_else(|| Error::field(reason, field, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_proved_by_its_balances() {
        let month = BankMonth {
            opening: Some(Money::gbp(948_612)),
            closing: Some(Money::gbp(1_476_528)),
            money_in: Money::gbp(1_648_260),
            money_out: Money::gbp(1_120_344),
            lines_in: 17,
            lines_out: 23,
            decided_in: 0,
            decided_out: 0,
        };
        assert!(month.is_proved());
        let lacks = BankMonth {
            money_out: Money::gbp(1_120_343),
            ..month
        };
        assert!(!lacks.is_proved());
        let silent = BankMonth {
            opening: None,
            closing: None,
            ..month
        };
        assert!(!silent.is_proved());
    }

    #[test]
    fn a_month_ends_before_the_first_of_the_next() {
        let day = |month, day| NaiveDate::from_ymd_opt(2026, month, day).unwrap_or_default();
        assert_eq!(month_of(day(11, 30)), (day(11, 1), day(12, 1)));
        assert_eq!(month_of(day(2, 1)), (day(2, 1), day(3, 1)));
    }

    #[test]
    fn an_account_is_called_by_its_last_digits() {
        let (ending, name) = named_by_number("20-44-71 12344471");
        assert_eq!(
            (ending.as_deref(), name.as_str()),
            (Some("4471"), "Account ending 4471")
        );
        assert_eq!(named_by_number("GB").0, None);
    }

    #[test]
    fn a_name_has_a_length() {
        assert!(name("X", "name", "Current account").is_ok());
        assert!(name("X", "name", " ").is_err());
        assert!(name("X", "name", &"a".repeat(61)).is_err());
    }
}
