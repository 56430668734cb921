//! The RPCs that REST routes stand for, and how long each may take.

use std::time::Duration;

use lintel_proto::{identity::v1 as identity, portfolio::v1 as portfolio};

/// An RPC of the contract, by its path. Its access rule is looked up by that path and applies to the REST route too.
pub trait Rpc: Send + Sync + 'static {
    /// `/package.Service/Method`.
    const PATH: &'static str;
    /// What is asked.
    type Request: prost::Message + Clone + 'static;
    /// What is answered.
    type Reply: prost::Message + Default + 'static;

    /// The caller's name for the change, by which a repeat gets the first answer; empty where there is none.
    #[must_use]
    fn request_id(_message: &Self::Request) -> &str {
        ""
    }
}

/// Declares [`Rpc`]s by package and service; `named` are those whose request carries a `request_id`.
macro_rules! rpcs {
    ($($package:ident::$service:ident { $($name:ident($request:ident $(, $named:ident)?) -> $reply:ident;)+ })+) => {
        $($(
            #[doc = concat!("`", stringify!($service), ".", stringify!($name), "`")]
            #[derive(Debug)]
            pub struct $name;

            impl Rpc for $name {
                const PATH: &'static str = path!($package, $service, $name);
                type Request = $package::$request;
                type Reply = $package::$reply;
                $(rpcs! { @$named })?
            }
        )+)+

        #[cfg(test)]
        pub(crate) const ALL: &[&str] = &[$($(path!($package, $service, $name)),+),+];

        /// Those of [`ALL`] that say which field names the change.
        #[cfg(test)]
        const NAMED: &[&str] = &[$($($(path!($package, $service, $name, $named),)?)+)+];
    };
    (@named) => {
        fn request_id(message: &Self::Request) -> &str {
            &message.request_id
        }
    };
}

macro_rules! path {
    ($package:ident, $service:ident, $name:ident $(, $named:ident)?) => {
        concat!(
            "/lintel.",
            stringify!($package),
            ".v1.",
            stringify!($service),
            "/",
            stringify!($name)
        )
    };
}

rpcs! {
    identity::AccountService {
        GetCurrentUser(GetCurrentUserRequest) -> GetCurrentUserResponse;
        SignUp(SignUpRequest, named) -> SignUpResponse;
        VerifyEmail(VerifyEmailRequest, named) -> VerifyEmailResponse;
        VerifyEmailByCode(VerifyEmailByCodeRequest, named) -> VerifyEmailByCodeResponse;
        ResendVerification(ResendVerificationRequest, named) -> ResendVerificationResponse;
    }
    identity::ApiKeyService {
        ListApiKeys(ListApiKeysRequest) -> ListApiKeysResponse;
        CreateApiKey(CreateApiKeyRequest) -> CreateApiKeyResponse;
        RevokeApiKey(RevokeApiKeyRequest, named) -> RevokeApiKeyResponse;
    }
    identity::InvitationService {
        ListInvitations(ListInvitationsRequest) -> ListInvitationsResponse;
        CreateInvitation(CreateInvitationRequest, named) -> CreateInvitationResponse;
        ResendInvitation(ResendInvitationRequest, named) -> ResendInvitationResponse;
        RevokeInvitation(RevokeInvitationRequest, named) -> RevokeInvitationResponse;
        PreviewInvitation(PreviewInvitationRequest) -> PreviewInvitationResponse;
        AcceptInvitation(AcceptInvitationRequest, named) -> AcceptInvitationResponse;
    }
    identity::OrganisationService {
        GetOrganisation(GetOrganisationRequest) -> GetOrganisationResponse;
        ListOrganisations(ListOrganisationsRequest) -> ListOrganisationsResponse;
        RenameOrganisation(RenameOrganisationRequest, named) -> RenameOrganisationResponse;
        SwitchOrganisation(SwitchOrganisationRequest) -> SwitchOrganisationResponse;
        ListMembers(ListMembersRequest) -> ListMembersResponse;
        ChangeMemberGrade(ChangeMemberGradeRequest, named) -> ChangeMemberGradeResponse;
        RemoveMember(RemoveMemberRequest, named) -> RemoveMemberResponse;
    }
    identity::PasswordService {
        RequestPasswordReset(RequestPasswordResetRequest, named) -> RequestPasswordResetResponse;
        ChangePassword(ChangePasswordRequest, named) -> ChangePasswordResponse;
        ResetPassword(ResetPasswordRequest, named) -> ResetPasswordResponse;
    }
    identity::PrivacyService {
        BeginExport(BeginExportRequest, named) -> BeginExportResponse;
        ReadAccountData(ReadAccountDataRequest) -> ReadAccountDataResponse;
        DeleteAccount(DeleteAccountRequest, named) -> DeleteAccountResponse;
    }
    identity::EmailChangeService {
        RequestEmailChange(RequestEmailChangeRequest, named) -> RequestEmailChangeResponse;
        ConfirmEmailChange(ConfirmEmailChangeRequest, named) -> ConfirmEmailChangeResponse;
    }
    identity::SessionService {
        Login(LoginRequest) -> LoginResponse;
        VerifyLogin(VerifyLoginRequest) -> VerifyLoginResponse;
        RefreshSession(RefreshSessionRequest) -> RefreshSessionResponse;
        Logout(LogoutRequest) -> LogoutResponse;
        ListSessions(ListSessionsRequest) -> ListSessionsResponse;
        EndSession(EndSessionRequest, named) -> EndSessionResponse;
        EndOtherSessions(EndOtherSessionsRequest, named) -> EndOtherSessionsResponse;
        ListSigningKeys(ListSigningKeysRequest) -> ListSigningKeysResponse;
    }
    identity::SecurityLogService {
        ListSecurityEvents(ListSecurityEventsRequest) -> ListSecurityEventsResponse;
    }
    identity::SecondFactorService {
        GetSecondFactor(GetSecondFactorRequest) -> GetSecondFactorResponse;
        EnrolSecondFactor(EnrolSecondFactorRequest) -> EnrolSecondFactorResponse;
        ConfirmSecondFactor(ConfirmSecondFactorRequest) -> ConfirmSecondFactorResponse;
        RenewRecoveryCodes(RenewRecoveryCodesRequest) -> RenewRecoveryCodesResponse;
        DisableSecondFactor(DisableSecondFactorRequest) -> DisableSecondFactorResponse;
    }
    identity::SettingsService {
        GetUserSettings(GetUserSettingsRequest) -> GetUserSettingsResponse;
        UpdateUserSettings(UpdateUserSettingsRequest, named) -> UpdateUserSettingsResponse;
    }
    portfolio::PropertyService {
        GetProperty(GetPropertyRequest) -> GetPropertyResponse;
        ListProperties(ListPropertiesRequest) -> ListPropertiesResponse;
        ListRooms(ListRoomsRequest) -> ListRoomsResponse;
        ListPropertyHistory(ListPropertyHistoryRequest) -> ListPropertyHistoryResponse;
        CreateProperty(CreatePropertyRequest, named) -> CreatePropertyResponse;
        UpdateProperty(UpdatePropertyRequest, named) -> UpdatePropertyResponse;
        PreviewProperty(PreviewPropertyRequest) -> PreviewPropertyResponse;
        DeleteProperty(DeletePropertyRequest, named) -> DeletePropertyResponse;
    }
    portfolio::PrivacyService {
        ReadPortfolioData(ReadPortfolioDataRequest) -> ReadPortfolioDataResponse;
    }
    portfolio::SaleService {
        SellProperty(SellPropertyRequest, named) -> SellPropertyResponse;
        PreviewSale(PreviewSaleRequest) -> PreviewSaleResponse;
        GetSoldProperty(GetSoldPropertyRequest) -> GetSoldPropertyResponse;
        ListSoldProperties(ListSoldPropertiesRequest) -> ListSoldPropertiesResponse;
        ListSoldPropertyHistory(ListSoldPropertyHistoryRequest) -> ListSoldPropertyHistoryResponse;
        GetSaleAnalytics(GetSaleAnalyticsRequest) -> GetSaleAnalyticsResponse;
    }
    portfolio::PropertyTransferService {
        ExportProperties(ExportPropertiesRequest) -> ExportPropertiesResponse;
        GetImportTemplate(GetImportTemplateRequest) -> GetImportTemplateResponse;
        GetPropertyImport(GetPropertyImportRequest) -> GetPropertyImportResponse;
        CheckPropertyImport(CheckPropertyImportRequest, named) -> CheckPropertyImportResponse;
        ApplyPropertyImport(ApplyPropertyImportRequest, named) -> ApplyPropertyImportResponse;
    }
    portfolio::AnalyticsService {
        GetDashboardAnalytics(GetDashboardAnalyticsRequest) -> GetDashboardAnalyticsResponse;
        GetPortfolioSeries(GetPortfolioSeriesRequest) -> GetPortfolioSeriesResponse;
    }
    portfolio::ComplianceService {
        GetCertificate(GetCertificateRequest) -> GetCertificateResponse;
        ListCertificates(ListCertificatesRequest) -> ListCertificatesResponse;
        ListCertificateTypes(ListCertificateTypesRequest) -> ListCertificateTypesResponse;
        CreateCertificate(CreateCertificateRequest, named) -> CreateCertificateResponse;
        UpdateCertificate(UpdateCertificateRequest, named) -> UpdateCertificateResponse;
        DeleteCertificate(DeleteCertificateRequest, named) -> DeleteCertificateResponse;
        RenewCertificate(RenewCertificateRequest, named) -> RenewCertificateResponse;
        GetInspection(GetInspectionRequest) -> GetInspectionResponse;
        ListInspections(ListInspectionsRequest) -> ListInspectionsResponse;
        ListInspectionProposals(ListInspectionProposalsRequest) -> ListInspectionProposalsResponse;
        GetInspectionSettings(GetInspectionSettingsRequest) -> GetInspectionSettingsResponse;
        GetComplianceSummary(GetComplianceSummaryRequest) -> GetComplianceSummaryResponse;
        CreateInspection(CreateInspectionRequest, named) -> CreateInspectionResponse;
        UpdateInspection(UpdateInspectionRequest, named) -> UpdateInspectionResponse;
        UpdateInspectionSettings(UpdateInspectionSettingsRequest, named) -> UpdateInspectionSettingsResponse;
        CompleteInspection(CompleteInspectionRequest, named) -> CompleteInspectionResponse;
        CancelInspection(CancelInspectionRequest, named) -> CancelInspectionResponse;
        ScheduleInspections(ScheduleInspectionsRequest, named) -> ScheduleInspectionsResponse;
    }
}

/// How long a call may take (security-reliability 3.4). Those that hash a password have to queue for it.
#[must_use]
pub fn patience(path: &str, writes: bool) -> Duration {
    match path {
        Login::PATH
        | SignUp::PATH
        | ResetPassword::PATH
        | AcceptInvitation::PATH
        | ChangePassword::PATH
        | RequestEmailChange::PATH
        | EnrolSecondFactor::PATH
        | RenewRecoveryCodes::PATH
        | DisableSecondFactor::PATH
        | DeleteAccount::PATH => Duration::from_secs(5),
        _ if writes => Duration::from_secs(3),
        _ => Duration::from_millis(1500),
    }
}

#[cfg(test)]
mod tests {
    use prost_reflect::DescriptorPool;

    use super::*;

    #[test]
    fn every_rpc_that_a_route_stands_for_is_in_the_contract() {
        let rules = lintel_auth::AccessRules::from_contract().ok();
        for path in ALL {
            let known = rules
                .as_ref()
                .is_some_and(|rules| rules.get(path).is_some());
            assert!(known, "{path}");
        }
    }

    #[test]
    fn a_request_is_known_to_name_its_change_where_the_contract_says_so() -> anyhow::Result<()> {
        let pool = DescriptorPool::decode(lintel_proto::FILE_DESCRIPTOR_SET)?;
        let named: Vec<String> = pool
            .services()
            .flat_map(|service| service.methods().collect::<Vec<_>>())
            .filter(|method| method.input().get_field_by_name("request_id").is_some())
            .map(|method| format!("/{}/{}", method.parent_service().full_name(), method.name()))
            .filter(|path| ALL.contains(&path.as_str()))
            .collect();
        for path in ALL {
            assert_eq!(
                NAMED.contains(path),
                named.iter().any(|named| named == path),
                "{path}"
            );
        }
        Ok(())
    }
}
