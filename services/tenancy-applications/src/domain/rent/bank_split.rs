//! How a line is split: between several tenants, partly to a charge or to nothing, and as an earlier line like it was.

use chrono::NaiveDate;
use lintel_core::{LedgerEntryId, Money, TenantId, Violations};

use super::{BankLinePartKind, BankLineWay};
use crate::domain::{check, pounds};

/// The most parts of a line.
pub const MOST_PARTS: usize = 50;

/// A part to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// What it becomes.
    pub kind: BankLinePartKind,
    /// Whose.
    pub tenant: Option<TenantId>,
    /// How much.
    pub amount: Money,
    /// The charge that a receipt is for; none for the oldest first.
    pub charge: Option<LedgerEntryId>,
}

/// Judges how a line that went `way` is split: each part has an amount and, unless it is nothing, a tenant; together they are `open`.
pub fn judge(found: &mut Violations, field: &str, parts: &[Part], way: BankLineWay, open: Money) {
    if parts.len() > MOST_PARTS {
        check::refuse(found, field, "Split a line into at most 50 parts.");
        return;
    }
    for (place, part) in parts.iter().enumerate() {
        let field = |name: &str| format!("{field}[{place}].{name}");
        if part.amount.minor() <= 0 {
            check::refuse(found, &field("amount"), "Enter an amount above nothing.");
        }
        let fits = match part.kind {
            BankLinePartKind::Rent => way == BankLineWay::In,
            BankLinePartKind::Refund | BankLinePartKind::DepositReturn => way == BankLineWay::Out,
            BankLinePartKind::Nothing => true,
        };
        if !fits {
            let message = match way {
                BankLineWay::In => "Money that came is rent or nothing.",
                BankLineWay::Out => {
                    "Money that went out is a refund, the return of a deposit or nothing."
                }
            };
            check::refuse(found, &field("kind"), message);
        }
        match (part.kind, part.tenant) {
            (BankLinePartKind::Nothing, Some(_)) => {
                let message = "Choose no tenant for what is nothing of a tenancy.";
                check::refuse(found, &field("tenant_id"), message);
            }
            (
                BankLinePartKind::Rent | BankLinePartKind::Refund | BankLinePartKind::DepositReturn,
                None,
            ) => check::refuse(found, &field("tenant_id"), "Choose a tenant."),
            _ => {}
        }
        if part.charge.is_some() && part.kind != BankLinePartKind::Rent {
            let message = "Only a receipt is for a charge.";
            check::refuse(found, &field("charge_entry_id"), message);
        }
    }
    let given = Money::sum(parts.iter().map(|part| part.amount));
    let left = given.and_then(|given| open.minus(given));
    let message = match left {
        Ok(left) if left == Money::ZERO => return,
        Ok(left) if left.is_negative() => {
            let over = Money::gbp(-left.minor());
            format!("The parts are {} more than the line.", pounds(over))
        }
        Ok(left) => format!("{} is not given out yet.", pounds(left)),
        Err(error) => error.to_string(),
    };
    check::refuse(found, field, &message);
}

/// A part of an earlier line: what it was, whose and how much.
pub type PartBefore = (BankLinePartKind, Option<TenantId>, Money);

/// Splits a line of `open` as an earlier one with the same reference was, booked on `before`; `owed` is what each tenant's tenancy owes
/// today, in the order of the parts. Where the amounts are others, each gets what is owed as long as it lasts. Gives the parts, each with
/// its reason, and whether they add up as they did.
#[must_use]
pub fn as_before(
    parts: &[PartBefore],
    owed: &[Money],
    before: NaiveDate,
    open: Money,
) -> (Vec<(PartBefore, String)>, bool) {
    let on = before.format("%d/%m/%Y");
    let sum = Money::sum(parts.iter().map(|(.., amount)| *amount));
    if sum == Ok(open) {
        let same = parts.iter().map(|part| (*part, format!("As on {on}.")));
        return (same.collect(), true);
    }
    let mut left = open.minor();
    let mut split = Vec::new();
    for ((kind, tenant, _), owed) in parts.iter().zip(owed) {
        let amount = owed.minor().clamp(0, left);
        if amount == 0 || tenant.is_none() {
            continue;
        }
        left -= amount;
        let reason = if amount == owed.minor() {
            format!("All that is owed; a part on {on}.")
        } else {
            format!("A part of what is owed; a part on {on}.")
        };
        split.push(((*kind, *tenant, Money::gbp(amount)), reason));
    }
    (split, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Money = Money::gbp(148_000);

    fn rent(tenant: i64, pence: i64) -> Part {
        Part {
            kind: BankLinePartKind::Rent,
            tenant: Some(tenant.into()),
            amount: Money::gbp(pence),
            charge: None,
        }
    }

    fn refusals(parts: &[Part], way: BankLineWay) -> Vec<(String, String)> {
        let mut found = Violations::default();
        judge(&mut found, "parts", parts, way, OPEN);
        found.into_result("X").err().map(fields).unwrap_or_default()
    }

    fn fields(error: lintel_core::Error) -> Vec<(String, String)> {
        let lintel_core::Error::Invalid { violations, .. } = error else {
            return Vec::new();
        };
        let fields = violations.iter();
        fields
            .map(|one| (one.field.clone(), one.message.clone()))
            .collect()
    }

    #[test]
    fn parts_add_up_to_the_line() {
        let way = BankLineWay::In;
        assert_eq!(refusals(&[rent(1, 95_000), rent(2, 53_000)], way), []);
        let said = |parts: &[Part]| refusals(parts, way).pop().map(|(_, message)| message);
        assert_eq!(
            said(&[rent(1, 95_000), rent(2, 51_000)]).as_deref(),
            Some("£20.00 is not given out yet.")
        );
        assert_eq!(
            said(&[rent(1, 95_000), rent(2, 54_000)]).as_deref(),
            Some("The parts are £10.00 more than the line.")
        );
    }

    #[test]
    fn a_part_goes_the_way_of_its_line() {
        assert_eq!(refusals(&[rent(1, 148_000)], BankLineWay::Out).len(), 1);
        let refund = Part {
            kind: BankLinePartKind::Refund,
            ..rent(1, 148_000)
        };
        assert_eq!(refusals(&[refund], BankLineWay::Out), []);
        assert_eq!(refusals(&[refund], BankLineWay::In).len(), 1);
    }

    #[test]
    fn a_part_names_its_tenant_and_an_amount() {
        let nobody = Part {
            tenant: None,
            ..rent(1, 148_000)
        };
        assert_eq!(refusals(&[nobody], BankLineWay::In).len(), 1);
        let nothing = Part {
            kind: BankLinePartKind::Nothing,
            ..nobody
        };
        assert_eq!(refusals(&[nothing], BankLineWay::In), []);
        let both = [rent(1, 148_001), rent(2, -1)];
        assert_eq!(refusals(&both, BankLineWay::In).len(), 1);
        let many = vec![rent(1, 1); MOST_PARTS + 1];
        assert_eq!(refusals(&many, BankLineWay::In).len(), 1);
    }

    #[test]
    fn a_schedule_is_split_as_before() {
        let day = NaiveDate::from_ymd_opt(2026, 10, 16).unwrap_or_default();
        let part = |tenant: i64, pence| {
            let tenant = Some(TenantId::new(tenant));
            (BankLinePartKind::Rent, tenant, Money::gbp(pence))
        };
        let before = [part(1, 53_000), part(2, 43_000), part(3, 52_000)];
        let owed = [Money::gbp(53_000), Money::gbp(51_000), Money::gbp(52_000)];
        let (same, sure) = as_before(&before, &owed, day, OPEN);
        assert!(sure);
        assert_eq!(
            same.iter().map(|(part, _)| *part).collect::<Vec<_>>(),
            before
        );
        assert_eq!(same[0].1, "As on 16/10/2026.");
        let (other, sure) = as_before(&before, &owed, day, Money::gbp(100_000));
        assert!(!sure);
        let other: Vec<_> = other.into_iter().map(|(part, _)| part).collect();
        assert_eq!(other, [part(1, 53_000), part(2, 47_000)]);
    }
}
