//! `lintel.portfolio.v1.CertificateService`.

use lintel_core::{Error, Expected, PageRequest, PageToken};
use lintel_db::Asked;
use lintel_proto::portfolio::v1::{
    Certificate, CreateCertificateRequest, CreateCertificateResponse, DeleteCertificateRequest,
    DeleteCertificateResponse, GetCertificateRequest, GetCertificateResponse,
    ListCertificateTypesRequest, ListCertificateTypesResponse, ListCertificatesRequest,
    ListCertificatesResponse, RenewCertificateRequest, RenewCertificateResponse,
    UpdateCertificateRequest, UpdateCertificateResponse,
    certificate_service_server::CertificateService,
};
use lintel_proto::read::masked;
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::certificate;
use crate::{app::Certificates, domain::CertificateField};

/// Answers from [`Certificates`].
#[derive(Debug, Clone)]
pub struct CertificateGrpc {
    certificates: Certificates,
}

impl CertificateGrpc {
    /// Answers from `certificates`.
    #[must_use]
    pub const fn new(certificates: Certificates) -> Self {
        Self { certificates }
    }
}

#[tonic::async_trait]
impl CertificateService for CertificateGrpc {
    async fn get_certificate(
        &self,
        request: Request<GetCertificateRequest>,
    ) -> Result<Response<GetCertificateResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.certificate_id.into();
        let found = self.certificates.get_certificate(&caller, id).await?;
        let today = self.certificates.today();
        Ok(Response::new(GetCertificateResponse {
            certificate: Some(certificate::certificate(found, today)?),
        }))
    }

    async fn list_certificates(
        &self,
        request: Request<ListCertificatesRequest>,
    ) -> Result<Response<ListCertificatesResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let wanted = certificate::listed_certificates(&request)?;
        let listed = self
            .certificates
            .list_certificates(&caller, &wanted, &page)
            .await?;
        let today = self.certificates.today();
        let rows = listed.rows.into_iter();
        let rows: Result<_, Error> = rows
            .map(|row| certificate::certificate(row, today))
            .collect();
        Ok(Response::new(ListCertificatesResponse {
            certificates: rows?,
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn list_certificate_types(
        &self,
        _: Request<ListCertificateTypesRequest>,
    ) -> Result<Response<ListCertificateTypesResponse>, Status> {
        Ok(Response::new(ListCertificateTypesResponse {
            certificate_types: certificate::certificate_types(self.certificates.today())?,
        }))
    }

    async fn create_certificate(
        &self,
        request: Request<CreateCertificateRequest>,
    ) -> Result<Response<CreateCertificateResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.certificate.unwrap_or_default();
        let property = given.property_id.into();
        let draft = certificate::certificate_draft(given);
        let today = self.certificates.today();
        let asked = Asked::new(key, move |certificate| {
            Ok(CreateCertificateResponse {
                certificate: Some(certificate::certificate(certificate, today)?),
            })
        });
        let added = self
            .certificates
            .create_certificate(&caller, property, draft, asked)
            .await?;
        Ok(Response::new(added))
    }

    async fn update_certificate(
        &self,
        request: Request<UpdateCertificateRequest>,
    ) -> Result<Response<UpdateCertificateResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let given = request.certificate.unwrap_or_default();
        let id = given.certificate_id.into();
        let draft = certificate::certificate_draft(given);
        let fields = masked(request.update_mask, CertificateField::parse);
        let expected = Expected::parse(&request.etag);
        let today = self.certificates.today();
        let asked = Asked::new(key, move |certificate| {
            Ok(UpdateCertificateResponse {
                certificate: Some(certificate::certificate(certificate, today)?),
            })
        });
        let changed = self
            .certificates
            .update_certificate(&caller, id, fields, draft, &expected, asked)
            .await?;
        Ok(Response::new(changed))
    }

    async fn delete_certificate(
        &self,
        request: Request<DeleteCertificateRequest>,
    ) -> Result<Response<DeleteCertificateResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let expected = Expected::parse(&request.etag);
        let id = request.certificate_id.into();
        let asked = Asked::new(key, |()| Ok(DeleteCertificateResponse {}));
        let reply = self
            .certificates
            .delete_certificate(&caller, id, &expected, asked)
            .await?;
        Ok(Response::new(reply))
    }

    async fn renew_certificate(
        &self,
        request: Request<RenewCertificateRequest>,
    ) -> Result<Response<RenewCertificateResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = certificate::certificate_draft(Certificate {
            issue_date: request.issue_date,
            expiry_date: request.expiry_date,
            certificate_url: request.certificate_url,
            notes: request.notes,
            ..Default::default()
        });
        let expected = Expected::parse(&request.etag);
        let today = self.certificates.today();
        let asked = Asked::new(key, move |certificate| {
            Ok(RenewCertificateResponse {
                certificate: Some(certificate::certificate(certificate, today)?),
            })
        });
        let renewal = self
            .certificates
            .renew_certificate(
                &caller,
                request.certificate_id.into(),
                draft,
                &expected,
                asked,
            )
            .await?;
        Ok(Response::new(renewal))
    }
}
