//! Whether files that somebody names are their organisation's. Asked before a transaction begins: nothing but PostgreSQL is
//! awaited while one is open, and a file that is there once stays.

use lintel_core::{Error, OrganisationId, Violations};
use lintel_files::{FileId, FileStore, Owner};

use crate::domain::{FileAddress, photos};

/// Adds what is wrong with the photos at `addresses` to what could not be read. Addresses of an impossible form are the
/// domain's to refuse.
///
/// # Errors
/// [`Error::Unavailable`] while the place of files is away.
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

/// Adds to what could not be read that the file at `address`, a photo or a document, is none of the organisation's. An empty
/// address, or one of an impossible form, is the domain's to judge.
///
/// # Errors
/// [`Error::Unavailable`] while the place of files is away.
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
