//! The common words of mails about homes: one layout, and the names of addresses and people.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Europe::London;
use lintel_core::Money;

/// The words of one mail around its link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// The subject.
    pub subject: String,
    /// The heading.
    pub title: &'static str,
    /// The preview that a mail client shows beside the subject.
    pub preview: &'static str,
    /// The paragraphs.
    pub paragraphs: Vec<String>,
    /// The things asked for or fixed, one a line.
    pub items: Vec<String>,
    /// The quoted text, with the words that lead to it.
    pub quote: Option<(&'static str, String)>,
    /// The label of the button.
    pub action: &'static str,
    /// The note about the link.
    pub after: String,
    /// A further note, besides why the reader gets it; may be empty.
    pub reason: String,
}

/// Returns the landlord's name for the middle of a sentence.
pub fn landlord(organisation: Option<&str>) -> String {
    organisation.unwrap_or("the landlord").to_owned()
}

/// Where the home is, in the middle of a sentence.
pub fn home(address: Option<&str>) -> String {
    address.unwrap_or("a home").to_owned()
}

/// A subject: what it is about, and which home, if that is known.
pub fn about(title: &str, home: Option<&str>) -> String {
    home.map_or_else(|| title.to_owned(), |home| format!("{title}: {home}"))
}

/// `words` as a sentence begins.
pub fn begun(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), chars.as_str())
}

/// "27 November at 10:00", in London.
pub fn short_time(instant: DateTime<Utc>) -> String {
    instant
        .with_timezone(&London)
        .format("%-d %B at %H:%M")
        .to_string()
}

/// "Friday 27 November 2026, 10:00 to 10:30 (UK time)".
pub fn slot(start: DateTime<Utc>, end: DateTime<Utc>) -> String {
    let (start, end) = (start.with_timezone(&London), end.with_timezone(&London));
    format!(
        "{} to {} (UK time)",
        start.format("%A %-d %B %Y, %H:%M"),
        end.format("%H:%M")
    )
}

/// "3 July 2026".
pub fn day(day: NaiveDate) -> String {
    day.format("%-d %B %Y").to_string()
}

/// "£1,250", or "£1,250.50" where there are pence.
pub fn pounds(money: Money) -> String {
    let minor = money.minor().unsigned_abs();
    let digits = (minor / 100).to_string();
    let mut whole = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            whole.push(',');
        }
        whole.push(digit);
    }
    let sign = if money.is_negative() { "−" } else { "" };
    match minor % 100 {
        0 => format!("{sign}£{whole}"),
        pence => format!("{sign}£{whole}.{pence:02}"),
    }
}

#[cfg(test)]
pub fn assert_reads_well(words: &Words, name: &str) {
    for text in [
        words.subject.as_str(),
        &words.after,
        words.title,
        words.preview,
    ] {
        assert!(!text.is_empty(), "{name}");
    }
    assert!(!words.paragraphs.is_empty(), "{name}");
    for paragraph in &words.paragraphs {
        assert!(
            paragraph.starts_with(|c: char| c.is_uppercase() || c == '“'),
            "{paragraph}"
        );
        assert!(!paragraph.contains("  "), "{paragraph}");
    }
}

/// "20 November 2026 at 09:08", in London time.
pub fn london_time(instant: DateTime<Utc>) -> String {
    instant
        .with_timezone(&London)
        .format("%-d %B %Y at %H:%M")
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rents_read_as_people_write_them() {
        for (pence, text) in [
            (5, "£0.05"),
            (95_000, "£950"),
            (125_050, "£1,250.50"),
            (123_456_700, "£1,234,567"),
        ] {
            assert_eq!(pounds(Money::gbp(pence)), text);
        }
    }

    #[test]
    fn times_are_those_of_london() {
        let start = DateTime::UNIX_EPOCH + chrono::TimeDelta::days(20_637);
        assert_eq!(
            slot(start, start + chrono::TimeDelta::minutes(30)),
            "Friday 3 July 2026, 01:00 to 01:30 (UK time)"
        );
    }
}
