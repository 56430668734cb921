use std::{
    io::{Cursor, Write as _},
    ops::ControlFlow,
};

use flate2::{Compression, write::DeflateEncoder};

use crate::{
    connectors::{
        Format,
        testing::{Refusing as _, Sure as _},
    },
    domain::record::Row,
};

const FEED: &str = "#HEADER#\nVersion : 3\nEOF : '^'\nEOR : '~'\n#DEFINITION#\nAGENT_REF^DISPLAY_ADDRESS^TRANS_TYPE_ID^PRICE^~\n#DATA#\n7_A1^Mill Lane^1^100^~\n#END#\n";

/// A file that goes into a ZIP.
struct Packed<'a> {
    name: &'a str,
    content: Vec<u8>,
    deflated: bool,
    attributes: u32,
    flags: u16,
    /// Its sizes are in an extra field of the list, as in files beyond 4 GB.
    zip64: bool,
}

/// The flag of a file whose sizes are behind it, as programs write that do not know them before.
const SIZES_BEHIND: u16 = 8;

fn file(name: &str, content: impl Into<Vec<u8>>) -> Packed<'_> {
    Packed {
        name,
        content: content.into(),
        deflated: true,
        attributes: 0,
        flags: 0,
        zip64: false,
    }
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).sure().to_le_bytes()
}

fn pair(value: usize) -> [u8; 2] {
    u16::try_from(value).sure().to_le_bytes()
}

fn zip(files: &[Packed<'_>]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for file in files {
        let packed = if file.deflated {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(&file.content).sure();
            encoder.finish().sure()
        } else {
            file.content.clone()
        };
        let at = bytes.len();
        let method = if file.deflated { 8 } else { 0 };
        let header = |sizes: [u8; 8], extra: &[u8]| {
            [
                &[20, 0][..],
                &file.flags.to_le_bytes(),
                &pair(method),
                &[0; 8],
                &sizes,
                &pair(file.name.len()),
                &pair(extra.len()),
            ]
            .concat()
        };
        let sizes = [number(packed.len()), number(file.content.len())].concat();
        let sizes: [u8; 8] = sizes.try_into().sure();
        let behind = file.flags & SIZES_BEHIND != 0;
        bytes.extend(
            [
                b"PK\x03\x04".as_slice(),
                &header(if behind { [0; 8] } else { sizes }, &[]),
                file.name.as_bytes(),
                &packed,
            ]
            .concat(),
        );
        if behind {
            bytes.extend([b"PK\x07\x08\0\0\0\0".as_slice(), &sizes].concat());
        }
        let (listed, extra) = if file.zip64 {
            let sizes = [file.content.len(), packed.len()].map(|size| (size as u64).to_le_bytes());
            ([255; 8], [&[1, 0, 16, 0][..], &sizes.concat()].concat())
        } else {
            (sizes, vec![])
        };
        directory.extend(
            [
                b"PK\x01\x02\x14\0".as_slice(),
                &header(listed, &extra),
                &[0; 6],
                &file.attributes.to_le_bytes(),
                &number(at),
                file.name.as_bytes(),
                &extra,
            ]
            .concat(),
        );
    }
    let at = bytes.len();
    bytes.extend(&directory);
    bytes.extend(
        [
            b"PK\x05\x06\0\0\0\0".as_slice(),
            &pair(files.len()),
            &pair(files.len()),
            &number(directory.len()),
            &number(at),
            &[0; 2],
        ]
        .concat(),
    );
    bytes
}

fn read(bytes: &[u8]) -> Result<(usize, bool), String> {
    let mut listings = 0;
    Format::Blm
        .connector()
        .read(&mut Cursor::new(bytes), &mut |row| {
            listings += usize::from(matches!(row, Row::Listing(_)));
            ControlFlow::Continue(())
        })
        .map(|outcome| (listings, outcome.complete_snapshot))
        .map_err(|error| error.to_string())
}

#[test]
fn a_feed_is_read_out_of_its_zip() {
    let picture = || file("images/7_A1_IMG_00.jpg", vec![7; 100_000]);
    assert_eq!(
        read(&zip(&[picture(), file("7_20261120.BLM", FEED)])),
        Ok((1, true))
    );
    let stored = Packed {
        deflated: false,
        ..file("feed.blm", FEED)
    };
    assert_eq!(read(&zip(&[stored, picture()])), Ok((1, true)));
    let rows = "7_A1^Mill Lane^1^100^~\n".repeat(20_000);
    let long = FEED
        .replace("7_A1^Mill Lane^1^100^~\n", &rows)
        .replace("Mill", "M\u{e9}l");
    // 460 kB, and in Windows-1252, so that the file is read twice.
    let bytes: Vec<u8> = long
        .chars()
        .map(|c| u8::try_from(u32::from(c)).sure())
        .collect();
    assert_eq!(read(&zip(&[file("feed.blm", bytes)])), Ok((20_000, true)));
}

#[test]
fn sizes_behind_a_file_or_in_zip64_are_read() {
    let behind = Packed {
        flags: SIZES_BEHIND,
        ..file("feed.blm", FEED)
    };
    let zip64 = || Packed {
        zip64: true,
        ..file("feed.blm", FEED)
    };
    let stored = Packed {
        deflated: false,
        ..zip64()
    };
    for feed in [behind, zip64(), stored] {
        assert_eq!(read(&zip(&[file("a.jpg", "x"), feed])), Ok((1, true)));
    }
}

#[test]
fn a_zip_that_announces_fewer_files_than_it_lists_is_refused() {
    let many: Vec<_> = (0..2_001).map(|_| file("a", "")).collect();
    let mut bytes = zip(&many);
    let end = bytes.len() - 22;
    bytes[end + 8..end + 12].copy_from_slice(&[1, 0, 1, 0]);
    let error = read(&bytes).refusal();
    assert!(error.contains("The ZIP holds 2001 files"), "{error}");
}

#[test]
fn what_is_no_honest_zip_is_refused() {
    let feed = || file("feed.blm", FEED);
    let link = Packed {
        attributes: 0o120_777 << 16,
        ..file("feed.blm", "/etc/passwd")
    };
    let locked = Packed { flags: 1, ..feed() };
    let bomb = file("feed.blm", vec![b' '; 50 << 20]);
    let many: Vec<_> = (0..2_001)
        .map(|_| Packed {
            deflated: false,
            ..file("a", "")
        })
        .collect();
    for (files, reason) in [
        (vec![], "This is not a BLM file"),
        (vec![file("a.jpg", "x")], "The ZIP holds no file"),
        (vec![feed(), feed()], "The ZIP holds 2 files"),
        (
            vec![file("../feed.blm", FEED)],
            "The ZIP holds a file with the name",
        ),
        (
            vec![feed(), file("C:\\x", "x")],
            "The ZIP holds a file with the name",
        ),
        (vec![link], "The ZIP holds a file with the name"),
        (vec![locked], "The ZIP is locked"),
        (vec![bomb], "The ZIP grows to more than a hundred times"),
        (many, "The ZIP holds 2001 files"),
    ] {
        let error = read(&zip(&files)).refusal();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_damaged_zip_is_refused_wherever_it_is_damaged() {
    let zip64 = Packed {
        flags: SIZES_BEHIND,
        zip64: true,
        ..file("feed.blm", FEED)
    };
    for whole in [zip(&[file("feed.blm", FEED)]), zip(&[zip64])] {
        for at in 0..whole.len() {
            assert!(read(&whole[..at]).is_err(), "{at}");
            let mut other = whole.clone();
            other[at] ^= 0x55;
            // A flipped bit of a time or a comment's length changes nothing that is read.
            let _ = read(&other);
        }
    }
}
