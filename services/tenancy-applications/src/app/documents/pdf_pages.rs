//! How many pages a PDF has.

/// Counts the page objects that stand in the file as they are; 0 where they are compressed.
#[must_use]
pub fn count(pdf: &[u8]) -> i32 {
    const TYPE: &[u8] = b"/Type";
    const PAGE: &[u8] = b"/Page";
    let places = pdf.windows(TYPE.len()).enumerate();
    let places = places.filter(|(_, part)| *part == TYPE);
    let pages = places.filter(|(place, _)| {
        let behind = pdf[place + TYPE.len()..].trim_ascii_start();
        let behind = behind.strip_prefix(PAGE);
        behind.is_some_and(|behind| !behind.first().is_some_and(u8::is_ascii_alphanumeric))
    });
    i32::try_from(pages.count()).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_counted_and_their_tree_is_not() {
        let pdf = b"1 0 obj <</Type /Pages /Kids [2 0 R]>> 2 0 obj <</Type/Page>> 3 0 obj <</Type\n/Page /Parent 1 0 R>>";
        assert_eq!(count(pdf), 2);
        assert_eq!(count(b"/Type"), 0);
        assert_eq!(count(b""), 0);
    }
}
