//! HM Land Registry's Price Paid Data, the yearly and monthly files and the report builder's (docs/reference/uk-lettings.md 1.6).

use chrono::NaiveDate;
use lintel_core::Money;

use super::{
    amount,
    connector::{Connector, Input, Sink},
    encoding::decoded,
    fault::{Fault, shown},
    html, place,
    report::Report,
    table::{Line, Table},
    tenure,
};
use crate::domain::record::{Outcome, PricePaid, SaleChange, SoldType, Unreadable};

/// Price paid files.
pub struct PricePaidData;

/// The last name of a report's header, at which the first row may hang without a line between them.
const LAST_NAME: &str = "linked_data_uri";
/// Columns of either dialect.
const WIDTH: usize = 16;

/// Where the columns of a dialect stand.
struct Dialect {
    paon: usize,
    saon: usize,
    /// True when lines say what is done with a sale.
    has_change: bool,
}

/// No header, PAON before SAON, and a last column for additions, changes and deletions.
const FILE: Dialect = Dialect {
    paon: 7,
    saon: 8,
    has_change: true,
};

/// A header, SAON before PAON, and a last column with the sale's page.
const REPORT: Dialect = Dialect {
    paon: 8,
    saon: 7,
    has_change: false,
};

impl Connector for PricePaidData {
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable> {
        let mut table = Table::new(decoded(input)?, b',');
        let Some(first) = table.next()? else {
            return Err(Unreadable::file("The file is empty."));
        };
        let (dialect, first) = begin(first)?;
        let mut report = Report::to(sink);
        let mut next = first;
        loop {
            let line = match next.take() {
                Some(line) => line,
                None => match table.next()? {
                    Some(line) => line,
                    None => break,
                },
            };
            if report.sale(line.number, sale(&line, &dialect)).is_break() {
                break;
            }
        }
        Ok(report.finish(false, false))
    }
}

/// The dialect by the first cell, and the first sale if it is in that line.
fn begin(mut first: Line) -> Result<(Dialect, Option<Line>), Unreadable> {
    let number = first.number;
    let cell = first
        .cells
        .first()
        .map(|cell| cell.trim().to_lowercase())
        .unwrap_or_default();
    if cell == "unique_id" {
        let hung = first
            .cells
            .get(15)
            .and_then(|cell| cell.trim().strip_prefix(LAST_NAME))
            .map(|id| id.trim_matches('"').to_owned());
        return match hung {
            Some(id) if !id.is_empty() => {
                let mut cells = vec![id];
                cells.extend(first.cells.drain(16.min(first.cells.len())..));
                Ok((REPORT, Some(Line { cells, ..first })))
            }
            Some(_) => Ok((REPORT, None)),
            None => Err(Unreadable::at(
                number,
                "This is not Price Paid Data: its header does not end with linked_data_uri.",
            )),
        };
    }
    if first.fault.is_none() && guid(&cell).is_none() {
        return Err(Unreadable::at(
            number,
            "This is not Price Paid Data: it begins with no transaction id.",
        ));
    }
    Ok((FILE, Some(first)))
}

fn sale(line: &Line, dialect: &Dialect) -> Result<PricePaid, Fault> {
    if let Some(fault) = &line.fault {
        return Err(Fault::whole(fault.clone()));
    }
    let count = line.cells.len();
    if count != WIDTH {
        return Err(Fault::whole(format!(
            "The line has {count} of {WIDTH} values."
        )));
    }
    let cell = |at: usize| {
        line.cells
            .get(at)
            .map(|cell| cell.trim())
            .unwrap_or_default()
    };
    let text = |at: usize| html::plain_line(cell(at));
    let date = cell(2);
    Ok(PricePaid {
        transaction_id: guid(cell(0))
            .ok_or_else(|| Fault::of("transaction id", format!("{} is none.", shown(cell(0)))))?,
        price: price(cell(1))?,
        date: date
            .get(..10)
            .and_then(|day| NaiveDate::parse_from_str(day, "%Y-%m-%d").ok())
            .ok_or_else(|| {
                Fault::of(
                    "date of transfer",
                    format!("{} is not a date.", shown(date)),
                )
            })?,
        postcode: place::postcode(cell(3)),
        kind: kind(cell(4))?,
        new_build: match cell(5) {
            "Y" => true,
            "N" | "" => false,
            other => {
                return Err(Fault::of(
                    "old/new",
                    format!("{} is neither Y nor N.", shown(other)),
                ));
            }
        },
        tenure: match cell(6) {
            "F" => tenure::of_code(1),
            "L" => tenure::of_code(2),
            "U" | "" => "",
            other => {
                return Err(Fault::of(
                    "duration",
                    format!("{} is not F, L or U.", shown(other)),
                ));
            }
        }
        .to_owned(),
        primary_name: text(dialect.paon),
        secondary_name: text(dialect.saon),
        street: text(9),
        locality: text(10),
        town: text(11),
        district: text(12),
        county: text(13),
        additional: match cell(14) {
            "A" | "" => false,
            "B" => true,
            other => {
                return Err(Fault::of(
                    "PPD category",
                    format!("{} is neither A nor B.", shown(other)),
                ));
            }
        },
        change: match cell(15) {
            _ if !dialect.has_change => SaleChange::Add,
            "A" => SaleChange::Add,
            "C" => SaleChange::Change,
            "D" => SaleChange::Delete,
            other => {
                return Err(Fault::of(
                    "record status",
                    format!("{} is not A, C or D.", shown(other)),
                ));
            }
        },
    })
}

fn price(text: &str) -> Result<Money, Fault> {
    let fault = |reason: String| Fault::of("price", reason);
    amount::pounds(text)
        .map_err(fault)?
        .ok_or_else(|| fault("It is missing.".to_owned()))
}

fn kind(text: &str) -> Result<SoldType, Fault> {
    match text {
        "D" => Ok(SoldType::Detached),
        "S" => Ok(SoldType::SemiDetached),
        "T" => Ok(SoldType::Terraced),
        "F" => Ok(SoldType::Flat),
        "O" => Ok(SoldType::Other),
        other => Err(Fault::of(
            "property type",
            format!("{} is not D, S, T, F or O.", shown(other)),
        )),
    }
}

/// A transaction's id in capitals, with or without braces.
fn guid(text: &str) -> Option<String> {
    let bare = text.trim().trim_start_matches('{').trim_end_matches('}');
    uuid::Uuid::try_parse(bare)
        .ok()
        .map(|id| id.to_string().to_uppercase())
}

#[cfg(test)]
mod tests {
    use std::{io::Cursor, ops::ControlFlow};

    use super::*;
    use crate::connectors::testing::{Refusing, Sure};
    use crate::domain::record::{Refused, Row};

    const ROW: &str = "\"{4E75C29D-344D-8922-E063-4804A8C094D0}\",\"425000\",\"2021-08-26 00:00\",\"WD17 4DY\",\"F\",\"N\",\"L\",\"MAXWELL COURT, 8\",\"FLAT 2\",\"SCHREIBER GRANGE\",\"\",\"WATFORD\",\"WATFORD\",\"HERTFORDSHIRE\",\"B\",\"C\"\n";
    const NAMES: &str = "unique_id,price_paid,deed_date,postcode,property_type,new_build,estate_type,saon,paon,street,locality,town,district,county,transaction_category,linked_data_uri";
    const REPORTED: &str = "\"E7B085FC-E596-7E31-E053-6C04A8C0E67F\",\"185000\",\"2022-03-18\",\"NE1 1NA\",\"F\",\"N\",\"L\",\"LOFT 15\",\"THE TURNBULL\",\"QUEENS LANE\",\"\",\"NEWCASTLE UPON TYNE\",\"NEWCASTLE UPON TYNE\",\"TYNE AND WEAR\",\"A\",\"http://landregistry.data.gov.uk/x\"\n";

    fn read(text: &str) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        PricePaidData
            .read(&mut Cursor::new(text.as_bytes()), &mut |row| {
                rows.push(row);
                ControlFlow::Continue(())
            })
            .map_err(|error| error.to_string())?;
        Ok(rows)
    }

    fn sales(text: &str) -> Vec<PricePaid> {
        let rows = read(text).sure().into_iter();
        rows.map(|row| match row {
            Row::Sale(sale) => *sale,
            other => panic!("{other:?}"),
        })
        .collect()
    }

    #[test]
    fn both_dialects_are_read() {
        let file = sales(&ROW.repeat(2));
        assert_eq!(file.len(), 2);
        assert_eq!(
            (
                file[0].primary_name.as_str(),
                file[0].secondary_name.as_str()
            ),
            ("MAXWELL COURT, 8", "FLAT 2")
        );
        assert_eq!(
            (file[0].change, file[0].additional, file[0].kind),
            (SaleChange::Change, true, SoldType::Flat)
        );
        assert_eq!(
            file[0].transaction_id,
            "4E75C29D-344D-8922-E063-4804A8C094D0"
        );
        for join in ["", "\n"] {
            let report = sales(&format!("{NAMES}{join}{REPORTED}{REPORTED}"));
            assert_eq!(report.len(), 2, "{join:?}");
            assert_eq!(
                (
                    report[0].primary_name.as_str(),
                    report[0].secondary_name.as_str()
                ),
                ("THE TURNBULL", "LOFT 15")
            );
            assert_eq!(
                (report[0].change, report[0].tenure.as_str()),
                (SaleChange::Add, "Leasehold")
            );
        }
    }

    #[test]
    fn each_wrong_value_is_named() {
        for (from, to, field) in [
            ("425000", "x", "price"),
            ("425000", "0", "price"),
            ("2021-08-26", "2021-13-26", "date of transfer"),
            ("\"F\",\"N\"", "\"X\",\"N\"", "property type"),
            ("\"N\",\"L\"", "\"N\",\"X\"", "duration"),
            ("\"B\",\"C\"", "\"B\",\"X\"", "record status"),
            ("\"B\",\"C\"", "\"Q\",\"C\"", "PPD category"),
            (",\"B\",\"C\"", "", ""),
        ] {
            let rows = read(&format!("{ROW}{}{ROW}", ROW.replace(from, to))).sure();
            let Some(Row::Refused(Refused {
                line, field: named, ..
            })) = rows.get(1)
            else {
                panic!("{from}: {rows:?}")
            };
            assert_eq!((*line, named.as_str(), rows.len()), (2, field, 3));
        }
    }

    #[test]
    fn another_table_is_refused() {
        assert!(
            read("Address,Price\n")
                .refusal()
                .starts_with("Line 1: This is not Price Paid Data")
        );
        assert!(
            read("unique_id,price\n")
                .refusal()
                .starts_with("Line 1: This is not Price Paid Data")
        );
        assert_eq!(read("").refusal(), "The file is empty.");
        assert!(
            read(&ROW[..ROW.len() - 3])
                .refusal()
                .contains("never closed")
        );
        assert!(read(&format!("{ROW}{}", &ROW[..60])).is_err());
    }
}
