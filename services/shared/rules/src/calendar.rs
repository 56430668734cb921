//! Working days by nation (docs/reference/uk-nations.md 2): Monday to Friday, bank holidays excepted. Days of one year are data; those that return every
//! year are worked out, with their substitute days.

use chrono::NaiveDate;

use crate::{
    holidays::is_weekday,
    nation::Nation,
    rules::{Rules, rules},
    words::days_after,
};

/// Returns whether people work on `day` in `nation`.
#[must_use]
pub fn is_working_day(nation: Nation, day: NaiveDate) -> bool {
    rules().is_working_day(nation, day)
}

/// The working day that is `number` working days after `day`; the day itself is not counted, and is the answer for 0.
#[must_use]
pub fn working_days_after(nation: Nation, day: NaiveDate, number: usize) -> NaiveDate {
    rules().working_days_after(nation, day, number)
}

/// `day` where it is a working day, otherwise the next one.
#[must_use]
pub fn next_working_day(nation: Nation, day: NaiveDate) -> NaiveDate {
    rules().next_working_day(nation, day)
}

/// The first day on which a mail may say that rent is late which was due on `due`: a standing order is paid on the next working day.
#[must_use]
pub fn late_mail_from(nation: Nation, due: NaiveDate) -> NaiveDate {
    let from = rules().late_mail_from(nation, due);
    from.unwrap_or(NaiveDate::MAX)
}

impl Rules {
    /// Works like [`is_working_day`].
    #[must_use]
    pub fn is_working_day(&self, nation: Nation, day: NaiveDate) -> bool {
        is_weekday(day) && !self.holidays().contains(nation, day)
    }

    /// Works like [`working_days_after`].
    #[must_use]
    pub fn working_days_after(&self, nation: Nation, day: NaiveDate, number: usize) -> NaiveDate {
        let Some(before) = number.checked_sub(1) else {
            return day;
        };
        let mut days = day.iter_days().skip(1);
        let mut working = days
            .by_ref()
            .filter(|day| self.is_working_day(nation, *day));
        working.nth(before).unwrap_or(NaiveDate::MAX)
    }

    /// Works like [`next_working_day`].
    #[must_use]
    pub fn next_working_day(&self, nation: Nation, day: NaiveDate) -> NaiveDate {
        let mut days = day.iter_days();
        days.find(|day| self.is_working_day(nation, *day))
            .unwrap_or(NaiveDate::MAX)
    }

    /// Works like [`late_mail_from`]; `None` where no rule says so, and for a day that no calendar reaches.
    #[must_use]
    pub fn late_mail_from(&self, nation: Nation, due: NaiveDate) -> Option<NaiveDate> {
        let wait = self
            .row("rent.late-mail", nation, due)?
            .count("days_after")?;
        days_after(self.next_working_day(nation, due), wait)
    }
}
