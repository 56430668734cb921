//! Which lines of a file an earlier one had: the same account, day, amount, way and text, counted within the day, and the same balance
//! where both have one. A line is stored once, whatever the format of the file, its blanks and capitals.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use lintel_core::{BankAccountId, BankLineId, Money};

use super::BankLineWay;

/// Letters and digits that two cut texts have in common at their beginning when they are taken for the same.
const SAME_BEGINNING: usize = 10;

/// A line of a file, as far as it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The account, where it is known.
    pub account: Option<BankAccountId>,
    /// The day.
    pub booked: NaiveDate,
    /// How much, above 0.
    pub amount: Money,
    /// Which way it went.
    pub way: BankLineWay,
    /// The balance after it.
    pub balance: Option<Money>,
    /// Its text as it is compared: [`lintel_bank_file::identity_text`].
    pub text: String,
}

/// A line that is stored, as far as it is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Its id.
    pub id: BankLineId,
    /// As the file's.
    pub line: Given,
    /// Whether its text may be another one than the file's of the same line: read by the rules of before, or out of another format.
    pub is_loose: bool,
    /// Whether it was read by the rules of before, which took every unsigned amount for money that came.
    pub read_before: bool,
}

/// What a comparison found, by the lines' places in the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compared {
    /// Lines to add.
    pub new: Vec<usize>,
    /// Lines that are stored.
    pub known: Vec<(usize, BankLineId)>,
    /// Lines that are stored as money that came, and went out.
    pub wrong_way: Vec<(usize, BankLineId)>,
    /// Whether the file may be of another account: it lacks lines of days that were read as a whole, and has others.
    pub is_doubtful: bool,
}

/// Compares a file with what is stored of its days. `read_days` are the first and the last day of each earlier file of these accounts.
#[must_use]
pub fn compare(
    given: &[Given],
    stored: &[Stored],
    read_days: &[(NaiveDate, NaiveDate)],
) -> Compared {
    let mut by_amount: HashMap<(NaiveDate, Money), Vec<&Stored>> = HashMap::new();
    for one in stored {
        let same = by_amount.entry((one.line.booked, one.line.amount));
        same.or_default().push(one);
    }
    let mut taken = HashSet::new();
    let mut found: Vec<Option<&Stored>> = vec![None; given.len()];
    // The surest first, so that a line without a balance does not take the place of one that has its own.
    for is_same in [same_balance, same_text, same_old_text] {
        for (line, place) in given.iter().zip(&mut found) {
            if place.is_some() {
                continue;
            }
            let same = by_amount.get(&(line.booked, line.amount));
            let same = same.into_iter().flatten();
            let same = same.copied().find(|one| {
                !taken.contains(&one.id) && one.line.way == line.way && is_same(line, one)
            });
            if let Some(same) = same {
                taken.insert(same.id);
                *place = Some(same);
            }
        }
    }
    let mut compared = Compared::default();
    let mut wrong = HashMap::new();
    for (place, line) in given.iter().enumerate() {
        if found.get(place).copied().flatten().is_some() || line.way == BankLineWay::In {
            continue;
        }
        let same = by_amount.get(&(line.booked, line.amount));
        let same = same.into_iter().flatten().find(|one| {
            let was_in = one.read_before && one.line.way == BankLineWay::In;
            was_in && !taken.contains(&one.id) && same_old_text(line, one)
        });
        if let Some(same) = same {
            taken.insert(same.id);
            wrong.insert(place, same.id);
        }
    }
    let lacking: HashSet<_> = stored
        .iter()
        .filter(|one| !taken.contains(&one.id))
        .map(|one| (one.line.booked, one.line.way))
        .collect();
    let first = given.iter().map(|line| line.booked).min();
    for (place, line) in given.iter().enumerate() {
        if let Some(id) = wrong.get(&place) {
            compared.wrong_way.push((place, *id));
            continue;
        }
        match found.get(place).copied().flatten() {
            // A file that goes on where an earlier one ended in mid-day, and lacks that one's lines, has another payment of that day.
            Some(same)
                if first == Some(line.booked)
                    && lacking.contains(&(line.booked, line.way))
                    && goes_on(given, line.booked, read_days)
                    && !same_balance(line, same) =>
            {
                compared.new.push(place);
            }
            Some(same) => compared.known.push((place, same.id)),
            None => compared.new.push(place),
        }
    }
    compared.is_doubtful = is_doubtful(given, &compared, &lacking, read_days);
    compared
}

/// Whether the file begins on the last day of an earlier one and ends later.
fn goes_on(given: &[Given], first: NaiveDate, read_days: &[(NaiveDate, NaiveDate)]) -> bool {
    let ends_later = given.iter().any(|line| line.booked > first);
    ends_later && read_days.iter().any(|(_, last)| *last == first)
}

/// Whether, on days that lie within an earlier file, the file knows some lines, lacks some and has others: two accounts look like that.
/// Lines that name their account or have a balance leave no doubt.
fn is_doubtful(
    given: &[Given],
    compared: &Compared,
    lacking: &HashSet<(NaiveDate, BankLineWay)>,
    read_days: &[(NaiveDate, NaiveDate)],
) -> bool {
    let within = |day: NaiveDate| {
        let mut days = read_days.iter();
        days.any(|(first, last)| *first < day && day < *last)
    };
    let line = |place: &usize| {
        given
            .get(*place)
            .filter(|line| line.account.is_none() && line.balance.is_none() && within(line.booked))
    };
    let knows = compared
        .known
        .iter()
        .any(|(place, _)| line(place).is_some());
    let adds = compared.new.iter().any(|place| line(place).is_some());
    let lacks = lacking.iter().any(|(day, _)| within(*day));
    knows && adds && lacks
}

fn same_account(line: &Given, other: &Stored) -> bool {
    match (line.account, other.line.account) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

fn same_balance(line: &Given, other: &Stored) -> bool {
    line.balance.is_some()
        && line.balance == other.line.balance
        && same_account(line, other)
        && alike(&line.text, &other.line.text)
}

fn same_text(line: &Given, other: &Stored) -> bool {
    line.text == other.line.text && same_account(line, other) && !other_balance(line, other)
}

fn same_old_text(line: &Given, other: &Stored) -> bool {
    other.is_loose
        && alike(&line.text, &other.line.text)
        && same_account(line, other)
        && !other_balance(line, other)
}

fn other_balance(line: &Given, other: &Stored) -> bool {
    match (line.balance, other.line.balance) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    }
}

/// Whether texts are the same, or one is a part of the other, or both begin alike: a format may cut what another has whole.
fn alike(one: &str, other: &str) -> bool {
    let begins = one.chars().zip(other.chars());
    let begins = begins.take_while(|(one, other)| one == other).count();
    one.contains(other) || other.contains(one) || begins >= SAME_BEGINNING
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, day).unwrap_or_default()
    }

    fn line(on: u32, pence: i64, text: &str) -> Given {
        Given {
            account: None,
            booked: day(on),
            amount: Money::gbp(pence.abs()),
            way: if pence < 0 {
                BankLineWay::Out
            } else {
                BankLineWay::In
            },
            balance: None,
            text: text.to_owned(),
        }
    }

    fn with_balance(line: Given, pence: i64) -> Given {
        Given {
            balance: Some(Money::gbp(pence)),
            ..line
        }
    }

    fn of_account(line: Given, account: i64) -> Given {
        Given {
            account: Some(account.into()),
            ..line
        }
    }

    fn stored(lines: &[Given]) -> Vec<Stored> {
        let lines = (1..).zip(lines).map(|(id, line)| Stored {
            id: BankLineId::new(id),
            line: line.clone(),
            is_loose: false,
            read_before: false,
        });
        lines.collect()
    }

    fn old(line: Given) -> Vec<Stored> {
        let mut stored = stored(&[line]);
        for one in &mut stored {
            one.is_loose = true;
            one.read_before = true;
        }
        stored
    }

    /// How many lines are new.
    fn added(given: &[Given], stored: &[Stored]) -> usize {
        compare(given, stored, &[]).new.len()
    }

    #[test]
    fn a_line_that_was_read_is_known() {
        let file = [line(20, 95_000, "ATESTERRENT"), line(21, -6_000, "POWER")];
        let compared = compare(&file, &stored(&file), &[]);
        assert_eq!(compared.new, Vec::<usize>::new());
        assert_eq!(compared.known.len(), 2);
        for other in [
            line(21, 95_000, "ATESTERRENT"),
            line(20, 95_001, "ATESTERRENT"),
            line(20, -95_000, "ATESTERRENT"),
            line(20, 95_000, "BSAMPLERENT"),
        ] {
            assert_eq!(
                added(std::slice::from_ref(&other), &stored(&file)),
                1,
                "{other:?}"
            );
        }
    }

    #[test]
    fn equal_lines_of_a_day_are_counted() {
        let one = line(20, 95_000, "RENT");
        let stored = stored(std::slice::from_ref(&one));
        assert_eq!(added(&[one.clone(), one.clone(), one], &stored), 2);
    }

    #[test]
    fn a_balance_tells_equal_payments_apart() {
        let one = line(20, 90_000, "RENT");
        let first = with_balance(one.clone(), 590_000);
        let other = with_balance(one.clone(), 120_000);
        assert_eq!(
            added(
                std::slice::from_ref(&other),
                &stored(std::slice::from_ref(&first))
            ),
            1
        );
        // A format without balances, and back.
        assert_eq!(
            added(
                std::slice::from_ref(&one),
                &stored(std::slice::from_ref(&first))
            ),
            0
        );
        assert_eq!(
            added(
                std::slice::from_ref(&first),
                &stored(std::slice::from_ref(&one))
            ),
            0
        );
        // Each takes its own place.
        let both = stored(&[one, first.clone()]);
        let compared = compare(&[first], &both, &[]);
        assert_eq!(compared.known, [(0, BankLineId::new(2))]);
    }

    #[test]
    fn another_account_has_its_own_lines() {
        let one = line(20, 90_000, "RENT");
        let first = stored(&[of_account(one.clone(), 1)]);
        assert_eq!(added(&[of_account(one.clone(), 2)], &first), 1);
        assert_eq!(added(&[of_account(one.clone(), 1)], &first), 0);
        assert_eq!(added(&[one], &first), 0);
    }

    #[test]
    fn a_text_of_another_format_may_be_cut() {
        let whole = line(20, 95_000, "ATESTERRENTFLAT2");
        let cut = line(20, 95_000, "ATESTERRENTFL");
        assert_eq!(
            added(
                std::slice::from_ref(&whole),
                &stored(std::slice::from_ref(&cut))
            ),
            1
        );
        assert_eq!(added(&[whole], &old(cut)), 0);
        assert_eq!(
            added(
                &[line(20, 95_000, "ZEXAMPLE")],
                &old(line(20, 95_000, "ATESTER"))
            ),
            1
        );
    }

    #[test]
    fn a_line_that_was_read_the_wrong_way_is_found() {
        let was_in = old(line(21, 6_000, "POWERCO"));
        let out = [line(21, -6_000, "POWERCO")];
        let compared = compare(&out, &was_in, &[]);
        assert_eq!(compared.wrong_way, [(0, BankLineId::new(1))]);
        assert!(compared.new.is_empty() && compared.known.is_empty());
        // By the rules of today a receipt and a refund of one day are two lines.
        let today = stored(&[line(21, 6_000, "POWERCO")]);
        assert_eq!(compare(&out, &today, &[]).new, [0]);
    }

    #[test]
    fn a_file_that_goes_on_in_mid_day_adds_its_payment() {
        let before = stored(&[line(20, 95_000, "RENT"), line(20, 100, "INTEREST")]);
        let read = [(day(1), day(20))];
        let next = [line(20, 95_000, "RENT"), line(22, 5_000, "PARKING")];
        assert_eq!(compare(&next, &before, &read).new, [0, 1]);
        // One that has the whole day adds nothing of it.
        let whole = [
            line(20, 100, "INTEREST"),
            line(20, 95_000, "RENT"),
            line(22, 1, "X"),
        ];
        assert_eq!(compare(&whole, &before, &read).new, [2]);
        // One that begins earlier has the whole day as well.
        let earlier = [line(19, 1, "X"), line(20, 95_000, "RENT"), line(22, 1, "X")];
        assert_eq!(compare(&earlier, &before, &read).new, [0, 2]);
    }

    #[test]
    fn a_file_that_may_be_of_another_account_is_doubtful() {
        let before = stored(&[line(10, 95_000, "RENT"), line(12, 100, "INTEREST")]);
        let read = [(day(1), day(30))];
        let other = [line(10, 95_000, "RENT"), line(11, 5_000, "PARKING")];
        assert!(compare(&other, &before, &read).is_doubtful);
        assert!(!compare(&other, &before, &[]).is_doubtful);
        assert!(!compare(&other[..1], &before, &read).is_doubtful);
        let named: Vec<_> = other.into_iter().map(|line| of_account(line, 1)).collect();
        assert!(!compare(&named, &before, &read).is_doubtful);
    }
}
