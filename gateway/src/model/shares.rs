//! Who pays which part of the rent of a tenancy.

use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{money, required};
use crate::{problem::Problem, rest::SharesChangeFields};

/// Shares as they were stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shares {
    /// The tenancy.
    #[schema(example = 3)]
    pub tenancy_id: i64,
    /// The rent of the whole tenancy per month on the first day.
    #[schema(example = "950.00")]
    pub tenancy_rent: String,
    /// The shares.
    #[serde(flatten)]
    pub change: SharesChangeFields,
}

impl TryFrom<(i64, tenancy::SetSharesResponse)> for Shares {
    type Error = Problem;

    fn try_from((tenancy_id, set): (i64, tenancy::SetSharesResponse)) -> Result<Self, Problem> {
        Ok(Self {
            tenancy_id,
            tenancy_rent: required(money(set.monthly_rent)?, "monthly_rent")?,
            change: required(set.shares, "shares")?.try_into()?,
        })
    }
}
