//! A row of viewings.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use lintel_db::StoreError;
use uuid::Uuid;

use crate::{
    domain::viewing::{Moment, Reply, ShownHome, Viewer, ViewerAnswer, Viewing, ViewingStatus},
    store::RowName,
};

pub(super) struct ViewingRow {
    pub(super) organisation_id: i64,
    pub(super) viewing_id: i64,
    pub(super) property_id: i64,
    pub(super) home_name: String,
    pub(super) home_address: String,
    pub(super) home_postcode: String,
    pub(super) room_number: Option<String>,
    pub(super) viewer_name: Option<String>,
    pub(super) viewer_email: Option<String>,
    pub(super) viewer_phone: Option<String>,
    pub(super) viewing_date: NaiveDate,
    pub(super) viewing_time: NaiveTime,
    pub(super) starts_at: DateTime<Utc>,
    pub(super) status: String,
    pub(super) notes: Option<String>,
    pub(super) note_for_viewer: Option<String>,
    pub(super) host_user_id: i64,
    pub(super) viewer_answer: Option<String>,
    pub(super) answered_at: Option<DateTime<Utc>>,
    pub(super) requested_date: Option<NaiveDate>,
    pub(super) requested_time: Option<NaiveTime>,
    pub(super) viewer_message: Option<String>,
    pub(super) notice_at: Option<DateTime<Utc>>,
    pub(super) calendar_uid: Uuid,
    pub(super) sequence: i32,
    pub(super) moves: i32,
    pub(super) remind_at: Option<DateTime<Utc>>,
    pub(super) token_nonce: Option<Vec<u8>>,
    pub(super) home_left: bool,
    pub(super) version: i64,
    pub(super) created_at: DateTime<Utc>,
    pub(super) updated_at: DateTime<Utc>,
}

impl TryFrom<ViewingRow> for Viewing {
    type Error = StoreError;

    fn try_from(row: ViewingRow) -> Result<Self, StoreError> {
        let name = RowName {
            table: "viewings",
            id: row.viewing_id,
        };
        let viewer = match row.viewer_name {
            Some(viewer) => Some(Viewer {
                name: viewer,
                email: name.known("viewer_email", row.viewer_email)?,
                phone: name.known("viewer_phone", row.viewer_phone)?,
            }),
            None => None,
        };
        let reply = match row.viewer_answer {
            Some(answer) => Some(Reply {
                answer: name.known("viewer_answer", ViewerAnswer::parse(&answer))?,
                at: name.known("answered_at", row.answered_at)?,
                wished: row.requested_date.zip(row.requested_time),
                message: row.viewer_message,
            }),
            None => None,
        };
        let nonce = row.token_nonce.map(|nonce| nonce.as_slice().try_into());
        let nonce = nonce.transpose().ok();
        Ok(Self {
            id: row.viewing_id.into(),
            organisation: row.organisation_id.into(),
            home: ShownHome {
                property: row.property_id.into(),
                name: row.home_name,
                address: row.home_address,
                postcode: row.home_postcode,
                room: row.room_number,
            },
            viewer,
            at: Moment {
                day: row.viewing_date,
                time: row.viewing_time,
                instant: row.starts_at,
            },
            status: name.known("status", ViewingStatus::parse(&row.status))?,
            notes: row.notes,
            note_for_viewer: row.note_for_viewer,
            host: row.host_user_id.into(),
            reply,
            notice_at: row.notice_at,
            calendar_uid: row.calendar_uid,
            sequence: row.sequence,
            moves: row.moves,
            remind_at: row.remind_at,
            token_nonce: name.known("token_nonce", nonce)?,
            home_left: row.home_left,
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        })
    }
}

/// Every column that a [`Viewing`] is read from; what follows the table is the caller's.
macro_rules! select_viewings {
    ($tail:literal, $($argument:expr),+ $(,)?) => {
        sqlx::query_as!(
            ViewingRow,
            "SELECT organisation_id, viewing_id, property_id, home_name, home_address, home_postcode, room_number, viewer_name,
                 viewer_email, viewer_phone, viewing_date, viewing_time, starts_at, status, notes, note_for_viewer, host_user_id, viewer_answer,
                 answered_at, requested_date, requested_time, viewer_message, notice_at, calendar_uid, sequence, moves, remind_at,
                 token_nonce, home_left, version, created_at, updated_at
             FROM viewings " + $tail,
            $($argument),+
        )
    };
}
pub(super) use select_viewings;
