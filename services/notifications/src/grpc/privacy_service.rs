//! `lintel.notifications.v1.PrivacyService`.

use lintel_proto::{
    common::v1::ExportPage,
    notifications::v1::{
        ReadNotificationDataRequest, ReadNotificationDataResponse,
        privacy_service_server::PrivacyService,
    },
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};

use crate::app::NotificationData;

/// Serves [`NotificationData`] over gRPC.
#[derive(Debug, Clone)]
pub struct NotificationPrivacyGrpc {
    data: NotificationData,
}

impl NotificationPrivacyGrpc {
    /// Serves `data`.
    #[must_use]
    pub const fn new(data: NotificationData) -> Self {
        Self { data }
    }
}

#[tonic::async_trait]
impl PrivacyService for NotificationPrivacyGrpc {
    async fn read_notification_data(
        &self,
        request: Request<ReadNotificationDataRequest>,
    ) -> Result<Response<ReadNotificationDataResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = self
            .data
            .read(&caller, &request.export_token, &request.page_token)
            .await?;
        Ok(Response::new(ReadNotificationDataResponse {
            page: Some(ExportPage {
                file_name: page.file.to_owned(),
                rows: page.rows,
                next_page_token: page.next.unwrap_or_default(),
            }),
        }))
    }
}
