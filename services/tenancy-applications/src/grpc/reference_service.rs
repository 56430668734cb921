//! `lintel.tenancy.v1.ReferenceService`.

use lintel_auth::principal;
use lintel_core::{Error, Violations};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{
        self, DeclineEmployerReferenceRequest, DeclineEmployerReferenceResponse,
        DeclineGuarantorReferenceRequest, DeclineGuarantorReferenceResponse,
        GiveEmployerReferenceRequest, GiveEmployerReferenceResponse, GiveGuarantorReferenceRequest,
        GiveGuarantorReferenceResponse, ListReferenceRequestsRequest,
        ListReferenceRequestsResponse, OpenEmployerRequestRequest, OpenEmployerRequestResponse,
        OpenGuarantorRequestRequest, OpenGuarantorRequestResponse,
        reference_service_server::ReferenceService,
    },
};
use lintel_runtime::into_status;
use tonic::{Request, Response, Status, metadata::MetadataMap};

use crate::{
    app::{AskedReference, Given, Links, References, UncheckedForm},
    domain::{ReferenceKind, check},
    forms::Unchecked,
};

/// The longest reason of a refusal, in characters.
const LONGEST_REASON: usize = 500;

/// Answers from [`References`].
#[derive(Debug, Clone)]
pub struct ReferenceGrpc {
    references: References,
    links: Links,
}

impl ReferenceGrpc {
    /// Answers from `references`.
    #[must_use]
    pub const fn new(references: References, links: Links) -> Self {
        Self { references, links }
    }

    async fn open(
        &self,
        kind: ReferenceKind,
        token: &str,
    ) -> Result<Option<AskedReference>, Status> {
        let found = self.references.by_link(kind, token).await;
        let found = found.map_err(into_status)?;
        Ok(found.reference.answered_at.is_none().then_some(found))
    }
}

/// Where a device is: what tells one from another. It is hashed with a key before it is kept.
fn device(metadata: &MetadataMap) -> Option<String> {
    let address = metadata.get("x-lintel-client-address")?;
    address.to_str().ok().map(str::to_owned)
}

fn refusal(reason: &str) -> Result<Given, Error> {
    let mut found = Violations::default();
    let reason = check::note(&mut found, "reason", reason, LONGEST_REASON);
    found.into_result("REFERENCE_INVALID")?;
    Ok(Given::Declined(reason))
}

#[tonic::async_trait]
impl ReferenceService for ReferenceGrpc {
    async fn open_guarantor_request(
        &self,
        request: Request<OpenGuarantorRequestRequest>,
    ) -> Result<Response<OpenGuarantorRequestResponse>, Status> {
        let token = request.into_inner().token;
        let asked = self.open(ReferenceKind::Guarantor, &token).await?;
        Ok(Response::new(match asked {
            None => OpenGuarantorRequestResponse {
                completed: true,
                ..OpenGuarantorRequestResponse::default()
            },
            Some(asked) => OpenGuarantorRequestResponse {
                completed: false,
                tenant_name: asked.application.answers.name,
                property_address: asked.application.home.address,
                monthly_rent: Some(asked.application.home.rent.into()),
            },
        }))
    }

    async fn give_guarantor_reference(
        &self,
        request: Request<GiveGuarantorReferenceRequest>,
    ) -> Result<Response<GiveGuarantorReferenceResponse>, Status> {
        let device = device(request.metadata());
        let mut request = request.into_inner();
        let token = request.token.clone();
        let key = self.links.request_key(&token, &mut request);
        let key = key.map_err(into_status)?;
        let form = UncheckedForm {
            answer: Unchecked::guarantor(request.form.unwrap_or_default()),
            signature: request.signature,
        };
        let (kind, given) = (ReferenceKind::Guarantor, Given::Form(Box::new(form)));
        let answered = self
            .references
            .answer(kind, &token, given, device.as_deref(), key.as_ref());
        answered.await.map_err(into_status)?;
        Ok(Response::new(GiveGuarantorReferenceResponse {}))
    }

    async fn decline_guarantor_reference(
        &self,
        request: Request<DeclineGuarantorReferenceRequest>,
    ) -> Result<Response<DeclineGuarantorReferenceResponse>, Status> {
        let mut request = request.into_inner();
        let token = request.token.clone();
        let key = self.links.request_key(&token, &mut request);
        let key = key.map_err(into_status)?;
        let given = refusal(&request.reason).map_err(into_status)?;
        let kind = ReferenceKind::Guarantor;
        let answered = self
            .references
            .answer(kind, &token, given, None, key.as_ref());
        answered.await.map_err(into_status)?;
        Ok(Response::new(DeclineGuarantorReferenceResponse {}))
    }

    async fn open_employer_request(
        &self,
        request: Request<OpenEmployerRequestRequest>,
    ) -> Result<Response<OpenEmployerRequestResponse>, Status> {
        let token = request.into_inner().token;
        let asked = self.open(ReferenceKind::Employer, &token).await?;
        Ok(Response::new(match asked {
            None => OpenEmployerRequestResponse {
                completed: true,
                ..OpenEmployerRequestResponse::default()
            },
            Some(asked) => OpenEmployerRequestResponse {
                completed: false,
                tenant_name: asked.application.answers.name,
                property_address: asked.application.home.address,
                monthly_rent: Some(asked.application.home.rent.into()),
                tenant_email: asked.application.answers.email,
            },
        }))
    }

    async fn give_employer_reference(
        &self,
        request: Request<GiveEmployerReferenceRequest>,
    ) -> Result<Response<GiveEmployerReferenceResponse>, Status> {
        let device = device(request.metadata());
        let mut request = request.into_inner();
        let token = request.token.clone();
        let key = self.links.request_key(&token, &mut request);
        let key = key.map_err(into_status)?;
        let form = UncheckedForm {
            answer: Unchecked::employer(request.form.unwrap_or_default()),
            signature: request.signature,
        };
        let (kind, given) = (ReferenceKind::Employer, Given::Form(Box::new(form)));
        let answered = self
            .references
            .answer(kind, &token, given, device.as_deref(), key.as_ref());
        answered.await.map_err(into_status)?;
        Ok(Response::new(GiveEmployerReferenceResponse {}))
    }

    async fn decline_employer_reference(
        &self,
        request: Request<DeclineEmployerReferenceRequest>,
    ) -> Result<Response<DeclineEmployerReferenceResponse>, Status> {
        let mut request = request.into_inner();
        let token = request.token.clone();
        let key = self.links.request_key(&token, &mut request);
        let key = key.map_err(into_status)?;
        let given = refusal(&request.reason).map_err(into_status)?;
        let kind = ReferenceKind::Employer;
        let answered = self
            .references
            .answer(kind, &token, given, None, key.as_ref());
        answered.await.map_err(into_status)?;
        Ok(Response::new(DeclineEmployerReferenceResponse {}))
    }

    async fn list_reference_requests(
        &self,
        request: Request<ListReferenceRequestsRequest>,
    ) -> Result<Response<ListReferenceRequestsResponse>, Status> {
        let caller = principal(&request)?;
        let asked = self.references.of_account(&caller).await;
        let asked = asked.map_err(into_status)?.into_iter().map(|asked| {
            let state = v1::ReferenceState::from(asked.reference.state());
            v1::ReferenceRequest {
                kind: v1::ReferenceKind::from(asked.reference.kind).into(),
                tenant_name: asked.application.answers.name,
                property_address: asked.application.home.address,
                state: state.into(),
                token: asked
                    .token
                    .map(|token| token.expose().to_string())
                    .unwrap_or_default(),
                send_time: Some(timestamp(asked.reference.sent_at)),
            }
        });
        Ok(Response::new(ListReferenceRequestsResponse {
            reference_requests: asked.collect(),
        }))
    }
}
