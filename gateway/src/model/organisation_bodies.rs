//! The bodies that clients send about organisations, for the contract's description.
#![expect(
    dead_code,
    reason = "described here, read field by field so that every unreadable one is named at once"
)]

use chrono::{DateTime, Utc};
use utoipa::ToSchema;

use super::names::Grade;

/// An organisation's new name.
#[derive(Debug, ToSchema)]
pub struct OrganisationBody {
    /// 1 to 220 characters.
    #[schema(example = "Lovelace Lettings", min_length = 1, max_length = 220)]
    pub name: String,
}

/// Where to act.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct SwitchBody {
    /// One of the caller's organisations.
    #[schema(minimum = 1)]
    pub organisation_id: i64,
}

/// A member's new grade.
#[derive(Debug, ToSchema)]
pub struct MemberBody {
    /// The grade.
    pub grade: Grade,
}

/// Whom to invite.
#[derive(Debug, ToSchema)]
pub struct InvitationBody {
    /// The address.
    #[schema(example = "ben@example.com", format = Email)]
    pub email: String,
    /// The grade that whoever accepts gets.
    pub grade: Grade,
}

/// A mailed invitation's token.
#[derive(Debug, ToSchema)]
pub struct InvitationTokenBody {
    /// The token as the link has it.
    pub token: String,
}

/// What accepting an invitation needs.
#[derive(Debug, ToSchema)]
pub struct AcceptInviteBody {
    /// The token as the link has it.
    pub token: String,
    /// For a new account: 1 to 200 characters.
    #[schema(
        nullable = false,
        example = "Ben Babbage",
        min_length = 1,
        max_length = 200
    )]
    pub name: Option<String>,
    /// For a new account: at least 6 characters unless the operator asks for more, at most 128, and not one of the most common.
    #[schema(nullable = false, example = "correct horse battery", format = Password, min_length = 6, max_length = 128)]
    pub password: Option<String>,
}

/// A key to make.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ApiKeyBody {
    /// 1 to 100 characters.
    #[schema(example = "Bookkeeping", min_length = 1, max_length = 100)]
    pub name: String,
    /// At least one: `account`, `organisation` or `portfolio`, each with `.read` or `.write`.
    #[schema(example = json!(["portfolio.read"]), min_items = 1)]
    pub scopes: Vec<String>,
    /// When it stops working; absent for never.
    #[schema(nullable = false)]
    pub expires_at: Option<DateTime<Utc>>,
}
