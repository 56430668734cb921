//! Jobs that contractors are asked to do.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::maintenance::v1 as maintenance;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    attachment::Attachment,
    convert::{date, instant, money, required, text, time},
    landlord_contact::LandlordContact,
    maintenance_request::MaintenanceRequest,
    names::{JobState, MaintenanceCategory, MaintenancePriority},
};
use crate::problem::Problem;

/// A time on one day, by the clock of Europe/London.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobTime {
    /// The day.
    pub job_date: NaiveDate,
    /// From.
    #[schema(example = "09:30", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub start_time: String,
    /// To, later on the same day.
    #[schema(example = "11:30", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub end_time: String,
}

impl TryFrom<maintenance::JobTime> for JobTime {
    type Error = Problem;

    fn try_from(of_job: maintenance::JobTime) -> Result<Self, Problem> {
        Ok(Self {
            job_date: required(date(of_job.job_date)?, "job_date")?,
            start_time: required(time(of_job.start_time)?, "start_time")?,
            end_time: required(time(of_job.end_time)?, "end_time")?,
        })
    }
}

/// A job that a request's contractor was asked to do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    /// How it stands.
    pub state: JobState,
    /// The contractor who was asked.
    #[schema(example = 4)]
    pub contractor_id: i64,
    /// Their name.
    #[schema(example = "Severnside Heating Ltd")]
    pub contractor_name: String,
    /// The time that is asked for; null where the contractor is to propose one.
    #[schema(required)]
    pub asked_time: Option<JobTime>,
    /// The time that the contractor proposes; null for none.
    #[schema(required)]
    pub proposed_time: Option<JobTime>,
    /// The agreed time; null before.
    #[schema(required)]
    pub agreed_time: Option<JobTime>,
    /// Until when an answer is wanted.
    pub answer_by: DateTime<Utc>,
    /// How much may be spent without asking first; null where that was not said.
    #[schema(required, example = "250.00")]
    pub cost_limit: Option<String>,
    /// How to get in; null where nothing.
    #[schema(required)]
    pub access: Option<String>,
    /// The code of a key safe, which the contractor sees on the day; null for none.
    #[schema(required)]
    pub key_code: Option<String>,
    /// Whether the contractor gets the tenant's name and telephone number.
    pub tenant_contact: bool,
    /// Whether the tenant agreed to less than 24 hours' notice.
    pub tenant_agreed: bool,
    /// The contractor's last words; null for none.
    #[schema(required)]
    pub message: Option<String>,
    /// When the contractor was asked.
    pub offered_at: DateTime<Utc>,
    /// When the contractor answered last; null before.
    #[schema(required)]
    pub answered_at: Option<DateTime<Utc>>,
    /// When it was done; null before.
    #[schema(required)]
    pub done_at: Option<DateTime<Utc>>,
    /// The work, in the contractor's words; null before it is done.
    #[schema(required)]
    pub report: Option<String>,
    /// The total of the invoice with VAT; null where none was said.
    #[schema(required, example = "236.88")]
    pub invoice_total: Option<String>,
    /// The invoice's number; null for none.
    #[schema(required, example = "SH-20931")]
    pub invoice_number: Option<String>,
}

impl TryFrom<maintenance::Job> for Job {
    type Error = Problem;

    fn try_from(job: maintenance::Job) -> Result<Self, Problem> {
        Ok(Self {
            state: required(JobState::from_number(job.state), "state")?,
            contractor_id: job.contractor_id,
            contractor_name: job.contractor_name,
            asked_time: job.asked_time.map(JobTime::try_from).transpose()?,
            proposed_time: job.proposed_time.map(JobTime::try_from).transpose()?,
            agreed_time: job.agreed_time.map(JobTime::try_from).transpose()?,
            answer_by: required(instant(job.answer_by_time)?, "answer_by_time")?,
            cost_limit: money(job.cost_limit)?,
            access: text(job.access),
            key_code: text(job.key_code),
            tenant_contact: job.tenant_contact,
            tenant_agreed: job.tenant_agreed,
            message: text(job.message),
            offered_at: required(instant(job.offer_time)?, "offer_time")?,
            answered_at: instant(job.answer_time)?,
            done_at: instant(job.done_time)?,
            report: text(job.report),
            invoice_total: money(job.invoice_total)?,
            invoice_number: text(job.invoice_number),
        })
    }
}

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
    /// How it stands.
    pub state: JobState,
    /// The name under which the landlord lets.
    #[schema(example = "Okafor Lettings")]
    pub organisation_name: String,
    /// The contractor.
    #[schema(example = "Severnside Heating Ltd")]
    pub contractor_name: String,
    /// How to reach whoever asks; null while that is not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
    /// The work and where it is; null for a job that was declined or called off.
    #[schema(required)]
    pub work: Option<Work>,
}

/// The work that is asked for, and where it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Work {
    /// The request's title.
    #[schema(example = "No hot water or heating")]
    pub title: String,
    /// More of it; null where nothing.
    #[schema(required)]
    pub description: Option<String>,
    /// What it is about.
    pub category: MaintenanceCategory,
    /// How soon.
    pub priority: MaintenancePriority,
    /// Whether somebody may be hurt or the home is open or without power.
    pub emergency: bool,
    /// When it was reported.
    pub reported_at: DateTime<Utc>,
    /// Where the home is.
    #[schema(example = "212 Ashmead Road, Bristol")]
    pub property_address: String,
    /// Its postcode.
    #[schema(example = "BS6 7QD")]
    pub property_postcode: String,
    /// The room of a shared house; null for the whole home.
    #[schema(required, example = "3")]
    pub room_number: Option<String>,
    /// How to get in; null where nothing was said.
    #[schema(required)]
    pub access: Option<String>,
    /// Whether there is a code, which is shown on the day.
    pub has_key_code: bool,
    /// The code, on the day of the agreed time; null otherwise.
    #[schema(required)]
    pub key_code: Option<String>,
    /// The tenant's name; null where the landlord does not share it.
    #[schema(required)]
    pub tenant_name: Option<String>,
    /// The tenant's telephone number; null where the landlord does not share it.
    #[schema(required)]
    pub tenant_phone: Option<String>,
    /// The time that is asked for; null where one is to be proposed.
    #[schema(required)]
    pub asked_time: Option<JobTime>,
    /// The time that was proposed; null for none.
    #[schema(required)]
    pub proposed_time: Option<JobTime>,
    /// The agreed time; null before.
    #[schema(required)]
    pub agreed_time: Option<JobTime>,
    /// Until when an answer is wanted.
    pub answer_by: DateTime<Utc>,
    /// How much may be spent without asking first; null where that was not said.
    #[schema(required, example = "250.00")]
    pub cost_limit: Option<String>,
    /// How often another time may still be proposed, 0 to 3.
    pub proposals_left: i32,
    /// The photos of the problem, and the files that the contractor added.
    pub files: Vec<Attachment>,
    /// When it was done; null before.
    #[schema(required)]
    pub done_at: Option<DateTime<Utc>>,
    /// Until when files are taken; null before the job is done.
    #[schema(required)]
    pub closes_at: Option<DateTime<Utc>>,
    /// The work, in the contractor's words; null before it is done.
    #[schema(required)]
    pub report: Option<String>,
    /// The total of the invoice with VAT; null where none was said.
    #[schema(required, example = "236.88")]
    pub invoice_total: Option<String>,
    /// The invoice's number; null for none.
    #[schema(required, example = "SH-20931")]
    pub invoice_number: Option<String>,
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

impl TryFrom<maintenance::ContractorJob> for Work {
    type Error = Problem;

    fn try_from(job: maintenance::ContractorJob) -> Result<Self, Problem> {
        let category = MaintenanceCategory::from_number(job.category);
        let priority = MaintenancePriority::from_number(job.priority);
        let files = job.attachments.into_iter().map(Attachment::try_from);
        Ok(Self {
            title: job.title,
            description: text(job.description),
            category: required(category, "category")?,
            priority: required(priority, "priority")?,
            emergency: job.emergency,
            reported_at: required(instant(job.report_time)?, "report_time")?,
            property_address: job.property_address,
            property_postcode: job.property_postcode,
            room_number: job.room_number,
            access: text(job.access),
            has_key_code: job.has_key_code,
            key_code: text(job.key_code),
            tenant_name: text(job.tenant_name),
            tenant_phone: text(job.tenant_phone),
            asked_time: job.asked_time.map(JobTime::try_from).transpose()?,
            proposed_time: job.proposed_time.map(JobTime::try_from).transpose()?,
            agreed_time: job.agreed_time.map(JobTime::try_from).transpose()?,
            answer_by: required(instant(job.answer_by_time)?, "answer_by_time")?,
            cost_limit: money(job.cost_limit)?,
            proposals_left: job.proposals_left,
            files: files.collect::<Result<_, _>>()?,
            done_at: instant(job.done_time)?,
            closes_at: instant(job.close_time)?,
            report: text(job.report),
            invoice_total: money(job.invoice_total)?,
            invoice_number: text(job.invoice_number),
        })
    }
}
