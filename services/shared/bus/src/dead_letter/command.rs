//! `dead-letters`: the operator's command for events that a service put aside.

use std::fmt::{self, Write as _};

use anyhow::{Context as _, bail, ensure};
use chrono::SecondsFormat;
use lintel_db::Db;
use uuid::Uuid;

use super::{
    redrive::{AnyHandler, Redriven, redrive},
    table::{self, End, Letter},
};
use crate::{Handler, topology::ConsumerSpec};

const USAGE: &str = "usage:
  dead-letters list [--closed]                       what was put aside, oldest first; --closed: also what is over
  dead-letters show <id>                             one of them with its headers; its payload stays in the table
  dead-letters redrive <id>… [--by <name>]           hand them to the handler again, once its cause is mended
  dead-letters redrive --all [--reason <reason>] [--by <name>]
  dead-letters discard <id>… [--by <name>]           nobody needs them; what they said is wiped
reasons: decode, unknown_type, invariant, attempts, crash_suspect";

/// The dead letters of one service, and the handlers that can take them again.
pub struct DeadLetters {
    db: Db,
    consumers: Vec<(ConsumerSpec, Box<dyn AnyHandler>)>,
}

impl fmt::Debug for DeadLetters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.consumers.iter().map(|(spec, _)| spec))
            .finish()
    }
}

impl DeadLetters {
    /// The subcommand's name.
    pub const COMMAND: &'static str = "dead-letters";

    /// The dead letters in `db`, without handlers.
    #[must_use]
    pub const fn new(db: Db) -> Self {
        Self {
            db,
            consumers: Vec::new(),
        }
    }

    /// Adds `handler` for letters of `spec`; it is the one that the service runs.
    #[must_use]
    pub fn with(mut self, spec: ConsumerSpec, handler: impl Handler) -> Self {
        self.consumers.push((spec, Box::new(handler)));
        self
    }

    /// Runs the command with `arguments` (without the subcommand's name), and returns the text to show.
    ///
    /// # Errors
    /// The usage for unknown arguments; otherwise what failed and why, after everything else was done.
    pub async fn command(&self, arguments: &[String]) -> anyhow::Result<String> {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["list"] => self.list(false).await,
            ["list", "--closed"] => self.list(true).await,
            ["show", id] => self.show(parse(id)?).await,
            ["redrive", rest @ ..] => self.redrive(&Choice::read(rest)?).await,
            ["discard", rest @ ..] => self.discard(&Choice::read(rest)?).await,
            _ => bail!(USAGE),
        }
    }

    async fn list(&self, closed: bool) -> anyhow::Result<String> {
        let letters = table::list(&self.db, None, closed).await?;
        let mut text = String::new();
        for letter in &letters {
            writeln!(
                text,
                "{}  {}  {}  {} {}  attempts {}  {}: {}",
                letter.id,
                letter.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
                letter.consumer,
                letter.state,
                letter.reason,
                letter.attempts,
                letter.subject,
                letter.error.as_deref().unwrap_or("-"),
            )?;
        }
        let open = letters.iter().filter(|letter| letter.state == "open");
        write!(text, "{} open", open.count())?;
        Ok(text)
    }

    async fn show(&self, id: Uuid) -> anyhow::Result<String> {
        let letter = self.find(id).await?;
        let headers = serde_json::to_string_pretty(&letter.headers)?;
        let time =
            |time: chrono::DateTime<chrono::Utc>| time.to_rfc3339_opts(SecondsFormat::Millis, true);
        let event = letter.event_id.map_or("-".to_owned(), |id| id.to_string());
        let over = letter.resolved_at.map_or("-".to_owned(), |at| {
            let by = letter.resolved_by.as_deref().unwrap_or("-");
            format!("{} by {by}", time(at))
        });
        Ok(format!(
            "id        {}\nconsumer  {}\nstate     {}\nreason    {}\nerror     {}\nattempts  {}\nput aside {}\nover      {over}\n\
             event     {event}\nsubject   {}\nplace     {} in its stream\npayload   {} bytes\nheaders   {headers}",
            letter.id,
            letter.consumer,
            letter.state,
            letter.reason,
            letter.error.as_deref().unwrap_or("-"),
            letter.attempts,
            time(letter.created_at),
            letter.subject,
            letter.source_seq,
            letter.payload.len(),
        ))
    }

    async fn redrive(&self, choice: &Choice) -> anyhow::Result<String> {
        let mut report = Report::default();
        for letter in self.chosen(choice).await? {
            let known = self
                .consumers
                .iter()
                .find(|(spec, _)| spec.durable == letter.consumer);
            let redriven = match known {
                Some((spec, handler)) => {
                    redrive(&self.db, *spec, handler.as_ref(), &letter, &choice.by).await?
                }
                None => Redriven::Failed(format!("there is no consumer {}", letter.consumer)),
            };
            match redriven {
                Redriven::Done => report.good(letter.id, "redriven"),
                Redriven::HadBeen => report.good(letter.id, "had been handled before"),
                Redriven::NotOpen => report.good(letter.id, "is not open"),
                Redriven::Failed(why) => report.bad(letter.id, &why),
            }
        }
        report.end("redriven")
    }

    async fn discard(&self, choice: &Choice) -> anyhow::Result<String> {
        let mut report = Report::default();
        for letter in self.chosen(choice).await? {
            let mut tx = self.db.begin_worker().await?;
            let was_open = table::end(&mut tx, letter.id, End::Discarded, &choice.by).await?;
            tx.commit().await?;
            let what = if was_open { "discarded" } else { "is not open" };
            report.good(letter.id, what);
        }
        report.end("discarded")
    }

    async fn chosen(&self, choice: &Choice) -> anyhow::Result<Vec<Letter>> {
        if choice.all {
            return Ok(table::list(&self.db, choice.reason.as_deref(), false).await?);
        }
        let mut letters = Vec::new();
        for id in &choice.ids {
            letters.push(self.find(*id).await?);
        }
        Ok(letters)
    }

    async fn find(&self, id: Uuid) -> anyhow::Result<Letter> {
        table::find(&self.db, id)
            .await?
            .with_context(|| format!("there is no dead letter {id}"))
    }
}

/// Which letters are selected, and by whom.
#[derive(Debug)]
struct Choice {
    ids: Vec<Uuid>,
    all: bool,
    reason: Option<String>,
    by: String,
}

impl Choice {
    fn read(words: &[&str]) -> anyhow::Result<Self> {
        let mut choice = Self {
            ids: Vec::new(),
            all: false,
            reason: None,
            by: "operator".to_owned(),
        };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            match word {
                "--all" => choice.all = true,
                "--reason" => choice.reason = Some((*words.next().context(USAGE)?).to_owned()),
                "--by" => (*words.next().context(USAGE)?).clone_into(&mut choice.by),
                id => choice.ids.push(parse(id)?),
            }
        }
        ensure!(
            choice.all == choice.ids.is_empty() && (choice.all || choice.reason.is_none()),
            USAGE
        );
        Ok(choice)
    }
}

fn parse(id: &str) -> anyhow::Result<Uuid> {
    id.parse()
        .with_context(|| format!("{id:?} is no id of a dead letter\n{USAGE}"))
}

/// One line for each letter; an error if any letter failed.
#[derive(Debug, Default)]
struct Report {
    lines: Vec<String>,
    failed: usize,
}

impl Report {
    fn good(&mut self, id: Uuid, what: &str) {
        self.lines.push(format!("{id}  {what}"));
    }

    fn bad(&mut self, id: Uuid, why: &str) {
        self.failed += 1;
        self.lines.push(format!("{id}  failed, stays open: {why}"));
    }

    fn end(mut self, done: &str) -> anyhow::Result<String> {
        let good = self.lines.len() - self.failed;
        self.lines
            .push(format!("{good} {done}, {} failed", self.failed));
        let text = self.lines.join("\n");
        ensure!(self.failed == 0, text);
        Ok(text)
    }
}
