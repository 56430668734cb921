//! Duties as the contract has them.

use chrono::NaiveDate;
use lintel_core::{CertificateId, Error};
use lintel_proto::{convert::timestamp, portfolio::v1};
use lintel_rules::Duty;

use crate::{
    contract::words,
    domain::{DutyCounts, DutyStanding, Exemption, JudgedHome},
};

/// A home with its duties.
///
/// # Errors
/// [`Error::Internal`] when days cannot be counted; this cannot happen in the years that a certificate may have.
pub fn home(judged: JudgedHome) -> Result<v1::HomeDuties, Error> {
    let JudgedHome { home, standings } = judged;
    Ok(v1::HomeDuties {
        property_id: home.id.get(),
        display_name: home.name,
        address: home.address,
        postcode: home.postcode,
        property_type: v1::PropertyType::from(home.property_type).into(),
        nation: words::nation_number(home.facts.nation).into(),
        duties: standings
            .into_iter()
            .map(standing)
            .collect::<Result<_, _>>()?,
    })
}

/// One duty of a home.
///
/// # Errors
/// As [`home`].
pub fn standing(standing: DutyStanding) -> Result<v1::HomeDuty, Error> {
    let unknown = standing.unknown();
    let rule = standing.duty.rule;
    let text = |text: fn(&lintel_rules::Row) -> &str| {
        rule.map(|row| text(row).to_owned()).unwrap_or_default()
    };
    let days = standing.days.map(i32::try_from);
    Ok(v1::HomeDuty {
        duty: words::duty_number(standing.duty.duty).into(),
        state: v1::HomeDutyState::from(standing.state).into(),
        reason: standing.reason.to_owned(),
        short_reason: standing.short_reason.unwrap_or_default(),
        rule: text(|row| &row.text),
        rule_source: text(|row| &row.source),
        rule_doubt: text(|row| row.doubt.as_deref().unwrap_or_default()),
        unknown_fact: unknown.map(words::fact_number).unwrap_or_default().into(),
        valid_until_date: standing.valid_until.map(Into::into),
        tested_date: standing.tested.map(Into::into),
        days_remaining: days.transpose().map_err(Error::internal)?,
        certificate_id: standing.certificate.map_or(0, CertificateId::get),
        exemption: standing.exemption.map(exemption),
        tenancy_start_date: standing.tenancy_start.map(Into::into),
    })
}

fn exemption(said: Exemption) -> v1::DutyExemption {
    v1::DutyExemption {
        reason: said.reason,
        user_id: said.by.get(),
        create_time: Some(timestamp(said.at)),
    }
}

/// Converts the number of duties in each state.
pub fn counts(counts: DutyCounts) -> v1::DutyCounts {
    v1::DutyCounts {
        missing: counts.missing,
        expired: counts.expired,
        due: counts.due,
        valid: counts.valid,
        not_required: counts.not_required,
    }
}

/// One duty over all homes.
pub fn total((duty, of, next): (Duty, DutyCounts, Option<NaiveDate>)) -> v1::DutyTotal {
    v1::DutyTotal {
        duty: words::duty_number(duty).into(),
        counts: Some(counts(of)),
        next_date: next.map(Into::into),
    }
}
