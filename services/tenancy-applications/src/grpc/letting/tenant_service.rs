//! `lintel.tenancy.v1.TenantService`.

use lintel_auth::principal;
use lintel_core::{Expected, PageRequest, PageToken};
use lintel_proto::{
    read::masked,
    tenancy,
    tenancy::v1::{
        CreateTenantRequest, CreateTenantResponse, EndTenantRequest, EndTenantResponse,
        GetTenantRequest, GetTenantResponse, GetTenantSummaryRequest, GetTenantSummaryResponse,
        ListTenantsRequest, ListTenantsResponse, ListTenantsToCallRequest,
        ListTenantsToCallResponse, ReadTenantPhotoRequest, ReadTenantPhotoResponse,
        RemoveTenantPhotoRequest, RemoveTenantPhotoResponse, SetTenantPhotoRequest,
        SetTenantPhotoResponse, StartTenancyRequest, StartTenancyResponse, UpdateTenantRequest,
        UpdateTenantResponse, tenant_service_server::TenantService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::tenant;
use crate::{
    app::letting::{TenantPhotos, Tenants},
    domain::letting::{HomesToCall, TenantField},
};

/// Serves [`Tenants`] and [`TenantPhotos`] over gRPC.
#[derive(Debug, Clone)]
pub struct TenantGrpc {
    tenants: Tenants,
    photos: TenantPhotos,
}

impl TenantGrpc {
    /// Serves `tenants` and their `photos`.
    #[must_use]
    pub const fn new(tenants: Tenants, photos: TenantPhotos) -> Self {
        Self { tenants, photos }
    }
}

#[tonic::async_trait]
impl TenantService for TenantGrpc {
    async fn get_tenant(
        &self,
        request: Request<GetTenantRequest>,
    ) -> Result<Response<GetTenantResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.tenant_id.into();
        let found = self.tenants.get(&caller, id).await?;
        Ok(Response::new(GetTenantResponse {
            tenant: Some(tenant::tenant(found)),
        }))
    }

    async fn list_tenants(
        &self,
        request: Request<ListTenantsRequest>,
    ) -> Result<Response<ListTenantsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let filter = tenant::filter(
            request.property_id,
            &request.lease_statuses,
            &request.search,
            request.sort,
        )?;
        let listed = self.tenants.list(&caller, &filter, &page).await?;
        Ok(Response::new(ListTenantsResponse {
            tenants: listed.rows.into_iter().map(tenant::tenant).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn list_tenants_to_call(
        &self,
        request: Request<ListTenantsToCallRequest>,
    ) -> Result<Response<ListTenantsToCallResponse>, Status> {
        let (caller, request) = read(request)?;
        let homes = HomesToCall::try_new(&request.property_ids)?;
        let tenants = self.tenants.to_call(&caller, &homes).await?;
        let tenants = tenants.into_iter().map(|tenant| tenancy::v1::TenantToCall {
            property_id: tenant.property.get(),
            tenant_id: tenant.tenant.get(),
            display_name: tenant.name,
            phone: tenant.phone,
        });
        Ok(Response::new(ListTenantsToCallResponse {
            tenants: tenants.collect(),
        }))
    }

    async fn get_tenant_summary(
        &self,
        request: Request<GetTenantSummaryRequest>,
    ) -> Result<Response<GetTenantSummaryResponse>, Status> {
        let caller = principal(&request)?;
        let figures = self.tenants.summary(&caller).await?;
        Ok(Response::new(tenant::summary(&figures)))
    }

    async fn create_tenant(
        &self,
        request: Request<CreateTenantRequest>,
    ) -> Result<Response<CreateTenantResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = tenant::draft(request.tenant.unwrap_or_default());
        let created = self.tenants.create(&caller, draft, key.as_ref()).await?;
        Ok(Response::new(CreateTenantResponse {
            tenant: Some(tenant::tenant(created)),
        }))
    }

    async fn update_tenant(
        &self,
        request: Request<UpdateTenantRequest>,
    ) -> Result<Response<UpdateTenantResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.tenant.unwrap_or_default();
        let id = given.tenant_id.into();
        let fields = masked(request.update_mask, TenantField::parse);
        let expected = Expected::parse(&request.etag);
        let draft = tenant::draft(given);
        let updated = self
            .tenants
            .update(&caller, id, fields, draft, &expected, key.as_ref())
            .await?;
        Ok(Response::new(UpdateTenantResponse {
            tenant: Some(tenant::tenant(updated)),
        }))
    }

    async fn start_tenancy(
        &self,
        request: Request<StartTenancyRequest>,
    ) -> Result<Response<StartTenancyResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let expected = Expected::parse(&request.etag);
        let id = request.tenant_id.into();
        let tenants = &self.tenants;
        let started = tenants.start(&caller, id, &expected, key.as_ref()).await?;
        Ok(Response::new(StartTenancyResponse {
            tenant: Some(tenant::tenant(started)),
        }))
    }

    async fn end_tenant(
        &self,
        request: Request<EndTenantRequest>,
    ) -> Result<Response<EndTenantResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let expected = Expected::parse(&request.etag);
        let id = request.tenant_id.into();
        let email = request.email_tenant;
        let asked = (tenant::end_draft(request), email);
        let ended = self
            .tenants
            .end(&caller, id, asked, &expected, key.as_ref())
            .await?;
        Ok(Response::new(EndTenantResponse {
            tenant: Some(tenant::tenant(ended)),
        }))
    }

    async fn set_tenant_photo(
        &self,
        request: Request<SetTenantPhotoRequest>,
    ) -> Result<Response<SetTenantPhotoResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let (id, content) = (request.tenant_id.into(), request.content);
        let changed = self.photos.set(&caller, id, content, key.as_ref()).await?;
        Ok(Response::new(SetTenantPhotoResponse {
            tenant: Some(tenant::tenant(changed)),
        }))
    }

    async fn remove_tenant_photo(
        &self,
        request: Request<RemoveTenantPhotoRequest>,
    ) -> Result<Response<RemoveTenantPhotoResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.tenant_id.into();
        let changed = self.photos.remove(&caller, id, key.as_ref()).await?;
        Ok(Response::new(RemoveTenantPhotoResponse {
            tenant: Some(tenant::tenant(changed)),
        }))
    }

    async fn read_tenant_photo(
        &self,
        request: Request<ReadTenantPhotoRequest>,
    ) -> Result<Response<ReadTenantPhotoResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.tenant_id.into();
        let read = self.photos.read(&caller, id).await?;
        Ok(Response::new(ReadTenantPhotoResponse {
            media_type: read.media_type,
            content: read.bytes,
        }))
    }
}
