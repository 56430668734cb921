//! Returns of listings.

use chrono::{DateTime, Utc};
use lintel_proto::listings::v1 as listings;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    assumptions::Assumptions,
    convert::{instant, required, some, text},
};
use crate::{
    problem::Problem,
    rest::{AssumptionSource, Returns},
};

/// The return of a listing, with what it was computed from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// Its id; null for one that is not saved.
    #[schema(required)]
    pub id: Option<i64>,
    /// The listing.
    #[schema(example = 9)]
    pub listing_id: i64,
    /// Its title.
    #[schema(example = "2 bed terraced house, Leeds")]
    pub listing_title: String,
    /// Its address.
    pub listing_address: String,
    /// What its owner calls it; null where nothing.
    #[schema(required)]
    pub name: Option<String>,
    /// The inputs, all of them.
    pub assumptions: Assumptions,
    /// Where each input is from that was not typed.
    pub sources: Vec<AssumptionSource>,
    /// The figures.
    pub returns: Returns,
    /// When it was saved; null for one that is not.
    #[schema(required)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Grows by one with every change; 0 for one that is not saved.
    pub version: i64,
}

impl TryFrom<listings::Analysis> for Analysis {
    type Error = Problem;

    fn try_from(analysis: listings::Analysis) -> Result<Self, Problem> {
        Ok(Self {
            id: some(analysis.analysis_id),
            listing_id: analysis.listing_id,
            listing_title: analysis.listing_title,
            listing_address: analysis.listing_address,
            name: text(analysis.display_name),
            assumptions: required(analysis.assumptions, "assumptions")?.try_into()?,
            sources: analysis
                .sources
                .into_iter()
                .map(TryInto::try_into)
                .collect::<Result<_, _>>()?,
            returns: required(analysis.returns, "returns")?.try_into()?,
            updated_at: instant(analysis.update_time)?,
            version: analysis.version,
        })
    }
}
