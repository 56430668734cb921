//! Long replies: a person's data and the papers of a home as one ZIP file, written while it is read.

mod account;
mod body;
mod home;
mod zip;

pub(crate) use account::{Export, Subject};
pub(crate) use body::body;
pub(crate) use home::Download;
