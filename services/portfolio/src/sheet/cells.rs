//! A line as a draft, with what could not be read of it.

use lintel_core::Money;
use lintel_rules::{Furnishing, LicensingArea, Nation};
use lintel_sheet::{Cells, same_word};
use rust_decimal::Decimal;

use super::rooms;
use crate::domain::{
    InsuranceDraft, Lease, MortgageDraft, MortgageType, PropertyDraft, PropertyType, RoomDraft,
    RunningCosts, StatedFacts, Status,
};

/// Reads a property from a line.
pub(super) fn draft(mut cells: Cells<'_>) -> PropertyDraft {
    let let_rent = cells.money("monthly_rent");
    let rent = cells.money("asking_rent").or(let_rent);
    let facts = facts(&mut cells);
    PropertyDraft {
        name: cells.text("display_name"),
        address: cells.text("address"),
        postcode: cells.text("postcode"),
        nation: cells.choice(
            "nation",
            |text| same_word(Nation::ALL, text, Nation::as_str),
            "Choose England, Wales, Scotland or Northern Ireland.",
        ),
        property_type: cells.choice(
            "property_type",
            |text| same_word(PropertyType::ALL, text, PropertyType::as_str),
            "Choose Flat, House, Apartment, Studio, HMO, Serviced Accommodation or Commercial.",
        ),
        bedrooms: cells.whole("bedrooms").unwrap_or(1),
        bathrooms: cells.whole("bathrooms").unwrap_or(1),
        size: cells.text("size"),
        // What an export says of a let home: the new one is not let, so it begins with what it is offered for.
        monthly_rent: rent,
        asking_rent: None,
        purchase_price: cells.money("purchase_price"),
        current_value: cells.money("current_value"),
        purchase_date: cells.date("purchase_date"),
        purchase_year: cells.whole("purchase_year"),
        status: cells.choice(
            "status",
            |text| same_word(Status::ALL, text, Status::as_str),
            "Choose Available, Vacant, Occupied, Under Renovation or Under Maintenance.",
        ),
        photos: cells
            .text("photo_urls")
            .split_whitespace()
            .map(str::to_owned)
            .collect(),
        rooms: rooms(&mut cells),
        running_costs: RunningCosts {
            utilities: cells.money("running_costs.utilities"),
            tv_licence: cells.money("running_costs.tv_licence"),
            council_tax: cells.money("running_costs.council_tax"),
            water: cells.money("running_costs.water"),
            cleaning: cells.money("running_costs.cleaning"),
        },
        lease: Lease {
            years_remaining: cells.whole("lease.years_remaining"),
            last_updated: cells.date("lease.last_update_date"),
            service_charge: charge(
                &mut cells,
                "lease.service_charge",
                "lease.service_charge_per_year",
            ),
            ground_rent: charge(
                &mut cells,
                "lease.ground_rent",
                "lease.ground_rent_per_year",
            ),
        },
        mortgage: MortgageDraft {
            company: cells.text("mortgage.company"),
            reference: cells.text("mortgage.reference"),
            contact: cells.text("mortgage.contact"),
            interest_rate: cells.number_text("mortgage.interest_rate_percent"),
            amount_borrowed: cells.money("mortgage.amount_borrowed"),
            outstanding_balance: cells.money("mortgage.outstanding_balance"),
            monthly_payment: cells.money("mortgage.monthly_payment"),
            mortgage_type: cells.choice(
                "mortgage.mortgage_type",
                |text| same_word(MortgageType::ALL, text, MortgageType::as_str),
                "Choose Repayment or Interest Only.",
            ),
            fixed_term_end: cells.date("mortgage.fixed_term_end_date"),
        },
        insurance: InsuranceDraft {
            company: cells.text("insurance.company"),
            reference: cells.text("insurance.reference"),
            annual_premium: cells.money("insurance.annual_premium"),
            renewal_date: cells.date("insurance.renewal_date"),
            insurance_type: cells.text("insurance.insurance_type"),
        },
        facts,
        responsible: None,
        unreadable: cells.unreadable,
    }
}

fn facts(cells: &mut Cells<'_>) -> StatedFacts {
    let yes_or_no = |text: &str| match text.trim().to_lowercase().as_str() {
        "yes" | "true" => Some(true),
        "no" | "false" => Some(false),
        _ => None,
    };
    StatedFacts {
        gas: cells.choice("gas", yes_or_no, "Write Yes or No, or leave it empty."),
        furnishing: cells.choice(
            "furnishing",
            |text| same_word(Furnishing::ALL, text, Furnishing::as_str),
            "Choose Furnished, Part Furnished or Unfurnished.",
        ),
        shared: cells.choice("shared", yes_or_no, "Write Yes or No, or leave it empty."),
        storeys: cells.whole("storeys"),
        most_residents: cells.whole("most_residents"),
        licensing_area: cells.choice(
            "licensing_area",
            |text| same_word(LicensingArea::ALL, text, LicensingArea::as_str),
            "Choose None, Additional or Selective.",
        ),
    }
}

fn rooms(cells: &mut Cells<'_>) -> Vec<RoomDraft> {
    let amounts = cells.amounts();
    let read = cells.read("rooms", |text| rooms::read(text, amounts));
    read.unwrap_or_default()
}

/// A charge by the month, or a twelfth of one by the year, rounded to the penny.
fn charge(cells: &mut Cells<'_>, monthly: &'static str, yearly: &'static str) -> Option<Money> {
    let (month, year) = (cells.money(monthly), cells.money(yearly));
    match (month, year) {
        (Some(_), Some(_)) => {
            cells.unreadable.add(
                yearly,
                "Enter the charge by the month or by the year, not both.",
            );
            None
        }
        (None, Some(year)) => {
            let twelfth = Money::round_half_away(year.to_decimal() / Decimal::from(12));
            cells.unreadable.take(yearly, twelfth)
        }
        (month, None) => month,
    }
}
