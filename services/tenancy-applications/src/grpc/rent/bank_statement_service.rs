//! `lintel.tenancy.v1.BankStatementService`.

use chrono::NaiveDate;
use lintel_auth::principal;
use lintel_core::{BankLineId, Error, Money, PageRequest, PageToken, Violations};
use lintel_proto::tenancy::v1::{
    AddBankStatementRequest, AddBankStatementResponse, DecideBankLinesRequest,
    DecideBankLinesResponse, DeleteBankLayoutRequest, DeleteBankLayoutResponse,
    GetBankMonthRequest, GetBankMonthResponse, ListBankAccountsRequest, ListBankAccountsResponse,
    ListBankLayoutsRequest, ListBankLayoutsResponse, ListBankLinesRequest, ListBankLinesResponse,
    ListBankStatementsRequest, ListBankStatementsResponse, PreviewBankFileRequest,
    PreviewBankFileResponse, RenameBankAccountRequest, RenameBankAccountResponse,
    UndoBankLinesRequest, UndoBankLinesResponse,
    bank_statement_service_server::BankStatementService,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::bank_messages;
use crate::{
    app::rent::{BankDecision, BankStatements, Become, NewFile},
    contract::words,
    domain::rent::{BankLinePartKind, bank_split::Part, month_of},
    store::rent::bank_line::Wanted,
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
        let (caller, request, key) = write(request)?;
        let layout = request.layout.map(bank_messages::layout).transpose();
        let file = NewFile {
            file_name: request.file_name,
            content: request.content,
            layout: layout?,
            layout_name: request.layout_name,
            leave_out: request.leave_out,
            account: some(request.bank_account_id).map(Into::into),
            account_name: request.bank_account_name,
        };
        let added = self.statements.add(&caller, file, key.as_ref()).await?;
        Ok(Response::new(AddBankStatementResponse {
            bank_statement: Some(bank_messages::statement(added)),
        }))
    }

    async fn list_bank_statements(
        &self,
        request: Request<ListBankStatementsRequest>,
    ) -> Result<Response<ListBankStatementsResponse>, Status> {
        let caller = principal(&request)?;
        let listed = self.statements.list(&caller).await?;
        let listed = listed.into_iter().map(bank_messages::statement);
        Ok(Response::new(ListBankStatementsResponse {
            bank_statements: listed.collect(),
        }))
    }

    async fn list_bank_lines(
        &self,
        request: Request<ListBankLinesRequest>,
    ) -> Result<Response<ListBankLinesResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let wanted = Wanted {
            statement: some(request.bank_statement_id).map(Into::into),
            state: words::bank_line_state(request.state()),
            decided: request.decided,
            way: words::bank_line_way(request.way()),
            account: some(request.bank_account_id).map(Into::into),
            days: day(request.month)?.map(month_of),
        };
        let listed = self.statements.lines(&caller, wanted, &page).await?;
        Ok(Response::new(ListBankLinesResponse {
            lines: listed.rows.into_iter().map(bank_messages::line).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn decide_bank_lines(
        &self,
        request: Request<DecideBankLinesRequest>,
    ) -> Result<Response<DecideBankLinesResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let decisions = decisions(&request)?;
        let email_tenants = request.email_tenants;
        let decided = self
            .statements
            .decide(&caller, &decisions, email_tenants, key.as_ref())
            .await?;
        Ok(Response::new(DecideBankLinesResponse {
            received: decided.received,
            ignored: decided.ignored,
            refunded: decided.refunded,
            returned: decided.returned,
        }))
    }

    async fn undo_bank_lines(
        &self,
        request: Request<UndoBankLinesRequest>,
    ) -> Result<Response<UndoBankLinesResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let lines = request.bank_line_ids.into_iter().map(BankLineId::new);
        let lines: Vec<_> = lines.collect();
        let undone = self.statements.undo(&caller, &lines, key.as_ref()).await?;
        Ok(Response::new(UndoBankLinesResponse {
            undone: i32::try_from(undone).unwrap_or(i32::MAX),
        }))
    }

    async fn preview_bank_file(
        &self,
        request: Request<PreviewBankFileRequest>,
    ) -> Result<Response<PreviewBankFileResponse>, Status> {
        let caller = principal(&request)?;
        let PreviewBankFileRequest {
            content,
            layout,
            leave_out,
        } = request.into_inner();
        let layout = layout.map(bank_messages::layout).transpose()?;
        let (question, kept) = self
            .statements
            .preview(&caller, content, layout, leave_out)
            .await?;
        Ok(Response::new(bank_messages::preview(question, kept)))
    }

    async fn get_bank_month(
        &self,
        request: Request<GetBankMonthRequest>,
    ) -> Result<Response<GetBankMonthResponse>, Status> {
        let (caller, request) = read(request)?;
        let account = some(request.bank_account_id).map(Into::into);
        let month = day(request.month)?;
        let found = self.statements.month(&caller, account, month).await?;
        Ok(Response::new(bank_messages::month(&found)))
    }

    async fn list_bank_accounts(
        &self,
        request: Request<ListBankAccountsRequest>,
    ) -> Result<Response<ListBankAccountsResponse>, Status> {
        let caller = principal(&request)?;
        let found = self.statements.accounts_of(&caller).await;
        let found = found?.into_iter();
        Ok(Response::new(ListBankAccountsResponse {
            bank_accounts: found.map(bank_messages::account).collect(),
        }))
    }

    async fn rename_bank_account(
        &self,
        request: Request<RenameBankAccountRequest>,
    ) -> Result<Response<RenameBankAccountResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let account = request.bank_account_id.into();
        let renamed = self
            .statements
            .rename_account(&caller, account, &request.name, key.as_ref())
            .await?;
        Ok(Response::new(RenameBankAccountResponse {
            bank_account: Some(bank_messages::account(renamed)),
        }))
    }

    async fn list_bank_layouts(
        &self,
        request: Request<ListBankLayoutsRequest>,
    ) -> Result<Response<ListBankLayoutsResponse>, Status> {
        let caller = principal(&request)?;
        let found = self.statements.layouts(&caller).await;
        let found = found?.into_iter();
        Ok(Response::new(ListBankLayoutsResponse {
            bank_layouts: found.map(bank_messages::kept_layout).collect(),
        }))
    }

    async fn delete_bank_layout(
        &self,
        request: Request<DeleteBankLayoutRequest>,
    ) -> Result<Response<DeleteBankLayoutResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let layout = request.bank_layout_id.into();
        self.statements
            .forget_layout(&caller, layout, key.as_ref())
            .await?;
        Ok(Response::new(DeleteBankLayoutResponse {}))
    }
}

/// An id that is said.
fn some(id: i64) -> Option<i64> {
    Some(id).filter(|id| *id != 0)
}

fn day(given: Option<lintel_proto::common::v1::Date>) -> Result<Option<NaiveDate>, Error> {
    let read = given.map(NaiveDate::try_from).transpose();
    read.map_err(|_| Error::field("BANK_MONTH_INVALID", "month", "Choose a month."))
}

fn decisions(request: &DecideBankLinesRequest) -> Result<Vec<BankDecision>, Error> {
    let mut found = Violations::default();
    let mut decisions = Vec::new();
    for (place, one) in request.decisions.iter().enumerate() {
        let tenant = some(one.tenant_id).map(Into::into);
        let kind = words::bank_line_part_kind(one.kind());
        let parts = one.parts.iter().enumerate().map(|(nth, part)| {
            let field = format!("decisions[{place}].parts[{nth}]");
            let kind = words::bank_line_part_kind(part.kind());
            if kind.is_none() {
                found.add(format!("{field}.kind"), "Choose what it is.");
            }
            let amount = part.amount.clone().map(Money::try_from);
            let amount = match amount {
                Some(amount) => found.take(&format!("{field}.amount"), amount),
                None => {
                    found.add(format!("{field}.amount"), "Enter an amount.");
                    None
                }
            };
            Part {
                kind: kind.unwrap_or(BankLinePartKind::Nothing),
                tenant: some(part.tenant_id).map(Into::into),
                amount: amount.unwrap_or(Money::ZERO),
                charge: some(part.charge_entry_id).map(Into::into),
            }
        });
        let parts: Vec<_> = parts.collect();
        let become_what = match (parts.is_empty(), tenant) {
            (false, None) => Become::Parts(parts),
            (false, Some(_)) => {
                let message = "Choose a tenant or parts, not both.";
                found.add(format!("decisions[{place}].parts"), message);
                Become::Ignored
            }
            (true, Some(tenant)) => Become::Whole(tenant, kind),
            (true, None) => Become::Ignored,
        };
        decisions.push(BankDecision {
            line: one.bank_line_id.into(),
            become_what,
            propose_again: !one.forget,
        });
    }
    found.into_result("BANK_PARTS_INVALID")?;
    Ok(decisions)
}
