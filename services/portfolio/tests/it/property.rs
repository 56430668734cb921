//! Properties to add: each function gives one that is accepted, to be varied by the test.

use lintel_proto::{
    common::v1::{Date, Money},
    portfolio::v1::{
        Insurance, Lease, Mortgage, MortgageType, Property, PropertyStatus, PropertyType, Room,
        RunningCosts,
    },
};

/// `minor` pence.
#[expect(
    clippy::unnecessary_wraps,
    reason = "a message field is optional on the wire"
)]
pub fn gbp(minor: i64) -> Option<Money> {
    Some(lintel_core::Money::gbp(minor).into())
}

/// The pence of an amount.
pub fn pence(money: Option<&Money>) -> i64 {
    money.map_or(0, |money| money.minor_units)
}

/// A day.
#[expect(
    clippy::unnecessary_wraps,
    reason = "a message field is optional on the wire"
)]
pub const fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Some(Date { year, month, day })
}

/// A house with nothing but what is required.
pub fn house(name: &str) -> Property {
    Property {
        display_name: name.to_owned(),
        address: "1 High Street, Leeds".to_owned(),
        postcode: "LS1 4AP".to_owned(),
        property_type: PropertyType::House.into(),
        bedrooms: 3,
        bathrooms: 1,
        monthly_rent: gbp(125_000),
        ..Property::default()
    }
}

/// A flat with everything that can be said of one.
pub fn flat(name: &str) -> Property {
    Property {
        property_type: PropertyType::Flat.into(),
        size: "78 sq m".to_owned(),
        monthly_rent: gbp(95_000),
        purchase_price: gbp(18_000_000),
        current_value: gbp(21_050_001),
        purchase_date: day(2019, 5, 1),
        purchase_year: 2019,
        status: PropertyStatus::Occupied.into(),
        lease: Some(Lease {
            years_remaining: Some(90),
            last_update_date: day(2024, 11, 1),
            service_charge: gbp(15_000),
            ground_rent: gbp(2_500),
            ..Lease::default()
        }),
        mortgage: Some(Mortgage {
            company: "Leeds Building Society".to_owned(),
            reference: "LBS/1".to_owned(),
            contact: "0113 496 0000".to_owned(),
            interest_rate_percent: "4.89".to_owned(),
            amount_borrowed: gbp(15_000_000),
            outstanding_balance: gbp(13_248_055),
            monthly_payment: gbp(41_025),
            mortgage_type: MortgageType::Repayment.into(),
            fixed_term_end_date: day(2028, 2, 29),
        }),
        insurance: Some(Insurance {
            company: "Aviva".to_owned(),
            reference: "P-77".to_owned(),
            annual_premium: gbp(19_800),
            renewal_date: day(2027, 1, 31),
            insurance_type: "Landlord".to_owned(),
        }),
        ..house(name)
    }
}

/// A shared house with a room for each rent, numbered from 1.
pub fn shared_house(name: &str, rents: &[i64]) -> Property {
    let rooms = rents.iter().zip(1..);
    Property {
        property_type: PropertyType::Hmo.into(),
        bedrooms: 0,
        monthly_rent: None,
        rooms: rooms
            .map(|(rent, number)| room(&number.to_string(), *rent))
            .collect(),
        running_costs: Some(RunningCosts {
            utilities: gbp(12_000),
            tv_licence: gbp(1_325),
            council_tax: gbp(15_000),
            water: gbp(4_500),
            cleaning: gbp(8_000),
        }),
        ..house(name)
    }
}

/// A vacant room.
pub fn room(number: &str, rent: i64) -> Room {
    Room {
        room_number: number.to_owned(),
        monthly_rent: gbp(rent),
        ..Room::default()
    }
}
