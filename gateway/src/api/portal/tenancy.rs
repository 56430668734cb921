//! A tenant's view of their own home.

use lintel_proto::{maintenance::v1 as maintenance, tenancy::v1 as tenancy};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::{landlord_contact::LandlordContact, maintenance::request::MaintenanceRequest},
    rest::{
        Deposit, OwnNotice, PetRequest, PortalTenancy, TenancyToConfirm, Tenant,
        convert::{money, required, some, text},
        problem::Problem,
    },
};

/// The home that a tenant lives in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortalProperty {
    /// The property's id.
    pub id: i64,
    /// The landlord's name for it.
    #[schema(example = "Ashmead House")]
    pub name: String,
    /// Its address.
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

/// A home that is the account's now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnHome {
    /// Its tenancy.
    #[schema(example = 4)]
    pub tenancy_id: i64,
}

/// The tenant portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenantPortal {
    /// The tenant; null while there are tenancies to confirm alone.
    #[schema(required)]
    pub tenant: Option<Tenant>,
    /// The home; null as the tenant is.
    #[schema(required)]
    pub property: Option<PortalProperty>,
    /// The room of a shared house; null where the whole property is let.
    #[schema(required)]
    pub room: Option<PortalRoom>,
    /// The name of the landlord or agent; null where it is not known.
    #[schema(required, example = "Ada Lovelace's portfolio")]
    pub organisation_name: Option<String>,
    /// The newest five maintenance requests of the home; none of a tenancy that has ended.
    pub maintenance_requests: Vec<MaintenanceRequest>,
    /// The number of requests that are Open or In Progress.
    pub open_issues: i64,
    /// The number of all requests.
    pub total_requests: i64,
    /// The tenancies that the account confirmed: current ones first, then those that ended within 12 months.
    pub tenancies: Vec<PortalTenancy>,
    /// The tenancies that the account has yet to confirm, at most 20.
    pub to_confirm: Vec<TenancyToConfirm>,
    /// The details for paying the rent, as the signed agreement says them; null without one that does.
    #[schema(
        required,
        example = "Okafor Lettings, sort code 00-12-34, account 01234567, reference BRENNAN"
    )]
    pub payment_details: Option<String>,
    /// The deposit; null where none was agreed or recorded.
    #[schema(required)]
    pub deposit: Option<Deposit>,
    /// The names of the others who live there by the same tenancy.
    #[schema(example = json!(["Ben Ashworth"]))]
    pub household: Vec<String>,
    /// The notice that the tenant may give today; null where the tenant has left or the last day is known.
    #[schema(required)]
    pub notice: Option<OwnNotice>,
    /// The tenant's requests for pets, the newest first; at most 50.
    pub pet_requests: Vec<PetRequest>,
    /// The landlord's contact details; null while they are not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
}

/// A home's maintenance requests, as far as they are known.
#[derive(Debug, Default)]
pub struct PortalRequests {
    /// The newest.
    pub newest: Vec<maintenance::MaintenanceRequest>,
    /// The number of requests that are Open or In Progress.
    pub open: i64,
    /// The number of all requests.
    pub total: i64,
}

/// The parts of the portal.
#[derive(Debug)]
pub struct PortalParts {
    /// The home.
    pub home: tenancy::GetPortalResponse,
    /// Its requests.
    pub requests: PortalRequests,
    /// The landlord's contact details.
    pub landlord: Option<LandlordContact>,
}

impl TryFrom<PortalParts> for TenantPortal {
    type Error = Problem;

    fn try_from(parts: PortalParts) -> Result<Self, Problem> {
        let portal = parts.home;
        // The account's own photo is that of its first tenancy.
        let first = portal.tenancies.first().map(|first| first.tenancy_id);
        let property_type = text(portal.property_type);
        let property = portal.tenant.as_ref().map(|tenant| PortalProperty {
            id: tenant.property_id,
            name: tenant.property_display_name.clone(),
            address: tenant.property_address.clone(),
            postcode: tenant.property_postcode.clone(),
            property_type,
        });
        let room = portal.tenant.as_ref().and_then(|tenant| {
            let room_number = tenant.room_number.clone()?;
            Some((room_number, tenant.tenancy_rent.clone()))
        });
        let room = room.map(|(room_number, rent)| {
            Ok::<_, Problem>(PortalRoom {
                room_number,
                monthly_rent: required(money(rent)?, "tenancy_rent")?,
            })
        });
        let tenant = portal.tenant.map(|tenant| {
            let photo = some(tenant.photo_id).filter(|_| first == Some(tenant.tenancy_id));
            Tenant::try_from(tenant)?.with("profilePhotoUrl", &photo.map(own_photo))
        });
        let requests = parts.requests;
        let newest = requests.newest.into_iter();
        Ok(Self {
            property,
            room: room.transpose()?,
            organisation_name: text(portal.organisation_name),
            tenant: tenant.transpose()?,
            maintenance_requests: newest
                .map(MaintenanceRequest::try_from)
                .collect::<Result<_, _>>()?,
            open_issues: requests.open,
            total_requests: requests.total,
            tenancies: portal
                .tenancies
                .into_iter()
                .map(PortalTenancy::try_from)
                .collect::<Result<_, _>>()?,
            to_confirm: portal
                .to_confirm
                .into_iter()
                .map(TryInto::try_into)
                .collect::<Result<_, _>>()?,
            payment_details: text(portal.payment_details),
            deposit: portal.deposit.map(Deposit::try_from).transpose()?,
            household: portal.household,
            notice: portal.notice.map(OwnNotice::try_from).transpose()?,
            pet_requests: portal
                .pet_requests
                .into_iter()
                .map(PetRequest::try_from)
                .collect::<Result<_, _>>()?,
            landlord: parts.landlord,
        })
    }
}

/// Returns the address of a tenant's own photo with this id.
#[must_use]
pub fn own_photo(photo: i64) -> String {
    format!("/api/tenant-portal/photo?v={photo}")
}
