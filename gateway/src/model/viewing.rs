//! Viewings of homes.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_proto::viewings::v1 as viewings;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    convert::{date, instant, required, text, time},
    landlord_contact::LandlordContact,
    names::{ViewerAnswer, ViewingStatus},
};
use crate::{problem::Problem, rest::InspectionClash};

/// The home that is viewed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewedProperty {
    /// What the landlord calls it.
    #[schema(example = "The Old Bakery")]
    pub name: String,
    /// Where it is.
    pub address: String,
    /// Its postcode.
    #[schema(example = "BS4 2AD")]
    pub postcode: String,
}

/// A viewing of a home. It takes 30 minutes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Viewing {
    /// Its id.
    #[schema(example = 12)]
    pub id: i64,
    /// How it stands.
    pub status: ViewingStatus,
    /// The property's id.
    #[schema(example = 42)]
    pub property_id: i64,
    /// The property.
    pub property: ViewedProperty,
    /// The room of a shared house; null for the whole home.
    #[schema(required, example = "2")]
    pub room_number: Option<String>,
    /// Who comes; empty once that person's details were erased.
    #[schema(example = "Noah Petrov")]
    pub viewer_name: String,
    /// Their phone.
    #[schema(example = "07700 900512")]
    pub viewer_phone: String,
    /// Their address for mails.
    #[schema(example = "noah@example.com")]
    pub viewer_email: String,
    /// The day.
    pub viewing_date: NaiveDate,
    /// When it begins, on the clock of Europe/London.
    #[schema(example = "10:00", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub viewing_time: String,
    /// The same as an instant.
    pub starts_at: DateTime<Utc>,
    /// 30 minutes later.
    pub ends_at: DateTime<Utc>,
    /// The landlord's notes; null where nothing.
    #[schema(required)]
    pub notes: Option<String>,
    /// What the viewer is told beside the time; null where nothing.
    #[schema(required, example = "Meet me at the side gate.")]
    pub note_for_viewer: Option<String>,
    /// Who shows the home.
    pub host_user_id: i64,
    /// What the viewer answered last; null for nothing, and after a new time.
    #[schema(required)]
    pub viewer_answer: Option<ViewerAnswer>,
    /// When the viewer answered; null for never.
    #[schema(required)]
    pub answered_at: Option<DateTime<Utc>>,
    /// The day that the viewer asks for instead; null where none.
    #[schema(required)]
    pub requested_date: Option<NaiveDate>,
    /// The time that the viewer asks for instead; null where none.
    #[schema(required, example = "14:30", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub requested_time: Option<String>,
    /// What the viewer wrote; null where nothing.
    #[schema(required)]
    pub viewer_message: Option<String>,
    /// Whether somebody lives there, who gets 24 hours' written notice.
    pub occupied: bool,
    /// When who lives there was given notice of the time as it is now; null until then.
    #[schema(required)]
    pub notice_at: Option<DateTime<Utc>>,
    /// Other viewings of the same home or the same host, neither done nor cancelled, that overlap.
    #[schema(example = json!([13]))]
    pub clashes: Vec<i64>,
    /// Scheduled inspections of the organisation within the same hour.
    #[schema(example = json!([]))]
    pub inspection_clashes: Vec<i64>,
    /// Whether Lintel called it off because the property left the portfolio.
    pub home_left: bool,
    /// When it was booked.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Grows by one with every change; also the `ETag`.
    pub version: i64,
}

impl TryFrom<viewings::Viewing> for Viewing {
    type Error = Problem;

    fn try_from(viewing: viewings::Viewing) -> Result<Self, Problem> {
        let status = ViewingStatus::from_number(viewing.status);
        Ok(Self {
            id: viewing.viewing_id,
            status: required(status, "status")?,
            property_id: viewing.property_id,
            property: ViewedProperty {
                name: viewing.property_display_name,
                address: viewing.property_address,
                postcode: viewing.property_postcode,
            },
            room_number: viewing.room_number,
            viewer_name: viewing.viewer_name,
            viewer_phone: viewing.viewer_phone,
            viewer_email: viewing.viewer_email,
            viewing_date: required(date(viewing.viewing_date)?, "viewing_date")?,
            viewing_time: required(time(viewing.viewing_time)?, "viewing_time")?,
            starts_at: required(instant(viewing.start_time)?, "start_time")?,
            ends_at: required(instant(viewing.end_time)?, "end_time")?,
            notes: text(viewing.notes),
            note_for_viewer: text(viewing.note_for_viewer),
            host_user_id: viewing.host_user_id,
            viewer_answer: ViewerAnswer::from_number(viewing.viewer_answer),
            answered_at: instant(viewing.answer_time)?,
            requested_date: date(viewing.requested_date)?,
            requested_time: time(viewing.requested_time)?,
            viewer_message: text(viewing.viewer_message),
            occupied: viewing.occupied,
            notice_at: instant(viewing.notice_time)?,
            clashes: viewing.clash_viewing_ids,
            inspection_clashes: viewing.clash_inspection_ids,
            created_at: required(instant(viewing.create_time)?, "create_time")?,
            updated_at: required(instant(viewing.update_time)?, "update_time")?,
            home_left: viewing.home_left,
            version: viewing.version,
        })
    }
}

/// What a viewing at a time would overlap.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewingClashes {
    /// Viewings of the same home or the same host.
    pub viewings: Vec<Viewing>,
    /// Inspections of the organisation.
    pub inspections: Vec<InspectionClash>,
    /// Whether somebody lives there.
    pub occupied: bool,
    /// Whether who lives there would get less than 24 hours' notice.
    pub short_notice: bool,
}

impl TryFrom<viewings::CheckViewingTimeResponse> for ViewingClashes {
    type Error = Problem;

    fn try_from(clashes: viewings::CheckViewingTimeResponse) -> Result<Self, Problem> {
        let viewings = clashes.viewings.into_iter().map(Viewing::try_from);
        let inspections = clashes.inspections.into_iter();
        Ok(Self {
            viewings: viewings.collect::<Result<_, _>>()?,
            inspections: inspections
                .map(InspectionClash::try_from)
                .collect::<Result<_, _>>()?,
            occupied: clashes.occupied,
            short_notice: clashes.short_notice,
        })
    }
}

/// A viewing as its viewer may see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewerPage {
    /// Who shows the home.
    #[schema(example = "Ada Lovelace's portfolio")]
    pub organisation_name: String,
    /// Where it is.
    pub property_address: String,
    /// The postcode.
    #[schema(example = "BS4 2AD")]
    pub property_postcode: String,
    /// The room; null for the whole home.
    #[schema(required)]
    pub room_number: Option<String>,
    /// Who comes.
    #[schema(example = "Noah Petrov")]
    pub viewer_name: String,
    /// The day.
    pub viewing_date: NaiveDate,
    /// When it begins, on the clock of Europe/London.
    #[schema(example = "10:00", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub viewing_time: String,
    /// The same as an instant.
    pub starts_at: DateTime<Utc>,
    /// 30 minutes later.
    pub ends_at: DateTime<Utc>,
    /// How it stands.
    pub status: ViewingStatus,
    /// What was answered last; null for nothing.
    #[schema(required)]
    pub viewer_answer: Option<ViewerAnswer>,
    /// The day that was asked for; null for none.
    #[schema(required)]
    pub requested_date: Option<NaiveDate>,
    /// The time that was asked for; null for none.
    #[schema(required, example = "14:30", pattern = "^[0-9]{2}:[0-9]{2}$")]
    pub requested_time: Option<String>,
    /// What the viewer is told beside the time; null where nothing.
    #[schema(required, example = "Meet me at the side gate.")]
    pub note: Option<String>,
    /// How to reach whoever lets the home; null while that is not known.
    #[schema(required)]
    pub landlord: Option<LandlordContact>,
}

impl TryFrom<viewings::ViewerPage> for ViewerPage {
    type Error = Problem;

    fn try_from(page: viewings::ViewerPage) -> Result<Self, Problem> {
        let status = ViewingStatus::from_number(page.status);
        Ok(Self {
            organisation_name: page.organisation_name,
            property_address: page.property_address,
            property_postcode: page.property_postcode,
            room_number: page.room_number,
            viewer_name: page.viewer_name,
            viewing_date: required(date(page.viewing_date)?, "viewing_date")?,
            viewing_time: required(time(page.viewing_time)?, "viewing_time")?,
            starts_at: required(instant(page.start_time)?, "start_time")?,
            ends_at: required(instant(page.end_time)?, "end_time")?,
            status: required(status, "status")?,
            viewer_answer: ViewerAnswer::from_number(page.viewer_answer),
            requested_date: date(page.requested_date)?,
            requested_time: time(page.requested_time)?,
            note: text(page.note),
            landlord: None,
        })
    }
}
