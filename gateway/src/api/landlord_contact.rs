//! The landlord's contact details, for the pages of people who have a link or a tenancy.

use std::time::Duration;

use lintel_proto::identity::{v1 as identity, v1::FindLandlordContactRequest};
use lintel_runtime::{client::in_time, into_status};
use serde::Serialize;
use tonic::{Request, Status};
use utoipa::ToSchema;

use crate::{Gateway, rest::convert::text};

/// Time limit for the contact details, because the page is correct without them too.
const TIMEOUT: Duration = Duration::from_millis(700);

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
    request.set_timeout(TIMEOUT);
    gateway
        .service_key
        .show(request.metadata_mut())
        .map_err(into_status)?;
    let mut contacts = gateway.clients.landlord_contacts();
    let reply = in_time(TIMEOUT, contacts.find_landlord_contact(request)).await?;
    Ok(reply.contact.map(Into::into))
}

/// The ways to reach whoever lets a home, as they chose them in the settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LandlordContact {
    /// The name under which they let.
    #[schema(example = "Okafor Lettings")]
    pub name: String,
    /// The person to contact; null where nobody is named.
    #[schema(required, example = "Helen Okafor")]
    pub contact_name: Option<String>,
    /// The telephone number of that person; null where none is given.
    #[schema(required, example = "0117 496 0140")]
    pub phone: Option<String>,
    /// The mail address of that person; null where none is given.
    #[schema(required, example = "helen@okafor.example")]
    pub email: Option<String>,
    /// The address at which notices reach the landlord; null until that is given.
    #[schema(required, example = "4 Queen Charlotte Court, Bristol BS1 4HE")]
    pub notice_address: Option<String>,
}

impl From<identity::LandlordContact> for LandlordContact {
    fn from(its: identity::LandlordContact) -> Self {
        Self {
            contact_name: text(its.contact_name).filter(|name| *name != its.display_name),
            phone: text(its.contact_phone),
            email: text(its.contact_email),
            notice_address: text(its.notice_address),
            name: its.display_name,
        }
    }
}
