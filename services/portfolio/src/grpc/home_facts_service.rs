//! `lintel.portfolio.v1.HomeFactsService`.

use chrono::NaiveDate;
use lintel_proto::portfolio::v1::{
    CertificateState, CertificateType, HomeCertificate, HomeFacts as Facts,
    ListHomeCertificatesRequest, ListHomeCertificatesResponse, ListHomeFactsRequest,
    ListHomeFactsResponse, home_facts_service_server::HomeFactsService,
};
use tonic::{Request, Response, Status};

use crate::{
    app::HomeFacts,
    contract::words,
    domain::{Certificate, Property},
};

/// Serves [`HomeFacts`] over gRPC.
#[derive(Debug, Clone)]
pub struct HomeFactsGrpc {
    facts: HomeFacts,
}

impl HomeFactsGrpc {
    /// Serves `facts`.
    #[must_use]
    pub const fn new(facts: HomeFacts) -> Self {
        Self { facts }
    }
}

#[tonic::async_trait]
impl HomeFactsService for HomeFactsGrpc {
    async fn list_home_facts(
        &self,
        request: Request<ListHomeFactsRequest>,
    ) -> Result<Response<ListHomeFactsResponse>, Status> {
        let request = request.into_inner();
        let organisation = request.organisation_id.into();
        let homes = self.facts.homes(organisation, request.property_ids).await;
        let homes = homes?.into_iter();
        Ok(Response::new(ListHomeFactsResponse {
            homes: homes.map(facts).collect(),
        }))
    }

    async fn list_home_certificates(
        &self,
        request: Request<ListHomeCertificatesRequest>,
    ) -> Result<Response<ListHomeCertificatesResponse>, Status> {
        let request = request.into_inner();
        let organisation = request.organisation_id.into();
        let found = self
            .facts
            .certificates(organisation, request.property_id.into())
            .await;
        let found = found?.into_iter();
        let today = self.facts.today();
        Ok(Response::new(ListHomeCertificatesResponse {
            certificates: found.map(|one| certificate(one, today)).collect(),
        }))
    }
}

fn facts(home: Property) -> Facts {
    let details = home.details;
    let furnishing = details.facts.furnishing.map(words::furnishing_number);
    Facts {
        property_id: home.id.get(),
        bedrooms: details.bedrooms,
        bathrooms: details.bathrooms,
        size: details.size.unwrap_or_default(),
        furnishing: furnishing.unwrap_or_default().into(),
        photo_urls: details.photos,
    }
}

fn certificate(certificate: Certificate, today: NaiveDate) -> HomeCertificate {
    let state = CertificateState::from(certificate.state(today));
    let details = certificate.details;
    HomeCertificate {
        certificate_id: certificate.id.get(),
        certificate_type: CertificateType::from(details.certificate_type).into(),
        issue_date: details.issue_date.map(Into::into),
        expiry_date: Some(details.expiry_date.into()),
        state: state.into(),
        certificate_url: details
            .certificate_url
            .map(String::from)
            .unwrap_or_default(),
    }
}
