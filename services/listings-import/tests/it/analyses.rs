//! Returns of a listing, computed and saved.

use anyhow::Context as _;
use lintel_core::Money;
use lintel_proto::{
    Word as _,
    common::v1::Nation,
    listings::v1::{Analysis, Assumptions, BuyerType, ListingFormat, MortgageType},
};
use lintel_testkit::tokens::member;

use crate::harness::{Caller, Home, World, bulk, fields, reason, refusal};

/// A home for £180,000 with a median rent of £950.
async fn listed(world: &World) -> anyhow::Result<(Caller, i64)> {
    let landlord = world.landlord()?;
    let home = Home {
        price: 180_000,
        ..Home::new("77001_S1", 1)
    };
    let feed = bulk(&[
        home,
        Home::letting("77001_L1", 900),
        Home::letting("77001_L2", 950),
        Home::letting("77001_L3", 1_200),
    ]);
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &feed)
        .await?;
    let id = landlord.at("").await?.remove(0).listing_id;
    Ok((landlord, id))
}

fn pounds(money: Option<&lintel_proto::common::v1::Money>) -> Option<String> {
    money.map(|money| Money::gbp(money.minor_units).to_string())
}

#[tokio::test]
async fn a_listing_is_analysed_with_defaults_that_say_where_they_are_from() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (landlord, listing) = listed(&world).await?;
    let found = landlord.analyse(listing, Assumptions::default()).await?;
    assert_eq!((found.analysis_id, found.version), (0, 0));
    let inputs = found.assumptions.unwrap_or_default();
    assert_eq!(inputs.interest_rate_percent, "5.50");
    assert_eq!(inputs.stress_rate_percent, "7.50");
    assert_eq!(inputs.term_years, Some(25));
    assert_eq!(inputs.buyer_type(), BuyerType::Additional);
    assert_eq!(
        pounds(inputs.stamp_duty.as_ref()).as_deref(),
        Some("10100.00")
    );
    let returns = found.returns.unwrap_or_default();
    assert_eq!(returns.gross_yield_percent, "6.33");
    assert_eq!(returns.nation, "England");
    assert_eq!(returns.loan_to_value_percent, "75.00");
    assert_eq!(
        pounds(returns.monthly_mortgage.as_ref()).as_deref(),
        Some("618.75")
    );
    assert_eq!(returns.stress_cases.len(), 5);
    assert!(
        returns
            .stress_cases
            .iter()
            .all(|case| case.monthly_cash_flow.is_some())
    );
    // A deposit of a quarter leaves a loan, so other rates are told; the price has at least one band of tax.
    assert_eq!(returns.rate_cases.len(), 11);
    assert!(returns.tax_bands.iter().all(|band| band.tax.is_some()));
    assert!(!returns.tax_bands.is_empty());
    assert_eq!(returns.passes_stress, Some(false));
    assert_eq!(found.sources.len(), 27);
    let rent = found.sources.iter().find(|one| one.field == "monthly_rent");
    let rent = rent.map(|one| one.source.as_str());
    assert_eq!(rent, Some("the median rent of 3 lettings nearby"));
    assert!(!landlord.get(listing).await?.watchlisted);
    Ok(())
}

#[tokio::test]
async fn an_analysis_is_saved_with_its_listing_on_the_watchlist() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (landlord, listing) = listed(&world).await?;
    let mut draft = Analysis {
        listing_id: listing,
        display_name: " Hull one ".to_owned(),
        assumptions: Some(Assumptions {
            deposit: Some(Money::gbp(6_000_000).into()),
            mortgage_type: MortgageType::Repayment.into(),
            ..Assumptions::default()
        }),
        ..Analysis::default()
    };
    let saved = landlord
        .save_analysis(draft.clone(), "the-first-time")
        .await?;
    assert!(saved.analysis_id > 0);
    assert_eq!(
        (saved.display_name.as_str(), saved.version),
        ("Hull one", 1)
    );
    let again = landlord
        .save_analysis(draft.clone(), "the-first-time")
        .await?;
    assert_eq!(again, saved);
    assert!(landlord.get(listing).await?.watchlisted);

    draft.analysis_id = saved.analysis_id;
    draft.display_name = String::new();
    let replaced = landlord.save_analysis(draft.clone(), "").await?;
    assert_eq!(
        (replaced.analysis_id, replaced.version),
        (saved.analysis_id, 2)
    );
    draft.analysis_id = 0;
    landlord.save_analysis(draft.clone(), "").await?;
    let first = landlord.analyses(1, "").await?;
    let second = landlord.analyses(1, &first.next_page_token).await?;
    assert_eq!((first.analyses.len(), second.analyses.len()), (1, 1));
    assert_ne!(first.analyses, second.analyses);
    assert_eq!(second.next_page_token, "");

    let colleague = world.caller(&member(12, 1, lintel_core::Grade::Owner))?;
    draft.analysis_id = saved.analysis_id;
    let refused = refusal(colleague.save_analysis(draft, "").await)?;
    assert_eq!(reason(&refused), "ANALYSIS_NOT_FOUND");
    let refused = refusal(colleague.delete_analysis(saved.analysis_id).await)?;
    assert_eq!(reason(&refused), "ANALYSIS_NOT_FOUND");
    landlord.delete_analysis(saved.analysis_id).await?;
    assert_eq!(landlord.analyses(0, "").await?.analyses.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_saved_analysis_keeps_its_figures_when_the_listing_changes() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (landlord, listing) = listed(&world).await?;
    let draft = Analysis {
        listing_id: listing,
        ..Analysis::default()
    };
    let saved = landlord.save_analysis(draft, "").await?;
    let dearer = Home {
        price: 200_000,
        ..Home::new("77001_S1", 1)
    };
    world
        .import(&landlord, ListingFormat::Blm, "Rightmove", &bulk(&[dearer]))
        .await?;
    let kept = landlord.analyses(0, "").await?.analyses.remove(0);
    assert_eq!(kept.assumptions, saved.assumptions);
    assert_eq!(kept.returns, saved.returns);
    Ok(())
}

#[tokio::test]
async fn every_field_that_cannot_be_computed_with_is_named() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (landlord, listing) = listed(&world).await?;
    let bad = Assumptions {
        interest_rate_percent: "a lot".to_owned(),
        void_weeks: "60".to_owned(),
        term_years: Some(0),
        deposit: Some(Money::gbp(18_000_001).into()),
        buyer_type: 99,
        ..Assumptions::default()
    };
    let refused = refusal(landlord.analyse(listing, bad).await)?;
    assert_eq!(reason(&refused), "ANALYSIS_INVALID");
    let mut named = fields(&refused);
    named.sort();
    assert_eq!(
        named,
        [
            "buyer_type",
            "deposit",
            "interest_rate_percent",
            "term_years",
            "void_weeks"
        ]
    );
    Ok(())
}

#[tokio::test]
async fn the_tax_is_that_of_the_nation_which_the_source_or_the_request_says() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let file = "Address,Postcode,Price,Nation\n\
        1 Chester Road,CH4 0AA,250000,Wales\n\
        2 Chester Road,CH4 0AA,250000,\n";
    world
        .import(&landlord, ListingFormat::Csv, "Agent", file)
        .await?;
    let listings = landlord.at("").await?;
    let at = |address: &str| {
        let found = listings.iter().find(|one| one.address == address);
        found.map(|one| (one.listing_id, one.nation()))
    };
    let welsh = at("1 Chester Road").context("the Welsh home")?;
    let open = at("2 Chester Road").context("the other home")?;
    assert_eq!((welsh.1, open.1), (Nation::Wales, Nation::England));
    for (listing, said, nation, tax) in [
        (welsh.0, Nation::Unspecified, Nation::Wales, "14950.00"),
        (open.0, Nation::Unspecified, Nation::England, "15000.00"),
        (open.0, Nation::Wales, Nation::Wales, "14950.00"),
    ] {
        let asked = Assumptions {
            nation: said.into(),
            ..Assumptions::default()
        };
        let draft = Analysis {
            listing_id: listing,
            assumptions: Some(asked),
            ..Analysis::default()
        };
        let saved = landlord.save_analysis(draft, "").await?;
        let inputs = saved.assumptions.unwrap_or_default();
        assert_eq!(inputs.nation(), nation);
        assert_eq!(pounds(inputs.stamp_duty.as_ref()).as_deref(), Some(tax));
        let returns = saved.returns.unwrap_or_default();
        assert_eq!(returns.nation, nation.text().unwrap_or_default());
    }
    // What a release before kept says nothing of it.
    let emptied = "WITH emptied AS (UPDATE listings SET nation = NULL RETURNING 1) SELECT count(*) FROM emptied";
    assert_eq!(world.scalar::<i64>(emptied).await?, 2);
    assert_eq!(landlord.get(welsh.0).await?.nation(), Nation::England);
    Ok(())
}
