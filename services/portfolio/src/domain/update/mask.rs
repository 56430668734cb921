//! Which fields of a property a change replaces.

use lintel_core::{Error, Violations};

use super::{super::PropertyDraft, rooms::Parts};

/// Replaces one field of a draft by what the caller gave.
type Replace = fn(&mut PropertyDraft, &mut PropertyDraft);

/// Declares the paths that may be named, each with the field of the draft that it stands for.
macro_rules! fields {
    ($($path:literal = $($field:ident).+),+ $(,)?) => {
        &[$(($path, |to, from| to.$($field).+ = std::mem::take(&mut from.$($field).+))),+]
    };
}

/// Every field that can be changed, but for the rooms, by its path in the contract.
const FIELDS: &[(&str, Replace)] = fields! {
    "display_name" = name,
    "address" = address,
    "postcode" = postcode,
    "nation" = nation,
    "property_type" = property_type,
    "bedrooms" = bedrooms,
    "bathrooms" = bathrooms,
    "size" = size,
    "monthly_rent" = monthly_rent,
    "asking_rent" = asking_rent,
    "gas" = facts.gas,
    "furnishing" = facts.furnishing,
    "shared" = facts.shared,
    "storeys" = facts.storeys,
    "most_residents" = facts.most_residents,
    "licensing_area" = facts.licensing_area,
    "purchase_price" = purchase_price,
    "current_value" = current_value,
    "purchase_date" = purchase_date,
    "purchase_year" = purchase_year,
    "status" = status,
    "photo_urls" = photos,
    "responsible_user_id" = responsible,
    "running_costs.utilities" = running_costs.utilities,
    "running_costs.tv_licence" = running_costs.tv_licence,
    "running_costs.council_tax" = running_costs.council_tax,
    "running_costs.water" = running_costs.water,
    "running_costs.cleaning" = running_costs.cleaning,
    "lease.years_remaining" = lease.years_remaining,
    "lease.last_update_date" = lease.last_updated,
    "lease.service_charge" = lease.service_charge,
    "lease.ground_rent" = lease.ground_rent,
    "mortgage.company" = mortgage.company,
    "mortgage.reference" = mortgage.reference,
    "mortgage.contact" = mortgage.contact,
    "mortgage.interest_rate_percent" = mortgage.interest_rate,
    "mortgage.amount_borrowed" = mortgage.amount_borrowed,
    "mortgage.outstanding_balance" = mortgage.outstanding_balance,
    "mortgage.monthly_payment" = mortgage.monthly_payment,
    "mortgage.mortgage_type" = mortgage.mortgage_type,
    "mortgage.fixed_term_end_date" = mortgage.fixed_term_end,
    "insurance.company" = insurance.company,
    "insurance.reference" = insurance.reference,
    "insurance.annual_premium" = insurance.annual_premium,
    "insurance.renewal_date" = insurance.renewal_date,
    "insurance.insurance_type" = insurance.insurance_type,
};

/// Fields that only Lintel sets.
const OUTPUT_ONLY: &[&str] = &[
    "property_id",
    "figures",
    "create_time",
    "update_time",
    "version",
    "tenancy_active",
    "rooms_configured",
    "nation_to_confirm",
    "other_nation",
    "duties",
    "rooms.room_id",
    "lease.current_years_remaining",
];

/// The fields that a change replaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateMask {
    fields: Vec<usize>,
    rooms: Option<Parts>,
}

impl UpdateMask {
    /// Reads the paths of a field mask.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `UPDATE_MASK_INVALID`, naming `update_mask` once for every path that is unknown or cannot be
    /// changed, or for a mask of none.
    pub fn parse<'a>(paths: impl IntoIterator<Item = &'a str>) -> Result<Self, Error> {
        let mut violations = Violations::default();
        let (mut fields, mut rooms, mut named) = (Vec::new(), Parts::default(), false);
        for path in paths {
            named = true;
            let stands_for =
                |field: &str| field == path || is_within(field, path) && !path.is_empty();
            let before = fields.len();
            fields.extend(
                FIELDS
                    .iter()
                    .enumerate()
                    .filter(|(_, (field, _))| stands_for(field))
                    .map(|(index, _)| index),
            );
            if fields.len() > before || rooms.name(path) {
                continue;
            }
            let immutable = OUTPUT_ONLY
                .iter()
                .any(|field| *field == path || is_within(path, field));
            violations.add(
                "update_mask",
                if immutable {
                    format!("{} cannot be changed.", shown(path))
                } else {
                    format!("A property has no field {}.", shown(path))
                },
            );
        }
        if !named {
            violations.add("update_mask", "Name at least one field to change.");
        }
        violations.into_result("UPDATE_MASK_INVALID")?;
        Ok(Self {
            fields,
            rooms: rooms.some(),
        })
    }

    /// Which parts of the rooms are named, if any.
    pub(super) const fn rooms(&self) -> Option<Parts> {
        self.rooms
    }

    /// Returns whether the change names the field of this path.
    pub(super) fn names(&self, path: &str) -> bool {
        self.paths().any(|field| field == path)
    }

    /// Returns whether the change names anything that the rent of a shared house follows from.
    pub(super) fn touches_rent(&self) -> bool {
        self.names("monthly_rent")
            || self.names("asking_rent")
            || self.names("property_type")
            || self.rooms.is_some_and(Parts::touch_rent)
    }

    /// The unreadable fields that the change names; the others are ignored.
    pub(super) fn named(&self, unreadable: &Violations) -> Violations {
        let mut named = Violations::default();
        for violation in unreadable {
            let room = violation.field.starts_with("rooms[") && self.rooms.is_some();
            if room || self.names(&violation.field) {
                named.add(violation.field.as_str(), violation.message.as_str());
            }
        }
        named
    }

    /// Replaces what is named, the rooms excepted.
    pub(super) fn apply(&self, to: &mut PropertyDraft, mut from: PropertyDraft) {
        let mut replace = self.fields.clone();
        // What is taken a second time would be empty.
        replace.sort_unstable();
        replace.dedup();
        for (_, replace) in replace.into_iter().filter_map(|index| FIELDS.get(index)) {
            replace(to, &mut from);
        }
    }

    fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.fields
            .iter()
            .filter_map(|index| FIELDS.get(*index))
            .map(|(path, _)| *path)
    }
}

/// Returns whether `path` stands below `group`.
fn is_within(path: &str, group: &str) -> bool {
    path.strip_prefix(group)
        .is_some_and(|rest| rest.starts_with('.'))
}

/// A path as a sentence repeats it: its beginning, on one line.
fn shown(path: &str) -> String {
    let printable = path.chars().filter(|c| !c.is_control());
    format!("`{}`", printable.take(60).collect::<String>())
}
