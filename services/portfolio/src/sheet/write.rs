//! A property as a line.

use lintel_core::{Error, Money};
use lintel_rules::{Furnishing, LicensingArea};
use lintel_sheet::{Column, shown};

use super::{COLUMNS, rooms};
use crate::domain::{Located, MortgageType, Percentage, Property};

/// The line of a property: dates as ISO 8601 has them, amounts and numbers bare, every cell in quotes.
///
/// # Errors
/// [`Error::Internal`] when it cannot be written, which memory always can.
pub fn line(property: &Property) -> Result<Vec<u8>, Error> {
    lintel_sheet::line(COLUMNS, |column| value(property, column))
}

fn value(property: &Property, column: &Column) -> String {
    let details = &property.details;
    let costs = details.running_costs.unwrap_or_default();
    let lease = details.lease.unwrap_or_default();
    let mortgage = details.mortgage.clone().unwrap_or_default();
    let insurance = details.insurance.clone().unwrap_or_default();
    match column.field {
        "display_name" => details.name.clone(),
        "address" => details.address.clone(),
        "postcode" => details.postcode.clone(),
        "nation" => nation(details.located()),
        "property_type" => details.property_type.as_str().to_owned(),
        "bedrooms" => details.bedrooms.to_string(),
        "bathrooms" => details.bathrooms.to_string(),
        "size" => details.size.clone().unwrap_or_default(),
        "monthly_rent" => property.monthly_rent().to_string(),
        "asking_rent" => details.asking_rent.to_string(),
        "gas" => yes_or_no(details.facts.gas),
        "furnishing" => word(details.facts.furnishing.map(Furnishing::as_str)),
        "shared" => yes_or_no(details.facts.shared),
        "storeys" => shown(details.facts.storeys),
        "most_residents" => shown(details.facts.most_residents),
        "licensing_area" => word(details.facts.licensing_area.map(LicensingArea::as_str)),
        "purchase_date" => shown(details.purchase_date),
        "purchase_year" => shown(details.purchase_year),
        "purchase_price" => amount(details.purchase_price),
        "current_value" => amount(details.current_value),
        "status" => details.status.as_str().to_owned(),
        "rooms" => rooms::write(&property.rooms),
        "running_costs.utilities" => amount(costs.utilities),
        "running_costs.tv_licence" => amount(costs.tv_licence),
        "running_costs.council_tax" => amount(costs.council_tax),
        "running_costs.water" => amount(costs.water),
        "running_costs.cleaning" => amount(costs.cleaning),
        "lease.years_remaining" => shown(lease.years_remaining),
        "lease.last_update_date" => shown(lease.last_updated),
        "lease.service_charge" => amount(lease.service_charge),
        "lease.ground_rent" => amount(lease.ground_rent),
        "mortgage.company" => mortgage.company.unwrap_or_default(),
        "mortgage.reference" => mortgage.reference.unwrap_or_default(),
        "mortgage.contact" => mortgage.contact.unwrap_or_default(),
        "mortgage.interest_rate_percent" => {
            shown(mortgage.interest_rate.map(Percentage::to_decimal))
        }
        "mortgage.amount_borrowed" => amount(mortgage.amount_borrowed),
        "mortgage.outstanding_balance" => amount(mortgage.outstanding_balance),
        "mortgage.monthly_payment" => amount(mortgage.monthly_payment),
        "mortgage.mortgage_type" => mortgage
            .mortgage_type
            .map_or("", MortgageType::as_str)
            .to_owned(),
        "mortgage.fixed_term_end_date" => shown(mortgage.fixed_term_end),
        "insurance.company" => insurance.company.unwrap_or_default(),
        "insurance.reference" => insurance.reference.unwrap_or_default(),
        "insurance.annual_premium" => amount(insurance.annual_premium),
        "insurance.renewal_date" => shown(insurance.renewal_date),
        "insurance.insurance_type" => insurance.insurance_type.unwrap_or_default(),
        "photo_urls" => details.photos.join(" "),
        _ => String::new(),
    }
}

fn yes_or_no(said: Option<bool>) -> String {
    word(said.map(|yes| if yes { "Yes" } else { "No" }))
}

fn word(word: Option<&str>) -> String {
    word.unwrap_or_default().to_owned()
}

/// A question that is open stays open in a file.
fn nation(located: Located) -> String {
    let known = (!located.to_confirm).then(|| located.nation.as_str());
    known.unwrap_or_default().to_owned()
}

fn amount(money: Option<Money>) -> String {
    shown(money)
}
