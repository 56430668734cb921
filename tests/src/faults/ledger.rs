//! The requests of the clients and the answers to them, in the manner of Jepsen: every write is invoked, and its
//! outcome is ok, refused or unknown; an unknown one is asked for again under the same key until it is known.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{BufWriter, Write as _},
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use anyhow::ensure;
use lintel_testkit::wait_for;
use reqwest::StatusCode;
use serde_json::{Value, json};

/// The kind of row that a write makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A property of the load's landlord, by its name.
    Property,
    /// An account, by its address; its mail is an effect too.
    SignUp,
    /// An application by link for a home of the load's landlord, by the applicant's name; its mails are effects too.
    Application,
    /// Something to repair there, by its title.
    Repair,
}

/// One write, so that it can be sent again exactly as it was.
#[derive(Debug, Clone)]
pub struct Operation {
    /// The number of the client.
    pub client: usize,
    /// The kind of row that it makes.
    pub kind: Kind,
    /// The name of what it makes, unique in its load.
    pub name: String,
    /// The idempotency key.
    pub key: String,
    /// The path that it is posted to.
    pub path: &'static str,
    /// The body that is posted.
    pub body: Value,
}

/// A write that was acknowledged, and how.
#[derive(Debug, Clone)]
pub struct Acknowledged {
    /// The write.
    pub operation: Operation,
    /// The answer's body; a repeat has to be answered the same.
    pub answer: Value,
    /// The time at which it was first asked for.
    pub invoked: Instant,
    /// The time at which it was acknowledged.
    pub at: Instant,
}

/// A try that brought no answer, or one that says "later".
#[derive(Debug, Clone)]
pub struct Failure {
    /// The time at which the client knew.
    pub at: Instant,
    /// The status, or what broke.
    pub what: String,
}

/// The state of a register.
#[derive(Debug, Clone, Default)]
pub struct RegisterState {
    /// The path of its property.
    pub path: String,
    /// The largest number that was acknowledged.
    pub written: i64,
    /// The faults found: numbers that went back, writes that were refused for good.
    pub broken: Vec<String>,
}

/// The requests and their answers; shared by all clients of a load.
#[derive(Debug)]
pub struct Ledger {
    begun: Instant,
    book: Mutex<Book>,
}

#[derive(Debug)]
struct Book {
    acknowledged: Vec<Acknowledged>,
    failures: Vec<Failure>,
    refused: Vec<String>,
    unknown: usize,
    resolved: usize,
    reads: usize,
    after_one_retry: usize,
    register: RegisterState,
    history: BufWriter<File>,
}

impl Ledger {
    /// An empty one that also writes its history, a line of JSON for each entry, to `history`.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn create(history: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            begun: Instant::now(),
            book: Mutex::new(Book {
                acknowledged: Vec::new(),
                failures: Vec::new(),
                refused: Vec::new(),
                unknown: 0,
                resolved: 0,
                reads: 0,
                after_one_retry: 0,
                register: RegisterState::default(),
                history: BufWriter::new(File::create(history)?),
            }),
        })
    }

    /// A client is about to ask.
    pub fn invoked(&self, operation: &Operation) {
        self.write("invoke", operation, "");
    }

    /// A client got its answer. `tries` counts the ones before it.
    pub fn acknowledged(
        &self,
        operation: Operation,
        answer: Value,
        invoked: Instant,
        tries: usize,
    ) {
        self.write("ok", &operation, "");
        let mut book = self.book();
        book.resolved += usize::from(tries > 0);
        book.acknowledged.push(Acknowledged {
            operation,
            answer,
            invoked,
            at: Instant::now(),
        });
    }

    /// A try of a write failed; whether it had an effect is not known. `tries` counts the ones before it.
    pub fn unknown(&self, operation: &Operation, what: String, tries: usize) {
        self.write("unknown", operation, &what);
        self.book().unknown += usize::from(tries == 0);
        self.failed(what, tries);
    }

    /// A write was refused for good, which no fault excuses.
    pub fn refused(&self, operation: &Operation, what: String) {
        self.write("refused", operation, &what);
        self.book().refused.push(what);
    }

    /// A read was answered.
    pub fn read(&self) {
        self.book().reads += 1;
    }

    /// A try of anything failed.
    pub fn failed(&self, what: String, tries: usize) {
        let mut book = self.book();
        book.after_one_retry += usize::from(tries == 1);
        book.failures.push(Failure {
            at: Instant::now(),
            what,
        });
    }

    /// Notes that there is a register at `path`.
    pub fn registered(&self, path: String) {
        self.book().register.path = path;
    }

    /// The register was told to hold `number`, and said that it does.
    pub fn register_holds(&self, number: i64) {
        self.book().register.written = number;
    }

    /// The register did what it must not do.
    pub fn register_broke(&self, what: String) {
        self.book().register.broken.push(what);
    }

    /// Returns the register's state so far.
    #[must_use]
    pub fn register(&self) -> RegisterState {
        self.book().register.clone()
    }

    /// Everything that was acknowledged so far.
    #[must_use]
    pub fn all(&self) -> Vec<Acknowledged> {
        self.book().acknowledged.clone()
    }

    /// Returns the number of writes acknowledged so far.
    #[must_use]
    pub fn count(&self) -> usize {
        self.book().acknowledged.len()
    }

    /// Returns the number of reads answered so far.
    #[must_use]
    pub fn reads(&self) -> usize {
        self.book().reads
    }

    /// The names of what was acknowledged.
    #[must_use]
    pub fn names(&self, kind: Kind) -> BTreeSet<String> {
        self.book()
            .acknowledged
            .iter()
            .filter(|write| write.operation.kind == kind)
            .map(|write| write.operation.name.clone())
            .collect()
    }

    /// Tries that failed: what a client without patience would have seen.
    #[must_use]
    pub fn failures(&self) -> Vec<Failure> {
        self.book().failures.clone()
    }

    /// Writes and reads that failed at the second try, too.
    #[must_use]
    pub fn failed_after_one_retry(&self) -> usize {
        self.book().after_one_retry
    }

    /// Writes whose outcome was unknown at first, and those of them that are known now.
    #[must_use]
    pub fn unknown_and_resolved(&self) -> (usize, usize) {
        let book = self.book();
        (book.unknown, book.resolved)
    }

    /// Writes that were refused for good.
    #[must_use]
    pub fn refusals(&self) -> Vec<String> {
        self.book().refused.clone()
    }

    /// The first acknowledgement of a write of `kind` that was invoked after `instant`.
    #[must_use]
    pub fn first_success(&self, kind: Kind, instant: Instant) -> Option<Instant> {
        self.book()
            .acknowledged
            .iter()
            .filter(|write| write.operation.kind == kind && write.invoked >= instant)
            .map(|write| write.at)
            .min()
    }

    /// Waits until `count` more writes are acknowledged: faults are to meet a stream.
    ///
    /// # Errors
    /// When they are not in a minute.
    pub async fn more(&self, count: usize) -> anyhow::Result<()> {
        let goal = self.count() + count;
        wait_for(
            "writes are acknowledged",
            Duration::from_secs(60),
            async || {
                let now = self.count();
                ensure!(now >= goal, "{now} of {goal}");
                Ok(Some(()))
            },
        )
        .await
    }

    /// Waits until a client has seen more than `before` failures: a fault that no client noticed proves nothing.
    ///
    /// # Errors
    /// When no client has in half a minute.
    pub async fn noticed(&self, before: usize) -> anyhow::Result<()> {
        wait_for("the fault bites", Duration::from_secs(30), async || {
            Ok((self.book().failures.len() > before).then_some(()))
        })
        .await
    }

    fn write(&self, entry: &str, operation: &Operation, what: &str) {
        let line = json!({
            "us": u64::try_from(self.begun.elapsed().as_micros()).unwrap_or(u64::MAX), "entry": entry,
            "client": operation.client, "name": operation.name, "key": operation.key, "what": what,
        });
        // The history helps to find a cause; the verdict does not depend on it.
        let _ = writeln!(self.book().history, "{line}");
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns true for an answer that leaves the outcome of a write open, or only says "later".
#[must_use]
pub fn is_unknown(status: StatusCode) -> bool {
    status.is_server_error()
        || matches!(
            status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT | StatusCode::CONFLICT
        )
}
