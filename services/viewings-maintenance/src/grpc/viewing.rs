//! Viewings on the wire.

mod convert;
mod privacy_service;
mod viewer_service;
mod viewing_service;

pub use privacy_service::ViewingPrivacyGrpc;
pub use viewer_service::ViewerGrpc;
pub use viewing_service::ViewingGrpc;
