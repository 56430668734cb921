//! The objects of a document: everything that a viewer could read as an object, anywhere in the file.

use std::{borrow::Cow, cell::Cell, collections::HashMap, io::Read as _};

use flate2::read::ZlibDecoder;
use hayro_syntax::object::{Array, Dict, FromBytes as _, MaybeRef, Name, Number, Object};

use super::name::names;

/// The most bytes that the object streams of one document may contain together.
const MOST_UNPACKED: u64 = 32 * 1024 * 1024;
/// The multiple of the document's length that may be read before it is refused: nested objects would be read once for each level.
const MOST_READ: usize = 8;

/// A document's objects by their numbers. After a later change several objects have the same number, and a viewer may use
/// any of them. Objects whose number cannot be read are under `None`.
pub(super) struct Objects<'a> {
    /// The file, and the contents of its object streams.
    texts: Vec<Cow<'a, [u8]>>,
    places: HashMap<Option<u32>, Vec<Position>>,
    unpackable: u64,
    readable: Cell<usize>,
}

/// The position of an object: the index of the text, and the offset in it.
#[derive(Clone, Copy)]
struct Position {
    text: usize,
    at: usize,
}

impl<'a> Objects<'a> {
    /// Finds the objects of a document; `None` if one cannot be read, or a bound is exceeded.
    pub fn read(sent: &'a [u8]) -> Option<Self> {
        const KEYWORD: &[u8] = b"obj";
        let mut objects = Self {
            texts: vec![Cow::Borrowed(sent)],
            places: HashMap::new(),
            unpackable: MOST_UNPACKED,
            readable: Cell::new(MOST_READ * sent.len()),
        };
        let keywords = sent.windows(KEYWORD.len()).enumerate();
        for (at, _) in keywords.filter(|(_, part)| *part == KEYWORD) {
            let (before, behind) = (&sent[..at], &sent[at + KEYWORD.len()..]);
            if before.ends_with(b"end") {
                continue;
            }
            let body = objects.past_space(behind)?;
            objects.note(number_before(before), 0, sent.len() - body.len());
            if body.starts_with(b"<<") {
                let dictionary = objects.dictionary(body)?;
                let behind = objects.past_space(&body[dictionary.data().len()..])?;
                if let Some(data) = behind.strip_prefix(b"stream")
                    && holds_objects(&dictionary)
                {
                    objects.unpack(&dictionary, data)?;
                }
            }
        }
        Some(objects)
    }

    /// The file, and the contents of its object streams.
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.texts.iter().map(|text| &**text)
    }

    /// Every object that a reference to `number` could refer to.
    pub fn of_number(&self, number: u32) -> impl Iterator<Item = &[u8]> {
        let places = [Some(number), None].map(|number| self.places.get(&number));
        let places = places.into_iter().flatten().flatten();
        places.map(|place| &self.texts[place.text][place.at..])
    }

    /// The dictionary at the start of `bytes`; `None` if it cannot be read, or too much was read.
    pub fn dictionary<'b>(&self, bytes: &'b [u8]) -> Option<Dict<'b>> {
        let dictionary = Dict::from_bytes(bytes)?;
        self.spend(dictionary.data().len())?;
        Some(dictionary)
    }

    /// The list at the start of `bytes`; `None` as for a dictionary.
    pub fn list<'b>(&self, bytes: &'b [u8]) -> Option<Array<'b>> {
        let list = Array::from_bytes(bytes)?;
        self.spend(list.data().len())?;
        Some(list)
    }

    /// `bytes` without white space and comments at the start; `None` if too much was read.
    pub fn past_space<'b>(&self, bytes: &'b [u8]) -> Option<&'b [u8]> {
        let mut behind = bytes;
        loop {
            let (first, rest) = behind.split_first().unzip();
            match first {
                Some(byte) if is_space(*byte) => behind = rest?,
                Some(b'%') => {
                    let end = behind.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                    behind = &behind[end.unwrap_or(behind.len())..];
                }
                _ => break,
            }
        }
        self.spend(bytes.len() - behind.len())?;
        Some(behind)
    }

    fn spend(&self, bytes: usize) -> Option<()> {
        self.readable.set(self.readable.get().checked_sub(bytes)?);
        Some(())
    }

    fn note(&mut self, number: Option<u32>, text: usize, at: usize) {
        self.places
            .entry(number)
            .or_default()
            .push(Position { text, at });
    }

    /// Adds the objects of an object stream (ISO 32000-2, 7.5.7).
    fn unpack(&mut self, dictionary: &Dict<'a>, data: &'a [u8]) -> Option<()> {
        let objects = unpacked(dictionary, data, &mut self.unpackable)?;
        let whole = |key: &str| match dictionary.get_raw::<Number>(key)? {
            MaybeRef::NotRef(number) => usize::try_from(number.as_i64()).ok(),
            MaybeRef::Ref(_) => None,
        };
        let (first, count) = (whole("First")?, whole("N")?);
        let head = std::str::from_utf8(objects.get(..first)?).ok()?;
        let numbers: Result<Vec<u32>, _> = head
            .split(['\0', '\t', '\n', '\x0C', '\r', ' '])
            .filter(|word| !word.is_empty())
            .map(str::parse)
            .collect();
        let numbers = numbers.ok()?;
        if numbers.len() != count.checked_mul(2)? {
            return None;
        }
        let text = self.texts.len();
        self.readable
            .update(|left| left + MOST_READ * objects.len());
        for pair in numbers.chunks_exact(2) {
            let at = first.checked_add(usize::try_from(pair[1]).ok()?)?;
            let body = self.past_space(objects.get(at..)?)?;
            if body.starts_with(b"<<") {
                let length = self.dictionary(body)?.data().len();
                // No known program writes a stream inside an object stream, and it would not be inspected here.
                if self.past_space(&body[length..])?.starts_with(b"stream") {
                    return None;
                }
            }
            self.note(Some(pair[0]), text, objects.len() - body.len());
        }
        self.texts.push(objects);
        Some(())
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b'\0' | b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// The number in front of an object's keyword, as in `12 0 obj`.
fn number_before(bytes: &[u8]) -> Option<u32> {
    let (bytes, _generation) = last_digits(bytes)?;
    let (_, number) = last_digits(bytes)?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

fn last_digits(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().rposition(|byte| !is_space(*byte))?;
    let begin = bytes[..=end]
        .iter()
        .rposition(|byte| !byte.is_ascii_digit());
    let begin = begin.map_or(0, |at| at + 1);
    (begin <= end).then(|| (&bytes[..begin], &bytes[begin..=end]))
}

/// Returns whether a stream may contain objects. Viewers look for `/First`; some ignore `/Type`.
fn holds_objects(dictionary: &Dict<'_>) -> bool {
    dictionary.contains_key("First") || names(dictionary.data()).any(|it| it.name == b"ObjStm")
}

/// The content of a stream; `None` if it is uncertain or longer than `left`.
fn unpacked<'a>(dictionary: &Dict<'_>, data: &'a [u8], left: &mut u64) -> Option<Cow<'a, [u8]>> {
    // Keys of content in another file, and of further encoding.
    const UNSURE: [&str; 5] = ["F", "FFilter", "FDecodeParms", "DecodeParms", "DP"];
    let filters = names(dictionary.data()).filter(|it| it.name == b"Filter");
    if UNSURE.iter().any(|key| dictionary.contains_key(key)) || filters.count() > 1 {
        return None;
    }
    let data = data.strip_prefix(b"\r").unwrap_or(data);
    let data = data.strip_prefix(b"\n").unwrap_or(data);
    if !is_deflated(dictionary)? {
        let end = data.windows(9).position(|part| part == b"endstream")?;
        *left = left.checked_sub(u64::try_from(end).ok()?)?;
        return Some(Cow::Borrowed(&data[..end]));
    }
    let mut objects = Vec::new();
    let mut decoder = ZlibDecoder::new(data).take(*left + 1);
    decoder.read_to_end(&mut objects).ok()?;
    *left = left.checked_sub(u64::try_from(objects.len()).ok()?)?;
    Some(Cow::Owned(objects))
}

/// Returns whether a stream is deflated once; `None` for any other encoding.
fn is_deflated(dictionary: &Dict<'_>) -> Option<bool> {
    if !dictionary.contains_key("Filter") {
        return Some(false);
    }
    let filters = match dictionary.get_raw::<Object<'_>>("Filter")? {
        MaybeRef::NotRef(Object::Name(name)) => vec![name],
        MaybeRef::NotRef(Object::Array(names)) => all_names(&names)?,
        _ => return None,
    };
    match filters.as_slice() {
        [] => Some(false),
        [only] if matches!(only.as_ref(), b"FlateDecode" | b"Fl") => Some(true),
        _ => None,
    }
}

fn all_names<'a>(array: &Array<'a>) -> Option<Vec<Name<'a>>> {
    let names = array.raw_iter().map(|one| match one {
        MaybeRef::NotRef(Object::Name(name)) => Some(name),
        _ => None,
    });
    names.collect()
}
