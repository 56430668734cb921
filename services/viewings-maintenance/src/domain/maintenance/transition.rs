//! Which status may follow which (docs/reference/http.md: Open → In Progress → Completed, Cancelled from either, reopening from both).

use lintel_core::Error;

use super::{MaintenanceActor, MaintenanceStatus};

impl MaintenanceStatus {
    /// Returns whether nothing is left to be done.
    #[must_use]
    pub const fn is_finished(self) -> bool {
        matches!(self, Self::Completed | Self::Cancelled)
    }

    /// Returns the states that somebody may move it to. A tenant may only cancel and reopen.
    #[must_use]
    pub const fn possible(self, actor: MaintenanceActor) -> &'static [Self] {
        let tenant = matches!(actor, MaintenanceActor::Tenant);
        match (self, tenant) {
            (Self::Open, false) => &[Self::InProgress, Self::Cancelled],
            (Self::InProgress, false) => &[Self::Completed, Self::Cancelled],
            (Self::Completed | Self::Cancelled, false) => &[Self::Open, Self::InProgress],
            (Self::Open | Self::InProgress, true) => &[Self::Cancelled],
            (Self::Completed | Self::Cancelled, true) => &[Self::Open],
        }
    }

    /// Refuses a status that may not follow this one. To stay as it is is no move.
    ///
    /// # Errors
    /// `MAINTENANCE_TRANSITION`, naming what is possible.
    pub fn check_move(self, to: Self, actor: MaintenanceActor) -> Result<(), Error> {
        if self == to || self.possible(actor).contains(&to) {
            return Ok(());
        }
        Err(self.refused(actor))
    }

    /// Why a request in this status does not take what was asked, and what is possible.
    #[must_use]
    pub fn refused(self, actor: MaintenanceActor) -> Error {
        let possible: Vec<_> = self
            .possible(actor)
            .iter()
            .map(|one| one.as_str())
            .collect();
        Error::Conflict {
            reason: "MAINTENANCE_TRANSITION",
            message: format!(
                "This request is {}. It can become {}.",
                self.as_str(),
                possible.join(" or ")
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use MaintenanceStatus::{Cancelled, Completed, InProgress, Open};

    use super::*;

    #[test]
    fn a_landlord_works_through_a_request_and_reopens_it() {
        let allowed = [
            (Open, InProgress),
            (Open, Cancelled),
            (InProgress, Completed),
            (InProgress, Cancelled),
            (Completed, Open),
            (Completed, InProgress),
            (Cancelled, Open),
            (Cancelled, InProgress),
        ];
        for from in MaintenanceStatus::ALL {
            for to in MaintenanceStatus::ALL {
                let may = from == to || allowed.contains(&(*from, *to));
                let moved = from.check_move(*to, MaintenanceActor::Landlord);
                assert_eq!(moved.is_ok(), may, "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn a_tenant_cancels_and_reopens_and_no_more() {
        let allowed = [
            (Open, Cancelled),
            (InProgress, Cancelled),
            (Completed, Open),
            (Cancelled, Open),
        ];
        for from in MaintenanceStatus::ALL {
            for to in MaintenanceStatus::ALL {
                let may = from == to || allowed.contains(&(*from, *to));
                let moved = from.check_move(*to, MaintenanceActor::Tenant);
                assert_eq!(moved.is_ok(), may, "{from:?} to {to:?}");
            }
        }
    }

    #[test]
    fn a_refusal_names_what_is_possible() {
        let refused = Completed.check_move(Cancelled, MaintenanceActor::Landlord);
        let refused = refused.map_err(|error| (error.reason(), error.to_string()));
        let text = "This request is Completed. It can become Open or In Progress.";
        assert_eq!(refused, Err(("MAINTENANCE_TRANSITION", text.to_owned())));
    }
}
