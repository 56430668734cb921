//! `lintel.tenancy.v1.TenantTransferService`.

use lintel_core::PageToken;
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{
        self, ApplyTenantImportRequest, ApplyTenantImportResponse, CheckTenantImportRequest,
        CheckTenantImportResponse, ExportTenantsRequest, ExportTenantsResponse,
        GetTenantImportRequest, GetTenantImportResponse, GetTenantImportTemplateRequest,
        GetTenantImportTemplateResponse, tenant_transfer_service_server::TenantTransferService,
    },
};
use lintel_runtime::{read, write};
use lintel_sheet::ImportProblem;
use tonic::{Request, Response, Status};

use super::tenant;
use crate::{
    app::letting::{TenantImports, Tenants, tenant_template},
    domain::letting::TenantImport,
};

/// Serves [`TenantImports`], and the export of [`Tenants`], over gRPC.
#[derive(Debug, Clone)]
pub struct TenantTransferGrpc {
    tenants: Tenants,
    imports: TenantImports,
}

impl TenantTransferGrpc {
    /// Serves `tenants` and `imports`.
    #[must_use]
    pub const fn new(tenants: Tenants, imports: TenantImports) -> Self {
        Self { tenants, imports }
    }
}

#[tonic::async_trait]
impl TenantTransferService for TenantTransferGrpc {
    async fn export_tenants(
        &self,
        request: Request<ExportTenantsRequest>,
    ) -> Result<Response<ExportTenantsResponse>, Status> {
        let (caller, request) = read(request)?;
        let after = match request.page_token.as_str() {
            "" => None,
            token => Some(PageToken::decode(token)?),
        };
        let filter = tenant::filter(
            request.property_id,
            &request.lease_statuses,
            &request.search,
            request.sort,
        )?;
        let part = self.tenants.export(&caller, &filter, after).await?;
        Ok(Response::new(ExportTenantsResponse {
            content: part.content,
            next_page_token: PageToken::next(part.next),
        }))
    }

    async fn get_tenant_import_template(
        &self,
        _: Request<GetTenantImportTemplateRequest>,
    ) -> Result<Response<GetTenantImportTemplateResponse>, Status> {
        let content = tenant_template()?;
        Ok(Response::new(GetTenantImportTemplateResponse { content }))
    }

    async fn get_tenant_import(
        &self,
        request: Request<GetTenantImportRequest>,
    ) -> Result<Response<GetTenantImportResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.tenant_import_id.into();
        let found = self.imports.get(&caller, id).await?;
        Ok(Response::new(GetTenantImportResponse {
            tenant_import: Some(found.into()),
        }))
    }

    async fn check_tenant_import(
        &self,
        request: Request<CheckTenantImportRequest>,
    ) -> Result<Response<CheckTenantImportResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let CheckTenantImportRequest {
            file_name, content, ..
        } = request;
        let checked = self
            .imports
            .check(&caller, &file_name, content, key.as_ref())
            .await?;
        Ok(Response::new(CheckTenantImportResponse {
            tenant_import: Some(checked.into()),
        }))
    }

    async fn apply_tenant_import(
        &self,
        request: Request<ApplyTenantImportRequest>,
    ) -> Result<Response<ApplyTenantImportResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.tenant_import_id.into();
        let begun = self.imports.apply(&caller, id, key.as_ref()).await?;
        Ok(Response::new(ApplyTenantImportResponse {
            tenant_import: Some(begun.into()),
        }))
    }
}

impl From<TenantImport> for v1::TenantImport {
    fn from(import: TenantImport) -> Self {
        let [problems, warnings] = [import.problems, import.warnings].map(said);
        Self {
            tenant_import_id: import.id.get(),
            file_name: import.file_name,
            state: v1::TenantImportState::from(import.state).into(),
            row_count: import.rows,
            imported_count: import.imported,
            problem_count: import.problem_count,
            problems,
            warnings,
            create_time: Some(timestamp(import.created_at)),
            version: import.version,
        }
    }
}

fn said(all: Vec<ImportProblem>) -> Vec<v1::TenantImportProblem> {
    let all = all.into_iter();
    let all = all.map(|one| v1::TenantImportProblem {
        line: one.line,
        column: one.column,
        message: one.message,
    });
    all.collect()
}
