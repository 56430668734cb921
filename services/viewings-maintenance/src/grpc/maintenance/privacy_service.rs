//! `lintel.maintenance.v1.PrivacyService`.

use lintel_db::export::Page;
use lintel_proto::{
    common::v1::ExportPage,
    maintenance::v1::{
        ReadMaintenanceDataRequest, ReadMaintenanceDataResponse, ReadOwnMaintenanceDataRequest,
        ReadOwnMaintenanceDataResponse, privacy_service_server::PrivacyService,
    },
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};

use crate::app::maintenance::MaintenanceData;

/// Serves [`MaintenanceData`] over gRPC.
#[derive(Debug, Clone)]
pub struct MaintenancePrivacyGrpc {
    data: MaintenanceData,
}

impl MaintenancePrivacyGrpc {
    /// Serves `data`.
    #[must_use]
    pub const fn new(data: MaintenanceData) -> Self {
        Self { data }
    }
}

#[tonic::async_trait]
impl PrivacyService for MaintenancePrivacyGrpc {
    async fn read_maintenance_data(
        &self,
        request: Request<ReadMaintenanceDataRequest>,
    ) -> Result<Response<ReadMaintenanceDataResponse>, Status> {
        let (caller, request) = read(request)?;
        let read = self
            .data
            .read(&caller, &request.export_token, &request.page_token)
            .await?;
        Ok(Response::new(ReadMaintenanceDataResponse {
            page: Some(page(read)),
        }))
    }

    async fn read_own_maintenance_data(
        &self,
        request: Request<ReadOwnMaintenanceDataRequest>,
    ) -> Result<Response<ReadOwnMaintenanceDataResponse>, Status> {
        let (caller, request) = read(request)?;
        let read = self
            .data
            .read_own(&caller, &request.export_token, &request.page_token)
            .await?;
        Ok(Response::new(ReadOwnMaintenanceDataResponse {
            page: Some(page(read)),
        }))
    }
}

fn page(page: Page) -> ExportPage {
    ExportPage {
        file_name: page.file.to_owned(),
        rows: page.rows,
        next_page_token: page.next.unwrap_or_default(),
    }
}
