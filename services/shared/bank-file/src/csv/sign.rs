//! Which way the money of a line went, and how much.

use lintel_core::Money;

use crate::amount;

/// The cells that say it; empty where there is no such column.
#[derive(Debug, Default)]
pub struct Cells<'a> {
    /// With a sign.
    pub signed: &'a str,
    /// Whether there are columns of their own for money in and out.
    pub has_sides: bool,
    /// Money in.
    pub money_in: &'a str,
    /// Money out.
    pub money_out: &'a str,
    /// The words that tell the direction of an amount without a sign.
    pub directions: Vec<&'a str>,
}

/// Which way it went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Went {
    /// Money came.
    In(Money),
    /// It went out, or there was none.
    Out,
}

/// What the cells say. Columns of their own for money in and out come before one amount, which may have lost its sign there.
pub fn went(cells: &Cells<'_>) -> Result<Went, String> {
    let is_said = |cell: &str| !cell.is_empty() && cell != "-";
    if cells.has_sides {
        let amount = |cell| {
            if is_said(cell) {
                amount::british(cell)
            } else {
                Ok(Money::ZERO)
            }
        };
        let (came, left) = (amount(cells.money_in)?, amount(cells.money_out)?);
        if came.minor() > 0 && left.minor() != 0 {
            return Err("The line has money in and money out.".to_owned());
        }
        return Ok(positive(came));
    }
    if !is_said(cells.signed) {
        return Ok(Went::Out);
    }
    let amount = amount::british(cells.signed)?;
    let is_debit = |word: &&str| {
        ["debit", "dr", "dbit", "out", "d"]
            .iter()
            .any(|debit| word.eq_ignore_ascii_case(debit))
    };
    if cells.directions.iter().any(is_debit) {
        return Ok(Went::Out);
    }
    Ok(positive(amount))
}

fn positive(amount: Money) -> Went {
    if amount.minor() > 0 {
        Went::In(amount)
    } else {
        Went::Out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_amount_has_a_sign_or_a_word() {
        let went = |signed, word| {
            went(&Cells {
                signed,
                directions: vec![word],
                ..Cells::default()
            })
        };
        assert_eq!(
            went("950.00", "FASTER PAYMENT"),
            Ok(Went::In(Money::gbp(95_000)))
        );
        assert_eq!(went("-950.00", ""), Ok(Went::Out));
        assert_eq!(went("0.00", ""), Ok(Went::Out));
        assert_eq!(went("", ""), Ok(Went::Out));
        assert_eq!(went("950.00", "Debit"), Ok(Went::Out));
        assert_eq!(went("950.00", "DR"), Ok(Went::Out));
        assert!(went("nine", "").is_err());
    }

    #[test]
    fn two_columns_have_no_sign() {
        let went = |money_in, money_out| {
            went(&Cells {
                signed: "950.00",
                has_sides: true,
                money_in,
                money_out,
                ..Cells::default()
            })
        };
        assert_eq!(went("£950.00", ""), Ok(Went::In(Money::gbp(95_000))));
        assert_eq!(went("950.00", "0.00"), Ok(Went::In(Money::gbp(95_000))));
        assert_eq!(went("", "950.00"), Ok(Went::Out));
        assert_eq!(went("-", "-950.00"), Ok(Went::Out));
        assert_eq!(went("-5.00", ""), Ok(Went::Out));
        assert!(went("5.00", "5.00").is_err());
        assert!(went("", "x").is_err());
    }
}
