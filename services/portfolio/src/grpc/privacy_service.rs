//! `lintel.portfolio.v1.PrivacyService`.

use lintel_proto::{
    common::v1::ExportPage,
    portfolio::v1::{
        ReadPortfolioDataRequest, ReadPortfolioDataResponse, privacy_service_server::PrivacyService,
    },
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};

use crate::app::PortfolioData;

/// Serves [`PortfolioData`] over gRPC.
#[derive(Debug, Clone)]
pub struct PrivacyGrpc {
    data: PortfolioData,
}

impl PrivacyGrpc {
    /// Serves `data`.
    #[must_use]
    pub const fn new(data: PortfolioData) -> Self {
        Self { data }
    }
}

#[tonic::async_trait]
impl PrivacyService for PrivacyGrpc {
    async fn read_portfolio_data(
        &self,
        request: Request<ReadPortfolioDataRequest>,
    ) -> Result<Response<ReadPortfolioDataResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = self
            .data
            .read(&caller, &request.export_token, &request.page_token)
            .await?;
        Ok(Response::new(ReadPortfolioDataResponse {
            page: Some(ExportPage {
                file_name: page.file.to_owned(),
                rows: page.rows,
                next_page_token: page.next.unwrap_or_default(),
            }),
        }))
    }
}
