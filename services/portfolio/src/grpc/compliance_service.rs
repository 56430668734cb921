//! `lintel.portfolio.v1.ComplianceService`: what each call does stands beside its kind.

use lintel_proto::portfolio::v1::{
    CancelInspectionRequest, CancelInspectionResponse, CompleteInspectionRequest,
    CompleteInspectionResponse, CreateCertificateRequest, CreateCertificateResponse,
    CreateInspectionRequest, CreateInspectionResponse, DeleteCertificateRequest,
    DeleteCertificateResponse, GetCertificateRequest, GetCertificateResponse,
    GetComplianceSummaryRequest, GetComplianceSummaryResponse, GetInspectionRequest,
    GetInspectionResponse, GetInspectionSettingsRequest, GetInspectionSettingsResponse,
    ListCertificateTypesRequest, ListCertificateTypesResponse, ListCertificatesRequest,
    ListCertificatesResponse, ListInspectionProposalsRequest, ListInspectionProposalsResponse,
    ListInspectionsRequest, ListInspectionsResponse, RenewCertificateRequest,
    RenewCertificateResponse, ScheduleInspectionsRequest, ScheduleInspectionsResponse,
    UpdateCertificateRequest, UpdateCertificateResponse, UpdateInspectionRequest,
    UpdateInspectionResponse, UpdateInspectionSettingsRequest, UpdateInspectionSettingsResponse,
    compliance_service_server::ComplianceService,
};
use tonic::{Request, Response, Status};

use super::{certificate_calls::CertificateCalls, inspection_calls::InspectionCalls};
use crate::app::{Certificates, Inspections};

/// The face of [`Certificates`] and [`Inspections`].
#[derive(Debug, Clone)]
pub struct ComplianceGrpc {
    certificates: CertificateCalls,
    inspections: InspectionCalls,
}

impl ComplianceGrpc {
    /// The face of `certificates` and `inspections`.
    #[must_use]
    pub const fn new(certificates: Certificates, inspections: Inspections) -> Self {
        Self {
            certificates: CertificateCalls::new(certificates),
            inspections: InspectionCalls::new(inspections),
        }
    }
}

#[tonic::async_trait]
impl ComplianceService for ComplianceGrpc {
    async fn get_certificate(
        &self,
        request: Request<GetCertificateRequest>,
    ) -> Result<Response<GetCertificateResponse>, Status> {
        self.certificates
            .get_certificate(request)
            .await
            .map(Response::new)
    }

    async fn list_certificates(
        &self,
        request: Request<ListCertificatesRequest>,
    ) -> Result<Response<ListCertificatesResponse>, Status> {
        self.certificates
            .list_certificates(request)
            .await
            .map(Response::new)
    }

    async fn list_certificate_types(
        &self,
        request: Request<ListCertificateTypesRequest>,
    ) -> Result<Response<ListCertificateTypesResponse>, Status> {
        self.certificates
            .list_certificate_types(request)
            .await
            .map(Response::new)
    }

    async fn create_certificate(
        &self,
        request: Request<CreateCertificateRequest>,
    ) -> Result<Response<CreateCertificateResponse>, Status> {
        self.certificates
            .create_certificate(request)
            .await
            .map(Response::new)
    }

    async fn update_certificate(
        &self,
        request: Request<UpdateCertificateRequest>,
    ) -> Result<Response<UpdateCertificateResponse>, Status> {
        self.certificates
            .update_certificate(request)
            .await
            .map(Response::new)
    }

    async fn delete_certificate(
        &self,
        request: Request<DeleteCertificateRequest>,
    ) -> Result<Response<DeleteCertificateResponse>, Status> {
        self.certificates
            .delete_certificate(request)
            .await
            .map(Response::new)
    }

    async fn renew_certificate(
        &self,
        request: Request<RenewCertificateRequest>,
    ) -> Result<Response<RenewCertificateResponse>, Status> {
        self.certificates
            .renew_certificate(request)
            .await
            .map(Response::new)
    }

    async fn get_inspection(
        &self,
        request: Request<GetInspectionRequest>,
    ) -> Result<Response<GetInspectionResponse>, Status> {
        self.inspections
            .get_inspection(request)
            .await
            .map(Response::new)
    }

    async fn list_inspections(
        &self,
        request: Request<ListInspectionsRequest>,
    ) -> Result<Response<ListInspectionsResponse>, Status> {
        self.inspections
            .list_inspections(request)
            .await
            .map(Response::new)
    }

    async fn list_inspection_proposals(
        &self,
        request: Request<ListInspectionProposalsRequest>,
    ) -> Result<Response<ListInspectionProposalsResponse>, Status> {
        self.inspections
            .list_inspection_proposals(request)
            .await
            .map(Response::new)
    }

    async fn get_inspection_settings(
        &self,
        request: Request<GetInspectionSettingsRequest>,
    ) -> Result<Response<GetInspectionSettingsResponse>, Status> {
        self.inspections
            .get_inspection_settings(request)
            .await
            .map(Response::new)
    }

    async fn get_compliance_summary(
        &self,
        request: Request<GetComplianceSummaryRequest>,
    ) -> Result<Response<GetComplianceSummaryResponse>, Status> {
        self.inspections
            .get_compliance_summary(request)
            .await
            .map(Response::new)
    }

    async fn create_inspection(
        &self,
        request: Request<CreateInspectionRequest>,
    ) -> Result<Response<CreateInspectionResponse>, Status> {
        self.inspections
            .create_inspection(request)
            .await
            .map(Response::new)
    }

    async fn update_inspection(
        &self,
        request: Request<UpdateInspectionRequest>,
    ) -> Result<Response<UpdateInspectionResponse>, Status> {
        self.inspections
            .update_inspection(request)
            .await
            .map(Response::new)
    }

    async fn update_inspection_settings(
        &self,
        request: Request<UpdateInspectionSettingsRequest>,
    ) -> Result<Response<UpdateInspectionSettingsResponse>, Status> {
        self.inspections
            .update_inspection_settings(request)
            .await
            .map(Response::new)
    }

    async fn complete_inspection(
        &self,
        request: Request<CompleteInspectionRequest>,
    ) -> Result<Response<CompleteInspectionResponse>, Status> {
        self.inspections
            .complete_inspection(request)
            .await
            .map(Response::new)
    }

    async fn cancel_inspection(
        &self,
        request: Request<CancelInspectionRequest>,
    ) -> Result<Response<CancelInspectionResponse>, Status> {
        self.inspections
            .cancel_inspection(request)
            .await
            .map(Response::new)
    }

    async fn schedule_inspections(
        &self,
        request: Request<ScheduleInspectionsRequest>,
    ) -> Result<Response<ScheduleInspectionsResponse>, Status> {
        self.inspections
            .schedule_inspections(request)
            .await
            .map(Response::new)
    }
}
