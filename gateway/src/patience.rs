//! How long a call may take.

use std::time::Duration;

use lintel_proto::{
    Rpc as _,
    identity::v1::{
        AcceptInvitationRequest, ChangePasswordRequest, DeleteAccountRequest,
        DisableSecondFactorRequest, EnrolSecondFactorRequest, LoginRequest,
        RenewRecoveryCodesRequest, RequestEmailChangeRequest, ResetPasswordRequest, SignUpRequest,
    },
    listings::v1::{AppendListingImportRequest, GetListingPictureRequest},
    maintenance::v1::{AddAttachmentRequest, ReadAttachmentRequest},
    tenancy::v1::{
        AddBankStatementRequest, AddDocumentRequest, AddOwnDocumentRequest, CompleteMoveInRequest,
        DecideBankLinesRequest, GiveTenancyDocumentRequest, IssueAgreementRequest,
        PreviewBankFileRequest, ReadAgreementDocumentRequest, ReadAgreementRequest,
        ReadDocumentRequest, ReadGuaranteeByLinkRequest, ReadGuaranteeRequest,
        ReadOwnDocumentRequest, ReadRentStatementRequest, ReadRightToRentEvidenceRequest,
        ReadTenancyDocumentRequest, RecordRightToRentRequest, RedeemDocumentTicketRequest,
        SignAgreementByLinkRequest, SignAgreementRequest, UndoBankLinesRequest,
    },
};

/// How long sending a document of 10 MB, looking through it and sealing it may take.
pub const DOCUMENTS: Duration = Duration::from_secs(20);
/// How long fetching a picture of a listing from its host, and writing it anew, may take.
pub const PICTURE: Duration = Duration::from_secs(12);
/// How long keeping a part of a file of listings, or many rows at once, may take.
pub const PART: Duration = Duration::from_secs(10);

/// How long the call at `path` may take (security-reliability 3.4). Calls that hash a password wait in a queue, so they get
/// longer.
#[must_use]
pub fn patience(path: &str, writes: bool) -> Duration {
    match path {
        LoginRequest::PATH
        | SignUpRequest::PATH
        | ResetPasswordRequest::PATH
        | AcceptInvitationRequest::PATH
        | ChangePasswordRequest::PATH
        | RequestEmailChangeRequest::PATH
        | EnrolSecondFactorRequest::PATH
        | RenewRecoveryCodesRequest::PATH
        | DisableSecondFactorRequest::PATH
        | DeleteAccountRequest::PATH => Duration::from_secs(5),
        AddDocumentRequest::PATH
        | AddOwnDocumentRequest::PATH
        | ReadDocumentRequest::PATH
        | ReadOwnDocumentRequest::PATH
        | RedeemDocumentTicketRequest::PATH
        | AddAttachmentRequest::PATH
        | ReadAttachmentRequest::PATH
        | AddBankStatementRequest::PATH
        | PreviewBankFileRequest::PATH
        | GiveTenancyDocumentRequest::PATH
        | IssueAgreementRequest::PATH
        | ReadAgreementDocumentRequest::PATH
        | ReadAgreementRequest::PATH
        | ReadGuaranteeByLinkRequest::PATH
        | ReadGuaranteeRequest::PATH
        | ReadRentStatementRequest::PATH
        | ReadRightToRentEvidenceRequest::PATH
        | ReadTenancyDocumentRequest::PATH
        | RecordRightToRentRequest::PATH
        | SignAgreementRequest::PATH
        | SignAgreementByLinkRequest::PATH => DOCUMENTS,
        // Many rows at once, in one transaction.
        DecideBankLinesRequest::PATH | UndoBankLinesRequest::PATH | CompleteMoveInRequest::PATH => {
            PART
        }
        AppendListingImportRequest::PATH => PART,
        GetListingPictureRequest::PATH => PICTURE,
        _ if writes => Duration::from_secs(3),
        _ => Duration::from_millis(1500),
    }
}
