//! The head of a bulk load: which version it is and which signs end fields and records.

use std::io::BufRead;

use crate::{
    connectors::{fault::shown, split::Splitter},
    domain::record::Unreadable,
};

/// The marker that begins a part of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// `#HEADER#`
    Header,
    /// `#DEFINITION#`
    Definition,
    /// `#DATA#`
    Data,
    /// `#END#`
    End,
}

/// The marker that a line begins with.
pub fn marker(line: &str) -> Option<Marker> {
    let line = line.trim_start();
    let starts = |name: &str| {
        line.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    [
        ("#HEADER#", Marker::Header),
        ("#DEFINITION#", Marker::Definition),
        ("#DATA#", Marker::Data),
        ("#END#", Marker::End),
    ]
    .into_iter()
    .find_map(|(name, marker)| starts(name).then_some(marker))
}

/// The head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// True when the homes are overseas (v3i).
    pub overseas: bool,
    /// Ends a field (EOF).
    pub field_end: char,
    /// Ends a record (EOR).
    pub record_end: char,
    /// The number of properties that the file says it has.
    pub count: Option<u64>,
}

impl Header {
    /// Reads up to and with the line of `#DEFINITION#`.
    ///
    /// # Errors
    /// [`Unreadable`] naming the line for what is no bulk load.
    pub fn read<R: BufRead>(lines: &mut Splitter<R>) -> Result<Self, Unreadable> {
        let mut begun = false;
        let (mut field_end, mut record_end) = (None, None);
        let (mut overseas, mut count) = (false, None);
        while let Some(piece) = lines.next(b"\n")? {
            let text = String::from_utf8_lossy(piece.bytes);
            let text = text.trim();
            let line = piece.line;
            match marker(text) {
                Some(Marker::Header) => begun = true,
                _ if text.is_empty() => {}
                _ if !begun => {
                    return Err(Unreadable::at(
                        line,
                        "This is not a BLM file: it does not begin with #HEADER#.",
                    ));
                }
                Some(Marker::Definition) => {
                    let (field_end, record_end) = signs(field_end, record_end, line)?;
                    return Ok(Self {
                        overseas,
                        field_end,
                        record_end,
                        count,
                    });
                }
                Some(Marker::Data | Marker::End) => {
                    return Err(Unreadable::at(
                        line,
                        "This is not a BLM file: #DEFINITION# is missing before #DATA#.",
                    ));
                }
                None => {
                    let Some((name, value)) = text.split_once(':') else {
                        continue;
                    };
                    let value = value.trim();
                    match name.trim().to_uppercase().as_str() {
                        "VERSION" => {
                            let version = value.to_uppercase();
                            overseas = version.ends_with('I') || version == "H1";
                        }
                        "EOF" => field_end = Some((line, sign("EOF", value, line)?)),
                        "EOR" => record_end = Some((line, sign("EOR", value, line)?)),
                        "PROPERTY COUNT" => count = value.parse().ok(),
                        _ => {}
                    }
                }
            }
        }
        Err(Unreadable::file(if begun {
            "This is not a BLM file, or it breaks off: #DEFINITION# is missing."
        } else {
            "This is not a BLM file: it is empty."
        }))
    }
}

type Sign = Option<(u64, char)>;

fn signs(field_end: Sign, record_end: Sign, line: u64) -> Result<(char, char), Unreadable> {
    let missing = |name: &str| Unreadable::at(line, format!("{name} is missing in the header."));
    let (_, field_end) = field_end.ok_or_else(|| missing("EOF"))?;
    let (line, record_end) = record_end.ok_or_else(|| missing("EOR"))?;
    if field_end == record_end {
        return Err(Unreadable::at(
            line,
            format!("EOF and EOR are both {field_end}: fields and records need different signs."),
        ));
    }
    Ok((field_end, record_end))
}

/// A sign in single quotes; quotes and spaces around it are optional.
fn sign(name: &str, value: &str, line: u64) -> Result<char, Unreadable> {
    let bare = value.trim_matches([' ', '\t', '\'', '"', '‘', '’']);
    let mut letters = bare.chars();
    match (letters.next(), letters.next()) {
        (Some(sign), None)
            if !sign.is_alphanumeric()
                && !sign.is_control()
                && !matches!(sign, '#' | '<' | '>') =>
        {
            Ok(sign)
        }
        _ => Err(Unreadable::at(
            line,
            format!(
                "{name} is {}: one sign is needed, for example '^'.",
                shown(bare)
            ),
        )),
    }
}
