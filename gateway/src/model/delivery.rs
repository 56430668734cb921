//! What was sent on behalf of an organisation.

use chrono::{DateTime, Utc};
use lintel_proto::notifications::v1 as notifications;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    convert::{instant, required},
    names::DeliveryState,
};
use crate::problem::Problem;

/// One message to one recipient.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Its id.
    pub id: Uuid,
    /// `mail` or `sms`.
    #[schema(example = "mail")]
    pub way: String,
    /// What was said, in a line.
    pub title: String,
    /// The address or the number it went to.
    pub recipient: String,
    /// How it stands.
    pub state: DeliveryState,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// When the recipient's server took it; null until then.
    #[schema(required)]
    pub sent_at: Option<DateTime<Utc>>,
    /// When it arrived or came back; null where nothing says so.
    #[schema(required)]
    pub receipt_at: Option<DateTime<Utc>>,
}

impl TryFrom<notifications::Delivery> for Delivery {
    type Error = Problem;

    fn try_from(delivery: notifications::Delivery) -> Result<Self, Problem> {
        Ok(Self {
            id: delivery.delivery_id.parse().map_err(Problem::internal)?,
            way: delivery.way,
            title: delivery.title,
            recipient: delivery.recipient,
            state: required(DeliveryState::from_number(delivery.state), "state")?,
            created_at: required(instant(delivery.create_time)?, "create_time")?,
            sent_at: instant(delivery.sent_time)?,
            receipt_at: instant(delivery.receipt_time)?,
        })
    }
}
