//! The certificate of signing: who signed what, when and from where, with the hashes by which both can be proved (docs/reference/uk-lettings.md 4.4).

use chrono::{DateTime, SecondsFormat, Utc};
use lintel_pdf::{Block, Document, Level, Picture, Term, Terms};

use crate::domain::agreeing::{
    Party,
    agreement::{CONSENT, CONSENT_VERSION},
    evidence::hex,
};

/// The width of a signature on paper, in millimetres.
pub(super) const SIGNATURE_WIDTH: u16 = 60;

/// What is certified.
#[derive(Debug, Clone)]
pub struct Certified {
    /// The agreement.
    pub agreement: i64,
    /// Where the home is.
    pub home: String,
    /// The SHA-256 of the document that was signed.
    pub document_hash: [u8; 32],
    /// The head of the chain of evidence behind the last signature.
    pub evidence_hash: [u8; 32],
    /// How many entries the chain had then.
    pub entries: i32,
    /// When the last party signed.
    pub completed_at: DateTime<Utc>,
    /// Who signed, in their order.
    pub signatures: Vec<Signed>,
}

/// A signature with what is known of its making.
#[derive(Debug, Clone)]
pub struct Signed {
    /// As whom.
    pub party: Party,
    /// The name in the agreement.
    pub name: String,
    /// Where the link went; empty for the landlord.
    pub email: String,
    /// How they were known: by an account or by the link.
    pub known_by: String,
    /// When they first opened it.
    pub opened_at: Option<DateTime<Utc>>,
    /// When they signed.
    pub signed_at: DateTime<Utc>,
    /// The address that they signed from.
    pub address: String,
    /// The browser.
    pub user_agent: String,
    /// The time zone that it told.
    pub time_zone: String,
    /// The language that it told.
    pub language: String,
    /// What they drew, a PNG.
    pub drawn: Vec<u8>,
    /// The deed that a guarantor signed in place of the agreement, and the SHA-256 of it with its certificate.
    pub deed: Option<(i64, [u8; 32])>,
}

/// An agreement that was made of terms, with its certificate behind it: one file.
#[must_use]
pub fn appended(mut document: Document, certified: &Certified) -> Document {
    document.id.push_str(" with certificate");
    document.blocks.push(Block::PageBreak);
    document
        .blocks
        .push(Block::heading(Level::Two, "Certificate of signing"));
    document.blocks.push(Block::text(
        "The pages before this certificate show the document that was signed. Its hash is that of the file as each party read it, without this certificate.",
    ));
    document.blocks.extend(body(certified, Level::Three));
    document
}

/// The certificate of a document that the landlord brought, as a file of its own: theirs is not changed.
#[must_use]
pub fn alone(certified: &Certified) -> Document {
    let mut blocks = vec![
        Block::heading(Level::One, "Certificate of signing"),
        Block::text(
            "This certificate belongs to the landlord's own document, which is kept unchanged in another file. The hash says which file it is.",
        ),
    ];
    blocks.extend(body(certified, Level::Two));
    Document {
        title: "Certificate of signing".to_owned(),
        language: "en-GB",
        created: certified.completed_at,
        id: format!("lintel certificate of agreement {}", certified.agreement),
        foot: certified.home.replace('\n', ", "),
        blocks,
    }
}

fn body(certified: &Certified, level: Level) -> Vec<Block> {
    let agreed = match certified.signatures.iter().any(|one| one.deed.is_some()) {
        true => "Each signer of the agreement agreed to this",
        false => "Each signer agreed to this",
    };
    let document = Terms::new(
        "What was signed",
        vec![
            Term::new("Agreement", certified.agreement.to_string()),
            Term::new("Home", certified.home.as_str()),
            Term::new("SHA-256 of the document", hex(&certified.document_hash)),
            Term::new("Evidence", hex(&certified.evidence_hash)).note(format!(
                "The head of the chain of evidence behind entry {}. The file of evidence can be verified without Lintel.",
                certified.entries
            )),
            Term::new("All had signed", time(certified.completed_at)),
            Term::new(agreed, CONSENT)
                .note(format!("Wording of {CONSENT_VERSION}")),
        ],
    );
    let mut blocks = vec![document.into()];
    for signed in &certified.signatures {
        let heading = format!("{}: {}", label(signed.party), signed.name);
        let told = |text: &str| match text {
            "" => "Not told".to_owned(),
            text => text.to_owned(),
        };
        let mut rows = vec![
            Term::new("Signed", time(signed.signed_at)).picture(Picture {
                png: signed.drawn.clone(),
                width: SIGNATURE_WIDTH,
                alternative: format!("Signature of {}", signed.name),
            }),
            Term::new(
                "Opened first",
                signed.opened_at.map_or_else(|| told(""), time),
            ),
            Term::new("Known by", signed.known_by.as_str()),
        ];
        if let Some((deed, hash)) = &signed.deed {
            let which = format!("Deed {deed}, with a certificate of its own");
            let hash = format!("SHA-256 of the signed deed: {}", hex(hash));
            rows.push(Term::new("Signed a deed of guarantee", which).note(hash));
        }
        if !signed.email.is_empty() {
            rows.push(Term::new("Asked at", signed.email.as_str()));
        }
        rows.extend([
            Term::new("Network address", told(&signed.address)),
            Term::new("Browser", told(&signed.user_agent)),
            Term::new("Time zone", told(&signed.time_zone)),
            Term::new("Language", told(&signed.language)),
        ]);
        blocks.push(Block::heading(level, heading.as_str()));
        blocks.push(Terms::new(heading, rows).into());
    }
    blocks
}

const fn label(party: Party) -> &'static str {
    match party {
        Party::Tenant => "Tenant",
        Party::Guarantor => "Guarantor",
        Party::Landlord => "Landlord",
    }
}

/// The server's time.
fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::{io::Cursor, process::Command};

    use image::{DynamicImage, ImageFormat};

    use super::*;

    fn certified() -> Certified {
        let mut png = Cursor::new(Vec::new());
        DynamicImage::new_rgba8(400, 200)
            .write_to(&mut png, ImageFormat::Png)
            .unwrap();
        let at = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
        Certified {
            agreement: 7,
            home: "2 High Street, Leeds LS1 1AA".to_owned(),
            document_hash: [0xab; 32],
            evidence_hash: [0xcd; 32],
            entries: 9,
            completed_at: at,
            signatures: vec![Signed {
                party: Party::Tenant,
                name: "李小龙".to_owned(),
                email: "lee@example.com".to_owned(),
                known_by: "the private link".to_owned(),
                opened_at: None,
                signed_at: at,
                address: "203.0.113.9".to_owned(),
                user_agent: "Mozilla/5.0".to_owned(),
                time_zone: "Europe/London".to_owned(),
                language: String::new(),
                drawn: png.into_inner(),
                deed: None,
            }],
        }
    }

    #[test]
    fn it_names_hashes_signers_and_where_they_signed() {
        let bytes = lintel_pdf::render(&alone(&certified())).unwrap();
        assert_eq!(bytes, lintel_pdf::render(&alone(&certified())).unwrap());
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let read = Command::new("pdftotext").arg(file.path()).arg("-").output();
        let text = String::from_utf8(read.unwrap().stdout).unwrap();
        let text: String = text.split_whitespace().collect();
        for wanted in [
            "ab".repeat(32).as_str(),
            "cd".repeat(32).as_str(),
            "李小龙",
            "lee@example.com",
            "203.0.113.9",
            "Mozilla/5.0",
            "Europe/London",
            "Nottold",
        ] {
            assert!(text.contains(wanted), "{wanted} is not in: {text}");
        }
    }

    #[test]
    fn behind_an_agreement_it_is_another_file() {
        let document = alone(&certified());
        let (before, blocks) = (document.id.clone(), document.blocks.len());
        let whole = appended(document, &certified());
        assert_ne!(whole.id, before);
        assert!(whole.blocks.len() > blocks);
    }
}
