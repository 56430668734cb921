//! Inspections as callers say and are told them.

use chrono::NaiveDate;
use lintel_core::{Error, PropertyId, UserId, Violations};
use lintel_proto::{
    convert::{instant, timestamp},
    portfolio::v1,
    read::Reader,
};

use super::{certificate, duty};
use crate::{
    app::ComplianceSummary,
    contract::words,
    domain::{
        Appointment, BookingDraft, Inspection, InspectionDraft, InspectionSettings, InspectionView,
        MOST_BOOKINGS, OutcomeDraft,
    },
};

/// Reads the fields of an open inspection; output-only fields are ignored.
pub fn inspection_draft(inspection: v1::Inspection) -> InspectionDraft {
    let mut read = Reader::default();
    InspectionDraft {
        date: read.date("inspection_date", inspection.inspection_date),
        time: read.time("inspection_time", inspection.inspection_time),
        notes: inspection.notes,
        unreadable: read.unreadable,
    }
}

/// Reads what came of an inspection.
pub fn outcome_draft(request: v1::CompleteInspectionRequest) -> OutcomeDraft {
    let mut unreadable = Violations::default();
    let completed_at = request.complete_time.map(|time| {
        let moment = instant(&time).ok_or("Enter a moment that exists.");
        unreadable.take("complete_time", moment)
    });
    OutcomeDraft {
        notes: request.notes,
        issues_found: request.issues_found,
        nothing_found: request.nothing_found,
        action_required: request.action_required,
        media: request.media_urls,
        completed_at: completed_at.flatten(),
        unreadable,
    }
}

/// Reads inspections to book, and notes the fields that cannot be read.
pub fn booking_drafts(bookings: Vec<v1::InspectionBooking>) -> (Vec<BookingDraft>, Violations) {
    let mut read = Reader::default();
    // One more than the limit is enough for a refusal.
    let bookings = bookings.into_iter().take(MOST_BOOKINGS + 1).enumerate();
    let drafts = bookings.map(|(index, booking)| BookingDraft {
        inspection: booking.inspection_id.into(),
        date: read.date(
            &format!("bookings[{index}].inspection_date"),
            booking.inspection_date,
        ),
        time: read.time(
            &format!("bookings[{index}].inspection_time"),
            booking.inspection_time,
        ),
    });
    let drafts = drafts.collect();
    (drafts, read.unreadable)
}

/// Reads what a list is narrowed to.
///
/// # Errors
/// `FILTER_INVALID` for a view that this server does not know.
pub fn view(number: i32) -> Result<Option<InspectionView>, Error> {
    v1::InspectionView::try_from(number)
        .map(words::inspection_view)
        .map_err(|_| {
            Error::field(
                "FILTER_INVALID",
                "view",
                "Choose which inspections to list.",
            )
        })
}

/// Reads a property's settings.
///
/// # Errors
/// `INSPECTION_SETTINGS_INVALID` with every offending field.
pub fn settings(given: &v1::InspectionSettings) -> Result<InspectionSettings, Error> {
    InspectionSettings::try_new(
        given.frequency_months,
        given.reminder_days,
        given.auto_schedule,
    )
}

/// A property's settings at a version.
///
/// # Errors
/// Cannot happen: the numbers are small.
pub fn settings_reply(
    property: PropertyId,
    settings: InspectionSettings,
    version: i64,
) -> Result<v1::InspectionSettings, Error> {
    let number = |value: u32| i32::try_from(value).map_err(Error::internal);
    Ok(v1::InspectionSettings {
        property_id: property.get(),
        frequency_months: Some(number(settings.frequency_months)?),
        reminder_days: Some(number(settings.reminder_days)?),
        auto_schedule: Some(settings.auto_schedule),
        version,
    })
}

/// An inspection as it stands on `today`.
///
/// # Errors
/// [`Error::Internal`] when its days cannot be counted; this cannot happen in the years that an inspection may have.
pub fn inspection(inspection: Inspection, today: NaiveDate) -> Result<v1::Inspection, Error> {
    let overdue_days = inspection.overdue_days(today).map(i32::try_from);
    let findings = inspection.findings;
    Ok(v1::Inspection {
        inspection_id: inspection.id.get(),
        property_id: inspection.property.id.get(),
        property_display_name: inspection.property.name,
        property_address: inspection.property.address,
        inspection_date: Some(inspection.appointment.date.into()),
        inspection_time: Some(inspection.appointment.time.into()),
        status: v1::InspectionStatus::from(inspection.status).into(),
        notes: inspection.notes.unwrap_or_default(),
        issues_found: findings.issues_found.unwrap_or_default(),
        action_required: findings.action_required.unwrap_or_default(),
        media_urls: findings.media.into_iter().map(String::from).collect(),
        complete_time: inspection.completed_at.map(timestamp),
        overdue_days: overdue_days.transpose().map_err(Error::internal)?,
        automatic: inspection.automatic,
        changed_by_user_id: inspection.changed_by.map_or(0, UserId::get),
        create_time: Some(timestamp(inspection.created_at)),
        update_time: Some(timestamp(inspection.updated_at)),
        version: inspection.version,
    })
}

/// Several inspections as they stand on `today`.
///
/// # Errors
/// As [`inspection`].
pub fn inspections(rows: Vec<Inspection>, today: NaiveDate) -> Result<Vec<v1::Inspection>, Error> {
    rows.into_iter().map(|row| inspection(row, today)).collect()
}

/// An overdue inspection, and when it could be done instead.
///
/// # Errors
/// As [`inspection`].
pub fn proposal(
    (overdue, proposed): (Inspection, Appointment),
    today: NaiveDate,
) -> Result<v1::InspectionProposal, Error> {
    Ok(v1::InspectionProposal {
        inspection: Some(inspection(overdue, today)?),
        inspection_date: Some(proposed.date.into()),
        inspection_time: Some(proposed.time.into()),
    })
}

/// Converts the dashboard's figures.
///
/// # Errors
/// As [`inspection`]; [`Error::Internal`] for more rows than the contract can count.
pub fn summary(
    summary: ComplianceSummary,
    today: NaiveDate,
) -> Result<v1::ComplianceSummary, Error> {
    let count = |number: i64| i32::try_from(number).map_err(Error::internal);
    let urgent = summary.urgent();
    let unrecorded = summary.unrecorded();
    let unrecorded = unrecorded.map(|kind| v1::CertificateType::from(kind).into());
    let unrecorded = unrecorded.collect();
    let certificates = |(number, rows): (i64, Vec<crate::domain::Certificate>)| {
        let rows = rows.into_iter();
        let rows = rows.map(|row| certificate::certificate(row, today));
        Ok::<_, Error>(Some(v1::CertificateSummary {
            count: count(number)?,
            certificates: rows.collect::<Result<_, _>>()?,
        }))
    };
    let some = |(number, rows): (i64, Vec<Inspection>)| {
        Ok::<_, Error>(Some(v1::InspectionSummary {
            count: count(number)?,
            inspections: inspections(rows, today)?,
        }))
    };
    Ok(v1::ComplianceSummary {
        urgent_count: count(urgent)?,
        expired: certificates(summary.expired)?,
        expiring_soon: certificates(summary.expiring_soon)?,
        renewal_due: certificates(summary.renewal_due)?,
        overdue_inspections: some(summary.overdue)?,
        upcoming_inspections: some(summary.upcoming)?,
        unrecorded,
        duties: Some(duty::counts(summary.duties)),
        duties_to_do: summary
            .by_duty
            .into_iter()
            .filter(|(_, counts, _)| counts.has_to_do())
            .map(duty::total)
            .collect(),
        nation_to_confirm_count: count(summary.nation_to_confirm.0)?,
        first_nation_to_confirm_property_id: summary.nation_to_confirm.1.map_or(0, PropertyId::get),
    })
}
