//! The database's checks accept what the domain spells, and nothing else.

use lintel_listings_import::{
    connectors::Format,
    domain::{ImportState, ListingGroup, Phase, SoldType},
    store::MIGRATOR,
};
use lintel_testkit::TestDatabase;

#[tokio::test]
async fn the_checks_list_the_domains_spellings() -> anyhow::Result<()> {
    let database = TestDatabase::new("listings-import", &MIGRATOR).await?;
    let texts = |all: Vec<&'static str>| {
        let mut all: Vec<String> = all.into_iter().map(str::to_owned).collect();
        all.sort();
        all
    };
    let groups = texts(ListingGroup::ALL.iter().map(|one| one.as_str()).collect());
    for (constraint, expected) in [
        ("listings_listing_type_ck", groups.clone()),
        ("saved_searches_listing_type_ck", groups),
        (
            "sales_property_type_ck",
            texts(SoldType::ALL.iter().map(|one| one.as_str()).collect()),
        ),
        (
            "listing_imports_state_ck",
            texts(ImportState::ALL.iter().map(|one| one.as_str()).collect()),
        ),
        (
            "listing_imports_phase_ck",
            texts(Phase::ALL.iter().map(|one| one.as_str()).collect()),
        ),
        (
            "listing_imports_format_ck",
            texts(Format::ALL.iter().map(|one| one.as_str()).collect()),
        ),
    ] {
        assert_eq!(
            database.accepted(constraint).await?,
            expected,
            "{constraint}"
        );
    }
    Ok(())
}
