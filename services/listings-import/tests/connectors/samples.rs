//! The samples, as their README and docs/reference/uk-lettings.md 1 say (tests/samples).

use lintel_core::Money;
use lintel_listings_import::{
    connectors::Format,
    domain::record::{ListingGroup, ListingStatus, SaleChange, SoldType, Transaction},
};

use crate::reading::{Read, read};

macro_rules! sample {
    ($format:ident, $path:literal) => {
        read(
            Format::$format,
            include_bytes!(concat!("../samples/", $path)),
        )
    };
}

fn warnings(read: &Read) -> &[String] {
    read.outcome
        .as_ref()
        .map(|outcome| outcome.warnings.as_slice())
        .unwrap_or_default()
}

fn snapshot(read: &Read) -> Option<bool> {
    read.outcome
        .as_ref()
        .ok()
        .map(|outcome| outcome.complete_snapshot)
}

#[test]
fn the_bulk_load_of_sales_and_lettings() {
    let read = sample!(Blm, "blm/synthetic-v3-sales-and-lettings.blm");
    assert_eq!((read.listings.len(), read.refused.len()), (6, 0));
    assert_eq!(
        (snapshot(&read), warnings(&read)),
        (Some(true), [].as_slice())
    );
    let keys: Vec<_> = read
        .listings
        .iter()
        .map(|record| record.key.as_str())
        .collect();
    assert_eq!(
        keys,
        ["S001", "S002", "S003", "L001", "L002", "L003"].map(|end| format!("99999/99999_{end}"))
    );
    let first = &read.listings[0];
    assert_eq!(first.title(), "2 bed terraced house, Hull");
    assert_eq!(first.address, "Harbour Row, Hull");
    assert_eq!(first.full_address, "14 Harbour Row, Hull");
    assert_eq!(
        (first.postcode.as_str(), first.price),
        ("HU3 1XX", Some(Money::gbp(9_200_000)))
    );
    assert_eq!(first.qualifier, "Guide price");
    assert_eq!(first.tags, ["No chain", "Tenanted, £650 pcm", "EPC C"]);
    assert_eq!(first.image_urls, Vec::<String>::new());
    assert_eq!(
        (first.tenure.as_str(), first.group),
        ("Freehold", ListingGroup::House)
    );
    assert_eq!(
        first.description,
        "Lounge\n12' 4\" x 11' (3.76m x 3.35m). Gas fire & bay window.\nKitchen\nFitted units."
    );
    assert!(first.is_for_sale());
    let second = &read.listings[1];
    assert_eq!(
        (second.price, second.status),
        (
            Some(Money::gbp(13_500_000)),
            ListingStatus::SoldSubjectToContract
        )
    );
    assert_eq!(
        second.image_urls,
        ["https://img.example.com/99999_S002_0.jpg"]
    );
    let workshop = &read.listings[2];
    assert_eq!(
        (workshop.price, workshop.qualifier.as_str()),
        (None, "Price on application")
    );
    assert_eq!(workshop.group, ListingGroup::Commercial);
    assert_eq!(read.listings[3].rent(), Some(Money::gbp(125_000)));
    // £115.50 for each person a week, one bedroom.
    assert_eq!(read.listings[4].rent(), Some(Money::gbp(50_050)));
    assert_eq!(read.listings[4].status, ListingStatus::LetAgreed);
    assert_eq!(read.listings[5].status, ListingStatus::Hidden);
    let for_sale = read
        .listings
        .iter()
        .filter(|record| record.is_for_sale())
        .count();
    assert_eq!(for_sale, 2);
}

#[test]
fn the_bulk_load_with_other_signs_and_encoding_is_the_same() {
    let read_pipe = sample!(Blm, "blm/synthetic-v3-utf8-lf-pipe-no-count.blm");
    let caret = sample!(Blm, "blm/synthetic-v3-sales-and-lettings.blm");
    assert_eq!(
        (read_pipe.listings.len(), snapshot(&read_pipe)),
        (4, Some(true))
    );
    assert_eq!(read_pipe.listings, caret.listings[..4]);
}

#[test]
fn the_bulk_load_of_homes_overseas_is_never_searched() {
    let read = sample!(Blm, "blm/synthetic-v3i-overseas.blm");
    assert_eq!((read.listings.len(), read.refused.len()), (1, 0));
    let record = &read.listings[0];
    assert!(!record.in_uk && !record.is_for_sale());
    assert_eq!(
        (record.town.as_str(), record.property_type.as_str()),
        ("Javea", "Detached villa")
    );
}

#[test]
fn every_bad_bulk_load_is_refused_with_its_line() {
    let same = sample!(Blm, "blm/bad-same-separators.blm");
    let missing = sample!(Blm, "blm/bad-no-definition.blm");
    assert_eq!(
        (
            same.outcome.as_ref().err().map(String::as_str),
            same.listings.len()
        ),
        (
            Some("Line 4: EOF and EOR are both ^: fields and records need different signs."),
            0
        )
    );
    assert_eq!(
        (
            missing.outcome.as_ref().err().map(String::as_str),
            missing.listings.len()
        ),
        (
            Some("Line 11: This is not a BLM file: #DEFINITION# is missing before #DATA#."),
            0
        )
    );
    let short = sample!(Blm, "blm/bad-row-short.blm");
    assert_eq!(short.listings.len(), 1);
    assert_eq!(
        short.refusals(),
        [(13, "", "The record has 4 of 41 fields.")]
    );
    assert_eq!(snapshot(&short), Some(false));
    let cut = sample!(Blm, "blm/bad-truncated-no-end.blm");
    assert_eq!((cut.listings.len(), cut.refused.len()), (2, 0));
    assert!(
        cut.outcome
            .is_ok_and(|outcome| outcome.truncated && !outcome.complete_snapshot)
    );
}

#[test]
fn the_calls_of_the_real_time_feed() {
    let letting = sample!(Rtdf, "rtdf/synthetic-letting-sendproperty.json");
    assert_eq!((letting.listings.len(), letting.refused.len()), (1, 0));
    let record = &letting.listings[0];
    assert_eq!(
        (record.key.as_str(), record.postcode.as_str()),
        ("99999/LNT-L001", "RG1 5XX")
    );
    assert_eq!(
        (record.rent(), record.status),
        (Some(Money::gbp(125_000)), ListingStatus::Available)
    );
    assert_eq!(record.image_urls, ["https://img.example.com/l001-0.jpg"]);
    let answer = sample!(Rtdf, "rtdf/synthetic-sendproperty-response.json");
    assert_eq!(answer.listings.len(), 0);
    assert_eq!(
        answer.refusals(),
        [(
            1,
            "",
            "This is the portal's answer to a call, not the property that was sent: “Property created”."
        )]
    );
}

#[test]
fn the_updates_of_zoopla() {
    let sale = sample!(Zoopla, "zoopla/synthetic-listing-update-sale.json");
    let record = &sale.listings[0];
    assert_eq!(record.key, "LNT1/LNT-S001");
    assert_eq!(
        (record.title(), record.price),
        (
            "2 bed terraced house, Hull".to_owned(),
            Some(Money::gbp(9_200_000))
        )
    );
    assert_eq!(
        (
            record.square_feet,
            record.tenure.as_str(),
            record.qualifier.as_str()
        ),
        (Some(690), "Freehold", "Guide price")
    );
    assert_eq!(record.description, "Lounge (3.76 m × 3.35 m)\nBay window.");
    assert!(record.is_for_sale());
    let rent = sample!(Zoopla, "zoopla/synthetic-listing-update-rent.json");
    let record = &rent.listings[0];
    // £115.50 for each of five persons a week.
    assert_eq!(
        (record.rent(), record.status),
        (Some(Money::gbp(250_250)), ListingStatus::LetAgreed)
    );
    assert_eq!(record.full_address, "5 College Road, Sheffield");
}

#[test]
fn the_answers_of_propertydata() {
    let read = sample!(
        PropertyData,
        "propertydata/synthetic-sourced-properties.json"
    );
    assert_eq!(
        (read.listings.len(), read.refused.len(), snapshot(&read)),
        (3, 0, Some(false))
    );
    let sources: Vec<_> = read
        .listings
        .iter()
        .map(|record| record.source.as_deref())
        .collect();
    assert_eq!(
        sources,
        [Some("OnTheMarket"), Some("Rightmove"), Some("Zoopla")]
    );
    let studio = &read.listings[0];
    assert_eq!(
        (studio.title(), studio.bedrooms, studio.group),
        ("Studio".to_owned(), Some(0), ListingGroup::Flat)
    );
    assert_eq!(studio.price_history.len(), 3);
    assert_eq!(studio.tags, ["High yield properties", "Reduced by 32 %"]);
    assert!(studio.is_for_sale());
    let sold = &read.listings[1];
    assert_eq!(
        (sold.price, sold.status),
        (
            Some(Money::gbp(16_500_000)),
            ListingStatus::SoldSubjectToContract
        )
    );
    let bare = &read.listings[2];
    assert_eq!(
        (bare.price, bare.bedrooms, bare.group),
        (None, None, ListingGroup::Other)
    );
    let error = sample!(PropertyData, "propertydata/synthetic-error.json");
    assert_eq!(
        error.outcome,
        Err(
            "PropertyData answered with error X02: “Invalid key (synthetic; real code table …”."
                .to_owned()
        )
    );
}

#[test]
fn the_sales_of_the_land_registry() {
    let monthly = sample!(PricePaid, "ppd/pp-monthly-update-sample.csv");
    assert_eq!((monthly.sales.len(), monthly.refused.len()), (40, 0));
    let count = |change| {
        monthly
            .sales
            .iter()
            .filter(|sale| sale.change == change)
            .count()
    };
    let text = include_str!("../samples/ppd/pp-monthly-update-sample.csv");
    let lines = |end: &str| text.lines().filter(|line| line.ends_with(end)).count();
    for (change, end) in [
        (SaleChange::Add, ",\"A\""),
        (SaleChange::Change, ",\"C\""),
        (SaleChange::Delete, ",\"D\""),
    ] {
        assert_eq!(count(change), lines(end), "{change:?}");
        assert!(count(change) > 0);
    }
    assert!(monthly.sales.iter().any(|sale| sale.postcode.is_empty()));
    let first = &monthly.sales[0];
    assert_eq!(
        (first.transaction_id.as_str(), first.price),
        (
            "4E75C29C-C5C8-8922-E063-4804A8C094D0",
            Money::gbp(152_500_000)
        )
    );
    assert_eq!(
        (
            first.kind,
            first.primary_name.as_str(),
            first.tenure.as_str()
        ),
        (SoldType::Detached, "QUINNEYS", "Freehold")
    );
    let report = sample!(PricePaid, "ppd/ppd-report-sample.csv");
    assert_eq!((report.sales.len(), report.refused.len()), (3, 0));
    assert_eq!(
        (
            report.sales[2].primary_name.as_str(),
            report.sales[2].secondary_name.as_str()
        ),
        ("THE TURNBULL", "LOFT 15")
    );
}

#[test]
fn the_properties_of_jupix() {
    let read = sample!(Jupix, "jupix/synthetic-jupix.xml");
    assert_eq!(
        (read.listings.len(), read.refused.len(), snapshot(&read)),
        (1, 0, Some(true))
    );
    let record = &read.listings[0];
    assert_eq!(
        (record.key.as_str(), record.full_address.as_str()),
        ("7/64634", "22A Priory Gardens, Reading")
    );
    assert_eq!(
        (record.rent(), record.square_feet),
        (Some(Money::gbp(125_000)), Some(690))
    );
    assert_eq!(
        (record.description.as_str(), record.property_type.as_str()),
        ("Own front door & garden.", "Maisonette")
    );
    assert_eq!(record.image_urls, ["https://img.example.com/lt1-0.jpg"]);
}

#[test]
fn the_homes_of_a_table() {
    let read = sample!(Csv, "csv/homes.csv");
    assert_eq!(read.refusals(), [(5, "Price", "“lots” is not an amount.")]);
    let [first, second, third] = read.listings.as_slice() else {
        panic!("{:?}", read.listings);
    };
    assert_eq!(
        (first.price, first.monthly_rent),
        (Some(Money::gbp(9_200_000)), Some(Money::gbp(65_000)))
    );
    assert_eq!(
        (first.uprn, first.description.as_str()),
        (Some(10_001_234), "Two bedrooms.\n\nYard.")
    );
    assert_eq!(
        (second.price, second.status),
        (None, ListingStatus::SoldSubjectToContract)
    );
    assert_eq!(
        third.transaction,
        Transaction::Letting {
            monthly_rent: Some(Money::gbp(125_000))
        }
    );
}
