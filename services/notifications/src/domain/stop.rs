//! Why nothing is sent to an address any more.

lintel_core::spelt! {
    /// The fate of the mail that stopped an address.
    StopReason {
        /// It came back.
        Bounced = "bounced",
        /// The recipient's server said that nobody has the address.
        Refused = "refused",
        /// Its reader said that it is not wanted.
        Complained = "complained",
    }
}

impl StopReason {
    /// Returns the landlord's text about it, after "An email".
    #[must_use]
    pub const fn told(self) -> &'static str {
        match self {
            Self::Bounced => "came back",
            Self::Refused => "was refused, because nobody has the address",
            Self::Complained => "was reported as not wanted",
        }
    }
}
