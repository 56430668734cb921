//! Contractors, who repair things.

use chrono::{DateTime, Utc};
use lintel_core::{ContractorId, Error, PageToken, Violations, spelt};

use super::Trade;
use crate::domain::check;

/// The reason of a refusal that names fields.
const INVALID: &str = "CONTRACTOR_INVALID";

spelt! {
    /// A field that can be changed, by its path in the contract.
    ContractorField {
        /// The firm or the person.
        Name = "display_name",
        /// The trade.
        Trade = "trade",
        /// Their phone number.
        Phone = "phone",
        /// Their address.
        Email = "email",
        /// Registration numbers.
        Registration = "registration",
        /// Anything else.
        Notes = "notes",
    }
}

/// A contractor in the directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contractor {
    /// Their id.
    pub id: ContractorId,
    /// The contractor's details.
    pub details: ContractorDetails,
    /// Unfinished requests that name them.
    pub open_requests: i32,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Increases by one with every change.
    pub version: i64,
}

/// The details of a contractor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContractorDetails {
    /// The firm or the person.
    pub name: String,
    /// The trade.
    pub trade: Trade,
    /// Their phone number.
    pub phone: String,
    /// Their address.
    pub email: Option<String>,
    /// Registration numbers (Gas Safe, NICEIC).
    pub registration: Option<String>,
    /// Anything else.
    pub notes: Option<String>,
}

/// A contractor as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContractorDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// The firm or the person.
    pub name: String,
    /// The trade.
    pub trade: Option<Trade>,
    /// Their phone number.
    pub phone: String,
    /// Their address; may be empty.
    pub email: String,
    /// Registration numbers; may be empty, but not of a gas engineer.
    pub registration: String,
    /// Anything else; may be empty.
    pub notes: String,
}

impl ContractorDetails {
    /// Judges what was typed.
    ///
    /// # Errors
    /// `CONTRACTOR_INVALID` with every offending field.
    pub fn try_new(draft: &ContractorDraft) -> Result<Self, Error> {
        let mut found = draft.unreadable.clone();
        let name = check::text(
            &mut found,
            "display_name",
            &draft.name,
            &(2..=100),
            "Enter a name of at least 2 characters.",
        );
        if draft.trade.is_none() {
            check::refuse(&mut found, "trade", "Choose a trade.");
        }
        let phone = check::text(
            &mut found,
            "phone",
            &draft.phone,
            &(10..=30),
            "Enter a phone number of at least 10 characters.",
        );
        let email = match draft.email.trim() {
            "" => None,
            typed => check::email(
                &mut found,
                "email",
                typed,
                "Enter an e-mail address, or nothing.",
            ),
        };
        let registration = check::text(
            &mut found,
            "registration",
            &draft.registration,
            &(0..=200),
            "Use text without control characters.",
        );
        let registration = registration.filter(|text| !text.is_empty());
        if draft.trade == Some(Trade::GasEngineer) && registration.is_none() {
            check::refuse(
                &mut found,
                "registration",
                "Enter the Gas Safe registration number: nobody else may work on gas.",
            );
        }
        let notes = check::note(&mut found, "notes", &draft.notes, 1000);
        found.into_result(INVALID)?;
        let (Some(name), Some(trade), Some(phone)) = (name, draft.trade, phone) else {
            return Err(Error::internal("a field is missing that was not refused"));
        };
        Ok(Self {
            name,
            trade,
            phone,
            email,
            registration,
            notes,
        })
    }

    /// These details with what `fields` of the draft say.
    ///
    /// # Errors
    /// As [`Self::try_new`].
    pub fn changed(
        &self,
        fields: &[ContractorField],
        draft: ContractorDraft,
    ) -> Result<Self, Error> {
        let has = |field| fields.contains(&field);
        let kept = |field, typed: String, kept: &str| {
            if has(field) { typed } else { kept.to_owned() }
        };
        let optional = |text: &Option<String>| text.clone().unwrap_or_default();
        Self::try_new(&ContractorDraft {
            name: kept(ContractorField::Name, draft.name, &self.name),
            trade: if has(ContractorField::Trade) {
                draft.trade
            } else {
                Some(self.trade)
            },
            phone: kept(ContractorField::Phone, draft.phone, &self.phone),
            email: kept(ContractorField::Email, draft.email, &optional(&self.email)),
            registration: kept(
                ContractorField::Registration,
                draft.registration,
                &optional(&self.registration),
            ),
            notes: kept(ContractorField::Notes, draft.notes, &optional(&self.notes)),
            unreadable: draft.unreadable,
        })
    }
}

impl Contractor {
    /// The token of a page that ends with it.
    #[must_use]
    pub fn token(&self) -> PageToken {
        PageToken {
            sort: self.details.name.clone(),
            id: self.id.get(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> ContractorDraft {
        ContractorDraft {
            name: "Aire Valley Heating".to_owned(),
            trade: Some(Trade::GasEngineer),
            phone: "0113 496 0101".to_owned(),
            registration: "Gas Safe 512907".to_owned(),
            ..ContractorDraft::default()
        }
    }

    fn fields(draft: &ContractorDraft) -> Vec<String> {
        match ContractorDetails::try_new(draft) {
            Err(Error::Invalid { violations, .. }) => {
                violations.iter().map(|one| one.field.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn a_gas_engineer_is_registered() {
        assert!(fields(&draft()).is_empty());
        let unregistered = ContractorDraft {
            registration: " ".to_owned(),
            ..draft()
        };
        assert_eq!(fields(&unregistered), ["registration"]);
        let plumber = ContractorDraft {
            trade: Some(Trade::Plumber),
            ..unregistered
        };
        assert!(fields(&plumber).is_empty());
        let made = ContractorDetails::try_new(&plumber);
        let turned = made.and_then(|made| made.changed(&[ContractorField::Trade], draft()));
        assert_eq!(turned.map_err(|error| error.reason()), Err(INVALID));
    }

    #[test]
    fn every_offending_field_is_named_and_others_are_kept() {
        let bad = ContractorDraft {
            email: "x".to_owned(),
            notes: "x".repeat(1001),
            ..ContractorDraft::default()
        };
        assert_eq!(
            fields(&bad),
            ["display_name", "trade", "phone", "email", "notes"]
        );
        let made = ContractorDetails::try_new(&draft()).ok();
        let typed = ContractorDraft {
            phone: "0113 496 0102".to_owned(),
            ..ContractorDraft::default()
        };
        let changed = made
            .as_ref()
            .and_then(|made| made.changed(&[ContractorField::Phone], typed).ok());
        let expected = made.map(|made| ContractorDetails {
            phone: "0113 496 0102".to_owned(),
            ..made
        });
        assert_eq!(changed, expected);
    }
}
