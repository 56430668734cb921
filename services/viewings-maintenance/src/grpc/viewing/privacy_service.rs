//! `lintel.viewings.v1.PrivacyService`.

use lintel_proto::{
    common::v1::ExportPage,
    viewings::v1::{
        ReadViewingDataRequest, ReadViewingDataResponse, privacy_service_server::PrivacyService,
    },
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};

use crate::app::viewing::ViewingData;

/// Serves [`ViewingData`] over gRPC.
#[derive(Debug, Clone)]
pub struct ViewingPrivacyGrpc {
    data: ViewingData,
}

impl ViewingPrivacyGrpc {
    /// Serves `data`.
    #[must_use]
    pub const fn new(data: ViewingData) -> Self {
        Self { data }
    }
}

#[tonic::async_trait]
impl PrivacyService for ViewingPrivacyGrpc {
    async fn read_viewing_data(
        &self,
        request: Request<ReadViewingDataRequest>,
    ) -> Result<Response<ReadViewingDataResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = self
            .data
            .read(&caller, &request.export_token, &request.page_token)
            .await?;
        Ok(Response::new(ReadViewingDataResponse {
            page: Some(ExportPage {
                file_name: page.file.to_owned(),
                rows: page.rows,
                next_page_token: page.next.unwrap_or_default(),
            }),
        }))
    }
}
