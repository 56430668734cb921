//! The facts of a deposit for people.

use std::fmt::Write as _;

use chrono::NaiveDate;
use lintel_core::london_date;
use lintel_proto::{Word as _, tenancy::v1 as tenancy};

use crate::{
    api::names::DepositScheme,
    rest::{
        convert::{date, instant, money, text as some_text},
        problem::Problem,
    },
};

/// Writes what the portal shows of a deposit, one fact a line.
pub(super) fn facts(deposit: tenancy::Deposit, today: NaiveDate) -> Result<String, Problem> {
    let day = |day: NaiveDate| day.format("%-d %B %Y").to_string();
    let pounds = |amount: String| format!("£{amount}");
    let mut text = format!("Your deposit as it stood on {}\n\n", day(today));
    let mut fact = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = writeln!(text, "{name}: {value}");
        }
    };
    fact("Amount", money(deposit.amount)?.map(pounds));
    fact("Received", date(deposit.receive_date)?.map(day));
    fact(
        "Has to be protected by",
        date(deposit.protect_by_date)?.map(day),
    );
    fact("Protected since", date(deposit.protect_date)?.map(day));
    fact(
        "Scheme",
        DepositScheme::from_number(deposit.scheme).map(scheme),
    );
    fact("Number", some_text(deposit.scheme_reference));
    fact("Given back", money(deposit.returned)?.map(pounds));
    fact("Given back on", date(deposit.return_date)?.map(day));
    fact("Kept, and why", some_text(deposit.deductions));
    for answer in deposit.answers {
        let said = if answer.agreed {
            "you agree"
        } else {
            "you don’t agree"
        };
        let on = instant(answer.answer_time)?.map(london_date);
        let said = on.map(|on| format!("{said}, said on {}", day(on)));
        fact("Your answer", said);
        fact("Why", some_text(answer.text));
    }
    Ok(text)
}

fn scheme(scheme: DepositScheme) -> String {
    match scheme.0 {
        tenancy::DepositScheme::Other => "another scheme".to_owned(),
        known => known.text().unwrap_or_default().to_owned(),
    }
}
