//! Applications for homes.

use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{convert::required, landlord_contact::LandlordContact, names::ApplicationStatus};
use crate::{problem::Problem, rest::ApplicationFields};

/// An application as its applicant reads it by the private link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnApplication {
    /// The application.
    #[serde(flatten)]
    pub application: ApplicationFields,
    /// How to reach whoever lets the home; null while that is not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
}

/// An application that was just submitted by a link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Submitted {
    /// The application's id.
    #[schema(example = 77)]
    pub id: i64,
    /// How far it is.
    pub status: ApplicationStatus,
    /// 1 to 5.
    #[schema(example = 1)]
    pub current_step: i32,
    /// The applicant's private link to its status.
    #[schema(example = "https://lintel.example/tenant-status?token=…")]
    pub status_url: String,
}

impl Submitted {
    /// The answer of an installation at `public_url`.
    ///
    /// # Errors
    /// A 500 [`Problem`] for a reply without its application.
    pub fn new(reply: tenancy::SubmitSignupResponse, public_url: &str) -> Result<Self, Problem> {
        let application = required(reply.application, "application")?;
        let status = ApplicationStatus::from_number(application.status);
        let token = reply.status_token;
        Ok(Self {
            id: application.application_id,
            status: required(status, "status")?,
            current_step: application.current_step,
            status_url: format!("{public_url}/tenant-status?token={token}"),
        })
    }
}
