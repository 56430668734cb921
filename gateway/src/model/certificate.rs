//! A certificate as clients see it.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, required, text},
    names::{CertificateState, CertificateType, HomeNation},
};
use crate::problem::Problem;

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
    /// For how many months one is usually valid in England; null where nothing is usual.
    #[schema(required, example = 12)]
    pub usual_validity_months: Option<i32>,
    /// The nations where another time is usual.
    pub elsewhere: Vec<NationValidity>,
}

/// For how long a type of certificate is usually valid in one nation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NationValidity {
    /// The nation.
    pub nation: HomeNation,
    /// The months; null where nothing is usual.
    #[schema(required, example = 36)]
    pub usual_validity_months: Option<i32>,
}

impl TryFrom<portfolio::CertificateTypeInfo> for CertificateTypeInfo {
    type Error = Problem;

    fn try_from(info: portfolio::CertificateTypeInfo) -> Result<Self, Problem> {
        let kind = CertificateType::from_number(info.certificate_type);
        let elsewhere = info.elsewhere.into_iter().map(|one| {
            Ok(NationValidity {
                nation: required(HomeNation::from_number(one.nation), "nation")?,
                usual_validity_months: one.usual_validity_months,
            })
        });
        Ok(Self {
            certificate_type: required(kind, "certificate_type")?,
            usual_validity_months: info.usual_validity_months,
            elsewhere: elsewhere.collect::<Result<_, Problem>>()?,
        })
    }
}
