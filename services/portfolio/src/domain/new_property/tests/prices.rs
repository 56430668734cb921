//! Rules of rent, price, value and purchase.

use super::*;

#[test]
fn rents_fit_ten_digits_and_prices_twelve() {
    let money = |rent, price| PropertyDraft {
        monthly_rent: Some(Money::gbp(rent)),
        purchase_price: Some(Money::gbp(price)),
        ..house()
    };
    assert!(refused(money(0, 0)).is_empty());
    assert!(refused(money(9_999_999_999, 999_999_999_999)).is_empty());
    assert_refused(
        money(-1, 0),
        "monthly_rent",
        "Monthly rent must not be negative.",
    );
    assert_refused(
        money(10_000_000_000, 0),
        "monthly_rent",
        "Monthly rent must not be more than £99,999,999.99.",
    );
    assert_refused(
        money(0, -1),
        "purchase_price",
        "Purchase price must not be negative.",
    );
    assert_refused(
        money(0, 1_000_000_000_000),
        "purchase_price",
        "Purchase price must not be more than £9,999,999,999.99.",
    );
    assert_refused(
        PropertyDraft {
            monthly_rent: None,
            ..house()
        },
        "monthly_rent",
        "Monthly rent is required.",
    );
}

#[test]
fn the_price_stands_in_for_an_absent_value_but_not_for_a_value_of_nothing() -> anyhow::Result<()> {
    let worth = |current_value| PropertyDraft {
        purchase_price: Some(Money::gbp(20_000_000)),
        current_value,
        ..house()
    };
    let value = |draft| {
        NewProperty::try_new(draft, RentRule::SumOfRooms, today())
            .map(|new| new.details().current_value)
    };
    assert_eq!(value(worth(None))?, Some(Money::gbp(20_000_000)));
    assert_eq!(value(worth(Some(Money::ZERO)))?, Some(Money::ZERO));
    assert_eq!(value(house())?, None);
    Ok(())
}

#[test]
fn a_date_of_purchase_wins_over_the_year_and_neither_is_in_the_future() -> anyhow::Result<()> {
    let bought = |date: Option<&str>, year| PropertyDraft {
        purchase_date: date.and_then(|date| date.parse().ok()),
        purchase_year: year,
        ..house()
    };
    let year = |draft| {
        NewProperty::try_new(draft, RentRule::SumOfRooms, today())
            .map(|new| new.details().purchase_year)
    };
    assert_eq!(year(bought(Some("2019-05-01"), Some(1999)))?, Some(2019));
    assert_eq!(year(bought(Some("2026-11-21"), None))?, Some(2026));
    assert_eq!(year(bought(None, Some(2026)))?, Some(2026));
    assert_eq!(year(bought(None, None))?, None);
    assert_refused(
        bought(Some("2026-11-22"), None),
        "purchase_date",
        "Purchase date must not be in the future.",
    );
    assert_refused(
        bought(Some("1799-12-31"), None),
        "purchase_date",
        "Purchase date must be in 1800 or later.",
    );
    for bad in [2027, 1799, 0, -1] {
        assert_refused(
            bought(None, Some(bad)),
            "purchase_year",
            "Purchase year must be from 1800 to 2026.",
        );
    }
    Ok(())
}
