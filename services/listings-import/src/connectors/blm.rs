//! Rightmove's bulk load (BLM) v3 and v3i (docs/reference/uk-lettings.md 1.1).

mod header;
mod record;

use std::{io::BufRead, ops::ControlFlow};

use self::{
    header::{Header, Marker, marker},
    record::{Columns, draft},
};
use super::{
    connector::{Connector, Input, Sink},
    draft::Required,
    encoding::decoded,
    fault::Fault,
    report::Report,
    split::{Piece, Splitter},
};
use crate::domain::record::{Outcome, Unreadable};

/// Bulk load files.
pub struct Blm;

const NAMES: Required = Required {
    reference: "AGENT_REF",
    address: "DISPLAY_ADDRESS",
};

impl Connector for Blm {
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable> {
        let mut pieces = Splitter::new(decoded(input)?);
        let header = Header::read(&mut pieces)?;
        let mut columns = Columns::read(&mut pieces, &header)?;
        let mut report = Report::to(sink);
        for warning in columns.warnings() {
            report.warn(warning);
        }
        let cut = rows(&mut pieces, &header, &mut columns, &mut report)?;
        let count = report.rows();
        if let Some(promised) = header.count
            && promised != count
        {
            report.warn(format!(
                "The file says that it has {promised} properties; it has {count}."
            ));
        }
        Ok(report.finish(true, cut))
    }
}

/// Reads the records behind `#DATA#`. Says whether the file breaks off.
fn rows<R: BufRead>(
    pieces: &mut Splitter<R>,
    header: &Header,
    columns: &mut Columns,
    report: &mut Report<'_, '_>,
) -> Result<bool, Unreadable> {
    let end = header.record_end.to_string();
    while let Some(piece) = pieces.next(end.as_bytes())? {
        let text = String::from_utf8_lossy(piece.bytes);
        let (content, after) = match end_of_data(&text) {
            Some((before, after)) => (before, Some(after)),
            None => (text.as_ref(), None),
        };
        let content = content.trim_matches(['\r', '\n']);
        let whole = piece.ended || after.is_some();
        let empty = content.trim().is_empty();
        if !empty && row(piece, content, whole, header, columns, report).is_break() {
            return Ok(false);
        }
        if let Some(after) = after {
            let mut more = !after.trim().is_empty();
            if !more && piece.ended {
                more = pieces.next(end.as_bytes())?.is_some();
            }
            // A second file that was glued on is not a part of this one's snapshot.
            if more {
                report.warn("The file goes on after #END#; what follows was not read.");
            }
            return Ok(more);
        }
        if !piece.ended {
            break;
        }
    }
    Ok(true)
}

fn row(
    piece: Piece<'_>,
    content: &str,
    whole: bool,
    header: &Header,
    columns: &mut Columns,
    report: &mut Report<'_, '_>,
) -> ControlFlow<()> {
    let line = piece.line;
    if piece.too_long {
        let reason = format!(
            "The record is longer than 1 MB: a {} is missing.",
            header.record_end
        );
        return report.refuse(line, None, Fault::whole(reason));
    }
    if !whole {
        return report.refuse(
            line,
            None,
            Fault::whole("The file breaks off in this record."),
        );
    }
    let values = match columns.values(content, header.field_end) {
        Ok(values) => values,
        Err(fault) => return report.refuse(line, None, fault),
    };
    let key = record::key(&values);
    let read = draft(&values, header.overseas).and_then(|draft| draft.finish(NAMES));
    report.listing(line, key, read)
}

/// Returns the text before and after `#END#`, if the piece has it at the start of a line.
fn end_of_data(text: &str) -> Option<(&str, &str)> {
    const END: &str = "#END#";
    text.match_indices('#').find_map(|(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let line_start = before.is_empty() || before.ends_with(['\n', '\r']);
        (line_start && marker(rest) == Some(Marker::End))
            .then(|| (before, rest.get(END.len()..).unwrap_or_default()))
    })
}

#[cfg(test)]
mod tests;
