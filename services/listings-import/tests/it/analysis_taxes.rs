//! Taxes of an analysis: on buying, whatever and whoever it is, and on income where that is counted.

use anyhow::Context as _;
use lintel_core::Money;
use lintel_proto::{
    common::v1::Nation,
    listings::v1::{Analysis, Assumptions, Buyer, BuyerType, ListingFormat, PropertyKind, Returns},
};

use crate::harness::{Caller, World, fields, reason, refusal};

/// Homes for sale, and a shop.
const FILE: &str = "Address,Postcode,Price,Property type,Nation\n\
    1 Mill Lane,LS1 4AP,300000,Terraced house,\n\
    2 Lothian Road,EH3 9AA,300000,Shop,\n\
    3 High Street,TD12 4AA,250000,Terraced house,Scotland\n\
    4 Chester Road,CH4 0AA,250000,Terraced house,Wales\n\
    5 Beachley Road,NP16 7AA,250000,Terraced house,England\n\
    6 Castle Street,CF10 1AA,250000,Flat,\n";

/// Where to find each.
struct Street {
    landlord: Caller,
    listings: Vec<(String, i64)>,
}

impl Street {
    async fn of(world: &World) -> anyhow::Result<Self> {
        let landlord = world.landlord()?;
        world
            .import(&landlord, ListingFormat::Csv, "Agent", FILE)
            .await?;
        let listings = landlord.at("").await?.into_iter();
        let listings = listings.map(|one| (one.address, one.listing_id)).collect();
        Ok(Self { landlord, listings })
    }

    fn id(&self, address: &str) -> anyhow::Result<i64> {
        let mut all = self.listings.iter();
        let found = all.find(|(one, _)| one.starts_with(address));
        found
            .map(|(_, id)| *id)
            .with_context(|| format!("no listing at {address}"))
    }

    async fn returns(&self, address: &str, asked: Assumptions) -> anyhow::Result<Returns> {
        let found = self.landlord.analyse(self.id(address)?, asked).await?;
        Ok(found.returns.unwrap_or_default())
    }
}

fn gbp(pounds: i64) -> Option<lintel_proto::common::v1::Money> {
    Some(Money::gbp(pounds * 100).into())
}

/// The golden cases of docs/reference/uk-nations.md 9.
#[tokio::test]
async fn the_purchase_tax_is_that_of_the_property_and_of_its_buyer() -> anyhow::Result<()> {
    let world = World::start().await?;
    let street = Street::of(&world).await?;
    let landlord = Assumptions::default;
    let only_home_from_abroad = Assumptions {
        owns_another_home: Some(false),
        lives_abroad: Some(true),
        ..landlord()
    };
    let abroad_in_one_word = Assumptions {
        buyer_type: BuyerType::Standard.into(),
        lives_abroad: Some(true),
        ..landlord()
    };
    let company = |buyer: Buyer| Assumptions {
        price: gbp(600_000),
        buyer: buyer.into(),
        ..landlord()
    };
    let six_flats = Assumptions {
        price: gbp(1_200_000),
        dwellings: Some(6),
        ..landlord()
    };
    let with_shop = Assumptions {
        property_kind: PropertyKind::Mixed.into(),
        ..landlord()
    };
    let welsh = Assumptions {
        nation: Nation::Wales.into(),
        price: gbp(250_000),
        ..landlord()
    };
    for (address, asked, tax, name) in [
        ("1 Mill", only_home_from_abroad, 11_000, "SDLT"),
        ("1 Mill", abroad_in_one_word, 11_000, "SDLT"),
        ("1 Mill", company(Buyer::LettingCompany), 50_000, "SDLT"),
        ("1 Mill", company(Buyer::CompanyOwnUse), 102_000, "SDLT"),
        ("1 Mill", six_flats, 49_500, "SDLT"),
        ("1 Mill", with_shop, 4_500, "SDLT"),
        ("1 Mill", welsh, 14_950, "LTT"),
        ("2 Lothian", landlord(), 3_500, "LBTT"),
        ("3 High", landlord(), 22_100, "LBTT with ADS"),
        ("4 Chester", landlord(), 14_950, "LTT"),
        ("5 Beachley", landlord(), 15_000, "SDLT"),
        ("6 Castle", landlord(), 14_950, "LTT"),
    ] {
        let returns = street.returns(address, asked).await?;
        assert_eq!(returns.tax, gbp(tax), "{address}");
        assert_eq!(returns.tax_name, name, "{address}");
    }
    Ok(())
}

#[tokio::test]
async fn an_analysis_keeps_what_was_said_of_its_taxes() -> anyhow::Result<()> {
    let world = World::start().await?;
    let street = Street::of(&world).await?;
    let asked = Assumptions {
        property_kind: PropertyKind::Land.into(),
        dwellings: Some(3),
        buyer: Buyer::Person.into(),
        lives_abroad: Some(false),
        owns_another_home: Some(false),
        first_time_buyer: Some(true),
        counts_income_tax: Some(true),
        other_income: gbp(60_000),
        tax_residence: Nation::Wales.into(),
        ..Assumptions::default()
    };
    let draft = Analysis {
        listing_id: street.id("1 Mill")?,
        assumptions: Some(asked.clone()),
        ..Analysis::default()
    };
    street.landlord.save_analysis(draft, "").await?;
    let kept = street.landlord.analyses(0, "").await?.analyses.remove(0);
    let found = kept.assumptions.unwrap_or_default();
    assert_eq!(found.buyer_type(), BuyerType::FirstTime);
    let same = Assumptions {
        property_kind: asked.property_kind,
        dwellings: asked.dwellings,
        buyer: asked.buyer,
        lives_abroad: asked.lives_abroad,
        owns_another_home: asked.owns_another_home,
        first_time_buyer: asked.first_time_buyer,
        counts_income_tax: asked.counts_income_tax,
        other_income: asked.other_income,
        tax_residence: asked.tax_residence,
        ..found.clone()
    };
    assert_eq!(found, same);
    let fields: Vec<_> = kept.sources.into_iter().map(|one| one.field).collect();
    for said in ["property_kind", "dwellings", "buyer", "tax_residence"] {
        assert!(!fields.contains(&said.to_owned()), "{said}");
    }
    Ok(())
}

#[tokio::test]
async fn an_analysis_of_before_keeps_its_meaning() -> anyhow::Result<()> {
    let world = World::start().await?;
    let street = Street::of(&world).await?;
    let draft = Analysis {
        listing_id: street.id("1 Mill")?,
        assumptions: Some(Assumptions {
            buyer_type: BuyerType::NonResident.into(),
            ..Assumptions::default()
        }),
        ..Analysis::default()
    };
    let saved = street.landlord.save_analysis(draft, "").await?;
    let emptied = "WITH emptied AS (UPDATE analyses SET assumptions = assumptions - 'purchase' - 'landlord',
            sources = (SELECT jsonb_agg(one) FROM jsonb_array_elements(sources) one
                WHERE one ->> 'field' NOT IN ('property_kind', 'dwellings', 'buyer', 'lives_abroad', 'owns_another_home', 'first_time_buyer', 'nation'))
            RETURNING 1)
        SELECT count(*) FROM emptied";
    assert_eq!(world.scalar::<i64>(emptied).await?, 1);
    let kept = street.landlord.analyses(0, "").await?.analyses.remove(0);
    assert_eq!(kept.assumptions, saved.assumptions);
    assert_eq!(kept.returns, saved.returns);
    let inputs = kept.assumptions.unwrap_or_default();
    assert_eq!(inputs.lives_abroad, Some(true));
    assert_eq!(inputs.counts_income_tax, Some(false));
    let named = |field: &str| kept.sources.iter().filter(|one| one.field == field).count();
    assert_eq!(named("property_kind"), 1);
    assert_eq!(named("lives_abroad"), 1);
    Ok(())
}

#[tokio::test]
async fn taxes_that_contradict_themselves_are_refused_by_field() -> anyhow::Result<()> {
    let world = World::start().await?;
    let street = Street::of(&world).await?;
    let bad = Assumptions {
        property_kind: 99,
        buyer: 99,
        dwellings: Some(0),
        first_time_buyer: Some(true),
        owns_another_home: Some(true),
        tax_residence: 99,
        other_income: gbp(-1),
        ..Assumptions::default()
    };
    let id = street.id("1 Mill")?;
    let refused = refusal(street.landlord.analyse(id, bad).await)?;
    assert_eq!(reason(&refused), "ANALYSIS_INVALID");
    let mut named = fields(&refused);
    named.sort();
    assert_eq!(
        named,
        [
            "buyer",
            "dwellings",
            "first_time_buyer",
            "other_income",
            "property_kind",
            "tax_residence"
        ]
    );
    Ok(())
}

#[tokio::test]
async fn income_tax_is_counted_where_that_is_asked_for() -> anyhow::Result<()> {
    let world = World::start().await?;
    let street = Street::of(&world).await?;
    // Rent of 24,000, costs of 5,000 and interest of 10,000.
    let asked = Assumptions {
        price: gbp(400_000),
        deposit: gbp(200_000),
        monthly_rent: gbp(2_000),
        interest_rate_percent: "5".to_owned(),
        void_weeks: "0".to_owned(),
        management_percent: "0".to_owned(),
        maintenance_percent: "0".to_owned(),
        insurance: gbp(5_000),
        other_costs: gbp(0),
        other_income: gbp(60_000),
        ..Assumptions::default()
    };
    let before = street.returns("1 Mill", asked.clone()).await?;
    assert_eq!(before.income_tax, None);
    assert_eq!(before.annual_cash_flow, gbp(9_000));
    let counted = Assumptions {
        counts_income_tax: Some(true),
        ..asked
    };
    let after = street.returns("1 Mill", counted.clone()).await?;
    assert_eq!(after.annual_cash_flow, before.annual_cash_flow);
    let tax = after.income_tax.context("the tax")?;
    assert_eq!(
        (tax.before_credit, tax.credit, tax.tax),
        (gbp(7_600), gbp(2_000), gbp(5_600))
    );
    assert_eq!(tax.annual_cash_flow, gbp(3_400));
    assert_eq!(tax.monthly_cash_flow, Some(Money::gbp(28_333).into()));
    assert!(tax.source.contains("section 24"));
    assert_eq!(tax.refusal, "");
    let shop = street.returns("2 Lothian", counted).await?;
    let tax = shop.income_tax.context("the refusal")?;
    assert!(tax.refusal.contains("homes alone"), "{}", tax.refusal);
    assert_eq!((tax.tax, tax.annual_cash_flow), (None, None));
    let asked = Assumptions {
        counts_income_tax: Some(true),
        ..Assumptions::default()
    };
    let scottish = street.returns("3 High", asked).await?;
    let tax = scottish.income_tax.context("the refusal")?;
    assert!(tax.refusal.contains("Scotland"), "{}", tax.refusal);
    Ok(())
}
