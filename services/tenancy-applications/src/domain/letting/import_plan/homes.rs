//! Which home a line means.

use std::collections::HashMap;

use lintel_core::{Violations, postcode};

use crate::domain::{check, keeping::Home, letting::ImportedTenant};

const UNKNOWN: &str = "No property of your portfolio has this name or address.";
const SEVERAL: &str =
    "Several properties have this name. Enter the property’s address and postcode as well.";
const NO_ROOM: &str = "This property is not let by the room. Leave the room empty.";
const WHICH_ROOM: &str = "Enter which room of this shared house it is.";
const UNKNOWN_ROOM: &str = "This shared house has no such room.";

/// The homes of an organisation, by what people call them.
#[derive(Debug)]
pub(super) struct Homes<'a>(HashMap<String, Vec<&'a Home>>);

impl<'a> Homes<'a> {
    pub(super) fn of(homes: &'a [Home]) -> Self {
        let mut named: HashMap<String, Vec<&Home>> = HashMap::new();
        for home in homes {
            named.entry(bare(&home.name)).or_default().push(home);
            if bare(&home.address) != bare(&home.name) {
                named.entry(bare(&home.address)).or_default().push(home);
            }
        }
        Self(named)
    }

    /// The home that a line names; none is refused.
    pub(super) fn find(&self, found: &mut Violations, line: &ImportedTenant) -> Option<&'a Home> {
        if line.property.trim().is_empty() {
            check::refuse(found, "property", "Enter the property.");
            return None;
        }
        let called = self.0.get(&bare(&line.property)).into_iter().flatten();
        let mut called = called.filter(|home| {
            says(&line.property_address, |text| {
                bare(text) == bare(&home.address)
            }) && says(&line.postcode, |text| {
                postcode::normalise(text).as_ref() == Some(&home.postcode)
            })
        });
        match (called.next(), called.next()) {
            (Some(home), None) => return Some(home),
            (None, _) => check::refuse(found, "property", UNKNOWN),
            _ => check::refuse(found, "property", SEVERAL),
        }
        None
    }
}

/// The room of a home that a line means; one that is not there is refused.
pub(super) fn room(found: &mut Violations, home: &Home, asked: Option<String>) -> Option<String> {
    let asked = asked.filter(|number| !number.trim().is_empty());
    match (home.is_hmo(), asked) {
        (true, Some(number)) => {
            let room = home.room(&number);
            if room.is_none() {
                check::refuse(found, "room_number", UNKNOWN_ROOM);
            }
            return room.map(|room| room.number.clone());
        }
        (true, None) => check::refuse(found, "room_number", WHICH_ROOM),
        (false, Some(_)) => check::refuse(found, "room_number", NO_ROOM),
        (false, None) => {}
    }
    None
}

fn says(text: &str, fits: impl Fn(&str) -> bool) -> bool {
    text.trim().is_empty() || fits(text)
}

/// A name without case and without blanks around or within it that nobody sees.
fn bare(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}
