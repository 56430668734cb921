//! Jobs: what a landlord asks a contractor to do by a private link, and what the contractor answers there.

mod files;
mod links;

use lintel_proto::{
    common::v1::Money,
    maintenance::v1::{
        AcceptJobRequest, CallOffJobRequest, Contractor, ContractorJob, DecideJobTimeRequest,
        DeclineJobRequest, FinishJobRequest, Job, JobState, JobTime, MaintenanceActor,
        MaintenanceEvent, MaintenanceEventKind, MaintenanceMailKind as Kind, MaintenanceRequest,
        MaintenanceStatus, OfferJobRequest, OpenJobRequest, ProposeJobTimeRequest, Visit,
        job_service_client::JobServiceClient,
    },
};
use tonic::Status;

use super::{ANN, Hand, day, letters, owner, plumber, pounds, report, tenant, time, told, world};
use crate::harness::{Connection, World, fields, reason, refusal};

const FIRM: &str = "firm@example.org";

/// Somebody who has nothing but a link.
pub struct Page {
    pub jobs: JobServiceClient<Connection>,
    pub token: String,
}

impl Page {
    pub fn new(world: &World, token: &str) -> anyhow::Result<Self> {
        let jobs = JobServiceClient::new(world.bearer(None)?);
        Ok(Self {
            jobs: jobs
                .max_decoding_message_size(11 * 1024 * 1024)
                .max_encoding_message_size(11 * 1024 * 1024),
            token: token.to_owned(),
        })
    }

    pub async fn open(&self) -> Result<ContractorJob, Status> {
        let request = OpenJobRequest {
            token: self.token.clone(),
        };
        let reply = self.jobs.clone().open_job(request).await?;
        Ok(reply.into_inner().job.unwrap_or_default())
    }

    pub async fn accept(&self, request_id: &str) -> Result<ContractorJob, Status> {
        let request = AcceptJobRequest {
            token: self.token.clone(),
            request_id: request_id.to_owned(),
        };
        let reply = self.jobs.clone().accept_job(request).await?;
        Ok(reply.into_inner().job.unwrap_or_default())
    }

    pub async fn propose(&self, time: JobTime, message: &str) -> Result<ContractorJob, Status> {
        let request = ProposeJobTimeRequest {
            token: self.token.clone(),
            proposed_time: Some(time),
            message: message.to_owned(),
            request_id: String::new(),
        };
        let reply = self.jobs.clone().propose_job_time(request).await?;
        Ok(reply.into_inner().job.unwrap_or_default())
    }

    pub async fn decline(&self, message: &str) -> Result<ContractorJob, Status> {
        let request = DeclineJobRequest {
            token: self.token.clone(),
            message: message.to_owned(),
            request_id: String::new(),
        };
        let reply = self.jobs.clone().decline_job(request).await?;
        Ok(reply.into_inner().job.unwrap_or_default())
    }

    pub async fn finish(&self, request: FinishJobRequest) -> Result<ContractorJob, Status> {
        let request = FinishJobRequest {
            token: self.token.clone(),
            ..request
        };
        let reply = self.jobs.clone().finish_job(request).await?;
        Ok(reply.into_inner().job.unwrap_or_default())
    }
}

/// A contractor with an address.
pub fn firm(name: &str) -> Contractor {
    Contractor {
        email: FIRM.to_owned(),
        ..plumber(name)
    }
}

/// 27 to 30 November, for an hour.
pub const fn slot(date: i32, from: i32) -> JobTime {
    JobTime {
        job_date: day(2026, 11, date),
        start_time: time(from, 0),
        end_time: time(from + 1, 0),
    }
}

pub async fn offer(landlord: &Hand, id: i64, job: Job) -> Result<Job, Status> {
    let request = OfferJobRequest {
        maintenance_request_id: id,
        job: Some(job),
        request_id: String::new(),
    };
    let reply = landlord.requests.clone().offer_job(request).await?;
    Ok(reply.into_inner().job.unwrap_or_default())
}

/// Names a contractor for the request and asks them.
pub async fn offered(landlord: &Hand, id: i64, job: Job) -> anyhow::Result<Job> {
    let firm = landlord.employ(firm("Severnside Heating")).await?;
    give(landlord, id, firm.contractor_id).await?;
    Ok(offer(landlord, id, job).await?)
}

pub async fn give(landlord: &Hand, id: i64, contractor_id: i64) -> Result<(), Status> {
    let named = MaintenanceRequest {
        maintenance_request_id: id,
        contractor_id,
        ..MaintenanceRequest::default()
    };
    landlord.change(named, &["contractor_id"], "").await?;
    Ok(())
}

/// The token of the last mail to the contractor.
pub async fn token(world: &World) -> anyhow::Result<String> {
    let mails = letters(world).await?;
    let sent = mails.into_iter().rev().map(|letter| letter.mail.token);
    let token = sent.into_iter().find(|token| !token.is_empty());
    token.ok_or_else(|| anyhow::anyhow!("no mail to a contractor"))
}

/// A job of Ann's report on 27 November, from 9 to 10, and its page.
pub async fn asked(world: &World) -> anyhow::Result<(Hand, i64, Page)> {
    let (landlord, ann) = (owner(world, 1)?, tenant(world, ANN)?);
    let id = ann
        .add(report("No hot water"))
        .await?
        .maintenance_request_id;
    let job = Job {
        asked_time: Some(slot(27, 9)),
        cost_limit: pounds(25_000),
        access: "Ask for Ann".to_owned(),
        key_code: "4711".to_owned(),
        tenant_contact: true,
        ..Job::default()
    };
    offered(&landlord, id, job).await?;
    let page = Page::new(world, &token(world).await?)?;
    Ok((landlord, id, page))
}

pub async fn decide(landlord: &Hand, id: i64, accept: bool) -> Result<Job, Status> {
    let request = DecideJobTimeRequest {
        maintenance_request_id: id,
        accept,
        message: "Mornings only, please".to_owned(),
        ..DecideJobTimeRequest::default()
    };
    let reply = landlord.requests.clone().decide_job_time(request).await?;
    Ok(reply.into_inner().job.unwrap_or_default())
}

pub async fn call_off(landlord: &Hand, id: i64) -> Result<Job, Status> {
    let request = CallOffJobRequest {
        maintenance_request_id: id,
        message: "Mended already".to_owned(),
        request_id: String::new(),
    };
    let reply = landlord.requests.clone().call_off_job(request).await?;
    Ok(reply.into_inner().job.unwrap_or_default())
}

pub fn done(report: &str) -> FinishJobRequest {
    FinishJobRequest {
        report: report.to_owned(),
        finished: true,
        ..FinishJobRequest::default()
    }
}

pub fn kinds(told: &[(Kind, String)]) -> Vec<(Kind, &str)> {
    let told = told.iter();
    told.map(|(kind, whom)| (*kind, whom.as_str())).collect()
}

#[tokio::test]
async fn a_contractor_gets_a_job_by_mail_and_opening_it_changes_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann
        .add(report("No hot water"))
        .await?
        .maintenance_request_id;
    told(&world).await?;
    let job = Job {
        asked_time: Some(slot(27, 9)),
        cost_limit: pounds(25_000),
        key_code: "4711".to_owned(),
        tenant_contact: true,
        ..Job::default()
    };
    let kept = offered(&landlord, id, job).await?;
    assert_eq!(
        (kept.state(), kept.key_code.as_str()),
        (JobState::Offered, "4711")
    );
    let mails = letters(&world).await?;
    assert_eq!(mails.len(), 1);
    let mail = &mails[0].mail;
    assert_eq!(mails[0].kind, Kind::JobOffered);
    assert_eq!(mail.recipient_email, FIRM);
    assert_eq!(mail.cost_limit, pounds(25_000));
    // 9:00 in London in winter; an answer is wanted a day before, so that the tenant has notice.
    assert_eq!(mail.start_time.map(|at| at.seconds), Some(1_795_770_000));
    assert_eq!(mail.due_time.map(|at| at.seconds), Some(1_795_683_600));

    let before = landlord.get(id).await?.version;
    let page = Page::new(&world, &mail.token)?;
    let opened = page.open().await?;
    assert_eq!(page.open().await?, opened);
    assert_eq!(landlord.get(id).await?.version, before);
    assert_eq!(opened.state(), JobState::Offered);
    assert_eq!(opened.organisation_name, "Acme, Lettings");
    assert_eq!(
        (opened.tenant_name.as_str(), opened.tenant_phone.as_str()),
        ("Ann", "07700 900123")
    );
    assert!(opened.has_key_code && opened.key_code.is_empty());
    assert!(opened.calendar.is_empty());
    assert!(told(&world).await?.is_empty());
    let stored: String = world
        .scalar("SELECT string_agg(j::text, '') FROM maintenance_jobs j")
        .await?;
    assert!(!stored.contains("4711") && !stored.contains(&mail.token));
    Ok(())
}

#[tokio::test]
async fn an_accepted_job_books_the_visit_and_tells_everybody_once() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, page) = asked(&world).await?;
    let request_id = "3d0c1d5e-8a52-4d49-9a3d-5b3ad0ab6a01";
    let accepted = page.accept(request_id).await?;
    assert_eq!(accepted.state(), JobState::Accepted);
    assert_eq!(accepted.agreed_time, Some(slot(27, 9)));
    let calendar = String::from_utf8_lossy(&accepted.calendar).into_owned();
    assert!(calendar.contains("METHOD:PUBLISH") && calendar.contains("DTSTART:20261127T090000Z"));
    assert_eq!(page.accept(request_id).await?, accepted);
    assert_eq!(
        kinds(&told(&world).await?),
        [
            (Kind::Visit, "ann@example.org"),
            (Kind::JobAnswered, "members")
        ]
    );
    let details = landlord.details(id).await?;
    let visit = details.maintenance_request.and_then(|one| one.visit);
    assert!(visit.is_some_and(|visit| visit.notice_time.is_some()));
    let job = details.job.unwrap_or_default();
    assert_eq!(job.state(), JobState::Accepted);
    let said: Vec<_> = details
        .events
        .iter()
        .filter(|event| event.kind() == MaintenanceEventKind::Job)
        .map(|event| (event.actor(), event.to.as_str(), event.user_id))
        .collect();
    let time = "27 November 2026, 09:00 to 10:00";
    assert_eq!(
        said,
        [
            (
                MaintenanceActor::Landlord,
                &*format!("Sent to Severnside Heating for {time}"),
                11
            ),
            (
                MaintenanceActor::Contractor,
                &*format!("Accepted: {time}"),
                0
            ),
        ]
    );
    // The tenant reads of the visit and of nothing else.
    let seen = tenant(&world, ANN)?.details(id).await?;
    assert!(seen.job.is_none());
    let mut kinds = seen.events.iter().map(MaintenanceEvent::kind);
    assert!(kinds.all(|kind| kind != MaintenanceEventKind::Job));
    Ok(())
}

#[tokio::test]
async fn a_job_that_leaves_no_time_for_notice_is_not_accepted() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, _, page) = asked(&world).await?;
    world.clock.advance(chrono::Duration::hours(24));
    let refused = refusal(page.accept("").await)?;
    assert_eq!(reason(&refused), "JOB_TRANSITION");
    assert!(refused.message().contains("24 hours"));
    assert_eq!(page.open().await?.state(), JobState::Offered);
    Ok(())
}

#[tokio::test]
async fn a_contractor_who_cannot_come_tells_why_and_the_visit_is_off() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, page) = asked(&world).await?;
    page.accept("").await?;
    told(&world).await?;
    let declined = page.decline("Van broke down").await?;
    assert_eq!(declined.state(), JobState::Declined);
    // Whoever said no reads whose job it was, and nothing else.
    assert_eq!(
        (declined.title.as_str(), declined.property_address.as_str()),
        ("", "")
    );
    assert_eq!(declined.organisation_name, "Acme, Lettings");
    let mails = letters(&world).await?;
    let answered = mails.iter().find(|mail| mail.kind == Kind::JobAnswered);
    let answered = answered.map(|mail| (mail.mail.status.as_str(), mail.mail.text.as_str()));
    assert_eq!(answered, Some(("declined", "Van broke down")));
    assert!(mails.iter().any(|mail| mail.kind == Kind::VisitCancelled));
    let details = landlord.details(id).await?;
    assert!(
        details
            .maintenance_request
            .is_some_and(|one| one.visit.is_none())
    );
    let message = details.job.map(|job| job.message);
    assert_eq!(message.as_deref(), Some("Van broke down"));
    for refused in [page.accept("").await, page.decline("").await] {
        assert_eq!(reason(&refusal(refused)?), "JOB_TRANSITION");
    }
    Ok(())
}

#[tokio::test]
async fn a_proposed_time_is_the_landlords_to_decide() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, page) = asked(&world).await?;
    let proposed = page.propose(slot(28, 14), "After lunch?").await?;
    assert_eq!(
        (proposed.state(), proposed.proposals_left),
        (JobState::Proposed, 2)
    );
    told(&world).await?;
    let refused = decide(&landlord, id, false).await?;
    assert_eq!(refused.state(), JobState::Offered);
    let mails = letters(&world).await?;
    assert_eq!((mails.len(), mails[0].kind), (1, Kind::JobTimeRefused));
    assert_eq!(mails[0].mail.text, "Mornings only, please");
    page.propose(slot(28, 9), "").await?;
    told(&world).await?;
    let agreed = decide(&landlord, id, true).await?;
    assert_eq!(agreed.agreed_time, Some(slot(28, 9)));
    assert_eq!(
        kinds(&told(&world).await?),
        [(Kind::Visit, "ann@example.org"), (Kind::JobAgreed, FIRM)]
    );
    let booked = landlord.get(id).await?.visit.unwrap_or_default();
    assert_eq!(booked.visit_date, day(2026, 11, 28));
    let again = refusal(decide(&landlord, id, true).await)?;
    assert_eq!(reason(&again), "JOB_TRANSITION");
    let past = refusal(page.propose(slot(20, 9), "").await)?;
    assert_eq!(
        (reason(&past), fields(&past)),
        (
            "JOB_INVALID".to_owned(),
            vec!["proposed_time.start_time".to_owned()]
        )
    );
    page.propose(slot(30, 9), "").await?;
    assert_eq!(
        reason(&refusal(page.propose(slot(30, 9), "").await)?),
        "JOB_TRANSITION"
    );
    Ok(())
}

#[tokio::test]
async fn a_moved_visit_moves_the_job_and_a_cancelled_one_calls_it_off() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, page) = asked(&world).await?;
    let first = page.accept("").await?;
    told(&world).await?;
    let visit = Visit {
        visit_date: day(2026, 11, 28),
        start_time: time(9, 0),
        end_time: time(11, 0),
        ..Visit::default()
    };
    landlord.book(id, visit).await?;
    let mails = letters(&world).await?;
    let moved = mails.iter().find(|mail| mail.kind == Kind::JobMoved);
    let moved = moved.map(|mail| mail.mail.calendar_sequence);
    assert_eq!(moved, Some(1));
    let page_now = page.open().await?;
    let sequence = |page: &ContractorJob| {
        let text = String::from_utf8_lossy(&page.calendar).into_owned();
        text.lines()
            .find(|line| line.starts_with("SEQUENCE"))
            .map(str::to_owned)
    };
    assert_ne!(sequence(&page_now), sequence(&first));
    assert_eq!(
        page_now.agreed_time.and_then(|time| time.job_date),
        day(2026, 11, 28)
    );
    landlord.call_off(id).await?;
    assert_eq!(
        kinds(&told(&world).await?),
        [
            (Kind::VisitCancelled, "ann@example.org"),
            (Kind::JobCalledOff, FIRM)
        ]
    );
    assert_eq!(page.open().await?.state(), JobState::CalledOff);
    Ok(())
}

#[tokio::test]
async fn a_job_is_off_with_its_request_or_contractor() -> anyhow::Result<()> {
    let world = world().await?;
    for act in ["request", "contractor", "landlord"] {
        let (landlord, id, page) = asked(&world).await?;
        page.accept("").await?;
        told(&world).await?;
        match act {
            "request" => {
                landlord.move_to(id, MaintenanceStatus::Cancelled).await?;
            }
            "contractor" => give(&landlord, id, 0).await?,
            _ => {
                call_off(&landlord, id).await?;
            }
        }
        let told = told(&world).await?;
        assert!(
            kinds(&told).contains(&(Kind::JobCalledOff, FIRM)),
            "{act} {told:?}"
        );
        let cancelled = (Kind::VisitCancelled, "ann@example.org");
        assert!(kinds(&told).contains(&cancelled), "{act} {told:?}");
        assert_eq!(page.open().await?.state(), JobState::CalledOff, "{act}");
        assert_eq!(
            reason(&refusal(call_off(&landlord, id).await)?),
            "JOB_TRANSITION"
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_done_job_leaves_the_status_to_the_landlord() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, page) = asked(&world).await?;
    page.accept("").await?;
    told(&world).await?;
    world.clock.advance(chrono::Duration::hours(48));
    let invoice = FinishJobRequest {
        invoice_total: Some(Money {
            currency_code: "GBP".to_owned(),
            minor_units: 23_688,
        }),
        invoice_number: "SH-20931".to_owned(),
        ..done("New diverter valve")
    };
    let finished = page.finish(invoice).await?;
    assert_eq!(finished.state(), JobState::Done);
    assert_eq!(
        finished.close_time.map(|at| at.seconds),
        Some(1_796_983_200)
    );
    let details = landlord.details(id).await?;
    let status = details.maintenance_request.map(|one| one.status());
    assert_eq!(status, Some(MaintenanceStatus::Open));
    let job = details.job.unwrap_or_default();
    assert_eq!(
        (
            job.report.as_str(),
            job.invoice_number.as_str(),
            job.invoice_total
        ),
        ("New diverter valve", "SH-20931", pounds(23_688))
    );
    let mails = letters(&world).await?;
    assert_eq!((mails.len(), mails[0].kind), (1, Kind::JobAnswered));
    assert_eq!(mails[0].mail.status, "done");
    assert_eq!(
        reason(&refusal(page.finish(done("Again")).await)?),
        "JOB_TRANSITION"
    );
    Ok(())
}

#[tokio::test]
async fn who_comes_again_proposes_a_time() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, id, page) = asked(&world).await?;
    page.accept("").await?;
    world.clock.advance(chrono::Duration::hours(48));
    let part = FinishJobRequest {
        finished: false,
        proposed_time: Some(slot(30, 9)),
        ..done("A part is missing")
    };
    let again = page.finish(part).await?;
    assert_eq!(
        (again.state(), again.proposals_left),
        (JobState::Proposed, 2)
    );
    let job = decide(&landlord, id, true).await?;
    assert_eq!(
        (job.state(), job.agreed_time),
        (JobState::Accepted, Some(slot(30, 9)))
    );
    assert_eq!(job.report, "A part is missing");
    Ok(())
}

#[tokio::test]
async fn a_job_needs_a_contractor_with_an_address() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann
        .add(report("No hot water"))
        .await?
        .maintenance_request_id;
    let refused = refusal(offer(&landlord, id, Job::default()).await)?;
    assert_eq!(reason(&refused), "JOB_NOT_POSSIBLE");
    let mute = landlord.employ(plumber("No Mail")).await?.contractor_id;
    give(&landlord, id, mute).await?;
    let refused = refusal(offer(&landlord, id, Job::default()).await)?;
    assert_eq!(reason(&refused), "JOB_NOT_POSSIBLE");
    assert!(refused.message().contains("email address"));
    assert_eq!(
        reason(&refusal(decide(&landlord, id, true).await)?),
        "JOB_NOT_FOUND"
    );
    assert_eq!(
        reason(&refusal(call_off(&landlord, id).await)?),
        "JOB_NOT_FOUND"
    );
    let stranger = owner(&world, 2)?;
    for refused in [
        offer(&stranger, id, Job::default()).await,
        decide(&stranger, id, true).await,
        call_off(&stranger, id).await,
    ] {
        let refused = refusal(refused)?;
        assert_eq!(reason(&refused), "MAINTENANCE_REQUEST_NOT_FOUND");
    }
    let soon = Job {
        asked_time: Some(slot(26, 9)),
        ..Job::default()
    };
    let firm = landlord.employ(firm("Severnside")).await?.contractor_id;
    give(&landlord, id, firm).await?;
    let refused = refusal(offer(&landlord, id, soon).await)?;
    assert_eq!(fields(&refused), ["asked_time.start_time"]);
    landlord.complete(id).await?;
    let refused = refusal(offer(&landlord, id, Job::default()).await)?;
    assert_eq!(reason(&refused), "JOB_NOT_POSSIBLE");
    Ok(())
}
