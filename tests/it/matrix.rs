//! The matrix of access: every RPC of the contract and every operation of the REST API, as the running product describes it, tried by
//! every actor with the landlord's rows and with rows that do not exist. T01, T04, T05 and T35 of the threat table.

mod cast;
mod rpc;
mod rpc_table;
mod table;

use anyhow::{Context as _, ensure};
use futures::future::try_join_all;
use lintel_system_tests::System;
use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::isolation::{Rows, contract::Operation};
pub(crate) use cast::member;
use cast::{Actor, Cast};
use table::Who;

/// An id that no row has, and one for rows that are known by a UUID.
const NOBODYS: [&str; 2] = ["4000000000000", "00000000-0000-4000-8000-000000000000"];

#[tokio::test(flavor = "multi_thread")]
async fn every_operation_serves_permitted_callers_and_hides_foreign_rows() -> anyhow::Result<()> {
    // Its own: the address of the contract's example is invited by each who may, and a second run would be one too many.
    let system = System::start(&[]).await?;
    let cast = Cast::gather(&system).await?;
    // First, because what is sent over gRPC ends nothing.
    let (rpcs, over_grpc) = rpc::try_all(&system, &cast).await?;
    over_grpc.report(rpcs, "RPCs");
    let mut operations = Operation::all(&system).await?;
    in_an_order_that_leaves_rows_to_try(&mut operations);
    for row in table::rows() {
        let is_there = operations.iter().any(|operation| operation.key() == row);
        assert!(is_there, "{row} is in the table and not in the contract");
    }
    let mut over_rest = Found::default();
    for operation in &operations {
        let key = operation.key();
        let who = table::row(&key)
            .with_context(|| format!("{key} has no row in tests/it/matrix/table.rs"))?;
        let tries = Tries {
            cast: &cast,
            operation,
            who,
        };
        let found = tries.all().await.with_context(|| key.clone())?;
        over_rest.requests += found.requests;
        over_rest.deviations.extend(found.deviations);
    }
    over_rest.report(operations.len(), "operations");
    let deviations = [over_grpc.deviations, over_rest.deviations].concat();
    assert!(deviations.is_empty(), "{deviations:#?}");
    Ok(())
}

/// Sorts changes before ends, and rows that depend on another row before that row.
fn in_an_order_that_leaves_rows_to_try(operations: &mut [Operation]) {
    operations.sort_by_key(|operation| {
        let ends = operation.method == Method::DELETE || operation.template.ends_with("/sell");
        let is_above = [
            "/api/properties/{id}",
            "/api/members/{id}",
            "/api/tenant-applications/{id}",
        ]
        .iter()
        .any(|path| operation.template.starts_with(path));
        (ends, ends && is_above)
    });
}

/// Lists that a row narrows: one of somebody else's leaves nothing of them.
const NARROWED: [&str; 2] = [
    "/api/deliveries",
    // A word in the path, and no row: each organisation has its own text of it.
    "/api/organisation/tenant-mails/{kind}",
];

/// The result of trying one operation.
#[derive(Debug, Default)]
struct Found {
    requests: usize,
    deviations: Vec<String>,
}

impl Found {
    fn note(&mut self, operation: &str, actor: Actor, what: &str, answer: &Answer) {
        let Answer { status, body } = answer;
        let body = body.as_ref().map(Value::to_string).unwrap_or_default();
        let deviation = format!("{operation} by {actor:?}: {what}: {status} {body}");
        self.deviations.push(deviation);
    }

    fn report(&self, operations: usize, what: &str) {
        println!(
            "figures: {operations} {what} × {} actors = {} requests, {} deviations",
            Actor::ALL.len(),
            self.requests,
            self.deviations.len()
        );
        for deviation in &self.deviations {
            println!("{deviation}");
        }
    }
}

/// A reply, without what differs from one request to the next.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: StatusCode,
    body: Option<Value>,
}

/// One operation, tried by everybody.
#[derive(Debug, Clone, Copy)]
struct Tries<'a> {
    cast: &'a Cast,
    operation: &'a Operation,
    who: Who,
}

impl Tries<'_> {
    async fn all(self) -> anyhow::Result<Found> {
        // Only the owner changes anything, so the others may call at once.
        let (last, others): (Vec<Actor>, Vec<Actor>) = Actor::ALL
            .into_iter()
            .filter(|actor| self.is_tried_by(*actor))
            .partition(|actor| *actor == Actor::Owner);
        let mut found = Found::default();
        for at_once in [others, last] {
            for one in try_join_all(at_once.into_iter().map(|actor| self.by(actor))).await? {
                found.requests += one.requests;
                found.deviations.extend(one.deviations);
            }
        }
        Ok(found)
    }

    async fn by(self, actor: Actor) -> anyhow::Result<Found> {
        let mut found = Found::default();
        let key = self.operation.key();
        let theirs = self.ask(actor, &self.cast.rows).await?;
        found.requests += 1;
        let wanted = self.wanted(actor);
        if !wanted.is_met_by(&theirs) {
            found.note(&key, actor, &format!("not {wanted:?}"), &theirs);
        }
        let is_theirs = matches!(wanted, Wanted::Served | Wanted::Reached);
        if self.operation.names_a_row() && !is_theirs {
            let missing = self.ask(actor, &nobodys(&self.cast.rows)).await?;
            found.requests += 1;
            if missing != theirs {
                let what = "a missing row answers otherwise than a foreign one";
                found.note(&key, actor, what, &theirs);
                found.note(&key, actor, "a missing row", &missing);
            }
        }
        Ok(found)
    }

    /// Two actors who may change something would delete each other's rows, and an actor who tries to sign out is signed out.
    fn is_tried_by(self, actor: Actor) -> bool {
        match (self.who, actor) {
            (Who::Manager | Who::PartiesManager | Who::SignersManager, Actor::Manager) => false,
            (Who::Session, actor) => actor == Actor::Anonymous,
            _ => true,
        }
    }

    /// Returns the answer that `actor` should get when asking for the landlord's rows.
    fn wanted(self, actor: Actor) -> Wanted {
        let operation = self.operation;
        let (names, in_address) = (
            operation.names_a_row(),
            operation.names_a_row_in_its_address(),
        );
        let is_narrowed = NARROWED.contains(&operation.template.as_str());
        let not_theirs = match (names && !is_narrowed, in_address) {
            (true, true) => Wanted::NotFound,
            (true, false) => Wanted::Refused,
            (false, _) => Wanted::Served,
        };
        self.who.wanted(actor, not_theirs)
    }

    async fn ask(self, actor: Actor, rows: &Rows) -> anyhow::Result<Answer> {
        let paths = self.operation.paths(rows)?;
        // An operation that ends a row takes the last one, so that the first is there for everything else.
        let path = if self.operation.template.ends_with("/sell") {
            paths.get(1).or_else(|| paths.first())
        } else if self.operation.method == Method::DELETE {
            paths.last()
        } else {
            paths.first()
        };
        let path = path.context("no row to name")?;
        if let Some(form) = &self.operation.form
            && self.operation.names_a_row()
        {
            return self.cast.send_form(actor, path, form.clone()).await;
        }
        let body = self.operation.body_about(rows)?;
        self.cast
            .ask(actor, &self.operation.method, path, body.as_ref())
            .await
    }
}

impl Who {
    /// Returns the answer that `actor` should get, who is told `not_theirs` about rows of others.
    fn wanted(self, actor: Actor, not_theirs: Wanted) -> Wanted {
        match (self, actor) {
            (Self::Anybody, _) => Wanted::NoSignIn,
            (Self::Session, _) => Wanted::Nothing,
            (Self::Internal, _) => Wanted::Forbidden,
            (_, Actor::Anonymous) => Wanted::Unauthenticated,
            (Self::Holders, Actor::Employer | Actor::Guarantor) => Wanted::Forbidden,
            (Self::Holders, _) => Wanted::LetIn,
            (Self::Tenant, Actor::Tenant) if not_theirs == Wanted::Served => Wanted::LetIn,
            (Self::Parties | Self::PartiesManager | Self::Tenant, Actor::Tenant) => not_theirs,
            (Self::Signers | Self::SignersManager, Actor::Tenant | Actor::Guarantor) => not_theirs,
            (Self::Referees, Actor::Employer | Actor::Guarantor) => Wanted::Served,
            (Self::Outsiders, Actor::Tenant | Actor::Employer | Actor::Guarantor) => Wanted::Served,
            (Self::Tenant | Self::Referees | Self::Outsiders, _) => Wanted::Forbidden,
            (Self::ViewerOfPart, Actor::Owner | Actor::Manager | Actor::Viewer) => Wanted::Reached,
            (Self::SignedIn | Self::Person, Actor::Owner) => Wanted::Served,
            (Self::SignedIn, _) | (_, Actor::OtherLandlord) => not_theirs,
            (Self::Person, Actor::Viewer | Actor::Manager) => not_theirs,
            (Self::Members, Actor::Tenant | Actor::Employer | Actor::Guarantor) => Wanted::NotFound,
            (_, Actor::Tenant | Actor::Employer | Actor::Guarantor) => Wanted::Forbidden,
            (
                Self::Manager | Self::PartiesManager | Self::SignersManager | Self::Owner,
                Actor::Viewer,
            )
            | (Self::Owner, Actor::Manager) => Wanted::Forbidden,
            (
                Self::Members
                | Self::Viewer
                | Self::Manager
                | Self::Owner
                | Self::Parties
                | Self::PartiesManager
                | Self::Signers
                | Self::SignersManager,
                _,
            ) => Wanted::Served,
        }
    }
}

/// The same collections, each with a row that does not exist.
fn nobodys(rows: &Rows) -> Rows {
    let [number, uuid] = NOBODYS;
    rows.iter()
        .map(|(collection, ids)| {
            let is_number = ids.iter().all(|id| id.parse::<i64>().is_ok());
            let id = if is_number { number } else { uuid };
            (collection.clone(), vec![id.to_owned()])
        })
        .collect()
}

/// The answer that somebody should get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Anything but a question for a sign-in.
    NoSignIn,
    /// The answer to a caller with nothing to go on with: 401, or 204 where there was nothing to end.
    Nothing,
    /// The call's rule lets them in and the row is theirs: what they sent may still be refused.
    Served,
    /// The call's rule lets them in and the row is theirs; what they ask for of it may not be there.
    Reached,
    /// The call's rule lets them in; there may be nothing of theirs yet.
    LetIn,
    /// 401.
    Unauthenticated,
    /// 403, for every row.
    Forbidden,
    /// 404, for a row that the path or the query names.
    NotFound,
    /// 404 or 422, for a row that the body names.
    Refused,
}

impl Wanted {
    fn is_met_by(self, answer: &Answer) -> bool {
        let status = answer.status;
        let reason = answer.body.as_ref().map(|body| &body["reason"]);
        // Everybody tries to sign in with the same nothing, which locks it.
        let locked = reason.is_some_and(|reason| reason == "ACCOUNT_LOCKED");
        let refused_for_haste = status == StatusCode::TOO_MANY_REQUESTS && !locked;
        let is_ours = !status.is_server_error() && !refused_for_haste;
        is_ours
            && match self {
                Self::NoSignIn => reason.is_none_or(|reason| reason != "SIGN_IN_REQUIRED"),
                Self::Served => ![
                    StatusCode::UNAUTHORIZED,
                    StatusCode::FORBIDDEN,
                    StatusCode::NOT_FOUND,
                    StatusCode::METHOD_NOT_ALLOWED,
                ]
                .contains(&status),
                Self::Reached | Self::LetIn => ![
                    StatusCode::UNAUTHORIZED,
                    StatusCode::FORBIDDEN,
                    StatusCode::METHOD_NOT_ALLOWED,
                ]
                .contains(&status),
                Self::Nothing => {
                    [StatusCode::UNAUTHORIZED, StatusCode::NO_CONTENT].contains(&status)
                }
                Self::Unauthenticated => status == StatusCode::UNAUTHORIZED,
                Self::Forbidden => status == StatusCode::FORBIDDEN,
                Self::NotFound => status == StatusCode::NOT_FOUND,
                Self::Refused => {
                    [StatusCode::NOT_FOUND, StatusCode::UNPROCESSABLE_ENTITY].contains(&status)
                }
            }
    }
}

impl Answer {
    /// The reply's status and, of a refusal, its words.
    async fn of(reply: reqwest::Response) -> anyhow::Result<Self> {
        let status = reply.status();
        // The event stream never ends, and what is served is not compared here.
        if status.is_success() {
            return Ok(Self { status, body: None });
        }
        let text = reply.text().await?;
        let mut body: Value = serde_json::from_str(&text).with_context(|| text.clone())?;
        let trace = body
            .as_object_mut()
            .and_then(|fields| fields.remove("traceId"));
        ensure!(trace.is_some(), "a refusal without its trace: {text}");
        Ok(Self {
            status,
            body: Some(body),
        })
    }
}
