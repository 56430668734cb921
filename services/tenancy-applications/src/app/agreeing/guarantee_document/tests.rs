#![expect(clippy::unwrap_used, reason = "tests")]

use std::{io::Cursor, process::Command};

use chrono::DateTime;
use image::{DynamicImage, ImageFormat};
use lintel_core::Money;

use super::*;
use crate::domain::{
    Nation,
    agreeing::{AgreementState, AgreementTerms, Party, agreement_terms::LandlordStyle},
    rent::{ProRata, RentPeriod, RentTerms},
};

fn agreement() -> Agreement {
    let start = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap();
    let rent = Money::gbp(61_000);
    let terms = AgreementTerms {
        landlord_name: "Helen Okafor".to_owned(),
        landlord: LandlordStyle::default(),
        landlord_address: "4 Queen Charlotte Court\nBristol BS1 4HE".to_owned(),
        start,
        rent,
        rent_terms: RentTerms {
            period: RentPeriod::Monthly,
            due_day: 1,
            first_day: start,
            pro_rata: ProRata::DaysOfYear,
        },
        deposit: Money::ZERO,
        bills: Vec::new(),
        agreed_pets: None,
        adaptations: None,
        clauses: Vec::new(),
        guarantor_signs: true,
        guarantee: Some(GuaranteeTerms::usual(rent)),
        payment_details: None,
    };
    Agreement {
        id: 9.into(),
        organisation: 1.into(),
        tenancy: 1.into(),
        application: 1.into(),
        property: 1.into(),
        state: AgreementState::Issued,
        nation: Nation::England,
        edition: NaiveDate::from_ymd_opt(2026, 5, 1),
        terms,
        address: "Room 4, 212 Ashmead Road, Bristol BS6 7QD".to_owned(),
        document_hash: [0xab; 32],
        pages: 6,
        signed_hash: None,
        evidence_hash: [0; 32],
        signers: Vec::new(),
        deeds: Vec::new(),
        reason: None,
        created_at: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
        completed_at: None,
        version: 1,
    }
}

fn signer() -> Signer {
    Signer {
        id: 3.into(),
        party: Party::Guarantor,
        name: "Judith Hargreaves".to_owned(),
        email: "judith@example.com".to_owned(),
        generation: 1,
        sent_at: None,
        expires_at: None,
        opened_at: None,
        signed_at: None,
        declined_at: None,
        decline_reason: None,
    }
}

fn deed() -> Deed {
    Deed {
        id: 4.into(),
        signer: 3.into(),
        guarantor_address: Some("31 Sedgefield Rise\nExeter EX4 2NQ".to_owned()),
        tenants: vec!["Tom Hargreaves".to_owned()],
        document_hash: [0xcd; 32],
        pages: 2,
        signed_hash: None,
        evidence_hash: [0; 32],
        witness: None,
        signed_at: None,
        end: None,
        version: 1,
    }
}

fn made() -> Document {
    let agreement = agreement();
    let terms = agreement.terms.guarantee.unwrap();
    document(&agreement, &signer(), &deed(), terms)
}

fn read(document: &Document) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), lintel_pdf::render(document).unwrap()).unwrap();
    let read = Command::new("pdftotext").arg(file.path()).arg("-").output();
    let text = String::from_utf8(read.unwrap().stdout).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn drafts_say_that_they_are_and_what_is_missing_each_on_its_page() {
    let issue = DeedIssue::Draft(DateTime::UNIX_EPOCH, NaiveDate::MIN);
    let tenants = ["Tom Hargreaves".to_owned()];
    let draft = |guarantor, terms| PrintedDeed {
        issue,
        guarantor,
        reached_at: "judith@example.com",
        tenants: &tenants,
        landlord: None,
        landlord_address: None,
        home: "4 High Street",
        start: None,
        rent: None,
        terms,
    };
    let terms = GuaranteeTerms::usual(Money::gbp(61_000));
    let whole = together_in_one(&[
        draft("Judith Hargreaves", None),
        draft("Ravi Shah", Some(terms)),
    ]);
    let whole = whole.unwrap();
    let breaks = whole.blocks.iter();
    let breaks = breaks.filter(|block| matches!(block, Block::PageBreak));
    assert_eq!(breaks.count(), 1);
    let text = read(&whole);
    for words in [
        "Draft of 1 January 1970, not issued.",
        "Tenancy agreement Not issued yet",
        "Landlord Not entered yet",
        "never pays more than £… (not entered yet) in all",
        "Guarantor Ravi Shah",
        "never pays more than £7,320.00 in all",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(together_in_one(&[]).is_none());
}

/// docs/reference/uk-lettings.md 4.3, Guarantor text, and 3.1, Guarantors.
#[test]
fn a_deed_says_what_a_guarantee_has_to_say() {
    let text = read(&made());
    for words in [
        "Deed 4, of agreement 9",
        "Judith Hargreaves",
        "31 Sedgefield Rise, Exeter EX4 2NQ",
        "Tom Hargreaves",
        "4 Queen Charlotte Court, Bristol BS1 4HE",
        "£610.00 a month",
        "never pays more than £7,320.00 in all",
        "covers rent of up to £671.00 a month",
        "The sum in clause 2 does not rise",
        "as long as the tenancy, which is periodic",
        "no rent for the time after the death of the tenant",
        "section 16N of the Housing Act 1988",
        "at least two months ahead",
        "advice from a solicitor or Citizens Advice",
        "in the presence of a witness",
    ] {
        assert!(text.contains(words), "{words} is not in: {text}");
    }
    let hash = "ab".repeat(32);
    assert!(text.replace(' ', "").contains(&hash), "{text}");
}

#[test]
fn the_same_agreement_gives_the_same_bytes() {
    let (one, other) = (lintel_pdf::render(&made()), lintel_pdf::render(&made()));
    assert_eq!(one.unwrap(), other.unwrap());
}

#[test]
fn a_certificate_names_guarantor_and_witness() {
    let mut png = Cursor::new(Vec::new());
    let drawn = DynamicImage::new_rgba8(400, 200);
    drawn.write_to(&mut png, ImageFormat::Png).unwrap();
    let png = png.into_inner();
    let witness = Witness {
        name: "Maureen Adeyinka-Clarke".to_owned(),
        address: "29 Sedgefield Rise\nExeter EX4 2NQ".to_owned(),
        occupation: Some("Nurse".to_owned()),
    };
    let executed = Executed {
        witness: &witness,
        guarantor_drawn: &png,
        witness_drawn: &png,
        known_by: "the private link",
        address: "203.0.113.9",
        user_agent: "Mozilla/5.0",
        time_zone: "Europe/London",
        language: "",
        at: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
        evidence: ([0xef; 32], 6),
    };
    let whole = certified(made(), &signer(), &deed(), &executed);
    assert_ne!(whole.id, made().id);
    let text = read(&whole);
    for words in [
        "Maureen Adeyinka-Clarke",
        "29 Sedgefield Rise Exeter EX4 2NQ",
        "Nurse",
        "I was in the room and saw Judith Hargreaves sign.",
        "I have read the deed and sign it as a deed.",
        "judith@example.com",
        "203.0.113.9",
        "Not told",
    ] {
        assert!(text.contains(words), "{words} is not in: {text}");
    }
    let bare = text.replace(' ', "");
    for hash in ["cd".repeat(32), "ef".repeat(32)] {
        assert!(bare.contains(&hash), "{text}");
    }
}
