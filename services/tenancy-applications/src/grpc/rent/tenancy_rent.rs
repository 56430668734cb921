//! The rent of a tenancy between the contract and the application.

use lintel_core::PageToken;
use lintel_proto::tenancy::v1;

use super::{convert, shares};
use crate::{
    app::rent::TenancyRent,
    domain::{letting::Member, rent::ledger::Part},
};

/// The rent of a tenancy.
pub fn of_tenancy(found: TenancyRent) -> v1::GetTenancyRentResponse {
    let (view, all) = (found.view, found.all);
    let (home, as_of) = (view.tenant, view.arrears.as_of);
    let changes = view.changes.iter();
    let changes = changes.map(|one| convert::change(one, one.effective <= as_of));
    let names = view.names;
    let entries = view.lines.into_iter().map(|line| v1::TenancyLedgerEntry {
        tenant_name: names.get(&line.entry.tenant).cloned().unwrap_or_default(),
        entry: Some(convert::line(line)),
    });
    v1::GetTenancyRentResponse {
        tenancy_id: home.tenancy.get(),
        property_id: home.property.get(),
        property_display_name: home.property_name,
        property_address: home.property_address,
        property_postcode: home.property_postcode,
        room_number: home.room,
        lease_status: v1::LeaseStatus::from(home.status).into(),
        arrears: Some(convert::arrears(&view.arrears)),
        ground_8: found.ground_8.unwrap_or_default(),
        monthly_rent: Some(found.monthly.into()),
        terms: view.terms.as_ref().map(convert::terms),
        changes: changes.collect(),
        tenants: found.tenants.into_iter().map(tenant).collect(),
        charged: Some(all.charged.into()),
        received: Some(all.paid.into()),
        first_entry_date: found.since.map(Into::into),
        next_due_date: found.next.map(|(day, _)| day.into()),
        next_due_amount: found.next.map(|(_, amount)| amount.into()),
        entries: entries.collect(),
        next_page_token: PageToken::next(found.next_page),
        shares: found.said.iter().map(shares::change).collect(),
    }
}

fn tenant((member, part): (Member, Part)) -> v1::TenancyPayer {
    v1::TenancyPayer {
        tenant_id: member.id.get(),
        tenant_name: member.person.name,
        share: Some(member.share.into()),
        charged: Some(part.charged.into()),
        paid: Some(part.paid.into()),
        leave_date: member.leaving.map(|leaving| leaving.date.into()),
        has_left: member.has_left,
    }
}
