//! Live updates: every published event is received once and passed to the signed-in browsers of its organisation, and of the accounts that it
//! concerns.

mod audience;
mod change;
mod feed;
mod hub;
mod open_streams;
mod ring;
mod stream;

#[cfg(test)]
pub(crate) use audience::{Audience, Listener};
#[cfg(test)]
pub(crate) use change::Change;
pub use change::ChangedData;
pub use feed::{Connection, run as run_feed};
pub use hub::Hub;
#[cfg(test)]
pub(crate) use hub::Message;
pub use open_streams::OpenStreams;
pub use stream::stream;
