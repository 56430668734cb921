//! How an agreement names the landlord beside the first name: joint landlords, a company, a trading name.

use lintel_core::{Violations, together};

use crate::domain::check;

/// The most landlords beside the first.
const MOST_JOINT: usize = 3;

/// How a landlord is named beside the first name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LandlordStyle {
    /// The other landlords.
    pub joint: Vec<String>,
    /// Whether the landlord is a company.
    pub is_company: bool,
    /// A company's number; may be empty.
    pub company_number: String,
    /// The name under which they trade; may be empty.
    pub trading_as: String,
}

impl LandlordStyle {
    /// All names, `first` among them.
    #[must_use]
    pub fn names<'a>(&'a self, first: &'a str) -> Vec<&'a str> {
        let joint = self.joint.iter().map(String::as_str);
        std::iter::once(first).chain(joint).collect()
    }

    /// The landlord in one line: "Helen Okafor, trading as Okafor Lettings".
    #[must_use]
    pub fn in_full(&self, first: &str) -> String {
        let mut full = together(&self.names(first));
        if !self.company_number.is_empty() {
            full.push_str(", company number ");
            full.push_str(&self.company_number);
        }
        if !self.trading_as.is_empty() {
            full.push_str(", trading as ");
            full.push_str(&self.trading_as);
        }
        full
    }

    /// Whoever signs, as documents say for whom: "for and on behalf of Okafor Homes Ltd".
    #[must_use]
    pub fn signs_for(&self, first: &str) -> String {
        match self.is_company {
            true => format!("for and on behalf of {first}"),
            false => together(&self.names(first)),
        }
    }

    /// Judges what somebody typed beside the name `first`.
    #[must_use]
    pub fn judged(self, found: &mut Violations, first: &str) -> Self {
        let mut joint = Vec::new();
        for (place, name) in self.joint.iter().enumerate() {
            let field = format!("terms.joint_landlords[{place}]");
            let say = "Enter the landlord's name, 2 to 200 characters.";
            let Some(name) = check::text(found, &field, name, 2..=200, say) else {
                continue;
            };
            if name == first.trim() || joint.contains(&name) {
                check::refuse(found, &field, "This landlord is named above already.");
            }
            joint.push(name);
        }
        if joint.len() > MOST_JOINT {
            check::refuse(found, "terms.joint_landlords", "Name at most 4 landlords.");
        }
        if self.is_company && !self.joint.is_empty() {
            let one = "A company lets alone: leave the other landlords out.";
            check::refuse(found, "terms.joint_landlords", one);
        }
        let field = "terms.landlord_company_number";
        let say = "Enter the company's number, at most 20 characters.";
        let number = check::text(found, field, &self.company_number, 0..=20, say);
        let company_number = number.unwrap_or_default();
        if !self.is_company && !company_number.is_empty() {
            let only = "Only a company has a number: leave it empty.";
            check::refuse(found, field, only);
        }
        let field = "terms.landlord_trading_as";
        let say = "Enter a name of at most 200 characters.";
        let trading_as = check::text(found, field, &self.trading_as, 0..=200, say);
        Self {
            joint,
            is_company: self.is_company,
            company_number,
            trading_as: trading_as.unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(style: LandlordStyle) -> Vec<String> {
        let mut found = Violations::default();
        let _ = style.judged(&mut found, "Ann Lee");
        found
            .iter()
            .map(|one| one.field.replace("terms.", ""))
            .collect()
    }

    fn joint(names: &[&str]) -> LandlordStyle {
        LandlordStyle {
            joint: names.iter().map(|&name| name.to_owned()).collect(),
            ..LandlordStyle::default()
        }
    }

    #[test]
    fn who_lets_together_is_named_and_signs_together() {
        let style = joint(&["Bo Lee", "Cy Lee"]);
        assert_eq!(style.in_full("Ann Lee"), "Ann Lee, Bo Lee and Cy Lee");
        assert_eq!(style.signs_for("Ann Lee"), "Ann Lee, Bo Lee and Cy Lee");
        assert!(refused(style).is_empty());
    }

    #[test]
    fn a_company_is_signed_for() {
        let style = LandlordStyle {
            is_company: true,
            company_number: "01234567".to_owned(),
            ..LandlordStyle::default()
        };
        let company = "Okafor Homes Ltd";
        assert_eq!(
            style.signs_for(company),
            "for and on behalf of Okafor Homes Ltd"
        );
        assert_eq!(
            style.in_full(company),
            "Okafor Homes Ltd, company number 01234567"
        );
        assert!(refused(style).is_empty());
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        assert_eq!(refused(joint(&["A"])), ["joint_landlords[0]"]);
        assert_eq!(refused(joint(&["Ann Lee"])), ["joint_landlords[0]"]);
        assert_eq!(
            refused(joint(&["Bo", "Cy", "Di", "Ed"])),
            ["joint_landlords"]
        );
        let company = LandlordStyle {
            is_company: true,
            ..joint(&["Bo Lee"])
        };
        assert_eq!(refused(company), ["joint_landlords"]);
        let numbered = LandlordStyle {
            company_number: "01234567".to_owned(),
            ..LandlordStyle::default()
        };
        assert_eq!(refused(numbered), ["landlord_company_number"]);
    }
}
