//! `SecondFactorService`.

use lintel_auth::principal;
use lintel_proto::{
    convert::timestamp,
    identity::v1::{
        ConfirmSecondFactorRequest, ConfirmSecondFactorResponse, DisableSecondFactorRequest,
        DisableSecondFactorResponse, EnrolSecondFactorRequest, EnrolSecondFactorResponse,
        GetSecondFactorRequest, GetSecondFactorResponse, RenewRecoveryCodesRequest,
        RenewRecoveryCodesResponse, second_factor_service_server::SecondFactorService,
    },
};
use lintel_runtime::read;
use tonic::{Request, Response, Status};
use zeroize::Zeroizing;

use crate::app::second_factor::SecondFactor;

/// Serves `SecondFactorService`.
#[derive(Debug)]
pub struct SecondFactorGrpc {
    factors: SecondFactor,
}

impl SecondFactorGrpc {
    /// Serves this use case.
    pub const fn new(factors: SecondFactor) -> Self {
        Self { factors }
    }
}

fn shown(codes: &[Zeroizing<String>]) -> Vec<String> {
    codes.iter().map(|code| code.to_string()).collect()
}

#[tonic::async_trait]
impl SecondFactorService for SecondFactorGrpc {
    async fn get_second_factor(
        &self,
        request: Request<GetSecondFactorRequest>,
    ) -> Result<Response<GetSecondFactorResponse>, Status> {
        let caller = principal(&request)?;
        let state = self.factors.state(&caller).await?;
        Ok(Response::new(GetSecondFactorResponse {
            enabled: state.since.is_some(),
            since_time: state.since.map(timestamp),
            recovery_codes_left: i32::try_from(state.recovery_codes_left).unwrap_or(i32::MAX),
        }))
    }

    async fn enrol_second_factor(
        &self,
        request: Request<EnrolSecondFactorRequest>,
    ) -> Result<Response<EnrolSecondFactorResponse>, Status> {
        let (caller, request) = read(request)?;
        let password = request.password.into();
        let given = self.factors.enrol(&caller, password).await?;
        Ok(Response::new(EnrolSecondFactorResponse {
            secret: given.secret,
            uri: given.uri,
            qr_code_svg: given.qr_code_svg,
        }))
    }

    async fn confirm_second_factor(
        &self,
        request: Request<ConfirmSecondFactorRequest>,
    ) -> Result<Response<ConfirmSecondFactorResponse>, Status> {
        let (caller, request) = read(request)?;
        let codes = self.factors.confirm(&caller, &request.code).await?;
        Ok(Response::new(ConfirmSecondFactorResponse {
            recovery_codes: shown(&codes),
        }))
    }

    async fn renew_recovery_codes(
        &self,
        request: Request<RenewRecoveryCodesRequest>,
    ) -> Result<Response<RenewRecoveryCodesResponse>, Status> {
        let (caller, request) = read(request)?;
        let password = request.password.into();
        let codes = self.factors.renew(&caller, password, &request.code).await?;
        Ok(Response::new(RenewRecoveryCodesResponse {
            recovery_codes: shown(&codes),
        }))
    }

    async fn disable_second_factor(
        &self,
        request: Request<DisableSecondFactorRequest>,
    ) -> Result<Response<DisableSecondFactorResponse>, Status> {
        let (caller, request) = read(request)?;
        let password = request.password.into();
        self.factors
            .disable(&caller, password, &request.code)
            .await?;
        Ok(Response::new(DisableSecondFactorResponse {}))
    }
}
