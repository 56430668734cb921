//! The tenancy: a home or a room with its dates, its rent and its tenants. It is the aggregate: what concerns several of its tenants is
//! decided here.

use chrono::NaiveDate;
use lintel_core::{
    ApplicationId, Money, PropertyId, TenancyId, TenantId, former_home_until, spelt,
};

use crate::domain::applying::EmploymentStatus;

mod shares;
#[cfg(test)]
mod tests;

pub use shares::{DatedShares, SharesDraft, split};

spelt! {
    /// How far a tenancy is.
    TenancyState {
        /// To begin; the home is reserved.
        Upcoming = "Upcoming",
        /// In force.
        Active = "Active",
        /// Over.
        Ended = "Ended",
    }
}

/// A tenancy as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenancy {
    /// Its id.
    pub id: TenancyId,
    /// The property.
    pub property: PropertyId,
    /// The room of a shared house, by its number.
    pub room: Option<String>,
    /// The first day.
    pub start: NaiveDate,
    /// The last day that was agreed; `None` for a periodic tenancy. It ends nothing by itself.
    pub end: Option<NaiveDate>,
    /// The rent per month.
    pub rent: Money,
    /// The deposit.
    pub deposit: Option<Money>,
    /// How far it is.
    pub state: TenancyState,
    /// Grows with every change of the tenancy or of any of its tenants.
    pub version: i64,
    /// The tenants by id, those who have left included.
    pub tenants: Vec<Member>,
    /// The shares that were said, the oldest first; before the first, and where a tenant is not named, all pay the same.
    pub said: Vec<DatedShares>,
}

/// A tenant within the tenancy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its id.
    pub id: TenantId,
    /// Who it is.
    pub person: Person,
    /// The share of the rent per month; of one who has left, the last.
    pub share: Money,
    /// The last day, and why; `None` while none is known.
    pub leaving: Option<Leaving>,
    /// Whether the tenant has left.
    pub has_left: bool,
    /// The application that the tenant came by.
    pub application: Option<ApplicationId>,
}

/// Who a tenant is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The address for mails, as typed.
    pub email: String,
    /// The phone number.
    pub phone: String,
    /// The address for letters.
    pub address: Option<String>,
    /// What the tenant does for a living.
    pub employment_status: Option<EmploymentStatus>,
}

/// When a tenant leaves, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaving {
    /// The last day.
    pub date: NaiveDate,
    /// Why.
    pub reason: Option<String>,
}

/// Why a tenancy cannot start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartRefused {
    /// It has started, or is over.
    NotUpcoming,
    /// Its first day is to come.
    Later,
}

impl Tenancy {
    /// The state of a tenancy that is added by hand: in force if its first day has come.
    #[must_use]
    pub fn state_on(start: NaiveDate, today: NaiveDate) -> TenancyState {
        if start <= today {
            TenancyState::Active
        } else {
            TenancyState::Upcoming
        }
    }

    /// The tenant of this id.
    #[must_use]
    pub fn member(&self, tenant: TenantId) -> Option<&Member> {
        self.tenants.iter().find(|member| member.id == tenant)
    }

    /// The tenants that have not left.
    pub fn staying(&self) -> impl Iterator<Item = &Member> {
        self.tenants.iter().filter(|member| !member.has_left)
    }

    /// The tenants who owe what is open: those that have not left, or all of a tenancy that everybody has left.
    pub fn owing(&self) -> impl Iterator<Item = &Member> {
        let empty = self.staying().next().is_none();
        let owing = move |member: &&Member| empty || !member.has_left;
        self.tenants.iter().filter(owing)
    }

    /// The tenants who are given a document on a day: those that have not left, or, where everybody has, those who still see the home.
    pub fn given_on(&self, today: NaiveDate) -> impl Iterator<Item = &Member> {
        self.owing().filter(move |member| {
            let leaving = member.leaving.as_ref().filter(|_| member.has_left);
            leaving.is_none_or(|leaving| former_home_until(leaving.date) >= today)
        })
    }

    /// Makes it active from its first day on.
    ///
    /// # Errors
    /// [`StartRefused`].
    pub fn start_on(&mut self, today: NaiveDate) -> Result<(), StartRefused> {
        if self.state != TenancyState::Upcoming {
            return Err(StartRefused::NotUpcoming);
        }
        if self.start > today {
            return Err(StartRefused::Later);
        }
        self.state = TenancyState::Active;
        Ok(())
    }

    /// Lets a tenant leave: at once if the day has come, otherwise when it is over. With the last tenant the tenancy ends.
    pub fn leave(&mut self, tenant: TenantId, leaving: Leaving, today: NaiveDate) {
        let Some(member) = self.tenants.iter_mut().find(|member| member.id == tenant) else {
            return;
        };
        member.has_left = leaving.date <= today;
        member.leaving = Some(leaving);
        self.settle(today);
    }

    /// Takes a tenant's last day back: they live there as before, and a tenancy that had ended goes on.
    pub fn stay_on(&mut self, tenant: TenantId, today: NaiveDate) {
        let Some(member) = self.tenants.iter_mut().find(|member| member.id == tenant) else {
            return;
        };
        member.leaving = None;
        member.has_left = false;
        if self.state == TenancyState::Ended {
            self.state = Self::state_on(self.start, today);
        }
        self.share_out(today);
    }

    /// Marks those as left whose last day is over. Gives whether there were any.
    pub fn let_leavers_go(&mut self, today: NaiveDate) -> bool {
        let mut any = false;
        for member in &mut self.tenants {
            let over = member
                .leaving
                .as_ref()
                .is_some_and(|leaving| leaving.date < today);
            if over && !member.has_left {
                member.has_left = true;
                any = true;
            }
        }
        if any {
            self.settle(today);
        }
        any
    }

    /// The last day: that of the tenant who left last.
    #[must_use]
    pub fn last_day(&self) -> Option<NaiveDate> {
        let days = self.tenants.iter().filter(|member| member.has_left);
        days.filter_map(|member| Some(member.leaving.as_ref()?.date))
            .max()
    }

    fn settle(&mut self, today: NaiveDate) {
        if self.staying().next().is_none() {
            self.state = TenancyState::Ended;
        }
        self.share_out(today);
    }
}

/// `rent` in so many equal shares that add up to it; the odd pence go to the first (docs/reference/decisions.md 5).
#[must_use]
pub fn shares(rent: Money, tenants: usize) -> Vec<Money> {
    let Some(count) = i64::try_from(tenants).ok().filter(|count| *count > 0) else {
        return Vec::new();
    };
    let (each, odd) = (rent.minor() / count, rent.minor() % count);
    (0..count)
        .map(|place| Money::new(rent.currency(), each + i64::from(place < odd)))
        .collect()
}
