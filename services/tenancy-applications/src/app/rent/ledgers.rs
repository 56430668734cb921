//! Writing into ledgers, within a caller's transaction. Whoever writes has locked the tenancy first.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, Money, OrganisationId, TenancyId, TenantId, london_date};
use lintel_db::{ResultExt as _, outbox};
use lintel_rules::rules;
use sqlx::PgConnection;

use crate::{
    app::letting::locked,
    domain::{
        Nation,
        letting::{
            Tenancy, TenancyState, Tenant, account_tenancy::has_left_others, tenancy::split,
        },
        rent::{
            Arrears, Entry, EntryActor, EntryKind, NewCharge, NewEntry, RentChange, RentPeriod,
            RentTerms, Rents,
            ledger::{self, AFTER_THE_LAST_DAY, Correction, Ledger, MOST_ENTRIES, TenancyArrears},
        },
    },
    error::{
        entry_already_reversed, ledger_entry_not_found, rent_already_charged, rent_change_dated,
        tenancy_ended, tenant_not_found,
    },
    events,
    store::{self, rent::ledger_entry::Written},
};

/// Begins the charging of rent in a tenancy, at the rent that it has; what is due already is charged at once. `opening` was owed before
/// the first day and is shared like the rent.
///
/// # Errors
/// `TENANCY_ENDED`; `RENT_ALREADY_CHARGED`; `RENT_TERMS_INVALID` for a first day so long ago that the ledger would have too many entries;
/// [`Error::Unavailable`] while the database is away.
pub async fn start(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    terms: &RentTerms,
    opening: Option<Money>,
    today: NaiveDate,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    if tenancy.state == TenancyState::Ended {
        return Err(tenancy_ended());
    }
    let mut ledger = opened(tx, organisation, tenancy, today).await?;
    if ledger.terms.is_some() {
        return Err(rent_already_charged());
    }
    let days = (today - terms.first_day).num_days().max(0);
    let shortest = terms
        .period_from(terms.next_due_after(terms.first_day))
        .days();
    let staying = i64::try_from(tenancy.staying().count()).unwrap_or(i64::MAX);
    let charges = (days / shortest.max(1) + 2).saturating_mul(staying);
    if store::rent::ledger::count(tx, organisation, tenancy.id).await? + charges > MOST_ENTRIES {
        return Err(RentTerms::too_early());
    }
    let rents = Rents {
        first: tenancy.rent,
        changes: Vec::new(),
    };
    ledger.terms = Some((terms.clone(), rents));
    ledger.next_due = Some(terms.first_day);
    ledger.quiet = false;
    if let Some(opening) = opening {
        let date = terms.first_day.pred_opt().unwrap_or(terms.first_day);
        let owing: Vec<_> = tenancy.staying().map(|member| member.id).collect();
        let said = tenancy.said_on(terms.first_day);
        let parts = owing.iter().zip(split(opening, &owing, said));
        let parts = parts.filter(|(_, part)| part.minor() > 0);
        let entries: Vec<_> = parts
            .map(|(tenant, part)| Written {
                reference: Some(format!(
                    "{} {}",
                    ledger::OWED_BEFORE,
                    crate::domain::rent::spelt_out(terms.first_day)
                )),
                ..plain(*tenant, EntryKind::Charge, part, date)
            })
            .collect();
        let actor = EntryActor::Landlord;
        store::rent::ledger_entry::insert(tx, organisation, tenancy.id, &entries, actor, now)
            .await?;
    }
    charge_due(tx, organisation, tenancy, &mut ledger, today, now).await?;
    tell_arrears(tx, organisation, tenancy, &mut ledger, today).await?;
    Ok(store::rent::ledger::save(tx, organisation, &ledger).await?)
}

/// Writes an entry into the ledger of a tenant.
///
/// # Errors
/// `TENANT_NOT_FOUND`; `LEDGER_ENTRY_NOT_FOUND`; `LEDGER_INVALID`; `ENTRY_ALREADY_REVERSED`; [`Error::Unavailable`] while the database is
/// away.
pub async fn post(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    new: NewEntry,
    actor: EntryActor,
    now: DateTime<Utc>,
) -> Result<Entry, Error> {
    let tenancy = locked::lock_of(tx, organisation, tenant).await?;
    write(tx, organisation, &tenancy, tenant, new, actor, now).await
}

/// As [`post`], into a tenancy that is locked.
///
/// # Errors
/// As [`post`].
pub async fn write(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    tenant: TenantId,
    new: NewEntry,
    actor: EntryActor,
    now: DateTime<Utc>,
) -> Result<Entry, Error> {
    let today = london_date(now);
    let mut ledger = opened(tx, organisation, tenancy, today).await?;
    if store::rent::ledger::count(tx, organisation, tenancy.id).await? >= MOST_ENTRIES {
        let most = "A tenancy has at most 5,000 entries, and this one has them.";
        return Err(ledger::invalid("tenant_id", most));
    }
    let reversed = match new.reverses {
        Some(entry) => {
            let found = store::rent::ledger_entry::find(tx, organisation, tenant, entry).await?;
            Some(found.ok_or_else(ledger_entry_not_found)?)
        }
        None => None,
    };
    if let Some(charge) = new.pays {
        let stands =
            store::rent::ledger_entry::is_charge(tx, organisation, tenancy.id, charge).await?;
        if !stands {
            return Err(ledger::not_a_charge());
        }
    }
    let (amount, effect, date) = new.counted(reversed.as_ref())?;
    let written = Written {
        effect,
        method: new.method,
        reference: new.reference,
        reverses: new.reverses,
        reason: new.reason,
        pays: new.pays,
        ..plain(tenant, new.kind, amount, date)
    };
    let entries = std::slice::from_ref(&written);
    let ids = store::rent::ledger_entry::insert(tx, organisation, tenancy.id, entries, actor, now)
        .await
        .on_constraint(
            store::rent::ledger_entry::REVERSES_UQ,
            entry_already_reversed,
        )?;
    let id = ids.first().copied().ok_or_else(ledger_entry_not_found)?;
    ledger.quiet = false;
    if new.kind == EntryKind::Receipt {
        ledger.last_receipt = id;
        ledger.version += 1;
        let told = events::rent_received(organisation, tenancy, ledger.version, date, amount);
        outbox::append(tx, &told).await?;
    }
    tell_arrears(tx, organisation, tenancy, &mut ledger, today).await?;
    store::rent::ledger::save(tx, organisation, &ledger).await?;
    let entry = store::rent::ledger_entry::find(tx, organisation, tenant, id).await?;
    entry.ok_or_else(ledger_entry_not_found)
}

/// Writes the charges of a tenancy that are due by `today`, the late ones as well. Gives whether there were any.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn charge_due(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    ledger: &mut Ledger,
    today: NaiveDate,
    now: DateTime<Utc>,
) -> Result<bool, Error> {
    let Some((terms, rents)) = ledger.terms.clone() else {
        return Ok(false);
    };
    let (mut entries, mut told) = (Vec::new(), Vec::new());
    while let Some(first) = ledger.next_due.filter(|first| *first <= today) {
        let span = terms.period_from(first);
        let due = ledger::charges(tenancy, &terms, rents.on(first), span);
        if due.is_empty() && tenancy.state == TenancyState::Ended {
            ledger.next_due = None;
            break;
        }
        ledger.next_due = span.last.succ_opt();
        let sum: i64 = due.iter().map(|charge| charge.amount.minor()).sum();
        if sum > 0 {
            ledger.version += 1;
            let sum = Money::gbp(sum);
            told.push(events::rent_due(
                organisation,
                tenancy,
                ledger.version,
                first,
                sum,
            ));
        }
        entries.extend(due.iter().map(charged));
    }
    if entries.is_empty() {
        return Ok(false);
    }
    let actor = EntryActor::Lintel;
    store::rent::ledger_entry::insert(tx, organisation, tenancy.id, &entries, actor, now).await?;
    outbox::append_all(tx, &told).await?;
    Ok(true)
}

/// Tells what a tenancy owes, at the ledger's next version; the caller saves the ledger.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn tell_arrears(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    ledger: &mut Ledger,
    today: NaiveDate,
) -> Result<(), Error> {
    let entries = store::rent::ledger_entry::of_tenancy(tx, organisation, tenancy.id).await?;
    let owed = ledger::standing(&entries, today).owed;
    ledger.version += 1;
    let told = events::arrears_changed(organisation, tenancy, ledger.version, owed);
    outbox::append(tx, &told).await?;
    Ok(())
}

/// Refuses another rent where rent is charged: it changes from a day on alone.
///
/// # Errors
/// `RENT_CHANGE_DATED`; [`Error::Unavailable`] while the database is away.
pub async fn keep_rent(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Tenancy,
    after: &Tenancy,
) -> Result<(), Error> {
    let other = before.rent != after.rent;
    if other && store::rent::ledger::is_charged(tx, organisation, before.id).await? {
        return Err(rent_change_dated());
    }
    Ok(())
}

/// Waives what was charged for days behind a last day that became known, and charges what a former one cut off.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn follow_leavers(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Tenancy,
    after: &Tenancy,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let last_day = |tenancy: &Tenancy, tenant| {
        let leaving = tenancy.member(tenant)?.leaving.as_ref();
        leaving.map(|leaving| leaving.date)
    };
    // Who stays on after all has a last day that never comes.
    let ids = before.tenants.iter().map(|member| member.id);
    let ids = ids.filter(|id| after.member(*id).is_some());
    let changed = ids.filter(|id| last_day(before, *id) != last_day(after, *id));
    let changed = changed.map(|id| (id, last_day(after, id).unwrap_or(NaiveDate::MAX)));
    let changed: Vec<_> = changed.collect();
    if changed.is_empty() {
        return Ok(());
    }
    let Some(mut ledger) = store::rent::ledger::find(tx, organisation, after.id).await? else {
        return Ok(());
    };
    let Some((terms, rents)) = ledger.terms.clone() else {
        return Ok(());
    };
    let today = london_date(now);
    let entries = store::rent::ledger_entry::of_tenancy(tx, organisation, after.id).await?;
    let mut written = Vec::new();
    for (tenant, last) in changed {
        let own = entries.iter().filter(|entry| entry.tenant == tenant);
        let own = own.filter(|entry| entry.kind == EntryKind::Charge);
        let newest = own
            .filter_map(|entry| entry.span)
            .max_by_key(|span| span.first);
        let expected = newest.and_then(|span| {
            let period = terms.period_of(span.first);
            let charges = ledger::charges(after, &terms, rents.on(period.first), period);
            charges.into_iter().find(|charge| charge.tenant == tenant)
        });
        let found = ledger::settle_leaver(&entries, tenant, last, &terms, expected, today);
        let back = entries
            .iter()
            .filter(|entry| found.take_back.contains(&entry.id));
        written.extend(back.map(|entry| Written {
            effect: Money::gbp(-entry.effect.minor()),
            reverses: Some(entry.id),
            ..plain(tenant, EntryKind::Reversal, entry.amount, entry.date)
        }));
        written.extend(found.waive.iter().map(|(span, amount, from)| Written {
            reference: Some(AFTER_THE_LAST_DAY.to_owned()),
            span: Some(*span),
            ..plain(tenant, EntryKind::Waiver, *amount, *from)
        }));
        written.extend(found.charge.iter().map(charged));
    }
    if written.is_empty() {
        return Ok(());
    }
    let actor = EntryActor::Lintel;
    store::rent::ledger_entry::insert(tx, organisation, after.id, &written, actor, now).await?;
    ledger.quiet = false;
    tell_arrears(tx, organisation, after, &mut ledger, today).await?;
    Ok(store::rent::ledger::save(tx, organisation, &ledger).await?)
}

/// Goes on charging the rent of a tenancy whose end was taken back, from the period after the last that was charged.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn go_on(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let Some(mut ledger) = store::rent::ledger::find(tx, organisation, tenancy.id).await? else {
        return Ok(());
    };
    let Some((terms, _)) = ledger.terms.clone() else {
        return Ok(());
    };
    let today = london_date(now);
    if ledger.next_due.is_none() {
        let entries = store::rent::ledger_entry::of_tenancy(tx, organisation, tenancy.id).await?;
        let charged = entries.iter().filter(|one| one.kind == EntryKind::Charge);
        let newest = charged
            .filter_map(|one| one.span)
            .map(|span| span.first)
            .max();
        ledger.next_due = match newest {
            Some(day) => terms.period_of(day).last.succ_opt(),
            None => Some(terms.first_day),
        };
    }
    ledger.quiet = false;
    if charge_due(tx, organisation, tenancy, &mut ledger, today, now).await? {
        tell_arrears(tx, organisation, tenancy, &mut ledger, today).await?;
    }
    Ok(store::rent::ledger::save(tx, organisation, &ledger).await?)
}

/// Corrects what was charged at a rent whose change is taken back: what was too much is waived from its own day on, what was too little is
/// charged.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn correct(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    change: &RentChange,
    corrections: &[Correction],
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let from = crate::domain::rent::spelt_out(change.effective);
    let written = corrections.iter().map(|one| {
        let (kind, less) = if one.less > 0 {
            (EntryKind::Waiver, one.less)
        } else {
            (EntryKind::Charge, -one.less)
        };
        Written {
            // A charge that begins with this word is rent, for ground 8 as well.
            reference: Some(format!("Rent change from {from} taken back")),
            ..plain(one.tenant, kind, Money::gbp(less), one.date)
        }
    });
    let written: Vec<_> = written.collect();
    add_entries(tx, organisation, tenancy, &written, now).await
}

/// Charges those who stay with the rent that was charged to a tenant who was added by mistake.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn take_over(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    charges: &[NewCharge],
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let owing: Vec<_> = tenancy.owing().map(|member| member.id).collect();
    let mut written = Vec::new();
    for charge in charges {
        let (first, last) = (charge.span.first, charge.span.last);
        let days = format!(
            "Rent {} to {}, taken over",
            crate::domain::rent::spelt_out(first),
            crate::domain::rent::spelt_out(last)
        );
        let parts = split(charge.amount, &owing, tenancy.said_on(first));
        let parts = owing.iter().zip(parts).filter(|(_, part)| part.minor() > 0);
        written.extend(parts.map(|(tenant, part)| Written {
            reference: Some(days.clone()),
            ..plain(*tenant, EntryKind::Charge, part, charge.due)
        }));
    }
    add_entries(tx, organisation, tenancy, &written, now).await
}

/// Adds entries that a taking back needs, and tells what is owed then.
async fn add_entries(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    written: &[Written],
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let Some(mut ledger) = store::rent::ledger::find(tx, organisation, tenancy.id).await? else {
        return Ok(());
    };
    if !written.is_empty() {
        let actor = EntryActor::Landlord;
        store::rent::ledger_entry::insert(tx, organisation, tenancy.id, written, actor, now)
            .await?;
        ledger.quiet = false;
    }
    tell_arrears(tx, organisation, tenancy, &mut ledger, london_date(now)).await?;
    Ok(store::rent::ledger::save(tx, organisation, &ledger).await?)
}

/// What each of these tenancies owes as of a day; of those that have a ledger, or of all of the organisation's that do.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn owed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancies: Option<&[i64]>,
    day: NaiveDate,
) -> Result<Vec<TenancyArrears>, Error> {
    let summed = match tenancies {
        Some(tenancies) => store::rent::arrears::of(tx, organisation, tenancies, day).await?,
        None => store::rent::arrears::of_all(tx, organisation, day).await?,
    };
    let named = summed.iter().filter(|one| one.is_walked);
    let named: Vec<i64> = named.map(|one| one.arrears.tenancy.get()).collect();
    let mut entries: HashMap<TenancyId, Vec<Entry>> = HashMap::new();
    if !named.is_empty() {
        let of = store::rent::ledger_entry::of_tenancies(tx, organisation, &named).await?;
        for (tenancy, entry) in of {
            entries.entry(tenancy).or_default().push(entry);
        }
    }
    let owed = summed.into_iter().map(|one| {
        let walked = entries.get(&one.arrears.tenancy);
        let owed = walked.map(|entries| ledger::standing(entries, day).owed);
        TenancyArrears {
            owed: owed.unwrap_or(one.arrears.owed),
            ..one.arrears
        }
    });
    Ok(owed.collect())
}

/// A tenant with what the tenancy owes on `today`, where there is a ledger.
///
/// # Errors
/// `TENANT_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
pub async fn shown(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    today: NaiveDate,
) -> Result<Tenant, Error> {
    let found = locked::shown(tx, organisation, tenant).await?;
    let found = with_arrears(tx, organisation, vec![found], today).await?;
    found.into_iter().next().ok_or_else(tenant_not_found)
}

/// Tenants with what the tenancy of each owes on `today`, where they have a ledger, and with what is said of a deposit above the cap.
/// Whoever has left others owes nothing.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub async fn with_arrears(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    mut tenants: Vec<Tenant>,
    today: NaiveDate,
) -> Result<Vec<Tenant>, Error> {
    let mut ids: Vec<i64> = tenants.iter().map(|tenant| tenant.tenancy.get()).collect();
    ids.sort_unstable();
    ids.dedup();
    let owed = owed(tx, organisation, Some(&ids), today).await?;
    let owed: HashMap<_, _> = owed.iter().map(|one| (one.tenancy, one)).collect();
    for tenant in &mut tenants {
        let owed = owed.get(&tenant.tenancy);
        let period = owed.map_or(RentPeriod::Monthly, |owed| owed.period);
        tenant.deposit_warning = tenant.deposit.and_then(|deposit| {
            let (nation, rent) = (tenant.property_nation, period.agreed(tenant.rent));
            rules().deposit_warning(nation, rent, deposit, today)
        });
        tenant.arrears = owed.map(|owed| {
            if has_left_others(tenant) {
                Arrears::nothing(today)
            } else {
                owed.arrears(today)
            }
        });
    }
    Ok(tenants)
}

/// The ledger of a tenancy, made where there is none.
async fn opened(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: &Tenancy,
    today: NaiveDate,
) -> Result<Ledger, Error> {
    if let Some(found) = store::rent::ledger::find(tx, organisation, tenancy.id).await? {
        return Ok(found);
    }
    // The nation of its home is read with it.
    let new = Ledger::new(tenancy.id, Nation::England, today);
    store::rent::ledger::save(tx, organisation, &new).await?;
    let found = store::rent::ledger::find(tx, organisation, tenancy.id).await?;
    found.ok_or_else(|| Error::internal("a ledger that was kept is there"))
}

fn charged(charge: &NewCharge) -> Written {
    Written {
        span: Some(charge.span),
        ..plain(charge.tenant, EntryKind::Charge, charge.amount, charge.due)
    }
}

fn plain(tenant: TenantId, kind: EntryKind, amount: Money, date: NaiveDate) -> Written {
    Written {
        tenant,
        kind,
        amount,
        effect: kind.effect(amount),
        date,
        method: None,
        reference: None,
        reverses: None,
        reason: None,
        pays: None,
        span: None,
    }
}
