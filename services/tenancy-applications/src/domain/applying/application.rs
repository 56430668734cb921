//! An application for a home, as it is stored.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use lintel_core::{ApplicationId, InviteId, Money, PropertyId, RoomId, TenantId, UserId, spelt};

use crate::domain::documents::DocumentType;

/// An application to which nothing happened for so long may be erased when its applicant asks for it.
const FORGOTTEN: Duration = Duration::days(30);

spelt! {
    /// The progress of an application (docs/reference/screens/applications.md S2 4).
    ApplicationStatus {
        /// Step 1.
        Submitted = "Submitted",
        /// Step 2.
        DocumentsRequired = "Documents Required",
        /// Step 3.
        BackgroundCheck = "Background Check",
        /// Step 4.
        ReferenceCheck = "Reference Check",
        /// Step 5.
        Approved = "Approved",
        /// Off the path.
        Rejected = "Rejected",
    }
}

impl ApplicationStatus {
    /// The step, 1 to 5; `None` off the path, where the step stays as it was.
    #[must_use]
    pub const fn step(self) -> Option<i16> {
        match self {
            Self::Submitted => Some(1),
            Self::DocumentsRequired => Some(2),
            Self::BackgroundCheck => Some(3),
            Self::ReferenceCheck => Some(4),
            Self::Approved => Some(5),
            Self::Rejected => None,
        }
    }
}

spelt! {
    /// What an applicant does for a living.
    EmploymentStatus {
        /// Employed full time.
        FullTime = "full-time",
        /// Employed part time.
        PartTime = "part-time",
        /// Employed by contract.
        Contract = "contract",
        /// Self-employed.
        SelfEmployed = "self-employed",
        /// A student.
        Student = "student",
        /// Anything else.
        Other = "other",
    }
}

spelt! {
    /// What a guarantor is to the applicant.
    GuarantorRelationship {
        /// A parent.
        Parent = "parent",
        /// A brother or a sister.
        Sibling = "sibling",
        /// A husband or a wife.
        Spouse = "spouse",
        /// A friend.
        Friend = "friend",
        /// Another relative.
        Relative = "relative",
        /// Anybody else.
        Other = "other",
    }
}

/// What is applied for, as it was when it was applied for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedHome {
    /// The property.
    pub property: PropertyId,
    /// What the landlord calls it.
    pub name: String,
    /// Where it is, with its postcode.
    pub address: String,
    /// The room of a shared house and its number.
    pub room: Option<(RoomId, String)>,
    /// The rent per month of the room, else of the whole.
    pub rent: Money,
}

impl AppliedHome {
    /// The number of the room of a shared house.
    #[must_use]
    pub fn room_number(&self) -> Option<&str> {
        self.room.as_ref().map(|(_, number)| number.as_str())
    }
}

/// What an applicant says. What the form did not ask for is absent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// The applicant's name.
    pub name: String,
    /// The applicant's address.
    pub email: String,
    /// The applicant's phone.
    pub phone: String,
    /// Where they live now.
    pub address: Option<String>,
    /// When they were born.
    pub date_of_birth: Option<NaiveDate>,
    /// Their nationality.
    pub nationality: Option<String>,
    /// What they do for a living.
    pub employment_status: EmploymentStatus,
    /// The employer's name.
    pub employer_name: Option<String>,
    /// The employer's phone.
    pub employer_phone: Option<String>,
    /// The employer's address.
    pub employer_email: Option<String>,
    /// Their position.
    pub position: Option<String>,
    /// Before tax, per month.
    pub monthly_income: Money,
    /// The guarantor's name.
    pub guarantor_name: Option<String>,
    /// The guarantor's phone.
    pub guarantor_phone: Option<String>,
    /// The guarantor's address.
    pub guarantor_email: String,
    /// What the guarantor is to them.
    pub guarantor_relationship: Option<GuarantorRelationship>,
    /// The wished first day.
    pub move_in_date: Option<NaiveDate>,
    /// What they added.
    pub additional_notes: Option<String>,
}

/// An application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// Its id.
    pub id: ApplicationId,
    /// What is applied for.
    pub home: AppliedHome,
    /// The kind of the property, as portfolio spells it; empty where it has left the portfolio.
    pub property_type: String,
    /// The account that made it; none for one that came by a link.
    pub user: Option<UserId>,
    /// The link that it came by.
    pub invite: Option<InviteId>,
    /// What the applicant says.
    pub answers: Answers,
    /// How far it is.
    pub status: ApplicationStatus,
    /// 1 to 5.
    pub step: i16,
    /// What the landlord tells the applicant.
    pub landlord_notes: Option<String>,
    /// Why it was rejected.
    pub rejection_reason: Option<String>,
    /// When it was approved.
    pub approved_at: Option<DateTime<Utc>>,
    /// When it was rejected.
    pub rejected_at: Option<DateTime<Utc>>,
    /// When the applicant withdrew it.
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// What the landlord asked for and has not got yet.
    pub requested_documents: Vec<DocumentType>,
    /// The tenant that it became.
    pub tenant: Option<TenantId>,
    /// Whether that tenancy has begun.
    pub moved_in: bool,
    /// What the token of the private link is made of.
    pub token_nonce: [u8; 32],
    /// A keyed hash of the network address that it came from; none for one of an earlier release.
    pub device: Option<[u8; 32]>,
    /// Its version.
    pub version: i64,
    /// When it was submitted.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

impl Application {
    /// Whether somebody may still decide on it: it is neither rejected nor withdrawn, and something happened to it within
    /// [`FORGOTTEN`].
    #[must_use]
    pub fn is_being_considered(&self, now: DateTime<Utc>) -> bool {
        self.rejected_at.is_none()
            && self.withdrawn_at.is_none()
            && self.updated_at > now - FORGOTTEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_is_the_position_in_the_order_and_a_rejection_has_none() {
        let steps: Vec<_> = ApplicationStatus::ALL
            .iter()
            .map(|one| one.step())
            .collect();
        assert_eq!(steps, [Some(1), Some(2), Some(3), Some(4), Some(5), None]);
    }
}
