//! `lintel.tenancy.v1.DocumentService`.

use lintel_auth::principal;
use lintel_core::{PageRequest, PageToken};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{
        AddDocumentRequest, AddDocumentResponse, IssueDocumentTicketRequest,
        IssueDocumentTicketResponse, ListDocumentReadingsRequest, ListDocumentReadingsResponse,
        ReadDocumentRequest, ReadDocumentResponse, RedeemDocumentTicketRequest,
        RedeemDocumentTicketResponse, ReviewDocumentRequest, ReviewDocumentResponse,
        document_service_server::DocumentService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::document;
use crate::{
    app::documents::Documents,
    contract::words,
    domain::documents::{DocumentLabel, review},
};

/// Answers from [`Documents`].
#[derive(Debug, Clone)]
pub struct DocumentGrpc {
    documents: Documents,
}

impl DocumentGrpc {
    /// Answers from `documents`.
    #[must_use]
    pub const fn new(documents: Documents) -> Self {
        Self { documents }
    }
}

#[tonic::async_trait]
impl DocumentService for DocumentGrpc {
    async fn add_document(
        &self,
        request: Request<AddDocumentRequest>,
    ) -> Result<Response<AddDocumentResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let landlord = caller.membership.is_some();
        let kind = words::document_type(request.document_type());
        let label = DocumentLabel::try_new(kind, &request.title);
        let id = request.application_id.into();
        let content = request.content;
        let added = self
            .documents
            .add(&caller, id, label, content, key.as_ref())
            .await?;
        Ok(Response::new(AddDocumentResponse {
            document: Some(document::document(added, landlord)),
        }))
    }

    async fn review_document(
        &self,
        request: Request<ReviewDocumentRequest>,
    ) -> Result<Response<ReviewDocumentResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let judged = review(words::document_status(request.status()), &request.reason);
        let (application, id) = (request.application_id.into(), request.document_id.into());
        let documents = &self.documents;
        let judged = documents
            .review(&caller, application, id, judged, key.as_ref())
            .await?;
        Ok(Response::new(ReviewDocumentResponse {
            document: Some(document::document(judged, true)),
        }))
    }

    async fn read_document(
        &self,
        request: Request<ReadDocumentRequest>,
    ) -> Result<Response<ReadDocumentResponse>, Status> {
        let (caller, request) = read(request)?;
        let (application, id) = (request.application_id.into(), request.document_id.into());
        let read = self.documents.read(&caller, application, id).await?;
        Ok(Response::new(ReadDocumentResponse {
            file_name: read.document.file_name(),
            media_type: read.document.media_type,
            content: read.bytes,
        }))
    }

    async fn list_document_readings(
        &self,
        request: Request<ListDocumentReadingsRequest>,
    ) -> Result<Response<ListDocumentReadingsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let (application, id) = (request.application_id.into(), request.document_id.into());
        let listed = self
            .documents
            .readings(&caller, application, id, &page)
            .await?;
        Ok(Response::new(ListDocumentReadingsResponse {
            readings: listed.rows.into_iter().map(document::reading).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn issue_document_ticket(
        &self,
        request: Request<IssueDocumentTicketRequest>,
    ) -> Result<Response<IssueDocumentTicketResponse>, Status> {
        let (caller, request) = read(request)?;
        let (application, id) = (request.application_id.into(), request.document_id.into());
        let issued = self
            .documents
            .issue_ticket(&caller, application, id)
            .await?;
        Ok(Response::new(IssueDocumentTicketResponse {
            file_id: issued.file.to_string(),
            ticket: issued.token.expose().to_string(),
            expire_time: Some(timestamp(issued.expires_at)),
        }))
    }

    async fn redeem_document_ticket(
        &self,
        request: Request<RedeemDocumentTicketRequest>,
    ) -> Result<Response<RedeemDocumentTicketResponse>, Status> {
        let reader = principal(&request)?;
        let request = request.into_inner();
        let file = request.file_id.parse().ok();
        let documents = &self.documents;
        let read = documents
            .redeem_ticket(&reader, &request.ticket, file)
            .await?;
        Ok(Response::new(RedeemDocumentTicketResponse {
            file_name: read.document.file_name(),
            media_type: read.document.media_type,
            content: read.bytes,
        }))
    }
}
