//! The copy that an organisation gets of its data: all of its viewings.

use lintel_db::export::{Key, Section};

/// The files of a copy, in their order.
pub const SECTIONS: &[Section] = &[Section {
    file: "viewings.json",
    from: "viewings",
    owner: "organisation_id",
    key: Key::Id("viewing_id"),
    columns: &[
        "viewing_id",
        "property_id",
        "home_name",
        "home_address",
        "home_postcode",
        "room_number",
        "viewer_name",
        "viewer_email",
        "viewer_phone",
        "viewing_date",
        "viewing_time",
        "starts_at",
        "status",
        "notes",
        "note_for_viewer",
        "host_user_id",
        "viewer_answer",
        "answered_at",
        "requested_date",
        "requested_time",
        "viewer_message",
        "notice_at",
        "home_left",
        "created_at",
        "updated_at",
        "version",
    ],
}];
