#![expect(clippy::unwrap_used, reason = "tests")]

use std::process::Command;

use lintel_core::Money;

use super::*;
use crate::domain::{
    Nation,
    agreeing::{AgreementTerms, agreement_terms::LandlordStyle},
};

fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).unwrap()
}

fn terms() -> AgreementTerms {
    AgreementTerms {
        landlord_name: "Helen Okafor".to_owned(),
        landlord: LandlordStyle {
            trading_as: "Okafor Lettings".to_owned(),
            ..LandlordStyle::default()
        },
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
        guarantee: None,
        payment_details: Some("Account 12345678, sort code 00-00-00".to_owned()),
    }
}

fn rendered() -> Vec<u8> {
    let (terms, tenants) = (terms(), ["李小龙".to_owned(), "Ann O'Neill".to_owned()]);
    let sketch = Sketch::of_whole(&terms);
    let printed = Printed {
        issue: Issue::Agreement(7, DateTime::from_timestamp(1_795_000_000, 0).unwrap()),
        edition: Edition::of(Nation::England, terms.start).unwrap(),
        terms: &sketch,
        home: "Room 4, 2 High Street, Leeds LS1 1AA",
        tenants: &tenants,
        guarantor: Some("Gus Guarantor"),
        deeds: &[],
    };
    lintel_pdf::render(&document(&printed)).unwrap()
}

fn read(document: &Document) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), lintel_pdf::render(document).unwrap()).unwrap();
    let read = Command::new("pdftotext")
        .arg(file.path())
        .arg("-")
        .output()
        .unwrap();
    let text = String::from_utf8(read.stdout).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_draft_says_so_and_marks_what_is_missing() {
    let whole = terms();
    let sketch = Sketch {
        landlord_name: None,
        landlord_address: None,
        deposit: None,
        rent: None,
        bills: whole.bills[1..].to_vec(),
        ..Sketch::of_whole(&whole)
    };
    let draft = document(&Printed {
        issue: Issue::Draft(DateTime::from_timestamp(1_795_000_000, 0).unwrap()),
        edition: Edition::of(Nation::England, whole.start).unwrap(),
        terms: &sketch,
        home: "2 High Street, Leeds LS1 1AA",
        tenants: &["Ann".to_owned()],
        guarantor: None,
        deeds: &[],
    });
    let text = read(&draft);
    assert!(
        text.contains("Draft of 18 November 2026, not issued"),
        "{text}"
    );
    // Landlord twice, their address, the rent, when it is due, the deposit and one bill.
    assert_eq!(text.matches(MISSING).count(), 7, "{text}");
}

#[test]
fn a_company_is_signed_for_and_no_deposit_is_said() {
    let whole = AgreementTerms {
        landlord_name: "Okafor Homes Ltd".to_owned(),
        landlord: LandlordStyle {
            is_company: true,
            company_number: "01234567".to_owned(),
            ..LandlordStyle::default()
        },
        deposit: Money::ZERO,
        ..terms()
    };
    let text = read(&document(&Printed {
        issue: Issue::Agreement(7, DateTime::from_timestamp(1_795_000_000, 0).unwrap()),
        edition: Edition::of(Nation::England, whole.start).unwrap(),
        terms: &Sketch::of_whole(&whole),
        home: "2 High Street, Leeds LS1 1AA",
        tenants: &["Ann".to_owned()],
        guarantor: None,
        deeds: &[],
    }));
    for wanted in [
        "Okafor Homes Ltd, company number 01234567",
        "for and on behalf of Okafor Homes Ltd",
        "None is taken",
    ] {
        assert!(text.contains(wanted), "{wanted} is not in: {text}");
    }
}

#[test]
fn an_agreement_names_the_deed_that_its_guarantor_signs() {
    let whole = AgreementTerms {
        guarantee: Some(GuaranteeTerms::usual(Money::gbp(95_000))),
        ..terms()
    };
    let printed = |deeds: &[DeedId]| {
        read(&document(&Printed {
            issue: Issue::Agreement(7, DateTime::from_timestamp(1_795_000_000, 0).unwrap()),
            edition: Edition::of(Nation::England, whole.start).unwrap(),
            terms: &Sketch::of_whole(&whole),
            home: "2 High Street, Leeds LS1 1AA",
            tenants: &["Ann".to_owned()],
            guarantor: Some("Gus Guarantor"),
            deeds,
        }))
    };
    let text = printed(&[12.into()]);
    for wanted in [
        "By deed of guarantee 12, for at most £11,400.00 in all.",
        "Signs the deed of guarantee, beside a witness.",
        "A guarantor signs the deed of guarantee that is named among the main terms",
    ] {
        assert!(text.contains(wanted), "{wanted} is not in: {text}");
    }
    assert!(!text.contains("A guarantor who signs this agreement"));
    let two = printed(&[12.into(), 13.into()]);
    assert!(two.contains("By deeds of guarantee 12 and 13, for at most £11,400.00 in all each."));
    assert!(printed(&[]).contains("By a deed of guarantee, for at most"));
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
        "Helen Okafor, trading as Okafor Lettings",
        "4 Mill Lane, Leeds LS1 4AB",
        "李小龙",
        "Ann O'Neill",
        "Gus Guarantor",
        "Room 4, 2 High Street, Leeds LS1 1AA",
        "1 December 2026",
        "£950.00 a month",
        "£1,096.15",
        "On day 1 of each month",
        "twelve months' rent divided by 365",
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
fn it_says_when_rent_is_due_and_what_the_first_part_costs() {
    let whole = terms();
    assert_eq!(due(whole.rent, &whole.rent_terms), "On day 1 of each month");
    let mut part = terms();
    part.start = day(2026, 12, 18);
    part.rent_terms.first_day = part.start;
    part.rent_terms.due_day = 31;
    assert_eq!(
        due(part.rent, &part.rent_terms),
        "On day 31 of each month, or the last day of a shorter month; £406.03 for 18 December 2026 to 30 December 2026 on \
         18 December 2026"
    );
    for (period, every) in [(RentPeriod::Weekly, 7), (RentPeriod::FourWeekly, 28)] {
        let mut weeks = terms();
        // Rent that was charged before the agreement is due from its own first day on.
        weeks.start = day(2025, 3, 15);
        weeks.rent_terms.period = period;
        weeks.rent_terms.due_day = 0;
        assert_eq!(
            due(weeks.rent, &weeks.rent_terms),
            format!("Every {every} days from 1 December 2026")
        );
    }
}

#[test]
fn the_same_terms_give_the_same_bytes() {
    assert_eq!(rendered(), rendered());
}
