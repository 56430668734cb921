//! A file of 200 MB takes no more memory than one of 200 kB. The file is never anywhere as a whole: it is made while it is read.

use std::{
    io::{self, BufRead, Read, Seek, SeekFrom},
    ops::ControlFlow,
};

use lintel_listings_import::{connectors::Format, domain::record::Row};

/// A head, a row so many times, and a tail.
struct Made {
    head: Vec<u8>,
    row: Vec<u8>,
    tail: Vec<u8>,
    rows: u64,
    at: u64,
}

impl Made {
    fn len(part: &[u8]) -> u64 {
        part.len() as u64
    }

    fn middle(&self) -> u64 {
        Self::len(&self.row) * self.rows
    }

    fn size(&self) -> u64 {
        Self::len(&self.head) + self.middle() + Self::len(&self.tail)
    }

    /// Returns the next bytes, up to the end of their part.
    fn rest(&self) -> &[u8] {
        let from =
            |part: &'_ [u8], at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(part.len());
        let head = Self::len(&self.head);
        if self.at < head {
            return &self.head[from(&self.head, self.at)..];
        }
        let at = self.at - head;
        if at < self.middle() {
            return &self.row[from(&self.row, at % Self::len(&self.row))..];
        }
        &self.tail[from(&self.tail, at - self.middle())..]
    }
}

impl Read for Made {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.rest().read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl BufRead for Made {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.rest())
    }

    fn consume(&mut self, count: usize) {
        self.at += count as u64;
    }
}

impl Seek for Made {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::Current(by) => self.at.saturating_add_signed(by),
            SeekFrom::End(by) => self.size().saturating_add_signed(by),
        };
        Ok(self.at)
    }
}

fn made(format: Format, size: u64) -> Option<Made> {
    let text = "Two bedrooms, gas heating, a yard. ".repeat(200);
    let (head, row, tail) = match format {
        Format::Blm => (
            "#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nAGENT_REF^BRANCH_ID^DISPLAY_ADDRESS^TRANS_TYPE_ID^PRICE^DESCRIPTION^~\n#DATA#\n".to_owned(),
            format!("A1^7^Mill Lane, Leeds^1^180,000^{text}^~\n"),
            "#END#\n".to_owned(),
        ),
        Format::Zoopla => (
            "[".to_owned(),
            format!(r#"{{"branch_reference":"B","listing_reference":"A1","life_cycle_status":"available","location":{{"street_name":"Mill Lane","town_or_city":"Leeds","country_code":"GB"}},"pricing":{{"transaction_type":"sale","currency_code":"GBP","price":180000}},"property_type":"flat","summary_description":"{text}"}},"#),
            "]".to_owned(),
        ),
        Format::Jupix => (
            "<properties>".to_owned(),
            format!("<property><propertyID>1</propertyID><branchID>7</branchID><department>Sales</department><availability>2</availability><price>180000</price><displayAddress>Mill Lane</displayAddress><fullDescription>{text}</fullDescription></property>"),
            "</properties>".to_owned(),
        ),
        Format::Csv => (
            "Reference,Address,Price,Description\n".to_owned(),
            format!("A1,\"Mill Lane, Leeds\",180000,\"{text}\"\n"),
            String::new(),
        ),
        Format::Rtdf | Format::PropertyData | Format::PricePaid => return None,
    };
    let rows = size / row.len() as u64;
    Some(Made {
        head: head.into_bytes(),
        row: row.into_bytes(),
        tail: tail.into_bytes(),
        rows,
        at: 0,
    })
}

/// Returns the memory of this process, in kB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(u64::MAX)
}

/// Reads a file of `size` bytes of each format and says how much the most memory grew by that.
fn grown_by(formats: &[Format], size: u64) -> u64 {
    let before = memory();
    for format in formats {
        let Some(mut file) = made(*format, size) else {
            continue;
        };
        let expected = file.rows;
        let (mut listings, mut others) = (0, 0);
        let outcome = format.connector().read(&mut file, &mut |row| {
            if matches!(row, Row::Listing(_)) {
                listings += 1;
            } else {
                others += 1;
            }
            ControlFlow::Continue(())
        });
        assert_eq!((listings, others), (expected, 0), "{format:?} {outcome:?}");
        assert!(
            outcome.is_ok_and(|outcome| !outcome.truncated),
            "{format:?}"
        );
    }
    memory().saturating_sub(before)
}

const MOST_KB: u64 = 24 << 10;

#[test]
fn six_megabytes_of_each_format_stay_in_little_memory() {
    let grown = grown_by(Format::ALL, 6 << 20);
    assert!(grown < MOST_KB, "{grown} kB");
}

/// `cargo nextest run -p lintel-listings-import --run-ignored only --release`: a debug build takes minutes.
#[test]
#[ignore = "reads 800 MB"]
fn two_hundred_megabytes_of_each_format_stay_in_little_memory() {
    let grown = grown_by(Format::ALL, 200 << 20);
    assert!(grown < MOST_KB, "{grown} kB");
}
