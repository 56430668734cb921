//! Rent: what is owed and paid, for the landlord and for the tenant whose it is.

use std::{collections::HashMap, sync::Arc};

use chrono::NaiveDate;
use lintel_core::{
    Clock, Error, LedgerEntryId, Money, OrganisationId, Page, PageRequest, Principal, PropertyId,
    RequestKey, Role, TenantId, london_date,
};
use lintel_db::{Db, Scope, Tx, once};

use super::{
    arrears::{Answered, Totals},
    ledgers,
};
use crate::{
    app::{
        agreeing::{agreed_terms, agreement_void},
        letting::{TenancyMails, locked, own_tenant, tenancy},
    },
    domain::{
        letting::{
            Tenancy, TenancyState, Tenant, ToldChange,
            account_tenancy::{has_left_others, rent_until},
        },
        rent::{
            Arrears, EarlierRise, Entry, EntryActor, EntryDraft, EntryKind, NewEntry, Proposal,
            RentChange, RentChangeDraft, RentTerms, RentTermsDraft, Rising, Settled,
            ledger::{self, ArrearsPlace, ArrearsRow, ArrearsSort, Ledger, balance_of, standing},
        },
    },
    error::{ledger_entry_not_found, rent_not_charged, tenancy_ended, tenant_not_found},
    store,
};

/// Rent and what came of it.
#[derive(Debug, Clone)]
pub struct Rent {
    pub(in crate::app) db: Db,
    pub(in crate::app) clock: Arc<dyn Clock>,
    answered: Answered,
    mails: TenancyMails,
}

/// A line of a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The entry.
    pub entry: Entry,
    /// Of a charge how it stands.
    pub settled: Option<Settled>,
    /// The entry that takes it back.
    pub reversed_by: Option<LedgerEntryId>,
    /// The balance of the tenancy behind it.
    pub balance: Money,
}

/// A ledger as of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerView {
    /// Whose.
    pub tenant: Tenant,
    /// The lines of that day and before; each has the balance of the tenancy behind it.
    pub lines: Vec<Line>,
    /// What the tenancy owes, and with it every tenant.
    pub arrears: Arrears,
    /// How rent is due, with the rent of a whole period.
    pub terms: Option<(RentTerms, Money)>,
    /// The changes of the rent.
    pub changes: Vec<RentChange>,
    /// What the tenancy owes; for the landlord alone.
    pub tenancy_arrears: Option<Arrears>,
    /// The tenants who owe it by name, the one that was asked for first.
    pub owing: Vec<(TenantId, String)>,
    /// The name of everybody in the tenancy, who has left as well.
    pub names: HashMap<TenantId, String>,
    /// The next day that rent is due, and what then of the tenant.
    pub next: Option<(NaiveDate, Money)>,
}

/// What tenants owe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArrearsList {
    /// A page of tenants.
    pub page: Page<ArrearsRow>,
    /// The sums of all.
    pub totals: Totals,
    /// The day.
    pub as_of: NaiveDate,
}

/// When the rent of a tenancy can rise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedRise {
    /// When, and why.
    pub proposal: Proposal,
    /// The rent per month now.
    pub monthly: Money,
    /// The last rise of before Lintel, if it was recorded.
    pub earlier: Option<EarlierRise>,
}

impl Rent {
    /// Of tenancies kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub fn new(db: Db, clock: Arc<dyn Clock>, mails: TenancyMails) -> Self {
        Self {
            db,
            clock,
            mails,
            answered: Answered::default(),
        }
    }

    /// The ledger of a tenant as of a day, today where none is said. A tenant's account sees its own.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_ledger", skip_all, fields(tenant.id = %tenant))]
    pub async fn ledger(
        &self,
        caller: &Principal,
        tenant: TenantId,
        as_of: Option<NaiveDate>,
    ) -> Result<LedgerView, Error> {
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(scope(caller)).await?;
        let (organisation, tenant) = own_tenant::named(&mut tx, caller, tenant, today).await?;
        let as_of = seen_until(caller, &tenant, as_of.unwrap_or(today));
        let own = tenant.id;
        let mut view = view(&mut tx, organisation, tenant, as_of, today).await?;
        view.lines.retain(|line| line.entry.tenant == own);
        if has_left_others(&view.tenant) {
            view.arrears = Arrears::nothing(as_of);
        }
        if caller.role == Role::Tenant {
            view.tenancy_arrears = None;
        }
        Ok(view)
    }

    /// What was and is due to a tenant, with what was paid of it today, the oldest first.
    ///
    /// # Errors
    /// As [`Self::ledger`].
    #[tracing::instrument(name = "app.list_rent_payments", skip_all, fields(tenant.id = %tenant))]
    pub async fn payments(
        &self,
        caller: &Principal,
        tenant: TenantId,
    ) -> Result<(PropertyId, Vec<(Entry, Settled)>), Error> {
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(scope(caller)).await?;
        let (organisation, tenant) = own_tenant::named(&mut tx, caller, tenant, today).await?;
        let entries = store::rent::ledger_entry::of_tenancy(&mut tx, organisation, tenant.tenancy);
        let entries = entries.await?;
        let settled = standing(&entries, today).charges;
        let of = |entry: &Entry| settled.iter().find(|one| one.charge == entry.id).cloned();
        let own = entries.iter().filter(|entry| entry.tenant == tenant.id);
        let payments = own
            .filter_map(|entry| Some((entry.clone(), of(entry)?)))
            .collect();
        Ok((tenant.property, payments))
    }

    /// Writes an entry. A repeat under the same request id gets the first entry.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `LEDGER_ENTRY_NOT_FOUND`; `LEDGER_INVALID` with every offending field; `ENTRY_ALREADY_REVERSED`;
    /// `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.post_ledger_entry", skip_all, fields(tenant.id = %tenant))]
    pub async fn post(
        &self,
        caller: &Principal,
        tenant: TenantId,
        (draft, email_tenant): (EntryDraft, Option<bool>),
        request: Option<&RequestKey>,
    ) -> Result<(Line, Arrears), Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let today = london_date(now);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        // What the payer wrote may name somebody: a repeat reads the entry again.
        let id: i64 = once(&mut tx, request, async |tx| {
            let tenancy = locked::lock_of(tx, organisation, tenant).await?;
            if draft.reverses != 0 {
                let id = draft.reverses.into();
                let reversed =
                    store::rent::ledger_entry::find(tx, organisation, tenant, id).await?;
                reversed.ok_or_else(ledger_entry_not_found)?;
            }
            let new = NewEntry::try_new(draft, today)?;
            let actor = EntryActor::Landlord;
            let entry = ledgers::write(tx, organisation, &tenancy, tenant, new, actor, now).await?;
            if let Some(wanted) = email_tenant.filter(|_| entry.kind == EntryKind::Receipt) {
                store::letting::tenant_mail::say_of_receipt(tx, organisation, entry.id, wanted)
                    .await?;
            }
            Ok(entry.id.get())
        })
        .await?;
        let shown = locked::shown(&mut tx, organisation, tenant).await?;
        let entry =
            store::rent::ledger_entry::find(&mut tx, organisation, tenant, id.into()).await?;
        let entry = entry.ok_or_else(ledger_entry_not_found)?;
        let day = today.max(entry.date);
        let view = view(&mut tx, organisation, shown, day, today).await?;
        let line = view
            .lines
            .into_iter()
            .find(|line| line.entry.id == entry.id);
        let tenancy = view.tenant.tenancy.get();
        let owed = ledgers::owed(&mut tx, organisation, Some(&[tenancy]), today).await?;
        let arrears = owed.first().map(|owed| owed.arrears(today));
        tx.commit().await?;
        Ok((
            line.ok_or_else(ledger_entry_not_found)?,
            arrears.unwrap_or(view.arrears),
        ))
    }

    /// A page of what tenants owe as of a day together with the others of their tenancies, in the order that is asked for, with the sums of all;
    /// of all tenants with a ledger or of those in arrears.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_arrears", skip_all)]
    pub async fn arrears(
        &self,
        caller: &Principal,
        as_of: Option<NaiveDate>,
        all: bool,
        sort: ArrearsSort,
        page: &PageRequest,
    ) -> Result<ArrearsList, Error> {
        let organisation = caller.organisation()?;
        let as_of = as_of.unwrap_or_else(|| london_date(self.clock.now()));
        let parse = |token| ArrearsPlace::parse(sort, token);
        let after = page.after.as_ref().map(parse).transpose()?;
        let limit = Page::<ArrearsRow>::limit(page);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let known = self.answered.of(&mut tx, organisation, as_of).await?;
        let names = match sort {
            ArrearsSort::Name => {
                store::rent::arrears::names(&mut tx, organisation, &known.tenants()).await?
            }
            ArrearsSort::Oldest | ArrearsSort::Amount => HashMap::new(),
        };
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let rows = known.page(all, sort, &names, after.as_ref(), limit);
        let rows = store::rent::arrears::rows(&mut tx, organisation, rows).await?;
        Ok(ArrearsList {
            page: Page::cut(rows, page, |row| {
                let place = ArrearsPlace::of(sort, row.tenant, &row.name, &row.tenancy.owed);
                place.token(sort)
            }),
            totals: known.totals,
            as_of,
        })
    }

    /// Begins the charging of rent in the tenancy of a tenant. Gives the terms with the rent of a whole period. A repeat under the same
    /// request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `TENANCY_ENDED`; `RENT_TERMS_INVALID` with every offending field; `RENT_AGREED` before they move in by an
    /// agreement, and for other terms than the agreement of a tenancy in force says; `RENT_ALREADY_CHARGED`; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.start_rent", skip_all, fields(tenant.id = %tenant))]
    pub async fn start(
        &self,
        caller: &Principal,
        tenant: TenantId,
        draft: RentTermsDraft,
        request: Option<&RequestKey>,
    ) -> Result<(RentTerms, Money), Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let today = london_date(now);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let before = locked::lock_of(tx, organisation, tenant).await?;
            if before.state == TenancyState::Ended {
                return Err(tenancy_ended());
            }
            let (terms, opening) = RentTerms::try_new(draft, before.start, today)?;
            agreed_terms::require_agreed(tx, organisation, &before, &terms).await?;
            ledgers::start(tx, organisation, &before, &terms, opening, today, now).await?;
            tenancy::save(tx, organisation, &before, before.clone(), now).await?;
            Ok(tenant.get())
        })
        .await?;
        let (_, ledger) = charged(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        let (terms, rents) = ledger.terms.ok_or_else(rent_not_charged)?;
        let rent = terms.period.rent(rents.on(today));
        Ok((terms, rent))
    }

    /// When a rise can begin whose notice is served on a day, today where none is said.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `RENT_NOT_CHARGED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.propose_rent_rise", skip_all, fields(tenant.id = %tenant))]
    pub async fn propose(
        &self,
        caller: &Principal,
        tenant: TenantId,
        served: Option<NaiveDate>,
    ) -> Result<ProposedRise, Error> {
        let organisation = caller.organisation()?;
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let (shown, ledger) = charged(&mut tx, organisation, tenant).await?;
        let (terms, rents) = ledger.terms.as_ref().ok_or_else(rent_not_charged)?;
        let rising = rising(shown.start, terms, rents, &ledger);
        Ok(ProposedRise {
            proposal: rising.propose(served.unwrap_or(today)),
            monthly: rents.on(today),
            earlier: ledger.earlier_rise,
        })
    }

    /// Records another rent from the first day of a period on; an agreement that waits for signatures at the former rent becomes void. A repeat under the same request id gets the first change.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `RENT_NOT_CHARGED`; `RENT_CHANGE_INVALID` with every offending field; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.record_rent_change", skip_all, fields(tenant.id = %tenant))]
    pub async fn change(
        &self,
        caller: &Principal,
        tenant: TenantId,
        (draft, email_tenants): (RentChangeDraft, Option<bool>),
        request: Option<&RequestKey>,
    ) -> Result<(RentChange, bool), Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let today = london_date(now);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let id: i64 = once(&mut tx, request, async |tx| {
            let before = locked::lock_of(tx, organisation, tenant).await?;
            let ledger = store::rent::ledger::find(tx, organisation, before.id).await?;
            let ledger = ledger.ok_or_else(rent_not_charged)?;
            let (terms, rents) = ledger.terms.as_ref().ok_or_else(rent_not_charged)?;
            let new = rising(before.start, terms, rents, &ledger).judge(draft, today)?;
            let id =
                store::rent::ledger::add_change(tx, organisation, before.id, &new, now).await?;
            agreement_void::void_at_other_rent(tx, organisation, before.id, new.monthly, now)
                .await?;
            tenancy::save(tx, organisation, &before, before.clone(), now).await?;
            let told = ToldChange::Rent {
                monthly: new.monthly,
                from: new.effective,
            };
            let staying: Vec<_> = before.staying().map(|one| one.id).collect();
            let (mails, told) = (&self.mails, (told, email_tenants));
            mails
                .tell_all(tx, organisation, &staying, told, now)
                .await?;
            Ok(id.get())
        })
        .await?;
        let (_, ledger) = charged(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        let changes = ledger.terms.map(|(_, rents)| rents.changes);
        let mut changes = changes.unwrap_or_default().into_iter();
        let change = changes.find(|change| change.id.get() == id);
        let change = change.ok_or_else(rent_not_charged)?;
        Ok((change, change.effective <= today))
    }

    /// Records the last rise of before Lintel in place of the one that was recorded; nothing is charged for it. A repeat under the same
    /// request id changes nothing more.
    ///
    /// # Errors
    /// As [`Self::change`].
    #[tracing::instrument(name = "app.record_earlier_rise", skip_all, fields(tenant.id = %tenant))]
    pub async fn rose_before(
        &self,
        caller: &Principal,
        tenant: TenantId,
        draft: RentChangeDraft,
        request: Option<&RequestKey>,
    ) -> Result<EarlierRise, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let before = locked::lock_of(tx, organisation, tenant).await?;
            let ledger = store::rent::ledger::find(tx, organisation, before.id).await?;
            let ledger = ledger.ok_or_else(rent_not_charged)?;
            let (terms, rents) = ledger.terms.as_ref().ok_or_else(rent_not_charged)?;
            let rise = rising(before.start, terms, rents, &ledger).judge_earlier(draft)?;
            store::rent::ledger::keep_earlier_rise(tx, organisation, before.id, rise).await?;
            Ok(tenant.get())
        })
        .await?;
        let (_, ledger) = charged(&mut tx, organisation, tenant).await?;
        tx.commit().await?;
        ledger.earlier_rise.ok_or_else(rent_not_charged)
    }
}

/// The scope that a caller's transaction begins in.
pub(in crate::app) fn scope(caller: &Principal) -> Scope {
    if caller.role == Role::Tenant {
        Scope::user(caller.user)
    } else {
        Scope::of(caller)
    }
}

/// The last day until `day` whose rent a caller sees of a tenant: a landlord all, an account until it left others.
pub(super) fn seen_until(caller: &Principal, tenant: &Tenant, day: NaiveDate) -> NaiveDate {
    if caller.role == Role::Tenant {
        rent_until(tenant, day)
    } else {
        day
    }
}

/// The ledger of a tenant as of a day.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn view(
    tx: &mut Tx,
    organisation: OrganisationId,
    tenant: Tenant,
    as_of: NaiveDate,
    today: NaiveDate,
) -> Result<LedgerView, Error> {
    let tenancy = store::letting::tenancy::find(tx, organisation, tenant.tenancy).await?;
    let tenancy = tenancy.ok_or_else(tenant_not_found)?;
    let ledger = store::rent::ledger::find(tx, organisation, tenancy.id).await?;
    let ledger = ledger.unwrap_or_else(|| Ledger::new(tenancy.id, tenant.property_nation, today));
    let entries = store::rent::ledger_entry::of_tenancy(tx, organisation, tenancy.id).await?;
    let stand = standing(&entries, as_of);
    let arrears = ledger.arrears(stand.owed, tenancy.rent, as_of);
    let whole = ledger.rent_on(as_of, tenancy.rent);
    let terms = ledger.terms.as_ref();
    Ok(LedgerView {
        lines: lines(entries, &stand.charges, as_of),
        tenancy_arrears: Some(arrears.clone()),
        arrears,
        terms: terms.map(|(terms, _)| (terms.clone(), terms.period.rent(whole))),
        changes: terms
            .map(|(_, rents)| rents.changes.clone())
            .unwrap_or_default(),
        owing: owing(&tenancy, tenant.id),
        names: tenancy
            .tenants
            .iter()
            .map(|member| (member.id, member.person.name.clone()))
            .collect(),
        next: next(&tenancy, &ledger, tenant.id),
        tenant,
    })
}

fn lines(entries: Vec<Entry>, charges: &[Settled], as_of: NaiveDate) -> Vec<Line> {
    let by_then: Vec<Entry> = entries
        .into_iter()
        .filter(|entry| entry.date <= as_of)
        .collect();
    let mut balance = 0;
    let shown = by_then.iter().map(|entry| {
        balance += entry.effect.minor();
        Line {
            entry: entry.clone(),
            settled: charges.iter().find(|one| one.charge == entry.id).cloned(),
            reversed_by: by_then
                .iter()
                .find(|one| one.reverses == Some(entry.id))
                .map(|one| one.id),
            balance: Money::gbp(balance),
        }
    });
    let shown: Vec<_> = shown.collect();
    debug_assert_eq!(Money::gbp(balance), balance_of(&by_then, as_of));
    shown
}

fn owing(tenancy: &Tenancy, tenant: TenantId) -> Vec<(TenantId, String)> {
    let first = tenancy.member(tenant).into_iter();
    let others = tenancy.owing().filter(|member| member.id != tenant);
    let all = first.chain(others);
    all.map(|member| (member.id, member.person.name.clone()))
        .collect()
}

/// The next day that rent is due, and what it is of a tenant who is still there then.
fn next(tenancy: &Tenancy, ledger: &Ledger, tenant: TenantId) -> Option<(NaiveDate, Money)> {
    let (terms, rents) = ledger.terms.as_ref()?;
    let first = ledger.next_due?;
    let charges = ledger::charges(tenancy, terms, rents.on(first), terms.period_from(first));
    let own = charges.iter().find(|charge| charge.tenant == tenant)?;
    Some((own.due, own.amount))
}

fn rising<'a>(
    start: NaiveDate,
    terms: &'a RentTerms,
    rents: &'a crate::domain::rent::Rents,
    ledger: &Ledger,
) -> Rising<'a> {
    Rising {
        start,
        terms,
        rents,
        next_due: ledger.next_due,
        earlier: ledger.earlier_rise,
        nation: ledger.nation,
    }
}

async fn charged(
    tx: &mut Tx,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<(Tenant, Ledger), Error> {
    let shown = locked::shown(tx, organisation, tenant).await?;
    let ledger = store::rent::ledger::find(tx, organisation, shown.tenancy).await?;
    Ok((shown, ledger.ok_or_else(rent_not_charged)?))
}
