//! All rows, and how one is found.

use std::{collections::HashMap, sync::LazyLock};

use chrono::NaiveDate;

use crate::{
    holidays::{self, Holidays},
    nation::Nation,
    row::{File, Row, RulesError},
};

/// The files, in the order in which the Rules page shows their topics.
const FILES: [(&str, &str); 12] = [
    ("nations.toml", include_str!("../data/nations.toml")),
    ("deposits.toml", include_str!("../data/deposits.toml")),
    ("rises.toml", include_str!("../data/rises.toml")),
    ("notices.toml", include_str!("../data/notices.toml")),
    ("duties.toml", include_str!("../data/duties.toml")),
    ("emergencies.toml", include_str!("../data/emergencies.toml")),
    ("repairs.toml", include_str!("../data/repairs.toml")),
    (
        "certificates.toml",
        include_str!("../data/certificates.toml"),
    ),
    ("home-duties.toml", include_str!("../data/home-duties.toml")),
    (
        "working-days.toml",
        include_str!("../data/working-days.toml"),
    ),
    (
        "purchase-taxes.toml",
        include_str!("../data/purchase-taxes.toml"),
    ),
    ("income-tax.toml", include_str!("../data/income-tax.toml")),
];

/// Every rule that Lintel knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    rows: Vec<Row>,
    /// The places of the confirmed rows of each key. A portfolio of thousands asks for a dozen of them a home.
    by_key: HashMap<String, Vec<usize>>,
    holidays: Holidays,
}

/// The rules that this program carries.
#[must_use]
pub fn rules() -> &'static Rules {
    static RULES: LazyLock<Rules> = LazyLock::new(|| {
        #[expect(
            clippy::expect_used,
            reason = "the files are compiled in, and a test reads them all"
        )]
        Rules::from_files(&FILES).expect("the rules that Lintel carries can be read")
    });
    &RULES
}

impl Rules {
    /// The rules of files, each with its name and text.
    ///
    /// # Errors
    /// [`RulesError`] for a file that cannot be read, and for a row that is unfit: without a source, twice for a nation on a day, or
    /// not confirmed and yet with figures.
    pub fn from_files(files: &[(&str, &str)]) -> Result<Self, RulesError> {
        let mut rows = Vec::new();
        for (name, text) in files {
            let file: File = toml::from_str(text).map_err(|error| RulesError::Unreadable {
                file: (*name).to_owned(),
                message: error.to_string(),
            })?;
            for mut row in file.row {
                row.topic.clone_from(&file.topic);
                rows.push(row);
            }
        }
        Self::from_rows(rows)
    }

    /// The rules of rows.
    ///
    /// # Errors
    /// As [`Self::from_files`], for rows.
    pub fn from_rows(rows: Vec<Row>) -> Result<Self, RulesError> {
        for (place, row) in rows.iter().enumerate() {
            judge(row, rows.get(..place).unwrap_or_default())?;
        }
        Ok(Self::with(rows))
    }

    fn with(rows: Vec<Row>) -> Self {
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, row) in rows.iter().enumerate().filter(|(_, row)| row.confirmed) {
            by_key.entry(row.key.clone()).or_default().push(place);
        }
        let holidays = holidays::Holidays::of(&rows);
        Self {
            rows,
            by_key,
            holidays,
        }
    }

    pub(crate) const fn holidays(&self) -> &Holidays {
        &self.holidays
    }

    /// The same rules without a row: what a test takes away to see that something is computed from it.
    #[must_use]
    pub fn without(&self, gone: &Row) -> Self {
        let kept = self.rows.iter().filter(|row| *row != gone);
        Self::with(kept.cloned().collect())
    }

    /// Every row, in the order of the files.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The confirmed row of a key for a nation on a day.
    #[must_use]
    pub fn row(&self, key: &str, nation: Nation, day: NaiveDate) -> Option<&Row> {
        self.of_key(key).find(|row| row.holds(nation, day))
    }

    /// The confirmed rows of a key, in the order of the files.
    fn of_key(&self, key: &str) -> impl Iterator<Item = &Row> {
        let places = self.by_key.get(key).into_iter().flatten();
        places.filter_map(|place| self.rows.get(*place))
    }

    /// The row that holds on a day; on a day before the first one, that.
    pub(crate) fn row_or_first(&self, key: &str, nation: Nation, day: NaiveDate) -> Option<&Row> {
        self.row(key, nation, day).or_else(|| {
            self.of_key(key)
                .filter(|row| row.is_of(nation) && row.from.is_some_and(|from| day < from))
                .min_by_key(|row| row.from)
        })
    }

    pub(crate) fn confirmed(&self, nation: Nation) -> impl Iterator<Item = &Row> {
        self.rows
            .iter()
            .filter(move |row| row.confirmed && row.is_of(nation))
    }

    /// Returns the remarks beside a figure of a topic: the texts of unconfirmed rows whose keys begin with `prefix`.
    pub(crate) fn notes(&self, prefix: &str, nation: Nation, day: NaiveDate) -> Vec<String> {
        let notes = self
            .rows
            .iter()
            .filter(|row| !row.confirmed && row.key.starts_with(prefix) && row.holds(nation, day));
        notes
            .map(|row| format!("Not confirmed: {} ({}).", row.text, row.source))
            .collect()
    }
}

fn judge(row: &Row, before: &[Row]) -> Result<(), RulesError> {
    let unfit = |message: &str| RulesError::Unfit {
        key: row.key.clone(),
        message: message.to_owned(),
    };
    if let Some(fault) = row.fault() {
        return Err(unfit(fault));
    }
    if let Some(day) = row
        .list("days")
        .iter()
        .find(|day| !holidays::is_readable(day))
    {
        return Err(unfit(&format!("no day is “{day}”")));
    }
    if before.iter().any(|other| row.overlaps(other)) {
        return Err(unfit("two rows hold for one nation on the same day"));
    }
    Ok(())
}
