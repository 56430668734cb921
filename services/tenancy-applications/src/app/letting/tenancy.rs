//! Adding to tenancies and taking away, within a caller's transaction. The home is locked first and then the tenancy, here as everywhere.

use chrono::{DateTime, Utc};
use lintel_core::{Error, Money, OrganisationId, TenancyId, TenantId, london_date};
use lintel_db::{ResultExt as _, outbox};
use sqlx::PgConnection;

use super::locked::{lock, lock_with_home, shown};
use crate::{
    app::{
        agreeing::{AgreementMails, agreement_mails::NOT_TO_BEGIN, agreement_void},
        applying::vacancy::is_taken,
        rent::ledgers,
    },
    domain::{
        agreeing::AgreementState,
        applying::Actor,
        keeping::Home,
        letting::{Leaving, NewTenancy, NewTenant, PlannedTenancy, Tenancy, TenancyState, Tenant},
    },
    error::{
        home_already_let, home_not_found, rent_received, room_not_found, signed_by_all,
        tenancy_active, tenancy_ended, tenancy_not_found,
    },
    events, store,
};

/// Adds an upcoming tenancy, which reserves its home.
///
/// # Errors
/// `HOME_NOT_FOUND`; `ROOM_NOT_FOUND`; `HOME_ALREADY_LET`; [`Error::Unavailable`] while the database is away.
pub async fn reserve(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: NewTenancy,
    now: DateTime<Utc>,
) -> Result<Tenant, Error> {
    add(tx, organisation, new, TenancyState::Upcoming, now).await
}

/// Adds a tenancy in `state`.
///
/// # Errors
/// As [`reserve`].
pub async fn add(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    mut new: NewTenancy,
    state: TenancyState,
    now: DateTime<Utc>,
) -> Result<Tenant, Error> {
    let home = lock_home(tx, organisation, &mut new).await?;
    let lets = store::letting::tenancy::unended(tx, organisation, Some(home.property)).await?;
    let lets: Vec<_> = lets.iter().map(|(_, room)| room.as_deref()).collect();
    if is_taken(new.room.as_deref(), &lets) {
        return Err(home_already_let());
    }
    // The lock has seen to it; the keys are for what it cannot see.
    let key = match new.room {
        Some(_) => store::letting::tenancy::ROOM_UQ,
        None => store::letting::tenancy::PROPERTY_UQ,
    };
    let id = store::letting::tenancy::insert(tx, organisation, &new, &home, state, now)
        .await
        .on_constraint(key, home_already_let)?;
    let tenant =
        store::letting::tenancy::add_tenant(tx, organisation, id, &new.tenant, now).await?;
    let mut tenancy = lock(tx, organisation, id).await?;
    tenancy.share_out(london_date(now));
    store::letting::tenancy::set_shares(tx, organisation, &tenancy).await?;
    outbox::append(tx, &events::tenancy_changed(organisation, &tenancy)).await?;
    if state == TenancyState::Active {
        tell_in_force(tx, organisation, &tenancy).await?;
    }
    shown(tx, organisation, tenant).await
}

/// Adds a tenancy that is over, with all of its tenants: it keeps nobody from letting the home.
///
/// # Errors
/// `HOME_NOT_FOUND`; `ROOM_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
pub async fn add_ended(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    planned: &PlannedTenancy,
    now: DateTime<Utc>,
) -> Result<TenancyId, Error> {
    let mut new = planned.new.clone();
    let home = lock_home(tx, organisation, &mut new).await?;
    let state = TenancyState::Ended;
    let id = store::letting::tenancy::insert(tx, organisation, &new, &home, state, now).await?;
    for tenant in [&new.tenant].into_iter().chain(&planned.others) {
        store::letting::tenancy::add_tenant(tx, organisation, id, tenant, now).await?;
    }
    let mut after = lock(tx, organisation, id).await?;
    let before = Tenancy {
        state: TenancyState::Active,
        ..after.clone()
    };
    let ids = after.tenants.iter().map(|member| member.id);
    after.said = planned.said(ids);
    after.share_out(london_date(now));
    for (member, leaving) in after.tenants.iter_mut().zip(&planned.leavings) {
        member.leaving.clone_from(leaving);
        member.has_left = true;
    }
    save(tx, organisation, &before, after, now).await?;
    Ok(id)
}

/// Locks the home of a tenancy that is to be added, whose room becomes what the home calls it.
async fn lock_home(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    new: &mut NewTenancy,
) -> Result<Home, Error> {
    let home = store::keeping::home::lock(tx, organisation, new.property)
        .await?
        .ok_or_else(home_not_found)?;
    let asked = new.room.take().filter(|number| !number.trim().is_empty());
    new.room = match (home.is_hmo(), asked) {
        (true, Some(number)) => {
            let room = home.room(&number).ok_or_else(room_not_found)?;
            Some(room.number.clone())
        }
        (false, None) => None,
        _ => return Err(room_not_found()),
    };
    Ok(home)
}

/// Adds one more tenant to a tenancy that has not ended; the rent is divided anew.
///
/// # Errors
/// `TENANCY_NOT_FOUND`; `TENANCY_ENDED`; [`Error::Unavailable`] while the database is away.
pub async fn join(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    new: NewTenant,
    now: DateTime<Utc>,
) -> Result<Tenant, Error> {
    join_at(tx, organisation, tenancy, &new, (None, None), now).await
}

/// As [`join`]; the tenancy's rent becomes `rent`, and the tenant pays `share` of it, where they are said.
///
/// # Errors
/// As [`join`]; `SHARES_INVALID` for a share of more than the rent.
pub async fn join_at(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    new: &NewTenant,
    (rent, share): (Option<Money>, Option<Money>),
    now: DateTime<Utc>,
) -> Result<Tenant, Error> {
    let property = store::letting::tenant::property_of(tx, organisation, tenancy)
        .await?
        .ok_or_else(tenancy_not_found)?;
    let before = lock_with_home(tx, organisation, property, tenancy).await?;
    if before.state == TenancyState::Ended {
        return Err(tenancy_ended());
    }
    let tenant = store::letting::tenancy::add_tenant(tx, organisation, tenancy, new, now).await?;
    let mut after = lock(tx, organisation, tenancy).await?;
    after.rent = rent.unwrap_or(after.rent);
    after.take_in(tenant, share, london_date(now))?;
    save(tx, organisation, &before, after, now).await?;
    shown(tx, organisation, tenant).await
}

/// Takes a tenant away whose tenancy has not begun; with the last one the tenancy goes with its agreement, and the home is free. What
/// anybody has signed is kept with its evidence: then the tenancy ends instead. One who is gone already is no matter.
///
/// # Errors
/// `TENANCY_ACTIVE` once it has begun; `AGREEMENT_SIGNED` while an agreement holds that all have signed; `RENT_RECEIVED` where money came;
/// [`Error::Unavailable`] while the database is away.
pub async fn release(
    tx: &mut PgConnection,
    mails: &AgreementMails,
    organisation: OrganisationId,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let place = store::letting::tenant::place_of(tx, organisation, tenant).await?;
    let Some((property, tenancy)) = place else {
        return Ok(());
    };
    let before = lock_with_home(tx, organisation, property, tenancy).await?;
    if before.state == TenancyState::Active {
        return Err(tenancy_active());
    }
    if before.state == TenancyState::Ended || before.member(tenant).is_none() {
        return Ok(());
    }
    let agreement = store::agreeing::agreement::last_of_tenancy(tx, organisation, tenancy).await?;
    let agreement = agreement.filter(|one| one.state.is_in_force());
    if let Some(agreement) = &agreement
        && agreement.state == AgreementState::Signed
    {
        return Err(signed_by_all());
    }
    if store::rent::ledger::has_money(tx, organisation, tenancy).await? {
        return Err(rent_received());
    }
    store::rent::bank_statement::free(tx, organisation, tenant).await?;
    if before.tenants.len() == 1 {
        if store::agreeing::agreement_signer::any_signed(tx, organisation, tenancy).await? {
            if let Some(agreement) = &agreement {
                agreement_void::void(tx, agreement, NOT_TO_BEGIN, Actor::Lintel, now).await?;
            }
            let mut after = before.clone();
            let today = london_date(now);
            let leaving = Leaving {
                date: today,
                reason: Some("Did not move in.".to_owned()),
            };
            after.leave(tenant, leaving, today);
            return save(tx, organisation, &before, after, now).await;
        }
        if let Some(agreement) = &agreement {
            mails.tell_of_end(tx, agreement, now).await?;
        }
        store::letting::tenancy::remove(tx, organisation, tenancy).await?;
        let gone = Tenancy {
            version: before.version + 1,
            ..before
        };
        outbox::append(tx, &events::tenancy_changed(organisation, &gone)).await?;
        return Ok(());
    }
    store::letting::tenancy::remove_tenant(tx, organisation, tenant).await?;
    let mut after = lock(tx, organisation, tenancy).await?;
    after.share_out(london_date(now));
    if after.staying().next().is_none() {
        after.state = TenancyState::Ended;
    }
    save(tx, organisation, &before, after, now).await
}

/// Writes what a tenancy becomes and tells of it: that it changed, and that it started or ended.
///
/// # Errors
/// `RENT_CHANGE_DATED` for another rent where rent is charged; `TERMS_SIGNED` for other terms than all have signed;
/// [`Error::Unavailable`] while the database is away.
pub async fn save(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Tenancy,
    mut after: Tenancy,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    ledgers::keep_rent(tx, organisation, before, &after).await?;
    agreement_void::void_if_changed(tx, organisation, before, &after, now).await?;
    after.version = store::letting::tenancy::update(tx, organisation, &after, now).await?;
    if before.said != after.said {
        store::letting::shares::replace(tx, organisation, &after, now).await?;
    }
    ledgers::follow_leavers(tx, organisation, before, &after, now).await?;
    outbox::append(tx, &events::tenancy_changed(organisation, &after)).await?;
    match after.state {
        TenancyState::Active if is_told_otherwise(before, &after) => {
            tell_in_force(tx, organisation, &after).await
        }
        TenancyState::Ended if before.state != after.state => {
            outbox::append(tx, &events::tenancy_ended(organisation, &after)).await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Writes a rent that a dated change or its taking back makes, which no signed agreement stands against, and tells of it.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn save_rent(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Tenancy,
    mut after: Tenancy,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    after.version = store::letting::tenancy::update(tx, organisation, &after, now).await?;
    outbox::append(tx, &events::tenancy_changed(organisation, &after)).await?;
    if after.state == TenancyState::Active && is_told_otherwise(before, &after) {
        tell_in_force(tx, organisation, &after).await?;
    }
    Ok(())
}

/// Whether other services are told something else of a tenancy in force than before.
fn is_told_otherwise(before: &Tenancy, after: &Tenancy) -> bool {
    let told = |tenancy: &Tenancy| (tenancy.state, tenancy.start, tenancy.end, tenancy.rent);
    told(before) != told(after)
}

/// Tells other services of a tenancy in force, with its rent.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
async fn tell_in_force(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
) -> Result<(), Error> {
    store::letting::tenancy::note_told_rent(tx, organisation, tenancy).await?;
    outbox::append(tx, &events::tenancy_started(organisation, tenancy)).await?;
    Ok(())
}
