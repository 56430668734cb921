//! One line of a statement: `:61:2611201120C950,00NTRFRENT FLAT 2//BANKREF`.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::Money;

use crate::{amount::international, refused::quoted};

/// The most characters of the other party in a text that has no parts.
const LONGEST_PARTY: usize = 70;

/// A line of a statement.
pub struct Line<'t> {
    /// The day that the bank booked it.
    pub day: NaiveDate,
    /// The change to the balance.
    pub change: Money,
    /// True when it takes back an earlier line.
    pub is_reversal: bool,
    reference: &'t str,
    details: Vec<&'t str>,
}

impl<'t> Line<'t> {
    /// Reads the field.
    pub fn of(lines: &[&'t str]) -> Result<Self, String> {
        let text = lines.first().copied().unwrap_or_default();
        let refused = |what: &str| format!("{} has no {what} (:61:).", quoted(text));
        let (value, rest) = digits(text.trim_start(), 6).ok_or_else(|| refused("day"))?;
        let value = day(value).ok_or_else(|| refused("day"))?;
        let (booked, rest) = match digits(rest, 4) {
            Some((entry, rest)) => (entry_day(value, entry).ok_or_else(|| refused("day"))?, rest),
            None => (value, rest),
        };
        let rest = rest.trim_start();
        let marks = [
            ("RC", true, true),
            ("RD", true, false),
            ("EC", false, false),
            ("ED", false, true),
            ("C", false, false),
            ("D", false, true),
        ];
        let mark = marks.iter().find_map(|(mark, reversal, out)| {
            rest.strip_prefix(mark).map(|rest| (*reversal, *out, rest))
        });
        let (is_reversal, is_out, rest) = mark.ok_or_else(|| refused("mark C or D"))?;
        // The third letter of the currency may stand before the amount.
        let rest = rest
            .strip_prefix(|c: char| c.is_ascii_alphabetic())
            .unwrap_or(rest)
            .trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.')
            .unwrap_or(rest.len());
        let (sum, rest) = rest.split_at(end);
        let sum = amount(sum).ok_or_else(|| refused("amount"))?;
        let kind = rest.trim_start();
        let is_kind = kind.starts_with(['N', 'S', 'F'])
            && kind
                .get(1..4)
                .is_some_and(|kind| kind.bytes().all(|b| b.is_ascii_alphanumeric()));
        let reference = if is_kind {
            kind.get(4..).unwrap_or_default()
        } else {
            kind
        };
        let reference = reference
            .split_once("//")
            .map_or(reference, |(own, _)| own)
            .trim();
        Ok(Self {
            day: booked,
            change: Money::gbp(if is_out { -sum } else { sum }),
            is_reversal,
            reference: if reference.eq_ignore_ascii_case("NONREF") {
                ""
            } else {
                reference
            },
            details: lines.iter().skip(1).copied().collect(),
        })
    }

    /// The other party and the reference, with what the field behind it says.
    pub fn said(&self, information: &str) -> (String, String) {
        let information = information.trim();
        if let Some((party, reference)) = parts(information) {
            let reference = if reference.is_empty() {
                self.reference.to_owned()
            } else {
                reference
            };
            return (party, reference);
        }
        let details = self.details.join(" ");
        let information = if information.is_empty() {
            details.trim()
        } else {
            information
        };
        let says_what_for = self.reference.chars().any(char::is_alphabetic);
        if says_what_for && !information.is_empty() && information.chars().count() <= LONGEST_PARTY
        {
            return (information.to_owned(), self.reference.to_owned());
        }
        let reference = [information, self.reference];
        let said: Vec<&str> = reference
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        (String::new(), said.join(" "))
    }
}

/// The other party and the reference of a text with parts: `?20…?32…` or `/NAME/…/REMI/…`.
fn parts(text: &str) -> Option<(String, String)> {
    let (mut party, mut reference) = (String::new(), String::new());
    if let Some((_, coded)) = text
        .split_once('?')
        .filter(|(kind, _)| kind.trim().len() <= 4)
    {
        for part in coded.split('?') {
            let Some((code, value)) = part.split_at_checked(2) else {
                continue;
            };
            match code {
                "20" | "21" | "22" | "23" | "24" | "25" | "26" | "27" | "28" | "29" => {
                    reference.push_str(value);
                }
                "32" | "33" => party.push_str(value),
                _ => {}
            }
        }
    } else if text.starts_with('/') && (text.contains("/NAME/") || text.contains("/REMI/")) {
        let value = |label: &str| {
            let (_, rest) = text.split_once(label)?;
            let end = rest
                .match_indices('/')
                .map(|(at, _)| at)
                .find(|at| is_label(rest.get(*at..).unwrap_or_default()));
            Some(
                rest.get(..end.unwrap_or(rest.len()))
                    .unwrap_or(rest)
                    .trim()
                    .to_owned(),
            )
        };
        party = value("/NAME/").unwrap_or_default();
        reference = value("/REMI/").unwrap_or_default();
    } else {
        return None;
    }
    Some((party.trim().to_owned(), reference.trim().to_owned()))
}

/// Returns whether a text begins with a label such as `/REMI/`.
fn is_label(text: &str) -> bool {
    let label = text
        .get(1..)
        .and_then(|rest| rest.split_once('/'))
        .map(|(label, _)| label);
    label.is_some_and(|label| label.len() == 4 && label.bytes().all(|b| b.is_ascii_uppercase()))
}

/// So many digits at the beginning, and the rest.
fn digits(text: &str, count: usize) -> Option<(&str, &str)> {
    let (digits, rest) = text.split_at_checked(count)?;
    digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then_some((digits, rest))
}

fn day(text: &str) -> Option<NaiveDate> {
    let part = |from: usize| text.get(from..from + 2)?.parse::<u32>().ok();
    let year = i32::try_from(part(0)?).ok()? + 2000;
    NaiveDate::from_ymd_opt(year, part(2)?, part(4)?)
}

/// The day that the bank booked it, near the day of its value: its year is not written, and at New Year it is another one.
fn entry_day(value: NaiveDate, text: &str) -> Option<NaiveDate> {
    let month = text.get(..2)?.parse::<u32>().ok()?;
    let day = text.get(2..)?.parse::<u32>().ok()?;
    let years = [value.year() - 1, value.year(), value.year() + 1];
    let days = years
        .iter()
        .filter_map(|year| NaiveDate::from_ymd_opt(*year, month, day));
    days.min_by_key(|day| day.signed_duration_since(value).num_days().abs())
}

/// An amount in pence: a comma stands before them.
pub fn amount(text: &str) -> Option<i64> {
    let text = text.trim();
    let is_plain = text
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.'));
    let text = text.strip_suffix(',').unwrap_or(text);
    let money = international(text).ok().filter(|_| is_plain)?;
    Some(money.minor())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn read(text: &str) -> (String, i64, bool) {
        let line = Line::of(&[text]).unwrap();
        (line.day.to_string(), line.change.minor(), line.is_reversal)
    }

    #[test]
    fn marks_tell_how_the_balance_changes() {
        for (text, day, change, is_reversal) in [
            ("2611201120C950,00NTRFRENT", "2026-11-20", 95_000, false),
            ("261120D60,NDDTX", "2026-11-20", -6_000, false),
            ("2611201121CP950,5NTRFX", "2026-11-21", 95_050, false),
            ("2611201120RC950,00NTRFX", "2026-11-20", -95_000, true),
            ("2611201120RD950,00NTRFX", "2026-11-20", 95_000, true),
            ("2611201120C950.00NTRFX", "2026-11-20", 95_000, false),
            ("2612310102C5,00NTRFX", "2027-01-02", 500, false),
            ("2701011231C5,00NTRFX", "2026-12-31", 500, false),
        ] {
            assert_eq!(read(text), (day.to_owned(), change, is_reversal), "{text}");
        }
        for text in [
            "",
            "261320C5,00NTRFX",
            "261120X5,00",
            "261120CNTRF",
            "261120",
            "é",
        ] {
            assert!(Line::of(&[text]).is_err(), "{text}");
        }
    }

    #[test]
    fn the_party_and_the_reference_are_where_each_bank_puts_them() {
        let said = |line: &str, information: &str| Line::of(&[line]).unwrap().said(information);
        let pair = |party: &str, reference: &str| (party.to_owned(), reference.to_owned());
        let line = "261120C5,00NTRFRENT FLAT 2//BANK1";
        assert_eq!(said(line, "A TESTER"), pair("A TESTER", "RENT FLAT 2"));
        assert_eq!(
            said("261120C5,00NTRFNONREF", "A TESTER RENT"),
            pair("", "A TESTER RENT")
        );
        assert_eq!(
            said("261120C5,00NTRF12345", "A TESTER RENT"),
            pair("", "A TESTER RENT 12345")
        );
        assert_eq!(
            said(
                "261120C5,00NTRFNONREF",
                "166?00X?20RENT ?21FLAT 2?32A TESTER"
            ),
            pair("A TESTER", "RENT FLAT 2")
        );
        assert_eq!(
            said(
                "261120C5,00NTRFNONREF",
                "/NAME/A TESTER/REMI/RENT 1/2/IBAN/GB1"
            ),
            pair("A TESTER", "RENT 1/2")
        );
    }
}
