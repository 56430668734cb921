//! `lintel.tenancy.v1.MoveInService`.

use lintel_proto::{
    convert::timestamp,
    read::Reader,
    tenancy::v1::{
        self, CompleteMoveInRequest, CompleteMoveInResponse, ListRightToRentChecksRequest,
        ListRightToRentChecksResponse, ReadRightToRentEvidenceRequest,
        ReadRightToRentEvidenceResponse, RecordRightToRentRequest, RecordRightToRentResponse,
        WaiveReferenceRequest, WaiveReferenceResponse, move_in_service_server::MoveInService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::tenant;
use crate::{
    app::{documents::RightToRent, letting::MoveIn, references::References},
    contract::words,
    domain::documents::{RightToRentCheck, RightToRentDraft},
    grpc::applying::application,
};

/// Serves what leads from a decision into the home over gRPC.
#[derive(Debug, Clone)]
pub struct MoveInGrpc {
    references: References,
    rights: RightToRent,
    move_in: MoveIn,
}

impl MoveInGrpc {
    /// Serves `references` that are waived, `rights` to rent and `move_in`.
    #[must_use]
    pub const fn new(references: References, rights: RightToRent, move_in: MoveIn) -> Self {
        Self {
            references,
            rights,
            move_in,
        }
    }
}

#[tonic::async_trait]
impl MoveInService for MoveInGrpc {
    async fn waive_reference(
        &self,
        request: Request<WaiveReferenceRequest>,
    ) -> Result<Response<WaiveReferenceResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let kind = words::reference_kind(request.kind());
        let id = request.application_id.into();
        let waived = self
            .references
            .waive(&caller, id, kind, &request.reason, key.as_ref())
            .await?;
        Ok(Response::new(WaiveReferenceResponse {
            application: Some(application::application(waived)?),
        }))
    }

    async fn record_right_to_rent(
        &self,
        request: Request<RecordRightToRentRequest>,
    ) -> Result<Response<RecordRightToRentResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.check.unwrap_or_default();
        let (id, evidence) = (given.application_id.into(), request.evidence);
        let rights = &self.rights;
        let recorded = rights
            .record(&caller, id, draft(given), evidence, key.as_ref())
            .await?;
        Ok(Response::new(RecordRightToRentResponse {
            check: Some(check(recorded)),
        }))
    }

    async fn list_right_to_rent_checks(
        &self,
        request: Request<ListRightToRentChecksRequest>,
    ) -> Result<Response<ListRightToRentChecksResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.application_id.into();
        let listed = self.rights.list(&caller, id).await?;
        Ok(Response::new(ListRightToRentChecksResponse {
            checks: listed.into_iter().map(check).collect(),
        }))
    }

    async fn read_right_to_rent_evidence(
        &self,
        request: Request<ReadRightToRentEvidenceRequest>,
    ) -> Result<Response<ReadRightToRentEvidenceResponse>, Status> {
        let (caller, request) = read(request)?;
        let (application, id) = (
            request.application_id.into(),
            request.right_to_rent_check_id.into(),
        );
        let read = self.rights.read(&caller, application, id).await?;
        Ok(Response::new(ReadRightToRentEvidenceResponse {
            media_type: read.media_type,
            content: read.bytes,
        }))
    }

    async fn complete_move_in(
        &self,
        request: Request<CompleteMoveInRequest>,
    ) -> Result<Response<CompleteMoveInResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        let email = request.email_tenants;
        let moved = self
            .move_in
            .complete(&caller, id, email, key.as_ref())
            .await?;
        Ok(Response::new(CompleteMoveInResponse {
            tenant: Some(tenant::tenant(moved)),
        }))
    }
}

fn draft(given: v1::RightToRentCheck) -> RightToRentDraft {
    let mut read = Reader::default();
    let known = words::right_to_rent_method;
    let how = "Choose share code, identity provider or original documents.";
    RightToRentDraft {
        name: given.display_name,
        method: read.choice("method", how, given.method, known),
        document: given.document,
        checked: read.date("check_date", given.check_date),
        checker: given.checker,
        expires: read.date("expire_date", given.expire_date),
        unreadable: read.unreadable,
    }
}

fn check(check: RightToRentCheck) -> v1::RightToRentCheck {
    let follow_up = check.seen.follow_up();
    let seen = check.seen;
    v1::RightToRentCheck {
        right_to_rent_check_id: check.id.get(),
        application_id: check.application.get(),
        display_name: seen.name.unwrap_or_default(),
        method: v1::RightToRentMethod::from(seen.method).into(),
        document: seen.document,
        check_date: Some(seen.checked.into()),
        checker: seen.checker,
        expire_date: seen.expires.map(Into::into),
        follow_up_date: follow_up.map(Into::into),
        has_evidence: check.media_type.is_some(),
        create_time: Some(timestamp(check.created_at)),
    }
}
