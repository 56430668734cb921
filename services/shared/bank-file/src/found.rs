//! Gathers what a file says while it is read.

use chrono::NaiveDate;
use lintel_core::Money;

use crate::{
    Format, LONGEST_PAYER, Line, MOST_LINES, Refused, Statement, key::Keys, refused::quoted, text,
};

/// What has been found so far.
#[derive(Debug)]
pub struct Found {
    statement: Statement,
    keys: Keys,
    count: u32,
}

/// Money that came.
#[derive(Debug)]
pub struct Received<'a> {
    /// What names the line.
    pub key: &'a [&'a str],
    /// The day.
    pub booked: NaiveDate,
    /// How much.
    pub amount: Money,
    /// The currency as the file has it; empty where it does not say.
    pub currency: &'a str,
    /// Who paid; may be empty.
    pub payer: &'a str,
    /// What for.
    pub reference: String,
    /// Where.
    pub line: u32,
}

impl Found {
    /// Nothing yet.
    pub fn new(format: Format) -> Self {
        Self {
            statement: Statement {
                format,
                lines: Vec::new(),
                money_out: 0,
                not_booked: 0,
                reversed: 0,
            },
            keys: Keys::default(),
            count: 0,
        }
    }

    /// One more line, whatever it says.
    pub fn count(&mut self, line: u32) -> Result<(), Refused> {
        self.count += 1;
        if self.count > MOST_LINES {
            let message = "The file has more than 20,000 lines. Export fewer months at once.";
            return Err(Refused::at(line, message));
        }
        Ok(())
    }

    /// A line of money that went out, or of none.
    pub fn went_out(&mut self) {
        self.statement.money_out += 1;
    }

    /// A line that is not booked.
    pub fn not_booked(&mut self) {
        self.statement.not_booked += 1;
    }

    /// A line that takes back another one.
    pub fn reversed(&mut self) {
        self.statement.reversed += 1;
    }

    /// A line of money that came.
    pub fn received(&mut self, received: Received<'_>) -> Result<(), Refused> {
        let currency = received.currency.trim();
        if !currency.is_empty() && !currency.eq_ignore_ascii_case("GBP") {
            let message = format!(
                "The amount is in {} and not in pounds sterling (GBP). Export the account in pounds by itself.",
                quoted(currency)
            );
            return Err(Refused::at(received.line, message));
        }
        let day = received.booked.to_string();
        let amount = received.amount.to_string();
        let mut parts = received.key.to_vec();
        parts.extend([day.as_str(), amount.as_str()]);
        let payer = text::clean(received.payer, LONGEST_PAYER);
        self.statement.lines.push(Line {
            key: self.keys.next(&parts),
            booked: received.booked,
            amount: received.amount,
            payer: Some(payer).filter(|payer| !payer.is_empty()),
            reference: received.reference,
            line: received.line,
        });
        Ok(())
    }

    /// All of it.
    pub fn done(self) -> Statement {
        self.statement
    }
}
