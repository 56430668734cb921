//! The contract: every message, service and event of Lintel, generated from the `.proto` files beside this crate.
//!
//! Generated types stop at the edge of a service: `grpc/` and `events.rs` convert them, the domain never sees them.

pub mod codec;
pub mod convert;
mod event;
pub mod input;
mod package;
pub mod read;
mod rpc;
pub mod shape;
mod word;

pub use event::{EVENT_TYPES, PublicEvent};
pub use lintel_core::status;
pub use package::service_of_path;
pub use rpc::Rpc;
pub use word::Word;

/// The descriptors of all files, for reflection and for reading access rules.
pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

mod generated {
    #![expect(
        missing_docs,
        clippy::allow_attributes,
        reason = "generated; the contract's own comments are linted by buf"
    )]
    include!(concat!(env!("OUT_DIR"), "/lintel.rs"));
}

pub use generated::lintel::*;
