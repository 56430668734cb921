//! The layers before every route: limits, sessions and keys, cookies, the origin, shedding, headers, the built pages, and the server.

pub(crate) mod access_log;
pub(crate) mod activity;
pub(crate) mod address;
pub(crate) mod api_keys;
pub(crate) mod cookies;
pub(crate) mod full_queue;
pub(crate) mod headers;
pub(crate) mod large_body;
pub(crate) mod limits;
pub(crate) mod measure;
pub(crate) mod origin;
pub(crate) mod readiness;
pub(crate) mod server;
pub(crate) mod sessions;
pub(crate) mod shedding;
pub(crate) mod spa;
pub(crate) mod viewer;
