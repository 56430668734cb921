//! The mails that tenants get, as an organisation switches them.

use lintel_core::{Error, Violations, spelt};

spelt! {
    /// A kind of mail to tenants.
    TenantMailKind {
        /// A tenancy has begun.
        MovedIn = "moved-in",
        /// A document was filed.
        Document = "document",
        /// Rent is due in three days.
        RentDue = "rent-due",
        /// A payment was received.
        Receipt = "receipt",
        /// Rent is late; a guarantor is told with the tenant.
        RentLate = "rent-late",
        /// Something of a tenancy was changed or taken back.
        TenancyChanged = "tenancy-changed",
        /// A report of a repair was received.
        RepairReceived = "repair-received",
        /// A repair has another status.
        RepairStatus = "repair-status",
        /// The landlord commented on a repair.
        RepairComment = "repair-comment",
        /// Somebody comes to the home.
        EntryNotice = "entry-notice",
    }
}

impl TenantMailKind {
    /// Returns whether a law asks for it, so that it is always sent (docs/reference/decisions.md 8, Mails).
    #[must_use]
    pub const fn is_required_by_law(self) -> bool {
        matches!(self, Self::EntryNotice)
    }
}

/// The kinds that are off, each once, in the order of [`TenantMailKind::ALL`].
///
/// # Errors
/// `TENANT_MAILS_INVALID` for a kind that is not known or that a law asks for.
pub fn switched_off(given: &[Option<TenantMailKind>]) -> Result<Vec<TenantMailKind>, Error> {
    let mut found = Violations::default();
    for (place, kind) in given.iter().enumerate() {
        let field = format!("off_kinds[{place}]");
        match kind {
            None => found.add(field, "Name a kind of mail to tenants."),
            Some(kind) if kind.is_required_by_law() => {
                found.add(field, "The law requires this email, so it stays on.");
            }
            Some(_) => {}
        }
    }
    found.into_result("TENANT_MAILS_INVALID")?;
    let all = TenantMailKind::ALL.iter().copied();
    Ok(all.filter(|kind| given.contains(&Some(*kind))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_that_the_law_asks_for_stays_on() {
        let refused = switched_off(&[Some(TenantMailKind::EntryNotice), None]);
        let Err(Error::Invalid { violations, .. }) = refused else {
            panic!("{refused:?}");
        };
        let fields: Vec<_> = violations.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, ["off_kinds[0]", "off_kinds[1]"]);
    }

    #[test]
    fn kinds_are_kept_once_and_in_their_order() {
        use TenantMailKind::{Document, Receipt};
        let given = [Some(Receipt), Some(Document), Some(Receipt)];
        assert_eq!(switched_off(&given).ok(), Some(vec![Document, Receipt]));
    }
}
