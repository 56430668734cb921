//! `SettingsService`.

use lintel_auth::principal;
use lintel_core::{Expected, RequestKey};
use lintel_proto::identity::v1::{
    GetUserSettingsRequest, GetUserSettingsResponse, UpdateUserSettingsRequest,
    UpdateUserSettingsResponse, settings_service_server::SettingsService,
};
use lintel_runtime::{into_status, request_hash};
use tonic::{Request, Response, Status};

use super::{convert, settings_change};
use crate::app::settings::UserSettings;

/// Serves `SettingsService`.
#[derive(Debug)]
pub struct SettingsGrpc {
    settings: UserSettings,
}

impl SettingsGrpc {
    /// Serves this use case.
    pub const fn new(settings: UserSettings) -> Self {
        Self { settings }
    }
}

#[tonic::async_trait]
impl SettingsService for SettingsGrpc {
    async fn get_user_settings(
        &self,
        request: Request<GetUserSettingsRequest>,
    ) -> Result<Response<GetUserSettingsResponse>, Status> {
        let caller = principal(&request)?;
        let settings = self.settings.get(&caller).await.map_err(into_status)?;
        Ok(Response::new(GetUserSettingsResponse {
            settings: Some(convert::settings(settings)),
        }))
    }

    async fn update_user_settings(
        &self,
        request: Request<UpdateUserSettingsRequest>,
    ) -> Result<Response<UpdateUserSettingsResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let id = std::mem::take(&mut request.request_id);
        let hash = request_hash(&request);
        let method = "/lintel.identity.v1.SettingsService/UpdateUserSettings";
        let key = RequestKey::of_user(caller.user, method, &id, hash).map_err(into_status)?;
        let given = request.settings.unwrap_or_default();
        let change = settings_change::change(&given, request.update_mask).map_err(into_status)?;
        let expected = Expected::parse(&request.etag);
        let settings = self
            .settings
            .update(&caller, change, &expected, key.as_ref())
            .await
            .map_err(into_status)?;
        Ok(Response::new(UpdateUserSettingsResponse {
            settings: Some(convert::settings(settings)),
        }))
    }
}
