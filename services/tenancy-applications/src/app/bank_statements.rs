//! Banks' files: reading them, and deciding what their lines are. Showing the lines is [`super::bank_lines`]'s.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use lintel_bank_file::{Line, Statement};
use lintel_core::{
    BankLineId, BankStatementId, Clock, Error, LedgerEntryId, OrganisationId, Principal,
    RequestKey, TenancyId, TenantId, Violations, london_date,
};
use lintel_db::{Db, Scope, once, outbox};
use sqlx::PgConnection;
use tokio::sync::Semaphore;

use super::{bank_seal::BankSeal, keys::Keys, ledgers, tenancy};
use crate::{
    domain::{
        BankLineState, BankStatement, EntryActor, NewBankLine, NewBankStatement, NewEntry,
        PaymentMethod, Said, StoredBankLine, Tenancy, ledger,
    },
    error::{bank_line_decided, bank_line_not_found, bank_statement_not_found, tenant_not_found},
    events, store,
};

/// Lines that are decided at once.
const MOST_DECISIONS: usize = 200;
/// Files that are read at once; the others wait.
const AT_ONCE: usize = 2;
/// The longest name of a file, in characters.
const LONGEST_NAME: usize = 255;

/// The banks' files of the caller's organisation.
#[derive(Debug, Clone)]
pub struct BankStatements {
    pub(super) db: Db,
    pub(super) clock: Arc<dyn Clock>,
    keys: Keys,
    reading: Arc<Semaphore>,
}

/// What becomes of a line: the receipt of a tenant, or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BankDecision {
    /// The line.
    pub line: BankLineId,
    /// Whose receipt it becomes; none to ignore it.
    pub tenant: Option<TenantId>,
}

/// What became of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    /// How many are receipts.
    pub received: usize,
    /// How many are ignored.
    pub ignored: usize,
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
    /// `BANK_FILE_INVALID`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.add_bank_statement", skip_all)]
    pub async fn add(
        &self,
        caller: &Principal,
        file_name: &str,
        content: Vec<u8>,
        request: Option<&RequestKey>,
    ) -> Result<BankStatement, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let seal = self.seal(&mut tx, organisation).await?;
        tx.commit().await?;
        let name = file_name.chars().filter(|c| !c.is_control());
        let name = name.take(LONGEST_NAME).collect();
        let new = self.read(content, name, seal).await?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let id: i64 = once(&mut tx, request, async |tx| {
            let by = caller.user;
            let id = store::bank_statement::insert(tx, organisation, by, &new, now).await?;
            let added = store::bank_line::insert(tx, organisation, id, &new.lines).await?;
            let known = new.lines.len().saturating_sub(added);
            store::bank_statement::set_known(tx, organisation, id, known).await?;
            outbox::append(tx, &events::bank_statement_changed(organisation, id, 1)).await?;
            Ok(id.get())
        })
        .await?;
        let found = store::bank_statement::find(&mut tx, organisation, id.into()).await?;
        tx.commit().await?;
        found.ok_or_else(bank_statement_not_found)
    }

    /// The last files, the newest first.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_bank_statements", skip_all)]
    pub async fn list(&self, caller: &Principal) -> Result<Vec<BankStatement>, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        Ok(store::bank_statement::list(&mut tx, organisation).await?)
    }

    /// Decides lines, all of them or none. A repeat under the same request id decides nothing more.
    ///
    /// # Errors
    /// `BANK_DECISIONS_INVALID` for none or too many; `BANK_LINE_NOT_FOUND`; `TENANT_NOT_FOUND`; `BANK_LINE_DECIDED`; `LEDGER_INVALID` for
    /// a line that a ledger does not take; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.decide_bank_lines", skip_all)]
    pub async fn decide(
        &self,
        caller: &Principal,
        decisions: &[BankDecision],
        request: Option<&RequestKey>,
    ) -> Result<Decided, Error> {
        let organisation = caller.organisation()?;
        if !(1..=MOST_DECISIONS).contains(&decisions.len()) {
            let range = "Decide 1 to 200 lines at once.";
            return Err(Error::field("BANK_DECISIONS_INVALID", "decisions", range));
        }
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // How many were decided follows from the request itself.
        let _: i64 = once(&mut tx, request, async |tx| {
            let ids: Vec<i64> = decisions.iter().map(|one| one.line.get()).collect();
            let found = store::bank_line::of_ids(tx, organisation, &ids).await?;
            let found: HashSet<_> = found.iter().map(|line| line.id).collect();
            if decisions.iter().any(|one| !found.contains(&one.line)) {
                return Err(bank_line_not_found());
            }
            // Homes and tenancies are locked before lines, here as where tenants are taken away.
            let tenancies = lock_tenancies(tx, organisation, decisions).await?;
            store::bank_line::lock(tx, organisation, &ids).await?;
            let lines = store::bank_line::of_ids(tx, organisation, &ids).await?;
            let seal = self.seal(tx, organisation).await?;
            let mut decided = Vec::new();
            let lines = in_order(decisions, lines)?;
            for (place, (line, tenant)) in lines.iter().enumerate() {
                let entry = match tenant {
                    Some(tenant) => {
                        let tenancy = tenancies.get(tenant).ok_or_else(tenant_not_found)?;
                        let said = seal.open(&line.key, &line.sealed)?;
                        let new = receipt(place, line, &said, now)?;
                        Some(received(tx, organisation, tenancy, *tenant, new, now).await?)
                    }
                    None => None,
                };
                decided.push((line.id, entry));
            }
            store::bank_line::decide(tx, organisation, &decided).await?;
            let files: BTreeSet<i64> = lines.iter().map(|(line, _)| line.statement.get()).collect();
            let files: Vec<i64> = files.into_iter().collect();
            let moved = store::bank_statement::advance(tx, organisation, &files).await?;
            let told: Vec<_> = moved
                .into_iter()
                .map(|(file, version)| events::bank_statement_changed(organisation, file, version))
                .collect();
            outbox::append_all(tx, &told).await?;
            Ok(0)
        })
        .await?;
        tx.commit().await?;
        let received = decisions.iter().filter(|one| one.tenant.is_some()).count();
        Ok(Decided {
            received,
            ignored: decisions.len() - received,
        })
    }

    /// What seals and opens the lines of an organisation.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub(super) async fn seal(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
    ) -> Result<BankSeal, Error> {
        let key = self.keys.of_organisation(tx, organisation).await?;
        Ok(BankSeal::new(organisation, key))
    }

    /// Reads and seals a file, outside any transaction.
    async fn read(
        &self,
        content: Vec<u8>,
        file_name: String,
        seal: BankSeal,
    ) -> Result<NewBankStatement, Error> {
        let permit = self.reading.acquire().await.map_err(Error::internal)?;
        let work = move || {
            let read = lintel_bank_file::read(&content).map_err(|refused| {
                Error::field("BANK_FILE_INVALID", "content", refused.sentence())
            })?;
            sealed(file_name, read, &seal)
        };
        let new = tokio::task::spawn_blocking(work).await;
        drop(permit);
        new.map_err(Error::internal)?
    }
}

fn sealed(file_name: String, read: Statement, seal: &BankSeal) -> Result<NewBankStatement, Error> {
    let lines = read.lines.into_iter().map(|line| {
        let Line {
            key,
            booked,
            amount,
            payer,
            reference,
            ..
        } = line;
        let said = Said {
            payer: payer.unwrap_or_default(),
            reference,
        };
        let (payer_mark, reference_mark) = seal.marks(&said);
        Ok(NewBankLine {
            sealed: seal.seal(&key, &said)?,
            key,
            booked,
            amount,
            payer_mark,
            reference_mark,
        })
    });
    Ok(NewBankStatement {
        file_name,
        format: read.format.spelling(),
        lines: lines.collect::<Result<_, Error>>()?,
    })
}

/// The tenancies of the tenants that are named, by tenant, locked in one order with their homes.
async fn lock_tenancies(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    decisions: &[BankDecision],
) -> Result<HashMap<TenantId, Arc<Tenancy>>, Error> {
    let tenants: BTreeSet<_> = decisions.iter().filter_map(|one| one.tenant).collect();
    let mut places = Vec::new();
    for tenant in tenants {
        let place = store::tenant::place_of(tx, organisation, tenant).await?;
        let (property, tenancy) = place.ok_or_else(tenant_not_found)?;
        places.push((property, tenancy, tenant));
    }
    places.sort_unstable();
    let mut locked: HashMap<TenancyId, Arc<Tenancy>> = HashMap::new();
    let mut tenancies = HashMap::new();
    for (property, id, tenant) in places {
        let tenancy = match locked.get(&id) {
            Some(tenancy) => tenancy.clone(),
            None => {
                let found = tenancy::lock_with_home(tx, organisation, property, id).await?;
                let found = Arc::new(found);
                locked.insert(id, found.clone());
                found
            }
        };
        if tenancy.member(tenant).is_none() {
            return Err(tenant_not_found());
        }
        tenancies.insert(tenant, tenancy);
    }
    Ok(tenancies)
}

/// The lines in the order of the decisions, each once and still to decide, with what becomes of it.
fn in_order(
    decisions: &[BankDecision],
    lines: Vec<StoredBankLine>,
) -> Result<Vec<(StoredBankLine, Option<TenantId>)>, Error> {
    let lines = lines.into_iter().map(|line| (line.id, line));
    let mut lines: HashMap<_, _> = lines.collect();
    let ordered = decisions.iter().map(|decision| {
        // One that is named twice is decided by then.
        let line = lines.remove(&decision.line);
        let line = line.filter(|line| line.state == BankLineState::Open);
        Ok((line.ok_or_else(bank_line_decided)?, decision.tenant))
    });
    ordered.collect()
}

fn receipt(
    place: usize,
    line: &StoredBankLine,
    said: &Said,
    now: DateTime<Utc>,
) -> Result<NewEntry, Error> {
    let mut found = Violations::default();
    let field = format!("decisions[{place}].bank_line_id");
    ledger::judge_amount(&mut found, &field, line.amount);
    ledger::judge_date(&mut found, &field, line.booked, london_date(now));
    ledger::readable(found)?;
    let method = Some(PaymentMethod::BankTransfer);
    Ok(NewEntry::receipt(
        line.amount,
        line.booked,
        method,
        said.for_ledger(),
    ))
}

async fn received(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    tenant: TenantId,
    new: NewEntry,
    now: DateTime<Utc>,
) -> Result<LedgerEntryId, Error> {
    let actor = EntryActor::Bank;
    let entry = ledgers::write(tx, organisation, tenancy, tenant, new, actor, now).await?;
    Ok(entry.id)
}

/// Which file a list is of, where it is of one.
///
/// # Errors
/// `BANK_STATEMENT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
pub(super) async fn named(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    statement: Option<BankStatementId>,
) -> Result<(), Error> {
    let Some(statement) = statement else {
        return Ok(());
    };
    let found = store::bank_statement::find(tx, organisation, statement).await?;
    found.map(drop).ok_or_else(bank_statement_not_found)
}
