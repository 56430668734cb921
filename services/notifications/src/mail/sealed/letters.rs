//! The contents of mails about tenancies, viewings and maintenance, checked before they are shown.

use chrono::NaiveDate;
use lintel_core::Money;
use lintel_proto::{
    Word as _,
    convert::instant,
    maintenance::v1::MaintenanceMail,
    tenancy::v1::{InviteOffer, ReceivedPayment, TenancyMail},
    viewings::v1::ViewingMail,
};
use lintel_rules::Nation;

use super::{decoding::decode, job_calendar};
use crate::domain::{
    Answer, CalendarFile, Contents, ContentsError, LinkToken, MaintenanceFacts, MaintenanceNotice,
    OfferFacts, Recipient, TenancyFacts, TenancyNotice, ViewingFacts, ViewingNotice, presentable,
    presentable_text,
};

/// The longest name and address of a home that a mail shows, in characters.
const LONGEST_HOME: usize = 120;
const LONGEST_ADDRESS: usize = 250;
/// The longest text of a person that it shows, in characters; longer ones are read on the page.
const LONGEST_NOTE: usize = 1000;

pub fn tenancy(plain: &[u8], notice: TenancyNotice) -> Result<Contents, ContentsError> {
    let mail: TenancyMail = decode(plain)?;
    let nation = mail.nation().text().and_then(Nation::parse);
    let nation = nation.unwrap_or(Nation::England);
    let documents = mail.documents.iter();
    let facts = TenancyFacts {
        token: token(&mail.token)?,
        draft_token: token(&mail.draft_token)?,
        property: mail.property_id,
        room: mail.room_id,
        application: mail.application_id,
        organisation: presentable(&mail.organisation_name),
        home: presentable_text(&mail.property_display_name, LONGEST_HOME),
        address: presentable_text(&mail.property_address, LONGEST_ADDRESS),
        applicant: presentable(&mail.applicant_name),
        subject: presentable(&mail.subject_kind),
        note: presentable_text(&mail.note, LONGEST_NOTE),
        documents: documents
            .filter_map(|document| presentable(document))
            .collect(),
        rent: money(mail.monthly_rent),
        expires: mail.expire_time.as_ref().and_then(instant),
        tenant: mail.tenant_id,
        tenant_name: presentable(&mail.tenant_name),
        amount: money(mail.amount),
        day: mail.date.and_then(|date| NaiveDate::try_from(date).ok()),
        balance: money(mail.balance),
        days: u32::try_from(mail.days).unwrap_or_default(),
        is_ground_8: mail.ground_8_met,
        nation,
        evidence_hash: Some(mail.evidence_hash).filter(|hash| is_hash(hash)),
        payments: mail.payments.into_iter().filter_map(payment).collect(),
        guarantee_limit: money(mail.guarantee_limit),
        tenant_email: Some(mail.tenant_email).filter(|address| !address.is_empty()),
        offer: mail.offer.map(offer).unwrap_or_default(),
    };
    Ok(Contents::Tenancy {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        notice,
        facts: Box::new(facts),
    })
}

pub fn viewing(plain: &[u8], notice: ViewingNotice) -> Result<Contents, ContentsError> {
    let mail: ViewingMail = decode(plain)?;
    let start = mail.start_time.as_ref().and_then(instant);
    let end = mail.end_time.as_ref().and_then(instant);
    let facts = ViewingFacts {
        viewing: mail.viewing_id,
        token: token(&mail.token)?,
        organisation: presentable(&mail.organisation_name),
        home: presentable_text(&mail.property_display_name, LONGEST_HOME),
        address: presentable_text(&mail.property_address, LONGEST_ADDRESS),
        room: presentable(&mail.room_number),
        viewer: presentable(&mail.viewer_name),
        start: start.ok_or(ContentsError::Time)?,
        end: end.ok_or(ContentsError::Time)?,
        earlier: mail.earlier_start_time.as_ref().and_then(instant),
        answer: Answer::parse(&mail.answer),
        requested: mail.requested_time.as_ref().and_then(instant),
        message: presentable_text(&mail.message, LONGEST_NOTE),
        calendar: CalendarFile::read(&mail.calendar, &mail.calendar_method)?,
        home_left: mail.home_left,
    };
    Ok(Contents::Viewing {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        notice,
        facts: Box::new(facts),
    })
}

pub fn maintenance(plain: &[u8], notice: MaintenanceNotice) -> Result<Contents, ContentsError> {
    let mail: MaintenanceMail = decode(plain)?;
    let facts = MaintenanceFacts {
        request: mail.maintenance_request_id,
        organisation: presentable(&mail.organisation_name),
        home: presentable_text(&mail.property_display_name, LONGEST_HOME),
        address: presentable_text(&mail.property_address, LONGEST_ADDRESS),
        title: presentable_text(&mail.title, LONGEST_HOME),
        text: presentable_text(&mail.text, LONGEST_NOTE),
        priority: presentable_text(&mail.priority, LONGEST_HOME),
        status: presentable(&mail.status),
        advice: presentable_text(&mail.advice, LONGEST_NOTE),
        author: presentable(&mail.author_name),
        start: mail.start_time.as_ref().and_then(instant),
        end: mail.end_time.as_ref().and_then(instant),
        contractor: presentable(&mail.contractor_name),
        due: mail.due_time.as_ref().and_then(instant),
        calendar: job_calendar::of(notice, &mail)?,
        token: token(&mail.token)?,
        room: mail.room_number.as_deref().and_then(presentable),
        cost_limit: money(mail.cost_limit),
    };
    Ok(Contents::Maintenance {
        to: Recipient::new(&mail.recipient_name, &mail.recipient_email),
        notice,
        facts: Box::new(facts),
    })
}

fn money(money: Option<lintel_proto::common::v1::Money>) -> Option<Money> {
    money.and_then(|money| Money::try_from(money).ok())
}

fn payment(payment: ReceivedPayment) -> Option<(Money, NaiveDate)> {
    let day = payment.date.and_then(|date| NaiveDate::try_from(date).ok());
    money(payment.amount).zip(day)
}

fn offer(offer: InviteOffer) -> OfferFacts {
    let day = offer.free_from_date;
    let mut rating = offer.energy_rating.chars();
    OfferFacts {
        deposit: money(offer.deposit),
        bills: presentable_text(&offer.bills, LONGEST_NOTE),
        free_from: day.and_then(|day| NaiveDate::try_from(day).ok()),
        energy_rating: match (rating.next(), rating.next()) {
            (Some(band @ 'A'..='G'), None) => Some(band),
            _ => None,
        },
    }
}

/// Returns whether `text` is a SHA-256 as it is printed.
fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn token(text: &str) -> Result<Option<LinkToken>, ContentsError> {
    let token = (!text.is_empty()).then(|| LinkToken::parse(text));
    token.transpose()
}
