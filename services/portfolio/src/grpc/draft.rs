//! A property as a caller sent it, read as far as it can be read. A field that cannot be read is noted by its path; the rules add
//! their own refusals, so that a caller learns of every offending field at once.

use lintel_core::UserId;
use lintel_proto::{portfolio::v1, read::Reader};

use crate::{
    contract::words,
    domain::{
        InsuranceDraft, Lease, MOST_ROOMS, MortgageDraft, PropertyDraft, RoomDraft, RunningCosts,
        StatedFacts,
    },
};

const CHOOSE_NATION: &str = "Choose England, Wales, Scotland or Northern Ireland.";

/// Reads the fields of a property; output-only fields are ignored.
pub fn property(property: v1::Property) -> PropertyDraft {
    let mut read = Reader::default();
    let facts = StatedFacts {
        gas: property.gas,
        furnishing: read.choice(
            "furnishing",
            "Choose Furnished, Part Furnished or Unfurnished.",
            property.furnishing,
            words::furnishing,
        ),
        shared: property.shared,
        storeys: property.storeys,
        most_residents: property.most_residents,
        licensing_area: read.choice(
            "licensing_area",
            "Choose None, Additional or Selective.",
            property.licensing_area,
            words::licensing_area,
        ),
    };
    let nation = read.choice("nation", CHOOSE_NATION, property.nation, words::nation);
    PropertyDraft {
        property_type: words::property_type(property.property_type()),
        status: read.choice("status", "Choose a status.", property.status, words::status),
        monthly_rent: read.money("monthly_rent", property.monthly_rent),
        asking_rent: read.money("asking_rent", property.asking_rent),
        purchase_price: read.money("purchase_price", property.purchase_price),
        current_value: read.money("current_value", property.current_value),
        purchase_date: read.date("purchase_date", property.purchase_date),
        purchase_year: (property.purchase_year != 0).then_some(property.purchase_year),
        rooms: rooms(&mut read, property.rooms),
        running_costs: running_costs(&mut read, property.running_costs.unwrap_or_default()),
        lease: lease(&mut read, property.lease.unwrap_or_default()),
        mortgage: mortgage(&mut read, property.mortgage.unwrap_or_default()),
        insurance: insurance(&mut read, property.insurance.unwrap_or_default()),
        facts,
        responsible: responsible(&mut read, property.responsible_user_id),
        name: property.display_name,
        address: property.address,
        postcode: property.postcode,
        nation,
        bedrooms: property.bedrooms,
        bathrooms: property.bathrooms,
        size: property.size,
        photos: property.photo_urls,
        unreadable: read.unreadable,
    }
}

fn responsible(read: &mut Reader, user: i64) -> Option<UserId> {
    if user < 0 {
        let message = "Choose a member of the organisation.";
        read.unreadable.add("responsible_user_id", message);
    }
    (user > 0).then(|| user.into())
}

fn rooms(read: &mut Reader, rooms: Vec<v1::Room>) -> Vec<RoomDraft> {
    // One more than the limit is enough for a refusal, and keeps the refusal of a huge list small.
    let rooms = rooms.into_iter().take(MOST_ROOMS + 1).enumerate();
    rooms
        .map(|(index, room)| RoomDraft {
            number: room.room_number,
            name: room.display_name,
            monthly_rent: read.money(&format!("rooms[{index}].monthly_rent"), room.monthly_rent),
            asking_rent: read.money(&format!("rooms[{index}].asking_rent"), room.asking_rent),
            occupied: room.occupied,
        })
        .collect()
}

fn running_costs(read: &mut Reader, costs: v1::RunningCosts) -> RunningCosts {
    RunningCosts {
        utilities: read.money("running_costs.utilities", costs.utilities),
        tv_licence: read.money("running_costs.tv_licence", costs.tv_licence),
        council_tax: read.money("running_costs.council_tax", costs.council_tax),
        water: read.money("running_costs.water", costs.water),
        cleaning: read.money("running_costs.cleaning", costs.cleaning),
    }
}

fn lease(read: &mut Reader, lease: v1::Lease) -> Lease {
    Lease {
        years_remaining: lease.years_remaining,
        last_updated: read.date("lease.last_update_date", lease.last_update_date),
        service_charge: read.money("lease.service_charge", lease.service_charge),
        ground_rent: read.money("lease.ground_rent", lease.ground_rent),
    }
}

fn mortgage(read: &mut Reader, mortgage: v1::Mortgage) -> MortgageDraft {
    MortgageDraft {
        amount_borrowed: read.money("mortgage.amount_borrowed", mortgage.amount_borrowed),
        outstanding_balance: read
            .money("mortgage.outstanding_balance", mortgage.outstanding_balance),
        monthly_payment: read.money("mortgage.monthly_payment", mortgage.monthly_payment),
        mortgage_type: read.choice(
            "mortgage.mortgage_type",
            "Choose Repayment or Interest Only.",
            mortgage.mortgage_type,
            words::mortgage_type,
        ),
        fixed_term_end: read.date("mortgage.fixed_term_end_date", mortgage.fixed_term_end_date),
        company: mortgage.company,
        reference: mortgage.reference,
        contact: mortgage.contact,
        interest_rate: mortgage.interest_rate_percent,
    }
}

fn insurance(read: &mut Reader, insurance: v1::Insurance) -> InsuranceDraft {
    InsuranceDraft {
        annual_premium: read.money("insurance.annual_premium", insurance.annual_premium),
        renewal_date: read.date("insurance.renewal_date", insurance.renewal_date),
        company: insurance.company,
        reference: insurance.reference,
        insurance_type: insurance.insurance_type,
    }
}

#[cfg(test)]
mod tests {
    use lintel_proto::common;

    use super::*;

    fn unreadable(of: v1::Property) -> Vec<(String, String)> {
        let draft = property(of);
        let found = draft.unreadable.iter();
        found
            .map(|v| (v.field.clone(), v.message.clone()))
            .collect()
    }

    #[test]
    fn what_cannot_be_read_is_named_by_its_path_and_all_of_it_at_once() {
        let dollars = common::v1::Money {
            currency_code: "USD".to_owned(),
            minor_units: 1,
        };
        let never = common::v1::Date {
            year: 2026,
            month: 2,
            day: 30,
        };
        let found = unreadable(v1::Property {
            status: 99,
            nation: 9,
            monthly_rent: Some(dollars.clone()),
            purchase_date: Some(never),
            rooms: vec![
                v1::Room::default(),
                v1::Room {
                    monthly_rent: Some(dollars),
                    ..v1::Room::default()
                },
            ],
            mortgage: Some(v1::Mortgage {
                mortgage_type: 7,
                fixed_term_end_date: Some(never),
                ..v1::Mortgage::default()
            }),
            ..v1::Property::default()
        });
        let expected = [
            (
                "nation",
                "Choose England, Wales, Scotland or Northern Ireland.",
            ),
            ("status", "Choose a status."),
            ("monthly_rent", "Amounts are in pounds sterling (GBP)."),
            ("purchase_date", "Enter a date that exists."),
            (
                "rooms[1].monthly_rent",
                "Amounts are in pounds sterling (GBP).",
            ),
            (
                "mortgage.mortgage_type",
                "Choose Repayment or Interest Only.",
            ),
            ("mortgage.fixed_term_end_date", "Enter a date that exists."),
        ];
        assert_eq!(
            found,
            expected.map(|(field, text)| (field.to_owned(), text.to_owned()))
        );
    }

    #[test]
    fn an_unknown_kind_is_no_kind() {
        let draft = property(v1::Property {
            property_type: 99,
            ..v1::Property::default()
        });
        assert_eq!(draft.property_type, None);
    }
}
