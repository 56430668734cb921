//! Another organisation's tries at the calls about an organisation itself.

use lintel_proto::{access::v1::Grade, identity::v1 as identity};
use prost::Message as _;

use super::Foreign;

/// Returns another organisation's try at the RPC of this name, if it is one of `OrganisationService`,
/// `InvitationService`, `ApiKeyService` or `MailPreviewService`.
pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        "OrganisationService/SwitchOrganisation" => Foreign::Organisation(|organisation_id| {
            identity::SwitchOrganisationRequest { organisation_id }.encode_to_vec()
        }),
        "OrganisationService/ChangeMemberGrade" => Foreign::Member(|user_id| {
            identity::ChangeMemberGradeRequest {
                user_id,
                grade: Grade::Viewer.into(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "OrganisationService/RemoveMember" => Foreign::Member(|user_id| {
            identity::RemoveMemberRequest {
                user_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "ApiKeyService/RevokeApiKey" => Foreign::ApiKey(|api_key_id| {
            identity::RevokeApiKeyRequest {
                api_key_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "InvitationService/ResendInvitation" => Foreign::Invitation(|invitation_id| {
            identity::ResendInvitationRequest {
                invitation_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "InvitationService/RevokeInvitation" => Foreign::Invitation(|invitation_id| {
            identity::RevokeInvitationRequest {
                invitation_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "OrganisationService/ListMembers"
        | "InvitationService/ListInvitations"
        | "ApiKeyService/ListApiKeys" => Foreign::Collection,
        // These two read nothing but what the caller sends.
        "MailPreviewService/PreviewMails" | "MailPreviewService/ShowTenantMail" => Foreign::Own,
        "OrganisationService/GetOrganisation"
        | "OrganisationService/ListOrganisations"
        | "OrganisationService/RenameOrganisation"
        | "OrganisationService/GetLandlord"
        | "OrganisationService/SaveLandlord"
        | "OrganisationService/ListTenantMails"
        | "OrganisationService/SwitchTenantMails"
        | "InvitationService/CreateInvitation"
        | "ApiKeyService/CreateApiKey" => Foreign::Own,
        _ => return None,
    })
}
