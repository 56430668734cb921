//! Acts that can be taken back, and that were.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::{Word, portfolio::v1 as portfolio, tenancy::v1 as tenancy};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    api::names::{FollowedMark, TakeBackBasis},
    rest::{
        convert::{date, instant, required, some, text},
        problem::Problem,
    },
};

/// The effects of taking an act back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeBackOutlook {
    /// The act that is taken back.
    #[schema(example = "The tenancy ends on 31 January 2027")]
    pub what: String,
    /// The day on which it was done; null where that is not known.
    #[schema(required)]
    pub since: Option<NaiveDate>,
    /// The effects of the act since, in order.
    pub followed: Vec<FollowedItem>,
    /// The step that has to be done first; null where the act can be taken back.
    #[schema(required)]
    pub obstacle: Option<TakeBackObstacle>,
    /// True where nothing followed, so that it can be undone without a reason.
    pub can_undo: bool,
    /// True where the caller has to say who agreed.
    pub asks_basis: bool,
    /// The outcome for each row of an import.
    pub rows: Vec<TakeBackRow>,
    /// The mail that says so, where that is wanted; null where the act mails nobody.
    #[schema(required)]
    pub mail: Option<TakeBackMail>,
}

/// The mail that tells tenants of an act that is taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeBackMail {
    /// The first of those who are told.
    pub tenant_id: i64,
    /// The text that they are told.
    #[schema(
        example = "“The tenancy ends on 31 January 2027” was noted before. That is taken back, and your tenancy goes on."
    )]
    pub note: String,
}

/// Something that followed from an act.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FollowedItem {
    /// The mark of its outcome: it is as before (back), stays, is corrected by an entry of its own, or goes.
    pub mark: FollowedMark,
    /// The effect that followed.
    #[schema(example = "Room 1 is free from 1 February 2027")]
    pub what: String,
    /// The outcome for it in words.
    #[schema(example = "It counts as let again")]
    pub then: String,
}

/// The obstacle to taking an act back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeBackObstacle {
    /// The step to do first.
    #[schema(example = "Take back the new tenancy of Grace Hopper first")]
    pub text: String,
    /// The tenant at whose page that is done; null for none.
    #[schema(required)]
    pub tenant_id: Option<i64>,
    /// The application at whose page that is done; null for none.
    #[schema(required)]
    pub application_id: Option<i64>,
    /// The property at whose page that is done; null for none.
    #[schema(required)]
    pub property_id: Option<i64>,
}

/// A row of an import that is taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeBackRow {
    /// The home, with the tenancy's first day.
    pub what: String,
    /// True where it stays.
    pub stays: bool,
    /// The reason why it stays; null where it goes.
    #[schema(required)]
    pub why: Option<String>,
}

/// An act that was taken back.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakenBack {
    /// Its id.
    pub id: i64,
    /// The act that was taken back: end, rent-change, deposit-return, waived-guarantor, waived-employer, tenant or
    /// import; of a portfolio sale, inspection or import.
    #[schema(example = "end")]
    pub act: String,
    /// The act in words.
    pub what: String,
    /// The reason why it was taken back.
    pub reason: String,
    /// The basis on which an end was taken back; null for other acts.
    #[schema(required)]
    pub basis: Option<TakeBackBasis>,
    /// The property that is back, or that an inspection is of; null for none.
    #[schema(required)]
    pub property_id: Option<i64>,
    /// The account that took it back.
    pub user_id: i64,
    /// The time at which it was taken back.
    pub taken_back_at: DateTime<Utc>,
    /// The outcome for each row of an import.
    pub rows: Vec<TakeBackRow>,
    /// The issues that an inspection found; null for none.
    #[schema(required)]
    pub issues_found: Option<String>,
    /// The work that an inspection asked for; null for none.
    #[schema(required)]
    pub action_required: Option<String>,
    /// The addresses of the photos and files that showed the issues of an inspection.
    pub media_urls: Vec<String>,
}

/// An act of a tenancy that was taken back just now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakenBackNow {
    /// The entry in the history.
    #[serde(flatten)]
    pub entry: TakenBack,
    /// True where a tenant was told by mail.
    pub emailed: bool,
}

macro_rules! shared {
    ($package:ident) => {
        impl TryFrom<$package::Followed> for FollowedItem {
            type Error = Problem;

            fn try_from(one: $package::Followed) -> Result<Self, Problem> {
                Ok(Self {
                    // Both packages spell the marks alike.
                    mark: required(FollowedMark::from_number(one.mark), "mark")?,
                    what: one.what,
                    then: one.then,
                })
            }
        }

        impl From<$package::TakeBackRow> for TakeBackRow {
            fn from(row: $package::TakeBackRow) -> Self {
                Self {
                    what: row.what,
                    stays: row.stays,
                    why: text(row.why),
                }
            }
        }
    };
}

shared!(tenancy);
shared!(portfolio);

impl TryFrom<tenancy::GetTakeBackResponse> for TakeBackOutlook {
    type Error = Problem;

    fn try_from(outlook: tenancy::GetTakeBackResponse) -> Result<Self, Problem> {
        let followed = outlook.followed.into_iter().map(TryInto::try_into);
        Ok(Self {
            what: outlook.what,
            since: date(outlook.since)?,
            followed: followed.collect::<Result<_, _>>()?,
            obstacle: outlook.obstacle.map(|obstacle| TakeBackObstacle {
                text: obstacle.text,
                tenant_id: some(obstacle.tenant_id),
                application_id: some(obstacle.application_id),
                property_id: None,
            }),
            can_undo: outlook.can_undo,
            asks_basis: outlook.asks_basis,
            rows: outlook.rows.into_iter().map(Into::into).collect(),
            mail: some(outlook.told_tenant_id).map(|tenant_id| TakeBackMail {
                tenant_id,
                note: outlook.mail_note,
            }),
        })
    }
}

impl TryFrom<portfolio::GetTakeBackResponse> for TakeBackOutlook {
    type Error = Problem;

    fn try_from(outlook: portfolio::GetTakeBackResponse) -> Result<Self, Problem> {
        let followed = outlook.followed.into_iter().map(TryInto::try_into);
        Ok(Self {
            what: outlook.what,
            since: date(outlook.since)?,
            followed: followed.collect::<Result<_, _>>()?,
            obstacle: outlook.obstacle.map(|obstacle| TakeBackObstacle {
                text: obstacle.text,
                tenant_id: None,
                application_id: None,
                property_id: some(obstacle.property_id),
            }),
            can_undo: outlook.can_undo,
            asks_basis: false,
            rows: outlook.rows.into_iter().map(Into::into).collect(),
            mail: None,
        })
    }
}

impl TryFrom<tenancy::TakenBack> for TakenBack {
    type Error = Problem;

    fn try_from(taken: tenancy::TakenBack) -> Result<Self, Problem> {
        Ok(Self {
            id: taken.taken_back_id,
            act: required(taken.act().text(), "act")?.to_owned(),
            basis: TakeBackBasis::from_number(taken.basis),
            what: taken.what,
            reason: taken.reason,
            property_id: None,
            user_id: taken.user_id,
            taken_back_at: required(instant(taken.take_back_time)?, "take_back_time")?,
            rows: taken.rows.into_iter().map(Into::into).collect(),
            issues_found: None,
            action_required: None,
            media_urls: Vec::new(),
        })
    }
}

impl TryFrom<portfolio::TakenBack> for TakenBack {
    type Error = Problem;

    fn try_from(taken: portfolio::TakenBack) -> Result<Self, Problem> {
        Ok(Self {
            id: taken.taken_back_id,
            act: required(taken.act().text(), "act")?.to_owned(),
            basis: None,
            what: taken.what,
            reason: taken.reason,
            property_id: some(taken.property_id),
            user_id: taken.user_id,
            taken_back_at: required(instant(taken.take_back_time)?, "take_back_time")?,
            rows: taken.rows.into_iter().map(Into::into).collect(),
            issues_found: text(taken.issues_found),
            action_required: text(taken.action_required),
            media_urls: taken.media_urls,
        })
    }
}
