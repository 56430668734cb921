//! How entries stand in a statement: in words, and in which column.

use chrono::{Datelike as _, NaiveDate};
use lintel_core::Money;

use crate::domain::rent::{Entry, EntryKind, PaymentMethod, ReversalReason, Span, spelt_out};

/// What an entry adds to what was charged, and to what was paid.
pub(super) type Sides = (Option<Money>, Option<Money>);

/// What an entry is, with its period to the day, for programs.
pub(super) fn in_full(entry: &Entry) -> String {
    match (entry.kind, entry.span) {
        (EntryKind::Charge, Some(span)) => period(span),
        (EntryKind::Charge, None) => "Charge".to_owned(),
        (EntryKind::Receipt, _) => "Payment received".to_owned(),
        (EntryKind::Refund, _) => "Refunded".to_owned(),
        (EntryKind::Waiver, _) => "Waived".to_owned(),
        (EntryKind::Reversal, _) => "Taken back".to_owned(),
    }
}

/// What an entry is and what was written about it, in the words of the screens.
pub(super) fn brief(entry: &Entry) -> String {
    let name = match (entry.kind, entry.span) {
        (EntryKind::Charge, Some(span)) if is_month(span) => {
            format!("Rent for {}", span.first.format("%B %Y"))
        }
        (EntryKind::Charge, Some(span)) => period(span),
        (EntryKind::Charge, None) => {
            let named = entry.reference.clone();
            return named.unwrap_or_else(|| "Charge".to_owned());
        }
        (EntryKind::Receipt, _) => entry.method.map_or_else(
            || "Received".to_owned(),
            |method| format!("Received by {}", way(method)),
        ),
        (EntryKind::Refund, _) => entry.method.map_or_else(
            || "Refunded".to_owned(),
            |method| format!("Refunded by {}", way(method)),
        ),
        (EntryKind::Waiver, _) => "Waived".to_owned(),
        (EntryKind::Reversal, _) => entry.reason.map_or_else(
            || "Reversed".to_owned(),
            |reason| format!("Reversed: {}", why(reason)),
        ),
    };
    match &entry.reference {
        Some(reference) => format!("{name}\n{reference}"),
        None => name,
    }
}

/// In which column an entry stands. A waiver is so much less charged, a refund so much less paid, and a reversal takes its entry out of
/// that entry's own column, so that both sums stay true.
pub(super) const fn sides(entry: &Entry, reversed: Option<EntryKind>) -> Sides {
    match (entry.kind, reversed) {
        (EntryKind::Receipt | EntryKind::Refund, _)
        | (EntryKind::Reversal, Some(EntryKind::Receipt | EntryKind::Refund)) => {
            (None, Some(Money::gbp(-entry.effect.minor())))
        }
        _ => (Some(entry.effect), None),
    }
}

fn period(span: Span) -> String {
    format!(
        "Rent, {} to {}",
        spelt_out(span.first),
        spelt_out(span.last)
    )
}

/// Whether these are the days of a month, all of them.
fn is_month(span: Span) -> bool {
    let begins = |day: NaiveDate| day.day() == 1;
    let next = span.last.succ_opt();
    span.first.month() == span.last.month()
        && span.first.year() == span.last.year()
        && begins(span.first)
        && next.is_none_or(begins)
}

const fn why(reason: ReversalReason) -> &'static str {
    match reason {
        ReversalReason::WrongTenancy => "wrong tenancy",
        ReversalReason::WrongAmount => "wrong amount",
        ReversalReason::EnteredTwice => "entered twice",
        ReversalReason::ReturnedByTheBank => "returned by the bank",
        ReversalReason::Other => "another reason",
    }
}

const fn way(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::BankTransfer => "bank transfer",
        PaymentMethod::StandingOrder => "standing order",
        PaymentMethod::Card => "card",
        PaymentMethod::Cash => "cash",
        PaymentMethod::Cheque => "cheque",
        PaymentMethod::HousingBenefit => "housing benefit",
        PaymentMethod::Other => "another way",
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::domain::rent::EntryActor;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap_or_default()
    }

    fn entry(kind: EntryKind, effect: i64) -> Entry {
        Entry {
            id: 1.into(),
            tenant: 1.into(),
            kind,
            amount: Money::gbp(effect.abs()),
            effect: Money::gbp(effect),
            date: day("2026-11-01"),
            method: None,
            reference: None,
            reverses: None,
            reason: None,
            pays: None,
            span: None,
            actor: EntryActor::Landlord,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    fn rent(first: &str, last: &str) -> Entry {
        Entry {
            span: Some(Span {
                first: day(first),
                last: day(last),
            }),
            ..entry(EntryKind::Charge, 95_000)
        }
    }

    #[test]
    fn a_whole_month_is_called_by_its_name() {
        for (first, last, name) in [
            ("2026-11-01", "2026-11-30", "Rent for November 2026"),
            ("2028-02-01", "2028-02-29", "Rent for February 2028"),
            (
                "2028-02-01",
                "2028-02-28",
                "Rent, 1 February 2028 to 28 February 2028",
            ),
            (
                "2026-11-02",
                "2026-11-30",
                "Rent, 2 November 2026 to 30 November 2026",
            ),
            (
                "2025-11-01",
                "2026-11-30",
                "Rent, 1 November 2025 to 30 November 2026",
            ),
        ] {
            assert_eq!(brief(&rent(first, last)), name);
        }
        let whole = rent("2026-11-01", "2026-11-30");
        let name = "Rent, 1 November 2026 to 30 November 2026";
        assert_eq!(in_full(&whole), name);
    }

    #[test]
    fn an_entry_says_how_money_came_and_what_was_written() {
        let receipt = Entry {
            method: Some(PaymentMethod::StandingOrder),
            reference: Some("RENT ADA".to_owned()),
            ..entry(EntryKind::Receipt, -500)
        };
        assert_eq!(brief(&receipt), "Received by standing order\nRENT ADA");
        assert_eq!(in_full(&receipt), "Payment received");
        assert_eq!(brief(&entry(EntryKind::Receipt, -500)), "Received");
        let key = Entry {
            reference: Some("A lost key".to_owned()),
            ..entry(EntryKind::Charge, 1_500)
        };
        assert_eq!(brief(&key), "A lost key");
        assert_eq!(brief(&entry(EntryKind::Charge, 1_500)), "Charge");
        assert_eq!(brief(&entry(EntryKind::Waiver, -5)), "Waived");
        assert_eq!(brief(&entry(EntryKind::Reversal, 5)), "Reversed");
        let bounced = Entry {
            reason: Some(ReversalReason::ReturnedByTheBank),
            ..entry(EntryKind::Reversal, 5)
        };
        assert_eq!(brief(&bounced), "Reversed: returned by the bank");
        let refund = Entry {
            method: Some(PaymentMethod::BankTransfer),
            ..entry(EntryKind::Refund, 500)
        };
        assert_eq!(brief(&refund), "Refunded by bank transfer");
        assert_eq!(in_full(&refund), "Refunded");
    }

    #[test]
    fn a_reversal_stands_in_the_column_of_its_entry() {
        let money = Money::gbp;
        for (kind, effect, reversed, charged, paid) in [
            (EntryKind::Charge, 500, None, Some(500), None),
            (EntryKind::Receipt, -500, None, None, Some(500)),
            (EntryKind::Waiver, -500, None, Some(-500), None),
            (EntryKind::Refund, 500, None, None, Some(-500)),
            (
                EntryKind::Reversal,
                -500,
                Some(EntryKind::Refund),
                None,
                Some(500),
            ),
            (
                EntryKind::Reversal,
                500,
                Some(EntryKind::Receipt),
                None,
                Some(-500),
            ),
            (
                EntryKind::Reversal,
                -500,
                Some(EntryKind::Charge),
                Some(-500),
                None,
            ),
            (
                EntryKind::Reversal,
                500,
                Some(EntryKind::Waiver),
                Some(500),
                None,
            ),
        ] {
            let stands = sides(&entry(kind, effect), reversed);
            assert_eq!(stands, (charged.map(money), paid.map(money)), "{kind:?}");
        }
    }
}
