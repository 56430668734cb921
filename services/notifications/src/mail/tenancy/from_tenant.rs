//! The words of mails about what tenants do on their own page: notice, a pet, a word, another telephone number, an answer about the deposit.

use super::{
    phrases::{address, quote},
    rent::{home, on_day, to_members, to_the_tenant},
};
use crate::{
    domain::{TenancyFacts, TenancyNotice},
    mail::words::{self, Words},
};

/// Returns the words for `notice`.
pub(super) fn words(notice: TenancyNotice, facts: &TenancyFacts) -> Words {
    match notice {
        TenancyNotice::TenantGaveNotice => gave_notice(facts),
        TenancyNotice::NoticeReceived => notice_received(facts),
        TenancyNotice::PetAsked => pet_asked(facts),
        TenancyNotice::TenantWrote => wrote(facts),
        TenancyNotice::DepositAnswered => deposit_answered(facts),
        _ => contact_changed(facts),
    }
}

fn gave_notice(facts: &TenancyFacts) -> Words {
    let who = tenant(facts);
    Words {
        subject: words::about("A tenant has given notice", facts.home.as_deref()),
        title: "A tenant has given notice",
        preview: "The last day, and what comes next.",
        paragraphs: vec![
            format!(
                "{who} has given notice for {}. The tenancy ends{}.",
                home(facts),
                on_day("on ", facts)
            ),
            "The last day is recorded. The notice can only be withdrawn if you agree: take the end back on the tenant’s page then."
                .to_owned(),
        ],
        ..to_members()
    }
}

fn notice_received(facts: &TenancyFacts) -> Words {
    let who = facts.tenant_name.as_deref();
    let gave = who.map_or_else(
        || "Your notice has arrived.".to_owned(),
        |who| format!("{who} has given notice, which ends the tenancy for everybody in it."),
    );
    Words {
        subject: "Notice was given for your home".to_owned(),
        title: "Notice was given for your home",
        preview: "The last day of your tenancy.",
        paragraphs: vec![
            gave,
            format!(
                "The tenancy of {} ends{}. It can only be withdrawn if the landlord agrees.",
                address(facts),
                on_day("on ", facts)
            ),
            "Please keep this email as proof of the notice.".to_owned(),
        ],
        ..to_the_tenant("Open your page")
    }
}

fn pet_asked(facts: &TenancyFacts) -> Words {
    let who = tenant(facts);
    Words {
        subject: words::about("A tenant asks for a pet", facts.home.as_deref()),
        title: "A tenant asks for a pet",
        preview: "By when to answer.",
        paragraphs: vec![format!(
            "{who} of {} asks to keep a pet.{}",
            home(facts),
            match on_day("by ", facts).as_str() {
                "" => String::new(),
                by => format!(" The answer has to be given in writing{by}."),
            }
        )],
        quote: quote("The pet:", facts),
        ..to_members()
    }
}

fn wrote(facts: &TenancyFacts) -> Words {
    let who = tenant(facts);
    Words {
        subject: words::about("A tenant writes to you", facts.home.as_deref()),
        title: "A tenant writes to you",
        preview: "Answer this email, and your answer goes to the tenant.",
        paragraphs: vec![format!(
            "{who} of {} writes to you. Answer this email, and your answer goes to them.",
            home(facts)
        )],
        quote: quote("The message:", facts),
        ..to_members()
    }
}

fn contact_changed(facts: &TenancyFacts) -> Words {
    let who = tenant(facts);
    Words {
        subject: words::about("A tenant has new contact details", facts.home.as_deref()),
        title: "A tenant has new contact details",
        preview: "How the tenant is reached from now on.",
        paragraphs: vec![format!(
            "{who} of {} has changed how they are reached. The tenant’s page shows it.",
            home(facts)
        )],
        quote: quote("What it is now:", facts),
        ..to_members()
    }
}

fn deposit_answered(facts: &TenancyFacts) -> Words {
    let who = tenant(facts);
    let agrees = facts.subject.as_deref() == Some("agreed");
    let (title, preview, says, next) = if agrees {
        (
            "A tenant agrees with the deposit’s return",
            "Nothing is left to settle with this tenant.",
            "agrees with what you gave back of the deposit",
            "There is nothing for you to do. Answer this email, and your answer goes to them.",
        )
    } else {
        (
            "A tenant does not agree with the deposit’s return",
            "Why not, and what you can do.",
            "does not agree with what you gave back of the deposit",
            "Answer this email, and your answer goes to them. If the two of you cannot settle it, either of you can ask the deposit scheme to decide, free of charge; it sets a time limit for that.",
        )
    };
    Words {
        subject: words::about(title, facts.home.as_deref()),
        title,
        preview,
        paragraphs: vec![format!("{who} of {} {says}.", home(facts)), next.to_owned()],
        quote: quote("What they say:", facts),
        ..to_members()
    }
}

fn tenant(facts: &TenancyFacts) -> &str {
    facts.tenant_name.as_deref().unwrap_or("A tenant")
}
