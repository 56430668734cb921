//! Tenants on the wire.

use lintel_core::{ApplicationId, Error, Search, TenantPhotoId};
use lintel_proto::{convert::timestamp, read::Reader, tenancy::v1};

use crate::{
    contract::words,
    domain::{
        applying::EmploymentStatus,
        letting::{EndDraft, Tenant, TenantDraft, TenantFilter, TenantSummary},
    },
};

/// What somebody typed of a tenant.
pub fn draft(given: v1::Tenant) -> TenantDraft {
    let mut reader = Reader::default();
    let start = reader.date("lease_start", given.lease_start);
    let end = reader.date("lease_end", given.lease_end);
    let rent = reader.money("tenancy_rent", given.tenancy_rent);
    let share = reader.money("monthly_rent", given.monthly_rent);
    let deposit = reader.money("deposit", given.deposit);
    TenantDraft {
        unreadable: reader.unreadable,
        property: given.property_id,
        tenancy: given.tenancy_id,
        room: given.room_number,
        name: given.display_name,
        email: given.email,
        phone: given.phone,
        address: given.address,
        employment_status: given.employment_status,
        start,
        end,
        rent,
        share,
        deposit,
    }
}

/// What somebody typed of an end.
pub fn end_draft(given: v1::EndTenantRequest) -> EndDraft {
    let mut reader = Reader::default();
    EndDraft {
        date: reader.date("leave_date", given.leave_date),
        notice: reader.date("notice_date", given.notice_date),
        by: words::tenancy_ender(given.ended_by()),
        reason: given.reason,
        unreadable: reader.unreadable,
    }
}

/// Which tenants a list shows.
///
/// # Errors
/// `SEARCH_INVALID`.
pub fn filter(
    property: i64,
    lease_statuses: &[i32],
    search: &str,
    sort: i32,
) -> Result<TenantFilter, Error> {
    let mut statuses = Vec::new();
    for status in lease_statuses {
        let status = v1::LeaseStatus::try_from(*status).ok();
        let known = status.and_then(words::lease_status);
        let unknown = || {
            Error::field(
                "SEARCH_INVALID",
                "lease_statuses",
                "Choose Active, Ended or Upcoming.",
            )
        };
        statuses.push(known.ok_or_else(unknown)?);
    }
    let sort = v1::TenantSort::try_from(sort).map_err(|_| {
        let choose = "Sort by home, name, rent or start.";
        Error::field("SEARCH_INVALID", "sort", choose)
    })?;
    let sort = words::tenant_sort(sort).unwrap_or_default();
    Ok(TenantFilter {
        property: Some(property)
            .filter(|property| *property != 0)
            .map(Into::into),
        statuses,
        search: Search::read(search)?,
        sort,
    })
}

/// A tenant as callers see it.
pub fn tenant(tenant: Tenant) -> v1::Tenant {
    let person = tenant.person;
    let (leave_date, leave_reason) = match tenant.leaving {
        Some(leaving) => (
            Some(leaving.date.into()),
            leaving.reason.unwrap_or_default(),
        ),
        None => (None, String::new()),
    };
    v1::Tenant {
        arrears: tenant
            .arrears
            .as_ref()
            .map(crate::grpc::rent::convert::arrears),
        deposit_warning: tenant.deposit_warning.unwrap_or_default(),
        tenant_id: tenant.id.get(),
        tenancy_id: tenant.tenancy.get(),
        property_id: tenant.property.get(),
        property_display_name: tenant.property_name,
        property_address: tenant.property_address,
        property_postcode: tenant.property_postcode,
        room_number: tenant.room,
        display_name: person.name,
        email: person.email,
        phone: person.phone,
        address: person.address.unwrap_or_default(),
        employment_status: person
            .employment_status
            .map_or("", EmploymentStatus::as_str)
            .to_owned(),
        lease_start: Some(tenant.start.into()),
        lease_end: tenant.end.map(Into::into),
        leave_date,
        leave_reason,
        ended_by: tenant
            .ending
            .by
            .map_or(0, |by| v1::TenancyEnder::from(by).into()),
        notice_date: tenant.ending.notice.map(Into::into),
        leave_record_time: tenant.ending.recorded.map(timestamp),
        monthly_rent: Some(tenant.share.into()),
        tenancy_rent: Some(tenant.rent.into()),
        deposit: tenant.deposit.map(Into::into),
        lease_status: v1::LeaseStatus::from(tenant.status).into(),
        tenants_together: tenant.together,
        application_id: tenant.application.map_or(0, ApplicationId::get),
        agreement_application_id: tenant.agreement_application.map_or(0, ApplicationId::get),
        version: tenant.version,
        create_time: Some(timestamp(tenant.created_at)),
        update_time: Some(timestamp(tenant.updated_at)),
        photo_id: tenant.photo.map_or(0, TenantPhotoId::get),
        portal_state: v1::PortalState::from(tenant.portal).into(),
    }
}

/// The figures of the cards.
pub fn summary(figures: &TenantSummary) -> v1::GetTenantSummaryResponse {
    v1::GetTenantSummaryResponse {
        active_tenants: figures.active,
        upcoming_tenants: figures.upcoming,
        previous_tenants: figures.previous,
        total_tenants: figures.active + figures.upcoming + figures.previous,
        monthly_rent: Some(figures.monthly_rent.into()),
        occupied_properties: figures.occupied_properties,
    }
}
