use std::{io::Cursor, ops::ControlFlow};

use lintel_core::Money;

use super::*;
use crate::connectors::testing::{Refusing, Sure};
use crate::domain::record::{ListingGroup, ListingRecord, Row};

type Read = Result<(Vec<ListingRecord>, Vec<(u64, String, String)>, Outcome), String>;

fn read(text: &str) -> Read {
    let (mut records, mut refused) = (Vec::new(), Vec::new());
    let outcome = Csv.read(&mut Cursor::new(text.as_bytes()), &mut |row| {
        match row {
            Row::Listing(record) => records.push(*record),
            Row::Refused(refusal) => refused.push((refusal.line, refusal.field, refusal.reason)),
            Row::Sale(_) | Row::Gone { .. } => {}
        }
        ControlFlow::Continue(())
    });
    outcome
        .map(|outcome| (records, refused, outcome))
        .map_err(|error| error.to_string())
}

#[test]
fn columns_are_known_by_many_names_and_signs() {
    for text in [
        "Reference,Address,Postcode,Price,Bedrooms,Property type,Tags\nA1,\"Mill Lane, Leeds\",LS1 4AP,\"£180,000\",2,Terraced house,No chain|Garden\n",
        "\u{feff}ref;ADDRESS;post_code;asking-price;Beds;type;Features\r\nA1;Mill Lane, Leeds;ls14ap;180000;2;Terraced house;\"No chain;Garden\"\r\n",
        "id\taddress\tpostal code\tprice\tbed\tkind\tlabels\nA1\tMill Lane, Leeds\tLS1 4AP\t180,000.00\t2\tTerraced house\tNo chain|Garden",
    ] {
        let (records, refused, outcome) = read(text).sure();
        assert_eq!((records.len(), refused.len()), (1, 0), "{refused:?}");
        let record = &records[0];
        assert_eq!(
            (record.key.as_str(), record.address.as_str()),
            ("A1", "Mill Lane, Leeds")
        );
        assert_eq!(
            (record.price, record.postcode.as_str()),
            (Some(Money::gbp(18_000_000)), "LS1 4AP")
        );
        assert_eq!(
            (record.group, record.bedrooms),
            (ListingGroup::House, Some(2))
        );
        assert_eq!(record.tags, ["No chain", "Garden"]);
        assert!(!outcome.complete_snapshot);
    }
}

#[test]
fn a_file_of_another_country_is_read_as_a_whole_or_not_at_all() {
    let file = |amounts: [&str; 2]| {
        let [first, second] = amounts;
        format!("Address;Price;Square metres\nMill Lane;{first};64,1\nOak Lane;{second};\n")
    };
    let (records, refused, _) = read(&file(["180000,00", "1.250.000,00"])).sure();
    let prices: Vec<_> = records.iter().map(|record| record.price).collect();
    let pounds = |pounds: i64| Some(Money::gbp(pounds * 100));
    assert_eq!(prices, [pounds(180_000), pounds(1_250_000)]);
    assert_eq!((records[0].square_feet, refused.len()), (Some(690), 0));
    for second in ["195,000.00", "195000.50", "195,000"] {
        let problem = read(&file(["180000,00", second])).refusal();
        assert!(
            problem.starts_with("Line 2: “180000,00” has a comma before its pence, but line 3 has"),
            "{problem}"
        );
    }
    let (records, refused, _) = read("Address,Price\nMill Lane,18e4\nOak Lane,180000\n").sure();
    assert_eq!((records.len(), refused.len()), (1, 1), "{refused:?}");
}

#[test]
fn a_line_with_a_rent_alone_is_to_let() {
    let text = "Address,Price,Monthly rent,Rent frequency,For sale or to let\nMill Lane,,950,,\nOak Lane,100000,,,\nElm Lane,,300,weekly,let\nAsh Lane,900,,,to let\n";
    let (records, refused, _) = read(text).sure();
    let rents: Vec<_> = records
        .iter()
        .map(|record| {
            (
                record.price.map(Money::minor),
                record.rent().map(Money::minor),
            )
        })
        .collect();
    assert_eq!(
        rents,
        [
            (None, Some(95_000)),
            (Some(10_000_000), None),
            (None, Some(130_000)),
            (None, Some(90_000))
        ],
        "{refused:?}"
    );
}

#[test]
fn every_wrong_cell_is_named_with_its_line() {
    let text = "Address,Price,Bedrooms,Status,UPRN,Square feet\nMill Lane,=1+1,2,,,\nMill Lane,1,two,,,\nMill Lane,1,2,lost,,\nMill Lane,1,2,,x,\n,1,2,,,\nMill Lane,1,2,,,big\nMill Lane,1\nMill Lane,1,2,,,,,x\nMill Lane,1,2,sold stc,10001234,700\n";
    let (records, refused, _) = read(text).sure();
    let fields: Vec<_> = refused
        .iter()
        .map(|(line, field, _)| (*line, field.as_str()))
        .collect();
    assert_eq!(
        fields,
        [
            (2, "Price"),
            (3, "Bedrooms"),
            (4, "Status"),
            (5, "UPRN"),
            (6, "Reference"),
            (7, "Square feet"),
            (8, ""),
            (9, "")
        ]
    );
    assert_eq!(
        (records[0].uprn, records[0].status),
        (Some(10_001_234), ListingStatus::SoldSubjectToContract)
    );
}

#[test]
fn formulas_are_text() {
    let (records, _, _) =
        read("Address,Price,Description\n'=HYPERLINK(x),1,=cmd|' /C calc'!A0\n").sure();
    assert_eq!(
        (records[0].address.as_str(), records[0].description.as_str()),
        ("=HYPERLINK(x)", "=cmd|' /C calc'!A0")
    );
}

#[test]
fn a_home_without_a_reference_is_known_by_its_address() {
    let (records, _, _) =
        read("Address,Postcode,Price\n14 Mill Lane,ls14ap,1\n14 mill  lane,LS1 4AP,2\n").sure();
    assert_eq!(records[0].key, "14 mill lane LS1 4AP");
    assert_eq!(records[0].key, records[1].key);
}

#[test]
fn a_table_needs_addresses_and_prices() {
    assert_eq!(read("").refusal(), "The file is empty.");
    assert!(
        read("Name,Price\nx,1\n")
            .refusal()
            .starts_with("Line 1: The column Address")
    );
    assert!(
        read("\nAddress,Beds\nx,1\n")
            .refusal()
            .starts_with("Line 2: The columns Price")
    );
    let (_, _, outcome) = read("Address,Price,Colour\nx,1,red\n").sure();
    assert_eq!(
        outcome.warnings,
        ["These columns are not known and were left out: “Colour”."]
    );
}

#[test]
fn a_nation_is_read_in_any_case_and_another_one_is_refused() {
    let file = "Address,Postcode,Price,Nation\nA,CH4 0AA,100000,wales\nB,CH4 0AA,100000,\nC,CH4 0AA,100000,Cornwall\n";
    let (records, refused, _) = read(file).sure();
    let nations: Vec<_> = records.iter().map(|record| record.nation).collect();
    assert_eq!(nations, [Some(Nation::Wales), None]);
    let places: Vec<_> = refused
        .iter()
        .map(|(line, field, _)| (*line, field.as_str()))
        .collect();
    assert_eq!(places, [(4, "Nation")]);
}
