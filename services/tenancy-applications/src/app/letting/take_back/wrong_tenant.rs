//! Taking a tenant away who was added by mistake. Whoever paid, signed or applied was no mistake.

use chrono::{DateTime, Utc};
use lintel_core::{Error, Money, OrganisationId, TenantId, london_date};
use lintel_db::outbox;
use sqlx::PgConnection;

use crate::{
    app::{
        letting::{locked, tenancy},
        rent::ledgers,
    },
    domain::{
        letting::{
            Followed,
            FollowedMark::{Back, Corrected, Goes},
            Leaving, Obstacle, Outlook, Tenancy, TenancyState, Tenant,
        },
        pounds,
        rent::{ledger, spelt_out},
    },
    error::tenant_not_found,
    events, store,
};

/// A tenant who was added.
#[derive(Debug)]
pub(super) struct Added {
    /// The tenancy.
    pub before: Tenancy,
    tenant: TenantId,
    taken_over: Vec<ledger::NewCharge>,
}

pub(super) async fn look(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenant: TenantId,
) -> Result<(Outlook, Added), Error> {
    let before = locked::lock_of(tx, organisation, tenant).await?;
    let shown = locked::shown(tx, organisation, tenant).await?;
    let entries = store::rent::ledger_entry::of_tenancy(tx, organisation, before.id).await?;
    let is_alone = before.tenants.len() == 1;
    let owed = ledger::rent_of(&entries, tenant);
    let sum: i64 = owed.iter().map(|one| one.amount.minor()).sum();
    let mut followed = Vec::new();
    if is_alone && before.state != TenancyState::Ended {
        let home = "The home counts as let or reserved";
        followed.push(Followed::new(Back, home, "It is free again"));
    }
    if sum > 0 {
        let charged = format!("{} of rent was charged", pounds(Money::gbp(sum)));
        followed.push(if is_alone {
            Followed::new(Goes, charged, "It is no longer owed")
        } else {
            Followed::new(Corrected, charged, "The others owe it")
        });
    }
    let obstacle = obstacle(tx, organisation, &before, &shown).await?;
    let outlook = Outlook {
        // No name: what is kept of a mistake says nothing of a person.
        what: format!(
            "A tenant added on {}",
            spelt_out(london_date(shown.created_at))
        ),
        since: Some(london_date(shown.created_at)),
        followed,
        obstacle,
        rows: Vec::new(),
    };
    let taken_over = if is_alone { Vec::new() } else { owed };
    let added = Added {
        before,
        tenant,
        taken_over,
    };
    Ok((outlook, added))
}

async fn obstacle(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Tenancy,
    shown: &Tenant,
) -> Result<Option<Obstacle>, Error> {
    let name = &shown.person.name;
    if let Some(application) = shown.application {
        return Ok(Some(Obstacle {
            application: Some(application),
            ..Obstacle::new(format!(
                "{name} applied for this home, so this is no mistake. Decline the application instead"
            ))
        }));
    }
    let here = |text: String| Obstacle {
        tenant: Some(shown.id),
        ..Obstacle::new(text)
    };
    let is_alone = before.tenants.len() == 1;
    if store::rent::ledger::has_money_of(tx, organisation, before.id, shown.id).await? {
        return Ok(Some(here(format!(
            "Money was received from {name}. Take back those payments first"
        ))));
    }
    if is_alone
        && store::agreeing::agreement_signer::any_signed(tx, organisation, before.id).await?
    {
        return Ok(Some(here(format!(
            "An agreement with {name} was signed. End the tenancy instead"
        ))));
    }
    let deposit = store::letting::deposit::find(tx, organisation, before.id).await?;
    if is_alone && deposit.is_some_and(|deposit| deposit.received.is_some()) {
        return Ok(Some(here(format!(
            "A deposit was received from {name}. End the tenancy and give it back instead"
        ))));
    }
    Ok(None)
}

pub(super) async fn take_back(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    added: Added,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let Added {
        before,
        tenant,
        taken_over,
    } = added;
    store::rent::bank_statement::free(tx, organisation, tenant).await?;
    if before.tenants.len() == 1 {
        return remove(tx, organisation, before, now).await;
    }
    store::letting::tenancy::remove_tenant(tx, organisation, tenant).await?;
    let found = store::letting::tenancy::lock(tx, organisation, before.id).await?;
    let mut after = found.ok_or_else(tenant_not_found)?;
    after
        .said
        .iter_mut()
        .for_each(|said| said.of.retain(|(one, _)| *one != tenant));
    after.share_out(london_date(now));
    if after.staying().next().is_none() {
        after.state = TenancyState::Ended;
    }
    tenancy::save(tx, organisation, &before, after.clone(), now).await?;
    ledgers::take_over(tx, organisation, &after, &taken_over, now).await
}

/// Takes the tenancy of a tenant away who is its only one, with its ledger and its documents.
async fn remove(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: Tenancy,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    store::letting::tenancy::remove(tx, organisation, before.id).await?;
    for event in gone(organisation, before, now) {
        outbox::append(tx, &event).await?;
    }
    Ok(())
}

/// What is told of a tenancy that is gone: that it changed, and that it is no longer in force where it was.
pub(super) fn gone(
    organisation: OrganisationId,
    before: Tenancy,
    now: DateTime<Utc>,
) -> Vec<lintel_db::outbox::NewEvent> {
    let was_in_force = before.state == TenancyState::Active;
    let mut gone = Tenancy {
        version: before.version + 1,
        ..before
    };
    let today = london_date(now);
    let ids: Vec<_> = gone.staying().map(|member| member.id).collect();
    for id in ids {
        let leaving = Leaving {
            date: today,
            reason: None,
        };
        gone.leave(id, leaving, today);
    }
    let mut told = vec![events::tenancy_changed(organisation, &gone)];
    if was_in_force {
        told.push(events::tenancy_ended(organisation, &gone));
    }
    told
}
