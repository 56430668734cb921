//! The words of mails to guarantors about the deed that they sign.

use lintel_core::Money;

use super::phrases::{address, landlord, link_ends};
use crate::{
    domain::TenancyFacts,
    mail::words::{self, Words, begun, pounds},
};

/// Words for a guarantor who is asked to sign a deed for at most `limit`.
pub(super) fn to_sign(facts: &TenancyFacts, limit: Money) -> Words {
    let (who, tenant) = (begun(&landlord(facts)), tenant(facts));
    Words {
        subject: "Your deed of guarantee is ready to sign".to_owned(),
        title: "A deed of guarantee to sign",
        preview: "Read it, and sign it beside a witness if you agree.",
        paragraphs: vec![
            format!(
                "{who} asks you to sign as guarantor for {tenant}, for the tenancy of {}. {tenant} has signed the agreement.",
                address(facts)
            ),
            format!(
                "You would pay what {tenant} owes under the agreement if {tenant} does not, up to {} in all. You can read the deed and the agreement first.",
                pounds(limit)
            ),
            "You need a witness: somebody over 18 who is in the room with you, sees you sign and then signs on the same page. You may take advice first, and you need not sign."
                .to_owned(),
        ],
        action: "Read the deed",
        after: link_ends(facts.expires, "It is meant for you alone."),
        ..to_a_guarantor()
    }
}

/// Words for a guarantor who has not answered.
pub(super) fn reminder(facts: &TenancyFacts, limit: Money) -> Words {
    Words {
        subject: "Your deed of guarantee still waits for you".to_owned(),
        title: "A deed waits for your signature",
        preview: "Read it, and sign it beside a witness if you agree.",
        paragraphs: vec![
            format!(
                "The deed of guarantee for {}, for the tenancy of {}, still waits for you and your witness. It is for at most {} in all.",
                tenant(facts),
                address(facts),
                pounds(limit)
            ),
            "The others cannot go on before you have signed or declined.".to_owned(),
        ],
        action: "Read the deed",
        after: link_ends(facts.expires, "It is meant for you alone."),
        ..to_a_guarantor()
    }
}

/// Words for a guarantor whose guarantee is in force.
pub(super) fn signed(facts: &TenancyFacts, limit: Money) -> Words {
    let mut paragraphs = vec![format!(
        "Everybody has signed the tenancy agreement for {}, so your guarantee for {} is in force, up to {} in all. The last page of your deed tells who signed when.",
        address(facts),
        tenant(facts),
        pounds(limit)
    )];
    let items: Vec<_> = facts.evidence_hash.iter().cloned().collect();
    if !items.is_empty() {
        paragraphs.push(
            "Please keep this email. This is the fingerprint (SHA-256) of the record of all signatures: with it, anybody can check later that nothing was altered."
                .to_owned(),
        );
    }
    Words {
        subject: "Your guarantee is in force".to_owned(),
        title: "Your deed is signed",
        preview: "Your copy, and the fingerprint of the signatures.",
        paragraphs,
        items,
        action: "See the signed deed",
        after: link_ends(
            facts.expires,
            "Whoever has this link can read the deed. Please keep it to yourself.",
        ),
        ..to_a_guarantor()
    }
}

/// Words for a guarantor who was asked for nothing.
pub(super) fn voided(facts: &TenancyFacts) -> Words {
    Words {
        subject: "Your deed of guarantee is not to be signed any more".to_owned(),
        title: "The deed was withdrawn",
        preview: "There is nothing that you need to sign.",
        paragraphs: vec![format!(
            "The agreement for {} was withdrawn, and your deed of guarantee with it: you guarantee nothing by it. If there is a new one, you get another email.",
            address(facts)
        )],
        after: "There is nothing that you need to do.".to_owned(),
        ..to_a_guarantor()
    }
}

/// Words for a guarantor whose guarantee ends.
pub(super) fn ended(facts: &TenancyFacts) -> Words {
    let day = facts.day.map_or_else(
        || "a day that the landlord can tell you".to_owned(),
        words::day,
    );
    let why = match facts.subject.as_deref() {
        Some("tenant-died") => " because the tenant has died",
        Some("notice") => " because of your notice",
        Some("agreed") => ", as you and the landlord agreed",
        _ => "",
    };
    Words {
        subject: "Your guarantee ends".to_owned(),
        title: "Your guarantee ends",
        preview: "What falls due later is not guaranteed.",
        paragraphs: vec![
            format!(
                "Your guarantee for the tenancy of {} ends on {day}{why}.",
                address(facts)
            ),
            "You guarantee nothing that falls due after that day. What fell due until then stays guaranteed, up to the sum in the deed."
                .to_owned(),
        ],
        after: "If this is not right, ask the landlord.".to_owned(),
        reason: "You signed a deed of guarantee for this tenancy.".to_owned(),
        ..to_a_guarantor()
    }
}

fn tenant(facts: &TenancyFacts) -> String {
    let tenant = facts.applicant.as_deref().unwrap_or("the tenant");
    tenant.to_owned()
}

/// The parts that every mail to a guarantor shares.
fn to_a_guarantor() -> Words {
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
            "Don’t know what this is about? Then ignore it. You guarantee nothing unless you sign."
                .to_owned(),
    }
}
