//! Certificates as callers say and are told them.

use chrono::NaiveDate;
use lintel_core::{CertificateId, Error, UserId, Violations};
use lintel_proto::{convert::timestamp, portfolio::v1, read::Reader};
use lintel_rules::Nation;

use crate::{
    app::ListedCertificates,
    contract::words,
    domain::{Certificate, CertificateDraft, CertificateType},
};

/// Reads the fields of a certificate; output-only fields are ignored.
pub fn certificate_draft(certificate: v1::Certificate) -> CertificateDraft {
    let mut read = Reader::default();
    CertificateDraft {
        certificate_type: read.choice(
            "certificate_type",
            "Choose a certificate type.",
            certificate.certificate_type,
            words::certificate_type,
        ),
        issue_date: read.date("issue_date", certificate.issue_date),
        expiry_date: read.date("expiry_date", certificate.expiry_date),
        certificate_url: certificate.certificate_url,
        notes: certificate.notes,
        unreadable: read.unreadable,
    }
}

/// Reads which certificates a list shows.
///
/// # Errors
/// `FILTER_INVALID` for a state or a type that this server does not know.
pub fn listed_certificates(
    request: &v1::ListCertificatesRequest,
) -> Result<ListedCertificates, Error> {
    let mut violations = Violations::default();
    let states = request.states.iter().map(|number| {
        v1::CertificateState::try_from(*number)
            .ok()
            .and_then(words::certificate_state)
            .ok_or("Choose states of certificates.")
    });
    let states = violations.take("states", states.collect::<Result<Vec<_>, _>>());
    let kind = v1::CertificateType::try_from(request.certificate_type);
    let kind = violations.take(
        "certificate_type",
        kind.map_err(|_| "Choose a certificate type."),
    );
    violations.into_result("FILTER_INVALID")?;
    Ok(ListedCertificates {
        property: (request.property_id != 0).then(|| request.property_id.into()),
        certificate_type: kind.and_then(words::certificate_type),
        states: states.unwrap_or_default(),
        with_superseded: request.include_superseded,
    })
}

/// A certificate as it stands on `today`.
///
/// # Errors
/// [`Error::Internal`] when its days cannot be counted; this cannot happen in the years that a certificate may have.
pub fn certificate(certificate: Certificate, today: NaiveDate) -> Result<v1::Certificate, Error> {
    let days_remaining = certificate.days_remaining(today);
    let state = v1::CertificateState::from(certificate.state(today));
    let details = certificate.details;
    Ok(v1::Certificate {
        certificate_id: certificate.id.get(),
        property_id: certificate.property.id.get(),
        property_display_name: certificate.property.name,
        property_address: certificate.property.address,
        certificate_type: v1::CertificateType::from(details.certificate_type).into(),
        issue_date: details.issue_date.map(Into::into),
        expiry_date: Some(details.expiry_date.into()),
        certificate_url: details
            .certificate_url
            .map(String::from)
            .unwrap_or_default(),
        notes: details.notes.unwrap_or_default(),
        state: state.into(),
        days_remaining: i32::try_from(days_remaining).map_err(Error::internal)?,
        superseded_by_certificate_id: certificate.superseded_by.map_or(0, CertificateId::get),
        changed_by_user_id: certificate.changed_by.map_or(0, UserId::get),
        create_time: Some(timestamp(certificate.created_at)),
        update_time: Some(timestamp(certificate.updated_at)),
        version: certificate.version,
    })
}

/// Every type with its usual validity on `today`: England's, and that of nations where it is another.
///
/// # Errors
/// Cannot happen: the months are few.
pub fn certificate_types(today: NaiveDate) -> Result<Vec<v1::CertificateTypeInfo>, Error> {
    let types = CertificateType::ALL.iter().map(|kind| {
        let months = |nation| -> Result<Option<i32>, Error> {
            let months = kind.usual_validity_months(nation, today).map(i32::try_from);
            months.transpose().map_err(Error::internal)
        };
        let usual = months(Nation::England)?;
        let mut elsewhere = Vec::new();
        for &nation in Nation::ALL {
            let there = months(nation)?;
            if there != usual {
                elsewhere.push(v1::NationValidity {
                    nation: words::nation_number(nation).into(),
                    usual_validity_months: there,
                });
            }
        }
        Ok(v1::CertificateTypeInfo {
            certificate_type: v1::CertificateType::from(*kind).into(),
            usual_validity_months: usual,
            elsewhere,
        })
    });
    types.collect()
}
