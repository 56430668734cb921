//! The crate as its callers see it, read back with poppler's tools, which are not ours.

mod bytes;
mod pages;
mod poppler;
mod reading;
mod specimen;
