//! Documents that a tenancy's tenants were given.

use chrono::{DateTime, Utc};
use lintel_core::{Error, TenancyDocumentId, Violations, spelt};

use crate::domain::check;

/// The reason of every refusal here.
const INVALID: &str = "TENANCY_DOCUMENT_INVALID";
/// The longest title, in characters.
const LONGEST_TITLE: usize = 100;
/// So many a tenancy has at most.
pub const MOST_GIVEN: i64 = 200;

spelt! {
    /// What a document of a tenancy is.
    TenancyDocumentKind {
        /// The signed agreement with its certificate.
        Agreement = "agreement",
        /// The gas safety record.
        GasSafety = "gasSafety",
        /// The report on the electrical installation.
        ElectricalSafety = "electricalSafety",
        /// The energy performance certificate.
        EnergyPerformance = "energyPerformance",
        /// The certificate of the deposit's protection.
        DepositCertificate = "depositCertificate",
        /// The prescribed information about the deposit.
        PrescribedInformation = "prescribedInformation",
        /// The government's information sheet, or the written statement of an older tenancy.
        InformationSheet = "informationSheet",
        /// The inventory.
        Inventory = "inventory",
        /// A notice.
        Notice = "notice",
        /// Anything else.
        Other = "other",
    }
}

impl TenancyDocumentKind {
    /// What people call it; the title of one that was given none.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Agreement => "Tenancy agreement",
            Self::GasSafety => "Gas safety record",
            Self::ElectricalSafety => "Electrical safety report",
            Self::EnergyPerformance => "Energy performance certificate",
            Self::DepositCertificate => "Deposit protection certificate",
            Self::PrescribedInformation => "Prescribed information about the deposit",
            Self::InformationSheet => "Information sheet",
            Self::Inventory => "Inventory",
            Self::Notice => "Notice",
            Self::Other => "Document",
        }
    }
}

/// A document as one tenant was given it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveredDocument {
    /// Its id.
    pub id: TenancyDocumentId,
    /// What it is.
    pub kind: TenancyDocumentKind,
    /// Its title.
    pub title: String,
    /// What kind of file it is.
    pub media_type: String,
    /// How large the file is, in bytes.
    pub size: i64,
    /// The SHA-256 of the file.
    pub hash: [u8; 32],
    /// When this tenant was given it.
    pub given_at: DateTime<Utc>,
    /// When this tenant opened it first.
    pub opened_at: Option<DateTime<Utc>>,
}

impl DeliveredDocument {
    /// A name to keep the file under: its number and kind, nothing that somebody typed.
    #[must_use]
    pub fn file_name(&self) -> String {
        let ending = match self.media_type.as_str() {
            "image/jpeg" => "jpg",
            "image/png" => "png",
            _ => "pdf",
        };
        format!("{}-{}.{ending}", self.kind.as_str(), self.id)
    }
}

/// What a document that is to be given is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TenancyDocumentLabel {
    /// What it is.
    pub kind: TenancyDocumentKind,
    /// Its title.
    pub title: String,
}

impl TenancyDocumentLabel {
    /// Judges what somebody typed; the kind's own title where none was typed.
    ///
    /// # Errors
    /// `TENANCY_DOCUMENT_INVALID` with every offending field.
    pub fn try_new(kind: Option<TenancyDocumentKind>, title: &str) -> Result<Self, Error> {
        let mut found = Violations::default();
        let given = kind.filter(|kind| *kind != TenancyDocumentKind::Agreement);
        if given.is_none() {
            check::refuse(&mut found, "kind", "Choose what the document is.");
        }
        let plain = "Use text without control characters.";
        let title = check::text(&mut found, "title", title, 0..=LONGEST_TITLE, plain);
        let title = title.filter(|title| !title.is_empty());
        if given == Some(TenancyDocumentKind::Other) && title.is_none() {
            check::refuse(&mut found, "title", "Say what the document is.");
        }
        found.into_result(INVALID)?;
        let kind = given.unwrap_or(TenancyDocumentKind::Other);
        Ok(Self {
            kind,
            title: title.unwrap_or_else(|| kind.label().to_owned()),
        })
    }

    /// The signed agreement's.
    #[must_use]
    pub fn of_agreement() -> Self {
        let kind = TenancyDocumentKind::Agreement;
        Self {
            kind,
            title: kind.label().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_without_a_title_has_its_kinds_and_another_one_says_what_it_is() {
        let title = |kind, title: &str| {
            let label = TenancyDocumentLabel::try_new(kind, title);
            label.map(|label| label.title).ok()
        };
        let gas = Some(TenancyDocumentKind::GasSafety);
        assert_eq!(title(gas, " ").as_deref(), Some("Gas safety record"));
        assert_eq!(title(gas, " CP12 ").as_deref(), Some("CP12"));
        assert_eq!(title(Some(TenancyDocumentKind::Other), ""), None);
        assert_eq!(title(gas, &"x".repeat(101)), None);
        assert_eq!(title(gas, "CP\n12"), None);
        // The agreement comes by signing it.
        assert_eq!(title(Some(TenancyDocumentKind::Agreement), "x"), None);
        assert_eq!(title(None, "x"), None);
    }
}
