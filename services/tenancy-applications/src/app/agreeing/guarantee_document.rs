//! The deed that a guarantor signs: made of the agreement and of nothing else, so that the same agreement gives the same bytes.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use lintel_core::{Money, london_date, together};
use lintel_pdf::{Block, Document, Level, Picture, Term, Terms};

use super::certificate::SIGNATURE_WIDTH;
use crate::domain::{
    agreeing::{
        Agreement, Deed, GuaranteeTerms, Signer, Witness,
        evidence::hex,
        guarantee::{DEED_CONSENT, DEED_CONSENT_VERSION, witness_consent},
    },
    pounds,
    rent::RentPeriod,
};

/// The title of a deed.
pub(super) const TITLE: &str = "Deed of guarantee";

#[cfg(test)]
mod tests;

/// What stands for a value that nobody has entered.
const MISSING: &str = "Not entered yet";

/// Which deed it is: its number and that of its agreement.
#[derive(Debug, Clone, Copy)]
pub enum DeedIssue<'a> {
    /// A deed of an agreement whose document is kept.
    Deed(&'a Agreement, &'a Deed),
    /// A draft that is looked at, at this time, of an edition.
    Draft(DateTime<Utc>, NaiveDate),
}

/// What a deed is printed of; only a draft may lack something.
#[derive(Debug, Clone, Copy)]
pub struct PrintedDeed<'a> {
    /// Which one.
    pub issue: DeedIssue<'a>,
    /// The guarantor's name.
    pub guarantor: &'a str,
    /// The guarantor's address, or the one for mails where none is known.
    pub reached_at: &'a str,
    /// The tenants for whom it is given.
    pub tenants: &'a [String],
    /// The landlord, named in full.
    pub landlord: Option<&'a str>,
    /// Where the landlord takes notices.
    pub landlord_address: Option<&'a str>,
    /// Where the home is.
    pub home: &'a str,
    /// The first day of the tenancy.
    pub start: Option<NaiveDate>,
    /// How rent is due, and how much it is per month.
    pub rent: Option<(RentPeriod, Money)>,
    /// How much is guaranteed.
    pub terms: Option<GuaranteeTerms>,
}

impl DeedIssue<'_> {
    const fn at(self) -> DateTime<Utc> {
        match self {
            Self::Deed(agreement, _) => agreement.created_at,
            Self::Draft(at, _) => at,
        }
    }

    fn head(self) -> String {
        match self {
            Self::Deed(agreement, deed) => {
                let edition = agreement.edition.map(date).unwrap_or_default();
                let (deed, agreement) = (deed.id, agreement.id);
                format!("Deed {deed}, of agreement {agreement}, edition of {edition}")
            }
            Self::Draft(at, edition) => {
                let (day, edition) = (date(london_date(at)), date(edition));
                format!("Draft of {day}, not issued. Edition of {edition}")
            }
        }
    }

    fn id(self) -> String {
        match self {
            Self::Deed(_, deed) => format!("lintel deed {}", deed.id),
            Self::Draft(..) => "lintel deed, draft".to_owned(),
        }
    }

    fn agreement(self) -> Term {
        match self {
            Self::Deed(agreement, _) => {
                let issued = date(london_date(agreement.created_at));
                Term::new(
                    "Tenancy agreement",
                    format!("Agreement {}, issued on {issued}", agreement.id),
                )
                .note(format!(
                    "SHA-256 of its document: {}",
                    hex(&agreement.document_hash)
                ))
            }
            Self::Draft(..) => Term::new("Tenancy agreement", "Not issued yet"),
        }
    }
}

/// The deed of an agreement.
#[must_use]
pub fn document(
    agreement: &Agreement,
    signer: &Signer,
    deed: &Deed,
    terms: GuaranteeTerms,
) -> Document {
    let agreed = &agreement.terms;
    printed(&PrintedDeed {
        issue: DeedIssue::Deed(agreement, deed),
        guarantor: &signer.name,
        reached_at: deed.guarantor_address.as_deref().unwrap_or(&signer.email),
        tenants: &deed.tenants,
        landlord: Some(&agreed.landlord.in_full(&agreed.landlord_name)),
        landlord_address: Some(&agreed.landlord_address),
        home: &agreement.address,
        start: Some(agreed.start),
        rent: Some((agreed.rent_terms.period, agreed.rent)),
        terms: Some(terms),
    })
}

/// Several deeds, each from a page of its own; `None` for none.
#[must_use]
pub fn together_in_one(deeds: &[PrintedDeed<'_>]) -> Option<Document> {
    let mut documents = deeds.iter().map(printed);
    let mut whole = documents.next()?;
    for next in documents {
        whole.blocks.push(Block::PageBreak);
        whole.blocks.extend(next.blocks);
    }
    Some(whole)
}

fn printed(deed: &PrintedDeed<'_>) -> Document {
    let mut blocks = vec![
        Block::small(deed.issue.head()),
        Block::heading(Level::One, TITLE),
        Block::text(
            "The guarantor makes this deed for the landlord. It belongs to the tenancy agreement named below, which the guarantor could read before signing. It is delivered, and takes effect, when all parties have signed that agreement.",
        ),
        Block::heading(Level::Two, "What is guaranteed"),
        main_terms(deed).into(),
        Block::heading(Level::Two, "What the guarantor agrees to"),
    ];
    for (number, (heading, text)) in (1..).zip(clauses(deed.terms)) {
        blocks.push(Block::heading(Level::Three, format!("{number}. {heading}")));
        blocks.push(Block::text(text));
    }
    blocks.push(Block::heading(Level::Two, "Signed as a deed"));
    blocks.push(Block::text(
        "The guarantor signs this deed on screen, in the presence of a witness who then signs as well. The certificate of signing names both, with the address of the witness, and is part of this file once they have signed.",
    ));
    let rows = vec![
        Term::new("Guarantor", deed.guarantor),
        Term::new(
            "Witness",
            "Somebody who is in the same room, is over 18, and is neither the guarantor, the tenant nor the landlord",
        ),
    ];
    blocks.push(Terms::new("Signed as a deed", rows).into());
    blocks.push(Block::small(
        "Made by: Housing Act 1988, sections 13 and 16N; Law of Property (Miscellaneous Provisions) Act 1989, section 1",
    ));
    Document {
        title: TITLE.to_owned(),
        language: "en-GB",
        created: deed.issue.at(),
        id: deed.issue.id(),
        foot: deed.home.replace('\n', ", "),
        blocks,
    }
}

fn main_terms(deed: &PrintedDeed<'_>) -> Terms {
    let tenant = match deed.tenants.len() {
        1 => "Tenant",
        _ => "Tenants",
    };
    let (limit, covered) = sums(deed.terms);
    let landlord_address = deed.landlord_address.unwrap_or(MISSING);
    let rent = deed.rent.map_or_else(
        || MISSING.to_owned(),
        |(period, rent)| {
            let every = super::agreement_document::every(period);
            format!("{} {every}", pounds(period.rent(rent)))
        },
    );
    let rows = vec![
        Term::new("Guarantor", deed.guarantor).note(deed.reached_at.replace('\n', ", ")),
        Term::new(tenant, together(deed.tenants)),
        Term::new("Landlord", deed.landlord.unwrap_or(MISSING))
            .note(landlord_address.replace('\n', ", ")),
        Term::new("Home", deed.home),
        deed.issue.agreement(),
        Term::new(
            "Tenancy from",
            deed.start.map_or_else(|| MISSING.to_owned(), date),
        ),
        Term::new("Rent", rent),
        Term::new("At most in all", limit).note("This sum stays the same if the rent rises."),
        Term::new(
            "Rent that is covered after rises",
            format!("Up to {covered} a month"),
        ),
    ];
    Terms::new("What is guaranteed", rows)
}

/// The highest sum and the covered rent, as the deed says them.
fn sums(terms: Option<GuaranteeTerms>) -> (String, String) {
    let missing = || "£… (not entered yet)".to_owned();
    terms.map_or_else(
        || (missing(), missing()),
        |terms| (pounds(terms.limit), pounds(terms.covered_rent)),
    )
}

/// The clauses: they say what docs/reference/uk-lettings.md 4.3 asks of a guarantee, and 3.1 of the tenant's death and of rises.
fn clauses(terms: Option<GuaranteeTerms>) -> [(&'static str, String); 8] {
    let (limit, covered) = sums(terms);
    [
        (
            "What is guaranteed",
            "If the tenant does not pay rent or other money that is due under the tenancy agreement, or breaks it so that the landlord has a loss, the guarantor pays what the tenant owes for it when the landlord asks in writing. Where several rent together, each of them owes the whole, and the guarantor pays what the tenant named above owes in that way.".to_owned(),
        ),
        (
            "The most",
            format!("The guarantor never pays more than {limit} in all under this deed, however long the tenancy lasts, whatever the rent is, and with costs and interest included."),
        ),
        (
            "When the rent rises",
            format!("This deed goes on when the rent is raised by a notice under section 13 of the Housing Act 1988. It covers rent of up to {covered} a month; what the rent is above that is not guaranteed. The sum in clause 2 does not rise."),
        ),
        (
            "How long",
            "This deed lasts as long as the tenancy, which is periodic and has no end date. What fell due before the tenancy ended stays guaranteed.".to_owned(),
        ),
        (
            "If the tenant dies",
            "The guarantor owes no rent for the time after the death of the tenant named above, as section 16N of the Housing Act 1988 provides. Where several rent together, that section also says what the death of another joint tenant means. Rent for the time before it stays guaranteed.".to_owned(),
        ),
        (
            "Ending it",
            "The guarantor may end this deed by writing to the landlord's address for notices at least two months ahead. Nothing that falls due after the notice has run out is guaranteed; what fell due before stays guaranteed. The landlord and the guarantor may also agree in writing on an end.".to_owned(),
        ),
        (
            "Other changes",
            "More time that the landlord gives the tenant does not end this deed. A change of the tenancy agreement by which the guarantor would owe more, other than a rise of the rent as in clause 3, does not bind the guarantor unless they agree to it in another deed.".to_owned(),
        ),
        (
            "Advice and law",
            "The guarantor may take advice from a solicitor or Citizens Advice before signing, and need not sign. The law of England and Wales applies.".to_owned(),
        ),
    ]
}

/// Both signatures of a deed, with what is known of their making.
#[derive(Debug, Clone, Copy)]
pub struct Executed<'a> {
    /// The witness.
    pub witness: &'a Witness,
    /// The guarantor's drawing, a PNG.
    pub guarantor_drawn: &'a [u8],
    /// The witness's drawing, a PNG.
    pub witness_drawn: &'a [u8],
    /// The account or the link by which the guarantor was known.
    pub known_by: &'a str,
    /// The network address from which both signed.
    pub address: &'a str,
    /// The browser.
    pub user_agent: &'a str,
    /// The time zone that it told.
    pub time_zone: &'a str,
    /// The language that it told.
    pub language: &'a str,
    /// The time of both signatures.
    pub at: DateTime<Utc>,
    /// The head of the deed's chain behind the signatures, and how many entries it had then.
    pub evidence: ([u8; 32], usize),
}

/// The deed with its certificate behind it: one file.
#[must_use]
pub fn certified(
    mut document: Document,
    signer: &Signer,
    deed: &Deed,
    executed: &Executed<'_>,
) -> Document {
    document.id.push_str(" with certificate");
    let at = executed.at.to_rfc3339_opts(SecondsFormat::Secs, true);
    let (head, entries) = executed.evidence;
    let told = |text: &str| match text {
        "" => "Not told".to_owned(),
        text => text.to_owned(),
    };
    let picture = |png: &[u8], name: &str| Picture {
        png: png.to_vec(),
        width: SIGNATURE_WIDTH,
        alternative: format!("Signature of {name}"),
    };
    let what = Terms::new(
        "What was signed",
        vec![
            Term::new("Deed", deed.id.to_string()),
            Term::new("SHA-256 of the deed", hex(&deed.document_hash)),
            Term::new("Evidence", hex(&head)).note(format!(
                "The head of the chain of evidence behind entry {entries}. The file of evidence can be verified without Lintel."
            )),
        ],
    );
    let mut guarantor = vec![
        Term::new("Signed", at.as_str()).picture(picture(executed.guarantor_drawn, &signer.name)),
        Term::new("Agreed to this", DEED_CONSENT)
            .note(format!("Wording of {DEED_CONSENT_VERSION}")),
        Term::new("Known by", executed.known_by),
        Term::new("Asked at", signer.email.as_str()),
    ];
    guarantor.extend([
        Term::new("Network address", told(executed.address)),
        Term::new("Browser", told(executed.user_agent)),
        Term::new("Time zone", told(executed.time_zone)),
        Term::new("Language", told(executed.language)),
    ]);
    let by = executed.witness;
    let mut witness = vec![
        Term::new("Signed", at).picture(picture(executed.witness_drawn, &by.name)),
        Term::new("Agreed to this", witness_consent(&signer.name))
            .note(format!("Wording of {DEED_CONSENT_VERSION}")),
        Term::new("Address", by.address.as_str()),
    ];
    if let Some(occupation) = &by.occupation {
        witness.push(Term::new("Occupation", occupation.as_str()));
    }
    witness.push(Term::new("Signed on", "The guarantor's device"));
    let heading = |who: &str, name: &str| format!("{who}: {name}");
    let (first, second) = (
        heading("Guarantor", &signer.name),
        heading("Witness", &by.name),
    );
    document.blocks.extend([
        Block::PageBreak,
        Block::heading(Level::Two, "Certificate of signing"),
        Block::text(
            "The pages before this certificate show the deed that was signed. Its hash is that of the file as the guarantor read it, without this certificate.",
        ),
        what.into(),
        Block::heading(Level::Three, first.as_str()),
        Terms::new(first, guarantor).into(),
        Block::heading(Level::Three, second.as_str()),
        Terms::new(second, witness).into(),
    ]);
    document
}

fn date(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}
