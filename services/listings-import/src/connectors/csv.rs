//! Plain CSV (docs/reference/csv.md, "Listings").

mod columns;

use std::io::{BufRead, SeekFrom};

use lintel_core::{DecimalMark, DecimalMarks, decimal};

use self::columns::{Column, Header};
use super::{
    amount::{self, Area, Frequency},
    connector::{Connector, Input, Sink},
    draft::{self, Deal, Draft, Required},
    encoding::decoded,
    fault::{Fault, shown},
    html, kinds, place,
    report::Report,
    table::{Line, Table},
    tenure,
};
use crate::domain::{
    Nation,
    record::{ListingStatus, Outcome, Unreadable},
};

/// Tables of homes.
pub struct Csv;

const NAMES: Required = Required {
    reference: "Reference",
    address: "Address",
};

impl Connector for Csv {
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable> {
        let start = input.stream_position()?;
        let mark = mark(input)?.settle();
        let mark = mark.map_err(|(line, reason)| Unreadable::at(line, reason))?;
        input.seek(SeekFrom::Start(start))?;
        let mut reader = decoded(input)?;
        let delimiter = delimiter(reader.fill_buf()?);
        let mut table = Table::new(reader, delimiter);
        let Some(first) = table.next()? else {
            return Err(Unreadable::file("The file is empty."));
        };
        let header = Header::read(&first)?;
        let mut report = Report::to(sink);
        if let Some(warning) = header.warning() {
            report.warn(warning);
        }
        while let Some(line) = table.next()? {
            let number = line.number;
            let read = header
                .cells(&line)
                .map(|cells| (key(&cells), home(&cells, mark)));
            let flow = match read {
                Ok((key, home)) => {
                    report.listing(number, key, home.and_then(|draft| draft.finish(NAMES)))
                }
                Err(fault) => report.refuse(number, None, fault),
            };
            if flow.is_break() {
                break;
            }
        }
        Ok(report.finish(false, false))
    }
}

/// Which sign the file has before its pence. A file that breaks off is judged by its whole lines; why it does shows when it is read.
fn mark(input: &mut dyn Input) -> Result<DecimalMarks, Unreadable> {
    let mut marks = DecimalMarks::default();
    let mut reader = decoded(input)?;
    let delimiter = delimiter(reader.fill_buf()?);
    let mut table = Table::new(reader, delimiter);
    let Some(header) = table.next()?.and_then(|first| Header::read(&first).ok()) else {
        return Ok(marks);
    };
    while let Ok(Some(line)) = table.next() {
        let Ok(cells) = header.cells(&line) else {
            continue;
        };
        for column in [
            Column::Price,
            Column::Rent,
            Column::SquareFeet,
            Column::SquareMetres,
        ] {
            marks.note(line.number, cells.text(column));
        }
    }
    Ok(marks)
}

/// The sign between cells: whichever the first line has most of, outside of quotes.
fn delimiter(start: &[u8]) -> u8 {
    let mut quoted = false;
    let line = start
        .split(|byte| *byte == b'\n')
        .find(|line| !line.trim_ascii().is_empty());
    let line: Vec<u8> = line
        .unwrap_or_default()
        .iter()
        .copied()
        .filter(|byte| {
            quoted ^= *byte == b'"';
            !quoted
        })
        .collect();
    let count = |sign: u8| line.iter().filter(|byte| **byte == sign).count();
    // The last of equals wins, so the comma stands last.
    [b'|', b'\t', b';', b',']
        .into_iter()
        .max_by_key(|sign| count(*sign))
        .unwrap_or(b',')
}

/// The cells of a line by their columns.
struct Cells<'a> {
    header: &'a Header,
    line: &'a Line,
}

impl Cells<'_> {
    fn text(&self, column: Column) -> &str {
        let cell = self
            .header
            .place(column)
            .and_then(|at| self.line.cells.get(at));
        let cell = cell.map(|text| text.trim()).unwrap_or_default();
        // An export puts an apostrophe before what a spreadsheet would take for a formula.
        match cell.strip_prefix('\'') {
            Some(rest) if rest.starts_with(['=', '+', '-', '@', '\t']) => rest,
            _ => cell,
        }
    }

    fn of<T>(&self, column: Column, read: impl Fn(&str) -> Result<T, String>) -> Result<T, Fault> {
        read(self.text(column)).map_err(|reason| Fault::of(column.name(), reason))
    }
}

/// The reference; a file without one names homes by address and postcode.
fn reference(cells: &Cells<'_>) -> String {
    let own = cells.text(Column::Reference);
    if !own.is_empty() {
        return own.to_owned();
    }
    let address = html::plain_line(cells.text(Column::Address)).to_lowercase();
    if address.is_empty() {
        return String::new();
    }
    let postcode = place::postcode(cells.text(Column::Postcode));
    format!(
        "{} {postcode}",
        address.chars().take(180).collect::<String>()
    )
}

fn key(cells: &Cells<'_>) -> Option<String> {
    draft::key("", &reference(cells))
}

fn home(cells: &Cells<'_>, mark: DecimalMark) -> Result<Draft, Fault> {
    let price = cells.of(Column::Price, |text| amount::pounds_of(text, mark))?;
    let rent = cells.of(Column::Rent, |text| amount::pounds_of(text, mark))?;
    let (deal, rent_frequency) = deal(cells, price.is_none() && rent.is_some())?;
    let amount = match deal {
        Deal::Sale => price,
        Deal::Let(_) => rent.or(price),
    };
    let metres = cells.of(Column::SquareMetres, |text| size(text, mark))?;
    let feet = cells.of(Column::SquareFeet, |text| size(text, mark))?;
    Ok(Draft {
        reference: reference(cells),
        display_address: cells.text(Column::Address).to_owned(),
        town: cells.text(Column::Town).to_owned(),
        postcode: cells.text(Column::Postcode).to_owned(),
        nation: cells.of(Column::Nation, nation)?,
        deal: if deal == Deal::Sale {
            deal
        } else {
            Deal::Let(rent_frequency)
        },
        amount,
        monthly_rent: rent.and_then(|rent| rent_frequency.monthly(rent, None)),
        qualifier: html::plain_line(cells.text(Column::Qualifier))
            .chars()
            .take(60)
            .collect(),
        bedrooms: cells.of(Column::Bedrooms, amount::rooms)?,
        bathrooms: cells.of(Column::Bathrooms, amount::rooms)?,
        square_feet: feet
            .and_then(|size| Area::Feet.square_feet(size))
            .or_else(|| metres.and_then(|size| Area::Metres.square_feet(size))),
        description: cells.text(Column::Description).to_owned(),
        tags: list(cells.text(Column::Tags), &['|', ';']),
        images: list(cells.text(Column::Images), &['|', ' ', '\n']),
        source: Some(cells.text(Column::Source).to_owned()),
        url: cells.text(Column::Url).to_owned(),
        kind: kinds::of_words(cells.text(Column::Kind)),
        tenure: tenure::of_words(cells.text(Column::Tenure)).to_owned(),
        status: Some(cells.of(Column::Status, status)?),
        uprn: cells.of(Column::Uprn, uprn)?,
        ..Draft::default()
    })
}

fn nation(text: &str) -> Result<Option<Nation>, String> {
    let same = |one: &&Nation| one.as_str().eq_ignore_ascii_case(text);
    let found = Nation::ALL.iter().find(same).copied();
    if found.is_none() && !text.is_empty() {
        return Err(format!(
            "{} is none of England, Wales, Scotland and Northern Ireland.",
            shown(text)
        ));
    }
    Ok(found)
}

fn list(text: &str, signs: &[char]) -> Vec<String> {
    text.split(signs)
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Nothing said: a line with a rent and no price is to let.
fn deal(cells: &Cells<'_>, rented: bool) -> Result<(Deal, Frequency), Fault> {
    let frequency = cells.of(Column::Frequency, |text| {
        Ok(match text.to_lowercase().replace(['_', '-'], " ").trim() {
            "" | "pcm" | "monthly" | "per month" | "month" => Frequency::Monthly,
            "pw" | "weekly" | "per week" | "week" => Frequency::Weekly,
            "quarterly" | "per quarter" => Frequency::Quarterly,
            "pa" | "yearly" | "annual" | "annually" | "per year" => Frequency::Yearly,
            "pppw" | "per person per week" => Frequency::WeeklyEach,
            _ => {
                return Err(format!(
                    "{} is not known: monthly, weekly, quarterly or yearly.",
                    shown(text)
                ));
            }
        })
    })?;
    let deal = cells.of(Column::Deal, |text| {
        Ok(match text.to_lowercase().trim() {
            "" if rented => Deal::Let(frequency),
            "" | "sale" | "for sale" | "buy" => Deal::Sale,
            "let" | "to let" | "rent" | "to rent" | "letting" | "rental" => Deal::Let(frequency),
            _ => return Err(format!("{} is neither sale nor let.", shown(text))),
        })
    })?;
    Ok((deal, frequency))
}

fn size(text: &str, mark: DecimalMark) -> Result<Option<rust_decimal::Decimal>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    decimal::read_amount(&mark.to_point(text))
        .map(Some)
        .map_err(|_| format!("{} is not a number.", shown(text)))
}

fn uprn(text: &str) -> Result<Option<i64>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<i64>() {
        Ok(number) if (1..=999_999_999_999).contains(&number) => Ok(Some(number)),
        _ => Err(format!(
            "{} is not a number of up to 12 digits.",
            shown(text)
        )),
    }
}

fn status(text: &str) -> Result<ListingStatus, String> {
    let words = text.to_lowercase().replace(['_', '-'], " ");
    Ok(match words.trim() {
        "" | "for sale" | "to let" | "active" | "new" => ListingStatus::Available,
        "sstc" | "sold stc" => ListingStatus::SoldSubjectToContract,
        word => ListingStatus::parse(word).ok_or_else(|| {
            let known: Vec<_> = ListingStatus::ALL
                .iter()
                .map(|status| status.as_str())
                .collect();
            format!("{} is not one of {}.", shown(text), known.join(", "))
        })?,
    })
}

#[cfg(test)]
mod tests;
