//! QIF, Quicken's format: a line for each value, `^` between payments. It names no order of day and month, and seldom the account.

use crate::{
    Refused, statement_builder,
    table::{Form, Grid},
};

/// The kinds of list that hold payments of an account.
const ACCOUNTS: &[&str] = &["bank", "ccard", "cash", "oth a", "oth l"];

/// The records of a file.
pub fn grid(text: &str) -> Result<Grid, Refused> {
    let mut grid = Grid::with_room(text.len());
    grid.form = Form {
        is_signed: true,
        has_any_day_order: true,
    };
    // Where no payment has a memo, the payee's line is all that the bank says and holds both.
    let mut has_memo = false;
    for_each(text, |record| {
        has_memo = has_memo || !record.memo.is_empty() && record.memo != record.payee;
        Ok(())
    })?;
    let mut account = "";
    let mut is_first = true;
    for_each(text, |record| {
        if is_first {
            account = record.account;
            if !account.is_empty() {
                grid.push(1, ["Account", account].into_iter())?;
            }
            let party = if has_memo { "Payee" } else { "Description" };
            let memo = if has_memo { "Memo" } else { "" };
            grid.push(1, ["Date", "Amount", party, memo].into_iter())?;
            is_first = false;
        }
        if record.account != account {
            return Err(Refused::at(
                record.line,
                "The file holds several accounts. Export one account at a time.",
            ));
        }
        let day = record.day.replace('\'', "/").replace(' ', "");
        let memo = if has_memo { record.memo } else { "" };
        let payee = if record.payee.is_empty() && !has_memo {
            record.memo
        } else {
            record.payee
        };
        grid.push(
            record.line,
            [day.as_str(), record.amount, payee, memo].into_iter(),
        )
    })?;
    if grid.len() == 0 {
        return Err(Refused::file(
            "The QIF file has no payments of a bank account.",
        ));
    }
    Ok(grid)
}

/// The parts of a payment that have been read.
#[derive(Debug, Default, Clone, Copy)]
struct Record<'t> {
    line: u32,
    account: &'t str,
    day: &'t str,
    amount: &'t str,
    payee: &'t str,
    memo: &'t str,
}

fn for_each<'t>(
    text: &'t str,
    mut take: impl FnMut(&Record<'t>) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let (mut in_account, mut is_payments, mut account) = (false, false, "");
    let mut record = Record::default();
    let mut line = 0;
    for text in text.lines().map(str::trim).chain(["^"]) {
        line += 1;
        let Some(code) = text.chars().next() else {
            continue;
        };
        let value = text.get(code.len_utf8()..).unwrap_or_default().trim();
        match code {
            '!' => {
                let kind = value.to_ascii_lowercase();
                in_account = kind == "account";
                if let Some(kind) = kind.strip_prefix("type:") {
                    is_payments = ACCOUNTS.contains(&kind.trim());
                }
                record = Record::default();
            }
            'N' if in_account => account = value,
            '^' => {
                let is_opening = record.payee.eq_ignore_ascii_case("opening balance");
                if is_payments && !in_account && record.line > 0 && !is_opening {
                    if line > 10_000_000 {
                        return Err(statement_builder::too_many(line));
                    }
                    take(&Record { account, ..record })?;
                }
                record = Record::default();
            }
            _ if in_account => {}
            'D' => (record.day, record.line) = (value, line),
            'T' => record.amount = value,
            'U' if record.amount.is_empty() => record.amount = value,
            'P' => record.payee = value,
            'M' => record.memo = value,
            _ => {}
        }
        if record.line == 0 && matches!(code, 'T' | 'P' | 'M') {
            record.line = line;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let grid = grid(text).unwrap();
        grid.rows(0)
            .map(|row| row.cells().map(str::to_owned).collect())
            .collect()
    }

    #[test]
    fn payments_of_an_account_are_records() {
        let text = "!Option:AutoSwitch\n!Account\nNLettings 0001\nTBank\nD1/1/2020\n^\n!Type:Bank\nD1/ 2'26\nT1,950.00\nPA TESTER\nMRENT\nLIncome\n^\nD3/2/2026\nT-5\nPB\n^\n!Type:Cat\nNRent\n^\n";
        assert_eq!(
            rows(text),
            [
                vec!["Account", "Lettings 0001"],
                vec!["Date", "Amount", "Payee", "Memo"],
                vec!["1/2/26", "1,950.00", "A TESTER", "RENT"],
                vec!["3/2/2026", "-5", "B", ""],
            ]
        );
        let rows = rows("!Type:Bank\nD1/2/2026\nT5\nMRENT");
        assert_eq!(rows.last().unwrap()[1..], ["5", "", "RENT"]);
        assert!(grid("!Type:Invst\nD1/2/2026\nT5\n^\n").is_err());
    }
}
