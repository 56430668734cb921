//! The status of a viewing, and its transitions (docs/reference/screens/viewings.md S2 4, docs/reference/http.md, "Viewings and maintenance").

use lintel_core::{Error, spelt};

spelt! {
    /// The status of a viewing.
    ViewingStatus {
        /// It is to take place.
        Scheduled = "Scheduled",
        /// The viewer or the landlord has confirmed it.
        Confirmed = "Confirmed",
        /// It took place.
        Completed = "Completed",
        /// The viewer was invited to apply.
        MoveInStarted = "Move-in Process Started",
        /// It was called off.
        Cancelled = "Cancelled",
    }
}

spelt! {
    /// The viewer's answer on the private page.
    ViewerAnswer {
        /// They will come.
        Confirm = "confirm",
        /// They will not come.
        Cancel = "cancel",
        /// They ask for another time.
        Request = "request",
    }
}

impl ViewingStatus {
    /// Returns whether it is still to take place.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Scheduled | Self::Confirmed)
    }

    /// Returns the statuses that may follow.
    #[must_use]
    pub const fn next(self) -> &'static [Self] {
        match self {
            Self::Scheduled => &[Self::Confirmed, Self::Completed, Self::Cancelled],
            Self::Confirmed => &[Self::Completed, Self::Cancelled],
            Self::Completed => &[Self::MoveInStarted],
            Self::MoveInStarted | Self::Cancelled => &[],
        }
    }

    /// Checks that it may become `to`, and returns that.
    ///
    /// # Errors
    /// `VIEWING_TRANSITION`, which names what is possible.
    pub fn become_(self, to: Self) -> Result<Self, Error> {
        if self.next().contains(&to) {
            return Ok(to);
        }
        Err(self.refused())
    }

    /// Returns the refusal of a transition, with those that are possible.
    #[must_use]
    pub fn refused(self) -> Error {
        let names: Vec<_> = self.next().iter().map(|status| status.as_str()).collect();
        let message = match names.as_slice() {
            [] => format!(
                "This viewing is {}. It cannot be changed any more.",
                self.as_str()
            ),
            [only] => format!(
                "This viewing is {}. It can only become {only}.",
                self.as_str()
            ),
            [first @ .., last] => format!(
                "This viewing is {}. It can become {} or {last}.",
                self.as_str(),
                first.join(", ")
            ),
        };
        Error::Conflict {
            reason: "VIEWING_TRANSITION",
            message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_viewing_goes_the_specified_ways_and_no_other() {
        use ViewingStatus::{Cancelled, Completed, Confirmed, MoveInStarted, Scheduled};
        let allowed = [
            (Scheduled, Confirmed),
            (Scheduled, Completed),
            (Scheduled, Cancelled),
            (Confirmed, Completed),
            (Confirmed, Cancelled),
            (Completed, MoveInStarted),
        ];
        for from in ViewingStatus::ALL {
            for to in ViewingStatus::ALL {
                let wanted = allowed.contains(&(*from, *to));
                assert_eq!(from.become_(*to).is_ok(), wanted, "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn a_refusal_says_what_is_possible() {
        let text = |status: ViewingStatus| status.refused().to_string();
        assert_eq!(
            text(ViewingStatus::Scheduled),
            "This viewing is Scheduled. It can become Confirmed, Completed or Cancelled."
        );
        assert_eq!(
            text(ViewingStatus::Completed),
            "This viewing is Completed. It can only become Move-in Process Started."
        );
        assert_eq!(
            text(ViewingStatus::Cancelled),
            "This viewing is Cancelled. It cannot be changed any more."
        );
        assert_eq!(
            ViewingStatus::Cancelled.refused().reason(),
            "VIEWING_TRANSITION"
        );
    }
}
