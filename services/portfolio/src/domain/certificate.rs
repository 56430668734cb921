//! Certificates of a property: their types, how long each is valid, and how one stands on a day.

use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike as _, Days, NaiveDate, Utc};
use lintel_core::{CertificateId, Error, PropertyId, UserId, Violations, spelt};
use lintel_rules::{Nation, rules};
use serde::{Deserialize, Serialize};

use super::{FileAddress, check::Checks};

/// The most characters of notes and findings.
pub(super) const NOTES_LIMIT: usize = 4000;
/// The years that a certificate's dates may have; others are refused as typing errors.
const YEARS: RangeInclusive<i32> = 1950..=2199;

spelt! {
    /// The type of a certificate (docs/reference/decisions.md 3).
    CertificateType {
        /// The gas safety record.
        GasSafety = "Gas Safety",
        /// The electrical installation condition report.
        Eicr = "EICR",
        /// The energy performance certificate.
        Epc = "EPC",
        /// The fire risk assessment.
        FireRiskAssessment = "Fire Risk Assessment",
        /// The licence of a shared house.
        HmoLicence = "HMO Licence",
        /// The test of smoke and carbon monoxide alarms.
        SmokeCoAlarm = "Smoke & CO Alarm",
        /// The test of portable appliances.
        Pat = "PAT",
        /// The legionella risk assessment.
        Legionella = "Legionella",
        /// The licence of a home in a selective licensing area.
        SelectiveLicence = "Selective Licence",
        /// The test of fire alarm and emergency lighting.
        FireAlarm = "Fire Alarm & Emergency Lighting",
        /// Anything else.
        Other = "Other",
    }
}

impl CertificateType {
    /// For how many months one that is issued on `day` for a home in `nation` is usually valid; none where nothing is usual.
    #[must_use]
    pub fn usual_validity_months(self, nation: Nation, day: NaiveDate) -> Option<u32> {
        rules().certificate_months(nation, self.as_str(), day)
    }
}

spelt! {
    /// The states of a certificate on a day, the most urgent first.
    CertificateState {
        /// Its last day has passed.
        Expired = "Expired",
        /// Its last day is today or within 7 days.
        ExpiringSoon = "ExpiringSoon",
        /// Its last day is in 8 to 30 days.
        RenewalDue = "RenewalDue",
        /// Its last day is later.
        Valid = "Valid",
    }
}

impl CertificateState {
    /// The whole days that are left in this state.
    #[must_use]
    pub const fn days(self) -> RangeInclusive<i64> {
        match self {
            Self::Expired => i64::MIN..=-1,
            Self::ExpiringSoon => 0..=7,
            Self::RenewalDue => 8..=30,
            Self::Valid => 31..=i64::MAX,
        }
    }

    /// The state of a certificate with so many whole days left.
    #[must_use]
    pub fn of_days(days: i64) -> Self {
        let state = Self::ALL.iter().find(|state| state.days().contains(&days));
        // The ranges leave no day out.
        *state.unwrap_or(&Self::Valid)
    }

    /// The last days of certificates that are in this state on `today`, within the years that certificates may have.
    #[must_use]
    pub fn expiry_dates(self, today: NaiveDate) -> RangeInclusive<NaiveDate> {
        let (first, last) = self.days().into_inner();
        let day = |days: i64, beyond: NaiveDate| {
            let distance = Days::new(days.unsigned_abs());
            let day = if days < 0 {
                today.checked_sub_days(distance)
            } else {
                today.checked_add_days(distance)
            };
            day.unwrap_or(beyond)
        };
        day(first, NaiveDate::from_yo_opt(1, 1).unwrap_or_default())
            ..=day(last, NaiveDate::from_yo_opt(9999, 365).unwrap_or_default())
    }
}

/// A certificate as typed, unchecked.
#[derive(Debug, Clone, Default)]
pub struct CertificateDraft {
    /// The type; `None` where it is missing or unknown.
    pub certificate_type: Option<CertificateType>,
    /// When it was issued.
    pub issue_date: Option<NaiveDate>,
    /// Its last day; none for the usual validity.
    pub expiry_date: Option<NaiveDate>,
    /// The document's address; empty where there is none.
    pub certificate_url: String,
    /// Notes; empty where there are none.
    pub notes: String,
    /// Fields that could not even be read.
    pub unreadable: Violations,
}

/// A landlord's certificate details that passed every rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateDetails {
    /// Its type.
    pub certificate_type: CertificateType,
    /// When it was issued, where that is known.
    pub issue_date: Option<NaiveDate>,
    /// The last day on which it is valid.
    pub expiry_date: NaiveDate,
    /// The document.
    pub certificate_url: Option<FileAddress>,
    /// The landlord's notes.
    pub notes: Option<String>,
}

impl CertificateDetails {
    /// Judges a draft on `today`, a day in London, for a home in `nation`. Without an expiry date the usual validity counts from the
    /// issue date.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `CERTIFICATE_INVALID` and every offending field, those that could not be read included.
    pub fn try_new(
        draft: CertificateDraft,
        nation: Nation,
        today: NaiveDate,
    ) -> Result<Self, Error> {
        Self::judge(draft, nation, today, |kind, issued| {
            rules().certificate_expiry(nation, kind.as_str(), issued)
        })
    }

    /// Works like [`Self::try_new`], for one that follows `renewed`: the type is the same, and the issue date must be given.
    ///
    /// # Errors
    /// As [`Self::try_new`].
    pub fn try_renewal(
        renewed: &Self,
        mut draft: CertificateDraft,
        nation: Nation,
        today: NaiveDate,
    ) -> Result<Self, Error> {
        draft.certificate_type = Some(renewed.certificate_type);
        if draft.issue_date.is_none()
            && draft
                .unreadable
                .iter()
                .all(|found| found.field != "issue_date")
        {
            draft.unreadable.add("issue_date", "Enter the issue date.");
        }
        let previous = renewed.expiry_date;
        Self::judge(draft, nation, today, |kind, issued| {
            rules().renewed_certificate_expiry(nation, kind.as_str(), issued, previous)
        })
    }

    fn judge(
        mut draft: CertificateDraft,
        nation: Nation,
        today: NaiveDate,
        usual_expiry: impl Fn(CertificateType, NaiveDate) -> Option<NaiveDate>,
    ) -> Result<Self, Error> {
        let mut checks = Checks::after(std::mem::take(&mut draft.unreadable));
        let certificate_type = draft.certificate_type.unwrap_or_else(|| {
            checks.refuse("certificate_type", "Choose a certificate type.");
            CertificateType::Other
        });
        let issue_date = draft.issue_date;
        if let Some(issued) = issue_date {
            if issued > today {
                checks.refuse("issue_date", "Issue date must not be in the future.");
            } else if !YEARS.contains(&issued.year()) {
                checks.refuse("issue_date", "Issue date must be in 1950 or later.");
            }
        }
        let usual = issue_date.and_then(|issued| usual_expiry(certificate_type, issued));
        let expiry_date = draft.expiry_date.or(usual).unwrap_or_else(|| {
            let text = match certificate_type.usual_validity_months(nation, today) {
                Some(_) => "Enter the expiry date, or the issue date for the usual validity.",
                None => "Enter the expiry date.",
            };
            checks.refuse("expiry_date", text);
            today
        });
        if !YEARS.contains(&expiry_date.year()) {
            checks.refuse("expiry_date", "Expiry date must be from 1950 to 2199.");
        } else if issue_date.is_some_and(|issued| issued > expiry_date) {
            checks.refuse(
                "expiry_date",
                "Expiry date must not be before the issue date.",
            );
        }
        let details = Self {
            certificate_type,
            issue_date,
            expiry_date,
            certificate_url: checks.file("certificate_url", &draft.certificate_url),
            notes: checks.prose("notes", "Notes", &draft.notes, NOTES_LIMIT),
        };
        checks.refuse_with("CERTIFICATE_INVALID")?;
        Ok(details)
    }

    /// The details as a draft, for changing some of them.
    #[must_use]
    pub fn draft(&self) -> CertificateDraft {
        CertificateDraft {
            certificate_type: Some(self.certificate_type),
            issue_date: self.issue_date,
            expiry_date: Some(self.expiry_date),
            certificate_url: self
                .certificate_url
                .clone()
                .map(String::from)
                .unwrap_or_default(),
            notes: self.notes.clone().unwrap_or_default(),
            unreadable: Violations::default(),
        }
    }
}

spelt! {
    /// The fields of a certificate that a field mask can name.
    CertificateField {
        /// Its type.
        CertificateType = "certificate_type",
        /// When it was issued.
        IssueDate = "issue_date",
        /// Its last day.
        ExpiryDate = "expiry_date",
        /// The document.
        CertificateUrl = "certificate_url",
        /// Notes.
        Notes = "notes",
    }
}

impl CertificateDraft {
    /// Takes `fields` from `given`, with those that could not be read.
    pub fn take(&mut self, fields: &[CertificateField], given: &Self) {
        for violation in &given.unreadable {
            if fields.iter().any(|field| field.as_str() == violation.field) {
                self.unreadable.add(&violation.field, &violation.message);
            }
        }
        for field in fields {
            match field {
                CertificateField::CertificateType => self.certificate_type = given.certificate_type,
                CertificateField::IssueDate => self.issue_date = given.issue_date,
                CertificateField::ExpiryDate => self.expiry_date = given.expiry_date,
                CertificateField::CertificateUrl => {
                    self.certificate_url.clone_from(&given.certificate_url);
                }
                CertificateField::Notes => self.notes.clone_from(&given.notes),
            }
        }
    }
}

/// A property as other lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PropertyLabel {
    /// Its id.
    pub id: PropertyId,
    /// The landlord's name for it.
    pub name: String,
    /// Street and town.
    pub address: String,
}

/// A stored certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// Its id.
    pub id: CertificateId,
    /// The property it is of.
    pub property: PropertyLabel,
    /// Its details.
    pub details: CertificateDetails,
    /// The one that renewed it; none for a current one.
    pub superseded_by: Option<CertificateId>,
    /// The person who changed it last; none when a rule of Lintel's did.
    pub changed_by: Option<UserId>,
    /// Grows by one with every change; 1 at first.
    pub version: i64,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

impl Certificate {
    /// Whole days from `today` until its last day; negative once that has passed.
    #[must_use]
    pub fn days_remaining(&self, today: NaiveDate) -> i64 {
        (self.details.expiry_date - today).num_days()
    }

    /// Returns its state on `today`.
    #[must_use]
    pub fn state(&self, today: NaiveDate) -> CertificateState {
        CertificateState::of_days(self.days_remaining(today))
    }
}

#[cfg(test)]
mod tests;
