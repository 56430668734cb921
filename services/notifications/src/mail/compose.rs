//! A mail from its template: text and HTML, with the headers that make a second copy recognisable as one.

use chrono::{DateTime, Utc};
use chrono_tz::Europe::London;
use lettre::{
    Address, Message,
    message::{
        Mailbox, MultiPart, SinglePart,
        header::{ContentType, HeaderName, HeaderValue},
    },
};
use minijinja::{Environment, UndefinedBehavior, Value, context};

use super::PublicUrl;
use crate::domain::{Contents, ContentsError, Due, VerificationMail};

/// Why a mail could not be composed.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// What was sealed does not make a mail.
    #[error(transparent)]
    Contents(#[from] ContentsError),
    /// A template is at fault. The source names its line, not what it was given.
    #[error("a template is at fault")]
    Template(#[from] minijinja::Error),
    /// The mail library refused a part.
    #[error("the mail could not be put together")]
    Message(#[from] lettre::error::Error),
}

/// Composes mails. Templates are part of the program.
#[derive(Debug)]
pub struct Composer {
    templates: Environment<'static>,
    from: Mailbox,
    public_url: PublicUrl,
}

impl Composer {
    /// Mails from `from` whose links start with `public_url`.
    ///
    /// # Errors
    /// When a template of this program is broken.
    pub fn try_new(from: Mailbox, public_url: PublicUrl) -> Result<Self, ComposeError> {
        let mut templates = Environment::new();
        // A word that a template expects and is not given is a fault, not an empty place in somebody's mail.
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        // Names that end with .html are escaped; this is minijinja's default and what the hostile-name test holds to.
        for (name, source) in [
            ("layout.html", include_str!("../../templates/layout.html")),
            (
                "email-verification.html",
                include_str!("../../templates/email-verification.html"),
            ),
            (
                "email-verification.txt",
                include_str!("../../templates/email-verification.txt"),
            ),
        ] {
            templates.add_template(name, source)?;
        }
        Ok(Self {
            templates,
            from,
            public_url,
        })
    }

    /// The mail of `due` that says `contents`.
    ///
    /// # Errors
    /// [`ComposeError`]; it will not go away by trying again.
    pub fn compose(&self, due: &Due, contents: &Contents) -> Result<Message, ComposeError> {
        match contents {
            Contents::EmailVerification(mail) => self.verification(due, mail),
        }
    }

    fn verification(&self, due: &Due, mail: &VerificationMail) -> Result<Message, ComposeError> {
        const SUBJECT: &str = "Verify your email address for Lintel";
        let link = self
            .public_url
            .join(&format!("/verify-email?token={}", mail.token()));
        let values = context! {
            subject => SUBJECT,
            name => mail.name(),
            // Safe: PublicUrl and the token's shape leave no character that means anything in HTML.
            link => Value::from_safe_string(link),
            manual => Value::from_safe_string(self.public_url.join("/manual-verify")),
            code => mail.code(),
            expires => london_time(due.not_after),
        };
        let render = |name| self.templates.get_template(name)?.render(values.clone());
        let text = render("email-verification.txt")?;
        let html = render("email-verification.html")?;
        let address: Address = mail.address().parse().map_err(|_| ContentsError::Address)?;
        let to = Mailbox::new(mail.name().map(str::to_owned), address);
        self.message(due, to, SUBJECT, text, html)
    }

    fn message(
        &self,
        due: &Due,
        to: Mailbox,
        subject: &str,
        text: String,
        html: String,
    ) -> Result<Message, ComposeError> {
        let header = |name, value: &str| {
            HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
        };
        let part =
            |content_type, body: String| SinglePart::builder().header(content_type).body(body);
        Ok(Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(subject)
            // The instant at which it was asked for: every copy of the mail says the same.
            .date(due.created_at.into())
            .message_id(Some(due.message_id.clone()))
            .raw_header(header("X-Lintel-Intent", &due.id.to_string()))
            // RFC 3834: nobody's absence notice answers it.
            .raw_header(header("Auto-Submitted", "auto-generated"))
            .raw_header(header("X-Auto-Response-Suppress", "All"))
            .multipart(
                MultiPart::alternative()
                    .singlepart(part(ContentType::TEXT_PLAIN, text))
                    .singlepart(part(ContentType::TEXT_HTML, html)),
            )?)
    }
}

/// "20 November 2026 at 09:08", by London's clocks.
fn london_time(instant: DateTime<Utc>) -> String {
    instant
        .with_timezone(&London)
        .format("%-d %B %Y at %H:%M")
        .to_string()
}
