//! A mail of each kind to a tenant who does not exist, by which a landlord sees its text.

use chrono::{DateTime, Days, TimeDelta, Utc};
use lintel_core::Money;
use lintel_proto::{
    convert::timestamp, identity::v1::TenantMailKind, maintenance::v1::MaintenanceMail,
    tenancy::v1::TenancyMail,
};

use crate::domain::{MaintenanceNotice, TenancyNotice};

/// The contents of an example.
#[derive(Debug, Clone)]
pub enum Example {
    /// A mail about a tenancy.
    Tenancy(TenancyNotice, Box<TenancyMail>),
    /// A mail about maintenance.
    Maintenance(MaintenanceNotice, Box<MaintenanceMail>),
}

const NAME: &str = "Sam Taylor";
const EMAIL: &str = "sam@example.com";
const HOME: &str = "1 Example Street, Leeds LS1 1AA";

/// The example of a kind at `now`, from whoever lets; `None` for a kind that is not known.
#[must_use]
pub fn example(kind: TenantMailKind, organisation: &str, now: DateTime<Utc>) -> Option<Example> {
    let notice = match kind {
        TenantMailKind::Unspecified => return None,
        TenantMailKind::MovedIn => TenancyNotice::MovedIn,
        TenantMailKind::Document => TenancyNotice::TenancyDocumentGiven,
        TenantMailKind::RentDue => TenancyNotice::RentDue,
        TenantMailKind::Receipt => TenancyNotice::RentReceived,
        TenantMailKind::RentLate => TenancyNotice::RentLate,
        TenantMailKind::TenancyChanged => TenancyNotice::TenancyChanged,
        TenantMailKind::RepairReceived => {
            return Some(repair(MaintenanceNotice::Received, organisation, now));
        }
        TenantMailKind::RepairStatus => {
            return Some(repair(MaintenanceNotice::StatusChanged, organisation, now));
        }
        TenantMailKind::RepairComment => {
            return Some(repair(
                MaintenanceNotice::CommentedToTenant,
                organisation,
                now,
            ));
        }
        TenantMailKind::EntryNotice => {
            return Some(repair(MaintenanceNotice::Visit, organisation, now));
        }
    };
    let day = lintel_core::london_date(now);
    let day = match notice {
        TenancyNotice::RentDue => day + Days::new(3),
        TenancyNotice::RentLate => day - Days::new(1),
        _ => day,
    };
    let late = notice == TenancyNotice::RentLate;
    let rent = Money::gbp(95_000);
    let mail = TenancyMail {
        recipient_name: NAME.to_owned(),
        recipient_email: EMAIL.to_owned(),
        tenant_name: NAME.to_owned(),
        organisation_name: organisation.to_owned(),
        property_address: HOME.to_owned(),
        property_display_name: HOME.to_owned(),
        subject_kind: "Inventory".to_owned(),
        note: if notice == TenancyNotice::TenancyChanged {
            "A payment of £950.00 was entered by mistake. It was taken back.".to_owned()
        } else {
            String::new()
        },
        monthly_rent: Some(rent.into()),
        amount: Some(rent.into()),
        balance: Some(if late { rent } else { Money::ZERO }.into()),
        days: i32::from(late),
        date: Some(day.into()),
        ..TenancyMail::default()
    };
    Some(Example::Tenancy(notice, Box::new(mail)))
}

fn repair(notice: MaintenanceNotice, organisation: &str, now: DateTime<Utc>) -> Example {
    let start = now + TimeDelta::days(2);
    let comment = notice == MaintenanceNotice::CommentedToTenant;
    let mail = MaintenanceMail {
        recipient_name: NAME.to_owned(),
        recipient_email: EMAIL.to_owned(),
        maintenance_request_id: 1,
        organisation_name: organisation.to_owned(),
        property_address: HOME.to_owned(),
        title: "Boiler has no hot water".to_owned(),
        text: if comment {
            "The part is ordered and comes on Thursday.".to_owned()
        } else {
            String::new()
        },
        priority: "High".to_owned(),
        status: "In Progress".to_owned(),
        author_name: organisation.to_owned(),
        start_time: Some(timestamp(start)),
        end_time: Some(timestamp(start + TimeDelta::hours(2))),
        contractor_name: "Aire Heating".to_owned(),
        ..MaintenanceMail::default()
    };
    Example::Maintenance(notice, Box::new(mail))
}
