use std::{io::Cursor, ops::ControlFlow};

use lintel_core::Money;

use super::*;
use crate::connectors::testing::{Refusing, Sure};
use crate::{
    connectors::limits::LONGEST_RECORD,
    domain::record::{ListingRecord, ListingStatus, Row},
};

type Read = Result<(Vec<ListingRecord>, Vec<(u64, String, String)>, Outcome), String>;

fn read(text: &str) -> Read {
    let (mut records, mut refused) = (Vec::new(), Vec::new());
    let outcome = Jupix.read(&mut Cursor::new(text.as_bytes()), &mut |row| {
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

const SALE: &str = "<property><propertyID>1</propertyID><branchID>7</branchID><department>Sales</department><addressNumber>14</addressNumber>\
    <addressStreet>Harbour Row</addressStreet><address3>Hull</address3><addressPostcode>HU3 1AA</addressPostcode><price>92,000</price><priceQualifier>4</priceQualifier>\
    <availability>2</availability><propertyTenure>1</propertyTenure><propertyBedrooms>2</propertyBedrooms><propertyType>1</propertyType><propertyStyle>9</propertyStyle>\
    <propertyFeature1>Garden &amp; shed</propertyFeature1><propertyFeature2>A & B</propertyFeature2>\
    <images><image>https://x.example/1.jpg</image><image>2.jpg</image></images>\
    <fullDescription>One &#163;5&pound;6 <![CDATA[<p>two &amp; three</p>]]></fullDescription></property>";

fn file(properties: &str) -> String {
    format!("<?xml version=\"1.0\"?>\n<properties>{properties}</properties>")
}

#[test]
fn a_property_is_a_home_and_the_file_a_snapshot() {
    let (records, refused, outcome) = read(&file(SALE)).sure();
    assert_eq!(refused, []);
    let record = &records[0];
    assert_eq!(
        (record.key.as_str(), record.full_address.as_str()),
        ("7/1", "14 Harbour Row, Hull")
    );
    assert_eq!(
        (record.price, record.qualifier.as_str()),
        (Some(Money::gbp(9_200_000)), "Guide price")
    );
    assert_eq!(record.tags, ["Garden & shed", "A & B"]);
    assert_eq!(record.image_urls, ["https://x.example/1.jpg"]);
    assert_eq!(record.description, "One £5£6\ntwo & three");
    assert_eq!(record.title(), "2 bed mid-terrace house, Hull");
    assert!(outcome.complete_snapshot);
    assert_eq!(outcome.branches, ["7/"]);
}

#[test]
fn numbers_mean_what_their_department_says() {
    let state = |from: &str, to: &str| {
        read(&file(&SALE.replace(from, to))).map(|(mut records, refused, _)| {
            records.pop().map(|record| record.status).ok_or(refused)
        })
    };
    let availability = "<availability>2<";
    assert_eq!(
        state(availability, "<availability>4<").sure(),
        Ok(ListingStatus::SoldSubjectToContract)
    );
    assert_eq!(
        state(availability, "<availability>7<").sure(),
        Ok(ListingStatus::Withdrawn)
    );
    assert_eq!(
        state(availability, "<availability>6<").sure().refusal()[0].1,
        "availability"
    );
    assert_eq!(state("Sales", "Cars").sure().refusal()[0].1, "department");
    let letting = SALE.replace("Sales", "Lettings").replace(
        "<price>92,000</price>",
        "<rent>300</rent><rentFrequency>2</rentFrequency>",
    );
    let (records, _, _) = read(&file(&letting)).sure();
    assert_eq!(
        (records[0].price, records[0].rent()),
        (None, Some(Money::gbp(130_000)))
    );
    let hidden = SALE.replace(
        "<priceQualifier>",
        "<forSalePOA>1</forSalePOA><priceQualifier>",
    );
    assert_eq!(read(&file(&hidden)).sure().0[0].price, None);
    let spain = SALE.replace("<price>", "<country>Spain</country><price>");
    assert!(!read(&file(&spain)).sure().0[0].in_uk);
}

#[test]
fn a_cut_file_ends_after_its_good_properties_and_withdraws_nothing() {
    let whole = file(&SALE.repeat(2));
    for at in whole.find("<property>").sure()..whole.len() {
        let Some(start) = whole.get(..at) else {
            continue;
        };
        let (records, _, outcome) = read(start).sure();
        assert!(!outcome.complete_snapshot, "{at}");
        assert!(records.iter().all(|record| record.image_urls.len() == 1 && record.description.ends_with("three")), "{at}");
    }
}

#[test]
fn no_document_type_no_bomb_and_no_other_file() {
    let laughs = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol2 \"&lol;&lol;\">]><properties><property><propertyID>&lol2;</propertyID></property></properties>";
    assert!(read(laughs).refusal().contains("DOCTYPE"));
    let unknown = read(&file(&SALE.replace("Garden &amp; shed", "&lol2; &xxe;"))).sure();
    assert_eq!(unknown.0[0].tags[0], "&lol2; &xxe;");
    let deep = file(&format!("<property>{}", "<a>".repeat(100_000)));
    assert!(read(&deep).refusal().contains("32 levels"));
    let long = file(&format!(
        "<property><a>{}</a></property>",
        "x".repeat(2 * LONGEST_RECORD)
    ));
    assert_eq!(
        read(&long).refusal(),
        "Record 1: a tag or a text is longer than 1 MB."
    );
    assert!(read("<properties/>").sure().0.is_empty());
    assert!(read("<clients/>").refusal().contains("<clients>"));
    assert!(
        read("<clients><x/></clients>")
            .refusal()
            .contains("<clients>")
    );
    assert_eq!(read("").refusal(), "This is not a Jupix file: it is empty.");
    assert_eq!(
        read("#HEADER#").refusal(),
        "This is not a Jupix file: it is no XML."
    );
    assert!(
        read(&file("<property><a></b></property>"))
            .refusal()
            .contains("not XML")
    );
}

#[test]
fn a_second_file_that_was_glued_on_withdraws_nothing() {
    let (records, _, outcome) = read(&file(SALE).repeat(2)).sure();
    assert_eq!(records.len(), 1);
    assert!(!outcome.complete_snapshot && outcome.warnings[0].contains("</properties>"));
}

#[test]
fn a_property_with_too_much_in_it_is_refused_and_the_next_is_read() {
    let many = format!("<property>{}</property>{SALE}", "<a>x</a>".repeat(6_000));
    let (records, refused, outcome) = read(&file(&many)).sure();
    assert_eq!((records.len(), refused.len()), (1, 1));
    assert!(!outcome.complete_snapshot);
}
