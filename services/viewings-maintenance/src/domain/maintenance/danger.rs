//! Dangers that a report tells of: what makes it an emergency, and what its tenant is to do at once (docs/reference/uk-lettings.md 5.1).

use chrono::NaiveDate;
use lintel_rules::{EmergencyNumbers, Nation, rules};

use super::{MaintenanceCategory, Urgency};

/// The danger that makes a request an emergency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Danger {
    Gas,
    Fire,
    CarbonMonoxide,
    Water,
    Electricity,
    FrontDoor,
}

/// Words for the smell or sound of escaping gas.
const SMELLS: [&str; 6] = ["smell", "smells", "smelling", "smelt", "odour", "hissing"];
/// Words for escaping gas. They stand near the word gas; water may leak elsewhere in the text.
const LEAKS: [&str; 4] = ["leak", "leaks", "leaking", "escaping"];
const FIRE: [&str; 9] = [
    "on fire",
    "caught fire",
    "there is a fire",
    "flames",
    "burning smell",
    "smell of burning",
    "smells of burning",
    "smoke coming",
    "full of smoke",
];
const CARBON_MONOXIDE: [&str; 4] = [
    "carbon monoxide",
    "co alarm",
    "co detector",
    "monoxide alarm",
];
/// An alarm that asks for a battery is no danger by itself.
const NO_CARBON_MONOXIDE: [&str; 3] = ["battery", "batteries", "expired"];
const WATER: [&str; 14] = [
    "burst pipe",
    "pipe burst",
    "pipe has burst",
    "pipes burst",
    "tank burst",
    "flooding",
    "flooded",
    "gushing",
    "water pouring",
    "pouring through",
    "cannot stop the water",
    "cant stop the water",
    "cannot stop the leak",
    "cant stop the leak",
];
const ELECTRICITY: [&str; 20] = [
    "no electricity",
    "without electricity",
    "electricity is off",
    "electricity is out",
    "electricity has gone",
    "lost electricity",
    "power is out",
    "power is off",
    "power has gone",
    "power cut",
    "without power",
    "exposed wire",
    "exposed wires",
    "exposed wiring",
    "bare wire",
    "bare wires",
    "live wire",
    "live wires",
    "sparks",
    "electric shock",
];
/// Words for a door that does not close or lock.
const OPEN_DOOR: [&str; 15] = [
    "does not lock",
    "doesnt lock",
    "not lock",
    "wont lock",
    "cannot lock",
    "cant lock",
    "does not close",
    "doesnt close",
    "wont close",
    "cannot be locked",
    "cant be locked",
    "lock is broken",
    "broken lock",
    "kicked in",
    "broken open",
];

/// Returns whether what a tenant reports is proposed as an emergency. The landlord can say otherwise.
#[must_use]
pub fn is_emergency(category: MaintenanceCategory, title: &str, description: &str) -> bool {
    !dangers(category, title, description).is_empty()
}

/// Returns the urgent advice for a home in `nation`, with the numbers of `day`; `None` where neither category nor text calls for it.
#[must_use]
pub fn advice(
    nation: Nation,
    category: MaintenanceCategory,
    title: &str,
    description: &str,
    urgency: Urgency,
    day: NaiveDate,
) -> Option<String> {
    let mut told = dangers(category, title, description);
    if urgency.water_coming_in == Some(true) && !told.contains(&Danger::Water) {
        told.push(Danger::Water);
    }
    // Who reports anything about gas is told the number, whether or not they wrote of a smell.
    if category == MaintenanceCategory::Gas && !told.contains(&Danger::Gas) {
        told.push(Danger::Gas);
    }
    let numbers = rules().emergency_numbers(nation, day)?;
    let texts: Vec<_> = told
        .into_iter()
        .filter_map(|danger| danger.advice(numbers))
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

impl Danger {
    fn advice(self, numbers: EmergencyNumbers<'_>) -> Option<String> {
        let EmergencyNumbers {
            gas_service,
            gas,
            power,
            ..
        } = numbers;
        match self {
            Self::Gas => Some(format!(
                "If you smell gas, call {gas_service} on {gas} now. Open the windows, turn the gas off at the meter if you can, and \
                 leave. No flames, no smoking, and do not touch any switches."
            )),
            Self::Fire => Some(
                "If anything burns or smokes, get everybody out, stay out and call 999.".to_owned(),
            ),
            Self::CarbonMonoxide => Some(format!(
                "If a carbon monoxide alarm sounds, turn gas appliances off, open the windows, go outside and call {gas}. If anybody \
                 has a headache or feels sick or faint, call 999."
            )),
            Self::Water => Some(
                "Turn the water off at the stopcock, usually under the kitchen sink. If water comes near sockets or lights, turn the \
                 electricity off at the fuse box and do not touch them."
                    .to_owned(),
            ),
            Self::Electricity => Some(format!(
                "Keep away from bare or sparking wires. If your neighbours have no power either, call {power}."
            )),
            Self::FrontDoor => None,
        }
    }
}

fn dangers(category: MaintenanceCategory, title: &str, description: &str) -> Vec<Danger> {
    let text = Text::of(&format!("{title}. {description}"));
    let mut found = Vec::new();
    if text.near_gas(&LEAKS) || text.smells_of_gas(category) {
        found.push(Danger::Gas);
    }
    if text.has_any(&FIRE) {
        found.push(Danger::Fire);
    }
    if text.has_any(&CARBON_MONOXIDE) && !text.has_any(&NO_CARBON_MONOXIDE) {
        found.push(Danger::CarbonMonoxide);
    }
    if text.has_any(&WATER) {
        found.push(Danger::Water);
    }
    if text.has_any(&ELECTRICITY) || text.has_no_power() {
        found.push(Danger::Electricity);
    }
    if text.has_any(&["front door"]) && text.has_any(&OPEN_DOOR) {
        found.push(Danger::FrontDoor);
    }
    found
}

/// A text as its words in lower case, with one blank around each; apostrophes are left out.
struct Text(String);

impl Text {
    fn of(text: &str) -> Self {
        let text = text.to_lowercase();
        let text = text.chars().filter(|one| !matches!(one, '\'' | '’'));
        let text: String = text
            .map(|one| if one.is_alphanumeric() { one } else { ' ' })
            .collect();
        let words: Vec<_> = text.split_whitespace().collect();
        Self(format!(" {} ", words.join(" ")))
    }

    fn has_any(&self, phrases: &[&str]) -> bool {
        phrases
            .iter()
            .any(|phrase| self.0.contains(&format!(" {phrase} ")))
    }

    fn smells_of_gas(&self, category: MaintenanceCategory) -> bool {
        let of_gas = category == MaintenanceCategory::Gas || self.has_any(&["gas"]);
        of_gas && self.has_any(&SMELLS)
    }

    /// Returns whether one of `words` stands at most two words away from gas.
    fn near_gas(&self, words: &[&str]) -> bool {
        let all: Vec<_> = self.0.split_whitespace().collect();
        let places = |wanted: &[&str]| -> Vec<usize> {
            let found = all.iter().enumerate();
            let found = found.filter(|(_, word)| wanted.contains(*word));
            found.map(|(place, _)| place).collect()
        };
        let gas = places(&["gas"]);
        let others = places(words);
        gas.iter()
            .any(|gas| others.iter().any(|other| gas.abs_diff(*other) <= 2))
    }

    /// No power at all: not "no power to the oven", where a part of the home has none.
    fn has_no_power(&self) -> bool {
        self.0.match_indices(" no power ").any(|(place, found)| {
            let behind = self.0.get(place + found.len()..).unwrap_or_default();
            let next = behind.split_whitespace().next().unwrap_or_default();
            !matches!(next, "to" | "in" | "at" | "from")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHER: MaintenanceCategory = MaintenanceCategory::Other;

    #[test]
    fn what_endangers_people_or_the_home_is_an_emergency() {
        for (category, text) in [
            (OTHER, "I smell gas by the boiler"),
            (MaintenanceCategory::Gas, "Funny smell in the kitchen"),
            (OTHER, "Gas pipe leaks under the hob"),
            (OTHER, "The cooker is on fire"),
            (OTHER, "There’s a burning smell from the socket"),
            (MaintenanceCategory::Alarms, "The CO alarm keeps sounding"),
            (OTHER, "Burst pipe in the loft"),
            (
                MaintenanceCategory::Plumbing,
                "I can't stop the water under the sink",
            ),
            (OTHER, "We have no electricity since last night"),
            (
                MaintenanceCategory::Electrical,
                "No power. All of the flat is dark",
            ),
            (OTHER, "Exposed wires behind the cooker"),
            (
                MaintenanceCategory::Openings,
                "The front door doesn't lock any more",
            ),
        ] {
            assert!(is_emergency(category, text, ""), "{text}");
            assert!(is_emergency(category, "Please help", text), "{text}");
        }
    }

    #[test]
    fn ordinary_repairs_are_none() {
        for (category, text) in [
            (MaintenanceCategory::Gas, "The yearly gas check is due"),
            (
                MaintenanceCategory::Heating,
                "Our gas boiler is leaking water",
            ),
            (
                MaintenanceCategory::Alarms,
                "The CO alarm wants a new battery",
            ),
            (MaintenanceCategory::Alarms, "The smoke alarm chirps"),
            (MaintenanceCategory::Plumbing, "The kitchen tap drips"),
            (MaintenanceCategory::Electrical, "No power to the oven"),
            (MaintenanceCategory::Openings, "The back gate does not lock"),
            (MaintenanceCategory::Openings, "The front door needs paint"),
            (
                MaintenanceCategory::Structure,
                "The fireplace needs sweeping",
            ),
        ] {
            assert!(!is_emergency(category, text, ""), "{text}");
        }
    }

    const GB: Nation = Nation::England;
    const NI: Nation = Nation::NorthernIreland;

    fn told(nation: Nation, category: MaintenanceCategory, text: &str) -> Option<String> {
        let day = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap_or_default();
        advice(nation, category, text, "", Urgency::default(), day)
    }

    #[test]
    fn advice_says_what_to_do_at_once() {
        for (category, text, says) in [
            (OTHER, "The kitchen is on fire", "999"),
            (OTHER, "Carbon monoxide alarm sounds", "go outside"),
            (OTHER, "Burst pipe", "stopcock"),
        ] {
            let told = told(GB, category, text).unwrap_or_default();
            assert!(told.contains(says), "{text}: {told}");
        }
        assert_eq!(told(GB, OTHER, "The front door does not lock"), None);
        assert_eq!(told(GB, MaintenanceCategory::Pests, "Mice"), None);
    }

    #[test]
    fn water_that_comes_in_is_advised_on_whatever_the_text_says() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 28).unwrap_or_default();
        let told = |water_coming_in| {
            let urgency = Urgency {
                water_coming_in,
                ..Urgency::default()
            };
            advice(
                GB,
                MaintenanceCategory::Structure,
                "The ceiling",
                "",
                urgency,
                day,
            )
        };
        assert!(told(Some(true)).is_some_and(|told| told.contains("stopcock")));
        assert_eq!(told(Some(false)), None);
        assert_eq!(told(None), None);
    }

    /// docs/reference/uk-nations.md 3.
    #[test]
    fn advice_has_the_numbers_of_the_homes_nation() {
        let gas = MaintenanceCategory::Gas;
        for (category, text, in_britain, in_northern_ireland) in [
            (OTHER, "I smell gas", "0800 111 999", "0800 002 001"),
            (
                gas,
                "The hob does not light",
                "0800 111 999",
                "0800 002 001",
            ),
            (OTHER, "CO alarm sounds", "0800 111 999", "0800 002 001"),
            (OTHER, "No electricity", "105", "03457 643 643"),
        ] {
            for nation in [GB, Nation::Wales, Nation::Scotland] {
                let told = told(nation, category, text).unwrap_or_default();
                assert!(told.contains(in_britain), "{text}: {told}");
            }
            let told = told(NI, category, text).unwrap_or_default();
            assert!(told.contains(in_northern_ireland), "{text}: {told}");
            assert!(!told.contains("0800 111 999"), "{text}: {told}");
        }
    }
}
