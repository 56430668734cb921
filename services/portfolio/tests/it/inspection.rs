//! Inspections: planned, moved, completed, called off, booked again; and how the next one is scheduled.

mod belonging;
mod lists;
mod outcome;
mod planning;
mod schedule;
mod spread;

use lintel_core::Principal;
use lintel_proto::{
    common::v1::{Date, TimeOfDay},
    portfolio::v1::{
        CancelInspectionRequest, CompleteInspectionRequest, ComplianceSummary,
        CreateInspectionRequest, GetComplianceSummaryRequest, GetInspectionRequest,
        GetInspectionSettingsRequest, Inspection, InspectionBooking, InspectionProposal,
        InspectionSettings, InspectionView, ListInspectionProposalsRequest, ListInspectionsRequest,
        ListInspectionsResponse, ScheduleInspectionsRequest, UpdateInspectionRequest,
        UpdateInspectionSettingsRequest, analytics_service_client::AnalyticsServiceClient,
        inspection_service_client::InspectionServiceClient,
    },
};
use tonic::Status;

use crate::{
    harness::{Connection, World},
    property::house,
};

/// Shaped like a file's address; there is no such file.
const NOWHERE: &str = "/api/files/0197a0f2-0000-7000-8000-00000000000d";

const KEY: &str = "0197a0f2-0000-7000-8000-00000000000e";

/// Somebody who calls for inspections.
#[derive(Clone)]
struct Caller(
    InspectionServiceClient<Connection>,
    AnalyticsServiceClient<Connection>,
);

impl Caller {
    fn of(world: &World, principal: &Principal) -> anyhow::Result<Self> {
        let token = world.mint.token(principal)?;
        Ok(Self(
            InspectionServiceClient::new(world.bearer(Some(&token))?),
            AnalyticsServiceClient::new(world.bearer(Some(&token))?),
        ))
    }

    async fn plan(&self, inspection: Inspection) -> Result<Inspection, Status> {
        let request = CreateInspectionRequest {
            inspection: Some(inspection),
            request_id: String::new(),
        };
        let reply = self.0.clone().create_inspection(request).await?;
        Ok(reply.into_inner().inspection.unwrap_or_default())
    }

    async fn get(&self, inspection_id: i64) -> Result<Inspection, Status> {
        let request = GetInspectionRequest { inspection_id };
        let reply = self.0.clone().get_inspection(request).await?;
        Ok(reply.into_inner().inspection.unwrap_or_default())
    }

    async fn list(
        &self,
        request: ListInspectionsRequest,
    ) -> Result<ListInspectionsResponse, Status> {
        Ok(self.0.clone().list_inspections(request).await?.into_inner())
    }

    async fn view(&self, view: InspectionView) -> Result<Vec<Inspection>, Status> {
        let request = ListInspectionsRequest {
            view: view.into(),
            ..Default::default()
        };
        Ok(self.list(request).await?.inspections)
    }

    async fn change(
        &self,
        given: Inspection,
        paths: &[&str],
        etag: &str,
    ) -> Result<Inspection, Status> {
        let request = UpdateInspectionRequest {
            inspection: Some(given),
            update_mask: Some(prost_types::FieldMask {
                paths: paths.iter().map(|path| (*path).to_owned()).collect(),
            }),
            etag: etag.to_owned(),
            request_id: String::new(),
        };
        let reply = self.0.clone().update_inspection(request).await?;
        Ok(reply.into_inner().inspection.unwrap_or_default())
    }

    async fn complete(&self, request: CompleteInspectionRequest) -> Result<Inspection, Status> {
        let reply = self.0.clone().complete_inspection(request).await?;
        Ok(reply.into_inner().inspection.unwrap_or_default())
    }

    async fn cancel(&self, inspection_id: i64, etag: &str) -> Result<Inspection, Status> {
        let request = CancelInspectionRequest {
            inspection_id,
            etag: etag.to_owned(),
            request_id: String::new(),
        };
        let reply = self.0.clone().cancel_inspection(request).await?;
        Ok(reply.into_inner().inspection.unwrap_or_default())
    }

    async fn proposals(&self) -> Result<Vec<InspectionProposal>, Status> {
        let request = ListInspectionProposalsRequest {};
        let reply = self.0.clone().list_inspection_proposals(request).await?;
        Ok(reply.into_inner().proposals)
    }

    async fn schedule(
        &self,
        bookings: Vec<InspectionBooking>,
        key: &str,
    ) -> Result<Vec<Inspection>, Status> {
        let request = ScheduleInspectionsRequest {
            bookings,
            request_id: key.to_owned(),
        };
        let reply = self.0.clone().schedule_inspections(request).await?;
        Ok(reply.into_inner().inspections)
    }

    async fn settings(&self, property_id: i64) -> Result<InspectionSettings, Status> {
        let request = GetInspectionSettingsRequest { property_id };
        let reply = self.0.clone().get_inspection_settings(request).await?;
        Ok(reply.into_inner().settings.unwrap_or_default())
    }

    async fn set(
        &self,
        settings: InspectionSettings,
        etag: &str,
    ) -> Result<InspectionSettings, Status> {
        let request = UpdateInspectionSettingsRequest {
            settings: Some(settings),
            etag: etag.to_owned(),
            request_id: String::new(),
        };
        let reply = self.0.clone().update_inspection_settings(request).await?;
        Ok(reply.into_inner().settings.unwrap_or_default())
    }

    async fn summary(&self) -> Result<ComplianceSummary, Status> {
        let request = GetComplianceSummaryRequest {};
        let reply = self.1.clone().get_compliance_summary(request).await?;
        Ok(reply.into_inner().summary.unwrap_or_default())
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "a message field is optional on the wire"
)]
const fn at(hour: i32, minute: i32) -> Option<TimeOfDay> {
    Some(TimeOfDay { hour, minute })
}

fn on(property_id: i64, date: Option<Date>) -> Inspection {
    Inspection {
        property_id,
        inspection_date: date,
        ..Inspection::default()
    }
}

/// A house without any inspection: its own one is called off and nothing follows.
async fn bare_house(world: &World, helen: &Caller) -> anyhow::Result<i64> {
    let house = world.landlord()?.create(house("Victoria Terrace")).await?;
    let property_id = house.property_id;
    let off = InspectionSettings {
        property_id,
        auto_schedule: Some(false),
        ..Default::default()
    };
    helen.set(off, "").await?;
    world
        .execute("DELETE FROM property_inspections WHERE automatic")
        .await?;
    Ok(property_id)
}

fn ids(rows: &[Inspection]) -> Vec<i64> {
    rows.iter().map(|row| row.inspection_id).collect()
}
