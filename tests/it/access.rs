//! Every RPC of the contract, tried by a stranger, by every wrong role and by another organisation.

mod buying;
mod compliance;
mod foreign;
mod letting;
mod news;
mod organisation;
mod repairs;
mod sales;
mod tenancies;
mod transfer;

use std::collections::BTreeMap;

use anyhow::Context as _;
use http::uri::PathAndQuery;
use lintel_auth::{AccessRules, CallAudience};
use lintel_core::Role;
use lintel_system_tests::{Installation, Shared, Visitor, client::a_house};
use prost::Message;
use serde_json::json;
use tonic::{Code, Request, client::Grpc, transport::Channel};
use tonic_prost::ProstCodec;

use crate::isolation::{
    ATTACHMENTS, CHECKS, Caller, DEEDS, DOCUMENTS, GIVEN, LINES, REQUESTS, Rows, STATEMENTS,
    furnish,
};
use foreign::Foreign;
pub(crate) use foreign::{About, foreign};

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
async fn every_rpc_refuses_strangers_and_wrong_roles_at_both_servers() -> anyhow::Result<()> {
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

/// The messages about a row that there is and about one that there is not.
fn both(rows: &Rows, (collection, about): (&str, About)) -> anyhow::Result<[Vec<u8>; 2]> {
    let first = |collection: &str| {
        let rows = rows.get(collection).and_then(|rows| rows.first());
        rows.with_context(|| format!("nothing in {collection}"))
    };
    let own = first(collection)?;
    Ok(match about {
        About::Number(message) => [message(own.parse()?), message(i64::MAX)],
        About::Uuid(message) => [
            message(own.clone()),
            message("00000000-0000-7000-8000-000000000000".to_owned()),
        ],
        About::Of(above, message) => [
            message(first(above)?.parse()?, own.parse()?),
            message(i64::MAX, i64::MAX),
        ],
    })
}

/// The path with ids that no row has.
fn missing_instead(path: &str) -> String {
    let parts = path.split_inclusive(['/', '?', '=']).map(|part| {
        let id = part.trim_end_matches(['/', '?', '=']);
        match id.parse::<i64>() {
            Ok(_) => part.replace(id, "999999999"),
            Err(_) => part.to_owned(),
        }
    });
    parts.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn another_organisation_sees_nothing_and_cannot_tell_foreign_from_missing()
-> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let helen = account(&system, Role::Landlord).await?;
    let other = account(&system, Role::Landlord).await?;
    let mut rows = furnish(&Caller::of(&system, &helen)?).await?;
    let sessions = helen.get("/api/sessions").await?;
    let session = sessions.body[0]["id"].as_str().context("no session")?;
    rows.insert("/api/sessions".to_owned(), vec![session.to_owned()]);
    let me = helen.get("/api/auth/me").await?.body;
    let organisation = me["organisation"]["id"].to_string();
    rows.insert("/api/organisations".to_owned(), vec![organisation]);
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
        let named = way.about().map(|named| both(&rows, named)).transpose()?;
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
    let first = |collection: &str| rows[collection][0].as_str();
    let id = first("/api/properties");
    let application = format!(
        "/api/tenant-applications/{}",
        first("/api/tenant-applications")
    );
    let document = format!("{application}/documents/{}", first(DOCUMENTS));
    let request = format!("{REQUESTS}/{}", first(REQUESTS));
    let listing = format!(
        "/api/investment-properties/{}",
        first("/api/investment-properties")
    );
    let tenant = format!("/api/tenants/{}", first("/api/tenants"));
    let agreement = format!("{application}/agreement");
    let holding = format!("{application}/holding-deposit");
    let rights = format!("{application}/right-to-rent");
    for path in [
        format!("/api/properties/{id}"),
        format!("/api/properties/{id}/history"),
        format!("/api/rooms/{id}"),
        format!("/api/properties/{id}/inspection-settings"),
        format!("{tenant}/photo"),
        format!("{tenant}/ledger"),
        format!("{tenant}/statement"),
        format!("{tenant}/rent-rise"),
        format!("{tenant}/deposit"),
        format!("{tenant}/duties"),
        format!("{tenant}/notice?giver=tenant"),
        format!("{tenant}/documents"),
        format!("{tenant}/documents/{}/content", first(GIVEN)),
        format!("/api/rent-payments?tenantId={}", first("/api/tenants")),
        format!("{LINES}?statementId={}", first(STATEMENTS)),
        tenant,
        format!("{agreement}/proposal"),
        format!("{agreement}/document"),
        format!("{agreement}/evidence"),
        format!("{agreement}/deeds/{}/document", first(DEEDS)),
        format!("{agreement}/deeds/{}/evidence", first(DEEDS)),
        agreement,
        holding,
        format!("{rights}/{}/evidence", first(CHECKS)),
        rights,
        application,
        format!("{document}/content"),
        format!("{document}/readings"),
        format!("/api/property-viewings/{}", first("/api/property-viewings")),
        format!("{request}/comments"),
        format!("{request}/attachments/{}/content", first(ATTACHMENTS)),
        request,
        format!("/api/contractors/{}", first("/api/contractors")),
        format!("{listing}/comparables"),
        listing,
        format!("/api/listing-imports/{}", first("/api/listing-imports")),
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
        "/api/property-viewings".to_owned(),
        format!("/api/property-viewings?propertyId={id}"),
        REQUESTS.to_owned(),
        format!("{REQUESTS}?propertyId={id}"),
        "/api/contractors".to_owned(),
        "/api/investment-properties".to_owned(),
        "/api/roi-analyses".to_owned(),
        "/api/saved-searches".to_owned(),
        "/api/listing-imports".to_owned(),
        STATEMENTS.to_owned(),
        LINES.to_owned(),
        "/api/tenancy-deadlines".to_owned(),
    ] {
        assert_eq!(other.get(&list).await?.body, json!([]), "{list}");
    }
    let figures = other.get("/api/dashboard/analytics").await?;
    assert_eq!(figures.body["totalValue"], "0.00");
    assert_eq!(figures.body["activeProperties"], 0);

    let arrears = other.get("/api/arrears").await?;
    assert_eq!(arrears.body["tenants"], json!([]));
    assert_eq!(arrears.body["totalOwed"], "0.00");
    assert_eq!(arrears.body["receivedThisMonth"], "0.00");
    let line: i64 = first(LINES).parse()?;
    let decisions = json!({"decisions": [{"lineId": line, "tenantId": null}]});
    let decided = other.post("/api/bank-lines/decisions", &decisions).await?;
    assert_eq!(decided.body["reason"], "BANK_LINE_NOT_FOUND", "{decided:?}");
    let hers = helen.get(&format!("{LINES}?state=open")).await?;
    assert_eq!(hers.body[0]["id"], line, "it is still to be decided");

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
