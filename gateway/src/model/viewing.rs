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
use crate::problem::Problem;

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
