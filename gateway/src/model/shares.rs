//! Who pays which part of the rent of a tenancy.

use chrono::NaiveDate;
use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{date, money, required};
use crate::problem::Problem;

/// What a tenant pays of the rent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantShare {
    /// The tenant.
    #[schema(example = 5)]
    pub tenant_id: i64,
    /// How much per month.
    #[schema(example = "600.00")]
    pub share: String,
}

/// What each tenant pays of the rent from a day on.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharesChange {
    /// The first day.
    pub from: NaiveDate,
    /// The shares.
    pub shares: Vec<TenantShare>,
}

impl TryFrom<tenancy::SharesChange> for SharesChange {
    type Error = Problem;

    fn try_from(change: tenancy::SharesChange) -> Result<Self, Problem> {
        let shares = change.shares.into_iter().map(|one| {
            Ok(TenantShare {
                tenant_id: one.tenant_id,
                share: required(money(one.share)?, "share")?,
            })
        });
        Ok(Self {
            from: required(date(change.from_date)?, "from_date")?,
            shares: shares.collect::<Result<_, Problem>>()?,
        })
    }
}

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
    pub change: SharesChange,
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
