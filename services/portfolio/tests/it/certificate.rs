//! Certificates: added, listed, changed, renewed, deleted; and to whom they belong.

mod belonging;
mod lists;
mod renewal;
mod stored;

use lintel_core::Principal;
use lintel_proto::{
    common::v1::Date,
    portfolio::v1::{
        Certificate, CertificateType, CreateCertificateRequest, DeleteCertificateRequest,
        GetCertificateRequest, ListCertificatesRequest, ListCertificatesResponse,
        RenewCertificateRequest, UpdateCertificateRequest,
        certificate_service_client::CertificateServiceClient,
    },
};
use tonic::Status;

use crate::{
    harness::{Connection, World},
    property::house,
};

const KEY: &str = "0197a0f2-0000-7000-8000-00000000000c";

/// Shaped like a file's address; there is no such file.
const NOWHERE: &str = "/api/files/0197a0f2-0000-7000-8000-00000000000d";

/// Somebody who calls for certificates.
#[derive(Clone)]
struct Caller(CertificateServiceClient<Connection>);

impl Caller {
    fn of(world: &World, principal: &Principal) -> anyhow::Result<Self> {
        let token = world.mint.token(principal)?;
        Ok(Self(CertificateServiceClient::new(
            world.bearer(Some(&token))?,
        )))
    }

    async fn add(&self, certificate: Certificate) -> Result<Certificate, Status> {
        self.add_once(certificate, "").await
    }

    async fn add_once(&self, given: Certificate, key: &str) -> Result<Certificate, Status> {
        let request = CreateCertificateRequest {
            certificate: Some(given),
            request_id: key.to_owned(),
        };
        let reply = self.0.clone().create_certificate(request).await?;
        Ok(reply.into_inner().certificate.unwrap_or_default())
    }

    async fn get(&self, certificate_id: i64) -> Result<Certificate, Status> {
        let request = GetCertificateRequest { certificate_id };
        let reply = self.0.clone().get_certificate(request).await?;
        Ok(reply.into_inner().certificate.unwrap_or_default())
    }

    async fn list(
        &self,
        request: ListCertificatesRequest,
    ) -> Result<ListCertificatesResponse, Status> {
        Ok(self
            .0
            .clone()
            .list_certificates(request)
            .await?
            .into_inner())
    }

    /// The ids of a list.
    async fn ids(&self, request: ListCertificatesRequest) -> Result<Vec<i64>, Status> {
        let rows = self.list(request).await?.certificates.into_iter();
        Ok(rows.map(|row| row.certificate_id).collect())
    }

    async fn change(
        &self,
        given: Certificate,
        paths: &[&str],
        etag: &str,
    ) -> Result<Certificate, Status> {
        let request = UpdateCertificateRequest {
            certificate: Some(given),
            update_mask: Some(prost_types::FieldMask {
                paths: paths.iter().map(|path| (*path).to_owned()).collect(),
            }),
            etag: etag.to_owned(),
            request_id: String::new(),
        };
        let reply = self.0.clone().update_certificate(request).await?;
        Ok(reply.into_inner().certificate.unwrap_or_default())
    }

    async fn delete(&self, certificate_id: i64, etag: &str) -> Result<(), Status> {
        let request = DeleteCertificateRequest {
            certificate_id,
            etag: etag.to_owned(),
            request_id: String::new(),
        };
        self.0.clone().delete_certificate(request).await?;
        Ok(())
    }

    async fn renew(&self, request: RenewCertificateRequest) -> Result<Certificate, Status> {
        let reply = self.0.clone().renew_certificate(request).await?;
        Ok(reply.into_inner().certificate.unwrap_or_default())
    }
}

/// A certificate of `property` that expires on a day.
fn expiring(property_id: i64, kind: CertificateType, expiry: Option<Date>) -> Certificate {
    Certificate {
        property_id,
        certificate_type: kind.into(),
        expiry_date: expiry,
        ..Certificate::default()
    }
}

async fn a_house(world: &World) -> anyhow::Result<i64> {
    let house = world.landlord()?.create(house("Victoria Terrace")).await?;
    Ok(house.property_id)
}
