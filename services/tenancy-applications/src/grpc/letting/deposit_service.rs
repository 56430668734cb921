//! `lintel.tenancy.v1.DepositService`.

use lintel_core::TenancyDocumentId;
use lintel_proto::{
    convert::timestamp,
    read::Reader,
    tenancy::v1::{
        self, GetDepositRequest, GetDepositResponse, ProposeNoticeRequest, ProposeNoticeResponse,
        RecordDepositRequest, RecordDepositResponse, RecordDepositReturnRequest,
        RecordDepositReturnResponse, deposit_service_server::DepositService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{
    app::letting::{Deposits, HeldDeposit},
    contract::words,
    domain::letting::{DepositAnswer, DepositDraft, NoticeDraft, ReturnDraft},
};

/// Serves [`Deposits`] over gRPC.
#[derive(Debug, Clone)]
pub struct DepositGrpc {
    deposits: Deposits,
}

impl DepositGrpc {
    /// Serves `deposits`.
    #[must_use]
    pub const fn new(deposits: Deposits) -> Self {
        Self { deposits }
    }
}

#[tonic::async_trait]
impl DepositService for DepositGrpc {
    async fn get_deposit(
        &self,
        request: Request<GetDepositRequest>,
    ) -> Result<Response<GetDepositResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.tenant_id.into();
        let held = self.deposits.get(&caller, id).await?;
        Ok(Response::new(GetDepositResponse {
            deposit: held.map(deposit),
        }))
    }

    async fn record_deposit(
        &self,
        request: Request<RecordDepositRequest>,
    ) -> Result<Response<RecordDepositResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let asked = (
            draft(request.deposit.unwrap_or_default()),
            request.email_tenants,
        );
        let id = request.tenant_id.into();
        let held = self
            .deposits
            .record(&caller, id, asked, key.as_ref())
            .await?;
        Ok(Response::new(RecordDepositResponse {
            deposit: held.map(deposit),
        }))
    }

    async fn record_deposit_return(
        &self,
        request: Request<RecordDepositReturnRequest>,
    ) -> Result<Response<RecordDepositReturnResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.deposit.unwrap_or_default();
        let mut read = Reader::default();
        let draft = ReturnDraft {
            on: read.date("return_date", given.return_date),
            returned: read.money("returned", given.returned),
            deductions: given.deductions,
            bill: (given.bill_document_id != 0).then(|| given.bill_document_id.into()),
            unreadable: read.unreadable,
        };
        let id = request.tenant_id.into();
        let deposits = &self.deposits;
        let asked = (draft, request.email_tenants);
        let held = deposits.give_back(&caller, id, asked, key.as_ref()).await?;
        Ok(Response::new(RecordDepositReturnResponse {
            deposit: held.map(deposit),
        }))
    }

    async fn propose_notice(
        &self,
        request: Request<ProposeNoticeRequest>,
    ) -> Result<Response<ProposeNoticeResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.tenant_id.into();
        let mut read = Reader::default();
        let draft = NoticeDraft {
            giver: words::notice_giver(request.giver()),
            given: read.date("give_date", request.give_date),
            statement_given: read.date("statement_date", request.statement_date),
            agreement_signed: read.date("signing_date", request.signing_date),
            ground: request.ground,
            unreadable: read.unreadable,
        };
        let proposed = self.deposits.propose_notice(&caller, id, draft).await?;
        let asked = proposed.asked_for.into_iter().map(|one| v1::AskedFact {
            field: one.field.to_owned(),
            text: one.text,
        });
        let reasons = proposed.reasons.into_iter().map(|one| v1::NoticeReason {
            code: one.code,
            title: one.title,
            rule: one.rule,
        });
        Ok(Response::new(ProposeNoticeResponse {
            earliest_date: proposed.earliest.map(Into::into),
            reason: proposed.reason,
            said: proposed.said,
            asked_for: asked.collect(),
            reasons: reasons.collect(),
        }))
    }
}

fn draft(given: v1::Deposit) -> DepositDraft {
    let mut read = Reader::default();
    let known = words::deposit_scheme;
    DepositDraft {
        amount: read.money("amount", given.amount),
        received: read.date("receive_date", given.receive_date),
        scheme: read.choice("scheme", "Choose a scheme.", given.scheme, known),
        scheme_reference: given.scheme_reference,
        protected: read.date("protect_date", given.protect_date),
        informed: read.date("information_date", given.information_date),
        unreadable: read.unreadable,
    }
}

fn answer(answer: DepositAnswer) -> v1::DepositAnswer {
    v1::DepositAnswer {
        tenant_id: answer.tenant.get(),
        tenant_name: answer.name,
        agreed: answer.said.agreed,
        text: answer.said.text.unwrap_or_default(),
        answer_time: Some(timestamp(answer.at)),
        outdated: answer.outdated,
    }
}

/// Returns a deposit as the contract has it.
pub(in crate::grpc) fn deposit(held: HeldDeposit) -> v1::Deposit {
    let (known, clock) = (held.known, held.clock);
    v1::Deposit {
        amount: Some(held.amount.into()),
        protect_by_date: clock.as_ref().map(|clock| clock.protect_by.into()),
        inform_by_date: clock.as_ref().map(|clock| clock.inform_by.into()),
        clock_doubt: clock
            .as_ref()
            .and_then(|clock| clock.doubt.clone())
            .unwrap_or_default(),
        clock_rule: clock.map(|clock| clock.rule).unwrap_or_default(),
        warnings: held.warnings,
        receive_date: known.received.map(Into::into),
        scheme: known
            .scheme
            .map_or(0, |scheme| v1::DepositScheme::from(scheme).into()),
        scheme_reference: known.scheme_reference.unwrap_or_default(),
        protect_date: known.protected.map(Into::into),
        information_date: known.informed.map(Into::into),
        return_date: known.returned_on.map(Into::into),
        returned: known.returned.map(Into::into),
        deductions: known.deductions.unwrap_or_default(),
        answers: held.answers.into_iter().map(answer).collect(),
        bill_document_id: known.bill.map_or(0, TenancyDocumentId::get),
    }
}
