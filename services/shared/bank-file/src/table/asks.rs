//! A table as a question to a person.

use super::{grid::Row, rows::Parsed, understood::Understood};
use crate::{
    DayOrder, Guess, Layout, Meaning, Missing, Question, Row as Shown, RowKind, refused::quoted,
    text,
};

/// Records that are shown.
const MOST_ROWS: usize = 40;
/// Lines that cannot be read, of which the reasons are told.
const MOST_UNREADABLE: usize = 50;
/// Lines that are shown as they would be read.
const MOST_LINES: usize = 20;
/// Characters of a cell that are shown.
const LONGEST_CELL: usize = 200;

impl Understood<'_> {
    /// Returns the question about the table, with the known meanings.
    pub fn question(&self) -> Question {
        let missing = self.missing();
        let unreadable_count = self.unreadable().count();
        let unreadable = self.unreadable().take(MOST_UNREADABLE);
        let can_be_read = missing.iter().all(|missing| *missing == Missing::LeaveOut);
        let payments = || self.rows.iter().filter(|row| row.is_payment());
        let lines = payments().filter_map(|row| self.line(row)).take(MOST_LINES);
        Question {
            shape: self.shape(),
            format: self.format,
            message: self.message(&missing, unreadable_count),
            header: self.header(),
            columns: self.guesses(),
            rows: self.shown(),
            lines: u32::try_from(payments().count()).unwrap_or(u32::MAX),
            unreadable: unreadable.filter_map(|row| self.left_out(row)).collect(),
            unreadable_count: u32::try_from(unreadable_count).unwrap_or(u32::MAX),
            flag_words: self
                .verdict
                .words
                .iter()
                .map(|word| text::clean(word, 40))
                .collect(),
            proof: self.verdict.proof,
            layout: self.layout(),
            preview: if can_be_read {
                lines.collect()
            } else {
                Vec::new()
            },
            missing,
        }
    }

    fn header(&self) -> Vec<String> {
        let names = self.columns.header.iter().enumerate();
        names
            .map(|(at, name)| {
                if name.is_empty() {
                    format!("Column {}", at + 1)
                } else {
                    name.clone()
                }
            })
            .collect()
    }

    fn message(&self, missing: &[Missing], unreadable: usize) -> String {
        let names = self
            .header()
            .iter()
            .map(|name| text::clean(name, 30))
            .collect::<Vec<_>>();
        let mut sentences = vec![match self.head.header {
            Some(_) => format!("The columns are {}.", names.join(", ")),
            None => format!("No line names the {} columns.", names.len()),
        }];
        for what in missing {
            sentences.push(match what {
                Missing::Date => "No column is known to be the day.".to_owned(),
                Missing::Amount => "No column is known to be the amount.".to_owned(),
                Missing::DayOrder => {
                    "Nothing says whether the day or the month comes first.".to_owned()
                }
                Missing::Direction if self.verdict.words.is_empty() => {
                    "Nothing says which amounts came and which went out.".to_owned()
                }
                Missing::Direction => {
                    let words: Vec<String> =
                        self.verdict.words.iter().map(|word| quoted(word)).collect();
                    format!(
                        "It is not known which of {} mean money out.",
                        words.join(", ")
                    )
                }
                Missing::Text => {
                    "It is not known which column says who paid and what for.".to_owned()
                }
                Missing::LeaveOut => {
                    match self.unreadable().next().and_then(|row| self.left_out(row)) {
                        Some(first) if unreadable == 1 => {
                            format!("Line {} cannot be read: {}", first.line, first.why)
                        }
                        Some(first) => format!(
                            "{unreadable} lines cannot be read, first line {}: {}",
                            first.line, first.why
                        ),
                        None => String::new(),
                    }
                }
            });
        }
        sentences.join(" ")
    }

    fn guesses(&self) -> Vec<Guess> {
        let meanings = self.guessed();
        let guesses = meanings.into_iter().enumerate();
        guesses
            .map(|(place, meaning)| Guess {
                meaning,
                evidence: self.evidence(place, meaning),
            })
            .collect()
    }

    /// Returns the known meanings of the columns, and guesses for a day and amounts that are unknown.
    fn guessed(&self) -> Vec<Meaning> {
        let columns = &self.columns;
        let mut meanings = columns.meanings.clone();
        if columns.is_said {
            return meanings;
        }
        let most = |of: &dyn Fn(usize) -> usize| {
            (0..columns.count)
                .filter(|place| {
                    columns.meanings.get(*place) == Some(&Meaning::Ignore) && of(*place) > 0
                })
                .max_by_key(|place| (of(*place), usize::MAX - place))
        };
        let content = |place: usize| columns.contents.get(place).copied().unwrap_or_default();
        let mut set = |place: Option<usize>, meaning: Meaning| {
            if let Some(own) = place.and_then(|place| meanings.get_mut(place)) {
                *own = meaning;
            }
        };
        if columns.day.is_none() {
            set(most(&|place| content(place).days), Meaning::Date);
        }
        if columns.amount.is_none() && columns.money_in.is_none() && columns.money_out.is_none() {
            let amounts: Vec<usize> = (0..columns.count)
                .filter(|place| {
                    content(*place).amounts > 0
                        && columns.meanings.get(*place) == Some(&Meaning::Ignore)
                })
                .collect();
            match amounts.as_slice() {
                [amount] => set(Some(*amount), Meaning::Amount),
                [amount, balance]
                    if columns.balance.is_none()
                        && content(*amount).said == content(*balance).said =>
                {
                    set(Some(*amount), Meaning::Amount);
                    set(Some(*balance), Meaning::Balance);
                }
                [one, two, rest @ ..] => {
                    set(Some(*one), Meaning::MoneyOut);
                    set(Some(*two), Meaning::MoneyIn);
                    if columns.balance.is_none() {
                        set(rest.last().copied(), Meaning::Balance);
                    }
                }
                [] => {}
            }
        }
        let has_text = columns.texts.iter().any(|place| content(*place).texts > 0)
            || !columns.payer.is_empty();
        if !has_text {
            set(most(&|place| content(place).texts), Meaning::Text);
        }
        meanings
    }

    fn evidence(&self, place: usize, meaning: Meaning) -> String {
        let content = self
            .columns
            .contents
            .get(place)
            .copied()
            .unwrap_or_default();
        let counted = |count: usize, one: &str, many: &str| {
            if count == 1 {
                format!("1 {one}")
            } else {
                format!("{count} {many}")
            }
        };
        match meaning {
            Meaning::Date => {
                let days = counted(content.days, "day", "days");
                match self.order {
                    Some(DayOrder::DayFirst) if self.days.0 > 0 => format!("{days}, day first"),
                    Some(DayOrder::MonthFirst) if self.days.0 > 0 => format!("{days}, month first"),
                    _ => days,
                }
            }
            Meaning::Amount | Meaning::MoneyIn | Meaning::MoneyOut => {
                counted(content.amounts, "amount", "amounts")
            }
            Meaning::Balance => match self.verdict.steps {
                (_, 0) => counted(content.amounts, "amount", "amounts"),
                (good, all) => format!("{good} of {all} add up to the balance"),
            },
            Meaning::Flag => counted(content.said, "word", "words"),
            Meaning::Payer | Meaning::Reference | Meaning::Text => {
                counted(content.texts, "text", "texts")
            }
            Meaning::Account | Meaning::Currency | Meaning::State | Meaning::Ignore => {
                counted(content.said, "value", "values")
            }
        }
    }

    fn layout(&self) -> Layout {
        let said = self.how.layout.clone().unwrap_or_default();
        Layout {
            columns: self.guessed(),
            day_order: said.day_order,
            sign: said.sign,
            out_words: said.out_words,
        }
    }

    fn shown(&self) -> Vec<Shown> {
        let rows = self.grid.rows(0).take(MOST_ROWS).enumerate();
        rows.map(|(index, row)| {
            let parsed = index
                .checked_sub(self.head.first)
                .and_then(|at| self.rows.get(at));
            match parsed {
                Some(parsed) => shown(row, parsed),
                None => Shown {
                    line: row.line(),
                    cells: cells(row),
                    kind: if self.head.header == Some(index) {
                        RowKind::Header
                    } else {
                        RowKind::Title
                    },
                    why: None,
                },
            }
        })
        .collect()
    }
}

fn shown(row: Row<'_>, parsed: &Parsed) -> Shown {
    Shown {
        line: row.line(),
        cells: cells(row),
        kind: parsed.kind,
        why: parsed.why.clone(),
    }
}

fn cells(row: Row<'_>) -> Vec<String> {
    row.cells()
        .map(|cell| text::clean(cell, LONGEST_CELL))
        .collect()
}
