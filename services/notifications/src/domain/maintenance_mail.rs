//! The mails about maintenance.

use chrono::{DateTime, Utc};

lintel_core::spelt! {
    /// Which mail about maintenance it is.
    MaintenanceNotice {
        /// To members: a request was added.
        Reported = "maintenance-reported",
        /// To a member: they are responsible.
        Assigned = "maintenance-assigned",
        /// To the tenant: the request was received.
        Received = "maintenance-received",
        /// To the tenant: another status.
        StatusChanged = "maintenance-status-changed",
        /// To the tenant: the landlord commented.
        CommentedToTenant = "maintenance-commented-to-tenant",
        /// To members: the tenant commented.
        CommentedToMembers = "maintenance-commented-to-members",
        /// To who lives there: a visit.
        Visit = "maintenance-visit",
        /// To who lives there: another time.
        VisitMoved = "maintenance-visit-moved",
        /// To who lives there: nobody comes.
        VisitCancelled = "maintenance-visit-cancelled",
        /// To members: the tenant says that it is not fixed.
        Reopened = "maintenance-reopened",
        /// To members: the tenant says that it is fixed.
        Confirmed = "maintenance-confirmed",
        /// To members: a target is over.
        Overdue = "maintenance-overdue",
        /// To members: the tenant called it off.
        Withdrawn = "maintenance-withdrawn",
    }
}

impl MaintenanceNotice {
    /// Whether members of the organisation get it, and not who lives there.
    #[must_use]
    pub const fn is_for_members(self) -> bool {
        matches!(
            self,
            Self::Reported
                | Self::Assigned
                | Self::CommentedToMembers
                | Self::Reopened
                | Self::Confirmed
                | Self::Overdue
                | Self::Withdrawn
        )
    }
}

/// What such a mail says, judged before it is shown.
#[derive(Clone, PartialEq, Eq)]
pub struct MaintenanceFacts {
    /// The request.
    pub request: i64,
    /// Who lets the home, if fit to be shown.
    pub organisation: Option<String>,
    /// What the landlord calls the home, if fit to be shown.
    pub home: Option<String>,
    /// Where the home is, if fit to be shown.
    pub address: Option<String>,
    /// What is to be repaired, if fit to be shown.
    pub title: Option<String>,
    /// The description or a comment, if fit to be shown.
    pub text: Option<String>,
    /// As people read it.
    pub priority: Option<String>,
    /// As people read it.
    pub status: Option<String>,
    /// What to do at once.
    pub advice: Option<String>,
    /// Who reported or wrote, if fit to be shown.
    pub author: Option<String>,
    /// Of a visit: from.
    pub start: Option<DateTime<Utc>>,
    /// Of a visit: to.
    pub end: Option<DateTime<Utc>>,
    /// Of a visit: who comes, if fit to be shown.
    pub contractor: Option<String>,
    /// Until when it was to be done.
    pub due: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for MaintenanceFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MaintenanceFacts")
    }
}
