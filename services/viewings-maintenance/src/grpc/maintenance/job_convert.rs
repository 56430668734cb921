//! Jobs between the contract and the domain.

use lintel_proto::{common, convert::timestamp, maintenance::v1, read::Reader};

use super::attachment_convert::attachment;
use crate::{
    app::maintenance::{JobPage, SeenJob},
    domain::maintenance::{FinishDraft, JobTime, JobTimeDraft, OfferDraft},
};

/// Reads a job as a landlord typed it.
pub fn offer_draft(given: v1::Job) -> OfferDraft {
    let mut reader = Reader::default();
    let asked = given.asked_time;
    let asked = asked.map(|time| time_draft(&mut reader, "asked_time", time));
    let cost_limit = reader.money("cost_limit", given.cost_limit);
    OfferDraft {
        unreadable: reader.unreadable,
        asked,
        cost_limit,
        access: given.access,
        key_code: given.key_code,
        tenant_contact: given.tenant_contact,
        tenant_agreed: given.tenant_agreed,
    }
}

/// Reads the end of the work as a contractor typed it.
pub fn finish_draft(given: v1::FinishJobRequest) -> FinishDraft {
    let mut reader = Reader::default();
    let proposed = given.proposed_time;
    let proposed = proposed.map(|time| time_draft(&mut reader, "proposed_time", time));
    let invoice_total = reader.money("invoice_total", given.invoice_total);
    FinishDraft {
        unreadable: reader.unreadable,
        report: given.report,
        finished: given.finished,
        proposed,
        invoice_total,
        invoice_number: given.invoice_number,
    }
}

/// Reads the time at `path` as typed.
pub fn time_draft(reader: &mut Reader, path: &str, given: v1::JobTime) -> JobTimeDraft {
    JobTimeDraft {
        date: reader.date(&format!("{path}.job_date"), given.job_date),
        start: reader.time(&format!("{path}.start_time"), given.start_time),
        end: reader.time(&format!("{path}.end_time"), given.end_time),
    }
}

/// A job as the landlord sees it.
pub fn job(seen: SeenJob) -> v1::Job {
    let SeenJob { job, key_code } = seen;
    v1::Job {
        state: v1::JobState::from(job.state).into(),
        contractor_id: job.contractor.get(),
        done_time: job.done_at().map(timestamp),
        contractor_name: job.contractor_name,
        asked_time: job.asked.map(time),
        proposed_time: job.proposed.map(time),
        agreed_time: job.agreed.map(time),
        answer_by_time: Some(timestamp(job.answer_by)),
        cost_limit: job.cost_limit.map(Into::into),
        access: job.access.unwrap_or_default(),
        key_code: key_code.unwrap_or_default(),
        tenant_contact: job.tenant_contact,
        tenant_agreed: job.tenant_agreed,
        message: job.message.unwrap_or_default(),
        offer_time: Some(timestamp(job.offered_at)),
        answer_time: job.answered_at.map(timestamp),
        report: job.report.unwrap_or_default(),
        invoice_total: job.invoice_total.map(Into::into),
        invoice_number: job.invoice_number.unwrap_or_default(),
    }
}

/// A job as its contractor sees it: after a no, and when it is called off, whose it was and nothing else.
pub fn page(page: JobPage) -> v1::ContractorJob {
    let JobPage { request, job, .. } = page;
    let named = v1::ContractorJob {
        maintenance_request_id: request.id.get(),
        organisation_id: page.organisation.get(),
        organisation_name: page.organisation_name,
        contractor_name: job.contractor_name.clone(),
        state: v1::JobState::from(job.state).into(),
        ..v1::ContractorJob::default()
    };
    if !job.is_shown() {
        return named;
    }
    let (tenant_name, tenant_phone) = page.tenant.unwrap_or_default();
    let address = request.property_address;
    let (street, postcode) = address.rsplit_once(", ").unwrap_or((&address, ""));
    v1::ContractorJob {
        title: request.title,
        description: request.description,
        category: v1::MaintenanceCategory::from(request.category).into(),
        priority: v1::MaintenancePriority::from(request.priority).into(),
        emergency: request.emergency,
        report_time: Some(timestamp(request.reported_at)),
        property_address: street.to_owned(),
        property_postcode: postcode.to_owned(),
        room_number: request.room_number,
        has_key_code: job.sealed_key_code.is_some(),
        key_code: page.key_code.unwrap_or_default(),
        tenant_name,
        tenant_phone,
        asked_time: job.asked.map(time),
        proposed_time: job.proposed.map(time),
        agreed_time: job.agreed.map(time),
        answer_by_time: Some(timestamp(job.answer_by)),
        cost_limit: job.cost_limit.map(Into::into),
        proposals_left: job.proposals_left(),
        attachments: page.attachments.into_iter().map(attachment).collect(),
        done_time: job.done_at().map(timestamp),
        close_time: job.closes_at().map(timestamp),
        access: job.access.unwrap_or_default(),
        report: job.report.unwrap_or_default(),
        invoice_total: job.invoice_total.map(Into::into),
        invoice_number: job.invoice_number.unwrap_or_default(),
        calendar: page.calendar,
        ..named
    }
}

fn time(time: JobTime) -> v1::JobTime {
    let of_day = |time| Some(common::v1::TimeOfDay::from(time));
    v1::JobTime {
        job_date: Some(time.date.into()),
        start_time: of_day(time.start),
        end_time: of_day(time.end),
    }
}
