//! The words of mails about tenancies that have begun: rent, documents and what has to be done by a day.

use lintel_core::Money;
use lintel_rules::rules;

use super::phrases::{address, landlord, link_ends};
use crate::{
    domain::{TenancyFacts, TenancyNotice},
    mail::words::{self, Words, begun, pounds},
};

/// The words for `notice`, which is about a tenant.
pub(super) fn words(notice: TenancyNotice, facts: &TenancyFacts) -> Words {
    match notice {
        TenancyNotice::PortalInvitation => portal_invitation(facts),
        TenancyNotice::MovedIn => moved_in(facts),
        TenancyNotice::TenancyDocumentGiven => document(facts),
        TenancyNotice::RentDue => due(facts),
        TenancyNotice::RentReceived => received(facts),
        TenancyNotice::TenancyChanged => changed(facts),
        TenancyNotice::RentReminder => reminder(facts),
        TenancyNotice::RentLate => late(facts),
        TenancyNotice::RentArrears => arrears(facts),
        TenancyNotice::RentArrearsGuarantor => to_the_guarantor(facts),
        TenancyNotice::DepositProtectionDue => deposit(facts),
        TenancyNotice::RightToRentDue => right_to_rent(facts),
        TenancyNotice::WrittenStatementDue => written_statement(facts),
        TenancyNotice::PetAnswerDue => pet_answer(facts),
        TenancyNotice::HoldingDepositAgreementDue => holding_agreement(facts),
        TenancyNotice::HoldingDepositReturnDue => holding_return(facts),
        _ => arrears_of_a_tenant(facts),
    }
}

fn portal_invitation(facts: &TenancyFacts) -> Words {
    let who = begun(&landlord(facts));
    Words {
        subject: "Your home in Lintel".to_owned(),
        title: "See your home in Lintel",
        preview: "Your rent, your documents and repairs.",
        paragraphs: vec![
            format!("{who} invites you to see {} in Lintel.", address(facts)),
            "There you see your rent and your documents, and you can report a repair. Follow the link, sign in or make an account, and say \
             that it is your home."
                .to_owned(),
        ],
        after: link_ends(facts.expires, "Please keep it to yourself."),
        reason: "Is this not your home? Ignore this email. Nothing happens unless you say that it is.".to_owned(),
        ..to_the_tenant("See Your Home")
    }
}

fn moved_in(facts: &TenancyFacts) -> Words {
    let since = on_day("on ", facts);
    Words {
        subject: "Your tenancy has begun".to_owned(),
        title: "Welcome to your home",
        preview: "Where your rent and your documents are.",
        paragraphs: vec![
            format!("Your tenancy of {} began{since}.", address(facts)),
            "On your page in Lintel you see your rent, what you have paid and your documents, and you can report a repair."
                .to_owned(),
        ],
        ..to_the_tenant("Open your page")
    }
}

fn document(facts: &TenancyFacts) -> Words {
    let title = facts.subject.as_ref();
    let what = title.map_or_else(
        || "a document".to_owned(),
        |title| format!("this document: {title}"),
    );
    Words {
        subject: "A document of your tenancy".to_owned(),
        title: "A document of your tenancy",
        preview: "It is on your page.",
        paragraphs: vec![
            format!(
                "{} has given you {what}. It belongs to your tenancy of {}.",
                begun(&landlord(facts)),
                address(facts)
            ),
            "You find it on your page in Lintel. Please read it and keep a copy.".to_owned(),
        ],
        ..to_the_tenant("See the document")
    }
}

fn due(facts: &TenancyFacts) -> Words {
    let (amount, day) = (amount(facts, "Your rent"), on_day("on ", facts));
    let mut paragraphs = vec![format!(
        "{amount} for {} is due{day}. Already paid? Then there is nothing that you need to do.",
        address(facts)
    )];
    paragraphs.extend(balance(facts));
    Words {
        subject: "Your rent is due soon".to_owned(),
        title: "Your rent is due soon",
        preview: "When, and how much.",
        paragraphs,
        ..to_the_tenant("See your rent")
    }
}

fn changed(facts: &TenancyFacts) -> Words {
    let mut paragraphs = vec![format!(
        "{} has changed something of your tenancy of {}.",
        begun(&landlord(facts)),
        address(facts)
    )];
    paragraphs.extend(facts.note.clone());
    paragraphs.push("Is something not right? Please tell your landlord.".to_owned());
    Words {
        subject: "Something of your tenancy has changed".to_owned(),
        title: "Something of your tenancy has changed",
        preview: "What it is, and where you see it.",
        paragraphs,
        ..to_the_tenant("Open your page")
    }
}

fn reminder(facts: &TenancyFacts) -> Words {
    let mut paragraphs = vec![format!(
        "{} writes about the rent of {}.",
        begun(&landlord(facts)),
        address(facts)
    )];
    paragraphs.extend(balance(facts));
    Words {
        subject: "About your rent".to_owned(),
        title: "About your rent",
        preview: "What is owed, and what was written.",
        paragraphs,
        quote: facts.note.clone().map(|note| ("What was written:", note)),
        ..to_the_tenant("See your statement")
    }
}

fn received_together(facts: &TenancyFacts) -> Words {
    let sum = facts.amount.map(|sum| format!(", {} in all", pounds(sum)));
    let count = facts.payments.len();
    let mut paragraphs = vec![format!(
        "{count} payments for {} were received{}. Thank you.",
        address(facts),
        sum.unwrap_or_default()
    )];
    paragraphs.extend(balance(facts));
    let payments = facts.payments.iter();
    let items =
        payments.map(|(amount, day)| format!("{} on {}", pounds(*amount), words::day(*day)));
    Words {
        subject: "Your payments were received".to_owned(),
        title: "Your payments were received",
        preview: "Thank you.",
        paragraphs,
        items: items.collect(),
        ..to_the_tenant("See your statement")
    }
}

fn received(facts: &TenancyFacts) -> Words {
    if facts.payments.len() > 1 {
        return received_together(facts);
    }
    let what = facts.amount.map_or_else(
        || "Your payment".to_owned(),
        |sum| format!("Your payment of {}", pounds(sum)),
    );
    let mut paragraphs = vec![format!(
        "{what} for {} was received{}. Thank you.",
        address(facts),
        on_day("on ", facts)
    )];
    paragraphs.extend(balance(facts));
    Words {
        subject: "Your payment was received".to_owned(),
        title: "Your payment was received",
        preview: "Thank you.",
        paragraphs,
        ..to_the_tenant("See your statement")
    }
}

fn late(facts: &TenancyFacts) -> Words {
    Words {
        subject: "Your rent has not arrived yet".to_owned(),
        title: "Your rent has not arrived yet",
        preview: "Perhaps the payment is on its way.",
        paragraphs: vec![
            not_arrived(facts),
            "Perhaps the payment is on its way. Then there is nothing that you need to do. If it is hard to pay at the moment, please tell your landlord: it is often possible to agree on another day."
                .to_owned(),
        ],
        ..to_the_tenant("See your statement")
    }
}

fn arrears(facts: &TenancyFacts) -> Words {
    Words {
        subject: "Rent that has not arrived yet".to_owned(),
        title: "Rent that has not arrived yet",
        preview: "What is open, and who gives free advice.",
        paragraphs: vec![
            not_arrived(facts),
            "The statement on your page shows every charge and every payment. If something in it is wrong, or the payment is on its way, please tell your landlord."
                .to_owned(),
            "If it is hard to pay, please say so soon: your landlord can agree with you to have it paid in parts. These give free and independent advice:"
                .to_owned(),
        ],
        items: advice(facts),
        ..to_the_tenant("See your statement")
    }
}

fn to_the_guarantor(facts: &TenancyFacts) -> Words {
    let who = facts.tenant_name.as_deref().unwrap_or("the tenant");
    Words {
        subject: "Rent of a tenant for whom you are guarantor".to_owned(),
        title: "Rent that has not arrived yet",
        preview: "What is open, and since when.",
        paragraphs: vec![
            format!(
                "You are guarantor for {who}, who rents {} from {}. {} is open{}{}.",
                address(facts),
                landlord(facts),
                amount(facts, "Rent"),
                since(facts),
                in_all(facts)
            ),
            format!(
                "You need not do anything at once. You may want to speak with {who}, and {} can tell you how things are. These give free and independent advice:",
                landlord(facts)
            ),
        ],
        items: advice(facts),
        action: "",
        after: "This email has no link: the statement is with the tenant and the landlord."
            .to_owned(),
        reason: "Don’t know this person? Then tell the landlord, or ignore this email.".to_owned(),
        ..to_the_tenant("")
    }
}

fn arrears_of_a_tenant(facts: &TenancyFacts) -> Words {
    let who = facts.tenant_name.as_deref().unwrap_or("A tenant");
    let home = home(facts);
    let mut paragraphs = vec![format!(
        "{who} of {home}: {} has been owed{}{}.",
        facts
            .amount
            .or(facts.balance)
            .map_or_else(|| "rent".to_owned(), pounds),
        since(facts),
        in_all(facts)
    )];
    if facts.is_ground_8 {
        paragraphs.push(
            "What the tenancy owes reaches the threshold of ground 8: three months of rent, or thirteen weeks. Rent that is late only because Universal Credit has not been paid does not count."
                .to_owned(),
        );
    }
    paragraphs.push(
        "It often helps to speak early, and to agree on a plan that the tenant can keep to."
            .to_owned(),
    );
    Words {
        subject: words::about("Rent is late", facts.home.as_deref()),
        title: "Rent is late",
        preview: "Who owes how much, and since when.",
        paragraphs,
        ..to_members()
    }
}

fn deposit(facts: &TenancyFacts) -> Words {
    Words {
        subject: words::about("A deposit has to be protected", facts.home.as_deref()),
        title: "A deposit has to be protected",
        preview: "By when, and what has to be told.",
        paragraphs: vec![
            format!(
                "The deposit{} for {} has to be protected by a scheme, and the tenant told about it{}.",
                of_the_tenant(facts),
                home(facts),
                on_day("by ", facts)
            ),
            "Have you done it? Then write down the scheme and the days on the tenant’s page: the reminders stop then. Is the day over? Do it today all the same."
                .to_owned(),
        ],
        ..to_members()
    }
}

fn written_statement(facts: &TenancyFacts) -> Words {
    Words {
        subject: words::about("A written statement has to be given", facts.home.as_deref()),
        title: "A written statement has to be given",
        preview: "By when, and to whom.",
        paragraphs: vec![
            format!(
                "The written statement of terms{} for {} has to be given{}.",
                of_the_tenant(facts),
                home(facts),
                on_day("by ", facts)
            ),
            "Have you given it? Then write down the day on the tenant’s page: the reminders stop then. Is the day over? Give it today all the same."
                .to_owned(),
        ],
        ..to_members()
    }
}

fn holding_agreement(facts: &TenancyFacts) -> Words {
    let who = facts.applicant.as_deref().unwrap_or("An applicant");
    Words {
        subject: words::about("A holding deposit waits for an agreement", facts.home.as_deref()),
        title: "A holding deposit waits for an agreement",
        preview: "By when there is to be one.",
        paragraphs: vec![
            format!(
                "{who} has paid a holding deposit for {}. There is to be an agreement{}.",
                home(facts),
                on_day("by ", facts)
            ),
            "Have you agreed on another day in writing? Then write it down on the application’s page."
                .to_owned(),
        ],
        action: "Open application",
        ..to_members()
    }
}

fn holding_return(facts: &TenancyFacts) -> Words {
    let who = facts.applicant.as_deref().unwrap_or("an applicant");
    Words {
        subject: words::about("A holding deposit has to be paid back", facts.home.as_deref()),
        title: "A holding deposit has to be paid back",
        preview: "By when, and to whom.",
        paragraphs: vec![
            format!(
                "The holding deposit of {who} for {} has to be paid back{}, unless it is put to the rent or the deposit.",
                home(facts),
                on_day("by ", facts)
            ),
            "Have you done it? Then write down what became of it on the application’s page: the reminders stop then."
                .to_owned(),
        ],
        action: "Open application",
        ..to_members()
    }
}

fn pet_answer(facts: &TenancyFacts) -> Words {
    let who = facts.tenant_name.as_deref().unwrap_or("A tenant");
    Words {
        subject: words::about("A request for a pet has to be answered", facts.home.as_deref()),
        title: "A request for a pet has to be answered",
        preview: "By when, and to whom.",
        paragraphs: vec![
            format!(
                "{who} of {} has asked to keep a pet. The answer has to be given in writing{}.",
                home(facts),
                on_day("by ", facts)
            ),
            "Have you answered? Then write down what and when on the tenant’s page: the reminders stop then.".to_owned(),
        ],
        ..to_members()
    }
}

fn right_to_rent(facts: &TenancyFacts) -> Words {
    Words {
        subject: words::about("A right to rent has to be checked", facts.home.as_deref()),
        title: "A right to rent has to be checked",
        preview: "By when, and for whom.",
        paragraphs: vec![
            format!(
                "The right to rent{} for {} has to be checked again{}.",
                of_the_tenant(facts),
                home(facts),
                on_day("by ", facts)
            ),
            "Do the check, and record it in Lintel: the reminders stop then.".to_owned(),
        ],
        ..to_members()
    }
}

/// "Rent of £950 for 1 High Street has not arrived yet. It was due on 1 November 2026, 7 days ago; £1,350 is open in all."
fn not_arrived(facts: &TenancyFacts) -> String {
    let sum = facts.amount.or(facts.balance);
    let open = sum.map_or_else(
        || "Rent".to_owned(),
        |sum| format!("Rent of {}", pounds(sum)),
    );
    let was_due = on_day("was due on ", facts);
    let days = match facts.days {
        0 => String::new(),
        1 => ", one day ago".to_owned(),
        days => format!(", {days} days ago"),
    };
    let was_due = if was_due.is_empty() {
        String::new()
    } else {
        let all = more(facts).map_or_else(String::new, |all| format!("; {all} is open in all"));
        format!(" It{was_due}{days}{all}.")
    };
    format!(
        "{open} for {} has not arrived yet.{was_due}",
        address(facts)
    )
}

/// Returns the whole debt, where it is more than the part that was named.
fn more(facts: &TenancyFacts) -> Option<String> {
    let (part, all) = (facts.amount?, facts.balance?);
    (all.minor() > part.minor()).then(|| pounds(all))
}

/// "; £1,650 in all", where the oldest part is not all.
fn in_all(facts: &TenancyFacts) -> String {
    more(facts).map_or_else(String::new, |all| format!("; {all} in all"))
}

/// " since 1 November 2026, for 7 days".
fn since(facts: &TenancyFacts) -> String {
    let since = on_day("since ", facts);
    match facts.days {
        0 => since,
        1 => format!("{since}, for one day"),
        days => format!("{since}, for {days} days"),
    }
}

pub(super) fn on_day(before: &str, facts: &TenancyFacts) -> String {
    facts
        .day
        .map_or_else(String::new, |day| format!(" {before}{}", words::day(day)))
}

fn amount(facts: &TenancyFacts, what: &str) -> String {
    facts.amount.map_or_else(
        || what.to_owned(),
        |sum| format!("{what} of {}", pounds(sum)),
    )
}

/// Returns the debt of today, where it is known.
fn balance(facts: &TenancyFacts) -> Option<String> {
    let balance = facts.balance?;
    let sum = pounds(Money::gbp(balance.minor().saturating_abs()));
    Some(match balance.minor() {
        0 => "Nothing is open today.".to_owned(),
        owed if owed > 0 => format!("Today {sum} is open."),
        _ => format!("Today you have paid {sum} ahead."),
    })
}

/// Returns the services that give free advice about debt and housing where the home is.
fn advice(facts: &TenancyFacts) -> Vec<String> {
    let day = facts.day.unwrap_or_default();
    rules().advice_in_arrears(facts.nation, day).to_vec()
}

pub(super) fn home(facts: &TenancyFacts) -> &str {
    facts.home.as_deref().unwrap_or("one of your homes")
}

fn of_the_tenant(facts: &TenancyFacts) -> String {
    let name = facts.tenant_name.as_ref();
    name.map_or_else(String::new, |name| format!(" of {name}"))
}

/// Returns the words that all mails to a tenant share.
pub(super) fn to_the_tenant(action: &'static str) -> Words {
    Words {
        subject: String::new(),
        title: "",
        preview: "",
        paragraphs: Vec::new(),
        items: Vec::new(),
        quote: None,
        action,
        after: "You need to sign in to see it, with the account of this email address.".to_owned(),
        reason: "Don’t know this home? Then ignore this email.".to_owned(),
    }
}

pub(super) fn to_members() -> Words {
    Words {
        action: "Open tenant",
        after: "You need to sign in to see it.".to_owned(),
        reason: String::new(),
        ..to_the_tenant("")
    }
}
