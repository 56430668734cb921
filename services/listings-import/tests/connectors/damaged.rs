//! Two thousand damaged files: none makes the program panic, none gives half a record, all of them together take little memory. The
//! damage is drawn from a fixed seed, so that a failure can be looked at again.

use std::time::{Duration, Instant};

use lintel_listings_import::connectors::Format;

use crate::reading::{Read, read};

const FILES: usize = 2_000;
const MOST_MEMORY_KB: u64 = 256 << 10;

const SAMPLES: [(Format, &[u8]); 11] = [
    (
        Format::Blm,
        include_bytes!("../samples/blm/synthetic-v3-sales-and-lettings.blm"),
    ),
    (
        Format::Blm,
        include_bytes!("../samples/blm/synthetic-v3-utf8-lf-pipe-no-count.blm"),
    ),
    (
        Format::Blm,
        include_bytes!("../samples/blm/synthetic-v3i-overseas.blm"),
    ),
    (
        Format::Rtdf,
        include_bytes!("../samples/rtdf/synthetic-letting-sendproperty.json"),
    ),
    (
        Format::Zoopla,
        include_bytes!("../samples/zoopla/synthetic-listing-update-sale.json"),
    ),
    (
        Format::Zoopla,
        include_bytes!("../samples/zoopla/synthetic-listing-update-rent.json"),
    ),
    (
        Format::PropertyData,
        include_bytes!("../samples/propertydata/synthetic-sourced-properties.json"),
    ),
    (
        Format::PricePaid,
        include_bytes!("../samples/ppd/pp-monthly-update-sample.csv"),
    ),
    (
        Format::PricePaid,
        include_bytes!("../samples/ppd/ppd-report-sample.csv"),
    ),
    (
        Format::Jupix,
        include_bytes!("../samples/jupix/synthetic-jupix.xml"),
    ),
    (Format::Csv, include_bytes!("../samples/csv/homes.csv")),
];

/// Numbers that look like chance and are the same every time (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 8).unwrap_or_default() % below.max(1)
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.roll(256)).unwrap_or_default()
    }
}

/// A damage to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Damage {
    CutAnywhere,
    Glued,
    BytesChanged,
    BytesLost,
    PieceTwice,
    OtherEncoding,
    HugeField,
    Nested,
    Formulas,
    Signs,
    Zip,
    DocumentType,
    Noise,
    OtherFormat,
}

const DAMAGES: [Damage; 14] = [
    Damage::CutAnywhere,
    Damage::Glued,
    Damage::BytesChanged,
    Damage::BytesLost,
    Damage::PieceTwice,
    Damage::OtherEncoding,
    Damage::HugeField,
    Damage::Nested,
    Damage::Formulas,
    Damage::Signs,
    Damage::Zip,
    Damage::DocumentType,
    Damage::Noise,
    Damage::OtherFormat,
];

fn inserted(file: &[u8], at: usize, piece: &[u8]) -> Vec<u8> {
    let (start, end) = file.split_at(at.min(file.len()));
    [start, piece, end].concat()
}

fn damaged(file: &[u8], damage: Damage, dice: &mut Dice) -> Vec<u8> {
    let at = dice.roll(file.len());
    match damage {
        Damage::CutAnywhere => file[..at].to_vec(),
        Damage::Glued => [file, &SAMPLES[dice.roll(SAMPLES.len())].1[at.min(100)..]].concat(),
        Damage::BytesChanged => {
            let mut file = file.to_vec();
            for _ in 0..=dice.roll(20) {
                let at = dice.roll(file.len());
                file[at] = dice.byte();
            }
            file
        }
        Damage::BytesLost => [&file[..at], &file[(at + dice.roll(60)).min(file.len())..]].concat(),
        Damage::PieceTwice => inserted(file, dice.roll(file.len()), &file[at..]),
        Damage::OtherEncoding => match dice.roll(4) {
            0 => String::from_utf8_lossy(file)
                .encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect(),
            1 => [&[0xff, 0xfe], file].concat(),
            2 => [&[0xef, 0xbb, 0xbf], file, &[0xff]].concat(),
            _ => inserted(file, at, &[0xc3, 0x28, 0xf0, 0x9f, 0x92]),
        },
        Damage::HugeField => {
            let unit: &[u8] =
                [b"x".as_slice(), b"<a", b"&", b"\"", b"<!--", b"^", b"99,"][dice.roll(7)];
            inserted(file, at, &unit.repeat(1_000 + dice.roll(400_000)))
        }
        Damage::Nested => {
            let unit: &[u8] = [b"[".as_slice(), b"{\"a\":", b"<a>", b"<b a='"][dice.roll(4)];
            inserted(file, at, &unit.repeat(dice.roll(20_000)))
        }
        Damage::Formulas => {
            let unit = [
                "=cmd|' /C calc'!A0",
                "@SUM(1)",
                "+1",
                "-1",
                "\u{202e}",
                "\0",
                "javascript:alert(1)",
                "1e309",
            ];
            inserted(file, at, unit[dice.roll(unit.len())].as_bytes())
        }
        Damage::Signs => {
            let unit: &[u8] = [
                b"^".as_slice(),
                b"~",
                b"|",
                b"\"",
                b",",
                b"}",
                b"]",
                b"</property>",
                b"#END#",
                b"\r",
                b"\n",
                b"]]>",
            ][dice.roll(12)];
            inserted(file, at, unit)
        }
        Damage::Zip => inserted(b"PK\x03\x04\x14\0\0\0\x08\0", 10, &file[at..]),
        Damage::DocumentType => {
            let laughs = "<!DOCTYPE x [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]>";
            inserted(
                file,
                if dice.roll(2) == 0 { 0 } else { at },
                laughs.as_bytes(),
            )
        }
        Damage::Noise => (0..dice.roll(4_000)).map(|_| dice.byte()).collect(),
        Damage::OtherFormat => SAMPLES[dice.roll(SAMPLES.len())].1.to_vec(),
    }
}

/// Checks the rules that hold for every file.
fn check(read: &Read, why: &str) {
    for record in &read.listings {
        assert!(
            !record.key.is_empty() && record.key.chars().count() <= 200,
            "{why}"
        );
        assert!(
            !record.address.is_empty() && record.address.chars().count() <= 300,
            "{why}"
        );
        assert!(
            record.description.chars().count() <= 32_768 && record.tags.len() <= 5,
            "{why}"
        );
        let urls = record.image_urls.iter().chain([&record.source_url]);
        assert!(
            urls.into_iter()
                .all(|url| url.is_empty() || url.starts_with("https://")),
            "{why}"
        );
        assert!(
            !record.description.contains('\0') && !record.address.contains('\n'),
            "{why}"
        );
        assert!(record.price.is_none_or(|price| price.minor() > 0), "{why}");
    }
    assert!(read.gone.iter().all(|key| !key.is_empty()), "{why}");
    for refused in &read.refused {
        assert!(
            refused.line > 0 && refused.reason.ends_with(['.', '”']),
            "{why}: {refused:?}"
        );
    }
    match &read.outcome {
        Ok(outcome) => assert!(!(outcome.truncated && outcome.complete_snapshot), "{why}"),
        Err(reason) => assert!(
            reason.len() > 10 && reason.len() < 400,
            "{why}: {reason:.300}"
        ),
    }
}

/// The most memory that this process ever had, in kB.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|text| text.trim().trim_end_matches(" kB").parse().ok())
        .unwrap_or(u64::MAX)
}

#[test]
fn two_thousand_damaged_files_are_read_or_refused() {
    let started = Instant::now();
    let mut dice = Dice(20_261_125);
    let whole: Vec<Read> = SAMPLES
        .iter()
        .map(|(format, file)| read(*format, file))
        .collect();
    for number in 0..FILES {
        let which = dice.roll(SAMPLES.len());
        let damage = DAMAGES[number % DAMAGES.len()];
        let (format, file) = SAMPLES[which];
        let bytes = damaged(file, damage, &mut dice);
        let found = read(format, &bytes);
        let why = format!("file {number}, {format:?}, {damage:?}");
        check(&found, &why);
        // A table's last line may end without a sign, so what is cut in its last value cannot be told from the value.
        if damage == Damage::CutAnywhere && format != Format::Csv {
            let of_whole = &whole[which];
            assert!(
                found
                    .listings
                    .iter()
                    .all(|record| of_whole.listings.contains(record)),
                "{why}"
            );
            assert!(
                found.sales.iter().all(|sale| of_whole.sales.contains(sale)),
                "{why}"
            );
            assert!(
                found.outcome.is_err()
                    || found
                        .outcome
                        .is_ok_and(|outcome| !outcome.complete_snapshot),
                "{why}"
            );
        }
    }
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
    let peak = peak_memory();
    assert!(peak < MOST_MEMORY_KB, "{peak} kB");
}

#[test]
fn every_byte_at_which_a_feed_can_break_off_withdraws_nothing() {
    for (format, file) in SAMPLES.iter().filter(|(format, _)| *format != Format::Csv) {
        let whole = read(*format, file);
        let end = file.trim_ascii_end().len();
        for at in (0..end).step_by(7) {
            let cut = read(*format, &file[..at]);
            assert!(
                cut.listings
                    .iter()
                    .all(|record| whole.listings.contains(record)),
                "{format:?} {at}"
            );
            assert!(
                cut.sales.iter().all(|sale| whole.sales.contains(sale)),
                "{format:?} {at}"
            );
            assert!(
                !cut.outcome.is_ok_and(|outcome| outcome.complete_snapshot),
                "{format:?} {at}"
            );
        }
    }
}
