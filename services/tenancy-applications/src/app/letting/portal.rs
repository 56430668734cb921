//! The homes that a tenant sees, and those that they say are theirs.

use std::{collections::BTreeMap, sync::Arc};

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    Clock, Error, OrganisationId, Principal, RequestKey, TenancyId, TenantId, london_date,
};
use lintel_db::{Db, Scope, Tx, once};
use lintel_rules::{Nation, rules};

use super::{
    deposits::{self, HeldDeposit},
    locked, own_tenancies, tenancy,
};
use crate::{
    app::{
        applying::locked::act_in,
        keeping::owners::{Asking, know_account},
        rent::ledgers,
    },
    domain::letting::{
        AccountTenancy, ConfirmationBasis, KeptPetRequest, LeaseStatus, NoticeDraft, NoticeGiver,
        ProposedNotice, Tenancy, Tenant, account_tenancy,
    },
    error::tenancy_not_linked,
    store::{self, letting::tenant_confirmation::Said},
};

/// The most tenancies that an account is asked about at once.
const MOST_ASKED: usize = 20;

/// The tenancies of the signed-in account.
#[derive(Debug, Clone)]
pub struct Portal {
    db: Db,
    clock: Arc<dyn Clock>,
    asking: Arc<Asking>,
}

/// A tenant's home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnHome {
    /// The tenant; without the application and the reason of leaving.
    pub tenant: Tenant,
    /// The kind of the property; empty where it has left the portfolio.
    pub property_type: String,
    /// The name of the landlord or agent; empty where it is not known.
    pub organisation_name: String,
    /// How the rent is paid, as the signed agreement says it; empty without one that does.
    pub payment_details: String,
    /// The deposit of the tenancy; `None` where none was agreed or recorded.
    pub deposit: Option<HeldDeposit>,
    /// The names of the others who live there by the same tenancy.
    pub household: Vec<String>,
    /// The notice that the tenant may give today; `None` where the tenant has left or the last day is known.
    pub notice: Option<ProposedNotice>,
    /// The tenant's requests for pets with the last day for the answer, the newest first.
    pub pets: Vec<(KeptPetRequest, Option<NaiveDate>)>,
}

/// One of the tenancies of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTenancy {
    /// The tenant.
    pub tenant: Tenant,
    /// Who lets.
    pub organisation: OrganisationId,
    /// The name of the landlord or agent; empty where it is not known.
    pub organisation_name: String,
    /// The last day on which the account sees it; `None` while the tenant has not left.
    pub access_end: Option<NaiveDate>,
    /// Whom to call where the home is when gas is smelt.
    pub gas_number: &'static str,
}

/// A tenancy that an account is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToConfirm {
    /// The tenancy.
    pub tenancy: TenancyId,
    /// The name of whoever says so; empty where it is not known.
    pub organisation_name: String,
    /// Where the home is.
    pub address: String,
    /// Its postcode.
    pub postcode: String,
}

/// The portal of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnHomes {
    /// The chosen home; `None` while there are tenancies to confirm alone.
    pub chosen: Option<OwnHome>,
    /// All of the account's, the first in front.
    pub tenancies: Vec<OwnTenancy>,
    /// The tenancies that the account has yet to confirm.
    pub to_confirm: Vec<ToConfirm>,
}

impl Portal {
    /// Of tenancies kept in `db`; the day is that of `clock` in London.
    #[must_use]
    pub const fn new(db: Db, clock: Arc<dyn Clock>, asking: Arc<Asking>) -> Self {
        Self { db, clock, asking }
    }

    /// The account's tenancies, one of them in full: the one that is asked for, else the first.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED` where there is none, or not the one that is asked for; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.get_portal", skip_all)]
    pub async fn get(
        &self,
        caller: &Principal,
        wanted: Option<TenancyId>,
    ) -> Result<OwnHomes, Error> {
        know_account(&self.db, &self.asking, caller).await?;
        let today = london_date(self.clock.now());
        let mut tx = self.db.begin(Scope::user(caller.user)).await?;
        let own = own_tenancies::of_account(&mut tx, caller).await?;
        let seen = own_tenancies::seen(&mut tx, caller, &own, today).await?;
        let mut names = BTreeMap::new();
        let to_confirm = to_confirm(&mut tx, caller, &own, today, &mut names).await?;
        let chosen = match wanted {
            Some(wanted) => {
                let found = seen.iter().find(|(_, tenant)| tenant.tenancy == wanted);
                Some(found.ok_or_else(tenancy_not_linked)?.clone())
            }
            None => seen.first().cloned(),
        };
        if chosen.is_none() && to_confirm.is_empty() {
            return Err(tenancy_not_linked());
        }
        let mut tenancies = Vec::new();
        for (organisation, tenant) in seen {
            let organisation_name = named(&mut tx, caller, organisation, &mut names).await?;
            tenancies.push(OwnTenancy {
                access_end: account_tenancy::access_end(&tenant),
                gas_number: gas_number(tenant.property_nation, today),
                tenant,
                organisation,
                organisation_name,
            });
        }
        let chosen = match chosen {
            Some((organisation, tenant)) => {
                let name = named(&mut tx, caller, organisation, &mut names).await?;
                Some(home(&mut tx, caller, organisation, tenant, name, today).await?)
            }
            None => None,
        };
        Ok(OwnHomes {
            chosen,
            tenancies,
            to_confirm,
        })
    }

    /// Keeps whether a tenancy is the account's own. A repeat under the same request id changes nothing more.
    ///
    /// # Errors
    /// `TENANCY_NOT_LINKED` for a tenancy that has not the account's verified address; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while
    /// the database is away.
    #[tracing::instrument(name = "app.confirm_tenancy", skip_all, fields(tenancy.id = %wanted))]
    pub async fn confirm(
        &self,
        caller: &Principal,
        wanted: TenancyId,
        mine: bool,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        know_account(&self.db, &self.asking, caller).await?;
        // A request id belongs to its caller, the rows to the organisation.
        let account = Scope::user(caller.user);
        let mut tx = self.db.begin(account).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            self.answer(tx, caller, wanted, mine).await?;
            tx.act_as(account).await?;
            Ok(wanted.get())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    async fn answer(
        &self,
        tx: &mut Tx,
        caller: &Principal,
        wanted: TenancyId,
        mine: bool,
    ) -> Result<(), Error> {
        let mut own = own_tenancies::of_account(tx, caller).await?;
        own.retain(|one| one.tenancy == wanted);
        let organisation = own.first().ok_or_else(tenancy_not_linked)?.organisation;
        own.retain(|one| one.mine != Some(mine));
        let tenants: Vec<_> = own.iter().map(|one| one.tenant).collect();
        let Some(first) = tenants.first() else {
            return Ok(());
        };
        act_in(tx, caller, organisation).await?;
        let now = self.clock.now();
        let before = locked::lock_of(tx, organisation, *first).await?;
        let said = Said {
            user: caller.user,
            mine,
            basis: ConfirmationBasis::Answer,
        };
        keep(tx, organisation, &before, &tenants, said, now).await
    }
}

/// Keeps what an account says of tenants of a locked tenancy, and tells that the tenancy changed: its landlord sees how it stands.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn keep(
    tx: &mut Tx,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    tenants: &[TenantId],
    said: Said,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    for tenant in tenants {
        store::letting::tenant_confirmation::keep(tx, organisation, *tenant, said, now).await?;
    }
    tenancy::save(tx, organisation, tenancy, tenancy.clone(), now).await
}

/// Keeps that an account that signed the agreement of a tenancy signed in is its tenant with the account's verified address, if there is
/// one.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn confirm_signer(
    tx: &mut Tx,
    caller: &Principal,
    organisation: OrganisationId,
    tenancy: TenancyId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let own = own_tenancies::of_account(tx, caller).await?;
    let said = Said {
        user: caller.user,
        mine: true,
        basis: ConfirmationBasis::Agreement,
    };
    for one in own {
        let is_here = one.organisation == organisation && one.tenancy == tenancy;
        if is_here && one.mine != Some(true) {
            store::letting::tenant_confirmation::keep(tx, organisation, one.tenant, said, now)
                .await?;
        }
    }
    Ok(())
}

/// The tenancies that an account was not asked about: current ones, and those that it would see still.
async fn to_confirm(
    tx: &mut Tx,
    caller: &Principal,
    own: &[AccountTenancy],
    today: NaiveDate,
    names: &mut BTreeMap<OrganisationId, String>,
) -> Result<Vec<ToConfirm>, Error> {
    let mut asked: Vec<ToConfirm> = Vec::new();
    for one in own.iter().filter(|one| one.mine.is_none()) {
        // Tenants of a tenancy who share an address are asked about once.
        if asked.iter().any(|asked| asked.tenancy == one.tenancy) {
            continue;
        }
        if asked.len() == MOST_ASKED {
            break;
        }
        let organisation_name = named(tx, caller, one.organisation, names).await?;
        let tenant = store::letting::tenant::find(tx, one.organisation, one.tenant).await?;
        let tenant = tenant.filter(|tenant| account_tenancy::is_seen_on(tenant, today));
        asked.extend(tenant.map(|tenant| ToConfirm {
            tenancy: tenant.tenancy,
            organisation_name,
            address: tenant.property_address,
            postcode: tenant.property_postcode,
        }));
    }
    Ok(asked)
}

/// The number of a nation's gas emergency service; the general one where none is known.
fn gas_number(nation: Nation, today: NaiveDate) -> &'static str {
    rules()
        .emergency_numbers(nation, today)
        .map_or("999", |numbers| numbers.gas)
}

/// The name of an organisation, empty where it is not known; the transaction acts in it from then on.
async fn named(
    tx: &mut Tx,
    caller: &Principal,
    organisation: OrganisationId,
    names: &mut BTreeMap<OrganisationId, String>,
) -> Result<String, Error> {
    act_in(tx, caller, organisation).await?;
    if let Some(name) = names.get(&organisation) {
        return Ok(name.clone());
    }
    let name = store::keeping::organisation::name(tx, organisation).await?;
    let name = name.unwrap_or_default();
    names.insert(organisation, name.clone());
    Ok(name)
}

/// A home in full, without what is the landlord's alone. The transaction acts in its organisation.
async fn home(
    tx: &mut Tx,
    caller: &Principal,
    organisation: OrganisationId,
    tenant: Tenant,
    organisation_name: String,
    today: NaiveDate,
) -> Result<OwnHome, Error> {
    act_in(tx, caller, organisation).await?;
    let home = store::keeping::home::find(tx, organisation, tenant.property).await?;
    let own = ledgers::with_arrears(tx, organisation, vec![tenant], today).await?;
    let mut tenant = own.into_iter().next().ok_or_else(tenancy_not_linked)?;
    let agreement =
        store::agreeing::agreement::last_of_tenancy(tx, organisation, tenant.tenancy).await?;
    let agreement = agreement.filter(|agreement| agreement.state.is_in_force());
    let payment_details = agreement.and_then(|agreement| agreement.terms.payment_details);
    let deposit = deposits::held(tx, organisation, &tenant, today).await?;
    let deposit = deposit.map(|held| held.seen_by(tenant.id));
    let household = household(tx, organisation, &tenant).await?;
    let notice = match (tenant.status, &tenant.leaving) {
        (LeaseStatus::Active, None) => Some(own_notice(tx, organisation, &tenant, today).await?),
        _ => None,
    };
    let pets = store::letting::pet_request::of_tenant(tx, organisation, tenant.id).await?;
    let pets = pets.into_iter().map(|kept| {
        let by = kept.request.answer_by(tenant.property_nation);
        (kept, by)
    });
    let pets = pets.collect();
    tenant.application = None;
    if let Some(leaving) = &mut tenant.leaving {
        leaving.reason = None;
    }
    Ok(OwnHome {
        tenant,
        property_type: home.map(|home| home.property_type).unwrap_or_default(),
        organisation_name,
        payment_details: payment_details.unwrap_or_default(),
        deposit,
        household,
        notice,
        pets,
    })
}

/// Returns the names of the others of a tenancy who have not left; none to somebody who has.
async fn household(
    tx: &mut Tx,
    organisation: OrganisationId,
    tenant: &Tenant,
) -> Result<Vec<String>, Error> {
    if tenant.status == LeaseStatus::Ended {
        return Ok(Vec::new());
    }
    let tenancy = store::letting::tenancy::find(tx, organisation, tenant.tenancy).await?;
    let others = tenancy.iter().flat_map(|tenancy| &tenancy.tenants);
    let others = others.filter(|one| one.id != tenant.id && !one.has_left);
    Ok(others.map(|one| one.person.name.clone()).collect())
}

/// Returns the notice that a tenant may give on a day.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(super) async fn own_notice(
    tx: &mut Tx,
    organisation: OrganisationId,
    tenant: &Tenant,
    today: NaiveDate,
) -> Result<ProposedNotice, Error> {
    let draft = NoticeDraft {
        giver: Some(NoticeGiver::Tenant),
        ..NoticeDraft::default()
    };
    deposits::proposed(tx, organisation, tenant, draft, today).await
}
