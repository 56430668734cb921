//! Tenants with the fields of their tenancy.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::{common::v1 as common, tenancy::v1 as tenancy};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, money, required, some, text},
    names::{LeaseStatus, PortalState, TenancyEnder},
};
use crate::problem::Problem;

/// A tenant, with the fields of the tenancy that they are part of.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tenant {
    /// The tenant's id.
    #[schema(example = 5)]
    pub id: i64,
    /// The tenancy; tenants who rent together have the same.
    #[schema(example = 3)]
    pub tenancy_id: i64,
    /// The property.
    #[schema(example = 42)]
    pub property_id: i64,
    /// What the landlord calls the property.
    #[schema(example = "Ashmead House")]
    pub property_name: String,
    /// Where the property is.
    pub property_address: String,
    /// Its postcode.
    #[schema(example = "BS4 2AD")]
    pub property_postcode: String,
    /// The room of a shared house; null where the whole property is let.
    #[schema(required, example = "2")]
    pub room_number: Option<String>,
    /// The tenant's name.
    #[schema(example = "Grace Hopper")]
    pub name: String,
    /// The tenant's address for mails.
    #[schema(example = "grace@example.com")]
    pub email: String,
    /// The tenant's phone.
    #[schema(example = "07700 900123")]
    pub phone: String,
    /// The address for letters; null where it is not known.
    #[schema(required)]
    pub address: Option<String>,
    /// full-time, part-time, contract, self-employed, student or other; null where it is not known.
    #[schema(required, example = "full-time")]
    pub employment_status: Option<String>,
    /// The first day of the tenancy.
    pub lease_start: NaiveDate,
    /// The last day that was agreed; null for a periodic tenancy.
    #[schema(required)]
    pub lease_end: Option<NaiveDate>,
    /// The day on which this tenant leaves or has left; null while none is known.
    #[schema(required)]
    pub leave_date: Option<NaiveDate>,
    /// Why the tenant leaves; null where it was not said.
    #[schema(required)]
    pub leave_reason: Option<String>,
    /// Who ended it; null where that was not said.
    #[schema(required)]
    pub ended_by: Option<TenancyEnder>,
    /// When notice was given; null where none was or that was not said.
    #[schema(required)]
    pub notice_date: Option<NaiveDate>,
    /// When the last day was recorded; null where there is none or that is not known.
    #[schema(required)]
    pub leave_recorded_at: Option<DateTime<Utc>>,
    /// This tenant's share of the rent per month.
    #[schema(example = "450.00")]
    pub rent_amount: String,
    /// The rent of the whole tenancy per month.
    #[schema(example = "900.00")]
    pub tenancy_rent: String,
    /// The deposit of the whole tenancy; null where it is not known.
    #[schema(required, example = "1035.00")]
    pub deposit_amount: Option<String>,
    /// What is said where the deposit is above the cap of the home's nation: it is stored all the same. Null where it is not.
    #[schema(required)]
    pub deposit_warning: Option<String>,
    /// How the tenant stands today.
    pub lease_status: LeaseStatus,
    /// How many tenants the tenancy has that have not left, this one included.
    #[schema(example = 2)]
    pub tenants_together: i32,
    /// The application that it came from; null for none.
    #[schema(required)]
    pub application_id: Option<i64>,
    /// The application that the tenancy's agreement was issued from, while one waits for signatures or all have signed it; null for none.
    /// An upcoming tenancy that has one begins when its tenants move in from that application.
    #[schema(required)]
    pub agreement_application_id: Option<i64>,
    /// What the tenancy owes today, below 0 for a credit; null where no rent is charged. Its tenants owe it together.
    #[schema(required, example = "950.00")]
    pub balance: Option<String>,
    /// What of the balance is unpaid rent whose day is over; null where no rent is charged.
    #[schema(required, example = "950.00")]
    pub overdue: Option<String>,
    /// The day of the oldest charge that is overdue; null where there is none.
    #[schema(required)]
    pub oldest_unpaid_due: Option<NaiveDate>,
    /// Days since then; null where no rent is charged.
    #[schema(required)]
    pub days_in_arrears: Option<i32>,
    /// What is overdue in monthly rents of the tenancy, rounded down to two decimals; null where no rent is charged.
    #[schema(required, example = "1.00")]
    pub months_of_rent: Option<String>,
    /// Where the photo is; another one has another address, null for none.
    #[schema(required, example = "/api/tenants/5/photo?v=9")]
    pub profile_photo_url: Option<String>,
    /// Whether an account is the tenant's: it says so (confirmed) or says no (not confirmed); nobody has answered (waiting); nobody answered
    /// before the tenant left (none). Null where it is not known yet.
    #[schema(required)]
    pub portal_state: Option<PortalState>,
    /// Grows with every change of the tenancy; also the `ETag`.
    pub version: i64,
    /// When the tenant was added.
    pub created_at: DateTime<Utc>,
    /// When the tenancy was last changed.
    pub updated_at: DateTime<Utc>,
}

impl TryFrom<tenancy::Tenant> for Tenant {
    type Error = Problem;

    fn try_from(tenant: tenancy::Tenant) -> Result<Self, Problem> {
        let status = LeaseStatus::from_number(tenant.lease_status);
        let arrears = tenant.arrears;
        let of = |sum: fn(&tenancy::Arrears) -> Option<common::Money>| {
            money(arrears.as_ref().and_then(sum))
        };
        Ok(Self {
            id: tenant.tenant_id,
            tenancy_id: tenant.tenancy_id,
            property_id: tenant.property_id,
            property_name: tenant.property_display_name,
            property_address: tenant.property_address,
            property_postcode: tenant.property_postcode,
            room_number: tenant.room_number,
            name: tenant.display_name,
            email: tenant.email,
            phone: tenant.phone,
            address: text(tenant.address),
            employment_status: text(tenant.employment_status),
            lease_start: required(date(tenant.lease_start)?, "lease_start")?,
            lease_end: date(tenant.lease_end)?,
            leave_date: date(tenant.leave_date)?,
            leave_reason: text(tenant.leave_reason),
            ended_by: TenancyEnder::from_number(tenant.ended_by),
            notice_date: date(tenant.notice_date)?,
            leave_recorded_at: instant(tenant.leave_record_time)?,
            rent_amount: required(money(tenant.monthly_rent)?, "monthly_rent")?,
            tenancy_rent: required(money(tenant.tenancy_rent)?, "tenancy_rent")?,
            deposit_amount: money(tenant.deposit)?,
            deposit_warning: text(tenant.deposit_warning),
            lease_status: required(status, "lease_status")?,
            tenants_together: tenant.tenants_together,
            application_id: some(tenant.application_id),
            agreement_application_id: some(tenant.agreement_application_id),
            balance: of(|arrears| arrears.balance.clone())?,
            overdue: of(|arrears| arrears.overdue.clone())?,
            oldest_unpaid_due: date(
                arrears
                    .as_ref()
                    .and_then(|arrears| arrears.oldest_unpaid_due),
            )?,
            days_in_arrears: arrears.as_ref().map(|arrears| arrears.days_in_arrears),
            months_of_rent: arrears.map(|arrears| arrears.months_of_rent),
            profile_photo_url: some(tenant.photo_id)
                .map(|photo| format!("/api/tenants/{}/photo?v={photo}", tenant.tenant_id)),
            portal_state: PortalState::from_number(tenant.portal_state),
            version: tenant.version,
            created_at: required(instant(tenant.create_time)?, "create_time")?,
            updated_at: required(instant(tenant.update_time)?, "update_time")?,
        })
    }
}
