//! The bills of a home, and who pays each of them.

use lintel_core::{Money, Violations, spelt};

use super::amount::amount;
use crate::domain::check;

spelt! {
    /// A bill of a home, each of which an agreement has to name (S.I. 2026/324), in the order of the document.
    BillKind {
        /// Council tax.
        CouncilTax = "council-tax",
        /// Electricity.
        Electricity = "electricity",
        /// Gas.
        Gas = "gas",
        /// Water.
        Water = "water",
        /// The television licence.
        TvLicence = "tv-licence",
        /// Telephone and internet.
        Communications = "communications",
    }
}

impl BillKind {
    /// As people read it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::CouncilTax => "Council tax",
            Self::Electricity => "Electricity",
            Self::Gas => "Gas",
            Self::Water => "Water and sewerage",
            Self::TvLicence => "Television licence",
            Self::Communications => "Telephone and internet",
        }
    }
}

spelt! {
    /// Who pays a bill.
    BillPayer {
        /// The rent includes it.
        Included = "included",
        /// The tenant pays the supplier or the council.
        Tenant = "tenant",
        /// The tenant pays the landlord beside the rent.
        Landlord = "landlord",
    }
}

/// A bill and who pays it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill {
    /// Which.
    pub kind: BillKind,
    /// Who pays.
    pub payer: BillPayer,
    /// What the tenant pays the landlord a month; `None` where it follows the use.
    pub monthly: Option<Money>,
    /// When that is due and how the tenant learns the amount.
    pub note: Option<String>,
}

/// A bill as somebody typed it.
#[derive(Debug, Clone, Default)]
pub struct BillDraft {
    /// Its word.
    pub bill: String,
    /// Who pays; `None` where nothing known was chosen.
    pub payer: Option<BillPayer>,
    /// How much a month.
    pub monthly: Option<Money>,
    /// The note.
    pub note: String,
}

/// Every bill once; which of them are missing matters where the law wants them named.
pub(super) fn bills(found: &mut Violations, drafts: Vec<BillDraft>, all: bool) -> Vec<Bill> {
    let mut bills: Vec<Bill> = Vec::new();
    for (place, draft) in drafts.into_iter().enumerate() {
        let field = |name: &str| format!("terms.bills[{place}].{name}");
        let Some(kind) = BillKind::parse(&draft.bill) else {
            let choose =
                "Choose council-tax, electricity, gas, water, tv-licence or communications.";
            check::refuse(found, &field("bill"), choose);
            continue;
        };
        if bills.iter().any(|bill| bill.kind == kind) {
            check::refuse(found, &field("bill"), "Name each bill once.");
            continue;
        }
        let Some(payer) = draft.payer else {
            check::refuse(
                found,
                &field("payer"),
                "Choose included, tenant or landlord.",
            );
            continue;
        };
        let note = check::note(found, &field("note"), &draft.note, LONGEST_NOTE);
        if payer == BillPayer::Landlord && note.is_none() {
            let say = "Say when it is due and how the tenant learns the amount.";
            check::refuse(found, &field("note"), say);
        }
        let monthly = match (payer, draft.monthly) {
            (BillPayer::Landlord, Some(monthly)) => {
                let message =
                    "Enter the amount per month, or leave it empty where it follows the use.";
                amount(found, &field("monthly_amount"), Some(monthly), message)
            }
            _ => None,
        };
        bills.push(Bill {
            kind,
            payer,
            monthly,
            note: note.filter(|_| payer == BillPayer::Landlord),
        });
    }
    let missing = BillKind::ALL
        .iter()
        .copied()
        .filter(|kind| bills.iter().all(|bill| bill.kind != *kind));
    let missing: Vec<_> = missing.map(BillKind::label).collect();
    if all && !missing.is_empty() {
        let say = format!("Say who pays: {}.", missing.join(", "));
        check::refuse(found, "terms.bills", say);
    }
    bills.sort_by_key(|bill| BillKind::ALL.iter().position(|kind| *kind == bill.kind));
    bills
}

/// The longest note, in characters.
pub(super) const LONGEST_NOTE: usize = 300;
