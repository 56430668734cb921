//! The failures that several use cases share, each with its reason.

use lintel_core::Error;

mod agreement;
mod application;
mod import;
mod link;
mod reference;
mod rent;
mod take_back;
mod tenancy;

pub use agreement::*;
pub use application::*;
pub use import::*;
pub use link::*;
pub use reference::*;
pub use rent::*;
pub use take_back::*;
pub use tenancy::*;

/// A page token that this list did not make; the text is that of [`lintel_core::PageToken::decode`].
pub fn bad_page_token() -> Error {
    Error::field(
        "PAGE_TOKEN_INVALID",
        "page_token",
        "Use the page token of the previous reply, or none.",
    )
}
