//! One line of a table.

use ::csv::StringRecord;

use super::{
    columns::Columns,
    sign::{self, Cells, Went},
};
use crate::{
    LONGEST_PAYER, LONGEST_REFERENCE, Refused, date,
    found::{Found, Received},
    refused::quoted,
    text,
};

/// States of a line that never became, or may never become, money.
const NOT_BOOKED: &[&str] = &[
    "pending",
    "reverted",
    "reversed",
    "declined",
    "rejected",
    "failed",
    "cancelled",
    "canceled",
    "created",
    "authorised",
    "authorized",
    "upcoming",
];

/// Reads a line.
pub fn read(
    columns: &Columns,
    account: &str,
    record: &StringRecord,
    line: u32,
    found: &mut Found,
) -> Result<(), Refused> {
    check_length(columns, record).map_err(|message| Refused::at(line, message))?;
    let cell = |place: usize| cell(record, place);
    let state = columns.state.map(cell).unwrap_or_default();
    if NOT_BOOKED
        .iter()
        .any(|word| state.eq_ignore_ascii_case(word))
    {
        found.not_booked();
        return Ok(());
    }
    let went = sign::went(&Cells {
        signed: columns.signed.map(cell).unwrap_or_default(),
        has_sides: columns.money_in.is_some(),
        money_in: columns.money_in.map(cell).unwrap_or_default(),
        money_out: columns.money_out.map(cell).unwrap_or_default(),
        directions: columns.direction.iter().copied().map(cell).collect(),
    });
    let amount = match went.map_err(|message| Refused::at(line, message))? {
        Went::In(amount) => amount,
        Went::Out => {
            found.went_out();
            return Ok(());
        }
    };
    let day = cell(columns.booked);
    let Some(booked) = date::written(day) else {
        let message = if day.is_empty() {
            "The line has an amount and no date.".to_owned()
        } else {
            format!("{} is no date. Write it as 25/11/2026.", quoted(day))
        };
        return Err(Refused::at(line, message));
    };
    let said = Said::of(columns, record);
    let own_account = text::joined(columns.account.iter().copied().map(cell), LONGEST_REFERENCE);
    let id = columns.id.map(cell).unwrap_or_default();
    let with_id = ["csv id", account, &own_account, id];
    let without_id = ["csv", account, &own_account, &said.payer, &said.reference];
    found.received(Received {
        key: if id.is_empty() {
            &without_id[..]
        } else {
            &with_id[..]
        },
        booked,
        amount,
        currency: columns.currency.map(cell).unwrap_or_default(),
        payer: &said.payer,
        reference: said.reference.clone(),
        line,
    })
}

/// A cell without the spaces around it, and without the apostrophe that NatWest puts before texts and numbers.
fn cell(record: &StringRecord, place: usize) -> &str {
    let cell = record.get(place).unwrap_or_default().trim();
    cell.strip_prefix('\'').unwrap_or(cell).trim_start()
}

/// A line that is longer than the header has a comma too many, one that is shorter breaks off; its cells are then in wrong columns.
fn check_length(columns: &Columns, record: &StringRecord) -> Result<(), String> {
    let mut surplus = record.iter().skip(columns.count);
    let is_longer = surplus.any(|cell| !cell.trim().is_empty());
    let needed = [Some(columns.booked), columns.signed, columns.money_in];
    let is_shorter = needed
        .into_iter()
        .flatten()
        .any(|place| place >= record.len());
    if is_longer || is_shorter {
        let (values, names) = (record.len(), columns.count);
        return Err(format!(
            "The line has {values} values, and the file has {names} columns. A text with a comma stands in quotation marks."
        ));
    }
    Ok(())
}

/// Who paid and what for.
struct Said {
    payer: String,
    reference: String,
}

impl Said {
    fn of(columns: &Columns, record: &StringRecord) -> Self {
        let cell = |place: &usize| cell(record, *place);
        let texts = columns.reference.iter().map(cell);
        if !columns.payer.is_empty() {
            let named = columns.payer.iter().map(cell).find(|name| !name.is_empty());
            let payer = text::clean(named.unwrap_or_default(), LONGEST_PAYER);
            let reference = text::joined(texts, LONGEST_REFERENCE);
            return Self { payer, reference };
        }
        let texts: Vec<&str> = texts.collect();
        let split = texts.first().and_then(|first| apart(first));
        let Some((payer, rest)) = split else {
            let reference = text::joined(texts, LONGEST_REFERENCE);
            return Self {
                payer: String::new(),
                reference,
            };
        };
        let rest = std::iter::once(rest).chain(texts.iter().skip(1).copied());
        Self {
            payer: text::clean(payer, LONGEST_PAYER),
            reference: text::joined(rest, LONGEST_REFERENCE),
        }
    }
}

/// The payer before the reference, where a bank writes both in one text: Barclays with a tab or a row of spaces between them,
/// NatWest with ` , `.
fn apart(text: &str) -> Option<(&str, &str)> {
    ["\t", "  ", " , "].iter().find_map(|between| {
        let (payer, rest) = text.split_once(between)?;
        let rest = rest.trim_start_matches([',', ' ', '\t']);
        (!payer.trim().is_empty() && !rest.is_empty()).then_some((payer, rest))
    })
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
        ] {
            let parts = apart(text).map(|(payer, rest)| (payer.trim_end(), rest));
            assert_eq!(parts, Some((payer, rest)));
        }
        assert_eq!(apart("A JONES RENT"), None);
        assert_eq!(apart("A JONES , "), None);
    }
}
