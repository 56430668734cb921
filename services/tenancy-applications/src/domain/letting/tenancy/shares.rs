//! Who pays which part of the rent of a tenancy. Joint tenants owe the rent together: a share says who usually pays what.

use chrono::NaiveDate;
use lintel_core::{Error, Money, TenantId, Violations};

use super::{Member, Tenancy, shares};
use crate::domain::{check, pounds};

/// The reason of a refusal of shares.
const INVALID: &str = "SHARES_INVALID";

/// Shares that were said, from a day on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedShares {
    /// The first day.
    pub from: NaiveDate,
    /// What each pays of the rent per month.
    pub of: Vec<(TenantId, Money)>,
}

/// Shares that somebody typed.
#[derive(Debug, Clone, Default)]
pub struct SharesDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The first day; none for today.
    pub from: Option<NaiveDate>,
    /// Each tenant with a share.
    pub of: Vec<(TenantId, Option<Money>)>,
}

/// `rent` in parts for these tenants that add up to it: in proportion to what was said, or equal ones where somebody was not named. Odd
/// pence go to the first.
#[must_use]
pub fn split(rent: Money, there: &[TenantId], said: Option<&DatedShares>) -> Vec<Money> {
    let of = |tenant: &TenantId| {
        let mut of = said?.of.iter();
        of.find(|(one, _)| one == tenant)
            .map(|(_, share)| i128::from(share.minor()))
    };
    let weights: Option<Vec<i128>> = there.iter().map(of).collect();
    let weights = weights.filter(|weights| weights.iter().sum::<i128>() > 0);
    let Some(weights) = weights else {
        return shares(rent, there.len());
    };
    let (sum, whole) = (weights.iter().sum::<i128>(), i128::from(rent.minor()));
    let part = |weight: &i128| i64::try_from(whole * weight / sum).unwrap_or_default();
    let mut parts: Vec<i64> = weights.iter().map(part).collect();
    let mut odd = rent.minor() - parts.iter().sum::<i64>();
    for (part, weight) in parts.iter_mut().zip(&weights) {
        if odd > 0 && *weight > 0 {
            *part += 1;
            odd -= 1;
        }
    }
    let parts = parts.into_iter();
    parts
        .map(|part| Money::new(rent.currency(), part))
        .collect()
}

impl Tenancy {
    /// The shares that were said for a day; none where they are equal.
    #[must_use]
    pub fn said_on(&self, day: NaiveDate) -> Option<&DatedShares> {
        let mut said = self.said.iter().rev();
        said.find(|said| said.from <= day)
    }

    /// Divides the rent of today among the tenants that have not left; before the first day that of the first day.
    pub fn share_out(&mut self, today: NaiveDate) {
        let staying: Vec<_> = self.staying().map(|member| member.id).collect();
        let parts = split(self.rent, &staying, self.said_on(today.max(self.start)));
        let parts = staying.into_iter().zip(parts);
        for (tenant, share) in parts {
            if let Some(member) = self.tenants.iter_mut().find(|one| one.id == tenant) {
                member.share = share;
            }
        }
    }

    /// Takes one more tenant in, who is a member already. Without a share all pay the same; with one the others share the rest by their
    /// shares so far.
    ///
    /// # Errors
    /// `SHARES_INVALID` for more than the rent.
    pub fn take_in(
        &mut self,
        tenant: TenantId,
        share: Option<Money>,
        today: NaiveDate,
    ) -> Result<(), Error> {
        if let Some(share) = share {
            return self.set_share(tenant, share, today);
        }
        if !self.said.is_empty() {
            let staying: Vec<_> = self.staying().map(|member| member.id).collect();
            let equal = shares(self.rent, staying.len());
            self.say(
                today.max(self.start),
                staying.into_iter().zip(equal).collect(),
            );
        }
        self.share_out(today);
        Ok(())
    }

    /// Sets what one tenant pays from today on; the others share the rest by their shares so far.
    ///
    /// # Errors
    /// `SHARES_INVALID` for a share that cannot add up to the rent with those of the others.
    pub fn set_share(
        &mut self,
        tenant: TenantId,
        share: Money,
        today: NaiveDate,
    ) -> Result<(), Error> {
        let others = self.staying().filter(|member| member.id != tenant);
        let others: Vec<&Member> = others.collect();
        let rest = self.rent.minor() - share.minor();
        if rest < 0 || (rest > 0 && others.is_empty()) {
            let rent = pounds(self.rent);
            let message = if others.is_empty() {
                format!(
                    "The only tenant pays all of the rent, {rent}. Change the rent of the tenancy."
                )
            } else {
                format!("Enter at most the rent of the tenancy, {rent}.")
            };
            return Err(Error::field(INVALID, "monthly_rent", message));
        }
        let so_far = DatedShares {
            from: today,
            of: others.iter().map(|one| (one.id, one.share)).collect(),
        };
        let ids: Vec<_> = others.iter().map(|one| one.id).collect();
        let parts = split(Money::gbp(rest), &ids, Some(&so_far));
        let mut of: Vec<_> = ids.into_iter().zip(parts).collect();
        of.push((tenant, share));
        self.say(today.max(self.start), of);
        self.share_out(today);
        Ok(())
    }

    /// Sets what everybody pays from a day on, who lives there then. `rent` is that of a month on a day; `is_charged` says whether rent is
    /// charged by schedule, which alone knows days to come.
    ///
    /// # Errors
    /// `SHARES_INVALID` with every offending field; what is left over is named.
    pub fn set_shares(
        &mut self,
        mut draft: SharesDraft,
        rent: impl Fn(NaiveDate) -> Money,
        is_charged: bool,
        today: NaiveDate,
    ) -> Result<NaiveDate, Error> {
        let mut found = std::mem::take(&mut draft.unreadable);
        let from = draft.from.unwrap_or(today).max(if draft.from.is_none() {
            self.start
        } else {
            NaiveDate::MIN
        });
        if from < self.start {
            let early = "Enter a day that is not before the first of the tenancy.";
            check::refuse(&mut found, "from_date", early);
        } else if from > today.max(self.start) && !is_charged {
            let late = "Enter a day that has come: no rent is charged by schedule in this tenancy.";
            check::refuse(&mut found, "from_date", late);
        }
        let gone = |member: &Member| {
            member.has_left || member.leaving.as_ref().is_some_and(|one| one.date < from)
        };
        let mut of: Vec<(TenantId, Money)> = Vec::new();
        for (place, (tenant, share)) in draft.of.iter().enumerate() {
            let member = self.member(*tenant).filter(|member| !gone(member));
            let twice = of.iter().any(|(one, _)| one == tenant);
            if member.is_none() || twice {
                let name = "Name each tenant who lives there on that day once.";
                check::refuse(&mut found, &format!("shares[{place}].tenant_id"), name);
            }
            let field = format!("shares[{place}].share");
            let share = check::money(
                &mut found,
                &field,
                *share,
                "Enter the share; 0 for nothing.",
            );
            of.push((*tenant, share.unwrap_or(Money::ZERO)));
        }
        let named = |member: &&Member| of.iter().any(|(one, _)| *one == member.id);
        let missing = self.tenants.iter().filter(|one| !gone(one) && !named(one));
        let missing: Vec<_> = missing.map(|one| one.person.name.as_str()).collect();
        if !missing.is_empty() {
            let say = format!("Say as well what {} pays.", missing.join(" and "));
            check::refuse(&mut found, "shares", &say);
        }
        let whole = rent(from);
        let sum: i64 = of.iter().map(|(_, share)| share.minor()).sum();
        let left = Money::gbp(whole.minor() - sum);
        if found.is_empty() && left.minor() != 0 {
            let rent = pounds(whole);
            let message = if left.minor() > 0 {
                format!("{} of the rent, {rent}, is left over.", pounds(left))
            } else {
                let more = pounds(Money::gbp(-left.minor()));
                format!("The shares come to {more} more than the rent, {rent}.")
            };
            check::refuse(&mut found, "shares", &message);
        }
        found.into_result(INVALID)?;
        self.say(from, of);
        self.share_out(today);
        Ok(from)
    }

    fn say(&mut self, from: NaiveDate, of: Vec<(TenantId, Money)>) {
        self.said.retain(|said| said.from != from);
        self.said.push(DatedShares { from, of });
        self.said.sort_by_key(|said| said.from);
    }
}
