//! `GetDashboardAnalytics`: worked by hand, and equal to the sums over the listed properties for any portfolio.

use lintel_core::OrganisationId;
use lintel_proto::portfolio::v1::{
    DashboardAnalytics, Insurance, PortfolioMonth, Property, PropertyStatus, PropertyType,
};
use lintel_testkit::tokens::landlord;
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};

use crate::{
    harness::{Caller, World},
    property::{flat, gbp, house, pence, room, shared_house},
};

#[tokio::test]
async fn an_empty_portfolio_has_figures_of_nothing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let expected = DashboardAnalytics {
        monthly_net_profit: gbp(0),
        monthly_income: gbp(0),
        total_value: gbp(0),
        total_purchase_price: gbp(0),
        occupancy_rate_percent: "0.0".to_owned(),
        let_income: gbp(0),
        ..DashboardAnalytics::default()
    };
    assert_eq!(world.landlord()?.dashboard().await?, expected);
    Ok(())
}

#[tokio::test]
async fn a_portfolio_adds_up_as_worked_by_hand() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let mut shared = shared_house("Shared", &[48_000, 48_000, 48_000]);
    shared.rooms[0].occupied = true;
    shared.purchase_price = gbp(30_000_000);
    landlord.create(shared).await?;
    landlord.create(flat("Flat, occupied")).await?;
    landlord.create(house("House, vacant")).await?;
    world.other_landlord()?.create(flat("Not theirs")).await?;

    let expected = DashboardAnalytics {
        // 1,440.00 − 408.25, the flat's 348.25 and the house's 1,250.00.
        monthly_net_profit: gbp(103_175 + 34_825 + 125_000),
        monthly_income: gbp(144_000 + 95_000 + 125_000),
        // The shared house is worth what was paid for it; what the house is worth is not known.
        total_value: gbp(30_000_000 + 21_050_001),
        total_purchase_price: gbp(30_000_000 + 18_000_000),
        active_properties: 3,
        occupied_properties: 2,
        occupancy_rate_percent: "66.7".to_owned(),
        lettable_units: 5,
        occupied_units: 2,
        let_income: gbp(48_000 + 95_000),
        costed_properties: 2,
    };
    assert_eq!(landlord.dashboard().await?, expected);
    Ok(())
}

#[tokio::test]
async fn half_a_penny_of_a_premium_is_rounded_property_by_property() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    for rent in [0, 0, 100, 100] {
        let mut insured = house("Insured");
        insured.monthly_rent = gbp(rent);
        insured.insurance = Some(Insurance {
            annual_premium: gbp(6),
            ..Insurance::default()
        });
        landlord.create(insured).await?;
    }
    // Losses of half a penny are a penny each; 99.5 pence are 100.
    assert_eq!(landlord.dashboard().await?.monthly_net_profit, gbp(198));
    Ok(())
}

fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![0_i64..=20, 0_i64..=500_000, Just(9_999_999_999)]
}

prop_compose! {
    fn whole()(
        kind in 1_i32..=7,
        status in prop::sample::select(vec![0, 1, 2, 3, 5, 6]),
        rent in amount(),
        price in prop::option::of(amount()),
        value in prop::option::of(amount()),
        charge in amount(),
        payment in amount(),
        premium in amount(),
        rooms in prop::collection::vec((0_i64..=900_000, any::<bool>()), 1..=4),
    ) -> Property {
        let mut property = flat("Any");
        property.property_type = kind;
        property.status = status;
        property.monthly_rent = gbp(rent);
        property.purchase_price = price.and_then(gbp);
        property.current_value = value.and_then(gbp);
        if let (Some(lease), Some(mortgage), Some(insurance)) =
            (&mut property.lease, &mut property.mortgage, &mut property.insurance)
        {
            lease.service_charge = gbp(charge);
            mortgage.monthly_payment = gbp(payment);
            insurance.annual_premium = gbp(premium);
        }
        property.rooms = (1..).zip(rooms).map(|(number, (rent, occupied))| {
            let mut room = room(&i32::to_string(&number), rent);
            room.occupied = occupied;
            room
        }).collect();
        property.running_costs = shared_house("", &[]).running_costs;
        property
    }
}

/// The sums as a person with the list and a calculator gets them.
fn added_up(listed: &[Property]) -> DashboardAnalytics {
    let total = |part: fn(&Property) -> i64| gbp(listed.iter().map(part).sum());
    let units: Vec<(bool, i64)> = listed.iter().flat_map(units).collect();
    let occupied = listed
        .iter()
        .filter(|property| is_occupied(property))
        .count();
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    DashboardAnalytics {
        monthly_net_profit: total(|p| {
            p.figures
                .as_ref()
                .map_or(0, |figures| pence(figures.monthly_profit.as_ref()))
        }),
        monthly_income: total(|p| pence(p.monthly_rent.as_ref())),
        total_value: total(|p| pence(p.current_value.as_ref())),
        total_purchase_price: total(|p| pence(p.purchase_price.as_ref())),
        active_properties: count(listed.len()),
        occupied_properties: count(occupied),
        occupancy_rate_percent: rate(occupied, listed.len()),
        lettable_units: count(units.len()),
        occupied_units: count(units.iter().filter(|(occupied, _)| *occupied).count()),
        let_income: gbp(units
            .iter()
            .filter(|(occupied, _)| *occupied)
            .map(|(_, rent)| rent)
            .sum()),
        costed_properties: count(listed.iter().filter(|property| has_costs(property)).count()),
    }
}

fn has_costs(property: &Property) -> bool {
    let figures = property.figures.as_ref();
    let mortgage = property.mortgage.as_ref();
    let insurance = property.insurance.as_ref();
    [
        figures.and_then(|figures| figures.running_costs.as_ref()),
        mortgage.and_then(|mortgage| mortgage.monthly_payment.as_ref()),
        insurance.and_then(|insurance| insurance.annual_premium.as_ref()),
    ]
    .into_iter()
    .any(|cost| pence(cost) > 0)
}

fn is_occupied(property: &Property) -> bool {
    let status = property.status();
    status == PropertyStatus::Occupied || status == PropertyStatus::PartiallyOccupied
}

fn units(property: &Property) -> Vec<(bool, i64)> {
    if property.property_type() == PropertyType::Hmo {
        let rooms = property.rooms.iter();
        return rooms
            .map(|room| (room.occupied, pence(room.monthly_rent.as_ref())))
            .collect();
    }
    vec![(is_occupied(property), pence(property.monthly_rent.as_ref()))]
}

/// Thousandths of the whole, rounded with whole numbers.
fn rate(occupied: usize, all: usize) -> String {
    let tenths = (occupied * 2_000 + all)
        .checked_div(all * 2)
        .unwrap_or_default();
    format!("{}.{}", tenths / 10, tenths % 10)
}

async fn agrees(caller: &Caller, portfolio: Vec<Property>) -> anyhow::Result<()> {
    for property in portfolio {
        caller.create(property).await?;
    }
    let listed = caller.list(200, "").await?.properties;
    let dashboard = caller.dashboard().await?;
    assert_eq!(dashboard, added_up(&listed));
    let this_month = caller.series(1).await?.into_iter().next();
    let expected = (!listed.is_empty()).then(|| month_of(&dashboard));
    assert_eq!(this_month, expected);
    Ok(())
}

/// Returns the charts' figures of this month, where they equal the figures above them.
fn month_of(dashboard: &DashboardAnalytics) -> PortfolioMonth {
    let (income, profit) = (&dashboard.monthly_income, &dashboard.monthly_net_profit);
    PortfolioMonth {
        year: 2026,
        month: 11,
        monthly_income: income.clone(),
        monthly_costs: gbp(pence(income.as_ref()) - pence(profit.as_ref())),
        monthly_net_profit: profit.clone(),
        total_value: dashboard.total_value.clone(),
        active_properties: dashboard.active_properties,
        occupied_properties: dashboard.occupied_properties,
        occupancy_rate_percent: dashboard.occupancy_rate_percent.clone(),
    }
}

#[test]
fn the_dashboard_is_the_sum_of_the_listed_properties_for_any_portfolio() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    let world = runtime.block_on(World::start())?;
    let mut runner = TestRunner::new(Config {
        cases: 24,
        failure_persistence: None,
        ..Config::default()
    });
    let organisation = std::cell::Cell::new(100);
    runner.run(&prop::collection::vec(whole(), 0..8), |portfolio| {
        // Each case has a portfolio of its own.
        organisation.set(organisation.get() + 1);
        let owner = landlord(1, OrganisationId::new(organisation.get()).get());
        let agreed = world
            .caller(&owner)
            .and_then(|caller| runtime.block_on(agrees(&caller, portfolio)));
        agreed.map_err(|error| TestCaseError::fail(format!("{error:#}")))
    })?;
    Ok(())
}
