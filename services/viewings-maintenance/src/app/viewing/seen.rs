//! Viewings as members see them: with whether somebody lives there and what they overlap.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use lintel_core::{Error, InspectionId, OrganisationId, PropertyId, ViewingId};
use lintel_db::Tx;

use crate::{
    domain::{INSPECTION_LASTS, Inspection, same_room, viewing::Viewing},
    store,
};

/// A viewing as members see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenViewing {
    /// The viewing.
    pub viewing: Viewing,
    /// True when somebody lives there.
    pub occupied: bool,
    /// Other viewings of the same home or host that overlap it.
    pub clash_viewings: Vec<ViewingId>,
    /// Scheduled inspections of the organisation that overlap it.
    pub clash_inspections: Vec<InspectionId>,
}

/// Viewings of one organisation as its members see them, in the same order.
pub(super) async fn seen(
    tx: &mut Tx,
    organisation: OrganisationId,
    viewings: Vec<Viewing>,
) -> Result<Vec<SeenViewing>, Error> {
    let occupied = occupied(tx, organisation, &viewings).await?;
    let open = viewings.iter().filter(|viewing| viewing.status.is_open());
    let open: Vec<&Viewing> = open.collect();
    let from = open.iter().map(|viewing| viewing.at.instant).min();
    let to = open.iter().map(|viewing| viewing.ends_at()).max();
    let mut clashes = store::viewing::clashes(tx, organisation, &open).await?;
    let inspections = match from.zip(to) {
        Some((from, to)) => store::inspection::overlapping(tx, organisation, from, to).await?,
        None => Vec::new(),
    };
    let seen = viewings.into_iter().zip(occupied);
    let seen = seen.map(|(viewing, occupied)| SeenViewing {
        occupied,
        clash_viewings: clashes.remove(&viewing.id).unwrap_or_default(),
        clash_inspections: clashing(&viewing, &inspections),
        viewing,
    });
    Ok(seen.collect())
}

/// One viewing as members see it.
pub(super) async fn one(tx: &mut Tx, viewing: Viewing) -> Result<SeenViewing, Error> {
    let organisation = viewing.organisation;
    let mut seen = seen(tx, organisation, vec![viewing]).await?;
    seen.pop()
        .ok_or_else(|| Error::internal("a viewing was not seen"))
}

fn clashing(viewing: &Viewing, inspections: &[(Inspection, DateTime<Utc>)]) -> Vec<InspectionId> {
    if !viewing.status.is_open() {
        return Vec::new();
    }
    let (from, to) = (viewing.at.instant, viewing.ends_at());
    let clashing = inspections
        .iter()
        .filter(|(_, begins)| *begins < to && *begins + INSPECTION_LASTS > from);
    clashing.map(|(inspection, _)| inspection.id).collect()
}

async fn occupied(
    tx: &mut Tx,
    organisation: OrganisationId,
    viewings: &[Viewing],
) -> Result<Vec<bool>, Error> {
    let properties: BTreeSet<PropertyId> = viewings.iter().map(|one| one.home.property).collect();
    let properties: Vec<PropertyId> = properties.into_iter().collect();
    let homes = store::home::of(tx, organisation, &properties).await?;
    let lived_in = store::tenant::lived_in(tx, organisation, &properties).await?;
    let occupied = viewings.iter().map(|viewing| {
        let (property, room) = (viewing.home.property, viewing.home.room.as_deref());
        let home = homes.get(&property);
        home.is_some_and(|home| home.lived_in(room))
            || lived_in.iter().any(|one| {
                let both = room.zip(one.room_number.as_deref());
                one.property == property
                    && one.last_date.is_none_or(|last| last >= viewing.at.day)
                    && both.is_none_or(|(room, lived_in)| same_room(room, lived_in))
            })
    });
    Ok(occupied.collect())
}
