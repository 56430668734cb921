//! Identity, where accounts have their settings.

use std::time::Duration;

use lintel_auth::ServiceKey;
use lintel_core::{Error, UserId};
use lintel_proto::identity::v1::{
    NotificationSetting, SwitchOffNotificationsRequest,
    settings_service_client::SettingsServiceClient,
};
use lintel_runtime::client::in_time;
use tonic::{Code, Request, transport::Channel};

use crate::domain::Setting;

/// How long a call may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Calls identity as one of Lintel's own processes.
#[derive(Debug, Clone)]
pub struct Accounts {
    /// Identity.
    pub identity: Channel,
    /// The key that Lintel's own processes share.
    pub key: ServiceKey,
}

impl Accounts {
    /// Switches `setting` of `user` off; doing so again changes nothing. `false` where there is no such account any more.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while identity is away.
    pub async fn switch_off(&self, user: UserId, setting: Setting) -> Result<bool, Error> {
        let setting = match setting {
            Setting::Email => NotificationSetting::Email,
            Setting::MaintenanceAlerts => NotificationSetting::MaintenanceAlerts,
            Setting::RentReminders => NotificationSetting::RentReminders,
            Setting::CertificateExpiry => NotificationSetting::CertificateExpiry,
            Setting::InspectionReminders => NotificationSetting::InspectionReminders,
        };
        let mut request = Request::new(SwitchOffNotificationsRequest {
            user_id: user.get(),
            setting: setting.into(),
        });
        request.set_timeout(PATIENCE);
        self.key.show(request.metadata_mut())?;
        let mut client = SettingsServiceClient::new(self.identity.clone());
        match in_time(PATIENCE, client.switch_off_notifications(request)).await {
            Ok(_) => Ok(true),
            Err(status) if status.code() == Code::NotFound => Ok(false),
            Err(status) if matches!(status.code(), Code::Unavailable | Code::DeadlineExceeded) => {
                Err(Error::unavailable(status))
            }
            Err(status) => Err(Error::internal(status)),
        }
    }
}
