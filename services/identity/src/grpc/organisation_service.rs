//! `OrganisationService`.

use lintel_auth::principal;
use lintel_core::Expected;
use lintel_proto::{
    convert::timestamp,
    identity::v1::{
        ChangeMemberGradeRequest, ChangeMemberGradeResponse, GetLandlordRequest,
        GetLandlordResponse, GetOrganisationRequest, GetOrganisationResponse, ListMembersRequest,
        ListMembersResponse, ListOrganisationsRequest, ListOrganisationsResponse,
        ListTenantMailsRequest, ListTenantMailsResponse, RemoveMemberRequest, RemoveMemberResponse,
        RenameOrganisationRequest, RenameOrganisationResponse, SaveLandlordRequest,
        SaveLandlordResponse, SessionTokens, SwitchOrganisationRequest, SwitchOrganisationResponse,
        SwitchTenantMailsRequest, SwitchTenantMailsResponse,
        organisation_service_server::OrganisationService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::convert;
use crate::{
    app::{landlord::Landlords, members::Members, organisations::Organisations},
    contract::landlord,
};

/// Serves `OrganisationService`.
#[derive(Debug)]
pub struct OrganisationGrpc {
    organisations: Organisations,
    members: Members,
    landlords: Landlords,
}

impl OrganisationGrpc {
    /// Serves these use cases.
    pub const fn new(organisations: Organisations, members: Members, landlords: Landlords) -> Self {
        Self {
            organisations,
            members,
            landlords,
        }
    }
}

#[tonic::async_trait]
impl OrganisationService for OrganisationGrpc {
    async fn get_organisation(
        &self,
        request: Request<GetOrganisationRequest>,
    ) -> Result<Response<GetOrganisationResponse>, Status> {
        let caller = principal(&request)?;
        let row = self.organisations.get(&caller).await?;
        Ok(Response::new(GetOrganisationResponse {
            organisation: Some(convert::organisation(row, &caller)),
        }))
    }

    async fn list_organisations(
        &self,
        request: Request<ListOrganisationsRequest>,
    ) -> Result<Response<ListOrganisationsResponse>, Status> {
        let caller = principal(&request)?;
        let rows = self.organisations.list(&caller).await?;
        let rows = rows.into_iter();
        Ok(Response::new(ListOrganisationsResponse {
            organisations: rows
                .map(|row| convert::organisation(row, &caller))
                .collect(),
        }))
    }

    async fn rename_organisation(
        &self,
        request: Request<RenameOrganisationRequest>,
    ) -> Result<Response<RenameOrganisationResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let expected = Expected::parse(&request.etag);
        let row = self
            .organisations
            .rename(&caller, &request.display_name, &expected, key.as_ref())
            .await?;
        Ok(Response::new(RenameOrganisationResponse {
            organisation: Some(convert::organisation(row, &caller)),
        }))
    }

    async fn switch_organisation(
        &self,
        request: Request<SwitchOrganisationRequest>,
    ) -> Result<Response<SwitchOrganisationResponse>, Status> {
        let (caller, request) = read(request)?;
        let organisation = request.organisation_id.into();
        let switched = self.organisations.switch(&caller, organisation).await?;
        Ok(Response::new(SwitchOrganisationResponse {
            tokens: Some(SessionTokens {
                access_token: switched.tokens.access,
                read_token: switched.tokens.read,
                refresh_token: String::new(),
                session_expire_time: Some(timestamp(switched.session_expires_at)),
            }),
            user: Some(convert::user(switched.user)),
        }))
    }

    async fn get_landlord(
        &self,
        request: Request<GetLandlordRequest>,
    ) -> Result<Response<GetLandlordResponse>, Status> {
        let caller = principal(&request)?;
        let row = self.landlords.get(&caller).await?;
        Ok(Response::new(GetLandlordResponse {
            landlord: row.landlord.map(landlord::landlord),
            version: row.version,
        }))
    }

    async fn save_landlord(
        &self,
        request: Request<SaveLandlordRequest>,
    ) -> Result<Response<SaveLandlordResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let expected = Expected::parse(&request.etag);
        let draft = landlord::landlord_draft(request.landlord.unwrap_or_default());
        let row = self
            .landlords
            .save(&caller, &draft, &expected, key.as_ref())
            .await?;
        Ok(Response::new(SaveLandlordResponse {
            landlord: row.landlord.map(landlord::landlord),
            version: row.version,
        }))
    }

    async fn list_tenant_mails(
        &self,
        request: Request<ListTenantMailsRequest>,
    ) -> Result<Response<ListTenantMailsResponse>, Status> {
        let caller = principal(&request)?;
        let row = self.landlords.get(&caller).await?;
        Ok(Response::new(ListTenantMailsResponse {
            mails: landlord::tenant_mails(&row.mails_off),
            version: row.version,
        }))
    }

    async fn switch_tenant_mails(
        &self,
        request: Request<SwitchTenantMailsRequest>,
    ) -> Result<Response<SwitchTenantMailsResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let expected = Expected::parse(&request.etag);
        let off = landlord::named_mails(&request.off_kinds);
        let row = self
            .landlords
            .switch_mails(&caller, &off, &expected, key.as_ref())
            .await?;
        Ok(Response::new(SwitchTenantMailsResponse {
            mails: landlord::tenant_mails(&row.mails_off),
            version: row.version,
        }))
    }

    async fn list_members(
        &self,
        request: Request<ListMembersRequest>,
    ) -> Result<Response<ListMembersResponse>, Status> {
        let caller = principal(&request)?;
        let members = self.members.list(&caller).await?;
        let members = members.into_iter();
        Ok(Response::new(ListMembersResponse {
            members: members
                .map(|member| convert::member(member, &caller))
                .collect(),
        }))
    }

    async fn change_member_grade(
        &self,
        request: Request<ChangeMemberGradeRequest>,
    ) -> Result<Response<ChangeMemberGradeResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let member = self
            .members
            .change_grade(
                &caller,
                request.user_id.into(),
                request.grade().known(),
                &Expected::parse(&request.etag),
                key.as_ref(),
            )
            .await?;
        Ok(Response::new(ChangeMemberGradeResponse {
            member: Some(convert::member(member, &caller)),
        }))
    }

    async fn remove_member(
        &self,
        request: Request<RemoveMemberRequest>,
    ) -> Result<Response<RemoveMemberResponse>, Status> {
        let (caller, request, key) = write(request)?;
        self.members
            .remove(&caller, request.user_id.into(), key.as_ref())
            .await?;
        Ok(Response::new(RemoveMemberResponse {}))
    }
}
