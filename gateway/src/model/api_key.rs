//! API keys.

use chrono::{DateTime, Utc};
use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::{instant, required, text};
use crate::problem::Problem;

/// A key, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiKey {
    /// The key's id.
    #[schema(example = 4)]
    pub id: i64,
    /// What its maker calls it.
    #[schema(example = "Bookkeeping")]
    pub name: String,
    /// How it begins, to tell keys apart.
    #[schema(example = "lk_Zm9vYmF")]
    pub prefix: String,
    /// What it may do.
    #[schema(example = json!(["portfolio.read"]))]
    pub scopes: Vec<String>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it stops working; null for never.
    #[schema(required)]
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was last used, to five minutes; null for never.
    #[schema(required)]
    pub last_used_at: Option<DateTime<Utc>>,
    /// The name of the member who made it.
    #[schema(required, example = "Ada Lovelace")]
    pub created_by: Option<String>,
}

impl TryFrom<identity::ApiKey> for ApiKey {
    type Error = Problem;

    fn try_from(key: identity::ApiKey) -> Result<Self, Problem> {
        Ok(Self {
            id: key.api_key_id,
            name: key.display_name,
            prefix: key.prefix,
            scopes: key.scopes,
            created_at: required(instant(key.create_time)?, "create_time")?,
            expires_at: instant(key.expire_time)?,
            last_used_at: instant(key.last_use_time)?,
            created_by: text(key.creator_name),
        })
    }
}

/// A key that was just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeApiKey {
    /// The key, without its secret.
    #[serde(flatten)]
    pub api_key: ApiKey,
    /// The key itself, for the header `Authorization: Bearer`. It is shown this once.
    pub key: String,
}
