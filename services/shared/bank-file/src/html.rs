//! A web page with a table, which Santander calls an Excel file.

use crate::{Refused, entities::resolved, table::Grid};

/// The most cells of a row that are looked at; a table of more is refused by its columns.
const MOST_CELLS: usize = 1_000;
/// The most columns over which one cell may reach.
const WIDEST: usize = 50;

/// The records of all tables of a page.
pub fn grid(text: &str) -> Result<Grid, Refused> {
    let mut page = Page::default();
    let mut grid = Grid::with_room(text.len());
    let mut rest = text;
    let mut line = 1;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        line += breaks(before);
        page.text(before);
        let end = if tag.starts_with("<!--") {
            tag.find("-->").map(|end| end + 3)
        } else {
            tag.find('>').map(|end| end + 1)
        };
        let Some((tag, after)) = end.and_then(|end| tag.split_at_checked(end)) else {
            break;
        };
        page.tag(tag, line, &mut grid)?;
        line += breaks(tag);
        rest = after;
    }
    page.end_row(&mut grid)?;
    if grid.len() == 0 {
        return Err(Refused::file(
            "This is a web page without a table. Choose CSV or Text where you download the statement.",
        ));
    }
    Ok(grid)
}

fn breaks(text: &str) -> u32 {
    u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX)
}

/// The state of the reader.
#[derive(Debug, Default)]
struct Page {
    cells: Vec<String>,
    line: u32,
    /// The text of the cell that is open, and over how many columns it reaches.
    cell: Option<(String, usize)>,
}

impl Page {
    fn text(&mut self, text: &str) {
        if let Some((cell, _)) = &mut self.cell {
            cell.push_str(text);
        }
    }

    fn tag(&mut self, tag: &str, line: u32, grid: &mut Grid) -> Result<(), Refused> {
        let inner = tag.trim_start_matches('<').trim_end_matches('>');
        let name = inner
            .split(|c: char| c.is_whitespace() || c == '/')
            .find(|part| !part.is_empty());
        let name = name.unwrap_or_default().to_ascii_lowercase();
        let closes = inner.starts_with('/');
        match (name.as_str(), closes) {
            ("tr" | "table", _) => {
                self.end_row(grid)?;
                self.line = line;
            }
            ("td" | "th", false) => {
                self.end_cell();
                self.cell = Some((String::new(), reach(inner)));
            }
            ("td" | "th", true) => self.end_cell(),
            ("br" | "p" | "div", _) => self.text(" "),
            _ => {}
        }
        Ok(())
    }

    fn end_cell(&mut self) {
        if let Some((cell, reach)) = self.cell.take()
            && self.cells.len() < MOST_CELLS
        {
            self.cells.push(resolved(&cell).trim().to_owned());
            self.cells.extend((1..reach).map(|_| String::new()));
        }
    }

    fn end_row(&mut self, grid: &mut Grid) -> Result<(), Refused> {
        self.end_cell();
        let cells = std::mem::take(&mut self.cells);
        grid.push(self.line.max(1), cells.iter().map(String::as_str))
    }
}

/// Over how many columns a cell reaches.
fn reach(tag: &str) -> usize {
    let tag = tag.to_ascii_lowercase();
    let digits = tag.split_once("colspan").map(|(_, value)| {
        let value =
            value.trim_start_matches(|c: char| matches!(c, '=' | '"' | '\'') || c.is_whitespace());
        value
            .chars()
            .take_while(char::is_ascii_digit)
            .collect::<String>()
    });
    let reach = digits.and_then(|digits| digits.parse().ok()).unwrap_or(1);
    reach.clamp(1, WIDEST)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn rows(text: &str) -> Vec<(u32, Vec<String>)> {
        let grid = grid(text).unwrap();
        let rows = grid.rows(0);
        rows.map(|row| (row.line(), row.cells().map(str::to_owned).collect()))
            .collect()
    }

    #[test]
    fn cells_need_no_end_and_reach_over_columns() {
        let row =
            |line, cells: &[&str]| (line, cells.iter().map(|cell| (*cell).to_owned()).collect());
        assert_eq!(
            rows(
                "<HTML><table border=1>\n<tr><td colspan=\"2\">A &amp; B<td>&pound;5</tr>\n<TR><TH>x<br>y</TH><!-- <td> --></tr></table>"
            ),
            [row(2, &["A & B", "", "£5"]), row(3, &["x y"])]
        );
        assert!(grid("<html><body>Sign in").is_err());
        assert!(grid("<html").is_err());
    }
}
