//! The landlord's details and the mails to tenants in the words of the contract.

use lintel_proto::identity::v1;

use crate::domain::{
    landlord::{Landlord, LandlordDraft, LandlordKind},
    tenant_mail::TenantMailKind,
};

/// Kinds as somebody named them; `None` for one that is not known.
#[must_use]
pub fn named_mails(kinds: &[i32]) -> Vec<Option<TenantMailKind>> {
    let kinds = kinds.iter();
    kinds
        .map(|kind| v1::TenantMailKind::try_from(*kind).ok())
        .map(|kind| kind.and_then(tenant_mail_kind))
        .collect()
}

/// Every kind, and whether it is wanted.
#[must_use]
pub fn tenant_mails(off: &[TenantMailKind]) -> Vec<v1::TenantMail> {
    let all = TenantMailKind::ALL.iter();
    all.map(|kind| v1::TenantMail {
        kind: v1::TenantMailKind::from(*kind).into(),
        wanted: !off.contains(kind),
        required_by_law: kind.is_required_by_law(),
    })
    .collect()
}

/// The details as they are told.
#[must_use]
pub fn landlord(landlord: Landlord) -> v1::Landlord {
    v1::Landlord {
        kind: v1::LandlordKind::from(landlord.kind).into(),
        display_names: landlord.names,
        company_number: landlord.company_number,
        trading_as: landlord.trading_as,
        notice_address: landlord.notice_address,
        contact_name: landlord.contact_name,
        contact_phone: landlord.contact_phone,
        contact_email: landlord.contact_email,
    }
}

/// Details as somebody typed them.
#[must_use]
pub fn landlord_draft(given: v1::Landlord) -> LandlordDraft {
    LandlordDraft {
        kind: landlord_kind(given.kind()),
        names: given.display_names,
        company_number: given.company_number,
        trading_as: given.trading_as,
        notice_address: given.notice_address,
        contact_name: given.contact_name,
        contact_phone: given.contact_phone,
        contact_email: given.contact_email,
    }
}

/// The numbers of kinds.
#[must_use]
pub fn mail_kinds(kinds: &[TenantMailKind]) -> Vec<i32> {
    let kinds = kinds.iter().copied();
    kinds
        .map(|kind| v1::TenantMailKind::from(kind).into())
        .collect()
}

lintel_proto::words! {
    LandlordKind = v1::LandlordKind, landlord_kind;
    TenantMailKind = v1::TenantMailKind, tenant_mail_kind;
}
