//! Agreements on the wire, and what is known of who acts on them.

use chrono::NaiveDate;
use lintel_core::Principal;
use lintel_proto::{convert::timestamp, tenancy::v1};
use tonic::metadata::MetadataMap;

use crate::{
    app::agreeing::AgreementView,
    contract::{agreement_terms, words},
    domain::agreeing::{
        ActsBy, Agreement, Deed, Device, GivenSignature, GivenWitness, Signer, evidence::hex,
    },
};

/// The longest browser's name that is kept, in characters.
const LONGEST_BROWSER: usize = 400;

/// An agreement as its reader may see it.
pub fn agreement(view: AgreementView) -> v1::Agreement {
    let AgreementView {
        agreement,
        application,
        signer,
        for_landlord,
        tenant,
        own_names,
        today,
        ..
    } = view;
    let signers = agreement.signers.iter();
    let signers = signers.map(|one| {
        let is_caller = signer == Some(one.id);
        let names = own_names.clone();
        let names = names.filter(|_| is_caller).unwrap_or_default();
        told_signer(&agreement, one, is_caller, for_landlord, names)
    });
    let signers = signers.collect();
    let deeds = agreement.deeds.iter();
    let deeds = deeds.map(|deed| {
        let is_private = for_landlord || signer == Some(deed.signer);
        told_deed(&agreement, deed, is_private, today)
    });
    let deeds = deeds.collect();
    v1::Agreement {
        agreement_id: agreement.id.get(),
        application_id: application.get(),
        tenant_id: tenant.map_or(0, lintel_core::TenantId::get),
        state: v1::AgreementState::from(agreement.state).into(),
        nation: words::nation(agreement.nation).into(),
        terms: agreement
            .edition
            .map(|_| agreement_terms::told(&agreement.terms)),
        document_hash: hex(&agreement.document_hash),
        pages: agreement.pages,
        signed_document_hash: agreement
            .signed_hash
            .as_ref()
            .map(|hash| hex(hash))
            .unwrap_or_default(),
        evidence_hash: hex(&agreement.evidence_hash),
        signers,
        property_address: agreement.address,
        reason: agreement
            .reason
            .filter(|_| {
                for_landlord || agreement.state != crate::domain::agreeing::AgreementState::Declined
            })
            .unwrap_or_default(),
        edition: agreement
            .edition
            .map(|day| day.to_string())
            .unwrap_or_default(),
        create_time: Some(timestamp(agreement.created_at)),
        complete_time: agreement.completed_at.map(timestamp),
        version: agreement.version,
        deeds,
    }
}

/// A signer; the others' addresses and why they declined are for the landlord alone.
fn told_signer(
    agreement: &Agreement,
    signer: &Signer,
    is_caller: bool,
    for_landlord: bool,
    own_names: Vec<String>,
) -> v1::Signer {
    let private = |text: &str| match for_landlord || is_caller {
        true => text.to_owned(),
        false => String::new(),
    };
    let email = match for_landlord {
        true => signer.email.clone(),
        false => String::new(),
    };
    v1::Signer {
        signer_id: signer.id.get(),
        party: v1::Party::from(signer.party).into(),
        display_name: signer.name.clone(),
        email,
        may_sign: agreement.may_sign(signer.id),
        send_time: signer.sent_at.map(timestamp),
        open_time: signer.opened_at.map(timestamp),
        sign_time: signer.signed_at.map(timestamp),
        decline_time: signer.declined_at.map(timestamp),
        decline_reason: private(signer.decline_reason.as_deref().unwrap_or_default()),
        is_caller,
        own_names,
    }
}

/// A deed; where the guarantor and the witness live is for those who have to know.
fn told_deed(
    agreement: &Agreement,
    deed: &Deed,
    is_private: bool,
    today: NaiveDate,
) -> v1::GuaranteeDeed {
    let terms = agreement.terms.guarantee;
    let address = deed.guarantor_address.clone();
    let witness = deed.witness.clone().filter(|_| is_private);
    let signed_hash = deed.signed_hash.as_ref().map(|hash| hex(hash));
    let reason = deed.end.map(|end| end.reason);
    v1::GuaranteeDeed {
        deed_id: deed.id.get(),
        signer_id: deed.signer.get(),
        guarantor_address: address.filter(|_| is_private).unwrap_or_default(),
        tenant_display_names: deed.tenants.clone(),
        highest_amount: terms.map(|terms| terms.limit.into()),
        covered_rent: terms.map(|terms| terms.covered_rent.into()),
        document_hash: hex(&deed.document_hash),
        pages: deed.pages,
        signed_document_hash: signed_hash.unwrap_or_default(),
        evidence_hash: hex(&deed.evidence_hash),
        witness: witness.map(|witness| v1::DeedWitness {
            display_name: witness.name,
            address: witness.address,
            occupation: witness.occupation.unwrap_or_default(),
        }),
        sign_time: deed.signed_at.map(timestamp),
        state: v1::GuaranteeState::from(deed.state(agreement.state, today)).into(),
        end_date: deed.end.map(|end| end.last_day.into()),
        end_reason: reason.map_or(0, |reason| v1::GuaranteeEndReason::from(reason).into()),
    }
}

/// A signature as it came.
pub fn given(signature: Option<v1::Signature>) -> GivenSignature {
    let signature = signature.unwrap_or_default();
    GivenSignature {
        name: signature.display_name,
        consent: signature.consent,
        signature: signature.signature,
        document_hash: signature.document_hash,
        time_zone: signature.time_zone,
        language: signature.language,
        witness: signature.witness.map(|witness| GivenWitness {
            name: witness.display_name,
            address: witness.address,
            occupation: witness.occupation,
            consent: witness.consent,
            signature: witness.signature,
        }),
    }
}

/// From where an account acts.
pub fn by_account(caller: &Principal, metadata: &MetadataMap) -> Device {
    device(ActsBy::Account(caller.user, None), metadata)
}

/// From where somebody with a link acts.
pub fn by_link(metadata: &MetadataMap) -> Device {
    device(ActsBy::Link, metadata)
}

fn device(by: ActsBy, metadata: &MetadataMap) -> Device {
    let told = |name: &str| {
        let told = metadata.get(name).and_then(|told| told.to_str().ok());
        let told = told.unwrap_or_default().chars().take(LONGEST_BROWSER);
        told.collect()
    };
    Device {
        by,
        address: told("x-lintel-client-address"),
        user_agent: told("x-lintel-client-browser"),
    }
}
