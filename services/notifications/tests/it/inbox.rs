//! The RPCs of the bell: each account sees and reads its own, and nobody else's.

use std::sync::Arc;

use lintel_auth::{AccessLayer, Audience, ServiceKey};
use lintel_core::{Clock as _, Role, SystemClock, UserId};
use lintel_notifications::{
    app::{Inbox, News, NewsItem, NotificationData, Ways},
    domain::{Fact, Said},
    grpc::NotificationGrpc,
};
use lintel_proto::{
    PublicEvent as _,
    identity::v1::AccountContact,
    notifications::v1::{
        GetUnreadCountRequest, ListNotificationsRequest, MarkAllNotificationsReadRequest,
        MarkNotificationReadRequest, NotificationKind, NotificationsChanged,
        notification_service_client::NotificationServiceClient,
        notification_service_server::NotificationServiceServer,
    },
};
use lintel_runtime::{Health, Lifecycle};
use lintel_testkit::tokens::{TokenMint, landlord, outsider, with_token};
use prost::Message as _;
use tokio::net::TcpListener;
use tonic::{
    Code,
    service::Routes,
    transport::{Channel, Endpoint},
};

use crate::support::Bench;

struct Desk {
    bench: Bench,
    mint: TokenMint,
    client: NotificationServiceClient<Channel>,
    lifecycle: Lifecycle,
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.lifecycle.stop.cancel();
    }
}

impl Desk {
    async fn open() -> anyhow::Result<Self> {
        let (bench, mint) = (Bench::new().await?, TokenMint::new()?);
        let key = ServiceKey::new("the key of our own processes".into());
        let access = AccessLayer::new(mint.verifier.clone(), key)?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = format!("http://{}", listener.local_addr()?);
        let db = bench.database.db.clone();
        let inbox = Inbox::new(db, Arc::new(SystemClock), bench.sealed_box());
        let service = NotificationGrpc::new(inbox, Ways::default());
        let routes = Routes::new(NotificationServiceServer::new(service));
        let (health, lifecycle) = (Health::starting().await, Lifecycle::default());
        lifecycle.spawn("grpc", {
            let lifecycle = lifecycle.clone();
            async move {
                lintel_runtime::grpc::serve_on(listener, routes, access, health, &lifecycle).await
            }
        });
        Ok(Self {
            bench,
            mint,
            client: NotificationServiceClient::new(Endpoint::from_shared(address)?.connect_lazy()),
            lifecycle,
        })
    }

    async fn tell(&self, user: i64, key: &str) -> anyhow::Result<()> {
        let said = Said {
            title: format!("Title of {key}"),
            text: "Text.".to_owned(),
            url: "/portfolio/7".to_owned(),
        };
        let told = NewsItem {
            fact: Fact::NewDevice,
            organisation: None,
            about: None,
            key,
            said: &said,
        };
        let mut tx = self.bench.database.db.begin_worker().await?;
        let account = (UserId::new(user), AccountContact::default());
        News::new(self.bench.sealed_box())
            .tell(&mut tx, told, &[account])
            .await?;
        tx.commit().await?;
        Ok(())
    }

    fn asked<T>(&self, user: i64, message: T) -> anyhow::Result<tonic::Request<T>> {
        let token = self.mint.token(&outsider(user, Role::Tenant))?;
        with_token(message, &token)
    }

    async fn unread(&mut self, user: i64) -> anyhow::Result<i64> {
        let asked = self.asked(user, GetUnreadCountRequest {})?;
        let counted = self.client.get_unread_count(asked).await?;
        Ok(counted.into_inner().unread)
    }

    async fn read(&mut self, user: i64, id: i64, request_id: &str) -> anyhow::Result<Code> {
        let message = MarkNotificationReadRequest {
            notification_id: id,
            request_id: request_id.to_owned(),
        };
        let asked = self.asked(user, message)?;
        let read = self.client.mark_notification_read(asked).await;
        Ok(read.err().map_or(Code::Ok, |status| status.code()))
    }

    /// The versions of the account's events, in their order.
    async fn versions(&self, user: i64) -> anyhow::Result<Vec<i64>> {
        let mut admin = self.bench.database.superuser().await?;
        let payloads: Vec<Vec<u8>> = sqlx::query_scalar(
            "SELECT payload FROM outbox WHERE event_type = $1 AND organisation_id IS NULL ORDER BY seq",
        )
        .bind(NotificationsChanged::TYPE)
        .fetch_all(&mut admin)
        .await?;
        let mut versions = Vec::new();
        for payload in payloads {
            let told = NotificationsChanged::decode(payload.as_slice())?;
            if told.user_id == user {
                versions.push(told.version);
            }
        }
        Ok(versions)
    }
}

#[tokio::test]
async fn the_newest_come_first_page_by_page_and_each_account_has_its_own() -> anyhow::Result<()> {
    let mut desk = Desk::open().await?;
    for key in ["a", "b", "c", "c"] {
        desk.tell(7, key).await?;
    }
    desk.tell(8, "d").await?;
    let (mut titles, mut page_token) = (Vec::new(), String::new());
    loop {
        let message = ListNotificationsRequest {
            page_size: 2,
            page_token,
        };
        let asked = desk.asked(7, message)?;
        let page = desk.client.list_notifications(asked).await?.into_inner();
        for one in page.notifications {
            assert_eq!(one.kind(), NotificationKind::Security);
            assert_eq!(
                (one.text.as_str(), one.url.as_str()),
                ("Text.", "/portfolio/7")
            );
            assert!(one.create_time.is_some() && one.read_time.is_none());
            titles.push(one.title);
        }
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(titles, ["Title of c", "Title of b", "Title of a"]);
    assert_eq!((desk.unread(7).await?, desk.unread(8).await?), (3, 1));
    assert_eq!(desk.versions(7).await?, [1, 2, 3]);
    Ok(())
}

#[tokio::test]
async fn reading_is_noted_once_and_another_accounts_is_not_found() -> anyhow::Result<()> {
    let mut desk = Desk::open().await?;
    for key in ["a", "b", "c"] {
        desk.tell(7, key).await?;
    }
    let asked = desk.asked(7, ListNotificationsRequest::default())?;
    let listed = desk.client.list_notifications(asked).await?.into_inner();
    let id = listed.notifications[0].notification_id;
    assert_eq!(desk.read(8, id, "").await?, Code::NotFound);
    assert_eq!(desk.read(7, 999_999, "").await?, Code::NotFound);
    assert_eq!(desk.unread(7).await?, 3);
    let request_id = uuid::Uuid::now_v7().to_string();
    for _ in 0..2 {
        assert_eq!(desk.read(7, id, &request_id).await?, Code::Ok);
    }
    assert_eq!(desk.read(7, id, "").await?, Code::Ok, "again");
    assert_eq!(desk.unread(7).await?, 2);
    assert_eq!(desk.versions(7).await?, [1, 2, 3, 4]);
    for _ in 0..2 {
        let asked = desk.asked(7, MarkAllNotificationsReadRequest::default())?;
        desk.client.mark_all_notifications_read(asked).await?;
    }
    assert_eq!(desk.unread(7).await?, 0);
    assert_eq!(desk.versions(7).await?, [1, 2, 3, 4, 5]);
    Ok(())
}

#[tokio::test]
async fn what_is_older_than_90_days_goes() -> anyhow::Result<()> {
    let mut desk = Desk::open().await?;
    for key in ["old", "new"] {
        desk.tell(7, key).await?;
    }
    let mut admin = desk.bench.database.superuser().await?;
    sqlx::query("UPDATE news SET created_at = now() - interval '91 days' WHERE dedupe_key = 'old'")
        .execute(&mut admin)
        .await?;
    let db = desk.bench.database.db.clone();
    let inbox = Inbox::new(db, Arc::new(SystemClock), desk.bench.sealed_box());
    inbox.sweep().await?;
    assert_eq!(desk.unread(7).await?, 1);
    Ok(())
}

#[tokio::test]
async fn requests_see_no_row_of_another_account_in_the_database_itself() -> anyhow::Result<()> {
    let desk = Desk::open().await?;
    desk.tell(7, "a").await?;
    let mut app = desk.bench.database.app().await?;
    for (user, expected) in [("7", 1_i64), ("8", 0), ("", 0)] {
        sqlx::query("SELECT set_config('app.user_id', $1, false)")
            .bind(user)
            .execute(&mut app)
            .await?;
        for table in ["news", "inboxes"] {
            let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
            let seen: i64 = sqlx::query_scalar(sql).fetch_one(&mut app).await?;
            assert_eq!(seen, expected, "{table} as {user:?}");
        }
    }
    for query in [
        "SELECT 1 FROM digest_items",
        "SELECT 1 FROM digests",
        "SELECT 1 FROM nt_homes",
        "DELETE FROM news",
        "UPDATE news SET sealed = ''",
    ] {
        let refused = sqlx::query(query).execute(&mut app).await;
        assert!(refused.is_err(), "{query}");
    }
    Ok(())
}

#[tokio::test]
async fn a_copy_of_ones_data_has_ones_notifications_and_nobody_elses() -> anyhow::Result<()> {
    let desk = Desk::open().await?;
    for (user, key) in [(7, "a"), (7, "b"), (8, "c")] {
        desk.tell(user, key).await?;
    }
    let mut admin = desk.bench.database.superuser().await?;
    sqlx::query(
        "INSERT INTO deliveries (delivery_id, dedupe_key, template, sealed, message_id, not_after, organisation_id, subject, subject_id)
         SELECT gen_random_uuid(), n::text, 'viewing-booked', '', n::text, now(), n, 'viewing', 12 FROM generate_series(5, 6) n",
    )
    .execute(&mut admin)
    .await?;
    let data = NotificationData::new(
        desk.bench.database.db.clone(),
        desk.mint.verifier.clone(),
        desk.bench.sealed_box(),
    );
    for (caller, expected) in [
        (
            landlord(7, 5),
            vec![
                ("notifications.json", 2),
                ("push-subscriptions.json", 0),
                ("mails.json", 1),
                ("text-messages.json", 0),
            ],
        ),
        (
            outsider(8, Role::Tenant),
            vec![("notifications.json", 1), ("push-subscriptions.json", 0)],
        ),
    ] {
        let now = SystemClock.now();
        let lifetime = chrono::Duration::minutes(15);
        let token = desk
            .mint
            .token_of(&caller, Audience::Export, now, lifetime)?;
        let (mut files, mut page_token) = (Vec::new(), String::new());
        loop {
            let page = data.read(&caller, &token, &page_token).await?;
            files.push((page.file, page.rows.len()));
            let Some(next) = page.next else { break };
            page_token = next;
        }
        assert_eq!(files, expected);
        for bad in ["nonsense", "messages/x", "browsers/9:"] {
            assert!(data.read(&caller, &token, bad).await.is_err(), "{bad}");
        }
        let unbegun = data.read(&caller, "", "").await;
        assert!(unbegun.is_err());
    }
    Ok(())
}
