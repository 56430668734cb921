//! The mails about a viewing: to the viewer, the host and the tenants.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{Error, OrganisationId, PropertyId};
use lintel_db::Tx;
use lintel_proto::{
    convert::timestamp,
    viewings::v1::{ViewingMail, ViewingMailKind},
};
use lintel_sealing::Opener;

use crate::{
    app::{Links, mail_requests::Mails},
    domain::{
        TenantCopy, clock,
        viewing::{CalendarEntry, CalendarMethod, Viewing, ViewingStatus, calendar},
    },
    store,
};

/// Asks for the mails about viewings.
#[derive(Debug, Clone)]
pub struct ViewingMails {
    mails: Mails,
    links: Links,
    opener: Opener,
    organiser: String,
    public_url: String,
}

impl ViewingMails {
    /// `opener` opens the contacts of tenants; `organiser` is the address that mails come from, which calendars name; the pages of viewers
    /// are below `public_url`.
    #[must_use]
    pub const fn new(
        mails: Mails,
        links: Links,
        opener: Opener,
        organiser: String,
        public_url: String,
    ) -> Self {
        Self {
            mails,
            links,
            opener,
            organiser,
            public_url,
        }
    }

    /// A viewing was booked. Returns whether somebody who lives there was given notice.
    pub(super) async fn booked(&self, tx: &mut Tx, viewing: &Viewing) -> Result<bool, Error> {
        let name = organisation_name(tx, viewing.organisation).await?;
        self.viewer(tx, viewing, ViewingMailKind::Booked, &name, None)
            .await?;
        self.host(tx, viewing, &name, None).await?;
        let living = self.living_in(tx, viewing).await?;
        for tenant in &living {
            self.tenant(
                tx,
                viewing,
                ViewingMailKind::TenantNotice,
                tenant,
                &name,
                None,
            )
            .await?;
        }
        Ok(self.mails.are_sent() && !living.is_empty())
    }

    /// The landlord changed a viewing. Returns whether somebody who lives there was given notice of the time as it is now.
    pub(super) async fn changed(
        &self,
        tx: &mut Tx,
        before: &Viewing,
        after: &Viewing,
        now: DateTime<Utc>,
    ) -> Result<bool, Error> {
        if !after.lies_ahead(now) {
            return Ok(false);
        }
        let name = organisation_name(tx, after.organisation).await?;
        let address = |viewing: &Viewing| viewing.viewer.as_ref().map(|one| one.email.clone());
        let (moved, elsewhere) = (after.at != before.at, after.home.room != before.home.room);
        let became = |status| after.status == status && before.status != status;
        let cancelled = became(ViewingStatus::Cancelled);
        let earlier = moved.then_some(before.at.instant);
        let noted = after.note_for_viewer != before.note_for_viewer;
        let told = if cancelled {
            Some(ViewingMailKind::Cancelled)
        } else if !after.status.is_open() {
            None
        } else if address(after) != address(before) {
            Some(ViewingMailKind::Booked)
        } else if moved {
            Some(ViewingMailKind::Moved)
        } else if elsewhere {
            Some(ViewingMailKind::Booked)
        } else if became(ViewingStatus::Confirmed) {
            Some(ViewingMailKind::Confirmed)
        } else if noted && after.note_for_viewer.is_some() {
            Some(ViewingMailKind::Booked)
        } else {
            None
        };
        if let Some(kind) = told {
            self.viewer(tx, after, kind, &name, earlier).await?;
        }
        if cancelled || moved || elsewhere {
            self.host(tx, after, &name, earlier).await?;
        }
        if cancelled {
            self.call_off(tx, before, after, &name).await?;
        } else if after.status.is_open() && (moved || elsewhere) {
            return self.notify_anew(tx, before, after, &name).await;
        }
        Ok(false)
    }

    /// Somebody moved in where a viewing is to take place. Returns whether they were given notice.
    pub(super) async fn moved_in(
        &self,
        tx: &mut Tx,
        viewing: &Viewing,
        tenant: &TenantCopy,
    ) -> Result<bool, Error> {
        let name = organisation_name(tx, viewing.organisation).await?;
        let kind = ViewingMailKind::TenantNotice;
        self.tenant(tx, viewing, kind, tenant, &name, None).await?;
        Ok(self.mails.are_sent())
    }

    /// The viewer answered.
    pub(super) async fn answered(
        &self,
        tx: &mut Tx,
        before: &Viewing,
        after: &Viewing,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        if !after.lies_ahead(now) {
            return Ok(());
        }
        let name = organisation_name(tx, after.organisation).await?;
        if after.reply != before.reply {
            let reply = after.reply.as_ref();
            let wished = reply.and_then(|reply| reply.wished);
            let wished = wished.and_then(|(day, time)| clock::instant_of(day, time));
            let changed = after.sequence != before.sequence;
            let mail = ViewingMail {
                answer: reply
                    .map(|reply| reply.answer.as_str().to_owned())
                    .unwrap_or_default(),
                requested_time: wished.map(timestamp),
                message: reply
                    .and_then(|reply| reply.message.clone())
                    .unwrap_or_default(),
                ..self.for_host(after, &name, changed)
            };
            let kind = ViewingMailKind::Answered;
            self.send(tx, after, kind, &mail, true).await?;
        }
        if after.status == ViewingStatus::Cancelled && before.status.is_open() {
            let kind = ViewingMailKind::Cancelled;
            self.viewer(tx, after, kind, &name, None).await?;
            self.call_off(tx, before, after, &name).await?;
        }
        Ok(())
    }

    /// The viewing is tomorrow.
    pub(super) async fn reminder(
        &self,
        tx: &mut Tx,
        viewing: &Viewing,
        organisation_name: &str,
    ) -> Result<(), Error> {
        let kind = ViewingMailKind::Reminder;
        self.viewer(tx, viewing, kind, organisation_name, None)
            .await
    }

    /// Returns whether tenancy-applications knows of somebody who lives there on `day`.
    pub(super) async fn somebody_lives_in(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        property: PropertyId,
        room: Option<&str>,
        day: NaiveDate,
    ) -> Result<bool, Error> {
        let living = store::tenant::living_in(tx, &self.opener, organisation, property, room, day);
        Ok(!living.await?.is_empty())
    }

    /// A calendar file for who shows the home.
    pub(super) fn to_keep_for_host(&self, viewing: &Viewing, organisation_name: &str) -> Vec<u8> {
        self.host_calendar(viewing, organisation_name, CalendarMethod::Publish)
    }

    /// A calendar file for the viewer.
    pub(super) fn to_keep_for_viewer(&self, viewing: &Viewing, organisation_name: &str) -> Vec<u8> {
        self.viewer_calendar(viewing, organisation_name, CalendarMethod::Publish)
    }

    /// Tells the new time or room to those who were told another; others whom it no longer concerns hear that nobody comes.
    async fn notify_anew(
        &self,
        tx: &mut Tx,
        before: &Viewing,
        after: &Viewing,
        name: &str,
    ) -> Result<bool, Error> {
        let told = if before.notice_at.is_some() {
            self.living_in(tx, before).await?
        } else {
            Vec::new()
        };
        let living = self.living_in(tx, after).await?;
        let is_among = |tenant: &TenantCopy, all: &[TenantCopy]| {
            all.iter().any(|one| one.tenant_id == tenant.tenant_id)
        };
        let earlier = (after.at != before.at).then_some(before.at.instant);
        for tenant in &living {
            let (kind, earlier) = match earlier {
                Some(earlier) if is_among(tenant, &told) => {
                    (ViewingMailKind::TenantNoticeMoved, Some(earlier))
                }
                _ => (ViewingMailKind::TenantNotice, None),
            };
            self.tenant(tx, after, kind, tenant, name, earlier).await?;
        }
        for tenant in told.iter().filter(|tenant| !is_among(tenant, &living)) {
            let kind = ViewingMailKind::TenantNoticeCancelled;
            self.tenant(tx, before, kind, tenant, name, None).await?;
        }
        Ok(self.mails.are_sent() && !living.is_empty())
    }

    /// Tells those who were given notice that nobody comes.
    async fn call_off(
        &self,
        tx: &mut Tx,
        before: &Viewing,
        after: &Viewing,
        name: &str,
    ) -> Result<(), Error> {
        if before.notice_at.is_none() {
            return Ok(());
        }
        for tenant in self.living_in(tx, before).await? {
            let kind = ViewingMailKind::TenantNoticeCancelled;
            self.tenant(tx, after, kind, &tenant, name, None).await?;
        }
        Ok(())
    }

    async fn viewer(
        &self,
        tx: &mut Tx,
        viewing: &Viewing,
        kind: ViewingMailKind,
        organisation_name: &str,
        earlier: Option<DateTime<Utc>>,
    ) -> Result<(), Error> {
        let (Some(viewer), Some(nonce)) = (&viewing.viewer, &viewing.token_nonce) else {
            return Ok(());
        };
        // An answer to a REQUEST would go to an address that nobody reads: the page takes it.
        let method = CalendarMethod::to_viewer(viewing);
        let mail = ViewingMail {
            recipient_name: viewer.name.clone(),
            recipient_email: viewer.email.clone(),
            token: self.links.viewing(nonce).expose().to_string(),
            viewer_name: viewer.name.clone(),
            earlier_start_time: earlier.map(timestamp),
            calendar: self.viewer_calendar(viewing, organisation_name, method),
            calendar_method: method.as_str().to_owned(),
            message: match kind {
                // There it is the reason.
                ViewingMailKind::Cancelled => String::new(),
                _ => viewing.note_for_viewer.clone().unwrap_or_default(),
            },
            ..about(viewing, organisation_name)
        };
        self.send(tx, viewing, kind, &mail, false).await
    }

    async fn host(
        &self,
        tx: &mut Tx,
        viewing: &Viewing,
        name: &str,
        earlier: Option<DateTime<Utc>>,
    ) -> Result<(), Error> {
        let mail = ViewingMail {
            earlier_start_time: earlier.map(timestamp),
            ..self.for_host(viewing, name, true)
        };
        self.send(tx, viewing, ViewingMailKind::HostCalendar, &mail, true)
            .await
    }

    async fn tenant(
        &self,
        tx: &mut Tx,
        viewing: &Viewing,
        kind: ViewingMailKind,
        tenant: &TenantCopy,
        organisation_name: &str,
        earlier: Option<DateTime<Utc>>,
    ) -> Result<(), Error> {
        let mail = ViewingMail {
            recipient_name: tenant.name.clone(),
            recipient_email: tenant.email.clone(),
            earlier_start_time: earlier.map(timestamp),
            ..about(viewing, organisation_name)
        };
        self.send(tx, viewing, kind, &mail, false).await
    }

    async fn send(
        &self,
        tx: &mut Tx,
        viewing: &Viewing,
        kind: ViewingMailKind,
        mail: &ViewingMail,
        to_host: bool,
    ) -> Result<(), Error> {
        let member = to_host.then_some(viewing.host);
        let (organisation, expire) = (viewing.organisation, viewing.at.instant);
        self.mails
            .viewing(tx, organisation, kind, mail, member, expire)
            .await
    }

    /// Returns the tenants who live in what is shown on that day and can be written to.
    async fn living_in(&self, tx: &mut Tx, viewing: &Viewing) -> Result<Vec<TenantCopy>, Error> {
        let (organisation, home) = (viewing.organisation, &viewing.home);
        let (room, day) = (home.room.as_deref(), viewing.at.day);
        let (opener, property) = (&self.opener, home.property);
        let living = store::tenant::living_in(tx, opener, organisation, property, room, day);
        let mut living = living.await?;
        living.retain(|tenant| !tenant.email.is_empty());
        Ok(living)
    }

    fn for_host(&self, viewing: &Viewing, organisation_name: &str, calendar: bool) -> ViewingMail {
        let method = CalendarMethod::of_mail(viewing);
        let viewer = viewing.viewer.as_ref();
        let mut mail = ViewingMail {
            property_display_name: viewing.home.name.clone(),
            viewer_name: viewer.map(|one| one.name.clone()).unwrap_or_default(),
            ..about(viewing, organisation_name)
        };
        if calendar {
            mail.calendar = self.host_calendar(viewing, organisation_name, method);
            method.as_str().clone_into(&mut mail.calendar_method);
        }
        mail
    }

    fn viewer_calendar(&self, viewing: &Viewing, name: &str, method: CalendarMethod) -> Vec<u8> {
        let link = viewing.token_nonce.as_ref().map(|nonce| {
            let token = self.links.viewing(nonce);
            format!("{}/viewings/{}", self.public_url, token.expose().as_str())
        });
        let shown = (!name.is_empty()).then(|| format!("Shown by {name}."));
        let page = link
            .as_ref()
            .map(|link| format!("Confirm, ask for another time or cancel: {link}"));
        let note = viewing.note_for_viewer.clone();
        let description: Vec<_> = [shown, note, page].into_iter().flatten().collect();
        let entry = CalendarEntry {
            method,
            summary: format!("Viewing: {}", viewing.home.address),
            description: description.join(" "),
            link,
            organiser_name: name,
            organiser_email: &self.organiser,
        };
        calendar(viewing, &entry)
    }

    fn host_calendar(&self, viewing: &Viewing, name: &str, method: CalendarMethod) -> Vec<u8> {
        let home = &viewing.home.name;
        let (summary, description) = match &viewing.viewer {
            Some(viewer) => (
                format!("Viewing: {}, {home}", viewer.name),
                format!("{}, {}, {}", viewer.name, viewer.phone, viewer.email),
            ),
            None => (format!("Viewing: {home}"), String::new()),
        };
        let entry = CalendarEntry {
            method,
            summary,
            description,
            link: None,
            organiser_name: name,
            organiser_email: &self.organiser,
        };
        calendar(viewing, &entry)
    }
}

async fn organisation_name(tx: &mut Tx, organisation: OrganisationId) -> Result<String, Error> {
    let name = store::organisation::name(tx, organisation).await?;
    Ok(name.unwrap_or_default())
}

/// Returns the common contents of all mails.
fn about(viewing: &Viewing, organisation_name: &str) -> ViewingMail {
    let home = &viewing.home;
    ViewingMail {
        viewing_id: viewing.id.get(),
        organisation_name: organisation_name.to_owned(),
        property_address: home.full_address(),
        room_number: home.room.clone().unwrap_or_default(),
        start_time: Some(timestamp(viewing.at.instant)),
        end_time: Some(timestamp(viewing.ends_at())),
        home_left: viewing.home_left,
        ..ViewingMail::default()
    }
}
