//! Each figure of the rows is needed by a golden case.

use lintel_rules::{Rules, rules};

use crate::golden::{cases, first_other};

/// The files of rows.
const FILES: [&str; 12] = [
    include_str!("../../data/nations.toml"),
    include_str!("../../data/deposits.toml"),
    include_str!("../../data/rises.toml"),
    include_str!("../../data/notices.toml"),
    include_str!("../../data/duties.toml"),
    include_str!("../../data/emergencies.toml"),
    include_str!("../../data/repairs.toml"),
    include_str!("../../data/certificates.toml"),
    include_str!("../../data/home-duties.toml"),
    include_str!("../../data/working-days.toml"),
    include_str!("../../data/purchase-taxes.toml"),
    include_str!("../../data/income-tax.toml"),
];
/// Numbers that people read and nothing is computed with: names of forms and grounds, and how many postcodes a district has.
const READ_ALONE: [&str; 4] = [
    "Form 4A",
    "Form RHW12",
    "(section 173)",
    "(grounds 10 to 15)",
];

/// The places of the numbers among the figures of a file, and how long they are.
fn figures(file: &str) -> Vec<(usize, usize)> {
    let (mut found, mut place, mut among_figures) = (Vec::new(), 0, false);
    for line in file.split_inclusive('\n') {
        if line.starts_with("[[row]]") {
            among_figures = false;
        } else if line.starts_with("[row.value]") || line.starts_with("value = ") {
            among_figures = true;
        }
        if among_figures && !line.starts_with('#') {
            let mut shown = line.to_owned();
            for text in READ_ALONE {
                shown = shown.replace(text, &" ".repeat(text.len()));
            }
            if let Some((district, _)) = shown.split_once("\", \"").filter(|_| is_split(line)) {
                shown.truncate(district.len());
            }
            let mut from = 0;
            while let Some(start) = shown[from..].find(|one: char| one.is_ascii_digit()) {
                let rest = &shown[from + start..];
                let length = rest.bytes().take_while(u8::is_ascii_digit).count();
                found.push((place + from + start, length));
                from += start + length;
            }
        }
        place += line.len();
    }
    found
}

/// Returns whether a line counts the postcodes of a district that a border crosses.
fn is_split(line: &str) -> bool {
    let cells: Vec<_> = line.split("\", \"").collect();
    cells.len() == 4
        && cells[2..]
            .iter()
            .all(|cell| cell.starts_with(|one: char| one.is_ascii_digit()))
}

/// The file with the number at a place one higher.
fn one_more(file: &str, (place, length): (usize, usize)) -> String {
    let number: u64 = file[place..place + length].parse().unwrap();
    let more = format!("{:0length$}", number + 1);
    format!("{}{more}{}", &file[..place], &file[place + length..])
}

#[test]
fn no_figure_can_be_changed_by_one_unnoticed() {
    let cases = cases();
    let (mut unnoticed, mut tried) = (Vec::new(), 0);
    for file in FILES {
        let of_file = Rules::from_files(&[("file", file)]).unwrap();
        let others: Vec<_> = rules()
            .rows()
            .iter()
            .filter(|row| !of_file.rows().contains(row))
            .cloned()
            .collect();
        for place in figures(file) {
            tried += 1;
            let changed = one_more(file, place);
            // A file that cannot be read any more is noticed, too.
            let Ok(changed_rules) = Rules::from_files(&[("file", &changed)]) else {
                continue;
            };
            let all = [others.as_slice(), changed_rules.rows()].concat();
            if first_other(&Rules::from_rows(all).unwrap(), &cases).is_none() {
                let line = file[..place.0].lines().count();
                unnoticed.push(format!(
                    "{} in line {line}: {}",
                    of_file.rows()[0].topic,
                    &file[place.0..place.0 + place.1]
                ));
            }
        }
    }
    assert!(tried > 300, "{tried}");
    assert_eq!(unnoticed, Vec::<String>::new());
}
