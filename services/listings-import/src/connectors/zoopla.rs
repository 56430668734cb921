//! Zoopla's real-time feed v1.2 (docs/reference/uk-lettings.md 1.3).

use std::ops::ControlFlow;

use serde_json::Value;

use super::{
    amount::{Area, Frequency},
    connector::{Connector, Input, Sink},
    draft::{self, Deal, Draft, Required},
    encoding::decoded,
    fault::{Fault, shown},
    json::{End, Node, each},
    kinds,
    report::Report,
    tenure,
};
use crate::domain::record::{ListingStatus, Outcome, Unreadable};

/// Listing updates and deletions: one, or a list of them.
pub struct Zoopla;

const NAMES: Required = Required {
    reference: "listing_reference",
    address: "location.street_name",
};

impl Connector for Zoopla {
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable> {
        let mut report = Report::to(sink);
        let end = each(
            decoded(input)?,
            &["data", "listings", "listing"],
            &mut |_| {},
            &mut |number, element| {
                let value = element.map_err(str::to_owned).and_then(|bytes| {
                    serde_json::from_slice::<Value>(bytes)
                        .map_err(|error| format!("The record is not JSON: {error}."))
                });
                Ok(match value {
                    Ok(value) => listing(number, Node::root(&value), &mut report),
                    Err(reason) => report.refuse(number, None, Fault::whole(reason)),
                })
            },
        )?;
        Ok(report.finish(false, end == End::Cut))
    }
}

fn listing(number: u64, listing: Node<'_>, report: &mut Report<'_, '_>) -> ControlFlow<()> {
    let key = key(listing);
    let update = listing.at("pricing").exists() || listing.at("location").exists();
    if !update && listing.at("listing_reference").exists() {
        return match (listing.at("branch_reference").exists(), key) {
            (true, Some(key)) => report.gone(key),
            _ => {
                let reason = "A deletion needs it, because references are the branch's own.";
                report.refuse(number, None, Fault::of("branch_reference", reason))
            }
        };
    }
    let read = home(listing).and_then(|draft| draft.finish(NAMES));
    report.listing(number, key, read)
}

fn key(listing: Node<'_>) -> Option<String> {
    let branch = listing.text("branch_reference").ok()?;
    draft::key(&branch, &listing.text("listing_reference").ok()?)
}

fn home(listing: Node<'_>) -> Result<Draft, Fault> {
    let country = listing.text("location.country_code")?.trim().to_uppercase();
    let abroad = !country.is_empty() && !country.starts_with("GB");
    let currency = listing.text("pricing.currency_code")?.trim().to_uppercase();
    if !abroad && !matches!(currency.as_str(), "" | "GBP") {
        let reason = format!("{} is not GBP.", shown(&currency));
        return Err(Fault::of("pricing.currency_code", reason));
    }
    let qualifier = listing.text("pricing.price_qualifier")?;
    let number = listing.text("location.property_number_or_name")?;
    let street = listing.text("location.street_name")?;
    let display = listing.text("display_address")?;
    // Where only the number or name is known, it is the address.
    let named = if street.trim().is_empty() {
        vec![number]
    } else {
        vec![number, street]
    };
    Ok(Draft {
        branch: listing.text("branch_reference")?,
        reference: listing.text("listing_reference")?,
        display_address: display,
        street: [named, vec![listing.text("location.locality")?]].concat(),
        town: listing.text("location.town_or_city")?,
        postcode: listing.text("location.postal_code")?,
        deal: deal(listing)?,
        // Another country's money is no price in pounds.
        amount: if currency == "GBP" || currency.is_empty() {
            listing.pounds("pricing.price")?
        } else {
            None
        },
        price_on_application: matches!(qualifier.as_str(), "price_on_application" | "non_quoting"),
        qualifier: qualifier_text(&qualifier).to_owned(),
        bedrooms: listing.rooms("total_bedrooms")?,
        bathrooms: listing.rooms("bathrooms")?,
        square_feet: area(listing),
        description: description(listing)?,
        tags: listing.texts("feature_list")?,
        images: listing
            .items("content")
            .filter(|content| content.text("type").is_ok_and(|kind| kind == "image"))
            .map(|content| content.text("url"))
            .collect::<Result<_, _>>()?,
        kind: kinds::of_zoopla(&listing.text("property_type")?),
        tenure: tenure::of_words(&listing.text("tenure")?).to_owned(),
        status: Some(status(listing)?),
        abroad,
        ..Draft::default()
    })
}

fn deal(listing: Node<'_>) -> Result<Deal, Fault> {
    const NAME: &str = "pricing.transaction_type";
    match listing.text(NAME)?.as_str() {
        "sale" => Ok(Deal::Sale),
        "rent" => {
            let frequency = listing.text("pricing.rent_frequency")?;
            match frequency.as_str() {
                "per_person_per_week" => Ok(Deal::Let(Frequency::WeeklyEach)),
                "per_week" => Ok(Deal::Let(Frequency::Weekly)),
                "per_month" => Ok(Deal::Let(Frequency::Monthly)),
                "per_quarter" => Ok(Deal::Let(Frequency::Quarterly)),
                "per_year" => Ok(Deal::Let(Frequency::Yearly)),
                other => {
                    let reason = format!(
                        "{} is not known; a rent needs per_month, per_week and so on.",
                        shown(other)
                    );
                    Err(Fault::of("pricing.rent_frequency", reason))
                }
            }
        }
        other => Err(Fault::of(
            NAME,
            format!("{} is neither sale nor rent.", shown(other)),
        )),
    }
}

fn status(listing: Node<'_>) -> Result<ListingStatus, Fault> {
    const NAME: &str = "life_cycle_status";
    match listing.text(NAME)?.as_str() {
        "available" => Ok(ListingStatus::Available),
        "under_offer" => Ok(ListingStatus::UnderOffer),
        "sold_subject_to_contract" => Ok(ListingStatus::SoldSubjectToContract),
        "sold" => Ok(ListingStatus::Sold),
        "let_agreed" => Ok(ListingStatus::LetAgreed),
        "let" => Ok(ListingStatus::Let),
        other => Err(Fault::of(NAME, format!("{} is not known.", shown(other)))),
    }
}

fn qualifier_text(word: &str) -> &'static str {
    match word {
        "fixed_price" => "Fixed price",
        "from" => "From",
        "guide_price" => "Guide price",
        "offers_in_the_region_of" => "Offers in the region of",
        "offers_over" => "Offers over",
        "sale_by_tender" => "Sale by tender",
        _ => "",
    }
}

fn area(listing: Node<'_>) -> Option<i32> {
    ["areas.internal.minimum", "areas.internal.maximum"]
        .iter()
        .find_map(|path| {
            let area = listing.at(path);
            let unit = Area::named(&area.text("units").ok()?)?;
            area.decimal("value")
                .and_then(|size| unit.square_feet(size))
        })
}

/// The rooms one after the other; the summary where there are none.
fn description(listing: Node<'_>) -> Result<String, Fault> {
    let mut parts = Vec::new();
    for room in listing.items("detailed_description") {
        let mut head = room.text("heading")?;
        let size = dimensions(room)?;
        if !size.is_empty() {
            head = if head.is_empty() {
                size
            } else {
                format!("{head} ({size})")
            };
        }
        let text = room.text("text")?;
        let lines = [head, text]
            .into_iter()
            .filter(|line| !line.trim().is_empty());
        parts.push(lines.collect::<Vec<_>>().join("<br>"));
    }
    parts.retain(|part| !part.is_empty());
    if parts.is_empty() {
        return listing.text("summary_description");
    }
    Ok(parts.join("<p>"))
}

fn dimensions(room: Node<'_>) -> Result<String, Fault> {
    if !room.at("dimensions").is_object() {
        return room.text("dimensions");
    }
    let (length, width) = (
        room.text("dimensions.length")?,
        room.text("dimensions.width")?,
    );
    let unit = if room.text("dimensions.units")? == "feet" {
        "ft"
    } else {
        "m"
    };
    Ok(format!("{length} {unit} × {width} {unit}"))
}

#[cfg(test)]
mod tests;
