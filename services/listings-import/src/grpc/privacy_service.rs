//! `lintel.listings.v1.PrivacyService`.

use lintel_proto::{
    common::v1::ExportPage,
    listings::v1::{
        ReadListingDataRequest, ReadListingDataResponse, privacy_service_server::PrivacyService,
    },
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};

use crate::app::ListingData;

/// Serves [`ListingData`] over gRPC.
#[derive(Debug, Clone)]
pub struct PrivacyGrpc {
    data: ListingData,
}

impl PrivacyGrpc {
    /// Serves `data`.
    #[must_use]
    pub const fn new(data: ListingData) -> Self {
        Self { data }
    }
}

#[tonic::async_trait]
impl PrivacyService for PrivacyGrpc {
    async fn read_listing_data(
        &self,
        request: Request<ReadListingDataRequest>,
    ) -> Result<Response<ReadListingDataResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = self
            .data
            .read(&caller, &request.export_token, &request.page_token)
            .await?;
        Ok(Response::new(ReadListingDataResponse {
            page: Some(ExportPage {
                file_name: page.file.to_owned(),
                rows: page.rows,
                next_page_token: page.next.unwrap_or_default(),
            }),
        }))
    }
}
