//! Organisations and their members.

use chrono::{DateTime, Utc};
use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required},
    names::Grade,
};
use crate::problem::Problem;

/// One of the organisations to which the caller belongs.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnOrganisation {
    /// The organisation's id.
    #[schema(example = 3)]
    pub id: i64,
    /// Its name.
    #[schema(example = "Ada Lovelace's portfolio")]
    pub name: String,
    /// The caller's grade in it.
    pub grade: Grade,
    /// Whether the caller acts in it now.
    pub active: bool,
}

impl TryFrom<identity::Organisation> for OwnOrganisation {
    type Error = Problem;

    fn try_from(organisation: identity::Organisation) -> Result<Self, Problem> {
        Ok(Self {
            id: organisation.organisation_id,
            name: organisation.display_name,
            grade: required(Grade::from_number(organisation.grade), "grade")?,
            active: organisation.active,
        })
    }
}

/// The organisation in which the caller acts.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrganisationDetails {
    /// The organisation's id.
    #[schema(example = 3)]
    pub id: i64,
    /// Its name.
    #[schema(example = "Ada Lovelace's portfolio")]
    pub name: String,
    /// The caller's grade in it.
    pub grade: Grade,
    /// Grows by one with every change; the `ETag` says the same.
    #[schema(example = 2)]
    pub version: i64,
}

impl TryFrom<identity::Organisation> for OrganisationDetails {
    type Error = Problem;

    fn try_from(organisation: identity::Organisation) -> Result<Self, Problem> {
        Ok(Self {
            id: organisation.organisation_id,
            name: organisation.display_name,
            grade: required(Grade::from_number(organisation.grade), "grade")?,
            version: organisation.version,
        })
    }
}

/// Somebody who belongs to the caller's organisation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The account's id.
    #[schema(example = 7)]
    pub id: i64,
    /// The name given at sign-up.
    #[schema(example = "Ada Lovelace")]
    pub name: String,
    /// The sign-in address.
    #[schema(example = "ada@example.com")]
    pub email: String,
    /// What the member may do.
    pub grade: Grade,
    /// When the member joined.
    pub joined_at: DateTime<Utc>,
    /// Whether it is the caller.
    pub you: bool,
    /// Grows by one with every change; the `ETag` says the same.
    #[schema(example = 1)]
    pub version: i64,
}

impl TryFrom<identity::Member> for Member {
    type Error = Problem;

    fn try_from(member: identity::Member) -> Result<Self, Problem> {
        Ok(Self {
            id: member.user_id,
            name: member.display_name,
            email: member.email,
            grade: required(Grade::from_number(member.grade), "grade")?,
            joined_at: required(instant(member.join_time)?, "join_time")?,
            you: member.caller,
            version: member.version,
        })
    }
}
