//! The rules of rent: how it is due, what a ledger says, and whose a bank's payment is.

mod bank_account;
pub mod bank_identity;
pub mod bank_match;
pub mod bank_split;
mod bank_statement;
pub mod bounds;
mod earlier_rise;
pub mod ledger;
pub(super) mod rent_days;
mod rent_rise;
pub(super) mod rent_terms;

pub use bank_account::{
    BankAccount, BankMonth, KeptLayout, NewLayout, month_of, name as bank_name, named_by_number,
};
pub use bank_statement::{
    BankLinePartKind, BankLineState, BankLineWay, BankStatement, Counted, LeftOut, NewBankLine,
    NewBankStatement, Said, StoredBankLine, StoredPart,
};
pub use earlier_rise::EarlierRise;
pub use ledger::{
    Arrears, ChargeStatus, Entry, EntryActor, EntryDraft, EntryKind, NewCharge, NewEntry, Owed,
    PaymentMethod, RentChange, Rents, ReversalReason, Settled, Standing,
};
pub use rent_rise::{NewRentChange, Proposal, RentChangeDraft, Rising, spelt_out};
pub use rent_terms::{ProRata, RentPeriod, RentTerms, RentTermsDraft, Span};
