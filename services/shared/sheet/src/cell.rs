//! One cell, safe for spreadsheets: text that a program would take for a formula begins with an apostrophe, which reading takes
//! away again (docs/reference/promises.md T29).

/// The characters that begin a formula; spreadsheets read the full-width signs of East Asian keyboards as the usual ones.
pub const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// Returns whether a spreadsheet would run this, leaving out apostrophes before it.
fn is_active(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

/// The text as a cell holds it.
#[must_use]
pub fn guarded(text: &str) -> String {
    if is_active(text) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// The text that a cell means.
#[must_use]
pub fn meant(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if is_active(text) => text,
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn t29_a_formula_is_text_and_comes_back() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+44 113", "'+44 113"),
            ("-5", "'-5"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("＝1+1", "'＝1+1"),
            ("＋44 113", "'＋44 113"),
            ("－5", "'－5"),
            ("＠SUM(A1)", "'＠SUM(A1)"),
            ("'＝1", "''＝1"),
            ("'=1", "''=1"),
            ("'tis", "'tis"),
            ("High Street", "High Street"),
            ("", ""),
        ] {
            assert_eq!(guarded(text), cell);
            assert_eq!(meant(cell), text);
        }
    }

    proptest! {
        #[test]
        fn no_cell_is_active_and_all_come_back(text in "['=+@\\t\\r＝＋－＠a-]{0,6}") {
            let cell = guarded(&text);
            prop_assert!(!cell.starts_with(FORMULA));
            prop_assert_eq!(meant(&cell), text);
        }
    }
}
