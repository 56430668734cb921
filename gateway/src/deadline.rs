//! Time limits of calls.

use std::time::Duration;

use lintel_proto::shape::DEADLINES;

/// Time limit for sending a document of 10 MB, checking it and sealing it.
pub const DOCUMENTS: Duration = Duration::from_secs(20);
/// Time limit for keeping a part of a file of listings, or many rows at once.
pub const PART: Duration = Duration::from_secs(10);

/// Returns the time limit of the call at `path` (docs/reference/promises.md 3.4): as its option in the contract says, else by
/// whether it writes.
#[must_use]
pub fn time_for(path: &str, writes: bool) -> Duration {
    let said = DEADLINES.binary_search_by_key(&path, |(path, _)| path);
    match said {
        Ok(place) => Duration::from_secs(DEADLINES[place].1),
        Err(_) if writes => Duration::from_secs(3),
        Err(_) => Duration::from_millis(1500),
    }
}

#[cfg(test)]
mod tests {
    use lintel_proto::{
        Rpc as _,
        identity::v1::{ListSessionsRequest, LoginRequest},
        tenancy::v1::ReadDocumentRequest,
    };

    use super::*;

    #[test]
    fn a_call_has_the_time_that_the_contract_says_or_that_of_its_kind() {
        assert_eq!(time_for(LoginRequest::PATH, true).as_secs(), 5);
        assert_eq!(time_for(ReadDocumentRequest::PATH, false).as_secs(), 20);
        assert_eq!(time_for(ListSessionsRequest::PATH, false).as_millis(), 1500);
        assert_eq!(time_for(ListSessionsRequest::PATH, true).as_secs(), 3);
    }
}
