//! `lintel.tenancy.v1.PortalService`.

use lintel_auth::principal;
use lintel_core::TenantPhotoId;
use lintel_proto::tenancy::v1::{
    GetPortalRequest, GetPortalResponse, ReadOwnPhotoRequest, ReadOwnPhotoResponse,
    RemoveOwnPhotoRequest, RemoveOwnPhotoResponse, SetOwnPhotoRequest, SetOwnPhotoResponse,
    portal_service_server::PortalService,
};
use lintel_runtime::{into_status, request_key};
use tonic::{Request, Response, Status};

use super::tenant;
use crate::app::{Portal, TenantPhotos};

/// Serves [`Portal`] and [`TenantPhotos`] over gRPC.
#[derive(Debug, Clone)]
pub struct PortalGrpc {
    portal: Portal,
    photos: TenantPhotos,
}

impl PortalGrpc {
    /// Serves `portal`, and the tenants' own `photos`.
    #[must_use]
    pub const fn new(portal: Portal, photos: TenantPhotos) -> Self {
        Self { portal, photos }
    }
}

#[tonic::async_trait]
impl PortalService for PortalGrpc {
    async fn get_portal(
        &self,
        request: Request<GetPortalRequest>,
    ) -> Result<Response<GetPortalResponse>, Status> {
        let caller = principal(&request)?;
        let own = self.portal.get(&caller).await.map_err(into_status)?;
        Ok(Response::new(GetPortalResponse {
            tenant: Some(tenant::tenant(own.tenant)),
            property_type: own.property_type,
            organisation_name: own.organisation_name,
        }))
    }

    async fn set_own_photo(
        &self,
        request: Request<SetOwnPhotoRequest>,
    ) -> Result<Response<SetOwnPhotoResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let content = request.content;
        let photo = self.photos.set_own(&caller, content, key.as_ref()).await;
        let photo = photo.map_err(into_status)?;
        Ok(Response::new(SetOwnPhotoResponse {
            photo_id: photo.map_or(0, TenantPhotoId::get),
        }))
    }

    async fn remove_own_photo(
        &self,
        request: Request<RemoveOwnPhotoRequest>,
    ) -> Result<Response<RemoveOwnPhotoResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let removed = self.photos.remove_own(&caller, key.as_ref()).await;
        removed.map_err(into_status)?;
        Ok(Response::new(RemoveOwnPhotoResponse {}))
    }

    async fn read_own_photo(
        &self,
        request: Request<ReadOwnPhotoRequest>,
    ) -> Result<Response<ReadOwnPhotoResponse>, Status> {
        let caller = principal(&request)?;
        let read = self.photos.read_own(&caller).await.map_err(into_status)?;
        Ok(Response::new(ReadOwnPhotoResponse {
            media_type: read.media_type,
            content: read.bytes,
        }))
    }
}
