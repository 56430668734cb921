//! The failures of rent, of what was paid and of the files of banks.

use lintel_core::Error;

/// Rent that is to begin before those move in whose agreement says its terms.
pub const fn rent_agreed() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_AGREED",
        message: "The agreement says how the rent is paid. It begins with Complete Move-in, or void the agreement first.",
    }
}

/// Rent that is to be charged otherwise than the agreement of a tenancy that has begun says.
pub const fn rent_agreed_otherwise() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_AGREED",
        message: "The agreement says how the rent is paid: set it up with the agreement's rent, rent period, due day and charge for a part \
                  of a period. An agreement that not all have signed can be voided first.",
    }
}

/// No such entry in the tenant's ledger. Somebody else's answers exactly the same.
pub const fn ledger_entry_not_found() -> Error {
    Error::NotFound {
        reason: "LEDGER_ENTRY_NOT_FOUND",
        resource: "Entry",
    }
}

/// An entry that another one takes back already.
pub const fn entry_already_reversed() -> Error {
    Error::FailedPrecondition {
        reason: "ENTRY_ALREADY_REVERSED",
        message: "This entry has been taken back already.",
    }
}

/// A tenancy whose rent is charged by schedule already.
pub const fn rent_already_charged() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_ALREADY_CHARGED",
        message: "Rent is charged in this tenancy already.",
    }
}

/// A tenancy without a schedule of rent.
pub const fn rent_not_charged() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_NOT_CHARGED",
        message: "No rent is charged in this tenancy yet. Say first how it is due.",
    }
}

/// Another rent for a tenancy whose rent is charged by schedule.
pub const fn rent_change_dated() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_CHANGE_DATED",
        message: "Rent is charged in this tenancy, so it changes from a day on. Record a change of the rent instead.",
    }
}

/// No such change of a rent in the caller's organisation. Somebody else's answers exactly the same.
pub const fn rent_change_not_found() -> Error {
    Error::NotFound {
        reason: "RENT_CHANGE_NOT_FOUND",
        resource: "Rent change",
    }
}

/// A tenancy in which money was received cannot be taken away.
pub const fn rent_received() -> Error {
    Error::FailedPrecondition {
        reason: "RENT_RECEIVED",
        message: "Money was received in this tenancy. Take the receipts back first.",
    }
}

/// No such bank's file in the caller's organisation. Somebody else's answers exactly the same.
pub const fn bank_statement_not_found() -> Error {
    Error::NotFound {
        reason: "BANK_STATEMENT_NOT_FOUND",
        resource: "File",
    }
}

/// No such line of a bank's file in the caller's organisation. Somebody else's answers exactly the same.
pub const fn bank_line_not_found() -> Error {
    Error::NotFound {
        reason: "BANK_LINE_NOT_FOUND",
        resource: "Line",
    }
}

/// A line that is a receipt or is ignored already.
pub const fn bank_line_decided() -> Error {
    Error::FailedPrecondition {
        reason: "BANK_LINE_DECIDED",
        message: "A line has been decided already. Load the lines again.",
    }
}

/// No such account in the caller's organisation. Somebody else's answers exactly the same.
pub const fn bank_account_not_found() -> Error {
    Error::NotFound {
        reason: "BANK_ACCOUNT_NOT_FOUND",
        resource: "Account",
    }
}

/// No such layout in the caller's organisation. Somebody else's answers exactly the same.
pub const fn bank_layout_not_found() -> Error {
    Error::NotFound {
        reason: "BANK_LAYOUT_NOT_FOUND",
        resource: "Layout",
    }
}
