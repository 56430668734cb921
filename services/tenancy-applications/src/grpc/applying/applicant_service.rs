//! `lintel.tenancy.v1.ApplicantService`.

use lintel_proto::tenancy::v1::{
    AddOwnDocumentRequest, AddOwnDocumentResponse, GetOwnApplicationRequest,
    GetOwnApplicationResponse, NameOwnRefereeRequest, NameOwnRefereeResponse,
    ReadOwnDocumentRequest, ReadOwnDocumentResponse, RemindOwnRefereeRequest,
    RemindOwnRefereeResponse, RemoveOwnDocumentRequest, RemoveOwnDocumentResponse,
    RenewOwnLinkRequest, RenewOwnLinkResponse, WithdrawOwnApplicationRequest,
    WithdrawOwnApplicationResponse, applicant_service_server::ApplicantService,
};
use tonic::{Request, Response, Status};

use super::application;
use crate::{
    app::{
        Links,
        applying::{Applications, OwnApplications},
        documents::Documents,
        references::References,
    },
    contract::words,
    domain::{documents::DocumentLabel, references::RefereeDraft},
    grpc::documents::document,
};

/// Answers who has nothing but a private link.
#[derive(Debug, Clone)]
pub struct ApplicantGrpc {
    applications: Applications,
    own: OwnApplications,
    documents: Documents,
    references: References,
    links: Links,
}

impl ApplicantGrpc {
    /// Answers from these use cases.
    #[must_use]
    pub const fn new(
        applications: Applications,
        own: OwnApplications,
        documents: Documents,
        references: References,
        links: Links,
    ) -> Self {
        Self {
            applications,
            own,
            documents,
            references,
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
        let (organisation, seen) = self.applications.by_link(&token).await?;
        Ok(Response::new(GetOwnApplicationResponse {
            application: Some(application::application(seen)?),
            organisation_id: organisation.get(),
        }))
    }

    async fn withdraw_own_application(
        &self,
        request: Request<WithdrawOwnApplicationRequest>,
    ) -> Result<Response<WithdrawOwnApplicationResponse>, Status> {
        let (token, _, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let withdrawn = self.own.withdraw_by_link(&token, key.as_ref()).await?;
        Ok(Response::new(WithdrawOwnApplicationResponse {
            application: Some(application::application(withdrawn)?),
        }))
    }

    async fn renew_own_link(
        &self,
        request: Request<RenewOwnLinkRequest>,
    ) -> Result<Response<RenewOwnLinkResponse>, Status> {
        let (token, _, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        self.own.renew_link(&token, key.as_ref()).await?;
        Ok(Response::new(RenewOwnLinkResponse {}))
    }

    async fn name_own_referee(
        &self,
        request: Request<NameOwnRefereeRequest>,
    ) -> Result<Response<NameOwnRefereeResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let kind = words::reference_kind(request.kind());
        let draft = RefereeDraft {
            name: request.display_name,
            email: request.email,
            phone: request.phone,
            relationship: request.relationship,
        };
        let references = &self.references;
        let named = references
            .name_own(&token, kind, &draft, key.as_ref())
            .await?;
        Ok(Response::new(NameOwnRefereeResponse {
            application: Some(application::application(named)?),
        }))
    }

    async fn remind_own_referee(
        &self,
        request: Request<RemindOwnRefereeRequest>,
    ) -> Result<Response<RemindOwnRefereeResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let kind = words::reference_kind(request.kind());
        let reminded = self
            .references
            .remind_own(&token, kind, key.as_ref())
            .await?;
        Ok(Response::new(RemindOwnRefereeResponse {
            application: Some(application::application(reminded)?),
        }))
    }

    async fn remove_own_document(
        &self,
        request: Request<RemoveOwnDocumentRequest>,
    ) -> Result<Response<RemoveOwnDocumentResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let document = request.document_id.into();
        let documents = &self.documents;
        let removed = documents
            .remove_by_link(&token, document, key.as_ref())
            .await?;
        Ok(Response::new(RemoveOwnDocumentResponse {
            application: Some(application::application(removed)?),
        }))
    }

    async fn add_own_document(
        &self,
        request: Request<AddOwnDocumentRequest>,
    ) -> Result<Response<AddOwnDocumentResponse>, Status> {
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let kind = words::document_type(request.document_type());
        let label = DocumentLabel::try_new(kind, &request.title);
        let content = request.content;
        let documents = &self.documents;
        let added = documents
            .add_by_link(&token, label, content, key.as_ref())
            .await?;
        Ok(Response::new(AddOwnDocumentResponse {
            document: Some(document::document(added, false)),
        }))
    }

    async fn read_own_document(
        &self,
        request: Request<ReadOwnDocumentRequest>,
    ) -> Result<Response<ReadOwnDocumentResponse>, Status> {
        let request = request.into_inner();
        let id = request.document_id.into();
        let read = self.documents.read_by_link(&request.token, id).await?;
        Ok(Response::new(ReadOwnDocumentResponse {
            file_name: read.document.file_name(),
            media_type: read.document.media_type,
            content: read.bytes,
        }))
    }
}
