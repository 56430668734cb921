//! What a tenant sees of their own home.

use lintel_proto::{maintenance::v1 as maintenance, tenancy::v1 as tenancy};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{required, some, text},
    maintenance_request::MaintenanceRequest,
    tenant::Tenant,
};
use crate::problem::Problem;

/// The home that a tenant lives in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortalProperty {
    /// The property's id.
    pub id: i64,
    /// What the landlord calls it.
    #[schema(example = "Ashmead House")]
    pub name: String,
    /// Where it is.
    pub address: String,
    /// Its postcode.
    pub postcode: String,
    /// The kind, as portfolio spells it; null where it has left the portfolio.
    #[schema(required, example = "HMO")]
    pub property_type: Option<String>,
}

/// The room that a tenant lives in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortalRoom {
    /// Its number as written on the door.
    #[schema(example = "2")]
    pub room_number: String,
    /// The rent of its tenancy per month.
    #[schema(example = "480.00")]
    pub monthly_rent: String,
}

/// The tenant portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantPortal {
    /// The tenant.
    pub tenant: Tenant,
    /// The home.
    pub property: PortalProperty,
    /// The room of a shared house; null where the whole property is let.
    #[schema(required)]
    pub room: Option<PortalRoom>,
    /// Who lets the home; null where it is not known.
    #[schema(required, example = "Ada Lovelace's portfolio")]
    pub organisation_name: Option<String>,
    /// The newest five maintenance requests of the tenancy.
    pub maintenance_requests: Vec<MaintenanceRequest>,
    /// How many are Open or In Progress.
    pub open_issues: i64,
    /// How many there are.
    pub total_requests: i64,
}

/// What the portal is made of.
#[derive(Debug)]
pub struct PortalParts {
    /// The home.
    pub home: tenancy::GetPortalResponse,
    /// The newest requests.
    pub requests: Vec<maintenance::MaintenanceRequest>,
    /// How many there are.
    pub summary: maintenance::GetMaintenanceSummaryResponse,
}

impl TryFrom<PortalParts> for TenantPortal {
    type Error = Problem;

    fn try_from(parts: PortalParts) -> Result<Self, Problem> {
        let portal = parts.home;
        let requests = parts.requests.into_iter();
        let tenant = required(portal.tenant, "tenant")?;
        let photo = some(tenant.photo_id);
        let tenant = Tenant {
            profile_photo_url: photo.map(own_photo),
            ..Tenant::try_from(tenant)?
        };
        Ok(Self {
            property: PortalProperty {
                id: tenant.property_id,
                name: tenant.property_name.clone(),
                address: tenant.property_address.clone(),
                postcode: tenant.property_postcode.clone(),
                property_type: text(portal.property_type),
            },
            room: tenant.room_number.clone().map(|room_number| PortalRoom {
                room_number,
                monthly_rent: tenant.tenancy_rent.clone(),
            }),
            organisation_name: text(portal.organisation_name),
            tenant,
            maintenance_requests: requests
                .map(MaintenanceRequest::try_from)
                .collect::<Result<_, _>>()?,
            open_issues: parts.summary.open + parts.summary.in_progress,
            total_requests: parts.summary.total,
        })
    }
}

/// Where a tenant's own photo of this id is.
#[must_use]
pub fn own_photo(photo: i64) -> String {
    format!("/api/tenant-portal/photo?v={photo}")
}
