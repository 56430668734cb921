//! MT940, SWIFT's statement, with the liberties that Lloyds-Link and others take: longer references, any letters, amounts with a point.
//!
//! The crate `mt940` 1.1 reads only letters of SWIFT's own alphabet (an `&` or `£` refuses the file), refuses a longer reference, gives no
//! lines, and brings a grammar, a command line and a dozen crates, so it does not serve.

mod line;

use crate::{
    Format, Proof, Refused, Statement,
    refused::quoted,
    statement_builder::{Booked, StatementBuilder},
};
use line::Line;

/// A line of a text block that is this long goes on in the next one without a blank.
const FULL: usize = 65;

/// A field: its tag, its lines, and where it begins.
struct Field<'t> {
    tag: &'t str,
    lines: Vec<&'t str>,
    line: u32,
}

/// Reads a file.
pub fn read(text: &str) -> Result<Statement, Refused> {
    let mut reading = Reading {
        found: StatementBuilder::new(Format::Mt940),
        account: String::new(),
        currency: String::new(),
        balance: None,
        taken_back: 0,
        adds_up: true,
        open: None,
        has_statement: false,
    };
    for field in fields(text) {
        reading.take(&field)?;
    }
    reading.finish_line()?;
    if !reading.has_statement {
        return Err(Refused::file("The MT940 file has no statement (:60F:)."));
    }
    let adds_up = reading.adds_up && reading.balance.is_none();
    let mut statement = reading.found.done();
    if adds_up {
        statement.proof = Proof::Balance;
    }
    Ok(statement)
}

/// The state of the reader.
struct Reading<'t> {
    found: StatementBuilder,
    account: String,
    currency: String,
    /// The balance so far, in pence; none outside of a statement.
    balance: Option<i128>,
    /// The change to it by lines that take back others.
    taken_back: i128,
    /// True when every statement has both balances.
    adds_up: bool,
    open: Option<(Line<'t>, u32, String)>,
    has_statement: bool,
}

impl<'t> Reading<'t> {
    fn take(&mut self, field: &Field<'t>) -> Result<(), Refused> {
        let first = field.lines.first().copied().unwrap_or_default();
        match field.tag {
            "86" => {
                if let Some((_, _, information)) = &mut self.open
                    && information.is_empty()
                {
                    *information = joined(&field.lines);
                }
                return Ok(());
            }
            "61" => {
                self.finish_line()?;
                self.found.count(field.line)?;
                let line = Line::of(&field.lines).map_err(|why| Refused::at(field.line, why))?;
                self.open = Some((line, field.line, String::new()));
                return Ok(());
            }
            _ => self.finish_line()?,
        }
        match field.tag {
            "20" => {
                self.account.clear();
                self.currency.clear();
            }
            "25" | "25P" => first.trim().clone_into(&mut self.account),
            "60F" | "60M" => {
                self.has_statement = true;
                let (balance, currency) = balance(first, field.line)?;
                currency.clone_into(&mut self.currency);
                self.adds_up = self.adds_up && self.balance.is_none();
                (self.balance, self.taken_back) = (Some(i128::from(balance)), 0);
            }
            "62F" | "62M" => {
                let (closing, _) = balance(first, field.line)?;
                self.close(i128::from(closing), field.line)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends a statement: its lines lead from its first balance to its last one, or none of them can be trusted. Banks do not agree on
    /// whether `RC` takes a credit back or gives one, so the balance tells that as well.
    fn close(&mut self, closing: i128, line: u32) -> Result<(), Refused> {
        let Some(reached) = self.balance.take() else {
            self.adds_up = false;
            return Ok(());
        };
        if closing == reached || closing == reached - 2 * self.taken_back {
            return Ok(());
        }
        let by = pounds((closing - reached).unsigned_abs());
        Err(Refused::at(
            line,
            format!(
                "The payments do not lead from the first balance (:60F:) to the last one (:62F:): they miss it by {by}, so a payment is missing or has the wrong sign. Download the statement again, or export it as CSV."
            ),
        ))
    }

    /// Gives the payment that is open.
    fn finish_line(&mut self) -> Result<(), Refused> {
        let Some((line, at, information)) = self.open.take() else {
            return Ok(());
        };
        if let Some(balance) = &mut self.balance {
            *balance += i128::from(line.change.minor());
            if line.is_reversal {
                self.taken_back += i128::from(line.change.minor());
            }
        }
        if line.is_reversal {
            self.found.reversed();
            return Ok(());
        }
        let (payer, reference) = line.said(&information);
        self.found.booked(&Booked {
            account: &self.account,
            day: line.day,
            amount: line.change,
            currency: &self.currency,
            payer: &payer,
            reference: &reference,
            balance: None,
            line: at,
        })
    }
}

/// The fields of all statements; what is no field, such as the blocks around them, is passed over.
fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    let mut lines = text.lines().zip(1_u32..).peekable();
    std::iter::from_fn(move || {
        loop {
            let (line, number) = lines.next()?;
            // Some write the first field behind the head of its block.
            let line = line.split_once("{4:").map_or(line, |(_, field)| field);
            let Some((tag, value)) = tagged(line) else {
                continue;
            };
            let mut field = Field {
                tag,
                lines: vec![value],
                line: number,
            };
            while let Some((next, _)) = lines.next_if(|(next, _)| is_more(next)) {
                if field.lines.len() < 50 {
                    field.lines.push(next.trim_end());
                }
            }
            return Some(field);
        }
    })
}

/// The tag and the value of a line that begins a field.
fn tagged(line: &str) -> Option<(&str, &str)> {
    let (tag, value) = line.trim_start().strip_prefix(':')?.split_once(':')?;
    let digits = tag
        .strip_suffix(|c: char| c.is_ascii_uppercase())
        .unwrap_or(tag);
    let is_tag = digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit());
    is_tag.then(|| (tag, value.trim_end()))
}

/// Returns whether a line goes on with the field above it.
fn is_more(line: &str) -> bool {
    tagged(line).is_none() && !matches!(line.trim_end(), "-" | "-}" | "") && !line.starts_with('{')
}

/// The lines of a text as one: with a blank between them, except where the line above is full.
fn joined(lines: &[&str]) -> String {
    let mut text = String::new();
    let mut before = FULL;
    for line in lines {
        if before < FULL {
            text.push(' ');
        }
        text.push_str(line);
        before = line.chars().count();
    }
    text
}

fn pounds(pence: u128) -> String {
    format!("£{}.{:02}", pence / 100, pence % 100)
}

/// A balance in pence, and its currency: `C261119GBP5000,00`.
fn balance(text: &str, line: u32) -> Result<(i64, &str), Refused> {
    let refused = || Refused::at(line, format!("{} is no balance.", quoted(text)));
    let text = text.trim();
    let (mark, rest) = text.split_at_checked(1).ok_or_else(refused)?;
    let (_, rest) = rest.split_at_checked(6).ok_or_else(refused)?;
    let (currency, amount) = rest.split_at_checked(3).ok_or_else(refused)?;
    let amount = line::amount(amount).ok_or_else(refused)?;
    match mark {
        "C" => Ok((amount, currency)),
        "D" => Ok((-amount, currency)),
        _ => Err(refused()),
    }
}
