//! When a property is accepted, new or changed (docs/reference/screens/portfolio.md S2 5, docs/reference/decisions.md 4).

use std::collections::HashSet;

use chrono::{Datelike as _, NaiveDate};
use lintel_core::{Error, Money, postcode};
use lintel_rules::{Nation, outside_united_kingdom, propose};

use super::{
    NewRoom, Property, PropertyDetails, PropertyDraft, PropertyType, RentRule, RoomDraft, Status,
    StoredStatus, books,
    check::{Checks, PRICE_LIMIT, RENT_LIMIT, pounds},
    photos,
};

/// The most rooms of a shared house; the least is 1 once they are set up (docs/reference/screens/portfolio.md S2 9).
pub const MOST_ROOMS: usize = 10;
/// The earliest year of purchase; an earlier one is refused as a typing error.
const FIRST_YEAR: i32 = 1800;

/// A property that keeps every rule and is not stored yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewProperty {
    details: PropertyDetails,
    rooms: Vec<NewRoom>,
}

impl NewProperty {
    /// Checks a draft on `today`, a day in London. What does not belong to the kind is dropped unchecked: rooms and running costs
    /// of anything but a shared house, a lease of anything but a flat. A value that is not given is what was paid.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `PROPERTY_INVALID` and every offending field, those that could not be read included.
    pub fn try_new(
        mut draft: PropertyDraft,
        rent: RentRule,
        today: NaiveDate,
    ) -> Result<Self, Error> {
        let checks = Checks::after(std::mem::take(&mut draft.unreadable));
        let mut new = Self::judge(checks, &draft, rent, None, today)?;
        new.details.current_value = new.details.current_value.or(new.details.purchase_price);
        Ok(new)
    }

    /// Checks the change of `before`.
    pub(super) fn judge(
        mut checks: Checks,
        draft: &PropertyDraft,
        rent: RentRule,
        before: Option<&Property>,
        today: NaiveDate,
    ) -> Result<Self, Error> {
        let new = Self::accept(&mut checks, draft, rent, before, today);
        checks.into_result()?;
        Ok(new)
    }

    fn accept(
        checks: &mut Checks,
        draft: &PropertyDraft,
        rent: RentRule,
        before: Option<&Property>,
        today: NaiveDate,
    ) -> Self {
        let property_type = draft.property_type.unwrap_or_else(|| {
            checks.refuse("property_type", "Choose a property type.");
            PropertyType::House
        });
        let is_hmo = property_type == PropertyType::Hmo;
        let rooms = if is_hmo {
            let configured = before.is_some_and(|before| !before.rooms.is_empty());
            rooms(checks, &draft.rooms, configured)
        } else {
            Vec::new()
        };
        let (purchase_date, purchase_year) =
            purchase(checks, draft.purchase_date, draft.purchase_year, today);
        let purchase_price = checks.money(
            "purchase_price",
            "Purchase price",
            draft.purchase_price,
            PRICE_LIMIT,
        );
        let current_value = checks.money(
            "current_value",
            "Current value",
            draft.current_value,
            PRICE_LIMIT,
        );

        let asking_rent = one_rent(checks, "asking_rent", draft.monthly_rent, draft.asking_rent);

        // Refusals come in the order of the form.
        let name = checks.required_text("display_name", "Name", &draft.name, 200);
        let address = checks.required_text("address", "Address", &draft.address, 300);
        let postcode = postcode(checks, &draft.postcode, before);
        let details = PropertyDetails {
            name,
            address,
            nation: draft.nation.filter(|said| says_more(*said, &postcode)),
            postcode,
            property_type,
            bedrooms: if is_hmo {
                i32::try_from(rooms.len()).unwrap_or_default()
            } else {
                checks.number("bedrooms", "Bedrooms", draft.bedrooms, 0..=100)
            },
            bathrooms: checks.number("bathrooms", "Bathrooms", draft.bathrooms, 1..=10),
            size: checks.text("size", "Size", &draft.size, 50),
            asking_rent: if is_hmo {
                rent_of(checks, &rooms, asking_rent, rent)
            } else {
                checks.required_money("monthly_rent", "Monthly rent", asking_rent, RENT_LIMIT)
            },
            purchase_price,
            current_value,
            purchase_date,
            purchase_year,
            status: status(checks, draft.status),
            photos: photos::judge(checks, &draft.photos),
            running_costs: is_hmo
                .then(|| books::running_costs(checks, draft.running_costs))
                .flatten(),
            lease: (property_type == PropertyType::Flat)
                .then(|| books::lease(checks, draft.lease, today))
                .flatten(),
            mortgage: books::mortgage(checks, &draft.mortgage),
            insurance: books::insurance(checks, &draft.insurance),
            facts: draft.facts.judge(checks, property_type),
        };
        Self { details, rooms }
    }

    /// The details that the landlord gave.
    #[must_use]
    pub const fn details(&self) -> &PropertyDetails {
        &self.details
    }

    /// The rooms of a shared house, as they were given.
    #[must_use]
    pub fn rooms(&self) -> &[NewRoom] {
        &self.rooms
    }

    /// Both.
    pub(super) fn into_parts(self) -> (PropertyDetails, Vec<NewRoom>) {
        (self.details, self.rooms)
    }
}

/// A postcode of the United Kingdom. A home that was added with another one before that was refused keeps it.
fn postcode(checks: &mut Checks, typed: &str, before: Option<&Property>) -> String {
    let Some(postcode) = postcode::normalise(typed) else {
        checks.refuse("postcode", "Enter a valid UK postcode.");
        return String::new();
    };
    let kept = before.is_some_and(|before| before.details.postcode == postcode);
    if let Some(outside) = outside_united_kingdom(&postcode).filter(|_| !kept) {
        checks.refuse("postcode", outside);
    }
    postcode
}

/// Returns whether a nation is more than the postcode's own: the same one again is no choice, where its whole district is in it.
fn says_more(said: Nation, postcode: &str) -> bool {
    propose(postcode).is_none_or(|alone| alone.other.is_some() || alone.nation != said)
}

/// A house may be added before its rooms are known; one that is set up keeps at least one.
fn rooms(checks: &mut Checks, drafts: &[RoomDraft], configured: bool) -> Vec<NewRoom> {
    if drafts.len() > MOST_ROOMS || (configured && drafts.is_empty()) {
        checks.refuse("rooms", "A shared house has 1 to 10 rooms.");
    }
    let mut numbers = HashSet::new();
    // Rooms beyond the tenth are refused as a whole, not one by one.
    let judged = drafts.iter().take(MOST_ROOMS).enumerate();
    judged
        .map(|(index, draft)| {
            let field = |name: &str| format!("rooms[{index}].{name}");
            let number_field = field("room_number");
            let number = checks.required_text(&number_field, "Room number", &draft.number, 20);
            if !number.is_empty() && !numbers.insert(number.to_lowercase()) {
                checks.refuse(&number_field, "Each room needs its own number.");
            }
            let name = checks.text(&field("display_name"), "Room name", &draft.name, 100);
            let asking = field("asking_rent");
            let asking = one_rent(checks, &asking, draft.monthly_rent, draft.asking_rent);
            NewRoom {
                name: name.unwrap_or_else(|| format!("Room {number}")),
                asking_rent: checks.required_money(
                    &field("monthly_rent"),
                    "Room rent",
                    asking,
                    RENT_LIMIT,
                ),
                occupied: draft.occupied,
                number,
            }
        })
        .collect()
}

/// The rent of what is not let: it is said in one place or the same in both.
fn one_rent(
    checks: &mut Checks,
    field: &str,
    rent: Option<Money>,
    asking: Option<Money>,
) -> Option<Money> {
    if rent.is_some() && asking.is_some_and(|asking| Some(asking) != rent) {
        checks.refuse(
            field,
            "While nothing is let, the asking rent is the monthly rent.",
        );
    }
    rent.or(asking)
}

/// The rent of a shared house: the sum of its rooms' rents where they are set up, unless the landlord types it.
fn rent_of(checks: &mut Checks, rooms: &[NewRoom], typed: Option<Money>, rule: RentRule) -> Money {
    if rooms.is_empty() || rule == RentRule::Typed && typed.is_some() {
        let typed = checks.money("monthly_rent", "Monthly rent", typed, RENT_LIMIT);
        return typed.unwrap_or(Money::ZERO);
    }
    let sum = Money::sum(rooms.iter().map(|room| room.asking_rent)).unwrap_or(Money::ZERO);
    // A negative sum has a negative room, which is named already.
    if sum.minor() > RENT_LIMIT.minor() {
        checks.refuse(
            "rooms",
            format!(
                "The rents of all rooms must not be more than {}.",
                pounds(RENT_LIMIT)
            ),
        );
    }
    sum
}

/// A full date wins over a year.
fn purchase(
    checks: &mut Checks,
    date: Option<NaiveDate>,
    year: Option<i32>,
    today: NaiveDate,
) -> (Option<NaiveDate>, Option<i32>) {
    if let Some(date) = date {
        if date > today {
            checks.refuse("purchase_date", "Purchase date must not be in the future.");
        } else if date.year() < FIRST_YEAR {
            checks.refuse(
                "purchase_date",
                format!("Purchase date must be in {FIRST_YEAR} or later."),
            );
        }
        return (Some(date), Some(date.year()));
    }
    let year = year.map(|year| {
        checks.number(
            "purchase_year",
            "Purchase year",
            year,
            FIRST_YEAR..=today.year(),
        )
    });
    (None, year)
}

fn status(checks: &mut Checks, status: Option<Status>) -> StoredStatus {
    status
        .unwrap_or(Status::Vacant)
        .stored()
        .unwrap_or_else(|| {
            checks.refuse(
                "status",
                "Partially Occupied follows from the rooms and cannot be chosen.",
            );
            StoredStatus::Vacant
        })
}

#[cfg(test)]
mod tests;
