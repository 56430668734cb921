//! Looks through a workbook before it is read: what it unpacks to, and how large the tables are that it says it has.

use std::io::{Cursor, Read};

use cfb::CompoundFile;
use zip::ZipArchive;

use super::damaged;
use crate::Refused;

/// The most parts of an archive.
const MOST_PARTS: usize = 1_000;
/// The most bytes to which all parts unpack.
const MOST_BYTES: usize = 96 * 1024 * 1024;
/// The most bytes of a part that is kept as a whole.
const MOST_KEPT: usize = 12 * 1024 * 1024;
/// The longest text or tag, in bytes.
const LONGEST: usize = 256 * 1024;
/// The most tags of the texts that cells share, and of all other parts that are kept.
const MOST_TAGS: usize = 800_000;
const MOST_OTHER_TAGS: usize = 100_000;
/// The most texts that cells share.
const MOST_TEXTS: usize = 400_000;
/// The most sheets of an old workbook.
const MOST_SHEETS: usize = 20;
/// The most cells of all sheets of an old workbook, those between its corners.
const MOST_CELLS: usize = 500_000;

fn too_large() -> Refused {
    Refused::file(
        "The workbook is too large when it is unpacked. Save the sheet with the payments as CSV and choose that file.",
    )
}

/// Checks an archive of XML parts.
pub fn xlsx(bytes: &[u8]) -> Result<(), Refused> {
    let parts = bytes
        .windows(4)
        .filter(|mark| *mark == b"PK\x01\x02")
        .take(MOST_PARTS + 1);
    if parts.count() > MOST_PARTS {
        return Err(too_large());
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    let mut total = 0;
    let mut is_workbook = false;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|_| damaged())?;
        let name = part.name().map_err(|_| damaged())?.to_ascii_lowercase();
        is_workbook = is_workbook || name.ends_with("workbook.xml");
        if !(name.ends_with(".xml") || name.ends_with(".rels")) {
            continue;
        }
        let limits = Limits::of(&name);
        total += limits.check(part)?;
        if total > MOST_BYTES {
            return Err(too_large());
        }
    }
    if is_workbook {
        return Ok(());
    }
    Err(Refused::file(
        "This is an archive and no Excel workbook. Unpack it and choose the file in it.",
    ))
}

/// The bounds of a part.
struct Limits {
    bytes: usize,
    tags: usize,
}

impl Limits {
    fn of(name: &str) -> Self {
        if name.contains("worksheets/") {
            // Sheets are read cell by cell and never kept.
            return Self {
                bytes: MOST_BYTES,
                tags: usize::MAX,
            };
        }
        Self {
            bytes: MOST_KEPT,
            tags: if name.contains("sharedstrings") {
                MOST_TAGS
            } else {
                MOST_OTHER_TAGS
            },
        }
    }

    /// Reads a part through; how many bytes it has.
    fn check(&self, mut part: impl Read) -> Result<usize, Refused> {
        let mut buffer = vec![0; 64 * 1024];
        let (mut all, mut tags, mut run) = (0, 0, 0);
        let mut counts = Counts::default();
        loop {
            let read = part.read(&mut buffer).map_err(|_| damaged())?;
            let Some(bytes) = buffer.get(..read).filter(|_| read > 0) else {
                return Ok(all);
            };
            all += read;
            for byte in bytes {
                run += 1;
                if *byte == b'<' {
                    (run, tags) = (0, tags + 1);
                }
                if *byte == 0 || run > LONGEST || !counts.take(*byte) {
                    return Err(too_large());
                }
            }
            if all > self.bytes || tags > self.tags {
                return Err(too_large());
            }
        }
    }
}

/// Finds counts that a part declares, for which the reader makes room at once.
#[derive(Default)]
struct Counts {
    matched: usize,
    number: Option<usize>,
}

impl Counts {
    /// Returns whether the next byte leaves the count within bounds.
    fn take(&mut self, byte: u8) -> bool {
        const NAME: &[u8] = b"uniqueCount";
        if let Some(number) = self.number {
            match byte {
                b'0'..=b'9' => {
                    let number = number
                        .saturating_mul(10)
                        .saturating_add(usize::from(byte - b'0'));
                    self.number = Some(number);
                    return number <= MOST_TEXTS;
                }
                b'=' | b'"' | b'\'' | b' ' | b'\t' | b'\r' | b'\n' if number == 0 => {}
                _ => self.number = None,
            }
            return true;
        }
        self.matched = if NAME.get(self.matched) == Some(&byte) {
            self.matched + 1
        } else {
            usize::from(byte == b'u')
        };
        if self.matched == NAME.len() {
            (self.matched, self.number) = (0, Some(0));
        }
        true
    }
}

/// Checks an old workbook: the corners of its sheets.
pub fn xls(bytes: &[u8]) -> Result<(), Refused> {
    let mut file = CompoundFile::open(Cursor::new(bytes)).map_err(|_| damaged())?;
    let name = ["/Workbook", "/Book"]
        .into_iter()
        .find(|name| file.is_stream(name));
    let Some(name) = name else {
        return Err(Refused::file(
            "This is no Excel workbook. Save it as CSV or as an Excel workbook (.xlsx) and choose that file.",
        ));
    };
    let mut stream = Vec::new();
    file.open_stream(name)
        .and_then(|mut open| open.read_to_end(&mut stream))
        .map_err(|_| damaged())?;
    let mut sheets = Vec::new();
    records(&stream, 0, |kind, body| {
        // Where each sheet begins; damage may let one begin amid other records.
        if kind == 0x0085 {
            sheets.push(number(body, 0) + number(body, 2) * 65_536);
        }
        Ok(())
    })?;
    if sheets.len() > MOST_SHEETS {
        return Err(too_large());
    }
    sheets.iter().try_for_each(|sheet| corners(&stream, *sheet))
}

/// Checks the corners of what begins at a place.
fn corners(stream: &[u8], from: usize) -> Result<(), Refused> {
    let (mut cells, mut corner) = (0_usize, (0_usize, 0_usize));
    records(stream, from, |kind, body| {
        let number = |at: usize| number(body, at);
        let long = |at: usize| number(at) + number(at + 2) * 65_536;
        let (row, column) = match kind {
            // A sheet or another part begins.
            0x0809 => {
                cells = cells.saturating_add(corner.0 * corner.1);
                corner = (0, 0);
                (0, 0)
            }
            // The corners that it says it has, in the forms of two versions.
            0x0200 => {
                let is_long = body.len() >= 14;
                let (first, last) = if is_long {
                    (long(0), long(4))
                } else {
                    (number(0), number(2))
                };
                if first > last {
                    return Err(damaged());
                }
                (last, if is_long { number(10) } else { number(6) })
            }
            // The last column of a row of numbers stands at its end.
            0x00bd => (number(0) + 1, number(body.len().saturating_sub(2)) + 1),
            0x0006 | 0x00d6 | 0x00fd | 0x0201 | 0x0203 | 0x0204 | 0x0205 | 0x027e => {
                (number(0) + 1, number(2) + 1)
            }
            _ => (0, 0),
        };
        corner = (corner.0.max(row), corner.1.max(column));
        if cells.saturating_add(corner.0.saturating_mul(corner.1)) > MOST_CELLS {
            return Err(too_large());
        }
        Ok(())
    })
}

/// Goes through the records from a place on.
fn records(
    stream: &[u8],
    from: usize,
    mut take: impl FnMut(u16, &[u8]) -> Result<(), Refused>,
) -> Result<(), Refused> {
    let mut rest = stream.get(from..).unwrap_or_default();
    while let [kind_low, kind_high, len_low, len_high, after @ ..] = rest {
        let length = usize::from(u16::from_le_bytes([*len_low, *len_high]));
        let Some((body, next)) = after.split_at_checked(length) else {
            break;
        };
        take(u16::from_le_bytes([*kind_low, *kind_high]), body)?;
        rest = next;
    }
    Ok(())
}

/// Two bytes as a number; 0 beyond the end.
fn number(body: &[u8], at: usize) -> usize {
    let two = body.get(at..at.saturating_add(2));
    let two = two.and_then(|two| <[u8; 2]>::try_from(two).ok());
    two.map_or(0, |two| usize::from(u16::from_le_bytes(two)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(kind: u16, body: &[u8]) -> Vec<u8> {
        let length = u16::try_from(body.len()).unwrap_or_default();
        [&kind.to_le_bytes()[..], &length.to_le_bytes(), body].concat()
    }

    #[test]
    fn corners_that_make_too_large_a_table_are_refused() {
        let dimensions = |first: u32, last: u32, columns: u16| {
            let body = [
                &first.to_le_bytes()[..],
                &last.to_le_bytes(),
                &0_u16.to_le_bytes(),
                &columns.to_le_bytes(),
                &[0, 0],
            ];
            record(0x0200, &body.concat())
        };
        assert_eq!(corners(&dimensions(0, 20_000, 20), 0), Ok(()));
        assert!(corners(&dimensions(0, 20_000, 200), 0).is_err());
        assert!(
            corners(&dimensions(5, 2, 3), 0).is_err(),
            "calamine would wrap"
        );
        let cell = [0xff, 0xff, 0xff, 0, 0, 0, 0, 0];
        assert!(corners(&record(0x0203, &cell), 0).is_err());
    }
}
