//! Work that no caller asks for.

pub mod cleanup;
