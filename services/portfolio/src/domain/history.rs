//! The fields that a change altered, with old and new values.
//!
//! Every field that a person can edit is destructured here without a `..`: a field that is added does not compile until its history
//! was thought of, and a test holds the names against those of an update mask.

use lintel_core::Money;

use super::{
    InspectionSettings, Insurance, Lease, Mortgage, Property, PropertyDetails, Room, RunningCosts,
    StatedFacts,
};

/// A changed field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    /// Its path in the contract, as an update mask names it.
    pub field: String,
    /// The number of the room, the old one where the number changed; `None` for the property.
    pub room: Option<String>,
    /// The old value, as decimal text, a date or a word of the contract's; `None` where it was unknown, or the room did not exist.
    pub before: Option<String>,
    /// The new value, likewise.
    pub after: Option<String>,
}

/// Fields by their paths, with their values.
type Values = Vec<(&'static str, Option<String>)>;

impl Property {
    /// Returns the differences in `after`, in the order in which people are shown them.
    #[must_use]
    pub fn changes_to(&self, after: &Self) -> Vec<FieldChange> {
        let mut changes = compared(None, property(self), property(after));
        // What it is offered for is its rent while nothing is let: one line is enough.
        if self.let_rent.is_some() || after.let_rent.is_some() {
            let asking =
                |property: &Self| vec![("asking_rent", text(&property.details.asking_rent))];
            changes.extend(compared(None, asking(self), asking(after)));
        }
        let room = |rooms: &[Room], id| rooms.iter().find(|room: &&Room| room.id == id).cloned();
        for old in &self.rooms {
            let new = room(&after.rooms, old.id);
            let parts = compared(
                Some(&old.number),
                room_parts(Some(old)),
                room_parts(new.as_ref()),
            );
            changes.extend(parts);
            let new = new.filter(|new| old.let_rent.is_some() || new.let_rent.is_some());
            if let Some(new) = new {
                let asking = |room: &Room| vec![("rooms.asking_rent", text(&room.asking_rent))];
                changes.extend(compared(Some(&old.number), asking(old), asking(&new)));
            }
        }
        for new in &after.rooms {
            if room(&self.rooms, new.id).is_none() {
                let parts = compared(Some(&new.number), room_parts(None), room_parts(Some(new)));
                changes.extend(parts);
            }
        }
        changes
    }
}

impl InspectionSettings {
    /// Returns the differences in `after`.
    #[must_use]
    pub fn changes_to(self, after: Self) -> Vec<FieldChange> {
        compared(None, settings(self), settings(after))
    }
}

fn compared(room: Option<&str>, before: Values, after: Values) -> Vec<FieldChange> {
    before
        .into_iter()
        .zip(after)
        .filter(|((_, was), (_, is))| was != is)
        .map(|((field, before), (_, after))| FieldChange {
            field: field.to_owned(),
            room: room.map(str::to_owned),
            before,
            after,
        })
        .collect()
}

fn property(property: &Property) -> Values {
    let Property {
        id: _,
        details,
        rooms: _,
        tenancy_active,
        let_rent: _,
        responsible,
        version: _,
        created_at: _,
        updated_at: _,
    } = property;
    let PropertyDetails {
        name,
        address,
        postcode,
        nation,
        property_type,
        bedrooms,
        bathrooms,
        size,
        asking_rent: _,
        purchase_price,
        current_value,
        purchase_date,
        purchase_year,
        status,
        photos,
        running_costs,
        lease,
        mortgage,
        insurance,
        facts,
    } = details;
    let photos = (!photos.is_empty()).then(|| photos.join(" "));
    let mut values = vec![
        ("display_name", text(name)),
        ("address", text(address)),
        ("postcode", text(postcode)),
        ("nation", nation.map(|nation| nation.as_str().to_owned())),
        ("property_type", text(property_type.as_str())),
        ("status", text(status.as_str())),
        ("tenancy_active", text(tenancy_active)),
        ("bedrooms", text(bedrooms)),
        ("bathrooms", text(bathrooms)),
        ("size", some(size.as_ref())),
        ("photo_urls", photos),
        ("responsible_user_id", some(responsible.as_ref())),
        ("monthly_rent", text(&property.monthly_rent())),
        ("current_value", amount(*current_value)),
        ("purchase_price", amount(*purchase_price)),
        ("purchase_date", some(purchase_date.as_ref())),
        ("purchase_year", some(purchase_year.as_ref())),
    ];
    values.extend(costs(running_costs.unwrap_or_default()));
    values.extend(lease_parts(lease.unwrap_or_default()));
    values.extend(mortgage_parts(&mortgage.clone().unwrap_or_default()));
    values.extend(insurance_parts(&insurance.clone().unwrap_or_default()));
    values.extend(stated(*facts));
    values
}

fn costs(costs: RunningCosts) -> Values {
    let RunningCosts {
        utilities,
        tv_licence,
        council_tax,
        water,
        cleaning,
    } = costs;
    vec![
        ("running_costs.utilities", amount(utilities)),
        ("running_costs.tv_licence", amount(tv_licence)),
        ("running_costs.council_tax", amount(council_tax)),
        ("running_costs.water", amount(water)),
        ("running_costs.cleaning", amount(cleaning)),
    ]
}

fn lease_parts(lease: Lease) -> Values {
    let Lease {
        years_remaining,
        last_updated,
        service_charge,
        ground_rent,
    } = lease;
    vec![
        ("lease.years_remaining", some(years_remaining.as_ref())),
        ("lease.last_update_date", some(last_updated.as_ref())),
        ("lease.service_charge", amount(service_charge)),
        ("lease.ground_rent", amount(ground_rent)),
    ]
}

fn mortgage_parts(mortgage: &Mortgage) -> Values {
    let Mortgage {
        company,
        reference,
        contact,
        interest_rate,
        amount_borrowed,
        outstanding_balance,
        monthly_payment,
        mortgage_type,
        fixed_term_end,
    } = mortgage;
    vec![
        ("mortgage.company", some(company.as_ref())),
        ("mortgage.reference", some(reference.as_ref())),
        ("mortgage.contact", some(contact.as_ref())),
        (
            "mortgage.mortgage_type",
            mortgage_type.map(|kind| kind.as_str().to_owned()),
        ),
        (
            "mortgage.interest_rate_percent",
            some(interest_rate.as_ref()),
        ),
        ("mortgage.amount_borrowed", amount(*amount_borrowed)),
        ("mortgage.outstanding_balance", amount(*outstanding_balance)),
        ("mortgage.monthly_payment", amount(*monthly_payment)),
        (
            "mortgage.fixed_term_end_date",
            some(fixed_term_end.as_ref()),
        ),
    ]
}

fn insurance_parts(insurance: &Insurance) -> Values {
    let Insurance {
        company,
        reference,
        annual_premium,
        renewal_date,
        insurance_type,
    } = insurance;
    vec![
        ("insurance.company", some(company.as_ref())),
        ("insurance.reference", some(reference.as_ref())),
        ("insurance.insurance_type", some(insurance_type.as_ref())),
        ("insurance.annual_premium", amount(*annual_premium)),
        ("insurance.renewal_date", some(renewal_date.as_ref())),
    ]
}

fn stated(facts: StatedFacts) -> Values {
    let StatedFacts {
        gas,
        furnishing,
        shared,
        storeys,
        most_residents,
        licensing_area,
    } = facts;
    let furnishing = furnishing.map(|what| what.as_str().to_owned());
    let area = licensing_area.map(|area| area.as_str().to_owned());
    vec![
        ("gas", some(gas.as_ref())),
        ("furnishing", furnishing),
        ("shared", some(shared.as_ref())),
        ("storeys", some(storeys.as_ref())),
        ("most_residents", some(most_residents.as_ref())),
        ("licensing_area", area),
    ]
}

fn room_parts(room: Option<&Room>) -> Values {
    let parts = room.map(|room| {
        let Room {
            id: _,
            number,
            name,
            asking_rent: _,
            let_rent: _,
            occupied,
        } = room;
        let rent = text(&room.monthly_rent());
        [text(number), text(name), rent, text(occupied)]
    });
    let [number, name, rent, occupied] = parts.unwrap_or_default();
    vec![
        ("rooms.room_number", number),
        ("rooms.display_name", name),
        ("rooms.monthly_rent", rent),
        ("rooms.occupied", occupied),
    ]
}

fn settings(settings: InspectionSettings) -> Values {
    let InspectionSettings {
        frequency_months,
        reminder_days,
        auto_schedule,
    } = settings;
    vec![
        (
            "inspection_settings.frequency_months",
            text(&frequency_months),
        ),
        ("inspection_settings.reminder_days", text(&reminder_days)),
        ("inspection_settings.auto_schedule", text(&auto_schedule)),
    ]
}

fn text(value: &(impl ToString + ?Sized)) -> Option<String> {
    Some(value.to_string())
}

fn some(value: Option<&impl ToString>) -> Option<String> {
    value.map(ToString::to_string)
}

fn amount(value: Option<Money>) -> Option<String> {
    some(value.as_ref())
}
