//! One transaction of an OFX file.

use super::tags::Tag;
use crate::{
    LONGEST_PAYER, LONGEST_REFERENCE, Refused, amount, date,
    found::{Found, Received},
    refused::quoted,
    text,
};

/// What its tags have said so far.
#[derive(Debug, Default)]
pub struct Transaction {
    line: u32,
    kind: String,
    posted: String,
    amount: String,
    id: String,
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
            ("FITID", _) => &mut self.id,
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
        found: &mut Found,
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
        if amount.minor() <= 0 || is_debit {
            found.went_out();
            return Ok(());
        }
        let Some(booked) = date::compact(&self.posted) else {
            let message = format!("{} is no date (DTPOSTED).", quoted(&self.posted));
            return Err(refused(message));
        };
        let account = account.join("/");
        let name = if self.full_name.is_empty() {
            &self.name
        } else {
            &self.full_name
        };
        let payer = text::clean(name, LONGEST_PAYER);
        let reference = text::clean(&self.memo, LONGEST_REFERENCE);
        let with_id = ["ofx id", &account, &self.id];
        let without_id = ["ofx", &account, &payer, &reference];
        let own_currency = if self.currency.is_empty() {
            currency
        } else {
            &self.currency
        };
        found.received(Received {
            key: if self.id.is_empty() {
                &without_id[..]
            } else {
                &with_id[..]
            },
            booked,
            amount,
            currency: own_currency,
            payer: &payer,
            reference: reference.clone(),
            line: self.line,
        })
    }
}
