//! Payers of benefits, who pay for many tenants under one name and tell them apart by numbers: councils, the Department for Work and
//! Pensions, the Northern Ireland Housing Executive.

use super::spoken;

/// Digits that a number has at least. A schedule's own number is shorter, and so is a day without its year.
const DIGITS: usize = 5;
/// The most numbers of one reference.
const MOST_NUMBERS: usize = 8;

/// Words that a payer of benefits has in its name or in what it writes.
const WORDS: &[&str] = &[
    "dwp", "uc", "hb", "lha", "dhp", "nihe", "council", "borough",
];
/// Pairs of words that such payers have.
const PAIRS: &[(&str, &str)] = &[
    ("universal", "credit"),
    ("housing", "benefit"),
    ("housing", "executive"),
    ("local", "authority"),
    ("for", "communities"),
    ("and", "pensions"),
];

/// Whether a payment is a benefit: its payer's name alone then says nothing of whose it is.
#[must_use]
pub fn is_benefit(payer: &str, reference: &str) -> bool {
    [payer, reference].into_iter().any(|text| {
        let spoken = spoken(text);
        let words: Vec<&str> = spoken.split(' ').collect();
        let one = words.iter().any(|word| WORDS.contains(word));
        one || words.windows(2).any(|pair| match pair {
            [first, second] => PAIRS.contains(&(*first, *second)),
            _ => false,
        })
    })
}

/// The numbers of a reference, as they are compared: digits with the letters right before and behind them, without blanks. `88 410 C` is
/// one of them.
#[must_use]
pub fn numbers(reference: &str) -> Vec<String> {
    let spoken = spoken(reference);
    let mut numbers = Vec::new();
    let mut number = String::new();
    let mut keep = |number: &mut String| {
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        let number = std::mem::take(number);
        if digits >= DIGITS && numbers.len() < MOST_NUMBERS && !numbers.contains(&number) {
            numbers.push(number);
        }
    };
    for word in spoken.split(' ') {
        let has_digits = word.bytes().any(|b| b.is_ascii_digit());
        let ends = !number.is_empty() && word.len() == 1;
        if has_digits || ends {
            number.push_str(word);
        }
        if !has_digits {
            keep(&mut number);
        }
    }
    keep(&mut number);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payers_of_benefits_are_known() {
        for (payer, reference) in [
            ("DWP UC", ""),
            ("TRENTSIDE COUNCIL", "HB SCHEDULE 4711"),
            ("Dept for Communities", ""),
            ("NI HOUSING EXECUTIVE", ""),
            ("", "UNIVERSAL CREDIT 123"),
            ("London Borough of X", "RENT"),
        ] {
            assert!(is_benefit(payer, reference), "{payer} {reference}");
        }
        for (payer, reference) in [("A TESTER", "RENT FLAT 2"), ("H BLUCK", "ROOM 1"), ("", "")] {
            assert!(!is_benefit(payer, reference), "{payer} {reference}");
        }
    }

    #[test]
    fn a_number_is_the_same_with_and_without_blanks() {
        assert_eq!(numbers("CLAIM 88 410 C"), ["88410c"]);
        assert_eq!(numbers("claim 88410C october"), ["88410c"]);
        assert_eq!(numbers("HB SCHEDULE 4711"), Vec::<String>::new());
        assert_eq!(
            numbers("UC 12345678 AND 87654321"),
            ["12345678", "87654321"]
        );
        assert_eq!(numbers("RENT FLAT 2"), Vec::<String>::new());
    }
}
