//! Organisations and their members.

use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;

use super::{convert::required, names::Grade};
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
