//! Taking back the end of a tenancy for a tenant: the last day is forgotten, rent is owed as if it had never been said.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, Money, OrganisationId, TenantId, london_date};
use sqlx::PgConnection;

use crate::{
    app::{
        applying::vacancy::is_taken,
        letting::{locked, tenancy},
        rent::ledgers,
    },
    domain::{
        letting::{
            Ending, Followed, FollowedMark::Back, Obstacle, Outlook, Tenancy, TenancyState, Tenant,
        },
        pounds,
        rent::{Entry, EntryActor, EntryKind, spelt_out},
    },
    error::{nothing_to_take_back, tenant_not_found},
    store,
};

/// An end that stands.
#[derive(Debug)]
pub(super) struct Ended {
    /// The tenancy.
    pub before: Tenancy,
    /// Whose end it is.
    pub tenant: TenantId,
}

pub(super) async fn look(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
    today: NaiveDate,
) -> Result<(Outlook, Ended), Error> {
    let before = locked::lock_of(tx, organisation, tenant).await?;
    let member = before.member(tenant).ok_or_else(tenant_not_found)?;
    let last = member.leaving.as_ref().map(|leaving| leaving.date);
    let last = last.ok_or_else(nothing_to_take_back)?;
    let shown = locked::shown(tx, organisation, tenant).await?;
    let mut followed = of_home(&before, &shown, last);
    followed.extend(of_rent(tx, organisation, &before, tenant).await?);
    let obstacle = obstacle(tx, organisation, &before, &shown).await?;
    let verb = if last < today || member.has_left {
        "ended"
    } else {
        "ends"
    };
    let outlook = Outlook {
        what: format!("The tenancy {verb} on {}", spelt_out(last)),
        since: shown.ending.recorded.map(london_date),
        followed,
        obstacle,
        rows: Vec::new(),
    };
    Ok((outlook, Ended { before, tenant }))
}

fn of_home(before: &Tenancy, shown: &Tenant, last: NaiveDate) -> Vec<Followed> {
    let others = before.tenants.iter().filter(|one| one.id != shown.id);
    let others_stay = others.clone().any(|one| one.leaving.is_none());
    if others_stay {
        let has_left = before.member(shown.id).is_some_and(|one| one.has_left);
        let shared = "Those who stay pay all of the rent";
        let shared = Followed::new(Back, shared, "It is shared as before");
        return has_left.then_some(shared).into_iter().collect();
    }
    let home = shown
        .room
        .as_ref()
        .map_or_else(|| "The home".to_owned(), |room| format!("Room {room}"));
    let free = last.succ_opt().unwrap_or(last);
    let free = format!("{home} is free from {}", spelt_out(free));
    vec![Followed::new(Back, free, "It counts as let again")]
}

async fn of_rent(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Tenancy,
    tenant: TenantId,
) -> Result<Vec<Followed>, Error> {
    let Some(ledger) = store::rent::ledger::find(tx, organisation, before.id).await? else {
        return Ok(Vec::new());
    };
    let entries = store::rent::ledger_entry::of_tenancy(tx, organisation, before.id).await?;
    let waived: i64 = waived(&entries, tenant).map(|one| one.amount.minor()).sum();
    let mut followed = Vec::new();
    if waived > 0 {
        let off = format!(
            "{} of rent after the last day was taken off",
            pounds(Money::gbp(waived))
        );
        followed.push(Followed::new(Back, off, "It is owed again"));
    }
    if before.state == TenancyState::Ended && ledger.terms.is_some() {
        let none = "No rent was charged after the last day";
        let then = "It is charged as if the tenancy had gone on";
        followed.push(Followed::new(Back, none, then));
    }
    Ok(followed)
}

/// What Lintel took off the rent of a tenant for days behind the last one.
fn waived(entries: &[Entry], tenant: TenantId) -> impl Iterator<Item = &Entry> {
    let stands = |entry: &&Entry| entries.iter().all(|one| one.reverses != Some(entry.id));
    entries
        .iter()
        .filter(move |entry| entry.tenant == tenant && entry.kind == EntryKind::Waiver)
        .filter(|entry| entry.actor == EntryActor::Lintel && entry.span.is_some())
        .filter(stands)
}

async fn obstacle(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Tenancy,
    shown: &Tenant,
) -> Result<Option<Obstacle>, Error> {
    let deposit = store::letting::deposit::find(tx, organisation, before.id).await?;
    if deposit.is_some_and(|deposit| deposit.returned_on.is_some()) {
        return Ok(Some(Obstacle {
            tenant: Some(shown.id),
            ..Obstacle::new("Take back the return of the deposit first")
        }));
    }
    if before.state != TenancyState::Ended {
        return Ok(None);
    }
    if let Some(application) = shown.application {
        let found = store::applying::application::find(tx, organisation, application).await?;
        let over = |one: &crate::domain::applying::Application| {
            one.rejected_at.is_some() || one.withdrawn_at.is_some()
        };
        if found.as_ref().is_some_and(over) {
            return Ok(Some(Obstacle {
                application: Some(application),
                ..Obstacle::new("The application was declined. Set its status to Approved first")
            }));
        }
    }
    if store::keeping::home::find(tx, organisation, before.property)
        .await?
        .is_none()
    {
        let gone = format!(
            "{} is not in the portfolio any more. Take back its sale first",
            shown.property_name
        );
        return Ok(Some(Obstacle::new(gone)));
    }
    let holders = store::letting::tenancy::holders(tx, organisation, before.property).await?;
    let new = holders
        .into_iter()
        .find(|one| is_taken(before.room.as_deref(), &[one.room.as_deref()]));
    Ok(new.map(|one| Obstacle {
        tenant: Some(one.tenant),
        ..Obstacle::new(format!("Take back the new tenancy of {} first", one.name))
    }))
}

pub(super) async fn take_back(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    ended: &Ended,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let mut after = ended.before.clone();
    after.stay_on(ended.tenant, london_date(now));
    tenancy::save(tx, organisation, &ended.before, after.clone(), now).await?;
    store::letting::tenancy::note_ending(tx, organisation, ended.tenant, Ending::default()).await?;
    if ended.before.state == TenancyState::Ended && after.state == TenancyState::Active {
        ledgers::go_on(tx, organisation, &after, now).await?;
    }
    Ok(())
}
