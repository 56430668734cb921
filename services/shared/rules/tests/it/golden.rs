//! The golden cases of docs/reference/rules.md.

use lintel_rules::{Rules, rules};

use crate::ask::answer;

const PAGE: &str = include_str!("../../../../../docs/reference/rules.md");

pub(crate) struct Case {
    name: &'static str,
    asked: &'static str,
    right: &'static str,
}

pub(crate) fn cases() -> Vec<Case> {
    let table = PAGE.split_once("## Golden cases").unwrap().1;
    let lines = table.lines().filter(|line| line.starts_with("| "));
    let cells = lines.map(|line| -> Vec<&str> {
        let inner = line.trim_matches(['|', ' ']);
        inner.split(" | ").map(str::trim).collect()
    });
    cells
        .skip(1)
        .map(|cells| {
            let [name, _, asked, right] = cells.try_into().unwrap();
            Case {
                name,
                asked: asked.trim_matches('`'),
                right,
            }
        })
        .collect()
}

/// The first case that is answered otherwise.
pub(crate) fn first_other(rules: &Rules, cases: &[Case]) -> Option<String> {
    cases.iter().find_map(|case| {
        let found = answer(rules, case.asked);
        let Case { name, asked, right } = case;
        (found != *right).then(|| format!("case {name}, {asked}: {found}, not {right}"))
    })
}

#[test]
fn every_golden_case_is_answered_as_the_page_has_it() {
    let cases = cases();
    for number in 1..=26 {
        let of_review = |case: &&Case| {
            let digits = case
                .name
                .trim_end_matches(|one: char| one.is_ascii_lowercase());
            digits == number.to_string()
        };
        assert!(cases.iter().any(|case| of_review(&case)), "case {number}");
    }
    let wrong: Vec<_> = cases
        .iter()
        .filter_map(|case| first_other(rules(), std::slice::from_ref(case)))
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

/// A rule that no case needs could be wrong, or be nowhere computed with.
#[test]
fn no_confirmed_row_can_be_taken_away_unnoticed() {
    let cases = cases();
    let unnoticed: Vec<_> = rules()
        .rows()
        .iter()
        .filter(|row| row.confirmed)
        .filter(|row| first_other(&rules().without(row), &cases).is_none())
        .map(|row| format!("{} in {:?} from {:?}", row.key, row.nations, row.from))
        .collect();
    assert_eq!(unnoticed, Vec::<String>::new());
}
