//! The repayment of a mortgage.

use lintel_core::spelt;

spelt! {
    /// The repayment of a mortgage.
    MortgageType {
        /// Interest alone.
        InterestOnly = "Interest Only",
        /// Interest and capital.
        Repayment = "Repayment",
    }
}
