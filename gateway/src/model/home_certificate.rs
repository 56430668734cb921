//! A certificate as a tenant sees it.

use chrono::NaiveDate;
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, required},
    names::{CertificateState, CertificateType},
};
use crate::problem::Problem;

/// A certificate of the tenant's home.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeCertificate {
    /// Its id.
    #[schema(example = 9)]
    pub id: i64,
    /// Its type.
    pub certificate_type: CertificateType,
    /// When it was issued; null where that is not known.
    #[schema(required)]
    pub issue_date: Option<NaiveDate>,
    /// The last day on which it is valid.
    pub expiry_date: NaiveDate,
    /// How it stands today.
    pub state: CertificateState,
    /// Whether there is a document to read.
    pub has_document: bool,
}

impl TryFrom<portfolio::HomeCertificate> for HomeCertificate {
    type Error = Problem;

    fn try_from(its: portfolio::HomeCertificate) -> Result<Self, Problem> {
        let kind = CertificateType::from_number(its.certificate_type);
        let state = CertificateState::from_number(its.state);
        Ok(Self {
            id: its.certificate_id,
            certificate_type: required(kind, "certificate_type")?,
            issue_date: date(its.issue_date)?,
            expiry_date: required(date(its.expiry_date)?, "expiry_date")?,
            state: required(state, "state")?,
            has_document: !its.certificate_url.is_empty(),
        })
    }
}
