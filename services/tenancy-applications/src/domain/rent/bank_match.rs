//! Whose a payment may be. What is proposed is ticked at first only where one tenant alone is named and the amount is one of theirs;
//! somebody decides in any case.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;
use lintel_core::{Money, TenantId};

use super::{
    BankLineWay,
    bank_match::words::{initials, orders, parts, without_title},
};

mod benefits;
mod words;

#[cfg(test)]
mod tests;

pub use benefits::{is_benefit, numbers};
pub use words::spoken;

/// The most tenants that are proposed for a line.
pub const MOST_MATCHES: usize = 5;
/// Days for which the charges of a tenant, and a tenant who has left, are looked at.
pub const LOOKED_BACK: u64 = 92;
/// The most words of a name that a reference is searched for.
const LONGEST_NAME: usize = 6;

/// A tenant that a payment may be of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The tenant.
    pub tenant: TenantId,
    /// The name.
    pub name: String,
    /// What the landlord calls the property, with the room.
    pub home: String,
    /// The share of the rent per month.
    pub share: Money,
    /// The rent of the whole tenancy per month.
    pub rent: Money,
    /// What the tenancy owes today; joint tenants owe together.
    pub balance: Money,
    /// Whether the tenant has left.
    pub has_left: bool,
    /// The amounts of charges of the last while: the tenant's own, and those of the tenancy by day.
    pub charges: Vec<Money>,
    /// Receipts, by day and amount.
    pub receipts: Vec<(NaiveDate, Money)>,
}

/// A payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payment<'a> {
    /// The day that the bank booked it.
    pub booked: NaiveDate,
    /// How much, above 0.
    pub amount: Money,
    /// Which way it went.
    pub way: BankLineWay,
    /// The other party; empty where the file does not say.
    pub payer: &'a str,
    /// What the payer wrote.
    pub reference: &'a str,
    /// The tenants whose receipts from such a payer were confirmed.
    pub payer_before: &'a [TenantId],
    /// The tenants whose receipts with such a reference were confirmed.
    pub reference_before: &'a [TenantId],
    /// The tenants whose receipts with a number of this reference were confirmed.
    pub number_before: &'a [TenantId],
}

/// Whose a payment may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankMatch {
    /// The tenant.
    pub tenant: TenantId,
    /// The name.
    pub name: String,
    /// What the landlord calls the property, with the room.
    pub home: String,
    /// Why, in words for people.
    pub reason: String,
    /// Whether it is sure enough to be ticked at first.
    pub sure: bool,
    /// What the tenancy owes today.
    pub owed: Money,
}

/// What names a tenant, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Because {
    PayerName,
    ReferenceName,
    NumberBefore,
    PayerBefore,
    ReferenceBefore,
    Initials,
    Amount,
}

/// What an amount is to a tenant, the most telling first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Owed,
    Charge,
    Share,
    Credit,
    Other,
}

/// The tenants that payments may be of, by what names them.
#[derive(Debug)]
pub struct Candidates {
    all: Vec<Candidate>,
    by_name: HashMap<String, Vec<usize>>,
    by_initials: HashMap<String, Vec<usize>>,
    by_id: HashMap<TenantId, usize>,
}

impl Candidates {
    /// Of these tenants.
    #[must_use]
    pub fn new(all: Vec<Candidate>) -> Self {
        let (mut by_name, mut by_initials) = (HashMap::new(), HashMap::new());
        let mut by_id = HashMap::new();
        for (place, candidate) in all.iter().enumerate() {
            by_id.insert(candidate.tenant, place);
            let name = parts(&candidate.name);
            for name in orders(&name) {
                note(&mut by_name, name, place);
            }
            for name in initials(&name) {
                note(&mut by_initials, name, place);
            }
        }
        Self {
            all,
            by_name,
            by_initials,
            by_id,
        }
    }

    /// Whose each of these payments may be, the likeliest first. Of two that look like the same one, only the first is sure: two
    /// files in different formats may both have it.
    #[must_use]
    pub fn propose(&self, payments: &[Payment<'_>]) -> Vec<Vec<BankMatch>> {
        let mut taken = HashSet::new();
        let proposed = payments.iter().map(|payment| {
            let mut matches = self.of(payment);
            for found in matches.iter_mut().filter(|found| found.sure) {
                if !taken.insert((found.tenant, payment.booked, payment.amount)) {
                    found.sure = false;
                    found
                        .reason
                        .push_str(" Another line of that day and amount may be the same payment.");
                }
            }
            matches
        });
        proposed.collect()
    }

    fn of(&self, payment: &Payment<'_>) -> Vec<BankMatch> {
        let mut found = self.named(payment);
        if found.is_empty() {
            let fitting = self.all.iter().enumerate();
            let fitting = fitting.filter(|(_, one)| one.fit(payment) != Fit::Other);
            let fitting: Vec<_> = fitting.take(MOST_MATCHES + 1).collect();
            // An amount that many pay says nothing.
            if fitting.len() <= MOST_MATCHES {
                let places = fitting.into_iter().map(|(place, _)| place);
                found.extend(places.map(|place| (place, Because::Amount)));
            }
        }
        let is_benefit = is_benefit(payment.payer, payment.reference);
        let has_payer = !payment.payer.is_empty();
        let is_certain = |because: Because| because.is_certain(has_payer, is_benefit);
        let certain = found.values().filter(|because| is_certain(**because));
        let is_alone = certain.count() == 1;
        let mut found: Vec<_> = found
            .into_iter()
            .filter_map(|(place, because)| Some((self.all.get(place)?, because)))
            .map(|(one, because)| (because, one.fit(payment), one))
            .collect();
        found.sort_by_key(|(because, fit, one)| {
            (*because, *fit, one.has_left, &one.name, one.tenant)
        });
        found.truncate(MOST_MATCHES);
        let matches = found.into_iter().map(|(because, fit, one)| {
            let received = one.receipts.contains(&(payment.booked, payment.amount));
            BankMatch {
                tenant: one.tenant,
                name: one.name.clone(),
                home: one.home.clone(),
                reason: reason(because, fit, received),
                sure: is_alone && is_certain(because) && fit != Fit::Other && !received,
                owed: one.balance,
            }
        });
        matches.collect()
    }

    /// The tenants that a payment names, by their place, each with the strongest reason.
    fn named(&self, payment: &Payment<'_>) -> BTreeMap<usize, Because> {
        let mut found = BTreeMap::new();
        let mut add = |places: &[usize], because: Because| {
            for place in places {
                let strongest = found.entry(*place).or_insert(because);
                *strongest = because.min(*strongest);
            }
        };
        let of_names = |names: &HashMap<String, Vec<usize>>, name: &str| {
            names.get(name).cloned().unwrap_or_default()
        };
        let payer = parts(payment.payer);
        let payer = without_title(&payer);
        let reference = parts(payment.reference);
        add(
            &of_names(&self.by_name, &payer.join(" ")),
            Because::PayerName,
        );
        // A whole reference may be a name of one word; within a longer one that is a word like another.
        add(
            &of_names(&self.by_name, &reference.join(" ")),
            Because::ReferenceName,
        );
        for length in 2..=LONGEST_NAME {
            for words in reference.windows(length) {
                add(
                    &of_names(&self.by_name, &words.join(" ")),
                    Because::ReferenceName,
                );
            }
        }
        for words in payer.windows(2).chain(reference.windows(2)) {
            add(
                &of_names(&self.by_initials, &words.join(" ")),
                Because::Initials,
            );
        }
        for (before, because) in [
            (payment.number_before, Because::NumberBefore),
            (payment.payer_before, Because::PayerBefore),
            (payment.reference_before, Because::ReferenceBefore),
        ] {
            let places = before.iter().filter_map(|tenant| self.by_id.get(tenant));
            add(&places.copied().collect::<Vec<_>>(), because);
        }
        found
    }
}

impl Candidate {
    fn fit(&self, payment: &Payment<'_>) -> Fit {
        let amount = payment.amount;
        if payment.way == BankLineWay::Out {
            let is_credit = amount.minor() == -self.balance.minor();
            return if is_credit { Fit::Credit } else { Fit::Other };
        }
        if amount == self.balance {
            Fit::Owed
        } else if self.charges.contains(&amount) {
            Fit::Charge
        } else if amount == self.share || amount == self.rent {
            Fit::Share
        } else {
            Fit::Other
        }
    }
}

impl Because {
    /// Whether nobody else is meant. A reference alone, "RENT" perhaps, says little where the payer is somebody whom nobody knows, and
    /// who pays benefits pays for many.
    const fn is_certain(self, has_payer: bool, is_benefit: bool) -> bool {
        match self {
            Self::PayerName | Self::ReferenceName | Self::NumberBefore => true,
            Self::PayerBefore => !is_benefit,
            Self::ReferenceBefore => !has_payer,
            Self::Initials | Self::Amount => false,
        }
    }
}

/// Why, in words for people.
fn reason(because: Because, fit: Fit, received: bool) -> String {
    let who = match because {
        Because::PayerName => "The payer has the tenant's name",
        Because::ReferenceName => "The reference has the tenant's name",
        Because::NumberBefore => "The number in the reference was the tenant's before",
        Because::PayerBefore => "This payer paid for the tenant before",
        Because::ReferenceBefore => "A payment with this reference was the tenant's before",
        Because::Initials => "An initial and a last name are the tenant's",
        Because::Amount => "Nobody is named",
    };
    let joined = if because == Because::Amount {
        "but"
    } else {
        "and"
    };
    let amount = match fit {
        Fit::Owed => "the amount is what is owed",
        Fit::Charge => "the amount is that of a charge",
        Fit::Share => "the amount is the rent per month",
        Fit::Credit => "the amount is what was paid too much",
        Fit::Other => "the amount is another one",
    };
    let joined = if fit == Fit::Other { "but" } else { joined };
    let already = if received {
        " There is a receipt of that day and amount already."
    } else {
        ""
    };
    format!("{who}, {joined} {amount}.{already}")
}

fn note(names: &mut HashMap<String, Vec<usize>>, name: String, place: usize) {
    let places = names.entry(name).or_default();
    if places.last() != Some(&place) {
        places.push(place);
    }
}
