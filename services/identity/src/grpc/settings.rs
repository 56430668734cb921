//! `SettingsService`.

use lintel_auth::principal;
use lintel_proto::identity::v1::{
    GetUserSettingsRequest, GetUserSettingsResponse, settings_service_server::SettingsService,
};
use lintel_runtime::into_status;
use tonic::{Request, Response, Status};

use super::convert;
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
}
