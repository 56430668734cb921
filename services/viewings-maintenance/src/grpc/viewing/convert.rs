//! Conversions between the domain and the contract.

use lintel_core::{Error, InspectionId, Search, ViewingId, Violations};
use lintel_proto::{common, convert::timestamp, read::Reader, viewings::v1};

use crate::{
    app::viewing::{CheckedTime, SeenViewing, ViewerPage},
    contract::words,
    domain::{
        Inspection,
        viewing::{Reply, ReplyDraft, Viewer, ViewingDraft, ViewingFilter, ViewingSummary},
    },
};

/// Reads a viewing as typed.
pub fn draft(given: v1::Viewing) -> ViewingDraft {
    let mut reader = Reader::default();
    let day = reader.date("viewing_date", given.viewing_date);
    let time = reader.time("viewing_time", given.viewing_time);
    let status = reader.choice(
        "status",
        "Choose a status.",
        given.status,
        words::viewing_status,
    );
    ViewingDraft {
        unreadable: reader.unreadable,
        property: given.property_id,
        room: given.room_number,
        name: given.viewer_name,
        email: given.viewer_email,
        phone: given.viewer_phone,
        day,
        time,
        notes: given.notes,
        note_for_viewer: given.note_for_viewer,
        status,
    }
}

/// A time to look at, and what of it could not be read.
pub fn time(
    day: Option<common::v1::Date>,
    time: Option<common::v1::TimeOfDay>,
) -> (
    Option<chrono::NaiveDate>,
    Option<chrono::NaiveTime>,
    Violations,
) {
    let mut reader = Reader::default();
    let day = reader.date("viewing_date", day);
    let time = reader.time("viewing_time", time);
    (day, time, reader.unreadable)
}

/// Reads an answer as typed on the private page.
pub fn reply(given: v1::AnswerViewingRequest) -> ReplyDraft {
    let mut reader = Reader::default();
    let day = reader.date("requested_date", given.requested_date);
    let time = reader.time("requested_time", given.requested_time);
    let answer = reader.choice(
        "answer",
        "Choose confirm, cancel or request.",
        given.answer,
        words::viewer_answer,
    );
    ReplyDraft {
        unreadable: reader.unreadable,
        answer,
        day,
        time,
        message: given.message,
    }
}

/// Which viewings a list shows.
///
/// # Errors
/// `SEARCH_INVALID`.
pub fn filter(request: &v1::ListViewingsRequest) -> Result<ViewingFilter, Error> {
    let mut reader = Reader::default();
    let from = reader.date("from_date", request.from_date);
    let to = reader.date("to_date", request.to_date);
    let view = reader.choice(
        "view",
        "Choose upcoming, completed or cancelled.",
        request.view,
        words::viewing_view,
    );
    reader.unreadable.into_result("SEARCH_INVALID")?;
    Ok(ViewingFilter {
        view,
        property: Some(request.property_id)
            .filter(|property| *property != 0)
            .map(Into::into),
        from,
        to,
        search: Search::read(&request.search)?,
    })
}

/// A viewing as members see it.
pub fn viewing(seen: SeenViewing) -> v1::Viewing {
    let viewing = seen.viewing;
    let ends_at = viewing.ends_at();
    let Viewer { name, email, phone } = viewing.viewer.unwrap_or_else(nobody);
    let reply = viewing.reply.as_ref();
    let wished = reply.and_then(|reply| reply.wished);
    v1::Viewing {
        viewing_id: viewing.id.get(),
        property_id: viewing.home.property.get(),
        property_display_name: viewing.home.name,
        property_address: viewing.home.address,
        property_postcode: viewing.home.postcode,
        room_number: viewing.home.room,
        viewer_name: name,
        viewer_email: email,
        viewer_phone: phone,
        viewing_date: Some(viewing.at.day.into()),
        viewing_time: Some(viewing.at.time.into()),
        start_time: Some(timestamp(viewing.at.instant)),
        end_time: Some(timestamp(ends_at)),
        status: v1::ViewingStatus::from(viewing.status).into(),
        notes: viewing.notes.unwrap_or_default(),
        host_user_id: viewing.host.get(),
        viewer_answer: answer(reply).into(),
        answer_time: reply.map(|reply| timestamp(reply.at)),
        requested_date: wished.map(|(day, _)| day.into()),
        requested_time: wished.map(|(_, time)| time.into()),
        viewer_message: reply
            .and_then(|reply| reply.message.clone())
            .unwrap_or_default(),
        occupied: seen.occupied,
        notice_time: viewing.notice_at.map(timestamp),
        clash_viewing_ids: seen
            .clash_viewings
            .into_iter()
            .map(ViewingId::get)
            .collect(),
        clash_inspection_ids: seen
            .clash_inspections
            .into_iter()
            .map(InspectionId::get)
            .collect(),
        create_time: Some(timestamp(viewing.created_at)),
        update_time: Some(timestamp(viewing.updated_at)),
        version: viewing.version,
        home_left: viewing.home_left,
        note_for_viewer: viewing.note_for_viewer.unwrap_or_default(),
    }
}

/// A viewing as its viewer sees it.
pub fn page(page: ViewerPage) -> v1::ViewerPage {
    let viewing = page.viewing;
    let ends_at = viewing.ends_at();
    let reply = viewing.reply.as_ref();
    let wished = reply.and_then(|reply| reply.wished);
    v1::ViewerPage {
        organisation_name: page.organisation_name,
        property_address: viewing.home.address,
        property_postcode: viewing.home.postcode,
        room_number: viewing.home.room,
        viewer_name: viewing.viewer.map(|viewer| viewer.name).unwrap_or_default(),
        viewing_date: Some(viewing.at.day.into()),
        viewing_time: Some(viewing.at.time.into()),
        start_time: Some(timestamp(viewing.at.instant)),
        end_time: Some(timestamp(ends_at)),
        status: v1::ViewingStatus::from(viewing.status).into(),
        viewer_answer: answer(reply).into(),
        requested_date: wished.map(|(day, _)| day.into()),
        requested_time: wished.map(|(_, time)| time.into()),
        calendar: page.calendar,
        organisation_id: page.organisation.get(),
        note: viewing.note_for_viewer.unwrap_or_default(),
    }
}

/// The figures of the cards and tabs.
pub fn summary(figures: ViewingSummary) -> v1::GetViewingSummaryResponse {
    v1::GetViewingSummaryResponse {
        upcoming: figures.upcoming,
        completed: figures.completed,
        cancelled: figures.cancelled,
        total: figures.total(),
        today: figures.today,
        success_rate_percent: figures.success_rate_percent(),
    }
}

/// Converts the appointments that a time overlaps.
pub fn checked(checked: CheckedTime) -> v1::CheckViewingTimeResponse {
    v1::CheckViewingTimeResponse {
        viewings: checked.viewings.into_iter().map(viewing).collect(),
        inspections: checked.inspections.into_iter().map(inspection).collect(),
        occupied: checked.occupied,
        short_notice: checked.short_notice,
    }
}

fn inspection(inspection: Inspection) -> v1::InspectionClash {
    v1::InspectionClash {
        inspection_id: inspection.id.get(),
        property_display_name: inspection.property_name,
        inspection_date: Some(inspection.day.into()),
        inspection_time: Some(inspection.time.into()),
    }
}

fn answer(reply: Option<&Reply>) -> v1::ViewerAnswer {
    reply.map_or(v1::ViewerAnswer::Unspecified, |reply| reply.answer.into())
}

const fn nobody() -> Viewer {
    Viewer {
        name: String::new(),
        email: String::new(),
        phone: String::new(),
    }
}
