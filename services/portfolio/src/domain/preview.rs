//! The figures of a property that is being typed: nothing is required and no rule is checked.

use lintel_core::{Error, Money, MoneyError};
use rust_decimal::Decimal;

use super::{CashFlow, PropertyDraft, PropertyType, RentRule, annual_yield_percent, running_costs};

/// The figures of a draft; what is not known counts as nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preview {
    /// The cash flow.
    pub cash_flow: CashFlow,
    /// Two decimals; none without a purchase price.
    pub annual_yield_percent: Option<Decimal>,
}

impl Preview {
    /// The figures of `draft`.
    ///
    /// # Errors
    /// [`Error::Invalid`] with `PROPERTY_INVALID` for what could not be read, and for amounts that are too large.
    pub fn of(draft: PropertyDraft, rent: RentRule) -> Result<Self, Error> {
        let too_large =
            |error: MoneyError| Error::field("PROPERTY_INVALID", "monthly_rent", error.to_string());
        let cash_flow = Self::cash_flow(&draft, rent).map_err(too_large)?;
        cash_flow.annual_profit().map_err(too_large)?;
        draft.unreadable.into_result("PROPERTY_INVALID")?;
        Ok(Self {
            cash_flow,
            annual_yield_percent: annual_yield_percent(cash_flow.rent, draft.purchase_price),
        })
    }

    fn cash_flow(draft: &PropertyDraft, rule: RentRule) -> Result<CashFlow, MoneyError> {
        let property_type = draft.property_type.unwrap_or(PropertyType::House);
        let shared = property_type == PropertyType::Hmo && !draft.rooms.is_empty();
        let rent = match (draft.monthly_rent, rule) {
            (Some(typed), RentRule::Typed) => typed,
            _ if shared => Money::sum(draft.rooms.iter().filter_map(|room| room.monthly_rent))?,
            (typed, _) => typed.unwrap_or(Money::ZERO),
        };
        let costs = Some(&draft.running_costs);
        Ok(CashFlow {
            rent,
            running_costs: running_costs(property_type, costs, Some(&draft.lease))?,
            mortgage_payment: draft.mortgage.monthly_payment.unwrap_or(Money::ZERO),
            annual_premium: draft.insurance.annual_premium.unwrap_or(Money::ZERO),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{RoomDraft, RunningCosts};

    fn shared_house() -> PropertyDraft {
        let room = |rent| RoomDraft {
            monthly_rent: Some(Money::gbp(rent)),
            ..RoomDraft::default()
        };
        PropertyDraft {
            property_type: Some(PropertyType::Hmo),
            monthly_rent: Some(Money::gbp(100_000)),
            rooms: vec![room(48_000), room(50_000), RoomDraft::default()],
            running_costs: RunningCosts {
                water: Some(Money::gbp(4_500)),
                ..RunningCosts::default()
            },
            ..PropertyDraft::default()
        }
    }

    #[test]
    fn nothing_typed_earns_nothing() -> anyhow::Result<()> {
        let preview = Preview::of(PropertyDraft::default(), RentRule::SumOfRooms)?;
        assert_eq!(preview.cash_flow.monthly_profit()?, Money::ZERO);
        assert_eq!(preview.annual_yield_percent, None);
        Ok(())
    }

    #[test]
    fn the_rent_of_a_shared_house_follows_the_same_rule_as_when_it_is_stored() -> anyhow::Result<()>
    {
        let rent = |rule| Preview::of(shared_house(), rule).map(|preview| preview.cash_flow.rent);
        assert_eq!(rent(RentRule::SumOfRooms)?, Money::gbp(98_000));
        assert_eq!(rent(RentRule::Typed)?, Money::gbp(100_000));
        let preview = Preview::of(shared_house(), RentRule::SumOfRooms)?;
        assert_eq!(preview.cash_flow.monthly_profit()?, Money::gbp(93_500));
        Ok(())
    }

    #[test]
    fn amounts_beyond_the_books_are_refused_and_not_wrapped() {
        let draft = PropertyDraft {
            monthly_rent: Some(Money::gbp(i64::MAX)),
            ..PropertyDraft::default()
        };
        let refused = Preview::of(draft, RentRule::SumOfRooms).map_err(|error| error.reason());
        assert_eq!(refused, Err("PROPERTY_INVALID"));
    }
}
