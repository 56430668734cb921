//! Applications as callers say and are told them.

use lintel_core::{ApplicationId, Error, Money, Search, TenantId};
use lintel_proto::{convert::timestamp, read::Reader, tenancy::v1};

use crate::{
    app::applying::{ApplicationView, Eyes},
    contract::words,
    domain::{
        agreeing::AgreementState,
        applying::{
            Actor, Affordability, Application, ApplicationFilter, ApplicationSort, Decision,
            EmploymentStatus, GuarantorRelationship, SignupDraft, SimpleDraft, TimelineEntry,
            notices,
        },
        documents::DocumentType,
        letting::Step,
        references::{Answer, Networks, Reference, ReferenceKind, ReferenceState},
    },
    grpc::{documents::document, references::reference},
    store::applying::application_listing::Counts,
};

/// The part of the progress that one step is, in percent (docs/reference/screens/applications.md S2 9).
const STEP: i32 = 20;

/// An application as whoever reads it may see it.
///
/// # Errors
/// [`Error::Internal`] for amounts that no column holds.
pub fn application(view: ApplicationView) -> Result<v1::Application, Error> {
    let landlord = view.eyes == Eyes::Landlord;
    let given = |kind| {
        let found = view.references.iter().find(|one| one.kind == kind);
        found.is_some_and(|one| one.state() == ReferenceState::Given)
    };
    let agreement = view.agreement;
    let checks = v1::Checks {
        employer_verified: given(ReferenceKind::Employer),
        guarantor_verified: given(ReferenceKind::Guarantor),
        landlord_approval: view.application.approved_at.is_some(),
        agreement_generated: matches!(
            agreement,
            Some(AgreementState::Issued | AgreementState::Signed)
        ),
        agreement_signed: agreement == Some(AgreementState::Signed),
        move_in_completed: view.application.moved_in,
    };
    let for_landlord = if landlord {
        let income = view.references.iter().find_map(guarantor_income);
        let networks = Networks::of(&view.application, &view.references);
        Some((
            affordability(&view.application, income)?,
            notices(&view.application.answers, &networks),
        ))
    } else {
        None
    };
    let mut told = v1::Application {
        timeline: view.timeline.into_iter().map(entry).collect(),
        documents: view
            .documents
            .into_iter()
            .map(|one| document::document(one, landlord))
            .collect(),
        checks: Some(checks),
        agreement_state: agreement.map_or(0, |state| v1::AgreementState::from(state).into()),
        tenant_id: view
            .application
            .tenant
            .filter(|_| landlord)
            .map_or(0, TenantId::get),
        ..said(view.application)
    };
    for one in view.references {
        let kind = one.kind;
        let one = Some(reference::reference(one, landlord));
        match kind {
            ReferenceKind::Guarantor => told.guarantor = one,
            ReferenceKind::Employer => told.employer = one,
        }
    }
    if let Some(way) = view.way {
        told.steps = way.steps.into_iter().map(step).collect();
        told.nation = words::nation(way.nation).into();
    }
    if let Some((affordability, notices)) = for_landlord {
        told.affordability = Some(affordability);
        told.notices = notices;
    }
    Ok(told)
}

/// An application of which nothing is told but that it was submitted.
pub fn submitted(number: ApplicationId) -> v1::Application {
    v1::Application {
        application_id: number.get(),
        status: v1::ApplicationStatus::Submitted.into(),
        current_step: 1,
        progress: STEP,
        ..v1::Application::default()
    }
}

fn step(step: Step) -> v1::MoveInStep {
    v1::MoveInStep {
        step: step.name.as_str().to_owned(),
        state: v1::MoveInStepState::from(step.state).into(),
        actor: step.actor.map(Actor::as_str).unwrap_or_default().to_owned(),
        note: step.note,
    }
}

/// What stands in the application itself.
fn said(application: Application) -> v1::Application {
    let (home, answers) = (application.home, application.answers);
    let (room_id, room_number) = home.room.map(|(id, number)| (id.get(), number)).unzip();
    v1::Application {
        application_id: application.id.get(),
        property_id: home.property.get(),
        property_display_name: home.name,
        property_address: home.address,
        property_type: application.property_type,
        room_id,
        room_number,
        home_rent: Some(home.rent.into()),
        display_name: answers.name,
        email: answers.email,
        phone: answers.phone,
        address: answers.address.unwrap_or_default(),
        date_of_birth: answers.date_of_birth.map(Into::into),
        nationality: answers.nationality.unwrap_or_default(),
        employment_status: EmploymentStatus::as_str(answers.employment_status).to_owned(),
        employer_name: answers.employer_name.unwrap_or_default(),
        employer_phone: answers.employer_phone.unwrap_or_default(),
        employer_email: answers.employer_email.unwrap_or_default(),
        position: answers.position.unwrap_or_default(),
        monthly_income: Some(answers.monthly_income.into()),
        guarantor_name: answers.guarantor_name.unwrap_or_default(),
        guarantor_phone: answers.guarantor_phone.unwrap_or_default(),
        guarantor_email: answers.guarantor_email,
        guarantor_relationship: answers
            .guarantor_relationship
            .map(GuarantorRelationship::as_str)
            .unwrap_or_default()
            .to_owned(),
        move_in_date: answers.move_in_date.map(Into::into),
        additional_notes: answers.additional_notes.unwrap_or_default(),
        status: v1::ApplicationStatus::from(application.status).into(),
        current_step: application.step.into(),
        progress: i32::from(application.step) * STEP,
        landlord_notes: application.landlord_notes.unwrap_or_default(),
        rejection_reason: application.rejection_reason.unwrap_or_default(),
        approve_time: application.approved_at.map(timestamp),
        withdraw_time: application.withdrawn_at.map(timestamp),
        requested_documents: application
            .requested_documents
            .into_iter()
            .map(|kind| v1::DocumentType::from(kind).into())
            .collect(),
        version: application.version,
        create_time: Some(timestamp(application.created_at)),
        update_time: Some(timestamp(application.updated_at)),
        ..v1::Application::default()
    }
}

fn entry(entry: TimelineEntry) -> v1::TimelineEntry {
    v1::TimelineEntry {
        event: entry.event,
        time: Some(timestamp(entry.at)),
        description: entry.description,
        actor: entry.actor.as_str().to_owned(),
    }
}

/// What the guarantor earns a year, where the form was given and opened.
fn guarantor_income(reference: &Reference) -> Option<Money> {
    match &reference.answer {
        Some(Answer::Guarantor(form)) => form.annual_income,
        _ => None,
    }
}

fn affordability(
    application: &Application,
    guarantor_income: Option<Money>,
) -> Result<v1::Affordability, Error> {
    let income = application.answers.monthly_income;
    let told = Affordability::of(income, application.home.rent, guarantor_income);
    let told = told.map_err(Error::internal)?;
    Ok(v1::Affordability {
        annual_income: Some(told.annual_income.into()),
        needed_income: Some(told.needed_income.into()),
        income_multiple: told.income_multiple.unwrap_or_default(),
        guarantor_income: told.guarantor_income.map(Into::into),
        guarantor_needed_income: Some(told.guarantor_needed_income.into()),
        guarantor_multiple: told.guarantor_multiple.unwrap_or_default(),
    })
}

/// The figures, every status among them.
pub fn summary(counts: &Counts) -> v1::GetApplicationSummaryResponse {
    let of = |status| {
        let found = counts.statuses.iter().find(|(one, _)| *one == status);
        found.map_or(0, |(_, count)| *count)
    };
    let statuses = crate::domain::applying::ApplicationStatus::ALL
        .iter()
        .copied();
    v1::GetApplicationSummaryResponse {
        total: counts.total,
        statuses: statuses
            .map(|status| v1::StatusCount {
                status: v1::ApplicationStatus::from(status).into(),
                count: of(status),
            })
            .collect(),
        withdrawn: counts.withdrawn,
    }
}

/// Reads a filter and an order.
///
/// # Errors
/// [`Error::Invalid`] `SEARCH_INVALID` naming a search that is not valid, or a choice that this server does not know.
pub fn listing(
    request: &v1::ListApplicationsRequest,
) -> Result<(ApplicationFilter, ApplicationSort), Error> {
    let mut read = Reader::default();
    let statuses = request.statuses.iter().filter_map(|number| {
        let known = words::application_status;
        read.choice("statuses", "Choose a status.", *number, known)
    });
    let statuses = statuses.collect();
    let known = words::application_sort;
    let sort = read.choice("sort", "Choose a sort order.", request.sort, known);
    read.unreadable.into_result("SEARCH_INVALID")?;
    let filter = ApplicationFilter {
        property: (request.property_id != 0).then(|| request.property_id.into()),
        statuses,
        search: Search::read(&request.search)?,
    };
    Ok((filter, sort.unwrap_or(ApplicationSort::Newest)))
}

/// Reads the values of the fields that a landlord may change.
pub fn decision(given: v1::Application) -> Decision {
    let mut read = Reader::default();
    let known = words::application_status;
    let status = read.choice("status", "Choose a status.", given.status, known);
    let documents: Vec<Option<DocumentType>> = given
        .requested_documents
        .into_iter()
        .map(|number| {
            const CHOOSE: &str = "Choose a type of document.";
            let known = words::document_type;
            read.choice("requested_documents", CHOOSE, number, known)
        })
        .collect();
    Decision {
        status,
        landlord_notes: given.landlord_notes,
        rejection_reason: given.rejection_reason,
        requested_documents: documents.into_iter().flatten().collect(),
        unreadable: read.unreadable,
    }
}

/// Reads the full form.
pub fn signup(given: v1::Signup) -> SignupDraft {
    let mut read = Reader::default();
    SignupDraft {
        monthly_income: read.money("monthly_income", given.monthly_income),
        move_in_date: read.date("move_in_date", given.move_in_date),
        name: given.display_name,
        email: given.email,
        phone: given.phone,
        address: given.address,
        property: given.property_id,
        room_number: given.room_number,
        employment_status: given.employment_status,
        employer_name: given.employer_name,
        employer_phone: given.employer_phone,
        employer_email: given.employer_email,
        position: given.position,
        guarantor_name: given.guarantor_name,
        guarantor_phone: given.guarantor_phone,
        guarantor_email: given.guarantor_email,
        guarantor_relationship: given.guarantor_relationship,
        additional_notes: given.additional_notes,
        unreadable: read.unreadable,
    }
}

/// Reads the simple form.
pub fn simple(given: v1::SimpleApplication) -> SimpleDraft {
    let mut read = Reader::default();
    SimpleDraft {
        date_of_birth: read.date("date_of_birth", given.date_of_birth),
        monthly_income: read.money("monthly_income", given.monthly_income),
        name: given.display_name,
        email: given.email,
        phone: given.phone,
        nationality: given.nationality,
        employment_status: given.employment_status,
        property: given.property_id,
        room: given.room_id.map(Into::into),
        guarantor_email: given.guarantor_email,
        employer_email: given.employer_email,
        unreadable: read.unreadable,
    }
}
