//! What a file of tenants comes to: lines of one home and first day are one tenancy, each judged by the rules of adding by hand.

mod caps;
mod homes;

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use lintel_core::{Error, Money, PropertyId, TenantId, Violations};

use super::{
    Addition, ImportedTenant, Leaving, NewTenancy, NewTenant, Tenancy, TenancyState, TenantDraft,
    import_plan::homes::Homes, tenancy::DatedShares,
};
use crate::domain::{
    check,
    keeping::{Home, same_room},
};

#[cfg(test)]
mod tests;

const LET_ALREADY: &str =
    "This home is let or reserved already. End that tenancy first, or leave the line out.";
const KNOWN_ALREADY: &str = "This home has a tenancy from this day already. Leave the line out.";

/// A tenancy that there is, as far as a file must fit beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownTenancy {
    /// The property.
    pub property: PropertyId,
    /// The room of a shared house.
    pub room: Option<String>,
    /// The first day.
    pub start: NaiveDate,
    /// Whether it is over.
    pub ended: bool,
}

/// A tenancy to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedTenancy {
    /// The line of its first tenant.
    pub line: i64,
    /// It, with its first tenant.
    pub new: NewTenancy,
    /// The others.
    pub others: Vec<NewTenant>,
    /// When each leaves, the first included, in the order of the lines.
    pub leavings: Vec<Option<Leaving>>,
    /// What each pays, where they do not pay the same; empty otherwise.
    pub shares: Vec<Money>,
}

impl PlannedTenancy {
    /// How many tenants it has.
    #[must_use]
    pub fn tenants(&self) -> usize {
        self.leavings.len()
    }

    /// The shares of its tenants, who have these ids in the order of the lines.
    #[must_use]
    pub fn said(&self, tenants: impl Iterator<Item = TenantId>) -> Vec<DatedShares> {
        if self.shares.is_empty() {
            return Vec::new();
        }
        vec![DatedShares {
            from: self.new.start,
            of: tenants.zip(self.shares.iter().copied()).collect(),
        }]
    }

    /// The state to add it in: over where everybody has left.
    #[must_use]
    pub fn state_on(&self, today: NaiveDate) -> TenancyState {
        let left = |leaving: &Option<Leaving>| {
            leaving
                .as_ref()
                .is_some_and(|leaving| leaving.date <= today)
        };
        if self.leavings.iter().all(left) {
            TenancyState::Ended
        } else {
            Tenancy::state_on(self.new.start, today)
        }
    }
}

/// Something wrong with a field of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line.
    pub line: i64,
    /// The field.
    pub field: String,
    /// What to do about it.
    pub message: String,
}

/// What a file comes to.
#[derive(Debug, Default)]
pub struct Plan {
    /// The tenancies by their first lines.
    pub tenancies: Vec<PlannedTenancy>,
    /// What is wrong.
    pub faults: Vec<Fault>,
}

impl Plan {
    /// Plans the lines, each with its number, for `homes`.
    #[must_use]
    pub fn of(lines: Vec<(i64, ImportedTenant)>, homes: &[Home], today: NaiveDate) -> Self {
        let homes = Homes::of(homes);
        let mut planner = Planner::default();
        for (line, given) in lines {
            planner.take(line, given, &homes, today);
        }
        planner.finish()
    }

    /// Notes what does not fit beside the tenancies that there are, or beside the others of the file.
    pub fn check_against(&mut self, known: &[KnownTenancy], today: NaiveDate) {
        let mut lets: HashMap<PropertyId, Vec<Let<'_>>> = HashMap::new();
        let mut starts: HashMap<PropertyId, Vec<&KnownTenancy>> = HashMap::new();
        for one in known {
            starts.entry(one.property).or_default().push(one);
            if !one.ended {
                let lets = lets.entry(one.property).or_default();
                lets.push((one.room.as_deref(), None));
            }
        }
        for planned in &self.tenancies {
            let NewTenancy {
                property,
                room,
                start,
                ..
            } = &planned.new;
            let (room, line) = (room.as_deref(), planned.line);
            let mut fault = |field: &str, message: String| {
                self.faults.push(Fault {
                    line,
                    field: field.to_owned(),
                    message,
                });
            };
            let there = starts.get(property).into_iter().flatten();
            let mut there = there.filter(|one| is_same(one.room.as_deref(), room));
            if there.any(|one| one.start == *start) {
                fault("lease_start", KNOWN_ALREADY.to_owned());
                continue;
            }
            if planned.state_on(today) == TenancyState::Ended {
                continue;
            }
            let lets = lets.entry(*property).or_default();
            let taken = lets.iter().find(|(let_room, _)| excludes(room, *let_room));
            match taken {
                None => lets.push((room, Some(line))),
                Some((_, None)) => fault("property", LET_ALREADY.to_owned()),
                Some((_, Some(other))) => {
                    fault("property", format!("Line {other} lets this home already."));
                }
            }
        }
    }
}

/// A room that is let, or a whole property, and the line that lets it if it is one of the file's.
type Let<'a> = (Option<&'a str>, Option<i64>);

/// Whether two lets are of one room, or of the whole property both.
fn is_same(one: Option<&str>, other: Option<&str>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => same_room(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Whether two lets exclude each other: a property and its rooms do.
fn excludes(one: Option<&str>, other: Option<&str>) -> bool {
    one.is_none() || other.is_none() || is_same(one, other)
}

/// A home or a room, and a first day.
type Key = (PropertyId, Option<String>, NaiveDate);

/// What the lines before said of a tenancy.
#[derive(Debug)]
struct Group {
    line: i64,
    /// The tenancy's fields, as the first line has them.
    said: TenantDraft,
    planned: Option<PlannedTenancy>,
    /// What each of its lines says of the rent.
    rents: Vec<(i64, Option<Money>)>,
    /// The addresses of its tenants, each with its line.
    emails: HashMap<String, i64>,
}

#[derive(Debug, Default)]
struct Planner {
    groups: HashMap<Key, Group>,
    order: BTreeMap<i64, Key>,
    faults: Vec<Fault>,
}

impl Planner {
    fn take(&mut self, line: i64, mut given: ImportedTenant, homes: &Homes<'_>, today: NaiveDate) {
        let mut found = std::mem::take(&mut given.tenant.unreadable);
        let home = homes.find(&mut found, &given);
        if let Some(home) = home {
            given.tenant.property = home.property.get();
            given.tenant.room = homes::room(&mut found, home, given.tenant.room.take());
        }
        // A line whose room is refused belongs to no tenancy.
        let placed = home.filter(|home| home.is_hmo() == given.tenant.room.is_some());
        let key = placed.zip(given.tenant.start).map(|(home, start)| {
            let room = given.tenant.room.as_deref().map(str::to_lowercase);
            (home.property, room, start)
        });
        let rent = given.tenant.rent;
        let group = key.as_ref().and_then(|key| self.groups.get(key));
        if let Some(group) = group {
            agree(&mut found, group, &mut given.tenant);
        }
        let leaving = leaving(&mut found, &given, today);
        let (said, email) = (
            given.tenant.clone(),
            given.tenant.email.trim().to_lowercase(),
        );
        if let Some(first) = group.and_then(|group| group.emails.get(&email)) {
            let twice = format!("Line {first} has the same tenant.");
            check::refuse(&mut found, "email", twice);
        }
        given.tenant.unreadable = found;
        let added = match Addition::try_new(given.tenant) {
            Ok(Addition::Tenancy(new)) => Some(new),
            Ok(Addition::Joining(..)) => None,
            Err(error) => {
                self.note(line, error);
                None
            }
        };
        if let Some(key) = key {
            self.place(line, key, said, (email, rent), added.zip(Some(leaving)));
        }
    }

    fn place(
        &mut self,
        line: i64,
        key: Key,
        said: TenantDraft,
        (email, rent): (String, Option<Money>),
        added: Option<(NewTenancy, Option<Leaving>)>,
    ) {
        let order = &mut self.order;
        let group = self.groups.entry(key.clone()).or_insert_with(|| {
            order.insert(line, key);
            Group {
                line,
                said,
                planned: None,
                rents: Vec::new(),
                emails: HashMap::new(),
            }
        });
        group.emails.entry(email).or_insert(line);
        group.rents.push((line, rent));
        let Some((new, leaving)) = added else {
            return;
        };
        match &mut group.planned {
            Some(planned) => {
                planned.others.push(new.tenant);
                planned.leavings.push(leaving);
            }
            planned => {
                *planned = Some(PlannedTenancy {
                    line,
                    new,
                    others: Vec::new(),
                    leavings: vec![leaving],
                    shares: Vec::new(),
                });
            }
        }
    }

    fn note(&mut self, line: i64, error: Error) {
        match error {
            Error::Invalid { violations, .. } => {
                self.faults.extend(violations.iter().map(|one| Fault {
                    line,
                    field: one.field.clone(),
                    message: one.message.clone(),
                }));
            }
            other => self.faults.push(Fault {
                line,
                field: String::new(),
                message: other.to_string(),
            }),
        }
    }

    fn finish(mut self) -> Plan {
        let keys = self.order.into_values();
        let mut tenancies = Vec::new();
        for group in keys.filter_map(|key| self.groups.remove(&key)) {
            let Some(mut planned) = group.planned else {
                continue;
            };
            match shared(&group.rents) {
                Ok(None) => {}
                Ok(Some(shares)) => {
                    planned.new.rent = Money::gbp(shares.iter().map(|one| one.minor()).sum());
                    planned.shares = shares;
                }
                Err(fault) => self.faults.push(fault),
            }
            tenancies.push(planned);
        }
        Plan {
            tenancies,
            faults: self.faults,
        }
    }
}

/// A further line of a tenancy repeats what the first says of it, or leaves it empty.
fn agree(found: &mut Violations, group: &Group, given: &mut TenantDraft) {
    let first = group.line;
    let mut refuse = |field: &str, what: &str| {
        let other = format!("Line {first} has another {what} for the same tenancy.");
        check::refuse(found, field, other);
    };
    if given.end.is_some() && given.end != group.said.end {
        refuse("lease_end", "end");
    }
    if given.deposit.is_some() && given.deposit != group.said.deposit {
        refuse("deposit", "deposit");
    }
    given.end = group.said.end;
    given.rent = given.rent.or(group.said.rent);
    given.deposit = group.said.deposit;
}

/// What each line pays where the lines of a tenancy say different amounts: they are shares then, and the rent is their sum. Where they say
/// the same, or one alone says something, that is the rent.
fn shared(rents: &[(i64, Option<Money>)]) -> Result<Option<Vec<Money>>, Fault> {
    let mut said = rents.iter().filter_map(|(_, rent)| *rent);
    let first = said.next();
    if said.all(|rent| Some(rent) == first) {
        return Ok(None);
    }
    let share = |(line, rent): &(i64, Option<Money>)| {
        rent.ok_or_else(|| Fault {
            line: *line,
            field: "tenancy_rent".to_owned(),
            message:
                "Enter what this tenant pays: the others of the tenancy pay different amounts."
                    .to_owned(),
        })
    };
    rents.iter().map(share).collect::<Result<_, _>>().map(Some)
}

fn leaving(found: &mut Violations, given: &ImportedTenant, today: NaiveDate) -> Option<Leaving> {
    if given.leave_date.is_none() {
        if !given.leave_reason.trim().is_empty() {
            check::refuse(found, "leave_date", "Enter the last day.");
        }
        return None;
    }
    let start = given.tenant.start?;
    let state = Tenancy::state_on(start, today);
    Leaving::judged(found, (start, state), given.leave_date, &given.leave_reason)
}
