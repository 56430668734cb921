//! Phrases that mails about applications and tenancies share.

use chrono::{DateTime, Utc};

use crate::{
    domain::TenancyFacts,
    mail::words::{self, london_time},
};

pub(super) fn quote(says: &'static str, facts: &TenancyFacts) -> Option<(&'static str, String)> {
    facts.note.clone().map(|note| (says, note))
}

pub(super) fn landlord(facts: &TenancyFacts) -> String {
    words::landlord(facts.organisation.as_deref())
}

pub(super) fn address(facts: &TenancyFacts) -> String {
    words::home(facts.address.as_deref())
}

pub(super) fn applicant(facts: &TenancyFacts) -> String {
    let applicant = facts.applicant.clone();
    applicant.unwrap_or_else(|| "Someone".to_owned())
}

pub(super) fn only_for_this(landlord: &str) -> String {
    format!(
        "What you enter goes to {landlord}, who uses it to decide about this application and for nothing else."
    )
}

pub(super) fn asked_for_you(who: &str) -> String {
    let who = if who == "Someone" { "this person" } else { who };
    format!(
        "It was {who} who gave your address. Don’t know them? Open the form and decline, or ignore this email."
    )
}

pub(super) fn link_ends(expires: Option<DateTime<Utc>>, more: &str) -> String {
    expires.map_or_else(
        || more.to_owned(),
        |end| format!("The link expires on {} (UK time). {more}", london_time(end)),
    )
}
