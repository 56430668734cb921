//! The formats in which listings come, each behind [`Connector`] (docs/reference/uk-lettings.md 1; docs/how-to/adding-a-connector.md).

pub mod amount;
mod archive;
mod blm;
mod connector;
mod cp1252;
mod csv;
pub mod draft;
mod encoding;
mod fault;
mod format;
pub mod html;
mod json;
mod jupix;
pub mod kinds;
mod limits;
mod one_mark;
mod place;
mod ppd;
mod propertydata;
mod report;
mod rightmove;
mod rtdf;
mod split;
mod table;
mod tenure;
#[cfg(test)]
mod testing;
mod web_address;
mod zoopla;

pub use connector::{Connector, Input, Sink};
pub use format::Format;
