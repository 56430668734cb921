//! Links that invite to apply: making, listing, ending and opening them.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};
use lintel_core::{
    Clock, Error, InviteId, OrganisationId, Page, PageRequest, PageToken, Principal, RequestKey,
    london_date,
};
use lintel_db::{Db, Scope, Tx, once, outbox};
use lintel_proto::{
    convert::timestamp,
    tenancy::v1::{TenancyMail, TenancyMailKind},
};
use lintel_sealing::LinkToken;

use super::{
    OpenHome,
    home_choice::{self, HomeChoice, NamedRoom},
    vacancy,
};
use crate::{
    app::{
        Links, allowance,
        keeping::owners::{Asking, Named},
        links::{self, Purpose},
        mail_requests::Mails,
    },
    config::Allowances,
    contract::words,
    domain::applying::{AppliedHome, Invite, InviteDraft, InvitedTo, NewInvite, OfferedHome},
    error::{
        bad_page_token, home_not_found, invite_not_found, link_closed, link_expired, room_not_found,
    },
    events,
    store::{self, applying::invite::InvitedHome},
};

/// The links of organisations.
#[derive(Debug, Clone)]
pub struct Invites {
    db: Db,
    clock: Arc<dyn Clock>,
    links: Links,
    mails: Mails,
    allowances: Allowances,
    asking: Arc<Asking>,
}

/// A link with its token, which is told once.
#[derive(Debug)]
pub struct MadeInvite {
    /// The link.
    pub invite: Invite,
    /// Its token.
    pub token: LinkToken,
}

/// What may be applied for by a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedInvite {
    /// The organisation.
    pub organisation: OrganisationId,
    /// Who lets.
    pub organisation_name: String,
    /// The link.
    pub invite: Invite,
    /// Every home with a vacancy.
    pub homes: Vec<OpenHome>,
}

impl Invites {
    /// Links kept in `db`, to homes that `asking` knows.
    #[must_use]
    pub const fn new(
        db: Db,
        clock: Arc<dyn Clock>,
        links: Links,
        mails: Mails,
        allowances: Allowances,
        asking: Arc<Asking>,
    ) -> Self {
        Self {
            db,
            clock,
            links,
            mails,
            allowances,
            asking,
        }
    }

    /// A page of the links that work, the newest first.
    ///
    /// # Errors
    /// `PAGE_TOKEN_INVALID` for another list's token; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_invites", skip_all)]
    pub async fn list(
        &self,
        caller: &Principal,
        page: &PageRequest,
    ) -> Result<Page<Invite>, Error> {
        let organisation = caller.organisation()?;
        let before = page.after.as_ref();
        if before.is_some_and(|token| !token.sort.is_empty()) {
            return Err(bad_page_token());
        }
        let before = before.map(|token| token.id);
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let (now, limit) = (self.clock.now(), Page::<Invite>::limit(page));
        let rows = store::applying::invite::page(&mut tx, organisation, before, now, limit).await?;
        Ok(Page::cut(rows, page, |invite| PageToken {
            sort: String::new(),
            id: invite.id.get(),
        }))
    }

    /// Makes a link for a home that is vacant, and mails one that is for somebody. A repeat answers the same token, which is not
    /// stored: it is made again.
    ///
    /// # Errors
    /// `HOME_NOT_FOUND`, `ROOM_NOT_FOUND`; `INVITE_INVALID` with every offending field; `HOME_ALREADY_LET`; `RATE_LIMITED` for too
    /// many mails to one address; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.create_invite", skip_all, fields(property.id = draft.property))]
    pub async fn create(
        &self,
        caller: &Principal,
        draft: &InviteDraft,
        request: Option<&RequestKey>,
    ) -> Result<MadeInvite, Error> {
        let home = Named::Home(caller.organisation()?, draft.property.into());
        // The rent in the mail is that of now, and a home that was sold a moment ago is offered to nobody.
        let is_there = self.asking.is_there(home).await;
        let use_case = || self.create_once(caller, draft, is_there, request);
        self.asking.or_ask(&[home], use_case).await
    }

    async fn create_once(
        &self,
        caller: &Principal,
        draft: &InviteDraft,
        is_there: bool,
        request: Option<&RequestKey>,
    ) -> Result<MadeInvite, Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let id: i64 = once(&mut tx, request, async |tx| {
            let named = draft.room.map_or(NamedRoom::None, NamedRoom::Id);
            let property = draft.property.into();
            let choice = home_choice::choose(tx, organisation, property, named).await?;
            match choice {
                _ if !is_there => return Err(home_not_found()),
                HomeChoice::NoHome => return Err(home_not_found()),
                HomeChoice::NoRoom => return Err(room_not_found()),
                _ => {}
            }
            let to = InvitedTo {
                fault: choice.field("room_id"),
                home: offered(tx, organisation, &choice).await?,
            };
            let new = NewInvite::try_new(draft, to, london_date(now))?;
            let home = choice.vacant()?;
            if let Some(email) = &new.recipient_email {
                let day = Duration::days(1);
                let sent =
                    store::applying::invite::mailed_to(tx, organisation, email, now - day).await?;
                let limit = self.allowances.invites_to_address_a_day;
                allowance::check(sent, limit, None, day, now)?;
            }
            let id = self.add(tx, organisation, caller, &home, &new, now).await?;
            Ok(id.get())
        })
        .await?;
        let invite = store::applying::invite::find(&mut tx, organisation, id.into()).await?;
        let invite = invite.ok_or_else(invite_not_found)?;
        tx.commit().await?;
        let token = self.links.invite(&invite.token_nonce);
        Ok(MadeInvite { invite, token })
    }

    async fn add(
        &self,
        tx: &mut Tx,
        organisation: OrganisationId,
        caller: &Principal,
        home: &AppliedHome,
        new: &NewInvite,
        now: DateTime<Utc>,
    ) -> Result<InviteId, Error> {
        let token = self.links.new_invite();
        let invited = InvitedHome {
            property: home.property,
            name: home.name.clone(),
            address: home.address.clone(),
            room: home.room.clone(),
        };
        let token_of = (&token.nonce, &token.hash);
        let by = caller.user;
        let id =
            store::applying::invite::insert(tx, organisation, &invited, new, token_of, by, now)
                .await?;
        outbox::append(tx, &events::invite_changed(organisation, id, 1)).await?;
        if let Some(email) = &new.recipient_email {
            let expires_at = now + new.life;
            let name = store::keeping::organisation::name(tx, organisation).await?;
            let mail = TenancyMail {
                recipient_name: new.recipient_name.clone().unwrap_or_default(),
                recipient_email: email.clone(),
                token: self.links.invite(&token.nonce).expose().to_string(),
                property_id: home.property.get(),
                room_id: home.room.as_ref().map(|(id, _)| id.get()),
                organisation_name: name.unwrap_or_default(),
                property_address: placed(home),
                monthly_rent: Some(home.rent.into()),
                expire_time: Some(timestamp(expires_at)),
                offer: words::invite_offer(new.offer.clone().told_on(london_date(now))),
                ..TenancyMail::default()
            };
            let kind = TenancyMailKind::Invite;
            self.mails
                .request(tx, organisation, kind, mail, false, expires_at)
                .await?;
        }
        Ok(id)
    }

    /// Ends a link at once; one that was ended before stays as it was.
    ///
    /// # Errors
    /// `INVITE_NOT_FOUND`; `REQUEST_ID_REUSED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.revoke_invite", skip_all, fields(invite.id = %invite))]
    pub async fn revoke(
        &self,
        caller: &Principal,
        invite: InviteId,
        request: Option<&RequestKey>,
    ) -> Result<(), Error> {
        let organisation = caller.organisation()?;
        let now = self.clock.now();
        let mut tx = self.db.begin(Scope::of(caller)).await?;
        let _: i64 = once(&mut tx, request, async |tx| {
            let found = store::applying::invite::lock(tx, organisation, invite).await?;
            let mut found = found.ok_or_else(invite_not_found)?;
            if found.revoked_at.is_none() {
                found.revoked_at = Some(now);
                write(tx, organisation, &found).await?;
            }
            Ok(invite.get())
        })
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// What may be applied for by a link, and nothing else of the organisation. Notes the use.
    ///
    /// # Errors
    /// `LINK_INVALID`; `LINK_CLOSED`; `LINK_EXPIRED`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.open_invite", skip_all)]
    pub async fn open(&self, token: &str) -> Result<OpenedInvite, Error> {
        let now = self.clock.now();
        let (organisation, id) = of_token(&self.db, token).await?;
        let mut tx = self.db.begin(of(organisation)).await?;
        let mut invite = find_live(&mut tx, organisation, id, now).await?;
        let homes = vacancy::open_homes(&mut tx, organisation).await?;
        let name = store::keeping::organisation::name(&mut tx, organisation).await?;
        if invite.is_use_news(now) {
            invite = lock_live(&mut tx, organisation, id, now).await?;
            invite.last_used_at = Some(now);
            write(&mut tx, organisation, &invite).await?;
        }
        tx.commit().await?;
        let (today, home) = (london_date(now), offered_by(&invite, &homes));
        invite.offer = invite.offer.allowed(home, today).told_on(today);
        Ok(OpenedInvite {
            organisation,
            organisation_name: name.unwrap_or_default(),
            invite,
            homes,
        })
    }
}

/// The home of a choice as an offer is judged by it; `None` where it is not to let.
async fn offered(
    tx: &mut Tx,
    organisation: OrganisationId,
    choice: &HomeChoice,
) -> Result<Option<OfferedHome>, Error> {
    let HomeChoice::Vacant(applied) = choice else {
        return Ok(None);
    };
    let home = store::keeping::home::find(tx, organisation, applied.property).await?;
    Ok(home.map(|home| OfferedHome {
        nation: home.nation,
        rent: applied.rent,
    }))
}

/// The home of a link as its offer is judged by it; `None` where it is not to let any more.
fn offered_by(invite: &Invite, homes: &[OpenHome]) -> Option<OfferedHome> {
    let open = homes
        .iter()
        .find(|open| open.home.property == invite.property)?;
    let rent = match &invite.room {
        Some((id, _)) => open.rooms.iter().find(|room| room.id == *id)?.monthly_rent,
        None => open.home.monthly_rent,
    };
    Some(OfferedHome {
        nation: open.home.nation,
        rent,
    })
}

/// Where a home is, with its room.
fn placed(home: &AppliedHome) -> String {
    match home.room_number() {
        Some(room) => format!("Room {room}, {}", home.address),
        None => home.address.clone(),
    }
}

/// The rows of one organisation, for a caller who has nothing but a link.
pub(in crate::app) const fn of(organisation: OrganisationId) -> Scope {
    Scope {
        organisation: Some(organisation),
        user: None,
    }
}

/// The link of a token, whether it still works or not.
///
/// # Errors
/// `LINK_INVALID` for a token that is not known or is another kind of link's.
pub(super) async fn of_token(db: &Db, token: &str) -> Result<(OrganisationId, InviteId), Error> {
    let link = links::find(db, Purpose::Invite, token).await?;
    Ok((link.organisation, link.subject.into()))
}

/// A link that works.
///
/// # Errors
/// `LINK_CLOSED` for one that was revoked; `LINK_EXPIRED` for one whose time is over, or that is not kept any more.
pub(super) async fn find_live(
    tx: &mut Tx,
    organisation: OrganisationId,
    invite: InviteId,
    now: DateTime<Utc>,
) -> Result<Invite, Error> {
    live(
        store::applying::invite::find(tx, organisation, invite).await?,
        now,
    )
}

/// As [`find_live`], locked for a change.
///
/// # Errors
/// As [`find_live`].
pub(super) async fn lock_live(
    tx: &mut Tx,
    organisation: OrganisationId,
    invite: InviteId,
    now: DateTime<Utc>,
) -> Result<Invite, Error> {
    live(
        store::applying::invite::lock(tx, organisation, invite).await?,
        now,
    )
}

fn live(found: Option<Invite>, now: DateTime<Utc>) -> Result<Invite, Error> {
    let found = found.ok_or_else(link_expired)?;
    if found.revoked_at.is_some() {
        return Err(link_closed());
    }
    if found.expires_at <= now {
        return Err(link_expired());
    }
    Ok(found)
}

/// Writes a link that was locked, and tells of it.
pub(in crate::app) async fn write(
    tx: &mut Tx,
    organisation: OrganisationId,
    invite: &Invite,
) -> Result<(), Error> {
    let version = store::applying::invite::update(tx, organisation, invite).await?;
    let event = events::invite_changed(organisation, invite.id, version);
    outbox::append(tx, &event).await?;
    Ok(())
}
