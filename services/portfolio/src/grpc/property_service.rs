//! `lintel.portfolio.v1.PropertyService`.

use lintel_core::{Error, Expected, PageRequest, PageToken, Principal};
use lintel_db::Asked;
use lintel_proto::portfolio::v1::{
    CreatePropertyRequest, CreatePropertyResponse, DeletePropertyRequest, DeletePropertyResponse,
    GetPropertyRequest, GetPropertyResponse, ListPropertiesRequest, ListPropertiesResponse,
    ListPropertyHistoryRequest, ListPropertyHistoryResponse, ListRoomsRequest, ListRoomsResponse,
    PreviewPropertyRequest, PreviewPropertyResponse, Property, ProposeNationRequest,
    ProposeNationResponse, UpdatePropertyRequest, UpdatePropertyResponse,
    property_service_server::PropertyService,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::{draft, duty, listing::listing, nation, reply};
use crate::{
    app::{Compliance, Properties, PropertyChange},
    domain::{InspectionSettings, Preview, RentRule},
};

/// Serves [`Properties`] over gRPC.
#[derive(Debug, Clone)]
pub struct PropertyGrpc {
    properties: Properties,
    compliance: Compliance,
}

impl PropertyGrpc {
    /// Serves `properties`, with how their duties of `compliance` stand.
    #[must_use]
    pub const fn new(properties: Properties, compliance: Compliance) -> Self {
        Self {
            properties,
            compliance,
        }
    }

    /// Fills in how the duties of `properties` stand now.
    async fn count_duties(
        &self,
        caller: &Principal,
        properties: impl IntoIterator<Item = &mut Property>,
    ) -> Result<(), Status> {
        let properties: Vec<_> = properties.into_iter().collect();
        let ids: Vec<_> = properties.iter().map(|row| row.property_id).collect();
        let counts = self.compliance.counts(caller, &ids).await?;
        for property in properties {
            let of_home = counts.get(&property.property_id);
            property.duties = of_home.map(|counts| duty::counts(*counts));
        }
        Ok(())
    }
}

#[tonic::async_trait]
impl PropertyService for PropertyGrpc {
    async fn get_property(
        &self,
        request: Request<GetPropertyRequest>,
    ) -> Result<Response<GetPropertyResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.property_id.into();
        let found = self.properties.get_property(&caller, id).await?;
        let mut rows = [reply::property(found, self.properties.today())?];
        self.count_duties(&caller, &mut rows).await?;
        let [property] = rows;
        Ok(Response::new(GetPropertyResponse {
            property: Some(property),
        }))
    }

    async fn list_properties(
        &self,
        request: Request<ListPropertiesRequest>,
    ) -> Result<Response<ListPropertiesResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let (filter, sort) = listing(&request.listing.unwrap_or_default())?;
        let (listed, total_size) = self
            .properties
            .list_properties(&caller, &filter, sort, &page)
            .await?;
        let today = self.properties.today();
        let properties = listed.rows.into_iter();
        let properties: Result<_, Error> =
            properties.map(|row| reply::property(row, today)).collect();
        let mut properties: Vec<_> = properties?;
        self.count_duties(&caller, &mut properties).await?;
        Ok(Response::new(ListPropertiesResponse {
            properties,
            next_page_token: PageToken::next(listed.next),
            total_size,
        }))
    }

    async fn list_rooms(
        &self,
        request: Request<ListRoomsRequest>,
    ) -> Result<Response<ListRoomsResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.property_id.into();
        let rooms = self.properties.list_rooms(&caller, id).await?;
        Ok(Response::new(ListRoomsResponse {
            rooms: rooms.into_iter().map(Into::into).collect(),
        }))
    }

    async fn list_property_history(
        &self,
        request: Request<ListPropertyHistoryRequest>,
    ) -> Result<Response<ListPropertyHistoryResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let id = request.property_id.into();
        let listed = self
            .properties
            .list_property_history(&caller, id, &page)
            .await?;
        Ok(Response::new(ListPropertyHistoryResponse {
            entries: listed.rows.into_iter().map(reply::history_entry).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn create_property(
        &self,
        mut request: Request<CreatePropertyRequest>,
    ) -> Result<Response<CreatePropertyResponse>, Status> {
        // The caller's setting may have changed between two tries of one change.
        let frequency = request.get_mut().inspection_frequency_months.take();
        let (caller, request, key) = write(request)?;
        let rent = RentRule::of(request.auto_rent_calculation);
        let inspections = InspectionSettings::every(frequency)?;
        let draft = draft::property(request.property.unwrap_or_default());
        let today = self.properties.today();
        let asked = Asked::new(key, move |property| {
            Ok(CreatePropertyResponse {
                property: Some(reply::property(property, today)?),
            })
        });
        let mut created = self
            .properties
            .create_property(&caller, draft, rent, inspections, asked)
            .await?;
        self.count_duties(&caller, &mut created.property).await?;
        Ok(Response::new(created))
    }

    async fn update_property(
        &self,
        request: Request<UpdatePropertyRequest>,
    ) -> Result<Response<UpdatePropertyResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.property.unwrap_or_default();
        let id = given.property_id.into();
        let change = PropertyChange {
            mask: request.update_mask.unwrap_or_default().paths,
            given: draft::property(given),
            rent: RentRule::of(request.auto_rent_calculation),
        };
        let expected = Expected::parse(&request.etag);
        let today = self.properties.today();
        let asked = Asked::new(key, move |property| {
            Ok(UpdatePropertyResponse {
                property: Some(reply::property(property, today)?),
            })
        });
        let mut updated = self
            .properties
            .update_property(&caller, id, change, &expected, asked)
            .await?;
        self.count_duties(&caller, &mut updated.property).await?;
        Ok(Response::new(updated))
    }

    async fn preview_property(
        &self,
        request: Request<PreviewPropertyRequest>,
    ) -> Result<Response<PreviewPropertyResponse>, Status> {
        let request = request.into_inner();
        let rent = RentRule::of(request.auto_rent_calculation);
        let draft = draft::property(request.property.unwrap_or_default());
        let figures = reply::preview(&Preview::of(draft, rent)?)?;
        Ok(Response::new(PreviewPropertyResponse {
            figures: Some(figures),
        }))
    }

    async fn propose_nation(
        &self,
        request: Request<ProposeNationRequest>,
    ) -> Result<Response<ProposeNationResponse>, Status> {
        Ok(Response::new(nation::proposed(&request.get_ref().postcode)))
    }

    async fn delete_property(
        &self,
        request: Request<DeletePropertyRequest>,
    ) -> Result<Response<DeletePropertyResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let expected = Expected::parse(&request.etag);
        let id = request.property_id.into();
        let asked = Asked::new(key, |()| Ok(DeletePropertyResponse {}));
        let deleted = self
            .properties
            .delete_property(&caller, id, &expected, asked)
            .await?;
        Ok(Response::new(deleted))
    }
}
