//! What a tenant sees of their own home.

use chrono::NaiveDate;
use lintel_proto::{maintenance::v1 as maintenance, tenancy::v1 as tenancy};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, required, some, text},
    deposit::Deposit,
    landlord_contact::LandlordContact,
    maintenance_request::MaintenanceRequest,
    names::LeaseStatus,
    tenant::Tenant,
};
use crate::{problem::Problem, rest::PetRequest};

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

/// A tenancy of the account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PortalTenancy {
    /// Its id.
    #[schema(example = 3)]
    pub tenancy_id: i64,
    /// The tenant that the account is in it.
    #[schema(example = 5)]
    pub tenant_id: i64,
    /// The property.
    #[schema(example = 42)]
    pub property_id: i64,
    /// The landlord's name for the property.
    #[schema(example = "Ashmead House")]
    pub property_name: String,
    /// Where it is.
    pub property_address: String,
    /// Its postcode.
    pub property_postcode: String,
    /// The room of a shared house; null where the whole property is let.
    #[schema(required)]
    pub room_number: Option<String>,
    /// The name of the landlord or agent; null where it is not known.
    #[schema(required)]
    pub organisation_name: Option<String>,
    /// How the tenant stands today. What has Ended is read only.
    pub lease_status: LeaseStatus,
    /// The first day.
    pub lease_start: NaiveDate,
    /// The day on which the tenant leaves or has left; null while none is known.
    #[schema(required)]
    pub leave_date: Option<NaiveDate>,
    /// The last day on which the account sees it; null while the tenant has not left.
    #[schema(required)]
    pub access_end: Option<NaiveDate>,
    /// Whom to call where the home is when gas is smelt.
    #[schema(example = "0800 111 999")]
    pub gas_emergency_number: String,
}

impl TryFrom<tenancy::PortalTenancy> for PortalTenancy {
    type Error = Problem;

    fn try_from(its: tenancy::PortalTenancy) -> Result<Self, Problem> {
        let status = LeaseStatus::from_number(its.lease_status);
        Ok(Self {
            tenancy_id: its.tenancy_id,
            tenant_id: its.tenant_id,
            property_id: its.property_id,
            property_name: its.property_display_name,
            property_address: its.property_address,
            property_postcode: its.property_postcode,
            room_number: its.room_number,
            organisation_name: text(its.organisation_name),
            lease_status: required(status, "lease_status")?,
            lease_start: required(date(its.lease_start)?, "lease_start")?,
            leave_date: date(its.leave_date)?,
            access_end: date(its.access_end)?,
            gas_emergency_number: its.gas_emergency_number,
        })
    }
}

/// A tenancy that the account is asked about: who lets the home and where it is, and nothing else of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenancyToConfirm {
    /// Its id.
    #[schema(example = 4)]
    pub tenancy_id: i64,
    /// The name of whoever says so; null where it is not known.
    #[schema(required, example = "Ada Lovelace's portfolio")]
    pub organisation_name: Option<String>,
    /// Where the home is.
    pub property_address: String,
    /// Its postcode.
    pub property_postcode: String,
}

impl From<tenancy::TenancyToConfirm> for TenancyToConfirm {
    fn from(its: tenancy::TenancyToConfirm) -> Self {
        Self {
            tenancy_id: its.tenancy_id,
            organisation_name: text(its.organisation_name),
            property_address: its.property_address,
            property_postcode: its.property_postcode,
        }
    }
}

/// The home of an invitation to the portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitedHome {
    /// The name of whoever lets it; null where it is not known.
    #[schema(required, example = "Ada Lovelace's portfolio")]
    pub organisation_name: Option<String>,
    /// Where it is.
    pub property_address: String,
    /// Its postcode.
    pub property_postcode: String,
}

impl From<tenancy::OpenPortalInvitationResponse> for InvitedHome {
    fn from(home: tenancy::OpenPortalInvitationResponse) -> Self {
        Self {
            organisation_name: text(home.organisation_name),
            property_address: home.property_address,
            property_postcode: home.property_postcode,
        }
    }
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
    /// How many are Open or In Progress.
    pub open_issues: i64,
    /// How many there are.
    pub total_requests: i64,
    /// The tenancies that the account confirmed: current ones first, then those that ended within 12 months.
    pub tenancies: Vec<PortalTenancy>,
    /// The tenancies that the account has yet to confirm, at most 20.
    pub to_confirm: Vec<TenancyToConfirm>,
    /// How the rent is paid, as the signed agreement says it; null without one that does.
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
    /// How to reach whoever lets the home; null while that is not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
}

/// A notice that a tenant may give.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnNotice {
    /// The earliest last day; null where none is worked out.
    #[schema(required)]
    pub earliest_date: Option<NaiveDate>,
    /// Why, or why there is none, in words for people.
    pub reason: String,
    /// What is said beside the day.
    pub said: Vec<String>,
}

impl TryFrom<tenancy::OwnNotice> for OwnNotice {
    type Error = Problem;

    fn try_from(its: tenancy::OwnNotice) -> Result<Self, Problem> {
        Ok(Self {
            earliest_date: date(its.earliest_date)?,
            reason: its.reason,
            said: its.said,
        })
    }
}

/// A home's maintenance requests, as far as they are known.
#[derive(Debug, Default)]
pub struct PortalRequests {
    /// The newest.
    pub newest: Vec<maintenance::MaintenanceRequest>,
    /// How many are Open or In Progress.
    pub open: i64,
    /// How many there are.
    pub total: i64,
}

/// What the portal is made of.
#[derive(Debug)]
pub struct PortalParts {
    /// The home.
    pub home: tenancy::GetPortalResponse,
    /// Its requests.
    pub requests: PortalRequests,
    /// How to reach whoever lets it.
    pub landlord: Option<LandlordContact>,
}

impl TryFrom<PortalParts> for TenantPortal {
    type Error = Problem;

    fn try_from(parts: PortalParts) -> Result<Self, Problem> {
        let portal = parts.home;
        // The account's own photo is that of its first tenancy.
        let first = portal.tenancies.first().map(|first| first.tenancy_id);
        let tenant = portal.tenant.map(|tenant| {
            let photo = some(tenant.photo_id).filter(|_| first == Some(tenant.tenancy_id));
            Ok::<_, Problem>(Tenant {
                profile_photo_url: photo.map(own_photo),
                ..Tenant::try_from(tenant)?
            })
        });
        let tenant = tenant.transpose()?;
        let property_type = text(portal.property_type);
        let requests = parts.requests;
        let newest = requests.newest.into_iter();
        Ok(Self {
            property: tenant.as_ref().map(|tenant| PortalProperty {
                id: tenant.property_id,
                name: tenant.property_name.clone(),
                address: tenant.property_address.clone(),
                postcode: tenant.property_postcode.clone(),
                property_type,
            }),
            room: tenant.as_ref().and_then(|tenant| {
                Some(PortalRoom {
                    room_number: tenant.room_number.clone()?,
                    monthly_rent: tenant.tenancy_rent.clone(),
                })
            }),
            organisation_name: text(portal.organisation_name),
            tenant,
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
            to_confirm: portal.to_confirm.into_iter().map(Into::into).collect(),
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

/// Where a tenant's own photo of this id is.
#[must_use]
pub fn own_photo(photo: i64) -> String {
    format!("/api/tenant-portal/photo?v={photo}")
}
