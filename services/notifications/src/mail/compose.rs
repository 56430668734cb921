//! Makes a mail from its template: text and HTML, with headers by which a second copy is recognised.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use lettre::{
    Address, Message,
    message::{
        Attachment, Mailbox, MultiPart, SinglePart,
        header::{ContentType, ContentTypeErr, HeaderName, HeaderValue},
    },
};
use lintel_core::Grade;
use minijinja::{Environment, UndefinedBehavior, Value, context};
use uuid::Uuid;

use super::{
    PublicUrl, UnsubscribeLinks, maintenance, news, notice, tenancy, viewings,
    words::{Words, london_time},
};
use crate::domain::{
    AttachedFile, CalendarFile, Contents, ContentsError, DeliveryId, DigestGroup, Due, Landlord,
    Setting, Template, TenancyNotice,
};

/// The layout, and a text and an HTML part for each mail, named as [`crate::domain::Template`] names it; all notices share one,
/// and all mails about tenancies, viewings and maintenance another.
const TEMPLATES: [(&str, &str); 18] = [
    ("layout.html", include_str!("../../templates/layout.html")),
    (
        "email-verification.html",
        include_str!("../../templates/email-verification.html"),
    ),
    (
        "email-verification.txt",
        include_str!("../../templates/email-verification.txt"),
    ),
    (
        "password-reset.html",
        include_str!("../../templates/password-reset.html"),
    ),
    (
        "password-reset.txt",
        include_str!("../../templates/password-reset.txt"),
    ),
    (
        "password-changed.html",
        include_str!("../../templates/password-changed.html"),
    ),
    (
        "password-changed.txt",
        include_str!("../../templates/password-changed.txt"),
    ),
    (
        "invitation.html",
        include_str!("../../templates/invitation.html"),
    ),
    (
        "invitation.txt",
        include_str!("../../templates/invitation.txt"),
    ),
    (
        "email-change.html",
        include_str!("../../templates/email-change.html"),
    ),
    (
        "email-change.txt",
        include_str!("../../templates/email-change.txt"),
    ),
    ("notice.html", include_str!("../../templates/notice.html")),
    ("notice.txt", include_str!("../../templates/notice.txt")),
    ("why.txt", include_str!("../../templates/why.txt")),
    ("digest.html", include_str!("../../templates/digest.html")),
    ("digest.txt", include_str!("../../templates/digest.txt")),
    ("letter.html", include_str!("../../templates/letter.html")),
    ("letter.txt", include_str!("../../templates/letter.txt")),
];

/// Why a mail could not be composed.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// The sealed contents cannot become a mail.
    #[error(transparent)]
    Contents(#[from] ContentsError),
    /// A template has a fault. The source names its line, not its values.
    #[error("a template is at fault")]
    Template(#[from] minijinja::Error),
    /// The mail library refused a part.
    #[error("the mail could not be put together")]
    Message(#[from] lettre::error::Error),
    /// The kind of a part is not one.
    #[error("the mail has a part of no kind")]
    Kind(#[from] ContentTypeErr),
    /// The link that stops such mails could not be made.
    #[error("the link that stops such mails could not be made")]
    Unsubscribe(#[from] lintel_core::Error),
}

/// A mail, ready to be handed over.
#[derive(Debug)]
pub struct Composed {
    /// The mail.
    pub message: Message,
    /// Its subject.
    pub subject: String,
}

/// Composes mails. Templates are part of the program.
#[derive(Debug)]
pub struct Composer {
    templates: Environment<'static>,
    from: Mailbox,
    public_url: PublicUrl,
    unsubscribe: UnsubscribeLinks,
}

impl Composer {
    /// Mails from `from` whose links start with `public_url`; `unsubscribe` makes those that stop mails.
    ///
    /// # Errors
    /// When a template of this program is broken.
    pub fn try_new(
        from: Mailbox,
        public_url: PublicUrl,
        unsubscribe: UnsubscribeLinks,
    ) -> Result<Self, ComposeError> {
        let mut templates = Environment::new();
        // A missing template variable is an error, not an empty place in a mail.
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.add_filter("lines", |text: &str| notice::lines(text));
        // Names that end with .html are escaped; this is minijinja's default and what the hostile-name test holds to.
        for (name, source) in TEMPLATES {
            templates.add_template(name, source)?;
        }
        Ok(Self {
            templates,
            from,
            public_url,
            unsubscribe,
        })
    }

    /// The mail of `due` that says `contents`, in the name of `landlord` where it is about a home, with the files that it brings.
    ///
    /// # Errors
    /// [`ComposeError`]; it will not go away by trying again.
    pub fn compose(
        &self,
        due: &Due,
        contents: &Contents,
        (landlord, copies): (Option<&Landlord>, &[AttachedFile]),
    ) -> Result<Composed, ComposeError> {
        let to = contents.recipient();
        let (subject, values) = self.words(due, contents)?;
        let values = context! { attached => attached(copies), ..values };
        let values = context! { subject => &*subject, name => to.name(), ..values };
        let values = context! { ..values, ..contact(due, landlord) };
        let values = context! { ..values, ..self.why(due, contents)? };
        let render = |kind| {
            let name = match contents {
                Contents::Notice { .. } => format!("notice.{kind}"),
                Contents::Tenancy { .. }
                | Contents::Viewing { .. }
                | Contents::Maintenance { .. }
                | Contents::News { .. } => format!("letter.{kind}"),
                _ => format!("{}.{kind}", due.template.as_str()),
            };
            self.templates.get_template(&name)?.render(values.clone())
        };
        let (text, html) = (render("txt")?, render("html")?);
        let address: Address = to.address().parse().map_err(|_| ContentsError::Address)?;
        let mailbox = Mailbox::new(to.name().map(str::to_owned), address);
        let body = body(text, html, contents.calendar(), copies)?;
        let answers = tenant_of(contents).or_else(|| landlord.and_then(answers_to));
        let message = self.message(due, mailbox, &subject, body, (landlord, answers))?;
        Ok(Composed {
            message,
            subject: subject.into_owned(),
        })
    }

    /// The subject and the text of a letter that nobody has asked for yet.
    ///
    /// # Errors
    /// [`ComposeError`] for contents that are no letter or lack something.
    pub fn preview(
        &self,
        template: Template,
        contents: &Contents,
        landlord: Option<&Landlord>,
        at: DateTime<Utc>,
    ) -> Result<(String, String), ComposeError> {
        let due = Due {
            id: DeliveryId::generate(),
            lease: Uuid::nil(),
            template,
            user: None,
            organisation: None,
            setting: None,
            sealed: Vec::new(),
            message_id: String::new(),
            attempt: 1,
            created_at: at,
            not_after: at,
            traceparent: None,
        };
        let to = contents.recipient();
        let (subject, values) = self.words(&due, contents)?;
        let values = context! { attached => attached(&[]), ..values };
        let values = context! { subject => &*subject, name => to.name(), ..values };
        let values = context! { ..values, ..contact(&due, landlord) };
        let values = context! { ..values, ..self.why(&due, contents)? };
        let text = self.templates.get_template("letter.txt")?.render(values)?;
        Ok((subject.into_owned(), text))
    }

    /// The subject, and what the templates of this mail need.
    fn words(
        &self,
        due: &Due,
        contents: &Contents,
    ) -> Result<(Cow<'static, str>, Value), ContentsError> {
        // Safe: PublicUrl and the token's shape leave no character that means anything in HTML.
        let link = |path: &str| Value::from_safe_string(self.public_url.join(path));
        let expires = london_time(due.not_after);
        let (subject, values): (&'static str, Value) = match contents {
            Contents::EmailVerification { token, code, .. } => (
                "Verify your email address for Lintel",
                context! {
                    link => link(&format!("/verify-email?token={}", token.as_str())),
                    manual => link("/manual-verify"),
                    code => code.as_str(),
                    expires,
                },
            ),
            Contents::PasswordReset { token, .. } => (
                "Reset your Lintel password",
                context! {
                    link => link(&format!("/reset-password?token={}", token.as_str())),
                    expires,
                },
            ),
            Contents::PasswordChanged { at, .. } => (
                "Your Lintel password was changed",
                context! {
                    link => link("/forgot-password"),
                    changed => london_time(*at),
                },
            ),
            Contents::Invitation {
                token,
                inviter,
                organisation,
                grade,
                ..
            } => (
                "You are invited to a portfolio on Lintel",
                context! {
                    link => link(&format!("/accept-invite?token={}", token.as_str())),
                    inviter,
                    organisation,
                    may => what_it_may(*grade),
                    expires,
                },
            ),
            Contents::EmailChange { token, .. } => (
                "Confirm your new email address for Lintel",
                context! {
                    link => link(&format!("/confirm-email?token={}", token.as_str())),
                    expires,
                },
            ),
            Contents::Notice {
                notice, at, device, ..
            } => {
                let words = notice::words(*notice);
                let happened = london_time(*at);
                (
                    words.subject,
                    context! {
                        title => words.title,
                        preview => words.preview,
                        what => words.what,
                        what_lines => notice::lines(&format!("{} {happened} (UK time).", words.what)),
                        advice => words.advice,
                        advice_lines => notice::lines(words.advice),
                        action => words.action,
                        link => link(words.path),
                        happened,
                        device => device.name.as_deref(),
                        address => device.address.as_deref(),
                    },
                )
            }
            Contents::Tenancy { to, notice, facts } => {
                let path = tenancy::path(*notice, facts)?;
                let path = path.map(|path| path + &tenancy::behind_hash(*notice, to));
                return Ok(self.letter(tenancy::words(*notice, facts), path.as_deref()));
            }
            Contents::Viewing { notice, facts, .. } => {
                let path = viewings::path(*notice, facts)?;
                return Ok(self.letter(viewings::words(*notice, facts), path.as_deref()));
            }
            Contents::Maintenance { notice, facts, .. } => {
                let path = maintenance::path(*notice, facts)?;
                return Ok(self.letter(maintenance::words(*notice, facts), Some(&path)));
            }
            Contents::News { fact, facts, .. } => {
                let path = news::path(*fact, facts)?;
                return Ok(self.letter(news::words(*fact, facts), Some(&path)));
            }
            Contents::Digest {
                groups, bundled, ..
            } => return Ok(self.digest(groups, *bundled)),
        };
        Ok((subject.into(), values))
    }

    fn message(
        &self,
        due: &Due,
        to: Mailbox,
        subject: &str,
        body: MultiPart,
        (landlord, answers): (Option<&Landlord>, Option<Mailbox>),
    ) -> Result<Message, ComposeError> {
        let header = |name, value: &str| {
            HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
        };
        let mut message = Message::builder();
        // RFC 8058: mail clients show a button that stops such mails without leaving the mail.
        if let (Some(user), Some(setting)) = (due.user, due.setting) {
            let token = self.unsubscribe.token(user, setting)?;
            let link = self.public_url.join(&format!("/api/unsubscribe/{token}"));
            message = message
                .raw_header(header("List-Unsubscribe", &format!("<{link}>")))
                .raw_header(header(
                    "List-Unsubscribe-Post",
                    "List-Unsubscribe=One-Click",
                ));
        }
        if let Some(answers) = answers {
            message = message.reply_to(answers);
        }
        Ok(message
            .from(self.sender(due, landlord))
            .to(to)
            .subject(subject)
            // The time of the request, so that every copy of the mail has the same date.
            .date(due.created_at.into())
            .message_id(Some(due.message_id.clone()))
            .raw_header(header("X-Lintel-Intent", &due.id.to_string()))
            // RFC 3834: automatic replies do not answer it.
            .raw_header(header("Auto-Submitted", "auto-generated"))
            .raw_header(header("X-Auto-Response-Suppress", "All"))
            .multipart(body)?)
    }

    /// The sender: "Okafor Lettings via Lintel" to whoever has no account, the installation's name to members.
    fn sender(&self, due: &Due, landlord: Option<&Landlord>) -> Mailbox {
        match landlord.filter(|_| due.user.is_none()) {
            Some(landlord) => Mailbox::new(
                Some(format!("{} via Lintel", landlord.name)),
                self.from.email.clone(),
            ),
            None => self.from.clone(),
        }
    }

    /// Why the reader gets the mail, where it is switched off, and the link that stops such mails without signing in.
    fn why(&self, due: &Due, contents: &Contents) -> Result<Value, ComposeError> {
        let link = |path: &str| Value::from_safe_string(self.public_url.join(path));
        let reason = match (due.template.fact(), contents) {
            (Some(fact), _) => fact.row().reason,
            (None, Contents::Digest { bundled: true, .. }) => {
                "several messages for you came within a short time, and we put them into one email"
            }
            (None, _) => "you chose one email with your news in Settings",
        };
        let stop = match (due.user, due.setting) {
            (Some(user), Some(setting)) => {
                let token = self.unsubscribe.token(user, setting)?;
                Some(link(&format!("/unsubscribe?token={token}")))
            }
            _ => None,
        };
        let chosen = due.setting.is_some();
        Ok(context! {
            why => reason,
            setting => due.setting.map(Setting::name),
            settings_link => chosen.then(|| link("/settings/notifications")),
            stop_link => stop,
        })
    }

    /// The subject of a digest, and what its templates need.
    fn digest(&self, groups: &[DigestGroup], bundled: bool) -> (Cow<'static, str>, Value) {
        let count: usize = groups.iter().map(|group| group.items.len()).sum();
        let groups: Vec<_> = groups
            .iter()
            .map(|group| {
                let items = group.items.iter().map(|item| {
                    let path = (!item.url.is_empty()).then_some(item.url.as_str());
                    let address = path.map(|path| self.public_url.join(path));
                    let in_html = address.as_ref().map(|link| link.replace('&', "&amp;"));
                    context! {
                        title => item.title.as_str(),
                        text => item.text.as_str(),
                        link => address,
                        // Safe: PublicUrl and our own paths leave no character that means anything in HTML but the escaped one.
                        link_html => in_html.map(Value::from_safe_string),
                    }
                });
                context! { heading => group.kind.heading(), items => items.collect::<Vec<_>>() }
            })
            .collect();
        let (subject, title) = match (bundled, count) {
            (true, count) => (format!("{count} messages for you"), "Messages for you"),
            (false, 1) => ("Your news on Lintel: 1 thing".to_owned(), "Your news"),
            (false, count) => (format!("Your news on Lintel: {count} things"), "Your news"),
        };
        (subject.into(), context! { groups, title })
    }

    /// The subject of a letter, and what its templates need.
    fn letter(&self, words: Words, path: Option<&str>) -> (Cow<'static, str>, Value) {
        let address = path.map(|path| self.public_url.join(path));
        let in_html = address.as_ref().map(|link| link.replace('&', "&amp;"));
        let (says, quoted) = words.quote.unzip();
        let values = context! {
            title => words.title,
            preview => words.preview,
            paragraphs => words.paragraphs,
            items => words.items,
            says,
            quoted,
            action => words.action,
            // Safe: PublicUrl and the token's shape leave no character that means anything in HTML but the one that is escaped here.
            link_html => in_html.map(Value::from_safe_string),
            link => address,
            after => words.after,
            reason => words.reason,
        };
        (words.subject.into(), values)
    }
}

/// Returns the tenant to whom answers go, where a mail tells a landlord what a tenant wrote.
fn tenant_of(contents: &Contents) -> Option<Mailbox> {
    let Contents::Tenancy { facts, .. } = contents else {
        return None;
    };
    let address: Address = facts.tenant_email.as_deref()?.parse().ok()?;
    Some(Mailbox::new(facts.tenant_name.clone(), address))
}

/// Returns the address that takes answers; `None` where nobody's is known, or it is none.
fn answers_to(landlord: &Landlord) -> Option<Mailbox> {
    let address: Address = landlord.reply_to.as_deref()?.parse().ok()?;
    Some(Mailbox::new(Some(landlord.name.clone()), address))
}

/// Returns the sentence by which whoever has no account reaches the landlord; with a demand for rent the landlord's name and address, which the Landlord and
/// Tenant Act 1987, s 47 asks for.
fn contact(due: &Due, landlord: Option<&Landlord>) -> Value {
    let landlord = landlord.filter(|_| due.user.is_none());
    let demands_rent = matches!(
        due.template,
        Template::Tenancy(
            TenancyNotice::RentDue | TenancyNotice::RentLate | TenancyNotice::RentReminder
        )
    );
    let notices = landlord
        .filter(|_| demands_rent)
        .and_then(|landlord| landlord.notice_address.as_deref().zip(Some(&landlord.name)));
    context! {
        contact => landlord.and_then(Landlord::reached),
        notices => notices.map(|(address, name)| format!("Landlord: {name}. Address for notices: {address}")),
    }
}

/// Text and HTML; with a calendar file, which mail clients show with an answer's buttons where it is a third form of the same mail
/// (RFC 6047), and which Apple and older ones keep as the file that it is beside them.
fn body(
    text: String,
    html: String,
    calendar: Option<&CalendarFile>,
    copies: &[AttachedFile],
) -> Result<MultiPart, ComposeError> {
    let part = |content_type, body: String| SinglePart::builder().header(content_type).body(body);
    let forms = MultiPart::alternative()
        .singlepart(part(ContentType::TEXT_PLAIN, text))
        .singlepart(part(ContentType::TEXT_HTML, html));
    let Some(file) = calendar else {
        return with_copies(forms, copies);
    };
    let method = file.method.as_str();
    let kind = ContentType::parse(&format!("text/calendar; method={method}; charset=utf-8"))?;
    let attached = Attachment::new("invite.ics".to_owned()).body(file.text.clone(), kind.clone());
    Ok(MultiPart::mixed()
        .multipart(forms.singlepart(part(kind, file.text.clone())))
        .singlepart(attached))
}

/// Returns the forms of a mail with the files that it brings.
fn with_copies(forms: MultiPart, copies: &[AttachedFile]) -> Result<MultiPart, ComposeError> {
    if copies.is_empty() {
        return Ok(forms);
    }
    let pdf = ContentType::parse("application/pdf")?;
    Ok(copies
        .iter()
        .fold(MultiPart::mixed().multipart(forms), |mail, copy| {
            mail.singlepart(Attachment::new(copy.name.clone()).body(copy.pdf.clone(), pdf.clone()))
        }))
}

/// Returns the sentence that says what a mail brings; empty where it brings nothing.
const fn attached(copies: &[AttachedFile]) -> &'static str {
    match copies.len() {
        0 => "",
        1 => "The signed document is attached to this email.",
        _ => "The signed documents are attached to this email.",
    }
}

/// Returns the rights of a member of `grade`, as the rest of a sentence after "you".
const fn what_it_may(grade: Grade) -> &'static str {
    match grade {
        Grade::Viewer => "can see everything but change nothing",
        Grade::Manager => "can manage its properties",
        Grade::Owner => "can manage its properties and its members",
    }
}
