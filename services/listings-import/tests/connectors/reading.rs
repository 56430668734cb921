//! Files read as an import reads them.

use std::{io::Cursor, ops::ControlFlow};

use lintel_listings_import::{
    connectors::{Format, Input},
    domain::record::{ListingRecord, Outcome, PricePaid, Refused, Row},
};

/// All that a file gave.
#[derive(Debug)]
pub struct Read {
    pub listings: Vec<ListingRecord>,
    pub sales: Vec<PricePaid>,
    pub gone: Vec<String>,
    pub refused: Vec<Refused>,
    /// The outcome, or the reason why it could not be read on.
    pub outcome: Result<Outcome, String>,
}

impl Read {
    /// Line, field and reason of each refusal.
    pub fn refusals(&self) -> Vec<(u64, &str, &str)> {
        self.refused
            .iter()
            .map(|refused| {
                (
                    refused.line,
                    refused.field.as_str(),
                    refused.reason.as_str(),
                )
            })
            .collect()
    }
}

pub fn read(format: Format, bytes: &[u8]) -> Read {
    read_from(format, &mut Cursor::new(bytes))
}

pub fn read_from(format: Format, input: &mut dyn Input) -> Read {
    let (mut listings, mut sales, mut gone, mut refused) = (vec![], vec![], vec![], vec![]);
    let outcome = format.connector().read(input, &mut |row| {
        match row {
            Row::Listing(record) => listings.push(*record),
            Row::Sale(sale) => sales.push(*sale),
            Row::Gone { key } => gone.push(key),
            Row::Refused(refusal) => refused.push(refusal),
        }
        ControlFlow::Continue(())
    });
    Read {
        listings,
        sales,
        gone,
        refused,
        outcome: outcome.map_err(|error| error.to_string()),
    }
}
