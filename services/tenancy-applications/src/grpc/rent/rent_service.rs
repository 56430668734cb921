//! `lintel.tenancy.v1.RentService`.

use chrono::NaiveDate;
use lintel_core::{PageRequest, PageToken};
use lintel_proto::{
    common,
    read::Reader,
    tenancy::v1::{
        GetLedgerRequest, GetLedgerResponse, GetTenancyRentRequest, GetTenancyRentResponse,
        ListArrearsRequest, ListArrearsResponse, ListRentPaymentsRequest, ListRentPaymentsResponse,
        PostLedgerEntryRequest, PostLedgerEntryResponse, ProposeRentRiseRequest,
        ProposeRentRiseResponse, ReadRentStatementRequest, ReadRentStatementResponse,
        RecordRentChangeRequest, RecordRentChangeResponse, SetSharesRequest, SetSharesResponse,
        StartRentRequest, StartRentResponse, rent_service_server::RentService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::{convert, shares, tenancy_rent};
use crate::{app::rent::Rent, domain::rent::ledger::readable};

/// Serves [`Rent`] over gRPC.
#[derive(Debug, Clone)]
pub struct RentGrpc {
    rent: Rent,
}

impl RentGrpc {
    /// Serves `rent`.
    #[must_use]
    pub const fn new(rent: Rent) -> Self {
        Self { rent }
    }
}

#[tonic::async_trait]
impl RentService for RentGrpc {
    async fn get_ledger(
        &self,
        request: Request<GetLedgerRequest>,
    ) -> Result<Response<GetLedgerResponse>, Status> {
        let (caller, request) = read(request)?;
        let [as_of] = days([("as_of", request.as_of)])?;
        let view = self
            .rent
            .ledger(&caller, request.tenant_id.into(), as_of)
            .await?;
        Ok(Response::new(convert::ledger(view)))
    }

    async fn get_tenancy_rent(
        &self,
        request: Request<GetTenancyRentRequest>,
    ) -> Result<Response<GetTenancyRentResponse>, Status> {
        let (caller, request) = read(request)?;
        let [as_of] = days([("as_of", request.as_of)])?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let found = self
            .rent
            .of_tenancy(&caller, request.tenancy_id.into(), as_of, &page)
            .await?;
        Ok(Response::new(tenancy_rent::of_tenancy(found)))
    }

    async fn set_shares(
        &self,
        request: Request<SetSharesRequest>,
    ) -> Result<Response<SetSharesResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.tenancy_id.into();
        let draft = shares::draft(request);
        let (said, rent) = self
            .rent
            .set_shares(&caller, id, draft, key.as_ref())
            .await?;
        Ok(Response::new(SetSharesResponse {
            shares: Some(shares::change(&said)),
            monthly_rent: Some(rent.into()),
        }))
    }

    async fn list_rent_payments(
        &self,
        request: Request<ListRentPaymentsRequest>,
    ) -> Result<Response<ListRentPaymentsResponse>, Status> {
        let (caller, request) = read(request)?;
        let tenant = request.tenant_id.into();
        let (property, payments) = self.rent.payments(&caller, tenant).await?;
        let payments = payments.into_iter();
        Ok(Response::new(ListRentPaymentsResponse {
            rent_payments: payments
                .map(|one| convert::payment(property.get(), one))
                .collect(),
        }))
    }

    async fn read_rent_statement(
        &self,
        request: Request<ReadRentStatementRequest>,
    ) -> Result<Response<ReadRentStatementResponse>, Status> {
        let (caller, request) = read(request)?;
        let [first, last] = days([
            ("from_date", request.from_date),
            ("to_date", request.to_date),
        ])?;
        let tenant = request.tenant_id.into();
        let read = self
            .rent
            .statement(&caller, tenant, (first, last), &request.format)
            .await?;
        Ok(Response::new(ReadRentStatementResponse {
            content: read.content,
            media_type: read.media_type.to_owned(),
            file_name: read.file_name,
        }))
    }

    async fn post_ledger_entry(
        &self,
        request: Request<PostLedgerEntryRequest>,
    ) -> Result<Response<PostLedgerEntryResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = convert::entry_draft(request.entry.unwrap_or_default());
        let tenant = request.tenant_id.into();
        let draft = (draft, request.email_tenant);
        let (line, arrears) = self.rent.post(&caller, tenant, draft, key.as_ref()).await?;
        Ok(Response::new(PostLedgerEntryResponse {
            entry: Some(convert::line(line)),
            arrears: Some(convert::arrears(&arrears)),
        }))
    }

    async fn list_arrears(
        &self,
        request: Request<ListArrearsRequest>,
    ) -> Result<Response<ListArrearsResponse>, Status> {
        let (caller, request) = read(request)?;
        let [as_of] = days([("as_of", request.as_of)])?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let sort = convert::arrears_sort(request.sort)?;
        let listed = self
            .rent
            .arrears(&caller, as_of, request.all, sort, &page)
            .await?;
        let rows = listed.page.rows.into_iter();
        Ok(Response::new(ListArrearsResponse {
            tenants: rows
                .map(|row| convert::tenant_arrears(row, listed.as_of))
                .collect(),
            next_page_token: PageToken::next(listed.page.next),
            total_owed: Some(listed.totals.overdue.into()),
            tenants_in_arrears: listed.totals.tenants,
            tenancies_in_arrears: listed.totals.tenancies,
            received_this_month: Some(listed.totals.month.received.into()),
            due_this_month: Some(listed.totals.month.due.into()),
        }))
    }

    async fn start_rent(
        &self,
        request: Request<StartRentRequest>,
    ) -> Result<Response<StartRentResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let tenant = request.tenant_id.into();
        let draft = convert::terms_draft(request);
        let started = self
            .rent
            .start(&caller, tenant, draft, key.as_ref())
            .await?;
        Ok(Response::new(StartRentResponse {
            terms: Some(convert::terms(&started)),
        }))
    }

    async fn propose_rent_rise(
        &self,
        request: Request<ProposeRentRiseRequest>,
    ) -> Result<Response<ProposeRentRiseResponse>, Status> {
        let (caller, request) = read(request)?;
        let [served] = days([("serve_date", request.serve_date)])?;
        let rise = self
            .rent
            .propose(&caller, request.tenant_id.into(), served)
            .await?;
        Ok(Response::new(convert::rise(rise)))
    }

    async fn record_rent_change(
        &self,
        request: Request<RecordRentChangeRequest>,
    ) -> Result<Response<RecordRentChangeResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let tenant = request.tenant_id.into();
        let (before_lintel, email) = (request.before_lintel, request.email_tenants);
        let draft = convert::change_draft(request);
        if before_lintel {
            let rose = self
                .rent
                .rose_before(&caller, tenant, draft, key.as_ref())
                .await?;
            return Ok(Response::new(RecordRentChangeResponse {
                change: Some(convert::earlier(rose)),
            }));
        }
        let asked = (draft, email);
        let (change, in_force) = self
            .rent
            .change(&caller, tenant, asked, key.as_ref())
            .await?;
        Ok(Response::new(RecordRentChangeResponse {
            change: Some(convert::change(&change, in_force)),
        }))
    }
}

/// Days that may be absent.
fn days<const COUNT: usize>(
    given: [(&str, Option<common::v1::Date>); COUNT],
) -> Result<[Option<NaiveDate>; COUNT], Status> {
    let mut reader = Reader::default();
    let days = given.map(|(field, day)| reader.date(field, day));
    readable(reader.unreadable)?;
    Ok(days)
}
