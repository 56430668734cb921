//! `lintel.tenancy.v1.DutyService`.

use chrono::NaiveDate;
use lintel_proto::{
    read::Reader,
    tenancy::v1::{
        self, GetDutiesRequest, GetDutiesResponse, RecordPaperRequest, RecordPaperResponse,
        RecordPetRequestRequest, RecordPetRequestResponse, RemovePetRequestRequest,
        RemovePetRequestResponse, duty_service_server::DutyService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{
    app::letting::{Duties, Owed},
    contract::words,
    domain::letting::{KeptPetRequest, OwedPaper, PetRequestDraft},
};

/// Serves [`Duties`] over gRPC.
#[derive(Debug, Clone)]
pub struct DutyGrpc {
    duties: Duties,
}

impl DutyGrpc {
    /// Serves `duties`.
    #[must_use]
    pub const fn new(duties: Duties) -> Self {
        Self { duties }
    }
}

#[tonic::async_trait]
impl DutyService for DutyGrpc {
    async fn get_duties(
        &self,
        request: Request<GetDutiesRequest>,
    ) -> Result<Response<GetDutiesResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.tenant_id.into();
        let owed = self.duties.get(&caller, id).await?;
        Ok(Response::new(GetDutiesResponse {
            duties: Some(duties(owed)),
        }))
    }

    async fn record_paper(
        &self,
        request: Request<RecordPaperRequest>,
    ) -> Result<Response<RecordPaperResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let mut read = Reader::default();
        let paper = read.choice(
            "paper",
            "Choose what was given.",
            request.paper,
            words::paper,
        );
        let given = read.date("delivery_date", request.delivery_date);
        let (id, said) = (request.tenant_id.into(), (paper, given));
        let owed = self
            .duties
            .record_paper(&caller, id, said, read.unreadable, key.as_ref())
            .await?;
        Ok(Response::new(RecordPaperResponse {
            duties: Some(duties(owed)),
        }))
    }

    async fn record_pet_request(
        &self,
        request: Request<RecordPetRequestRequest>,
    ) -> Result<Response<RecordPetRequestResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.pet_request.unwrap_or_default();
        let number = Some(given.pet_request_id).filter(|id| *id != 0);
        let (id, number) = (request.tenant_id.into(), number.map(Into::into));
        let draft = draft(given);
        let owed = self
            .duties
            .record_pet(&caller, id, number, draft, key.as_ref())
            .await?;
        Ok(Response::new(RecordPetRequestResponse {
            duties: Some(duties(owed)),
        }))
    }

    async fn remove_pet_request(
        &self,
        request: Request<RemovePetRequestRequest>,
    ) -> Result<Response<RemovePetRequestResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let (id, number) = (request.tenant_id.into(), request.pet_request_id.into());
        let owed = self
            .duties
            .remove_pet(&caller, id, number, key.as_ref())
            .await?;
        Ok(Response::new(RemovePetRequestResponse {
            duties: Some(duties(owed)),
        }))
    }
}

fn draft(given: v1::PetRequest) -> PetRequestDraft {
    let mut read = Reader::default();
    PetRequestDraft {
        pet: given.pet,
        requested: read.date("request_date", given.request_date),
        informed: read.date("information_date", given.information_date),
        answer: read.choice(
            "answer",
            "Choose an answer.",
            given.answer,
            words::pet_answer,
        ),
        answered: read.date("answer_date", given.answer_date),
        reason: given.reason,
        unreadable: read.unreadable,
    }
}

fn duties(owed: Owed) -> v1::Duties {
    let pets = owed.pets.into_iter().map(|(kept, by)| pet(kept, by));
    v1::Duties {
        papers: owed.papers.into_iter().map(paper).collect(),
        pet_requests: pets.collect(),
        pet_rule: owed.pet_rule,
    }
}

fn paper(owed: OwedPaper) -> v1::OwedPaper {
    v1::OwedPaper {
        paper: v1::Paper::from(owed.paper).into(),
        due_date: owed.due.map(Into::into),
        rule: owed.rule,
        delivery_date: owed.given.map(Into::into),
        signing_date: owed.signed.map(Into::into),
    }
}

/// Returns a request for a pet as the contract has it.
pub(super) fn pet(kept: KeptPetRequest, by: Option<NaiveDate>) -> v1::PetRequest {
    let request = kept.request;
    let (answer, answered) = request.answer.unzip();
    v1::PetRequest {
        pet_request_id: kept.id.get(),
        pet: request.pet,
        request_date: Some(request.requested.into()),
        information_date: request.informed.map(Into::into),
        answer_by_date: by.map(Into::into),
        answer: answer.map_or(0, |answer| v1::PetAnswer::from(answer).into()),
        answer_date: answered.map(Into::into),
        reason: request.reason.unwrap_or_default(),
    }
}
