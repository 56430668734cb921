//! `lintel.tenancy.v1.SigningService`.

use lintel_proto::tenancy::v1::{
    DeclineAgreementByLinkRequest, DeclineAgreementByLinkResponse, OpenAgreementRequest,
    OpenAgreementResponse, ReadAgreementRequest, ReadAgreementResponse, ReadSignedCopiesRequest,
    ReadSignedCopiesResponse, RenewAgreementLinkRequest, RenewAgreementLinkResponse,
    SignAgreementByLinkRequest, SignAgreementByLinkResponse, SignedCopy,
    signing_service_server::SigningService,
};
use tonic::{Request, Response, Status};

use super::agreement::{agreement, by_link, given};
use crate::app::{Links, agreeing::Agreements};

/// Serves [`Agreements`] to whoever has a signer's link.
#[derive(Debug, Clone)]
pub struct SigningGrpc {
    agreements: Agreements,
    links: Links,
}

impl SigningGrpc {
    /// Serves `agreements`.
    #[must_use]
    pub const fn new(agreements: Agreements, links: Links) -> Self {
        Self { agreements, links }
    }
}

#[tonic::async_trait]
impl SigningService for SigningGrpc {
    async fn open_agreement(
        &self,
        request: Request<OpenAgreementRequest>,
    ) -> Result<Response<OpenAgreementResponse>, Status> {
        let device = by_link(request.metadata());
        let token = request.into_inner().token;
        let seen = self.agreements.by_link(&token, &device).await?;
        Ok(Response::new(OpenAgreementResponse {
            organisation_name: seen.organisation_name.clone(),
            organisation_id: seen.agreement.organisation.get(),
            agreement: Some(agreement(seen)),
        }))
    }

    async fn read_agreement(
        &self,
        request: Request<ReadAgreementRequest>,
    ) -> Result<Response<ReadAgreementResponse>, Status> {
        let device = by_link(request.metadata());
        let token = request.into_inner().token;
        let read = self.agreements.read_by_link(&token, &device).await?;
        Ok(Response::new(ReadAgreementResponse {
            content: read.bytes,
            file_name: read.file_name,
        }))
    }

    async fn read_signed_copies(
        &self,
        request: Request<ReadSignedCopiesRequest>,
    ) -> Result<Response<ReadSignedCopiesResponse>, Status> {
        let token = request.into_inner().token;
        let copies = self.agreements.signed_copies(&token).await;
        let copies = copies?.into_iter();
        let copies = copies.map(|copy| SignedCopy {
            file_name: copy.file_name,
            content: copy.bytes,
        });
        Ok(Response::new(ReadSignedCopiesResponse {
            copies: copies.collect(),
        }))
    }

    async fn renew_agreement_link(
        &self,
        request: Request<RenewAgreementLinkRequest>,
    ) -> Result<Response<RenewAgreementLinkResponse>, Status> {
        let (token, _, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        self.agreements.renew_link(&token, key.as_ref()).await?;
        Ok(Response::new(RenewAgreementLinkResponse {}))
    }

    async fn sign_agreement_by_link(
        &self,
        request: Request<SignAgreementByLinkRequest>,
    ) -> Result<Response<SignAgreementByLinkResponse>, Status> {
        let device = by_link(request.metadata());
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        let given = given(request.signature);
        let signed = self
            .agreements
            .sign_by_link(&token, &given, &device, key.as_ref())
            .await?;
        Ok(Response::new(SignAgreementByLinkResponse {
            agreement: Some(agreement(signed)),
        }))
    }

    async fn decline_agreement_by_link(
        &self,
        request: Request<DeclineAgreementByLinkRequest>,
    ) -> Result<Response<DeclineAgreementByLinkResponse>, Status> {
        let device = by_link(request.metadata());
        let (token, request, key) = self.links.write(request.into_inner(), |it| &it.token)?;
        self.agreements
            .decline_by_link(&token, &request.reason, &device, key.as_ref())
            .await?;
        Ok(Response::new(DeclineAgreementByLinkResponse {}))
    }
}
