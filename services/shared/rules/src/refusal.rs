//! Why Lintel works nothing out.

use lintel_core::spelt;

spelt! {
    /// The kinds of refusals.
    RefusalKind {
        /// Another law was in force that day, or none that Lintel knows.
        EarlierLaw = "earlier law",
        /// Lintel works nothing out for this nation.
        NotKnown = "not known",
        /// The reason is none that the nation's law has.
        UnknownReason = "unknown reason",
        /// The reason cannot be used with these facts.
        NotThisReason = "not this reason",
        /// No calendar reaches so far.
        TooFar = "too far",
    }
}

/// Why nothing is worked out, beside which field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The kind.
    pub kind: RefusalKind,
    /// The field that it concerns, as the API names it.
    pub field: &'static str,
    /// The text for a person.
    pub text: String,
}

impl Refusal {
    pub(crate) fn new(kind: RefusalKind, field: &'static str, text: impl Into<String>) -> Self {
        Self {
            kind,
            field,
            text: text.into(),
        }
    }

    pub(crate) fn too_far(field: &'static str) -> Self {
        Self::new(RefusalKind::TooFar, field, "Enter a day that is nearer.")
    }
}
