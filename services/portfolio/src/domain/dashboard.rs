//! The sums of a whole portfolio (docs/reference/decisions.md 3).

use lintel_core::{Money, MoneyError};
use rust_decimal::{Decimal, RoundingStrategy};

use super::{CashFlow, PropertyType, Status, StoredStatus, derived_status};

/// The units of the properties that can be let.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Units {
    /// The rooms of a shared house, or 1.
    pub lettable: i64,
    /// The number of units that are let.
    pub occupied: i64,
    /// The rents of those.
    pub let_income: Money,
}

/// The values that sums need of one property, or of several that are alike in everything that is not added up: kind, status, how many
/// rooms they have and how many of those are let, and premium.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Holding {
    /// The number of properties.
    pub count: i64,
    /// The number of them whose costs are known.
    pub costed: i64,
    /// The derived status of each.
    pub status: Status,
    /// The cash flow of all together, but for the premium, which is each one's.
    pub cash_flow: CashFlow,
    /// Their current value.
    pub current_value: Option<Money>,
    /// Their purchase price.
    pub purchase_price: Option<Money>,
    /// The units that can be let.
    pub units: Units,
}

/// The rooms of a property, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomCount {
    /// All of them.
    pub all: i64,
    /// The units that are occupied.
    pub occupied: i64,
    /// The rents of those; of several properties that are alike, together.
    pub occupied_rent: Money,
}

impl Holding {
    /// `count` properties of this kind and status, each with these rooms.
    #[must_use]
    pub fn new(
        count: i64,
        property_type: PropertyType,
        stored: StoredStatus,
        rooms: RoomCount,
        cash_flow: CashFlow,
        current_value: Option<Money>,
        purchase_price: Option<Money>,
    ) -> Self {
        let status = derived_status(property_type, stored, rooms.all, rooms.occupied);
        let whole = status == Status::Occupied;
        let units = if property_type == PropertyType::Hmo {
            Units {
                lettable: rooms.all * count,
                occupied: rooms.occupied * count,
                let_income: rooms.occupied_rent,
            }
        } else {
            Units {
                lettable: count,
                occupied: if whole { count } else { 0 },
                let_income: if whole { cash_flow.rent } else { Money::ZERO },
            }
        };
        Self {
            count,
            costed: 0,
            status,
            cash_flow,
            current_value,
            purchase_price,
            units,
        }
    }

    /// The sum of the monthly profits, each rounded to the penny. Of several properties each is rounded by the same share of the
    /// premium, independent of their earnings. Where that share falls on half a penny the rounding depends on the earnings, so
    /// those properties are computed one by one.
    fn monthly_profit(&self) -> Result<Money, MoneyError> {
        if self.count == 1 {
            return self.cash_flow.monthly_profit();
        }
        let all = CashFlow {
            annual_premium: Money::ZERO,
            ..self.cash_flow
        };
        let premium_alone = CashFlow {
            rent: Money::ZERO,
            running_costs: Money::ZERO,
            mortgage_payment: Money::ZERO,
            ..self.cash_flow
        };
        let share = premium_alone.monthly_profit()?;
        all.monthly_profit()?.plus(share.times(self.count)?)
    }
}

/// The figures of a whole portfolio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dashboard {
    /// The sum of the monthly profits, each rounded to the penny.
    pub monthly_net_profit: Money,
    /// The sum of the rents.
    pub monthly_income: Money,
    /// The sum of the values.
    pub total_value: Money,
    /// The sum of the prices.
    pub total_purchase_price: Money,
    /// The number of properties.
    pub active_properties: i64,
    /// The number of them whose costs are known.
    pub costed_properties: i64,
    /// The number of properties that are Occupied or Partially Occupied.
    pub occupied_properties: i64,
    /// Rooms of shared houses, and other properties as a whole.
    pub lettable_units: i64,
    /// The number of units that are let.
    pub occupied_units: i64,
    /// The rents of those.
    pub let_income: Money,
}

impl Default for Dashboard {
    /// The figures of an empty portfolio.
    fn default() -> Self {
        Self {
            monthly_net_profit: Money::ZERO,
            monthly_income: Money::ZERO,
            total_value: Money::ZERO,
            total_purchase_price: Money::ZERO,
            active_properties: 0,
            costed_properties: 0,
            occupied_properties: 0,
            lettable_units: 0,
            occupied_units: 0,
            let_income: Money::ZERO,
        }
    }
}

impl Dashboard {
    /// The figures with one more property, or several that are alike.
    ///
    /// # Errors
    /// [`MoneyError::TooLarge`] on overflow; that needs millions of the most expensive properties.
    pub fn with(self, holding: &Holding) -> Result<Self, MoneyError> {
        let profit = holding.monthly_profit()?;
        let value = holding.current_value.unwrap_or(Money::ZERO);
        let price = holding.purchase_price.unwrap_or(Money::ZERO);
        Ok(Self {
            monthly_net_profit: self.monthly_net_profit.plus(profit)?,
            monthly_income: self.monthly_income.plus(holding.cash_flow.rent)?,
            total_value: self.total_value.plus(value)?,
            total_purchase_price: self.total_purchase_price.plus(price)?,
            active_properties: self.active_properties + holding.count,
            costed_properties: self.costed_properties + holding.costed,
            occupied_properties: self.occupied_properties
                + if holding.status.counts_as_occupied() {
                    holding.count
                } else {
                    0
                },
            lettable_units: self.lettable_units + holding.units.lettable,
            occupied_units: self.occupied_units + holding.units.occupied,
            let_income: self.let_income.plus(holding.units.let_income)?,
        })
    }

    /// Occupied properties in percent of all, with one decimal; 0 for an empty portfolio.
    #[must_use]
    pub fn occupancy_rate_percent(&self) -> Decimal {
        occupancy_rate_percent(self.occupied_properties, self.active_properties)
    }
}

/// `occupied` in percent of `all` with one decimal, halves away from zero; 0 where there are none (docs/reference/decisions.md 3).
pub(super) fn occupancy_rate_percent(occupied: i64, all: i64) -> Decimal {
    let share = Decimal::from(occupied * 100).checked_div(Decimal::from(all));
    share
        .unwrap_or(Decimal::ZERO)
        .round_dp_with_strategy(1, RoundingStrategy::MidpointAwayFromZero)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn holding(kind: PropertyType, stored: StoredStatus, rooms: (i64, i64), rent: i64) -> Holding {
        Holding::new(
            1,
            kind,
            stored,
            RoomCount {
                all: rooms.0,
                occupied: rooms.1,
                occupied_rent: Money::gbp(rooms.1 * 48_000),
            },
            CashFlow {
                rent: Money::gbp(rent),
                running_costs: Money::ZERO,
                mortgage_payment: Money::ZERO,
                annual_premium: Money::gbp(6),
            },
            None,
            Some(Money::gbp(20_000_000)),
        )
    }

    fn sum(holdings: &[Holding]) -> Result<Dashboard, MoneyError> {
        holdings
            .iter()
            .try_fold(Dashboard::default(), Dashboard::with)
    }

    #[test]
    fn an_empty_portfolio_has_nothing_and_no_division_by_nothing() -> anyhow::Result<()> {
        let dashboard = sum(&[])?;
        assert_eq!(dashboard, Dashboard::default());
        assert_eq!(dashboard.occupancy_rate_percent().to_string(), "0");
        Ok(())
    }

    #[test]
    fn profits_are_rounded_before_they_are_added() -> anyhow::Result<()> {
        // Half a penny less each: two losses of half a penny would be one penny, rounded they are two.
        let loss = holding(PropertyType::House, StoredStatus::Vacant, (0, 0), 0);
        assert_eq!(sum(&[loss, loss])?.monthly_net_profit, Money::gbp(-2));
        Ok(())
    }

    #[test]
    fn several_that_are_alike_are_the_sum_of_each() -> anyhow::Result<()> {
        for (premium, rents) in [
            (19_805, [0, 95_001]),
            (7, [0, 1]),
            (17, [0, 3]),
            (0, [5, 6]),
        ] {
            let mut each = [holding(PropertyType::House, StoredStatus::Occupied, (0, 0), 0); 2];
            for (holding, rent) in each.iter_mut().zip(rents) {
                holding.cash_flow.rent = Money::gbp(rent);
                holding.cash_flow.annual_premium = Money::gbp(premium);
                holding.units.let_income = Money::gbp(rent);
            }
            let mut both = each[0];
            both.count = 2;
            both.cash_flow.rent = Money::gbp(rents[0] + rents[1]);
            both.purchase_price = Some(Money::gbp(40_000_000));
            both.units = Units {
                lettable: 2,
                occupied: 2,
                let_income: both.cash_flow.rent,
            };
            assert_eq!(sum(&[both])?, sum(&each)?, "{premium}");
        }
        Ok(())
    }

    #[test]
    fn units_are_rooms_of_shared_houses_and_whole_properties() -> anyhow::Result<()> {
        let dashboard = sum(&[
            holding(PropertyType::Hmo, StoredStatus::Vacant, (3, 2), 144_000),
            holding(PropertyType::Hmo, StoredStatus::Occupied, (2, 0), 96_000),
            holding(PropertyType::House, StoredStatus::Occupied, (0, 0), 100_000),
            holding(PropertyType::Flat, StoredStatus::Available, (0, 0), 90_000),
            holding(
                PropertyType::Studio,
                StoredStatus::UnderRenovation,
                (0, 0),
                70_000,
            ),
            holding(
                PropertyType::Studio,
                StoredStatus::UnderMaintenance,
                (0, 0),
                70_000,
            ),
        ])?;
        assert_eq!(
            (dashboard.active_properties, dashboard.occupied_properties),
            (6, 2)
        );
        assert_eq!((dashboard.lettable_units, dashboard.occupied_units), (9, 3));
        assert_eq!(dashboard.let_income, Money::gbp(2 * 48_000 + 100_000));
        assert_eq!(dashboard.monthly_income, Money::gbp(570_000));
        assert_eq!(dashboard.total_value, Money::ZERO);
        assert_eq!(dashboard.total_purchase_price, Money::gbp(120_000_000));
        assert_eq!(dashboard.occupancy_rate_percent().to_string(), "33.3");
        Ok(())
    }

    #[test]
    fn a_rate_between_two_decimals_rounds_away_from_zero() -> anyhow::Result<()> {
        let mut holdings = vec![holding(
            PropertyType::House,
            StoredStatus::Occupied,
            (0, 0),
            1,
        )];
        holdings.resize(
            16,
            holding(PropertyType::House, StoredStatus::Vacant, (0, 0), 1),
        );
        // 1 of 16 is 6.25 percent.
        assert_eq!(sum(&holdings)?.occupancy_rate_percent().to_string(), "6.3");
        Ok(())
    }

    proptest! {
        #[test]
        fn the_whole_is_the_sum_of_its_parts_in_any_order(rents in prop::collection::vec(0_i64..=9_999_999_999, 0..20), cut in 0_usize..20) {
            let holdings: Vec<_> = rents
                .iter()
                .map(|rent| holding(PropertyType::House, StoredStatus::Occupied, (0, 0), *rent))
                .collect();
            let (left, right) = holdings.split_at(cut.min(holdings.len()));
            let swapped: Vec<_> = right.iter().chain(left).copied().collect();
            prop_assert_eq!(sum(&holdings), sum(&swapped));
            let parts = sum(left).and_then(|l| l.monthly_net_profit.plus(sum(right)?.monthly_net_profit));
            prop_assert_eq!(parts, sum(&holdings).map(|all| all.monthly_net_profit));
        }
    }
}
