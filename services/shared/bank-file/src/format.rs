//! The formats of bank files.

use crate::{Refused, layout::spelt};

/// Where a file says what it is, in characters from its beginning.
const HEAD: usize = 4_000;

spelt! {
    /// A form of file that can be read.
    Format {
        /// A table as banks' sites offer it.
        Csv = "csv",
        /// Open Financial Exchange, also called QFX.
        Ofx = "ofx",
        /// ISO 20022's statement.
        Camt053 = "camt.053",
        /// ISO 20022's report within the day.
        Camt052 = "camt.052",
        /// Quicken's format.
        Qif = "qif",
        /// SWIFT's statement.
        Mt940 = "mt940",
        /// A workbook of today.
        Xlsx = "xlsx",
        /// A workbook of old.
        Xls = "xls",
        /// Santander's records, a line for each value.
        Txt = "txt",
        /// A table as a web page, which Santander calls XLS.
        Html = "html",
    }
}

impl Format {
    /// Returns the format of a file's text.
    pub(crate) fn of(text: &str) -> Result<Self, Refused> {
        if let Some((before, _)) = text.split_once('\0') {
            let line = before.matches('\n').count() + 1;
            return Err(Refused::at(
                u32::try_from(line).unwrap_or(u32::MAX),
                "This is no text file (it holds U+0000). Export a CSV, Excel, OFX, QIF or CAMT.053 file from your bank.",
            ));
        }
        let text = text.trim_start();
        if text.is_empty() {
            return Err(Refused::file("The file is empty."));
        }
        let head: String = text.chars().take(HEAD).collect::<String>().to_uppercase();
        if head.starts_with("OFXHEADER") || head.contains("<OFX>") || head.contains("<?OFX") {
            return Ok(Self::Ofx);
        }
        if head.starts_with('<') {
            let is_page = ["<HTML", "<!DOCTYPE HTML", "<TABLE", "<HEAD"];
            let is_page = is_page.iter().any(|tag| head.contains(tag));
            return Ok(if is_page { Self::Html } else { Self::Camt053 });
        }
        if ["!TYPE:", "!ACCOUNT", "!OPTION:", "!CLEAR:"]
            .iter()
            .any(|start| head.starts_with(start))
        {
            return Ok(Self::Qif);
        }
        let has_tag = |tag: &str| head.lines().any(|line| line.trim_start().starts_with(tag));
        if has_tag(":25:") && (has_tag(":20:") || has_tag(":60")) || head.starts_with("{1:") {
            return Ok(Self::Mt940);
        }
        let has_record = |label: &str| {
            head.lines()
                .any(|line| line.trim_start().starts_with(label))
        };
        if has_record("DATE:") && has_record("DESCRIPTION:") && has_record("AMOUNT:") {
            return Ok(Self::Txt);
        }
        Ok(Self::Csv)
    }
}

/// The workbook that a file is by the mark that it begins with; none where it may be a text.
pub fn workbook(bytes: &[u8]) -> Result<Option<Format>, Refused> {
    match bytes {
        [b'%', b'P', b'D', b'F', ..] => Err(other("a PDF")),
        [b'P', b'K', 3, 4, ..] => Ok(Some(Format::Xlsx)),
        [0xd0, 0xcf, 0x11, 0xe0, ..] => Ok(Some(Format::Xls)),
        _ => Ok(None),
    }
}

fn other(what: &str) -> Refused {
    Refused::file(format!(
        "This is {what}. Export a CSV, Excel, OFX, QIF or CAMT.053 file from your bank."
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_file_is_known_by_its_content() {
        for (text, format) in [
            ("Date,Amount\n", Format::Csv),
            ("\n\nOFXHEADER:100\n", Format::Ofx),
            ("<OFX><SIGNONMSGSRSV1>", Format::Ofx),
            (
                "<?xml version=\"1.0\"?>\n<?OFX OFXHEADER=\"200\"?><OFX>",
                Format::Ofx,
            ),
            ("<?xml version=\"1.0\"?><Document>", Format::Camt053),
        ] {
            assert_eq!(Format::of(text), Ok(format), "{text}");
        }
        for (text, format) in [
            ("DATA:OFXSGML\n<OFX>", Format::Ofx),
            ("<html><body><table>", Format::Html),
            ("!Type:Bank\nD1/2/2026\n", Format::Qif),
            (":20:A\n:25:1/2\n", Format::Mt940),
            ("{1:F01AAAA}{4:\n:20:A\n", Format::Mt940),
            (
                "Date:\u{a0}1/2/2026\nDescription: A\nAmount: 1\n",
                Format::Txt,
            ),
        ] {
            assert_eq!(Format::of(text), Ok(format), "{text}");
        }
        for text in ["", " \n", "a\0b"] {
            assert!(Format::of(text).is_err(), "{text}");
        }
        assert!(workbook(b"%PDF-1.4").is_err());
        assert_eq!(workbook(b"PK\x03\x04"), Ok(Some(Format::Xlsx)));
        assert_eq!(workbook(b"\xd0\xcf\x11\xe0"), Ok(Some(Format::Xls)));
        assert_eq!(workbook(b"Date,Amount"), Ok(None));
    }

    #[test]
    fn a_nul_is_refused_with_its_line() {
        for (text, line) in [("a\0b", 1), ("\n\nDate,Amount\n1\0", 4)] {
            let refused = Format::of(text).map_err(|refused| refused.line);
            assert_eq!(refused, Err(line), "{text:?}");
        }
    }

    #[test]
    fn every_format_has_a_name_of_its_own() {
        let names: HashSet<_> = Format::ALL.iter().map(|format| format.spelling()).collect();
        assert_eq!(names.len(), Format::ALL.len());
        assert_eq!(Format::parse("camt.053"), Some(Format::Camt053));
    }
}
