//! A tenant with the tenancy's fields, as people and programs see it.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{
    ApplicationId, Error, Money, PageToken, PropertyId, Search, TenancyId, TenantId, TenantPhotoId,
    Violations, spelt,
};
use lintel_rules::Nation;

use super::{Leaving, Person};
use crate::{
    domain::{check, rent::Arrears},
    error::bad_page_token,
};

/// The highest share of a rent that there can be, in pence.
const HIGHEST_SHARE: i64 = 9_999_999_999;

/// The most homes whose tenants are asked for at once.
const MOST_HOMES: usize = 100;

/// Somebody who lives in a home and can be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantToCall {
    /// The home.
    pub property: PropertyId,
    /// The tenant.
    pub tenant: TenantId,
    /// The tenant's name.
    pub name: String,
    /// The tenant's telephone number.
    pub phone: String,
}

/// The homes whose tenants are to be called: 1 to 100.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomesToCall(Vec<PropertyId>);

impl HomesToCall {
    /// Takes the ids of homes.
    ///
    /// # Errors
    /// `TENANT_INVALID` for none and for more than 100.
    pub fn try_new(ids: &[i64]) -> Result<Self, Error> {
        let mut found = Violations::default();
        if ids.is_empty() || ids.len() > MOST_HOMES {
            check::refuse(&mut found, "property_ids", "Name 1 to 100 properties.");
        }
        found.into_result("TENANT_INVALID")?;
        Ok(Self(ids.iter().copied().map(PropertyId::from).collect()))
    }

    /// Returns their ids as the database has them.
    #[must_use]
    pub fn ids(&self) -> Vec<i64> {
        self.0.iter().map(|property| property.get()).collect()
    }
}

spelt! {
    /// How a tenant stands today.
    LeaseStatus {
        /// Lives there.
        Active = "Active",
        /// Has left.
        Ended = "Ended",
        /// Is to move in.
        Upcoming = "Upcoming",
    }
}

spelt! {
    /// Whether an account is a tenant's.
    PortalState {
        /// One says that it is.
        Confirmed = "confirmed",
        /// One says that it is not.
        NotConfirmed = "not confirmed",
        /// Nobody has answered.
        Waiting = "waiting",
        /// The tenant has left, and nobody answered.
        Unanswered = "none",
    }
}

impl PortalState {
    /// The state of a tenant who stands at `status`, whom `answer` says to be an account's or not.
    #[must_use]
    pub fn of(answer: Option<bool>, status: LeaseStatus) -> Self {
        match answer {
            Some(true) => Self::Confirmed,
            Some(false) => Self::NotConfirmed,
            None if status == LeaseStatus::Ended => Self::Unanswered,
            None => Self::Waiting,
        }
    }
}

spelt! {
    /// Who ended a tenancy.
    TenancyEnder {
        /// The tenant, by a notice.
        Tenant = "tenant",
        /// The landlord, by a notice.
        Landlord = "landlord",
        /// Both agreed.
        Both = "both",
    }
}

/// Who ended a tenancy for a tenant, and when that was recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ending {
    /// Who, where that was said.
    pub by: Option<TenancyEnder>,
    /// When notice was given, where it was.
    pub notice: Option<NaiveDate>,
    /// When it was recorded, where that is known.
    pub recorded: Option<DateTime<Utc>>,
}

/// A tenant, with the fields of the tenancy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tenant {
    /// Its id.
    pub id: TenantId,
    /// The tenancy.
    pub tenancy: TenancyId,
    /// The property.
    pub property: PropertyId,
    /// What the landlord calls the property, or last called it.
    pub property_name: String,
    /// Where it is.
    pub property_address: String,
    /// Its postcode.
    pub property_postcode: String,
    /// The nation that it is in: whose law applies.
    pub property_nation: Nation,
    /// The room of a shared house, by its number.
    pub room: Option<String>,
    /// Who it is.
    pub person: Person,
    /// The first day of the tenancy.
    pub start: NaiveDate,
    /// The last day that was agreed.
    pub end: Option<NaiveDate>,
    /// When the tenant leaves, and why.
    pub leaving: Option<Leaving>,
    /// Who ended it.
    pub ending: Ending,
    /// The tenant's share of the rent per month.
    pub share: Money,
    /// The rent of the tenancy per month.
    pub rent: Money,
    /// The deposit of the tenancy.
    pub deposit: Option<Money>,
    /// How the tenant stands.
    pub status: LeaseStatus,
    /// What the tenant owes today; none where it was not asked for or there is no ledger.
    pub arrears: Option<Arrears>,
    /// What is said where the deposit is above the cap of the home's nation; none where it was not asked for.
    pub deposit_warning: Option<String>,
    /// How many tenants of the tenancy have not left.
    pub together: i32,
    /// Whether those do not pay the same.
    pub shares_differ: bool,
    /// The application that the tenant came by.
    pub application: Option<ApplicationId>,
    /// The application that the tenancy's agreement was issued from; none where no agreement is in force.
    pub agreement_application: Option<ApplicationId>,
    /// The photo that is shown.
    pub photo: Option<TenantPhotoId>,
    /// Whether an account is the tenant's.
    pub portal: PortalState,
    /// The tenancy's version.
    pub version: i64,
    /// When the tenant was added.
    pub created_at: DateTime<Utc>,
    /// When the tenancy was last changed.
    pub updated_at: DateTime<Utc>,
}

spelt! {
    /// The order of a list of tenants.
    #[derive(Default)]
    TenantSort {
        /// By property and room.
        #[default]
        Home = "home",
        /// By the tenant's name.
        Name = "name",
        /// By the tenant's rent, the highest first.
        Rent = "rent",
        /// By the first day of the tenancy, the longest tenancy first.
        Start = "start",
    }
}

/// Which tenants a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TenantFilter {
    /// Of one property.
    pub property: Option<PropertyId>,
    /// In any of these states; in any at all where there is none.
    pub statuses: Vec<LeaseStatus>,
    /// What is found in the tenant's name, addresses and phone number and in the home's name, address and postcode.
    pub search: Search,
    /// The order.
    pub sort: TenantSort,
}

impl TenantFilter {
    /// Whether those who have left alone are wanted, in the order in which they left, the last first.
    #[must_use]
    pub fn is_of_leavers(&self) -> bool {
        self.sort == TenantSort::Home && self.statuses == [LeaseStatus::Ended]
    }
}

/// Where a page ended: the sort values of its last row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenantPlace {
    /// The property's name.
    pub home_name: String,
    /// The property.
    pub property: PropertyId,
    /// The room's number; empty for a whole property.
    pub room: String,
    /// The tenant.
    pub tenant: TenantId,
}

impl TenantPlace {
    /// The place of a row.
    #[must_use]
    pub fn of(tenant: &Tenant) -> Self {
        Self {
            home_name: tenant.property_name.clone(),
            property: tenant.property,
            room: tenant.room.clone().unwrap_or_default(),
            tenant: tenant.id,
        }
    }

    /// The token of the page behind it. Names and numbers have no line breaks.
    #[must_use]
    pub fn token(&self) -> PageToken {
        let Self {
            home_name,
            property,
            room,
            tenant,
        } = self;
        PageToken {
            sort: format!("{property}\n{room}\n{home_name}"),
            id: tenant.get(),
        }
    }

    /// Reads what [`Self::token`] made.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`.
    pub fn parse(token: &PageToken) -> Result<Self, Error> {
        let mut parts = token.sort.splitn(3, '\n');
        let mut part = || parts.next().ok_or_else(bad_page_token);
        let property: i64 = part()?.parse().map_err(|_| bad_page_token())?;
        let (room, home_name) = (part()?.to_owned(), part()?.to_owned());
        if home_name.contains('\0') || room.contains('\0') {
            return Err(bad_page_token());
        }
        Ok(Self {
            home_name,
            property: property.into(),
            room,
            tenant: token.id.into(),
        })
    }
}

/// Where a page ended that is sorted by something of the tenant's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPlace {
    /// The last row's value: the name, the rent or the first day, as the database sorts it.
    pub value: String,
    /// The tenant.
    pub tenant: TenantId,
}

impl OwnPlace {
    /// The token of the page behind a row.
    #[must_use]
    pub fn token(sort: TenantSort, tenant: &Tenant) -> PageToken {
        let value = match sort {
            TenantSort::Home => String::new(),
            TenantSort::Name => tenant.person.name.clone(),
            // Larger rents come first, so the distance from more than any rent is what is sorted.
            TenantSort::Rent => {
                format!("{:012}", HIGHEST_SHARE - tenant.share.minor())
            }
            TenantSort::Start => tenant.start.to_string(),
        };
        PageToken {
            sort: format!("{} {value}", sort.as_str()),
            id: tenant.id.get(),
        }
    }

    /// Reads what [`Self::token`] made for the same order.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`.
    pub fn parse(sort: TenantSort, token: &PageToken) -> Result<Self, Error> {
        let (order, value) = token.sort.split_once(' ').ok_or_else(bad_page_token)?;
        if order != sort.as_str() || value.contains('\0') {
            return Err(bad_page_token());
        }
        Ok(Self {
            value: value.to_owned(),
            tenant: token.id.into(),
        })
    }
}

/// Where a page of those who have left ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaverPlace {
    /// The day on which the tenant left.
    pub left: NaiveDate,
    /// The tenant.
    pub tenant: TenantId,
}

impl LeaverPlace {
    /// What its tokens begin with: no property's number does.
    const MARK: &str = "left ";

    /// The token of the page behind a row.
    #[must_use]
    pub fn token(tenant: &Tenant) -> PageToken {
        let left = tenant.leaving.as_ref().map(|leaving| leaving.date);
        PageToken {
            sort: format!("{}{}", Self::MARK, left.unwrap_or_default()),
            id: tenant.id.get(),
        }
    }

    /// Reads what [`Self::token`] made.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID`.
    pub fn parse(token: &PageToken) -> Result<Self, Error> {
        let left = token.sort.strip_prefix(Self::MARK);
        let left = left.and_then(|left| left.parse().ok());
        Ok(Self {
            left: left.ok_or_else(bad_page_token)?,
            tenant: token.id.into(),
        })
    }
}

/// The figures of the cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TenantSummary {
    /// Tenants that live there.
    pub active: i64,
    /// Tenants that are to move in.
    pub upcoming: i64,
    /// Tenants that have left.
    pub previous: i64,
    /// The rents of tenancies in force, per month.
    pub monthly_rent: Money,
    /// Properties with a tenancy in force.
    pub occupied_properties: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_of_the_portal_is_the_answer_or_that_none_came() {
        use LeaseStatus::{Active, Ended, Upcoming};
        for status in [Active, Upcoming, Ended] {
            let answered = [
                PortalState::of(Some(true), status),
                PortalState::of(Some(false), status),
            ];
            let expected = [PortalState::Confirmed, PortalState::NotConfirmed];
            assert_eq!(answered, expected, "{status:?}");
        }
        let silent = [Active, Upcoming, Ended].map(|status| PortalState::of(None, status));
        let (waits, never) = (PortalState::Waiting, PortalState::Unanswered);
        assert_eq!(silent, [waits, waits, never]);
    }

    #[test]
    fn a_place_comes_back_as_it_was_and_another_lists_token_is_refused() {
        let place = TenantPlace {
            home_name: "The Mill".to_owned(),
            property: 7.into(),
            room: "2b".to_owned(),
            tenant: 9.into(),
        };
        assert_eq!(TenantPlace::parse(&place.token()).ok(), Some(place));
        for sort in [
            "",
            "2026-11-24T10:00:00Z",
            "7\n2b",
            "x\n\nThe Mill",
            "7\n\n\0",
            "left 2026-11-24",
        ] {
            let token = PageToken {
                sort: sort.to_owned(),
                id: 1,
            };
            assert!(TenantPlace::parse(&token).is_err(), "{sort}");
            let of_leavers = LeaverPlace::parse(&token);
            assert_eq!(of_leavers.is_ok(), sort.starts_with("left"), "{sort}");
        }
    }
}
