//! The words of the mail that invites somebody to apply for a home.

use super::phrases::{address, landlord, link_ends};
use crate::{
    domain::{OfferFacts, TenancyFacts},
    mail::words::{Words, begun, day, pounds},
};

/// Tells somebody whom a landlord invites of the home, what it is offered for, and the link to the form.
pub(super) fn words(facts: &TenancyFacts) -> Words {
    let landlord = begun(&landlord(facts));
    let home = address(facts);
    let mut paragraphs = vec![format!("{landlord} has invited you to apply for {home}.")];
    let offered = offered(facts).join(" ");
    if !offered.is_empty() {
        paragraphs.push(offered);
    }
    paragraphs.push(
        "You will be asked about your job, your income and a guarantor. You can stop at any time and carry on later.".to_owned(),
    );
    Words {
        subject: "You’re invited to apply for a home".to_owned(),
        title: "Apply for a home",
        preview: "Your link to the application form.",
        paragraphs,
        items: Vec::new(),
        quote: None,
        action: "Start application",
        after: link_ends(facts.expires, "Please keep it to yourself."),
        reason: "Don’t know who this is? Ignore this email. Nothing happens unless you apply."
            .to_owned(),
    }
}

/// Returns the terms of the offered home, a sentence for each that was given.
fn offered(facts: &TenancyFacts) -> Vec<String> {
    let OfferFacts {
        deposit,
        bills,
        free_from,
        energy_rating,
    } = &facts.offer;
    let sentences = [
        facts
            .rent
            .map(|rent| format!("The rent is {} a month.", pounds(rent))),
        deposit.map(|deposit| format!("The deposit is {}.", pounds(deposit))),
        bills
            .as_ref()
            .map(|bills| format!("The rent includes: {}.", bills.trim_end_matches('.'))),
        free_from.map(|from| format!("It is free from {}.", day(from))),
        energy_rating.map(|band| format!("Its energy rating is {band}.")),
    ];
    sentences.into_iter().flatten().collect()
}
