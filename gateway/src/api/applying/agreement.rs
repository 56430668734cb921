//! Agreements of tenancies, and who signs them.

use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::landlord_contact::LandlordContact,
    rest::{
        AgreementFields,
        convert::{required, text},
        problem::Problem,
    },
};

/// An agreement as the holder of a signer's private link reads it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenAgreement {
    /// The agreement; the holder's own signer is marked.
    #[serde(flatten)]
    pub agreement: AgreementFields,
    /// The name of the landlord's organisation; null where there is no name.
    #[schema(required, example = "Ashmead Lettings")]
    pub organisation_name: Option<String>,
    /// The landlord's contact details; null while they are not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
}

impl TryFrom<tenancy::OpenAgreementResponse> for OpenAgreement {
    type Error = Problem;

    fn try_from(opened: tenancy::OpenAgreementResponse) -> Result<Self, Problem> {
        Ok(Self {
            agreement: required(opened.agreement, "agreement")?.try_into()?,
            organisation_name: text(opened.organisation_name),
            landlord: None,
        })
    }
}
