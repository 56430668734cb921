use chrono::{DateTime, NaiveDate, Utc};
use csv::ReaderBuilder;
use lintel_core::Money;
use lintel_sheet::{LONGEST_CELL, MOST_COLUMNS, MOST_LINES, cell::FORMULA};
use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::{
    domain::{
        InsuranceDraft, Lease, MortgageDraft, MortgageType, NewProperty, Percentage, Property,
        PropertyType, RentRule, Room, RunningCosts, Status,
    },
    sheet::write,
};

const HEADER: &str = "Name,Address,Postcode,Property type,Monthly rent";
const LINE: &str = "Mill,1 Mill Lane,LS1 4AP,House,950.00";

fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default()
}

/// Where the problems of a file that cannot be read are.
fn unreadable(content: &str) -> Vec<(i64, String)> {
    let problems = read(content.as_bytes()).err().unwrap_or_default();
    problems
        .into_iter()
        .map(|problem| (problem.line, problem.column))
        .collect()
}

/// The fields that the domain or the reader refuse in a file's only line.
fn refused(content: &str) -> Vec<(String, String)> {
    let Ok(mut sheet) = read(content.as_bytes()) else {
        return vec![("the file".to_owned(), String::new())];
    };
    let judged = sheet
        .lines
        .pop()
        .map(|line| NewProperty::try_new(line.draft, RentRule::Typed, today()));
    match judged {
        Some(Err(lintel_core::Error::Invalid { violations, .. })) => violations
            .iter()
            .map(|v| (v.field.clone(), v.message.clone()))
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_file_of_another_country_is_read_as_a_whole_or_not_at_all() {
    let file = |first: &str, second: &str| {
        format!(
            "{HEADER},Interest rate,Rooms\nMill,1 Mill Lane,LS1 4AP,House,\"{first}\",\"4,89\",\nOak,2 Mill Lane,LS1 4AP,House,\"{second}\",,\"1 | 480,50\"\n"
        )
    };
    let sheet = read(file("1250,00", "1.250,00").as_bytes()).unwrap_or_default();
    let drafts: Vec<_> = sheet.lines.iter().map(|line| &line.draft).collect();
    let rents: Vec<_> = drafts.iter().map(|draft| draft.monthly_rent).collect();
    assert_eq!(rents, [Some(Money::gbp(125_000)); 2]);
    assert_eq!(drafts[0].mortgage.interest_rate, "4.89");
    assert_eq!(drafts[1].rooms[0].monthly_rent, Some(Money::gbp(48_050)));
    for other in ["1,250.00", "1250.50", "1,250"] {
        assert_eq!(
            unreadable(&file("1250,00", other)),
            [(2, String::new())],
            "{other}"
        );
    }
    let line = "Mill,1 Mill Lane,LS1 4AP,House,18e4";
    let fields: Vec<_> = refused(&format!("{HEADER}\n{line}\n"))
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(fields, ["monthly_rent"]);
}

#[test]
fn a_file_of_a_spreadsheet_is_read() {
    let content = format!(
        "\u{feff}{HEADER}\r\n{LINE}\r\n\r\n\"Two\nlines\",x,LS1 4AP,house,\"£1,250.50\"\r\n"
    );
    let sheet = read(content.as_bytes()).unwrap_or_default();
    let lines: Vec<_> = sheet
        .lines
        .iter()
        .map(|line| (line.number, line.draft.name.as_str()))
        .collect();
    assert_eq!(lines, [(2, "Mill"), (4, "Two\nlines")]);
    assert_eq!(sheet.lines[1].draft.monthly_rent, Some(Money::gbp(125_050)));
    assert_eq!(
        sheet.lines[1].draft.property_type,
        Some(PropertyType::House)
    );
    assert_eq!(sheet.header_of("monthly_rent"), "Monthly rent");
}

#[test]
fn lines_are_counted_as_people_see_them() {
    for ends in ["\n", "\r\n", "\r"] {
        let lines = [
            HEADER,
            "",
            LINE,
            "\"Two\nlines\",x,LS1 4AP,House,1",
            LINE,
            "",
            "x",
        ];
        let sheet = read(lines.join(ends).as_bytes()).unwrap_or_default();
        let numbers: Vec<_> = sheet.lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [3, 4, 6], "{ends:?}");
        assert_eq!(sheet.problems[0].line, 8, "{ends:?}");
    }
}

#[test]
fn a_header_that_is_none_of_ours_is_named_column_by_column() {
    assert_eq!(
        unreadable(&format!("Name,Colour,Rent,monthlyRent\n{LINE}")),
        [
            (1, "Colour"),
            (1, "monthlyRent"),
            (1, "Address"),
            (1, "Postcode"),
            (1, "Property type")
        ]
        .map(|(line, column)| (line, column.to_owned()))
    );
    for content in ["", "\n", HEADER, &format!("{HEADER}\n\n")] {
        assert!(!unreadable(content).is_empty(), "{content:?}");
    }
    assert!(read(b"Name,Address\nCaf\xe9,x").is_err());
}

#[test]
fn a_nul_is_refused_with_its_line_wherever_it_stands() {
    for (content, line) in [
        (format!("Name,Na\0me\n{LINE}"), 1),
        (format!("{HEADER}\0\n{LINE}"), 1),
        (
            format!("\u{feff}{HEADER}\r\n{LINE}\r\nMi\0ll,1,LS1 4AP,House,1"),
            3,
        ),
        (format!("{HEADER}\n{LINE}\n\n\0"), 4),
    ] {
        assert_eq!(unreadable(&content), [(line, String::new())], "{content:?}");
    }
    // A workbook's "Unicode text": every second byte is none.
    let wide: String = HEADER.chars().flat_map(|c| [c, '\0']).collect();
    assert_eq!(unreadable(&wide), [(1, String::new())]);
}

#[test]
fn a_line_of_another_length_is_a_problem_of_that_line() {
    let sheet =
        read(format!("{HEADER}\n{LINE}\nshort,line\n{LINE},x\n").as_bytes()).unwrap_or_default();
    assert_eq!(sheet.lines.len(), 1);
    let lines: Vec<_> = sheet.problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [3, 4]);
    assert_eq!(
        sheet.problems[0].message,
        "The line has 2 values, the header has 5."
    );
}

#[test]
fn every_cell_that_cannot_be_read_is_named_with_those_that_break_a_rule() {
    let header =
        format!("{HEADER},Bedrooms,Purchase date,Status,Rooms,Mortgage type,Interest rate");
    let content =
        format!("{header}\n,1 Mill Lane,nowhere,Castle,abc,many,31/02/2026,Let,x,Some,5%%\n");
    let fields: Vec<_> = refused(&content)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    for field in [
        "property_type",
        "monthly_rent",
        "bedrooms",
        "purchase_date",
        "status",
        "rooms",
        "mortgage.mortgage_type",
        "mortgage.interest_rate_percent",
        "display_name",
        "postcode",
    ] {
        assert!(
            fields.iter().any(|found| found == field),
            "{field}: {fields:?}"
        );
    }
}

#[test]
fn yearly_charges_are_a_twelfth_by_the_month() {
    let of = |header: &str, cells: &str| {
        let content = format!("{HEADER},{header}\nMill,1 Mill Lane,LS1 4AP,Flat,950.00,{cells}\n");
        let line = read(content.as_bytes())
            .ok()
            .and_then(|mut sheet| sheet.lines.pop());
        line.map(|line| {
            (
                line.draft.lease.service_charge,
                line.draft.lease.ground_rent,
                line.draft.unreadable.is_empty(),
            )
        })
    };
    let yearly = "Service charge per year,Ground rent (per year)";
    let rounded = (Some(Money::gbp(10_004)), Some(Money::gbp(2_500)), true);
    assert_eq!(of(yearly, "1200.50,300"), Some(rounded));
    assert_eq!(
        of("Service charge,Ground rent", "100,25"),
        Some((Some(Money::gbp(10_000)), Some(Money::gbp(2_500)), true))
    );
    let both = of(
        "Service charge per month,Service charge per year",
        "100,1200",
    );
    assert_eq!(both.map(|(_, _, readable)| readable), Some(false));
}

#[test]
fn files_beyond_the_bounds_end_with_a_named_place() {
    let wide = vec!["x"; MOST_COLUMNS + 1].join(",");
    assert_eq!(unreadable(&wide), [(1, String::new())]);
    let long = format!(
        "{HEADER}\n{LINE}\n{},x,x,x,x\n",
        "x".repeat(LONGEST_CELL + 1)
    );
    assert_eq!(unreadable(&long), [(3, String::new())]);
    let open = format!("{HEADER}\n{LINE}\n\"{}", "x,\n".repeat(50_000));
    assert_eq!(unreadable(&open).len(), 1);
    let many = format!("{HEADER}\n{}", format!("{LINE}\n").repeat(MOST_LINES + 1));
    assert_eq!(
        unreadable(&many),
        [(
            i64::try_from(MOST_LINES).unwrap_or_default() + 2,
            String::new()
        )]
    );
}

fn text() -> impl Strategy<Value = String> {
    "[a-zA-Zé=+@\"',;|-][a-z \"',;|\\\\=+@-]{0,10}[a-z\"']"
}

prop_compose! {
    fn stored()(
        name in text(), address in text(), company in text(), kind in 0..PropertyType::ALL.len(),
        rent in 0_i64..9_999_999, price in proptest::option::of(0_i64..99_999_999), occupied in any::<bool>(),
        rate in 0_i64..=10_000, number in "[0-9a-z]{1,3}", room_name in text(), year in 1990_i32..=2026,
    ) -> Property {
        let now = DateTime::<Utc>::default();
        let property_type = PropertyType::ALL[kind];
        let draft = PropertyDraft {
            name, address,
            postcode: "LS1 4AP".to_owned(),
            property_type: Some(property_type),
            bedrooms: 2, bathrooms: 3,
            size: "=78 sq m".to_owned(),
            monthly_rent: Some(Money::gbp(rent)),
            purchase_price: price.map(Money::gbp),
            purchase_year: Some(year),
            status: Some(if occupied { Status::Occupied } else { Status::Available }),
            rooms: vec![crate::domain::RoomDraft { number, name: room_name, monthly_rent: Some(Money::gbp(rent)), asking_rent: None, occupied }],
            running_costs: RunningCosts { water: Some(Money::gbp(4_500)), ..RunningCosts::default() },
            lease: Lease { years_remaining: Some(90), last_updated: Some(today()), service_charge: price.map(|_| Money::gbp(1)), ground_rent: None },
            mortgage: MortgageDraft { company, interest_rate: Percentage::from_decimal(Decimal::new(rate, 2)).map(|p| p.to_string()).unwrap_or_default(),
                mortgage_type: Some(MortgageType::InterestOnly), fixed_term_end: Some(today()), ..MortgageDraft::default() },
            insurance: InsuranceDraft { annual_premium: Some(Money::gbp(19_800)), reference: "-1".to_owned(), ..InsuranceDraft::default() },
            ..PropertyDraft::default()
        };
        let new = NewProperty::try_new(draft, RentRule::Typed, today());
        let (details, rooms) = new.map_or_else(|error| panic!("{error}"), |new| (new.details().clone(), new.rooms().to_vec()));
        let rooms = rooms.into_iter().map(|room| Room {
            id: 1.into(), number: room.number, name: room.name, asking_rent: room.asking_rent, let_rent: None, occupied: room.occupied,
        });
        Property { id: 1.into(), details, rooms: rooms.collect(), tenancy_active: false, let_rent: None, responsible: None, version: 1, created_at: now, updated_at: now }
    }
}

proptest! {
    /// An exported property can be imported again, whole.
    #[test]
    fn a_property_comes_back_as_it_was(property in stored()) {
        let content = [lintel_sheet::template(COLUMNS).unwrap_or_default(), write::line(&property).unwrap_or_default()].concat();
        let line = read(&content).ok().and_then(|mut sheet| sheet.lines.pop());
        let draft = line.map(|line| line.draft).unwrap_or_default();
        let new = NewProperty::try_new(draft, RentRule::Typed, today());
        let new = new.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(new.details(), &property.details);
        prop_assert_eq!(new.rooms().len(), property.rooms.len());
        for (was, is) in property.rooms.iter().zip(new.rooms()) {
            prop_assert_eq!((&was.number, &was.name, was.asking_rent, was.occupied), (&is.number, &is.name, is.asking_rent, is.occupied));
        }
    }

    /// T29: no cell of an export is a formula, and every cell stands in quotes.
    #[test]
    fn no_cell_is_active(property in stored()) {
        let line = write::line(&property).unwrap_or_default();
        let mut parsed = ReaderBuilder::new().has_headers(false).from_reader(&line[..]);
        let record = parsed.records().next().and_then(Result::ok).unwrap_or_default();
        prop_assert_eq!(record.len(), COLUMNS.iter().filter(|column| column.exported).count());
        for cell in &record {
            prop_assert!(!cell.starts_with(FORMULA), "{}", cell);
        }
        prop_assert!(line.starts_with(b"\"") && line.ends_with(b"\"\r\n"));
    }

    #[test]
    fn no_file_makes_it_panic(content in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&content);
        let _ = read(&[HEADER.as_bytes(), b"\n", &content].concat());
    }
}
