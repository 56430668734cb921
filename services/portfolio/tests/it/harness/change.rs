//! A change of a property, as callers send it.

use lintel_proto::portfolio::v1::{Property, UpdatePropertyRequest};
use prost_types::FieldMask;

/// A change of the fields at `paths` to their values in `property`, at any version.
pub fn change(property: Property, paths: &[&str]) -> UpdatePropertyRequest {
    UpdatePropertyRequest {
        property: Some(property),
        update_mask: Some(FieldMask {
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        }),
        ..UpdatePropertyRequest::default()
    }
}
