//! `lintel.tenancy.v1.GuaranteeService`.

use lintel_auth::principal;
use lintel_proto::{
    read::Reader,
    tenancy::v1::{
        EndGuaranteeRequest, EndGuaranteeResponse, ReadGuaranteeByLinkRequest,
        ReadGuaranteeByLinkResponse, ReadGuaranteeEvidenceRequest, ReadGuaranteeEvidenceResponse,
        ReadGuaranteeRequest, ReadGuaranteeResponse, guarantee_service_server::GuaranteeService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::agreement::{agreement, by_account, by_link};
use crate::{
    app::agreeing::Agreements,
    contract::words,
    domain::agreeing::{GuaranteeEndDraft, guarantee::INVALID},
};

/// Serves the deeds of [`Agreements`] to landlords and to the parties of their agreements.
#[derive(Debug, Clone)]
pub struct GuaranteeGrpc {
    agreements: Agreements,
}

impl GuaranteeGrpc {
    /// Serves the deeds of `agreements`.
    #[must_use]
    pub const fn new(agreements: Agreements) -> Self {
        Self { agreements }
    }
}

#[tonic::async_trait]
impl GuaranteeService for GuaranteeGrpc {
    async fn read_guarantee(
        &self,
        request: Request<ReadGuaranteeRequest>,
    ) -> Result<Response<ReadGuaranteeResponse>, Status> {
        let caller = principal(&request)?;
        let device = by_account(&caller, request.metadata());
        let request = request.into_inner();
        let (id, deed) = (request.application_id.into(), request.deed_id.into());
        let read = self
            .agreements
            .read_deed(&caller, id, deed, &device)
            .await?;
        Ok(Response::new(ReadGuaranteeResponse {
            content: read.bytes,
            file_name: read.file_name,
        }))
    }

    async fn read_guarantee_evidence(
        &self,
        request: Request<ReadGuaranteeEvidenceRequest>,
    ) -> Result<Response<ReadGuaranteeEvidenceResponse>, Status> {
        let (caller, request) = read(request)?;
        let (id, deed) = (request.application_id.into(), request.deed_id.into());
        let (content, file_name) = self.agreements.deed_evidence(&caller, id, deed).await?;
        Ok(Response::new(ReadGuaranteeEvidenceResponse {
            content,
            file_name,
        }))
    }

    async fn end_guarantee(
        &self,
        request: Request<EndGuaranteeRequest>,
    ) -> Result<Response<EndGuaranteeResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let mut reader = Reader::default();
        let why = "Choose tenant-died, notice or agreed.";
        let reason = reader.choice("reason", why, request.reason, words::guarantee_end_reason);
        let last_day = reader.date("end_date", request.end_date);
        reader.unreadable.into_result(INVALID)?;
        let draft = GuaranteeEndDraft { reason, last_day };
        let (id, deed) = (request.application_id.into(), request.deed_id.into());
        let ended = self
            .agreements
            .end_deed(&caller, id, deed, draft, key.as_ref())
            .await?;
        Ok(Response::new(EndGuaranteeResponse {
            agreement: Some(agreement(ended)),
        }))
    }

    async fn read_guarantee_by_link(
        &self,
        request: Request<ReadGuaranteeByLinkRequest>,
    ) -> Result<Response<ReadGuaranteeByLinkResponse>, Status> {
        let device = by_link(request.metadata());
        let request = request.into_inner();
        let deed = request.deed_id.into();
        let read = self
            .agreements
            .read_deed_by_link(&request.token, deed, &device)
            .await?;
        Ok(Response::new(ReadGuaranteeByLinkResponse {
            content: read.bytes,
            file_name: read.file_name,
        }))
    }
}
