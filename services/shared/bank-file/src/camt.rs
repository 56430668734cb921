//! CAMT.053 and CAMT.052, all versions: they differ in where a few things stand, and all those places are looked at.

mod elements;
mod entry;

use chrono::NaiveDate;

use crate::{Format, Refused, Statement, date, statement_builder::StatementBuilder};
use elements::{Elements, Step};
use entry::Entry;

/// The elements that hold the statements, and those of each; older drafts add a version to the former.
const ROOTS: [(&str, Format); 2] = [
    ("BkToCstmrStmt", Format::Camt053),
    ("BkToCstmrAcctRpt", Format::Camt052),
];

/// Reads a file.
pub fn read(text: &str) -> Result<Statement, Refused> {
    let mut elements = Elements::of(text);
    let mut found = StatementBuilder::new(form(text));
    let mut reading = Reading::default();
    loop {
        match elements.next()? {
            Step::Open { name, currency } => {
                reading.open(name, currency, &mut elements, &mut found)?;
            }
            Step::Text(piece) => reading.text.push_str(&piece),
            Step::Close => reading.close(&mut found)?,
            Step::End => break,
        }
    }
    if !reading.path.is_empty() {
        let message = "The file breaks off. Download it again.";
        return Err(Refused::at(elements.line(), message));
    }
    if !reading.has_root {
        return Err(Refused::file(
            "This XML file is no bank statement. Export CAMT.053.",
        ));
    }
    Ok(found.done())
}

/// Which of the two it is. Another element before the one that holds the statements cannot have its name.
fn form(text: &str) -> Format {
    let named = |(root, format): &(&str, Format)| text.find(root).map(|at| (at, *format));
    let first = ROOTS.iter().filter_map(named).min_by_key(|(at, _)| *at);
    first.map_or(Format::Camt053, |(_, format)| format)
}

/// The state of the reader.
#[derive(Debug, Default)]
struct Reading {
    /// The elements that are open.
    path: Vec<String>,
    /// The number of them that hold the statements; 0 outside.
    root: usize,
    has_root: bool,
    /// The text of the innermost element.
    text: String,
    /// The currency that it names.
    currency: String,
    account: String,
    account_currency: String,
    from: Option<NaiveDate>,
    entry: Option<Entry>,
}

impl Reading {
    fn open(
        &mut self,
        name: String,
        currency: String,
        elements: &mut Elements<'_>,
        found: &mut StatementBuilder,
    ) -> Result<(), Refused> {
        self.text.clear();
        self.currency = currency;
        if name == "BkToCstmrDbtCdtNtfctn" {
            let message = "This is CAMT.054, which has notices and no statement. Export CAMT.053.";
            return Err(Refused::at(elements.line(), message));
        }
        if self.root == 0 && ROOTS.iter().any(|(root, _)| name.starts_with(root)) {
            self.root = self.path.len() + 1;
            self.has_root = true;
        }
        self.path.push(name);
        match inside(&self.path, self.root).as_slice() {
            ["Stmt" | "Rpt"] => {
                self.account.clear();
                self.account_currency.clear();
            }
            ["Stmt" | "Rpt", "Ntry"] => {
                let line = elements.line();
                found.count(line)?;
                self.entry = Some(Entry::at(line));
            }
            ["Stmt" | "Rpt", "Ntry", "NtryDtls", "TxDtls"] => {
                let line = elements.line();
                found.count(line)?;
                if let Some(entry) = &mut self.entry {
                    entry.begin_detail(line);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, found: &mut StatementBuilder) -> Result<(), Refused> {
        let text = std::mem::take(&mut self.text);
        let text = text.trim();
        let currency = std::mem::take(&mut self.currency);
        match inside(&self.path, self.root).as_slice() {
            ["Stmt" | "Rpt", "Acct", "Id", ..] if self.account.is_empty() => {
                text.clone_into(&mut self.account);
            }
            ["Stmt" | "Rpt", "FrToDt", "FrDtTm"] => self.from = date::iso(text),
            ["Stmt" | "Rpt", "FrToDt", "ToDtTm"] => {
                if let Some((from, to)) = self.from.take().zip(date::iso(text)) {
                    found.covers(from, to);
                }
            }
            ["Stmt" | "Rpt", "Acct", "Ccy"] => text.clone_into(&mut self.account_currency),
            ["Stmt" | "Rpt", "Ntry"] => {
                if let Some(entry) = self.entry.take() {
                    entry.finish(&self.account, &self.account_currency, found)?;
                }
            }
            ["Stmt" | "Rpt", "Ntry", path @ ..] if !text.is_empty() => {
                if let Some(entry) = &mut self.entry {
                    entry.take(path, text, &currency);
                }
            }
            _ => {}
        }
        self.path.pop();
        if self.path.len() < self.root {
            self.root = 0;
        }
        Ok(())
    }
}

/// The open elements below the one that holds the statements, which is the `root`th; none outside.
fn inside(path: &[String], root: usize) -> Vec<&str> {
    let below = path.get(root..).filter(|_| root > 0);
    let below = below.unwrap_or_default();
    below.iter().map(String::as_str).collect()
}
