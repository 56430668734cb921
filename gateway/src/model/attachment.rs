//! Files of maintenance requests.

/// Where the bytes of a file of a request are.
pub(super) fn address(request: i64, attachment: i64) -> String {
    format!("/api/maintenance-requests/{request}/attachments/{attachment}/content")
}
