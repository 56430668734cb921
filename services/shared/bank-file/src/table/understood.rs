//! A table as it is understood: its columns, its lines, and what is still missing.

use std::borrow::Cow;

use chrono::NaiveDate;
use lintel_core::Money;
use sha2::{Digest as _, Sha256};

use super::{
    cell,
    columns::{self, Columns},
    direction::{self, Verdict},
    grid::{Grid, Row},
    head::{self, Head},
    names,
    remittance::Remittance,
    rows::{self, Parsed},
};
use crate::{
    DayOrder, Format, How, LeftOut, Line, Missing, Refused, RowKind, Statement, date::Day, limits,
    statement_builder, text,
};

/// Characters of an account that are kept.
const LONGEST_ACCOUNT: usize = 200;

/// A table as it is understood.
pub struct Understood<'g> {
    pub(super) grid: &'g Grid,
    pub(super) format: Format,
    pub(super) how: &'g How,
    pub(super) head: Head,
    pub(super) columns: Columns,
    pub(super) rows: Vec<Parsed>,
    pub(super) verdict: Verdict,
    /// Which number of a day comes first; none where nothing says it and it matters.
    pub(super) order: Option<DayOrder>,
    /// Days that settle the order, and all.
    pub(super) days: (usize, usize),
    /// True when lines have no text while columns of text are not read.
    pub(super) lacks_text: bool,
    /// The account that the lines above the table name.
    account: Option<String>,
    period: Option<(NaiveDate, NaiveDate)>,
}

impl<'g> Understood<'g> {
    /// Looks at a table.
    pub fn of(grid: &'g Grid, format: Format, how: &'g How) -> Result<Self, Refused> {
        if grid.len() == 0 {
            return Err(Refused::file("The file is empty."));
        }
        let Some(head) = head::find(grid) else {
            return Err(Refused::file(
                "No line names the columns, and none has a day and an amount. A CSV file needs the columns Date, Description and either Amount or Paid in, with these names above them.",
            ));
        };
        let columns = Columns::of(grid, head, how.layout.as_ref());
        let mark = rows::mark(grid, head, &columns)?;
        let mut rows = rows::parse(grid, head, &columns, mark);
        let payments = rows
            .iter()
            .filter(|row| row.is_payment() || row.kind == RowKind::Unreadable);
        let payments = payments.count();
        if let Some(line) = too_many(grid, &rows, payments) {
            return Err(statement_builder::too_many(line));
        }
        let (order, days) = settle_days(grid, &mut rows, &columns, head, how);
        let verdict = direction::settle(grid, &columns, &mut rows, how);
        let (account, period) = above(grid, head);
        let mut understood = Self {
            grid,
            format,
            how,
            head,
            columns,
            rows,
            verdict,
            order,
            days,
            lacks_text: false,
            account,
            period,
        };
        understood.lacks_text = understood.is_text_lacking();
        Ok(understood)
    }

    /// Returns the answers that are missing.
    pub fn missing(&self) -> Vec<Missing> {
        let columns = &self.columns;
        let mut missing = Vec::new();
        let mut add = |is_missing: bool, what: Missing| missing.extend(is_missing.then_some(what));
        let has_amount =
            columns.amount.is_some() || columns.money_in.is_some() || columns.money_out.is_some();
        add(columns.day.is_none(), Missing::Date);
        add(!has_amount, Missing::Amount);
        if columns.day.is_some() && has_amount {
            add(self.order.is_none(), Missing::DayOrder);
            add(self.verdict.proof.is_none(), Missing::Direction);
            add(self.lacks_text, Missing::Text);
            add(
                self.unreadable().next().is_some() && !self.how.leave_out,
                Missing::LeaveOut,
            );
        }
        missing
    }

    /// Returns the name of the layout, the same for all such tables.
    pub fn shape(&self) -> String {
        let mut hash = Sha256::new();
        match self.head.header {
            Some(_) => {
                for name in &self.columns.header {
                    hash.update(lintel_sheet::bare(name));
                    hash.update("\n");
                }
            }
            None => {
                hash.update("cells\n");
                hash.update(columns::kinds(&self.columns));
            }
        }
        hex::encode(hash.finalize())
    }

    /// The lines that cannot be read.
    pub fn unreadable(&self) -> impl Iterator<Item = &Parsed> {
        self.rows
            .iter()
            .filter(|row| row.kind == RowKind::Unreadable)
    }

    /// A line that cannot be read, as it is told.
    pub fn left_out(&self, parsed: &Parsed) -> Option<LeftOut> {
        let row = self.grid.row(parsed.index)?;
        let why = parsed.why.clone().unwrap_or_default();
        Some(statement_builder::left_out(row.line(), why, &row.joined()))
    }

    /// A payment as it is read; none where its day or its way is not known.
    pub fn line(&self, parsed: &Parsed) -> Option<Line> {
        let row = self.grid.row(parsed.index)?;
        let way = parsed.way?;
        let booked = self.day(parsed.day?)?;
        let said = Remittance::of(&self.columns, way, |column| text_of(row, parsed, column));
        let cell = |column: usize| row.cell(parsed.place(column));
        let account = if self.columns.account.is_empty() {
            self.account.clone()
        } else {
            let own: String = self.columns.account.iter().copied().map(cell).collect();
            statement_builder::account(&own).or_else(|| self.account.clone())
        };
        Some(Line {
            account,
            booked,
            amount: statement_builder::unsigned(Money::gbp(parsed.minor)),
            way,
            payer: Some(said.payer).filter(|payer| !payer.is_empty()),
            reference: said.reference,
            balance: parsed.balance.map(Money::gbp),
            line: row.line(),
        })
    }

    /// The table as a statement; asked where nothing is missing.
    pub fn statement(&self) -> Statement {
        let payments = self.rows.iter().filter(|row| row.is_payment());
        let lines: Vec<Line> = payments.filter_map(|parsed| self.line(parsed)).collect();
        let not_booked = self.rows.iter().filter(|row| !row.is_booked).count();
        Statement {
            format: self.format,
            layout: self.columns.known.map(|known| known.name),
            shape: Some(self.shape()),
            range: self.period.or_else(|| statement_builder::days(&lines)),
            lines,
            not_booked: u32::try_from(not_booked).unwrap_or(u32::MAX),
            reversed: 0,
            left_out: self
                .unreadable()
                .filter_map(|parsed| self.left_out(parsed))
                .collect(),
            proof: self.verdict.proof.unwrap_or(crate::Proof::Standard),
        }
    }

    fn day(&self, day: Day) -> Option<NaiveDate> {
        match self.order {
            Some(DayOrder::MonthFirst) => day.month_first,
            _ => day.day_first,
        }
    }

    fn is_text_lacking(&self) -> bool {
        let columns = &self.columns;
        if columns.spare_texts.is_empty() {
            return false;
        }
        let read = || {
            columns
                .texts
                .iter()
                .chain(columns.payer.iter().map(|(place, _)| place))
        };
        self.rows
            .iter()
            .filter(|row| row.is_payment())
            .any(|parsed| {
                let Some(row) = self.grid.row(parsed.index) else {
                    return false;
                };
                let says = |column: &usize| !row.cell(parsed.place(*column)).is_empty();
                !read().any(says) && columns.spare_texts.iter().any(says)
            })
    }
}

/// The text of a column with its blanks, put together again where a comma tore it.
fn text_of<'g>(row: Row<'g>, parsed: &Parsed, column: usize) -> Cow<'g, str> {
    match parsed.torn {
        Some((at, extra)) if at == column => {
            let pieces: Vec<&str> = (at..=at + extra).map(|place| row.raw(place)).collect();
            Cow::Owned(pieces.join(","))
        }
        _ => {
            let raw = row.raw(parsed.place(column)).trim_start();
            Cow::Borrowed(raw.strip_prefix('\'').unwrap_or(raw))
        }
    }
}

fn too_many(grid: &Grid, rows: &[Parsed], payments: usize) -> Option<u32> {
    let most = usize::try_from(limits::MOST_LINES).unwrap_or(usize::MAX);
    if payments <= most {
        return None;
    }
    let mut payments = rows
        .iter()
        .filter(|row| row.is_payment() || row.kind == RowKind::Unreadable);
    payments
        .nth(most)
        .and_then(|row| grid.row(row.index))
        .map(Row::line)
}

/// Settles which number of a day comes first, and refuses days of the other order.
fn settle_days(
    grid: &Grid,
    rows: &mut [Parsed],
    columns: &Columns,
    head: Head,
    how: &How,
) -> (Option<DayOrder>, (usize, usize)) {
    let (mut day_first, mut month_first, mut either, mut all) = (0, 0, 0, 0);
    for day in rows
        .iter()
        .filter(|row| row.is_payment())
        .filter_map(|row| row.day)
    {
        all += 1;
        match (day.day_first, day.month_first) {
            (Some(_), None) => day_first += 1,
            (None, Some(_)) => month_first += 1,
            (one, other) => either += usize::from(one != other),
        }
    }
    let names_are_known = head.is_known && !columns.is_said && has_named_text(columns);
    let is_british = (columns.known.is_some() || names_are_known) && !grid.form.has_any_day_order;
    let said = how.layout.as_ref().and_then(|layout| layout.day_order);
    let order = if day_first == 0 && month_first == 0 {
        let known = (either == 0 || is_british).then_some(DayOrder::DayFirst);
        said.or(known)
    } else if day_first > 0 && (is_british || day_first >= month_first) {
        Some(DayOrder::DayFirst)
    } else {
        Some(DayOrder::MonthFirst)
    };
    if let Some(order) = order {
        for row in rows.iter_mut().filter(|row| row.is_payment()) {
            let Some(day) = row.day else { continue };
            let is_day = match order {
                DayOrder::DayFirst => day.day_first.is_some(),
                DayOrder::MonthFirst => day.month_first.is_some(),
            };
            if !is_day {
                let first = if order == DayOrder::DayFirst {
                    "the day"
                } else {
                    "the month"
                };
                row.refuse(format!(
                    "The day is no date where {first} comes first, as in the other lines."
                ));
            }
        }
    }
    (order, (day_first.max(month_first), all))
}

fn has_named_text(columns: &Columns) -> bool {
    let is_named = |place: &usize| {
        let name = columns
            .header
            .get(*place)
            .map(|name| names::column(name))
            .unwrap_or_default();
        names::TEXT.contains(&name.as_str()) || names::REFERENCE.contains(&name.as_str())
    };
    !columns.payer.is_empty() || columns.texts.iter().any(is_named)
}

/// The account and the period that the lines above the table name.
fn above(grid: &Grid, head: Head) -> (Option<String>, Option<(NaiveDate, NaiveDate)>) {
    let table = head.header.unwrap_or(head.first);
    let (mut account, mut from, mut to) = (None, None, None);
    for row in grid.rows(0).take(table) {
        if let Some(named) = account_of(row) {
            account = Some(named);
        }
        for (label, day) in labelled_days(row) {
            match label.as_str() {
                "from" | "datefrom" | "fromdate" | "startdate" => from = from.or(day),
                "to" | "dateto" | "todate" | "enddate" => to = to.or(day),
                _ => {}
            }
        }
    }
    let period = from.zip(to).filter(|(from, to)| from <= to);
    (account, period)
}

/// The account of a line above the table: `"Account Name:","FlexAccount ****12345"`. A balance is none.
fn account_of(row: Row<'_>) -> Option<String> {
    let mut cells = row.cells().filter(|cell| !cell.is_empty());
    let first = cells.next()?;
    let label = lintel_sheet::bare(first);
    if !label.starts_with("account") || label.contains("balance") || label.contains("activity") {
        return None;
    }
    let behind = first
        .split_once(':')
        .map(|(_, behind)| behind.trim())
        .unwrap_or_default();
    let said = text::joined(std::iter::once(behind).chain(cells), LONGEST_ACCOUNT);
    statement_builder::account(&said)
}

/// Days with the words before them: `From: 01/11/2026`, or in two cells.
fn labelled_days(row: Row<'_>) -> Vec<(String, Option<NaiveDate>)> {
    let read = |text: &str| cell::day(text).and_then(|day| day.day_first);
    let mut found = Vec::new();
    let mut label = String::new();
    for cell in row.cells().filter(|cell| !cell.is_empty()).take(10) {
        if let Some((before, behind)) = cell.split_once(':')
            && !behind.trim().is_empty()
        {
            found.push((lintel_sheet::bare(before), read(behind)));
        } else if let Some(day) = read(cell) {
            found.push((std::mem::take(&mut label), Some(day)));
        }
        label = lintel_sheet::bare(cell);
    }
    found
}
