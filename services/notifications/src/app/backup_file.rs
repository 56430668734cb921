//! The file of a backup: a ZIP in which every list is there twice, as JSON and as CSV. It is written as it is read; of one list at a time
//! the lines of its CSV are held.

use async_zip::{
    Compression, DeflateOption, ZipDateTime, ZipEntryBuilder, tokio::write::ZipFileWriter,
};
use chrono::{DateTime, Utc};
use futures::AsyncWriteExt as _;
use lintel_proto::{common::v1::ExportPage, identity::v1::BeginBackupResponse};
use lintel_sheet::{BYTE_ORDER_MARK, cell, record};
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;
use tokio::io::DuplexStream;

use crate::clients::{Holdings, Part};

/// The text in the file for people.
const README: &str = include_str!("backup_readme.txt");

/// Writes the file of what `tokens` allow to read.
///
/// # Errors
/// A service that does not answer or refuses, a row that is not an object, a file that cannot be written; what was written until then
/// is no whole file.
pub async fn write(
    holdings: &Holdings,
    tokens: &BeginBackupResponse,
    at: DateTime<Utc>,
    writer: DuplexStream,
) -> anyhow::Result<()> {
    let mut zip = Zip {
        file: ZipFileWriter::with_tokio(writer),
        at,
    };
    zip.entry("README.txt", README.as_bytes()).await?;
    for part in Part::ALL {
        let mut page = Some(holdings.page(tokens, part, String::new()).await?);
        while let Some(first) = page {
            page = list(&mut zip, holdings, tokens, part, first).await?;
        }
    }
    zip.file.close().await?;
    Ok(())
}

/// Writes the list that `page` begins; returns the page that begins the next one.
async fn list(
    zip: &mut Zip,
    holdings: &Holdings,
    tokens: &BeginBackupResponse,
    part: Part,
    mut page: ExportPage,
) -> anyhow::Result<Option<ExportPage>> {
    let name = page.file_name.clone();
    let path = format!("{}/{name}", part.folder());
    let mut table = Table::default();
    let mut entry = zip
        .file
        .write_entry_stream(zip_entry(&path, zip.at))
        .await?;
    entry.write_all(b"[").await?;
    let mut separator = "\n";
    let next = loop {
        for row in &page.rows {
            entry.write_all(separator.as_bytes()).await?;
            entry.write_all(row.as_bytes()).await?;
            separator = ",\n";
            table.add(row)?;
        }
        if page.next_page_token.is_empty() {
            break None;
        }
        page = holdings.page(tokens, part, page.next_page_token).await?;
        if page.file_name != name {
            break Some(page);
        }
    };
    entry.write_all(b"\n]\n").await?;
    entry.close().await?;
    let stem = path.strip_suffix(".json").unwrap_or(&path);
    zip.entry(&format!("{stem}.csv"), &table.content).await?;
    Ok(next)
}

struct Zip {
    file: ZipFileWriter<DuplexStream>,
    at: DateTime<Utc>,
}

impl Zip {
    async fn entry(&mut self, path: &str, content: &[u8]) -> anyhow::Result<()> {
        let mut entry = self
            .file
            .write_entry_stream(zip_entry(path, self.at))
            .await?;
        entry.write_all(content).await?;
        entry.close().await?;
        Ok(())
    }
}

fn zip_entry(path: &str, at: DateTime<Utc>) -> ZipEntryBuilder {
    ZipEntryBuilder::new(path.to_owned().into(), Compression::Deflate)
        .deflate_option(DeflateOption::Normal)
        .last_modification_date(ZipDateTime::from_chrono(&at))
}

/// Rows as the lines of a CSV file, with the names of the first row as its first line.
#[derive(Debug, Default)]
struct Table {
    names: Vec<String>,
    content: Vec<u8>,
}

impl Table {
    fn add(&mut self, row: &str) -> anyhow::Result<()> {
        let Pairs(pairs) = serde_json::from_str(row)?;
        if self.names.is_empty() {
            self.names = pairs.iter().map(|(name, _)| name.clone()).collect();
            self.content.extend(BYTE_ORDER_MARK);
            self.content.extend(record(self.names.iter().cloned())?);
        }
        let cells = self.names.iter().map(|name| {
            let value = pairs.iter().find(|(other, _)| other == name);
            value.map_or_else(String::new, |(_, value)| shown(value))
        });
        self.content.extend(record(cells)?);
        Ok(())
    }
}

/// A value as a cell: texts as they are, nothing for null, lists and objects as JSON. What a spreadsheet would take for a formula is
/// guarded.
fn shown(value: &RawValue) -> String {
    match value.get() {
        "null" => String::new(),
        text if text.starts_with('"') => {
            let text: String = serde_json::from_str(text).unwrap_or_default();
            cell::guarded(&text)
        }
        other => other.to_owned(),
    }
}

/// An object with its fields in their order.
struct Pairs(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Pairs;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a JSON object")
            }

            fn visit_map<M: de::MapAccess<'de>>(self, mut map: M) -> Result<Pairs, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_lines_in_the_order_of_their_fields_and_no_cell_is_a_formula() -> anyhow::Result<()>
    {
        let mut table = Table::default();
        table.add(
            r#"{"id": 1, "address": "=1+1", "rent": 950.00, "rooms": ["1", "2"], "note": null}"#,
        )?;
        table
            .add(r#"{"id": 2, "address": "Say \"hello\"", "rent": 0, "rooms": [], "note": "x"}"#)?;
        let text = String::from_utf8_lossy(&table.content).into_owned();
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines[0], r#""id","address","rent","rooms","note""#);
        assert!(!lines[1].contains("\"=1+1\""), "{}", lines[1]);
        assert!(
            lines[1].ends_with(r#""950.00","[""1"", ""2""]","""#),
            "{}",
            lines[1]
        );
        assert_eq!(lines[2], r#""2","Say ""hello""","0","[]","x""#);
        assert!(table.add("[]").is_err());
        Ok(())
    }
}
