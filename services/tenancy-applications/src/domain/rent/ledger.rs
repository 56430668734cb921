//! A tenancy's ledger (docs/reference/uk-lettings.md 5.5): what its tenants owe and what came of it. Entries are only ever added; what was wrong is taken
//! back by another entry. What was paid of which charge follows from the entries and is stored nowhere.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, LedgerEntryId, Money, TenancyId, TenantId, Violations, spelt};

use super::{
    EarlierRise, RentPeriod, RentTerms, Span,
    bounds::{judge_amount, judge_date},
};
use crate::domain::{Nation, check};

mod allocation;
mod arrears;
mod correction;
mod parts;
mod schedule;
#[cfg(test)]
mod tests;

pub use allocation::{ChargeStatus, Settled, Standing, balance_of, standing};
pub use arrears::{Arrears, ArrearsPlace, ArrearsRow, ArrearsSort, Owed, TenancyArrears, ground_8};
pub use correction::{Correction, corrected, rent_of};
pub use parts::{Part, parts};
pub use schedule::{Leaver, NewCharge, RentChange, Rents, charges, settle_leaver};

/// The reason of every refusal here.
const INVALID: &str = "LEDGER_INVALID";
/// The most entries that people may add to one tenancy; a tenancy of ten years has some 500.
pub const MOST_ENTRIES: i64 = 5_000;

/// The longest reference, in characters: that of a bank's transfer.
pub const LONGEST_REFERENCE: usize = 140;

/// What begins the reference of a charge of rent that was owed before the first day of rent.
pub const OWED_BEFORE: &str = "Owed before";
/// What an automatic waiver is called.
pub const AFTER_THE_LAST_DAY: &str = "Rent after the last day";

spelt! {
    /// What an entry is.
    EntryKind {
        /// Something that is owed.
        Charge = "charge",
        /// Money that came.
        Receipt = "receipt",
        /// Takes back an earlier entry as a whole.
        Reversal = "reversal",
        /// Something that is no longer owed.
        Waiver = "waiver",
        /// Money that went back to a tenant. It takes what was overpaid away. It is not rent due: what is refunded beyond that stands in the
        /// balance, but is no arrears of rent (docs/reference/uk-lettings.md 5.5 and 3.1: ground 8 is about rent that is unpaid).
        Refund = "refund",
    }
}

spelt! {
    /// Why an entry was taken back.
    ReversalReason {
        /// It belongs to another tenancy.
        WrongTenancy = "wrong-tenancy",
        /// Its amount was another one.
        WrongAmount = "wrong-amount",
        /// It was there already.
        EnteredTwice = "entered-twice",
        /// The bank gave the money back.
        ReturnedByTheBank = "returned-by-the-bank",
        /// Another reason.
        Other = "other",
    }
}

spelt! {
    /// How money came.
    PaymentMethod {
        /// A transfer.
        BankTransfer = "bank-transfer",
        /// A standing order.
        StandingOrder = "standing-order",
        /// A card.
        Card = "card",
        /// Cash.
        Cash = "cash",
        /// A cheque.
        Cheque = "cheque",
        /// Paid by the council or as universal credit.
        HousingBenefit = "housing-benefit",
        /// In another way.
        Other = "other",
    }
}

spelt! {
    /// Who wrote an entry.
    EntryActor {
        /// A member of the organisation.
        Landlord = "Landlord",
        /// The schedule.
        Lintel = "Lintel",
        /// A member, from a line of a bank's file.
        Bank = "Bank statement",
    }
}

impl EntryKind {
    /// Whether it is money that came or went.
    #[must_use]
    pub const fn is_money(self) -> bool {
        matches!(self, Self::Receipt | Self::Refund)
    }

    /// What so much of it adds to the balance; a reversal's is that of its entry, turned round.
    #[must_use]
    pub const fn effect(self, amount: Money) -> Money {
        match self {
            Self::Charge | Self::Refund => amount,
            Self::Receipt | Self::Waiver | Self::Reversal => Money::gbp(-amount.minor()),
        }
    }
}

/// How rent is due in a tenancy, and how far it was charged and told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ledger {
    /// The tenancy.
    pub tenancy: TenancyId,
    /// How rent is due, and how much; none where none is charged by schedule.
    pub terms: Option<(RentTerms, Rents)>,
    /// The first day of the next period to charge; none where nothing more will be.
    pub next_due: Option<NaiveDate>,
    /// The day whose charges were written.
    pub looked_on: NaiveDate,
    /// The day whose reminders were mailed.
    pub mailed_on: NaiveDate,
    /// The last receipt; 0 for none.
    pub last_receipt: LedgerEntryId,
    /// The last receipt that its tenant was told of.
    pub told_receipt: LedgerEntryId,
    /// Whether another day would change nothing.
    pub quiet: bool,
    /// Grows with every entry.
    pub version: i64,
    /// The last rise of before Lintel, if it was recorded.
    pub earlier_rise: Option<EarlierRise>,
    /// The nation that the home is in.
    pub nation: Nation,
}

impl Ledger {
    /// One without terms.
    #[must_use]
    pub fn new(tenancy: TenancyId, nation: Nation, today: NaiveDate) -> Self {
        Self {
            tenancy,
            terms: None,
            next_due: None,
            looked_on: today,
            mailed_on: today,
            last_receipt: LedgerEntryId::new(0),
            told_receipt: LedgerEntryId::new(0),
            quiet: false,
            version: 0,
            earlier_rise: None,
            nation,
        }
    }

    /// The rent of the tenancy per month on a day, or `rent` where none is charged by schedule.
    #[must_use]
    pub fn rent_on(&self, day: NaiveDate, rent: Money) -> Money {
        self.terms.as_ref().map_or(rent, |(_, rents)| rents.on(day))
    }

    /// The rent on a day as it was agreed, of a tenancy at `rent` per month where none is charged by schedule.
    #[must_use]
    pub fn agreed_rent(&self, day: NaiveDate, rent: Money) -> lintel_rules::Rent {
        self.period().agreed(self.rent_on(day, rent))
    }

    /// How often rent is due.
    fn period(&self) -> RentPeriod {
        let terms = self.terms.as_ref();
        terms.map_or(RentPeriod::Monthly, |(terms, _)| terms.period)
    }

    /// Whether a tenancy that owes so much on a day owes what ground 8 names; in England alone.
    #[must_use]
    pub fn ground_8(&self, day: NaiveDate, rent: Money, owed: &Owed) -> bool {
        ground_8(self.nation, self.agreed_rent(day, rent), owed, day)
    }

    /// The figures of what a tenancy at `rent` owes on a day.
    #[must_use]
    pub fn arrears(&self, owed: Owed, rent: Money, day: NaiveDate) -> Arrears {
        let met = self.ground_8(day, rent, &owed);
        Arrears::new(owed, self.rent_on(day, rent), met, day)
    }
}

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its id; entries of one day are in its order.
    pub id: LedgerEntryId,
    /// Whose.
    pub tenant: TenantId,
    /// What it is.
    pub kind: EntryKind,
    /// Above nothing.
    pub amount: Money,
    /// What it adds to the balance, from its date on: below nothing where it takes away.
    pub effect: Money,
    /// The day that it counts from.
    pub date: NaiveDate,
    /// How money came.
    pub method: Option<PaymentMethod>,
    /// What it is for, or what the payer wrote.
    pub reference: Option<String>,
    /// The entry that it takes back.
    pub reverses: Option<LedgerEntryId>,
    /// Of a reversal: why.
    pub reason: Option<ReversalReason>,
    /// Of a receipt: the charge that it settles first.
    pub pays: Option<LedgerEntryId>,
    /// Of a charge of rent the days that it is for; of an automatic waiver those of the charge.
    pub span: Option<Span>,
    /// Who wrote it.
    pub actor: EntryActor,
    /// When.
    pub created_at: DateTime<Utc>,
}

impl Entry {
    /// Whether it is a charge of rent: one of the schedule, what was owed before it, or one that the landlord calls rent. Ground 8 counts
    /// no other (docs/reference/uk-nations.md 6).
    #[must_use]
    pub fn is_rent(&self) -> bool {
        let named = |reference: &str| {
            let word = reference.split(|one: char| !one.is_alphanumeric()).next();
            word.is_some_and(|word| word.eq_ignore_ascii_case("rent"))
                || reference.starts_with(OWED_BEFORE)
        };
        self.kind == EntryKind::Charge
            && (self.span.is_some() || self.reference.as_deref().is_some_and(named))
    }
}

/// An entry to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// What it is.
    pub kind: EntryKind,
    /// Above nothing; a reversal has that of the entry that it takes back.
    pub amount: Money,
    /// The day that it counts from; a reversal without one counts from that of the entry that it takes back, as if that had never been.
    pub date: Option<NaiveDate>,
    /// How money came.
    pub method: Option<PaymentMethod>,
    /// What it is for, or what the payer wrote; judged by [`reference`].
    pub reference: Option<String>,
    /// The entry that it takes back.
    pub reverses: Option<LedgerEntryId>,
    /// Of a reversal: why.
    pub reason: Option<ReversalReason>,
    /// Of a receipt: the charge that it settles first.
    pub pays: Option<LedgerEntryId>,
}

/// What somebody typed of an entry.
#[derive(Debug, Clone, Default)]
pub struct EntryDraft {
    /// The fields that could not be read.
    pub unreadable: Violations,
    /// What it is.
    pub kind: Option<EntryKind>,
    /// The amount.
    pub amount: Option<Money>,
    /// The day.
    pub date: Option<NaiveDate>,
    /// How money came.
    pub method: String,
    /// What it is for.
    pub reference: String,
    /// The entry that it takes back; 0 for none.
    pub reverses: i64,
    /// Why it takes one back.
    pub reason: Option<ReversalReason>,
    /// The charge that it settles first; 0 for none.
    pub pays: i64,
}

impl NewEntry {
    /// Money that came.
    #[must_use]
    pub const fn receipt(
        amount: Money,
        date: NaiveDate,
        method: Option<PaymentMethod>,
        reference: Option<String>,
    ) -> Self {
        Self {
            kind: EntryKind::Receipt,
            amount,
            date: Some(date),
            method,
            reference,
            reverses: None,
            reason: None,
            pays: None,
        }
    }

    /// Names the charge of its tenancy that a receipt settles first; the rest settles the oldest charges.
    #[must_use]
    pub fn paying(self, charge: Option<LedgerEntryId>) -> Self {
        Self {
            pays: charge,
            ..self
        }
    }

    /// Money that went back to a tenant.
    #[must_use]
    pub fn refund(
        amount: Money,
        date: NaiveDate,
        method: Option<PaymentMethod>,
        reference: Option<String>,
    ) -> Self {
        Self {
            kind: EntryKind::Refund,
            ..Self::receipt(amount, date, method, reference)
        }
    }

    /// Takes back `entry`, as if it had never been.
    #[must_use]
    pub const fn reversal(entry: LedgerEntryId) -> Self {
        Self {
            kind: EntryKind::Reversal,
            amount: Money::ZERO,
            date: None,
            method: None,
            reference: None,
            reverses: Some(entry),
            reason: None,
            pays: None,
        }
    }

    /// Judges what somebody typed.
    ///
    /// # Errors
    /// `LEDGER_INVALID` with every offending field.
    pub fn try_new(draft: EntryDraft, today: NaiveDate) -> Result<Self, Error> {
        let mut found = draft.unreadable;
        let reversal = draft.kind == Some(EntryKind::Reversal);
        if draft.kind.is_none() {
            let choose = "Choose charge, receipt, refund, waiver or reversal.";
            check::refuse(&mut found, "kind", choose);
        }
        if !reversal {
            match draft.amount {
                Some(amount) => judge_amount(&mut found, "amount", amount),
                None => check::refuse(&mut found, "amount", "Enter an amount."),
            }
            if draft.date.is_none() {
                check::refuse(&mut found, "date", "Enter a day.");
            }
        }
        if let Some(date) = draft.date {
            judge_date(&mut found, "date", date, today);
        }
        let method = PaymentMethod::parse(&draft.method);
        if method.is_none() && !draft.method.is_empty() {
            let choose = "Choose bank-transfer, standing-order, card, cash, cheque, housing-benefit or other.";
            check::refuse(&mut found, "method", choose);
        } else if method.is_some() && draft.kind.is_some_and(|kind| !kind.is_money()) {
            let none = "Only a receipt or a refund has a payment method.";
            check::refuse(&mut found, "method", none);
        }
        if reversal == (draft.reverses == 0) && draft.kind.is_some() {
            let which = if reversal {
                "Name the entry to take back."
            } else {
                "Only a reversal takes an entry back."
            };
            check::refuse(&mut found, "reverses", which);
        }
        if draft.reason.is_some() && !reversal && draft.kind.is_some() {
            let none = "Only a reversal has a reason.";
            check::refuse(&mut found, "reason", none);
        }
        if draft.pays != 0 && draft.kind.is_some_and(|kind| kind != EntryKind::Receipt) {
            let none = "Only a receipt names the charge that it pays.";
            check::refuse(&mut found, "pays", none);
        }
        let reference = reference(&mut found, "reference", &draft.reference);
        found.into_result(INVALID)?;
        let kind = draft.kind.ok_or_else(unjudged)?;
        Ok(Self {
            kind,
            amount: draft.amount.filter(|_| !reversal).unwrap_or(Money::ZERO),
            date: draft.date,
            method,
            reference,
            reverses: reversal.then(|| draft.reverses.into()),
            reason: draft.reason,
            pays: (draft.pays != 0).then(|| draft.pays.into()),
        })
    }

    /// The entry as it is to be stored, where it takes back `reversed`: amount, effect and day.
    ///
    /// # Errors
    /// `LEDGER_INVALID` for the reversal of a reversal, or one that counts from before the entry that it takes back.
    pub fn counted(&self, reversed: Option<&Entry>) -> Result<(Money, Money, NaiveDate), Error> {
        let Some(reversed) = reversed else {
            let date = self.date.ok_or_else(unjudged)?;
            return Ok((self.amount, self.kind.effect(self.amount), date));
        };
        if reversed.kind == EntryKind::Reversal {
            let anew = "A reversal cannot be taken back. Write the entry anew.";
            return Err(Error::field(INVALID, "reverses", anew));
        }
        let date = self.date.unwrap_or(reversed.date);
        if date < reversed.date {
            let early = "Enter a day that is not before the entry's own.";
            return Err(Error::field(INVALID, "date", early));
        }
        Ok((reversed.amount, Money::gbp(-reversed.effect.minor()), date))
    }
}

/// The refusal of a receipt that names something else than a charge of its tenancy that stands.
pub fn not_a_charge() -> Error {
    let name = "Name a charge of this tenancy that was not taken back.";
    Error::field(INVALID, "pays", name)
}

/// Judges what an entry is for: a line of up to 140 characters.
pub fn reference(found: &mut Violations, field: &str, given: &str) -> Option<String> {
    let line = "Use text on one line.";
    let text = check::text(found, field, given, 0..=LONGEST_REFERENCE, line)?;
    (!text.is_empty()).then_some(text)
}

/// A refusal for one field of a ledger's.
pub fn invalid(field: &str, message: &str) -> Error {
    Error::field(INVALID, field, message)
}

/// The refusal of fields that could not be read.
///
/// # Errors
/// `LEDGER_INVALID` where there are any.
pub fn readable(unreadable: Violations) -> Result<(), Error> {
    unreadable.into_result(INVALID)
}

/// Every field that is missing was refused before.
fn unjudged() -> Error {
    Error::internal("a field was neither taken nor refused")
}
