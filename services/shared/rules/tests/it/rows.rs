//! The rows themselves, as the Rules page lists them.

use std::collections::HashSet;

use lintel_rules::{Nation, Rules, RulesError, rules};

use crate::day;

const ROW: &str = r#"
topic = "Test"

[[row]]
key = "test.rule"
title = "A rule"
nations = ["England", "Wales"]
from = "2026-05-01"
text = "Two months"
source = "An Act"
checked = "2026-11-28"
used = "Here"
value = { months = 2 }
"#;

fn read(text: &str) -> Result<Rules, RulesError> {
    Rules::from_files(&[("test.toml", text)])
}

#[test]
fn a_row_holds_for_its_nations_and_days() {
    let ended = ROW.replace("text =", "until = \"2027-04-05\"\ntext =");
    let rules = read(&ended).unwrap();
    let holds = |nation, text| rules.row("test.rule", nation, day(text)).is_some();
    assert!(holds(Nation::England, "2026-05-01") && holds(Nation::Wales, "2027-04-05"));
    assert!(!holds(Nation::England, "2026-04-30") && !holds(Nation::England, "2027-04-06"));
    assert!(!holds(Nation::Scotland, "2026-11-28"));
}

#[test]
fn a_row_that_is_unfit_is_refused() {
    let twice = |other: &str| format!("{ROW}{}", other.replace("topic = \"Test\"\n", ""));
    for (text, says) in [
        (ROW.replace("An Act", " "), "a text is empty"),
        (
            ROW.replace("\"England\", \"Wales\"", ""),
            "it names no nation",
        ),
        (
            ROW.replace("text =", "until = \"2026-04-30\"\ntext ="),
            "it ends before it begins",
        ),
        (
            ROW.replace("used =", "confirmed = false\nused ="),
            "not confirmed has no figures",
        ),
        (
            ROW.replace("value = { months = 2 }", ""),
            "is confirmed has the figures",
        ),
        (
            ROW.replace("months = 2", "days = [\"13-01\"]"),
            "no day is “13-01”",
        ),
        (
            ROW.replace("months = 2", "bands = [[\"100\", \"2\"]]"),
            "its bands do not rise to the rest",
        ),
        (
            twice(&ROW.replace("2026-05-01", "2027-05-01")),
            "two rows hold for one nation",
        ),
        (
            ROW.replace("checked = \"2026-11-28\"\n", ""),
            "missing field `checked`",
        ),
        (
            ROW.replace("source = \"An Act\"\n", ""),
            "missing field `source`",
        ),
    ] {
        let refused = read(&text).unwrap_err().to_string();
        assert!(refused.contains(says), "{refused}, not {says}");
    }
    // One that ended before the other begins, and one of another nation.
    let ended = ROW.replace("text =", "until = \"2027-04-30\"\ntext =");
    let later = ROW
        .replace("2026-05-01", "2027-05-01")
        .replace("topic = \"Test\"\n", "");
    assert!(read(&format!("{ended}{later}")).is_ok());
    let other = ROW.replace("\"England\", \"Wales\"", "\"Scotland\"");
    assert!(read(&twice(&other)).is_ok());
}

#[test]
fn the_rules_page_has_every_row_under_its_topic() {
    let topics = rules().catalogue();
    let titles: Vec<_> = topics.iter().map(|topic| topic.title).collect();
    assert_eq!(
        titles,
        [
            "Nations",
            "Deposits",
            "Rent rises",
            "Notices",
            "Duties in a tenancy",
            "Emergencies",
            "Repairs",
            "Certificates",
            "Duties of a home",
            "Working days",
            "Tax",
        ]
    );
    let listed: usize = topics.iter().map(|topic| topic.rows.len()).sum();
    assert_eq!(listed, rules().rows().len());
    for topic in &topics {
        let mut names: Vec<_> = topic.rows.iter().map(|row| &row.title).collect();
        names.dedup();
        let different: HashSet<_> = names.iter().collect();
        assert_eq!(
            names.len(),
            different.len(),
            "{}: rows of one title follow each other",
            topic.title
        );
    }
    for row in rules().rows() {
        assert!(row.checked >= day("2026-11-28"), "{}", row.key);
        assert!(!row.source.contains("://"), "{}", row.key);
        assert!(!row.text.ends_with('.'), "{}", row.key);
    }
}

#[test]
fn a_coming_change_is_known_by_its_first_day() {
    let today = day("2026-11-28");
    let coming: Vec<_> = rules()
        .rows()
        .iter()
        .filter(|row| row.confirmed && row.from.is_some_and(|from| from > today))
        .map(|row| (row.title.as_str(), row.from))
        .collect();
    assert_eq!(
        coming,
        [("Income tax on property", Some(day("2027-04-06")))]
    );
}
