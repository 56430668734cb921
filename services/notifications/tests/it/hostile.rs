//! Names that try to inject headers, links or markup.

use lintel_testkit::smtp::{Mail, SmtpSink};

use crate::support::{Bench, CODE, PUBLIC_URL, TOKEN, brisk, in_a_day, mail_for};

async fn received(name: &str) -> anyhow::Result<Mail> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    bench
        .request(1, &mail_for(name, "victim@example.org"), in_a_day())
        .await?;
    let job = bench.start(&sink.url(), &brisk())?;
    let mail = sink.wait_for_mail("victim@example.org").await?;
    job.stop().await?;
    Ok(mail)
}

/// Header lines of the mail, folded ones joined.
fn headers(mail: &Mail) -> Vec<String> {
    let raw = String::from_utf8_lossy(&mail.raw).into_owned();
    let head = raw.split("\r\n\r\n").next().unwrap_or_default();
    head.replace("\r\n ", " ")
        .split("\r\n")
        .map(str::to_owned)
        .collect()
}

fn named<'a>(headers: &'a [String], name: &str) -> Vec<&'a String> {
    let wanted = format!("{}:", name.to_lowercase());
    headers
        .iter()
        .filter(|line| line.to_lowercase().starts_with(&wanted))
        .collect()
}

#[tokio::test]
async fn a_name_cannot_inject_headers_or_recipients() -> anyhow::Result<()> {
    for name in [
        "Ada\r\nBcc: eve@example.org",
        "Ada\nTo: eve@example.org\n\nspam",
        "Ada\" <eve@example.org>, \"Bob",
        "Ada, eve@example.org",
        "Ada\0\u{7f}\u{85}\u{2028}Bcc: eve@example.org",
        "Bcc: x",
        "=?utf-8?q?Ada=0D=0ABcc:_eve=40example.org?=",
        &"Very long ".repeat(2000),
        "",
    ] {
        let mail = received(name).await?;
        assert_eq!(mail.to, ["victim@example.org"], "{name:?}");
        let headers = headers(&mail);
        assert_eq!(named(&headers, "to").len(), 1, "{name:?}: {headers:#?}");
        assert_eq!(named(&headers, "subject").len(), 1, "{name:?}");
        for absent in ["bcc", "cc", "reply-to"] {
            assert!(named(&headers, absent).is_empty(), "{name:?}: {headers:#?}");
        }
        assert!(
            named(&headers, "to")[0].ends_with("victim@example.org")
                || named(&headers, "to")[0].ends_with("<victim@example.org>"),
            "{headers:#?}"
        );
        let link = format!("{PUBLIC_URL}/verify-email?token={TOKEN}");
        let text = mail.text();
        assert_eq!(
            text.lines().filter(|line| line.trim_end() == link).count(),
            1,
            "{name:?}"
        );
        assert_eq!(
            text.lines().filter(|line| line.trim_end() == CODE).count(),
            1,
            "{name:?}"
        );
        assert!(
            !text.contains("eve@example.org") && !mail.html().contains("eve@example.org"),
            "{name:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn markup_and_template_language_in_a_name_are_only_shown() -> anyhow::Result<()> {
    let mail = received("<img src=x onerror=alert(1)> {{ code }} {% raw %}").await?;
    let html = mail.html();
    assert!(
        html.contains("Hello &lt;img src=x onerror=alert(1)&gt; {{ code }} {% raw %},"),
        "{html}"
    );
    assert!(!html.contains("<img"));
    Ok(())
}

#[tokio::test]
async fn letters_of_any_script_arrive_as_they_were_typed() -> anyhow::Result<()> {
    for name in ["Zoë Ångström", "山田 太郎", "Ada 🏠👩‍👩‍👧"] {
        let mail = received(name).await?;
        assert!(
            mail.text().starts_with(&format!("Hello {name},")),
            "{}",
            mail.text()
        );
        assert!(mail.html().contains(&format!("Hello {name},")));
        let raw = String::from_utf8_lossy(&mail.raw).into_owned();
        assert!(raw.is_ascii(), "the wire stays seven bit");
    }
    Ok(())
}
