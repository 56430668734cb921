//! The rules that Lintel applies, and the homes that they are for.

use lintel_proto::{
    common::v1::{Date, Nation},
    portfolio::v1::{
        ListRulesRequest, ListRulesResponse, NationHomes, Property, Rule, RuleState,
        rule_service_client::RuleServiceClient,
    },
};
use lintel_testkit::tokens::landlord;

use crate::{harness::World, property::house};

async fn listed(world: &World, organisation: i64) -> anyhow::Result<ListRulesResponse> {
    let token = world
        .mint
        .token(&landlord(organisation * 11, organisation))?;
    let mut client = RuleServiceClient::new(world.bearer(Some(&token))?);
    Ok(client.list_rules(ListRulesRequest {}).await?.into_inner())
}

#[tokio::test]
async fn every_rule_is_told_with_its_source_and_how_it_stands() -> anyhow::Result<()> {
    let world = World::start().await?;
    let rules = listed(&world, 1).await?.rules;
    let carried = lintel_rules::rules().rows().len();
    assert_eq!(rules.len(), carried);
    for rule in &rules {
        assert!(
            !rule.source.is_empty() && rule.check_date.is_some(),
            "{rule:?}"
        );
        assert!(
            !rule.nations.is_empty() && !rule.text.is_empty(),
            "{rule:?}"
        );
        assert_ne!(rule.state(), RuleState::Unspecified, "{rule:?}");
    }
    let of = |key: &str, nation: Nation| {
        let mut found = rules.iter().filter(|rule| rule.key == key);
        found.find(|rule| rule.nations.contains(&nation.into()))
    };
    let gas = of("emergency.gas", Nation::NorthernIreland).map(|rule| rule.text.as_str());
    assert_eq!(gas, Some("Call 0800 002 001"));
    // The clock of the tests stands in November 2026; rates of April 2027 are still to come.
    let april = Date {
        year: 2027,
        month: 4,
        day: 6,
    };
    let coming = rules.iter().filter(|rule| rule.from_date == Some(april));
    let states: Vec<_> = coming.map(Rule::state).collect();
    assert!(!states.is_empty() && states.iter().all(|state| *state == RuleState::Coming));
    Ok(())
}

#[tokio::test]
async fn homes_are_counted_by_nation_and_not_those_of_others() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = world.landlord()?;
    for (number, (postcode, nation)) in [
        ("LS1 4AP", Nation::Unspecified),
        ("CH4 0AA", Nation::Unspecified),
        ("CH4 0AB", Nation::Wales),
        ("EH3 9AA", Nation::Unspecified),
    ]
    .into_iter()
    .enumerate()
    {
        let home = Property {
            address: format!("{number} High Street"),
            postcode: postcode.to_owned(),
            nation: nation.into(),
            ..house("Home")
        };
        helen.create(home).await?;
    }
    let homes = |nation: Nation, homes| NationHomes {
        nation: nation.into(),
        homes,
    };
    assert_eq!(
        listed(&world, 1).await?.homes,
        [
            homes(Nation::England, 2),
            homes(Nation::Wales, 1),
            homes(Nation::Scotland, 1)
        ]
    );
    assert_eq!(listed(&world, 2).await?.homes, []);
    Ok(())
}
