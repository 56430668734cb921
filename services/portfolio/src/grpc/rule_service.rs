//! `lintel.portfolio.v1.RuleService`.

use chrono::NaiveDate;
use lintel_auth::principal;
use lintel_proto::portfolio::v1::{
    ListRulesRequest, ListRulesResponse, NationHomes, Rule, RuleState,
    rule_service_server::RuleService,
};
use lintel_rules::{Nation, Row, rules};
use tonic::{Request, Response, Status};

use crate::{app::RuleBook, contract::words};

/// Answers from [`RuleBook`].
#[derive(Debug, Clone)]
pub struct RuleGrpc(RuleBook);

impl RuleGrpc {
    /// Answers from `book`.
    #[must_use]
    pub const fn new(book: RuleBook) -> Self {
        Self(book)
    }
}

#[tonic::async_trait]
impl RuleService for RuleGrpc {
    async fn list_rules(
        &self,
        request: Request<ListRulesRequest>,
    ) -> Result<Response<ListRulesResponse>, Status> {
        let caller = principal(&request)?;
        let homes = self.0.homes(&caller).await?;
        let today = self.0.today();
        let topics = rules().catalogue().into_iter();
        let rows = topics.flat_map(|topic| topic.rows);
        Ok(Response::new(ListRulesResponse {
            rules: rows.map(|row| rule(row, today)).collect(),
            homes: homes.into_iter().map(nation_homes).collect(),
        }))
    }
}

fn rule(row: &Row, today: NaiveDate) -> Rule {
    let nations = row.nations.iter();
    Rule {
        key: row.key.clone(),
        topic: row.topic.clone(),
        title: row.title.clone(),
        nations: nations
            .map(|nation| words::nation_number(*nation).into())
            .collect(),
        text: row.text.clone(),
        from_date: row.from.map(Into::into),
        until_date: row.until.map(Into::into),
        state: state(row, today).into(),
        source: row.source.clone(),
        check_date: Some(row.checked.into()),
        confirmed: row.confirmed,
        doubt: row.doubt.clone().unwrap_or_default(),
        used: row.used.clone(),
        example: row.example.clone().unwrap_or_default(),
    }
}

fn state(row: &Row, today: NaiveDate) -> RuleState {
    if row.from.is_some_and(|from| today < from) {
        RuleState::Coming
    } else if row.until.is_some_and(|until| until < today) {
        RuleState::Ended
    } else {
        RuleState::Current
    }
}

fn nation_homes((nation, homes): (Nation, i64)) -> NationHomes {
    NationHomes {
        nation: words::nation_number(nation).into(),
        homes: i32::try_from(homes).unwrap_or(i32::MAX),
    }
}
