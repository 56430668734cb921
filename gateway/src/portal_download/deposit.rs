//! The facts of a deposit for people.

use std::fmt::Write as _;

use chrono::NaiveDate;
use lintel_core::london_date;
use lintel_proto::{Word as _, tenancy::v1 as tenancy};

use crate::{
    model::{deposit::Deposit, names::DepositScheme},
    problem::Problem,
};

/// Writes what the portal shows of a deposit, one fact a line.
pub(super) fn facts(deposit: tenancy::Deposit, today: NaiveDate) -> Result<String, Problem> {
    let deposit = Deposit::try_from(deposit)?;
    let day = |day: NaiveDate| day.format("%-d %B %Y").to_string();
    let money = |amount: String| format!("£{amount}");
    let mut text = format!("Your deposit as it stood on {}\n\n", day(today));
    let mut fact = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let _ = writeln!(text, "{name}: {value}");
        }
    };
    fact("Amount", deposit.amount.map(money));
    fact("Received", deposit.received_date.map(day));
    fact("Has to be protected by", deposit.protect_by_date.map(day));
    fact("Protected since", deposit.protected_date.map(day));
    fact("Scheme", deposit.scheme.map(scheme));
    fact("Number", deposit.scheme_reference);
    fact("Given back", deposit.returned.map(money));
    fact("Given back on", deposit.return_date.map(day));
    fact("Kept, and why", deposit.deductions);
    for answer in deposit.answers {
        let said = if answer.agreed {
            "you agree"
        } else {
            "you don’t agree"
        };
        let on = london_date(answer.answered_at);
        fact("Your answer", Some(format!("{said}, said on {}", day(on))));
        fact("Why", answer.text);
    }
    Ok(text)
}

fn scheme(scheme: DepositScheme) -> String {
    match scheme.0 {
        tenancy::DepositScheme::Other => "another scheme".to_owned(),
        known => known.text().unwrap_or_default().to_owned(),
    }
}
