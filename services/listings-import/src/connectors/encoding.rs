//! Which encoding a file is in, and the file as UTF-8: a byte order mark decides, else strict UTF-8 over the
//! whole file, else Windows-1252.

use std::io::{self, BufReader, Read, SeekFrom};

use super::{connector::Input, cp1252};

const PIECE: usize = 64 << 10;

/// An encoding of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-16, the low byte first, as spreadsheets save "Unicode text".
    Utf16Little,
    /// UTF-16, the high byte first.
    Utf16Big,
    /// Windows-1252, and so ISO-8859-1.
    Windows1252,
}

/// The file as UTF-8 without a byte order mark, from where `input` is.
///
/// # Errors
/// What reading gives.
pub fn decoded(input: &mut dyn Input) -> io::Result<BufReader<Decoder<'_>>> {
    let start = input.stream_position()?;
    let (encoding, mark) = detect(input)?;
    input.seek(SeekFrom::Start(start.saturating_add(mark)))?;
    let decoder = Decoder {
        input,
        encoding,
        raw: Vec::new(),
        text: Vec::new(),
        at: 0,
    };
    Ok(BufReader::with_capacity(PIECE, decoder))
}

/// The encoding, and how many bytes its mark has.
fn detect(input: &mut dyn Input) -> io::Result<(Encoding, u64)> {
    let mut piece = Vec::with_capacity(PIECE);
    let mut first = true;
    loop {
        let kept = piece.len();
        let want = u64::try_from(PIECE - kept).unwrap_or(u64::MAX);
        let read = Read::take(&mut *input, want).read_to_end(&mut piece)?;
        if first {
            first = false;
            match piece.as_slice() {
                [0xef, 0xbb, 0xbf, ..] => return Ok((Encoding::Utf8, 3)),
                [0xff, 0xfe, ..] => return Ok((Encoding::Utf16Little, 2)),
                [0xfe, 0xff, ..] => return Ok((Encoding::Utf16Big, 2)),
                _ => {}
            }
        }
        match std::str::from_utf8(&piece) {
            Ok(_) => piece.clear(),
            // A letter that goes on in the next piece, or at whose middle the file breaks off.
            Err(error) if error.error_len().is_none() => {
                piece.drain(..error.valid_up_to());
            }
            Err(_) => return Ok((Encoding::Windows1252, 0)),
        }
        if read == 0 {
            return Ok((Encoding::Utf8, 0));
        }
    }
}

/// Gives a file of any encoding as UTF-8, piece by piece.
pub struct Decoder<'a> {
    input: &'a mut dyn Input,
    encoding: Encoding,
    raw: Vec<u8>,
    text: Vec<u8>,
    at: usize,
}

impl Decoder<'_> {
    /// Decodes the next piece; the text stays empty at the end.
    fn refill(&mut self) -> io::Result<()> {
        self.text.clear();
        self.at = 0;
        let want = u64::try_from(PIECE / 4).unwrap_or(u64::MAX);
        let read = Read::take(&mut *self.input, want).read_to_end(&mut self.raw)?;
        let mut letter = [0; 4];
        if self.encoding == Encoding::Windows1252 {
            for byte in self.raw.drain(..) {
                let c = cp1252::decode(byte);
                self.text
                    .extend_from_slice(c.encode_utf8(&mut letter).as_bytes());
            }
            return Ok(());
        }
        // A pair of halves that stands over the border of two pieces stays for the next one.
        let mut whole = self.raw.len() & !1;
        if read > 0 && whole >= 2 && is_high(self.unit(whole - 2)) {
            whole -= 2;
        }
        let units = (0..whole).step_by(2).map(|at| self.unit(at));
        let mut text = Vec::with_capacity(whole);
        for c in char::decode_utf16(units) {
            let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
            text.extend_from_slice(c.encode_utf8(&mut letter).as_bytes());
        }
        self.text = text;
        self.raw.drain(..whole);
        if read == 0 {
            self.raw.clear();
        }
        Ok(())
    }

    fn unit(&self, at: usize) -> u16 {
        let pair = [
            self.raw.get(at).copied().unwrap_or_default(),
            self.raw.get(at + 1).copied().unwrap_or_default(),
        ];
        if self.encoding == Encoding::Utf16Big {
            u16::from_be_bytes(pair)
        } else {
            u16::from_le_bytes(pair)
        }
    }
}

const fn is_high(unit: u16) -> bool {
    unit >> 10 == 0b11_0110
}

impl Read for Decoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.encoding == Encoding::Utf8 {
            return self.input.read(buffer);
        }
        if self.at == self.text.len() {
            self.refill()?;
        }
        let rest = self.text.get(self.at..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..count), rest.get(..count)) {
            to.copy_from_slice(from);
        }
        self.at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn text(bytes: &[u8]) -> String {
        let mut input = Cursor::new(bytes);
        let mut text = String::new();
        decoded(&mut input)
            .and_then(|mut reader| reader.read_to_string(&mut text))
            .unwrap_or_default();
        text
    }

    #[test]
    fn each_encoding_is_recognised() {
        assert_eq!(text("Café £1".as_bytes()), "Café £1");
        assert_eq!(text(b"\xef\xbb\xbfCaf\xc3\xa9"), "Café");
        assert_eq!(text(b"Caf\xe9 \xa31 it\x92s"), "Café £1 it’s");
        assert_eq!(text(b"\xff\xfe\xa3\x001\x00"), "£1");
        assert_eq!(text(b"\xfe\xff\x00\xa3\x001"), "£1");
        assert_eq!(text(b""), "");
    }

    #[test]
    fn one_wrong_byte_at_the_end_decides_for_the_whole_file() {
        let bytes = [b"\xc2\xa3".as_slice(), &vec![b'x'; 200_000], b"\xa3"].concat();
        let text = text(&bytes);
        assert!(text.starts_with("Â£") && text.ends_with('£'));
    }

    #[test]
    fn letters_over_the_border_of_pieces_stay_whole() {
        let long = format!("a{}", "£€😀".repeat(40_000));
        assert_eq!(text(long.as_bytes()), long);
        let wide: Vec<u8> = long.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(text(&[&[0xff, 0xfe], wide.as_slice()].concat()), long);
    }

    #[test]
    fn a_file_that_breaks_off_in_a_letter_is_still_utf_8() {
        let mut input = Cursor::new(b"\xc2\xa31 caf\xc3".as_slice());
        assert!(matches!(detect(&mut input), Ok((Encoding::Utf8, 0))));
    }
}
