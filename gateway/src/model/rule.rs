//! The rules that Lintel applies, as clients see them.

use chrono::NaiveDate;
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, required, text},
    names::{HomeNation, RuleState},
};
use crate::problem::Problem;

/// The rules by topic, and the nations that the caller has homes in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleList {
    /// The rules; those of one title follow each other.
    pub rules: Vec<Rule>,
    /// The nations that the caller has homes in.
    pub homes: Vec<NationHomes>,
}

/// A rule of one or more nations for a time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// Its name in code; rules of other nations and times share it.
    #[schema(example = "deposit.cap")]
    pub key: String,
    /// The heading that it stands under.
    #[schema(example = "Deposits")]
    pub topic: String,
    /// Its name for people.
    #[schema(example = "Highest deposit")]
    pub title: String,
    /// Where it holds.
    pub nations: Vec<HomeNation>,
    /// The rule in words.
    #[schema(example = "2 months' rent")]
    pub text: String,
    /// Its first day; null where that was long ago.
    #[schema(required)]
    pub from_date: Option<NaiveDate>,
    /// Its last day; null where no end is known.
    #[schema(required)]
    pub until_date: Option<NaiveDate>,
    /// How it stands today.
    pub state: RuleState,
    /// Where it is from.
    pub source: String,
    /// The day on which it was last checked against its source.
    pub check_date: NaiveDate,
    /// Whether it is certain enough to be computed with; otherwise it is only shown.
    pub confirmed: bool,
    /// Anything that is not certain of it, and what Lintel does about that; null for nothing.
    #[schema(required)]
    pub doubt: Option<String>,
    /// Where Lintel uses it.
    pub used: String,
    /// An example; null for none.
    #[schema(required)]
    pub example: Option<String>,
}

/// The homes of the caller's organisation in one nation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NationHomes {
    /// The nation.
    pub nation: HomeNation,
    /// How many there are; above 0.
    #[schema(example = 12)]
    pub homes: i32,
}

impl TryFrom<portfolio::ListRulesResponse> for RuleList {
    type Error = Problem;

    fn try_from(reply: portfolio::ListRulesResponse) -> Result<Self, Problem> {
        let rules = reply.rules.into_iter().map(Rule::try_from);
        let homes = reply.homes.into_iter().map(|one| {
            Ok(NationHomes {
                nation: required(HomeNation::from_number(one.nation), "nation")?,
                homes: one.homes,
            })
        });
        Ok(Self {
            rules: rules.collect::<Result<_, _>>()?,
            homes: homes.collect::<Result<_, Problem>>()?,
        })
    }
}

impl TryFrom<portfolio::Rule> for Rule {
    type Error = Problem;

    fn try_from(rule: portfolio::Rule) -> Result<Self, Problem> {
        let nations = rule.nations.into_iter();
        let nations = nations.map(|nation| required(HomeNation::from_number(nation), "nations"));
        Ok(Self {
            nations: nations.collect::<Result<_, _>>()?,
            from_date: date(rule.from_date)?,
            until_date: date(rule.until_date)?,
            state: required(RuleState::from_number(rule.state), "state")?,
            check_date: required(date(rule.check_date)?, "check_date")?,
            confirmed: rule.confirmed,
            key: rule.key,
            topic: rule.topic,
            title: rule.title,
            text: rule.text,
            source: rule.source,
            doubt: text(rule.doubt),
            used: rule.used,
            example: text(rule.example),
        })
    }
}
