//! Santander's text file: a line for each value, an empty line between payments.

use crate::{
    Refused,
    table::{Form, Grid},
};

const COLUMNS: [&str; 4] = ["Date", "Description", "Amount", "Balance"];

/// The records of a file.
pub fn grid(text: &str) -> Result<Grid, Refused> {
    let mut grid = Grid::with_room(text.len());
    grid.form = Form {
        is_signed: true,
        has_any_day_order: false,
    };
    let mut record: [&str; 4] = [""; 4];
    let (mut first, mut line) = (0, 0);
    for text in text.lines() {
        line += 1;
        let (label, value) = text.split_once(':').unwrap_or((text, ""));
        let (label, value) = (label.trim(), value.trim());
        let place = COLUMNS
            .iter()
            .position(|column| label.eq_ignore_ascii_case(column));
        match place {
            Some(0) => {
                if first == 0 {
                    grid.push(line, COLUMNS.into_iter())?;
                } else {
                    grid.push(first, record.into_iter())?;
                }
                record = [value, "", "", ""];
                first = line;
            }
            Some(place) if first > 0 => {
                if let Some(own) = record.get_mut(place) {
                    *own = value;
                }
            }
            _ if first == 0 && label.eq_ignore_ascii_case("From") => {
                let words: Vec<&str> = value.split_whitespace().collect();
                grid.push(line, std::iter::once(label).chain(words))?;
            }
            _ if first == 0 => grid.push(line, [label, value].into_iter())?,
            // A description that goes on in the next line.
            _ => {}
        }
    }
    if first > 0 {
        grid.push(first, record.into_iter())?;
    }
    Ok(grid)
}
