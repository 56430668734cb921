//! The parts of a reference request that guarantors and employers see.

use chrono::{DateTime, Utc};
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::{
        landlord_contact::LandlordContact,
        names::{ReferenceKind, ReferenceState},
    },
    rest::{
        convert::{instant, money, required, text},
        problem::Problem,
    },
};

/// The states of a reference request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerificationStatus {
    /// The reference is still wanted.
    Pending,
    /// The reference was given.
    Completed,
    /// The reference was declined.
    Declined,
}

/// A reference as its guarantor may see it. Once it is given or declined there is nothing but `guarantorVerified` and `status`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuarantorRequest {
    /// The applicant's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Grace Hopper")]
    pub tenant_name: Option<String>,
    /// The home's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub property_address: Option<String>,
    /// The rent per month.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "900.00")]
    pub monthly_rent: Option<String>,
    /// The request's state.
    pub status: VerificationStatus,
    /// True once the reference was given.
    pub guarantor_verified: bool,
    /// The landlord's contact details.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub landlord: Option<LandlordContact>,
}

impl TryFrom<tenancy::OpenGuarantorRequestResponse> for GuarantorRequest {
    type Error = Problem;

    fn try_from(open: tenancy::OpenGuarantorRequestResponse) -> Result<Self, Problem> {
        let wanted = !open.completed;
        Ok(Self {
            tenant_name: text(open.tenant_name).filter(|_| wanted),
            property_address: text(open.property_address).filter(|_| wanted),
            monthly_rent: money(open.monthly_rent)?.filter(|_| wanted),
            status: status(open.completed, open.declined),
            guarantor_verified: open.completed && !open.declined,
            landlord: None,
        })
    }
}

/// A reference as its employer may see it. Once it is given or declined there is nothing but `employerVerified` and `status`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmployerRequest {
    /// The applicant's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Grace Hopper")]
    pub tenant_name: Option<String>,
    /// The home's address.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub property_address: Option<String>,
    /// The rent per month.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "900.00")]
    pub monthly_rent: Option<String>,
    /// The address for mails of who applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "grace@example.com")]
    pub tenant_email: Option<String>,
    /// The request's state.
    pub status: VerificationStatus,
    /// True once the reference was given.
    pub employer_verified: bool,
    /// The landlord's contact details.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub landlord: Option<LandlordContact>,
}

impl TryFrom<tenancy::OpenEmployerRequestResponse> for EmployerRequest {
    type Error = Problem;

    fn try_from(open: tenancy::OpenEmployerRequestResponse) -> Result<Self, Problem> {
        let wanted = !open.completed;
        Ok(Self {
            tenant_name: text(open.tenant_name).filter(|_| wanted),
            property_address: text(open.property_address).filter(|_| wanted),
            monthly_rent: money(open.monthly_rent)?.filter(|_| wanted),
            tenant_email: text(open.tenant_email).filter(|_| wanted),
            status: status(open.completed, open.declined),
            employer_verified: open.completed && !open.declined,
            landlord: None,
        })
    }
}

const fn status(completed: bool, declined: bool) -> VerificationStatus {
    match (completed, declined) {
        (_, true) => VerificationStatus::Declined,
        (true, false) => VerificationStatus::Completed,
        (false, false) => VerificationStatus::Pending,
    }
}

/// A guarantor's reference was taken.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuarantorVerified {
    /// The message for the person.
    pub message: &'static str,
    /// Always true.
    pub guarantor_verified: bool,
}

/// An employer's reference was taken.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EmployerVerified {
    /// The message for the person.
    pub message: &'static str,
    /// Always true.
    pub employer_verified: bool,
}

/// A request for a reference, to the address of the account that asks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferenceRequest {
    /// The kind of reference: a guarantor's or an employer's.
    pub kind: ReferenceKind,
    /// The applicant's name.
    #[schema(example = "Grace Hopper")]
    pub tenant_name: String,
    /// The home's address.
    pub property_address: String,
    /// The reference's state.
    pub state: ReferenceState,
    /// The form; null once it is answered or has expired.
    #[schema(required, example = "https://lintel.example/guarantor-verify/…")]
    pub url: Option<String>,
    /// The time at which the link was sent.
    #[schema(required)]
    pub sent_at: Option<DateTime<Utc>>,
    /// The application whose agreement this guarantor signs, while that waits for signatures or once all have signed; null otherwise.
    #[schema(required, example = 41)]
    pub agreement_application_id: Option<i64>,
    /// True while that agreement waits for this guarantor.
    pub may_sign: bool,
}

impl ReferenceRequest {
    /// The answer of an installation at `public_url`.
    ///
    /// # Errors
    /// A 500 [`Problem`] for a kind or a state that this version does not know.
    pub fn new(request: tenancy::ReferenceRequest, public_url: &str) -> Result<Self, Problem> {
        let page = match request.kind() {
            tenancy::ReferenceKind::Employer => "employer-verify",
            _ => "guarantor-verify",
        };
        let kind = ReferenceKind::from_number(request.kind);
        let state = ReferenceState::from_number(request.state);
        Ok(Self {
            kind: required(kind, "kind")?,
            tenant_name: request.tenant_name,
            property_address: request.property_address,
            state: required(state, "state")?,
            url: text(request.token).map(|token| format!("{public_url}/{page}/{token}")),
            sent_at: instant(request.send_time)?,
            agreement_application_id: Some(request.agreement_application_id).filter(|id| *id > 0),
            may_sign: request.may_sign,
        })
    }
}
