//! `lintel.tenancy.v1.PortalService`.

use lintel_auth::principal;
use lintel_core::TenantPhotoId;
use lintel_proto::tenancy::v1::{
    AcceptPortalInvitationRequest, AcceptPortalInvitationResponse, ConfirmTenancyRequest,
    ConfirmTenancyResponse, GetPortalRequest, GetPortalResponse, InviteToPortalRequest,
    InviteToPortalResponse, LeaseStatus, OpenPortalInvitationRequest, OpenPortalInvitationResponse,
    PortalTenancy, ReadOwnPhotoRequest, ReadOwnPhotoResponse, RemoveOwnPhotoRequest,
    RemoveOwnPhotoResponse, SetOwnPhotoRequest, SetOwnPhotoResponse, TenancyToConfirm,
    portal_service_server::PortalService,
};
use lintel_runtime::{into_status, request_key};
use tonic::{Request, Response, Status};

use super::tenant;
use crate::app::{OwnTenancy, Portal, PortalInvitations, TenantPhotos, ToConfirm};

/// Serves [`Portal`], [`PortalInvitations`] and [`TenantPhotos`] over gRPC.
#[derive(Debug, Clone)]
pub struct PortalGrpc {
    portal: Portal,
    invitations: PortalInvitations,
    photos: TenantPhotos,
}

impl PortalGrpc {
    /// Serves `portal`, `invitations` to it, and the tenants' own `photos`.
    #[must_use]
    pub const fn new(portal: Portal, invitations: PortalInvitations, photos: TenantPhotos) -> Self {
        Self {
            portal,
            invitations,
            photos,
        }
    }
}

#[tonic::async_trait]
impl PortalService for PortalGrpc {
    async fn get_portal(
        &self,
        request: Request<GetPortalRequest>,
    ) -> Result<Response<GetPortalResponse>, Status> {
        let caller = principal(&request)?;
        let wanted = request.into_inner().tenancy_id;
        let wanted = Some(wanted).filter(|id| *id != 0).map(Into::into);
        let own = self.portal.get(&caller, wanted).await;
        let own = own.map_err(into_status)?;
        let (tenant, property_type, organisation_name) = match own.chosen {
            Some(home) => (
                Some(tenant::tenant(home.tenant)),
                home.property_type,
                home.organisation_name,
            ),
            None => Default::default(),
        };
        Ok(Response::new(GetPortalResponse {
            tenant,
            property_type,
            organisation_name,
            tenancies: own.tenancies.into_iter().map(tenancy).collect(),
            to_confirm: own.to_confirm.into_iter().map(to_confirm).collect(),
            ..GetPortalResponse::default()
        }))
    }

    async fn confirm_tenancy(
        &self,
        request: Request<ConfirmTenancyRequest>,
    ) -> Result<Response<ConfirmTenancyResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let (tenancy, mine) = (request.tenancy_id.into(), request.mine);
        let kept = self.portal.confirm(&caller, tenancy, mine, key.as_ref());
        kept.await.map_err(into_status)?;
        Ok(Response::new(ConfirmTenancyResponse {}))
    }

    async fn invite_to_portal(
        &self,
        request: Request<InviteToPortalRequest>,
    ) -> Result<Response<InviteToPortalResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let tenant = request.tenant_id.into();
        let invited = self.invitations.invite(&caller, tenant, key.as_ref()).await;
        invited.map_err(into_status)?;
        Ok(Response::new(InviteToPortalResponse {}))
    }

    async fn open_portal_invitation(
        &self,
        request: Request<OpenPortalInvitationRequest>,
    ) -> Result<Response<OpenPortalInvitationResponse>, Status> {
        let opened = self.invitations.open(&request.into_inner().token).await;
        let home = opened.map_err(into_status)?;
        Ok(Response::new(OpenPortalInvitationResponse {
            organisation_name: home.organisation_name,
            property_address: home.address,
            property_postcode: home.postcode,
        }))
    }

    async fn accept_portal_invitation(
        &self,
        request: Request<AcceptPortalInvitationRequest>,
    ) -> Result<Response<AcceptPortalInvitationResponse>, Status> {
        let caller = principal(&request)?;
        let mut request = request.into_inner();
        let key = request_key(&caller, &mut request)?;
        let accepted = self
            .invitations
            .accept(&caller, &request.token, key.as_ref());
        let tenancy_id = accepted.await.map_err(into_status)?.get();
        Ok(Response::new(AcceptPortalInvitationResponse { tenancy_id }))
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

/// A tenancy of an account on the wire.
fn tenancy(own: OwnTenancy) -> PortalTenancy {
    let tenant = own.tenant;
    PortalTenancy {
        tenancy_id: tenant.tenancy.get(),
        tenant_id: tenant.id.get(),
        property_id: tenant.property.get(),
        property_display_name: tenant.property_name,
        property_address: tenant.property_address,
        property_postcode: tenant.property_postcode,
        room_number: tenant.room,
        organisation_name: own.organisation_name,
        lease_status: LeaseStatus::from(tenant.status).into(),
        lease_start: Some(tenant.start.into()),
        leave_date: tenant.leaving.map(|leaving| leaving.date.into()),
        access_end: own.access_end.map(Into::into),
        gas_emergency_number: own.gas_number.to_owned(),
        organisation_id: own.organisation.get(),
    }
}

/// A tenancy that an account is asked about on the wire.
fn to_confirm(asked: ToConfirm) -> TenancyToConfirm {
    TenancyToConfirm {
        tenancy_id: asked.tenancy.get(),
        organisation_name: asked.organisation_name,
        property_address: asked.address,
        property_postcode: asked.postcode,
    }
}
