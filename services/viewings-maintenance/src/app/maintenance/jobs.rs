//! Jobs: what a landlord asks a contractor to do by a private link, and what the contractor answers there.

mod files;
mod following;
mod happening;
mod mails;
mod offering;
mod pages;

pub use files::JobFiles;
pub(super) use following::JobFollowing;
pub(super) use mails::JobMails;
pub use offering::{Jobs, SeenJob};
pub use pages::{JobPage, JobPages};

use lintel_core::{Error, OrganisationId};
use lintel_db::Tx;

use super::Ground;
use crate::domain::maintenance::Job;

/// Returns the context that a sealed key code is bound to: the link of its job.
fn context(job: &Job) -> Vec<u8> {
    let mut context = b"key code of the maintenance job ".to_vec();
    context.extend_from_slice(&job.token_hash);
    context
}

/// The code of the key safe, opened.
async fn key_code(
    ground: &Ground,
    tx: &mut Tx,
    organisation: OrganisationId,
    job: &Job,
) -> Result<Option<String>, Error> {
    let Some(sealed) = &job.sealed_key_code else {
        return Ok(None);
    };
    let key = ground.keys.of_organisation(tx, organisation).await?;
    let code = key.open(sealed, &context(job)).map_err(Error::internal)?;
    let code = String::from_utf8(code.to_vec()).map_err(Error::internal)?;
    Ok(Some(code))
}
