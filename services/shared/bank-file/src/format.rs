//! What a file is.

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
    /// What the text of a file is.
    pub(crate) fn of(text: &str) -> Result<Self, Refused> {
        if let Some((before, _)) = text.split_once('\0') {
            let line = before.matches('\n').count() + 1;
            return Err(Refused::at(
                u32::try_from(line).unwrap_or(u32::MAX),
                "This is no text file (it holds U+0000). Export a CSV, OFX or CAMT.053 file from your bank.",
            ));
        }
        let text = text.trim_start();
        if text.is_empty() {
            return Err(Refused::file("The file is empty."));
        }
        let head: String = text.chars().take(HEAD).collect::<String>().to_uppercase();
        if head.starts_with("OFXHEADER") {
            return Ok(Self::Ofx);
        }
        if head.starts_with('<') {
            let is_ofx = head.contains("<OFX>") || head.contains("<?OFX");
            return Ok(if is_ofx { Self::Ofx } else { Self::Camt053 });
        }
        if head.starts_with("!TYPE:") || head.starts_with("!ACCOUNT") {
            return Err(other("a QIF file, which does not name the account"));
        }
        if head.starts_with(":20:") || head.starts_with("{1:") {
            return Err(other("an MT940 file"));
        }
        Ok(Self::Csv)
    }
}

/// Refuses what is no text by the mark that it begins with.
pub fn refuse_other_programs(bytes: &[u8]) -> Result<(), Refused> {
    match bytes {
        [b'%', b'P', b'D', b'F', ..] => Err(other("a PDF")),
        [b'P', b'K', 3, 4, ..] | [0xd0, 0xcf, 0x11, 0xe0, ..] => {
            Err(other("a workbook or an archive"))
        }
        _ => Ok(()),
    }
}

fn other(what: &str) -> Refused {
    Refused::file(format!(
        "This is {what}. Export a CSV, OFX or CAMT.053 file from your bank."
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
        for text in ["", " \n", "a\0b", "!Type:Bank\n", ":20:ABC", "{1:F01"] {
            assert!(Format::of(text).is_err(), "{text}");
        }
        for bytes in [&b"%PDF-1.4"[..], b"PK\x03\x04", b"\xd0\xcf\x11\xe0"] {
            assert!(refuse_other_programs(bytes).is_err());
        }
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
