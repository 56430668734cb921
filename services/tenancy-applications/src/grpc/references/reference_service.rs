//! `lintel.tenancy.v1.ReferenceService`.

use lintel_auth::principal;
use lintel_core::{Error, Violations};
use lintel_proto::{
    Rpc,
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
use tonic::{Request, Response, Status};

use super::reference::device;
use crate::{
    app::{
        Links,
        references::{AskedReference, Given, References, UncheckedForm},
    },
    contract::referee_forms::Unchecked,
    domain::{check, references::ReferenceKind},
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

    async fn open(&self, kind: ReferenceKind, token: &str) -> Result<AskedReference, Error> {
        self.references.by_link(kind, token).await
    }

    /// Takes what somebody with the link of this kind answers.
    async fn answer<R: GivesAnswer>(
        &self,
        kind: ReferenceKind,
        request: Request<R>,
    ) -> Result<(), Error> {
        let device = R::IS_FORM.then(|| device(request.metadata())).flatten();
        let (token, request, key) = self.links.write(request.into_inner(), R::token)?;
        let given = request.given()?;
        self.references
            .answer(kind, &token, given, device.as_deref(), key.as_ref())
            .await
    }
}

/// A request that answers one for a reference.
trait GivesAnswer: Rpc {
    /// Whether it is the form, whose device is kept with it.
    const IS_FORM: bool;

    /// The token of its link.
    fn token(&self) -> &str;

    /// What is answered.
    fn given(self) -> Result<Given, Error>;
}

/// A form of each kind, which differ in how they are read alone.
macro_rules! gives_form {
    ($($request:ty => $read:path),+ $(,)?) => {
        $(impl GivesAnswer for $request {
            const IS_FORM: bool = true;

            fn token(&self) -> &str {
                &self.token
            }

            fn given(self) -> Result<Given, Error> {
                Ok(Given::Form(Box::new(UncheckedForm {
                    answer: $read(self.form.unwrap_or_default()),
                    signature: self.signature,
                })))
            }
        })+
    };
}

/// A refusal of each kind.
macro_rules! gives_refusal {
    ($($request:ty),+ $(,)?) => {
        $(impl GivesAnswer for $request {
            const IS_FORM: bool = false;

            fn token(&self) -> &str {
                &self.token
            }

            fn given(self) -> Result<Given, Error> {
                refusal(&self.reason)
            }
        })+
    };
}

gives_form! {
    GiveGuarantorReferenceRequest => Unchecked::guarantor,
    GiveEmployerReferenceRequest => Unchecked::employer,
}
gives_refusal! { DeclineGuarantorReferenceRequest, DeclineEmployerReferenceRequest }

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
        if asked.reference.answered_at.is_some() {
            return Ok(Response::new(OpenGuarantorRequestResponse {
                completed: true,
                declined: asked.reference.declined,
                ..OpenGuarantorRequestResponse::default()
            }));
        }
        Ok(Response::new(OpenGuarantorRequestResponse {
            completed: false,
            tenant_name: asked.application.answers.name,
            property_address: asked.application.home.address,
            monthly_rent: Some(asked.application.home.rent.into()),
            declined: false,
            organisation_id: asked.organisation.get(),
        }))
    }

    async fn give_guarantor_reference(
        &self,
        request: Request<GiveGuarantorReferenceRequest>,
    ) -> Result<Response<GiveGuarantorReferenceResponse>, Status> {
        self.answer(ReferenceKind::Guarantor, request).await?;
        Ok(Response::new(GiveGuarantorReferenceResponse {}))
    }

    async fn decline_guarantor_reference(
        &self,
        request: Request<DeclineGuarantorReferenceRequest>,
    ) -> Result<Response<DeclineGuarantorReferenceResponse>, Status> {
        self.answer(ReferenceKind::Guarantor, request).await?;
        Ok(Response::new(DeclineGuarantorReferenceResponse {}))
    }

    async fn open_employer_request(
        &self,
        request: Request<OpenEmployerRequestRequest>,
    ) -> Result<Response<OpenEmployerRequestResponse>, Status> {
        let token = request.into_inner().token;
        let asked = self.open(ReferenceKind::Employer, &token).await?;
        if asked.reference.answered_at.is_some() {
            return Ok(Response::new(OpenEmployerRequestResponse {
                completed: true,
                declined: asked.reference.declined,
                ..OpenEmployerRequestResponse::default()
            }));
        }
        Ok(Response::new(OpenEmployerRequestResponse {
            completed: false,
            tenant_name: asked.application.answers.name,
            property_address: asked.application.home.address,
            monthly_rent: Some(asked.application.home.rent.into()),
            tenant_email: asked.application.answers.email,
            declined: false,
            organisation_id: asked.organisation.get(),
        }))
    }

    async fn give_employer_reference(
        &self,
        request: Request<GiveEmployerReferenceRequest>,
    ) -> Result<Response<GiveEmployerReferenceResponse>, Status> {
        self.answer(ReferenceKind::Employer, request).await?;
        Ok(Response::new(GiveEmployerReferenceResponse {}))
    }

    async fn decline_employer_reference(
        &self,
        request: Request<DeclineEmployerReferenceRequest>,
    ) -> Result<Response<DeclineEmployerReferenceResponse>, Status> {
        self.answer(ReferenceKind::Employer, request).await?;
        Ok(Response::new(DeclineEmployerReferenceResponse {}))
    }

    async fn list_reference_requests(
        &self,
        request: Request<ListReferenceRequestsRequest>,
    ) -> Result<Response<ListReferenceRequestsResponse>, Status> {
        let caller = principal(&request)?;
        let asked = self.references.of_account(&caller).await;
        let asked = asked?.into_iter().map(|asked| {
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
                agreement_application_id: asked
                    .may_sign
                    .map_or(0, |_| asked.reference.application.get()),
                may_sign: asked.may_sign == Some(true),
            }
        });
        Ok(Response::new(ListReferenceRequestsResponse {
            reference_requests: asked.collect(),
        }))
    }
}
