use std::io::Cursor;

use lintel_core::Money;

use super::*;
use crate::connectors::testing::Sure;
use crate::domain::record::{ListingRecord, ListingStatus, Row, Transaction};

const HEAD: &str = "#HEADER#\r\nVersion : 3\r\nEOF : '^'\r\nEOR : '~'\r\n\r\n";
const NAMES_3: &str = "#DEFINITION#\r\nAGENT_REF^BRANCH_ID^DISPLAY_ADDRESS^TRANS_TYPE_ID^PRICE^DESCRIPTION^~\r\n\r\n#DATA#\r\n";

type Read = (
    Vec<ListingRecord>,
    Vec<(u64, String, String)>,
    Result<Outcome, String>,
);

fn read(bytes: &[u8]) -> Read {
    let (mut records, mut refused) = (Vec::new(), Vec::new());
    let outcome = Blm.read(&mut Cursor::new(bytes), &mut |row| {
        match row {
            Row::Listing(record) => records.push(*record),
            Row::Refused(refusal) => refused.push((refusal.line, refusal.field, refusal.reason)),
            Row::Sale(_) | Row::Gone { .. } => {}
        }
        ControlFlow::Continue(())
    });
    (records, refused, outcome.map_err(|error| error.to_string()))
}

fn file(rows: &str) -> Vec<u8> {
    format!("{HEAD}{NAMES_3}{rows}#END#\r\n").into_bytes()
}

fn outcome(read: Read) -> Outcome {
    read.2.sure()
}

#[test]
fn the_header_is_read_however_it_is_written() {
    for head in [
        "#HEADER#\nVERSION: 3\nEOF : '|'\nEOR : '~'\nGenerated Date : 20-NOV-2026 06:00\nUnknown\n",
        "\n#header#\nversion:3\neof:|\neor: \"~\"\n",
        "#HEADER#\nVersion : 3\nEOF : ' | '\nEOR : '~'\nProperty Count : many\n",
    ] {
        let text = format!(
            "{head}#DEFINITION#\nagent_ref|BRANCH_ID|DISPLAY_ADDRESS|TRANS_TYPE_ID|\n|~\n#DATA#\nA1|7|Mill Lane|1||~\n#END#"
        );
        let (records, refused, outcome) = read(text.as_bytes());
        assert_eq!((records.len(), refused.len()), (1, 0), "{head} {refused:?}");
        assert!(outcome.sure().complete_snapshot);
    }
}

#[test]
fn what_is_no_bulk_load_is_refused_with_its_line() {
    for (text, reason) in [
        ("", "This is not a BLM file: it is empty."),
        (
            "<?xml version=\"1.0\"?>\n",
            "Line 1: This is not a BLM file: it does not begin with #HEADER#.",
        ),
        (
            "#HEADER#\nEOF : '^'\nEOR : '^'\n#DEFINITION#\n",
            "Line 3: EOF and EOR are both ^: fields and records need different signs.",
        ),
        (
            "#HEADER#\nEOF : ''\nEOR : '~'\n#DEFINITION#\n",
            "Line 2: EOF is “”: one sign is needed, for example '^'.",
        ),
        (
            "#HEADER#\nEOF : '^^'\nEOR : '~'\n#DEFINITION#\n",
            "Line 2: EOF is “^^”: one sign is needed, for example '^'.",
        ),
        (
            "#HEADER#\nEOR : '~'\n#DEFINITION#\n",
            "Line 3: EOF is missing in the header.",
        ),
        (
            "#HEADER#\nEOF : '^'\nEOR : '~'\n#DATA#\n",
            "Line 4: This is not a BLM file: #DEFINITION# is missing before #DATA#.",
        ),
        (
            "#HEADER#\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nAGENT_REF^~\n",
            "This is not a BLM file, or it breaks off: #DATA# is missing.",
        ),
        (
            "#HEADER#\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nPRICE^~\n#DATA#\n",
            "Line 5: AGENT_REF is missing in #DEFINITION#: without it no home can be found again.",
        ),
    ] {
        assert_eq!(read(text.as_bytes()).2, Err(reason.to_owned()), "{text}");
    }
}

#[test]
fn records_end_with_their_sign_and_not_with_the_line() {
    let (records, refused, _) = read(&file(
        "A0^7^Oak Lane^1^200^x^~A1^7^Mill Lane^1^100^One\r\ntwo~three^~A3^7^Elm Lane^1^300^x^~\r\n",
    ));
    let addresses: Vec<_> = records
        .iter()
        .map(|record| record.address.as_str())
        .collect();
    assert_eq!(addresses, ["Oak Lane", "Elm Lane"]);
    let reasons: Vec<_> = refused
        .iter()
        .map(|(line, _, reason)| (*line, reason.as_str()))
        .collect();
    assert_eq!(
        reasons,
        [
            (
                10,
                "The record ends without ^, as if its end stood in a text."
            ),
            (11, "The record has 1 of 6 fields.")
        ]
    );
    let (records, refused, _) = read(&file(
        "A1^7^Mill Lane^1^100^x~\r\nA2^7^Elm Lane^1^200^y~\r\n",
    ));
    assert_eq!(
        (records.len(), refused.len()),
        (2, 0),
        "some writers leave the last ^ out"
    );
    let (records, refused, _) = read(&file("A1^7^Mill Lane^1^100^One<br>\r\ntwo^~\r\n"));
    assert_eq!(
        (records[0].description.as_str(), refused.len()),
        ("One\n\ntwo", 0)
    );
}

#[test]
fn a_record_of_another_length_is_refused_and_the_next_is_read() {
    let (records, refused, outcome) = read(&file(
        "A1^7^only^~\r\nA2^7^Mill^Lane^1^100^x^~\r\nA3^7^Elm Lane^1^300^x^~\r\n",
    ));
    assert_eq!(records.len(), 1);
    assert_eq!(
        refused
            .iter()
            .map(|(line, _, reason)| (*line, reason.as_str()))
            .collect::<Vec<_>>(),
        [
            (10, "The record has 3 of 6 fields."),
            (
                11,
                "The record has 7 fields and not 6: a ^ stands in a text."
            )
        ]
    );
    let outcome = outcome.sure();
    assert!(
        !outcome.complete_snapshot && !outcome.truncated,
        "a home that is not known may be any home"
    );
}

#[test]
fn fields_are_found_by_their_names() {
    let text = format!(
        "{HEAD}#DEFINITION#\r\nPRICE^MY_OWN^TRANS_TYPE_ID^AGENT_REF^PRICE^DISPLAY_ADDRESS^~\r\n#DATA#\r\n100^x^1^A1^200^Mill Lane^~\r\n#END#"
    );
    let (records, _, outcome) = read(text.as_bytes());
    assert_eq!(
        (records[0].key.as_str(), records[0].price),
        ("A1", Some(Money::gbp(10_000)))
    );
    assert_eq!(
        outcome.sure().warnings,
        ["“PRICE” is there twice; the first counts."]
    );
}

#[test]
fn a_file_that_breaks_off_withdraws_nothing() {
    let whole = file("99_A1^^Mill Lane^1^100^x^~\r\n99_A2^^Elm Lane^1^200^y^~\r\n");
    let outcome_of_whole = outcome(read(&whole));
    assert!(outcome_of_whole.complete_snapshot);
    assert_eq!(outcome_of_whole.branches, ["99/"]);
    let text = String::from_utf8(whole.clone()).sure();
    let data = text.find("#DATA#").sure() + 6;
    let end = text.find("#END#").sure() + 5;
    for at in data..end {
        let (records, _, outcome) = read(&whole[..at]);
        let outcome = outcome.sure();
        assert!(outcome.truncated && !outcome.complete_snapshot, "{at}");
        assert!(
            records
                .iter()
                .all(|record| record.description == "x" || record.description == "y"),
            "{at}"
        );
    }
}

#[test]
fn another_count_is_a_warning() {
    let head = HEAD.replace("\r\n\r\n", "\r\nProperty Count : 6\r\n\r\n");
    let text = format!("{head}{NAMES_3}A1^7^Mill Lane^1^100^x^~\r\n#END#\r\n");
    let outcome = outcome(read(text.as_bytes()));
    assert_eq!(
        outcome.warnings,
        ["The file says that it has 6 properties; it has 1."]
    );
    assert!(outcome.complete_snapshot);
}

#[test]
fn a_second_file_that_was_glued_on_withdraws_nothing() {
    let one = file("A1^7^Mill Lane^1^100^x^~\r\n");
    let (records, _, outcome) = read(&[one.as_slice(), &one].concat());
    let outcome = outcome.sure();
    assert_eq!(records.len(), 1);
    assert!(
        !outcome.complete_snapshot && outcome.warnings[0].contains("#END#"),
        "{outcome:?}"
    );
}

#[test]
fn bytes_of_windows_and_wrongly_decoded_ones_are_the_same_letters() {
    let mut bytes = file("A1^7^St Mary");
    bytes.truncate(bytes.len() - "#END#\r\n".len());
    bytes.extend_from_slice(b"\x92s Lane^1^100^\xa3650 pcm^~\r\n#END#\r\n");
    let (records, _, _) = read(&bytes);
    assert_eq!(
        (records[0].address.as_str(), records[0].description.as_str()),
        ("St Mary’s Lane", "£650 pcm")
    );
    let utf8 = [
        b"\xef\xbb\xbf".as_slice(),
        &file("A1^7^St Mary\u{92}s Lane^1^100^£650^~\r\n"),
    ]
    .concat();
    let (records, _, _) = read(&utf8);
    assert_eq!(
        (records[0].address.as_str(), records[0].description.as_str()),
        ("St Mary’s Lane", "£650")
    );
}

fn one(names: &str, values: &str) -> Result<ListingRecord, (String, String)> {
    let text = format!(
        "{HEAD}#DEFINITION#\r\nAGENT_REF^BRANCH_ID^DISPLAY_ADDRESS^{names}^~\r\n#DATA#\r\nA1^7^Mill Lane^{values}^~\r\n#END#"
    );
    let (mut records, mut refused, _) = read(text.as_bytes());
    records.pop().ok_or_else(|| {
        refused
            .pop()
            .map(|(_, field, reason)| (field, reason))
            .sure()
    })
}

#[test]
fn prices_may_have_commas_and_may_be_hidden() {
    let price = |value: &str| {
        one("TRANS_TYPE_ID^PRICE^PRICE_QUALIFIER", &format!("1^{value}"))
            .map(|record| (record.price.map(Money::minor), record.qualifier))
    };
    assert_eq!(price("159,950^0"), Ok((Some(15_995_000), String::new())));
    assert_eq!(price("0^1"), Ok((None, "Price on application".into())));
    assert_eq!(price("95000^1"), Ok((None, "Price on application".into())));
    assert_eq!(price("^2"), Ok((None, "Guide price".into())));
    assert_eq!(price("92000^99"), Ok((Some(9_200_000), String::new())));
    assert_eq!(
        price("lots^0"),
        Err(("PRICE".into(), "“lots” is not an amount.".into()))
    );
}

#[test]
fn rents_become_monthly_and_are_no_prices() {
    let rent = |frequency: &str| {
        one(
            "TRANS_TYPE_ID^PRICE^LET_RENT_FREQUENCY^BEDROOMS",
            &format!("2^1,200^{frequency}^3"),
        )
        .map(|record| (record.price, record.rent().map(Money::minor)))
    };
    assert_eq!(rent(""), Ok((None, Some(120_000))));
    assert_eq!(rent("0"), Ok((None, Some(520_000))));
    assert_eq!(rent("2"), Ok((None, Some(40_000))));
    assert_eq!(rent("3"), Ok((None, Some(10_000))));
    assert_eq!(rent("5"), Ok((None, Some(1_560_000))));
    assert_eq!(
        rent("4"),
        Err((
            "LET_RENT_FREQUENCY".into(),
            "4 is not one of 0, 1, 2, 3 and 5.".into()
        ))
    );
}

#[test]
fn codes_decide_what_is_for_sale() {
    let state = |kind: &str, status: &str, published: &str| {
        one(
            "TRANS_TYPE_ID^STATUS_ID^PUBLISHED_FLAG",
            &format!("{kind}^{status}^{published}"),
        )
        .map(|record| (record.is_for_sale(), record.status))
    };
    assert_eq!(state("1", "0", "1"), Ok((true, ListingStatus::Available)));
    assert_eq!(state("3", "", ""), Ok((true, ListingStatus::Available)));
    assert_eq!(
        state("1", "1", "1"),
        Ok((false, ListingStatus::SoldSubjectToContract))
    );
    assert_eq!(state("1", "3", "1"), Ok((false, ListingStatus::UnderOffer)));
    assert_eq!(state("2", "5", "1"), Ok((false, ListingStatus::LetAgreed)));
    assert_eq!(state("", "5", "1"), Ok((false, ListingStatus::LetAgreed)));
    assert_eq!(state("1", "0", "0"), Ok((false, ListingStatus::Hidden)));
    for (kind, status, published, field) in [
        ("", "0", "1", "TRANS_TYPE_ID"),
        ("7", "0", "1", "TRANS_TYPE_ID"),
        ("x", "0", "1", "TRANS_TYPE_ID"),
        ("1", "6", "1", "STATUS_ID"),
        ("1", "0", "?", "PUBLISHED_FLAG"),
    ] {
        assert_eq!(
            state(kind, status, published).map_err(|(field, _)| field),
            Err(field.to_owned())
        );
    }
}

#[test]
fn the_tenure_may_hide_in_a_feature_and_pictures_are_addresses() {
    let record = one(
        "TRANS_TYPE_ID^FEATURE1^FEATURE2^MEDIA_IMAGE_00^MEDIA_IMAGE_01^MEDIA_IMAGE_60^PROP_SUB_ID^BEDROOMS^TOWN^ADDRESS_3",
        "1^Tenure: leasehold^Garden &amp; shed^7_A1_IMG_00.jpg^http://img.example.com/1.jpg^https://img.example.com/epc.jpg^3^2^^Uxbridge",
    );
    let record = record.sure();
    assert_eq!(
        (record.tenure.as_str(), record.tags),
        ("Leasehold", vec!["Garden & shed".to_owned()])
    );
    assert_eq!(record.image_urls, ["https://img.example.com/1.jpg"]);
}

#[test]
fn homes_overseas_are_read_and_never_searched() {
    let text = "#HEADER#\nVersion : 3i\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nAGENT_REF^HOUSE_NAME_NUMBER^STREET_NAME^OS_TOWN_CITY^OS_REGION^ZIPCODE^COUNTRY_CODE^PRICE^TRANS_TYPE_ID^~\n#DATA#\nI1^Villa Sol^Calle Mayor^Javea^Alicante^03730^ES^425000^1^~\n#END#";
    let (records, _, _) = read(text.as_bytes());
    let record = &records[0];
    assert!(!record.in_uk && !record.is_for_sale());
    assert_eq!(record.transaction, Transaction::Sale);
    assert_eq!(
        (record.town.as_str(), record.postcode.as_str()),
        ("Javea", "")
    );
}

#[test]
fn huge_fields_and_records_are_refused_and_the_next_is_read() {
    let long = format!(
        "A1^7^Mill Lane^1^100^{}^~\r\nA2^7^Mill Lane^1^100^{}^~\r\nA3^7^Elm Lane^1^300^x^~\r\n",
        "x".repeat(70_000),
        "y".repeat(3_000_000)
    );
    let (records, refused, _) = read(&file(&long));
    assert_eq!(records.len(), 1);
    assert_eq!(refused[0].1, "DESCRIPTION");
    assert!(refused[1].2.contains("1 MB"));
}
