//! By which ways this installation reaches people, and why not by the others.

/// One way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Way {
    /// Why it cannot be used, as a sentence to be shown; `None` where it can.
    pub why_not: Option<&'static str>,
}

impl Way {
    /// Usable if it is `configured`, and otherwise not because of `why_not`.
    #[must_use]
    pub const fn when(configured: bool, why_not: &'static str) -> Self {
        Self {
            why_not: if configured { None } else { Some(why_not) },
        }
    }
}

/// The ways.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ways {
    /// By mail.
    pub mail: Way,
    /// To a browser.
    pub push: Way,
    /// By text message.
    pub sms: Way,
}
