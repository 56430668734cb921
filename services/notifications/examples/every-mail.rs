//! Prints every mail as a page by the name of its kind, `{"invitation": "<html>…"}`, with the longest words that people may put into it:
//! tests/browser/mails.spec.ts measures them.

use std::{collections::BTreeMap, io::Write as _};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use crypto_box::{SecretKey, aead::OsRng};
use lintel_notifications::{
    domain::{DeliveryId, Due, Fact, Landlord, Template},
    mail::{Composer, DigestLine, DigestMail, NewsMail, PublicUrl, SealedBox, UnsubscribeLinks},
};
use lintel_proto::{
    access::v1::Grade,
    common::v1::{Date, Money, TimeOfDay},
    convert::timestamp,
    identity::v1::{AccountMail, VerificationMail},
    maintenance::v1::MaintenanceMail,
    tenancy::v1::{InviteOffer, TenancyMail},
    viewings::v1::ViewingMail,
};
use mail_parser::MessageParser;
use prost::Message as _;
use uuid::Uuid;

const TOKEN: &str = "0123456789abcdefghijklmnopqrstuvwxyz-_ABCDE";
const EMAIL: &str = "somebody-with-a-long-address@a-domain-that-is-long-as-well.example.org";

/// A word without a place to break it, of the widest letter.
fn word(letters: usize) -> String {
    "M".repeat(letters)
}

fn main() -> anyhow::Result<()> {
    let key = SecretKey::generate(&mut OsRng);
    let sealed_box = SealedBox::new(&key.to_bytes());
    let composer = Composer::try_new(
        "Lintel <no-reply@lintel.example>".parse()?,
        PublicUrl::try_new("https://lettings.a-long-name-of-a-landlord.example.org")?,
        UnsubscribeLinks::new(&sealed_box),
    )?;
    let landlord = Landlord {
        name: word(80),
        contact: Some(word(80)),
        phone: Some("+44 117 496 0140".to_owned()),
        email: Some(EMAIL.to_owned()),
        reply_to: Some(EMAIL.to_owned()),
        notice_address: Some(word(200)),
    };
    let mut pages = BTreeMap::new();
    for name in names() {
        let template = Template::parse(name).with_context(|| format!("{name} is no mail"))?;
        let sealed = key.public_key().seal(&mut OsRng, &plain(template));
        let sealed = sealed.map_err(|_| anyhow::anyhow!("{name} cannot be sealed"))?;
        let contents = sealed_box.open(template, &sealed).context(name)?;
        let due = due(template, sealed);
        let composed = composer.compose(&due, &contents, (Some(&landlord), &[]));
        let raw = composed.context(name)?.message.formatted();
        let mail = MessageParser::new().parse(&raw);
        let html = mail.and_then(|mail| Some(mail.body_html(0)?.into_owned()));
        pages.insert(name, html.with_context(|| format!("{name} has no page"))?);
    }
    std::io::stdout().write_all(&serde_json::to_vec(&pages)?)?;
    Ok(())
}

/// Everything that goes by mail.
fn names() -> impl Iterator<Item = &'static str> {
    let mailed = Fact::ALL.iter().filter(|fact| fact.row().ways.mail);
    let names = mailed.map(|fact| fact.as_str());
    names.chain(["digest"])
}

/// A message of the template with whatever it may hold.
fn plain(template: Template) -> Vec<u8> {
    match template {
        Template::EmailVerification => VerificationMail {
            recipient_name: word(80),
            recipient_email: EMAIL.to_owned(),
            token: TOKEN.to_owned(),
            code: "7K3M-9QXT".to_owned(),
        }
        .encode_to_vec(),
        Template::Tenancy(_) => tenancy().encode_to_vec(),
        Template::Viewing(_) => viewing().encode_to_vec(),
        Template::Maintenance(_) => maintenance().encode_to_vec(),
        Template::News(_) => news().encode_to_vec(),
        Template::Digest => digest().encode_to_vec(),
        _ => account().encode_to_vec(),
    }
}

fn account() -> AccountMail {
    AccountMail {
        recipient_name: word(80),
        recipient_email: EMAIL.to_owned(),
        token: TOKEN.to_owned(),
        occur_time: Some(timestamp(now())),
        organisation_name: word(80),
        inviter_name: word(80),
        grade: Grade::Manager.into(),
        device: word(80),
        address: "2001:0db8:85a3:0000:0000:8a2e:0370:7334".to_owned(),
    }
}

fn tenancy() -> TenancyMail {
    TenancyMail {
        recipient_name: word(80),
        recipient_email: EMAIL.to_owned(),
        token: TOKEN.to_owned(),
        draft_token: TOKEN.to_owned(),
        property_id: 9_999_999,
        room_id: Some(9_999_999),
        application_id: 9_999_999,
        organisation_name: word(80),
        property_display_name: word(120),
        property_address: word(250),
        applicant_name: word(80),
        subject_kind: word(80),
        note: word(1000),
        documents: vec![word(80); 3],
        monthly_rent: Some(money()),
        expire_time: Some(timestamp(now())),
        tenant_id: 9_999_999,
        tenant_name: word(80),
        amount: Some(money()),
        date: Some(day()),
        balance: Some(money()),
        days: 365,
        ground_8_met: true,
        evidence_hash: "0123456789abcdef".repeat(4),
        guarantee_limit: Some(money()),
        tenant_email: EMAIL.to_owned(),
        offer: Some(InviteOffer {
            deposit: Some(money()),
            free_from_date: Some(day()),
            bills: word(200),
            energy_rating: "C".to_owned(),
        }),
        ..TenancyMail::default()
    }
}

fn viewing() -> ViewingMail {
    ViewingMail {
        recipient_name: word(80),
        recipient_email: EMAIL.to_owned(),
        token: TOKEN.to_owned(),
        viewing_id: 9_999_999,
        organisation_name: word(80),
        property_display_name: word(120),
        property_address: word(250),
        room_number: word(20),
        viewer_name: word(80),
        start_time: Some(timestamp(now())),
        end_time: Some(timestamp(now())),
        earlier_start_time: Some(timestamp(now())),
        answer: "request".to_owned(),
        requested_time: Some(timestamp(now())),
        message: word(1000),
        ..ViewingMail::default()
    }
}

fn maintenance() -> MaintenanceMail {
    MaintenanceMail {
        recipient_name: word(80),
        recipient_email: EMAIL.to_owned(),
        maintenance_request_id: 9_999_999,
        organisation_name: word(80),
        property_display_name: word(120),
        property_address: word(250),
        title: word(100),
        text: word(1000),
        priority: "Emergency".to_owned(),
        status: "In Progress".to_owned(),
        author_name: word(80),
        start_time: Some(timestamp(now())),
        end_time: Some(timestamp(now())),
        contractor_name: word(80),
        due_time: Some(timestamp(now())),
        token: TOKEN.to_owned(),
        room_number: Some(word(20)),
        cost_limit: Some(money()),
        ..MaintenanceMail::default()
    }
}

fn news() -> NewsMail {
    NewsMail {
        recipient_name: word(80),
        recipient_email: EMAIL.to_owned(),
        id: 9_999_999,
        home: word(120),
        what: word(80),
        day: Some(day()),
        time: Some(TimeOfDay {
            hour: 9,
            minute: 30,
        }),
        change: "withdrawn".to_owned(),
        ..NewsMail::default()
    }
}

fn digest() -> DigestMail {
    let line = DigestLine {
        kind: "rent".to_owned(),
        title: word(200),
        url: format!("/tenants/{}", word(60)),
        text: word(1000),
    };
    DigestMail {
        recipient_name: word(80),
        recipient_email: EMAIL.to_owned(),
        lines: vec![line; 3],
        bundled: true,
    }
}

fn due(template: Template, sealed: Vec<u8>) -> Due {
    let fact = template.fact();
    Due {
        id: DeliveryId::generate(),
        lease: Uuid::nil(),
        template,
        user: Some(9_999_999.into()),
        organisation: Some(9_999_999.into()),
        setting: fact.and_then(|fact| fact.row().setting),
        sealed,
        message_id: "<a-mail@lintel.example>".to_owned(),
        attempt: 1,
        created_at: now(),
        not_after: now(),
        traceparent: None,
    }
}

fn money() -> Money {
    lintel_core::Money::gbp(9_999_999_999).into()
}

const fn day() -> Date {
    Date {
        year: 2026,
        month: 9,
        day: 30,
    }
}

const fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH
}
