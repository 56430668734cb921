//! The calendar file of a job, for its contractor to keep.

use icalendar::EventStatus;
use sha2::{Digest as _, Sha256};

use super::{Job, JobState};
use crate::domain::{
    calendar::{self, Entry},
    maintenance::MaintenanceRequest,
};

/// The contents of the file besides the job.
#[derive(Debug, Clone, Copy)]
pub struct JobCalendar<'a> {
    /// The organiser's name; may be empty.
    pub organiser_name: &'a str,
    /// The address that the installation's mails come from.
    pub organiser_email: &'a str,
    /// The job's page.
    pub link: &'a str,
}

impl JobCalendar<'_> {
    /// The file of an agreed time; empty before.
    #[must_use]
    pub fn file(&self, request: &MaintenanceRequest, job: &Job) -> Vec<u8> {
        let Some(time) = job.agreed else {
            return Vec::new();
        };
        let (Some(starts_at), Some(ends_at)) = (time.starts_at(), time.ends_at()) else {
            return Vec::new();
        };
        let location = match &request.room_number {
            Some(room) => format!("Room {room}, {}", request.property_address),
            None => request.property_address.clone(),
        };
        calendar::file(&Entry {
            uid: uid(&job.token_hash),
            sequence: job.sequence,
            written_at: job.answered_at.unwrap_or(job.offered_at),
            starts_at,
            ends_at,
            status: match job.state {
                JobState::CalledOff | JobState::Declined => EventStatus::Cancelled,
                _ => EventStatus::Confirmed,
            },
            method: "PUBLISH",
            product: "-//Lintel//Jobs//EN",
            summary: &format!("{}: {}", request.title, request.property_address),
            location: &location,
            description: &format!("Photos, who to ring and how to get in: {}", self.link),
            link: Some(self.link),
            organiser_name: self.organiser_name,
            organiser_email: self.organiser_email,
        })
    }
}

/// Names the entry: mails and page make it of the hash of their token, from which nobody gets back to the token.
fn uid(token_hash: &[u8; 32]) -> String {
    let hash = Sha256::digest(token_hash);
    let hex = hash.iter().take(16).map(|byte| format!("{byte:02x}"));
    format!("{}@lintel", hex.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            super::request::tests::request,
            tests::{job, time},
        },
        *,
    };

    #[test]
    fn an_agreed_time_becomes_an_entry_with_the_page() {
        let calendar = JobCalendar {
            organiser_name: "Okafor Lettings",
            organiser_email: "no-reply@example.com",
            link: "https://lintel.example/job/a",
        };
        let mut request = request("2026-11-25T10:00:00Z");
        request.room_number = Some("3".to_owned());
        let mut job = job(JobState::Accepted);
        job.agreed = Some(time("2026-07-03", "09:30:00", "11:30:00"));
        job.sequence = 2;
        let file = calendar.file(&request, &job);
        let text = String::from_utf8_lossy(&file).replace("\r\n ", "");
        for line in [
            "METHOD:PUBLISH",
            "UID:75877bb41d393b5fb8455ce60ecd8dda@lintel",
            "SEQUENCE:2",
            "DTSTART:20260703T083000Z",
            "DTEND:20260703T103000Z",
            "STATUS:CONFIRMED",
            "LOCATION:Room 3\\, 1 High Street\\, Leeds\\, LS1 4AB",
            "URL:https://lintel.example/job/a",
        ] {
            assert!(text.lines().any(|one| one == line), "{line} in {text}");
        }
        job.agreed = None;
        assert!(calendar.file(&request, &job).is_empty());
    }
}
