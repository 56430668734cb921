//! `lintel.viewings.v1.ViewingService`.

use lintel_auth::principal;
use lintel_core::{Expected, PageRequest, PageToken};
use lintel_proto::{
    read::masked,
    viewings::v1::{
        CheckViewingTimeRequest, CheckViewingTimeResponse, CreateViewingRequest,
        CreateViewingResponse, EraseViewerRequest, EraseViewerResponse, GetViewingCalendarRequest,
        GetViewingCalendarResponse, GetViewingRequest, GetViewingResponse,
        GetViewingSummaryRequest, GetViewingSummaryResponse, ListViewingsRequest,
        ListViewingsResponse, UpdateViewingRequest, UpdateViewingResponse,
        viewing_service_server::ViewingService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::convert;
use crate::{
    app::viewing::{Bookings, Viewings},
    domain::viewing::ViewingField,
};

/// Serves [`Viewings`] and [`Bookings`] over gRPC.
#[derive(Debug, Clone)]
pub struct ViewingGrpc {
    viewings: Viewings,
    bookings: Bookings,
}

impl ViewingGrpc {
    /// Serves these use cases.
    #[must_use]
    pub const fn new(viewings: Viewings, bookings: Bookings) -> Self {
        Self { viewings, bookings }
    }
}

#[tonic::async_trait]
impl ViewingService for ViewingGrpc {
    async fn get_viewing(
        &self,
        request: Request<GetViewingRequest>,
    ) -> Result<Response<GetViewingResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.viewing_id.into();
        let found = self.viewings.get(&caller, id).await?;
        Ok(Response::new(GetViewingResponse {
            viewing: Some(convert::viewing(found)),
        }))
    }

    async fn list_viewings(
        &self,
        request: Request<ListViewingsRequest>,
    ) -> Result<Response<ListViewingsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let filter = convert::filter(&request)?;
        let listed = self.viewings.list(&caller, &filter, &page).await?;
        Ok(Response::new(ListViewingsResponse {
            viewings: listed.rows.into_iter().map(convert::viewing).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn get_viewing_summary(
        &self,
        request: Request<GetViewingSummaryRequest>,
    ) -> Result<Response<GetViewingSummaryResponse>, Status> {
        let caller = principal(&request)?;
        let figures = self.viewings.summary(&caller).await?;
        Ok(Response::new(convert::summary(figures)))
    }

    async fn check_viewing_time(
        &self,
        request: Request<CheckViewingTimeRequest>,
    ) -> Result<Response<CheckViewingTimeResponse>, Status> {
        let (caller, request) = read(request)?;
        let time = convert::time(request.viewing_date, request.viewing_time);
        let but = Some(request.viewing_id).filter(|id| *id != 0);
        let property = request.property_id.into();
        let checked = self
            .viewings
            .check(&caller, property, time, but.map(Into::into))
            .await?;
        Ok(Response::new(convert::checked(checked)))
    }

    async fn create_viewing(
        &self,
        request: Request<CreateViewingRequest>,
    ) -> Result<Response<CreateViewingResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = convert::draft(request.viewing.unwrap_or_default());
        let created = self.bookings.create(&caller, draft, key.as_ref()).await?;
        Ok(Response::new(CreateViewingResponse {
            viewing: Some(convert::viewing(created)),
        }))
    }

    async fn update_viewing(
        &self,
        request: Request<UpdateViewingRequest>,
    ) -> Result<Response<UpdateViewingResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.viewing.unwrap_or_default();
        let id = given.viewing_id.into();
        let fields = masked(request.update_mask, ViewingField::parse);
        let expected = Expected::parse(&request.etag);
        let draft = convert::draft(given);
        let updated = self
            .bookings
            .update(&caller, id, fields, draft, &expected, key.as_ref())
            .await?;
        Ok(Response::new(UpdateViewingResponse {
            viewing: Some(convert::viewing(updated)),
        }))
    }

    async fn erase_viewer(
        &self,
        request: Request<EraseViewerRequest>,
    ) -> Result<Response<EraseViewerResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.viewing_id.into();
        let erased = self.bookings.erase(&caller, id, key.as_ref()).await?;
        Ok(Response::new(EraseViewerResponse {
            viewing: Some(convert::viewing(erased)),
        }))
    }

    async fn get_viewing_calendar(
        &self,
        request: Request<GetViewingCalendarRequest>,
    ) -> Result<Response<GetViewingCalendarResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.viewing_id.into();
        let content = self.viewings.calendar(&caller, id).await?;
        Ok(Response::new(GetViewingCalendarResponse { content }))
    }
}
