//! The calls that take an API key; each scope opens its own calls and no other.

use anyhow::Context as _;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use lintel_auth::{AccessRules, CallAudience, Rule};
use lintel_system_tests::{Shared, Visitor};
use prost_reflect::{
    DescriptorPool, DynamicMessage, ReflectMessage as _, Value, prost::Message as _,
};
use serde_json::json;
use tonic::{Code, Status, transport::Channel};
use tonic_types::StatusExt as _;

use crate::access::send;

/// Everything that a key can be allowed, for reading and for writing.
const SCOPES: [&str; 9] = [
    "account",
    "identity-documents",
    "listings",
    "maintenance",
    "notifications",
    "organisation",
    "portfolio",
    "tenancy",
    "viewings",
];

/// Calls that say by documents who somebody is, which have a scope of their own.
const WHO_SOMEBODY_IS: [&str; 4] = [
    "tenancy.DocumentService/IssueDocumentTicket",
    "tenancy.DocumentService/ReadDocument",
    "tenancy.MoveInService/ReadRightToRentEvidence",
    "tenancy.MoveInService/RecordRightToRent",
];

/// Calls of signed-in people that take no key: what protects accounts and organisations, what a person has to do, what cannot be
/// undone, and what no landlord may.
const NO_KEY: &[&str] = &[
    "identity.AccountService/BecomeTenant",
    "identity.ApiKeyService/CreateApiKey",
    "identity.ApiKeyService/ListApiKeys",
    "identity.ApiKeyService/RevokeApiKey",
    "identity.EmailChangeService/RequestEmailChange",
    "identity.InvitationService/CreateInvitation",
    "identity.InvitationService/ListInvitations",
    "identity.InvitationService/ResendInvitation",
    "identity.InvitationService/RevokeInvitation",
    "identity.OrganisationService/ChangeMemberGrade",
    "identity.OrganisationService/ListOrganisations",
    "identity.OrganisationService/RemoveMember",
    "identity.OrganisationService/SwitchOrganisation",
    "identity.PasswordService/ChangePassword",
    "identity.PrivacyService/BeginExport",
    "identity.PrivacyService/DeleteAccount",
    "identity.PrivacyService/ReadAccountData",
    "identity.SecondFactorService/ConfirmSecondFactor",
    "identity.SecondFactorService/DisableSecondFactor",
    "identity.SecondFactorService/EnrolSecondFactor",
    "identity.SecondFactorService/GetSecondFactor",
    "identity.SecondFactorService/RenewRecoveryCodes",
    "identity.SecurityLogService/ListSecurityEvents",
    "identity.SessionService/EndOtherSessions",
    "identity.SessionService/EndSession",
    "identity.SessionService/ListSessions",
    "listings.PrivacyService/ReadListingData",
    "maintenance.MaintenanceService/ConfirmRepair",
    "maintenance.MaintenanceService/JudgeReport",
    "maintenance.PrivacyService/ReadMaintenanceData",
    "maintenance.PrivacyService/ReadOwnMaintenanceData",
    "notifications.BackupService/ListBackups",
    "notifications.BackupService/ReadBackup",
    "notifications.BackupService/StartBackup",
    "notifications.PhoneService/GetPhone",
    "notifications.PhoneService/SendPhoneCode",
    "notifications.PhoneService/VerifyPhone",
    "notifications.PrivacyService/ReadNotificationData",
    "notifications.PushService/CreatePushSubscription",
    "notifications.PushService/DeletePushSubscription",
    "notifications.PushService/GetPushKey",
    "notifications.PushService/ListPushSubscriptions",
    "notifications.PushService/RemovePushSubscription",
    "portfolio.PrivacyService/ReadPortfolioData",
    "tenancy.AgreementService/DeclineAgreement",
    "tenancy.AgreementService/SignAgreement",
    "tenancy.ApplicationService/CreateApplication",
    "tenancy.ApplicationService/EraseApplication",
    "tenancy.ApplicationService/ListOpenHomes",
    "tenancy.ApplicationService/NameReferee",
    "tenancy.ApplicationService/RemindReferee",
    "tenancy.ApplicationService/WithdrawApplication",
    "tenancy.DocumentService/RedeemDocumentTicket",
    "tenancy.PortalService/AcceptPortalInvitation",
    "tenancy.PortalService/AnswerDepositReturn",
    "tenancy.PortalService/AskForPet",
    "tenancy.PortalService/ChangeOwnContact",
    "tenancy.PortalService/ConfirmTenancy",
    "tenancy.PortalService/GetPortal",
    "tenancy.PortalService/GiveNotice",
    "tenancy.PortalService/ReadOwnPhoto",
    "tenancy.PortalService/RemoveOwnPhoto",
    "tenancy.PortalService/SetOwnPhoto",
    "tenancy.PortalService/WriteToLandlord",
    "tenancy.PrivacyService/ReadOwnTenancyData",
    "tenancy.PrivacyService/ReadTenancyData",
    "tenancy.ReferenceService/ListReferenceRequests",
    "viewings.PrivacyService/ReadViewingData",
    "viewings.ViewingService/EraseViewer",
];

/// A request id that is not valid, so that a call changes nothing.
const UNUSABLE: &str = "x";

/// The number of calls under way at once.
const AT_ONCE: usize = 8;

/// `portfolio.PropertyService/GetProperty` of a path.
fn name(path: &str) -> String {
    path.trim_start_matches("/lintel.").replacen(".v1", "", 1)
}

/// The scope that a call with this name has to have. A preview writes the words of a tenancy's mail and reads nothing that
/// notifications keeps, so the key that may read the tenancy may read its mail.
fn scope_of(name: &str) -> &str {
    match name.split_once('.') {
        Some(("notifications", call)) if call.starts_with("MailPreviewService/") => "tenancy",
        Some(("identity", call)) if call.starts_with("Organisation") => "organisation",
        Some(("identity", _)) => "account",
        Some((package, _)) => package,
        None => name,
    }
}

fn kind(rule: &Rule) -> &'static str {
    if rule.writes { "write" } else { "read" }
}

#[test]
fn every_call_of_people_takes_its_packages_scope_or_is_listed() -> anyhow::Result<()> {
    let rules = AccessRules::from_contract()?;
    let mut without = Vec::new();
    for (path, rule) in rules.iter() {
        let name = name(path);
        match &rule.audience {
            CallAudience::Public | CallAudience::Internal => {
                assert_eq!(rule.scope, "", "{path} asks for no account");
            }
            CallAudience::SignedIn | CallAudience::Roles(_) if rule.scope.is_empty() => {
                without.push(name);
            }
            CallAudience::SignedIn | CallAudience::Roles(_) => {
                let scope = if WHO_SOMEBODY_IS.contains(&name.as_str()) {
                    "identity-documents"
                } else {
                    scope_of(&name)
                };
                assert_eq!(rule.scope, scope, "{path}");
            }
        }
    }
    without.sort();
    assert_eq!(without, NO_KEY);
    Ok(())
}

/// A key of the landlord.
async fn key(landlord: &Visitor, scopes: &[String]) -> anyhow::Result<String> {
    let given = json!({"name": "Tried", "scopes": scopes});
    let made = landlord.post("/api/api-keys", &given).await?;
    let key = made.body["key"].as_str().map(str::to_owned);
    key.with_context(|| format!("{made:?}"))
}

/// Returns true where the door lets a call through to its service.
async fn opens(
    door: &Channel,
    contract: &DescriptorPool,
    path: &str,
    key: &str,
) -> anyhow::Result<bool> {
    let (service, method) = path
        .trim_start_matches('/')
        .split_once('/')
        .context("no path")?;
    let service = contract
        .get_service_by_name(service)
        .context("no service")?;
    let method = service.methods().find(|one| one.name() == method);
    let mut message = DynamicMessage::new(method.context("no method")?.input());
    if message
        .descriptor()
        .get_field_by_name("request_id")
        .is_some()
    {
        message.set_field_by_name("request_id", Value::String(UNUSABLE.to_owned()));
    }
    let (code, text, details) = send(door, path, Some(key), message.encode_to_vec()).await?;
    let status = Status::with_details(code, text, details.into());
    let reason = status.get_details_error_info().map(|info| info.reason);
    anyhow::ensure!(
        !matches!(
            code,
            Code::Unauthenticated | Code::ResourceExhausted | Code::Unavailable
        ),
        "{path}: {status:?}"
    );
    Ok(reason.as_deref() != Some("SCOPE_MISSING"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scope_opens_its_own_calls_and_all_the_others_together_do_not() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let door = Channel::from_shared(format!("http://{}", system.grpc))?
        .connect()
        .await?;
    let contract = DescriptorPool::decode(lintel_proto::FILE_DESCRIPTOR_SET)?;
    let all: Vec<String> = SCOPES
        .iter()
        .flat_map(|scope| ["read", "write"].map(|kind| format!("{scope}.{kind}")))
        .collect();
    let everything = key(&helen, &all).await?;
    let rules = AccessRules::from_contract()?;
    let mut tries = Vec::new();
    for scope in &all {
        let others: Vec<_> = all.iter().filter(|one| *one != scope).cloned().collect();
        let only = key(&helen, std::slice::from_ref(scope)).await?;
        let others = key(&helen, &others).await?;
        for (path, rule) in rules.iter() {
            if format!("{}.{}", rule.scope, kind(rule)) == *scope {
                tries.push((path, only.clone(), true));
                tries.push((path, others.clone(), false));
            }
        }
    }
    for (path, rule) in rules.iter() {
        let asks = matches!(
            rule.audience,
            CallAudience::SignedIn | CallAudience::Roles(_)
        );
        if asks && rule.scope.is_empty() {
            tries.push((path, everything.clone(), false));
        }
    }
    let tried = tries.len();
    let wrong: Vec<String> = stream::iter(tries)
        .map(async |(path, key, should)| {
            let does = opens(&door, &contract, path, &key).await?;
            let what = if does { "is open" } else { "is refused" };
            anyhow::Ok((does != should).then(|| format!("{path} {what}")))
        })
        .buffer_unordered(AT_ONCE)
        .try_filter_map(async |wrong| Ok(wrong))
        .try_collect()
        .await?;
    assert_eq!(wrong, [""; 0]);
    println!("figures: {tried} calls with API keys of one scope, of all others and of all");
    Ok(())
}
