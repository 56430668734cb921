//! `lintel.tenancy.v1.BankStatementService`.

use lintel_auth::principal;
use lintel_core::{LedgerEntryId, PageRequest, PageToken, TenantId};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{
        self, AddBankStatementRequest, AddBankStatementResponse, DecideBankLinesRequest,
        DecideBankLinesResponse, ListBankLinesRequest, ListBankLinesResponse,
        ListBankStatementsRequest, ListBankStatementsResponse,
        bank_statement_service_server::BankStatementService,
    },
};
use lintel_runtime::{into_status, request_key};
use tonic::{Request, Response, Status};

use crate::{
    app::{BankDecision, BankLine, BankStatements},
    domain::{BankStatement, bank_match::BankMatch},
    wire,
};

/// Serves [`BankStatements`] over gRPC.
#[derive(Debug, Clone)]
pub struct BankStatementGrpc {
    statements: BankStatements,
}

impl BankStatementGrpc {
    /// Serves `statements`.
    #[must_use]
    pub const fn new(statements: BankStatements) -> Self {
        Self { statements }
    }
}

#[tonic::async_trait]
impl BankStatementService for BankStatementGrpc {
    async fn add_bank_statement(
        &self,
        request: Request<AddBankStatementRequest>,
    ) -> Result<Response<AddBankStatementResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let AddBankStatementRequest {
            file_name, content, ..
        } = request;
        let added = self
            .statements
            .add(&caller, &file_name, content, key.as_ref());
        let added = added.await.map_err(into_status)?;
        Ok(Response::new(AddBankStatementResponse {
            bank_statement: Some(statement(added)),
        }))
    }

    async fn list_bank_statements(
        &self,
        request: Request<ListBankStatementsRequest>,
    ) -> Result<Response<ListBankStatementsResponse>, Status> {
        let caller = principal(&request)?;
        let listed = self.statements.list(&caller).await.map_err(into_status)?;
        Ok(Response::new(ListBankStatementsResponse {
            bank_statements: listed.into_iter().map(statement).collect(),
        }))
    }

    async fn list_bank_lines(
        &self,
        request: Request<ListBankLinesRequest>,
    ) -> Result<Response<ListBankLinesResponse>, Status> {
        let caller = principal(&request)?;
        let request = request.into_inner();
        let page =
            PageRequest::parse(request.page_size, &request.page_token).map_err(into_status)?;
        let statement = Some(request.bank_statement_id).filter(|id| *id != 0);
        let state = wire::bank_line_state(request.state());
        let statement = statement.map(Into::into);
        let listed = self.statements.lines(&caller, statement, state, &page);
        let listed = listed.await.map_err(into_status)?;
        Ok(Response::new(ListBankLinesResponse {
            lines: listed.rows.into_iter().map(line).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn decide_bank_lines(
        &self,
        request: Request<DecideBankLinesRequest>,
    ) -> Result<Response<DecideBankLinesResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let decisions = request.decisions.into_iter().map(|one| BankDecision {
            line: one.bank_line_id.into(),
            tenant: Some(one.tenant_id).filter(|id| *id != 0).map(Into::into),
        });
        let decisions: Vec<_> = decisions.collect();
        let decided = self.statements.decide(&caller, &decisions, key.as_ref());
        let decided = decided.await.map_err(into_status)?;
        Ok(Response::new(DecideBankLinesResponse {
            received: i32::try_from(decided.received).unwrap_or(i32::MAX),
            ignored: i32::try_from(decided.ignored).unwrap_or(i32::MAX),
        }))
    }
}

fn statement(statement: BankStatement) -> v1::BankStatement {
    let (first, last) = statement.days.unzip();
    v1::BankStatement {
        bank_statement_id: statement.id.get(),
        file_name: statement.file_name,
        format: statement.format,
        lines: statement.lines,
        known_lines: statement.known,
        open_lines: statement.open,
        from_date: first.map(Into::into),
        to_date: last.map(Into::into),
        create_time: Some(timestamp(statement.created_at)),
    }
}

fn line(line: BankLine) -> v1::BankLine {
    let stored = line.stored;
    let (entry, tenant) = stored.receipt.unzip();
    v1::BankLine {
        bank_line_id: stored.id.get(),
        bank_statement_id: stored.statement.get(),
        date: Some(stored.booked.into()),
        amount: Some(stored.amount.into()),
        payer: line.said.payer,
        reference: line.said.reference,
        state: v1::BankLineState::from(stored.state).into(),
        tenant_id: tenant.map_or(0, TenantId::get),
        entry_id: entry.map_or(0, LedgerEntryId::get),
        matches: line.matches.into_iter().map(found).collect(),
    }
}

fn found(found: BankMatch) -> v1::BankMatch {
    v1::BankMatch {
        tenant_id: found.tenant.get(),
        tenant_name: found.name,
        property_display_name: found.home,
        reason: found.reason,
        sure: found.sure,
    }
}
