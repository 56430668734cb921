//! Models of the duties of homes and their states.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::portfolio::v1 as portfolio;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, required, some, text},
    names::{Duty, HomeDutyState, HomeFact, HomeNation, PropertyType},
};
use crate::problem::Problem;

/// How many duties stand in which state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DutyCounts {
    /// Needed and never recorded, or not known whether it is needed.
    #[schema(example = 2)]
    pub missing: i32,
    /// Past their last day.
    #[schema(example = 1)]
    pub expired: i32,
    /// Their last day is within 30 days.
    #[schema(example = 1)]
    pub due: i32,
    /// In date.
    #[schema(example = 5)]
    pub valid: i32,
    /// Not needed.
    #[schema(example = 4)]
    pub not_required: i32,
}

impl From<portfolio::DutyCounts> for DutyCounts {
    fn from(counts: portfolio::DutyCounts) -> Self {
        Self {
            missing: counts.missing,
            expired: counts.expired,
            due: counts.due,
            valid: counts.valid,
            not_required: counts.not_required,
        }
    }
}

/// One duty over all homes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DutyTotal {
    /// Which.
    pub duty: Duty,
    /// Over how many homes in which state.
    pub counts: DutyCounts,
    /// The first last day among those that are due; null where none is.
    #[schema(required)]
    pub next_date: Option<NaiveDate>,
}

impl TryFrom<portfolio::DutyTotal> for DutyTotal {
    type Error = Problem;

    fn try_from(total: portfolio::DutyTotal) -> Result<Self, Problem> {
        Ok(Self {
            duty: required(Duty::from_number(total.duty), "duty")?,
            counts: total.counts.unwrap_or_default().into(),
            next_date: date(total.next_date)?,
        })
    }
}

/// The landlord's word that a home does not need something.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DutyExemption {
    /// Why.
    #[schema(example = "By the block")]
    pub reason: String,
    /// The member who said it.
    pub user_id: i64,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// One duty of one home.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeDuty {
    /// Which.
    pub duty: Duty,
    /// How it stands today.
    pub state: HomeDutyState,
    /// Why, as a sentence without a full stop.
    #[schema(example = "Needed and never recorded")]
    pub reason: String,
    /// The words that stand in its place where it is not needed.
    #[schema(required, example = "No gas")]
    pub short_reason: Option<String>,
    /// The rule that asks for it, in words.
    #[schema(required)]
    pub rule: Option<String>,
    /// Where the rule is from.
    #[schema(required)]
    pub rule_source: Option<String>,
    /// The doubt about the rule.
    #[schema(required)]
    pub rule_doubt: Option<String>,
    /// The fact that nobody has said and that it depends on.
    #[schema(required)]
    pub unknown_fact: Option<HomeFact>,
    /// The last day of what meets it.
    #[schema(required)]
    pub valid_until: Option<NaiveDate>,
    /// When it was tested, of what has no last day.
    #[schema(required)]
    pub tested: Option<NaiveDate>,
    /// Whole days until validUntil, negative once it has passed.
    #[schema(required)]
    pub days_remaining: Option<i32>,
    /// The certificate that meets it, or met it last.
    #[schema(required)]
    pub certificate_id: Option<i64>,
    /// The landlord's word that it is not needed.
    #[schema(required)]
    pub exemption: Option<DutyExemption>,
    /// The first day of the tenancy with which it begins anew.
    #[schema(required)]
    pub tenancy_start: Option<NaiveDate>,
}

impl TryFrom<portfolio::HomeDuty> for HomeDuty {
    type Error = Problem;

    fn try_from(duty: portfolio::HomeDuty) -> Result<Self, Problem> {
        let exemption = duty.exemption.map(|said| {
            Ok::<_, Problem>(DutyExemption {
                reason: said.reason,
                user_id: said.user_id,
                created_at: required(instant(said.create_time)?, "create_time")?,
            })
        });
        Ok(Self {
            duty: required(Duty::from_number(duty.duty), "duty")?,
            state: required(HomeDutyState::from_number(duty.state), "state")?,
            reason: duty.reason,
            short_reason: text(duty.short_reason),
            rule: text(duty.rule),
            rule_source: text(duty.rule_source),
            rule_doubt: text(duty.rule_doubt),
            unknown_fact: HomeFact::from_number(duty.unknown_fact),
            valid_until: date(duty.valid_until_date)?,
            tested: date(duty.tested_date)?,
            days_remaining: duty.days_remaining,
            certificate_id: some(duty.certificate_id),
            exemption: exemption.transpose()?,
            tenancy_start: date(duty.tenancy_start_date)?,
        })
    }
}

/// A home with its duties.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeDuties {
    /// The property's id.
    pub property_id: i64,
    /// What the landlord calls it.
    pub name: String,
    /// Street and town.
    pub address: String,
    /// The postcode.
    pub postcode: String,
    /// The kind.
    pub property_type: PropertyType,
    /// Whose law applies.
    #[schema(required)]
    pub nation: Option<HomeNation>,
    /// Every duty, always in the same order.
    pub duties: Vec<HomeDuty>,
}

impl TryFrom<portfolio::HomeDuties> for HomeDuties {
    type Error = Problem;

    fn try_from(home: portfolio::HomeDuties) -> Result<Self, Problem> {
        let kind = PropertyType::from_number(home.property_type);
        let duties = home.duties.into_iter().map(TryInto::try_into);
        Ok(Self {
            property_id: home.property_id,
            name: home.display_name,
            address: home.address,
            postcode: home.postcode,
            property_type: required(kind, "property_type")?,
            nation: HomeNation::from_number(home.nation),
            duties: duties.collect::<Result<_, _>>()?,
        })
    }
}

/// A fact that nobody has said of some homes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnknownFact {
    /// Which.
    pub fact: HomeFact,
    /// Of how many homes something depends on it.
    #[schema(example = 9)]
    pub homes: i32,
}

/// A page of homes with their duties, and the totals over all homes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeDutyPage {
    /// The homes.
    pub homes: Vec<HomeDuties>,
    /// The pageToken of the next page; null on the last.
    #[schema(required)]
    pub next_page_token: Option<String>,
    /// How many homes match.
    pub match_count: i32,
    /// How many homes there are.
    pub home_count: i32,
    /// How many of them have something missing, expired or due.
    pub to_do_home_count: i32,
    /// The duties of all homes.
    pub totals: DutyCounts,
    /// The same for each duty, always in the same order.
    pub columns: Vec<DutyTotal>,
    /// The first last day among what is due; null where nothing is.
    #[schema(required)]
    pub next_date: Option<NaiveDate>,
    /// The facts that nobody has said.
    pub unknown_facts: Vec<UnknownFact>,
    /// The names of the first homes that have nothing to do, at most two.
    pub in_date_names: Vec<String>,
}

impl TryFrom<portfolio::ListHomeDutiesResponse> for HomeDutyPage {
    type Error = Problem;

    fn try_from(reply: portfolio::ListHomeDutiesResponse) -> Result<Self, Problem> {
        let homes = reply.homes.into_iter().map(TryInto::try_into);
        let columns = reply.columns.into_iter().map(TryInto::try_into);
        let facts = reply.unknown_facts.into_iter();
        // What a later service can ask for and this gateway does not know yet is left out.
        let facts = facts.filter_map(|unknown| {
            Some(UnknownFact {
                fact: HomeFact::from_number(unknown.fact)?,
                homes: unknown.home_count,
            })
        });
        Ok(Self {
            homes: homes.collect::<Result<_, _>>()?,
            next_page_token: text(reply.next_page_token),
            match_count: reply.match_count,
            home_count: reply.home_count,
            to_do_home_count: reply.to_do_home_count,
            totals: reply.totals.unwrap_or_default().into(),
            columns: columns.collect::<Result<_, _>>()?,
            next_date: date(reply.next_date)?,
            unknown_facts: facts.collect(),
            in_date_names: reply.in_date_names,
        })
    }
}

/// Of how many homes a fact was said.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnsweredHomes {
    /// Those that have it now.
    pub answered: i32,
    /// Those that are left, of which the same can be said with another key.
    pub remaining: i32,
}
