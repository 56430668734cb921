//! Stopping mails from the mail itself.

use std::sync::{Arc, Mutex};

use lintel_auth::{SERVICE_KEY_HEADER, ServiceKey};
use lintel_core::{Error, UserId};
use lintel_notifications::{
    app::Unsubscribe,
    clients::Accounts,
    domain::Setting,
    mail::{SealedBox, UnsubscribeLinks},
};
use lintel_proto::identity::v1::{
    GetUserSettingsRequest, GetUserSettingsResponse, NotificationSetting,
    SwitchOffNotificationsRequest, SwitchOffNotificationsResponse, UpdateUserSettingsRequest,
    UpdateUserSettingsResponse,
    settings_service_server::{SettingsService, SettingsServiceServer},
};
use tokio::net::TcpListener;
use tonic::{
    Request, Response, Status,
    transport::{Endpoint, Server, server::TcpIncoming},
};

const KEY: &str = "0123456789abcdef0123456789abcdef";

/// Identity, which knows account 7 alone and notes what is switched off.
#[derive(Clone, Default)]
struct Identity(Arc<Mutex<Vec<(i64, NotificationSetting)>>>);

#[tonic::async_trait]
impl SettingsService for Identity {
    async fn get_user_settings(
        &self,
        _: Request<GetUserSettingsRequest>,
    ) -> Result<Response<GetUserSettingsResponse>, Status> {
        Err(Status::unimplemented("not asked here"))
    }

    async fn update_user_settings(
        &self,
        _: Request<UpdateUserSettingsRequest>,
    ) -> Result<Response<UpdateUserSettingsResponse>, Status> {
        Err(Status::unimplemented("not asked here"))
    }

    async fn switch_off_notifications(
        &self,
        request: Request<SwitchOffNotificationsRequest>,
    ) -> Result<Response<SwitchOffNotificationsResponse>, Status> {
        let key = request.metadata().get(SERVICE_KEY_HEADER);
        if key.is_none_or(|key| key != KEY) {
            return Err(Status::unauthenticated("who is it?"));
        }
        let request = request.into_inner();
        if request.user_id != 7 {
            return Err(Status::not_found("no such account"));
        }
        if let Ok(mut off) = self.0.lock() {
            off.push((request.user_id, request.setting()));
        }
        Ok(Response::new(SwitchOffNotificationsResponse {}))
    }
}

#[tokio::test]
async fn a_link_switches_one_setting_of_one_account_off_and_no_other_link_does()
-> anyhow::Result<()> {
    let identity = Identity::default();
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    tokio::spawn(
        Server::builder()
            .add_service(SettingsServiceServer::new(identity.clone()))
            .serve_with_incoming(TcpIncoming::from(listener)),
    );
    let links = UnsubscribeLinks::new(&SealedBox::new(&[1; 32]));
    let accounts = Accounts {
        identity: Endpoint::from_shared(address)?.connect_lazy(),
        key: ServiceKey::new(KEY.into()),
    };
    let unsubscribe = Unsubscribe::new(links.clone(), accounts);
    let token = links.token(UserId::new(7), Setting::MaintenanceAlerts)?;
    assert_eq!(unsubscribe.open(&token)?, Setting::MaintenanceAlerts);
    let off = || identity.0.lock().map(|off| off.clone()).unwrap_or_default();
    assert!(off().is_empty(), "looking at it changes nothing");
    assert_eq!(unsubscribe.stop(&token).await?, Setting::MaintenanceAlerts);
    assert_eq!(off(), [(7, NotificationSetting::MaintenanceAlerts)]);

    let gone = links.token(UserId::new(8), Setting::Email)?;
    let strange = UnsubscribeLinks::new(&SealedBox::new(&[2; 32]));
    let strange = strange.token(UserId::new(7), Setting::Email)?;
    for bad in ["", "x", &gone, &strange] {
        let refused = unsubscribe.stop(bad).await;
        assert!(matches!(refused, Err(Error::LinkInvalid { .. })), "{bad}");
    }
    assert_eq!(off().len(), 1);
    Ok(())
}
