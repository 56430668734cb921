//! What an organisation, or a person, is given a copy of.

mod agreements;
mod columns;
mod organisation;
mod own;

pub use agreements::{
    DEED_SIGNING, OWN_AGREEMENTS, OWN_SIGNING, SIGNED_AGREEMENTS, SIGNED_DEEDS, SIGNER, SIGNING,
};
pub use organisation::SECTIONS;
pub use own::{
    ASKED_REFERENCES, OWN_APPLICATION, OWN_CONFIRMATION, OWN_DEPOSIT, OWN_DEPOSIT_ANSWER,
    OWN_DOCUMENTS, OWN_HOLDING_DEPOSIT, OWN_LEDGER, OWN_PAPERS, OWN_PET_REQUESTS, OWN_REFERENCE,
    OWN_RIGHT_TO_RENT, OWN_TENANCY, OWN_TENANCY_DOCUMENTS,
};

/// The file of banks' lines, which are opened.
pub const BANK_LINES_FILE: &str = "bank-lines.json";

/// The file with references, whose answers are opened.
pub const REFERENCES_FILE: &str = "references.json";
