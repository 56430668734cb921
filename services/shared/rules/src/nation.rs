//! The nations of the United Kingdom.

use lintel_core::spelt;

spelt! {
    /// The part of the United Kingdom that a home is in.
    Nation {
        /// England.
        England = "England",
        /// Wales.
        Wales = "Wales",
        /// Scotland.
        Scotland = "Scotland",
        /// Northern Ireland.
        NorthernIreland = "Northern Ireland",
    }
}
