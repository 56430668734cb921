//! Reports of other mail servers: that a mail came back or arrived (RFC 3464), or that its reader complained (RFC 5965).

use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders as _, PartType};

use crate::domain::StopReason;

/// The longest report.
pub const LONGEST: usize = 1 << 20;

/// The report about one mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The mail's `Message-ID`, with its angle brackets.
    pub message_id: String,
    /// The fate of the mail.
    pub became: ReportedState,
}

/// The fate of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportedState {
    /// It is in the reader's mailbox.
    Delivered,
    /// It came back; whether no other mail would arrive either.
    Bounced(bool),
    /// Its reader does not want such mails.
    Complained,
    /// It is late, or went on to where nothing is reported.
    Unsure,
}

impl ReportedState {
    /// Why nothing more goes to the address.
    #[must_use]
    pub const fn stops(self) -> Option<StopReason> {
        match self {
            Self::Bounced(true) => Some(StopReason::Bounced),
            Self::Complained => Some(StopReason::Complained),
            Self::Delivered | Self::Bounced(false) | Self::Unsure => None,
        }
    }
}

/// The message is no report about a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is no report about a mail")]
pub struct NoReport;

/// Reads a report.
///
/// # Errors
/// [`NoReport`].
pub fn read(message: &[u8]) -> Result<Report, NoReport> {
    if message.len() > LONGEST {
        return Err(NoReport);
    }
    let message = MessageParser::default().parse(message).ok_or(NoReport)?;
    let became = message
        .parts
        .iter()
        .find_map(|part| match kind(part)?.as_str() {
            "message/delivery-status" => Some(status(part.contents())),
            "message/feedback-report" => Some(ReportedState::Complained),
            _ => None,
        })
        .ok_or(NoReport)?;
    let message_id = message.parts.iter().find_map(original).ok_or(NoReport)?;
    if message_id.contains('\0') {
        return Err(NoReport);
    }
    Ok(Report {
        message_id: format!("<{message_id}>"),
        became,
    })
}

fn kind(part: &MessagePart<'_>) -> Option<String> {
    let kind = part.content_type()?;
    let subtype = kind.subtype().unwrap_or_default();
    Some(format!("{}/{subtype}", kind.ctype()).to_lowercase())
}

/// The `Message-ID` of the mail, of which the report has the whole or the headers.
fn original(part: &MessagePart<'_>) -> Option<String> {
    let id = |message: &Message<'_>| message.message_id().map(str::to_owned);
    if let PartType::Message(message) = &part.body {
        return id(message);
    }
    if kind(part)? != "text/rfc822-headers" {
        return None;
    }
    id(&MessageParser::default().parse(part.contents())?)
}

/// The action and the status of the recipients. Ours have one each; of several, the worst counts.
fn status(text: &[u8]) -> ReportedState {
    let text = String::from_utf8_lossy(text);
    let field = |wanted: &str| {
        text.lines()
            .filter_map(|line| line.split_once(':'))
            .filter(|(name, _)| name.trim().eq_ignore_ascii_case(wanted))
            .map(|(_, value)| value.trim().to_lowercase())
            .collect::<Vec<_>>()
    };
    let (actions, statuses) = (field("Action"), field("Status"));
    if actions.iter().any(|action| action == "failed") {
        // A class of 4 says that it was given up after trying: the mailbox may be there again tomorrow.
        let for_good = statuses.is_empty() || statuses.iter().any(|code| code.starts_with('5'));
        return ReportedState::Bounced(for_good);
    }
    if actions.iter().any(|action| action == "delivered") {
        return ReportedState::Delivered;
    }
    ReportedState::Unsure
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dsn(action: &str, status: &str, returned: &str) -> String {
        format!(
            "From: MAILER-DAEMON@relay.example\r\nTo: no-reply@lintel.example\r\nSubject: Undelivered\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\r\n\r\n\
             --b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive. Message-ID: <other@lintel.example>\r\n\
             --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; relay.example\r\n\r\n\
             Final-Recipient: rfc822; ada@example.org\r\nAction: {action}\r\nStatus: {status}\r\n\r\n\
             --b\r\n{returned}\r\n--b--\r\n"
        )
    }

    const WHOLE: &str = "Content-Type: message/rfc822\r\n\r\nFrom: no-reply@lintel.example\r\nMessage-ID: <1@lintel.example>\r\n\
        Subject: Hello\r\n\r\nHello";
    const HEADERS: &str = "Content-Type: text/rfc822-headers\r\n\r\nFrom: no-reply@lintel.example\r\n\
        Message-ID: <1@lintel.example>\r\nSubject: Hello\r\n";

    #[test]
    fn a_report_names_the_mail_and_what_became_of_it() {
        for (action, status, became) in [
            ("failed", "5.1.1", ReportedState::Bounced(true)),
            ("Failed", "5.2.2 (full)", ReportedState::Bounced(true)),
            ("failed", "4.4.7", ReportedState::Bounced(false)),
            ("delayed", "4.4.1", ReportedState::Unsure),
            ("delivered", "2.0.0", ReportedState::Delivered),
            ("relayed", "2.0.0", ReportedState::Unsure),
        ] {
            for returned in [WHOLE, HEADERS] {
                let report = read(dsn(action, status, returned).as_bytes());
                let message_id = "<1@lintel.example>".to_owned();
                assert_eq!(
                    report,
                    Ok(Report { message_id, became }),
                    "{action} {status}"
                );
            }
        }
    }

    #[test]
    fn an_id_that_no_database_takes_is_none_of_ours() {
        let returned = WHOLE.replace("<1@", "<1\0@");
        let report = read(dsn("failed", "5.1.1", &returned).as_bytes());
        assert_eq!(report, Err(NoReport));
    }

    #[test]
    fn a_complaint_is_one() {
        let arf = format!(
            "From: feedback@isp.example\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=feedback-report; boundary=b\r\n\r\n\
             --b\r\nContent-Type: text/plain\r\n\r\nA complaint.\r\n\
             --b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\n\r\n\
             --b\r\n{WHOLE}\r\n--b--\r\n"
        );
        let report = read(arf.as_bytes());
        assert_eq!(
            report.map(|report| report.became.stops()),
            Ok(Some(StopReason::Complained))
        );
    }

    #[test]
    fn what_is_no_report_is_refused() {
        let without = dsn("failed", "5.1.1", "Content-Type: text/plain\r\n\r\nnothing");
        let plain = "From: a@b.example\r\nMessage-ID: <1@lintel.example>\r\n\r\nHello";
        for message in ["", "x", plain, &without, &"x".repeat(LONGEST + 1)] {
            assert_eq!(read(message.as_bytes()), Err(NoReport));
        }
    }
}
