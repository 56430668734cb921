//! Other banks' and people's own tables, in the shapes that their exports have.

use lintel_bank_file::{Statement, Way};

use crate::samples::read;

fn said(statement: &Statement) -> Vec<(String, i64, String, String)> {
    let lines = statement.lines.iter().map(|line| {
        let amount = line.amount.minor();
        let amount = if line.way == Way::Out {
            -amount
        } else {
            amount
        };
        (
            line.booked.to_string(),
            amount,
            line.payer.clone().unwrap_or_default(),
            line.reference.clone(),
        )
    });
    lines.collect()
}

#[test]
fn other_banks_tables_are_read() {
    let (rent, power) = (("2026-11-20", 95_000), ("2026-11-21", -6_000));
    for (name, text, payer, reference) in [
        (
            "Clydesdale",
            "Date,Type,Description,Debit,Credit,Balance\n20/11/2026,BGC,A TESTER RENT,,950.00,5950.00\n21/11/2026,DD,POWER CO,60.00,,5890.00\n",
            "",
            "A TESTER RENT",
        ),
        (
            "Payments and receipts",
            "Date,Details,Payments,Receipts,Balance\n20/11/2026,A TESTER RENT,,950.00,5950.00\n21/11/2026,POWER CO,60.00,,5890.00\n",
            "",
            "A TESTER RENT",
        ),
        (
            "Virgin Money",
            "Transaction Date,Transaction Type,Transaction Description,Debit Amount,Credit Amount,Balance\n2026-11-20,Credit,A TESTER RENT,,950.00,5950.00\n2026-11-21,Debit,POWER CO,60.00,,5890.00\n",
            "",
            "A TESTER RENT",
        ),
        (
            "First Direct",
            "Date,Description,Amount,Balance\n20/11/2026,A TESTER RENT,950.00,5950.00\n21/11/2026,POWER CO,-60.00,5890.00\n",
            "",
            "A TESTER RENT",
        ),
        (
            "Cashplus",
            "Date,Description,Transaction Type,Credit,Debit,Balance\n20/11/2026,A TESTER RENT,Transfer,£950.00,£0.00,\"£5,950.00\"\n21/11/2026,POWER CO,DD,£0.00,£60.00,\"£5,890.00\"\n",
            "",
            "A TESTER RENT",
        ),
        (
            "Monzo of old",
            "id,created,amount,currency,local_amount,local_currency,category,emoji,description,address,notes,receipt\ntx_1,2026-11-20 08:01:12 +0000,950.00,GBP,950.00,GBP,general,,A TESTER RENT,,,\ntx_2,2026-11-21 08:01:12 +0000,-60.00,GBP,-60.00,GBP,general,,POWER CO,,,\n",
            "",
            "A TESTER RENT",
        ),
        (
            "Metro",
            "Date,Details,Transaction Type,In,Out,Balance\n20/11/2026,A TESTER RENT,Inward Payment,950.00,,5950.00\n21/11/2026,POWER CO,Direct Debit,,60.00,5890.00\n",
            "",
            "A TESTER RENT",
        ),
        (
            "Chase",
            "Date;Time;Transaction Type;Transaction Description;Amount;Currency;Balance\n20 Nov 2026;08:00;Payment;A TESTER RENT;950.00;GBP;5950.00\n21 Nov 2026;09:00;Direct Debit;POWER CO;-60.00;GBP;5890.00\n",
            "",
            "A TESTER RENT",
        ),
        (
            "Revolut Business",
            "Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Card number,Orig currency,Orig amount,Payment currency,Amount,Fee,Balance,Account\n2026-11-20,2026-11-20,1,TOPUP,COMPLETED,Money added from A TESTER,RENT,A TESTER,,GBP,950.00,GBP,950.00,0.00,5950.00,GBP Main\n2026-11-21,2026-11-21,2,TRANSFER,COMPLETED,To POWER CO,,,,GBP,-60.00,GBP,-60.00,0.00,5890.00,GBP Main\n",
            "A TESTER",
            "Money added from A TESTER RENT",
        ),
        (
            "Wise statement",
            "TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name,Payee Name\nT-1,20-11-2026,950.00,GBP,Received money from A TESTER with reference RENT,RENT,5950.00,A TESTER,\nT-2,21-11-2026,-60.00,GBP,Sent money to POWER CO,,5890.00,,POWER CO\n",
            "A TESTER",
            "Received money from A TESTER with reference RENT RENT",
        ),
        (
            "midata of another bank",
            "Date,Type,Merchant/Description,Debit/Credit,Balance\n20/11/2026,FPI,A TESTER RENT,+£950.00,+£5950.00\n21/11/2026,DD,POWER CO,-£60.00,+£5890.00\n\nArranged overdraft limit,28/11/2026,,+£1000.00,\n",
            "",
            "A TESTER RENT",
        ),
        (
            "CR/DR Identifier",
            "Date,Narrative,CR/DR Identifier,Amount\n20/11/2026,A TESTER RENT,CR,950.00\n21/11/2026,POWER CO,DR,60.00\n",
            "",
            "A TESTER RENT",
        ),
        (
            "Debit or Credit",
            "Date,Narrative,Debit or Credit,Amount\n20/11/2026,A TESTER RENT,Credit,950.00\n21/11/2026,POWER CO,Debit,60.00\n",
            "",
            "A TESTER RENT",
        ),
        (
            "a spreadsheet with sums",
            "My rents 2026\n\nDate,Tenant,What for,In,Out\n20/11/2026,A TESTER,RENT,\"1,000.00\",\n20/11/2026,A TESTER,RENT,950.00,\n21/11/2026,POWER CO,GAS,,60.00\n,Total,,\"1,950.00\",60.00\n",
            "A TESTER",
            "",
        ),
    ] {
        let statement = read(text.as_bytes());
        let lines = said(&statement);
        let came = lines.iter().find(|line| line.1 == rent.1);
        let went = lines.iter().find(|line| line.1 == power.1);
        assert!(
            came.is_some_and(|line| line.0 == rent.0),
            "{name}: {lines:?}"
        );
        assert!(
            went.is_some_and(|line| line.0 == power.0),
            "{name}: {lines:?}"
        );
        assert_eq!(
            came.map(|line| (line.2.as_str(), line.3.as_str())),
            Some((payer, reference)),
            "{name}"
        );
        assert!(
            lines.len() <= 3 && statement.left_out.is_empty(),
            "{name}: {lines:?}"
        );
    }
}
