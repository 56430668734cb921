//! The elements of an XML file, one step at a time and within bounds.

use lintel_sheet::LineNumbers;
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use crate::Refused;

/// The deepest nesting of elements.
const DEEPEST: usize = 60;
/// The longest text or tag, in bytes.
const LONGEST: usize = 64 * 1024;

/// A step through the file.
#[derive(Debug)]
pub enum Step {
    /// An element begins.
    Open {
        /// Its name without a namespace.
        name: String,
        /// Its attribute `Ccy`; empty where it has none.
        currency: String,
    },
    /// A piece of its text.
    Text(String),
    /// It ends.
    Close,
    /// The file ends.
    End,
}

/// Reads a file's elements.
pub struct Elements<'t> {
    reader: Reader<&'t [u8]>,
    numbers: LineNumbers<'t>,
    depth: usize,
    at: u64,
}

impl<'t> Elements<'t> {
    /// From the beginning of a file.
    pub fn of(text: &'t str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        // Some banks write "Smith & Sons" as it is.
        reader.config_mut().allow_dangling_amp = true;
        Self {
            reader,
            numbers: LineNumbers::of(text.as_bytes()),
            depth: 0,
            at: 0,
        }
    }

    /// The line of the last step.
    pub fn line(&mut self) -> u32 {
        u32::try_from(self.numbers.at(self.at)).unwrap_or(u32::MAX)
    }

    /// The next step.
    pub fn next(&mut self) -> Result<Step, Refused> {
        loop {
            self.at = self.reader.buffer_position();
            let Ok(event) = self.reader.read_event() else {
                return Err(self.refused("The XML is damaged. Download the file again."));
            };
            if event.len() > LONGEST {
                return Err(self.refused("A text is longer than 64 kB."));
            }
            match event {
                Event::Start(tag) => {
                    self.depth += 1;
                    if self.depth > DEEPEST {
                        return Err(self.refused("Its elements lie too deep for a statement."));
                    }
                    return Ok(opened(&tag));
                }
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Ok(Step::Close);
                }
                Event::Text(text) => return Ok(Step::Text(text.xml10_content().into_owned())),
                Event::CData(text) => return Ok(Step::Text(text.xml10_content().into_owned())),
                Event::GeneralRef(name) => {
                    let number = name.resolve_char_ref();
                    return Ok(Step::Text(match number {
                        Ok(Some(c)) => c.to_string(),
                        Ok(None) => predefined(&name).to_owned(),
                        Err(_) => String::new(),
                    }));
                }
                Event::DocType(_) => {
                    let message =
                        "The file has a DOCTYPE. It is refused, because that can hide anything.";
                    return Err(self.refused(message));
                }
                Event::Eof => return Ok(Step::End),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            }
        }
    }

    fn refused(&mut self, message: &str) -> Refused {
        Refused::at(self.line(), message)
    }
}

fn opened(tag: &BytesStart<'_>) -> Step {
    let currency = tag.try_get_attribute("Ccy").ok().flatten();
    Step::Open {
        name: tag.local_name().into_inner().to_owned(),
        currency: currency
            .map(|ccy| ccy.value.into_owned())
            .unwrap_or_default(),
    }
}

/// The five entities that XML has of itself. Others cannot be declared without a DOCTYPE and mean nothing.
fn predefined(name: &str) -> &'static str {
    match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => "",
    }
}
