//! Who lets an organisation's homes, as the settings say it.

use lintel_core::{spelt, together};

use crate::domain::{
    agreeing::agreement_terms::LandlordStyle, letting::tenant_mail::TenantMailKind,
};

spelt! {
    /// Who lets.
    LandlordKind {
        /// One person.
        Person = "person",
        /// Several persons together.
        Joint = "joint",
        /// A company.
        Company = "company",
    }
}

/// The landlord's details.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Landlord {
    /// A person, joint persons or a company.
    pub kind: LandlordKind,
    /// The names, at least one.
    pub names: Vec<String>,
    /// A company's number; may be empty.
    pub company_number: String,
    /// The name under which they trade; may be empty.
    pub trading_as: String,
    /// Where notices reach them.
    pub notice_address: String,
}

impl Landlord {
    /// The name under which tenants know them: the one under which they trade, else their own.
    #[must_use]
    pub fn known_as(&self) -> String {
        match self.trading_as.as_str() {
            "" => together(&self.names),
            trading_as => trading_as.to_owned(),
        }
    }

    /// The first name, and how else the landlord is named.
    #[must_use]
    pub fn named(&self) -> (String, LandlordStyle) {
        let mut names = self.names.iter().cloned();
        let first = names.next().unwrap_or_default();
        let style = LandlordStyle {
            joint: names.collect(),
            is_company: self.kind == LandlordKind::Company,
            company_number: self.company_number.clone(),
            trading_as: self.trading_as.clone(),
        };
        (first, style)
    }

    /// The landlord in one line, as documents name them: "Helen Okafor, trading as Okafor Lettings".
    #[must_use]
    pub fn in_full(&self) -> String {
        let (first, style) = self.named();
        style.in_full(&first)
    }
}

/// What is known of an organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lessor {
    /// The organisation's name.
    pub name: String,
    /// Who lets; `None` until the details are given.
    pub landlord: Option<Landlord>,
    /// The kinds of mails to tenants that are not wanted.
    pub off_mails: Vec<TenantMailKind>,
}

impl Lessor {
    /// The name under which tenants know who lets; the organisation's until the details are given.
    #[must_use]
    pub fn known_as(&self) -> String {
        let landlord = self.landlord.as_ref();
        landlord.map_or_else(|| self.name.clone(), Landlord::known_as)
    }

    /// Who lets in one line, as documents name them.
    #[must_use]
    pub fn in_full(&self) -> String {
        let landlord = self.landlord.as_ref();
        landlord.map_or_else(|| self.name.clone(), Landlord::in_full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn landlord(kind: LandlordKind, names: &[&str]) -> Landlord {
        Landlord {
            kind,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            company_number: String::new(),
            trading_as: String::new(),
            notice_address: "4 Queen Charlotte Court, Bristol BS1 4HE".to_owned(),
        }
    }

    #[test]
    fn documents_name_everybody_and_mails_the_name_that_tenants_know() {
        let helen = Landlord {
            trading_as: "Okafor Lettings".to_owned(),
            ..landlord(LandlordKind::Person, &["Helen Okafor"])
        };
        let both = (helen.in_full(), helen.known_as());
        let wanted = (
            "Helen Okafor, trading as Okafor Lettings",
            "Okafor Lettings",
        );
        assert_eq!((both.0.as_str(), both.1.as_str()), wanted);
        let joint = landlord(LandlordKind::Joint, &["Ann Lee", "Bo Lee", "Cy Lee"]);
        assert_eq!(joint.in_full(), "Ann Lee, Bo Lee and Cy Lee");
        assert_eq!(joint.known_as(), "Ann Lee, Bo Lee and Cy Lee");
        let company = Landlord {
            company_number: "01234567".to_owned(),
            trading_as: "Okafor Lettings".to_owned(),
            ..landlord(LandlordKind::Company, &["Okafor Homes Ltd"])
        };
        assert_eq!(
            company.in_full(),
            "Okafor Homes Ltd, company number 01234567, trading as Okafor Lettings"
        );
    }

    #[test]
    fn the_organisation_s_name_stands_until_the_details_are_given() {
        let unknown = Lessor {
            name: "Helen Okafor's portfolio".to_owned(),
            landlord: None,
            off_mails: Vec::new(),
        };
        assert_eq!(unknown.known_as(), "Helen Okafor's portfolio");
        let known = Lessor {
            landlord: Some(landlord(LandlordKind::Person, &["Helen Okafor"])),
            ..unknown
        };
        assert_eq!(known.known_as(), "Helen Okafor");
    }
}
