//! A folder into which feeds are put. A file is read when nobody has written to it for a while, and then moved to `done` or `failed`
//! beside it, where it stays a week. What is hidden, a link or named `.part` is none of ours.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use chrono::{DateTime, TimeDelta, Utc};

/// The time without a write after which a file is read.
const SETTLED: TimeDelta = TimeDelta::seconds(10);
/// The time for which a file that was read stays.
const KEPT: TimeDelta = TimeDelta::days(7);
const DONE: &str = "done";
const FAILED: &str = "failed";
/// The prefix of fetched files' names.
const FETCHED: &str = "fetched-";

/// A watched folder.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
}

/// A file that arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// The file.
    pub path: PathBuf,
    written: DateTime<Utc>,
}

impl Folder {
    /// The folder at `path`.
    #[must_use]
    pub const fn new(path: PathBuf) -> Self {
        Self { path }
    }

    /// The files that are ready, the oldest first.
    ///
    /// # Errors
    /// A folder that cannot be listed.
    pub fn arrivals(&self, now: DateTime<Utc>) -> io::Result<Vec<Arrival>> {
        let mut arrivals: Vec<_> = files(&self.path)?
            .into_iter()
            .filter(|file| file.written <= now - SETTLED)
            .collect();
        arrivals.sort_by(|a, b| (a.written, &a.path).cmp(&(b.written, &b.path)));
        Ok(arrivals)
    }

    /// Puts a file away that was read.
    ///
    /// # Errors
    /// A folder that cannot be written to.
    pub fn put_away(&self, file: &Arrival, went_well: bool, now: DateTime<Utc>) -> io::Result<()> {
        let to = self.path.join(if went_well { DONE } else { FAILED });
        fs::create_dir_all(&to)?;
        let name = file.path.file_name().unwrap_or_default().to_string_lossy();
        fs::rename(&file.path, to.join(format!("{}-{name}", stamp(now))))
    }

    /// Deletes what was put away long ago. Says how many files that were.
    ///
    /// # Errors
    /// A folder that cannot be listed or written to.
    pub fn sweep(&self, now: DateTime<Utc>) -> io::Result<usize> {
        let mut gone = 0;
        for part in [DONE, FAILED] {
            let path = self.path.join(part);
            if !path.is_dir() {
                continue;
            }
            for file in files(&path)?
                .into_iter()
                .filter(|file| put_away_at(file) <= now - KEPT)
            {
                fs::remove_file(&file.path)?;
                gone += 1;
            }
        }
        Ok(gone)
    }

    /// When a feed was last fetched into the folder, by whichever process; `None` if none is left.
    ///
    /// # Errors
    /// A folder that cannot be listed.
    pub fn last_fetched(&self) -> io::Result<Option<DateTime<Utc>>> {
        let mut all = files(&self.path)?;
        for part in [DONE, FAILED] {
            let path = self.path.join(part);
            if path.is_dir() {
                all.extend(files(&path)?);
            }
        }
        let fetched = all.into_iter().filter(|file| {
            let name = file.path.file_name().unwrap_or_default().to_string_lossy();
            name.contains(FETCHED)
        });
        Ok(fetched.map(|file| file.written).max())
    }

    /// Where a feed is fetched to while it is not whole, and where it goes then.
    #[must_use]
    pub fn fetching(&self, now: DateTime<Utc>) -> (PathBuf, PathBuf) {
        let name = format!("{FETCHED}{}", stamp(now));
        (self.path.join(format!("{name}.part")), self.path.join(name))
    }
}

fn stamp(at: DateTime<Utc>) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

/// When a file was put away: its name begins with it; else when it was written.
fn put_away_at(file: &Arrival) -> DateTime<Utc> {
    let name = file.path.file_name().unwrap_or_default().to_string_lossy();
    let start = name.split('-').next().unwrap_or_default();
    chrono::NaiveDateTime::parse_from_str(start, "%Y%m%dT%H%M%SZ")
        .map_or(file.written, |at| at.and_utc())
}

fn files(folder: &Path) -> io::Result<Vec<Arrival>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // Follows no link.
        let about = match entry.metadata() {
            Ok(about) => about,
            // Another process put it away meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        if about.is_file() && !name.starts_with('.') && !name.ends_with(".part") {
            files.push(Arrival {
                path: entry.path(),
                written: about.modified()?.into(),
            });
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap_or_default()
    }

    /// A file that was last written at a time.
    fn put(folder: &Path, name: &str, written: DateTime<Utc>) -> io::Result<()> {
        let path = folder.join(name);
        fs::write(&path, "x")?;
        fs::File::options()
            .append(true)
            .open(&path)?
            .set_modified(written.into())
    }

    fn names(files: &[Arrival]) -> Vec<String> {
        let name = |file: &Arrival| {
            file.path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        files.iter().map(name).collect()
    }

    #[test]
    fn settled_files_come_the_oldest_first_and_nothing_else_does() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let now = at("2026-11-25T04:00:00Z");
        put(folder.path(), "b.blm", now - TimeDelta::minutes(2))?;
        put(folder.path(), "a.blm", now - TimeDelta::minutes(1))?;
        put(folder.path(), "fresh.blm", now - TimeDelta::seconds(3))?;
        put(folder.path(), ".hidden", now - TimeDelta::hours(1))?;
        put(folder.path(), "coming.part", now - TimeDelta::hours(1))?;
        fs::create_dir(folder.path().join("folder"))?;
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link.blm"))?;
        let arrivals = Folder::new(folder.path().to_owned()).arrivals(now)?;
        assert_eq!(names(&arrivals), ["b.blm", "a.blm"]);
        Ok(())
    }

    #[test]
    fn what_was_read_is_put_away_and_goes_after_a_week() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let now = at("2026-11-25T04:00:00Z");
        put(folder.path(), "a.blm", now - TimeDelta::days(30))?;
        put(folder.path(), "b.blm", now - TimeDelta::days(30))?;
        let watched = Folder::new(folder.path().to_owned());
        for (file, well) in watched.arrivals(now)?.iter().zip([true, false]) {
            watched.put_away(file, well, now)?;
        }
        assert_eq!(names(&watched.arrivals(now)?), Vec::<String>::new());
        assert!(folder.path().join("done/20261125T040000Z-a.blm").exists());
        assert!(folder.path().join("failed/20261125T040000Z-b.blm").exists());
        assert_eq!(watched.sweep(now + TimeDelta::days(6))?, 0);
        assert_eq!(watched.sweep(now + TimeDelta::days(7))?, 2);
        Ok(())
    }

    #[test]
    fn whoever_fetched_last_is_known_by_the_files() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let now = at("2026-11-25T04:00:00Z");
        let watched = Folder::new(folder.path().to_owned());
        assert_eq!(watched.last_fetched()?, None);
        put(folder.path(), "agent.blm", now)?;
        let (part, whole) = watched.fetching(now);
        assert_eq!(part.extension().and_then(|end| end.to_str()), Some("part"));
        put(
            folder.path(),
            &whole.file_name().unwrap_or_default().to_string_lossy(),
            now - TimeDelta::hours(1),
        )?;
        assert_eq!(watched.last_fetched()?, Some(now - TimeDelta::hours(1)));
        for file in watched.arrivals(now + TimeDelta::minutes(1))? {
            watched.put_away(&file, true, now)?;
        }
        assert_eq!(watched.last_fetched()?, Some(now - TimeDelta::hours(1)));
        Ok(())
    }
}
