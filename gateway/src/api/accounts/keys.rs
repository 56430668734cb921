//! The public keys that tokens are verified with (RFC 7517).

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::header;
use lintel_proto::identity::v1::{ListSigningKeysRequest, SigningKey};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Gateway,
    call::Call,
    rest::{openapi::Refusals, problem::Problem},
};

pub(crate) fn routes() -> OpenApiRouter<Gateway> {
    OpenApiRouter::default().routes(routes!(list))
}

/// A set of public keys.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeySet {
    /// The keys; the newest signs.
    pub keys: Vec<Key>,
}

/// A public Ed25519 key (RFC 8037).
#[derive(Debug, Serialize, ToSchema)]
pub struct Key {
    /// The family of the key.
    #[schema(example = "OKP")]
    pub kty: &'static str,
    /// The curve.
    #[schema(example = "Ed25519")]
    pub crv: &'static str,
    /// The algorithm of the signatures.
    #[schema(example = "EdDSA")]
    pub alg: &'static str,
    /// The key's purpose.
    #[serde(rename = "use")]
    #[schema(example = "sig")]
    pub purpose: &'static str,
    /// The `kid` of tokens signed with it.
    pub kid: String,
    /// The public key, base64url.
    pub x: String,
}

impl From<SigningKey> for Key {
    fn from(key: SigningKey) -> Self {
        Self {
            kty: "OKP",
            crv: "Ed25519",
            alg: "EdDSA",
            purpose: "sig",
            kid: key.key_id,
            x: URL_SAFE_NO_PAD.encode(key.public_key),
        }
    }
}

/// The public keys that tokens are verified with
#[utoipa::path(
    get, path = "/.well-known/jwks.json", tag = "About", operation_id = "listSigningKeys",
    responses((status = 200, description = "The keys (RFC 7517)", body = KeySet), Refusals)
)]
async fn list(call: Call<ListSigningKeysRequest>) -> Result<Response, Problem> {
    let reply = call.send(ListSigningKeysRequest {}).await?;
    let keys = reply.keys.into_iter().map(Key::from).collect();
    // A new key is published well before it signs.
    Ok((
        [(header::CACHE_CONTROL, "public, max-age=60")],
        Json(KeySet { keys }),
    )
        .into_response())
}
