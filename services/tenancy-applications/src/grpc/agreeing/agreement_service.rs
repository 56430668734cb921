//! `lintel.tenancy.v1.AgreementService`.

use lintel_auth::principal;
use lintel_proto::tenancy::v1::{
    DeclineAgreementRequest, DeclineAgreementResponse, GetAgreementRequest, GetAgreementResponse,
    IssueAgreementRequest, IssueAgreementResponse, PlannedMail, PreviewAgreementMailsRequest,
    PreviewAgreementMailsResponse, PreviewAgreementRequest, PreviewAgreementResponse,
    ProposeAgreementRequest, ProposeAgreementResponse, ReadAgreementDocumentRequest,
    ReadAgreementDocumentResponse, ReadAgreementEvidenceRequest, ReadAgreementEvidenceResponse,
    RemindSignerRequest, RemindSignerResponse, SignAgreementRequest, SignAgreementResponse,
    VoidAgreementRequest, VoidAgreementResponse, agreement_service_server::AgreementService,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::agreement::{agreement, by_account, given};
use crate::{
    app::agreeing::Agreements,
    contract::{agreement_terms, words},
};

/// Serves [`Agreements`] to landlords and to the accounts of signers.
#[derive(Debug, Clone)]
pub struct AgreementGrpc {
    agreements: Agreements,
}

impl AgreementGrpc {
    /// Serves `agreements`.
    #[must_use]
    pub const fn new(agreements: Agreements) -> Self {
        Self { agreements }
    }
}

#[tonic::async_trait]
impl AgreementService for AgreementGrpc {
    async fn propose_agreement(
        &self,
        request: Request<ProposeAgreementRequest>,
    ) -> Result<Response<ProposeAgreementResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.application_id.into();
        let proposed = self.agreements.propose(&caller, id).await?;
        let edition = proposed
            .edition
            .map(|edition| edition.first_day.to_string());
        Ok(Response::new(ProposeAgreementResponse {
            nation: words::nation(proposed.nation).into(),
            terms: Some(agreement_terms::proposed(proposed.terms)),
            deposit_cap: proposed.deposit_cap.map(Into::into),
            missing: proposed.missing,
            edition: edition.unwrap_or_default(),
            agreed_deposit: proposed.agreed_deposit.map(Into::into),
        }))
    }

    async fn preview_agreement(
        &self,
        request: Request<PreviewAgreementRequest>,
    ) -> Result<Response<PreviewAgreementResponse>, Status> {
        let (caller, request) = read(request)?;
        let draft = agreement_terms::draft(request.terms.unwrap_or_default());
        let (id, deed) = (request.application_id.into(), request.deed);
        let made = self.agreements.preview(&caller, id, draft, deed).await?;
        Ok(Response::new(PreviewAgreementResponse {
            content: made.bytes,
            file_name: made.file_name,
        }))
    }

    async fn preview_agreement_mails(
        &self,
        request: Request<PreviewAgreementMailsRequest>,
    ) -> Result<Response<PreviewAgreementMailsResponse>, Status> {
        let (caller, request) = read(request)?;
        let draft = agreement_terms::draft(request.terms.unwrap_or_default());
        let id = request.application_id.into();
        let planned = self.agreements.preview_mails(&caller, id, draft).await;
        let planned = planned?.into_iter();
        let planned = planned.map(|(kind, mail)| PlannedMail {
            kind: kind.into(),
            mail: Some(mail),
        });
        Ok(Response::new(PreviewAgreementMailsResponse {
            mails: planned.collect(),
        }))
    }

    async fn issue_agreement(
        &self,
        request: Request<IssueAgreementRequest>,
    ) -> Result<Response<IssueAgreementResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = agreement_terms::draft(request.terms.unwrap_or_default());
        let (id, content) = (request.application_id.into(), request.content);
        let issued = self
            .agreements
            .issue(&caller, id, draft, content, key.as_ref())
            .await?;
        Ok(Response::new(IssueAgreementResponse {
            agreement: Some(agreement(issued)),
        }))
    }

    async fn get_agreement(
        &self,
        request: Request<GetAgreementRequest>,
    ) -> Result<Response<GetAgreementResponse>, Status> {
        let device = by_account(&principal(&request)?, request.metadata());
        let (caller, request) = read(request)?;
        let id = request.application_id.into();
        let found = self.agreements.get(&caller, id, &device).await?;
        Ok(Response::new(GetAgreementResponse {
            agreement: Some(agreement(found)),
        }))
    }

    async fn read_agreement_document(
        &self,
        request: Request<ReadAgreementDocumentRequest>,
    ) -> Result<Response<ReadAgreementDocumentResponse>, Status> {
        let device = by_account(&principal(&request)?, request.metadata());
        let (caller, request) = read(request)?;
        let id = request.application_id.into();
        let read = self.agreements.read(&caller, id, &device).await?;
        Ok(Response::new(ReadAgreementDocumentResponse {
            content: read.bytes,
            file_name: read.file_name,
        }))
    }

    async fn sign_agreement(
        &self,
        request: Request<SignAgreementRequest>,
    ) -> Result<Response<SignAgreementResponse>, Status> {
        let device = by_account(&principal(&request)?, request.metadata());
        let (caller, request, key) = write(request)?;
        let (id, given) = (request.application_id.into(), given(request.signature));
        let signed = self
            .agreements
            .sign(&caller, id, &given, &device, key.as_ref())
            .await?;
        Ok(Response::new(SignAgreementResponse {
            agreement: Some(agreement(signed)),
        }))
    }

    async fn decline_agreement(
        &self,
        request: Request<DeclineAgreementRequest>,
    ) -> Result<Response<DeclineAgreementResponse>, Status> {
        let device = by_account(&principal(&request)?, request.metadata());
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        let declined = self
            .agreements
            .decline(&caller, id, &request.reason, &device, key.as_ref())
            .await?;
        Ok(Response::new(DeclineAgreementResponse {
            agreement: Some(agreement(declined)),
        }))
    }

    async fn void_agreement(
        &self,
        request: Request<VoidAgreementRequest>,
    ) -> Result<Response<VoidAgreementResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        let voided = self
            .agreements
            .void(&caller, id, &request.reason, key.as_ref())
            .await?;
        Ok(Response::new(VoidAgreementResponse {
            agreement: Some(agreement(voided)),
        }))
    }

    async fn remind_signer(
        &self,
        request: Request<RemindSignerRequest>,
    ) -> Result<Response<RemindSignerResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        let reminded = self.agreements.remind(&caller, id, key.as_ref()).await?;
        Ok(Response::new(RemindSignerResponse {
            agreement: Some(agreement(reminded)),
        }))
    }

    async fn read_agreement_evidence(
        &self,
        request: Request<ReadAgreementEvidenceRequest>,
    ) -> Result<Response<ReadAgreementEvidenceResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.application_id.into();
        let (content, file_name) = self.agreements.evidence(&caller, id).await?;
        Ok(Response::new(ReadAgreementEvidenceResponse {
            content,
            file_name,
        }))
    }
}
