//! Requests as typed: to add one, and to change one.

use lintel_core::{Error, Violations, spelt};

use super::{
    MaintenanceActor, MaintenanceCategory, MaintenancePriority, MaintenanceRequest,
    MaintenanceStatus, Urgency, danger, invalid::INVALID,
};
use crate::domain::check;

spelt! {
    /// A field that can be changed, by its path in the contract.
    RequestField {
        /// The title.
        Title = "title",
        /// More of it.
        Description = "description",
        /// The category.
        Category = "category",
        /// The priority.
        Priority = "priority",
        /// The mark of an emergency.
        Emergency = "emergency",
        /// The status.
        Status = "status",
        /// The member who is responsible.
        Assignee = "assignee_user_id",
        /// The contractor.
        Contractor = "contractor_id",
    }
}

/// A request as typed.
#[derive(Debug, Clone, Default)]
pub struct RequestDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The property; 0 where it was left out.
    pub property: i64,
    /// The room.
    pub room_number: Option<String>,
    /// The title.
    pub title: String,
    /// More of it.
    pub description: String,
    /// The category.
    pub category: Option<MaintenanceCategory>,
    /// The priority.
    pub priority: Option<MaintenancePriority>,
    /// True when it is an emergency.
    pub emergency: bool,
    /// The new status.
    pub status: Option<MaintenanceStatus>,
    /// True when somebody may enter while nobody is at home.
    pub entry_permitted: Option<bool>,
    /// A tenant's answers to the questions of urgency.
    pub urgency: Urgency,
    /// The member who is to be responsible; 0 for nobody.
    pub assignee: i64,
    /// The contractor; 0 for none.
    pub contractor: i64,
    /// The inspection that asked for it; 0 for none.
    pub inspection: i64,
}

/// A request that may be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRequest {
    /// The title.
    pub title: String,
    /// More of it; may be empty.
    pub description: String,
    /// The category.
    pub category: MaintenanceCategory,
    /// The priority.
    pub priority: MaintenancePriority,
    /// True when it is an emergency.
    pub emergency: bool,
    /// True when somebody may enter while nobody is at home.
    pub entry_permitted: Option<bool>,
    /// The tenant's answers to the questions of urgency.
    pub urgency: Urgency,
}

/// Returns the priority of a report without one, and whether it is an emergency: by its text, and by a tenant's answers.
#[must_use]
pub fn judged(
    category: MaintenanceCategory,
    title: &str,
    description: &str,
    urgency: Urgency,
) -> (MaintenancePriority, bool) {
    let emergency = urgency.is_emergency() || danger::is_emergency(category, title, description);
    if emergency || urgency.is_urgent() {
        (MaintenancePriority::High, emergency)
    } else {
        (MaintenancePriority::Medium, false)
    }
}

impl NewRequest {
    /// Judges what was typed. What endangers people or the home is an emergency whoever writes it (docs/reference/uk-nations.md 3); a landlord can say of
    /// anything else that it is one.
    ///
    /// # Errors
    /// `MAINTENANCE_INVALID` with every offending field.
    pub fn try_new(draft: &RequestDraft, by: MaintenanceActor) -> Result<Self, Error> {
        let mut found = draft.unreadable.clone();
        let title = title(&mut found, &draft.title);
        let description = description(&mut found, &draft.description);
        let category = category(&mut found, draft.category);
        let said = by == MaintenanceActor::Landlord && draft.emergency;
        if said
            && draft
                .priority
                .is_some_and(|one| one != MaintenancePriority::High)
        {
            check::refuse(&mut found, "priority", ALWAYS_HIGH);
        }
        found.into_result(INVALID)?;
        let (Some(title), Some(category)) = (title, category) else {
            return Err(Error::internal("a field is missing that was not refused"));
        };
        let urgency = match by {
            MaintenanceActor::Tenant => draft.urgency,
            _ => Urgency::default(),
        };
        let (proposed, is_danger) = judged(category, &title, &description, urgency);
        let emergency = said || is_danger;
        let priority = match draft.priority {
            _ if emergency => MaintenancePriority::High,
            // Answers say more than a choice of words.
            Some(said) if !urgency.is_answered() => said,
            _ => proposed,
        };
        Ok(Self {
            title,
            description,
            category,
            priority,
            emergency,
            entry_permitted: draft.entry_permitted,
            urgency,
        })
    }
}

/// The request with what `fields` of the draft say of its words and its priority. Its status, member and contractor are not changed here.
///
/// # Errors
/// `MAINTENANCE_INVALID` with every offending field.
pub fn edited(
    before: &MaintenanceRequest,
    fields: &[RequestField],
    draft: &RequestDraft,
) -> Result<MaintenanceRequest, Error> {
    let has = |field| fields.contains(&field);
    let mut found = draft.unreadable.clone();
    let mut after = before.clone();
    if has(RequestField::Title) {
        after.title = title(&mut found, &draft.title).unwrap_or_default();
    }
    if has(RequestField::Description) {
        after.description = description(&mut found, &draft.description);
    }
    if has(RequestField::Category) {
        let category = category(&mut found, draft.category);
        after.category = category.unwrap_or(before.category);
    }
    if has(RequestField::Status) && draft.status.is_none() {
        check::refuse(&mut found, "status", "Choose a status.");
    }
    let (mut priority, mut emergency) = (before.priority, before.emergency);
    if has(RequestField::Emergency) {
        emergency = draft.emergency;
    }
    if has(RequestField::Priority) {
        match draft.priority {
            None => check::refuse(&mut found, "priority", "Choose a priority."),
            Some(asked) if asked != MaintenancePriority::High && emergency => {
                if has(RequestField::Emergency) {
                    check::refuse(&mut found, "priority", ALWAYS_HIGH);
                }
                // Who lowers the priority of an emergency says that it is none.
                (priority, emergency) = (asked, false);
            }
            Some(asked) => priority = asked,
        }
    }
    if emergency {
        priority = MaintenancePriority::High;
    }
    found.into_result(INVALID)?;
    if (priority, emergency) != (before.priority, before.emergency) {
        after.prioritise(priority, emergency);
    }
    Ok(after)
}

const ALWAYS_HIGH: &str = "An emergency always has the priority High.";

fn title(found: &mut Violations, given: &str) -> Option<String> {
    check::text(
        found,
        "title",
        given,
        &(3..=100),
        "Say in a few words what it is: at least 3 characters.",
    )
}

fn description(found: &mut Violations, given: &str) -> String {
    check::note(found, "description", given, 4000).unwrap_or_default()
}

fn category(
    found: &mut Violations,
    given: Option<MaintenanceCategory>,
) -> Option<MaintenanceCategory> {
    if given.is_none() {
        check::refuse(found, "category", "Choose a category.");
    }
    given
}

#[cfg(test)]
mod tests {
    use super::{super::request::tests::request, *};

    fn draft() -> RequestDraft {
        RequestDraft {
            title: "Tap drips".to_owned(),
            category: Some(MaintenanceCategory::Plumbing),
            ..RequestDraft::default()
        }
    }

    fn fields(refused: Result<impl std::fmt::Debug, Error>) -> Vec<String> {
        match refused {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            other => vec![format!("{other:?}")],
        }
    }

    #[test]
    fn every_offending_field_is_named() {
        let bad = RequestDraft {
            title: "x".to_owned(),
            description: "x".repeat(4001),
            emergency: true,
            priority: Some(MaintenancePriority::Low),
            ..RequestDraft::default()
        };
        let refused = NewRequest::try_new(&bad, MaintenanceActor::Landlord);
        assert_eq!(
            fields(refused),
            ["title", "description", "category", "priority"]
        );
    }

    #[test]
    fn a_request_is_medium_unless_said_and_an_emergency_is_high() {
        let made = |draft: &RequestDraft, by| {
            let new = NewRequest::try_new(draft, by);
            new.map(|new| (new.priority, new.emergency)).ok()
        };
        let (landlord, tenant) = (MaintenanceActor::Landlord, MaintenanceActor::Tenant);
        let medium = Some((MaintenancePriority::Medium, false));
        let emergency = Some((MaintenancePriority::High, true));
        assert_eq!(made(&draft(), landlord), medium);
        let said = RequestDraft {
            emergency: true,
            ..draft()
        };
        assert_eq!(made(&said, landlord), emergency);
        // A tenant's word for it does not count, what they write does.
        assert_eq!(made(&said, tenant), medium);
        let gas = RequestDraft {
            title: "I smell gas".to_owned(),
            priority: Some(MaintenancePriority::Low),
            ..draft()
        };
        assert_eq!(made(&gas, tenant), emergency);
        assert_eq!(made(&gas, landlord), emergency);
    }

    #[test]
    fn a_tenants_answers_say_how_urgent_it_is() {
        let urgency = |heating, risk| Urgency {
            no_heating_or_hot_water: heating,
            person_at_risk: risk,
            water_coming_in: None,
        };
        let (high, medium) = (MaintenancePriority::High, MaintenancePriority::Medium);
        for (answers, by, expected) in [
            (
                urgency(Some(true), None),
                MaintenanceActor::Tenant,
                (high, false),
            ),
            (
                urgency(Some(true), Some(true)),
                MaintenanceActor::Tenant,
                (high, true),
            ),
            (
                urgency(Some(false), Some(true)),
                MaintenanceActor::Tenant,
                (medium, false),
            ),
            (
                urgency(Some(true), Some(true)),
                MaintenanceActor::Landlord,
                (medium, false),
            ),
        ] {
            let draft = RequestDraft {
                urgency: answers,
                ..draft()
            };
            let new = NewRequest::try_new(&draft, by);
            let new = new.map(|new| (new.priority, new.emergency)).ok();
            assert_eq!(new, Some(expected), "{answers:?} {by:?}");
        }
        let low = RequestDraft {
            priority: Some(MaintenancePriority::Low),
            urgency: urgency(Some(true), None),
            ..draft()
        };
        let new = NewRequest::try_new(&low, MaintenanceActor::Tenant);
        assert!(new.is_ok_and(|new| new.priority == high));
    }

    #[test]
    fn lowering_the_priority_of_an_emergency_says_that_it_is_none() {
        let mut before = request("2026-11-25T10:00:00Z");
        before.prioritise(MaintenancePriority::High, true);
        let low = RequestDraft {
            priority: Some(MaintenancePriority::Low),
            emergency: true,
            ..draft()
        };
        let after = edited(&before, &[RequestField::Priority], &low);
        let after = after.map(|after| (after.priority, after.emergency, after.targets.respond_by));
        assert_eq!(after.ok(), Some((MaintenancePriority::Low, false, None)));
        let both = [RequestField::Priority, RequestField::Emergency];
        assert_eq!(fields(edited(&before, &both, &low)), ["priority"]);
        let unsaid = [RequestField::Priority, RequestField::Status];
        assert_eq!(
            fields(edited(&before, &unsaid, &draft())),
            ["status", "priority"]
        );
    }

    #[test]
    fn what_stays_as_it_is_keeps_its_targets() {
        let before = request("2026-11-25T10:00:00Z");
        let same = RequestDraft {
            priority: Some(MaintenancePriority::Medium),
            ..draft()
        };
        let all = [RequestField::Title, RequestField::Priority];
        assert_eq!(edited(&before, &all, &same).ok(), Some(before));
    }
}
