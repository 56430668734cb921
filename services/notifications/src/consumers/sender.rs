//! Telling what concerns an organisation: to whoever is named, or to its members, each as they want to hear it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use lintel_bus::HandlerError;
use lintel_core::{OrganisationId, UserId};
use lintel_db::Tx;
use lintel_proto::{
    common::v1::Sealed, identity::v1::AccountContact, maintenance::v1::MaintenanceMail,
    tenancy::v1::TenancyMail, viewings::v1::ViewingMail,
};
use prost::Message;
use tokio::sync::Notify;

use crate::{
    app::{Deliveries, Digests, Failures, News, NewsItem, Requested, wants},
    domain::{
        About, Addressee, Contents, Fact, Hold, MailAllowance, NewDelivery, Said, Template,
        sender_of_account, sender_of_organisation,
    },
    mail::{NewsMail, SealedBox, london_time, said, said_in_bundle},
    store::contact,
};

/// Where invitations stand.
const MEMBERS: &str = "/settings/members";

/// A mail that can be addressed to a member.
pub(super) trait ToMember: Message + Default {
    /// The same mail to somebody of this name and address.
    fn addressed(&self, name: String, address: String) -> Self;
}

/// What is said of one requested mail.
#[derive(Debug)]
pub(super) struct Asked {
    /// Which mail it is.
    pub template: Template,
    /// The key of the request.
    pub key: String,
    /// For which organisation it is told; `None` for what belongs to an account alone.
    pub organisation: Option<OrganisationId>,
    /// What it says, sealed to this service.
    pub mail: Sealed,
    /// When it becomes pointless.
    pub not_after: DateTime<Utc>,
}

/// What is to be told to accounts.
#[derive(Debug)]
struct Telling<'a> {
    template: Template,
    fact: Fact,
    key: &'a str,
    organisation: Option<OrganisationId>,
    about: Option<About>,
    said: &'a Said,
    not_after: DateTime<Utc>,
    /// Whether its mail has a file for the calendar, which no digest can have.
    has_file: bool,
}

/// A mail that waits.
struct Held<'a> {
    hold: Hold,
    addressee: &'a Addressee,
    about: Option<About>,
    contents: &'a Contents,
    organisation: Option<OrganisationId>,
}

/// Tells accounts and people by all ways that the table of facts names.
#[derive(Debug, Clone)]
pub(super) struct Sender {
    domain: String,
    sealed_box: SealedBox,
    news: News,
    log: Failures,
    allowance: MailAllowance,
    wake: Arc<Notify>,
}

impl Sender {
    /// `domain`, the sender's, is used in message ids; nobody gets more mails than `allowance`; `wake` starts the mail job.
    pub(super) fn new(
        domain: String,
        sealed_box: SealedBox,
        allowance: MailAllowance,
        wake: Arc<Notify>,
    ) -> Self {
        let news = News::new(sealed_box.clone());
        Self {
            domain,
            allowance,
            log: Failures::new(sealed_box.clone(), news.clone()),
            news,
            sealed_box,
            wake,
        }
    }

    /// Starts the mail job.
    pub(super) fn wake(&self) {
        self.wake.notify_one();
    }

    /// What opens the contacts of accounts.
    pub(super) const fn sealed_box(&self) -> &SealedBox {
        &self.sealed_box
    }

    /// Records the mail to whoever is named in it; an account with that address hears of it behind its bell, too.
    pub(super) async fn to_recipient(&self, tx: &mut Tx, asked: Asked) -> Result<(), HandlerError> {
        // One that does not open is recorded all the same: putting the right key in place lets it go.
        let contents = self.contents(&asked);
        let about = contents.as_ref().and_then(|it| about(&asked, it));
        let row = asked.template.fact().map(Fact::row);
        let switch = row.and_then(|row| row.setting);
        let (mut reader, mut addressee) = (None, None);
        if let Some(contents) = &contents {
            let digest = self
                .sealed_box
                .address_digest(contents.recipient().address());
            let account = contact::of_address(tx, &digest).await?;
            addressee =
                asked
                    .organisation
                    .zip(asked.template.fact())
                    .map(|(organisation, fact)| Addressee {
                        digest,
                        sender: sender_of_organisation(organisation),
                        thread: thread(fact, about),
                        counted: account.is_none() && fact.is_counted(),
                    });
            let account =
                account.and_then(|(user, sealed)| Some((user, self.contact(user, sealed)?)));
            if let Some(account) = account {
                let (user, contact) = (account.0, account.1.clone());
                self.tell(tx, &asked, contents, &[account]).await?;
                reader = switch.map(|setting| (user, contact, setting));
            }
        }
        // Whoever has an account can switch off what is told as a help. It waits for no digest, which could come after its day.
        let off =
            |contact: &AccountContact| !contact.email_notifications || !wants(switch, contact);
        if reader.as_ref().is_some_and(|(_, contact, _)| off(contact)) {
            return Ok(());
        }
        let user = reader.as_ref().map(|(user, ..)| *user);
        let (template, key, organisation) = (asked.template, asked.key, asked.organisation);
        let mut delivery = self.delivery(template, key, user, asked.mail, asked.not_after);
        delivery.about = about;
        delivery.setting = reader.map(|(.., setting)| setting);
        let (Some(addressee), Some(contents)) = (addressee, contents) else {
            Deliveries::request(tx, delivery).await?;
            return Ok(());
        };
        let Some(hold) = self
            .request_within(tx, delivery, &addressee, &contents)
            .await?
        else {
            return Ok(());
        };
        let (true, Some(organisation)) = (hold.is_over, organisation) else {
            return Ok(());
        };
        let members = self.members(tx, organisation).await?;
        self.tell_held(
            tx,
            &Held {
                hold,
                addressee: &addressee,
                about,
                contents: &contents,
                organisation: Some(organisation),
            },
            &members,
        )
        .await
    }

    /// Requests a mail within what its reader gets; until when it waits, if it does.
    async fn request_within(
        &self,
        tx: &mut Tx,
        delivery: NewDelivery,
        to: &Addressee,
        contents: &Contents,
    ) -> Result<Option<Hold>, HandlerError> {
        let id = delivery.id;
        let Requested::Held(hold) =
            Deliveries::request_within(tx, delivery, to, self.allowance).await?
        else {
            return Ok(None);
        };
        // It stands in the log while it waits.
        if let Ok(Some(said)) = said_in_bundle(contents) {
            let (recipient, title) = (contents.recipient().address(), &said.title);
            self.log.note(tx, id, recipient, title).await?;
        }
        Ok(Some(hold))
    }

    /// Tells those who caused it that a mail waits, once for each time until which mails to that address do.
    async fn tell_held(
        &self,
        tx: &mut Tx,
        held: &Held<'_>,
        accounts: &[(UserId, AccountContact)],
    ) -> Result<(), HandlerError> {
        let recipient = held.contents.recipient().address();
        let title = said_in_bundle(held.contents)
            .ok()
            .flatten()
            .map(|said| said.title);
        let title = title.map_or_else(|| "Your email".to_owned(), |title| format!("“{title}”"));
        let until = held.hold.until;
        let said = Said {
            title: "An email waits".to_owned(),
            text: format!(
                "{title} to {recipient}, and what follows it, goes as one email on {} (UK time). Somebody without a Lintel account gets \
                 at most {} emails a day, and {} of them from one sender. Reach them in another way if it cannot wait.",
                london_time(until),
                self.allowance.a_day,
                self.allowance.of_one_sender,
            ),
            url: held.about.map_or_else(|| MEMBERS.to_owned(), About::path),
        };
        let address: String = held
            .addressee
            .digest
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let told = NewsItem {
            fact: Fact::MailsHeld,
            organisation: held.organisation,
            about: held.about,
            key: &format!("mails-held:{address}:{}", until.timestamp()),
            said: &said,
        };
        Ok(self.news.tell(tx, told, accounts).await?)
    }

    /// Records a mail about an account to whom it names, and tells the account of it.
    pub(super) async fn to_account(
        &self,
        tx: &mut Tx,
        user: UserId,
        asked: Asked,
    ) -> Result<bool, HandlerError> {
        if let Some(contents) = self.contents(&asked) {
            let account = contact::of_user(tx, user).await?;
            let account = account.and_then(|sealed| Some((user, self.contact(user, sealed)?)));
            if let Some(account) = account {
                self.tell(tx, &asked, &contents, &[account]).await?;
            }
        }
        let (contents, template) = (self.contents(&asked), asked.template);
        let (key, mail, not_after) = (asked.key, asked.mail, asked.not_after);
        let delivery = self.delivery(template, key, Some(user), mail, not_after);
        // Of these, an invitation alone goes to somebody else.
        let Some(contents) = contents.filter(|_| template.fact().is_some_and(Fact::is_counted))
        else {
            return Ok(Deliveries::request(tx, delivery).await?);
        };
        let digest = self
            .sealed_box
            .address_digest(contents.recipient().address());
        let addressee = Addressee {
            counted: contact::of_address(tx, &digest).await?.is_none(),
            digest,
            sender: sender_of_account(user),
            thread: None,
        };
        let hold = self
            .request_within(tx, delivery, &addressee, &contents)
            .await?;
        if let Some(hold) = hold {
            let account = contact::of_user(tx, user).await?;
            let account = account.and_then(|sealed| Some((user, self.contact(user, sealed)?)));
            let held = Held {
                hold,
                addressee: &addressee,
                about: None,
                contents: &contents,
                organisation: None,
            };
            self.tell_held(tx, &held, account.as_slice()).await?;
        }
        Ok(true)
    }

    /// Tells it to each member whose account `wants` accepts, by the ways that the table names and their settings allow.
    pub(super) async fn to_members<M: ToMember>(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        asked: &Asked,
        wants: impl Fn(UserId) -> bool + Send,
    ) -> Result<(), HandlerError> {
        let mail: M = self
            .sealed_box
            .open_message(&asked.mail)
            .map_err(|_| HandlerError::Permanent("its mail does not open"))?;
        let opened = self.sealed_box.open(asked.template, &asked.mail.ciphertext);
        let contents = opened.map_err(|_| HandlerError::Permanent("its mail holds no mail"))?;
        let fact = asked.template.fact();
        let fact = fact.ok_or(HandlerError::Permanent("it is about nothing"))?;
        let spoken =
            said(&contents).map_err(|_| HandlerError::Permanent("its mail leads nowhere"))?;
        let members = self.members(tx, organisation).await?;
        let members: Vec<_> = members
            .into_iter()
            .filter(|(user, _)| wants(*user))
            .collect();
        let telling = Telling {
            template: asked.template,
            fact,
            key: &asked.key,
            organisation: Some(organisation),
            about: about(asked, &contents),
            said: &spoken.unwrap_or_default(),
            not_after: asked.not_after,
            has_file: contents.calendar().is_some(),
        };
        self.to_accounts(tx, &telling, &members, &mail).await
    }

    /// Tells the accounts a fact for which nobody asked for a mail.
    pub(super) async fn of_our_own(
        &self,
        tx: &mut Tx,
        (fact, key, organisation): (Fact, &str, OrganisationId),
        accounts: &[(UserId, AccountContact)],
        mail: &NewsMail,
        not_after: DateTime<Utc>,
    ) -> Result<(), HandlerError> {
        // Its words need no recipient.
        let contents = self.sealed_box.seal(mail)?.ciphertext;
        let opened = self.sealed_box.open(Template::News(fact), &contents);
        let contents = opened.map_err(|_| HandlerError::Permanent("it says nothing"))?;
        let spoken = said(&contents).map_err(|_| HandlerError::Permanent("it leads nowhere"))?;
        let telling = Telling {
            template: Template::News(fact),
            fact,
            key,
            organisation: Some(organisation),
            about: None,
            said: &spoken.unwrap_or_default(),
            not_after,
            has_file: false,
        };
        self.to_accounts(tx, &telling, accounts, mail).await
    }

    /// The members of the organisation that can be told something.
    pub(super) async fn members(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
    ) -> Result<Vec<(UserId, AccountContact)>, HandlerError> {
        let members = contact::of_organisation(tx, organisation).await?;
        let opened = members.into_iter();
        Ok(opened
            .filter_map(|(user, sealed)| Some((user, self.contact(user, sealed)?)))
            .collect())
    }

    /// How an account is told of something; `None` where that is not known, or does not open.
    pub(super) fn contact(&self, user: UserId, contact: Vec<u8>) -> Option<AccountContact> {
        let sealed = Sealed {
            ciphertext: contact,
        };
        let contact = self.sealed_box.open_message(&sealed);
        if contact.is_err() {
            tracing::error!(%user, "an account cannot be told: the contact does not open with our key; fill-copies asks identity again");
        }
        contact.ok()
    }

    async fn to_accounts<M: ToMember>(
        &self,
        tx: &mut Tx,
        telling: &Telling<'_>,
        accounts: &[(UserId, AccountContact)],
        mail: &M,
    ) -> Result<(), HandlerError> {
        let told = NewsItem {
            fact: telling.fact,
            organisation: telling.organisation,
            about: telling.about,
            key: telling.key,
            said: telling.said,
        };
        self.news.tell(tx, told, accounts).await?;
        let row = telling.fact.row();
        if !row.ways.mail {
            return Ok(());
        }
        for (user, contact) in accounts {
            // Nothing goes to an address that nobody proved, and nothing that its reader switched off.
            let wanted = row.setting.is_none() || contact.email_notifications;
            if contact.verified_email.is_empty() || !wanted || !wants(row.setting, contact) {
                continue;
            }
            if row.setting.is_some()
                && !telling.has_file
                && Digests::add(tx, &self.sealed_box, *user, contact, &told).await?
            {
                continue;
            }
            let (name, address) = (&contact.display_name, &contact.verified_email);
            let sealed = self
                .sealed_box
                .seal(&mail.addressed(name.clone(), address.clone()))?;
            let key = format!("{}:{user}", telling.key);
            let (template, not_after) = (telling.template, telling.not_after);
            let mut delivery = self.delivery(template, key, Some(*user), sealed, not_after);
            (delivery.about, delivery.setting) = (telling.about, row.setting);
            let (Some(thread), Some(organisation)) =
                (thread(telling.fact, telling.about), telling.organisation)
            else {
                Deliveries::request(tx, delivery).await?;
                continue;
            };
            let addressee = Addressee {
                digest: self.sealed_box.address_digest(address),
                sender: sender_of_organisation(organisation),
                thread: Some(thread),
                counted: false,
            };
            let opened = self.sealed_box.open(template, &delivery.sealed);
            let contents = opened.map_err(|_| HandlerError::Permanent("its mail holds no mail"))?;
            self.request_within(tx, delivery, &addressee, &contents)
                .await?;
        }
        Ok(())
    }

    /// Tells accounts what a mail to them says.
    async fn tell(
        &self,
        tx: &mut Tx,
        asked: &Asked,
        contents: &Contents,
        accounts: &[(UserId, AccountContact)],
    ) -> Result<(), HandlerError> {
        let Some(fact) = asked.template.fact().filter(|fact| fact.row().ways.in_app) else {
            return Ok(());
        };
        // A mail that leads nowhere is refused when it is composed, where that is logged.
        let Ok(Some(said)) = said(contents) else {
            return Ok(());
        };
        let told = NewsItem {
            fact,
            organisation: asked.organisation,
            about: about(asked, contents),
            key: &asked.key,
            said: &said,
        };
        Ok(self.news.tell(tx, told, accounts).await?)
    }

    fn contents(&self, asked: &Asked) -> Option<Contents> {
        self.sealed_box
            .open(asked.template, &asked.mail.ciphertext)
            .ok()
    }

    fn delivery(
        &self,
        template: Template,
        key: String,
        user: Option<UserId>,
        mail: Sealed,
        not_after: DateTime<Utc>,
    ) -> NewDelivery {
        NewDelivery::new(
            template,
            key,
            user,
            mail.ciphertext,
            not_after,
            &self.domain,
        )
    }
}

/// The conversation that a mail is of, where its mails are gathered.
fn thread(fact: Fact, about: Option<About>) -> Option<String> {
    let about = about.filter(|_| fact.is_gathered())?;
    let (subject, id) = (about.subject.as_str(), about.subject_id);
    Some(format!("{}:{subject}:{id}", fact.as_str()))
}

/// What a mail is about, where an organisation is to find it again.
fn about(asked: &Asked, contents: &Contents) -> Option<About> {
    let row = asked.template.fact()?.row();
    Some(About {
        organisation: asked.organisation?,
        subject: row.subject?,
        subject_id: contents.subject_id()?,
    })
}

macro_rules! to_member {
    ($($mail:ty),+) => {
        $(impl ToMember for $mail {
            fn addressed(&self, name: String, address: String) -> Self {
                Self {
                    recipient_name: name,
                    recipient_email: address,
                    ..self.clone()
                }
            }
        })+
    };
}

to_member!(TenancyMail, ViewingMail, MaintenanceMail, NewsMail);
