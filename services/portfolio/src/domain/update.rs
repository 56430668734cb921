//! A change of a stored property: the fields that the caller named are replaced, the others stay, and the whole is checked again.

mod mask;
mod rooms;

use std::collections::HashMap;

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Error, RoomId, UserId, postcode};

pub use mask::UpdateMask;

use super::{
    InsuranceDraft, MortgageDraft, NewProperty, NewRoom, Property, PropertyDetails, PropertyDraft,
    PropertyType, RentRule, RoomDraft, Status, check::Checks, derived_status,
};

/// A stored property after a change, every rule kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedProperty {
    /// The details after the change.
    pub details: PropertyDetails,
    /// Its rooms now; those that stay have their ids.
    pub rooms: Vec<(Option<RoomId>, NewRoom)>,
    /// The person responsible for it now.
    pub responsible: Option<UserId>,
    /// The part of its given rent that only a tenancy can change; `None` where all of it may be.
    pub rent_of_tenancy: Option<RentOfTenancy>,
}

/// A rent that a change names and that is a tenancy's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RentOfTenancy {
    /// The rent of the whole property.
    Property,
    /// The rent of the room of this number.
    Room(String),
}

impl ChangedProperty {
    /// Judges what `before` becomes on `today`, a day in London, when the fields that `mask` names are replaced by their values in
    /// `given`.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `PROPERTY_INVALID` and every offending field.
    pub fn try_new(
        before: &Property,
        mask: &UpdateMask,
        mut given: PropertyDraft,
        rent: RentRule,
        today: NaiveDate,
    ) -> Result<Self, Error> {
        let mut checks = Checks::after(mask.named(&std::mem::take(&mut given.unreadable)));
        let mut draft = PropertyDraft::from(before);
        let given_rooms = std::mem::take(&mut given.rooms);
        mask.apply(&mut draft, given);
        if !mask.names("nation") {
            forget_nation(&mut draft, before);
        }
        let mut contested = keep_let_rent(&mut draft, before, mask, rent);
        date_lease(&mut draft, before, today);
        check_year(&mut checks, &draft, before);
        if let Some(parts) = mask.rooms()
            && draft.property_type == Some(PropertyType::Hmo)
        {
            let (rooms, let_rent) = rooms::changed(&mut checks, parts, &before.rooms, given_rooms);
            draft.rooms = rooms;
            contested = contested.or(let_rent);
        }
        keep_status(&mut checks, &mut draft, before);
        // A rent that was typed stays until somebody touches what it follows from.
        let rent = if mask.touches_rent() {
            rent
        } else {
            RentRule::Typed
        };
        let new = NewProperty::judge(checks, &draft, rent, Some(before), today)?;
        let ids: HashMap<_, _> = before
            .rooms
            .iter()
            .map(|room| (room.number.to_lowercase(), room.id))
            .collect();
        let (details, rooms) = new.into_parts();
        Ok(Self {
            details,
            rooms: rooms
                .into_iter()
                .map(|room| (ids.get(&room.number.to_lowercase()).copied(), room))
                .collect(),
            responsible: draft.responsible,
            rent_of_tenancy: contested,
        })
    }

    /// Returns the update that changes nothing of `before`.
    #[must_use]
    pub fn nothing_of(before: &Property) -> Self {
        let rooms = before.rooms.iter();
        Self {
            details: before.details.clone(),
            rooms: rooms.map(|room| (Some(room.id), room.as_new())).collect(),
            responsible: before.responsible,
            rent_of_tenancy: None,
        }
    }

    /// Returns `before` with nobody responsible for it.
    #[must_use]
    pub fn without_responsible(before: &Property) -> Self {
        Self {
            responsible: None,
            ..Self::nothing_of(before)
        }
    }

    /// Returns whether `before` is all of this already.
    #[must_use]
    pub fn is_nothing_new(&self, before: &Property) -> bool {
        let same = |(id, new): &(Option<RoomId>, NewRoom)| {
            before
                .rooms
                .iter()
                .any(|old| Some(old.id) == *id && new.is(old))
        };
        self.details == before.details
            && self.responsible == before.responsible
            && self.rooms.len() == before.rooms.len()
            && self.rooms.iter().all(same)
    }
}

/// Another postcode is another place: what was said of the old one is no word about it.
fn forget_nation(draft: &mut PropertyDraft, before: &Property) {
    let moved = postcode::normalise(&draft.postcode).as_ref() != Some(&before.details.postcode);
    if moved {
        draft.nation = None;
    }
}

/// A client may send back the status that it was shown: a derived or missing status does not change the stored one. Another status than
/// the one that follows from the rooms would be kept and never shown, so it is refused.
fn keep_status(checks: &mut Checks, draft: &mut PropertyDraft, before: &Property) {
    let is_shared = draft.property_type == Some(PropertyType::Hmo);
    let shown = draft.status.is_none_or(|status| {
        status == before.status() || status == Status::PartiallyOccupied && is_shared
    });
    let stored = before.details.status;
    if shown {
        draft.status = Some(stored.into());
        return;
    }
    let count = |rooms: usize| i64::try_from(rooms).unwrap_or(i64::MAX);
    let occupied = draft.rooms.iter().filter(|room| room.occupied).count();
    let follows = derived_status(
        PropertyType::Hmo,
        stored,
        count(draft.rooms.len()),
        count(occupied),
    );
    let is_typed = draft.status != Some(stored.into());
    if is_shared && !draft.rooms.is_empty() && is_typed && draft.status != Some(follows) {
        checks.refuse(
            "status",
            format!(
                "The status of a shared house follows from its rooms: it is {}. Change the rooms instead.",
                follows.as_str()
            ),
        );
    }
}

/// The rent that a tenancy has is read and may be sent back, but it is changed with the tenancy alone; what the home is offered for is typed.
fn keep_let_rent(
    draft: &mut PropertyDraft,
    before: &Property,
    mask: &UpdateMask,
    rule: RentRule,
) -> Option<RentOfTenancy> {
    let asking = before.details.asking_rent;
    let said = draft.monthly_rent;
    if let (Some(let_rent), Some(said)) =
        (before.let_rent, said.filter(|_| mask.names("monthly_rent")))
    {
        // The sum of a shared house's rooms is not typed: whatever is sent in its place is ignored.
        let follows = draft.property_type == Some(PropertyType::Hmo)
            && !before.rooms.is_empty()
            && rule == RentRule::SumOfRooms;
        let asked = draft.asking_rent.filter(|_| mask.names("asking_rent"));
        draft.monthly_rent = Some(asked.unwrap_or(asking));
        draft.asking_rent = None;
        return (said != let_rent && !follows).then_some(RentOfTenancy::Property);
    }
    // A client that sends the whole property back has changed one of the two.
    if mask.names("asking_rent") {
        let typed = said.filter(|said| mask.names("monthly_rent") && *said != asking);
        let asked = draft.asking_rent.filter(|asked| *asked != asking);
        match (typed, asked) {
            (Some(_), Some(_)) => {}
            (typed, asked) => {
                draft.monthly_rent = typed.or(asked).or(said);
                draft.asking_rent = None;
            }
        }
    } else {
        draft.asking_rent = None;
    }
    None
}

/// Newly typed years count from today, unless another day was sent with them.
fn date_lease(draft: &mut PropertyDraft, before: &Property, today: NaiveDate) {
    let old = before.details.lease.unwrap_or_default();
    if draft.lease.years_remaining != old.years_remaining
        && draft.lease.last_updated == old.last_updated
    {
        draft.lease.last_updated = Some(today);
    }
}

/// The day of purchase has a year; another one beside it cannot be meant.
fn check_year(checks: &mut Checks, draft: &PropertyDraft, before: &Property) {
    let (Some(date), Some(year)) = (draft.purchase_date, draft.purchase_year) else {
        return;
    };
    let typed = draft.purchase_year != before.details.purchase_year
        && draft.purchase_date == before.details.purchase_date;
    if typed && date.year() != year {
        checks.refuse(
            "purchase_year",
            format!(
                "The purchase date is in {}. Change the date, or empty it to keep only a year.",
                date.year()
            ),
        );
    }
}

impl From<&Property> for PropertyDraft {
    fn from(property: &Property) -> Self {
        let details = property.details.clone();
        let text = Option::unwrap_or_default;
        let mortgage = details.mortgage.unwrap_or_default();
        let insurance = details.insurance.unwrap_or_default();
        Self {
            name: details.name,
            address: details.address,
            postcode: details.postcode,
            nation: details.nation,
            property_type: Some(details.property_type),
            bedrooms: details.bedrooms,
            bathrooms: details.bathrooms,
            size: text(details.size),
            monthly_rent: Some(details.asking_rent),
            asking_rent: None,
            purchase_price: details.purchase_price,
            current_value: details.current_value,
            purchase_date: details.purchase_date,
            purchase_year: details.purchase_year,
            status: Some(details.status.into()),
            photos: details.photos,
            rooms: property.rooms.iter().map(RoomDraft::from).collect(),
            running_costs: details.running_costs.unwrap_or_default(),
            lease: details.lease.unwrap_or_default(),
            mortgage: MortgageDraft {
                company: text(mortgage.company),
                reference: text(mortgage.reference),
                contact: text(mortgage.contact),
                interest_rate: mortgage
                    .interest_rate
                    .map(|rate| rate.to_string())
                    .unwrap_or_default(),
                amount_borrowed: mortgage.amount_borrowed,
                outstanding_balance: mortgage.outstanding_balance,
                monthly_payment: mortgage.monthly_payment,
                mortgage_type: mortgage.mortgage_type,
                fixed_term_end: mortgage.fixed_term_end,
            },
            insurance: InsuranceDraft {
                company: text(insurance.company),
                reference: text(insurance.reference),
                annual_premium: insurance.annual_premium,
                renewal_date: insurance.renewal_date,
                insurance_type: text(insurance.insurance_type),
            },
            facts: details.facts,
            responsible: property.responsible,
            unreadable: lintel_core::Violations::default(),
        }
    }
}

#[cfg(test)]
mod tests;
