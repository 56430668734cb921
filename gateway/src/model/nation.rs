//! The proposal of a home's nation.

use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{convert::text, names::HomeNation};

/// The nation that a postcode is in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NationProposal {
    /// The nation that most homes of the postcode's district are in; null for what is no postcode and for one outside the United
    /// Kingdom.
    #[schema(required)]
    pub nation: Option<HomeNation>,
    /// The other nation that homes of the district are in: a person is to be asked. Null where all are in one.
    #[schema(required)]
    pub other_nation: Option<HomeNation>,
    /// Why no home with this postcode can be added: it lies outside the United Kingdom. Null for every other.
    #[schema(required)]
    pub reason: Option<String>,
}

impl From<portfolio::ProposeNationResponse> for NationProposal {
    fn from(proposed: portfolio::ProposeNationResponse) -> Self {
        Self {
            nation: HomeNation::from_number(proposed.nation),
            other_nation: HomeNation::from_number(proposed.other_nation),
            reason: text(proposed.outside_reason),
        }
    }
}
