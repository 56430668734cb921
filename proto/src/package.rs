//! Packages have names of their own, and a service may serve several.

/// The service that serves the calls of each package, by their names.
const SERVED_BY: [(&str, &str); 7] = [
    ("identity", "identity"),
    ("portfolio", "portfolio"),
    ("tenancy", "tenancy-applications"),
    ("viewings", "viewings-maintenance"),
    ("maintenance", "viewings-maintenance"),
    ("listings", "listings-import"),
    ("notifications", "notifications"),
];

/// The name of the service that serves the call at `path` (`/lintel.<package>.v1.<Service>/<Call>`); none for a package
/// without calls.
#[must_use]
pub fn service_of_path(path: &str) -> Option<&'static str> {
    let package = path.strip_prefix("/lintel.")?.split('.').next()?;
    SERVED_BY
        .into_iter()
        .find_map(|(known, service)| (known == package).then_some(service))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use prost::Message as _;
    use prost_types::FileDescriptorSet;

    use super::*;

    #[test]
    fn every_package_with_calls_is_served_and_no_other() -> Result<(), prost::DecodeError> {
        let files = FileDescriptorSet::decode(crate::FILE_DESCRIPTOR_SET)?.file;
        let with_calls: BTreeSet<&str> = files
            .iter()
            .filter(|file| !file.service.is_empty())
            .filter_map(|file| file.package().strip_prefix("lintel.")?.split('.').next())
            .collect();
        let served: BTreeSet<&str> = SERVED_BY.into_iter().map(|(package, _)| package).collect();
        assert_eq!(served, with_calls);
        Ok(())
    }
}
