//! The words of mails about agreements: to those who are asked to sign, and to the landlord.

use super::{
    guarantee,
    phrases::{address, landlord, link_ends, quote},
};
use crate::{
    domain::{TenancyFacts, TenancyNotice},
    mail::words::{self, Words, begun},
};

/// The words for `notice`, which is about an agreement.
pub(super) fn words(notice: TenancyNotice, facts: &TenancyFacts) -> Words {
    match (notice, facts.guarantee_limit) {
        (TenancyNotice::AgreementToSign, Some(limit)) => return guarantee::to_sign(facts, limit),
        (TenancyNotice::AgreementReminder, Some(limit)) => {
            return guarantee::reminder(facts, limit);
        }
        (TenancyNotice::AgreementSigned, Some(limit)) => return guarantee::signed(facts, limit),
        (TenancyNotice::AgreementVoided, Some(_)) => {
            return Words {
                quote: quote("The reason:", facts),
                ..guarantee::voided(facts)
            };
        }
        _ => {}
    }
    match notice {
        TenancyNotice::GuaranteeEnded => guarantee::ended(facts),
        TenancyNotice::AgreementToSign => to_sign(facts),
        TenancyNotice::AgreementReminder => reminder(facts),
        TenancyNotice::AgreementSigned => signed(facts),
        TenancyNotice::AgreementVoided => voided(facts),
        _ => to_the_landlord(notice, facts),
    }
}

fn to_sign(facts: &TenancyFacts) -> Words {
    let landlord = begun(&landlord(facts));
    let mut paragraphs = vec![format!(
        "{landlord} has prepared the tenancy agreement for {}. Please read it. If you agree with it, sign it on the same page.",
        address(facts)
    )];
    paragraphs.extend(as_guarantor(facts));
    paragraphs.push(
        "Take the time that you need. If something is wrong, or you do not want to sign, say so on the page."
            .to_owned(),
    );
    Words {
        subject: "Your tenancy agreement is ready to sign".to_owned(),
        title: "An agreement to sign",
        preview: "Read it, and sign it if you agree.",
        paragraphs,
        action: "Read the agreement",
        after: link_ends(facts.expires, "It is meant for you alone."),
        ..to_a_signer()
    }
}

fn reminder(facts: &TenancyFacts) -> Words {
    let mut paragraphs = vec![format!(
        "The tenancy agreement for {} still waits for your signature. The others cannot go on before you have signed or declined.",
        address(facts)
    )];
    paragraphs.extend(as_guarantor(facts));
    Words {
        subject: "Your tenancy agreement still waits for you".to_owned(),
        title: "An agreement waits for your signature",
        preview: "Read it, and sign it if you agree.",
        paragraphs,
        action: "Read the agreement",
        after: link_ends(facts.expires, "It is meant for you alone."),
        ..to_a_signer()
    }
}

fn signed(facts: &TenancyFacts) -> Words {
    let mut paragraphs = vec![format!(
        "Everybody has signed the tenancy agreement for {}. Its last page tells who signed when.",
        address(facts)
    )];
    let items: Vec<_> = facts.evidence_hash.iter().cloned().collect();
    if !items.is_empty() {
        paragraphs.push(
            "Please keep this email. This is the fingerprint (SHA-256) of the record of all signatures: with it, anybody can check later that nothing was altered."
                .to_owned(),
        );
    }
    Words {
        subject: "Your tenancy agreement is signed".to_owned(),
        title: "The agreement is signed",
        preview: "Your copy, and the fingerprint of the signatures.",
        paragraphs,
        items,
        action: "See the signed agreement",
        after: link_ends(
            facts.expires,
            "Whoever has this link can read the agreement. Please keep it to yourself.",
        ),
        ..to_a_signer()
    }
}

fn voided(facts: &TenancyFacts) -> Words {
    Words {
        subject: "Your tenancy agreement is not to be signed any more".to_owned(),
        title: "The agreement was withdrawn",
        preview: "There is nothing that you need to sign.",
        paragraphs: vec![format!(
            "The tenancy agreement for {} is not to be signed any more, and what was signed of it does not count. If there is a new one, you get another email.",
            address(facts)
        )],
        quote: quote("The reason:", facts),
        after: "There is nothing that you need to do.".to_owned(),
        ..to_a_signer()
    }
}

fn as_guarantor(facts: &TenancyFacts) -> Option<String> {
    let is_guarantor = facts
        .subject
        .as_deref()
        .is_some_and(|subject| subject.eq_ignore_ascii_case("guarantor"));
    is_guarantor.then(|| {
        let tenant = facts.applicant.as_deref().unwrap_or("the tenant");
        format!(
            "You are asked to sign as guarantor: you pay what {tenant} owes under the agreement if {tenant} does not."
        )
    })
}

/// Returns the words that all mails to signers share.
fn to_a_signer() -> Words {
    Words {
        subject: String::new(),
        title: "",
        preview: "",
        paragraphs: Vec::new(),
        items: Vec::new(),
        quote: None,
        action: "",
        after: String::new(),
        reason:
            "Don’t know what this is about? Then ignore it. Nothing is signed unless you sign it."
                .to_owned(),
    }
}

fn to_the_landlord(notice: TenancyNotice, facts: &TenancyFacts) -> Words {
    let home = facts.home.as_deref().unwrap_or("one of your homes");
    let who = facts.tenant_name.as_ref().or(facts.applicant.as_ref());
    let (title, preview, what) = match notice {
        TenancyNotice::AgreementToCountersign => (
            "An agreement waits for your signature",
            "All others have signed.",
            format!(
                "All others have signed the agreement for {home}. Only your signature is missing."
            ),
        ),
        TenancyNotice::AgreementDeclined => (
            "An agreement was declined",
            "Somebody does not want to sign.",
            format!(
                "{} does not want to sign the agreement for {home}. You can change it and send it again.",
                who.map_or("One of the people who were asked", String::as_str)
            ),
        ),
        _ => (
            "An agreement is signed",
            "Everybody has signed.",
            format!(
                "Everybody has signed the agreement for {home}. What is next is the day of moving in."
            ),
        ),
    };
    Words {
        subject: words::about(title, facts.home.as_deref()),
        title,
        preview,
        paragraphs: vec![what],
        items: Vec::new(),
        quote: quote("The reason:", facts).filter(|_| notice == TenancyNotice::AgreementDeclined),
        action: "Open agreement",
        after: "You need to sign in to see it.".to_owned(),
        reason: String::new(),
    }
}
