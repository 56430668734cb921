//! How people reach whoever lets a home.

use lintel_proto::identity::v1 as identity;
use serde::Serialize;
use utoipa::ToSchema;

use super::convert::text;

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
    /// That person's telephone number; null where none is given.
    #[schema(required, example = "0117 496 0140")]
    pub phone: Option<String>,
    /// That person's address for mails; null where none is given.
    #[schema(required, example = "helen@okafor.example")]
    pub email: Option<String>,
    /// Where notices reach the landlord; null until that is given.
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
