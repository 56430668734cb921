//! Mails about viewings: what each kind says, to whom it goes, and the calendar file as a calendar reads it.

use std::process::Command;

use anyhow::{Context as _, ensure};
use lintel_proto::{
    convert::timestamp,
    viewings::v1::{ViewingMail, ViewingMailKind},
};
use lintel_testkit::smtp::Mail;
use serde_json::Value;

use crate::{
    letters::{Member, Stage},
    support::{PUBLIC_URL, TOKEN},
};

/// A script that reads a mail as a mail client and a calendar do: its parts in their order, and the entry of each calendar in it.
const READ: &str = r"
import email, email.policy, icalendar, json, sys
mail = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
parts = []
for part in mail.walk():
    kind = part.get_content_type()
    if part.is_multipart():
        parts.append({'kind': kind})
        continue
    entry = {'kind': kind, 'method': part.get_param('method'), 'charset': part.get_param('charset'),
             'name': part.get_filename(), 'disposition': part.get_content_disposition()}
    if kind == 'text/calendar':
        calendar = icalendar.Calendar.from_ical(part.get_payload(decode=True))
        event = calendar.walk('VEVENT')[0]
        entry['calendar'] = {'method': str(calendar['METHOD']), 'uid': str(event['UID']), 'sequence': int(event['SEQUENCE']),
                             'start': event.decoded('DTSTART').isoformat(), 'summary': str(event['SUMMARY']),
                             'location': str(event['LOCATION'])}
    parts.append(entry)
print(json.dumps(parts))
";

fn calendar(method: &str, sequence: u32) -> String {
    [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Lintel//Viewings//EN",
        &format!("METHOD:{method}"),
        "BEGIN:VEVENT",
        "UID:0197-12@lintel",
        &format!("SEQUENCE:{sequence}"),
        "DTSTAMP:20261125T090000Z",
        "DTSTART:20261201T140000Z",
        "DTEND:20261201T143000Z",
        "SUMMARY:Viewing: 47 Côte d’Azur Terrace\\, Sheffield\\, where the address is so long that its",
        "  line is folded",
        "LOCATION:47 Victoria Terrace\\, Sheffield S1 2AB",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]
    .join("\r\n")
}

fn mail() -> anyhow::Result<ViewingMail> {
    let at = |text: &str| anyhow::Ok(Some(timestamp(text.parse()?)));
    Ok(ViewingMail {
        recipient_name: "Ibrahim Diallo".to_owned(),
        recipient_email: "ibrahim@example.org".to_owned(),
        token: TOKEN.to_owned(),
        viewing_id: 12,
        organisation_name: "Okafor Lettings".to_owned(),
        property_display_name: "Victoria Terrace".to_owned(),
        property_address: "47 Victoria Terrace, Sheffield S1 2AB".to_owned(),
        room_number: "3".to_owned(),
        viewer_name: "Ibrahim Diallo".to_owned(),
        start_time: at("2026-12-01T14:00:00Z")?,
        end_time: at("2026-12-01T14:30:00Z")?,
        earlier_start_time: at("2026-11-30T09:00:00Z")?,
        ..ViewingMail::default()
    })
}

async fn read(mail: &Mail) -> anyhow::Result<Vec<Value>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("mail.eml");
    std::fs::write(&path, &mail.raw)?;
    let python = std::env::var("LINTEL_TEST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let ended = tokio::task::spawn_blocking(move || {
        Command::new(python).args(["-c", READ]).arg(path).output()
    })
    .await?
    .context("starting Python")?;
    let complaint = String::from_utf8_lossy(&ended.stderr);
    ensure!(ended.status.success(), "{complaint}");
    Ok(serde_json::from_slice(&ended.stdout)?)
}

#[tokio::test]
async fn each_kind_has_its_words_and_its_link() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    let viewer = Some(format!("/viewings/{TOKEN}"));
    let host = Some("/property-viewings".to_owned());
    let kinds = [
        (
            ViewingMailKind::Booked,
            "Your viewing on 1 December at 14:00",
            &viewer,
        ),
        (
            ViewingMailKind::Moved,
            "Your viewing has moved to 1 December at 14:00",
            &viewer,
        ),
        (
            ViewingMailKind::Confirmed,
            "Your viewing on 1 December at 14:00 is confirmed",
            &viewer,
        ),
        (
            ViewingMailKind::Cancelled,
            "Your viewing on 1 December at 14:00 is cancelled",
            &viewer,
        ),
        (
            ViewingMailKind::Reminder,
            "Your viewing is tomorrow: 1 December at 14:00",
            &viewer,
        ),
        (
            ViewingMailKind::Answered,
            "A viewer asks for another time: Victoria Terrace",
            &host,
        ),
        (
            ViewingMailKind::HostCalendar,
            "Viewing moved to 1 December at 14:00: Victoria Terrace",
            &host,
        ),
        (
            ViewingMailKind::TenantNotice,
            "Notice of a viewing of your home on 1 December at 14:00",
            &None,
        ),
        (
            ViewingMailKind::TenantNoticeMoved,
            "The viewing of your home has moved to 1 December at 14:00",
            &None,
        ),
        (
            ViewingMailKind::TenantNoticeCancelled,
            "The viewing of your home on 1 December at 14:00 is cancelled",
            &None,
        ),
    ];
    for (number, (kind, subject, path)) in kinds.into_iter().enumerate() {
        let address = format!("one-{number}@example.org");
        let mail = ViewingMail {
            recipient_email: address.clone(),
            answer: "request".to_owned(),
            ..mail()?
        };
        stage
            .viewing(&format!("mail-{number}"), kind, 0, &mail)
            .await?;
        let received = stage.sink.wait_for_mail(&address).await?;
        assert_eq!(received.subject(), subject);
        let text = received.text();
        assert!(text.starts_with("Hello Ibrahim Diallo,"), "{text}");
        let when = "When: Tuesday 1 December 2026, 14:00 to 14:30 (UK time)";
        assert!(text.contains(when), "{text}");
        assert!(text.contains("Where: 47 Victoria Terrace, Sheffield S1 2AB"));
        let link = path.as_ref().map(|path| format!("{PUBLIC_URL}{path}"));
        let links = text.lines().filter(|line| line.starts_with(PUBLIC_URL));
        let links: Vec<_> = links.map(str::trim_end).collect();
        assert_eq!(links, link.iter().collect::<Vec<_>>(), "{kind:?}: {text}");
        let in_html = received.html().matches("href=").count();
        assert_eq!(in_html, 2 * links.len(), "{kind:?}");
        let long = text.lines().filter(|line| !line.starts_with(PUBLIC_URL));
        let long = long.map(|line| line.chars().count()).max();
        assert!(long <= Some(78), "{text}");
    }
    stage.job.stop().await
}

#[tokio::test]
async fn a_calendar_reads_what_comes_with_a_mail_and_updates_its_entry() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    for (number, (kind, method)) in [
        (ViewingMailKind::Booked, "REQUEST"),
        (ViewingMailKind::Moved, "REQUEST"),
        (ViewingMailKind::Cancelled, "CANCEL"),
    ]
    .into_iter()
    .enumerate()
    {
        let address = format!("calendar-{number}@example.org");
        let sequence = u32::try_from(number)?;
        let mail = ViewingMail {
            recipient_email: address.clone(),
            calendar: calendar(method, sequence).into_bytes(),
            calendar_method: method.to_owned(),
            ..mail()?
        };
        stage.viewing(&address, kind, 0, &mail).await?;
        let received = stage.sink.wait_for_mail(&address).await?;
        let parts = read(&received).await?;
        let kinds: Vec<_> = parts.iter().map(|part| part["kind"].as_str()).collect();
        let expected = [
            "multipart/mixed",
            "multipart/alternative",
            "text/plain",
            "text/html",
            "text/calendar",
            "text/calendar",
        ];
        assert_eq!(kinds, expected.map(Some));
        for part in &parts[4..] {
            assert_eq!(part["method"], method);
            assert_eq!(part["charset"], "utf-8");
            let entry = &part["calendar"];
            assert_eq!(entry["method"], method);
            assert_eq!(entry["uid"], "0197-12@lintel");
            assert_eq!(entry["sequence"], sequence);
            assert_eq!(entry["start"], "2026-12-01T14:00:00+00:00");
            assert_eq!(entry["location"], "47 Victoria Terrace, Sheffield S1 2AB");
            assert_eq!(
                entry["summary"],
                "Viewing: 47 Côte d’Azur Terrace, Sheffield, where the address is so long that its line is folded"
            );
        }
        assert_eq!(parts[4]["disposition"], Value::Null);
        assert_eq!(parts[5]["disposition"], "attachment");
        assert_eq!(parts[5]["name"], "invite.ics");
    }
    stage.job.stop().await
}

#[tokio::test]
async fn a_mail_without_a_calendar_has_two_forms_and_nothing_beside_them() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    let kind = ViewingMailKind::TenantNotice;
    stage.viewing("notice", kind, 0, &mail()?).await?;
    let received = stage.sink.wait_for_mail("ibrahim@example.org").await?;
    let parts = read(&received).await?;
    let kinds: Vec<_> = parts.iter().map(|part| part["kind"].as_str()).collect();
    let expected = ["multipart/alternative", "text/plain", "text/html"];
    assert_eq!(kinds, expected.map(Some));
    stage.job.stop().await
}

#[tokio::test]
async fn a_host_is_mailed_unless_they_decline_mails_or_have_left() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    let member = |user, email, wants_mail| Member {
        user,
        email,
        wants_mail,
        wants_alerts: false,
    };
    stage
        .join(&[
            member(1, "helen@example.org", true),
            member(2, "other@example.org", true),
            member(3, "quiet@example.org", false),
        ])
        .await?;
    let mail = ViewingMail {
        recipient_name: String::new(),
        recipient_email: String::new(),
        token: String::new(),
        answer: "confirm".to_owned(),
        calendar: calendar("REQUEST", 1).into_bytes(),
        calendar_method: "REQUEST".to_owned(),
        ..mail()?
    };
    // The fourth is no member.
    for user in [1, 1, 3, 4] {
        let id = format!("to-{user}");
        let kind = ViewingMailKind::Answered;
        stage.viewing(&id, kind, user, &mail).await?;
    }
    let received = stage.sink.wait_for_mail("helen@example.org").await?;
    assert_eq!(
        received.subject(),
        "A viewing is confirmed: Victoria Terrace"
    );
    let text = received.text();
    assert!(text.starts_with("Hello Helen Okafor,"), "{text}");
    assert!(text.contains("Ibrahim Diallo will come to see Victoria Terrace."));
    assert_eq!(stage.told().await?, ["helen@example.org"]);
    Ok(())
}

#[tokio::test]
async fn what_a_viewer_wrote_is_shown_and_no_link_of_theirs() -> anyhow::Result<()> {
    let stage = Stage::start().await?;
    for (id, message, shown) in [
        ("plain", "Could we come at five? <b>Thanks</b>.", true),
        ("link", "See evil.example/pay first", false),
    ] {
        let to = format!("{id}@example.org");
        let mail = ViewingMail {
            recipient_email: to.clone(),
            viewer_name: "You won, see https://evil.example".to_owned(),
            message: message.to_owned(),
            ..mail()?
        };
        let kind = ViewingMailKind::Answered;
        stage.viewing(id, kind, 0, &mail).await?;
        let received = stage.sink.wait_for_mail(&to).await?;
        for part in [received.text(), received.html()] {
            assert!(!part.contains("evil"), "{part}");
            assert_eq!(part.contains("come at five?"), shown, "{part}");
        }
        assert!(!received.html().contains("<b>"));
    }
    stage.job.stop().await
}
