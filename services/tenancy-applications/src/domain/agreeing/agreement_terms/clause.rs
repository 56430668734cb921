//! Clauses of the landlord's own.

use lintel_core::Violations;

use crate::domain::{agreeing::agreement_rules::Edition, check};

/// The most of them.
const MOST: usize = 20;
/// The longest of them, in characters.
const LONGEST: usize = 1000;

/// Every clause, if the law lets it stand.
pub(super) fn clauses(
    found: &mut Violations,
    given: &[String],
    edition: Option<&'static Edition>,
) -> Vec<String> {
    if given.len() > MOST {
        let most = format!("Add {MOST} clauses at most.");
        check::refuse(found, "terms.clauses", most);
        return Vec::new();
    }
    let mut clauses = Vec::new();
    for (place, clause) in given.iter().enumerate() {
        let field = format!("terms.clauses[{place}]");
        let message = "Write the clause, 1 to 1,000 characters.";
        let Some(clause) = check::prose(found, &field, clause, 1..=LONGEST, message) else {
            continue;
        };
        if let Some(why) = edition.and_then(|edition| edition.forbids(&clause)) {
            check::refuse(found, &field, format!("Clause {} {why}", place + 1));
        }
        clauses.push(clause);
    }
    clauses
}
