//! Feeds write a point before their pence. A file that has a comma there is refused as a whole, before any of it is stored: read
//! line by line, its other amounts would be a guess.

use std::{
    io::{BufRead, SeekFrom},
    ops::ControlFlow,
};

use lintel_core::DecimalError;

use super::{
    connector::{Connector, Input, Sink},
    encoding::decoded,
};
use crate::domain::record::{Outcome, Refused, Row, Unreadable};

/// Files of a format, none of which has an amount with a comma before its pence. Price Paid Data needs none of it: its prices are
/// whole pounds by its own rule.
pub struct OneMark<C>(pub C);

impl<C: Connector> Connector for OneMark<C> {
    fn read(&self, input: &mut dyn Input, sink: &mut Sink<'_>) -> Result<Outcome, Unreadable> {
        let start = input.stream_position()?;
        if may_have_comma(input)? {
            input.seek(SeekFrom::Start(start))?;
            if let Some(refused) = self.first(input) {
                let reason = format!(
                    "{}: {} No amount of a file with commas before its pence can be trusted, so nothing of it was read.",
                    refused.field, refused.reason
                );
                return Err(Unreadable::at(refused.line, reason));
            }
        }
        input.seek(SeekFrom::Start(start))?;
        self.0.read(input, sink)
    }
}

impl<C: Connector> OneMark<C> {
    /// The first record with such an amount. What else is wrong with the file shows when it is read.
    fn first(&self, input: &mut dyn Input) -> Option<Refused> {
        let comma = DecimalError::DecimalComma.to_string();
        let mut first = None;
        let _: Result<Outcome, Unreadable> = self.0.read(input, &mut |row| match row {
            Row::Refused(refused) if refused.reason.ends_with(&comma) => {
                first = Some(refused);
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        });
        first
    }
}

/// Returns whether a digit, a comma and one or two digits stand anywhere at the end of a value. A file without is read once.
fn may_have_comma(input: &mut dyn Input) -> std::io::Result<bool> {
    let mut reader = decoded(input)?;
    // Digits before the comma, the comma, and how many digits behind it.
    let (mut after_digit, mut behind) = (false, None);
    loop {
        let piece = reader.fill_buf()?;
        if piece.is_empty() {
            return Ok(false);
        }
        for byte in piece {
            behind = match (*byte, behind) {
                (b'0'..=b'9', Some(count)) if count < 2 => Some(count + 1),
                (b',', None) if after_digit => Some(0),
                (b',' | b']' | b'}' | b'0'..=b'9', _) | (_, None | Some(0)) => None,
                (_, Some(_)) => return Ok(true),
            };
            after_digit = byte.is_ascii_digit();
        }
        let used = piece.len();
        reader.consume(used);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::connectors::{blm::Blm, jupix::Jupix, testing::Sure, zoopla::Zoopla};

    fn read(connector: &dyn Connector, text: &str) -> (usize, Option<String>) {
        let mut rows = 0;
        let outcome = connector.read(&mut Cursor::new(text.as_bytes()), &mut |_| {
            rows += 1;
            ControlFlow::Continue(())
        });
        (rows, outcome.err().map(|error| error.to_string()))
    }

    fn jupix(prices: [&str; 2]) -> String {
        let homes = prices.map(|price| {
            format!(
                "<property><propertyID>{price}</propertyID><branchID>1</branchID><department>Sales</department><displayAddress>Mill Lane, Leeds</displayAddress><price>{price}</price></property>"
            )
        });
        format!("<properties>{}</properties>", homes.concat())
    }

    #[test]
    fn a_feed_of_another_country_is_refused_as_a_whole() {
        let feed = OneMark(Jupix);
        assert_eq!(read(&feed, &jupix(["180000.00", "195,000"])), (2, None));
        let (rows, problem) = read(&feed, &jupix(["180000.00", "195000,00"]));
        let problem = problem.unwrap_or_default();
        assert_eq!(rows, 0, "{problem}");
        assert!(
            problem.starts_with("Line 2: price: “195000,00” is not an amount."),
            "{problem}"
        );
    }

    #[test]
    fn lists_and_texts_with_commas_are_no_amounts() {
        let feed = r#"[{"branch_reference":"1","listing_reference":"2","feature_list":["3,5 miles"],"map":[1,2],"pricing":{"price":"x"}}]"#;
        assert_eq!(read(&OneMark(Zoopla), feed), (1, None));
        assert!(read(&OneMark(Blm), "no feed").1.is_some());
    }

    #[test]
    fn only_the_end_of_a_value_makes_a_file_be_read_twice() {
        for (text, found) in [
            ("180000,00^", true),
            ("\"12,5\"", true),
            ("195,000^", false),
            ("[1,2]", false),
            ("1,2,3]", false),
            ("a,12 b", false),
        ] {
            let seen = may_have_comma(&mut Cursor::new(text.as_bytes()));
            assert_eq!(seen.map_err(Unreadable::from).sure(), found, "{text}");
        }
    }
}
