//! Which tenancies an account has, and for how long it sees them.

use std::cmp::Reverse;

use chrono::NaiveDate;
use lintel_core::{OrganisationId, TenancyId, TenantId, former_home_until, spelt};

use super::{LeaseStatus, Tenant};

#[cfg(test)]
mod tests;

spelt! {
    /// How it is known whose account a tenant is.
    ConfirmationBasis {
        /// The account made the application that became the tenant.
        Application = "application",
        /// The account signed the tenancy's agreement.
        Agreement = "agreement",
        /// The account followed an invitation.
        Invitation = "invitation",
        /// The account was asked.
        Answer = "answer",
        /// The account had opened a document of the tenancy before it was asked.
        Document = "document",
    }
}

/// A tenant with the verified address of an account, and what the account said of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountTenancy {
    /// Whose it is.
    pub organisation: OrganisationId,
    /// The tenancy.
    pub tenancy: TenancyId,
    /// The tenant.
    pub tenant: TenantId,
    /// Whether the account is this tenant; `None` while it was not asked.
    pub mine: Option<bool>,
}

/// The last day on which an account sees a home that its tenant has left; `None` while the tenant has not.
#[must_use]
pub fn access_end(tenant: &Tenant) -> Option<NaiveDate> {
    if tenant.status != LeaseStatus::Ended {
        return None;
    }
    let leaving = tenant.leaving.as_ref()?;
    Some(former_home_until(leaving.date))
}

/// Whether an account sees a home on a day: while it lives there or is to, and for a year after.
#[must_use]
pub fn is_seen_on(tenant: &Tenant, today: NaiveDate) -> bool {
    access_end(tenant).is_none_or(|end| end >= today)
}

/// Whether a tenant has left while somebody lives there still: who is left owes what the tenancy owes.
#[must_use]
pub fn has_left_others(tenant: &Tenant) -> bool {
    tenant.status == LeaseStatus::Ended && tenant.together > 0
}

/// The last day until `day` whose rent an account sees: whoever has left sees nothing of those who stayed.
#[must_use]
pub fn rent_until(tenant: &Tenant, day: NaiveDate) -> NaiveDate {
    let leaving = tenant.leaving.as_ref();
    let left = leaving.filter(|_| has_left_others(tenant));
    left.map_or(day, |left| left.date.min(day))
}

/// Sorts confirmed tenants, which are in the order of their confirmations: those in force, those to come, and those who left, the last
/// first. No day that a landlord types puts one tenancy before another that goes on.
pub fn sort<T>(own: &mut [T], tenant: impl Fn(&T) -> &Tenant) {
    own.sort_by_key(|one| {
        let tenant = tenant(one);
        let rank = match tenant.status {
            LeaseStatus::Active => 0,
            LeaseStatus::Upcoming => 1,
            LeaseStatus::Ended => 2,
        };
        let left = tenant.leaving.as_ref().map(|leaving| leaving.date);
        let left = left.filter(|_| tenant.status == LeaseStatus::Ended);
        (rank, Reverse(left))
    });
}
