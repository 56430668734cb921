//! The columns of a table, by the names that British banks and their apps give them.

use ::csv::StringRecord;
use lintel_sheet::bare;

/// The day that the bank booked it, the surest name first: Revolut has the day of the order as well.
const BOOKED: &[&str] = &[
    "completeddate",
    "datecompleted",
    "bookingdate",
    "bookeddate",
    "postingdate",
    "posteddate",
    "dateposted",
    "settleddate",
    "transactiondate",
    "date",
    "transactiondatetime",
    "valuedate",
];
/// Money in as positive, money out as negative.
const SIGNED: &[&str] = &["amount", "value", "transactionamount", "totalamount"];
const MONEY_IN: &[&str] = &[
    "paidin",
    "moneyin",
    "credit",
    "creditamount",
    "credits",
    "in",
    "amountin",
    "deposit",
    "deposits",
];
const MONEY_OUT: &[&str] = &[
    "paidout",
    "moneyout",
    "debit",
    "debitamount",
    "debits",
    "out",
    "amountout",
    "withdrawal",
    "withdrawals",
];
/// Which way the money went, where amounts have no sign.
const DIRECTION: &[&str] = &[
    "creditdebitindicator",
    "debitcreditindicator",
    "creditdebit",
    "debitcredit",
    "crdr",
    "drcr",
    "direction",
    "transactiontype",
    "type",
];
const PAYER: &[&str] = &[
    "counterparty",
    "counterpartyname",
    "payer",
    "payername",
    "sender",
    "sendername",
    "paidby",
    "from",
    "name",
    "payee",
];
/// What the payer wrote. What the landlord can edit (notes, categories) is none of it: the key would change with it.
const REFERENCE: &[&str] = &[
    "reference",
    "paymentreference",
    "description",
    "transactiondescription",
    "details",
    "transactiondetails",
    "narrative",
    "narrative1",
    "narrative2",
    "narrative3",
    "narrative4",
    "narrative5",
    "memo",
    "particulars",
];
const ACCOUNT: &[&str] = &["account", "accountnumber", "accountid", "sortcode", "iban"];
const ID: &[&str] = &["transactionid", "fitid", "id"];
const CURRENCY: &[&str] = &[
    "paymentcurrency",
    "accountcurrency",
    "currency",
    "currencycode",
];
const STATE: &[&str] = &["state", "status"];

/// Where the cells of a line are.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Columns {
    /// How many there are.
    pub count: usize,
    /// The day.
    pub booked: usize,
    /// An amount with a sign.
    pub signed: Option<usize>,
    /// Money in.
    pub money_in: Option<usize>,
    /// Money out.
    pub money_out: Option<usize>,
    /// Which way the money went.
    pub direction: Vec<usize>,
    /// Who paid, the surest first.
    pub payer: Vec<usize>,
    /// What for, in the order of the file.
    pub reference: Vec<usize>,
    /// The account.
    pub account: Vec<usize>,
    /// The bank's own id of the line.
    pub id: Option<usize>,
    /// The currency.
    pub currency: Option<usize>,
    /// Whether it is booked.
    pub state: Option<usize>,
}

impl Columns {
    /// Those that a header names; `None` when it names no day or no amount, and so is none.
    pub fn named(header: &StringRecord) -> Option<Self> {
        let names: Vec<String> = header.iter().map(column_name).collect();
        let all = |known: &[&str]| -> Vec<usize> {
            let places = known
                .iter()
                .filter_map(|known| names.iter().position(|name| name == known));
            places.collect()
        };
        let one = |known: &[&str]| all(known).first().copied();
        let in_order = |known: &[&str]| {
            let mut places = all(known);
            places.sort_unstable();
            places
        };
        let columns = Self {
            count: names.len(),
            booked: one(BOOKED)?,
            signed: one(SIGNED),
            money_in: one(MONEY_IN),
            money_out: one(MONEY_OUT),
            direction: all(DIRECTION),
            payer: all(PAYER),
            reference: in_order(REFERENCE),
            account: in_order(ACCOUNT),
            id: one(ID),
            currency: one(CURRENCY),
            state: one(STATE),
        };
        let has_amount = columns.signed.is_some() || columns.money_in.is_some();
        has_amount.then_some(columns)
    }

    /// Those of a file without a header: day, description, amount.
    pub fn bare() -> Self {
        Self {
            count: 3,
            booked: 0,
            reference: vec![1],
            signed: Some(2),
            ..Self::default()
        }
    }
}

/// A column's name without what banks add to it: `Amount (GBP)`, `Date completed (UTC)`.
fn column_name(header: &str) -> String {
    let name = bare(header);
    let plain = ["gbp", "utc", "europelondon"].iter().find_map(|added| {
        let plain = name.strip_suffix(added)?;
        (!plain.is_empty()).then_some(plain)
    });
    plain.unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn named(header: &str) -> Option<Columns> {
        Columns::named(&header.split(',').collect::<Vec<_>>().into())
    }

    #[test]
    fn a_header_needs_a_day_and_an_amount() {
        assert_eq!(named("Date,Description,Balance"), None);
        assert_eq!(named("Description,Amount"), None);
        assert_eq!(named("25/11/2026,RENT,950.00"), None);
        assert!(named("Date,Paid in").is_some());
    }

    #[test]
    fn the_surest_column_is_taken() {
        let revolut = named("Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance").unwrap();
        assert_eq!(
            (revolut.booked, revolut.signed, revolut.state),
            (3, Some(5), Some(8))
        );
        let monzo = named("Transaction ID,Date,Time,Type,Name,Amount,Currency,Local amount,Local currency,Notes and #tags,Description,Money Out,Money In").unwrap();
        assert_eq!(
            (monzo.signed, monzo.money_in, monzo.currency),
            (Some(5), Some(12), Some(6))
        );
        assert_eq!(monzo.reference, [10]);
        let starling =
            named("Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)").unwrap();
        assert_eq!((starling.payer, starling.signed), (vec![1], Some(4)));
    }
}
