//! Documents: a PDF is kept as it was sent, because nobody can write it anew faithfully; so nothing in it may run, and what
//! cannot be looked into is refused.

use std::io::Read as _;

use flate2::read::ZlibDecoder;

use crate::Refusal;

/// The media type of documents.
pub const MEDIA_TYPE: &str = "application/pdf";

/// The most that the compressed object streams of one document may hold together, in bytes.
const MOST_UNPACKED: u64 = 32 * 1024 * 1024;
/// Within so many bytes of its end a document says that it ends (ISO 32000-1, implementation note 18).
const END: usize = 1024;
/// Within so many bytes of its end a ZIP archive has its directory.
const ARCHIVE_END: usize = 66 * 1024;

/// What makes a reader do something, or brings other files along.
const ACTIVE: [&[u8]; 8] = [
    b"/JavaScript",
    b"/JS",
    b"/Launch",
    b"/EmbeddedFile",
    b"/EmbeddedFiles",
    b"/RichMedia",
    b"/ImportData",
    b"/SubmitForm",
];

/// Accepts a PDF in which nothing runs.
///
/// # Errors
/// [`Refusal::NotAccepted`] for what is no PDF, breaks off or is an archive besides; [`Refusal::ActiveDocument`].
pub fn check(sent: &[u8]) -> Result<(), Refusal> {
    let begins = sent.starts_with(b"%PDF-1.") || sent.starts_with(b"%PDF-2.");
    let ends = find(tail(sent, END), b"%%EOF").is_some();
    let is_archive = find(tail(sent, ARCHIVE_END), b"PK\x05\x06").is_some();
    if !begins || !ends || is_archive {
        return Err(Refusal::NotAccepted);
    }
    // What is encrypted cannot be judged.
    if names(sent, &[b"/Encrypt"]) || names(sent, &ACTIVE) {
        return Err(Refusal::ActiveDocument);
    }
    let mut left = MOST_UNPACKED;
    for stream in object_streams(sent) {
        let objects = unpacked(&stream, &mut left).ok_or(Refusal::ActiveDocument)?;
        if names(&objects, &ACTIVE) {
            return Err(Refusal::ActiveDocument);
        }
    }
    Ok(())
}

fn tail(bytes: &[u8], length: usize) -> &[u8] {
    &bytes[bytes.len().saturating_sub(length)..]
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|part| part == wanted)
}

/// Whether one of `wanted` is a name in `bytes`, also where it is spelt with `#4A` for a letter.
fn names(bytes: &[u8], wanted: &[&[u8]]) -> bool {
    let slashes = (0..bytes.len()).filter(|at| bytes[*at] == b'/');
    slashes
        .map(|at| name(&bytes[at..]))
        .any(|name| wanted.contains(&name.as_slice()))
}

/// The name that begins here, its escapes resolved; cut where it is longer than any that matters.
fn name(bytes: &[u8]) -> Vec<u8> {
    const LONGEST: usize = 32;
    let mut name = vec![b'/'];
    let mut at = 1;
    while let Some(byte) = bytes.get(at).filter(|byte| is_regular(**byte)) {
        let escaped = bytes.get(at + 1..at + 3).filter(|_| *byte == b'#');
        let escaped = escaped.and_then(|pair| hex::decode(pair).ok());
        name.push(escaped.as_ref().map_or(*byte, |byte| byte[0]));
        at += if escaped.is_some() { 3 } else { 1 };
        if name.len() > LONGEST {
            break;
        }
    }
    name
}

const fn is_regular(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(
            byte,
            b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
        )
        || !byte.is_ascii()
}

/// A stream that holds objects: what its dictionary says, and its bytes with everything behind them.
struct ObjectStream<'a> {
    dictionary: &'a [u8],
    bytes: &'a [u8],
}

/// The streams in which objects are packed (ISO 32000-1, 7.5.7).
fn object_streams(sent: &[u8]) -> impl Iterator<Item = ObjectStream<'_>> {
    const KEYWORD: &[u8] = b"stream";
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + find(sent.get(from..)?, KEYWORD)?;
            let before = &sent[from..at];
            from = at + KEYWORD.len();
            if before.ends_with(b"end") {
                continue;
            }
            // The dictionary stands between the object's beginning and the keyword.
            let begin = before
                .windows(3)
                .rposition(|part| part == b"obj")
                .unwrap_or(0);
            let dictionary = &before[begin..];
            if names(dictionary, &[b"/ObjStm"]) {
                let bytes = &sent[from..];
                let bytes = bytes.strip_prefix(b"\r").unwrap_or(bytes);
                let bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
                return Some(ObjectStream { dictionary, bytes });
            }
        }
    })
}

/// The objects of a stream, or `None` where they cannot be unpacked within what is `left`.
fn unpacked(stream: &ObjectStream<'_>, left: &mut u64) -> Option<Vec<u8>> {
    let others: [&[u8]; 8] = [
        b"/LZWDecode",
        b"/ASCII85Decode",
        b"/ASCIIHexDecode",
        b"/RunLengthDecode",
        b"/Crypt",
        b"/A85",
        b"/AHx",
        b"/Predictor",
    ];
    if names(stream.dictionary, &others) {
        return None;
    }
    if !names(stream.dictionary, &[b"/FlateDecode", b"/Fl"]) {
        // Nothing is packed, so the document's own bytes were looked at already.
        return Some(Vec::new());
    }
    let mut objects = Vec::new();
    let mut decoder = ZlibDecoder::new(stream.bytes).take(*left + 1);
    decoder.read_to_end(&mut objects).ok()?;
    *left = left.checked_sub(u64::try_from(objects.len()).ok()?)?;
    Some(objects)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use std::io::Write as _;

    use flate2::{Compression, write::ZlibEncoder};

    use super::*;

    fn pdf(body: &[u8]) -> Vec<u8> {
        [
            b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n",
            body,
            b"\ntrailer << /Root 1 0 R >>\n%%EOF\n",
        ]
        .concat()
    }

    fn packed(dictionary: &str, objects: &[u8]) -> Vec<u8> {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
        packer.write_all(objects).unwrap();
        let bytes = packer.finish().unwrap();
        let head = format!("2 0 obj\n<< /Type /ObjStm {dictionary} >>\nstream\r\n");
        pdf(&[head.as_bytes(), &bytes, b"\nendstream\nendobj"].concat())
    }

    #[test]
    fn a_plain_document_is_accepted_with_and_without_packed_objects() {
        assert_eq!(
            check(&pdf(
                b"2 0 obj\n<< /Length 9 >>\nstream\nBT /F1 ET\nendstream endobj"
            )),
            Ok(())
        );
        assert_eq!(
            check(&packed("/Filter /FlateDecode", b"3 0 << /Type /Page >>")),
            Ok(())
        );
        assert_eq!(
            check(&pdf(
                b"<< /JSON 1 /Launched (/JS is a name in a text, though) >>"
            )),
            Err(Refusal::ActiveDocument)
        );
        assert_eq!(
            check(&pdf(b"<< /JSON 1 /Launched 2 /JavaScripts 3 >>")),
            Ok(())
        );
    }

    #[test]
    fn what_runs_is_found_however_it_is_spelt_or_packed() {
        for active in [
            "/JavaScript",
            "/JS (app.alert(1))",
            "/J#53",
            "/#4aS(x)",
            "/Launch<<>>",
            "/EmbeddedFiles 1 0 R",
            "/RichMedia",
            "/Type/EmbeddedFile",
            "/SubmitForm",
            "/ImportData",
        ] {
            let action = format!("2 0 obj << /S {active} >> endobj");
            assert_eq!(
                check(&pdf(action.as_bytes())),
                Err(Refusal::ActiveDocument),
                "{active}"
            );
            let hidden = packed("/Filter /FlateDecode", action.as_bytes());
            assert_eq!(
                check(&hidden),
                Err(Refusal::ActiveDocument),
                "{active}, packed"
            );
        }
        assert_eq!(
            check(&pdf(b"<< /Encrypt 5 0 R >>")),
            Err(Refusal::ActiveDocument)
        );
    }

    #[test]
    fn what_cannot_be_looked_into_is_refused() {
        let bomb = vec![b' '; usize::try_from(MOST_UNPACKED).unwrap() + 1];
        assert_eq!(
            check(&packed("/Filter /FlateDecode", &bomb)),
            Err(Refusal::ActiveDocument)
        );
        assert_eq!(
            check(&packed("/Filter [/ASCII85Decode /FlateDecode]", b"x")),
            Err(Refusal::ActiveDocument)
        );
        let broken =
            pdf(b"2 0 obj << /Type /ObjStm /Filter /FlateDecode >>\nstream\nnonsense\nendstream");
        assert_eq!(check(&broken), Err(Refusal::ActiveDocument));
    }

    #[test]
    fn what_is_no_document_or_more_than_one_thing_is_refused() {
        let whole = pdf(b"");
        let zip = [
            &whole[..],
            b"PK\x03\x04 something PK\x05\x06",
            &[0; 18],
            b"%%EOF",
        ]
        .concat();
        let late = [b"<script>", &whole[..]].concat();
        let cut = &whole[..whole.len() - 7];
        let long_tail = [&whole[..], &[b' '; 2000]].concat();
        for sent in [
            b"".as_slice(),
            b"%PDF-",
            cut,
            &zip,
            &late,
            &long_tail,
            b"GIF89a",
        ] {
            assert_eq!(check(sent), Err(Refusal::NotAccepted));
        }
    }
}
