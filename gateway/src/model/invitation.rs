//! Invitations into an organisation.

use chrono::{DateTime, Utc};
use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required, text},
    names::{Grade, InvitationState},
};
use crate::problem::Problem;

/// An invitation that was not accepted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// The invitation's id.
    #[schema(example = 5)]
    pub id: i64,
    /// The invited address, as typed.
    #[schema(example = "ben@example.com")]
    pub email: String,
    /// The grade that whoever accepts gets.
    pub grade: Grade,
    /// The name of the member who invited; null when they are no member any more.
    #[schema(required, example = "Ada Lovelace")]
    pub invited_by: Option<String>,
    /// When the invitation was made.
    pub created_at: DateTime<Utc>,
    /// Until when its link is good.
    pub expires_at: DateTime<Utc>,
    /// Whether the link is still good.
    pub state: InvitationState,
}

impl TryFrom<identity::Invitation> for Invitation {
    type Error = Problem;

    fn try_from(invitation: identity::Invitation) -> Result<Self, Problem> {
        Ok(Self {
            id: invitation.invitation_id,
            email: invitation.email,
            grade: required(Grade::from_number(invitation.grade), "grade")?,
            invited_by: text(invitation.inviter_name),
            created_at: required(instant(invitation.create_time)?, "create_time")?,
            expires_at: required(instant(invitation.expire_time)?, "expire_time")?,
            state: if invitation.expired {
                InvitationState::Expired
            } else {
                InvitationState::Pending
            },
        })
    }
}

/// An invitation whose link is on its way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentInvitation {
    /// The invitation.
    #[serde(flatten)]
    pub invitation: Invitation,
    /// Whether a mail is on its way; false only where no mail transport is configured.
    pub email_sent: bool,
    /// The link to hand over oneself, only where no mail transport is configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub link: Option<String>,
}

impl SentInvitation {
    /// The answer of an installation at `public_url`.
    ///
    /// # Errors
    /// As [`Invitation::try_from`].
    pub fn new(
        invitation: identity::Invitation,
        email_sent: bool,
        token: Option<String>,
        public_url: &str,
    ) -> Result<Self, Problem> {
        Ok(Self {
            invitation: invitation.try_into()?,
            email_sent,
            link: token.map(|token| format!("{public_url}/accept-invite?token={token}")),
        })
    }
}

/// An accepted invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedInvitation {
    /// What a person reads.
    #[schema(example = "You are a member now.")]
    pub message: &'static str,
    /// The organisation that was joined.
    #[schema(example = 3)]
    pub organisation_id: i64,
}
