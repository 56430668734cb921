//! A file as text: a byte order mark decides, else two bytes a letter, else strict UTF-8, else what the file declares, else
//! Windows-1252. Files that declare Windows-1252 and are UTF-8 are common; the other way round hardly any text is possible.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Where a file says its encoding, in bytes from its beginning.
const DECLARATION: usize = 1_000;

/// The text of a file.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return with(encoding, bytes.get(mark..).unwrap_or_default());
    }
    match bytes {
        [low, 0, _, 0, ..] if *low != 0 => return with(UTF_16LE, bytes),
        [0, high, 0, _, ..] if *high != 0 => return with(UTF_16BE, bytes),
        _ => {}
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => with(declared(bytes).unwrap_or(WINDOWS_1252), bytes),
    }
}

fn with<'b>(encoding: &'static Encoding, bytes: &'b [u8]) -> Cow<'b, str> {
    match encoding.decode_without_bom_handling(bytes).0 {
        Cow::Owned(mut text) => {
            // It had room for the longest text that the bytes may be.
            text.shrink_to_fit();
            Cow::Owned(text)
        }
        borrowed @ Cow::Borrowed(_) => borrowed,
    }
}

/// Returns the encoding that an XML declaration or the header of OFX 1 names, unless the bytes cannot be in it.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..DECLARATION).unwrap_or(bytes);
    let head = String::from_utf8_lossy(head).to_lowercase();
    let head = head.trim_start();
    let label = if head.starts_with("<?xml") {
        let declaration = head.split("?>").next()?;
        let value = declaration.split_once("encoding")?.1.trim_start();
        let value = value.strip_prefix('=')?.trim_start();
        value.split(['"', '\'']).nth(1)?.to_owned()
    } else {
        let charset = head.split_once("charset:")?.1;
        let charset = charset
            .split(|c: char| c.is_whitespace() || c == '<')
            .next()?;
        match charset {
            "1252" => "windows-1252".to_owned(),
            other if other.starts_with("8859-") => format!("iso-{other}"),
            other => other.to_owned(),
        }
    };
    Encoding::for_label(label.as_bytes()).filter(|encoding| encoding.is_single_byte())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use proptest::prelude::*;

    use super::*;

    fn wide(text: &str, bytes: impl Fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn every_encoding_of_a_british_bank_is_read() {
        let text = "Date,Paid in\n25/11/2026,£5 Zoë";
        let latin: Vec<u8> = text
            .chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap())
            .collect();
        for bytes in [
            text.as_bytes().to_vec(),
            format!("\u{feff}{text}").into_bytes(),
            latin,
            wide(text, u16::to_le_bytes),
            wide(text, u16::to_be_bytes),
            wide(&format!("\u{feff}{text}"), u16::to_le_bytes),
            wide(&format!("\u{feff}{text}"), u16::to_be_bytes),
        ] {
            assert_eq!(decoded(&bytes), text);
        }
    }

    #[test]
    fn what_is_declared_is_used() {
        for (head, letter) in [
            ("<?xml version='1.0' encoding='ISO-8859-15'?>", "€"),
            ("<?xml version=\"1.0\" encoding = \"iso-8859-1\"?>", "¤"),
            ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "¤"),
            ("<?xml version=\"1.0\"?>", "¤"),
            ("OFXHEADER:100\r\nCHARSET:1252\r\n", "¤"),
            ("OFXHEADER:100\nCHARSET:8859-15\n", "€"),
            ("OFXHEADER:100\nCHARSET:NONE\n", "¤"),
        ] {
            let mut bytes = head.as_bytes().to_vec();
            bytes.push(0xa4);
            assert_eq!(decoded(&bytes), format!("{head}{letter}"));
        }
        let utf_8 = "OFXHEADER:100\nCHARSET:1252\n£";
        assert_eq!(decoded(utf_8.as_bytes()), utf_8);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let _ = decoded(&bytes);
        }
    }
}
