//! The names that British banks, their apps and people give to columns.

use lintel_sheet::bare;

use crate::Way;

/// The day that the bank booked it, the surest name first: Revolut has the day of the order as well.
pub const DAY: &[&str] = &[
    "completeddate",
    "datecompleted",
    "completedon",
    "finishedon",
    "bookingdate",
    "bookeddate",
    "postingdate",
    "posteddate",
    "dateposted",
    "postedtransactionsdate",
    "postedtransactiondate",
    "settleddate",
    "settlementdate",
    "transactiondate",
    "dateoftransaction",
    "txndate",
    "trandate",
    "entrydate",
    "date",
    "dateandtime",
    "datetime",
    "transactiondatetime",
    "processeddate",
    "dateprocessed",
    "processingdate",
    "paymentdate",
    "dateofpayment",
    "datepaid",
    "datereceived",
    "created",
    "createdat",
    "createdon",
    "valuedate",
    "timestamp",
];
/// Money in as positive, money out as negative, or with a flag beside it.
pub const AMOUNT: &[&str] = &[
    "amount",
    "value",
    "transactionamount",
    "transactionvalue",
    "paymentamount",
    "totalamount",
    "netamount",
    "accountamount",
    "gross",
    "net",
    "sourceamountafterfees",
];
/// Money in.
pub const MONEY_IN: &[&str] = &[
    "paidin",
    "moneyin",
    "credit",
    "creditamount",
    "creditvalue",
    "credits",
    "cr",
    "in",
    "amountin",
    "amountcredited",
    "amountreceived",
    "deposit",
    "deposits",
    "depositamount",
    "receipt",
    "receipts",
    "received",
    "paymentsin",
    "paymentin",
    "incoming",
    "income",
    "cashin",
    "valuein",
];
/// Money out.
pub const MONEY_OUT: &[&str] = &[
    "paidout",
    "moneyout",
    "debit",
    "debitamount",
    "debitvalue",
    "debits",
    "dr",
    "out",
    "amountout",
    "amountdebited",
    "amountpaid",
    "withdrawal",
    "withdrawals",
    "withdrawalamount",
    "withdrawn",
    "payment",
    "payments",
    "paid",
    "spent",
    "paymentsout",
    "paymentout",
    "outgoing",
    "outgoings",
    "expenditure",
    "expenses",
    "cashout",
    "valueout",
];
/// Which way the money went; some banks call an amount with a sign so.
pub const FLAG: &[&str] = &[
    "creditdebitindicator",
    "debitcreditindicator",
    "creditdebitflag",
    "debitcreditflag",
    "creditdebit",
    "debitcredit",
    "creditordebit",
    "debitorcredit",
    "creditdebitidentifier",
    "debitcreditidentifier",
    "crdr",
    "drcr",
    "crordr",
    "drorcr",
    "crdb",
    "dbcr",
    "crdridentifier",
    "drcridentifier",
    "crdrindicator",
    "drcrindicator",
    "crdrflag",
    "drcrflag",
    "dc",
    "cd",
    "dcindicator",
    "cdindicator",
    "inout",
    "inorout",
    "outin",
    "moneyinout",
    "paidinout",
    "direction",
    "transactiondirection",
    "paymentdirection",
    "inoutindicator",
    "indicator",
    "sign",
];
/// The kind of payment, which some banks use as the flag.
pub const KIND: &[&str] = &[
    "transactiontype",
    "type",
    "paymenttype",
    "transactioncode",
    "code",
    "kind",
    "subcategory",
    "category",
    "spendingcategory",
    "transactioncategory",
    "paymentmethod",
    "method",
    "channel",
    "product",
];
/// The other party of either way.
pub const PARTY: &[&str] = &[
    "counterparty",
    "counterpartyname",
    "otherparty",
    "otherpartyname",
    "thirdparty",
    "payerpayee",
    "payeepayer",
    "payerorpayee",
    "payeeorpayer",
    "name",
    "payeename",
    "payee",
    "merchantname",
    "tenant",
    "tenantname",
    "customer",
    "customername",
    "contact",
    "contactname",
];
/// The payer of money that came.
pub const SENDER: &[&str] = &[
    "payer",
    "payername",
    "sender",
    "sendername",
    "paidby",
    "paidinby",
    "receivedfrom",
    "from",
    "fromname",
    "sourcename",
    "remitter",
    "remittername",
    "debtor",
    "debtorname",
    "originator",
    "originatorname",
];
/// The payee.
pub const RECIPIENT: &[&str] = &[
    "to",
    "toname",
    "paidto",
    "recipient",
    "recipientname",
    "beneficiary",
    "beneficiaryname",
    "targetname",
    "creditor",
    "creditorname",
];
/// The payer's own text.
pub const REFERENCE: &[&str] = &[
    "reference",
    "paymentreference",
    "payerreference",
    "payeereference",
    "customerreference",
    "senderreference",
    "remittanceinformation",
    "ref",
];
/// Text that may hold both. The landlord's own notes and categories are none of it: the identity would change with them.
pub const TEXT: &[&str] = &[
    "description",
    "transactiondescription",
    "paymentdescription",
    "descriptions",
    "description1",
    "description2",
    "description3",
    "details",
    "detail",
    "transactiondetails",
    "transactiondetail",
    "paymentdetails",
    "merchantdescription",
    "descriptiondetails",
    "narrative",
    "narrative1",
    "narrative2",
    "narrative3",
    "narrative4",
    "narrative5",
    "transactionnarrative",
    "narration",
    "memo",
    "particulars",
    "text",
];
/// The account's balance after the line.
pub const BALANCE: &[&str] = &[
    "balance",
    "runningbalance",
    "accountbalance",
    "closingbalance",
    "balanceafter",
    "balanceaftertransaction",
    "newbalance",
    "ledgerbalance",
    "balanceamount",
    "bookedbalance",
    "bal",
];
/// The account.
pub const ACCOUNT: &[&str] = &[
    "account",
    "accountnumber",
    "accountno",
    "accountid",
    "accountcode",
    "sortcode",
    "sortcodeaccountnumber",
    "sortcodeandaccountnumber",
    "iban",
    "postedaccount",
];
/// The currency.
pub const CURRENCY: &[&str] = &[
    "paymentcurrency",
    "accountcurrency",
    "postedcurrency",
    "currency",
    "currencycode",
    "ccy",
    "sourcecurrency",
];
/// The state: booked, or not yet.
pub const STATE: &[&str] = &["state", "status", "transactionstatus"];
/// The bank's charges.
pub const FEE: &[&str] = &["fee", "fees", "feeamount"];

/// States of a line that never became, or may never become, money.
pub const NOT_BOOKED: &[&str] = &[
    "pending",
    "reverted",
    "reversed",
    "declined",
    "rejected",
    "failed",
    "cancelled",
    "canceled",
    "created",
    "authorised",
    "authorized",
    "upcoming",
    "scheduled",
    "expired",
    "refunded",
    "processing",
];

/// A column's name without what banks add to it: `Amount (GBP)`, `Date completed (UTC)`, `Amount in GBP`.
pub fn column(header: &str) -> String {
    let name = bare(header);
    let plain = ["gbp", "sterling", "utc", "europelondon", "ddmmyyyy"]
        .iter()
        .find_map(|added| {
            let plain = name.strip_suffix(added)?;
            (!plain.is_empty()).then_some(plain)
        });
    let Some(plain) = plain else {
        return name;
    };
    ["amount", "value", "balance"]
        .iter()
        .find(|known| plain == format!("{known}in"))
        .map_or_else(|| plain.to_owned(), ToString::to_string)
}

/// The direction that a word of a flag's column says.
pub fn direction(text: &str) -> Option<Way> {
    let word = bare(text);
    let is = |known: &[&str]| known.contains(&word.as_str());
    if is(&[
        "debit",
        "debits",
        "dr",
        "db",
        "dbit",
        "deb",
        "d",
        "out",
        "o",
        "paidout",
        "moneyout",
        "withdrawal",
        "sent",
        "outgoing",
        "outbound",
        "paymentout",
        "debited",
        "expense",
        "outflow",
    ]) {
        return Some(Way::Out);
    }
    if is(&[
        "credit",
        "credits",
        "cr",
        "crdt",
        "cred",
        "c",
        "in",
        "i",
        "paidin",
        "moneyin",
        "deposit",
        "received",
        "incoming",
        "inbound",
        "paymentin",
        "credited",
        "income",
        "receipt",
        "inflow",
    ]) {
        return Some(Way::In);
    }
    match text {
        "+" => Some(Way::In),
        "-" => Some(Way::Out),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_banks_add_to_a_name_is_left_out() {
        for (header, name) in [
            ("Amount (GBP)", "amount"),
            ("Amount in GBP", "amount"),
            ("Amount In (GBP)", "amount"),
            ("Paid in (GBP)", "paidin"),
            ("Date completed (UTC)", "datecompleted"),
            ("Balance (£)", "balance"),
            ("GBP", "gbp"),
            (" D/C ", "dc"),
        ] {
            assert_eq!(column(header), name, "{header}");
        }
    }

    #[test]
    fn directions_are_known_by_whole_words() {
        for (word, way) in [
            ("D", Some(Way::Out)),
            ("Debit", Some(Way::Out)),
            ("DR", Some(Way::Out)),
            ("Out", Some(Way::Out)),
            ("CR", Some(Way::In)),
            ("In", Some(Way::In)),
            ("Direct Debit", None),
            ("Debit card", None),
            ("NEUTRAL", None),
            ("", None),
        ] {
            assert_eq!(direction(word), way, "{word}");
        }
    }
}
