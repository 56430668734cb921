//! The mails about maintenance.

use chrono::{DateTime, Utc};
use lintel_core::Money;

use super::{
    calendar_file::{CalendarFile, CalendarMethod},
    link_token::LinkToken,
};

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
        /// To the contractor: a job.
        JobOffered = "maintenance-job-offered",
        /// To the contractor: the time is agreed.
        JobAgreed = "maintenance-job-agreed",
        /// To the contractor: the proposed time does not suit.
        JobTimeRefused = "maintenance-job-time-refused",
        /// To the contractor: another time.
        JobMoved = "maintenance-job-moved",
        /// To the contractor: the job is called off.
        JobCalledOff = "maintenance-job-called-off",
        /// To members: what the contractor answered.
        JobAnswered = "maintenance-job-answered",
    }
}

impl MaintenanceNotice {
    /// Returns whether members of the organisation get it, and not who lives there.
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
                | Self::JobAnswered
        )
    }

    /// Returns whether the contractor gets it, who has a private page.
    #[must_use]
    pub const fn is_for_the_contractor(self) -> bool {
        matches!(
            self,
            Self::JobOffered
                | Self::JobAgreed
                | Self::JobTimeRefused
                | Self::JobMoved
                | Self::JobCalledOff
        )
    }

    /// Returns the method for a contractor's calendar; `None` where no file goes with the mail.
    #[must_use]
    pub const fn calendar(self) -> Option<CalendarMethod> {
        match self {
            Self::JobAgreed | Self::JobMoved => Some(CalendarMethod::Publish),
            Self::JobCalledOff => Some(CalendarMethod::Cancel),
            _ => None,
        }
    }
}

/// The facts of such a mail, checked before they are shown.
#[derive(Clone, PartialEq, Eq)]
pub struct MaintenanceFacts {
    /// The request.
    pub request: i64,
    /// The landlord's name, if fit to be shown.
    pub organisation: Option<String>,
    /// The landlord's name for the home, if fit to be shown.
    pub home: Option<String>,
    /// Where the home is, if fit to be shown.
    pub address: Option<String>,
    /// The title of the repair, if fit to be shown.
    pub title: Option<String>,
    /// The description or a comment, if fit to be shown.
    pub text: Option<String>,
    /// The word that people read.
    pub priority: Option<String>,
    /// The word that people read.
    pub status: Option<String>,
    /// The advice for the time until somebody comes.
    pub advice: Option<String>,
    /// The author of the report or comment, if fit to be shown.
    pub author: Option<String>,
    /// The start of a visit.
    pub start: Option<DateTime<Utc>>,
    /// The end of a visit.
    pub end: Option<DateTime<Utc>>,
    /// The contractor of a visit, if fit to be shown.
    pub contractor: Option<String>,
    /// Until when it was to be done, or an answer is wanted.
    pub due: Option<DateTime<Utc>>,
    /// The token of the contractor's link; `None` in other mails.
    pub token: Option<LinkToken>,
    /// The room of a shared house.
    pub room: Option<String>,
    /// The amount that may be spent without asking first.
    pub cost_limit: Option<Money>,
    /// The calendar file.
    pub calendar: Option<CalendarFile>,
}

impl std::fmt::Debug for MaintenanceFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MaintenanceFacts")
    }
}
