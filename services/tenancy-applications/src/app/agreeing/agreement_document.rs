//! The document that is signed: made of terms and of nothing else, so that the same terms give the same bytes.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{DeedId, Money, london_date, together};
use lintel_pdf::{Block, Document, Item, Level, List, Term, Terms};

use crate::domain::{
    agreeing::{
        GuaranteeTerms,
        agreement_rules::{self, Edition, GUARANTOR},
        agreement_terms::{Bill, BillKind, BillPayer, Sketch},
    },
    pounds,
    rent::{ProRata, RentPeriod, RentTerms},
};

#[cfg(test)]
mod tests;

/// What stands for a value that nobody has entered.
const MISSING: &str = "Not entered yet";

/// Which document it is: its number and its day.
#[derive(Debug, Clone, Copy)]
pub enum Issue {
    /// An agreement that is issued, under its id, at this time.
    Agreement(i64, DateTime<Utc>),
    /// A draft that is looked at, at this time.
    Draft(DateTime<Utc>),
}

impl Issue {
    const fn at(self) -> DateTime<Utc> {
        match self {
            Self::Agreement(_, at) | Self::Draft(at) => at,
        }
    }

    fn head(self, edition: &Edition) -> String {
        let edition = date(edition.first_day);
        match self {
            Self::Agreement(id, _) => format!("Agreement {id}, edition of {edition}"),
            Self::Draft(at) => {
                let day = date(london_date(at));
                format!("Draft of {day}, not issued. Edition of {edition}")
            }
        }
    }

    fn id(self) -> String {
        match self {
            Self::Agreement(id, _) => format!("lintel agreement {id}"),
            Self::Draft(_) => "lintel agreement, draft".to_owned(),
        }
    }
}

/// What an agreement is printed of.
#[derive(Debug, Clone, Copy)]
pub struct Printed<'a> {
    /// Which one.
    pub issue: Issue,
    /// The rules and texts.
    pub edition: &'a Edition,
    /// What it says; only a draft may lack something.
    pub terms: &'a Sketch,
    /// Where the home is, with its postcode, and the room.
    pub home: &'a str,
    /// The tenants' names.
    pub tenants: &'a [String],
    /// The guarantor's name, where one signs.
    pub guarantor: Option<&'a str>,
    /// The deeds that guarantors sign in place of the agreement; a draft has none yet.
    pub deeds: &'a [DeedId],
}

/// The document.
#[must_use]
pub fn document(printed: &Printed<'_>) -> Document {
    let edition = printed.edition;
    let mut blocks = vec![
        Block::small(printed.issue.head(edition)),
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
        let text = match *heading {
            GUARANTOR if printed.terms.guarantee.is_some() => edition.guarantor_by_deed,
            _ => text,
        };
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
        created: printed.issue.at(),
        id: printed.issue.id(),
        foot: printed.home.replace('\n', ", "),
        blocks,
    }
}

/// The agreement's words about the deeds that belong to it.
fn by_deed(deeds: &[DeedId], guarantee: GuaranteeTerms) -> String {
    let which: Vec<_> = deeds.iter().map(ToString::to_string).collect();
    let which = match which.as_slice() {
        [] => "a deed of guarantee".to_owned(),
        [one] => format!("deed of guarantee {one}"),
        several => format!("deeds of guarantee {}", together(several)),
    };
    let most = pounds(guarantee.limit);
    let each = if deeds.len() > 1 { " each" } else { "" };
    format!("By {which}, for at most {most} in all{each}.")
}

/// A term, or that nobody has entered it.
fn term(label: &str, value: Option<String>) -> Term {
    match value {
        Some(value) => Term::new(label, value),
        None => Term::missing(label, MISSING),
    }
}

fn main_terms(printed: &Printed<'_>) -> Terms {
    let terms = printed.terms;
    let landlord = terms.landlord_name.as_deref();
    let tenants = match printed.tenants.len() {
        1 => "Tenant",
        _ => "Tenants",
    };
    let mut rows = vec![
        term(
            "Landlord",
            landlord.map(|name| terms.landlord.in_full(name)),
        ),
        term(
            "Landlord's address for notices",
            terms.landlord_address.clone(),
        ),
        Term::new(tenants, printed.tenants.join("\n")),
    ];
    if let Some(guarantor) = printed.guarantor {
        let row = Term::new("Guarantor", guarantor);
        rows.push(match terms.guarantee {
            Some(guarantee) => row.note(by_deed(printed.deeds, guarantee)),
            None => row,
        });
    }
    rows.extend([
        Term::new("Home", printed.home),
        term("First day: the tenant may move in", terms.start.map(date)),
        rent(terms),
        due_term(terms),
        terms
            .rent_terms
            .as_ref()
            .map_or_else(|| term("Part of a rent period", None), part_of_a_period),
        term("Deposit", terms.deposit.map(deposit)),
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

fn rent(terms: &Sketch) -> Term {
    const LABEL: &str = "Rent";
    let period = terms.rent_terms.as_ref().map(|one| one.period);
    let Some((rent, period)) = terms.rent.zip(period) else {
        return term(LABEL, None);
    };
    let whole = format!("{} {}", pounds(period.rent(rent)), every(period));
    Term::new(LABEL, whole)
        .note(format!("This is {} a calendar month.", pounds(rent)))
        .note("No rent is asked for in advance.")
}

fn due_term(terms: &Sketch) -> Term {
    let both = terms.rent.zip(terms.rent_terms.as_ref());
    term(
        "Rent is due",
        both.map(|(rent, rent_terms)| due(rent, rent_terms)),
    )
}

fn deposit(deposit: Money) -> String {
    match deposit.minor() {
        0 => "None is taken".to_owned(),
        _ => pounds(deposit),
    }
}

fn bills(bills: &[Bill]) -> Terms {
    let rows = BillKind::ALL.iter().map(|kind| {
        let Some(bill) = bills.iter().find(|bill| bill.kind == *kind) else {
            return term(kind.label(), None);
        };
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
        let row = Term::new("Guarantor", guarantor);
        rows.push(match printed.terms.guarantee {
            Some(_) => row.note("Signs the deed of guarantee, beside a witness."),
            None => row,
        });
    }
    let terms = printed.terms;
    let landlord = terms.landlord_name.as_deref();
    let landlord = landlord.map(|name| terms.landlord.signs_for(name));
    rows.push(term("Landlord", landlord));
    Terms::new("Signatures", rows)
}

pub(in crate::app) fn every(period: RentPeriod) -> &'static str {
    match period {
        RentPeriod::Weekly => "a week",
        RentPeriod::FourWeekly => "every four weeks",
        RentPeriod::Monthly => "a month",
    }
}

fn due(rent: Money, terms: &RentTerms) -> String {
    let start = date(terms.first_day);
    let day = match terms.period {
        RentPeriod::Weekly => return format!("Every 7 days from {start}"),
        RentPeriod::FourWeekly => return format!("Every 28 days from {start}"),
        RentPeriod::Monthly => terms.due_day,
    };
    let shorter = if day > 28 {
        ", or the last day of a shorter month"
    } else {
        ""
    };
    let first = terms.period_from(terms.first_day);
    let part = if terms.is_whole(first) {
        String::new()
    } else {
        let cost = pounds(terms.charge(rent, first));
        let last = date(first.last);
        format!("; {cost} for {start} to {last} on {start}")
    };
    format!("On day {day} of each month{shorter}{part}")
}

/// How a part of a period is charged: no law says it, so the agreement does.
fn part_of_a_period(terms: &RentTerms) -> Term {
    let day = match terms.pro_rata {
        ProRata::DaysOfYear => "twelve months' rent divided by 365",
        ProRata::DaysOfMonth => "the calendar month's rent divided by the days of that month",
    };
    let text = format!("For each day {day}, and no more than a whole period costs");
    Term::new("Part of a rent period", text)
}

fn date(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}
