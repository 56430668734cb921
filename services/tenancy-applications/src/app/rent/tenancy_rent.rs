//! The rent of a whole tenancy: what its tenants owe together, who has which share and who paid what.

use chrono::NaiveDate;
use lintel_core::{
    Error, Money, OrganisationId, Page, PageRequest, PageToken, Principal, TenancyId, TenantId,
    london_date,
};
use lintel_db::Scope;

use super::{
    Rent,
    rents::{self, LedgerView, Line},
};
use crate::{
    app::letting::locked,
    domain::{
        letting::{Member, Tenancy, tenancy::DatedShares},
        rent::{
            Entry,
            ledger::{self, Ledger, Part},
        },
    },
    error::{bad_page_token, tenancy_not_found},
    store,
};

/// The rent of a tenancy as of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenancyRent {
    /// The ledger; its tenant is one who owes it, and its lines are those of the page.
    pub view: LedgerView,
    /// The rent per month on the day.
    pub monthly: Money,
    /// What ground 8 makes of it, in words; none outside England and where nothing is overdue.
    pub ground_8: Option<String>,
    /// The tenants, those who have left as well, each with what they were charged and paid.
    pub tenants: Vec<(Member, Part)>,
    /// The shares that were said, the oldest first.
    pub said: Vec<DatedShares>,
    /// What all were charged and paid.
    pub all: Part,
    /// The day of the first entry; none where there is none.
    pub since: Option<NaiveDate>,
    /// The next day that rent is due, and how much of all together.
    pub next: Option<(NaiveDate, Money)>,
    /// Where the next page begins; none on the last.
    pub next_page: Option<PageToken>,
}

impl Rent {
    /// The rent of a tenancy as of a day, today where none is said, with a page of its entries, the oldest first.
    ///
    /// # Errors
    /// `TENANCY_NOT_FOUND`; `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_tenancy_rent", skip_all, fields(tenancy.id = %tenancy))]
    pub async fn of_tenancy(
        &self,
        caller: &Principal,
        tenancy: TenancyId,
        as_of: Option<NaiveDate>,
        page: &PageRequest,
    ) -> Result<TenancyRent, Error> {
        let organisation = caller.organisation()?;
        let after = page.after.as_ref().map(place).transpose()?;
        let today = london_date(self.clock.now());
        let as_of = as_of.unwrap_or(today);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = store::letting::tenancy::find(&mut tx, organisation, tenancy).await?;
        let found = found.ok_or_else(tenancy_not_found)?;
        let ledger = store::rent::ledger::find(&mut tx, organisation, tenancy).await?;
        let mut view = view(&mut tx, organisation, &found, as_of, today).await?;
        let entries: Vec<Entry> = view.lines.iter().map(|line| line.entry.clone()).collect();
        let parts = ledger::parts(&entries);
        let of = |tenant: TenantId| parts.get(&tenant).copied().unwrap_or(Part::NONE);
        let lines = std::mem::take(&mut view.lines).into_iter();
        let lines = lines.filter(|line| after.is_none_or(|after| position(line) > after));
        let lines = lines.take(usize::try_from(Page::<Line>::limit(page)).unwrap_or(usize::MAX));
        let lines = Page::cut(lines.collect(), page, token);
        view.lines = lines.rows;
        Ok(TenancyRent {
            monthly: ledger
                .as_ref()
                .map_or(found.rent, |ledger| ledger.rent_on(as_of, found.rent)),
            ground_8: ledger
                .as_ref()
                .and_then(|ledger| ledger.ground_8_line(&view.arrears)),
            next: ledger.as_ref().and_then(|ledger| next(&found, ledger)),
            all: parts.values().copied().fold(Part::NONE, Part::and),
            since: entries.first().map(|entry| entry.date),
            said: found.said,
            tenants: found
                .tenants
                .into_iter()
                .map(|member| {
                    let part = of(member.id);
                    (member, part)
                })
                .collect(),
            next_page: lines.next,
            view,
        })
    }
}

/// The ledger of a tenancy, by one of the tenants who owe it.
async fn view(
    tx: &mut lintel_db::Tx,
    organisation: OrganisationId,
    found: &Tenancy,
    as_of: NaiveDate,
    today: NaiveDate,
) -> Result<LedgerView, Error> {
    let first = found.owing().next().ok_or_else(tenancy_not_found)?;
    let shown = locked::shown(tx, organisation, first.id).await?;
    rents::view(tx, organisation, shown, as_of, today).await
}

/// The next day that rent is due, and how much of all together.
fn next(tenancy: &Tenancy, ledger: &Ledger) -> Option<(NaiveDate, Money)> {
    let (terms, rents) = ledger.terms.as_ref()?;
    let first = ledger.next_due?;
    let charges = ledger::charges(tenancy, terms, rents.on(first), terms.period_from(first));
    let sum: i64 = charges.iter().map(|charge| charge.amount.minor()).sum();
    (sum > 0).then_some((first, Money::gbp(sum)))
}

/// Where a line stands: its day and its entry.
const fn position(line: &Line) -> (NaiveDate, i64) {
    (line.entry.date, line.entry.id.get())
}

fn token(line: &Line) -> PageToken {
    let (day, id) = position(line);
    PageToken {
        sort: format!("rent {day}"),
        id,
    }
}

/// Reads what [`token`] made.
fn place(token: &PageToken) -> Result<(NaiveDate, i64), Error> {
    let day = token
        .sort
        .strip_prefix("rent ")
        .ok_or_else(bad_page_token)?;
    let day = day.parse().map_err(|_| bad_page_token())?;
    Ok((day, token.id))
}
