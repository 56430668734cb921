//! The problems of a file of properties: the rules of a property line by line, its photos, and repeated addresses.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, london_date};
use lintel_db::Tx;
use lintel_files::FileStore;
use lintel_sheet::{ImportProblem, Unreadable};

use super::files;
use crate::{
    domain::{NewProperty, RentRule},
    sheet::{self, Line, Sheet},
    store,
};

/// The result of a dry run.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// Properties in the file.
    pub rows: i32,
    /// Their problems.
    pub problems: Vec<ImportProblem>,
    /// Where they are.
    pub places: Places,
    /// The photos that they name, each once; empty for a file that cannot be imported.
    pub photos: Vec<String>,
}

/// Reads a file on a thread for blocking work.
///
/// # Errors
/// [`Error::Internal`] when reading it panics.
pub(super) async fn parsed(
    content: Vec<u8>,
) -> Result<(Vec<u8>, Result<Sheet, Unreadable>), Error> {
    let read = tokio::task::spawn_blocking(move || {
        let read = sheet::read(&content);
        (content, read)
    });
    read.await.map_err(Error::internal)
}

/// The result of checking every line, and the addresses in them.
///
/// # Errors
/// [`Error::Unavailable`] while the file storage is away; [`Error::Internal`] when judging panics.
pub(super) async fn judged(
    store: &FileStore,
    organisation: OrganisationId,
    mut sheet: Sheet,
    now: DateTime<Utc>,
) -> Result<Judged, Error> {
    for line in &mut sheet.lines {
        let draft = &mut line.draft;
        files::check_photos(store, organisation, &draft.photos, &mut draft.unreadable).await?;
    }
    let judged = tokio::task::spawn_blocking(move || judge_all(&sheet, now));
    judged.await.map_err(Error::internal)
}

fn judge_all(sheet: &Sheet, now: DateTime<Utc>) -> Judged {
    let today = london_date(now);
    let mut problems = sheet.problems.clone();
    let mut places = Places::of(sheet);
    for line in &sheet.lines {
        match NewProperty::try_new(line.draft.clone(), RentRule::Typed, today) {
            Ok(new) => problems.extend(places.add(line.number, &new)),
            Err(error) => problems.extend(explained(sheet, line.number, error)),
        }
    }
    Judged {
        photos: if problems.is_empty() {
            photos(sheet)
        } else {
            Vec::new()
        },
        rows: i32::try_from(sheet.lines.len()).unwrap_or(i32::MAX),
        problems,
        places,
    }
}

fn photos(sheet: &Sheet) -> Vec<String> {
    let lines = sheet.lines.iter();
    let named: BTreeSet<_> = lines.flat_map(|line| &line.draft.photos).collect();
    named.into_iter().cloned().collect()
}

/// The lines as properties, with their places in the file. A line that the check accepted may fail here, if a rule changed in
/// between or a day has passed.
///
/// # Errors
/// The first line's problem.
pub(super) fn judge(
    lines: &[Line],
    now: DateTime<Utc>,
) -> Result<(Vec<NewProperty>, Places), ImportProblem> {
    let today = london_date(now);
    let mut places = Places::default();
    let mut properties = Vec::with_capacity(lines.len());
    for line in lines {
        let new = NewProperty::try_new(line.draft.clone(), RentRule::Typed, today)
            .map_err(|error| ImportProblem::new(line.number, "", error.to_string()))?;
        if let Some(problem) = places.add(line.number, &new) {
            return Err(problem);
        }
        properties.push(new);
    }
    Ok((properties, places))
}

/// The addresses of a file's properties, each with its line.
#[derive(Debug, Default)]
pub(super) struct Places {
    lines: Vec<i64>,
    addresses: Vec<String>,
    postcodes: Vec<String>,
    column: String,
    seen: HashMap<(String, String), i64>,
}

impl Places {
    fn of(sheet: &Sheet) -> Self {
        Self {
            column: sheet.header_of("address").to_owned(),
            ..Self::default()
        }
    }

    fn add(&mut self, line: i64, new: &NewProperty) -> Option<ImportProblem> {
        let details = new.details();
        let place = (details.address.to_lowercase(), details.postcode.clone());
        if let Some(first) = self.seen.get(&place) {
            let message = format!("Line {first} has the same address and postcode.");
            return Some(ImportProblem::new(line, &self.column, message));
        }
        self.seen.insert(place, line);
        self.lines.push(line);
        self.addresses.push(details.address.clone());
        self.postcodes.push(details.postcode.clone());
        None
    }

    /// Returns the lines whose properties are in the portfolio already.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub(super) async fn known(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
    ) -> Result<Vec<ImportProblem>, Error> {
        let (addresses, postcodes) = (&self.addresses, &self.postcodes);
        let known = store::bulk::known_addresses(tx, organisation, addresses, postcodes).await?;
        let problems = known.into_iter().filter_map(|place| {
            let line = self.lines.get(usize::try_from(place).ok()?)?;
            let message = "A property at this address and postcode is in your portfolio already.";
            Some(ImportProblem::new(*line, &self.column, message))
        });
        Ok(problems.collect())
    }
}

fn explained(sheet: &Sheet, line: i64, error: Error) -> Vec<ImportProblem> {
    match error {
        Error::Invalid { violations, .. } => violations
            .iter()
            .map(|violation| {
                let column = sheet.header_of(&violation.field);
                ImportProblem::new(line, column, violation.message.clone())
            })
            .collect(),
        other => vec![ImportProblem::new(line, "", other.to_string())],
    }
}
