//! Which applications a list shows, and in which order.

use std::cmp::Ordering;

use lintel_core::{ApplicationId, Error, Money, PageToken, PropertyId, Search, spelt};

use super::{Application, ApplicationStatus};
use crate::error::bad_page_token;

spelt! {
    /// The order of a list of applications.
    ApplicationSort {
        /// The newest first.
        Newest = "newest",
        /// The oldest first.
        Oldest = "oldest",
        /// By property and room, in order of arrival.
        Home = "home",
        /// By the applicant's name.
        Name = "name",
        /// By the applicant's income, the highest first.
        Income = "income",
    }
}

/// Which applications are listed; the default is all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApplicationFilter {
    /// Of one property.
    pub property: Option<PropertyId>,
    /// In any of these; none for every status.
    pub statuses: Vec<ApplicationStatus>,
    /// What is found in the applicant's name, address and phone number and in the property's name, address and postcode.
    pub search: Search,
}

/// Where a page begins: behind the application, which is for this home.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationPlace {
    /// The last row's id.
    pub application: ApplicationId,
    /// Its property; 0 where applications are not sorted by home.
    pub property: i64,
    /// The number of its room; empty for none.
    pub room: String,
    /// The applicant's name.
    pub name: String,
    /// The applicant's income a month.
    pub income: Money,
}

impl ApplicationFilter {
    /// Whether an application is among those that are listed.
    #[must_use]
    pub fn matches(&self, application: &Application) -> bool {
        let (home, answers) = (&application.home, &application.answers);
        let text = [&answers.name, &answers.email, &home.name, &home.address];
        let text = text.map(|part| part.to_lowercase()).join(" ");
        self.property
            .is_none_or(|property| property == home.property)
            && (self.statuses.is_empty() || self.statuses.contains(&application.status))
            && self.search.finds(&text, &answers.phone)
    }
}

impl ApplicationPlace {
    /// The place of an application.
    #[must_use]
    pub fn of(application: &Application) -> Self {
        let home = &application.home;
        Self {
            application: application.id,
            property: home.property.get(),
            room: home.room_number().unwrap_or_default().to_owned(),
            name: application.answers.name.clone(),
            income: application.answers.monthly_income,
        }
    }
}

impl ApplicationSort {
    /// Which of two places comes first.
    #[must_use]
    pub fn compare(self, one: &ApplicationPlace, other: &ApplicationPlace) -> Ordering {
        let by_id = one.application.cmp(&other.application);
        match self {
            Self::Newest => by_id.reverse(),
            Self::Oldest => by_id,
            Self::Home => (one.property, &one.room)
                .cmp(&(other.property, &other.room))
                .then(by_id),
            Self::Name => {
                let names = (one.name.to_lowercase(), other.name.to_lowercase());
                names.0.cmp(&names.1).then(by_id)
            }
            Self::Income => {
                let (income, others) = (one.income.minor(), other.income.minor());
                others.cmp(&income).then(by_id)
            }
        }
    }

    /// The token of a page that ends with `application`.
    #[must_use]
    pub fn token(self, application: &Application) -> PageToken {
        let home = &application.home;
        let place = match self {
            Self::Newest | Self::Oldest => String::new(),
            Self::Home => format!(
                "{}:{}",
                home.property,
                home.room_number().unwrap_or_default()
            ),
            Self::Name => application.answers.name.clone(),
            Self::Income => application.answers.monthly_income.minor().to_string(),
        };
        PageToken {
            sort: format!("{}:{place}", self.as_str()),
            id: application.id.get(),
        }
    }

    /// Where the page behind a token begins.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for a token that this order did not make.
    pub fn place(self, token: &PageToken) -> Result<ApplicationPlace, Error> {
        let (sort, place) = token.sort.split_once(':').ok_or_else(bad_page_token)?;
        if Self::parse(sort) != Some(self) || place.contains('\0') {
            return Err(bad_page_token());
        }
        let mut behind = ApplicationPlace {
            application: token.id.into(),
            property: 0,
            room: String::new(),
            name: String::new(),
            income: Money::ZERO,
        };
        match self {
            Self::Newest | Self::Oldest => {}
            Self::Home => {
                let (property, room) = place.split_once(':').ok_or_else(bad_page_token)?;
                behind.property = property.parse().map_err(|_| bad_page_token())?;
                room.clone_into(&mut behind.room);
            }
            Self::Name => place.clone_into(&mut behind.name),
            Self::Income => {
                behind.income = Money::gbp(place.parse().map_err(|_| bad_page_token())?);
            }
        }
        Ok(behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_belongs_to_one_order() {
        let token = |sort: &str| PageToken {
            sort: sort.to_owned(),
            id: 7,
        };
        let place = ApplicationSort::Home.place(&token("home:3:2a:b")).ok();
        assert_eq!(
            place,
            Some(ApplicationPlace {
                application: 7.into(),
                property: 3,
                room: "2a:b".to_owned(),
                name: String::new(),
                income: Money::ZERO,
            })
        );
        let place = ApplicationSort::Name.place(&token("name:Ada: L")).ok();
        assert_eq!(place.map(|place| place.name).as_deref(), Some("Ada: L"));
        let place = ApplicationSort::Income.place(&token("income:280050")).ok();
        let income = place.map(|place| place.income);
        assert_eq!(income, Some(Money::gbp(280_050)));
        assert!(ApplicationSort::Income.place(&token("income:x")).is_err());
        assert!(ApplicationSort::Newest.place(&token("newest:")).is_ok());
        for bad in ["", "oldest:", "home:3:1"] {
            assert!(ApplicationSort::Newest.place(&token(bad)).is_err(), "{bad}");
        }
        assert!(ApplicationSort::Home.place(&token("home:x:1")).is_err());
    }
}
