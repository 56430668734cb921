//! Taking back the completion of an inspection: it is planned again, its report stays in the history, and the next one that was planned by
//! completing it is called off unless somebody changed it.

use chrono::{DateTime, Utc};
use lintel_core::{Error, InspectionId, OrganisationId, Principal, london_date};
use lintel_db::{Tx, outbox};

use super::phrases::spelt_out;
use crate::{
    domain::{
        Findings, Followed,
        FollowedMark::{Back, Stays},
        Inspection, InspectionStatus, Outlook,
    },
    error::{inspection_not_found, nothing_to_take_back},
    events, store,
};

/// An inspection that is completed.
#[derive(Debug)]
pub(super) struct Completed {
    inspection: Inspection,
    /// The next one that was planned by completing it and is as it was planned.
    next: Option<Inspection>,
    /// True when Lintel planned another one meanwhile, beside which this one is the landlord's own.
    is_beside: bool,
}

pub(super) async fn preview(
    tx: &mut Tx,
    organisation: OrganisationId,
    id: InspectionId,
) -> Result<(Outlook, Completed), Error> {
    store::diary::take_turn(tx, organisation).await?;
    let found = store::inspection::lock(tx, organisation, &[id]).await?;
    let found = found.into_iter().next().ok_or_else(inspection_not_found)?;
    let Some(completed) = found
        .completed_at
        .filter(|_| found.status == InspectionStatus::Completed)
    else {
        return Err(nothing_to_take_back());
    };
    let next = store::inspection::next_of(tx, organisation, id).await?;
    let open = store::inspection::lock_open(tx, organisation, found.property.id).await?;
    let next = next.and_then(|next| open.iter().find(|one| one.id == next).cloned());
    let is_beside = open.iter().any(|one| {
        one.automatic
            && next
                .as_ref()
                .is_none_or(|next| next.id != one.id || next.version > 1)
    });
    let findings = &found.findings;
    let day = |one: &Inspection| spelt_out(one.appointment.date);
    let mut followed = Vec::new();
    if *findings != Findings::default() {
        let report = "What was found was recorded";
        followed.push(Followed::new(Back, report, "The history keeps it"));
    }
    match &next {
        Some(next) if next.version == 1 => {
            let planned = format!("The next inspection is planned for {}", day(next));
            followed.push(Followed::new(Back, planned, "It is called off"));
        }
        Some(next) => {
            let moved = format!("The next inspection was changed, to {}", day(next));
            followed.push(Followed::new(Stays, moved, "It stays in your diary"));
        }
        None => {}
    }
    let outlook = Outlook {
        what: format!(
            "The inspection of {} of {}, completed on {}",
            found.property.name,
            day(&found),
            spelt_out(london_date(completed))
        ),
        since: Some(london_date(completed)),
        followed,
        obstacle: None,
        rows: Vec::new(),
        property: Some(found.property.id),
        report: findings.clone(),
    };
    let completed = Completed {
        inspection: found,
        next: next.filter(|next| next.version == 1),
        is_beside,
    };
    Ok((outlook, completed))
}

pub(super) async fn take_back(
    tx: &mut Tx,
    caller: &Principal,
    completed: Completed,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let organisation = caller.organisation()?;
    let by = Some(caller.user);
    if let Some(mut next) = completed.next {
        next.status = InspectionStatus::Cancelled;
        let next = store::inspection::update(tx, organisation, next, by, now).await?;
        outbox::append(tx, &events::inspection_changed(organisation, &next)).await?;
    }
    let mut again = completed.inspection;
    if completed.is_beside && again.automatic {
        store::inspection::make_own(tx, organisation, again.id).await?;
        again.automatic = false;
    }
    again.status = InspectionStatus::Scheduled;
    again.completed_at = None;
    again.findings = Findings::default();
    let again = store::inspection::update(tx, organisation, again, by, now).await?;
    outbox::append(tx, &events::inspection_changed(organisation, &again)).await?;
    Ok(())
}
