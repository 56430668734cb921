//! A property of Jupix as a home.

use lintel_core::decimal;

use super::elements::Fields;
use crate::{
    connectors::{
        amount::{self, Area, Frequency},
        draft::{self, Deal, Draft},
        fault::{Fault, shown},
        kinds,
    },
    domain::record::ListingStatus,
};

/// Returns the source's name for the home, if the record has it.
pub fn key(fields: &Fields) -> Option<String> {
    draft::key(fields.text("branchID"), fields.text("propertyID"))
}

/// The home.
///
/// # Errors
/// [`Fault`] naming the element.
pub fn draft(fields: &Fields) -> Result<Draft, Fault> {
    let of = |name: &'static str| move |reason: String| Fault::of(name, reason);
    let letting = is_letting(fields)?;
    let (price_field, hidden_field) = if letting {
        ("rent", "toLetPOA")
    } else {
        ("price", "forSalePOA")
    };
    let description = Some(fields.text("fullDescription"))
        .filter(|text| !text.is_empty())
        .unwrap_or_else(|| fields.text("mainSummary"));
    let named = [
        fields.text("addressName"),
        fields.text("addressNumber"),
        fields.text("addressStreet"),
        fields.text("address2"),
    ];
    let country = fields.text("country").to_lowercase();
    Ok(Draft {
        branch: fields.text("branchID").to_owned(),
        reference: fields.text("propertyID").to_owned(),
        display_address: fields.text("displayAddress").to_owned(),
        street: named
            .iter()
            .filter(|part| !part.is_empty())
            .map(|part| (*part).to_owned())
            .collect(),
        town: fields.text("address3").to_owned(),
        postcode: fields.text("addressPostcode").to_owned(),
        deal: if letting {
            Deal::Let(frequency(fields)?)
        } else {
            Deal::Sale
        },
        amount: amount::pounds(amount_of(fields, price_field)).map_err(of(price_field))?,
        price_on_application: fields.text(hidden_field) == "1",
        qualifier: if letting {
            String::new()
        } else {
            qualifier(code(fields, "priceQualifier")).to_owned()
        },
        bedrooms: amount::rooms(fields.text("propertyBedrooms")).map_err(of("propertyBedrooms"))?,
        bathrooms: amount::rooms(fields.text("propertyBathrooms"))
            .map_err(of("propertyBathrooms"))?,
        square_feet: area(fields),
        description: description.to_owned(),
        tags: (1..=20)
            .map(|number| fields.text(&format!("propertyFeature{number}")).to_owned())
            .collect(),
        images: fields.all("images/image").to_vec(),
        kind: kind(fields),
        tenure: tenure(code(fields, "propertyTenure")).to_owned(),
        status: Some(status(fields, letting)?),
        abroad: !matches!(
            country.as_str(),
            "" | "united kingdom"
                | "uk"
                | "gb"
                | "great britain"
                | "england"
                | "wales"
                | "scotland"
                | "northern ireland"
        ),
        ..Draft::default()
    })
}

/// Offices and farms may be for sale, to let or both; a sale is then what counts.
fn is_letting(fields: &Fields) -> Result<bool, Fault> {
    match fields.text("department").to_lowercase().as_str() {
        "sales" => Ok(false),
        "lettings" => Ok(true),
        "commercial" | "agricultural" => {
            Ok(fields.text("forSale") != "1" && fields.text("toLet") == "1")
        }
        other => Err(Fault::of(
            "department",
            format!(
                "{} is not Sales, Lettings, Agricultural or Commercial.",
                shown(other)
            ),
        )),
    }
}

/// Offices have a range of prices; its lower end counts.
fn amount_of<'a>(fields: &'a Fields, name: &str) -> &'a str {
    let own = fields.text(name);
    if own.is_empty() {
        fields.text(&format!("{name}From"))
    } else {
        own
    }
}

fn code(fields: &Fields, name: &str) -> i64 {
    fields.text(name).parse().unwrap_or_default()
}

fn frequency(fields: &Fields) -> Result<Frequency, Fault> {
    match fields.text("rentFrequency") {
        "" | "1" => Ok(Frequency::Monthly),
        "2" => Ok(Frequency::Weekly),
        "3" => Ok(Frequency::Yearly),
        other => Err(Fault::of(
            "rentFrequency",
            format!("{} is not 1, 2 or 3.", shown(other)),
        )),
    }
}

fn status(fields: &Fields, letting: bool) -> Result<ListingStatus, Fault> {
    let known = match (code(fields, "availability"), letting) {
        (1, _) => ListingStatus::OnHold,
        (2, _) => ListingStatus::Available,
        (3, _) => ListingStatus::UnderOffer,
        (4, false) => ListingStatus::SoldSubjectToContract,
        (5, false) => ListingStatus::Sold,
        (7, false) | (6, true) => ListingStatus::Withdrawn,
        (4, true) => ListingStatus::LetAgreed,
        (5, true) => ListingStatus::Let,
        _ => {
            let reason = format!("{} is not known.", shown(fields.text("availability")));
            return Err(Fault::of("availability", reason));
        }
    };
    Ok(known)
}

fn kind(fields: &Fields) -> kinds::Kind {
    let own = kinds::of_jupix(code(fields, "propertyType"), code(fields, "propertyStyle"));
    if own.name.is_empty() {
        kinds::of_words(fields.text("displayPropertyType"))
    } else {
        own
    }
}

fn area(fields: &Fields) -> Option<i32> {
    let size = decimal::read_amount(fields.text("floorArea")).ok()?;
    Area::named(fields.text("floorAreaUnits"))
        .unwrap_or(Area::Feet)
        .square_feet(size)
}

const fn qualifier(code: i64) -> &'static str {
    match code {
        1 => "Asking price of",
        2 => "Fixed price",
        3 => "From",
        4 => "Guide price",
        5 => "Offers in the region of",
        6 => "Offers over",
        7 => "Auction guide price",
        8 => "Sale by tender",
        9 => "Shared ownership",
        10 => "Offers in excess of",
        _ => "",
    }
}

const fn tenure(code: i64) -> &'static str {
    match code {
        1 => "Freehold",
        2 => "Leasehold",
        3 => "Commonhold",
        4 => "Share of freehold",
        5 => "Flying freehold",
        6 => "Share transfer",
        _ => "",
    }
}
