//! Gathers what a file says while it is read.

use chrono::NaiveDate;
use lintel_core::Money;

use crate::{
    Format, LeftOut, Line, Proof, Refused, Statement, Way,
    limits::{LONGEST_PAYER, LONGEST_REFERENCE, MOST_LINES},
    refused::quoted,
    text,
};

/// Characters of a line that was left out that are kept.
const LONGEST_LEFT_OUT: usize = 160;

/// The statement that is being gathered.
#[derive(Debug)]
pub struct StatementBuilder {
    statement: Statement,
    count: u32,
}

/// Money that came or went.
#[derive(Debug)]
pub struct Booked<'a> {
    /// The account as the file names it; empty where it does not.
    pub account: &'a str,
    /// The day.
    pub day: NaiveDate,
    /// The amount, below zero for money that went out.
    pub amount: Money,
    /// The currency as the file has it; empty where it does not say.
    pub currency: &'a str,
    /// The other party; may be empty.
    pub payer: &'a str,
    /// The payer's reference.
    pub reference: &'a str,
    /// The balance after it.
    pub balance: Option<Money>,
    /// Where.
    pub line: u32,
}

impl StatementBuilder {
    /// Nothing yet.
    pub fn new(format: Format) -> Self {
        Self {
            statement: Statement {
                format,
                layout: None,
                shape: None,
                lines: Vec::new(),
                not_booked: 0,
                reversed: 0,
                left_out: Vec::new(),
                proof: Proof::Standard,
                range: None,
            },
            count: 0,
        }
    }

    /// One more line, whatever it says.
    pub fn count(&mut self, line: u32) -> Result<(), Refused> {
        self.count += 1;
        if self.count > MOST_LINES {
            return Err(too_many(line));
        }
        Ok(())
    }

    /// A line that is not booked.
    pub fn not_booked(&mut self) {
        self.statement.not_booked += 1;
    }

    /// A line that takes back another one.
    pub fn reversed(&mut self) {
        self.statement.reversed += 1;
    }

    /// A line that cannot be given, with its reason.
    pub fn left_out(&mut self, line: u32, why: impl Into<String>, text: &str) {
        self.statement.left_out.push(left_out(line, why, text));
    }

    /// The days that the file says it covers; later ones widen earlier ones.
    pub fn covers(&mut self, from: NaiveDate, to: NaiveDate) {
        if from > to {
            return;
        }
        let (first, last) = self.statement.range.unwrap_or((from, to));
        self.statement.range = Some((first.min(from), last.max(to)));
    }

    /// A line of money; a line of none is passed over.
    pub fn booked(&mut self, booked: &Booked<'_>) -> Result<(), Refused> {
        if booked.amount.minor() == 0 {
            return Ok(());
        }
        if let Err(why) = in_pounds(booked.currency) {
            if booked.amount.minor() > 0 {
                return Err(Refused::at(booked.line, why));
            }
            self.left_out(booked.line, why, booked.reference);
            return Ok(());
        }
        let payer = text::clean(booked.payer, LONGEST_PAYER);
        self.statement.lines.push(Line {
            account: account(booked.account),
            booked: booked.day,
            amount: unsigned(booked.amount),
            way: if booked.amount.is_negative() {
                Way::Out
            } else {
                Way::In
            },
            payer: Some(payer).filter(|payer| !payer.is_empty()),
            reference: text::clean(booked.reference, LONGEST_REFERENCE),
            balance: booked.balance,
            line: booked.line,
        });
        Ok(())
    }

    /// All of it.
    pub fn done(mut self) -> Statement {
        if self.statement.range.is_none() {
            self.statement.range = days(&self.statement.lines);
        }
        self.statement
    }
}

/// The first and the last day of lines.
pub fn days(lines: &[Line]) -> Option<(NaiveDate, NaiveDate)> {
    let first = lines.iter().map(|line| line.booked).min()?;
    let last = lines.iter().map(|line| line.booked).max()?;
    Some((first, last))
}

/// A line that was left out.
pub fn left_out(line: u32, why: impl Into<String>, text: &str) -> LeftOut {
    LeftOut {
        line,
        why: why.into(),
        text: text::clean(text, LONGEST_LEFT_OUT),
    }
}

/// A file of more lines than are taken.
pub fn too_many(line: u32) -> Refused {
    let message = "The file has more than 20,000 lines. Export fewer months at once.";
    Refused::at(line, message)
}

/// Checks that an amount is in pounds; a file that does not say is.
pub fn in_pounds(currency: &str) -> Result<(), String> {
    let currency = currency.trim();
    if currency.is_empty() || currency == "£" || currency.eq_ignore_ascii_case("GBP") {
        return Ok(());
    }
    Err(format!(
        "The amount is in {} and not in pounds sterling (GBP). Export the account in pounds by itself.",
        quoted(currency)
    ))
}

/// An amount without its sign. The largest negative one has no counterpart and no file has it.
pub fn unsigned(amount: Money) -> Money {
    Money::gbp(amount.minor().saturating_abs())
}

/// An account in its letters and digits, so that blanks and dashes make no other one of it; none where nothing is left.
pub fn account(text: &str) -> Option<String> {
    let mut account = String::with_capacity(text.len().min(64));
    for c in text.chars().filter(|c| c.is_alphanumeric()).take(64) {
        if c.is_ascii() {
            account.push(c.to_ascii_uppercase());
        } else {
            account.extend(c.to_uppercase());
        }
    }
    Some(account).filter(|account| !account.is_empty())
}
