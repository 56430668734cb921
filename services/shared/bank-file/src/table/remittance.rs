//! The payer and the reference of a line.

use std::borrow::Cow;

use super::{columns::Columns, known};
use crate::{
    Way,
    limits::{LONGEST_PAYER, LONGEST_REFERENCE},
    text,
};

/// The payer and the reference of a line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Remittance {
    /// The other party; empty where the file does not say.
    pub payer: String,
    /// The reference.
    pub reference: String,
}

impl Remittance {
    /// Reads a line; `cell` gives the text of a column, with its blanks.
    pub fn of<'c>(columns: &Columns, way: Way, cell: impl Fn(usize) -> Cow<'c, str>) -> Self {
        let texts: Vec<Cow<'c, str>> = columns.texts.iter().copied().map(&cell).collect();
        let payer = party(columns, way, &cell);
        if !columns.payer.is_empty() {
            let reference = text::joined(texts.iter().map(AsRef::as_ref), LONGEST_REFERENCE);
            let reference = match reference.rsplit_once(" : ") {
                // Mettle writes the other party behind the reference.
                Some((before, party)) if party == payer && !payer.is_empty() => before.to_owned(),
                _ => reference,
            };
            return Self { payer, reference };
        }
        let kind = columns.kind.map(&cell).unwrap_or_default();
        let split = texts.first().and_then(|first| split(first));
        let (payer, first) = match (split, of_kind(&kind)) {
            (Some((payer, rest)), _) => (payer, rest),
            (None, party) => {
                let first = texts.first().map(AsRef::as_ref).unwrap_or_default();
                let first = known::without_kind(first).unwrap_or(first);
                (party.unwrap_or_default().to_owned(), first.to_owned())
            }
        };
        let rest = texts.iter().skip(1).map(AsRef::as_ref);
        Self {
            payer: text::clean(&payer, LONGEST_PAYER),
            reference: text::joined(
                std::iter::once(first.as_str()).chain(rest),
                LONGEST_REFERENCE,
            ),
        }
    }
}

/// The other party in a column of its own: the sender of money that came, the recipient of money that went.
fn party<'c>(columns: &Columns, way: Way, cell: &impl Fn(usize) -> Cow<'c, str>) -> String {
    let of = |wanted: Option<Way>| {
        let mut places = columns.payer.iter().filter(move |(_, own)| *own == wanted);
        places.find_map(|(place, _)| {
            let name = text::clean(&cell(*place), LONGEST_PAYER);
            (!name.is_empty()).then_some(name)
        })
    };
    let other = match way {
        Way::In => Way::Out,
        Way::Out => Way::In,
    };
    of(Some(way))
        .or_else(|| of(None))
        .or_else(|| of(Some(other)))
        .unwrap_or_default()
}

/// The other party that stands behind the kind of payment, as Nationwide writes it.
fn of_kind(kind: &str) -> Option<&str> {
    let kind = kind.trim();
    [
        "Transfer from ",
        "Transfer to ",
        "Payment from ",
        "Payment to ",
        "Bank credit ",
        "Direct debit ",
        "Standing order from ",
        "Standing order to ",
        "Standing order ",
        "Faster payment from ",
        "Faster payment to ",
        "Bill payment to ",
        "Cheque from ",
    ]
    .iter()
    .find_map(|start| {
        let (before, party) = kind.split_at_checked(start.len())?;
        let is_kind = before.eq_ignore_ascii_case(start);
        let party = party.trim();
        (is_kind && party.chars().any(char::is_alphabetic)).then_some(party)
    })
}

/// The other party and the reference, where a bank writes both in one text.
pub fn split(text: &str) -> Option<(String, String)> {
    if let Some(before) = known::without_kind(text) {
        return apart(before);
    }
    apart(text)
}

fn apart(text: &str) -> Option<(String, String)> {
    santander(text).or_else(|| {
        // Barclays with a tab or a row of blanks between them, NatWest with ` , `.
        ["\t", "  ", " , "].iter().find_map(|between| {
            let (payer, rest) = text.split_once(between)?;
            let rest = rest.trim_start_matches([',', ' ', '\t']);
            let is_split = !payer.trim().is_empty() && !rest.trim().is_empty();
            is_split.then(|| (payer.trim().to_owned(), rest.trim().to_owned()))
        })
    })
}

/// Santander's sentences: `FASTER PAYMENTS RECEIPT REF.RENT FROM A TESTER`, `BILL PAYMENT TO A TESTER REFERENCE RENT`.
fn santander(text: &str) -> Option<(String, String)> {
    let text = text::clean(text, LONGEST_REFERENCE);
    let after = |start: &str| text.strip_prefix(start);
    if let Some(rest) =
        after("FASTER PAYMENTS RECEIPT ").or_else(|| after("FASTER PAYMENT RECEIPT "))
    {
        let rest = rest.strip_prefix("REF.").unwrap_or(rest);
        let (reference, party) = rest
            .rsplit_once(" FROM ")
            .or_else(|| Some(("", rest.strip_prefix("FROM ")?)))?;
        return named(party, reference);
    }
    if let Some(rest) = after("BILL PAYMENT FROM ") {
        let (party, reference) = rest.split_once(", REFERENCE ").unwrap_or((rest, ""));
        return named(party, reference);
    }
    let out = [
        "BILL PAYMENT VIA FASTER PAYMENT TO ",
        "BILL PAYMENT TO ",
        "STANDING ORDER VIA FASTER PAYMENT TO ",
        "STANDING ORDER TO ",
        "DIRECT DEBIT PAYMENT TO ",
    ];
    let rest = out.iter().find_map(|start| after(start))?;
    let split = [" REFERENCE ", " REF "]
        .iter()
        .find_map(|between| rest.split_once(between));
    let (party, reference) = split.unwrap_or((rest, ""));
    named(party, reference)
}

fn named(party: &str, reference: &str) -> Option<(String, String)> {
    let (party, reference) = (party.trim().trim_end_matches(','), reference.trim());
    (!party.is_empty()).then(|| (party.to_owned(), reference.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payer_and_reference_are_told_apart_where_a_bank_separates_them() {
        for (text, payer, rest) in [
            (
                "A JONES         \tRENT FLAT 2 BGC",
                "A JONES",
                "RENT FLAT 2 BGC",
            ),
            ("A JONES     RENT", "A JONES", "RENT"),
            (
                "A JONES , RENT , FP 20/11/26",
                "A JONES",
                "RENT , FP 20/11/26",
            ),
            (
                "FASTER PAYMENTS RECEIPT REF.RENT FLAT 2 FROM A TESTER",
                "A TESTER",
                "RENT FLAT 2",
            ),
            ("FASTER PAYMENTS RECEIPT FROM A TESTER", "A TESTER", ""),
            (
                "BILL PAYMENT FROM A TESTER, REFERENCE RENT",
                "A TESTER",
                "RENT",
            ),
            (
                "DIRECT DEBIT PAYMENT TO POWER CO REF 12, MANDATE NO 3",
                "POWER CO",
                "12, MANDATE NO 3",
            ),
        ] {
            let parts = split(text);
            assert_eq!(parts, Some((payer.to_owned(), rest.to_owned())), "{text}");
        }
        assert_eq!(split("A JONES RENT"), None);
        assert_eq!(split("A JONES , "), None);
        assert_eq!(split("A TESTER RENT FLAT 2   CR"), None);
    }

    #[test]
    fn the_kind_of_payment_may_name_the_other_party() {
        assert_eq!(of_kind("Transfer from ALICE TESTER"), Some("ALICE TESTER"));
        assert_eq!(of_kind("Bank credit"), None);
        assert_eq!(of_kind("Direct debit 1234"), None);
        assert_eq!(of_kind("Faster payment"), None);
    }
}
