//! OFX 1 (SGML, in which values have no end tags) and OFX 2 (XML).

mod tags;
mod transaction;

use chrono::NaiveDate;

use crate::{Format, Refused, Statement, date, statement_builder::StatementBuilder};
use tags::{Tag, Tags};
use transaction::Transaction;

/// Reads a file.
pub fn read(text: &str) -> Result<Statement, Refused> {
    let mut tags = Tags::of(text);
    let mut reading = Reading::default();
    let mut found = StatementBuilder::new(Format::Ofx);
    while let Some(tag) = tags.next()? {
        reading.take(&tag, &mut tags, &mut found)?;
    }
    if !reading.ended {
        return Err(Refused::at(
            tags.line(text.trim_end().len().saturating_sub(1)),
            "The file breaks off: its end </OFX> is missing. Download it again.",
        ));
    }
    if !reading.has_list {
        return Err(Refused::file("The OFX file has no bank statement."));
    }
    Ok(found.done())
}

/// The state of the reader.
#[derive(Debug, Default)]
struct Reading {
    currency: String,
    account: Vec<String>,
    in_account: bool,
    transaction: Option<Transaction>,
    from: Option<NaiveDate>,
    has_list: bool,
    ended: bool,
}

impl Reading {
    fn take(
        &mut self,
        tag: &Tag<'_>,
        tags: &mut Tags<'_>,
        found: &mut StatementBuilder,
    ) -> Result<(), Refused> {
        match (tag.name.as_str(), tag.closes) {
            ("STMTTRN" | "STMTTRNP", _) | ("BANKTRANLIST" | "OFX", true) => {
                if let Some(transaction) = self.transaction.take() {
                    transaction.finish(&self.account, &self.currency, found)?;
                }
            }
            _ => {}
        }
        match (tag.name.as_str(), tag.closes) {
            ("STMTTRN", false) => {
                let line = tags.line(tag.at);
                found.count(line)?;
                self.transaction = Some(Transaction::at(line));
            }
            ("STMTTRNP", false) => {
                found.count(tags.line(tag.at))?;
                found.not_booked();
            }
            ("STMTRS" | "CCSTMTRS", false) => {
                self.currency.clear();
                self.account.clear();
            }
            ("BANKTRANLIST", false) => self.has_list = true,
            ("OFX", true) => self.ended = true,
            ("BANKACCTFROM" | "CCACCTFROM", closes) => self.in_account = !closes,
            ("DTSTART", false) => self.from = date::compact(&tag.value()),
            ("DTEND", false) => {
                if let Some((from, to)) = self.from.take().zip(date::compact(&tag.value())) {
                    found.covers(from, to);
                }
            }
            ("CURDEF", false) => self.currency = tag.value(),
            (_, false) if self.in_account && self.transaction.is_none() => {
                // The kind of account may change; the numbers do not.
                if matches!(tag.name.as_str(), "BANKID" | "BRANCHID" | "ACCTID") {
                    self.account.push(tag.value());
                }
            }
            _ => {
                if let Some(transaction) = &mut self.transaction {
                    transaction.take(tag);
                }
            }
        }
        Ok(())
    }
}
