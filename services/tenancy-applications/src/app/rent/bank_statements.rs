//! Banks' files: reading them, and keeping what no earlier one had. Showing the lines is [`super::bank_lines`]'s, deciding them
//! [`super::bank_deciding`]'s.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use lintel_bank_file::{How, Layout, Question, identity_text};
use lintel_core::{
    BankAccountId, BankStatementId, Clock, Error, OrganisationId, Principal, RequestKey, UserId,
};
use lintel_db::{Db, Scope, once, outbox};
use serde_json::Value;
use sqlx::PgConnection;
use tokio::sync::Semaphore;

use super::{
    bank_reading::{ReadFile, Reading, read, refused},
    bank_seal::BankSeal,
};
use crate::{
    app::keeping::keys::Keys,
    domain::rent::{
        BankLineWay, BankStatement, KeptLayout, LeftOut, NewLayout,
        bank_identity::{Compared, Given, Stored, compare},
        bank_name, named_by_number,
    },
    error::{bank_account_not_found, bank_statement_not_found},
    events, store,
};

/// Files that are read at once; the others wait.
const AT_ONCE: usize = 2;
/// The longest name of a file, in characters.
const LONGEST_NAME: usize = 255;
/// The reason of every refusal of what was said of a file.
const INVALID: &str = "BANK_FILE_INVALID";

/// The banks' files of the caller's organisation.
#[derive(Debug, Clone)]
pub struct BankStatements {
    pub(in crate::app) db: Db,
    pub(in crate::app) clock: Arc<dyn Clock>,
    keys: Keys,
    reading: Arc<Semaphore>,
}

/// A file to read, with what somebody said of it.
#[derive(Debug, Clone, Default)]
pub struct NewFile {
    /// Its name.
    pub file_name: String,
    /// Its bytes.
    pub content: Vec<u8>,
    /// Its columns, where somebody named them.
    pub layout: Option<Layout>,
    /// The name under which the layout is kept; empty keeps nothing.
    pub layout_name: String,
    /// Whether lines that cannot be read are left out.
    pub leave_out: bool,
    /// The account, where the file names none.
    pub account: Option<BankAccountId>,
    /// A new account's name, where the file names none; empty for none.
    pub account_name: String,
}

/// A file as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownStatement {
    /// What is stored.
    pub statement: BankStatement,
    /// The lines that were left out.
    pub left_out: Vec<LeftOut>,
}

/// A layout to keep once its account is known.
struct Kept {
    name: String,
    shape: String,
    header: Vec<String>,
    layout: Value,
}

impl BankStatements {
    /// Files kept in `db`, who paid sealed with `keys`.
    #[must_use]
    pub fn new(db: Db, clock: Arc<dyn Clock>, keys: Keys) -> Self {
        Self {
            db,
            clock,
            keys,
            reading: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Reads a file and keeps the lines that no earlier one had. A repeat under the same request id adds nothing more.
    ///
    /// # Errors
    /// `BANK_FILE_INVALID`; `BANK_COLUMNS_NEEDED` where somebody has to name the columns; `BANK_ACCOUNT_NEEDED` where it is not plain of which
    /// account the file is; `BANK_ACCOUNT_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.add_bank_statement", skip_all)]
    pub async fn add(
        &self,
        caller: &Principal,
        file: NewFile,
        request: Option<&RequestKey>,
    ) -> Result<ShownStatement, Error> {
        let organisation = caller.organisation()?;
        let account_name = match file.account_name.trim() {
            "" => None,
            name => Some(bank_name(INVALID, "bank_account_name", name)?),
        };
        let (read, kept) = self.read_as_kept(caller, organisation, &file).await?;
        let chosen = Chosen {
            account: file.account,
            name: account_name,
        };
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let id: i64 = once(&mut tx, request, async |tx| {
            store::rent::bank_statement::lock(tx, organisation).await?;
            let id = self
                .keep(tx, organisation, caller.user, read, &chosen, kept)
                .await?;
            outbox::append(tx, &events::bank_statement_changed(organisation, id, 1)).await?;
            Ok(id.get())
        })
        .await?;
        let found = store::rent::bank_statement::find(&mut tx, organisation, id.into()).await?;
        let found = found.ok_or_else(bank_statement_not_found)?;
        let shown = self.opened(&mut tx, organisation, vec![found]).await?;
        tx.commit().await?;
        shown
            .into_iter()
            .next()
            .ok_or_else(bank_statement_not_found)
    }

    /// The last files, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_bank_statements", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<ShownStatement>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::rent::bank_statement::list(&mut tx, organisation).await?;
        self.opened(&mut tx, organisation, found).await
    }

    /// A file as it would be read, with the name of the layout that is kept for such files. Keeps nothing.
    ///
    /// # Errors
    /// `BANK_FILE_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.preview_bank_file", skip_all)]
    pub async fn preview(
        &self,
        caller: &Principal,
        content: Vec<u8>,
        layout: Option<Layout>,
        leave_out: bool,
    ) -> Result<(Question, Option<String>), Error> {
        let organisation = caller.organisation()?;
        let permit = self.reading.acquire().await.map_err(Error::internal)?;
        let how = How { layout, leave_out };
        let work = move || lintel_bank_file::preview(&content, &how);
        let question = tokio::task::spawn_blocking(work).await;
        drop(permit);
        let question = question.map_err(Error::internal)?;
        let question = question.map_err(|error| refused(&error))?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let kept =
            store::rent::bank_layout::of_shape(&mut tx, organisation, &question.shape).await?;
        Ok((question, kept.map(|kept| kept.kept.name)))
    }

    /// What seals and opens the lines of an organisation.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub(in crate::app) async fn seal(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
    ) -> Result<BankSeal, Error> {
        let key = self.keys.of_organisation(tx, organisation).await?;
        Ok(BankSeal::new(organisation, key))
    }

    /// Files with the lines that were left out of them.
    async fn opened(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        found: Vec<BankStatement>,
    ) -> Result<Vec<ShownStatement>, Error> {
        let seal = self.seal(tx, organisation).await?;
        let shown = found.into_iter().map(|mut statement| {
            let left_out = seal.open_left_out(statement.left_out.take().as_deref())?;
            Ok(ShownStatement {
                statement,
                left_out,
            })
        });
        shown.collect()
    }

    /// Reads a file by the layout that was given, or else by that which is kept for files like it, or else by what is known of banks.
    async fn read_as_kept(
        &self,
        caller: &Principal,
        organisation: OrganisationId,
        file: &NewFile,
    ) -> Result<(ReadFile, Option<KeptOrNew>), Error> {
        let layout_name = match file.layout_name.trim() {
            "" => None,
            name => Some(bank_name(INVALID, "layout_name", name)?),
        };
        let name = file.file_name.chars().filter(|c| !c.is_control());
        let name: String = name.take(LONGEST_NAME).collect();
        let content = Arc::new(file.content.clone());
        let mut how = How {
            layout: file.layout.clone(),
            leave_out: file.leave_out,
        };
        let mut reading = self.reading(caller, &content, &name, &how).await?;
        let mut kept = None;
        if file.layout.is_none()
            && let Some(shape) = shape_of(&reading)
        {
            let mut tx = self.db.begin(Scope::of(caller)).await?;
            let found = store::rent::bank_layout::of_shape(&mut tx, organisation, shape).await?;
            drop(tx);
            if let Some(found) = found {
                let layout = serde_json::from_value(found.kept.layout.clone());
                how.layout = Some(layout.map_err(Error::internal)?);
                reading = self.reading(caller, &content, &name, &how).await?;
                kept = Some(KeptOrNew::Kept(Box::new(found)));
            }
        }
        let read = match reading {
            Reading::Asks(question) => {
                return Err(Error::field(
                    "BANK_COLUMNS_NEEDED",
                    "content",
                    question.message,
                ));
            }
            Reading::File(read) => *read,
        };
        if let (Some(name), Some(layout), Some(shape)) = (layout_name, &file.layout, &read.shape) {
            let question = lintel_bank_file::preview(&content, &how);
            let question = question.map_err(|error| refused(&error))?;
            kept = Some(KeptOrNew::New(Kept {
                name,
                shape: shape.clone(),
                header: question.header,
                layout: serde_json::to_value(layout).map_err(Error::internal)?,
            }));
        }
        Ok((read, kept))
    }

    async fn reading(
        &self,
        caller: &Principal,
        content: &Arc<Vec<u8>>,
        name: &str,
        how: &How,
    ) -> Result<Reading, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let seal = self.seal(&mut tx, organisation).await?;
        tx.commit().await?;
        let permit = self.reading.acquire().await.map_err(Error::internal)?;
        let (content, name, how) = (content.clone(), name.to_owned(), how.clone());
        let work = move || read(&content, &name, &how, &seal);
        let reading = tokio::task::spawn_blocking(work).await;
        drop(permit);
        reading.map_err(Error::internal)?
    }

    /// Keeps what no earlier file had, and what this one says of their lines.
    async fn keep(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        by: UserId,
        mut read: ReadFile,
        chosen: &Chosen,
        kept: Option<KeptOrNew>,
    ) -> Result<BankStatementId, Error> {
        let now = self.clock.now();
        let seal = self.seal(tx, organisation).await?;
        let by_layout = match &kept {
            Some(KeptOrNew::Kept(kept)) => kept.kept.account,
            _ => None,
        };
        let account = self
            .accounts(tx, organisation, &mut read, chosen, by_layout, &seal)
            .await?;
        let compared = compared(tx, organisation, &read, chosen, account, &seal).await?;
        match kept {
            Some(KeptOrNew::New(new)) => {
                read.statement.layout_name = Some(new.name.clone());
                let new = NewLayout {
                    shape: new.shape,
                    name: new.name,
                    header: new.header,
                    layout: new.layout,
                    account,
                };
                store::rent::bank_layout::keep(tx, organisation, &new, now).await?;
            }
            Some(KeptOrNew::Kept(kept)) => {
                read.statement.layout_name = Some(kept.kept.name.clone());
                store::rent::bank_layout::keep(tx, organisation, &kept.kept, now).await?;
            }
            None => {}
        }
        let id = store::rent::bank_statement::insert(
            tx,
            organisation,
            by,
            account,
            &read.statement,
            now,
        )
        .await?;
        let way = |place: usize| read.lines.get(place).map(|line| line.new.way);
        let known = compared.known.iter().map(|(place, _)| *place);
        let wrong = compared.wrong_way.iter().map(|(place, _)| *place);
        let known = known.chain(wrong).map(way);
        let (known_in, known_out): (Vec<_>, Vec<_>) =
            known.partition(|way| *way == Some(BankLineWay::In));
        let said = compared.known.iter().chain(&compared.wrong_way);
        let said = said.filter_map(|(place, id)| {
            let line = &read.lines.get(*place)?.new;
            Some((*id, line.account, line.balance, line.way))
        });
        let said: Vec<_> = said.collect();
        store::rent::bank_line::complete(tx, organisation, &said).await?;
        let new: BTreeSet<_> = compared.new.into_iter().collect();
        let lines = read.lines.into_iter().enumerate();
        let lines = lines.filter(|(place, _)| new.contains(place));
        let lines: Vec<_> = lines.map(|(_, line)| line.new).collect();
        store::rent::bank_line::insert(tx, organisation, id, &lines).await?;
        let counts = (known_in.len(), known_out.len(), compared.wrong_way.len());
        store::rent::bank_statement::set_known(tx, organisation, id, counts).await?;
        Ok(id)
    }

    /// Gives each line its account, and the file its own where it has one.
    async fn accounts(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        read: &mut ReadFile,
        chosen: &Chosen,
        by_layout: Option<BankAccountId>,
        seal: &BankSeal,
    ) -> Result<Option<BankAccountId>, Error> {
        let now = self.clock.now();
        let mut by_number = HashMap::new();
        let mut without = false;
        for line in &read.lines {
            match &line.number {
                Some(number) if !by_number.contains_key(number) => {
                    let (ending, name) = named_by_number(number);
                    let mark = seal.account(number);
                    let ending = ending.as_deref();
                    let id = store::rent::bank_account::of_number(
                        tx,
                        organisation,
                        &mark,
                        ending,
                        &name,
                        now,
                    );
                    by_number.insert(number.clone(), id.await?);
                }
                Some(_) => {}
                None => without = true,
            }
        }
        let mut account = None;
        if without {
            account = match (chosen.account, &chosen.name, by_layout) {
                (Some(account), ..) => {
                    if !store::rent::bank_account::exists(tx, organisation, account).await? {
                        return Err(bank_account_not_found());
                    }
                    Some(account)
                }
                (None, Some(name), _) => {
                    let new =
                        store::rent::bank_account::insert(tx, organisation, None, None, name, now);
                    Some(new.await?)
                }
                (None, None, Some(account)) => Some(account),
                (None, None, None) => {
                    let several = store::rent::bank_account::list(tx, organisation)
                        .await?
                        .len()
                        > 1;
                    if several && by_number.is_empty() {
                        return Err(account_needed(
                            "The file does not name its account, and you have several. Choose the one that it is of.",
                        ));
                    }
                    None
                }
            };
        }
        for line in &mut read.lines {
            let number = line.number.as_ref();
            line.new.account = number.map_or(account, |number| by_number.get(number).copied());
        }
        let mut all: BTreeSet<_> = read.lines.iter().map(|line| line.new.account).collect();
        Ok(match all.len() {
            1 => all.pop_first().flatten(),
            _ => None,
        })
    }
}

/// The account that somebody chose for a file that names none.
struct Chosen {
    account: Option<BankAccountId>,
    name: Option<String>,
}

/// A layout by which a file was read.
enum KeptOrNew {
    Kept(Box<KeptLayout>),
    New(Kept),
}

fn shape_of(reading: &Reading) -> Option<&str> {
    match reading {
        Reading::File(read) => read.shape.as_deref(),
        Reading::Asks(question) => Some(&question.shape),
    }
}

fn account_needed(message: &str) -> Error {
    Error::field("BANK_ACCOUNT_NEEDED", "bank_account_id", message)
}

/// A file compared with the lines of its days.
async fn compared(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    read: &ReadFile,
    chosen: &Chosen,
    account: Option<BankAccountId>,
    seal: &BankSeal,
) -> Result<Compared, Error> {
    let given: Vec<Given> = read
        .lines
        .iter()
        .map(super::bank_reading::ReadLine::given)
        .collect();
    let days: BTreeSet<_> = given.iter().map(|line| line.booked).collect();
    let days: Vec<_> = days.into_iter().collect();
    let mut stored = Vec::new();
    for line in store::rent::bank_line::of_days(tx, organisation, &days).await? {
        let said = seal.open(&line.key, &line.sealed)?;
        stored.push(Stored {
            id: line.id,
            is_loose: line.read_before || line.format != read.statement.format,
            read_before: line.read_before,
            line: Given {
                account: line.account,
                booked: line.booked,
                amount: line.amount,
                way: line.way,
                balance: line.balance,
                text: identity_text(&said.payer, &said.reference),
            },
        });
    }
    // Nothing that was read so far is of an account that is new.
    if chosen.name.is_some() {
        stored.retain(|one| one.line.account.is_some() && one.line.account == account);
    }
    let mark = read.statement.content_mark;
    let was_read = store::rent::bank_statement::was_read(tx, organisation, &mark).await?;
    let accounts: BTreeSet<_> = given.iter().filter_map(|line| line.account).collect();
    let accounts: Vec<i64> = accounts.into_iter().map(BankAccountId::get).collect();
    let read_days = match was_read {
        true => Vec::new(),
        false => store::rent::bank_statement::days_read(tx, organisation, &accounts).await?,
    };
    let mut compared = compare(&given, &stored, &read_days);
    if compared.is_doubtful && chosen.account.is_some() {
        // Somebody said whose the file is, so lines of nobody's account are another one's.
        stored.retain(|one| one.line.account.is_some());
        compared = compare(&given, &stored, &[]);
    } else if compared.is_doubtful {
        return Err(account_needed(
            "An earlier file has other lines of the same days. Say whether this file is of another account.",
        ));
    }
    Ok(compared)
}
