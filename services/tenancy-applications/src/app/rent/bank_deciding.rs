//! Deciding what lines of banks' files are, and taking that back.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use lintel_core::{
    BankLineId, Error, LedgerEntryId, Money, OrganisationId, Principal, RequestKey, TenancyId,
    TenantId, Violations, london_date,
};
use lintel_db::{Scope, once, outbox};
use sqlx::PgConnection;

use super::{bank_seal::BankSeal, bank_statements::BankStatements, ledgers};
use crate::{
    app::letting::locked,
    domain::{
        letting::Tenancy,
        pounds,
        rent::{
            BankLinePartKind, BankLineState, BankLineWay, EntryActor, EntryKind, NewEntry,
            PaymentMethod, StoredBankLine,
            bank_split::{self, Part},
            bounds, ledger,
        },
    },
    error::{bank_line_decided, bank_line_not_found, tenant_not_found},
    events,
    store::{
        self,
        rent::{bank_line::Whole, bank_line_part::NewPart},
    },
};

/// Lines that are decided at once.
const MOST_DECISIONS: usize = 200;
/// The reason of every refusal of a decision.
const INVALID: &str = "BANK_PARTS_INVALID";

/// What becomes of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankDecision {
    /// The line.
    pub line: BankLineId,
    /// What it becomes.
    pub become_what: Become,
    /// Whether lines like it are proposed the same split.
    pub propose_again: bool,
}

/// What becomes of what a line has to give out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Become {
    /// Nothing of a tenancy.
    Ignored,
    /// All of it is a tenant's: in this way, or as its direction says.
    Whole(TenantId, Option<BankLinePartKind>),
    /// Parts.
    Parts(Vec<Part>),
}

/// What became of lines; it is kept for repeats.
#[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
pub struct Decided {
    /// Lines that are receipts.
    #[prost(int32, tag = "1")]
    pub received: i32,
    /// Lines that are ignored.
    #[prost(int32, tag = "2")]
    pub ignored: i32,
    /// Lines that are refunds.
    #[prost(int32, tag = "3")]
    pub refunded: i32,
    /// Lines that are returns of deposits.
    #[prost(int32, tag = "4")]
    pub returned: i32,
}

/// Tenancies by tenant, all of them locked.
type Tenancies = HashMap<TenantId, Arc<Tenancy>>;

impl BankStatements {
    /// Decides lines, all of them or none, and says whether their tenants get their receipts by email where that is said. A repeat under the
    /// same request id decides nothing more.
    ///
    /// # Errors
    /// `BANK_DECISIONS_INVALID` for none or too many; `BANK_PARTS_INVALID`; `BANK_LINE_NOT_FOUND`; `TENANT_NOT_FOUND`; `BANK_LINE_DECIDED`;
    /// `LEDGER_INVALID` for a line that a ledger does not take; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.decide_bank_lines", skip_all)]
    pub async fn decide(
        &self,
        caller: &Principal,
        decisions: &[BankDecision],
        email_tenants: Option<bool>,
        request: Option<&RequestKey>,
    ) -> Result<Decided, Error> {
        let organisation = caller.organisation()?;
        in_range(decisions.len(), "decisions")?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let counts: Decided = once(&mut tx, request, async |tx| {
            let ids: Vec<i64> = decisions.iter().map(|one| one.line.get()).collect();
            found_all(tx, organisation, &ids).await?;
            // Homes and tenancies are locked before lines, here as where tenants are taken away.
            let tenants = decisions.iter().flat_map(tenants_of).collect();
            let tenancies = lock_tenancies(tx, organisation, &tenants).await?;
            store::rent::bank_line::lock(tx, organisation, &ids).await?;
            let lines = store::rent::bank_line::of_ids(tx, organisation, &ids).await?;
            let seal = self.seal(tx, organisation).await?;
            let lines = in_order(decisions, lines)?;
            let said = Said {
                seal,
                email_tenants,
                now,
            };
            let decided = decided(tx, organisation, &lines, &tenancies, &said).await?;
            advance(tx, organisation, lines.iter().map(|(_, line)| line)).await?;
            Ok(decided)
        })
        .await?;
        tx.commit().await?;
        Ok(counts)
    }

    /// Takes back what became of lines, all of them or none; a line that is to decide anyway stays so. Gives how many were decided. A repeat
    /// under the same request id takes nothing more back.
    ///
    /// # Errors
    /// `BANK_DECISIONS_INVALID` for none or too many; `BANK_LINE_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database
    /// is away.
    #[tracing::instrument(name = "app.undo_bank_lines", skip_all)]
    pub async fn undo(
        &self,
        caller: &Principal,
        lines: &[BankLineId],
        request: Option<&RequestKey>,
    ) -> Result<i64, Error> {
        let organisation = caller.organisation()?;
        in_range(lines.len(), "bank_line_ids")?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let undone: i64 = once(&mut tx, request, async |tx| {
            let ids: BTreeSet<i64> = lines.iter().map(|line| line.get()).collect();
            let ids: Vec<i64> = ids.into_iter().collect();
            found_all(tx, organisation, &ids).await?;
            // Whose entries they are is read before they are locked, since tenancies are locked first, and again behind it.
            let entries = entries_of(tx, organisation, &ids).await?;
            let tenants = entries.iter().map(|(tenant, _)| *tenant).collect();
            let tenancies = lock_tenancies(tx, organisation, &tenants).await?;
            store::rent::bank_line::lock(tx, organisation, &ids).await?;
            let lines = store::rent::bank_line::of_ids(tx, organisation, &ids).await?;
            let mut undone: BTreeSet<BankLineId> = lines
                .iter()
                .filter(|line| line.open.minor() < line.amount.minor())
                .map(|line| line.id)
                .collect();
            for (tenant, entry) in entries_of(tx, organisation, &ids).await? {
                let tenancy = tenancies.get(&tenant).ok_or_else(bank_line_decided)?;
                let back = NewEntry::reversal(entry);
                let actor = EntryActor::Bank;
                ledgers::write(tx, organisation, tenancy, tenant, back, actor, now).await?;
            }
            undone.extend(store::rent::bank_line_part::remove_bare(tx, organisation, &ids).await?);
            let wholes = lines.iter().map(|line| Whole {
                line: line.id,
                entry: None,
                ignored: false,
                propose_again: true,
            });
            store::rent::bank_line::decide(tx, organisation, &wholes.collect::<Vec<_>>()).await?;
            advance(tx, organisation, &lines).await?;
            i64::try_from(undone.len()).map_err(Error::internal)
        })
        .await?;
        tx.commit().await?;
        Ok(undone)
    }
}

fn in_range(count: usize, field: &str) -> Result<(), Error> {
    if (1..=MOST_DECISIONS).contains(&count) {
        return Ok(());
    }
    let range = "Decide 1 to 200 lines at once.";
    Err(Error::field("BANK_DECISIONS_INVALID", field, range))
}

async fn found_all(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ids: &[i64],
) -> Result<(), Error> {
    let found = store::rent::bank_line::of_ids(tx, organisation, ids).await?;
    let found: HashSet<_> = found.iter().map(|line| line.id.get()).collect();
    if ids.iter().any(|id| !found.contains(id)) {
        return Err(bank_line_not_found());
    }
    Ok(())
}

fn tenants_of(decision: &BankDecision) -> Vec<TenantId> {
    match &decision.become_what {
        Become::Ignored => Vec::new(),
        Become::Whole(tenant, _) => vec![*tenant],
        Become::Parts(parts) => parts.iter().filter_map(|part| part.tenant).collect(),
    }
}

/// The entries of these lines that were not taken back, and whose they are.
async fn entries_of(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ids: &[i64],
) -> Result<Vec<(TenantId, LedgerEntryId)>, Error> {
    let lines = store::rent::bank_line::of_ids(tx, organisation, ids).await?;
    let parts = store::rent::bank_line_part::of_lines(tx, organisation, ids).await?;
    let whole = lines.iter().filter_map(|line| line.entry);
    let whole = whole.map(|(entry, tenant)| (tenant, entry));
    let parts = parts.iter().filter_map(|part| {
        let (tenant, _) = part.tenant.as_ref()?;
        Some((*tenant, part.entry?))
    });
    Ok(whole.chain(parts).collect())
}

/// The tenancies of these tenants, by tenant, locked in one order with their homes.
async fn lock_tenancies(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenants: &BTreeSet<TenantId>,
) -> Result<Tenancies, Error> {
    let mut places = Vec::new();
    for tenant in tenants {
        let place = store::letting::tenant::place_of(tx, organisation, *tenant).await?;
        let (property, tenancy) = place.ok_or_else(tenant_not_found)?;
        places.push((property, tenancy, *tenant));
    }
    places.sort_unstable();
    let mut locked: HashMap<TenancyId, Arc<Tenancy>> = HashMap::new();
    let mut tenancies = HashMap::new();
    for (property, id, tenant) in places {
        let tenancy = match locked.get(&id) {
            Some(tenancy) => tenancy.clone(),
            None => {
                let found = locked::lock_with_home(tx, organisation, property, id).await?;
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

/// The lines in the order of the decisions, each once and still to decide.
fn in_order(
    decisions: &[BankDecision],
    lines: Vec<StoredBankLine>,
) -> Result<Vec<(&BankDecision, StoredBankLine)>, Error> {
    let lines = lines.into_iter().map(|line| (line.id, line));
    let mut lines: HashMap<_, _> = lines.collect();
    let ordered = decisions.iter().map(|decision| {
        // One that is named twice is decided by then.
        let line = lines.remove(&decision.line);
        let line = line.filter(|line| line.state == BankLineState::Open);
        Ok((decision, line.ok_or_else(bank_line_decided)?))
    });
    ordered.collect()
}

/// What a decision makes of a line, in parts.
fn parts_of(decision: &BankDecision, line: &StoredBankLine) -> Vec<Part> {
    let whole = |kind, tenant| Part {
        kind,
        tenant,
        amount: line.open,
        charge: None,
    };
    match &decision.become_what {
        Become::Ignored => vec![whole(BankLinePartKind::Nothing, None)],
        Become::Whole(tenant, kind) => {
            let usual = match line.way {
                BankLineWay::In => BankLinePartKind::Rent,
                BankLineWay::Out => BankLinePartKind::Refund,
            };
            vec![whole(kind.unwrap_or(usual), Some(*tenant))]
        }
        Become::Parts(parts) => parts.clone(),
    }
}

async fn decided(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    lines: &[(&BankDecision, StoredBankLine)],
    tenancies: &Tenancies,
    said: &Said,
) -> Result<Decided, Error> {
    let all: Vec<_> = lines
        .iter()
        .map(|(decision, line)| (parts_of(decision, line), line))
        .collect();
    let mut found = Violations::default();
    for (place, (parts, line)) in all.iter().enumerate() {
        let field = format!("decisions[{place}].parts");
        bank_split::judge(&mut found, &field, parts, line.way, line.open);
    }
    found.into_result(INVALID)?;
    let mut wholes = Vec::new();
    let mut new = Vec::new();
    let mut counts = Decided::default();
    for (place, ((parts, line), (decision, _))) in all.iter().zip(lines).enumerate() {
        let mut whole = Whole {
            line: line.id,
            entry: None,
            ignored: false,
            propose_again: decision.propose_again,
        };
        let is_whole = parts.len() == 1 && line.open == line.amount;
        let mut kinds = BTreeSet::new();
        for (nth, part) in parts.iter().enumerate() {
            kinds.insert(part.kind.as_str());
            let field = match decision.become_what {
                Become::Parts(_) => format!("decisions[{place}].parts[{nth}].amount"),
                Become::Ignored | Become::Whole(..) => format!("decisions[{place}].bank_line_id"),
            };
            let writing = Writing {
                organisation,
                line,
                said,
                field: &field,
            };
            let entry = writing.entry(tx, part, tenancies).await?;
            match (entry, part.kind) {
                (Some(entry), _) if is_whole => whole.entry = Some(entry),
                (None, BankLinePartKind::Nothing) if is_whole => whole.ignored = true,
                _ => new.push(NewPart {
                    line: line.id,
                    kind: part.kind,
                    amount: part.amount,
                    entry,
                    tenant: part
                        .tenant
                        .filter(|_| part.kind == BankLinePartKind::DepositReturn),
                }),
            }
        }
        let has = |kind: BankLinePartKind| kinds.contains(kind.as_str());
        if has(BankLinePartKind::Rent) {
            counts.received += 1;
        } else if has(BankLinePartKind::DepositReturn) {
            counts.returned += 1;
        } else if has(BankLinePartKind::Refund) {
            counts.refunded += 1;
        } else {
            counts.ignored += 1;
        }
        wholes.push(whole);
    }
    store::rent::bank_line::decide(tx, organisation, &wholes).await?;
    store::rent::bank_line_part::insert(tx, organisation, &new).await?;
    Ok(counts)
}

/// What all lines are decided with.
struct Said {
    seal: BankSeal,
    email_tenants: Option<bool>,
    now: DateTime<Utc>,
}

/// What a part of a line is written with.
struct Writing<'a> {
    organisation: OrganisationId,
    line: &'a StoredBankLine,
    said: &'a Said,
    field: &'a str,
}

impl Writing<'_> {
    /// Writes the entry of a part, where it is one.
    async fn entry(
        &self,
        tx: &mut PgConnection,
        part: &Part,
        tenancies: &Tenancies,
    ) -> Result<Option<LedgerEntryId>, Error> {
        let Some(tenant) = part.tenant else {
            return Ok(None);
        };
        let tenancy = tenancies.get(&tenant).ok_or_else(tenant_not_found)?;
        if part.kind == BankLinePartKind::DepositReturn {
            self.check_return(tx, tenancy, part.amount).await?;
            return Ok(None);
        }
        let mut found = Violations::default();
        bounds::judge_amount(&mut found, self.field, part.amount);
        let Said {
            seal,
            email_tenants,
            now,
        } = self.said;
        let today = london_date(*now);
        bounds::judge_date(&mut found, self.field, self.line.booked, today);
        ledger::readable(found)?;
        let said = seal.open(&self.line.key, &self.line.sealed)?;
        let method = Some(PaymentMethod::BankTransfer);
        let (booked, reference) = (self.line.booked, said.for_ledger());
        let new = match part.kind {
            BankLinePartKind::Refund => NewEntry::refund(part.amount, booked, method, reference),
            _ => NewEntry::receipt(part.amount, booked, method, reference).paying(part.charge),
        };
        let (organisation, actor) = (self.organisation, EntryActor::Bank);
        let entry = ledgers::write(tx, organisation, tenancy, tenant, new, actor, *now).await?;
        if let Some(wanted) = email_tenants.filter(|_| entry.kind == EntryKind::Receipt) {
            store::letting::tenant_mail::say_of_receipt(tx, organisation, entry.id, wanted).await?;
        }
        Ok(Some(entry.id))
    }

    /// Refuses the return of a deposit that is not recorded, or of more than was.
    async fn check_return(
        &self,
        tx: &mut PgConnection,
        tenancy: &Tenancy,
        amount: Money,
    ) -> Result<(), Error> {
        let deposit = store::letting::deposit::find(tx, self.organisation, tenancy.id).await?;
        let returned = deposit.and_then(|deposit| deposit.returned);
        let message = match returned {
            None => "Record the return of the deposit on the tenant's page first.".to_owned(),
            Some(returned) if returned.minor() < amount.minor() => {
                format!("{} of the deposit was returned.", pounds(returned))
            }
            Some(_) => return Ok(()),
        };
        Err(Error::field(INVALID, self.field, message))
    }
}

/// Moves on the files of lines that were decided or taken back.
async fn advance(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    lines: impl IntoIterator<Item = &StoredBankLine>,
) -> Result<(), Error> {
    let files: BTreeSet<i64> = lines.into_iter().map(|line| line.statement.get()).collect();
    let files: Vec<i64> = files.into_iter().collect();
    let moved = store::rent::bank_statement::advance(tx, organisation, &files).await?;
    let told: Vec<_> = moved
        .into_iter()
        .map(|(file, version)| events::bank_statement_changed(organisation, file, version))
        .collect();
    Ok(outbox::append_all(tx, &told).await?)
}
