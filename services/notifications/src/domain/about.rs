//! The subject of a message, by which an organisation finds the messages sent on its behalf.

use lintel_core::OrganisationId;

lintel_core::spelt! {
    /// The kind of thing that a message is about.
    Subject {
        /// An application, with its references and documents.
        Application = "application",
        /// A viewing.
        Viewing = "viewing",
        /// A maintenance request.
        Maintenance = "maintenance",
        /// A tenancy.
        Tenancy = "tenancy",
    }
}

/// The subject of a message, and the organisation for which it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// For whom it was sent.
    pub organisation: OrganisationId,
    /// The kind of thing that it is about.
    pub subject: Subject,
    /// Its number.
    pub subject_id: i64,
}

impl About {
    /// Where the organisation's members find it.
    #[must_use]
    pub fn path(self) -> String {
        match self.subject {
            Subject::Application => format!("/landlord-applications/{}", self.subject_id),
            Subject::Viewing => "/property-viewings".to_owned(),
            Subject::Maintenance => format!("/maintenance/{}", self.subject_id),
            Subject::Tenancy => format!("/tenants/{}", self.subject_id),
        }
    }
}
