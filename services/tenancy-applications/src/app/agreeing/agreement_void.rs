//! What makes agreements void, and what their parties' timelines tell of them.

use chrono::{DateTime, Utc};
use lintel_core::{Error, Money, OrganisationId, TenancyId};
use sqlx::PgConnection;

use super::agreement_evidence::Happening;
use crate::{
    app::applying::{locked::changed, timeline},
    domain::{
        agreeing::{Agreement, AgreementState},
        applying::{Actor, TimelineEvent},
        letting::{Tenancy, TenancyState},
    },
    error::terms_signed,
    store,
};

/// Writes what happened to an agreement into the timelines of all who rent together, and says that their applications changed.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn note(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    event: &TimelineEvent,
    actor: Actor,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    for (id, _) in store::letting::move_in::together(tx, organisation, tenancy).await? {
        let found = store::applying::application::lock(tx, organisation, id).await?;
        let Some(found) = found else { continue };
        timeline::record(tx, organisation, id, event.clone(), actor, now).await?;
        changed(tx, organisation, &found, now).await?;
    }
    Ok(())
}

/// Makes an agreement void that is not. Those who were asked are told by `AgreementMails::tell_of_void`.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn void(
    tx: &mut PgConnection,
    agreement: &Agreement,
    reason: &str,
    actor: Actor,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let (organisation, state) = (agreement.organisation, AgreementState::Voided);
    store::agreeing::agreement::close(tx, organisation, agreement.id, state, Some(reason)).await?;
    let voided = Happening::new("voided").on(agreement);
    let voided = voided.with("reason", reason).with("actor", actor.as_str());
    for deed in &agreement.deeds {
        let voided = voided.clone();
        voided
            .append_to_deed(tx, organisation, deed.id, now)
            .await?;
    }
    voided.append(tx, organisation, agreement.id, now).await?;
    let event = TimelineEvent::AgreementVoided(reason.to_owned());
    note(tx, organisation, agreement.tenancy, &event, actor, now).await
}

/// Why an agreement is void whose tenancy has other terms by now.
const OTHER_TERMS: &str = "The terms have changed.";

/// Makes the agreement of a tenancy void that waits for signatures at another rent than becomes the tenancy's from a day on. One that all
/// have signed stays: its rent changes in this way. The home is locked.
///
/// # Errors
/// [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn void_at_other_rent(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    tenancy: TenancyId,
    rent: Money,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let last = store::agreeing::agreement::last_of_tenancy(tx, organisation, tenancy).await?;
    let waiting = last.filter(|last| last.state == AgreementState::Issued);
    match waiting.filter(|last| last.terms.rent != rent) {
        Some(last) => void(tx, &last, OTHER_TERMS, Actor::Lintel, now).await,
        None => Ok(()),
    }
}

/// Makes the agreement of a tenancy void whose change it does not say: one that waits for signatures with any change, so that nobody who
/// has left, no former address and no former terms are signed; a signed one with another household, as long as nobody has moved in. What
/// all have signed is not changed beside the agreement; the deposit of those who have moved in is the one that was received. The home is
/// locked.
///
/// # Errors
/// `TERMS_SIGNED` for another first day, rent or deposit than all have signed; [`Error::Unavailable`] while the database is away.
pub(in crate::app) async fn void_if_changed(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    before: &Tenancy,
    after: &Tenancy,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    if before.state == TenancyState::Ended {
        return Ok(());
    }
    let people = |tenancy: &Tenancy| {
        let staying = tenancy.staying();
        let people = staying.map(|one| {
            let person = &one.person;
            (one.id, person.name.clone(), person.email.to_lowercase())
        });
        people.collect::<Vec<_>>()
    };
    let others = people(before) != people(after);
    let terms = |tenancy: &Tenancy| (tenancy.start, tenancy.rent, tenancy.deposit);
    if !others && terms(before) == terms(after) {
        return Ok(());
    }
    let last = store::agreeing::agreement::last_of_tenancy(tx, organisation, after.id).await?;
    let Some(last) = last else { return Ok(()) };
    let (goes, reason) = match last.state {
        AgreementState::Issued if others => (true, "The tenants have changed."),
        AgreementState::Issued => (true, OTHER_TERMS),
        AgreementState::Signed if others && before.state == TenancyState::Upcoming => {
            (true, "The tenants have changed.")
        }
        AgreementState::Signed => {
            let mut agreed = after.clone();
            last.terms.apply(&mut agreed);
            if differs(before, after, &agreed) {
                return Err(terms_signed());
            }
            (false, "")
        }
        AgreementState::Declined | AgreementState::Voided => (false, ""),
    };
    if goes {
        void(tx, &last, reason, Actor::Lintel, now).await?;
    }
    Ok(())
}

/// Whether a change sets a first day, a rent or, before moving in, a deposit that is not the agreed one. A field that it leaves alone is
/// not asked about, so that a tenancy which began before its agreement can be changed towards it.
fn differs(before: &Tenancy, after: &Tenancy, agreed: &Tenancy) -> bool {
    let start = after.start != before.start && after.start != agreed.start;
    let rent = after.rent != before.rent && after.rent != agreed.rent;
    let upcoming = before.state == TenancyState::Upcoming;
    let deposit = after.deposit != before.deposit && after.deposit != agreed.deposit;
    start || rent || (upcoming && deposit)
}
