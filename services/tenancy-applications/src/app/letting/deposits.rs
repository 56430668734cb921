//! The deposits of tenancies, and the dates of a notice.

use std::sync::Arc;

use chrono::NaiveDate;
use lintel_core::{
    Clock, Error, Money, OrganisationId, Principal, RequestKey, Role, TenancyDocumentId, TenantId,
    london_date,
};
use lintel_db::{Db, Scope, once};
use lintel_rules::{DepositClock, rules};
use sqlx::PgConnection;

use super::{TenancyMails, locked, own_tenant, tenancy};
use crate::{
    domain::{
        Nation,
        letting::{
            Deposit, DepositAnswer, DepositDraft, NoticeDraft, Noticed, ProposedNotice,
            ReturnDraft, Tenancy, Tenant, ToldChange, month_due_from,
        },
        rent::ledger::Ledger,
    },
    error::deposit_not_recorded,
    store,
};

/// Deposits of tenancies.
#[derive(Debug, Clone)]
pub struct Deposits {
    db: Db,
    clock: Arc<dyn Clock>,
    mails: TenancyMails,
}

/// A deposit with its amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldDeposit {
    /// How much was agreed.
    pub amount: Money,
    /// What is known of it.
    pub known: Deposit,
    /// Until when it is protected and told of; `None` before it came.
    pub clock: Option<DepositClock>,
    /// What is wrong with its amount, as sentences.
    pub warnings: Vec<String>,
    /// What tenants say of its return, by their names.
    pub answers: Vec<DepositAnswer>,
    /// Whether the tenant whose it is was given the bill.
    pub(super) has_bill: bool,
}

/// What a change of a deposit is judged by.
struct Judged {
    nation: Nation,
    today: NaiveDate,
    /// Whether the bill that it names is a document that the tenants were given.
    has_bill: bool,
}

impl HeldDeposit {
    /// Returns it as one of the tenants sees it: what the others say of the return, and what was said of another one, is for
    /// the landlord; a bill that only others were given cannot be opened.
    #[must_use]
    pub(super) fn seen_by(mut self, tenant: TenantId) -> Self {
        self.answers
            .retain(|answer| answer.tenant == tenant && !answer.outdated);
        self.known.bill = self.known.bill.filter(|_| self.has_bill);
        self
    }
}

impl Deposits {
    /// Deposits kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, mails: TenancyMails) -> Self {
        Self { db, clock, mails }
    }

    /// The deposit of a tenant's tenancy: a landlord's tenant, or the account's own. `None` where none was agreed or recorded.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_deposit", skip_all, fields(tenant.id = %tenant))]
    pub async fn get(
        &self,
        caller: &Principal,
        tenant: TenantId,
    ) -> Result<Option<HeldDeposit>, Error> {
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let (organisation, found) = own_tenant::named(&mut tx, caller, tenant, today).await?;
        let held = held(&mut tx, organisation, &found, today).await?;
        Ok(match caller.role {
            Role::Tenant => held.map(|held| held.seen_by(tenant)),
            _ => held,
        })
    }

    /// Records what is known of a deposit; what is absent stays. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `DEPOSIT_INVALID` with every offending field; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the
    /// database is away.
    #[tracing::instrument(name = "app.record_deposit", skip_all, fields(tenant.id = %tenant))]
    pub async fn record(
        &self,
        caller: &Principal,
        tenant: TenantId,
        (draft, email_tenants): (DepositDraft, Option<bool>),
        request: Option<&RequestKey>,
    ) -> Result<Option<HeldDeposit>, Error> {
        let asked = (email_tenants, None, request);
        self.change(caller, tenant, asked, |before, known, by| {
            let known = known.unwrap_or_default();
            let (after, amount) = known.record(draft, before.deposit, by.nation, by.today)?;
            let received = after.received;
            Ok((after, amount, ToldChange::Deposit { amount, received }))
        })
        .await
    }

    /// Records what of a deposit was given back. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `DEPOSIT_NOT_RECORDED` before it came; `DEPOSIT_INVALID` with every offending field; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.record_deposit_return", skip_all, fields(tenant.id = %tenant))]
    pub async fn give_back(
        &self,
        caller: &Principal,
        tenant: TenantId,
        (draft, email_tenants): (ReturnDraft, Option<bool>),
        request: Option<&RequestKey>,
    ) -> Result<Option<HeldDeposit>, Error> {
        let asked = (email_tenants, draft.bill, request);
        self.change(caller, tenant, asked, |before, known, by| {
            let known = known.filter(|known| known.received.is_some());
            let (Some(known), Some(amount)) = (known, before.deposit) else {
                return Err(deposit_not_recorded());
            };
            let after = known.give_back(draft, (amount, by.has_bill), by.today)?;
            let told = ToldChange::DepositReturn {
                returned: after.returned.unwrap_or(Money::ZERO),
                on: after.returned_on.unwrap_or(by.today),
            };
            Ok((after, amount, told))
        })
        .await
    }

    /// The earliest last day of a tenancy after a notice that is given on a day, today where none is said. Nothing is stored.
    ///
    /// # Errors
    /// `TENANT_NOT_FOUND`; `NOTICE_INVALID`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.propose_notice", skip_all, fields(tenant.id = %tenant))]
    pub async fn propose_notice(
        &self,
        caller: &Principal,
        tenant: TenantId,
        draft: NoticeDraft,
    ) -> Result<ProposedNotice, Error> {
        let organisation = caller.organisation()?;
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let found = locked::shown(&mut tx, organisation, tenant).await?;
        let today = london_date(self.clock.now());
        proposed(&mut tx, organisation, &found, draft, today).await
    }

    async fn change(
        &self,
        caller: &Principal,
        tenant: TenantId,
        (email_tenants, bill, request): (
            Option<bool>,
            Option<TenancyDocumentId>,
            Option<&RequestKey>,
        ),
        become_: impl FnOnce(
            &Tenancy,
            Option<Deposit>,
            Judged,
        ) -> Result<(Deposit, Money, ToldChange), Error>,
    ) -> Result<Option<HeldDeposit>, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let shown = locked::shown(tx, organisation, tenant).await?;
            let before = locked::lock_of(tx, organisation, tenant).await?;
            let known = store::letting::deposit::find(tx, organisation, before.id).await?;
            let by = Judged {
                nation: shown.property_nation,
                today: london_date(now),
                has_bill: match bill {
                    Some(bill) => {
                        store::letting::tenancy_document::is_of(tx, organisation, before.id, bill)
                            .await?
                    }
                    None => false,
                },
            };
            let (after, amount, told) = become_(&before, known, by)?;
            store::letting::deposit::keep(tx, organisation, before.id, &after, now).await?;
            let with = Tenancy {
                deposit: Some(amount),
                ..before.clone()
            };
            tenancy::save(tx, organisation, &before, with, now).await?;
            // A deposit is given back when everybody has left: they are told then.
            let owing: Vec<_> = before.owing().map(|one| one.id).collect();
            let (mails, told) = (&self.mails, (told, email_tenants));
            mails.tell_all(tx, organisation, &owing, told, now).await?;
            Ok(tenant.get())
        })
        .await?;
        let shown = locked::shown(&mut tx, organisation, tenant).await?;
        let held = held(&mut tx, organisation, &shown, london_date(now)).await?;
        tx.commit().await?;
        Ok(held)
    }
}

/// Returns the earliest last day after a notice about the tenancy of a tenant.
///
/// # Errors
/// `NOTICE_INVALID`; [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn proposed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: &Tenant,
    draft: NoticeDraft,
    today: NaiveDate,
) -> Result<ProposedNotice, Error> {
    let known = store::letting::deposit::find(tx, organisation, tenant.tenancy).await?;
    let ledger = store::rent::ledger::find(tx, organisation, tenant.tenancy).await?;
    let terms = ledger.and_then(|ledger| ledger.terms);
    let next_due = |day: NaiveDate| match &terms {
        Some((terms, _)) => terms.next_period_from(day),
        // Rent is per month where nothing else was agreed.
        None => month_due_from(tenant.start, day),
    };
    let noticed = Noticed {
        nation: tenant.property_nation,
        start: tenant.start,
        deposit: Deposit::state(known.as_ref(), tenant.deposit),
    };
    noticed.propose(draft, today, next_due)
}

/// Returns the deposit of a tenant's tenancy; `None` where none was agreed or recorded.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn held(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: &Tenant,
    today: NaiveDate,
) -> Result<Option<HeldDeposit>, Error> {
    let Some(amount) = tenant.deposit.filter(|amount| *amount != Money::ZERO) else {
        return Ok(None);
    };
    let known = store::letting::deposit::find(tx, organisation, tenant.tenancy).await?;
    let known = known.unwrap_or_default();
    let nation = tenant.property_nation;
    // What may be taken is judged at the rent and by the rule of the day on which it came, or else of today.
    let day = known.received.unwrap_or(today);
    let ledger = store::rent::ledger::find(tx, organisation, tenant.tenancy).await?;
    let ledger = ledger.unwrap_or_else(|| Ledger::new(tenant.tenancy, nation, today));
    let rent = ledger.agreed_rent(day, tenant.rent);
    let warning = rules().deposit_warning(nation, rent, amount, day);
    let answers =
        store::letting::deposit_answer::of_tenancy(tx, organisation, tenant.tenancy).await?;
    let has_bill = match known.bill {
        Some(bill) => {
            store::letting::tenancy_document::was_given(tx, organisation, tenant.id, bill).await?
        }
        None => false,
    };
    Ok(Some(HeldDeposit {
        amount,
        clock: known.clock(nation, tenant.start),
        warnings: warning.into_iter().collect(),
        known,
        answers,
        has_bill,
    }))
}
