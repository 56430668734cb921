//! Checks that the files a request names belong to the organisation. This happens before the transaction begins, because nothing
//! but PostgreSQL is awaited while one is open; a file that is there stays.

use lintel_core::{Error, OrganisationId, Violations};
use lintel_files::{FileId, FileStore, Owner};

use crate::domain::{FileAddress, photos};

/// Adds what is wrong with the photos at `addresses` to what could not be read. Addresses of an impossible form are the
/// domain's to refuse.
///
/// # Errors
/// [`Error::Unavailable`] while the file storage is away.
pub(super) async fn check_photos(
    store: &FileStore,
    organisation: OrganisationId,
    addresses: &[String],
    unreadable: &mut Violations,
) -> Result<(), Error> {
    let Some(ids) = photos::files(addresses) else {
        return Ok(());
    };
    let owner = Owner::Organisation(organisation);
    let are_ours = store.are_photos(owner, &ids).await;
    if !are_ours.map_err(Error::unavailable)? {
        unreadable.add(photos::FIELD, photos::NOT_OURS);
    }
    Ok(())
}

/// Notes that the file at `address`, a photo or a document, does not belong to the organisation. An empty address, or one that is
/// not valid, is checked by the domain.
///
/// # Errors
/// [`Error::Unavailable`] while the file storage is away.
pub(super) async fn check(
    store: &FileStore,
    organisation: OrganisationId,
    field: &str,
    address: &str,
    unreadable: &mut Violations,
) -> Result<(), Error> {
    let Some(id) = FileId::of_address(address) else {
        return Ok(());
    };
    let kind = store.kind(Owner::Organisation(organisation), id).await;
    if kind.map_err(Error::unavailable)?.is_none() {
        unreadable.add(field, FileAddress::NOT_OURS);
    }
    Ok(())
}
