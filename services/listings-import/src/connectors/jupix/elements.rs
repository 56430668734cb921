//! The `<property>` elements of a file, one at a time and within a bound.

use std::{
    collections::HashMap,
    io::{self, BufRead, Read},
};

use quick_xml::{Error, Reader, events::Event};

use crate::{
    connectors::limits::{DEEPEST, LONGEST_FIELD, LONGEST_RECORD},
    domain::record::Unreadable,
};

/// Characters of an error that is told: it may name an element whose name is long.
const LONGEST_REASON: usize = 200;
/// Elements of one property that are kept.
const MOST_FIELDS: usize = 5_000;

/// The texts of a property by their paths: `rent`, `images/image`.
#[derive(Debug, Default)]
pub struct Fields {
    texts: HashMap<String, Vec<String>>,
    count: usize,
    size: usize,
    fault: Option<String>,
}

impl Fields {
    /// The text of an element; empty for none.
    pub fn text(&self, path: &str) -> &str {
        self.all(path)
            .first()
            .map(|text| text.trim())
            .unwrap_or_default()
    }

    /// The texts of all elements with this path.
    pub fn all(&self, path: &str) -> &[String] {
        self.texts.get(path).map(Vec::as_slice).unwrap_or_default()
    }

    fn add(&mut self, path: &[String], text: String) {
        if text.trim().is_empty() {
            return;
        }
        let name = path.join("/");
        if text.len() > LONGEST_FIELD {
            self.fault
                .get_or_insert(format!("The text of {name} is longer than 64 kB."));
            return;
        }
        self.count += 1;
        self.size += name.len() + text.len();
        if self.count > MOST_FIELDS || self.size > LONGEST_RECORD {
            self.fault
                .get_or_insert("The record is longer than 1 MB.".to_owned());
            self.texts.clear();
            return;
        }
        self.texts.entry(name).or_default().push(text);
    }
}

/// A reader that gives no more than so many bytes until it is allowed more: quick-xml keeps a whole piece of text or a whole tag.
struct Bounded<R> {
    inner: R,
    left: usize,
    over: bool,
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let piece = self.inner.fill_buf()?;
        if self.left == 0 && !piece.is_empty() {
            self.over = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(piece.get(..piece.len().min(self.left)).unwrap_or_default())
    }

    fn consume(&mut self, count: usize) {
        self.left = self.left.saturating_sub(count);
        self.inner.consume(count);
    }
}

/// A property's number from 1, and its texts or why it is refused.
pub type Numbered = (u64, Result<Fields, String>);

/// Reads a file's properties.
pub struct Properties<R> {
    reader: Reader<Bounded<R>>,
    buffer: Vec<u8>,
    number: u64,
    begun: bool,
    cut: bool,
    goes_on: bool,
    done: bool,
}

/// A step of the file.
enum Step {
    Open(String),
    Close,
    Text(String),
    Other,
    End,
}

impl<R: BufRead> Properties<R> {
    /// Reads from the start of a file in UTF-8.
    pub fn new(inner: R) -> Self {
        let mut reader = Reader::from_reader(Bounded {
            inner,
            left: LONGEST_RECORD,
            over: false,
        });
        // Agents write "Garden & shed".
        reader.config_mut().allow_dangling_amp = true;
        reader.config_mut().expand_empty_elements = true;
        Self {
            reader,
            buffer: Vec::new(),
            number: 0,
            begun: false,
            cut: false,
            goes_on: false,
            done: false,
        }
    }

    /// Returns whether the file breaks off.
    pub const fn is_cut(&self) -> bool {
        self.cut
    }

    /// Returns whether something follows the end of the list, as where two files are glued together.
    pub const fn goes_on(&self) -> bool {
        self.goes_on
    }

    fn more_follows(&mut self) -> bool {
        loop {
            match self.step() {
                Ok(Step::End) => return false,
                Ok(Step::Other) => {}
                Ok(Step::Text(text)) if text.trim().is_empty() => {}
                Ok(Step::Open(_) | Step::Close | Step::Text(_)) | Err(_) => return true,
            }
        }
    }

    /// The next property and its number from 1, or why it is none.
    ///
    /// # Errors
    /// [`Unreadable`] for another file, a DOCTYPE, and XML that is not well formed.
    pub fn next(&mut self) -> Result<Option<Numbered>, Unreadable> {
        if !self.begun {
            self.root()?;
            self.begun = true;
        }
        let mut depth = 0_u32;
        while !self.done {
            match self.step()? {
                Step::Open(name) if depth == 0 && name == "property" => {
                    self.number += 1;
                    return self.property().map(|read| Some((self.number, read)));
                }
                Step::Open(_) => depth = deeper(depth, self.number + 1)?,
                Step::Close if depth == 0 => {
                    self.done = true;
                    self.goes_on = self.more_follows();
                }
                Step::Close => depth -= 1,
                Step::End => {
                    self.cut = true;
                    self.done = true;
                }
                Step::Text(_) | Step::Other => {}
            }
        }
        Ok(None)
    }

    fn root(&mut self) -> Result<(), Unreadable> {
        loop {
            match self.step()? {
                Step::Open(name) if name == "properties" => return Ok(()),
                Step::Open(name) => {
                    let name: String = name.chars().take(40).collect();
                    return Err(Unreadable::file(format!(
                        "This is not a Jupix file: it begins with <{name}> and not with <properties>."
                    )));
                }
                Step::Text(text) if !text.trim().is_empty() => {
                    return Err(Unreadable::file("This is not a Jupix file: it is no XML."));
                }
                Step::Close | Step::End => {
                    return Err(Unreadable::file("This is not a Jupix file: it is empty."));
                }
                Step::Text(_) | Step::Other => {}
            }
        }
    }

    fn property(&mut self) -> Result<Result<Fields, String>, Unreadable> {
        let mut fields = Fields::default();
        let mut path: Vec<String> = Vec::new();
        let mut text = String::new();
        loop {
            match self.step()? {
                Step::Open(name) => {
                    deeper(u32::try_from(path.len()).unwrap_or(u32::MAX), self.number)?;
                    path.push(name);
                    text.clear();
                }
                Step::Text(piece) => {
                    if text.len() <= LONGEST_FIELD {
                        text.push_str(&piece);
                    }
                }
                Step::Close => {
                    if path.is_empty() {
                        return Ok(fields.fault.take().map_or(Ok(fields), Err));
                    }
                    fields.add(&path, std::mem::take(&mut text));
                    path.pop();
                }
                Step::End => {
                    self.cut = true;
                    self.done = true;
                    return Ok(Err("The file breaks off in this record.".to_owned()));
                }
                Step::Other => {}
            }
        }
    }

    fn step(&mut self) -> Result<Step, Unreadable> {
        self.buffer.clear();
        self.buffer.shrink_to(LONGEST_RECORD);
        let bounded = self.reader.get_mut();
        bounded.left = LONGEST_RECORD;
        let number = self.number.max(1);
        match self.reader.read_event_into(&mut self.buffer) {
            Ok(event) => Ok(match event {
                Event::Start(tag) => Step::Open(tag.local_name().into_inner().to_owned()),
                Event::End(_) => Step::Close,
                Event::Text(text) => Step::Text(text.xml10_content().into_owned()),
                Event::CData(text) => Step::Text(text.xml10_content().into_owned()),
                Event::GeneralRef(name) => Step::Text(match name.resolve_char_ref() {
                    Ok(Some(c)) => c.to_string(),
                    // A number that is no character is nothing.
                    Err(_) => String::new(),
                    Ok(None) => match &*name {
                        "amp" => "&".to_owned(),
                        "lt" => "<".to_owned(),
                        "gt" => ">".to_owned(),
                        "quot" => "\"".to_owned(),
                        "apos" => "'".to_owned(),
                        // HTML's names are understood where the text is cleaned; none is ever declared here.
                        other => format!("&{other};"),
                    },
                }),
                Event::DocType(_) => {
                    return Err(Unreadable::file(
                        "The file has a DOCTYPE. It is refused, because a DOCTYPE can hide anything; take it out.",
                    ));
                }
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => Step::Other,
                Event::Eof => Step::End,
            }),
            Err(Error::Io(_)) if self.reader.get_mut().over => Err(Unreadable::file(format!(
                "Record {number}: a tag or a text is longer than 1 MB."
            ))),
            Err(Error::Io(error)) => Err(Unreadable::Io(io::Error::new(error.kind(), error))),
            // Each of these means that the file ended within something; a letter may be cut as well.
            Err(Error::Syntax(_) | Error::Encoding(_)) => Ok(Step::End),
            Err(error) => {
                let error: String = error.to_string().chars().take(LONGEST_REASON).collect();
                Err(Unreadable::file(format!(
                    "Record {number}: this is not XML: {error}."
                )))
            }
        }
    }
}

fn deeper(depth: u32, number: u64) -> Result<u32, Unreadable> {
    if depth >= DEEPEST {
        return Err(Unreadable::file(format!(
            "Record {number}: it is nested deeper than {DEEPEST} levels."
        )));
    }
    Ok(depth + 1)
}
