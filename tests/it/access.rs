//! Every RPC of the contract, tried by a stranger, by every wrong role and by another organisation.

mod compliance;
mod letting;
mod organisation;
mod sales;
mod transfer;

use std::collections::BTreeMap;

use anyhow::Context as _;
use http::uri::PathAndQuery;
use lintel_auth::{AccessRules, CallAudience};
use lintel_core::Role;
use lintel_proto::{identity::v1 as identity, portfolio::v1 as portfolio};
use lintel_system_tests::{
    Installation, Shared, Visitor,
    client::{a_house, a_vacant_house},
};
use prost::Message;
use prost_types::FieldMask;
use serde_json::json;
use tonic::{Code, Request, client::Grpc, transport::Channel};
use tonic_prost::ProstCodec;

use crate::isolation::{Caller, DOCUMENTS};

/// Calls `path` with an empty message; what comes back is looked at only for its code.
async fn call(channel: &Channel, path: &str, token: Option<&str>) -> anyhow::Result<Code> {
    Ok(send(channel, path, token, Vec::new()).await?.0)
}

/// Calls `path` with these bytes as its message: code, text and details of the answer.
pub(crate) async fn send(
    channel: &Channel,
    path: &str,
    token: Option<&str>,
    message: Vec<u8>,
) -> anyhow::Result<(Code, String, Vec<u8>)> {
    let mut request = Request::new(Raw(message));
    if let Some(token) = token {
        request
            .metadata_mut()
            .insert("authorization", format!("Bearer {token}").parse()?);
    }
    let mut grpc = Grpc::new(channel.clone());
    grpc.ready().await?;
    let answer = grpc
        .unary::<_, (), _>(
            request,
            PathAndQuery::try_from(path)?,
            ProstCodec::default(),
        )
        .await;
    Ok(match answer {
        Ok(_) => (Code::Ok, String::new(), Vec::new()),
        Err(status) => (
            status.code(),
            status.message().to_owned(),
            status.details().to_vec(),
        ),
    })
}

/// An encoded message, sent as it is.
#[derive(Debug, Clone, Default)]
struct Raw(Vec<u8>);

impl Message for Raw {
    fn encode_raw(&self, buffer: &mut impl prost::bytes::BufMut) {
        buffer.put_slice(&self.0);
    }

    fn merge_field(
        &mut self,
        _tag: u32,
        _wire_type: prost::encoding::WireType,
        _buffer: &mut impl prost::bytes::Buf,
        _context: prost::encoding::DecodeContext,
    ) -> Result<(), prost::DecodeError> {
        Ok(())
    }

    fn encoded_len(&self) -> usize {
        self.0.len()
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

async fn account(system: &Installation, role: Role) -> anyhow::Result<Visitor> {
    let mut visitor = system.visitor()?;
    visitor.become_account(role.as_str(), &system.mails).await?;
    Ok(visitor)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_rpc_refuses_strangers_and_wrong_roles_at_the_door_and_at_the_service()
-> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let door = Channel::from_shared(format!("http://{}", system.grpc))?
        .connect()
        .await?;
    let mut accounts = BTreeMap::new();
    for role in Role::ALL {
        accounts.insert(role.as_str(), account(&system, role).await?);
    }
    let rules = AccessRules::from_contract()?;
    let mut tried = 0;
    for (path, rule) in rules.iter() {
        let service = system.service_channel(path).await?;
        for (place, channel) in [("the door", &door), ("the service", &service)] {
            let anonymous = call(channel, path, None).await?;
            let forged = call(channel, path, Some("a.b.c")).await?;
            match &rule.audience {
                // Such a call may refuse its input, but must not ask for a sign-in.
                CallAudience::Public => {
                    let (_, text, _) = send(channel, path, None, Vec::new()).await?;
                    assert_ne!(text, "Please sign in.", "{path} at {place}");
                    assert_ne!(anonymous, Code::PermissionDenied, "{path} at {place}");
                }
                CallAudience::Internal => {
                    assert!(
                        matches!(anonymous, Code::PermissionDenied | Code::Unimplemented),
                        "{path} at {place}: {anonymous:?}"
                    );
                }
                CallAudience::SignedIn | CallAudience::Roles(_) => {
                    assert_eq!(anonymous, Code::Unauthenticated, "{path} at {place}");
                    assert_eq!(forged, Code::Unauthenticated, "{path} at {place}");
                }
            }
            tried += 2;
            for role in Role::ALL {
                let token = accounts[role.as_str()].token()?;
                let code = call(channel, path, Some(token)).await?;
                tried += 1;
                let may = match &rule.audience {
                    CallAudience::Public => continue,
                    CallAudience::Internal => false,
                    CallAudience::SignedIn => true,
                    CallAudience::Roles(roles) => roles.contains(&role),
                };
                if may {
                    assert!(
                        !matches!(code, Code::Unauthenticated | Code::PermissionDenied),
                        "{path} refused a {role:?} at {place}: {code:?}"
                    );
                } else {
                    assert!(
                        matches!(code, Code::PermissionDenied | Code::Unimplemented),
                        "{path} let a {role:?} in at {place}: {code:?}"
                    );
                }
            }
        }
    }
    println!(
        "figures: {} RPCs × (stranger, forged token, 4 roles) × (door, service) = {tried} calls, 0 deviations",
        rules.iter().count()
    );
    Ok(())
}

/// How another organisation's rows are asked for. An RPC that is not public and not here fails the test below.
pub(crate) enum Foreign {
    /// Names a property: the foreign one and a missing one answer alike.
    Row(fn(i64) -> Vec<u8>),
    /// Names a certificate: likewise.
    Certificate(fn(i64) -> Vec<u8>),
    /// Names an inspection: likewise.
    Inspection(fn(i64) -> Vec<u8>),
    /// Names a sold property: likewise.
    Sold(fn(i64) -> Vec<u8>),
    /// Names an import of properties: likewise.
    Import(fn(i64) -> Vec<u8>),
    /// Names a session: likewise.
    Session(fn(String) -> Vec<u8>),
    /// Names a member: likewise.
    Member(fn(i64) -> Vec<u8>),
    /// Names an API key: likewise.
    ApiKey(fn(i64) -> Vec<u8>),
    /// Names an invitation: likewise.
    Invitation(fn(i64) -> Vec<u8>),
    /// Names an organisation: likewise.
    Organisation(fn(i64) -> Vec<u8>),
    /// Names a tenant: likewise.
    Tenant(fn(i64) -> Vec<u8>),
    /// Names a link that invites to apply: likewise.
    Invite(fn(i64) -> Vec<u8>),
    /// Names an application: likewise.
    Application(fn(i64) -> Vec<u8>),
    /// Names an application and a document of it: likewise.
    Document(fn(i64, i64) -> Vec<u8>),
    /// Lists or sums: nothing of the other's is in it.
    Collection,
    /// Concerns the caller alone.
    Own,
}

/// The message of a call about the row with an id.
#[derive(Clone, Copy)]
pub(crate) enum About {
    /// A number.
    Number(fn(i64) -> Vec<u8>),
    /// A UUID.
    Uuid(fn(String) -> Vec<u8>),
    /// The number of its application and its own.
    OfApplication(fn(i64, i64) -> Vec<u8>),
}

impl Foreign {
    /// The collection of the row that the call names, as the REST API calls it, and the message about one.
    pub(crate) fn about(self) -> Option<(&'static str, About)> {
        let (collection, message) = match self {
            Self::Row(message) => ("/api/properties", message),
            Self::Certificate(message) => ("/api/property-certificates", message),
            Self::Inspection(message) => ("/api/property-inspections", message),
            Self::Sold(message) => ("/api/sold-properties", message),
            Self::Import(message) => ("/api/property-imports", message),
            Self::Member(message) => ("/api/members", message),
            Self::ApiKey(message) => ("/api/api-keys", message),
            Self::Invitation(message) => ("/api/invitations", message),
            Self::Organisation(message) => ("/api/organisations", message),
            Self::Tenant(message) => ("/api/tenants", message),
            Self::Invite(message) => ("/api/invites", message),
            Self::Application(message) => ("/api/tenant-applications", message),
            Self::Session(message) => return Some(("/api/sessions", About::Uuid(message))),
            Self::Document(message) => return Some((DOCUMENTS, About::OfApplication(message))),
            Self::Collection | Self::Own => return None,
        };
        Some((collection, About::Number(message)))
    }
}

/// How another organisation tries the RPC at `path`.
pub(crate) fn foreign(path: &str) -> Option<Foreign> {
    let (_, name) = path.rsplit_once('.')?;
    Some(match name {
        "PropertyService/GetProperty" => Foreign::Row(|property_id| {
            portfolio::GetPropertyRequest { property_id }.encode_to_vec()
        }),
        "PropertyService/ListRooms" => {
            Foreign::Row(|property_id| portfolio::ListRoomsRequest { property_id }.encode_to_vec())
        }
        "PropertyService/ListPropertyHistory" => Foreign::Row(|property_id| {
            portfolio::ListPropertyHistoryRequest {
                property_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PropertyService/UpdateProperty" => Foreign::Row(|property_id| {
            let paths = vec!["display_name".to_owned()];
            portfolio::UpdatePropertyRequest {
                property: Some(portfolio::Property {
                    property_id,
                    display_name: "Stolen".to_owned(),
                    ..Default::default()
                }),
                update_mask: Some(FieldMask { paths }),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PropertyService/DeleteProperty" => Foreign::Row(|property_id| {
            portfolio::DeletePropertyRequest {
                property_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PropertyService/ListProperties"
        | "PrivacyService/ReadPortfolioData"
        | "AnalyticsService/GetDashboardAnalytics"
        | "AnalyticsService/GetPortfolioSeries" => Foreign::Collection,
        "PropertyService/CreateProperty"
        | "PropertyService/PreviewProperty"
        | "AccountService/GetCurrentUser"
        | "SettingsService/GetUserSettings"
        | "SettingsService/UpdateUserSettings"
        | "SessionService/ListSessions"
        | "SecurityLogService/ListSecurityEvents"
        | "PrivacyService/BeginExport"
        | "PrivacyService/DeleteAccount"
        | "PrivacyService/ReadAccountData"
        | "PasswordService/ChangePassword"
        | "EmailChangeService/RequestEmailChange"
        | "SecondFactorService/GetSecondFactor"
        | "SecondFactorService/EnrolSecondFactor"
        | "SecondFactorService/ConfirmSecondFactor"
        | "SecondFactorService/RenewRecoveryCodes"
        | "SecondFactorService/DisableSecondFactor"
        | "SessionService/EndOtherSessions" => Foreign::Own,
        "SessionService/EndSession" => Foreign::Session(|session_id| {
            identity::EndSessionRequest {
                session_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        _ => {
            return compliance::foreign(name)
                .or_else(|| sales::foreign(name))
                .or_else(|| transfer::foreign(name))
                .or_else(|| organisation::foreign(name))
                .or_else(|| letting::foreign(name));
        }
    })
}

/// The path with ids that no row has.
fn missing_instead(path: &str) -> String {
    let parts = path.split('/').map(|part| match part.parse::<i64>() {
        Ok(_) => "999999999",
        Err(_) => part,
    });
    parts.collect::<Vec<_>>().join("/")
}

#[tokio::test(flavor = "multi_thread")]
async fn another_organisation_sees_nothing_and_cannot_tell_foreign_from_missing()
-> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let helen = account(&system, Role::Landlord).await?;
    let other = account(&system, Role::Landlord).await?;
    let added = helen
        .post("/api/properties", &a_house("Victoria Terrace"))
        .await?;
    let id = added.body["id"].as_i64().context("no id")?;
    let given = json!({"propertyId": id, "certificateType": "EPC", "expiryDate": "2030-01-31"});
    let certificate = helen.post("/api/property-certificates", &given).await?;
    let certificate_id = certificate.body["id"].as_i64().context("no certificate")?;
    let given = json!({"propertyId": id, "inspectionDate": "2026-01-31"});
    let inspection = helen.post("/api/property-inspections", &given).await?;
    let inspection_id = inspection.body["id"].as_i64().context("no inspection")?;
    let vacant = a_vacant_house("Hollow Lane");
    let vacant = helen.post("/api/properties", &vacant).await?.body["id"].to_string();
    let caller = Caller::of(&system, &helen)?;
    let lettings = caller.let_homes(&id.to_string(), &vacant).await?;
    let tenant_id = lettings.tenant.parse()?;
    let invite_id = lettings.invite.parse()?;
    let application_id = lettings.application.parse()?;
    let document_id = lettings.document.parse()?;
    let former = helen
        .post("/api/properties", &a_house("Sold Terrace"))
        .await?;
    let former = former.body["id"].as_i64().context("no second id")?;
    let sale = json!({"salePrice": "250000", "saleDate": "2026-06-01", "purchasePrice": "200000"});
    let sold = helen
        .post(&format!("/api/properties/{former}/sell"), &sale)
        .await?;
    let sold_id = sold.body["id"].as_i64().context("no sale")?;
    let file = "Name,Address,Postcode,Type,Rent\nMill,1 Mill Lane,LS1 4AP,House,950\n";
    let import = helen.post_csv("/api/property-imports", file).await?;
    let import_id = import.body["id"].as_i64().context("no import")?;
    let sessions = helen.get("/api/sessions").await?;
    let session_id = sessions.body[0]["id"].as_str().context("no session")?;
    let session_id = session_id.to_owned();
    let given = json!({"name": "Bookkeeping", "scopes": ["portfolio.read"]});
    let api_key = helen.post("/api/api-keys", &given).await?;
    let api_key_id = api_key.body["id"].as_i64().context("no API key")?;
    let guest = json!({"email": "guest@example.com", "grade": "Viewer"});
    let invitation = helen.post("/api/invitations", &guest).await?;
    let invitation_id = invitation.body["id"].as_i64().context("no invitation")?;
    let me = helen.get("/api/auth/me").await?.body;
    let member_id = me["id"].as_i64().context("no account")?;
    let organisation_id = me["organisation"]["id"]
        .as_i64()
        .context("no organisation")?;
    let door = Channel::from_shared(format!("http://{}", system.grpc))?
        .connect()
        .await?;
    let token = Some(other.token()?);
    for (path, rule) in AccessRules::from_contract()?.iter() {
        if matches!(rule.audience, CallAudience::Public | CallAudience::Internal) {
            continue;
        }
        let way = foreign(path)
            .with_context(|| format!("say in `foreign` how another organisation tries {path}"))?;
        let named = match way {
            Foreign::Row(request) => Some([request(id), request(i64::MAX)]),
            Foreign::Certificate(request) => Some([request(certificate_id), request(i64::MAX)]),
            Foreign::Inspection(request) => Some([request(inspection_id), request(i64::MAX)]),
            Foreign::Sold(request) => Some([request(sold_id), request(i64::MAX)]),
            Foreign::Import(request) => Some([request(import_id), request(i64::MAX)]),
            Foreign::Session(request) => {
                let missing = "00000000-0000-7000-8000-000000000000".to_owned();
                Some([request(session_id.clone()), request(missing)])
            }
            Foreign::ApiKey(request) => Some([request(api_key_id), request(i64::MAX)]),
            Foreign::Invitation(request) => Some([request(invitation_id), request(i64::MAX)]),
            Foreign::Member(request) => Some([request(member_id), request(i64::MAX)]),
            Foreign::Organisation(request) => Some([request(organisation_id), request(i64::MAX)]),
            Foreign::Tenant(request) => Some([request(tenant_id), request(i64::MAX)]),
            Foreign::Invite(request) => Some([request(invite_id), request(i64::MAX)]),
            Foreign::Application(request) => Some([request(application_id), request(i64::MAX)]),
            Foreign::Document(request) => Some([
                request(application_id, document_id),
                request(i64::MAX, i64::MAX),
            ]),
            Foreign::Collection | Foreign::Own => None,
        };
        match named {
            Some([theirs, missing]) => {
                let theirs = send(&door, path, token, theirs).await?;
                let missing = send(&door, path, token, missing).await?;
                assert_eq!(theirs.0, Code::NotFound, "{path}");
                assert_eq!(theirs, missing, "{path}: foreign and missing differ");
            }
            None => {
                assert_ne!(
                    send(&door, path, token, Vec::new()).await?.0,
                    Code::Internal,
                    "{path}"
                );
            }
        }
    }
    for path in [
        format!("/api/properties/{id}"),
        format!("/api/properties/{id}/history"),
        format!("/api/rooms/{id}"),
        format!("/api/properties/{id}/inspection-settings"),
        format!("/api/tenants/{tenant_id}"),
        format!("/api/tenant-applications/{application_id}"),
        format!("/api/tenant-applications/{application_id}/documents/{document_id}/content"),
        format!("/api/tenant-applications/{application_id}/documents/{document_id}/readings"),
    ] {
        let theirs = other.get(&path).await?;
        let missing = missing_instead(&path);
        let missing = other.get(&missing).await?;
        let mut bodies = [theirs.body, missing.body];
        for body in &mut bodies {
            body["traceId"] = serde_json::Value::Null;
        }
        assert_eq!(theirs.status, 404, "{path}");
        assert_eq!(bodies[0], bodies[1], "{path}");
    }
    assert_eq!(
        other.get("/api/properties").await?.body,
        serde_json::json!([])
    );
    for list in [
        "/api/property-certificates".to_owned(),
        format!("/api/property-certificates?propertyId={id}&history=true"),
        format!("/api/property-inspections?propertyId={id}"),
        "/api/tenants".to_owned(),
        format!("/api/tenants?propertyId={id}"),
        "/api/invites".to_owned(),
        "/api/tenant-applications".to_owned(),
        "/api/property-inspections/overdue".to_owned(),
        "/api/property-inspections/upcoming".to_owned(),
        "/api/property-inspections/proposals".to_owned(),
    ] {
        assert_eq!(other.get(&list).await?.body, json!([]), "{list}");
    }
    let figures = other.get("/api/dashboard/analytics").await?;
    assert_eq!(figures.body["totalValue"], "0.00");
    assert_eq!(figures.body["activeProperties"], 0);

    let mut claimed = a_house("Claimed");
    let organisation = helen.get("/api/auth/me").await?.body["organisation"]["id"].clone();
    claimed["organisationId"] = organisation;
    claimed["userId"] = 1.into();
    other.post("/api/properties", &claimed).await?;
    let hers = helen.get("/api/properties").await?;
    let names = hers.body.as_array().map(Vec::as_slice).unwrap_or_default();
    assert!(
        names.iter().all(|home| home["name"] != "Claimed"),
        "an organisation in the body is ignored"
    );
    Ok(())
}
