//! A calendar file that goes with a mail, made by another service.

use super::contents_error::ContentsError;

/// Longer files are no single entry of a calendar.
const LARGEST: usize = 64 * 1024;

lintel_core::spelt! {
    /// The method by which a calendar takes it (RFC 5546).
    CalendarMethod {
        /// Add or change the entry.
        Request = "REQUEST",
        /// Take the entry away.
        Cancel = "CANCEL",
        /// Show the entry.
        Publish = "PUBLISH",
    }
}

/// A calendar file (RFC 5545) and what is to be done with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarFile {
    /// Its method.
    pub method: CalendarMethod,
    /// The file.
    pub text: String,
}

impl CalendarFile {
    /// Takes what a mail has; `None` where there is no file.
    ///
    /// # Errors
    /// [`ContentsError::Calendar`] for one that is none, or whose method is not the mail's: calendars go by the file, mail clients
    /// by the header.
    pub fn read(file: &[u8], method: &str) -> Result<Option<Self>, ContentsError> {
        if file.is_empty() {
            return Ok(None);
        }
        let method = CalendarMethod::parse(method).ok_or(ContentsError::Calendar)?;
        let text = std::str::from_utf8(file).map_err(|_| ContentsError::Calendar)?;
        let named = format!("METHOD:{}", method.as_str());
        let whole = text.starts_with("BEGIN:VCALENDAR")
            && text.trim_end().ends_with("END:VCALENDAR")
            && text.lines().any(|line| line.trim_end() == named);
        if text.len() > LARGEST || !whole {
            return Err(ContentsError::Calendar);
        }
        Ok(Some(Self {
            method,
            text: text.to_owned(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_one_whole_calendar_with_the_method_of_its_mail() {
        let file = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n";
        let read = CalendarFile::read(file, "REQUEST");
        assert!(read.is_ok_and(|file| file.is_some()));
        assert_eq!(CalendarFile::read(b"", ""), Ok(None));
        for (file, method) in [
            (file.as_slice(), "CANCEL"),
            (file.as_slice(), "REPLY"),
            (&file[..40], "REQUEST"),
            (b"\xff", "REQUEST"),
        ] {
            let refused = CalendarFile::read(file, method);
            assert_eq!(refused, Err(ContentsError::Calendar));
        }
    }
}
