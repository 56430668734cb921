//! A record of a bulk load, by the names of `#DEFINITION#`.

use std::{collections::HashMap, io::BufRead};

use super::header::{Header, Marker, marker};
use crate::{
    connectors::{
        amount,
        draft::{self, Deal, Draft},
        fault::{Fault, shown},
        html, kinds,
        limits::{LONGEST_FIELD, LONGEST_RECORD, MOST_COLUMNS},
        rightmove,
        split::Splitter,
        tenure,
    },
    domain::record::{ListingStatus, Unreadable},
};

/// The names of the fields, in the order of the file.
pub struct Columns {
    names: Vec<String>,
    twice: Vec<String>,
    /// True when the records end with the sign of a field too, as the first of them does; `None` before it.
    closed: Option<bool>,
}

/// The fields of a record. A field that the file does not have is empty.
pub struct Values<'a> {
    by_name: HashMap<&'a str, &'a str>,
}

impl Columns {
    /// Reads the names up to and with the line of `#DATA#`.
    ///
    /// # Errors
    /// [`Unreadable`] naming the line, without `#DATA#` or `AGENT_REF`.
    pub fn read<R: BufRead>(lines: &mut Splitter<R>, header: &Header) -> Result<Self, Unreadable> {
        let mut definition = String::new();
        let mut first = None;
        loop {
            let Some(piece) = lines.next(b"\n")? else {
                return Err(Unreadable::file(
                    "This is not a BLM file, or it breaks off: #DATA# is missing.",
                ));
            };
            let line = piece.line;
            let text = String::from_utf8_lossy(piece.bytes);
            if marker(&text) == Some(Marker::Data) {
                break;
            }
            if definition.len() + text.len() > LONGEST_RECORD {
                return Err(Unreadable::at(line, "The definition is longer than 1 MB."));
            }
            if !text.trim().is_empty() {
                first.get_or_insert(line);
            }
            definition.push_str(text.trim_matches(['\r', '\n']));
        }
        let line = first.unwrap_or(1);
        let definition = definition.trim();
        let definition = definition
            .split_once(header.record_end)
            .map_or(definition, |(names, _)| names);
        let mut names: Vec<String> = definition
            .split(header.field_end)
            .take(MOST_COLUMNS + 2)
            .map(|name| name.trim().to_uppercase())
            .collect();
        if names.last().is_some_and(String::is_empty) {
            names.pop();
        }
        if names.len() > MOST_COLUMNS {
            return Err(Unreadable::at(
                line,
                format!("The file has more than {MOST_COLUMNS} columns."),
            ));
        }
        if !names.iter().any(|name| name == "AGENT_REF") {
            return Err(Unreadable::at(
                line,
                "AGENT_REF is missing in #DEFINITION#: without it no home can be found again.",
            ));
        }
        let twice = names
            .iter()
            .enumerate()
            .filter(|(at, name)| {
                !name.is_empty() && names.iter().take(*at).any(|known| known == *name)
            })
            .map(|(_, name)| name.clone())
            .collect();
        Ok(Self {
            names,
            twice,
            closed: None,
        })
    }

    /// Returns the warnings about them.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.twice
            .iter()
            .map(|name| format!("{} is there twice; the first counts.", shown(name)))
    }

    /// The fields of a record by their names. Writers that leave the last sign out leave it out everywhere.
    ///
    /// # Errors
    /// [`Fault`] for another number of fields: a sign that stands in a text shifts all that follow, so nothing of it can be used.
    pub fn values<'a>(&'a mut self, record: &'a str, end: char) -> Result<Values<'a>, Fault> {
        let wanted = self.names.len();
        let mut fields: Vec<&str> = record.split(end).take(wanted + 2).collect();
        if fields.len() == wanted + 1 && fields.last().is_some_and(|last| last.trim().is_empty()) {
            fields.pop();
            self.closed.get_or_insert(true);
        } else if fields.len() == wanted && *self.closed.get_or_insert(false) {
            return Err(Fault::whole(format!(
                "The record ends without {end}, as if its end stood in a text."
            )));
        }
        if fields.len() != wanted {
            let has = record.matches(end).count();
            let reason = if fields.len() < wanted {
                format!(
                    "The record has {} of {wanted} fields.",
                    fields.len() - usize::from(record.trim_end().ends_with(end))
                )
            } else {
                format!(
                    "The record has {} fields and not {wanted}: a {end} stands in a text.",
                    has.max(wanted + 1)
                )
            };
            return Err(Fault::whole(reason));
        }
        let mut by_name = HashMap::with_capacity(wanted);
        for (name, value) in self.names.iter().zip(fields) {
            if value.len() > LONGEST_FIELD {
                return Err(Fault::of(name.clone(), "The text is longer than 64 kB."));
            }
            if !name.is_empty() {
                by_name.entry(name.as_str()).or_insert(value.trim());
            }
        }
        Ok(Values { by_name })
    }
}

impl Values<'_> {
    fn text(&self, name: &str) -> &str {
        self.by_name.get(name).copied().unwrap_or_default()
    }

    fn code(&self, name: &str) -> Result<Option<i64>, Fault> {
        let text = self.text(name);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse()
            .map(Some)
            .map_err(|_| Fault::of(name, format!("{} is not a code.", shown(text))))
    }

    fn texts(
        &self,
        name: impl Fn(usize) -> String,
        numbers: std::ops::Range<usize>,
    ) -> Vec<String> {
        numbers
            .map(|number| self.text(&name(number)).to_owned())
            .filter(|text| !text.is_empty())
            .collect()
    }
}

/// The branch: its own field, else what stands before the reference's `_`.
fn branch(values: &Values<'_>) -> String {
    let own = values.text("BRANCH_ID");
    if !own.is_empty() {
        return own.to_owned();
    }
    let prefix = values
        .text("AGENT_REF")
        .split_once('_')
        .map(|(prefix, _)| prefix);
    prefix
        .filter(|prefix| !prefix.is_empty() && prefix.chars().all(|c| c.is_ascii_digit()))
        .unwrap_or_default()
        .to_owned()
}

/// Returns the source's name for the home, if the record has it.
pub fn key(values: &Values<'_>) -> Option<String> {
    draft::key(&branch(values), values.text("AGENT_REF"))
}

/// The home of a record.
///
/// # Errors
/// [`Fault`] naming the field.
pub fn draft(values: &Values<'_>, overseas: bool) -> Result<Draft, Fault> {
    let of = |name: &'static str| move |reason: String| Fault::of(name, reason);
    let status = match values.code("STATUS_ID")? {
        None => ListingStatus::Available,
        Some(code) => rightmove::status(code)
            .ok_or_else(|| Fault::of("STATUS_ID", format!("{code} is not one of 0 to 5.")))?,
    };
    let status = match values.text("PUBLISHED_FLAG") {
        "" | "1" | "Y" | "y" => status,
        "0" | "N" | "n" => ListingStatus::Hidden,
        other => {
            let reason = format!("{} is neither 0 nor 1.", shown(other));
            return Err(Fault::of("PUBLISHED_FLAG", reason));
        }
    };
    let qualifier = values
        .code("PRICE_QUALIFIER")
        .ok()
        .flatten()
        .unwrap_or_default();
    let features = values.texts(|number| format!("FEATURE{number}"), 1..11);
    let owned = match values.code("TENURE_TYPE_ID").ok().flatten() {
        Some(code) => tenure::of_code(code),
        None => features
            .iter()
            .find_map(|feature| tenure_of(feature))
            .unwrap_or_default(),
    };
    let description = Some(values.text("DESCRIPTION"))
        .filter(|text| !text.is_empty())
        .unwrap_or_else(|| values.text("SUMMARY"));
    Ok(Draft {
        branch: branch(values),
        reference: values.text("AGENT_REF").to_owned(),
        display_address: values.text("DISPLAY_ADDRESS").to_owned(),
        street: street(values, overseas),
        town: town(values, overseas),
        postcode: format!("{} {}", values.text("POSTCODE1"), values.text("POSTCODE2")),
        deal: deal(values)?,
        amount: amount::pounds(values.text("PRICE")).map_err(of("PRICE"))?,
        price_on_application: qualifier == rightmove::ON_APPLICATION,
        qualifier: rightmove::qualifier(qualifier).to_owned(),
        bedrooms: amount::rooms(values.text("BEDROOMS")).map_err(of("BEDROOMS"))?,
        bathrooms: amount::rooms(values.text("BATHROOMS")).map_err(of("BATHROOMS"))?,
        description: description.to_owned(),
        tags: features
            .into_iter()
            .filter(|feature| tenure_of(feature).is_none())
            .collect(),
        images: values.texts(|number| format!("MEDIA_IMAGE_{number:02}"), 0..60),
        kind: kinds::of_code(
            values
                .code("PROP_SUB_ID")
                .ok()
                .flatten()
                .unwrap_or_default(),
        ),
        tenure: owned.to_owned(),
        status: Some(status),
        abroad: overseas,
        ..Draft::default()
    })
}

/// `TRANS_TYPE_ID` decides: 1 and 3 (new homes) are sales, 2 are lettings. Where it is empty, a home with a rent's frequency or that is
/// let is to let, and one with neither is refused.
fn deal(values: &Values<'_>) -> Result<Deal, Fault> {
    const NAME: &str = "TRANS_TYPE_ID";
    let letting = || {
        let code = values.code("LET_RENT_FREQUENCY")?;
        rightmove::bulk_frequency(code)
            .map(Deal::Let)
            .ok_or_else(|| {
                let code = code.unwrap_or_default();
                Fault::of(
                    "LET_RENT_FREQUENCY",
                    format!("{code} is not one of 0, 1, 2, 3 and 5."),
                )
            })
    };
    match values.code(NAME)? {
        Some(1 | 3) => Ok(Deal::Sale),
        Some(2) => letting(),
        Some(code) => Err(Fault::of(
            NAME,
            format!("{code} is not known: 1 is for sale, 2 is to let."),
        )),
        None if !values.text("LET_RENT_FREQUENCY").is_empty()
            || values.text("STATUS_ID") == "5" =>
        {
            letting()
        }
        None => Err(Fault::of(
            NAME,
            "It is missing: 1 is for sale, 2 is to let.",
        )),
    }
}

fn street(values: &Values<'_>, overseas: bool) -> Vec<String> {
    let names: &[&str] = if overseas {
        &[
            "HOUSE_NAME_NUMBER",
            "STREET_NAME",
            "OS_REGION",
            "COUNTRY_CODE",
        ]
    } else {
        &["ADDRESS_1", "ADDRESS_2", "ADDRESS_3", "ADDRESS_4"]
    };
    names
        .iter()
        .map(|name| values.text(name).to_owned())
        .collect()
}

/// Old files have the town in the third line of the address.
fn town(values: &Values<'_>, overseas: bool) -> String {
    let names: &[&str] = if overseas {
        &["OS_TOWN_CITY"]
    } else {
        &["TOWN", "ADDRESS_3"]
    };
    let said = names.iter().map(|name| values.text(name));
    said.into_iter()
        .find(|text| !text.is_empty())
        .unwrap_or_default()
        .to_owned()
}

/// The tenure that a feature hides: `Tenure: leasehold`.
fn tenure_of(feature: &str) -> Option<&'static str> {
    let feature = html::plain_line(feature);
    let (name, value) = feature.split_once(':')?;
    name.trim()
        .eq_ignore_ascii_case("tenure")
        .then(|| tenure::of_words(value))
        .filter(|name| !name.is_empty())
}
