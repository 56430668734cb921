//! `ApiKeyService`.

use lintel_auth::principal;
use lintel_core::Error;
use lintel_proto::{
    convert::{instant, timestamp},
    identity::v1::{
        ApiKey, CreateApiKeyRequest, CreateApiKeyResponse, ExchangeApiKeyRequest,
        ExchangeApiKeyResponse, ListApiKeysRequest, ListApiKeysResponse, RevokeApiKeyRequest,
        RevokeApiKeyResponse, api_key_service_server::ApiKeyService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::own_sessions::client_address;
use crate::{app::api_keys::ApiKeys, store::api_key as rows};

/// Serves `ApiKeyService`.
#[derive(Debug)]
pub struct ApiKeyGrpc {
    keys: ApiKeys,
}

impl ApiKeyGrpc {
    /// Serves this use case.
    pub const fn new(keys: ApiKeys) -> Self {
        Self { keys }
    }
}

fn wire(key: rows::ApiKey) -> ApiKey {
    ApiKey {
        api_key_id: key.id,
        display_name: key.name,
        prefix: key.prefix,
        scopes: key.scopes,
        create_time: Some(timestamp(key.created_at)),
        expire_time: key.expires_at.map(timestamp),
        last_use_time: key.last_used_at.map(timestamp),
        creator_name: key.creator.unwrap_or_default(),
    }
}

#[tonic::async_trait]
impl ApiKeyService for ApiKeyGrpc {
    async fn list_api_keys(
        &self,
        request: Request<ListApiKeysRequest>,
    ) -> Result<Response<ListApiKeysResponse>, Status> {
        let caller = principal(&request)?;
        let keys = self.keys.list(&caller).await?;
        Ok(Response::new(ListApiKeysResponse {
            api_keys: keys.into_iter().map(wire).collect(),
        }))
    }

    async fn create_api_key(
        &self,
        request: Request<CreateApiKeyRequest>,
    ) -> Result<Response<CreateApiKeyResponse>, Status> {
        let (caller, request) = read(request)?;
        let expires_at = request
            .expire_time
            .map(|time| {
                instant(&time).ok_or_else(|| {
                    Error::field(
                        "TIME_INVALID",
                        "expire_time",
                        "Give an instant that exists.",
                    )
                })
            })
            .transpose()?;
        let made = self
            .keys
            .create(&caller, &request.display_name, &request.scopes, expires_at)
            .await?;
        Ok(Response::new(CreateApiKeyResponse {
            key: made.secret.expose().to_string(),
            api_key: Some(wire(made.key)),
        }))
    }

    async fn revoke_api_key(
        &self,
        request: Request<RevokeApiKeyRequest>,
    ) -> Result<Response<RevokeApiKeyResponse>, Status> {
        let (caller, request, key) = write(request)?;
        self.keys
            .revoke(&caller, request.api_key_id, key.as_ref())
            .await?;
        Ok(Response::new(RevokeApiKeyResponse {}))
    }

    async fn exchange_api_key(
        &self,
        request: Request<ExchangeApiKeyRequest>,
    ) -> Result<Response<ExchangeApiKeyResponse>, Status> {
        let address = client_address(request.metadata());
        let key = request.into_inner().key;
        let exchanged = self.keys.exchange(&key, &address).await?;
        Ok(Response::new(ExchangeApiKeyResponse {
            access_token: exchanged.token,
            expire_time: Some(timestamp(exchanged.expires_at)),
            scopes: exchanged.scopes,
        }))
    }
}
