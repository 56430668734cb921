//! Workbooks, new and old.

use lintel_bank_file::{Format, Proof};

use crate::samples::{out, read, short};

#[test]
fn new_and_old_workbooks_are_read() {
    let (new, old): (&[u8], &[u8]) = (
        include_bytes!("../samples/statement.xlsx"),
        include_bytes!("../samples/statement.xls"),
    );
    for (bytes, format) in [(new, Format::Xlsx), (old, Format::Xls)] {
        let statement = read(bytes);
        assert_eq!(statement.format, format);
        assert_eq!(
            short(&statement),
            [
                (20, 95_000, "", "A TESTER RENT FLAT 2"),
                (23, 47_550, "", "Z EXAMPLE ROOM 1")
            ]
        );
        assert_eq!(out(&statement), (1, 6_000));
        assert_eq!(statement.proof, Proof::Balance);
        assert_eq!(statement.lines[0].line, 3);
    }
}

#[test]
fn days_without_a_format_are_read_by_their_serial_numbers() {
    let statement = read(include_bytes!("../samples/serials.xlsx"));
    assert_eq!(
        short(&statement),
        [
            (20, 95_000, "", "A TESTER RENT FLAT 2"),
            (23, 47_550, "", "Z EXAMPLE ROOM 1")
        ]
    );
}
