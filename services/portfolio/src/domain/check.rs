//! Judges one field at a time and remembers every one that breaks a rule.

use std::ops::RangeInclusive;

use lintel_core::{Error, Money, Violations};

use super::FileAddress;

/// The most that a column of rents holds: `numeric(10,2)`.
pub const RENT_LIMIT: Money = Money::gbp(9_999_999_999);
/// The most that a column of prices holds: `numeric(12,2)`.
pub const PRICE_LIMIT: Money = Money::gbp(999_999_999_999);

/// An amount that is not negative, as a sentence says it: £1,250.00.
pub fn pounds(amount: Money) -> String {
    let text = amount.to_string();
    let (whole, pence) = text.split_once('.').unwrap_or((&text, "00"));
    format!("£{}.{pence}", grouped(whole))
}

/// Digits with their thousands apart: 1,250.
fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The violations found so far. Each field is named once: one that could not be read is not also reported as missing.
#[derive(Debug, Default)]
pub struct Checks(Violations);

impl Checks {
    /// Starts from the fields that could not be read.
    pub const fn after(unreadable: Violations) -> Self {
        Self(unreadable)
    }

    /// Notes a field that breaks a rule.
    pub fn refuse(&mut self, field: &str, message: impl Into<String>) {
        if self.0.iter().all(|violation| violation.field != field) {
            self.0.add(field, message);
        }
    }

    /// The text without blanks around it; it must be there.
    pub fn required_text(&mut self, field: &str, label: &str, text: &str, limit: usize) -> String {
        let text = self.text(field, label, text, limit);
        if text.is_none() {
            self.refuse(field, format!("{label} is required."));
        }
        text.unwrap_or_default()
    }

    /// The text without blanks around it; `None` for an empty one.
    pub fn text(&mut self, field: &str, label: &str, text: &str, limit: usize) -> Option<String> {
        let text = text.trim();
        if text.chars().any(char::is_control) {
            self.refuse(
                field,
                format!("{label} must be on one line, without control characters."),
            );
        }
        if text.chars().count() > limit {
            self.refuse(
                field,
                format!("{label} must have {limit} characters or fewer."),
            );
        }
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The text without blanks around it, on any number of lines; `None` for an empty one.
    pub fn prose(&mut self, field: &str, label: &str, text: &str, limit: usize) -> Option<String> {
        let text = text.trim().replace("\r\n", "\n");
        if text
            .chars()
            .any(|c| c.is_control() && !matches!(c, '\n' | '\t'))
        {
            self.refuse(field, format!("{label} must not hold control characters."));
        }
        if text.chars().count() > limit {
            let limit = grouped(&limit.to_string());
            self.refuse(
                field,
                format!("{label} must have {limit} characters or fewer."),
            );
        }
        (!text.is_empty()).then_some(text)
    }

    /// The address of an uploaded file; `None` for an empty one.
    pub fn file(&mut self, field: &str, text: &str) -> Option<FileAddress> {
        if text.is_empty() {
            return None;
        }
        let address = FileAddress::parse(text);
        if address.is_none() {
            self.refuse(field, FileAddress::NOT_OURS);
        }
        address
    }

    /// A number within `range`.
    pub fn number(
        &mut self,
        field: &str,
        label: &str,
        number: i32,
        range: RangeInclusive<i32>,
    ) -> i32 {
        if !range.contains(&number) {
            let (least, most) = (range.start(), range.end());
            self.refuse(field, format!("{label} must be from {least} to {most}."));
        }
        number
    }

    /// A required amount from 0 to `limit`.
    pub fn required_money(
        &mut self,
        field: &str,
        label: &str,
        amount: Option<Money>,
        limit: Money,
    ) -> Money {
        let amount = self.money(field, label, amount, limit);
        if amount.is_none() {
            self.refuse(field, format!("{label} is required."));
        }
        amount.unwrap_or(Money::ZERO)
    }

    /// An amount from 0 to `limit`.
    pub fn money(
        &mut self,
        field: &str,
        label: &str,
        amount: Option<Money>,
        limit: Money,
    ) -> Option<Money> {
        if let Some(amount) = amount {
            if amount.is_negative() {
                self.refuse(field, format!("{label} must not be negative."));
            } else if amount.minor() > limit.minor() {
                self.refuse(
                    field,
                    format!("{label} must not be more than {}.", pounds(limit)),
                );
            }
        }
        amount
    }

    /// `Ok` when every field kept its rules.
    pub fn into_result(self) -> Result<(), Error> {
        self.refuse_with("PROPERTY_INVALID")
    }

    /// `Ok` when every field kept its rules, otherwise a refusal for this reason.
    pub fn refuse_with(self, reason: &'static str) -> Result<(), Error> {
        self.0.into_result(reason)
    }
}
