//! `lintel.tenancy.v1.ApplicantService`.

use lintel_proto::tenancy::v1::{
    AddOwnDocumentRequest, AddOwnDocumentResponse, GetOwnApplicationRequest,
    GetOwnApplicationResponse, ReadOwnDocumentRequest, ReadOwnDocumentResponse,
    RenewOwnLinkRequest, RenewOwnLinkResponse, WithdrawOwnApplicationRequest,
    WithdrawOwnApplicationResponse, applicant_service_server::ApplicantService,
};
use lintel_runtime::into_status;
use tonic::{Request, Response, Status};

use super::{application, document};
use crate::{
    app::{Applications, Documents, Links, OwnApplications},
    domain::DocumentLabel,
    wire,
};

/// Answers who has nothing but a private link.
#[derive(Debug, Clone)]
pub struct ApplicantGrpc {
    applications: Applications,
    own: OwnApplications,
    documents: Documents,
    links: Links,
}

impl ApplicantGrpc {
    /// Answers from these use cases.
    #[must_use]
    pub const fn new(
        applications: Applications,
        own: OwnApplications,
        documents: Documents,
        links: Links,
    ) -> Self {
        Self {
            applications,
            own,
            documents,
            links,
        }
    }
}

#[tonic::async_trait]
impl ApplicantService for ApplicantGrpc {
    async fn get_own_application(
        &self,
        request: Request<GetOwnApplicationRequest>,
    ) -> Result<Response<GetOwnApplicationResponse>, Status> {
        let token = request.into_inner().token;
        let found = self.applications.by_link(&token).await;
        let (organisation, seen) = found.map_err(into_status)?;
        Ok(Response::new(GetOwnApplicationResponse {
            application: Some(application::application(seen).map_err(into_status)?),
            organisation_id: organisation.get(),
        }))
    }

    async fn withdraw_own_application(
        &self,
        request: Request<WithdrawOwnApplicationRequest>,
    ) -> Result<Response<WithdrawOwnApplicationResponse>, Status> {
        let mut request = request.into_inner();
        let token = request.token.clone();
        let key = self.links.request_key(&token, &mut request);
        let key = key.map_err(into_status)?;
        let withdrawn = self.own.withdraw_by_link(&token, key.as_ref()).await;
        let withdrawn = withdrawn.and_then(application::application);
        Ok(Response::new(WithdrawOwnApplicationResponse {
            application: Some(withdrawn.map_err(into_status)?),
        }))
    }

    async fn renew_own_link(
        &self,
        request: Request<RenewOwnLinkRequest>,
    ) -> Result<Response<RenewOwnLinkResponse>, Status> {
        let mut request = request.into_inner();
        let token = request.token.clone();
        let key = self.links.request_key(&token, &mut request);
        let key = key.map_err(into_status)?;
        let renewed = self.own.renew_link(&token, key.as_ref()).await;
        renewed.map_err(into_status)?;
        Ok(Response::new(RenewOwnLinkResponse {}))
    }

    async fn add_own_document(
        &self,
        request: Request<AddOwnDocumentRequest>,
    ) -> Result<Response<AddOwnDocumentResponse>, Status> {
        let mut request = request.into_inner();
        let token = request.token.clone();
        let key = self.links.request_key(&token, &mut request);
        let key = key.map_err(into_status)?;
        let kind = wire::document_type(request.document_type());
        let label = DocumentLabel::try_new(kind, &request.title);
        let content = request.content;
        let documents = &self.documents;
        let added = documents
            .add_by_link(&token, label, content, key.as_ref())
            .await;
        Ok(Response::new(AddOwnDocumentResponse {
            document: Some(document::document(added.map_err(into_status)?, false)),
        }))
    }

    async fn read_own_document(
        &self,
        request: Request<ReadOwnDocumentRequest>,
    ) -> Result<Response<ReadOwnDocumentResponse>, Status> {
        let request = request.into_inner();
        let id = request.document_id.into();
        let read = self.documents.read_by_link(&request.token, id).await;
        let read = read.map_err(into_status)?;
        Ok(Response::new(ReadOwnDocumentResponse {
            file_name: read.document.file_name(),
            media_type: read.document.media_type,
            content: read.bytes,
        }))
    }
}
