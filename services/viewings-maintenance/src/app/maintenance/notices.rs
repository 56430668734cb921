//! Mails about maintenance: to members, to tenants, to who lives there.

use chrono::{DateTime, Utc};
use lintel_core::{Error, OrganisationId, UserId, london_date};
use lintel_proto::{
    convert::timestamp,
    maintenance::v1::{MaintenanceMail, MaintenanceMailKind as Kind},
};
use lintel_sealing::Opener;
use sqlx::PgConnection;

use crate::{
    app::mail_requests::{Mails, NEWS},
    domain::{
        TenantCopy,
        maintenance::{MaintenanceRequest, Visit},
    },
    store::{self, maintenance::seen_by},
};

/// Asks for mails about maintenance.
#[derive(Debug, Clone)]
pub struct Notices {
    mails: Mails,
    opener: Opener,
}

/// The contents of a mail besides the request itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct News<'a> {
    /// A comment, or the description.
    pub text: &'a str,
    /// The author of the report or comment.
    pub author: &'a str,
    /// Until when it was to be done.
    pub due: Option<DateTime<Utc>>,
    /// True when whoever acts wants tenants to be told; by the organisation's switch where that is not said.
    pub wanted: Option<bool>,
}

impl Notices {
    /// Asks `mails` for them; `opener` opens the contacts of tenants.
    pub const fn new(mails: Mails, opener: Opener) -> Self {
        Self { mails, opener }
    }

    /// Returns whether the installation sends mail.
    pub const fn are_sent(&self) -> bool {
        self.mails.are_sent()
    }

    /// To every member that wants alerts.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn to_members(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: Kind,
        request: &MaintenanceRequest,
        news: News<'_>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = for_members(tx, organisation, request, news).await?;
        let mails = &self.mails;
        mails
            .maintenance(tx, organisation, kind, &mail, true, None, now + NEWS)
            .await
    }

    /// To one member.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[expect(clippy::too_many_arguments, reason = "as the others, and who")]
    pub async fn to_member(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        member: UserId,
        kind: Kind,
        request: &MaintenanceRequest,
        news: News<'_>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mail = for_members(tx, organisation, request, news).await?;
        let mails = &self.mails;
        mails
            .maintenance(
                tx,
                organisation,
                kind,
                &mail,
                false,
                Some(member),
                now + NEWS,
            )
            .await
    }

    /// To the tenant that reported it, or, of a landlord's request, to those that see it; while they live there.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn to_tenants(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: Kind,
        request: &MaintenanceRequest,
        news: News<'_>,
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let is_wanted = match (news.wanted, switch_of(kind)) {
            (Some(wanted), _) => wanted,
            (None, Some(switch)) => {
                !store::organisation::has_switched_off(tx, organisation, switch).await?
            }
            (None, None) => true,
        };
        if !is_wanted {
            return Ok(());
        }
        let told = match request.tenant {
            Some(tenant) => vec![tenant],
            None => seen_by::of_request(tx, organisation, request.id).await?,
        };
        let mut people = store::tenant::of_ids(tx, &self.opener, organisation, &told).await?;
        people.retain(|copy| copy.lives_there_on(london_date(now)) && !copy.mails_off);
        let mail = about(tx, organisation, request, news).await?;
        self.to_each(tx, organisation, kind, &mail, &people, now + NEWS)
            .await
    }

    /// Returns the tenants who live where a request is on the day of `now`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    pub async fn living_there(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        request: &MaintenanceRequest,
        now: DateTime<Utc>,
    ) -> Result<Vec<TenantCopy>, Error> {
        let (property, room) = (request.property, request.room_number.as_deref());
        let (opener, today) = (&self.opener, london_date(now));
        Ok(store::tenant::living_in(tx, opener, organisation, property, room, today).await?)
    }

    /// Notice of a visit, that it is at another time, or that nobody comes, to `people`.
    ///
    /// # Errors
    /// [`Error::Unavailable`] while the database is away.
    #[expect(
        clippy::too_many_arguments,
        reason = "as the others, and who is told of which visit"
    )]
    pub async fn of_visit(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: Kind,
        request: &MaintenanceRequest,
        visit: &Visit,
        people: &[TenantCopy],
        now: DateTime<Utc>,
    ) -> Result<(), Error> {
        let mut mail = about(tx, organisation, request, News::default()).await?;
        mail.text = visit.notes.clone().unwrap_or_default();
        mail.start_time = visit.starts_at().map(timestamp);
        mail.end_time = visit.ends_at().map(timestamp);
        mail.contractor_name = request.contractor_name.clone().unwrap_or_default();
        let expire = visit.starts_at().unwrap_or(now + NEWS);
        self.to_each(tx, organisation, kind, &mail, people, expire)
            .await
    }

    async fn to_each(
        &self,
        tx: &mut PgConnection,
        organisation: OrganisationId,
        kind: Kind,
        mail: &MaintenanceMail,
        people: &[TenantCopy],
        expire: DateTime<Utc>,
    ) -> Result<(), Error> {
        for person in people.iter().filter(|person| !person.email.is_empty()) {
            let mail = MaintenanceMail {
                recipient_name: person.name.clone(),
                recipient_email: person.email.clone(),
                ..mail.clone()
            };
            let mails = &self.mails;
            mails
                .maintenance(tx, organisation, kind, &mail, false, None, expire)
                .await?;
        }
        Ok(())
    }
}

/// The organisation's switch of a mail to tenants; `None` for one that nobody switches.
const fn switch_of(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Received => Some("repair-received"),
        Kind::StatusChanged => Some("repair-status"),
        Kind::Commented => Some("repair-comment"),
        _ => None,
    }
}

/// Returns the common contents of mails about a request. The landlord's name for the property is for members alone.
pub(super) async fn about(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: &MaintenanceRequest,
    news: News<'_>,
) -> Result<MaintenanceMail, Error> {
    let organisation_name = store::organisation::name(tx, organisation).await?;
    Ok(MaintenanceMail {
        maintenance_request_id: request.id.get(),
        organisation_name: organisation_name.unwrap_or_default(),
        property_address: request.property_address.clone(),
        title: request.title.clone(),
        text: news.text.to_owned(),
        priority: request.priority_text().to_owned(),
        status: request.status.as_str().to_owned(),
        advice: request.advice().unwrap_or_default(),
        author_name: news.author.to_owned(),
        due_time: news.due.map(timestamp),
        ..MaintenanceMail::default()
    })
}

/// Returns the further contents of a mail to members: the landlord's name for the home.
pub(super) async fn for_members(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    request: &MaintenanceRequest,
    news: News<'_>,
) -> Result<MaintenanceMail, Error> {
    Ok(MaintenanceMail {
        property_display_name: request.property_name.clone(),
        ..about(tx, organisation, request, news).await?
    })
}
