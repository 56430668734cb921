//! One payment of an entry.

use lintel_core::Money;

use super::{Charges, is_credit, signed};
use crate::{Refused, amount, limits::LONGEST_REFERENCE, text};

/// The most pieces of a reference that are kept.
const MOST_PIECES: usize = 50;

/// The parts of a payment that have been read.
#[derive(Debug, Default)]
pub struct Detail {
    line: u32,
    amount: Option<(String, String)>,
    booked_amount: Option<(String, String)>,
    credit: Option<bool>,
    end_to_end: String,
    payer: String,
    ultimate_payer: String,
    payee: String,
    ultimate_payee: String,
    charges: Charges,
    remittance: Vec<String>,
    information: String,
}

impl Detail {
    /// One that begins on this line.
    pub fn at(line: u32) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    /// Where it begins.
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// Takes a value below it.
    pub fn take(&mut self, path: &[&str], text: &str, currency: &str) {
        let field = match path {
            ["Amt"] => {
                self.amount = Some((text.to_owned(), currency.to_owned()));
                return;
            }
            ["AmtDtls", "TxAmt", "Amt"] => {
                self.booked_amount = Some((text.to_owned(), currency.to_owned()));
                return;
            }
            ["CdtDbtInd"] => {
                self.credit = is_credit(text);
                return;
            }
            ["RmtInf", "Ustrd"]
            | ["RmtInf", "Strd", "CdtrRefInf", "Ref"]
            | ["RmtInf", "Strd", "AddtlRmtInf"] => {
                if self.remittance.len() < MOST_PIECES {
                    self.remittance.push(text.to_owned());
                }
                return;
            }
            ["Chrgs", path @ ..] => {
                self.charges.take(path, text);
                return;
            }
            ["Refs", "EndToEndId"] => &mut self.end_to_end,
            ["RltdPties", "Dbtr", "Nm"] | ["RltdPties", "Dbtr", "Pty", "Nm"] => &mut self.payer,
            ["RltdPties", "UltmtDbtr", "Nm"] | ["RltdPties", "UltmtDbtr", "Pty", "Nm"] => {
                &mut self.ultimate_payer
            }
            ["RltdPties", "Cdtr", "Nm"] | ["RltdPties", "Cdtr", "Pty", "Nm"] => &mut self.payee,
            ["RltdPties", "UltmtCdtr", "Nm"] | ["RltdPties", "UltmtCdtr", "Pty", "Nm"] => {
                &mut self.ultimate_payee
            }
            ["AddtlTxInf"] => &mut self.information,
            _ => return,
        };
        text.clone_into(field);
    }

    /// Returns the amount, below zero for money that went out; `None` when it is not given in the entry's currency.
    pub fn signed_amount(&self, currency: &str, credit: bool) -> Result<Option<Money>, Refused> {
        let amounts = [&self.amount, &self.booked_amount];
        let same = |amount: &&(String, String)| amount.1.is_empty() || amount.1 == currency;
        let Some((text, _)) = amounts.into_iter().flatten().find(same) else {
            return Ok(None);
        };
        let refused = |message: String| Refused::at(self.line, message);
        let amount = amount::international(text).map_err(refused)?;
        let amount = signed(amount, self.credit.unwrap_or(credit));
        amount
            .map(Some)
            .ok_or_else(|| refused("The amount is too large.".to_owned()))
    }

    /// Returns the bank's charges for it.
    pub fn charges(&self) -> Result<Money, Refused> {
        self.charges.sum(self.line)
    }

    /// Returns the payer of money that came, or else the payee; may be empty.
    pub fn party(&self, credit: bool) -> &str {
        let (party, ultimate) = if credit {
            (&self.payer, &self.ultimate_payer)
        } else {
            (&self.payee, &self.ultimate_payee)
        };
        if party.is_empty() { ultimate } else { party }
    }

    /// Returns the payer's text, or else the bank's.
    pub fn reference(&self, entry_information: &str) -> String {
        let remittance = self.remittance.iter().map(String::as_str);
        let said = text::joined(remittance.chain([self.own_reference()]), LONGEST_REFERENCE);
        if said.is_empty() {
            text::joined(
                [self.information.as_str(), entry_information],
                LONGEST_REFERENCE,
            )
        } else {
            said
        }
    }

    /// The payer's own reference; banks write NOTPROVIDED where there is none.
    fn own_reference(&self) -> &str {
        if self.end_to_end.eq_ignore_ascii_case("NOTPROVIDED") {
            ""
        } else {
            &self.end_to_end
        }
    }
}
