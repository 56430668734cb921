//! The earliest day on which a notice can end a tenancy (uk-lettings 3.1, England since 1 May 2026). It is proposed, never acted on.

use chrono::{Datelike as _, Days, Months, NaiveDate};
use lintel_core::{Error, spelt};

use super::Nation;

/// The reason of every refusal here.
const INVALID: &str = "NOTICE_INVALID";
/// Months of notice that a tenant gives.
const OF_TENANT: u32 = 2;
/// Months of notice of a landlord who wants the home back.
const OF_LANDLORD: u32 = 4;
/// Months in which grounds 1 and 1A cannot end a tenancy.
const PROTECTED: u32 = 12;
/// Days of notice for arrears: four weeks.
const FOR_ARREARS: u64 = 28;

spelt! {
    /// Who gives notice.
    NoticeGiver {
        /// The tenant.
        Tenant = "tenant",
        /// The landlord, with a ground.
        Landlord = "landlord",
    }
}

spelt! {
    /// On what ground a landlord gives notice.
    Ground {
        /// The landlord or their family moves in.
        MovingIn = "1",
        /// The landlord sells.
        Selling = "1A",
        /// Students follow in a shared house.
        Students = "4A",
        /// The home is rebuilt.
        Rebuilding = "6",
        /// Serious offences.
        SeriousOffence = "7A",
        /// Three months or 13 weeks of arrears.
        SeriousArrears = "8",
        /// Some arrears.
        SomeArrears = "10",
        /// Rent that is late again and again.
        OftenLate = "11",
        /// Anti-social behaviour.
        Behaviour = "14",
    }
}

/// Who gives notice, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// The tenant.
    OfTenant,
    /// The landlord.
    OfLandlord(Ground),
}

/// What is proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedNotice {
    /// The earliest last day.
    pub earliest: NaiveDate,
    /// Why, in words for people.
    pub reason: String,
}

impl Notice {
    /// Judges who gives it and the ground as they were typed.
    ///
    /// # Errors
    /// `NOTICE_INVALID` naming the field.
    pub fn try_new(giver: Option<NoticeGiver>, ground: &str) -> Result<Self, Error> {
        let ground = ground.trim();
        match giver {
            None => {
                let choose = "Choose who gives notice: tenant or landlord.";
                Err(Error::field(INVALID, "giver", choose))
            }
            Some(NoticeGiver::Tenant) if ground.is_empty() => Ok(Self::OfTenant),
            Some(NoticeGiver::Tenant) => {
                let none = "A tenant gives notice without a ground.";
                Err(Error::field(INVALID, "ground", none))
            }
            Some(NoticeGiver::Landlord) => {
                Ground::parse(ground).map(Self::OfLandlord).ok_or_else(|| {
                    let choose = "Choose the ground: 1, 1A, 4A, 6, 7A, 8, 10, 11 or 14.";
                    Error::field(INVALID, "ground", choose)
                })
            }
        }
    }

    /// The earliest day on which a notice that is given on `given` ends a tenancy since `start`. `end_of_period` gives the last day of
    /// the rent period that a day lies in.
    ///
    /// # Errors
    /// `NOTICE_INVALID` for a home outside England, and for a day that no calendar reaches.
    pub fn propose(
        self,
        nation: Nation,
        start: NaiveDate,
        end_of_period: impl Fn(NaiveDate) -> NaiveDate,
        given: NaiveDate,
    ) -> Result<ProposedNotice, Error> {
        if nation != Nation::England {
            let elsewhere = "Dates of notices are worked out for homes in England alone.";
            return Err(Error::field(INVALID, "giver", elsewhere));
        }
        // Far from the end of the calendar every sum below is a day.
        if given > NaiveDate::MAX - Days::new(36_600) {
            let nearer = "Enter a day that is nearer.";
            return Err(Error::field(INVALID, "give_date", nearer));
        }
        Ok(match self {
            Self::OfTenant => of_tenant(start, end_of_period, given),
            Self::OfLandlord(ground) => of_landlord(ground, start, given),
        })
    }
}

/// The last day of the period of monthly rent since `start` that `day` lies in; shorter months end a period before its day.
#[must_use]
pub fn end_of_month_from(start: NaiveDate, day: NaiveDate) -> NaiveDate {
    let due = |month: NaiveDate| {
        let anchored = (1..=start.day()).rev().find_map(|one| month.with_day(one));
        anchored.unwrap_or(month)
    };
    let mut next = due(day);
    if next <= day {
        next = due(months_after(day.with_day(1).unwrap_or(day), 1));
    }
    next.pred_opt().unwrap_or(next)
}

fn months_after(day: NaiveDate, months: u32) -> NaiveDate {
    day.checked_add_months(Months::new(months))
        .unwrap_or(NaiveDate::MAX)
}

fn of_tenant(
    start: NaiveDate,
    end_of_period: impl Fn(NaiveDate) -> NaiveDate,
    given: NaiveDate,
) -> ProposedNotice {
    let two_months = months_after(given, OF_TENANT);
    let earliest = end_of_period(two_months.max(start));
    let reason = format!(
        "A tenant gives two months' notice in writing, until {} at least, and it ends with a period of the rent: the next one ends on \
         {}. Less is enough where the landlord agrees (Renters' Rights Act 2025).",
        in_words(two_months),
        in_words(earliest)
    );
    ProposedNotice { earliest, reason }
}

fn of_landlord(ground: Ground, start: NaiveDate, given: NaiveDate) -> ProposedNotice {
    let name = ground.as_str();
    let (earliest, why) = match ground {
        Ground::MovingIn | Ground::Selling => {
            let year = months_after(start, PROTECTED);
            let earliest = months_after(given, OF_LANDLORD).max(year);
            let why = format!(
                "Ground {name} needs four months' notice, and cannot end the tenancy within its first 12 months, which are over on {}.",
                in_words(year)
            );
            (earliest, why)
        }
        Ground::Students | Ground::Rebuilding => {
            let earliest = months_after(given, OF_LANDLORD);
            (
                earliest,
                format!("Ground {name} needs four months' notice."),
            )
        }
        Ground::SeriousArrears | Ground::SomeArrears | Ground::OftenLate => {
            let earliest = given
                .checked_add_days(Days::new(FOR_ARREARS))
                .unwrap_or(given);
            (earliest, format!("Ground {name} needs four weeks' notice."))
        }
        Ground::SeriousOffence | Ground::Behaviour => {
            let why = format!("With ground {name} the court can be asked at once.");
            (given, why)
        }
    };
    let reason = format!(
        "{why} The notice is a section 8 notice; the tenant need not leave before a court orders it (Renters' Rights Act 2025)."
    );
    ProposedNotice { earliest, reason }
}

fn in_words(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn earliest(notice: Notice, start: &str, given: &str) -> Option<NaiveDate> {
        let start = day(start);
        let end = |day| end_of_month_from(start, day);
        let proposed = notice.propose(Nation::England, start, end, day(given));
        proposed.ok().map(|proposed| proposed.earliest)
    }

    #[test]
    fn a_tenants_two_months_end_with_a_period_of_the_rent() {
        for (start, given, ends) in [
            ("2026-05-01", "2026-11-20", "2027-01-31"),
            ("2026-05-01", "2026-11-30", "2027-01-31"),
            ("2026-05-01", "2026-12-31", "2027-02-28"),
            ("2026-05-15", "2026-11-14", "2027-01-14"),
            ("2026-05-15", "2026-11-15", "2027-02-14"),
            ("2026-05-31", "2026-12-29", "2027-03-30"),
            ("2027-06-01", "2026-11-20", "2027-06-30"),
        ] {
            let ended = earliest(Notice::OfTenant, start, given);
            assert_eq!(ended, Some(day(ends)), "since {start}, given on {given}");
        }
    }

    #[test]
    fn any_other_period_ends_the_notice_as_well() {
        // Every 28 days from 2 November 2026.
        let end = |day: NaiveDate| {
            let into = (day - NaiveDate::from_ymd_opt(2026, 11, 2).unwrap_or_default()).num_days();
            day + Days::new(u64::try_from(27 - into.rem_euclid(28)).unwrap_or_default())
        };
        let start = day("2026-11-02");
        let proposed = Notice::OfTenant.propose(Nation::England, start, end, day("2026-11-20"));
        let earliest = proposed.ok().map(|proposed| proposed.earliest);
        assert_eq!(earliest, Some(day("2027-01-24")));
    }

    #[test]
    fn a_landlords_notice_is_as_long_as_its_ground_says() {
        for (ground, given, ends) in [
            ("1", "2026-11-20", "2027-05-01"),
            ("1A", "2027-02-10", "2027-06-10"),
            ("4A", "2026-11-20", "2027-03-20"),
            ("6", "2026-10-31", "2027-02-28"),
            ("8", "2026-11-20", "2026-12-18"),
            ("10", "2026-12-20", "2027-01-17"),
            ("11", "2028-02-10", "2028-03-09"),
            ("7A", "2026-11-20", "2026-11-20"),
            ("14", "2026-11-20", "2026-11-20"),
        ] {
            let notice = Notice::try_new(Some(NoticeGiver::Landlord), ground);
            let notice = notice.unwrap_or(Notice::OfTenant);
            assert_eq!(
                earliest(notice, "2026-05-01", given),
                Some(day(ends)),
                "ground {ground}, given on {given}"
            );
        }
    }

    #[test]
    fn who_and_why_are_judged_and_other_nations_have_other_law() {
        assert!(Notice::try_new(None, "8").is_err());
        assert!(Notice::try_new(Some(NoticeGiver::Tenant), "8").is_err());
        assert!(Notice::try_new(Some(NoticeGiver::Landlord), "21").is_err());
        assert!(Notice::try_new(Some(NoticeGiver::Landlord), "").is_err());
        for nation in [Nation::Wales, Nation::Scotland, Nation::NorthernIreland] {
            let start = day("2026-05-01");
            let elsewhere = Notice::OfTenant.propose(nation, start, |day| day, start);
            assert!(elsewhere.is_err());
        }
        let start = day("2026-05-01");
        let never = Notice::OfTenant.propose(Nation::England, start, |day| day, NaiveDate::MAX);
        assert!(never.is_err());
    }

    #[test]
    fn the_reason_says_which_days_count() {
        let start = day("2026-05-01");
        let end = |day| end_of_month_from(start, day);
        let proposed = Notice::OfTenant.propose(Nation::England, start, end, day("2026-11-20"));
        let reason = proposed.map(|proposed| proposed.reason).unwrap_or_default();
        assert!(
            reason.contains("20 January 2027") && reason.contains("31 January 2027"),
            "{reason}"
        );
    }
}
