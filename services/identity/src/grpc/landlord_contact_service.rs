//! `LandlordContactService`.

use lintel_proto::identity::v1::{
    FindLandlordContactRequest, FindLandlordContactResponse, LandlordContact,
    landlord_contact_service_server::LandlordContactService,
};
use tonic::{Request, Response, Status};

use crate::app::snapshots::Snapshots;

/// Serves `LandlordContactService`.
#[derive(Debug)]
pub struct LandlordContactGrpc(Snapshots);

impl LandlordContactGrpc {
    /// Serves the contacts of these organisations.
    pub const fn new(snapshots: Snapshots) -> Self {
        Self(snapshots)
    }
}

#[tonic::async_trait]
impl LandlordContactService for LandlordContactGrpc {
    async fn find_landlord_contact(
        &self,
        request: Request<FindLandlordContactRequest>,
    ) -> Result<Response<FindLandlordContactResponse>, Status> {
        let organisation = request.into_inner().organisation_id.into();
        let found = self.0.find_contact(organisation).await?;
        let contact = found.map(|contact| LandlordContact {
            display_name: contact.name,
            contact_name: contact.person,
            contact_phone: contact.phone,
            contact_email: contact.email,
            notice_address: contact.notice_address,
        });
        Ok(Response::new(FindLandlordContactResponse { contact }))
    }
}
