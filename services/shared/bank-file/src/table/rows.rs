//! The records below the header: payments, notes, and what cannot be read.

use lintel_core::{DecimalMark, DecimalMarks};

use super::{
    cell::{self, Amount, NoAmount},
    columns::Columns,
    grid::{Grid, Row},
    head::Head,
    names,
};
use crate::{Refused, RowKind, Way, date::Day, refused::quoted, statement_builder};

/// A record below the header.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// Its place in the table.
    pub index: usize,
    /// Its kind.
    pub kind: RowKind,
    /// Why it cannot be read.
    pub why: Option<String>,
    /// The day as it stands there.
    pub day: Option<Day>,
    /// The amount in pence, with the sign that stands there; below zero for money in a column of money out.
    pub minor: i64,
    /// The way that its column, or the letters behind its amount, say.
    pub stated: Option<Way>,
    /// The balance after it, in pence.
    pub balance: Option<i64>,
    /// The bank's charges, in pence.
    pub fee: i64,
    /// True when the bank has booked it.
    pub is_booked: bool,
    /// The cell that holds a comma which is not quoted, and how many cells too many it made.
    pub torn: Option<(usize, usize)>,
    /// Which way the money went, as far as it is certain.
    pub way: Option<Way>,
}

impl Parsed {
    /// Returns whether it is money.
    pub fn is_payment(&self) -> bool {
        self.kind == RowKind::Payment
    }

    /// Makes it one that cannot be read.
    pub fn refuse(&mut self, why: impl Into<String>) {
        self.kind = RowKind::Unreadable;
        self.why = Some(why.into());
    }

    /// Where a column stands in the record.
    pub fn place(&self, column: usize) -> usize {
        match self.torn {
            Some((at, extra)) if column > at => column + extra,
            _ => column,
        }
    }
}

/// With which sign the file writes its pence: one answer for all of its amounts.
pub fn mark(grid: &Grid, head: Head, columns: &Columns) -> Result<DecimalMark, Refused> {
    let mut marks = DecimalMarks::default();
    let places: Vec<usize> = columns.amounts().collect();
    let mut has_point = false;
    for row in grid.rows(head.first) {
        for place in &places {
            let text = row.cell(*place);
            let has_comma = text.contains(',');
            if !has_comma && (has_point || !text.contains('.')) {
                continue;
            }
            has_point = has_point || !has_comma;
            if columns
                .day
                .is_some_and(|day| cell::day(row.cell(day)).is_none())
            {
                continue;
            }
            let bare = cell::bare(text).0;
            marks.note(u64::from(row.line()), bare.trim_end_matches('-'));
        }
    }
    marks
        .settle()
        .map_err(|(line, why)| Refused::at(u32::try_from(line).unwrap_or_default(), why))
}

/// Reads the records below the header.
pub fn parse(grid: &Grid, head: Head, columns: &Columns, mark: DecimalMark) -> Vec<Parsed> {
    let header = head.header.and_then(|header| grid.row(header));
    let reading = Reading {
        columns,
        mark,
        header,
    };
    let rows = grid.rows(head.first).enumerate();
    rows.map(|(at, row)| reading.record(head.first + at, row))
        .collect()
}

struct Reading<'a> {
    columns: &'a Columns,
    mark: DecimalMark,
    header: Option<Row<'a>>,
}

/// The sum in the cells of amounts.
enum Sum {
    Of { minor: i64, stated: Option<Way> },
    Nothing,
    Wrong(String),
}

impl Reading<'_> {
    fn record(&self, index: usize, row: Row<'_>) -> Parsed {
        let mut parsed = Parsed {
            index,
            kind: RowKind::Note,
            why: None,
            day: None,
            minor: 0,
            stated: None,
            balance: None,
            fee: 0,
            is_booked: true,
            torn: None,
            way: None,
        };
        if self.is_header(row) {
            parsed.kind = RowKind::Header;
            return parsed;
        }
        let surplus = self.surplus(row);
        if surplus > 0 {
            match self.torn(row, surplus) {
                Some(at) => parsed.torn = Some((at, surplus)),
                None if row.said() > 2 => {
                    parsed.refuse(self.wrong_length(row));
                    return parsed;
                }
                None => return parsed,
            }
        }
        self.read(row, &mut parsed);
        parsed
    }

    fn read(&self, row: Row<'_>, parsed: &mut Parsed) {
        let columns = self.columns;
        let cell = |column: usize| row.cell(parsed.place(column));
        let state = columns.state.map(cell).unwrap_or_default();
        if !state.is_empty()
            && names::NOT_BOOKED
                .iter()
                .any(|word| state.eq_ignore_ascii_case(word))
        {
            parsed.is_booked = false;
            return;
        }
        let day_text = match columns.day.map(cell) {
            Some("") | None => columns.other_day.map(cell).unwrap_or_default(),
            Some(text) => text,
        };
        let day = cell::day(day_text);
        let balance = columns
            .balance
            .map(cell)
            .and_then(|text| self.balance(text));
        let fee = columns
            .fee
            .map(cell)
            .and_then(|text| cell::amount(text, self.mark).ok());
        let sum = self.sum(&cell);
        let currency = self.currency(&cell);
        parsed.day = day;
        parsed.balance = balance;
        parsed.fee = fee.map_or(0, |fee| fee.minor);
        match (day, sum) {
            (Some(_), Sum::Of { minor, stated }) if minor != 0 => {
                (parsed.minor, parsed.stated) = (minor, stated);
                parsed.kind = RowKind::Payment;
                if let Err(why) = statement_builder::in_pounds(currency) {
                    parsed.refuse(why);
                }
            }
            (Some(_), Sum::Nothing) if self.breaks_off(row) => {
                parsed.refuse(self.wrong_length(row));
            }
            (Some(_), Sum::Of { .. } | Sum::Nothing) => {}
            (Some(_), Sum::Wrong(why)) => parsed.refuse(why),
            (None, Sum::Of { minor, .. }) if minor != 0 && !self.is_note(row, day_text) => {
                parsed.refuse(no_day(day_text));
            }
            (None, Sum::Wrong(_))
                if row.said() > 2 && !day_text.is_empty() && !self.is_note(row, day_text) =>
            {
                parsed.refuse(no_day(day_text));
            }
            (None, _)
                if row.said() > 2
                    && day_text.contains(|c: char| c.is_ascii_digit())
                    && !self.is_note(row, day_text) =>
            {
                parsed.refuse(no_day(day_text));
            }
            (None, _) => {}
        }
    }

    /// Returns whether the names of the columns stand there again.
    fn is_header(&self, row: Row<'_>) -> bool {
        let Some(header) = self.header else {
            return false;
        };
        // Comparing the first cell settles it for nearly all records.
        row.cell(0) == header.cell(0)
            && row.said() == header.said()
            && row
                .cells()
                .zip(header.cells())
                .all(|(one, other)| one == other)
    }

    /// Returns how many filled cells stand beyond the last column, or are pushed there by others.
    fn surplus(&self, row: Row<'_>) -> usize {
        let count = self.columns.count;
        let last = (count..row.len())
            .rev()
            .find(|place| !row.cell(*place).is_empty());
        last.map_or(0, |last| last + 1 - count)
    }

    /// The text with a comma that is not quoted, where exactly one column leaves a day and amounts in their places.
    fn torn(&self, row: Row<'_>, surplus: usize) -> Option<usize> {
        let columns = self.columns;
        let texts = columns
            .texts
            .iter()
            .chain(columns.payer.iter().map(|(place, _)| place));
        let mut ways = texts.copied().filter(|at| self.fits(row, *at, surplus));
        let only = ways.next()?;
        (ways.next().is_none() && !self.tears_an_amount(row, surplus)).then_some(only)
    }

    /// Returns whether the other cells read, when the cells from `at` on are one text.
    fn fits(&self, row: Row<'_>, at: usize, surplus: usize) -> bool {
        let columns = self.columns;
        let place = |column: usize| {
            if column > at {
                column + surplus
            } else {
                column
            }
        };
        let cell = |column: usize| row.cell(place(column));
        let is_amount =
            |column: usize| !matches!(cell::amount(cell(column), self.mark), Err(NoAmount::Other));
        let has_amount = [columns.amount, columns.money_in, columns.money_out]
            .into_iter()
            .flatten()
            .any(|column| cell::amount(cell(column), self.mark).is_ok());
        columns
            .day
            .is_some_and(|day| cell::day(cell(day)).is_some())
            && has_amount
            && columns.amounts().all(is_amount)
            && columns
                .flag
                .is_none_or(|flag| names::direction(cell(flag)).is_some())
    }

    /// Returns whether two cells may be one amount with a comma before three digits: `1,234.56` without quotation marks.
    fn tears_an_amount(&self, row: Row<'_>, surplus: usize) -> bool {
        let balance_tells = self.columns.balance.is_some();
        surplus > 0
            && !balance_tells
            && (0..row.len()).any(|place| {
                let (one, two) = (row.cell(place), row.cell(place + 1));
                let thousands = one.trim_start_matches(['-', '+', '£']);
                let is_thousands = (1..=3).contains(&thousands.len())
                    && thousands.bytes().all(|b| b.is_ascii_digit());
                let is_rest = two.len() >= 3
                    && two.bytes().take(3).all(|b| b.is_ascii_digit())
                    && matches!(two.as_bytes().get(3), None | Some(b'.'));
                is_thousands && is_rest
            })
    }

    /// Returns whether the record ends before its amounts.
    fn breaks_off(&self, row: Row<'_>) -> bool {
        let amounts = [
            self.columns.amount,
            self.columns.money_in,
            self.columns.money_out,
        ];
        amounts
            .into_iter()
            .flatten()
            .any(|column| column >= row.len())
    }

    fn wrong_length(&self, row: Row<'_>) -> String {
        let (values, names) = (row.len(), self.columns.count);
        format!(
            "The line has {values} values, and the file has {names} columns. A text with a comma stands in quotation marks."
        )
    }

    fn balance(&self, text: &str) -> Option<i64> {
        let Amount { minor, way } = cell::amount(text, self.mark).ok()?;
        Some(match way {
            Some(Way::Out) if minor > 0 => -minor,
            _ => minor,
        })
    }

    fn currency<'r>(&self, cell: &impl Fn(usize) -> &'r str) -> &'r str {
        self.columns.currency.map(cell).unwrap_or_default()
    }

    fn sum<'r>(&self, cell: &impl Fn(usize) -> &'r str) -> Sum {
        let columns = self.columns;
        if columns.money_in.is_some() || columns.money_out.is_some() {
            return self.sides(
                columns.money_in.map(cell).unwrap_or_default(),
                columns.money_out.map(cell).unwrap_or_default(),
            );
        }
        let Some(column) = columns.amount else {
            return Sum::Nothing;
        };
        let came = columns
            .flag
            .is_some_and(|flag| names::direction(cell(flag)) == Some(Way::In));
        let column = columns.amount_of_in.filter(|_| came).unwrap_or(column);
        match cell::amount(cell(column), self.mark) {
            Ok(Amount { minor, way }) => Sum::Of { minor, stated: way },
            Err(NoAmount::Empty) => Sum::Nothing,
            Err(NoAmount::Other) => Sum::Wrong(no_amount(cell(column))),
        }
    }

    /// Money in and money out in columns of their own. Banks write the latter with or without a minus.
    fn sides(&self, money_in: &str, money_out: &str) -> Sum {
        let read = |text: &str| match cell::amount(text, self.mark) {
            Ok(amount) => Ok(amount.minor),
            Err(NoAmount::Empty) => Ok(0),
            Err(NoAmount::Other) => Err(Sum::Wrong(no_amount(text))),
        };
        let (came, left) = match (read(money_in), read(money_out)) {
            (Ok(came), Ok(left)) => (came, left),
            (Err(wrong), _) | (_, Err(wrong)) => return wrong,
        };
        match (came, left) {
            (0, 0) => Sum::Nothing,
            (came, 0) => Sum::Of {
                minor: came,
                stated: Some(if came > 0 { Way::In } else { Way::Out }),
            },
            (0, left) => Sum::Of {
                minor: -left.saturating_abs(),
                stated: Some(Way::Out),
            },
            _ => Sum::Wrong("The line has money in and money out.".to_owned()),
        }
    }

    /// Returns whether a record without a day is a sum, a balance or a remark.
    fn is_note(&self, row: Row<'_>, day: &str) -> bool {
        const WORDS: &[&str] = &[
            "total",
            "balance",
            "overdraft",
            "limit",
            "opening",
            "closing",
            "forward",
            "end of",
            "statement",
            "report",
            "generated",
            "created",
            "printed",
            "downloaded",
            "page",
            "sum",
            "interest rate",
            "available",
            "account",
        ];
        const STARTS: &[&str] = &[
            "total",
            "subtotal",
            "sub total",
            "sub-total",
            "grand total",
            "balance",
            "opening balance",
            "closing balance",
            "brought forward",
            "carried forward",
            "sum",
            "sums",
            "net total",
            "arranged overdraft",
        ];
        let day = day.to_lowercase();
        if !day.is_empty() {
            return WORDS.iter().any(|word| day.contains(word));
        }
        row.cells()
            .filter(|cell| !cell.is_empty())
            .take(3)
            .any(|cell| {
                let cell = cell.to_lowercase();
                STARTS.iter().any(|start| {
                    cell.strip_prefix(start)
                        .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
                })
            })
    }
}

fn no_day(text: &str) -> String {
    if text.is_empty() {
        "The line has an amount and no date.".to_owned()
    } else {
        format!("{} is no date. Write it as 25/11/2026.", quoted(text))
    }
}

fn no_amount(text: &str) -> String {
    format!(
        "{} is no amount. Pounds and pence are written as 1,234.56.",
        quoted(text)
    )
}
