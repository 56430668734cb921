//! Phrases about what is taken back.

/// A day as people write it: 1 May 2027.
pub(super) fn spelt_out(day: chrono::NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// "1 home" or "3 homes".
pub(super) fn homes(count: usize) -> String {
    if count == 1 {
        "1 home".to_owned()
    } else {
        format!("{count} homes")
    }
}
