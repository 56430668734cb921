//! What other services hear of a change.

use lintel_core::{Money, OrganisationId, SavedSearchId};
use lintel_db::outbox::NewEvent;
use lintel_proto::{PublicEvent, listings::v1};

use crate::{domain::ListingImport, store::watch::Watcher};

/// The type of what people are told who watch.
pub const WATCHED: &str = v1::WatchedListingChanged::TYPE;

/// That an import was begun, has read some rows, or has ended. Of the operator's no organisation hears.
pub fn import_changed(organisation: OrganisationId, import: &ListingImport) -> NewEvent {
    v1::ListingImportChanged {
        listing_import_id: import.id.get(),
        organisation_id: organisation.get(),
        state: v1::ListingImportState::from(import.state).into(),
        version: import.version,
    }
    .event()
}

/// What happened to a listing that somebody watches, or that a search of theirs found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchedNews {
    /// Another price; before.
    Price(Option<Money>),
    /// It is no longer for sale.
    Withdrawn,
    /// It is for sale again.
    Back,
    /// This search found it.
    NewMatch(SavedSearchId),
}

/// That a listing changed which `watcher` watches, or that a search of theirs found it.
pub fn watched_changed(
    watcher: Watcher,
    version: i64,
    news: WatchedNews,
    title: &str,
    price: Option<Money>,
) -> NewEvent {
    use v1::WatchedChange as Change;
    let (change, earlier, search) = match news {
        WatchedNews::Price(earlier) => (Change::Price, earlier, None),
        WatchedNews::Withdrawn => (Change::Withdrawn, None, None),
        WatchedNews::Back => (Change::Back, None, None),
        WatchedNews::NewMatch(search) => (Change::NewMatch, None, Some(search)),
    };
    v1::WatchedListingChanged {
        listing_id: watcher.listing.get(),
        organisation_id: watcher.organisation.get(),
        user_id: watcher.user.get(),
        change: change.into(),
        listing_title: title.to_owned(),
        earlier_price: earlier.map(Into::into),
        price: price.map(Into::into),
        saved_search_id: search.map_or(0, SavedSearchId::get),
        version,
    }
    .event()
}
