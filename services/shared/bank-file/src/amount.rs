//! Amounts of OFX, CAMT and MT940, whose standards know no groups of digits.

use lintel_core::Money;

use crate::refused::quoted;

/// An amount of OFX or CAMT, which know no groups of digits but whose writers do, and in which a comma may stand for the point.
pub fn international(text: &str) -> Result<Money, String> {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let (negative, digits) = signed(&bare);
    let commas = digits.matches(',').count();
    let points = digits.matches('.').count();
    let comma_is_last = digits.rfind(',') > digits.rfind('.');
    let plain = if commas == 1 && comma_is_last {
        digits.replace('.', "").replace(',', ".")
    } else if points <= 1 && !comma_is_last || points == 0 {
        digits.replace(',', "")
    } else {
        digits.to_owned()
    };
    read(text, negative, &plain)
}

/// Returns whether the amount is below zero, and its digits.
fn signed(text: &str) -> (bool, &str) {
    if let Some(inner) = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
    {
        return (true, inner);
    }
    if let Some(rest) = text.strip_prefix('-').or_else(|| text.strip_suffix('-')) {
        return (true, rest);
    }
    (false, text.strip_prefix('+').unwrap_or(text))
}

fn read(text: &str, negative: bool, digits: &str) -> Result<Money, String> {
    if digits.starts_with(['-', '+', '−']) {
        return Err(unreadable(text, "It has two signs."));
    }
    // Banks write as many zeros behind the pence as they like.
    let digits = match digits.split_once('.') {
        Some((whole, part)) if part.len() > 2 => {
            let pence = part.trim_end_matches('0');
            format!("{whole}.{pence}")
        }
        _ => digits.to_owned(),
    };
    let money = Money::parse(&digits).map_err(|error| unreadable(text, &error.to_string()))?;
    Ok(Money::gbp(if negative {
        -money.minor()
    } else {
        money.minor()
    }))
}

fn unreadable(text: &str, why: &str) -> String {
    format!("{} is no amount. {why}", quoted(text))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_international_spelling_is_read() {
        for (text, pence) in [
            ("950.00", 95_000),
            ("950,00", 95_000),
            ("-950,5", -95_050),
            ("1.234,56", 123_456),
            ("1,234.56", 123_456),
            ("1,234,567", 123_456_700),
            ("1,234,567.5", 123_456_750),
            ("+12", 1_200),
            ("12.", 1_200),
        ] {
            assert_eq!(international(text), Ok(Money::gbp(pence)), "{text}");
        }
        for text in [
            "1,234",
            "1.234",
            "1.2.3",
            "1,2,3.4.5",
            "",
            ",",
            "abc",
            "1e3",
            "--5",
        ] {
            assert!(international(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".{0,20}", amount in "[0-9.,() £+-]{0,12}") {
            for text in [text, amount] {
                let _ = international(&text);
            }
        }

        #[test]
        fn what_money_writes_is_read(pence in -1_000_000_000_i64..1_000_000_000) {
            let money = Money::gbp(pence);
            prop_assert_eq!(international(&money.to_string()), Ok(money));
        }
    }
}
