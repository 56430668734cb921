//! Tenants as a table: what a CSV file says, read and written by the same columns, so that what is exported can be imported again.
//!
//! No IO and no rules about tenants: a line becomes a draft, which the domain checks like any other.

use lintel_core::{Error, Money};
use lintel_sheet::{Cells, Column, Kind, Unreadable, shown};

use crate::domain::{
    applying::EmploymentStatus,
    letting::{ImportedTenant, LeaseStatus, Tenant, TenantDraft},
};

#[cfg(test)]
mod tests;

/// A tenant in a file.
pub type Line = lintel_sheet::Line<ImportedTenant>;
/// A file whose header was understood.
pub type Sheet = lintel_sheet::Sheet<ImportedTenant>;

/// Every column, in the order of an export.
pub const COLUMNS: &[Column] = &[
    Column::new("Property", "property", &["property name", "home", "unit"]).required(),
    Column::new("Property address", "property_address", &[]),
    Column::new("Property postcode", "postcode", &["postcode"]),
    Column::new("Room", "room_number", &["room number", "room no"]),
    Column::new(
        "Name",
        "display_name",
        &["tenant", "tenant name", "full name"],
    )
    .required(),
    Column::new("Email", "email", &["email address"]).required(),
    Column::new("Phone", "phone", &["phone number", "telephone", "mobile"]).required(),
    Column::new(
        "Address",
        "address",
        &["previous address", "contact address"],
    ),
    Column::new(
        "Employment status",
        "employment_status",
        &["employment", "occupation"],
    ),
    Column::new(
        "Lease start",
        "lease_start",
        &["start date", "tenancy start", "move in", "move in date"],
    )
    .required(),
    Column::new("Lease end", "lease_end", &["end date", "tenancy end"]),
    Column::new(
        "Monthly rent",
        "tenancy_rent",
        &["rent", "rent per month", "rent pcm", "rent amount"],
    )
    .required(),
    Column::new("Deposit", "deposit", &["deposit amount"]),
    Column::new(
        "Leave date",
        "leave_date",
        &["left on", "last day", "move out", "move out date"],
    ),
    Column::new("Reason for leaving", "reason", &["leave reason", "reason"]),
];

const KIND: Kind = Kind {
    columns: COLUMNS,
    rows: "tenants",
};

/// Reads a file.
///
/// # Errors
/// [`Unreadable`] when its header is not known, or it exceeds the limits.
pub fn read(content: &[u8]) -> Result<Sheet, Unreadable> {
    lintel_sheet::read(KIND, content, draft)
}

fn draft(mut cells: Cells<'_>) -> ImportedTenant {
    let tenant = TenantDraft {
        room: Some(cells.text("room_number")),
        name: cells.text("display_name"),
        email: cells.text("email"),
        phone: cells.text("phone"),
        address: cells.text("address"),
        employment_status: cells.text("employment_status").trim().to_lowercase(),
        start: cells.date("lease_start"),
        end: cells.date("lease_end"),
        rent: cells.money("tenancy_rent"),
        deposit: cells.money("deposit"),
        ..TenantDraft::default()
    };
    let leave_date = cells.date("leave_date");
    ImportedTenant {
        property: cells.text("property"),
        property_address: cells.text("property_address"),
        postcode: cells.text("postcode"),
        leave_reason: cells.text("reason"),
        leave_date,
        tenant: TenantDraft {
            unreadable: cells.unreadable,
            ..tenant
        },
    }
}

/// The line of a tenant: dates as ISO 8601 has them, amounts bare, every cell in quotes.
///
/// # Errors
/// [`Error::Internal`] when it cannot be written, which memory always can.
pub fn line(tenant: &Tenant) -> Result<Vec<u8>, Error> {
    lintel_sheet::line(COLUMNS, |column| value(tenant, column))
}

fn value(tenant: &Tenant, column: &Column) -> String {
    let person = &tenant.person;
    match column.field {
        "property" => tenant.property_name.clone(),
        "property_address" => tenant.property_address.clone(),
        "postcode" => tenant.property_postcode.clone(),
        "room_number" => tenant.room.clone().unwrap_or_default(),
        "display_name" => person.name.clone(),
        "email" => person.email.clone(),
        "phone" => person.phone.clone(),
        "address" => person.address.clone().unwrap_or_default(),
        "employment_status" => person
            .employment_status
            .map_or("", EmploymentStatus::as_str)
            .to_owned(),
        "lease_start" => tenant.start.to_string(),
        "lease_end" => shown(tenant.end),
        // As it is read: shares where they differ, otherwise the rent of the tenancy.
        "tenancy_rent" if !tenant.shares_differ => tenant.rent.to_string(),
        "tenancy_rent" if tenant.status == LeaseStatus::Ended => Money::ZERO.to_string(),
        "tenancy_rent" => tenant.share.to_string(),
        "deposit" => shown(tenant.deposit),
        "leave_date" => shown(tenant.leaving.as_ref().map(|leaving| leaving.date)),
        "reason" => tenant
            .leaving
            .as_ref()
            .and_then(|leaving| leaving.reason.clone())
            .unwrap_or_default(),
        _ => String::new(),
    }
}
