//! A change of a stored property: the fields that the caller named are replaced, the others stay, and the whole is checked again.

mod mask;
mod rooms;

use std::collections::HashMap;

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Error, RoomId, UserId, postcode};

pub use mask::UpdateMask;

use super::{
    InsuranceDraft, MortgageDraft, NewProperty, NewRoom, Property, PropertyDetails, PropertyDraft,
    PropertyType, RentRule, RoomDraft, Status, check::Checks,
};

/// A stored property after a change, every rule kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedProperty {
    /// The details after the change.
    pub details: PropertyDetails,
    /// Its rooms now; those that stay have their ids.
    pub rooms: Vec<(Option<RoomId>, NewRoom)>,
    /// Who is responsible for it now.
    pub responsible: Option<UserId>,
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
        keep_status(&mut draft, before);
        date_lease(&mut draft, before, today);
        check_year(&mut checks, &draft, before);
        if let Some(parts) = mask.rooms()
            && draft.property_type == Some(PropertyType::Hmo)
        {
            draft.rooms = rooms::changed(&mut checks, parts, &before.rooms, given_rooms);
        }
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
        })
    }

    /// What `before` becomes when nobody is responsible for it any more.
    #[must_use]
    pub fn without_responsible(before: &Property) -> Self {
        let rooms = before.rooms.iter().map(|room| {
            let same = NewRoom {
                number: room.number.clone(),
                name: room.name.clone(),
                monthly_rent: room.monthly_rent,
                occupied: room.occupied,
            };
            (Some(room.id), same)
        });
        Self {
            details: before.details.clone(),
            rooms: rooms.collect(),
            responsible: None,
        }
    }

    /// Whether `before` is all of this already.
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

/// A client may send back the status that it was shown: a derived or missing status does not change the stored one.
fn keep_status(draft: &mut PropertyDraft, before: &Property) {
    let shown = draft.status.is_none_or(|status| {
        status == before.status()
            || status == Status::PartiallyOccupied && draft.property_type == Some(PropertyType::Hmo)
    });
    if shown {
        draft.status = Some(before.details.status.into());
    }
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
            monthly_rent: Some(details.monthly_rent),
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
            responsible: property.responsible,
            unreadable: lintel_core::Violations::default(),
        }
    }
}

#[cfg(test)]
mod tests;
