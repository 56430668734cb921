//! `lintel.notifications.v1.NotificationService`.

use lintel_auth::principal;
use lintel_core::{PageRequest, PageToken};
use lintel_db::Asked;
use lintel_proto::{
    convert::timestamp,
    notifications::v1::{
        self, GetUnreadCountRequest, GetUnreadCountResponse, GetWaysRequest, GetWaysResponse,
        ListNotificationsRequest, ListNotificationsResponse, MarkAllNotificationsReadRequest,
        MarkAllNotificationsReadResponse, MarkNotificationReadRequest,
        MarkNotificationReadResponse, notification_service_server::NotificationService,
    },
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use crate::{
    app::{Inbox, Way, Ways},
    domain::{Notification, NotificationId},
};

/// Serves [`Inbox`] and [`Ways`] over gRPC.
#[derive(Debug, Clone)]
pub struct NotificationGrpc {
    inbox: Inbox,
    ways: Ways,
}

impl NotificationGrpc {
    /// Serves `inbox`, and tells of `ways`.
    #[must_use]
    pub const fn new(inbox: Inbox, ways: Ways) -> Self {
        Self { inbox, ways }
    }
}

#[tonic::async_trait]
impl NotificationService for NotificationGrpc {
    async fn list_notifications(
        &self,
        request: Request<ListNotificationsRequest>,
    ) -> Result<Response<ListNotificationsResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let listed = self.inbox.list(&caller, &page).await?;
        Ok(Response::new(ListNotificationsResponse {
            notifications: listed.rows.into_iter().map(Into::into).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn get_unread_count(
        &self,
        request: Request<GetUnreadCountRequest>,
    ) -> Result<Response<GetUnreadCountResponse>, Status> {
        let caller = principal(&request)?;
        let unread = self.inbox.unread(&caller).await?;
        Ok(Response::new(GetUnreadCountResponse { unread }))
    }

    async fn mark_notification_read(
        &self,
        request: Request<MarkNotificationReadRequest>,
    ) -> Result<Response<MarkNotificationReadResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = NotificationId::new(request.notification_id);
        let asked = Asked::new(key, |()| Ok(MarkNotificationReadResponse {}));
        let reply = self.inbox.mark_read(&caller, id, asked).await?;
        Ok(Response::new(reply))
    }

    async fn mark_all_notifications_read(
        &self,
        request: Request<MarkAllNotificationsReadRequest>,
    ) -> Result<Response<MarkAllNotificationsReadResponse>, Status> {
        let (caller, _, key) = write(request)?;
        let asked = Asked::new(key, |()| Ok(MarkAllNotificationsReadResponse {}));
        let reply = self.inbox.mark_all_read(&caller, asked).await?;
        Ok(Response::new(reply))
    }

    async fn get_ways(
        &self,
        _: Request<GetWaysRequest>,
    ) -> Result<Response<GetWaysResponse>, Status> {
        let way = |way: Way| {
            Some(v1::Way {
                available: way.why_not.is_none(),
                why_not: way.why_not.unwrap_or_default().to_owned(),
            })
        };
        Ok(Response::new(GetWaysResponse {
            mail: way(self.ways.mail),
            push: way(self.ways.push),
            sms: way(self.ways.sms),
        }))
    }
}

impl From<Notification> for v1::Notification {
    fn from(notification: Notification) -> Self {
        let Notification {
            id,
            kind,
            said,
            created_at,
            read_at,
        } = notification;
        Self {
            notification_id: id.get(),
            kind: v1::NotificationKind::from(kind).into(),
            title: said.title,
            text: said.text,
            url: said.url,
            create_time: Some(timestamp(created_at)),
            read_time: read_at.map(timestamp),
        }
    }
}
