//! Which applications a list shows, and in which order.

use std::cmp::Ordering;

use lintel_core::{ApplicationId, Error, PageToken, PropertyId, spelt};

use super::{Application, ApplicationStatus};
use crate::error::bad_page_token;

/// The longest search, in characters.
pub const LONGEST_SEARCH: usize = 200;

spelt! {
    /// The order of a list of applications.
    ApplicationSort {
        /// The newest first.
        Newest = "newest",
        /// The oldest first.
        Oldest = "oldest",
        /// By property and room, in order of arrival.
        Home = "home",
    }
}

/// Which applications are listed; the default is all of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApplicationFilter {
    /// Of one property.
    pub property: Option<PropertyId>,
    /// In any of these; none for every status.
    pub statuses: Vec<ApplicationStatus>,
    /// Words that must each appear in the applicant's name or address, or in the property's name or address.
    pub words: Vec<String>,
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
}

impl ApplicationFilter {
    /// The words of a search.
    ///
    /// # Errors
    /// [`Error::Invalid`] `SEARCH_INVALID` for more than [`LONGEST_SEARCH`] characters or a zero byte among them.
    pub fn words(search: &str) -> Result<Vec<String>, Error> {
        let refused = |text: String| Error::field("SEARCH_INVALID", "search", text);
        if search.chars().count() > LONGEST_SEARCH {
            return Err(refused(format!(
                "Search for at most {LONGEST_SEARCH} characters."
            )));
        }
        if search.contains('\0') {
            return Err(refused(
                "Search for text without control characters.".to_owned(),
            ));
        }
        Ok(search.split_whitespace().map(str::to_owned).collect())
    }
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
            && self
                .words
                .iter()
                .all(|word| text.contains(&word.to_lowercase()))
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
        let (property, room) = match self {
            Self::Newest | Self::Oldest => (0, ""),
            Self::Home => {
                let (property, room) = place.split_once(':').ok_or_else(bad_page_token)?;
                (property.parse().map_err(|_| bad_page_token())?, room)
            }
        };
        Ok(ApplicationPlace {
            application: token.id.into(),
            property,
            room: room.to_owned(),
        })
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
                room: "2a:b".to_owned()
            })
        );
        assert!(ApplicationSort::Newest.place(&token("newest:")).is_ok());
        for bad in ["", "oldest:", "home:3:1"] {
            assert!(ApplicationSort::Newest.place(&token(bad)).is_err(), "{bad}");
        }
        assert!(ApplicationSort::Home.place(&token("home:x:1")).is_err());
    }

    #[test]
    fn a_search_is_its_words() {
        assert_eq!(
            ApplicationFilter::words(" Ann  flat ").ok(),
            Some(vec!["Ann".to_owned(), "flat".to_owned()])
        );
        assert!(ApplicationFilter::words(&"x".repeat(201)).is_err());
        assert!(ApplicationFilter::words("a\0b").is_err());
    }
}
