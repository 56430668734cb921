//! `SettingsService`.

use lintel_auth::principal;
use lintel_core::{Expected, UserId};
use lintel_proto::identity::v1::{
    GetUserSettingsRequest, GetUserSettingsResponse, SwitchOffNotificationsRequest,
    SwitchOffNotificationsResponse, UpdateUserSettingsRequest, UpdateUserSettingsResponse,
    settings_service_server::SettingsService,
};
use lintel_runtime::write;
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
        let settings = self.settings.get(&caller).await?;
        Ok(Response::new(GetUserSettingsResponse {
            settings: Some(convert::settings(settings)),
        }))
    }

    async fn update_user_settings(
        &self,
        request: Request<UpdateUserSettingsRequest>,
    ) -> Result<Response<UpdateUserSettingsResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.settings.unwrap_or_default();
        let change = settings_change::change(&given, request.update_mask)?;
        let expected = Expected::parse(&request.etag);
        let settings = self
            .settings
            .update(&caller, change, &expected, key.as_ref())
            .await?;
        Ok(Response::new(UpdateUserSettingsResponse {
            settings: Some(convert::settings(settings)),
        }))
    }

    async fn switch_off_notifications(
        &self,
        request: Request<SwitchOffNotificationsRequest>,
    ) -> Result<Response<SwitchOffNotificationsResponse>, Status> {
        let request = request.into_inner();
        let setting = settings_change::setting(request.setting())?;
        self.settings
            .switch_off(UserId::new(request.user_id), setting)
            .await?;
        Ok(Response::new(SwitchOffNotificationsResponse {}))
    }
}
