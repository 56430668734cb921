//! `lintel.maintenance.v1.ContractorService`.

use lintel_core::{Expected, PageRequest, PageToken, Search};
use lintel_proto::{
    maintenance::v1::{
        CreateContractorRequest, CreateContractorResponse, DeleteContractorRequest,
        DeleteContractorResponse, GetContractorRequest, GetContractorResponse,
        ListContractorsRequest, ListContractorsResponse, UpdateContractorRequest,
        UpdateContractorResponse, contractor_service_server::ContractorService,
    },
    read::masked,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::{convert, words};
use crate::{app::maintenance::Contractors, domain::maintenance::ContractorField};

/// Serves [`Contractors`] over gRPC.
#[derive(Debug, Clone)]
pub struct ContractorGrpc {
    contractors: Contractors,
}

impl ContractorGrpc {
    /// Serves `contractors`.
    #[must_use]
    pub const fn new(contractors: Contractors) -> Self {
        Self { contractors }
    }
}

#[tonic::async_trait]
impl ContractorService for ContractorGrpc {
    async fn get_contractor(
        &self,
        request: Request<GetContractorRequest>,
    ) -> Result<Response<GetContractorResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.contractor_id.into();
        let found = self.contractors.get(&caller, id).await?;
        Ok(Response::new(GetContractorResponse {
            contractor: Some(convert::contractor(found)),
        }))
    }

    async fn list_contractors(
        &self,
        request: Request<ListContractorsRequest>,
    ) -> Result<Response<ListContractorsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let search = Search::read(&request.search)?;
        let trade = words::trade(request.trade());
        let listed = self
            .contractors
            .list(&caller, trade, &search, &page)
            .await?;
        Ok(Response::new(ListContractorsResponse {
            contractors: listed.rows.into_iter().map(convert::contractor).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn create_contractor(
        &self,
        request: Request<CreateContractorRequest>,
    ) -> Result<Response<CreateContractorResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = convert::contractor_draft(request.contractor.unwrap_or_default());
        let added = self
            .contractors
            .create(&caller, &draft, key.as_ref())
            .await?;
        Ok(Response::new(CreateContractorResponse {
            contractor: Some(convert::contractor(added)),
        }))
    }

    async fn update_contractor(
        &self,
        request: Request<UpdateContractorRequest>,
    ) -> Result<Response<UpdateContractorResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.contractor.unwrap_or_default();
        let id = given.contractor_id.into();
        let fields = masked(request.update_mask, ContractorField::parse);
        let expected = Expected::parse(&request.etag);
        let draft = convert::contractor_draft(given);
        let changed = self
            .contractors
            .update(&caller, id, fields, draft, &expected, key.as_ref())
            .await?;
        Ok(Response::new(UpdateContractorResponse {
            contractor: Some(convert::contractor(changed)),
        }))
    }

    async fn delete_contractor(
        &self,
        request: Request<DeleteContractorRequest>,
    ) -> Result<Response<DeleteContractorResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.contractor_id.into();
        self.contractors.delete(&caller, id, key.as_ref()).await?;
        Ok(Response::new(DeleteContractorResponse {}))
    }
}
