//! Files made of samples with something wrong.

use rand::{Rng as _, rngs::StdRng};

/// Pieces that mean something in one of the forms.
const PIECES: &[&[u8]] = &[
    b",",
    b";",
    b"\t",
    b"\"",
    b"\n",
    b"\r\n",
    b"\r",
    b"^",
    b"<",
    b">",
    b"</",
    b"&",
    b"&#",
    b"&#201;",
    b"-",
    b"(",
    b")",
    b"\xa3",
    "£".as_bytes(),
    b"CR",
    b"DR",
    b"1,234.56",
    b"1.234,56",
    b"12,50",
    b"92233720368547758.07",
    b"-92233720368547758.08",
    b"99999999999999999999",
    b"01/02/2026",
    b"13/13/2026",
    b"2026-11-20",
    b"20/11/2026",
    b"Date",
    b"Amount",
    b"Balance",
    b"Description",
    b"Debit",
    b"Credit",
    b":61:",
    b":86:",
    b":60F:C261119GBP5000,00",
    b"<STMTTRN>",
    b"<Ntry>",
    b"<table>",
    b"<tr>",
    b"<td colspan=99>",
    b"!Type:Bank\n",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"<![CDATA[",
    b"<!--",
    b"]]>",
    b"-->",
    b"PK\x01\x02",
    b"PK\x03\x04",
];

/// A file.
pub fn file(samples: &[Vec<u8>], rng: &mut StdRng) -> Vec<u8> {
    if rng.gen_ratio(1, 20) {
        let length = rng.gen_range(0..2_000);
        return (0..length).map(|_| rng.r#gen()).collect();
    }
    let mut bytes = samples[rng.gen_range(0..samples.len())].clone();
    for _ in 0..rng.gen_range(1..8) {
        wound(&mut bytes, samples, rng);
    }
    bytes.truncate(lintel_bank_file::LARGEST);
    bytes
}

fn wound(bytes: &mut Vec<u8>, samples: &[Vec<u8>], rng: &mut StdRng) {
    let at = rng.gen_range(0..=bytes.len());
    let end = (at + rng.gen_range(0..60)).min(bytes.len());
    match rng.gen_range(0..11) {
        0 if at < bytes.len() => bytes[at] = rng.r#gen(),
        1 => bytes.truncate(at),
        2 => {
            bytes.drain(at..end);
        }
        3 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        4 => {
            let other = &samples[rng.gen_range(0..samples.len())];
            let from = rng.gen_range(0..=other.len());
            let to = (from + rng.gen_range(0..200)).min(other.len());
            bytes.splice(at..end, other[from..to].iter().copied());
        }
        5 => swap_lines(bytes, rng),
        6 => {
            // Rarely: it costs as much time as thousands of small files.
            if rng.gen_ratio(1, 40) {
                let piece = bytes[at..end].repeat(rng.gen_range(1..40_000));
                bytes.splice(at..at, piece);
            }
        }
        7 => {
            let delimiter = *[b';', b'\t', b'|', b',']
                .get(rng.gen_range(0..4))
                .unwrap_or(&b',');
            let old = if bytes.contains(&b',') { b',' } else { b';' };
            for byte in bytes.iter_mut().filter(|byte| **byte == old) {
                *byte = delimiter;
            }
        }
        8 if at < bytes.len() => {
            bytes[at] = *b"0123456789".get(rng.gen_range(0..10)).unwrap_or(&b'0');
        }
        _ => {
            let piece = PIECES[rng.gen_range(0..PIECES.len())];
            bytes.splice(at..end.min(at + piece.len()), piece.iter().copied());
        }
    }
}

fn swap_lines(bytes: &mut Vec<u8>, rng: &mut StdRng) {
    let mut lines: Vec<Vec<u8>> = bytes
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let (one, two) = (rng.gen_range(0..lines.len()), rng.gen_range(0..lines.len()));
    lines.swap(one, two);
    *bytes = lines.join(&b'\n');
}
