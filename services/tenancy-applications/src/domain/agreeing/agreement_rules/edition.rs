//! An edition of the rules: the law of a nation from a day on.

use chrono::NaiveDate;

use crate::domain::Nation;

/// The heading of the clause about guarantors.
pub const GUARANTOR: &str = "Guarantor";

/// What agreements of one nation say and may say from a day on.
#[derive(Debug, PartialEq, Eq)]
pub struct Edition {
    /// Whose law.
    pub nation: Nation,
    /// The first tenancy that it is for begins on this day.
    pub first_day: NaiveDate,
    /// Where it is taken from.
    pub source: &'static str,
    /// What the document is called.
    pub title: &'static str,
    /// What the tenancy is, in one sentence.
    pub nature: &'static str,
    /// Months of notice that the tenant gives at least.
    pub notice_months: u32,
    /// What the written statement has to say beside the terms, in order.
    pub statement: &'static [Item],
    /// What both parties agree to in every agreement.
    pub clauses: &'static [Item],
    /// The clause under [`GUARANTOR`] where guarantors sign deeds in place of the agreement.
    pub guarantor_by_deed: &'static str,
    /// What clauses of the landlord's own may not do.
    pub forbidden: &'static [Forbidden],
}

/// A text under its heading.
#[derive(Debug, PartialEq, Eq)]
pub struct Item {
    /// The heading.
    pub heading: &'static str,
    /// The text.
    pub text: &'static str,
}

/// What a clause may not do, told by the words that it would need.
#[derive(Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// Words that follow each other, in lower case without punctuation.
    pub phrases: &'static [&'static str],
    /// What is wrong with such a clause and what to do.
    pub why: &'static str,
}
