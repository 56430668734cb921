//! The public events of changes.

use lintel_core::{CertificateId, OrganisationId, PropertyId, UserId};
use lintel_db::outbox::NewEvent;
use lintel_proto::{PublicEvent as _, portfolio::v1};

use crate::{
    contract::words,
    domain::{Certificate, Inspection, Property, PropertyImport, SoldProperty},
    store::reminder::{CertificateReminder, InspectionReminder},
};

pub mod inbound;

/// The snapshot of a property. It holds what consumers keep a copy of and nothing of a person: no lender's contact, no note, no
/// account.
pub fn property_snapshot(organisation: OrganisationId, property: &Property) -> v1::PropertyChanged {
    let details = &property.details;
    v1::PropertyChanged {
        property_id: property.id.get(),
        organisation_id: organisation.get(),
        version: property.version,
        display_name: details.name.clone(),
        address: details.address.clone(),
        postcode: details.postcode.clone(),
        nation: words::nation_number(details.located().nation).into(),
        property_type: v1::PropertyType::from(details.property_type).into(),
        status: v1::PropertyStatus::from(property.status()).into(),
        monthly_rent: Some(property.monthly_rent().into()),
        asking_rent: Some(details.asking_rent.into()),
        rooms: property.rooms.iter().cloned().map(Into::into).collect(),
        responsible_user_id: property.responsible.map_or(0, UserId::get),
    }
}

/// The snapshot of a property after a change.
pub fn property_changed(organisation: OrganisationId, property: &Property) -> NewEvent {
    property_snapshot(organisation, property).event()
}

/// A property that is gone, at the version after its last snapshot's.
pub fn property_deleted(
    organisation: OrganisationId,
    property: PropertyId,
    version: i64,
) -> NewEvent {
    v1::PropertyDeleted {
        property_id: property.get(),
        organisation_id: organisation.get(),
        version,
    }
    .event()
}

/// The snapshot of a certificate after a change. Neither its notes nor its document are in it.
pub fn certificate_changed(organisation: OrganisationId, certificate: &Certificate) -> NewEvent {
    let details = &certificate.details;
    v1::CertificateChanged {
        certificate_id: certificate.id.get(),
        organisation_id: organisation.get(),
        version: certificate.version,
        property_id: certificate.property.id.get(),
        certificate_type: v1::CertificateType::from(details.certificate_type).into(),
        issue_date: details.issue_date.map(Into::into),
        expiry_date: Some(details.expiry_date.into()),
        superseded_by_certificate_id: certificate.superseded_by.map_or(0, CertificateId::get),
    }
    .event()
}

/// A certificate that is gone, at the version after its last snapshot's.
pub fn certificate_deleted(organisation: OrganisationId, certificate: &Certificate) -> NewEvent {
    let version = certificate.version + 1;
    v1::CertificateDeleted {
        certificate_id: certificate.id.get(),
        organisation_id: organisation.get(),
        version,
        property_id: certificate.property.id.get(),
    }
    .event()
}

/// A property that was sold.
pub fn property_sold(organisation: OrganisationId, sold: &SoldProperty) -> NewEvent {
    v1::PropertySold {
        sold_property_id: sold.id.get(),
        original_property_id: sold.original.get(),
        organisation_id: organisation.get(),
        version: sold.version,
        sale_date: Some(sold.sale.sale_date.into()),
    }
    .event()
}

/// The snapshot of an inspection. Neither notes nor findings are in it.
pub fn inspection_snapshot(
    organisation: OrganisationId,
    inspection: &Inspection,
) -> v1::InspectionChanged {
    v1::InspectionChanged {
        inspection_id: inspection.id.get(),
        organisation_id: organisation.get(),
        version: inspection.version,
        property_id: inspection.property.id.get(),
        inspection_date: Some(inspection.appointment.date.into()),
        inspection_time: Some(inspection.appointment.time.into()),
        status: v1::InspectionStatus::from(inspection.status).into(),
        automatic: inspection.automatic,
    }
}

/// The snapshot of an inspection after a change.
pub fn inspection_changed(organisation: OrganisationId, inspection: &Inspection) -> NewEvent {
    inspection_snapshot(organisation, inspection).event()
}

/// Builds `CertificateExpiring`, or from the day after `CertificateExpired`.
pub fn certificate_expires(fact: &CertificateReminder) -> NewEvent {
    let certificate_type = v1::CertificateType::from(fact.certificate_type).into();
    if fact.offset_days < 0 {
        return v1::CertificateExpired {
            reminder_id: fact.id,
            organisation_id: fact.organisation.get(),
            certificate_id: fact.certificate_id,
            property_id: fact.property_id,
            certificate_type,
            expiry_date: Some(fact.expiry_date.into()),
        }
        .event();
    }
    v1::CertificateExpiring {
        reminder_id: fact.id,
        organisation_id: fact.organisation.get(),
        certificate_id: fact.certificate_id,
        property_id: fact.property_id,
        certificate_type,
        expiry_date: Some(fact.expiry_date.into()),
        days_before: fact.offset_days,
    }
    .event()
}

/// Builds `InspectionDue`, or from the day after `InspectionOverdue`.
pub fn inspection_due(fact: &InspectionReminder) -> NewEvent {
    if fact.offset_days < 0 {
        return v1::InspectionOverdue {
            reminder_id: fact.id,
            organisation_id: fact.organisation.get(),
            inspection_id: fact.inspection_id,
            property_id: fact.property_id,
            inspection_date: Some(fact.inspection_date.into()),
            inspection_time: Some(fact.inspection_time.into()),
        }
        .event();
    }
    v1::InspectionDue {
        reminder_id: fact.id,
        organisation_id: fact.organisation.get(),
        inspection_id: fact.inspection_id,
        property_id: fact.property_id,
        inspection_date: Some(fact.inspection_date.into()),
        inspection_time: Some(fact.inspection_time.into()),
        days_before: fact.offset_days,
    }
    .event()
}

/// An import that is at another point now.
pub fn property_import_changed(organisation: OrganisationId, import: &PropertyImport) -> NewEvent {
    v1::PropertyImportChanged {
        property_import_id: import.id.get(),
        organisation_id: organisation.get(),
        version: import.version,
    }
    .event()
}
