//! Every RPC of the contract over the gateway's gRPC endpoint, tried by every actor with the landlord's rows and with missing rows.

use anyhow::{Context as _, ensure};
use futures::future::try_join_all;
use lintel_auth::AccessRules;
use lintel_system_tests::Installation;
use prost_reflect::{
    DescriptorPool, DynamicMessage, MethodDescriptor, Value as Field, prost::Message as _,
};
use reqwest::StatusCode;
use serde_json::json;
use tonic::{Code, Status, transport::Channel};
use tonic_types::StatusExt as _;

use super::{
    Answer, Found, NOBODYS, Wanted,
    cast::{Actor, Cast},
    rpc_table,
    table::Who,
};
use crate::access::{About, foreign, send};

/// A request id that every call refuses before it does anything: so nothing that is there is changed or gone afterwards.
const UNUSABLE: &str = "x";

/// Tries every RPC. Returns their number, and the result of trying them.
pub(super) async fn try_all(system: &Installation, cast: &Cast) -> anyhow::Result<(usize, Found)> {
    let door = Channel::from_shared(format!("http://{}", system.grpc))?
        .connect()
        .await?;
    let rules = AccessRules::from_contract()?;
    for row in rpc_table::rows() {
        let is_there = rules.iter().any(|(path, _)| name(path) == row);
        ensure!(is_there, "{row} is in the table and not in the contract");
    }
    let mut all = Found::default();
    for (path, _) in rules.iter() {
        let who = rpc_table::row(name(path))
            .with_context(|| format!("{path} has no row in tests/it/matrix/rpc_table.rs"))?;
        let names = match who {
            Who::Anybody | Who::Internal => None,
            _ => foreign(path)
                .with_context(|| format!("{path} has no row in tests/it/access.rs"))?
                .about(),
        };
        let tries = Tries {
            cast,
            door: &door,
            path,
            input: method(path)?.input(),
            who,
            names,
        };
        for one in try_join_all(Actor::ALL.map(|actor| tries.by(actor))).await? {
            all.requests += one.requests;
            all.deviations.extend(one.deviations);
        }
    }
    Ok((rules.iter().count(), all))
}

/// `PropertyService/GetProperty` of a path.
fn name(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(_, name)| name)
}

fn method(path: &str) -> anyhow::Result<MethodDescriptor> {
    let pool = DescriptorPool::decode(lintel_proto::FILE_DESCRIPTOR_SET)?;
    let (service, method) = path
        .trim_start_matches('/')
        .split_once('/')
        .context("no path")?;
    let service = pool.get_service_by_name(service).context("no service")?;
    let found = service.methods().find(|one| one.name() == method);
    found.with_context(|| format!("no method at {path}"))
}

/// One RPC, tried by everybody.
struct Tries<'a> {
    cast: &'a Cast,
    door: &'a Channel,
    path: &'a str,
    input: prost_reflect::MessageDescriptor,
    who: Who,
    /// The collection of the row that it is about, and the message about one.
    names: Option<(&'static str, About)>,
}

impl Tries<'_> {
    async fn by(&self, actor: Actor) -> anyhow::Result<Found> {
        let mut found = Found::default();
        let not_theirs = if self.names.is_some() {
            Wanted::NotFound
        } else {
            Wanted::Served
        };
        let wanted = self.who.wanted(actor, not_theirs);
        let is_let_in = matches!(
            wanted,
            Wanted::Served | Wanted::Reached | Wanted::NoSignIn | Wanted::LetIn
        );
        let theirs = self.ask(actor, self.message(false)?, is_let_in).await?;
        found.requests += 1;
        if !wanted.is_met_by(&theirs) {
            found.note(self.path, actor, &format!("not {wanted:?}"), &theirs);
        }
        if self.names.is_some() {
            let missing = self.ask(actor, self.message(true)?, false).await?;
            found.requests += 1;
            let is_right = if is_let_in {
                Wanted::NotFound.is_met_by(&missing)
            } else {
                missing == theirs
            };
            if !is_right {
                let what = "a missing row is not answered as a foreign one is";
                found.note(self.path, actor, what, &missing);
            }
        }
        Ok(found)
    }

    /// The message about the owner's row, or about one that does not exist.
    fn message(&self, missing: bool) -> anyhow::Result<Vec<u8>> {
        let Some((collection, about)) = &self.names else {
            return Ok(Vec::new());
        };
        let rows = self.cast.rows.get(*collection);
        let own = rows.and_then(|rows| rows.first());
        let own = own.with_context(|| format!("the owner has nothing in {collection}"))?;
        Ok(match about {
            About::Number(message) if missing => message(NOBODYS[0].parse()?),
            About::Number(message) => message(own.parse()?),
            About::Of(above, message) => {
                let rows = self.cast.rows.get(*above);
                let row = rows.and_then(|rows| rows.first());
                let row = row.with_context(|| format!("the owner has nothing in {above}"))?;
                let part = if missing { NOBODYS[0] } else { own };
                message(row.parse()?, part.parse()?)
            }
            About::Uuid(message) if missing => message(NOBODYS[1].to_owned()),
            About::Uuid(message) => message(own.clone()),
        })
    }

    async fn ask(&self, actor: Actor, message: Vec<u8>, harmless: bool) -> anyhow::Result<Answer> {
        let mut message = DynamicMessage::decode(self.input.clone(), message.as_slice())?;
        if harmless && let Some(field) = self.input.get_field_by_name("request_id") {
            message.set_field(&field, Field::String(UNUSABLE.to_owned()));
        }
        let token = self.cast.token(actor);
        let answer = send(self.door, self.path, token, message.encode_to_vec()).await?;
        Ok(in_words_of_rest(answer))
    }
}

/// The answer as the REST face would say it, so that both faces are judged alike.
fn in_words_of_rest((code, text, details): (Code, String, Vec<u8>)) -> Answer {
    let status = match code {
        Code::Ok => StatusCode::OK,
        Code::InvalidArgument | Code::OutOfRange => StatusCode::UNPROCESSABLE_ENTITY,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        // The gateway does not route calls for Lintel's own processes.
        Code::PermissionDenied | Code::Unimplemented => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::AlreadyExists | Code::FailedPrecondition | Code::Aborted => StatusCode::CONFLICT,
        Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    if code == Code::Ok {
        return Answer { status, body: None };
    }
    let whole = format!("{details:?}");
    let refusal = Status::with_details(code, text.clone(), details.into());
    let reason = refusal.get_details_error_info().map(|info| info.reason);
    let body =
        json!({"reason": reason, "code": format!("{code:?}"), "detail": text, "details": whole});
    Answer {
        status,
        body: Some(body),
    }
}
