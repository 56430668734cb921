//! The document that is signed: made of terms and of nothing else, so that the same terms give the same bytes.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_pdf::{Block, Document, Item, Level, List, Term, Terms};

use crate::domain::{
    AgreementTerms, ProRata, RentPeriod,
    agreement_rules::{self, Edition},
    agreement_terms::{Bill, BillPayer},
    pounds,
};

#[cfg(test)]
mod tests;

/// What an agreement is printed of.
#[derive(Debug, Clone, Copy)]
pub struct Printed<'a> {
    /// Its id.
    pub agreement: i64,
    /// When it is issued.
    pub issued_at: DateTime<Utc>,
    /// The rules and texts.
    pub edition: &'a Edition,
    /// What it says.
    pub terms: &'a AgreementTerms,
    /// Where the home is, with its postcode, and the room.
    pub home: &'a str,
    /// The tenants' names.
    pub tenants: &'a [String],
    /// The guarantor's name, where one signs.
    pub guarantor: Option<&'a str>,
}

/// The document.
#[must_use]
pub fn document(printed: &Printed<'_>) -> Document {
    let edition = printed.edition;
    let mut blocks = vec![
        Block::small(format!(
            "Agreement {}, edition of {}",
            printed.agreement,
            date(edition.first_day)
        )),
        Block::heading(Level::One, edition.title),
        Block::text(edition.nature),
        Block::heading(Level::Two, "Main terms"),
        main_terms(printed).into(),
        Block::heading(Level::Two, "Bills"),
        bills(&printed.terms.bills).into(),
        Block::heading(Level::Two, "Written statement of terms"),
    ];
    let mut number = 0;
    let mut clause = |heading: &str, text: &str| {
        number += 1;
        [
            Block::heading(Level::Three, format!("{number}. {heading}")),
            Block::text(text.to_owned()),
        ]
    };
    for agreement_rules::Item { heading, text } in edition.statement {
        blocks.extend(clause(heading, text));
    }
    let agreed = |agreed: &Option<String>| {
        let agreed = agreed.clone();
        agreed.unwrap_or_else(|| "None are agreed yet.".to_owned())
    };
    let pets = agreed(&printed.terms.agreed_pets);
    blocks.extend(clause("Pets agreed to", &pets));
    let adaptations = agreed(&printed.terms.adaptations);
    blocks.extend(clause("Adaptations agreed to", &adaptations));
    blocks.push(Block::heading(Level::Two, "What the parties agree to"));
    for agreement_rules::Item { heading, text } in edition.clauses {
        blocks.extend(clause(heading, text));
    }
    if !printed.terms.clauses.is_empty() {
        blocks.push(Block::heading(Level::Two, "Further clauses"));
        let clauses = printed.terms.clauses.iter();
        let items = clauses.map(|clause| Item::from(clause.as_str()));
        blocks.push(Block::List(List::numbers(items)));
    }
    blocks.push(Block::heading(Level::Two, "Signatures"));
    blocks.push(Block::text(
        "The parties sign on screen, in this order. The certificate of signing names when and how each of them did, and is part of this file once all have signed.",
    ));
    blocks.push(signature_block(printed).into());
    blocks.push(Block::small(format!("Made by: {}", edition.source)));
    Document {
        title: edition.title.to_owned(),
        language: "en-GB",
        created: printed.issued_at,
        id: format!("lintel agreement {}", printed.agreement),
        foot: printed.home.replace('\n', ", "),
        blocks,
    }
}

fn main_terms(printed: &Printed<'_>) -> Terms {
    let terms = printed.terms;
    let mut rows = vec![
        Term::new("Landlord", terms.landlord_name.as_str()),
        Term::new(
            "Landlord's address for notices",
            terms.landlord_address.as_str(),
        ),
        Term::new(
            if printed.tenants.len() == 1 {
                "Tenant"
            } else {
                "Tenants"
            },
            printed.tenants.join("\n"),
        ),
    ];
    if let Some(guarantor) = printed.guarantor {
        rows.push(Term::new("Guarantor", guarantor));
    }
    let period = terms.rent_terms.period;
    let rent = period.rent(terms.rent);
    rows.extend([
        Term::new("Home", printed.home),
        Term::new("First day: the tenant may move in", date(terms.start)),
        Term::new("Rent", format!("{} {}", pounds(rent), every(period)))
            .note(format!("This is {} a calendar month.", pounds(terms.rent)))
            .note("No rent is asked for in advance."),
        Term::new("Rent is due", due(terms)),
        part_of_a_period(terms),
        Term::new(
            "Deposit",
            if terms.deposit.minor() == 0 {
                "None".to_owned()
            } else {
                pounds(terms.deposit)
            },
        ),
        Term::new(
            "Notice by the tenant",
            format!("At least {} months", printed.edition.notice_months),
        ),
    ]);
    if let Some(details) = &terms.payment_details {
        rows.push(Term::new("How to pay", details.as_str()));
    }
    Terms::new("Main terms", rows)
}

fn bills(bills: &[Bill]) -> Terms {
    let rows = bills.iter().map(|bill| {
        let value = match (bill.payer, bill.monthly) {
            (BillPayer::Included, _) => "Included in the rent".to_owned(),
            (BillPayer::Tenant, _) => {
                "Paid by the tenant to the supplier or the council".to_owned()
            }
            (BillPayer::Landlord, Some(monthly)) => {
                format!(
                    "Paid by the tenant to the landlord: {} a month",
                    pounds(monthly)
                )
            }
            (BillPayer::Landlord, None) => {
                "Paid by the tenant to the landlord, by what is used".to_owned()
            }
        };
        let term = Term::new(bill.kind.label(), value);
        match &bill.note {
            Some(note) => term.note(note.as_str()),
            None => term,
        }
    });
    Terms::new("Bills", rows.collect())
}

fn signature_block(printed: &Printed<'_>) -> Terms {
    let tenants = printed.tenants.iter();
    let mut rows: Vec<_> = tenants
        .map(|name| Term::new("Tenant", name.as_str()))
        .collect();
    if let Some(guarantor) = printed.guarantor {
        rows.push(Term::new("Guarantor", guarantor));
    }
    let landlord = printed.terms.landlord_name.as_str();
    rows.push(Term::new("Landlord", landlord));
    Terms::new("Signatures", rows)
}

fn every(period: RentPeriod) -> &'static str {
    match period {
        RentPeriod::Weekly => "a week",
        RentPeriod::FourWeekly => "every four weeks",
        RentPeriod::Monthly => "a month",
    }
}

fn due(terms: &AgreementTerms) -> String {
    let start = date(terms.rent_terms.first_day);
    let day = match terms.rent_terms.period {
        RentPeriod::Weekly => return format!("Every 7 days from {start}"),
        RentPeriod::FourWeekly => return format!("Every 28 days from {start}"),
        RentPeriod::Monthly => terms.rent_terms.due_day,
    };
    let shorter = if day > 28 {
        ", or the last day of a shorter month"
    } else {
        ""
    };
    let first = terms.rent_terms.period_from(terms.rent_terms.first_day);
    let part = if terms.rent_terms.is_whole(first) {
        String::new()
    } else {
        let cost = pounds(terms.rent_terms.charge(terms.rent, first));
        let last = date(first.last);
        format!("; {cost} for {start} to {last} on {start}")
    };
    format!("On day {day} of each month{shorter}{part}")
}

/// How a part of a period is charged: no law says it, so the agreement does.
fn part_of_a_period(terms: &AgreementTerms) -> Term {
    let day = match terms.rent_terms.pro_rata {
        ProRata::DaysOfYear => "twelve months' rent divided by 365",
        ProRata::DaysOfMonth => "the calendar month's rent divided by the days of that month",
    };
    let text = format!("For each day {day}, and no more than a whole period costs");
    Term::new("Part of a rent period", text)
}

fn date(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}
