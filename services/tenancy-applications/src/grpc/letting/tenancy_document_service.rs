//! `lintel.tenancy.v1.TenancyDocumentService`.

use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{
        self, GiveTenancyDocumentRequest, GiveTenancyDocumentResponse, ListTenancyDocumentsRequest,
        ListTenancyDocumentsResponse, ReadTenancyDocumentRequest, ReadTenancyDocumentResponse,
        tenancy_document_service_server::TenancyDocumentService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{
    app::letting::TenancyDocuments,
    contract::words,
    domain::letting::{DeliveredDocument, TenancyDocumentLabel},
};

/// Serves [`TenancyDocuments`] over gRPC.
#[derive(Debug, Clone)]
pub struct TenancyDocumentGrpc {
    documents: TenancyDocuments,
}

impl TenancyDocumentGrpc {
    /// Serves `documents`.
    #[must_use]
    pub const fn new(documents: TenancyDocuments) -> Self {
        Self { documents }
    }
}

#[tonic::async_trait]
impl TenancyDocumentService for TenancyDocumentGrpc {
    async fn give_tenancy_document(
        &self,
        request: Request<GiveTenancyDocumentRequest>,
    ) -> Result<Response<GiveTenancyDocumentResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let kind = words::tenancy_document_kind(request.kind());
        let label = TenancyDocumentLabel::try_new(kind, &request.title);
        let id = request.tenant_id.into();
        let content = (request.content, request.email_tenant);
        let documents = &self.documents;
        let given = documents
            .give(&caller, id, label, content, key.as_ref())
            .await?;
        Ok(Response::new(GiveTenancyDocumentResponse {
            document: Some(document(given)),
        }))
    }

    async fn list_tenancy_documents(
        &self,
        request: Request<ListTenancyDocumentsRequest>,
    ) -> Result<Response<ListTenancyDocumentsResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.tenant_id.into();
        let listed = self.documents.list(&caller, id).await?;
        Ok(Response::new(ListTenancyDocumentsResponse {
            documents: listed.into_iter().map(document).collect(),
        }))
    }

    async fn read_tenancy_document(
        &self,
        request: Request<ReadTenancyDocumentRequest>,
    ) -> Result<Response<ReadTenancyDocumentResponse>, Status> {
        let (caller, request) = read(request)?;
        let (tenant, id) = (request.tenant_id.into(), request.tenancy_document_id.into());
        let read = self.documents.read(&caller, tenant, id).await?;
        Ok(Response::new(ReadTenancyDocumentResponse {
            file_name: read.document.file_name(),
            media_type: read.document.media_type,
            content: read.bytes,
        }))
    }
}

fn document(document: DeliveredDocument) -> v1::TenancyDocument {
    v1::TenancyDocument {
        tenancy_document_id: document.id.get(),
        kind: v1::TenancyDocumentKind::from(document.kind).into(),
        title: document.title,
        media_type: document.media_type,
        size_bytes: document.size,
        hash: hexadecimal(&document.hash),
        give_time: Some(timestamp(document.given_at)),
        open_time: document.opened_at.map(timestamp),
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
