//! Files of the operator's that are read from a disk, by a command or out of a watched folder, into sources that everybody sees.

use std::{
    fmt::Write as _,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use lintel_core::OrganisationId;
use lintel_db::{SOON, StoreError, in_time};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    import_work::{ImportWork, LEASE, Open, Worked},
    imports::source_name,
};
use crate::{
    connectors::Format,
    domain::{Counts, ImportState},
    store::{import_work, listing_import},
};

const USAGE: &str =
    "usage: import --format blm|rtdf|zoopla|propertydata|ppd|jupix|csv --source <name> <file>";

/// The result of reading a file of a watched folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FromDisk {
    /// It was read to its end.
    Done,
    /// It is no such file, or it breaks off.
    Failed,
    /// Another import of the source goes on, or this process stops: it is read later.
    NotNow,
}

impl ImportWork {
    /// The operator's command.
    pub const COMMAND: &'static str = "import";

    /// Reads a file of the operator's into the shared sources: `--format`, `--source` and the file. Returns what came of it.
    ///
    /// # Errors
    /// Other arguments; a file that cannot be opened; another import of the source that goes on; a database that is away.
    pub async fn command(&self, arguments: &[String]) -> anyhow::Result<String> {
        let (format, source, path) = parse(arguments)?;
        let (import, _) = self
            .read_for_operator(format, &source, &path, &CancellationToken::new())
            .await?
            .context("another import of this source goes on; try again when it is done")?;
        self.report(import).await
    }

    /// Reads a file of a watched folder into the shared sources.
    ///
    /// # Errors
    /// A file that cannot be opened; a database that is away.
    pub async fn read_from_disk(
        &self,
        format: Format,
        source: &str,
        path: &Path,
        stop: &CancellationToken,
    ) -> anyhow::Result<FromDisk> {
        let source = source_name(source).map_err(anyhow::Error::msg)?;
        let read = self.read_for_operator(format, &source, path, stop).await?;
        let Some((import, Worked::Ended)) = read else {
            return Ok(FromDisk::NotNow);
        };
        let found = in_time(SOON, async {
            let mut tx = self.db.begin_worker().await?;
            let shared = OrganisationId::new(0);
            listing_import::find(&mut tx, shared, import).await
        });
        Ok(match found.await?.context("the import is gone")?.state {
            ImportState::Done => FromDisk::Done,
            _ => FromDisk::Failed,
        })
    }

    /// Reads a file into the shared sources; `None` while another import of the source goes on.
    async fn read_for_operator(
        &self,
        format: Format,
        source: &str,
        path: &Path,
        stop: &CancellationToken,
    ) -> anyhow::Result<Option<(lintel_core::ListingImportId, Worked)>> {
        File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name: String = name.chars().take(255).collect();
        let taken = in_time(SOON, async {
            let now = self.clock.now();
            let mut tx = self.db.begin_worker().await?;
            let (owner, until) = (Uuid::now_v7(), now + LEASE);
            let taken =
                import_work::begin(&mut tx, owner, format, source, &name, now, until).await?;
            tx.commit().await?;
            Ok::<_, StoreError>(taken)
        });
        let Some(taken) = taken.await? else {
            return Ok(None);
        };
        let (import, path) = (taken.id, path.to_owned());
        let open: Open = Box::new(move || Ok(Box::new(BufReader::new(File::open(path)?))));
        let worked = self.to_the_end(taken, open, stop).await?;
        Ok(Some((import, worked)))
    }

    /// Returns an operator's report of an import.
    async fn report(&self, import: lintel_core::ListingImportId) -> anyhow::Result<String> {
        let mut tx = self.db.begin_worker().await?;
        let shared = OrganisationId::new(0);
        let found = listing_import::find(&mut tx, shared, import).await?;
        let found = found.context("the import is gone")?;
        let refusals = listing_import::refusals(&mut tx, shared, import).await?;
        let Counts {
            read,
            added,
            changed,
            unchanged,
            withdrawn,
            refused,
        } = found.counts;
        let mut text = format!(
            "{} of {}: {read} read, {added} added, {changed} changed, {unchanged} unchanged, {withdrawn} withdrawn, {refused} refused.\n",
            found.file_name, found.source
        );
        for refusal in refusals {
            let field = if refusal.field.is_empty() {
                String::new()
            } else {
                format!(" {}", refusal.field)
            };
            writeln!(text, "  {}{field}: {}", refusal.line, refusal.reason)?;
        }
        if !found.problem.is_empty() {
            writeln!(text, "{}", found.problem)?;
        }
        anyhow::ensure!(found.state == ImportState::Done, "{text}");
        Ok(text)
    }
}

fn parse(arguments: &[String]) -> anyhow::Result<(Format, String, PathBuf)> {
    let (mut format, mut source, mut path) = (None, None, None);
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--format" => format = rest.next(),
            "--source" => source = rest.next(),
            file if path.is_none() && !file.starts_with("--") => path = Some(Path::new(file)),
            _ => anyhow::bail!(USAGE),
        }
    }
    let format = format
        .and_then(|format| Format::parse(format))
        .context(USAGE)?;
    let source = source.context(USAGE)?;
    let source = source_name(source).map_err(anyhow::Error::msg)?;
    Ok((format, source, path.context(USAGE)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_format_source_and_file() -> anyhow::Result<()> {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let read = parse(&words("--format blm --source Rightmove feed.blm"))?;
        let expected = (
            Format::Blm,
            "Rightmove".to_owned(),
            PathBuf::from("feed.blm"),
        );
        assert_eq!(read, expected);
        for bad in [
            "--format blm feed.blm",
            "--format doc --source R f",
            "--source R --format blm",
            "--format blm --source R a b",
        ] {
            assert!(parse(&words(bad)).is_err(), "{bad}");
        }
        Ok(())
    }
}
