//! What a tenant sees of their own home.

use lintel_proto::tenancy::v1 as tenancy;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{required, text},
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

/// A request for a repair, of which there are none yet.
#[derive(Debug, Serialize, ToSchema)]
pub struct PortalRequest {}

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
    /// The tenant's requests for repairs.
    pub maintenance_requests: Vec<PortalRequest>,
    /// How many of them are open.
    pub open_issues: i64,
    /// How many there are.
    pub total_requests: i64,
}

impl TryFrom<tenancy::GetPortalResponse> for TenantPortal {
    type Error = Problem;

    fn try_from(portal: tenancy::GetPortalResponse) -> Result<Self, Problem> {
        let tenant = Tenant::try_from(required(portal.tenant, "tenant")?)?;
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
            maintenance_requests: Vec::new(),
            open_issues: 0,
            total_requests: 0,
        })
    }
}
