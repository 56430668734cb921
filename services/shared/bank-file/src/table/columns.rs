//! The meanings of a table's columns.

use super::{
    cell,
    content::{Content, SAMPLE, contents},
    grid::{Grid, Row},
    head::Head,
    known::{self, Known},
    names,
};
use crate::{Layout, Meaning, Way};

/// Where the cells of a line are.
#[derive(Debug, Default, Clone)]
pub struct Columns {
    /// The number of columns.
    pub count: usize,
    /// Their names; "Column 1" where the table has none.
    pub header: Vec<String>,
    /// Their meanings.
    pub meanings: Vec<Meaning>,
    /// Their contents.
    pub contents: Vec<Content>,
    /// The layout as a whole, where it is known.
    pub known: Option<Known>,
    /// True when a person said what each is.
    pub is_said: bool,
    /// The day.
    pub day: Option<usize>,
    /// The day where the other cell is empty.
    pub other_day: Option<usize>,
    /// An amount.
    pub amount: Option<usize>,
    /// The amount of money that came, where it has a column beside that of money that went.
    pub amount_of_in: Option<usize>,
    /// Money in.
    pub money_in: Option<usize>,
    /// Money out.
    pub money_out: Option<usize>,
    /// Which way the money went.
    pub flag: Option<usize>,
    /// The other party, the surest first, with the way for which it is one.
    pub payer: Vec<(usize, Option<Way>)>,
    /// The text and the reference, in the order of the file.
    pub texts: Vec<usize>,
    /// The kind of payment.
    pub kind: Option<usize>,
    /// The balance.
    pub balance: Option<usize>,
    /// The account.
    pub account: Vec<usize>,
    /// The currency.
    pub currency: Option<usize>,
    /// The column that says whether a line is booked.
    pub state: Option<usize>,
    /// The column of the bank's charges.
    pub fee: Option<usize>,
    /// Columns of text under names that are not known.
    pub spare_texts: Vec<usize>,
}

impl Columns {
    /// Finds the columns of a table.
    pub fn of(grid: &Grid, head: Head, layout: Option<&Layout>) -> Self {
        let (header, width) = header_of(grid, head);
        let names: Vec<String> = match head.header {
            Some(_) => header.iter().map(|name| names::column(name)).collect(),
            None => vec![String::new(); width],
        };
        let mut columns = Self {
            count: width,
            contents: contents(grid, head.first, width),
            known: head.header.and_then(|_| known::of(&names)),
            header,
            ..Self::default()
        };
        match layout.filter(|layout| !layout.columns.is_empty()) {
            Some(layout) => columns.take_said(&layout.columns, &names),
            None if head.header.is_some() => columns.take_named(&names),
            None => columns.take_bare(grid, head.first),
        }
        columns.find_spare_texts(&names);
        columns.name();
        columns
    }

    /// Takes the columns that a person named.
    fn take_said(&mut self, meanings: &[Meaning], names: &[String]) {
        self.is_said = true;
        for (place, meaning) in meanings.iter().copied().enumerate().take(self.count) {
            let free = |taken: &mut Option<usize>| {
                taken.get_or_insert(place);
            };
            match meaning {
                Meaning::Date if self.day.is_some() => free(&mut self.other_day),
                Meaning::Date => free(&mut self.day),
                Meaning::MoneyIn => free(&mut self.money_in),
                Meaning::MoneyOut => free(&mut self.money_out),
                Meaning::Amount => free(&mut self.amount),
                Meaning::Flag => free(&mut self.flag),
                Meaning::Payer => {
                    let way = names.get(place).and_then(|name| way_of_party(name));
                    self.payer.push((place, way));
                }
                Meaning::Reference | Meaning::Text => self.texts.push(place),
                Meaning::Balance => free(&mut self.balance),
                Meaning::Account => self.account.push(place),
                Meaning::Currency => free(&mut self.currency),
                Meaning::State => free(&mut self.state),
                Meaning::Ignore => {}
            }
        }
        self.kind = position(names, names::KIND).filter(|kind| !self.is_taken(*kind));
    }

    /// Takes the columns whose names are known.
    fn take_named(&mut self, names: &[String]) {
        let all = |known: &[&str]| -> Vec<usize> {
            let mut places = Vec::new();
            for known in known {
                places.extend(names.iter().position(|name| name == known));
            }
            places
        };
        let one = |known: &[&str]| all(known).first().copied();
        let content = |place: usize| self.contents.get(place).copied().unwrap_or_default();
        let days = all(names::DAY);
        self.day = days.first().copied();
        self.other_day = days
            .get(1)
            .copied()
            .filter(|place| content(*place).days > 0);
        let amounts = |known: &[&str]| {
            all(known)
                .into_iter()
                .find(|place| content(*place).may_be_amounts())
        };
        self.amount = amounts(names::AMOUNT);
        self.money_in = amounts(names::MONEY_IN).filter(|place| Some(*place) != self.amount);
        self.money_out = amounts(names::MONEY_OUT).filter(|place| Some(*place) != self.amount);
        if self.amount.is_none() {
            // midata calls an amount with a sign "Debit/Credit".
            self.amount = all(names::FLAG)
                .into_iter()
                .find(|place| content(*place).amounts > 0 && content(*place).may_be_amounts());
        }
        let has_sides = self.money_in.is_some() && self.money_out.is_some();
        if has_sides || self.amount.is_none() && self.money_in.is_some() {
            self.amount = None;
        } else if self.amount.is_some() {
            (self.money_in, self.money_out) = (None, None);
        }
        if self.amount.is_some() {
            let flags = all(names::FLAG).into_iter().chain(all(names::KIND));
            self.flag = flags
                .filter(|place| Some(*place) != self.amount)
                .find(|place| {
                    content(*place).is_directions()
                        || is_flag_name(names, *place)
                            && content(*place).amounts == 0
                            && content(*place).said > 0
                });
            self.amount_of_in = one(&["targetamountafterfees"]).filter(|_| self.flag.is_some());
        }
        self.payer.extend(
            all(names::SENDER)
                .into_iter()
                .map(|place| (place, Some(Way::In))),
        );
        self.payer.extend(
            all(names::RECIPIENT)
                .into_iter()
                .map(|place| (place, Some(Way::Out))),
        );
        self.payer
            .extend(all(names::PARTY).into_iter().map(|place| (place, None)));
        self.texts = all(names::REFERENCE);
        self.texts.extend(all(names::TEXT));
        self.texts.sort_unstable();
        self.texts.dedup();
        self.kind = one(names::KIND).filter(|kind| self.flag != Some(*kind));
        self.balance = one(names::BALANCE);
        self.account = all(names::ACCOUNT);
        self.account.sort_unstable();
        self.currency = one(names::CURRENCY);
        self.state = one(names::STATE);
        self.fee = one(names::FEE);
        self.take_parties_from_texts(names);
    }

    /// Texts that are the other party in layouts that are known.
    fn take_parties_from_texts(&mut self, names: &[String]) {
        let Some(known) = self.known else { return };
        let mut move_text = |place: usize| {
            self.texts.retain(|text| *text != place);
            self.payer.push((place, None));
        };
        if known.text_is_payer
            && let Some(place) = position(names, &["description"])
        {
            move_text(place);
        }
        if known.first_text_is_payer
            && let Some(place) = position(names, &["description1"])
        {
            move_text(place);
        }
    }

    /// Takes the columns of a table without names, where their order is known or their cells leave no choice.
    fn take_bare(&mut self, grid: &Grid, first: usize) {
        let contents = self.contents.clone();
        let kind = |place: usize| contents.get(place).map_or('-', |content| content.letter());
        let kinds: String = (0..self.count).map(kind).collect();
        self.day = kinds.find('D');
        match kinds.trim_end_matches('-') {
            "DTA" => {
                self.known = known::has_kinds(grid, first, 1).then_some(known::HSBC_PERSONAL);
                (self.amount, self.texts) = (Some(2), vec![1]);
                return;
            }
            "DAT" => {
                self.known = Some(known::FREEAGENT);
                (self.amount, self.texts) = (Some(1), vec![2]);
                return;
            }
            _ => {}
        }
        if self.count >= 7 && is_lloyds_commercial(grid, first) {
            self.known = Some(known::LLOYDS_COMMERCIAL);
            (self.account, self.kind, self.amount) = (vec![1], Some(3), Some(4));
            self.texts = vec![5, 6];
            return;
        }
        let amounts: Vec<usize> = (0..self.count)
            .filter(|place| kind(*place) == 'A')
            .collect();
        // Two columns beside each other of which one is empty in each line are money out and in, or in and out: the balance tells.
        match amounts.as_slice() {
            [amount] => self.amount = Some(*amount),
            [amount, balance] if adds_up(grid, first, *amount, *balance) => {
                (self.amount, self.balance) = (Some(*amount), Some(*balance));
            }
            _ => {}
        }
        let texts: Vec<usize> = (0..self.count)
            .filter(|place| kind(*place) == 'T')
            .collect();
        if let [text] = texts.as_slice() {
            self.texts = vec![*text];
        }
    }

    /// Texts under other names, and the only one where no other text says anything.
    fn find_spare_texts(&mut self, names: &[String]) {
        if self.is_said {
            return;
        }
        let said = |place: usize| {
            self.contents
                .get(place)
                .is_some_and(|content| content.texts > 0)
        };
        let is_kind = |place: usize| {
            names.get(place).is_some_and(|name| {
                names::KIND.contains(&name.as_str())
                    || names::CURRENCY.contains(&name.as_str())
                    || names::FLAG.contains(&name.as_str())
            })
        };
        let spare: Vec<usize> = (0..self.count)
            .filter(|place| {
                !self.is_taken(*place)
                    && said(*place)
                    && self.contents.get(*place).is_some_and(|content| {
                        content.days == 0
                            && !content.is_directions()
                            && (content.varies || content.said == 1)
                    })
            })
            .collect();
        let has_text = self.texts.iter().any(|place| said(*place))
            || self.payer.iter().any(|(place, _)| said(*place));
        let unknown: Vec<usize> = spare
            .iter()
            .copied()
            .filter(|place| !is_kind(*place))
            .collect();
        if has_text {
            self.spare_texts = unknown;
            return;
        }
        match (unknown.as_slice(), spare.as_slice()) {
            ([only], _) | ([], [only]) => self.texts.push(*only),
            ([], _) => self.spare_texts = spare,
            _ => self.spare_texts = unknown,
        }
    }

    /// Returns whether a column is something already.
    fn is_taken(&self, place: usize) -> bool {
        let places = [
            self.day,
            self.other_day,
            self.amount,
            self.amount_of_in,
            self.money_in,
            self.money_out,
            self.flag,
            self.balance,
            self.currency,
            self.state,
            self.fee,
        ];
        places.contains(&Some(place))
            || self.texts.contains(&place)
            || self.account.contains(&place)
            || self.payer.iter().any(|(payer, _)| *payer == place)
    }

    /// Says what each column is.
    fn name(&mut self) {
        let mut meanings = vec![Meaning::Ignore; self.count];
        let mut set = |place: usize, meaning: Meaning| {
            if let Some(own) = meanings.get_mut(place) {
                *own = meaning;
            }
        };
        for (place, meaning) in [
            (self.state, Meaning::State),
            (self.currency, Meaning::Currency),
            (self.balance, Meaning::Balance),
            (self.flag, Meaning::Flag),
            (self.money_out, Meaning::MoneyOut),
            (self.money_in, Meaning::MoneyIn),
            (self.amount, Meaning::Amount),
            (self.day, Meaning::Date),
        ] {
            if let Some(place) = place {
                set(place, meaning);
            }
        }
        for place in &self.account {
            set(*place, Meaning::Account);
        }
        for (place, _) in &self.payer {
            set(*place, Meaning::Payer);
        }
        for place in &self.texts {
            let name = self
                .header
                .get(*place)
                .map(|name| names::column(name))
                .unwrap_or_default();
            let is_reference = names::REFERENCE.contains(&name.as_str());
            set(
                *place,
                if is_reference {
                    Meaning::Reference
                } else {
                    Meaning::Text
                },
            );
        }
        self.meanings = meanings;
    }

    /// The columns of amounts.
    pub fn amounts(&self) -> impl Iterator<Item = usize> {
        [
            self.amount,
            self.amount_of_in,
            self.money_in,
            self.money_out,
            self.balance,
            self.fee,
        ]
        .into_iter()
        .flatten()
    }
}

/// The kinds of what stands in the columns of a table without names. An empty column may be any.
pub fn kinds(columns: &Columns) -> String {
    columns
        .contents
        .iter()
        .map(|content| match content.letter() {
            '-' => 'T',
            letter => letter,
        })
        .collect()
}

fn header_of(grid: &Grid, head: Head) -> (Vec<String>, usize) {
    match head.header.and_then(|header| grid.row(header)) {
        Some(row) => {
            let mut names: Vec<String> = row
                .cells()
                .map(|cell| crate::text::clean(cell, 60))
                .collect();
            // A delimiter at the end of each line makes no column.
            while names.last().is_some_and(String::is_empty) {
                names.pop();
            }
            let width = names.len();
            (names, width)
        }
        None => {
            let width = grid
                .rows(head.first)
                .take(SAMPLE)
                .filter(|row| row.said() > 2)
                .map(Row::len)
                .max();
            let width = width.unwrap_or_default();
            (
                (1..=width)
                    .map(|number| format!("Column {number}"))
                    .collect(),
                width,
            )
        }
    }
}

fn position(names: &[String], known: &[&str]) -> Option<usize> {
    known
        .iter()
        .find_map(|known| names.iter().position(|name| name == known))
}

fn is_flag_name(names: &[String], place: usize) -> bool {
    names
        .get(place)
        .is_some_and(|name| names::FLAG.contains(&name.as_str()))
}

fn way_of_party(name: &str) -> Option<Way> {
    if names::SENDER.contains(&name) {
        Some(Way::In)
    } else if names::RECIPIENT.contains(&name) {
        Some(Way::Out)
    } else {
        None
    }
}

/// Returns whether the records are of Lloyds Commercial: day, account, nothing, kind, amount, reference, text.
fn is_lloyds_commercial(grid: &Grid, first: usize) -> bool {
    let mut rows = grid.rows(first).take(20).filter(|row| row.said() > 2);
    rows.all(|row| {
        let account = row.cell(1);
        let digits = account.chars().filter(char::is_ascii_digit).count();
        cell::looks_like_a_day(row.cell(0))
            && digits == 14
            && account.len() <= 18
            && row.cell(2).is_empty()
            && row.cell(3).len() <= 4
            && cell::looks_like_an_amount(row.cell(4))
    })
}

/// Returns whether every line leads from one balance to the next, in either order.
fn adds_up(grid: &Grid, first: usize, amount: usize, balance: usize) -> bool {
    let read = |row: Row<'_>, place| {
        cell::amount(row.cell(place), lintel_core::DecimalMark::Point)
            .ok()
            .map(|amount| amount.minor)
    };
    let rows: Vec<(i64, i64)> = grid
        .rows(first)
        .take(SAMPLE)
        .filter_map(|row| Some((read(row, amount)?, read(row, balance)?)))
        .collect();
    let pairs = || rows.iter().zip(rows.iter().skip(1));
    rows.len() > 2
        && (pairs().all(|(one, two)| one.1.checked_add(two.0) == Some(two.1))
            || pairs().all(|(one, two)| two.1.checked_add(one.0) == Some(one.1)))
}
