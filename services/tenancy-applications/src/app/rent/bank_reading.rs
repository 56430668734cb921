//! Reading a bank's file, outside any transaction: its lines as they are stored and compared, and what else it says.

use std::sync::Arc;

use lintel_bank_file::{How, Line, Question, Read, Statement, Way, identity_text};
use lintel_core::{Error, Money};
use uuid::Uuid;

use super::bank_seal::{BankSeal, Marks};
use crate::domain::rent::{
    BankLineWay, LeftOut, NewBankLine, NewBankStatement, Said, bank_identity::Given,
};

/// Lines that were left out and are kept with a file.
const MOST_LEFT_OUT: usize = 100;

/// A file that was read.
#[derive(Debug)]
pub struct ReadFile {
    /// What is stored of it as a whole.
    pub statement: NewBankStatement,
    /// Its lines, the oldest first.
    pub lines: Vec<ReadLine>,
    /// Names its header, of tables.
    pub shape: Option<String>,
}

/// A line of a file.
#[derive(Debug)]
pub struct ReadLine {
    /// The number of its account, where the file has one.
    pub number: Option<String>,
    /// What is stored; the account is not known yet.
    pub new: NewBankLine,
    /// Its text as it is compared.
    pub text: String,
}

impl ReadLine {
    /// What is compared with stored lines.
    #[must_use]
    pub fn given(&self) -> Given {
        Given {
            account: self.new.account,
            booked: self.new.booked,
            amount: self.new.amount,
            way: self.new.way,
            balance: self.new.balance,
            text: self.text.clone(),
        }
    }
}

/// What reading gave.
#[derive(Debug)]
pub enum Reading {
    /// All of it.
    File(Box<ReadFile>),
    /// What has to be said first.
    Asks(Box<Question>),
}

/// Reads and seals a file. This takes a while; call it where threads may be blocked.
///
/// # Errors
/// `BANK_FILE_INVALID`.
pub fn read(
    content: &Arc<Vec<u8>>,
    file_name: &str,
    how: &How,
    seal: &BankSeal,
) -> Result<Reading, Error> {
    match lintel_bank_file::read(content, how).map_err(|error| refused(&error))? {
        Read::Asks(question) => Ok(Reading::Asks(Box::new(question))),
        Read::Statement(read) => {
            let mark = seal.file(content);
            let file = sealed(file_name, mark, read, seal)?;
            Ok(Reading::File(Box::new(file)))
        }
    }
}

/// The refusal of a file.
pub fn refused(refused: &lintel_bank_file::Refused) -> Error {
    Error::field("BANK_FILE_INVALID", "content", refused.sentence())
}

fn sealed(
    file_name: &str,
    content_mark: [u8; 32],
    mut read: Statement,
    seal: &BankSeal,
) -> Result<ReadFile, Error> {
    if is_newest_first(&read.lines) {
        read.lines.reverse();
    }
    let out = read.lines.iter().filter(|line| line.way == Way::Out);
    let out = out.count();
    let left_out = read.left_out.into_iter().take(MOST_LEFT_OUT);
    let left_out = left_out.map(|line| LeftOut {
        line: line.line,
        why: line.why,
        text: line.text,
    });
    let left_out: Vec<_> = left_out.collect();
    let statement = NewBankStatement {
        file_name: file_name.to_owned(),
        format: read.format.spelling(),
        lines: (read.lines.len() - out, out),
        days: read.range,
        proof: read.proof.spelling(),
        layout_name: read.layout.map(ToOwned::to_owned),
        left_out: seal.seal_left_out(&left_out)?,
        content_mark,
    };
    let lines = read.lines.into_iter().map(|line| sealed_line(line, seal));
    Ok(ReadFile {
        statement,
        lines: lines.collect::<Result<_, Error>>()?,
        shape: read.shape,
    })
}

fn sealed_line(line: Line, seal: &BankSeal) -> Result<ReadLine, Error> {
    let said = Said {
        payer: line.payer.unwrap_or_default(),
        reference: line.reference,
    };
    let Marks {
        payer,
        reference,
        numbers,
    } = seal.marks(&said);
    let key = Uuid::now_v7().simple().to_string();
    Ok(ReadLine {
        number: line.account,
        text: identity_text(&said.payer, &said.reference),
        new: NewBankLine {
            sealed: seal.seal(&key, &said)?,
            key,
            account: None,
            booked: line.booked,
            amount: line.amount,
            way: match line.way {
                Way::In => BankLineWay::In,
                Way::Out => BankLineWay::Out,
            },
            balance: line.balance,
            payer_mark: payer,
            reference_mark: reference,
            number_marks: numbers,
        },
    })
}

/// Whether a file has its newest line first: by its days, or by its balances where all lines are of one day.
fn is_newest_first(lines: &[Line]) -> bool {
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return false;
    };
    if first.booked != last.booked {
        return first.booked > last.booked;
    }
    let steps = |newer: usize, older: usize| {
        lines.windows(2).all(|pair| {
            let (Some(newer), Some(older)) = (pair.get(newer), pair.get(older)) else {
                return false;
            };
            let balances = newer.balance.zip(older.balance);
            balances.is_some_and(|(after, before)| before.plus(signed(newer)) == Ok(after))
        })
    };
    lines.len() > 1 && steps(0, 1) && !steps(1, 0)
}

const fn signed(line: &Line) -> Money {
    match line.way {
        Way::In => line.amount,
        Way::Out => Money::gbp(-line.amount.minor()),
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;

    use super::*;

    fn line(day: u32, pence: i64, balance: Option<i64>) -> Line {
        Line {
            account: None,
            booked: NaiveDate::from_ymd_opt(2026, 11, day).unwrap_or_default(),
            amount: Money::gbp(pence.abs()),
            way: if pence < 0 { Way::Out } else { Way::In },
            payer: None,
            reference: String::new(),
            balance: balance.map(Money::gbp),
            line: 1,
        }
    }

    #[test]
    fn the_order_of_a_file_follows_from_days_or_balances() {
        assert!(is_newest_first(&[line(21, 1, None), line(20, 1, None)]));
        assert!(!is_newest_first(&[line(20, 1, None), line(21, 1, None)]));
        assert!(!is_newest_first(&[line(20, 1, None), line(20, 2, None)]));
        let up = [line(20, 500, Some(1_500)), line(20, -200, Some(1_300))];
        assert!(!is_newest_first(&up));
        let down = [line(20, -200, Some(1_300)), line(20, 500, Some(1_500))];
        assert!(is_newest_first(&down));
        assert!(!is_newest_first(&[]));
    }
}
