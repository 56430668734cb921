//! What other services hear of a change.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    ApplicationId, BankStatementId, DeedId, InviteId, Money, OrganisationId, PropertyId, TenantId,
};
use lintel_db::outbox::NewEvent;
use lintel_proto::{PublicEvent as _, common, convert::timestamp, tenancy::v1};
use uuid::Uuid;

use crate::domain::{
    agreeing::{Agreement, evidence::hex},
    letting::{Tenancy, TenantImport},
    rent::Owed,
};

pub(crate) mod inbound;

/// That an application was made or changed. It holds nothing of the applicant.
pub fn application_changed(
    organisation: OrganisationId,
    application: ApplicationId,
    property: PropertyId,
    version: i64,
) -> NewEvent {
    v1::ApplicationChanged {
        application_id: application.get(),
        organisation_id: organisation.get(),
        property_id: property.get(),
        version,
    }
    .event()
}

/// That a link was made, used or ended.
pub fn invite_changed(organisation: OrganisationId, invite: InviteId, version: i64) -> NewEvent {
    v1::InviteChanged {
        invite_id: invite.get(),
        organisation_id: organisation.get(),
        version,
    }
    .event()
}

/// That an import of tenants is at another point now.
pub fn tenant_import_changed(organisation: OrganisationId, import: &TenantImport) -> NewEvent {
    v1::TenantImportChanged {
        tenant_import_id: import.id.get(),
        organisation_id: organisation.get(),
        version: import.version,
    }
    .event()
}

/// A tenant that is gone, at the version after its last snapshot's.
pub fn tenant_deleted(organisation: OrganisationId, tenant: TenantId, version: i64) -> NewEvent {
    v1::TenantDeleted {
        tenant_id: tenant.get(),
        organisation_id: organisation.get(),
        version,
    }
    .event()
}

/// That a mail is to be sent, with what it needs sealed to notifications.
pub fn tenancy_mail_requested(
    organisation: OrganisationId,
    kind: v1::TenancyMailKind,
    mail: common::v1::Sealed,
    to_members: bool,
    expire: DateTime<Utc>,
) -> NewEvent {
    v1::TenancyMailRequested {
        tenancy_mail_id: Uuid::now_v7().to_string(),
        organisation_id: organisation.get(),
        kind: kind.into(),
        expire_time: Some(timestamp(expire)),
        to_members,
        mail: Some(mail),
    }
    .event()
}

/// That a tenancy was added or changed. It holds nothing of the tenants.
pub fn tenancy_changed(organisation: OrganisationId, tenancy: &Tenancy) -> NewEvent {
    v1::TenancyChanged {
        tenancy_id: tenancy.id.get(),
        organisation_id: organisation.get(),
        property_id: tenancy.property.get(),
        version: tenancy.version,
    }
    .event()
}

/// That a tenancy is in force, as it is now.
pub fn tenancy_started(organisation: OrganisationId, tenancy: &Tenancy) -> NewEvent {
    started(organisation, tenancy).event()
}

/// What is told of a tenancy that is in force.
pub fn started(organisation: OrganisationId, tenancy: &Tenancy) -> v1::TenancyStarted {
    v1::TenancyStarted {
        tenancy_id: tenancy.id.get(),
        organisation_id: organisation.get(),
        property_id: tenancy.property.get(),
        room_number: tenancy.room.clone(),
        start_date: Some(tenancy.start.into()),
        end_date: tenancy.end.map(Into::into),
        version: tenancy.version,
        monthly_rent: Some(tenancy.rent.into()),
    }
}

/// That a tenancy is no longer in force.
pub fn tenancy_ended(organisation: OrganisationId, tenancy: &Tenancy) -> NewEvent {
    ended(organisation, tenancy).event()
}

/// What is told of a tenancy that is no longer in force.
pub fn ended(organisation: OrganisationId, tenancy: &Tenancy) -> v1::TenancyEnded {
    v1::TenancyEnded {
        tenancy_id: tenancy.id.get(),
        organisation_id: organisation.get(),
        property_id: tenancy.property.get(),
        room_number: tenancy.room.clone(),
        start_date: Some(tenancy.start.into()),
        end_date: tenancy.last_day().map(Into::into),
        version: tenancy.version,
    }
}

/// That rent was charged: what all tenants owe for it. It holds nothing of them.
pub fn rent_due(
    organisation: OrganisationId,
    tenancy: &Tenancy,
    version: i64,
    due: NaiveDate,
    amount: Money,
) -> NewEvent {
    v1::RentDue {
        tenancy_id: tenancy.id.get(),
        organisation_id: organisation.get(),
        property_id: tenancy.property.get(),
        due_date: Some(due.into()),
        amount: Some(amount.into()),
        version,
    }
    .event()
}

/// That money came. It holds nothing of who paid.
pub fn rent_received(
    organisation: OrganisationId,
    tenancy: &Tenancy,
    version: i64,
    received: NaiveDate,
    amount: Money,
) -> NewEvent {
    v1::RentReceived {
        tenancy_id: tenancy.id.get(),
        organisation_id: organisation.get(),
        property_id: tenancy.property.get(),
        receive_date: Some(received.into()),
        amount: Some(amount.into()),
        version,
    }
    .event()
}

/// What a tenancy owes. It holds nothing of the tenants.
pub fn arrears_changed(
    organisation: OrganisationId,
    tenancy: &Tenancy,
    version: i64,
    owed: Owed,
) -> NewEvent {
    v1::ArrearsChanged {
        tenancy_id: tenancy.id.get(),
        organisation_id: organisation.get(),
        property_id: tenancy.property.get(),
        balance: Some(owed.balance.into()),
        oldest_unpaid_due: owed.oldest_unpaid.map(Into::into),
        version,
    }
    .event()
}

/// That a bank's file was read or lines of it were decided.
pub fn bank_statement_changed(
    organisation: OrganisationId,
    statement: BankStatementId,
    version: i64,
) -> NewEvent {
    v1::BankStatementChanged {
        bank_statement_id: statement.get(),
        organisation_id: organisation.get(),
        version,
    }
    .event()
}

/// That an agreement was issued. It holds nothing of the parties.
pub fn agreement_issued(agreement: &Agreement) -> NewEvent {
    v1::AgreementIssued {
        agreement_id: agreement.id.get(),
        organisation_id: agreement.organisation.get(),
        application_id: agreement.application.get(),
        property_id: agreement.property.get(),
        version: agreement.version,
    }
    .event()
}

/// That all have signed an agreement. It holds nothing of them.
pub fn agreement_signed(agreement: &Agreement) -> NewEvent {
    let hash = agreement.signed_hash.as_ref();
    v1::AgreementSigned {
        agreement_id: agreement.id.get(),
        organisation_id: agreement.organisation.get(),
        application_id: agreement.application.get(),
        property_id: agreement.property.get(),
        signed_document_hash: hash.map(|hash| hex(hash)).unwrap_or_default(),
        version: agreement.version,
    }
    .event()
}

/// That a deed of guarantee was signed or ends. It holds nothing of the parties.
pub fn guarantee_changed(
    agreement: &Agreement,
    deed: DeedId,
    signed_hash: &[u8; 32],
    version: i64,
) -> NewEvent {
    v1::GuaranteeChanged {
        deed_id: deed.get(),
        organisation_id: agreement.organisation.get(),
        agreement_id: agreement.id.get(),
        application_id: agreement.application.get(),
        signed_document_hash: hex(signed_hash),
        version,
    }
    .event()
}
