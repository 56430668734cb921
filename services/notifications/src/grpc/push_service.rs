//! `lintel.notifications.v1.PushService`.

use lintel_auth::principal;
use lintel_db::Asked;
use lintel_proto::{
    convert::timestamp,
    notifications::v1::{
        CreatePushSubscriptionRequest, CreatePushSubscriptionResponse,
        DeletePushSubscriptionRequest, DeletePushSubscriptionResponse, GetPushKeyRequest,
        GetPushKeyResponse, ListPushSubscriptionsRequest, ListPushSubscriptionsResponse,
        PushSubscription, RemovePushSubscriptionRequest, RemovePushSubscriptionResponse,
        push_service_server::PushService,
    },
};
use lintel_runtime::write;
use tonic::{Request, Response, Status};

use crate::app::{Browser, Browsers};

/// Serves [`Browsers`] over gRPC.
#[derive(Debug, Clone)]
pub struct PushGrpc {
    browsers: Browsers,
}

impl PushGrpc {
    /// Serves `browsers`.
    #[must_use]
    pub const fn new(browsers: Browsers) -> Self {
        Self { browsers }
    }
}

#[tonic::async_trait]
impl PushService for PushGrpc {
    async fn get_push_key(
        &self,
        _: Request<GetPushKeyRequest>,
    ) -> Result<Response<GetPushKeyResponse>, Status> {
        let public_key = self.browsers.key()?;
        Ok(Response::new(GetPushKeyResponse { public_key }))
    }

    async fn create_push_subscription(
        &self,
        request: Request<CreatePushSubscriptionRequest>,
    ) -> Result<Response<CreatePushSubscriptionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let asked = Asked::new(key, |push_subscription_id| {
            Ok(CreatePushSubscriptionResponse {
                push_subscription_id,
            })
        });
        let reply = self.browsers.keep(&caller, request, asked).await?;
        Ok(Response::new(reply))
    }

    async fn list_push_subscriptions(
        &self,
        request: Request<ListPushSubscriptionsRequest>,
    ) -> Result<Response<ListPushSubscriptionsResponse>, Status> {
        let listed = self.browsers.list(&principal(&request)?).await;
        let listed = listed?.into_iter();
        Ok(Response::new(ListPushSubscriptionsResponse {
            push_subscriptions: listed.map(Into::into).collect(),
        }))
    }

    async fn remove_push_subscription(
        &self,
        request: Request<RemovePushSubscriptionRequest>,
    ) -> Result<Response<RemovePushSubscriptionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let asked = Asked::new(key, |()| Ok(RemovePushSubscriptionResponse {}));
        let gone = self
            .browsers
            .remove(&caller, request.push_subscription_id, asked)
            .await?;
        Ok(Response::new(gone))
    }

    async fn delete_push_subscription(
        &self,
        request: Request<DeletePushSubscriptionRequest>,
    ) -> Result<Response<DeletePushSubscriptionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let asked = Asked::new(key, |()| Ok(DeletePushSubscriptionResponse {}));
        let reply = self
            .browsers
            .forget(&caller, &request.endpoint, asked)
            .await?;
        Ok(Response::new(reply))
    }
}

impl From<Browser> for PushSubscription {
    fn from(browser: Browser) -> Self {
        Self {
            push_subscription_id: browser.id,
            device: browser.device,
            create_time: Some(timestamp(browser.created_at)),
            is_current: browser.is_current,
        }
    }
}
