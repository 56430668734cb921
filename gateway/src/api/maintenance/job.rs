//! Jobs that contractors are asked to do.

use lintel_proto::maintenance::v1 as maintenance;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::{
        landlord_contact::LandlordContact, maintenance::request::MaintenanceRequest,
        names::JobState,
    },
    rest::{Job, Work, convert::required, problem::Problem},
};

/// A request and its job, after a change of the job.
#[derive(Debug, Serialize, ToSchema)]
pub struct RequestAndJob {
    /// The request as it is now.
    pub request: MaintenanceRequest,
    /// The job as it is now.
    pub job: Job,
}

/// A job by the private link of its contractor. One that was declined or called off names whose it was, and nothing else.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContractorJob {
    /// The request's number, which names the job among people.
    #[schema(example = 118)]
    pub number: i64,
    /// The job's state.
    pub state: JobState,
    /// The name under which the landlord lets.
    #[schema(example = "Okafor Lettings")]
    pub organisation_name: String,
    /// The contractor.
    #[schema(example = "Severnside Heating Ltd")]
    pub contractor_name: String,
    /// The landlord's contact details; null while they are not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
    /// The work and where it is; null for a job that was declined or called off.
    #[schema(required)]
    pub work: Option<Work>,
}

impl ContractorJob {
    /// Shows a job with the contact of whoever asks.
    ///
    /// # Errors
    /// [`Problem`] for a reply that lacks something.
    pub fn try_new(
        job: maintenance::ContractorJob,
        landlord: Option<LandlordContact>,
    ) -> Result<Self, Problem> {
        let state = required(JobState::from_number(job.state), "state")?;
        Ok(Self {
            number: job.maintenance_request_id,
            state,
            organisation_name: job.organisation_name.clone(),
            contractor_name: job.contractor_name.clone(),
            landlord,
            work: match job.report_time {
                Some(_) => Some(job.try_into()?),
                None => None,
            },
        })
    }
}
