//! Everything that a landlord can be told, as bytes.

use std::collections::BTreeMap;

use anyhow::ensure;
use lintel_proto::identity::v1::{BeginExportRequest, BeginExportResponse};
use lintel_system_tests::Installation;
use prost::Message as _;
use reqwest::{Method, header::HeaderMap};
use serde_json::Value;
use tonic::transport::Channel;

use super::{Caller, Contract, Rows, raw};

/// Headers that say something about the answer; of the others, some are of the moment.
const TELLING: [&str; 4] = ["content-type", "etag", "link", "lintel-total-count"];

/// Answers by what was asked.
#[derive(Debug)]
pub(super) struct Answers(BTreeMap<String, Answer>);

#[derive(Debug, PartialEq, Eq)]
struct Answer {
    succeeded: bool,
    status: String,
    headers: Vec<String>,
    body: Vec<u8>,
}

impl Answers {
    /// Asks everything that the contract can be asked.
    pub(super) async fn of(
        system: &Installation,
        caller: &Caller,
        contract: &Contract,
        rows: &Rows,
    ) -> anyhow::Result<Self> {
        // First, so that the security log holds it in every answer.
        let door = Channel::from_shared(format!("http://{}", system.grpc))?
            .connect()
            .await?;
        let export_token = begin_export(&door, &caller.token).await?;
        let mut answers = BTreeMap::new();
        for get in &contract.gets {
            for path in get.paths(rows)? {
                let mut ways = vec![path.clone()];
                if get.is_paged {
                    let mark = if path.contains('?') { '&' } else { '?' };
                    ways.push(format!("{path}{mark}pageSize=2"));
                }
                for way in ways {
                    let answer = over_rest(caller, &way).await?;
                    answers.insert(format!("GET {way}"), answer);
                }
            }
        }
        for read in &contract.reads {
            for request in read.requests(rows, &export_token)? {
                let asked = format!("{} {request:?}", read.path);
                let answer = over_grpc(&door, &read.path, &caller.token, request).await?;
                answers.insert(asked, answer);
            }
        }
        Ok(Self(answers))
    }

    /// A refusal tells nothing about whose rows it was made from.
    pub(super) fn are_worth_comparing(&self) -> anyhow::Result<()> {
        for (asked, answer) in &self.0 {
            ensure!(
                answer.succeeded,
                "{asked}: {} {}",
                answer.status,
                String::from_utf8_lossy(&answer.body)
            );
        }
        ensure!(self.over_rest() >= 10 && self.len() - self.over_rest() >= 10);
        Ok(())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn over_rest(&self) -> usize {
        self.0
            .keys()
            .filter(|asked| asked.starts_with("GET "))
            .count()
    }
}

/// Returns the questions that were asked of both and have different answers, with both answers.
pub(super) fn differences(one: &Answers, other: &Answers) -> Vec<String> {
    let show = |answer: Option<&Answer>| {
        answer.map(|answer| {
            let body = String::from_utf8_lossy(&answer.body);
            format!("{} {:?} {body}", answer.status, answer.headers)
        })
    };
    one.0
        .iter()
        .filter(|(asked, answer)| other.0.get(*asked) != Some(*answer))
        .map(|(asked, answer)| {
            format!(
                "{asked}: {:?} → {:?}",
                show(Some(answer)),
                show(other.0.get(asked))
            )
        })
        .collect()
}

/// The token of one export, however often it is asked for.
async fn begin_export(door: &Channel, token: &str) -> anyhow::Result<String> {
    let path = "/lintel.identity.v1.PrivacyService/BeginExport";
    let request_id = "the-export-of-this-test".to_owned();
    let request = BeginExportRequest { request_id }.encode_to_vec();
    let reply = raw::call(door, path, token, request).await??;
    Ok(BeginExportResponse::decode(reply.as_slice())?.export_token)
}

async fn over_rest(caller: &Caller, path: &str) -> anyhow::Result<Answer> {
    let reply = caller.send(&Method::GET, path, None).await?;
    let status = reply.status();
    let headers = telling(reply.headers());
    let body = reply.bytes().await?.to_vec();
    Ok(Answer {
        succeeded: status.is_success(),
        status: status.to_string(),
        headers,
        body: if status.is_success() {
            body
        } else {
            without_trace(&body)
        },
    })
}

fn telling(headers: &HeaderMap) -> Vec<String> {
    TELLING
        .iter()
        .filter_map(|name| Some(format!("{name}: {}", headers.get(*name)?.to_str().ok()?)))
        .collect()
}

/// Every refusal has a trace of its own.
fn without_trace(body: &[u8]) -> Vec<u8> {
    let Ok(mut problem) = serde_json::from_slice::<Value>(body) else {
        return body.to_vec();
    };
    problem["traceId"] = Value::Null;
    problem.to_string().into_bytes()
}

async fn over_grpc(
    door: &Channel,
    path: &str,
    token: &str,
    request: Vec<u8>,
) -> anyhow::Result<Answer> {
    Ok(match raw::call(door, path, token, request).await? {
        Ok(body) => Answer {
            succeeded: true,
            status: "OK".to_owned(),
            headers: Vec::new(),
            body,
        },
        Err(status) => Answer {
            succeeded: false,
            status: format!("{:?} {}", status.code(), status.message()),
            headers: Vec::new(),
            body: status.details().to_vec(),
        },
    })
}
