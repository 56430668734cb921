//! References as callers are told them.

use lintel_proto::{convert::timestamp, tenancy::v1};
use tonic::metadata::MetadataMap;

use crate::{
    contract::referee_forms,
    domain::references::{Answer, Reference},
};

/// The network address that somebody acts from: what tells one device from another. It is hashed with a key before it is kept.
pub fn device(metadata: &MetadataMap) -> Option<String> {
    let address = metadata.get("x-lintel-client-address")?;
    address.to_str().ok().map(str::to_owned)
}

/// A reference as whoever reads it may see it.
pub fn reference(reference: Reference, landlord: bool) -> v1::Reference {
    let state = v1::ReferenceState::from(reference.state());
    let answer = reference.answer.filter(|_| landlord);
    let (mut guarantor, mut employer) = (None, None);
    match answer {
        Some(Answer::Guarantor(form)) => guarantor = Some(referee_forms::guarantor(&form)),
        Some(Answer::Employer(form)) => employer = Some(referee_forms::employer(&form)),
        None => {}
    }
    v1::Reference {
        kind: v1::ReferenceKind::from(reference.kind).into(),
        state: state.into(),
        email: reference.email,
        send_time: Some(timestamp(reference.sent_at)),
        expire_time: Some(timestamp(reference.expires_at)),
        answer_time: reference.answered_at.map(timestamp),
        decline_reason: reference
            .decline_reason
            .filter(|_| landlord)
            .unwrap_or_default(),
        guarantor,
        employer,
        signature: if landlord {
            reference.signature
        } else {
            Vec::new()
        },
        waive_reason: reference
            .waive_reason
            .filter(|_| landlord)
            .unwrap_or_default(),
    }
}
