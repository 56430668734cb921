//! The photos of a property: uploaded files, by their addresses.

use lintel_files::FileId;

use super::check::Checks;

/// The most that a property has.
pub const MOST_PHOTOS: usize = 20;
/// The field, as the contract spells it.
pub const FIELD: &str = "photo_urls";
/// The refusal of an address that is not a photo of the organisation.
pub const NOT_OURS: &str = "Upload the photo first: only your own files can be shown.";

/// The addresses in the given order, the cover first. The use case checks that the files exist.
pub(super) fn judge(checks: &mut Checks, addresses: &[String]) -> Vec<String> {
    if addresses.len() > MOST_PHOTOS {
        checks.refuse(
            FIELD,
            format!("A property has at most {MOST_PHOTOS} photos."),
        );
    }
    if files(addresses).is_none() {
        checks.refuse(FIELD, NOT_OURS);
    }
    let repeated = |(at, address)| addresses[..at].contains(address);
    if addresses.iter().enumerate().any(repeated) {
        checks.refuse(FIELD, "Show each photo once.");
    }
    addresses.to_vec()
}

/// The files behind the addresses, or `None` where one is no address of a file.
#[must_use]
pub fn files(addresses: &[String]) -> Option<Vec<FileId>> {
    let files = addresses.iter().take(MOST_PHOTOS);
    files.map(|address| FileId::of_address(address)).collect()
}

#[cfg(test)]
mod tests {
    use lintel_core::Violations;

    use super::*;

    fn refusal(addresses: &[String]) -> Option<String> {
        let mut checks = Checks::after(Violations::default());
        judge(&mut checks, addresses);
        let error = checks.into_result().err()?;
        Some(error.to_string())
    }

    #[test]
    fn up_to_twenty_different_addresses_keep_their_order() {
        let photos: Vec<_> = (0..MOST_PHOTOS)
            .map(|_| FileId::generate().address())
            .collect();
        let mut checks = Checks::after(Violations::default());
        assert_eq!(judge(&mut checks, &photos), photos);
        assert!(checks.into_result().is_ok());
        let one_more = [&photos[..], &[FileId::generate().address()]].concat();
        assert_eq!(
            refusal(&one_more).as_deref(),
            Some("A property has at most 20 photos.")
        );
        let twice = [&photos[..2], &photos[..1]].concat();
        assert_eq!(refusal(&twice).as_deref(), Some("Show each photo once."));
    }

    #[test]
    fn an_address_that_is_no_files_is_refused() {
        for other in [
            "",
            "https://example.org/house.jpg",
            "javascript:alert(1)",
            "/api/files/0",
            "/api/files/../x",
        ] {
            assert_eq!(
                refusal(&[other.to_owned()]).as_deref(),
                Some(NOT_OURS),
                "{other}"
            );
        }
    }
}
