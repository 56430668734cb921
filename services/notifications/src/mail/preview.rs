//! Mails before they are sent: in the same words, by the same templates.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_proto::{
    maintenance::v1::MaintenanceMail, tenancy::v1::TenancyMail, viewings::v1::ViewingMail,
};
use prost::Message as _;

use super::{ComposeError, Composer, sealed::letters};
use crate::domain::{
    Contents, Landlord, MaintenanceNotice, Template, TenancyNotice, ViewingNotice,
};

/// The word that stands for the secret of a link.
const NO_SECRET: &str = "YOUR-PRIVATE-LINK";

/// A mail as its reader would get it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The recipient's name; may be empty.
    pub name: String,
    /// The recipient's address; may be empty.
    pub email: String,
    /// The subject.
    pub subject: String,
    /// The text.
    pub text: String,
}

/// A mail to look at.
#[derive(Debug, Clone)]
pub enum ToPreview {
    /// About an application or a tenancy.
    Tenancy(TenancyNotice, Box<TenancyMail>),
    /// About a viewing.
    Viewing(ViewingNotice, Box<ViewingMail>),
    /// About maintenance.
    Maintenance(MaintenanceNotice, Box<MaintenanceMail>),
}

/// Writes mails that nobody has asked for yet.
#[derive(Debug, Clone)]
pub struct Previews(Arc<Composer>);

impl Previews {
    /// The previews that `composer` writes.
    #[must_use]
    pub fn new(composer: Composer) -> Self {
        Self(Arc::new(composer))
    }

    /// A mail in the words in which it would be sent at `now`.
    ///
    /// # Errors
    /// [`ComposeError`] where it lacks what it says.
    pub fn write(
        &self,
        mail: &ToPreview,
        landlord: Option<&Landlord>,
        now: DateTime<Utc>,
    ) -> Result<Written, ComposeError> {
        let (template, contents) = mail.judged()?;
        let (subject, text) = self.0.preview(template, &contents, landlord, now)?;
        let to = contents.recipient();
        Ok(Written {
            name: to.name().unwrap_or_default().to_owned(),
            email: to.address().to_owned(),
            subject,
            text,
        })
    }
}

impl ToPreview {
    fn judged(&self) -> Result<(Template, Contents), ComposeError> {
        Ok(match self {
            Self::Tenancy(notice, mail) => {
                let mut mail = mail.clone();
                if mail.token.is_empty() {
                    NO_SECRET.clone_into(&mut mail.token);
                }
                let contents = letters::tenancy(&mail.encode_to_vec(), *notice)?;
                (Template::Tenancy(*notice), contents)
            }
            Self::Viewing(notice, mail) => {
                let contents = letters::viewing(&mail.encode_to_vec(), *notice)?;
                (Template::Viewing(*notice), contents)
            }
            Self::Maintenance(notice, mail) => {
                let contents = letters::maintenance(&mail.encode_to_vec(), *notice)?;
                (Template::Maintenance(*notice), contents)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use lintel_proto::{Word as _, identity::v1::TenantMailKind, tenancy::v1::ReceivedPayment};

    use super::*;
    use crate::mail::{Example, PublicUrl, SealedBox, UnsubscribeLinks, example};

    fn previews() -> Previews {
        let url = PublicUrl::try_new("https://lintel.example").unwrap();
        let links = UnsubscribeLinks::new(&SealedBox::new(&[1; 32]));
        let from = "Lintel <nobody@lintel.invalid>".parse().unwrap();
        Previews::new(Composer::try_new(from, url, links).unwrap())
    }

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000, 0).unwrap()
    }

    #[test]
    fn every_mail_to_tenants_has_an_example_that_names_who_lets() {
        for (kind, text) in TenantMailKind::TEXTS {
            let kind = TenantMailKind::try_from(*kind).unwrap();
            let mail = match example(kind, "Okafor Lettings", now()).unwrap() {
                Example::Tenancy(notice, mail) => ToPreview::Tenancy(notice, mail),
                Example::Maintenance(notice, mail) => ToPreview::Maintenance(notice, mail),
            };
            let written = previews().write(&mail, None, now()).unwrap();
            assert!(
                written.text.starts_with("Hello Sam Taylor,"),
                "{text}: {}",
                written.text
            );
            assert!(
                written.text.contains("https://lintel.example/"),
                "{text}: {}",
                written.text
            );
            assert_eq!(written.email, "sam@example.com", "{text}");
        }
    }

    #[test]
    fn a_preview_shows_no_secret_of_a_link() {
        let mail = TenancyMail {
            recipient_name: "Tom".to_owned(),
            recipient_email: "tom@example.com".to_owned(),
            application_id: 7,
            organisation_name: "Okafor Lettings".to_owned(),
            subject_kind: "tenant".to_owned(),
            ..TenancyMail::default()
        };
        let mail = ToPreview::Tenancy(TenancyNotice::AgreementToSign, Box::new(mail));
        let written = previews().write(&mail, None, now()).unwrap();
        let link = format!("https://lintel.example/agreement?token={NO_SECRET}");
        assert!(written.text.contains(&link), "{}", written.text);
        assert!(written.text.contains("Okafor Lettings"), "{}", written.text);
    }

    #[test]
    fn receipts_of_a_day_are_listed_with_their_sum() {
        let payment = |pence, day| ReceivedPayment {
            amount: Some(lintel_core::Money::gbp(pence).into()),
            date: chrono::NaiveDate::from_ymd_opt(2026, 11, day).map(Into::into),
        };
        let mail = TenancyMail {
            recipient_email: "tom@example.com".to_owned(),
            tenant_id: 5,
            amount: Some(lintel_core::Money::gbp(70_000).into()),
            payments: vec![payment(50_000, 23), payment(20_000, 24)],
            ..TenancyMail::default()
        };
        let mail = ToPreview::Tenancy(TenancyNotice::RentReceived, Box::new(mail));
        let written = previews().write(&mail, None, now()).unwrap();
        assert_eq!(written.subject, "Your payments were received");
        for wanted in ["£700 in all", "- £500 on 23", "- £200 on 24"] {
            assert!(
                written.text.contains(wanted),
                "{wanted} is not in: {}",
                written.text
            );
        }
    }

    #[test]
    fn a_reminder_quotes_what_was_written() {
        let mail = TenancyMail {
            recipient_email: "tom@example.com".to_owned(),
            tenant_id: 5,
            note: "Could you pay by Friday?".to_owned(),
            ..TenancyMail::default()
        };
        let mail = ToPreview::Tenancy(TenancyNotice::RentReminder, Box::new(mail));
        let written = previews().write(&mail, None, now()).unwrap();
        assert!(
            written.text.contains("Could you pay by Friday?"),
            "{}",
            written.text
        );
    }
}
