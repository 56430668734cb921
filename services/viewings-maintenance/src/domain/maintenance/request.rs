//! Something that is to be repaired or done, and how it changes.

use chrono::{DateTime, Utc};
use lintel_core::{
    ContractorId, InspectionId, MaintenanceRequestId, Money, PropertyId, TenantId, UserId,
    london_date,
};
use lintel_rules::Nation;

use super::{
    MaintenanceActor, MaintenanceCategory, MaintenancePriority, MaintenanceStatus, TargetState,
    Targets, Urgency, Visit, danger,
};

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaintenanceRequest {
    /// Its id.
    pub id: MaintenanceRequestId,
    /// The property.
    pub property: PropertyId,
    /// The landlord's name for it.
    pub property_name: String,
    /// Where it is, with the postcode.
    pub property_address: String,
    /// The nation that it is in: whose working days count and whom people call.
    pub nation: Nation,
    /// The room of a shared house.
    pub room_number: Option<String>,
    /// The tenant that reported it; `None` for the landlord.
    pub tenant: Option<TenantId>,
    /// The account that reported it.
    pub reported_by: UserId,
    /// The title.
    pub title: String,
    /// More of it; may be empty.
    pub description: String,
    /// The category.
    pub category: MaintenanceCategory,
    /// The priority.
    pub priority: MaintenancePriority,
    /// True when somebody may be hurt or the home is open or without power; then the priority is High.
    pub emergency: bool,
    /// The status.
    pub status: MaintenanceStatus,
    /// True when somebody may enter while nobody is at home; `None` where it was not asked.
    pub entry_permitted: Option<bool>,
    /// The tenant's answers to the questions of urgency.
    pub urgency: Urgency,
    /// When it was reported.
    pub reported_at: DateTime<Utc>,
    /// From when the targets count: when it was reported, or opened again.
    pub counted_from: DateTime<Utc>,
    /// Until when it is to be answered and fixed.
    pub targets: Targets,
    /// When it was answered first since then.
    pub first_response_at: Option<DateTime<Utc>>,
    /// The member who is responsible.
    pub assignee: Option<UserId>,
    /// The contractor, while in the directory.
    pub contractor: Option<ContractorId>,
    /// The contractor's name, also after they left the directory.
    pub contractor_name: Option<String>,
    /// The contractor's phone number.
    pub contractor_phone: Option<String>,
    /// When somebody comes.
    pub visit: Option<Visit>,
    /// The sum of its costs.
    pub cost_total: Money,
    /// The number of comments.
    pub comment_count: i32,
    /// When it was completed or cancelled.
    pub finished_at: Option<DateTime<Utc>>,
    /// When the tenant confirmed that it is fixed.
    pub confirmed_at: Option<DateTime<Utc>>,
    /// The inspection that asked for it.
    pub inspection: Option<InspectionId>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Increases by one with every change.
    pub version: i64,
}

impl MaintenanceRequest {
    /// The next of the two targets; `None` for a request that is done or called off. The database computes the same.
    #[must_use]
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        if self.status.is_finished() {
            return None;
        }
        let respond_by = self.targets.respond_by;
        let respond_by = respond_by.filter(|_| self.first_response_at.is_none());
        Some(respond_by.map_or(self.targets.fix_by, |by| by.min(self.targets.fix_by)))
    }

    /// Returns the state of the next target.
    #[must_use]
    pub fn target_state(&self, now: DateTime<Utc>) -> TargetState {
        TargetState::of(self.next_due(), now)
    }

    /// Returns the advice for the time until somebody comes.
    #[must_use]
    pub fn advice(&self) -> Option<String> {
        danger::advice(
            self.nation,
            self.category,
            &self.title,
            &self.description,
            self.urgency,
            london_date(self.reported_at),
        )
    }

    /// When it was completed.
    #[must_use]
    pub fn completed_at(&self) -> Option<DateTime<Utc>> {
        self.finished_at
            .filter(|_| self.status == MaintenanceStatus::Completed)
    }

    /// The priority as people read it.
    #[must_use]
    pub const fn priority_text(&self) -> &'static str {
        if self.emergency {
            "High (emergency)"
        } else {
            self.priority.as_str()
        }
    }

    /// Gives it another priority; its targets count anew from when it was reported or opened again.
    pub fn prioritise(&mut self, priority: MaintenancePriority, emergency: bool) {
        self.priority = priority;
        self.emergency = emergency;
        self.retarget();
    }

    /// Notes that the landlord answered, unless they had.
    pub fn answer(&mut self, now: DateTime<Utc>) {
        self.first_response_at.get_or_insert(now);
    }

    /// Moves it to another status, which must be possible. What is opened again counts from now, and has still to be answered.
    pub fn move_to(&mut self, status: MaintenanceStatus, by: MaintenanceActor, now: DateTime<Utc>) {
        let reopened = self.status.is_finished() && !status.is_finished();
        self.status = status;
        self.finished_at = status.is_finished().then_some(now);
        if reopened {
            self.confirmed_at = None;
            self.counted_from = now;
            self.first_response_at = None;
            self.retarget();
        }
        let taken_up = matches!(
            status,
            MaintenanceStatus::InProgress | MaintenanceStatus::Completed
        );
        if by == MaintenanceActor::Landlord && taken_up {
            self.answer(now);
        }
    }

    fn retarget(&mut self) {
        self.targets = Targets::counted_from(
            self.nation,
            self.counted_from,
            self.priority,
            self.emergency,
        );
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn request(reported: &str) -> MaintenanceRequest {
        let at = reported.parse().unwrap_or_default();
        let (priority, emergency) = (MaintenancePriority::Medium, false);
        MaintenanceRequest {
            id: 1.into(),
            property: 1.into(),
            property_name: "Garden Flat".to_owned(),
            property_address: "1 High Street, Leeds, LS1 4AB".to_owned(),
            nation: Nation::England,
            room_number: None,
            tenant: None,
            reported_by: 11.into(),
            title: "Tap drips".to_owned(),
            description: String::new(),
            category: MaintenanceCategory::Plumbing,
            priority,
            emergency,
            status: MaintenanceStatus::Open,
            entry_permitted: None,
            urgency: Urgency::default(),
            reported_at: at,
            counted_from: at,
            targets: Targets::counted_from(Nation::England, at, priority, emergency),
            first_response_at: None,
            assignee: None,
            contractor: None,
            contractor_name: None,
            contractor_phone: None,
            visit: None,
            cost_total: Money::ZERO,
            comment_count: 0,
            finished_at: None,
            confirmed_at: None,
            inspection: None,
            updated_at: at,
            version: 1,
        }
    }

    #[test]
    fn the_answer_is_the_next_target_until_it_was_given() {
        let mut request = request("2026-11-25T10:00:00Z");
        let now = request.reported_at;
        assert_eq!(request.next_due(), request.targets.respond_by);
        request.answer(now);
        assert_eq!(request.next_due(), Some(request.targets.fix_by));
        request.move_to(MaintenanceStatus::Cancelled, MaintenanceActor::Tenant, now);
        assert_eq!(request.next_due(), None);
        assert_eq!(request.target_state(now), TargetState::OnTime);
        assert_eq!(request.completed_at(), None);
    }

    #[test]
    fn another_priority_counts_from_the_report() {
        let mut request = request("2026-11-25T10:00:00Z");
        request.prioritise(MaintenancePriority::High, true);
        let safe = "2026-11-26T10:00:00Z".parse::<DateTime<Utc>>();
        assert_eq!(safe, Ok(request.targets.fix_by));
        assert_eq!(request.priority_text(), "High (emergency)");
    }

    #[test]
    fn what_is_opened_again_counts_from_then_and_is_answered_anew() {
        let mut request = request("2026-11-25T10:00:00Z");
        let later: DateTime<Utc> = "2026-12-09T10:00:00Z".parse().unwrap_or_default();
        for status in [MaintenanceStatus::InProgress, MaintenanceStatus::Completed] {
            request.move_to(status, MaintenanceActor::Landlord, request.reported_at);
        }
        assert_eq!(request.completed_at(), Some(request.reported_at));
        request.confirmed_at = Some(later);
        request.move_to(MaintenanceStatus::Open, MaintenanceActor::Tenant, later);
        assert_eq!((request.finished_at, request.confirmed_at), (None, None));
        assert_eq!(
            (request.counted_from, request.first_response_at),
            (later, None)
        );
        let expected = Targets::counted_from(Nation::England, later, request.priority, false);
        assert_eq!(request.targets, expected);
    }
}
