//! Lines of banks' files as they are shown: opened, and those to decide with the tenants that they may be of.

use std::collections::{BTreeSet, HashMap};

use chrono::{Days, NaiveDate};
use lintel_core::{
    Error, Money, OrganisationId, Page, PageRequest, PageToken, Principal, TenantId, london_date,
};
use lintel_db::Scope;
use sqlx::PgConnection;

use super::bank_statements::BankStatements;
use crate::{
    domain::rent::{
        BankLinePartKind, BankLineState, BankLineWay, Said, StoredBankLine, StoredPart,
        bank_match::{BankMatch, Candidate, Candidates, LOOKED_BACK, Payment},
        bank_split::{PartBefore, as_before},
    },
    error::{bad_page_token, bank_statement_not_found},
    store::{
        self,
        rent::{
            bank_line::{Place, Wanted},
            bank_line_part::SplitBefore,
        },
    },
};

/// Days around a line in which the return of a deposit may be recorded.
const RETURNED_AROUND: u64 = 31;

/// A line as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankLine {
    /// What is stored.
    pub stored: StoredBankLine,
    /// The other party and what for.
    pub said: Said,
    /// What became of it, in parts.
    pub parts: Vec<StoredPart>,
    /// Whose it may be, the likeliest first; only of lines to decide.
    pub matches: Vec<BankMatch>,
    /// How it may be split; only of lines to decide.
    pub split: ProposedSplit,
}

/// How a line may be split.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProposedSplit {
    /// The parts.
    pub parts: Vec<ProposedPart>,
    /// Whether they add up, so that it is ticked at first.
    pub sure: bool,
}

/// A part that is proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedPart {
    /// What it is.
    pub kind: BankLinePartKind,
    /// Whose, with the name and what the landlord calls the property.
    pub tenant: Option<(TenantId, String, String)>,
    /// How much.
    pub amount: Money,
    /// Why, in words for people.
    pub reason: String,
}

impl BankStatements {
    /// A page of lines, those to decide first.
    ///
    /// # Errors
    /// `BANK_STATEMENT_NOT_FOUND`; `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_bank_lines", skip_all)]
    pub async fn lines(
        &self,
        caller: &Principal,
        wanted: Wanted,
        page: &PageRequest,
    ) -> Result<Page<BankLine>, Error> {
        let organisation = caller.organisation()?;
        let after = page.after.as_ref().map(place).transpose()?;
        let limit = Page::<StoredBankLine>::limit(page);
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        if let Some(statement) = wanted.statement {
            let found = store::rent::bank_statement::find(&mut tx, organisation, statement).await?;
            found.ok_or_else(bank_statement_not_found)?;
        }
        let rows = store::rent::bank_line::page(&mut tx, organisation, wanted, after, limit);
        let Page { rows, next } = Page::cut(rows.await?, page, token);
        if rows.is_empty() {
            return Ok(Page {
                rows: Vec::new(),
                next,
            });
        }
        let seal = self.seal(&mut tx, organisation).await?;
        let ids: Vec<i64> = rows.iter().map(|line| line.id.get()).collect();
        let parts = store::rent::bank_line_part::of_lines(&mut tx, organisation, &ids).await?;
        let mut shown = Vec::new();
        for stored in rows {
            let own = parts.iter().filter(|part| part.line == stored.id);
            shown.push(BankLine {
                said: seal.open(&stored.key, &stored.sealed)?,
                parts: own.cloned().collect(),
                matches: Vec::new(),
                split: ProposedSplit::default(),
                stored,
            });
        }
        propose(&mut tx, organisation, &mut shown, today).await?;
        Ok(Page { rows: shown, next })
    }
}

/// Gives lines to decide whose each may be, and how it may be split.
async fn propose(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    lines: &mut [BankLine],
    today: NaiveDate,
) -> Result<(), Error> {
    let mut open: Vec<&mut BankLine> = lines
        .iter_mut()
        .filter(|line| line.stored.state == BankLineState::Open)
        .collect();
    let days: BTreeSet<_> = open.iter().map(|line| line.stored.booked).collect();
    let Some(earliest) = days.first().copied() else {
        return Ok(());
    };
    let amounts: BTreeSet<_> = open.iter().map(|line| line.stored.open.minor()).collect();
    let amounts: Vec<_> = amounts.into_iter().map(Money::gbp).collect();
    let days: Vec<_> = days.into_iter().collect();
    let since = earliest.min(today);
    let since = since.checked_sub_days(Days::new(LOOKED_BACK));
    let since = since.unwrap_or(earliest);
    let mut all = store::rent::bank_candidate::all(tx, organisation, today, since).await?;
    store::rent::bank_candidate::add_entries(tx, organisation, &mut all, &amounts, &days, since)
        .await?;
    let before = Before::of(tx, organisation, &open).await?;
    let splits = splits(tx, organisation, &open).await?;
    let returned =
        store::rent::bank_candidate::returned_deposits(tx, organisation, &amounts, RETURNED_AROUND);
    let returned = returned.await?;
    let by_id = by_id(&all);
    for line in &mut open {
        let mark = line.stored.reference_mark.as_ref();
        let split = mark.and_then(|mark| splits.get(mark));
        line.split = match (line.stored.way, split) {
            (BankLineWay::In, Some(split)) => split_as_before(split, &by_id, line.stored.open),
            (BankLineWay::In, None) => ProposedSplit::default(),
            (BankLineWay::Out, _) => {
                let fits = returned.iter().filter(|one| one.fits(&line.stored));
                deposit_returned(fits, line.stored.open)
            }
        };
    }
    let candidates = Candidates::new(all);
    let payments: Vec<_> = open
        .iter()
        .map(|line| Payment {
            booked: line.stored.booked,
            amount: line.stored.open,
            way: line.stored.way,
            payer: &line.said.payer,
            reference: &line.said.reference,
            payer_before: tenants(&before.payers, line.stored.payer_mark.as_ref()),
            reference_before: tenants(&before.references, line.stored.reference_mark.as_ref()),
            number_before: before.of_numbers(&line.stored.number_marks),
        })
        .collect();
    let proposed = candidates.propose(&payments);
    for (line, matches) in open.into_iter().zip(proposed) {
        line.matches = matches;
        // A split that adds up says more than a name: nobody is ticked twice.
        if line.split.sure {
            line.matches.iter_mut().for_each(|found| found.sure = false);
        }
    }
    Ok(())
}

fn by_id(all: &[Candidate]) -> HashMap<TenantId, (String, String, Money)> {
    let all = all.iter().map(|one| {
        let shown = (one.name.clone(), one.home.clone(), one.balance);
        (one.tenant, shown)
    });
    all.collect()
}

/// How the lines with the same references were split last, by the references' marks.
async fn splits(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    open: &[&mut BankLine],
) -> Result<HashMap<Vec<u8>, SplitBefore>, Error> {
    let marks: BTreeSet<_> = open
        .iter()
        .filter_map(|line| line.stored.reference_mark.clone())
        .collect();
    let marks: Vec<_> = marks.into_iter().collect();
    let found = store::rent::bank_line_part::splits(tx, organisation, &marks).await?;
    let found = found.into_iter();
    Ok(found
        .map(|split| (split.reference.clone(), split))
        .collect())
}

fn split_as_before(
    before: &SplitBefore,
    known: &HashMap<TenantId, (String, String, Money)>,
    open: Money,
) -> ProposedSplit {
    // Tenants who left and owe nothing are proposed no more.
    let is_known = |part: &&PartBefore| part.1.is_none_or(|tenant| known.contains_key(&tenant));
    let parts: Vec<PartBefore> = before.parts.iter().filter(is_known).copied().collect();
    let owed = parts.iter().map(|(_, tenant, _)| {
        let tenant = tenant.and_then(|tenant| known.get(&tenant));
        tenant.map_or(Money::ZERO, |(_, _, owed)| *owed)
    });
    let owed: Vec<_> = owed.collect();
    let (split, sure) = as_before(&parts, &owed, before.booked, open);
    let split = split.into_iter().map(|((kind, tenant, amount), reason)| {
        let named = tenant.and_then(|id| {
            let (name, home, _) = known.get(&id)?;
            Some((id, name.clone(), home.clone()))
        });
        ProposedPart {
            kind,
            tenant: named,
            amount,
            reason,
        }
    });
    ProposedSplit {
        parts: split.collect(),
        sure,
    }
}

/// The return of a deposit that a line may be; sure where there is one alone.
fn deposit_returned<'a>(
    fits: impl Iterator<Item = &'a store::rent::bank_candidate::ReturnedDeposit>,
    amount: Money,
) -> ProposedSplit {
    let fits: Vec<_> = fits.collect();
    let Some(first) = fits.first() else {
        return ProposedSplit::default();
    };
    let on = first.on.format("%d/%m/%Y");
    let part = ProposedPart {
        kind: BankLinePartKind::DepositReturn,
        tenant: Some((first.tenant, first.name.clone(), first.home.clone())),
        amount,
        reason: format!("The return recorded on {on}."),
    };
    ProposedSplit {
        parts: vec![part],
        sure: fits.len() == 1,
    }
}

/// Whose payments with such marks were before.
#[derive(Debug, Default)]
struct Before {
    payers: HashMap<Vec<u8>, Vec<TenantId>>,
    references: HashMap<Vec<u8>, Vec<TenantId>>,
    numbers: HashMap<Vec<u8>, Vec<TenantId>>,
}

impl Before {
    async fn of(
        tx: &mut PgConnection,
        organisation: OrganisationId,
        open: &[&mut BankLine],
    ) -> Result<Self, Error> {
        let payers = marks(open, |line| line.payer_mark.iter().cloned().collect());
        let references = marks(open, |line| line.reference_mark.iter().cloned().collect());
        let numbers = marks(open, |line| line.number_marks.clone());
        let found = store::rent::bank_line_part::confirmed(
            tx,
            organisation,
            &payers,
            &references,
            &numbers,
        );
        let mut before = Self::default();
        for one in found.await? {
            if let Some(mark) = one.payer {
                note(&mut before.payers, mark, one.tenant);
            }
            // Parts of one line have its reference and its numbers in common, so these name none of them.
            if one.is_split {
                continue;
            }
            if let Some(mark) = one.reference {
                note(&mut before.references, mark, one.tenant);
            }
            for mark in one.numbers {
                note(&mut before.numbers, mark, one.tenant);
            }
        }
        Ok(before)
    }

    /// Whose payments with the first known of these numbers were.
    fn of_numbers(&self, marks: &[Vec<u8>]) -> &[TenantId] {
        let found = marks.iter().find_map(|mark| self.numbers.get(mark));
        found.map(Vec::as_slice).unwrap_or_default()
    }
}

fn marks(open: &[&mut BankLine], of: impl Fn(&StoredBankLine) -> Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let marks: BTreeSet<_> = open.iter().flat_map(|line| of(&line.stored)).collect();
    marks.into_iter().collect()
}

fn note(marks: &mut HashMap<Vec<u8>, Vec<TenantId>>, mark: Vec<u8>, tenant: TenantId) {
    let tenants = marks.entry(mark).or_default();
    if !tenants.contains(&tenant) {
        tenants.push(tenant);
    }
}

fn tenants<'a>(
    marks: &'a HashMap<Vec<u8>, Vec<TenantId>>,
    mark: Option<&Vec<u8>>,
) -> &'a [TenantId] {
    let found = mark.and_then(|mark| marks.get(mark));
    found.map(Vec::as_slice).unwrap_or_default()
}

/// Where a page ended. Its sort value is the day, behind a letter for lines that are decided.
fn token(line: &StoredBankLine) -> PageToken {
    let decided = if line.state == BankLineState::Open {
        ""
    } else {
        "d"
    };
    PageToken {
        sort: format!("{decided}{}", line.booked),
        id: line.id.get(),
    }
}

fn place(token: &PageToken) -> Result<Place, Error> {
    let (decided, day) = match token.sort.strip_prefix('d') {
        Some(day) => (true, day),
        None => (false, token.sort.as_str()),
    };
    Ok(Place {
        decided,
        booked: day.parse().map_err(|_| bad_page_token())?,
        id: token.id.into(),
    })
}
