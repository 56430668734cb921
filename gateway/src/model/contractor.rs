//! Who repairs things.

use chrono::{DateTime, Utc};
use lintel_proto::maintenance::v1 as maintenance;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{instant, required, text},
    names::Trade,
};
use crate::problem::Problem;

/// A contractor of the organisation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Contractor {
    /// Its id.
    #[schema(example = 4)]
    pub id: i64,
    /// The firm or the person.
    #[schema(example = "Aire Valley Heating")]
    pub name: String,
    /// What they do.
    pub trade: Trade,
    /// Their phone.
    #[schema(example = "0113 496 0101")]
    pub phone: String,
    /// Their address for mails; null where it is not known.
    #[schema(required)]
    pub email: Option<String>,
    /// Registration numbers, Gas Safe's for example; null where none is known.
    #[schema(required, example = "Gas Safe 512907")]
    pub registration: Option<String>,
    /// What the landlord notes; null where nothing.
    #[schema(required)]
    pub notes: Option<String>,
    /// Requests that name it and are neither Completed nor Cancelled.
    pub open_requests: i32,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Grows by one with every change; also the `ETag`.
    pub version: i64,
}

impl TryFrom<maintenance::Contractor> for Contractor {
    type Error = Problem;

    fn try_from(contractor: maintenance::Contractor) -> Result<Self, Problem> {
        let trade = Trade::from_number(contractor.trade);
        Ok(Self {
            id: contractor.contractor_id,
            name: contractor.display_name,
            trade: required(trade, "trade")?,
            phone: contractor.phone,
            email: text(contractor.email),
            registration: text(contractor.registration),
            notes: text(contractor.notes),
            open_requests: contractor.open_requests,
            updated_at: required(instant(contractor.update_time)?, "update_time")?,
            version: contractor.version,
        })
    }
}
