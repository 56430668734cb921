//! Days by which a landlord has to have done something for a tenancy.

use chrono::{Days, NaiveDate};
use lintel_core::{ApplicationId, PropertyId, TenantId, spelt};

/// How far ahead a list looks, in days.
pub const AHEAD: u64 = 60;
/// The members are mailed of a deposit so many days before its last day.
const DEPOSIT_BEFORE: u64 = 7;
/// The members are mailed of a right to rent so many days before its last day.
const RIGHT_BEFORE: u64 = 28;
/// The members are mailed of a written statement or a request for a pet so many days before its last day.
const DUTY_BEFORE: u64 = 7;
/// The members are mailed of a holding deposit so many days before its last day: it has a week and a fortnight.
const HOLDING_BEFORE: u64 = 3;
/// The members are mailed that a written statement is late up to so many days after its last day: who brings hundreds of older tenancies
/// into Lintel has them on the list, and not hundreds of mails.
const LATE_AT_MOST: u64 = 30;

spelt! {
    /// What has to be done.
    DeadlineKind {
        /// A deposit is to be protected, and the tenants to get the prescribed information.
        DepositProtection = "depositProtection",
        /// The tenants are to get the prescribed information of a deposit, where that has a day of its own.
        DepositInformation = "depositInformation",
        /// A right to rent with an end is to be checked again.
        RightToRent = "rightToRent",
        /// The government's Information Sheet is to be given to the tenants of an older tenancy.
        InformationSheet = "informationSheet",
        /// The written statement of terms is to be given.
        WrittenStatement = "writtenStatement",
        /// A request for a pet is to be answered.
        PetAnswer = "petAnswer",
        /// There is to be an agreement with an applicant whose holding deposit was taken.
        HoldingDepositAgreement = "holdingDepositAgreement",
        /// A holding deposit is to be paid back, or put to rent or deposit.
        HoldingDepositReturn = "holdingDepositReturn",
    }
}

impl DeadlineKind {
    /// The last day of what the members are mailed of on `today`.
    #[must_use]
    pub fn told_until(self, today: NaiveDate) -> NaiveDate {
        let before = match self {
            Self::DepositProtection | Self::DepositInformation => DEPOSIT_BEFORE,
            Self::RightToRent => RIGHT_BEFORE,
            Self::InformationSheet | Self::WrittenStatement | Self::PetAnswer => DUTY_BEFORE,
            Self::HoldingDepositAgreement | Self::HoldingDepositReturn => HOLDING_BEFORE,
        };
        later(today, before)
    }

    /// The first day of what the members are mailed of on `today`; `None` where there is none.
    #[must_use]
    pub fn told_from(self, today: NaiveDate) -> Option<NaiveDate> {
        match self {
            Self::WrittenStatement => today.checked_sub_days(Days::new(LATE_AT_MOST)),
            _ => None,
        }
    }
}

/// The last day of what a list shows on `today`.
#[must_use]
pub fn listed_until(today: NaiveDate) -> NaiveDate {
    later(today, AHEAD)
}

fn later(today: NaiveDate, days: u64) -> NaiveDate {
    today.checked_add_days(Days::new(days)).unwrap_or(today)
}

/// Whom a deadline is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeadlineSubject {
    /// A tenant; of several the first.
    Tenant(TenantId),
    /// An applicant, by the application.
    Application(ApplicationId),
}

/// A day by which something has to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// What.
    pub kind: DeadlineKind,
    /// The last day.
    pub due: NaiveDate,
    /// Whom it is about.
    pub about: DeadlineSubject,
    /// The property.
    pub property: PropertyId,
    /// The tenant's or the applicant's name, or that of the adult whose right to rent it is.
    pub name: String,
    /// What the landlord calls the property, with the room.
    pub home: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deposit_is_told_of_a_week_before_and_a_right_to_rent_four() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap_or_default();
        let until = |kind: DeadlineKind| kind.told_until(today).to_string();
        assert_eq!(until(DeadlineKind::DepositProtection), "2026-12-02");
        assert_eq!(until(DeadlineKind::RightToRent), "2026-12-23");
        assert_eq!(until(DeadlineKind::WrittenStatement), "2026-12-02");
        assert_eq!(until(DeadlineKind::PetAnswer), "2026-12-02");
        assert_eq!(until(DeadlineKind::HoldingDepositReturn), "2026-11-28");
        assert_eq!(listed_until(today).to_string(), "2027-01-24");
    }

    #[test]
    fn a_late_statement_is_told_of_for_a_month_and_the_rest_for_ever() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 25).unwrap_or_default();
        let from = DeadlineKind::WrittenStatement.told_from(today);
        assert_eq!(
            from.map(|day| day.to_string()),
            Some("2026-10-26".to_owned())
        );
        assert_eq!(DeadlineKind::PetAnswer.told_from(today), None);
    }
}
