//! One entry of a statement, with the payments that the bank booked in it together.

mod detail;

use chrono::NaiveDate;
use lintel_core::Money;

use self::detail::Detail;
use crate::{
    Refused, amount, date,
    limits::LONGEST_REFERENCE,
    refused::quoted,
    statement_builder::{Booked, StatementBuilder},
    text,
};

/// Payments of an entry whose texts are kept, and charges of one.
const MOST_SAID: usize = 20;

/// Which way money went: in is true.
fn is_credit(text: &str) -> Option<bool> {
    match text {
        "CRDT" => Some(true),
        "DBIT" => Some(false),
        _ => None,
    }
}

/// The parts of an entry that have been read.
#[derive(Debug, Default)]
pub struct Entry {
    line: u32,
    amount: String,
    currency: String,
    credit: Option<bool>,
    reversal: bool,
    status: String,
    booked: String,
    value_day: String,
    information: String,
    charges: Charges,
    details: Vec<Detail>,
}

impl Entry {
    /// One that begins on this line.
    pub fn at(line: u32) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    /// A payment of it begins.
    pub fn begin_detail(&mut self, line: u32) {
        self.details.push(Detail::at(line));
    }

    /// Takes a value below it.
    pub fn take(&mut self, path: &[&str], text: &str, currency: &str) {
        let field = match path {
            ["NtryDtls", "TxDtls", path @ ..] => {
                if let Some(detail) = self.details.last_mut() {
                    detail.take(path, text, currency);
                }
                return;
            }
            ["CdtDbtInd"] => {
                self.credit = is_credit(text);
                return;
            }
            ["RvslInd"] => {
                self.reversal = matches!(text, "true" | "1");
                return;
            }
            ["Amt"] => {
                currency.clone_into(&mut self.currency);
                &mut self.amount
            }
            ["Sts"] | ["Sts", "Cd" | "Prtry"] => &mut self.status,
            ["BookgDt", "Dt" | "DtTm"] => &mut self.booked,
            ["ValDt", "Dt" | "DtTm"] => &mut self.value_day,
            ["Chrgs", path @ ..] => {
                self.charges.take(path, text);
                return;
            }
            ["AddtlNtryInf"] => &mut self.information,
            _ => return,
        };
        text.clone_into(field);
    }

    /// Adds it to what was found.
    ///
    /// A reversal is no payment, whichever way it went: ISO 20022 has the indicator say how the balance moved, so a credit that is a
    /// reversal gives back what had gone out, and a debit takes back what had come.
    pub fn finish(
        self,
        account: &str,
        account_currency: &str,
        found: &mut StatementBuilder,
    ) -> Result<(), Refused> {
        let refused = |message: &str| Refused::at(self.line, message);
        match self.status.as_str() {
            "" => {
                return Err(refused(
                    "The entry does not say whether it is booked (Sts).",
                ));
            }
            "BOOK" => {}
            _ => {
                found.not_booked();
                return Ok(());
            }
        }
        if self.reversal {
            found.reversed();
            return Ok(());
        }
        let Some(credit) = self.credit else {
            return Err(refused(
                "The entry does not say whether money came or went (CdtDbtInd).",
            ));
        };
        let amount = amount::international(&self.amount).map_err(|message| refused(&message))?;
        let total = signed(amount, credit).ok_or_else(|| refused("The amount is too large."))?;
        let day = if self.booked.is_empty() {
            &self.value_day
        } else {
            &self.booked
        };
        if day.is_empty() {
            found.left_out(
                self.line,
                "The entry has no day (BookgDt).",
                &self.said(credit),
            );
            return Ok(());
        }
        let day = date::iso(day).ok_or_else(|| {
            let message = format!("{} is no date (BookgDt).", quoted(day));
            Refused::at(self.line, message)
        })?;
        let own = EntryValues {
            account,
            currency: if self.currency.is_empty() {
                account_currency
            } else {
                &self.currency
            },
            day,
            credit,
        };
        match self.parts(credit)? {
            None => self.whole(own, total, found),
            Some(parts) if self.adds_up(&parts, total)? => self.each(own, &parts, found),
            Some(_) => {
                let message = format!(
                    "The payments of this entry do not add up to its amount {}, also with the bank's charges. Ask the bank for a correct file.",
                    quoted(&self.amount)
                );
                found.left_out(self.line, message, &self.said(credit));
                Ok(())
            }
        }
    }

    /// The entry in a few words.
    fn said(&self, credit: bool) -> String {
        let mut said = vec![self.amount.clone()];
        for detail in self.details.iter().take(3) {
            said.push(detail.party(credit).to_owned());
            said.push(detail.reference(&self.information));
        }
        if self.details.is_empty() {
            said.push(self.information.clone());
        }
        said.retain(|part| !part.is_empty());
        said.join(" ")
    }

    /// Returns the amounts of several payments; `None` when the entry is one payment, or does not give each amount.
    fn parts(&self, credit: bool) -> Result<Option<Vec<Money>>, Refused> {
        if self.details.len() < 2 {
            return Ok(None);
        }
        let mut parts = Vec::with_capacity(self.details.len());
        for detail in &self.details {
            match detail.signed_amount(&self.currency, credit)? {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        Ok(Some(parts))
    }

    /// Returns whether the payments are the entry, as they are or less what the bank kept of them.
    fn adds_up(&self, parts: &[Money], total: Money) -> Result<bool, Refused> {
        let sum: i128 = parts.iter().map(|part| i128::from(part.minor())).sum();
        let total = i128::from(total.minor());
        let mut charges = 0;
        for detail in &self.details {
            charges += i128::from(detail.charges()?.minor());
        }
        let own = self.charges.sum(self.line)?;
        Ok([0, charges, i128::from(own.minor())]
            .iter()
            .any(|kept| sum - kept == total))
    }

    /// The entry as one line.
    fn whole(
        &self,
        own: EntryValues<'_>,
        total: Money,
        found: &mut StatementBuilder,
    ) -> Result<(), Refused> {
        let references = self
            .details
            .iter()
            .take(MOST_SAID)
            .map(|detail| detail.reference(&self.information));
        let references: Vec<String> = references.collect();
        let information = Some(self.information.as_str()).filter(|_| self.details.len() != 1);
        let reference = text::joined(
            information
                .into_iter()
                .chain(references.iter().map(String::as_str)),
            LONGEST_REFERENCE,
        );
        let parties = self.details.iter().take(MOST_SAID);
        let mut named: Vec<&str> = Vec::new();
        for party in parties.map(|detail| detail.party(own.credit)) {
            if !party.is_empty() && !named.contains(&party) {
                named.push(party);
            }
        }
        found.booked(&Booked {
            account: own.account,
            day: own.day,
            amount: total,
            currency: own.currency,
            payer: &named.join(", "),
            reference: &reference,
            balance: None,
            line: self.line,
        })
    }

    /// A line for each of its payments.
    fn each(
        &self,
        own: EntryValues<'_>,
        parts: &[Money],
        found: &mut StatementBuilder,
    ) -> Result<(), Refused> {
        for (detail, amount) in self.details.iter().zip(parts.iter().copied()) {
            found.booked(&Booked {
                account: own.account,
                day: own.day,
                amount,
                currency: own.currency,
                payer: detail.party(!amount.is_negative()),
                reference: &detail.reference(&self.information),
                balance: None,
                line: detail.line(),
            })?;
        }
        Ok(())
    }
}

/// The values that an entry's lines have in common.
#[derive(Debug, Clone, Copy)]
struct EntryValues<'a> {
    account: &'a str,
    currency: &'a str,
    day: NaiveDate,
    credit: bool,
}

/// The bank's charges, as the file has them.
#[derive(Debug, Default)]
struct Charges {
    total: String,
    records: Vec<String>,
}

impl Charges {
    fn take(&mut self, path: &[&str], text: &str) {
        match path {
            ["TtlChrgsAndTaxAmt"] => text.clone_into(&mut self.total),
            ["Rcrd", "Amt"] | ["Amt"] if self.records.len() < MOST_SAID => {
                self.records.push(text.to_owned());
            }
            _ => {}
        }
    }

    fn sum(&self, line: u32) -> Result<Money, Refused> {
        let read = |text: &String| {
            amount::international(text).map_err(|message| Refused::at(line, message))
        };
        if !self.total.is_empty() {
            return read(&self.total);
        }
        let amounts = self
            .records
            .iter()
            .map(read)
            .collect::<Result<Vec<_>, _>>()?;
        Money::sum(amounts).map_err(|error| Refused::at(line, error.to_string()))
    }
}

/// An amount below zero where money went out; none where there is no such number.
fn signed(amount: Money, credit: bool) -> Option<Money> {
    if credit {
        return Some(amount);
    }
    amount.minor().checked_neg().map(Money::gbp)
}
