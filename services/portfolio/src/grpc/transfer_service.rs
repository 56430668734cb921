//! `lintel.portfolio.v1.PropertyTransferService`.

use lintel_core::PageToken;
use lintel_db::Asked;
use lintel_proto::convert::timestamp;
use lintel_proto::portfolio::v1::{
    self, ApplyPropertyImportRequest, ApplyPropertyImportResponse, CheckPropertyImportRequest,
    CheckPropertyImportResponse, ExportPropertiesRequest, ExportPropertiesResponse,
    GetImportTemplateRequest, GetImportTemplateResponse, GetPropertyImportRequest,
    GetPropertyImportResponse, property_transfer_service_server::PropertyTransferService,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::listing::listing;
use crate::{
    app::{Imports, Properties, template},
    domain::{InspectionSettings, PropertyImport},
};

/// Serves [`Imports`] and the export over gRPC.
#[derive(Debug, Clone)]
pub struct TransferGrpc {
    properties: Properties,
    imports: Imports,
}

impl TransferGrpc {
    /// Serves `properties` and `imports`.
    #[must_use]
    pub const fn new(properties: Properties, imports: Imports) -> Self {
        Self {
            properties,
            imports,
        }
    }
}

#[tonic::async_trait]
impl PropertyTransferService for TransferGrpc {
    async fn export_properties(
        &self,
        request: Request<ExportPropertiesRequest>,
    ) -> Result<Response<ExportPropertiesResponse>, Status> {
        let (caller, request) = read(request)?;
        let (filter, sort) = listing(&request.listing.unwrap_or_default())?;
        let after = match request.page_token.as_str() {
            "" => None,
            token => Some(PageToken::decode(token)?),
        };
        let part = self
            .properties
            .export_properties(&caller, &filter, sort, after)
            .await?;
        Ok(Response::new(ExportPropertiesResponse {
            content: part.content,
            next_page_token: PageToken::next(part.next),
            total_size: part.total,
        }))
    }

    async fn get_import_template(
        &self,
        _: Request<GetImportTemplateRequest>,
    ) -> Result<Response<GetImportTemplateResponse>, Status> {
        let content = template()?;
        Ok(Response::new(GetImportTemplateResponse { content }))
    }

    async fn get_property_import(
        &self,
        request: Request<GetPropertyImportRequest>,
    ) -> Result<Response<GetPropertyImportResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.property_import_id.into();
        let found = self.imports.get_property_import(&caller, id).await?;
        Ok(Response::new(GetPropertyImportResponse {
            property_import: Some(found.into()),
        }))
    }

    async fn check_property_import(
        &self,
        request: Request<CheckPropertyImportRequest>,
    ) -> Result<Response<CheckPropertyImportResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let asked = Asked::new(key, |import: PropertyImport| {
            Ok(CheckPropertyImportResponse {
                property_import: Some(import.into()),
            })
        });
        let checked = self
            .imports
            .check_property_import(&caller, &request.file_name, request.content, asked)
            .await?;
        Ok(Response::new(checked))
    }

    async fn apply_property_import(
        &self,
        mut request: Request<ApplyPropertyImportRequest>,
    ) -> Result<Response<ApplyPropertyImportResponse>, Status> {
        // The caller's setting may have changed between two tries of one change.
        let frequency = request.get_mut().inspection_frequency_months.take();
        let (caller, request, key) = write(request)?;
        let inspections = InspectionSettings::every(frequency)?;
        let id = request.property_import_id.into();
        let asked = Asked::new(key, |import: PropertyImport| {
            Ok(ApplyPropertyImportResponse {
                property_import: Some(import.into()),
            })
        });
        let applied = self
            .imports
            .apply_property_import(&caller, id, inspections, asked)
            .await?;
        Ok(Response::new(applied))
    }
}

impl From<PropertyImport> for v1::PropertyImport {
    fn from(import: PropertyImport) -> Self {
        let problems = import
            .problems
            .into_iter()
            .map(|problem| v1::ImportProblem {
                line: problem.line,
                column: problem.column,
                message: problem.message,
            });
        Self {
            property_import_id: import.id.get(),
            file_name: import.file_name,
            state: v1::PropertyImportState::from(import.state).into(),
            row_count: import.rows,
            imported_count: import.imported,
            problem_count: import.problem_count,
            problems: problems.collect(),
            create_time: Some(timestamp(import.created_at)),
            version: import.version,
        }
    }
}
