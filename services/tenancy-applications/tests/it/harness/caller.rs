//! Somebody who calls the service about tenants.

use lintel_proto::{
    common::v1::Date,
    tenancy::v1::{
        AcceptPortalInvitationRequest, ConfirmTenancyRequest, CreateTenantRequest,
        EndTenantRequest, GetPortalRequest, GetPortalResponse, GetTenantRequest,
        GetTenantSummaryRequest, GetTenantSummaryResponse, InviteToPortalRequest,
        ListTenantsRequest, ListTenantsResponse, ListTenantsToCallRequest,
        OpenPortalInvitationRequest, OpenPortalInvitationResponse, StartTenancyRequest, Tenant,
        TenantToCall, UpdateTenantRequest, portal_service_client::PortalServiceClient,
        tenant_service_client::TenantServiceClient,
    },
};
use tonic::Status;

use super::Connection;
use crate::applying::request_id;

/// Somebody who calls the service.
#[derive(Clone)]
pub struct Caller {
    tenants: TenantServiceClient<Connection>,
    pub portal: PortalServiceClient<Connection>,
}

impl From<Connection> for Caller {
    fn from(connection: Connection) -> Self {
        Self {
            tenants: TenantServiceClient::new(connection.clone()),
            portal: PortalServiceClient::new(connection),
        }
    }
}

impl Caller {
    pub async fn add(&self, tenant: Tenant) -> Result<Tenant, Status> {
        self.add_once(tenant, "").await
    }

    pub async fn add_once(&self, tenant: Tenant, request_id: &str) -> Result<Tenant, Status> {
        let request = CreateTenantRequest {
            tenant: Some(tenant),
            request_id: request_id.to_owned(),
        };
        let reply = self.tenants.clone().create_tenant(request).await?;
        Ok(reply.into_inner().tenant.unwrap_or_default())
    }

    pub async fn get(&self, tenant_id: i64) -> Result<Tenant, Status> {
        let request = GetTenantRequest { tenant_id };
        let reply = self.tenants.clone().get_tenant(request).await?;
        Ok(reply.into_inner().tenant.unwrap_or_default())
    }

    pub async fn list(&self, request: ListTenantsRequest) -> Result<ListTenantsResponse, Status> {
        Ok(self
            .tenants
            .clone()
            .list_tenants(request)
            .await?
            .into_inner())
    }

    pub async fn to_call(&self, property_ids: &[i64]) -> Result<Vec<TenantToCall>, Status> {
        let property_ids = property_ids.to_vec();
        let request = ListTenantsToCallRequest { property_ids };
        let reply = self.tenants.clone().list_tenants_to_call(request).await?;
        Ok(reply.into_inner().tenants)
    }

    pub async fn summary(&self) -> Result<GetTenantSummaryResponse, Status> {
        let request = GetTenantSummaryRequest {};
        let reply = self.tenants.clone().get_tenant_summary(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn change(
        &self,
        tenant: Tenant,
        paths: &[&str],
        etag: &str,
    ) -> Result<Tenant, Status> {
        let request = UpdateTenantRequest {
            tenant: Some(tenant),
            update_mask: Some(prost_types::FieldMask {
                paths: paths.iter().map(|path| (*path).to_owned()).collect(),
            }),
            etag: etag.to_owned(),
            request_id: String::new(),
        };
        let reply = self.tenants.clone().update_tenant(request).await?;
        Ok(reply.into_inner().tenant.unwrap_or_default())
    }

    pub async fn start(&self, tenant_id: i64) -> Result<Tenant, Status> {
        let request = StartTenancyRequest {
            tenant_id,
            ..Default::default()
        };
        let reply = self.tenants.clone().start_tenancy(request).await?;
        Ok(reply.into_inner().tenant.unwrap_or_default())
    }

    pub async fn end(&self, tenant_id: i64, day: Option<Date>) -> Result<Tenant, Status> {
        self.end_telling(tenant_id, day, None).await
    }

    /// Ends a tenant without a mail to them.
    pub async fn end_quietly(&self, tenant_id: i64, day: Option<Date>) -> Result<Tenant, Status> {
        self.end_telling(tenant_id, day, Some(false)).await
    }

    async fn end_telling(
        &self,
        tenant_id: i64,
        day: Option<Date>,
        email_tenant: Option<bool>,
    ) -> Result<Tenant, Status> {
        let request = EndTenantRequest {
            tenant_id,
            leave_date: day,
            reason: "Moved".to_owned(),
            email_tenant,
            ..Default::default()
        };
        let reply = self.tenants.clone().end_tenant(request).await?;
        Ok(reply.into_inner().tenant.unwrap_or_default())
    }

    pub async fn portal(&self) -> Result<GetPortalResponse, Status> {
        self.portal_of(0).await
    }

    pub async fn portal_of(&self, tenancy_id: i64) -> Result<GetPortalResponse, Status> {
        let request = GetPortalRequest { tenancy_id };
        let reply = self.portal.clone().get_portal(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn invite(&self, tenant_id: i64) -> Result<(), Status> {
        let request = InviteToPortalRequest {
            tenant_id,
            request_id: request_id(),
        };
        self.portal.clone().invite_to_portal(request).await?;
        Ok(())
    }

    pub async fn open(&self, token: &str) -> Result<OpenPortalInvitationResponse, Status> {
        let request = OpenPortalInvitationRequest {
            token: token.to_owned(),
        };
        let reply = self.portal.clone().open_portal_invitation(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn accept(&self, token: &str) -> Result<i64, Status> {
        let request = AcceptPortalInvitationRequest {
            token: token.to_owned(),
            request_id: request_id(),
        };
        let mut portal = self.portal.clone();
        let reply = portal.accept_portal_invitation(request).await?;
        Ok(reply.into_inner().tenancy_id)
    }

    pub async fn answer(&self, tenancy_id: i64, mine: bool) -> Result<(), Status> {
        let request = ConfirmTenancyRequest {
            tenancy_id,
            mine,
            ..Default::default()
        };
        self.portal.clone().confirm_tenancy(request).await?;
        Ok(())
    }
}
