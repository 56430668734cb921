//! Applications for homes.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, money, required, some, text},
    landlord_contact::LandlordContact,
    names::{AgreementState, ApplicationStatus, DocumentType, Nation},
    reference::Reference,
};
use crate::{
    problem::Problem,
    rest::{Affordability, Checks, Document, MoveInStep, TimelineEntry},
};

/// An application. Tokens are never part of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Application {
    /// The application's id.
    #[schema(example = 77)]
    pub id: i64,
    /// The tenant that it became; null for none. For the landlord alone.
    #[schema(required)]
    pub tenant_id: Option<i64>,
    /// The property.
    #[schema(example = 42)]
    pub property_id: i64,
    /// What the landlord calls it.
    #[schema(example = "Ashmead House")]
    pub property_name: String,
    /// Where it is, with its postcode.
    pub property_address: String,
    /// The kind, as portfolio spells it; null where it has left the portfolio.
    #[schema(required, example = "HMO")]
    pub property_type: Option<String>,
    /// The room of a shared house; null for none.
    #[schema(required)]
    pub room_id: Option<i64>,
    /// Its number.
    #[schema(required, example = "2")]
    pub room_number: Option<String>,
    /// The rent per month of what is applied for, when it was applied for.
    #[schema(required, example = "480.00")]
    pub home_rent: Option<String>,
    /// The applicant's name.
    #[schema(example = "Grace Hopper")]
    pub tenant_name: String,
    /// The applicant's address for mails.
    #[schema(example = "grace@example.com")]
    pub email: String,
    /// The applicant's phone.
    pub phone: String,
    /// The current address; null where it was not asked.
    #[schema(required)]
    pub address: Option<String>,
    /// The day of birth; null where it was not asked.
    #[schema(required)]
    pub date_of_birth: Option<NaiveDate>,
    /// The nationality; null where it was not asked.
    #[schema(required)]
    pub nationality: Option<String>,
    /// full-time, part-time, contract, self-employed, student or other.
    #[schema(example = "full-time")]
    pub employment_status: String,
    /// The employer's name; null where it was not asked.
    #[schema(required)]
    pub employer_name: Option<String>,
    /// The employer's phone; null where it was not asked.
    #[schema(required)]
    pub employer_phone: Option<String>,
    /// The employer's address for mails; null where there is none.
    #[schema(required)]
    pub employer_email: Option<String>,
    /// What the applicant works as; null where it was not asked.
    #[schema(required)]
    pub position: Option<String>,
    /// Before tax, per month.
    #[schema(required, example = "2600.00")]
    pub monthly_income: Option<String>,
    /// The guarantor's name; null where it was not asked.
    #[schema(required)]
    pub guarantor_name: Option<String>,
    /// The guarantor's phone; null where it was not asked.
    #[schema(required)]
    pub guarantor_phone: Option<String>,
    /// The guarantor's address for mails.
    #[schema(required)]
    pub guarantor_email: Option<String>,
    /// How the guarantor belongs to the applicant; null where it was not asked.
    #[schema(required)]
    pub guarantor_relationship: Option<String>,
    /// The wished first day; null where it was not asked.
    #[schema(required)]
    pub move_in_date: Option<NaiveDate>,
    /// What the applicant added; null for nothing.
    #[schema(required)]
    pub additional_notes: Option<String>,
    /// How far it is.
    pub status: ApplicationStatus,
    /// 1 to 5.
    #[schema(example = 1)]
    pub current_step: i32,
    /// 20 for each step.
    #[schema(example = 20)]
    pub progress: i32,
    /// What the landlord tells the applicant; null for nothing.
    #[schema(required)]
    pub landlord_notes: Option<String>,
    /// Why it was rejected; null otherwise.
    #[schema(required)]
    pub rejection_reason: Option<String>,
    /// When it was approved; null otherwise.
    #[schema(required)]
    pub approved_at: Option<DateTime<Utc>>,
    /// When the applicant withdrew it; null otherwise.
    #[schema(required)]
    pub withdrawn_at: Option<DateTime<Utc>>,
    /// What the landlord asked for and has not got yet.
    pub requested_documents: Vec<DocumentType>,
    /// What happened, the oldest first; empty in lists.
    pub timeline: Vec<TimelineEntry>,
    /// The documents, the oldest first; empty in lists.
    pub documents: Vec<Document>,
    /// The guarantor's reference; null where none was asked for.
    #[schema(required)]
    pub guarantor: Option<Reference>,
    /// The employer's reference; null where none was asked for.
    #[schema(required)]
    pub employer: Option<Reference>,
    /// Whether the guarantor has given the reference.
    pub guarantor_verified: bool,
    /// Whether the employer has given the reference.
    pub employer_verified: bool,
    /// How far the way into the home is.
    pub checks: Checks,
    /// The six steps to moving in, in their order; only where one application is read.
    pub steps: Vec<MoveInStep>,
    /// Whose law applies to the home, by its postcode; null where it is not known.
    #[schema(required)]
    pub nation: Option<Nation>,
    /// How far the last agreement is; null before there is one.
    #[schema(required)]
    pub agreement_state: Option<AgreementState>,
    /// Income against rent; for the landlord alone, null otherwise.
    #[schema(required)]
    pub affordability: Option<Affordability>,
    /// What should make a landlord look twice, as sentences; for the landlord alone, empty otherwise.
    pub notices: Vec<String>,
    /// Grows with every change; also the `ETag`.
    pub version: i64,
    /// When it was submitted.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// An application as its applicant reads it by the private link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnApplication {
    /// The application.
    #[serde(flatten)]
    pub application: Application,
    /// How to reach whoever lets the home; null while that is not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
}

impl TryFrom<tenancy::Application> for Application {
    type Error = Problem;

    fn try_from(application: tenancy::Application) -> Result<Self, Problem> {
        let status = ApplicationStatus::from_number(application.status);
        let wanted = application.requested_documents.into_iter();
        let steps = application.steps.into_iter();
        let timeline = application.timeline.into_iter();
        let documents = application.documents.into_iter();
        let checks = application.checks.unwrap_or_default();
        let known = application.affordability;
        Ok(Self {
            id: application.application_id,
            tenant_id: some(application.tenant_id),
            property_id: application.property_id,
            property_name: application.property_display_name,
            property_address: application.property_address,
            property_type: text(application.property_type),
            room_id: application.room_id,
            room_number: application.room_number,
            home_rent: money(application.home_rent)?,
            tenant_name: application.display_name,
            email: application.email,
            phone: application.phone,
            address: text(application.address),
            date_of_birth: date(application.date_of_birth)?,
            nationality: text(application.nationality),
            employment_status: application.employment_status,
            employer_name: text(application.employer_name),
            employer_phone: text(application.employer_phone),
            employer_email: text(application.employer_email),
            position: text(application.position),
            monthly_income: money(application.monthly_income)?,
            guarantor_name: text(application.guarantor_name),
            guarantor_phone: text(application.guarantor_phone),
            guarantor_email: text(application.guarantor_email),
            guarantor_relationship: text(application.guarantor_relationship),
            move_in_date: date(application.move_in_date)?,
            additional_notes: text(application.additional_notes),
            status: required(status, "status")?,
            current_step: application.current_step,
            progress: application.progress,
            landlord_notes: text(application.landlord_notes),
            rejection_reason: text(application.rejection_reason),
            approved_at: instant(application.approve_time)?,
            withdrawn_at: instant(application.withdraw_time)?,
            requested_documents: wanted.filter_map(DocumentType::from_number).collect(),
            timeline: timeline.map(TryInto::try_into).collect::<Result<_, _>>()?,
            documents: documents.map(TryInto::try_into).collect::<Result<_, _>>()?,
            guarantor: application.guarantor.map(TryInto::try_into).transpose()?,
            employer: application.employer.map(TryInto::try_into).transpose()?,
            guarantor_verified: checks.guarantor_verified,
            employer_verified: checks.employer_verified,
            checks: checks.try_into()?,
            steps: steps.map(TryInto::try_into).collect::<Result<_, _>>()?,
            nation: Nation::from_number(application.nation),
            agreement_state: AgreementState::from_number(application.agreement_state),
            affordability: known.map(TryInto::try_into).transpose()?,
            notices: application.notices,
            version: application.version,
            created_at: required(instant(application.create_time)?, "create_time")?,
            updated_at: required(instant(application.update_time)?, "update_time")?,
        })
    }
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

/// How many applications have a status.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatusCount {
    /// The status.
    pub status: ApplicationStatus,
    /// How many; withdrawn ones are not among them.
    #[schema(example = 3)]
    pub count: i64,
}

/// The figures of the applications.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationAnalytics {
    /// All applications, withdrawn ones included.
    #[schema(example = 14)]
    pub total: i64,
    /// Every status.
    pub statuses: Vec<StatusCount>,
    /// Withdrawn ones.
    pub withdrawn: i64,
}

impl From<tenancy::GetApplicationSummaryResponse> for ApplicationAnalytics {
    fn from(summary: tenancy::GetApplicationSummaryResponse) -> Self {
        let counts = summary.statuses.into_iter().filter_map(|one| {
            let status = ApplicationStatus::from_number(one.status)?;
            let count = one.count;
            Some(StatusCount { status, count })
        });
        Self {
            total: summary.total,
            statuses: counts.collect(),
            withdrawn: summary.withdrawn,
        }
    }
}
