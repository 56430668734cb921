//! `lintel.tenancy.v1.PrivacyService`.

use lintel_db::export::Page;
use lintel_proto::{
    common::v1::ExportPage,
    tenancy::v1::{
        ReadOwnTenancyDataRequest, ReadOwnTenancyDataResponse, ReadTenancyDataRequest,
        ReadTenancyDataResponse, privacy_service_server::PrivacyService,
    },
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};

use crate::app::TenancyData;

/// Serves [`TenancyData`] over gRPC.
#[derive(Debug, Clone)]
pub struct PrivacyGrpc {
    data: TenancyData,
}

impl PrivacyGrpc {
    /// Serves `data`.
    #[must_use]
    pub const fn new(data: TenancyData) -> Self {
        Self { data }
    }
}

#[tonic::async_trait]
impl PrivacyService for PrivacyGrpc {
    async fn read_tenancy_data(
        &self,
        request: Request<ReadTenancyDataRequest>,
    ) -> Result<Response<ReadTenancyDataResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = self
            .data
            .read(&caller, &request.export_token, &request.page_token)
            .await?;
        Ok(Response::new(ReadTenancyDataResponse {
            page: Some(told(page)),
        }))
    }

    async fn read_own_tenancy_data(
        &self,
        request: Request<ReadOwnTenancyDataRequest>,
    ) -> Result<Response<ReadOwnTenancyDataResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = self
            .data
            .read_own(&caller, &request.export_token, &request.page_token)
            .await?;
        Ok(Response::new(ReadOwnTenancyDataResponse {
            page: Some(told(page)),
        }))
    }
}

fn told(page: Page) -> ExportPage {
    ExportPage {
        file_name: page.file.to_owned(),
        rows: page.rows,
        next_page_token: page.next.unwrap_or_default(),
    }
}
