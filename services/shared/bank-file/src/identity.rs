//! The text by which two files' lines are known to be the same line.

use crate::table;

/// Kinds of payment that some exports of a bank add behind the text and others do not, as single words.
const KINDS: &[&[&str]] = &[
    &["FASTER", "PAYMENT", "RECEIPT"],
    &["FASTER", "PAYMENTS", "RECEIPT"],
    &["FASTER", "PAYMENT", "IN"],
    &["FASTER", "PAYMENT", "OUT"],
    &["FASTER", "PAYMENT"],
    &["FASTER", "PAYMENTS"],
    &["DIRECT", "DEBIT"],
    &["DIRECT", "CREDIT"],
    &["STANDING", "ORDER"],
    &["BANK", "TRANSFER"],
    &["BANK", "CREDIT"],
    &["COUNTER", "CREDIT"],
    &["BILL", "PAYMENT"],
    &["D", "D"],
    &["S", "O"],
    &["CR"],
    &["DR"],
    &["FP"],
    &["FPI"],
    &["FPO"],
    &["BGC"],
    &["BAC"],
    &["BACS"],
    &["BP"],
    &["DD"],
    &["DDR"],
    &["SO"],
    &["STO"],
    &["TFR"],
    &["VIS"],
    &["DEB"],
];

/// Returns the upper-case letters and digits of the payer and then the reference, without blanks, signs and the kind of payment at the
/// end: banks change these from one export to the next. A text that is nothing but a kind of payment is kept. A text that holds both, as
/// Santander writes it, is taken apart.
#[must_use]
pub fn identity_text(payer: &str, reference: &str) -> String {
    let split = payer
        .trim()
        .is_empty()
        .then(|| table::split(reference))
        .flatten();
    let (payer, reference) = split
        .as_ref()
        .map_or((payer, reference), |(payer, reference)| (payer, reference));
    let text = format!("{payer} {reference}").to_uppercase();
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let mut kept = words.as_slice();
    while let Some(shorter) = KINDS.iter().find_map(|kind| kept.strip_suffix(*kind)) {
        kept = shorter;
    }
    if kept.is_empty() {
        words.concat()
    } else {
        kept.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_signs_capitals_and_kinds_of_payment_make_no_other_line() {
        let same = "ATESTERRENTFLAT2";
        for (payer, reference) in [
            ("A TESTER", "RENT FLAT 2"),
            ("", "A TESTER  RENT FLAT 2"),
            ("A Tester", "Rent, flat 2 CR"),
            ("", "A-TESTER RENT FLAT 2 FASTER PAYMENT"),
            ("", "A TESTER RENT FLAT 2 BGC CR"),
            ("A TESTER RENT", "FLAT 2 S/O"),
            ("", "FASTER PAYMENTS RECEIPT REF.RENT FLAT 2 FROM A TESTER"),
        ] {
            assert_eq!(identity_text(payer, reference), same, "{payer} {reference}");
        }
    }

    #[test]
    fn other_texts_are_other_lines() {
        assert_ne!(identity_text("", "RENT 2"), identity_text("", "RENT 3"));
        assert_eq!(identity_text("", "CR"), "CR");
        assert_eq!(identity_text("", "SO CR"), "SOCR");
        assert_eq!(identity_text("CR Smith", ""), "CRSMITH");
        assert_eq!(identity_text("Zoë", "£5"), "ZOË5");
        assert_eq!(identity_text("", ""), "");
    }
}
