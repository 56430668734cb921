//! Comments of the landlord and the tenants of a request.

use lintel_core::{
    AttachmentId, Error, MaintenanceRequestId, Page, PageRequest, PageToken, Principal, RequestKey,
    TenantId,
};
use lintel_db::{Tx, once};
use lintel_proto::maintenance::v1::MaintenanceMailKind as Kind;

use super::{Ground, notices::News, reach::Reach, view};
use crate::{
    domain::maintenance::{
        Attachment, Comment, Happening, MaintenanceEventKind, MaintenanceRequest, NewComment,
    },
    error::maintenance_request_not_found,
    store::{
        self,
        maintenance::{attachment, comment, comment::Author, request, seen_by},
    },
};

/// Comments on requests.
#[derive(Debug, Clone)]
pub struct Comments {
    ground: Ground,
}

/// A comment and what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentView {
    /// The comment.
    pub comment: Comment,
    /// The tenant's name, for the landlord, while they are known.
    pub author_name: String,
    /// Its photos.
    pub attachments: Vec<Attachment>,
    /// True when the caller may know the account.
    pub names_account: bool,
}

impl Comments {
    /// On requests on `ground`.
    #[must_use]
    pub const fn new(ground: Ground) -> Self {
        Self { ground }
    }

    /// A page of the comments, the oldest first.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; [`Error::Unavailable`] while the database is away.
    #[tracing::instrument(name = "app.list_comments", skip_all, fields(maintenance_request.id = %id))]
    pub async fn list(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        page: &PageRequest,
    ) -> Result<Page<CommentView>, Error> {
        let mut tx = self.ground.begin(caller).await?;
        let reach = self.ground.reach(&mut tx, caller, id).await?;
        let found = request::find(&mut tx, reach.organisation, id).await?;
        found.ok_or_else(maintenance_request_not_found)?;
        let after = page.after.as_ref().map_or(0, |token| token.id);
        let limit = Page::<CommentView>::limit(page);
        let rows = self.read(&mut tx, &reach, id, after, limit).await?;
        Ok(Page::cut(rows, page, |view| PageToken {
            sort: String::new(),
            id: view.comment.id.get(),
        }))
    }

    /// Adds a comment and tells the other side; tenants as `email_tenants` says, else by the organisation's switch.
    ///
    /// # Errors
    /// `MAINTENANCE_REQUEST_NOT_FOUND`; `TENANCY_ENDED`; `MAINTENANCE_INVALID` with every offending field; `REQUEST_ID_REUSED`;
    /// [`Error::Unavailable`] while the database is away, or tenancy-applications where a tenant writes.
    #[tracing::instrument(name = "app.add_comment", skip_all, fields(maintenance_request.id = %id))]
    pub async fn add(
        &self,
        caller: &Principal,
        id: MaintenanceRequestId,
        (text, email_tenants): (&str, Option<bool>),
        photos: &[AttachmentId],
        key: Option<&RequestKey>,
    ) -> Result<CommentView, Error> {
        self.ground.know_tenant(caller).await?;
        let now = self.ground.clock.now();
        let mut tx = self.ground.begin(caller).await?;
        let added: i64 = once(&mut tx, key, async |tx| {
            let (reach, mut request) = self.ground.lock(tx, caller, id).await?;
            let organisation = reach.organisation;
            let there = attachment::of_request(tx, organisation, id).await?;
            let new = NewComment::try_new(text, photos, &there, reach.actor)?;
            let author = Author {
                actor: reach.actor,
                user: reach.user,
                tenant: writer(tx, &reach, id).await?,
            };
            let added = comment::insert(tx, organisation, id, author, &new.text, now).await?;
            attachment::give_to_comment(tx, organisation, added, &new.photos).await?;
            let news = News {
                text: &new.text,
                wanted: email_tenants,
                ..News::default()
            };
            self.tell(tx, &reach, &request, author.tenant, news).await?;
            if reach.is_landlord() {
                request.answer(now);
            }
            let happening = Happening::new(MaintenanceEventKind::Comment, "", "");
            let ground = &self.ground;
            ground
                .save(tx, &reach, request, vec![happening], now)
                .await?;
            Ok(added.get())
        })
        .await?;
        let reach = self.ground.reach(&mut tx, caller, id).await?;
        let mut found = self.read(&mut tx, &reach, id, added - 1, 1).await?;
        tx.commit().await?;
        found.pop().ok_or_else(maintenance_request_not_found)
    }

    async fn read(
        &self,
        tx: &mut Tx,
        reach: &Reach,
        id: MaintenanceRequestId,
        after: i64,
        limit: i64,
    ) -> Result<Vec<CommentView>, Error> {
        let organisation = reach.organisation;
        let mut comments = comment::page(tx, organisation, id, after, limit).await?;
        // Those that somebody who left does not see are the last ones.
        comments.retain(|comment| reach.sees(comment.created_at));
        let files = attachment::of_request(tx, organisation, id).await?;
        let tenants: Vec<_> = comments.iter().filter_map(|one| one.tenant).collect();
        let people = view::people(tx, &self.ground.opener, reach, &tenants).await?;
        let views = comments.into_iter().map(|comment| {
            let person = comment.tenant.and_then(|tenant| people.get(&tenant));
            let of_it = files.iter().filter(|file| file.comment == Some(comment.id));
            CommentView {
                author_name: person.map(|person| person.name.clone()).unwrap_or_default(),
                attachments: of_it.cloned().collect(),
                names_account: reach.is_landlord() || comment.user == reach.user,
                comment,
            }
        });
        Ok(views.collect())
    }

    async fn tell(
        &self,
        tx: &mut Tx,
        reach: &Reach,
        request: &MaintenanceRequest,
        tenant: Option<TenantId>,
        news: News<'_>,
    ) -> Result<(), Error> {
        let now = self.ground.clock.now();
        let (organisation, notices) = (reach.organisation, &self.ground.notices);
        let Some(tenant) = tenant else {
            return notices
                .to_tenants(tx, organisation, Kind::Commented, request, news, now)
                .await;
        };
        let opener = &self.ground.opener;
        let person = store::tenant::of_ids(tx, opener, organisation, &[tenant]).await?;
        let author = person.first().map_or("", |person| person.name.as_str());
        let news = News { author, ..news };
        notices
            .to_members(tx, organisation, Kind::Commented, request, news, now)
            .await
    }
}

/// Returns the tenant as whom a tenant's account writes; `None` for a member.
async fn writer(
    tx: &mut Tx,
    reach: &Reach,
    id: MaintenanceRequestId,
) -> Result<Option<TenantId>, Error> {
    let seeing = seen_by::of_request(tx, reach.organisation, id).await?;
    let own = seeing
        .into_iter()
        .find(|tenant| reach.tenants.contains(tenant));
    Ok(own)
}
