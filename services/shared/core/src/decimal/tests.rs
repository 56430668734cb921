use proptest::prelude::*;

use super::*;

#[test]
fn plain_numbers_are_read_exactly() {
    for (text, expected) in [
        ("5", "5"),
        (" 5.50 ", "5.5"),
        ("-0.01", "-0.01"),
        ("\u{2212}3", "-3"),
        ("+3", "3"),
        (".5", "0.5"),
        ("5.", "5"),
        ("-0", "0"),
        ("12345678901234567890.123", "12345678901234567890.123"),
    ] {
        assert_eq!(read(text).map(plain).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn what_from_str_would_take_is_refused() {
    for text in [
        "1e3", "1_250.50", "1E3", "4,5", "1,250", "", ".", "-", "--1", "1.2.3", "NaN", "£5", "５",
    ] {
        assert_eq!(read(text), Err(DecimalError::NotANumber), "{text}");
    }
    assert_eq!(read(&"9".repeat(29)), Err(DecimalError::TooLong));
}

#[test]
fn numbers_of_json_keep_its_grammar() {
    for (text, expected) in [
        ("1e3", "1000"),
        ("1.255E+2", "125.5"),
        ("1e-3", "0.001"),
        ("-0.10", "-0.1"),
        ("-0", "0"),
        ("0e400", "0"),
        ("1.500", "1.5"),
        ("4503599627370497.5", "4503599627370497.5"),
    ] {
        assert_eq!(
            read_json(text).map(plain).as_deref(),
            Ok(expected),
            "{text}"
        );
    }
    for text in [
        "", "+1", ".5", "5.", "01", "1e", "1e+", "1_0", "1,0", "true", " 1",
    ] {
        assert_eq!(read_json(text), Err(DecimalError::NotANumber), "{text}");
    }
    for text in [
        "1e400",
        "1e-400",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "99999999999999999999999999999",
    ] {
        assert_eq!(read_json(text), Err(DecimalError::TooLong), "{text}");
    }
}

#[test]
fn amounts_of_feeds_may_have_many_decimals() {
    for (text, expected) in [
        ("92000.005", "92000.005"),
        ("£1,250.129", "1250.129"),
        (
            "115.1234567890123456789012345678901234567890",
            "115.12345678901234567890",
        ),
    ] {
        let expected = read(expected);
        assert_eq!(read_amount(text), expected, "{text}");
    }
    assert_eq!(read_amount("180000,00"), Err(DecimalError::DecimalComma));
    assert_eq!(read_amount("18e4"), Err(DecimalError::NotANumber));
}

#[test]
fn writing_rounds_halves_away_from_zero() {
    let number = |text: &str| read(text).unwrap_or_default();
    for (text, decimals, expected) in [
        ("41.0958", 2, "41.10"),
        ("0.005", 2, "0.01"),
        ("-0.005", 2, "-0.01"),
        ("-0.004", 2, "0.00"),
        ("5", 1, "5.0"),
        ("99.95", 1, "100.0"),
    ] {
        assert_eq!(fixed(number(text), decimals), expected, "{text}");
    }
    assert_eq!(plain(number("5.500")), "5.5");
}

fn mark_of(amounts: &[&str]) -> Result<DecimalMark, u64> {
    let mut marks = DecimalMarks::default();
    for (line, text) in (2..).zip(amounts) {
        marks.note(line, text);
    }
    marks.settle().map_err(|(line, _)| line)
}

#[test]
fn a_file_has_one_sign_before_its_pence() {
    for (amounts, mark) in [
        (vec!["1,250.00", "12.50", "POA", ""], Ok(DecimalMark::Point)),
        (vec!["180000", "1250"], Ok(DecimalMark::Point)),
        (
            vec!["180000,00", "1250", "1.250,00"],
            Ok(DecimalMark::Comma),
        ),
        (vec!["180000,00", "1.250"], Ok(DecimalMark::Comma)),
        (vec!["18e4"], Ok(DecimalMark::Point)),
        (vec!["180000", "12,50", "12.50"], Err(3)),
        (vec!["12.50", "1,250", "180000,00"], Err(4)),
        (vec!["1,250", "180000,00"], Err(3)),
        (vec!["92000.005", "180000,00"], Err(3)),
    ] {
        assert_eq!(mark_of(&amounts), mark, "{amounts:?}");
    }
}

#[test]
fn a_comma_becomes_a_point_and_a_point_a_comma() {
    assert_eq!(DecimalMark::Comma.to_point("1.250,00"), "1,250.00");
    assert_eq!(DecimalMark::Point.to_point("1,250.00"), "1,250.00");
}

proptest! {
    #[test]
    fn what_is_written_reads_back(mantissa in -1_000_000_000_000_i64..1_000_000_000_000, scale in 0_u32..10) {
        let value = Decimal::new(mantissa, scale);
        prop_assert_eq!(read(&plain(value)), Ok(value));
        prop_assert_eq!(read_json(&fixed(value, scale)), Ok(value));
    }

    #[test]
    fn no_text_makes_it_panic(text in ".{0,60}", number in "[0-9.,eE()£ +-]{0,40}") {
        for text in [text, number] {
            let _ = (read(&text), read_amount(&text), read_json(&text), read_pence(&text));
            DecimalMarks::default().note(1, &text);
        }
    }

    #[test]
    fn a_comma_never_makes_another_amount(pence in 0_i64..100_000_000_000) {
        let (whole, part) = (pence / 100, pence % 100);
        prop_assert_eq!(read_pence(&format!("{whole},{part:02}")), Err(DecimalError::DecimalComma));
    }
}
