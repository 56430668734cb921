//! A certificate as clients see it.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, required, text},
    names::{CertificateState, CertificateType},
};
use crate::{input::FieldReader, problem::Problem};

/// A certificate of a property.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// Its id.
    pub id: i64,
    /// The property.
    pub property_id: i64,
    /// What the landlord calls the property.
    pub property_name: String,
    /// Where the property is.
    pub property_address: String,
    /// What it attests.
    pub certificate_type: CertificateType,
    /// When it was issued; null where that is not known.
    #[schema(required)]
    pub issue_date: Option<NaiveDate>,
    /// The last day on which it is valid.
    pub expiry_date: NaiveDate,
    /// The document; null where there is none.
    #[schema(required, example = "/api/files/0197a0f2-1111-7000-8000-000000000001")]
    pub certificate_url: Option<String>,
    /// What the landlord notes; null where nothing.
    #[schema(required)]
    pub notes: Option<String>,
    /// How it stands today.
    pub state: CertificateState,
    /// Whole days until the expiry date; negative since when it expired.
    #[schema(example = 12)]
    pub days_remaining: i32,
    /// The certificate that renewed this one; null for a current one.
    #[schema(required)]
    pub superseded_by: Option<i64>,
    /// Who changed it last; null when a rule of Lintel's did.
    #[schema(required)]
    pub changed_by_user_id: Option<i64>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Grows by one with every change; also the `ETag`.
    pub version: i64,
}

impl TryFrom<portfolio::Certificate> for Certificate {
    type Error = Problem;

    fn try_from(certificate: portfolio::Certificate) -> Result<Self, Problem> {
        let kind = CertificateType::from_number(certificate.certificate_type);
        let state = CertificateState::from_number(certificate.state);
        let some = |id: i64| (id != 0).then_some(id);
        Ok(Self {
            id: certificate.certificate_id,
            property_id: certificate.property_id,
            property_name: certificate.property_display_name,
            property_address: certificate.property_address,
            certificate_type: required(kind, "certificate_type")?,
            issue_date: date(certificate.issue_date)?,
            expiry_date: required(date(certificate.expiry_date)?, "expiry_date")?,
            certificate_url: text(certificate.certificate_url),
            notes: text(certificate.notes),
            state: required(state, "state")?,
            days_remaining: certificate.days_remaining,
            superseded_by: some(certificate.superseded_by_certificate_id),
            changed_by_user_id: some(certificate.changed_by_user_id),
            created_at: required(instant(certificate.create_time)?, "create_time")?,
            updated_at: required(instant(certificate.update_time)?, "update_time")?,
            version: certificate.version,
        })
    }
}

/// A type of certificate that may be chosen.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CertificateTypeInfo {
    /// The type.
    pub certificate_type: CertificateType,
    /// For how many months one is usually valid; null where nothing is usual.
    #[schema(required, example = 12)]
    pub usual_validity_months: Option<i32>,
}

impl TryFrom<portfolio::CertificateTypeInfo> for CertificateTypeInfo {
    type Error = Problem;

    fn try_from(info: portfolio::CertificateTypeInfo) -> Result<Self, Problem> {
        let kind = CertificateType::from_number(info.certificate_type);
        Ok(Self {
            certificate_type: required(kind, "certificate_type")?,
            usual_validity_months: info.usual_validity_months,
        })
    }
}

/// What a person reads who chose no known type.
pub const TYPES: &str = "Choose Gas Safety, EICR, EPC, Fire Risk Assessment, HMO Licence, Smoke & CO Alarm, PAT, Legionella \
     or Other.";
/// What a person reads who asked for no known state.
pub const STATES: &str = "Choose Expired, ExpiringSoon, RenewalDue or Valid.";

/// The fields of a certificate that may be changed: the body's name, the contract's.
const CHANGEABLE: [(&str, &str); 5] = [
    ("certificateType", "certificate_type"),
    ("issueDate", "issue_date"),
    ("expiryDate", "expiry_date"),
    ("certificateUrl", "certificate_url"),
    ("notes", "notes"),
];

/// Reads the whole certificate; what cannot be read is noted in `reader`.
pub fn read_certificate(reader: &mut FieldReader<'_>) -> portfolio::Certificate {
    portfolio::Certificate {
        certificate_type: reader
            .one_of("certificateType", CertificateType::parse, TYPES)
            .map_or(0, CertificateType::number),
        issue_date: reader.date("issueDate").map(Into::into),
        expiry_date: reader.date("expiryDate").map(Into::into),
        certificate_url: reader.text("certificateUrl"),
        notes: reader.text("notes"),
        ..Default::default()
    }
}

/// The fields that a body names and that may be changed, as the contract calls them.
pub fn changed_certificate_fields(reader: &FieldReader<'_>) -> Vec<String> {
    reader.named(&CHANGEABLE)
}
