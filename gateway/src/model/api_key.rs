//! API keys.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rest::ApiKeyFields;

/// A key that was just made.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeApiKey {
    /// The key, without its secret.
    #[serde(flatten)]
    pub api_key: ApiKeyFields,
    /// The key itself, for the header `Authorization: Bearer`. It is shown this once.
    pub key: String,
}
