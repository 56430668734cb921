//! `lintel.tenancy.v1.HoldingDepositService`.

use lintel_proto::{
    read::Reader,
    tenancy::v1::{
        self, GetHoldingDepositRequest, GetHoldingDepositResponse, RecordHoldingDepositRequest,
        RecordHoldingDepositResponse, RemoveHoldingDepositRequest, RemoveHoldingDepositResponse,
        holding_deposit_service_server::HoldingDepositService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{
    app::applying::{HoldingDeposits, StandingHolding},
    contract::words,
    domain::applying::HoldingDraft,
};

/// Serves [`HoldingDeposits`] over gRPC.
#[derive(Debug, Clone)]
pub struct HoldingDepositGrpc {
    holdings: HoldingDeposits,
}

impl HoldingDepositGrpc {
    /// Serves `holdings`.
    #[must_use]
    pub const fn new(holdings: HoldingDeposits) -> Self {
        Self { holdings }
    }
}

#[tonic::async_trait]
impl HoldingDepositService for HoldingDepositGrpc {
    async fn get_holding_deposit(
        &self,
        request: Request<GetHoldingDepositRequest>,
    ) -> Result<Response<GetHoldingDepositResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.application_id.into();
        let standing = self.holdings.get(&caller, id).await?;
        Ok(Response::new(GetHoldingDepositResponse {
            holding_deposit: Some(holding(standing)),
        }))
    }

    async fn record_holding_deposit(
        &self,
        request: Request<RecordHoldingDepositRequest>,
    ) -> Result<Response<RecordHoldingDepositResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = draft(request.holding_deposit.unwrap_or_default());
        let id = request.application_id.into();
        let standing = self
            .holdings
            .record(&caller, id, draft, key.as_ref())
            .await?;
        Ok(Response::new(RecordHoldingDepositResponse {
            holding_deposit: Some(holding(standing)),
        }))
    }

    async fn remove_holding_deposit(
        &self,
        request: Request<RemoveHoldingDepositRequest>,
    ) -> Result<Response<RemoveHoldingDepositResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.application_id.into();
        let standing = self.holdings.remove(&caller, id, key.as_ref()).await?;
        Ok(Response::new(RemoveHoldingDepositResponse {
            holding_deposit: Some(holding(standing)),
        }))
    }
}

fn draft(given: v1::HoldingDeposit) -> HoldingDraft {
    let mut read = Reader::default();
    let known = words::holding_outcome;
    HoldingDraft {
        amount: read.money("amount", given.amount),
        received: read.date("receive_date", given.receive_date),
        agreed: read.date("agree_by_date", given.agree_by_date),
        outcome: read.choice("outcome", "Choose what became of it.", given.outcome, known),
        outcome_on: read.date("outcome_date", given.outcome_date),
        reason: given.reason,
        unreadable: read.unreadable,
    }
}

fn holding(standing: StandingHolding) -> v1::HoldingDeposit {
    let known = v1::HoldingDeposit {
        rule: standing.rule,
        warnings: standing.warnings,
        pay_back_by_date: standing.pay_back_by.map(Into::into),
        agree_by_date: standing.agree_by.map(Into::into),
        ..v1::HoldingDeposit::default()
    };
    let Some(held) = standing.held else {
        return known;
    };
    let (outcome, outcome_on) = held.outcome.unzip();
    v1::HoldingDeposit {
        amount: Some(held.amount.into()),
        receive_date: Some(held.received.into()),
        agreed_in_writing: held.agreed.is_some(),
        outcome: outcome.map_or(0, |outcome| v1::HoldingOutcome::from(outcome).into()),
        outcome_date: outcome_on.map(Into::into),
        reason: held.reason.unwrap_or_default(),
        ..known
    }
}
