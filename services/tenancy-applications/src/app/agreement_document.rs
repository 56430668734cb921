//! The document that is signed: made of terms and of nothing else, so that the same terms give the same bytes.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::Money;
use lintel_pdf::{Block, Document, Item, Level, List, Term, Terms};

use crate::domain::{
    AgreementTerms, RentPeriod,
    agreement_rules::{self, Edition},
    agreement_terms::{Bill, BillPayer},
};

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
        Term::new("Rent", format!("{} {}", money(rent), every(period)))
            .note(format!("This is {} a calendar month.", money(terms.rent)))
            .note("No rent is asked for in advance."),
        Term::new("Rent is due", due(terms)),
        Term::new(
            "Deposit",
            if terms.deposit.minor() == 0 {
                "None".to_owned()
            } else {
                money(terms.deposit)
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
                    money(monthly)
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
    match terms.rent_terms.period {
        RentPeriod::Weekly => format!("Every 7 days from {}", date(terms.start)),
        RentPeriod::FourWeekly => format!("Every 28 days from {}", date(terms.start)),
        RentPeriod::Monthly => format!(
            "On day {} of each month, or the last day of a shorter month; the part before the first due day on {}",
            terms.rent_terms.due_day,
            date(terms.start)
        ),
    }
}

/// An amount as people read it: "£1,096.15".
pub(super) fn money(amount: Money) -> String {
    let (pounds, pence) = (amount.minor() / 100, amount.minor() % 100);
    let digits = pounds.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("£{grouped}.{pence:02}")
}

fn date(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::process::Command;

    use lintel_core::Money;

    use super::*;
    use crate::domain::{
        Nation, ProRata, RentTerms,
        agreement_terms::{Bill, BillKind},
    };

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    fn terms() -> AgreementTerms {
        AgreementTerms {
            landlord_name: "Helen Okafor".to_owned(),
            landlord_address: "4 Mill Lane, Leeds LS1 4AB".to_owned(),
            start: day(2026, 12, 1),
            rent: Money::gbp(95_000),
            rent_terms: RentTerms {
                period: RentPeriod::Monthly,
                due_day: 1,
                first_day: day(2026, 12, 1),
                pro_rata: ProRata::DaysOfYear,
            },
            deposit: Money::gbp(109_615),
            bills: BillKind::ALL
                .iter()
                .copied()
                .map(|kind| Bill {
                    kind,
                    payer: BillPayer::Tenant,
                    monthly: None,
                    note: None,
                })
                .collect(),
            agreed_pets: Some("One cat called Tom".to_owned()),
            adaptations: None,
            clauses: vec!["No smoking indoors.".to_owned()],
            guarantor_signs: true,
            payment_details: Some("Account 12345678, sort code 00-00-00".to_owned()),
        }
    }

    fn rendered() -> Vec<u8> {
        let (terms, tenants) = (terms(), ["李小龙".to_owned(), "Ann O'Neill".to_owned()]);
        let printed = Printed {
            agreement: 7,
            issued_at: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
            edition: Edition::of(Nation::England, terms.start).unwrap(),
            terms: &terms,
            home: "Room 4, 2 High Street, Leeds LS1 1AA",
            tenants: &tenants,
            guarantor: Some("Gus Guarantor"),
        };
        lintel_pdf::render(&document(&printed)).unwrap()
    }

    #[test]
    fn every_item_of_the_written_statement_is_there_to_be_read() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), rendered()).unwrap();
        let read = Command::new("pdftotext")
            .arg(file.path())
            .arg("-")
            .output()
            .unwrap();
        let text = String::from_utf8(read.stdout).unwrap();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let edition = Edition::of(Nation::England, day(2026, 12, 1)).unwrap();
        let items = edition.statement.iter().chain(edition.clauses);
        let items = items.flat_map(|item| [item.heading, item.text]);
        let others = [
            "Helen Okafor",
            "4 Mill Lane, Leeds LS1 4AB",
            "李小龙",
            "Ann O'Neill",
            "Gus Guarantor",
            "Room 4, 2 High Street, Leeds LS1 1AA",
            "1 December 2026",
            "£950.00 a month",
            "£1,096.15",
            "At least 2 months",
            "Council tax",
            "Electricity",
            "Gas",
            "Water and sewerage",
            "Television licence",
            "Telephone and internet",
            "One cat called Tom",
            "No smoking indoors.",
            "edition of 1 May 2026",
        ];
        for wanted in items.chain(others) {
            let found = text.contains(wanted) || text.contains(&wanted.replace('\'', "\u{2019}"));
            assert!(found, "{wanted} is not in: {text}");
        }
    }

    #[test]
    fn the_same_terms_give_the_same_bytes() {
        assert_eq!(rendered(), rendered());
    }

    #[test]
    fn amounts_have_groups() {
        for (pence, text) in [
            (5, "£0.05"),
            (95_000, "£950.00"),
            (109_615, "£1,096.15"),
            (12_345_678, "£123,456.78"),
            (100_000_000, "£1,000,000.00"),
        ] {
            assert_eq!(money(Money::gbp(pence)), text);
        }
    }
}
