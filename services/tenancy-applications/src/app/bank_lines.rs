//! Lines of banks' files as they are shown: opened, and those to decide with the tenants that they may be of.

use std::collections::{BTreeSet, HashMap};

use chrono::{Days, NaiveDate};
use lintel_core::{
    BankStatementId, Error, Money, OrganisationId, Page, PageRequest, PageToken, Principal,
    TenantId, london_date,
};
use lintel_db::Scope;
use sqlx::PgConnection;

use super::bank_statements::{BankStatements, named};
use crate::{
    domain::{
        BankLineState, Said, StoredBankLine,
        bank_match::{BankMatch, Candidates, LOOKED_BACK, Payment},
    },
    error::bad_page_token,
    store::{self, bank_line::Place},
};

/// A line as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankLine {
    /// What is stored.
    pub stored: StoredBankLine,
    /// Who paid and what for.
    pub said: Said,
    /// Whose it may be, the likeliest first; only of lines to decide.
    pub matches: Vec<BankMatch>,
}

impl BankStatements {
    /// A page of lines of one file or of all, in one state or in any, those to decide first.
    ///
    /// # Errors
    /// `BANK_STATEMENT_NOT_FOUND`; `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_bank_lines", skip_all)]
    pub async fn lines(
        &self,
        caller: &Principal,
        statement: Option<BankStatementId>,
        state: Option<BankLineState>,
        page: &PageRequest,
    ) -> Result<Page<BankLine>, Error> {
        let organisation = caller.organisation()?;
        let after = page.after.as_ref().map(place).transpose()?;
        let limit = Page::<StoredBankLine>::limit(page);
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        named(&mut tx, organisation, statement).await?;
        let rows = store::bank_line::page(&mut tx, organisation, statement, state, after, limit);
        let Page { rows, next } = Page::cut(rows.await?, page, token);
        if rows.is_empty() {
            return Ok(Page {
                rows: Vec::new(),
                next,
            });
        }
        let seal = self.seal(&mut tx, organisation).await?;
        let said = rows.iter().map(|line| seal.open(&line.key, &line.sealed));
        let said: Vec<Said> = said.collect::<Result<_, _>>()?;
        let open: Vec<_> = rows
            .iter()
            .zip(&said)
            .filter(|(line, _)| line.state == BankLineState::Open)
            .collect();
        let proposed = propose(&mut tx, organisation, &open, today).await?;
        let mut proposed = proposed.into_iter();
        let lines = rows.into_iter().zip(said).map(|(stored, said)| BankLine {
            matches: match stored.state {
                BankLineState::Open => proposed.next().unwrap_or_default(),
                BankLineState::Received | BankLineState::Ignored => Vec::new(),
            },
            stored,
            said,
        });
        Ok(Page {
            rows: lines.collect(),
            next,
        })
    }
}

/// Whose each of these lines may be.
async fn propose(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    open: &[(&StoredBankLine, &Said)],
    today: NaiveDate,
) -> Result<Vec<Vec<BankMatch>>, Error> {
    let days: BTreeSet<_> = open.iter().map(|(line, _)| line.booked).collect();
    let Some(earliest) = days.first().copied() else {
        return Ok(Vec::new());
    };
    let amounts: BTreeSet<_> = open.iter().map(|(line, _)| line.amount.minor()).collect();
    let amounts: Vec<_> = amounts.into_iter().map(Money::gbp).collect();
    let days: Vec<_> = days.into_iter().collect();
    let back = Days::new(LOOKED_BACK);
    let since = earliest.min(today).checked_sub_days(back);
    let since = since.unwrap_or(earliest);
    let mut all = store::bank_candidate::all(tx, organisation, today, since).await?;
    store::bank_candidate::add_entries(tx, organisation, &mut all, &amounts, &days, since).await?;
    let before = Before::of(tx, organisation, open).await?;
    let payments = open.iter().map(|(line, said)| Payment {
        booked: line.booked,
        amount: line.amount,
        payer: &said.payer,
        reference: &said.reference,
        payer_before: tenants(&before.payers, line.payer_mark.as_ref()),
        reference_before: tenants(&before.references, line.reference_mark.as_ref()),
    });
    let payments: Vec<_> = payments.collect();
    Ok(Candidates::new(all).propose(&payments))
}

/// Whose payments with such marks were before.
#[derive(Debug, Default)]
struct Before {
    payers: HashMap<Vec<u8>, Vec<TenantId>>,
    references: HashMap<Vec<u8>, Vec<TenantId>>,
}

impl Before {
    async fn of(
        tx: &mut PgConnection,
        organisation: OrganisationId,
        open: &[(&StoredBankLine, &Said)],
    ) -> Result<Self, Error> {
        let marks = |mark: fn(&StoredBankLine) -> Option<Vec<u8>>| {
            let marks = open.iter().filter_map(|(line, _)| mark(line));
            let marks: BTreeSet<_> = marks.collect();
            marks.into_iter().collect::<Vec<_>>()
        };
        let payers = marks(|line| line.payer_mark.clone());
        let references = marks(|line| line.reference_mark.clone());
        let confirmed = store::bank_line::confirmed(tx, organisation, &payers, &references);
        let mut before = Self::default();
        for one in confirmed.await? {
            for (marks, mark) in [
                (&mut before.payers, one.payer),
                (&mut before.references, one.reference),
            ] {
                let Some(mark) = mark else { continue };
                let tenants = marks.entry(mark).or_default();
                if !tenants.contains(&one.tenant) {
                    tenants.push(one.tenant);
                }
            }
        }
        Ok(before)
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
