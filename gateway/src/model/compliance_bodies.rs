//! The bodies that clients send about certificates and inspections, for the contract's description.
#![expect(
    dead_code,
    reason = "described here, read field by field so that every unreadable one is named at once"
)]

use chrono::{DateTime, NaiveDate, Utc};
use utoipa::ToSchema;

use super::names::CertificateType;

/// A certificate to add. Unknown and server-owned fields are ignored; absent, null and empty are the same.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CertificateBody {
    /// The property.
    #[schema(minimum = 1)]
    pub property_id: i64,
    /// What it attests.
    pub certificate_type: CertificateType,
    /// When it was issued, not in the future.
    pub issue_date: Option<NaiveDate>,
    /// The last day on which it is valid; where absent, the type's usual validity counts from issueDate.
    pub expiry_date: Option<NaiveDate>,
    /// The document, as `/api/upload?kind=document` answered it.
    #[schema(example = "/api/files/0197a0f2-1111-7000-8000-000000000001")]
    pub certificate_url: Option<String>,
    /// Up to 4,000 characters.
    #[schema(max_length = 4000)]
    pub notes: Option<String>,
}

/// A certificate to change, whole or in part: what is absent stays, null empties. A null expiryDate becomes that of the type's
/// usual validity. Unknown and server-owned fields are ignored; a certificate stays with its property.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CertificateChangeBody {
    /// What it attests.
    pub certificate_type: Option<CertificateType>,
    /// When it was issued, not in the future.
    pub issue_date: Option<NaiveDate>,
    /// The last day on which it is valid.
    pub expiry_date: Option<NaiveDate>,
    /// The document, as `/api/upload?kind=document` answered it.
    pub certificate_url: Option<String>,
    /// Up to 4,000 characters.
    #[schema(max_length = 4000)]
    pub notes: Option<String>,
}

/// The certificate that follows one.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct CertificateRenewalBody {
    /// When the new one was issued, not in the future.
    pub issue_date: NaiveDate,
    /// The last day of the new one; where absent, the type's usual validity counts from issueDate, and a gas safety check within
    /// the last two months of the old record keeps that record's day.
    pub expiry_date: Option<NaiveDate>,
    /// The new document, as `/api/upload?kind=document` answered it.
    pub certificate_url: Option<String>,
    /// Notes of the new one, up to 4,000 characters.
    #[schema(max_length = 4000)]
    pub notes: Option<String>,
}

/// An inspection to plan. Unknown and server-owned fields are ignored; absent, null and empty are the same.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct InspectionBody {
    /// The property.
    #[schema(minimum = 1)]
    pub property_id: i64,
    /// The day; a past one is overdue from the start.
    pub inspection_date: NaiveDate,
    /// The time on the clock of Europe/London; 10:00 where absent.
    #[schema(example = "10:00", pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub inspection_time: Option<String>,
    /// Up to 4,000 characters.
    #[schema(max_length = 4000)]
    pub notes: Option<String>,
}

/// An inspection to move, or its notes to change: what is absent stays, null empties. Unknown and server-owned fields are
/// ignored; an inspection stays with its property.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct InspectionChangeBody {
    /// The day.
    pub inspection_date: Option<NaiveDate>,
    /// The time on the clock of Europe/London; 10:00 where null.
    #[schema(example = "10:00", pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub inspection_time: Option<String>,
    /// Up to 4,000 characters.
    #[schema(max_length = 4000)]
    pub notes: Option<String>,
}

/// What an inspection showed.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct InspectionOutcomeBody {
    /// Up to 4,000 characters; those that there are stay where absent.
    #[schema(max_length = 4000)]
    pub notes: Option<String>,
    /// What was found, up to 4,000 characters.
    #[schema(max_length = 4000)]
    pub issues_found: Option<String>,
    /// What is to be done about it, up to 4,000 characters.
    #[schema(max_length = 4000)]
    pub action_required: Option<String>,
    /// Photos and documents as `/api/upload` answered them; also one address, or a list as JSON text.
    #[schema(max_items = 20, example = json!(["/api/files/0197a0f2-1111-7000-8000-000000000001"]))]
    pub media_files: Option<Vec<String>>,
    /// When it was done, not in the future; now where absent.
    pub completed_at: Option<DateTime<Utc>>,
}

/// Inspections to book, all of them or none.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ScheduleBody {
    /// Each inspection once, no two at the same moment, none in the past.
    #[schema(min_items = 1, max_items = 200)]
    pub bookings: Vec<InspectionBookingBody>,
}

/// A day and a time for an inspection.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct InspectionBookingBody {
    /// The inspection.
    #[schema(minimum = 1)]
    pub inspection_id: i64,
    /// The day, today or later.
    pub inspection_date: NaiveDate,
    /// The time on the clock of Europe/London; 10:00 where absent.
    #[schema(example = "10:00", pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub inspection_time: Option<String>,
}

/// How the inspections of a property are to schedule themselves; what is absent is as it is unless set.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct InspectionSettingsBody {
    /// Months from one inspection to the next: 3, 6 or 12; 6 where absent.
    #[schema(example = 6)]
    pub frequency_months: Option<i32>,
    /// How many days before an inspection it is reminded of: 7, 14 or 30; 7 where absent.
    #[schema(example = 7)]
    pub reminder_days: Option<i32>,
    /// Whether the next one is scheduled by itself; true where absent.
    pub auto_schedule: Option<bool>,
}
