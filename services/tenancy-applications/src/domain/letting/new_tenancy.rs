//! Judging what is typed of a tenant: to add one, to change one, or to end one.

use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use lintel_core::{ApplicationId, Error, Money, PropertyId, TenancyId, Violations, london_date};

use super::{Ending, Leaving, Member, Person, Tenancy, TenancyEnder, TenancyState};
use crate::domain::{applying::EmploymentStatus, check};

#[cfg(test)]
mod tests;

/// The reason of every refusal here.
const INVALID: &str = "TENANT_INVALID";
/// The longest reason of leaving, in characters.
const LONGEST_REASON: usize = 500;

const NAME: &str = "Name must be at least 2 characters";
const EMAIL: &str = "Invalid email address";
const ALONE: &str =
    "One tenant pays all of the rent. Leave the share out, or enter the rent of the tenancy.";
const PHONE: &str = "Phone number must be at least 10 digits";

/// What somebody typed of a tenant.
#[derive(Debug, Clone, Default)]
pub struct TenantDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The property.
    pub property: i64,
    /// The tenancy to join; 0 for one of its own.
    pub tenancy: i64,
    /// The room.
    pub room: Option<String>,
    /// The name.
    pub name: String,
    /// The address for mails.
    pub email: String,
    /// The phone number.
    pub phone: String,
    /// The address for letters.
    pub address: String,
    /// What the tenant does for a living.
    pub employment_status: String,
    /// The first day.
    pub start: Option<NaiveDate>,
    /// The last day that was agreed.
    pub end: Option<NaiveDate>,
    /// The rent of the tenancy.
    pub rent: Option<Money>,
    /// What the tenant pays of it.
    pub share: Option<Money>,
    /// The deposit of the tenancy.
    pub deposit: Option<Money>,
}

/// A tenant to add to a tenancy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTenant {
    /// Who it is.
    pub person: Person,
    /// The application that the tenant comes by.
    pub application: Option<ApplicationId>,
}

/// A tenancy to add, with its first tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTenancy {
    /// The property.
    pub property: PropertyId,
    /// The room of a shared house, by its number.
    pub room: Option<String>,
    /// The first day.
    pub start: NaiveDate,
    /// The last day that was agreed.
    pub end: Option<NaiveDate>,
    /// The rent per month.
    pub rent: Money,
    /// The deposit.
    pub deposit: Option<Money>,
    /// The first tenant.
    pub tenant: NewTenant,
}

/// What an addition comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Addition {
    /// A tenancy of the tenant's own.
    Tenancy(NewTenancy),
    /// One more tenant of a tenancy, whose rent becomes this, where it is said, and with this share, where that is.
    Joining(TenancyId, NewTenant, Option<Money>, Option<Money>),
}

impl Addition {
    /// Judges what somebody typed.
    ///
    /// # Errors
    /// `TENANT_INVALID` with every offending field.
    pub fn try_new(mut draft: TenantDraft) -> Result<Self, Error> {
        let mut found = std::mem::take(&mut draft.unreadable);
        let person = person(&mut found, &draft);
        if draft.tenancy != 0 {
            let rent = amount(&mut found, "tenancy_rent", draft.rent);
            let share = amount(&mut found, "monthly_rent", draft.share);
            found.into_result(INVALID)?;
            let person = person.ok_or_else(unjudged)?;
            let new = NewTenant {
                person,
                application: None,
            };
            return Ok(Self::Joining(draft.tenancy.into(), new, rent, share));
        }
        let start = first_day(&mut found, draft.start);
        last_day(&mut found, draft.start, draft.end);
        let rent = whole_rent(&mut found, draft.rent, draft.share);
        let deposit = amount(&mut found, "deposit", draft.deposit);
        found.into_result(INVALID)?;
        let (Some(person), Some(start), Some(rent)) = (person, start, rent) else {
            return Err(unjudged());
        };
        Ok(Self::Tenancy(NewTenancy {
            property: draft.property.into(),
            room: draft.room,
            start,
            end: draft.end,
            rent,
            deposit,
            tenant: NewTenant {
                person,
                application: None,
            },
        }))
    }
}

/// A field that can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TenantField {
    /// The name.
    Name,
    /// The address for mails.
    Email,
    /// The phone number.
    Phone,
    /// The address for letters.
    Address,
    /// What the tenant does for a living.
    EmploymentStatus,
    /// The first day of the tenancy.
    Start,
    /// The last day that was agreed.
    End,
    /// The rent of the tenancy.
    Rent,
    /// What the tenant pays of it.
    Share,
    /// The deposit of the tenancy.
    Deposit,
}

impl TenantField {
    const ALL: [(&'static str, Self); 10] = [
        ("display_name", Self::Name),
        ("email", Self::Email),
        ("phone", Self::Phone),
        ("address", Self::Address),
        ("employment_status", Self::EmploymentStatus),
        ("lease_start", Self::Start),
        ("lease_end", Self::End),
        ("tenancy_rent", Self::Rent),
        ("monthly_rent", Self::Share),
        ("deposit", Self::Deposit),
    ];

    /// The field of this path of the contract.
    #[must_use]
    pub fn parse(path: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|(known, _)| *known == path)
            .map(|(_, field)| field)
    }
}

/// The tenancy as it becomes when `fields` of `member` are what `draft` says.
///
/// # Errors
/// `TENANT_INVALID` with every offending field.
pub fn changed(
    before: &Tenancy,
    member: &Member,
    fields: &[TenantField],
    mut draft: TenantDraft,
    today: NaiveDate,
) -> Result<Tenancy, Error> {
    let mut found = std::mem::take(&mut draft.unreadable);
    let whole = TenantDraft {
        name: pick(fields, TenantField::Name, draft.name, &member.person.name),
        email: pick(
            fields,
            TenantField::Email,
            draft.email,
            &member.person.email,
        ),
        phone: pick(
            fields,
            TenantField::Phone,
            draft.phone,
            &member.person.phone,
        ),
        address: if fields.contains(&TenantField::Address) {
            draft.address
        } else {
            member.person.address.clone().unwrap_or_default()
        },
        employment_status: if fields.contains(&TenantField::EmploymentStatus) {
            draft.employment_status
        } else {
            let status = member.person.employment_status;
            status.map_or_else(String::new, |status| status.as_str().to_owned())
        },
        ..TenantDraft::default()
    };
    let person = person(&mut found, &whole);
    let mut after = before.clone();
    if fields.contains(&TenantField::Start)
        && let Some(start) = first_day(&mut found, draft.start)
    {
        if before.state == TenancyState::Active && start > today {
            let began = "The tenancy has begun, so its first day cannot be to come.";
            check::refuse(&mut found, "lease_start", began);
        }
        after.start = start;
    }
    if fields.contains(&TenantField::End) {
        after.end = draft.end;
    }
    if fields.contains(&TenantField::Start) || fields.contains(&TenantField::End) {
        last_day(&mut found, Some(after.start), after.end);
    }
    if fields.contains(&TenantField::Rent)
        && let Some(rent) = check::money(&mut found, "tenancy_rent", draft.rent, "Enter the rent.")
    {
        after.rent = rent;
    }
    let alone = before.staying().all(|one| one.id == member.id);
    let mut share = None;
    if fields.contains(&TenantField::Share)
        && let Some(given) =
            check::money(&mut found, "monthly_rent", draft.share, "Enter the rent.")
    {
        if member.has_left && given != member.share {
            let left = "The tenant has left, so there is no rent to share.";
            check::refuse(&mut found, "monthly_rent", left);
        } else if alone && given != after.rent && given != member.share {
            check::refuse(&mut found, "monthly_rent", ALONE);
        } else if !alone {
            share = Some(given).filter(|given| *given != member.share);
        }
    }
    if fields.contains(&TenantField::Deposit) {
        after.deposit = amount(&mut found, "deposit", draft.deposit);
    }
    found.into_result(INVALID)?;
    let person = person.ok_or_else(unjudged)?;
    for one in &mut after.tenants {
        if one.id == member.id {
            one.person = person.clone();
        }
    }
    if after.rent != before.rent {
        after.share_out(today);
    }
    if let Some(share) = share {
        after.set_share(member.id, share, today)?;
    }
    Ok(after)
}

/// What somebody typed of the end of a tenancy for a tenant.
#[derive(Debug, Clone, Default)]
pub struct EndDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The last day.
    pub date: Option<NaiveDate>,
    /// Why.
    pub reason: String,
    /// Who ended it.
    pub by: Option<TenancyEnder>,
    /// When notice was given.
    pub notice: Option<NaiveDate>,
}

impl EndDraft {
    /// Judges it at a moment.
    ///
    /// # Errors
    /// `TENANT_INVALID` with every offending field.
    pub fn judged(
        mut self,
        tenancy: &Tenancy,
        now: DateTime<Utc>,
    ) -> Result<(Leaving, Ending), Error> {
        let mut found = std::mem::take(&mut self.unreadable);
        if self.notice.is_some_and(|day| day > london_date(now)) {
            let later = "Enter the day on which notice was given, today or before.";
            check::refuse(&mut found, "notice_date", later);
        }
        let leaving = Leaving::try_new(tenancy, self.date, &self.reason, found)?;
        let ending = Ending {
            by: self.by,
            notice: self.notice,
            recorded: Some(now),
        };
        Ok((leaving, ending))
    }
}

impl Leaving {
    /// Judges when and why a tenant leaves.
    ///
    /// # Errors
    /// `TENANT_INVALID` with every offending field.
    pub fn try_new(
        tenancy: &Tenancy,
        date: Option<NaiveDate>,
        reason: &str,
        mut found: Violations,
    ) -> Result<Self, Error> {
        let leaving = Self::judged(&mut found, (tenancy.start, tenancy.state), date, reason);
        found.into_result(INVALID)?;
        leaving.ok_or_else(unjudged)
    }

    /// As [`Self::try_new`], of a tenancy with this first day and state; what offends is noted in `found`.
    pub fn judged(
        found: &mut Violations,
        (start, state): (NaiveDate, TenancyState),
        date: Option<NaiveDate>,
        reason: &str,
    ) -> Option<Self> {
        let reason = check::note(found, "reason", reason, LONGEST_REASON);
        let date = date.filter(|date| is_on_paper(*date));
        match date {
            None => check::refuse(found, "leave_date", "Enter the last day."),
            // One who never moved in may be ended before the first day.
            Some(date) if date < start && state != TenancyState::Upcoming => {
                let before = "The last day cannot be before the first day of the tenancy.";
                check::refuse(found, "leave_date", before);
            }
            Some(_) => {}
        }
        Some(Self {
            date: date?,
            reason,
        })
    }
}

fn pick(fields: &[TenantField], field: TenantField, given: String, kept: &str) -> String {
    if fields.contains(&field) {
        given
    } else {
        kept.to_owned()
    }
}

fn person(found: &mut Violations, draft: &TenantDraft) -> Option<Person> {
    let name = check::name(found, "display_name", &draft.name, NAME);
    let email = check::email(found, "email", &draft.email, EMAIL);
    let phone = check::phone(found, "phone", &draft.phone, PHONE);
    let address = check::note(found, "address", &draft.address, check::LONGEST_ADDRESS);
    let employment_status = EmploymentStatus::parse(&draft.employment_status);
    if employment_status.is_none() && !draft.employment_status.is_empty() {
        let known = "Choose full-time, part-time, contract, self-employed, student or other.";
        check::refuse(found, "employment_status", known);
    }
    Some(Person {
        name: name?,
        email: email?,
        phone: phone?,
        address,
        employment_status,
    })
}

fn first_day(found: &mut Violations, start: Option<NaiveDate>) -> Option<NaiveDate> {
    let start = start.filter(|start| is_on_paper(*start));
    if start.is_none() {
        check::refuse(found, "lease_start", "Enter the first day of the tenancy.");
    }
    start
}

fn last_day(found: &mut Violations, start: Option<NaiveDate>, end: Option<NaiveDate>) {
    if let (Some(start), Some(end)) = (start, end)
        && end < start
    {
        let before = "The lease cannot end before it starts.";
        check::refuse(found, "lease_end", before);
    }
}

/// The rent of a tenancy with one tenant, whose share is all of it: what is said of the one is said of the other.
fn whole_rent(found: &mut Violations, rent: Option<Money>, share: Option<Money>) -> Option<Money> {
    let Some(share) = share else {
        return check::money(found, "tenancy_rent", rent, "Enter the rent.");
    };
    if rent.is_some_and(|rent| rent != share) {
        check::refuse(found, "monthly_rent", ALONE);
    }
    let field = if rent.is_some() {
        "tenancy_rent"
    } else {
        "monthly_rent"
    };
    check::money(found, field, rent.or(Some(share)), "Enter the rent.")
}

fn amount(found: &mut Violations, field: &str, given: Option<Money>) -> Option<Money> {
    given.and_then(|given| check::money(found, field, Some(given), ""))
}

/// Whether the date is one that a lease could have: the column's bounds.
fn is_on_paper(date: NaiveDate) -> bool {
    (1900..=9999).contains(&date.year())
}

/// Every field that is missing was refused before.
fn unjudged() -> Error {
    Error::internal("a field was neither taken nor refused")
}
