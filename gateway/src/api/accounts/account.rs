//! Accounts and what signing up and in takes and answers.

use chrono::{DateTime, Utc};
use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::names::{Grade, Role},
    rest::{
        convert::{instant, required, text},
        problem::Problem,
    },
};

/// An account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// The account's id.
    #[schema(example = 7)]
    pub id: i64,
    /// The name given at sign-up.
    #[schema(example = "Ada Lovelace")]
    pub name: String,
    /// The sign-in address, as typed.
    #[schema(example = "ada@example.com")]
    pub email: String,
    /// The account type.
    pub role: Role,
    /// True once the address has been verified.
    pub is_verified: bool,
    /// A phone number; null when none was given.
    #[schema(required)]
    pub phone: Option<String>,
    /// The time at which the account was made.
    pub created_at: DateTime<Utc>,
    /// The organisation in which the account acts; null for accounts without one.
    #[schema(required)]
    pub organisation: Option<Organisation>,
}

/// The business that owns a portfolio, seen by one of its members.
#[derive(Debug, Serialize, ToSchema)]
pub struct Organisation {
    /// The organisation's id.
    #[schema(example = 3)]
    pub id: i64,
    /// Its name.
    #[schema(example = "Ada Lovelace's portfolio")]
    pub name: String,
    /// The caller's grade in it.
    pub grade: Grade,
}

impl TryFrom<identity::User> for User {
    type Error = Problem;

    fn try_from(user: identity::User) -> Result<Self, Problem> {
        Ok(Self {
            id: user.user_id,
            name: user.name,
            email: user.email,
            role: required(Role::from_number(user.role), "role")?,
            is_verified: user.verified,
            phone: text(user.phone),
            created_at: required(instant(user.create_time)?, "create_time")?,
            organisation: user.organisation.map(Organisation::try_from).transpose()?,
        })
    }
}

impl TryFrom<identity::Organisation> for Organisation {
    type Error = Problem;

    fn try_from(organisation: identity::Organisation) -> Result<Self, Problem> {
        Ok(Self {
            id: organisation.organisation_id,
            name: organisation.display_name,
            grade: required(Grade::from_number(organisation.grade), "grade")?,
        })
    }
}

/// The new account's first message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignupReply {
    /// The message for the person.
    #[schema(example = "Account created. Please check your email to verify it.")]
    pub message: String,
    /// True where a verification mail is on its way; false only where no mail transport is configured.
    pub email_sent: bool,
    /// The code, only where no mail transport is configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "7K3M-9QTX")]
    pub verification_code: Option<String>,
}

/// The answer to a right password: a session, or a challenge where a second factor is on.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum LoginAnswer {
    /// A session.
    Begun(LoginReply),
    /// A challenge.
    Challenged(ChallengeReply),
}

/// The second factor is asked for: send the challenge with its code to /api/auth/login/verify within five minutes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChallengeReply {
    /// Always true.
    #[schema(example = true)]
    pub two_factor_required: bool,
    /// The text that the code is sent with. Secret.
    pub challenge: String,
}

/// A begun session. The cookies come with it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginReply {
    /// The access token for the header `Authorization: Bearer`, valid for 15 minutes.
    pub token: String,
    /// The session's user.
    pub user: User,
    /// Only where the password has to be changed before anything else: until then every other call answers 403
    /// `PASSWORD_CHANGE_REQUIRED`, afterwards a refresh gives a token that is good for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub password_change_required: Option<bool>,
}

/// A session's next access token. The cookies come with it.
#[derive(Debug, Serialize, ToSchema)]
pub struct TokenReply {
    /// The access token, valid for 15 minutes.
    pub token: String,
}

/// A sentence for the person who asked.
#[derive(Debug, Serialize, ToSchema)]
pub struct MessageReply {
    /// The message for the person.
    #[schema(example = "Your email address is verified. You can log in now.")]
    pub message: &'static str,
}
