//! The bodies and queries that handlers read by the contract's tables, by their names in REST.

use lintel_proto::{identity, listings, maintenance, notifications, portfolio, tenancy, viewings};

use super::reading::Of;

/// Names the body or the query of messages.
macro_rules! bodies {
    ($($name:ident = $message:ty;)+) => {
        $(
            #[doc = concat!("The body or query of [`", stringify!($message), "`].")]
            pub type $name = Of<$message>;
        )+
    };
}

bodies! {
    AcceptInviteBody = identity::v1::AcceptInvitationRequest;
    ActMailParams = tenancy::v1::PreviewTenantMailRequest;
    AgreementBody = tenancy::v1::IssueAgreementRequest;
    AgreementDeclineBody = tenancy::v1::DeclineAgreementRequest;
    AgreementDraftBody = tenancy::v1::PreviewAgreementRequest;
    ArrearsParams = tenancy::v1::ListArrearsRequest;
    AttachmentFields = maintenance::v1::AddAttachmentRequest;
    BankFileFields = tenancy::v1::AddBankStatementRequest;
    BankLineParams = tenancy::v1::ListBankLinesRequest;
    BecomeTenantBody = identity::v1::BecomeTenantRequest;
    ChangePasswordBody = identity::v1::ChangePasswordRequest;
    CheckFields = tenancy::v1::RecordRightToRentRequest;
    ConfirmationBody = tenancy::v1::ConfirmTenancyRequest;
    ContinueDraftBody = tenancy::v1::ContinueDraftRequest;
    CostBody = maintenance::v1::AddCostRequest;
    DeleteAccountBody = identity::v1::DeleteAccountRequest;
    DepositAnswerBody = tenancy::v1::AnswerDepositReturnRequest;
    DocumentFields = tenancy::v1::AddDocumentRequest;
    DraftBody = tenancy::v1::SaveDraftRequest;
    EmployerBody = tenancy::v1::GiveEmployerReferenceRequest;
    GuarantorBody = tenancy::v1::GiveGuarantorReferenceRequest;
    HomeDutyParams = portfolio::v1::ListHomeDutiesRequest;
    InspectionParams = portfolio::v1::ListInspectionsRequest;
    InvitationBody = identity::v1::CreateInvitationRequest;
    InviteBody = tenancy::v1::CreateInviteRequest;
    JobBody = maintenance::v1::OfferJobRequest;
    JobCallOffBody = maintenance::v1::CallOffJobRequest;
    JobDecisionBody = maintenance::v1::DecideJobTimeRequest;
    JobDeclineBody = maintenance::v1::DeclineJobRequest;
    JobReportBody = maintenance::v1::FinishJobRequest;
    JobTimeBody = maintenance::v1::ProposeJobTimeRequest;
    LedgerParams = tenancy::v1::GetLedgerRequest;
    ListingFields = listings::v1::BeginListingImportRequest;
    LoginBody = identity::v1::LoginRequest;
    MaintenanceBody = maintenance::v1::CreateMaintenanceRequestRequest;
    MaintenanceChangeBody = maintenance::v1::UpdateMaintenanceRequestRequest;
    MaintenanceParams = maintenance::v1::ListMaintenanceRequestsRequest;
    MoveInParams = tenancy::v1::CompleteMoveInRequest;
    OrganisationBody = identity::v1::RenameOrganisationRequest;
    PetRequestBody = tenancy::v1::RecordPetRequestRequest;
    PortalParams = tenancy::v1::GetPortalRequest;
    PortfolioTakeBackBody = portfolio::v1::TakeBackRequest;
    PushKeysBody = notifications::v1::PushKeys;
    ResetPasswordBody = identity::v1::ResetPasswordRequest;
    SaleBody = portfolio::v1::SellPropertyRequest;
    SignupBody = identity::v1::SignUpRequest;
    SwitchBody = identity::v1::SwitchOrganisationRequest;
    TenancyDocumentFields = tenancy::v1::GiveTenancyDocumentRequest;
    TenancyRentParams = tenancy::v1::GetTenancyRentRequest;
    TenancyTakeBackBody = tenancy::v1::TakeBackRequest;
    TenantExportParams = tenancy::v1::ExportTenantsRequest;
    TenantShareBody = tenancy::v1::TenantShare;
    UserSettingsBody = identity::v1::UpdateUserSettingsRequest;
    VerifyLoginBody = identity::v1::VerifyLoginRequest;
    ViewerAnswerBody = viewings::v1::AnswerViewingRequest;
    VisitBody = maintenance::v1::BookVisitRequest;
    WatchBody = listings::v1::SetWatchlistRequest;
}
