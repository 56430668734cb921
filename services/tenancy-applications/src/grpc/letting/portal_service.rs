//! `lintel.tenancy.v1.PortalService`.

use lintel_auth::principal;
use lintel_core::TenantPhotoId;
use lintel_proto::read::Reader;
use lintel_proto::tenancy::v1::{
    AcceptPortalInvitationRequest, AcceptPortalInvitationResponse, AnswerDepositReturnRequest,
    AnswerDepositReturnResponse, AskForPetRequest, AskForPetResponse, ChangeOwnContactRequest,
    ChangeOwnContactResponse, ConfirmTenancyRequest, ConfirmTenancyResponse, GetPortalRequest,
    GetPortalResponse, GiveNoticeRequest, GiveNoticeResponse, InviteToPortalRequest,
    InviteToPortalResponse, LeaseStatus, OpenPortalInvitationRequest, OpenPortalInvitationResponse,
    OwnNotice, PortalTenancy, ReadOwnPhotoRequest, ReadOwnPhotoResponse, RemoveOwnPhotoRequest,
    RemoveOwnPhotoResponse, SetOwnPhotoRequest, SetOwnPhotoResponse, TenancyToConfirm,
    WriteToLandlordRequest, WriteToLandlordResponse, portal_service_server::PortalService,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::{deposit_service::deposit, duty_service::pet, tenant};
use crate::{
    app::letting::{
        OwnActs, OwnHome, OwnTenancy, Portal, PortalInvitations, TenantPhotos, ToConfirm,
    },
    domain::letting::SeenReturn,
};

/// Serves [`Portal`], [`PortalInvitations`] and [`TenantPhotos`] over gRPC.
#[derive(Debug, Clone)]
pub struct PortalGrpc {
    portal: Portal,
    invitations: PortalInvitations,
    photos: TenantPhotos,
    acts: OwnActs,
}

impl PortalGrpc {
    /// Serves `portal`, `invitations` to it, the tenants' own `photos` and `acts`.
    #[must_use]
    pub const fn new(
        portal: Portal,
        invitations: PortalInvitations,
        photos: TenantPhotos,
        acts: OwnActs,
    ) -> Self {
        Self {
            portal,
            invitations,
            photos,
            acts,
        }
    }
}

#[tonic::async_trait]
impl PortalService for PortalGrpc {
    async fn get_portal(
        &self,
        request: Request<GetPortalRequest>,
    ) -> Result<Response<GetPortalResponse>, Status> {
        let (caller, request) = read(request)?;
        let wanted = request.tenancy_id;
        let wanted = Some(wanted).filter(|id| *id != 0).map(Into::into);
        let own = self.portal.get(&caller, wanted).await?;
        Ok(Response::new(GetPortalResponse {
            tenancies: own.tenancies.into_iter().map(tenancy).collect(),
            to_confirm: own.to_confirm.into_iter().map(to_confirm).collect(),
            ..own.chosen.map(home).unwrap_or_default()
        }))
    }

    async fn give_notice(
        &self,
        request: Request<GiveNoticeRequest>,
    ) -> Result<Response<GiveNoticeResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let mut reader = Reader::default();
        let last = reader.date("last_date", request.last_date);
        reader.unreadable.into_result("NOTICE_INVALID")?;
        let tenancy = request.tenancy_id.into();
        self.acts
            .give_notice(&caller, tenancy, last, key.as_ref())
            .await?;
        Ok(Response::new(GiveNoticeResponse {}))
    }

    async fn ask_for_pet(
        &self,
        request: Request<AskForPetRequest>,
    ) -> Result<Response<AskForPetResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let tenancy = request.tenancy_id.into();
        let (kept, by) = self
            .acts
            .ask_for_pet(&caller, tenancy, request.pet, key.as_ref())
            .await?;
        Ok(Response::new(AskForPetResponse {
            pet_request: Some(pet(kept, by)),
        }))
    }

    async fn change_own_contact(
        &self,
        request: Request<ChangeOwnContactRequest>,
    ) -> Result<Response<ChangeOwnContactResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let tenancy = request.tenancy_id.into();
        let contact = (request.phone, request.address);
        self.acts
            .change_contact(&caller, tenancy, contact, key.as_ref())
            .await?;
        Ok(Response::new(ChangeOwnContactResponse {}))
    }

    async fn write_to_landlord(
        &self,
        request: Request<WriteToLandlordRequest>,
    ) -> Result<Response<WriteToLandlordResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let tenancy = request.tenancy_id.into();
        self.acts
            .write(&caller, tenancy, &request.text, key.as_ref())
            .await?;
        Ok(Response::new(WriteToLandlordResponse {}))
    }

    async fn answer_deposit_return(
        &self,
        request: Request<AnswerDepositReturnRequest>,
    ) -> Result<Response<AnswerDepositReturnResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let tenancy = request.tenancy_id.into();
        let mut read = Reader::default();
        let seen = SeenReturn {
            on: read.date("return_date", request.return_date),
            returned: read.money("returned", request.returned),
        };
        read.unreadable.into_result("DEPOSIT_ANSWER_INVALID")?;
        let said = (request.agreed, request.text.as_str());
        let held = self
            .acts
            .answer_deposit(&caller, tenancy, said, seen, key.as_ref())
            .await?;
        Ok(Response::new(AnswerDepositReturnResponse {
            deposit: Some(deposit(held)),
        }))
    }

    async fn confirm_tenancy(
        &self,
        request: Request<ConfirmTenancyRequest>,
    ) -> Result<Response<ConfirmTenancyResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let (tenancy, mine) = (request.tenancy_id.into(), request.mine);
        self.portal
            .confirm(&caller, tenancy, mine, key.as_ref())
            .await?;
        Ok(Response::new(ConfirmTenancyResponse {}))
    }

    async fn invite_to_portal(
        &self,
        request: Request<InviteToPortalRequest>,
    ) -> Result<Response<InviteToPortalResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let tenant = request.tenant_id.into();
        self.invitations
            .invite(&caller, tenant, key.as_ref())
            .await?;
        Ok(Response::new(InviteToPortalResponse {}))
    }

    async fn open_portal_invitation(
        &self,
        request: Request<OpenPortalInvitationRequest>,
    ) -> Result<Response<OpenPortalInvitationResponse>, Status> {
        let home = self.invitations.open(&request.into_inner().token).await?;
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
        let (caller, request, key) = write(request)?;
        let accepted = self
            .invitations
            .accept(&caller, &request.token, key.as_ref());
        let tenancy_id = accepted.await?.get();
        Ok(Response::new(AcceptPortalInvitationResponse { tenancy_id }))
    }

    async fn set_own_photo(
        &self,
        request: Request<SetOwnPhotoRequest>,
    ) -> Result<Response<SetOwnPhotoResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let content = request.content;
        let photo = self.photos.set_own(&caller, content, key.as_ref()).await?;
        Ok(Response::new(SetOwnPhotoResponse {
            photo_id: photo.map_or(0, TenantPhotoId::get),
        }))
    }

    async fn remove_own_photo(
        &self,
        request: Request<RemoveOwnPhotoRequest>,
    ) -> Result<Response<RemoveOwnPhotoResponse>, Status> {
        let (caller, _, key) = write(request)?;
        self.photos.remove_own(&caller, key.as_ref()).await?;
        Ok(Response::new(RemoveOwnPhotoResponse {}))
    }

    async fn read_own_photo(
        &self,
        request: Request<ReadOwnPhotoRequest>,
    ) -> Result<Response<ReadOwnPhotoResponse>, Status> {
        let caller = principal(&request)?;
        let read = self.photos.read_own(&caller).await?;
        Ok(Response::new(ReadOwnPhotoResponse {
            media_type: read.media_type,
            content: read.bytes,
        }))
    }
}

/// A home in full on the wire.
fn home(home: OwnHome) -> GetPortalResponse {
    GetPortalResponse {
        tenant: Some(tenant::tenant(home.tenant)),
        property_type: home.property_type,
        organisation_name: home.organisation_name,
        payment_details: home.payment_details,
        deposit: home.deposit.map(deposit),
        household: home.household,
        notice: home.notice.map(|notice| OwnNotice {
            earliest_date: notice.earliest.map(Into::into),
            reason: notice.reason,
            said: notice.said,
        }),
        pet_requests: home
            .pets
            .into_iter()
            .map(|(kept, by)| pet(kept, by))
            .collect(),
        ..GetPortalResponse::default()
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
