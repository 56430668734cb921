//! One transaction of an OFX file.

use lintel_core::Money;

use super::tags::Tag;
use crate::{
    Refused, amount, date,
    refused::quoted,
    statement_builder::{Booked, StatementBuilder},
};

/// The tags that have been read.
#[derive(Debug, Default)]
pub struct Transaction {
    line: u32,
    kind: String,
    posted: String,
    amount: String,
    name: String,
    full_name: String,
    memo: String,
    correction: String,
    currency: String,
    in_own_currency: bool,
    in_other_account: bool,
}

impl Transaction {
    /// One that begins on this line.
    pub fn at(line: u32) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    /// Takes a tag of it.
    pub fn take(&mut self, tag: &Tag<'_>) {
        let field = match (tag.name.as_str(), tag.closes) {
            // CURRENCY: the amount is in it. ORIGCURRENCY: it was, before the bank changed it.
            ("CURRENCY", closes) => {
                self.in_own_currency = !closes;
                return;
            }
            ("BANKACCTTO" | "CCACCTTO", closes) => {
                self.in_other_account = !closes;
                return;
            }
            _ if tag.closes || self.in_other_account => return,
            ("TRNTYPE", _) => &mut self.kind,
            ("DTPOSTED", _) => &mut self.posted,
            ("TRNAMT", _) => &mut self.amount,
            ("NAME", _) => &mut self.name,
            ("EXTDNAME", _) => &mut self.full_name,
            ("MEMO", _) => &mut self.memo,
            ("CORRECTACTION", _) => &mut self.correction,
            ("CURSYM", _) if self.in_own_currency => &mut self.currency,
            _ => return,
        };
        *field = tag.value();
    }

    /// Adds it to what was found.
    pub fn finish(
        self,
        account: &[String],
        currency: &str,
        found: &mut StatementBuilder,
    ) -> Result<(), Refused> {
        let refused = |message: String| Refused::at(self.line, message);
        if self.correction.eq_ignore_ascii_case("DELETE") {
            found.reversed();
            return Ok(());
        }
        if self.amount.is_empty() {
            return Err(refused(
                "The transaction has no amount (TRNAMT).".to_owned(),
            ));
        }
        let amount = amount::international(&self.amount).map_err(refused)?;
        // Some banks write what went out without its sign.
        let is_debit = ["DEBIT", "DIRECTDEBIT"]
            .iter()
            .any(|kind| self.kind.eq_ignore_ascii_case(kind));
        let amount = if is_debit && amount.minor() > 0 {
            Money::gbp(-amount.minor())
        } else {
            amount
        };
        let name = if self.full_name.is_empty() {
            &self.name
        } else {
            &self.full_name
        };
        if self.posted.is_empty() && amount.minor() != 0 {
            let what = format!("{amount} {name} {}", self.memo);
            found.left_out(self.line, "The transaction has no day (DTPOSTED).", &what);
            return Ok(());
        }
        let Some(day) = date::compact(&self.posted) else {
            let message = format!("{} is no date (DTPOSTED).", quoted(&self.posted));
            return Err(refused(message));
        };
        found.booked(&Booked {
            account: &account.concat(),
            day,
            amount,
            currency: if self.currency.is_empty() {
                currency
            } else {
                &self.currency
            },
            payer: name,
            reference: &self.memo,
            balance: None,
            line: self.line,
        })
    }
}
