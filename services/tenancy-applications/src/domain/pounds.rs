//! Amounts as people read them.

use lintel_core::Money;

/// An amount in sentences and documents: "£1,096.15", "-£5.00".
#[must_use]
pub fn pounds(amount: Money) -> String {
    let pence = amount.minor().unsigned_abs();
    let sign = if amount.is_negative() { "-" } else { "" };
    let digits = (pence / 100).to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}£{grouped}.{:02}", pence % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pounds_are_grouped_by_thousands() {
        for (pence, text) in [
            (0, "£0.00"),
            (95_000, "£950.00"),
            (100_000_000, "£1,000,000.00"),
            (109_615, "£1,096.15"),
            (123_456_789, "£1,234,567.89"),
            (-500, "-£5.00"),
            (-50, "-£0.50"),
        ] {
            assert_eq!(pounds(Money::gbp(pence)), text);
        }
    }
}
