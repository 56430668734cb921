//! One entry of a statement, with the payments that the bank booked in it together.

mod detail;

use chrono::NaiveDate;
use lintel_core::Money;

use crate::{
    LONGEST_REFERENCE, Refused, amount, date,
    found::{Found, Received},
    refused::quoted,
    text,
};
use detail::Detail;

/// Which way money went: in is true.
fn is_credit(text: &str) -> Option<bool> {
    match text {
        "CRDT" => Some(true),
        "DBIT" => Some(false),
        _ => None,
    }
}

/// What an entry has said so far.
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
    servicer_reference: String,
    entry_reference: String,
    information: String,
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
            ["AcctSvcrRef"] => &mut self.servicer_reference,
            ["NtryRef"] => &mut self.entry_reference,
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
        found: &mut Found,
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
        if !credit {
            found.went_out();
            return Ok(());
        }
        let total = amount::international(&self.amount).map_err(|message| refused(&message))?;
        if total.minor() <= 0 {
            found.went_out();
            return Ok(());
        }
        let booked = self.day()?;
        let own_currency = if self.currency.is_empty() {
            account_currency
        } else {
            &self.currency
        };
        let account = Account {
            id: account,
            currency: own_currency,
        };
        match self.parts(total)? {
            None => self.whole(account, booked, total, found),
            Some(parts) => self.each(account, booked, &parts, found),
        }
    }

    fn day(&self) -> Result<NaiveDate, Refused> {
        let day = if self.booked.is_empty() {
            &self.value_day
        } else {
            &self.booked
        };
        date::iso(day).ok_or_else(|| {
            let message = format!("{} is no date (BookgDt).", quoted(day));
            Refused::at(self.line, message)
        })
    }

    /// What each of several payments is; `None` when the entry is one payment, or does not say of each how much it was.
    fn parts(&self, total: Money) -> Result<Option<Vec<Money>>, Refused> {
        if self.details.len() < 2 {
            return Ok(None);
        }
        let mut parts = Vec::with_capacity(self.details.len());
        for detail in &self.details {
            match detail.signed_amount(&self.currency)? {
                Some(part) => parts.push(part),
                None => return Ok(None),
            }
        }
        if Money::sum(parts.iter().copied()) != Ok(total) {
            let message = format!(
                "The payments of this entry do not add up to its amount {}. Ask the bank for a correct file.",
                quoted(&self.amount)
            );
            return Err(Refused::at(self.line, message));
        }
        Ok(Some(parts))
    }

    /// The entry as one line.
    fn whole(
        &self,
        account: Account<'_>,
        booked: NaiveDate,
        total: Money,
        found: &mut Found,
    ) -> Result<(), Refused> {
        let mut payer = "";
        let mut references = self
            .details
            .iter()
            .map(|detail| detail.reference(&self.information));
        let reference = if let [detail] = self.details.as_slice() {
            payer = detail.payer();
            references.next().unwrap_or_default()
        } else {
            let references: Vec<String> = references.take(20).collect();
            let information = std::iter::once(self.information.as_str());
            text::joined(
                information.chain(references.iter().map(String::as_str)),
                LONGEST_REFERENCE,
            )
        };
        let bank_reference = match self.details.as_slice() {
            [detail] if self.servicer_reference.is_empty() => detail.servicer_reference(),
            _ => &self.servicer_reference,
        };
        let with_bank = ["camt id", account.id, bank_reference];
        let without_bank = ["camt", account.id, &self.entry_reference, payer, &reference];
        found.received(Received {
            key: if bank_reference.is_empty() {
                &without_bank[..]
            } else {
                &with_bank[..]
            },
            booked,
            amount: total,
            currency: account.currency,
            payer,
            reference: reference.clone(),
            line: self.line,
        })
    }

    /// A line for each of its payments.
    fn each(
        &self,
        account: Account<'_>,
        booked: NaiveDate,
        parts: &[Money],
        found: &mut Found,
    ) -> Result<(), Refused> {
        for (detail, amount) in self.details.iter().zip(parts.iter().copied()) {
            if amount.minor() <= 0 {
                found.went_out();
                continue;
            }
            let reference = detail.reference(&self.information);
            let entry = if self.servicer_reference.is_empty() {
                &self.entry_reference
            } else {
                &self.servicer_reference
            };
            let with_bank = [
                "camt part id",
                account.id,
                entry,
                detail.servicer_reference(),
            ];
            let without_bank = [
                "camt part",
                account.id,
                entry,
                detail.payment_reference(),
                detail.payer(),
                &reference,
            ];
            let has_own = !detail.servicer_reference().is_empty();
            found.received(Received {
                key: if has_own {
                    &with_bank[..]
                } else {
                    &without_bank[..]
                },
                booked,
                amount,
                currency: account.currency,
                payer: detail.payer(),
                reference: reference.clone(),
                line: detail.line(),
            })?;
        }
        Ok(())
    }
}

/// The account of an entry.
#[derive(Debug, Clone, Copy)]
struct Account<'a> {
    id: &'a str,
    currency: &'a str,
}
