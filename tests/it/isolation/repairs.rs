//! The rows of a landlord's viewings and repairs: a viewing, a request with a photo and a cost, a contractor.

use lintel_core::{SystemClock, london_today};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Caller, created, lettings::file_form};

/// The rows, by their ids.
#[derive(Debug, Clone)]
pub(crate) struct Repairs {
    pub(crate) viewing: String,
    pub(crate) request: String,
    pub(crate) attachment: String,
    pub(crate) cost: String,
    pub(crate) contractor: String,
}

impl Caller {
    /// Books a viewing of the property `home`, and has something repaired in it. Nobody lives there: who does is known by an event,
    /// and what is read would change when it comes.
    pub(crate) async fn have_repaired(&self, home: &str) -> anyhow::Result<Repairs> {
        let day = london_today(&SystemClock) + chrono::Days::new(30);
        let viewing = json!({"propertyId": home, "viewerName": "Noah Petrov", "viewerEmail": "noah@example.com",
            "viewerPhone": "07700 900512", "viewingDate": day.to_string(), "viewingTime": "10:00"});
        let viewing = self.once_known("/api/property-viewings", &viewing).await?;
        let contractor = json!({"name": "Brightwater Plumbing", "trade": "Plumber", "phone": "0114 496 0118",
                "email": "brightwater@example.com"});
        let request = json!({"propertyId": home, "title": "Tap drips", "description": "Once a second.",
            "category": "Plumbing & leaks"});
        let requests = "/api/maintenance-requests";
        let request = id(&self.once_known(requests, &request).await?);
        let path = format!("{requests}/{request}");
        let photo = file_form("kind", "photo")?;
        let photo = self
            .send_form(&format!("{path}/attachments"), photo)
            .await?;
        let visit = json!({"visitDate": day.to_string(), "startTime": "09:00", "endTime": "11:00"});
        let visit = self
            .send(&Method::PUT, &format!("{path}/visit"), Some(&visit))
            .await?;
        visit.error_for_status()?;
        let cost = json!({"description": "Cartridge", "amount": "24.60", "date": "2026-06-01"});
        let cost = self
            .send(&Method::POST, &format!("{path}/costs"), Some(&cost))
            .await?;
        let contractor = self.add("/api/contractors", &contractor).await?;
        let named = json!({"contractorId": contractor.parse::<i64>()?});
        let named = self.send(&Method::PATCH, &path, Some(&named)).await?;
        named.error_for_status()?;
        let job = json!({"costLimit": "250", "access": "Ring twice", "keyCode": "4711"});
        let job = self
            .send(&Method::POST, &format!("{path}/job"), Some(&job))
            .await?;
        job.error_for_status()?;
        Ok(Repairs {
            viewing: id(&viewing),
            request,
            attachment: id(&created(photo).await?),
            cost: id(&created(cost).await?),
            contractor,
        })
    }
}

fn id(row: &Value) -> String {
    row["id"].to_string()
}
