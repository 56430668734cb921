//! `lintel.notifications.v1.UnsubscribeService`.

use lintel_proto::notifications::v1::{
    OpenUnsubscribeRequest, OpenUnsubscribeResponse, UnsubscribeRequest, UnsubscribeResponse,
    unsubscribe_service_server::UnsubscribeService,
};
use tonic::{Request, Response, Status};

use crate::app::Unsubscribe;

/// Serves [`Unsubscribe`] over gRPC.
#[derive(Debug, Clone)]
pub struct UnsubscribeGrpc {
    unsubscribe: Unsubscribe,
}

impl UnsubscribeGrpc {
    /// Serves `unsubscribe`.
    #[must_use]
    pub const fn new(unsubscribe: Unsubscribe) -> Self {
        Self { unsubscribe }
    }
}

#[tonic::async_trait]
impl UnsubscribeService for UnsubscribeGrpc {
    async fn open_unsubscribe(
        &self,
        request: Request<OpenUnsubscribeRequest>,
    ) -> Result<Response<OpenUnsubscribeResponse>, Status> {
        let setting = self.unsubscribe.open(&request.get_ref().token);
        let setting = setting?.name().to_owned();
        Ok(Response::new(OpenUnsubscribeResponse { setting }))
    }

    async fn unsubscribe(
        &self,
        request: Request<UnsubscribeRequest>,
    ) -> Result<Response<UnsubscribeResponse>, Status> {
        // A repeat does the same again, so that no answer has to be kept for it.
        let setting = self.unsubscribe.stop(&request.get_ref().token).await;
        let setting = setting?.name().to_owned();
        Ok(Response::new(UnsubscribeResponse { setting }))
    }
}
