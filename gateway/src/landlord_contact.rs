//! How people reach whoever lets a home, for the pages of those who have a link or a tenancy.

use std::time::Duration;

use lintel_proto::identity::v1::FindLandlordContactRequest;
use lintel_runtime::{client::in_time, into_status};
use tonic::{Request, Status};

use crate::{Gateway, model::landlord_contact::LandlordContact};

/// How long a page waits for it: it is no less true without.
const PATIENCE: Duration = Duration::from_millis(700);

/// Returns the contact of an organisation; `None` where there is none, and while identity does not answer.
pub async fn find(gateway: &Gateway, organisation_id: i64) -> Option<LandlordContact> {
    if organisation_id == 0 {
        return None;
    }
    match ask(gateway, organisation_id).await {
        Ok(contact) => contact,
        Err(status) => {
            tracing::warn!(code = ?status.code(), "a page goes out without its landlord's contact");
            None
        }
    }
}

async fn ask(gateway: &Gateway, organisation_id: i64) -> Result<Option<LandlordContact>, Status> {
    let mut request = Request::new(FindLandlordContactRequest { organisation_id });
    request.set_timeout(PATIENCE);
    gateway
        .service_key
        .show(request.metadata_mut())
        .map_err(into_status)?;
    let mut contacts = gateway.clients.landlord_contacts();
    let reply = in_time(PATIENCE, contacts.find_landlord_contact(request)).await?;
    Ok(reply.contact.map(Into::into))
}
