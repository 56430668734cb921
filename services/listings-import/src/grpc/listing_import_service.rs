//! `lintel.listings.v1.ListingImportService`.

use lintel_auth::principal;
use lintel_core::{PageRequest, PageToken};
use lintel_proto::{
    convert::timestamp,
    listings::v1::{
        self, AppendListingImportRequest, AppendListingImportResponse, BeginListingImportRequest,
        BeginListingImportResponse, GetListingImportRequest, GetListingImportResponse,
        ListListingImportsRequest, ListListingImportsResponse, StartListingImportRequest,
        StartListingImportResponse, listing_import_service_server::ListingImportService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{app::Imports, contract::words, domain::ListingImport};

/// Serves [`Imports`] over gRPC.
#[derive(Debug, Clone)]
pub struct ListingImportGrpc {
    imports: Imports,
}

impl ListingImportGrpc {
    /// Serves `imports`.
    #[must_use]
    pub const fn new(imports: Imports) -> Self {
        Self { imports }
    }
}

#[tonic::async_trait]
impl ListingImportService for ListingImportGrpc {
    async fn begin_listing_import(
        &self,
        request: Request<BeginListingImportRequest>,
    ) -> Result<Response<BeginListingImportResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let format = v1::ListingFormat::try_from(request.format).unwrap_or_default();
        let (source, file_name) = (&request.source, &request.file_name);
        let begun = self
            .imports
            .begin(
                &caller,
                words::listing_format(format),
                source,
                file_name,
                key.as_ref(),
            )
            .await?;
        Ok(Response::new(BeginListingImportResponse {
            listing_import: Some(begun.into()),
        }))
    }

    async fn append_listing_import(
        &self,
        request: Request<AppendListingImportRequest>,
    ) -> Result<Response<AppendListingImportResponse>, Status> {
        let caller = principal(&request)?;
        let AppendListingImportRequest {
            listing_import_id,
            offset,
            content,
        } = request.into_inner();
        let id = listing_import_id.into();
        let size = self.imports.append(&caller, id, offset, &content).await?;
        Ok(Response::new(AppendListingImportResponse {
            size_bytes: size,
        }))
    }

    async fn start_listing_import(
        &self,
        request: Request<StartListingImportRequest>,
    ) -> Result<Response<StartListingImportResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.listing_import_id.into();
        let started = self.imports.start(&caller, id, key.as_ref()).await?;
        Ok(Response::new(StartListingImportResponse {
            listing_import: Some(started.into()),
        }))
    }

    async fn get_listing_import(
        &self,
        request: Request<GetListingImportRequest>,
    ) -> Result<Response<GetListingImportResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.listing_import_id.into();
        let found = self.imports.get(&caller, id).await?;
        Ok(Response::new(GetListingImportResponse {
            listing_import: Some(found.into()),
        }))
    }

    async fn list_listing_imports(
        &self,
        request: Request<ListListingImportsRequest>,
    ) -> Result<Response<ListListingImportsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let listed = self.imports.list(&caller, &page).await?;
        Ok(Response::new(ListListingImportsResponse {
            listing_imports: listed.rows.into_iter().map(Into::into).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }
}

impl From<ListingImport> for v1::ListingImport {
    fn from(import: ListingImport) -> Self {
        let count = |number: i64| i32::try_from(number).unwrap_or(i32::MAX);
        let counts = import.counts;
        let refusals = import.refusals.into_iter().map(|refusal| v1::Refusal {
            line: refusal.line,
            field: refusal.field,
            reason: refusal.reason,
        });
        Self {
            listing_import_id: import.id.get(),
            state: v1::ListingImportState::from(import.state).into(),
            format: v1::ListingFormat::from(import.format).into(),
            source: import.source,
            file_name: import.file_name,
            size_bytes: import.size,
            read_count: count(counts.read),
            added_count: count(counts.added),
            changed_count: count(counts.changed),
            unchanged_count: count(counts.unchanged),
            withdrawn_count: count(counts.withdrawn),
            refused_count: count(counts.refused),
            refusals: refusals.collect(),
            problem: import.problem,
            create_time: Some(timestamp(import.created_at)),
            finish_time: import.finished_at.map(timestamp),
            version: import.version,
        }
    }
}
