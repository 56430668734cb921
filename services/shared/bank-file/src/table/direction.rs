//! Which way the money of each line went, and how that is certain: the running balance first, then columns, words and signs.

use super::{columns::Columns, grid::Grid, names, rows::Parsed};
use crate::{How, Meaning, Proof, RowKind, Sign, Way};

/// Words of a flag's column that are shown.
const MOST_WORDS: usize = 10;

/// The certainty of a table's direction.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The proof; none where it is not certain.
    pub proof: Option<Proof>,
    /// Words of the flag's column, where somebody has to say which mean money out.
    pub words: Vec<String>,
    /// Lines that lead from one balance to the next, and all that have two.
    pub steps: (usize, usize),
}

/// Where the direction of an amount comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Columns,
    Flag,
    Sign,
    Remittance,
    None,
}

/// Settles the way of each payment, and refuses those that contradict the balance.
pub fn settle(grid: &Grid, columns: &Columns, rows: &mut [Parsed], how: &How) -> Verdict {
    let (source, words) = state(grid, columns, rows, how);
    let chain = best(grid, columns, rows);
    let source = if source == Source::None && chain.steps() == 0 && !may_hide_flag(columns) {
        // One amount alone has signs by convention; a file of receipts has no minus.
        for row in rows.iter_mut() {
            row.way = Some(Way::In);
        }
        Source::Sign
    } else {
        source
    };
    let mut verdict = Verdict {
        proof: None,
        words,
        steps: (chain.good + chain.solved.len(), chain.steps()),
    };
    let payments = rows.iter().filter(|row| row.is_payment()).count();
    let holds = chain.bad == 0 && chain.steps() > 0;
    // A file that calls money out positive, as those of cards do, proves it with every step.
    if holds
        && source == Source::Sign
        && chain.good == 0
        && chain.flipped.len() > 1
        && chain.flipped.len() == chain.steps()
    {
        for row in rows.iter_mut().filter(|row| row.is_payment()) {
            row.way = row.way.map(other);
        }
        verdict.proof = Some(Proof::Balance);
        verdict.steps = (chain.steps(), chain.steps());
        return verdict;
    }
    let mostly = chain.solved.len() + chain.good > 3 * chain.bad;
    if mostly {
        for (index, way) in &chain.solved {
            if let Some(row) = rows.get_mut(*index) {
                row.way = Some(*way);
            }
        }
        if let Some(flag) = columns.flag {
            learn(grid, flag, rows, &chain.solved);
        }
    }
    if holds {
        for index in &chain.flipped {
            if let Some(row) = rows.get_mut(*index) {
                let went = if row.way == Some(Way::In) {
                    "went out"
                } else {
                    "came"
                };
                row.refuse(format!(
                    "The balance says that this money {went}, and the line says otherwise."
                ));
            }
        }
    }
    let open = rows
        .iter()
        .filter(|row| row.is_payment() && row.way.is_none())
        .count();
    let stated = payments - open.min(payments);
    if open == 0 {
        verdict.proof = match source {
            _ if holds && chain.flipped.is_empty() => Some(Proof::Balance),
            Source::Columns => Some(Proof::Columns),
            Source::Flag => Some(Proof::Flag),
            Source::Sign | Source::Remittance => Some(Proof::Sign),
            Source::None if mostly && chain.flipped.is_empty() => Some(Proof::Balance),
            Source::None if payments == 0 => Some(Proof::Standard),
            Source::None => None,
        };
        verdict.words.clear();
    } else if stated >= 3 && stated > 5 * open {
        // One line among many that are certain is shown and left out by consent.
        for row in rows
            .iter_mut()
            .filter(|row| row.is_payment() && row.way.is_none())
        {
            row.refuse("Nothing says whether this money came or went.");
        }
        verdict.proof = match source {
            Source::Flag => Some(Proof::Flag),
            Source::Columns => Some(Proof::Columns),
            _ => Some(Proof::Balance),
        };
        verdict.words.clear();
    }
    verdict
}

/// Returns whether a column that is not understood may say which way the money went: kinds of payment, or words under an unknown name.
fn may_hide_flag(columns: &Columns) -> bool {
    let is_unknown = |place: &usize| {
        columns.meanings.get(*place) == Some(&Meaning::Ignore)
            || columns.spare_texts.contains(place)
    };
    let mut words = (0..columns.count).filter(is_unknown).filter(|place| {
        let content = columns.contents.get(*place);
        content.is_some_and(|content| content.texts > 0)
    });
    columns.kind.is_some() || words.next().is_some()
}

const fn other(way: Way) -> Way {
    match way {
        Way::In => Way::Out,
        Way::Out => Way::In,
    }
}

/// Reads the direction from the lines themselves.
fn state(grid: &Grid, columns: &Columns, rows: &mut [Parsed], how: &How) -> (Source, Vec<String>) {
    if columns.money_in.is_some() || columns.money_out.is_some() {
        for row in rows.iter_mut() {
            row.way = row.stated;
        }
        return (Source::Columns, Vec::new());
    }
    let payments = rows.iter().filter(|row| row.is_payment());
    let (mut negative, mut positive, mut with_letters) = (0, 0, 0);
    for row in payments {
        if row.minor < 0 {
            negative += 1;
        } else {
            positive += 1;
        }
        with_letters += usize::from(row.stated.is_some());
    }
    if with_letters > 0 && with_letters * 2 >= negative + positive {
        for row in rows.iter_mut() {
            row.way = row.stated.or((row.minor < 0).then_some(Way::Out));
        }
        return (Source::Flag, Vec::new());
    }
    if let Some(flag) = columns.flag {
        return (Source::Flag, by_flag(grid, flag, rows, how));
    }
    let layout = how.layout.as_ref();
    let sign = layout.and_then(|layout| layout.sign);
    let is_signed =
        negative > 0 || grid.form.is_signed || columns.known.is_some_and(|known| known.is_signed);
    let source = if is_signed {
        Source::Sign
    } else if sign.is_some() {
        Source::Remittance
    } else {
        Source::None
    };
    if source != Source::None {
        let minus = if sign == Some(Sign::PlusIsOut) {
            Way::In
        } else {
            Way::Out
        };
        for row in rows.iter_mut() {
            row.way = Some(if row.minor < 0 { minus } else { other(minus) });
        }
    }
    (source, Vec::new())
}

/// Reads the direction from the flag's column, and returns the unknown words.
fn by_flag(grid: &Grid, flag: usize, rows: &mut [Parsed], how: &How) -> Vec<String> {
    let out_words = how
        .layout
        .as_ref()
        .map(|layout| layout.out_words.as_slice())
        .unwrap_or_default();
    let mut words: Vec<String> = Vec::new();
    let mut has_unknown = false;
    for row in rows.iter_mut().filter(|row| row.kind == RowKind::Payment) {
        let Some(record) = grid.row(row.index) else {
            continue;
        };
        let word = record.cell(row.place(flag));
        let is_out_word = out_words
            .iter()
            .any(|out| out.trim().eq_ignore_ascii_case(word));
        let way = if is_out_word {
            Some(Way::Out)
        } else {
            let known = names::direction(word);
            known.or_else(|| (!out_words.is_empty() && !word.is_empty()).then_some(Way::In))
        };
        has_unknown = has_unknown || way.is_none();
        if words.len() < MOST_WORDS && !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
        // A minus beside a word for money in says both.
        row.way = way.filter(|way| *way == Way::Out || row.minor > 0);
    }
    if has_unknown { words } else { Vec::new() }
}

/// Lines that no balance tells of, such as a file's first one, go the way of the others with the same word, where all of these agree.
fn learn(grid: &Grid, flag: usize, rows: &mut [Parsed], solved: &[(usize, Way)]) {
    let word = |row: &Parsed| {
        let record = grid.row(row.index);
        record.map(|record| record.cell(row.place(flag)))
    };
    let ways = solved.iter().filter_map(|(index, way)| {
        let row = rows.get(*index)?;
        Some((word(row)?, *way))
    });
    let ways: Vec<(&str, Way)> = ways.collect();
    for row in rows.iter_mut() {
        if !row.is_payment() || row.way.is_some() || row.minor < 0 {
            continue;
        }
        let Some(own) = word(row).filter(|own| !own.is_empty()) else {
            continue;
        };
        let mut same = ways.iter().filter(|(known, _)| *known == own);
        if let Some((_, way)) = same.next()
            && same.all(|(_, other)| other == way)
        {
            row.way = Some(*way);
        }
    }
}

/// The sums that lead from balance to balance in one order of the file.
#[derive(Debug, Default)]
struct Chain {
    good: usize,
    /// Lines whose step holds with the other direction.
    flipped: Vec<usize>,
    /// Lines of which the balance alone tells the direction.
    solved: Vec<(usize, Way)>,
    bad: usize,
}

impl Chain {
    fn steps(&self) -> usize {
        self.good + self.flipped.len() + self.solved.len() + self.bad
    }
}

/// The order of the file in which more steps hold; where both do as well, the one that the days have.
fn best(grid: &Grid, columns: &Columns, rows: &[Parsed]) -> Chain {
    if columns.balance.is_none() {
        return Chain::default();
    }
    let indices = || {
        (0..rows.len()).filter(|index| {
            rows.get(*index).is_some_and(|row| {
                row.is_payment()
                    || row.kind == RowKind::Note
                        && row.day.is_some()
                        && row.balance.is_some()
                        && row.is_booked
            })
        })
    };
    let forward = run(grid, columns, rows, indices());
    let backward = run(grid, columns, rows, indices().rev());
    let (one, two) = (
        forward.good + forward.solved.len(),
        backward.good + backward.solved.len(),
    );
    if one != two {
        return if one > two { forward } else { backward };
    }
    if forward.flipped.len() != backward.flipped.len() {
        let forward_wins = forward.flipped.len() > backward.flipped.len();
        return if forward_wins { forward } else { backward };
    }
    let day = |index: Option<usize>| {
        index
            .and_then(|index| rows.get(index))
            .and_then(|row| row.day)
            .and_then(|day| day.day_first.or(day.month_first))
    };
    let (first, last) = (day(indices().next()), day(indices().next_back()));
    if first == last
        && forward.steps() > 0
        && (!forward.solved.is_empty() || !forward.flipped.is_empty())
    {
        // Nothing tells the order, and the two orders may tell other directions.
        return if forward.solved == backward.solved && forward.flipped == backward.flipped {
            forward
        } else {
            Chain::default()
        };
    }
    if first <= last { forward } else { backward }
}

fn run(
    grid: &Grid,
    columns: &Columns,
    rows: &[Parsed],
    order: impl Iterator<Item = usize>,
) -> Chain {
    let mut chain = Chain::default();
    let mut accounts: Vec<(&str, Account)> = Vec::new();
    for index in order {
        let Some(row) = rows.get(index) else { continue };
        let name = account(grid, columns, row);
        let at = accounts
            .iter()
            .position(|(known, _)| *known == name)
            .unwrap_or_else(|| {
                accounts.push((name, Account::default()));
                accounts.len() - 1
            });
        if let Some((_, account)) = accounts.get_mut(at) {
            account.step(index, row, &mut chain);
        }
    }
    chain
}

fn account<'g>(grid: &'g Grid, columns: &Columns, row: &Parsed) -> &'g str {
    let record = grid.row(row.index);
    // The last of them is the number; a sort code before it is the same for many.
    let column = columns.account.last();
    record
        .zip(column)
        .map_or("", |(record, column)| record.cell(row.place(*column)))
}

/// An account while its lines are gone through.
#[derive(Debug, Default)]
struct Account {
    balance: Option<i64>,
    /// Lines since that balance: how many, their sum as far as it is known, and the last of them.
    count: usize,
    sum: Option<i128>,
    last: Option<usize>,
}

impl Account {
    fn step(&mut self, index: usize, row: &Parsed, chain: &mut Chain) {
        if row.is_payment() {
            let signed = row.way.map(|way| signed(row, way));
            self.sum = match (self.count, self.sum, signed) {
                (0, _, signed) => signed,
                (_, Some(sum), Some(signed)) => Some(sum + signed),
                _ => None,
            };
            self.count += 1;
            self.last = Some(index);
        }
        let Some(balance) = row.balance else { return };
        if let Some(before) = self.balance {
            let change = i128::from(balance) - i128::from(before);
            self.judge(change, row, chain);
        }
        self.balance = Some(balance);
        (self.count, self.sum, self.last) = (0, None, None);
    }

    fn judge(&self, change: i128, row: &Parsed, chain: &mut Chain) {
        let Some(last) = self.last else {
            chain.bad += usize::from(change != 0);
            return;
        };
        let fee = i128::from(row.fee);
        match self.sum {
            Some(sum) if sum == change || self.count == 1 && sum - fee == change => chain.good += 1,
            Some(sum) if self.count == 1 && -sum == change => chain.flipped.push(last),
            None if self.count == 1 && change == signed(row, Way::In) => {
                chain.solved.push((last, Way::In));
            }
            None if self.count == 1 && change == signed(row, Way::Out) => {
                chain.solved.push((last, Way::Out));
            }
            _ => chain.bad += 1,
        }
    }
}

fn signed(row: &Parsed, way: Way) -> i128 {
    let amount = i128::from(row.minor).abs();
    match way {
        Way::In => amount,
        Way::Out => -amount,
    }
}
