//! Notifications: the bell, browsers, links out of mails, reports, and backups.

use axum::body::Body;
use lintel_proto::{
    Rpc as _,
    notifications::v1::{
        Backup, BackupState, CreatePushSubscriptionRequest, CreatePushSubscriptionResponse,
        DeletePushSubscriptionRequest, DeletePushSubscriptionResponse, Delivery, DeliveryState,
        DeliverySubject, GetUnreadCountRequest, GetUnreadCountResponse, GetWaysRequest,
        GetWaysResponse, ListBackupsRequest, ListBackupsResponse, ListDeliveriesRequest,
        ListDeliveriesResponse, ListNotificationsRequest, ListNotificationsResponse,
        ListPushSubscriptionsRequest, ListPushSubscriptionsResponse, MarkNotificationReadRequest,
        MarkNotificationReadResponse, Notification, NotificationKind, PushSubscription,
        ReadBackupRequest, ReadBackupResponse, RemovePushSubscriptionRequest,
        RemovePushSubscriptionResponse, ReportMailRequest, ReportMailResponse, UnsubscribeRequest,
        UnsubscribeResponse, Way,
    },
};
use prost_types::Timestamp;
use serde_json::json;

use super::front::{Front, request};

const AT: Option<Timestamp> = Some(Timestamp {
    seconds: 1_795_000_000,
    nanos: 0,
});

#[tokio::test]
async fn the_bell_reads_counts_and_marks() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(ListNotificationsRequest::PATH, || {
        Ok(ListNotificationsResponse {
            notifications: vec![Notification {
                notification_id: 4,
                kind: NotificationKind::Maintenance.into(),
                title: "New maintenance request".to_owned(),
                text: String::new(),
                url: "/maintenance/9".to_owned(),
                create_time: AT,
                read_time: None,
            }],
            next_page_token: "more".to_owned(),
        })
    });
    let answer = front.get("/api/notifications?pageSize=1", &token).await;
    assert_eq!(
        answer.json(),
        json!([{"id": 4, "kind": "maintenance", "title": "New maintenance request", "text": null, "url": "/maintenance/9",
            "createdAt": "2026-11-18T11:06:40Z", "readAt": null}])
    );
    assert_eq!(
        answer.header("link"),
        "</api/notifications?pageSize=1&pageToken=more>; rel=\"next\""
    );

    front.upstream.on(GetUnreadCountRequest::PATH, || {
        Ok(GetUnreadCountResponse { unread: 3 })
    });
    let answer = front.get("/api/notifications/unread-count", &token).await;
    assert_eq!(answer.json(), json!({"unread": 3}));

    front.upstream.on(MarkNotificationReadRequest::PATH, || {
        Ok(MarkNotificationReadResponse {})
    });
    let answer = front
        .post("/api/notifications/4/read", &token, &json!({}))
        .await;
    assert_eq!(answer.status, 204);
    let answer = front
        .post("/api/notifications/none/read", &token, &json!({}))
        .await;
    assert_eq!(answer.reason(), "NOTIFICATION_NOT_FOUND");

    let way = |why: &str| {
        Some(Way {
            available: why.is_empty(),
            why_not: why.to_owned(),
        })
    };
    front.upstream.on(GetWaysRequest::PATH, move || {
        Ok(GetWaysResponse {
            mail: way(""),
            push: way(""),
            sms: way("No gateway."),
        })
    });
    let answer = front.get("/api/notification-ways", &token).await;
    let open = json!({"available": true, "whyNot": null});
    assert_eq!(
        answer.json(),
        json!({"mail": open, "push": open, "sms": {"available": false, "whyNot": "No gateway."}})
    );
}

#[tokio::test]
async fn a_browser_is_added_as_it_says_it_is_and_forgotten_by_its_endpoint() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(CreatePushSubscriptionRequest::PATH, || {
        Ok(CreatePushSubscriptionResponse {
            push_subscription_id: 5,
        })
    });
    front.upstream.on(DeletePushSubscriptionRequest::PATH, || {
        Ok(DeletePushSubscriptionResponse {})
    });
    let body = json!({"endpoint": "https://push.example/1", "expirationTime": null, "keys": {"p256dh": "BPk", "auth": "AbC"}});
    let answer = front.post("/api/push-subscriptions", &token, &body).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.json(), json!({"id": 5}));
    let asked: CreatePushSubscriptionRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.endpoint, "https://push.example/1");
    let keys = asked.keys.unwrap();
    assert_eq!((keys.p256dh.as_str(), keys.auth.as_str()), ("BPk", "AbC"));
    let gone = request(
        "DELETE",
        "/api/push-subscriptions",
        &token,
        Body::from(body.to_string()),
    );
    assert_eq!(front.send(gone).await.status, 204);
    let asked: DeletePushSubscriptionRequest = front.upstream.asked()[1].message();
    assert_eq!(asked.endpoint, "https://push.example/1");
}

#[tokio::test]
async fn browsers_are_listed_and_one_is_removed_by_its_number() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(ListPushSubscriptionsRequest::PATH, || {
        Ok(ListPushSubscriptionsResponse {
            push_subscriptions: vec![PushSubscription {
                push_subscription_id: 5,
                device: "Chrome on Android".to_owned(),
                create_time: Some(Timestamp {
                    seconds: 1_800_000_000,
                    nanos: 0,
                }),
                is_current: true,
            }],
        })
    });
    front.upstream.on(RemovePushSubscriptionRequest::PATH, || {
        Ok(RemovePushSubscriptionResponse {})
    });
    let answer = front.get("/api/push-subscriptions", &token).await;
    let only = json!({"id": 5, "device": "Chrome on Android", "createdAt": "2027-01-15T08:00:00Z", "current": true});
    assert_eq!(answer.json(), json!([only]));
    let remove = |id| {
        request(
            "DELETE",
            &format!("/api/push-subscriptions/{id}"),
            &token,
            Body::empty(),
        )
    };
    assert_eq!(front.send(remove("5")).await.status, 204);
    let asked: RemovePushSubscriptionRequest = front.upstream.asked()[1].message();
    assert_eq!(asked.push_subscription_id, 5);
    assert_eq!(front.send(remove("first")).await.status, 404);
}

#[tokio::test]
async fn what_was_sent_is_listed_by_what_it_was_about() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(ListDeliveriesRequest::PATH, || {
        Ok(ListDeliveriesResponse {
            deliveries: vec![Delivery {
                delivery_id: "0198f000-0000-7000-8000-000000000001".to_owned(),
                way: "mail".to_owned(),
                title: "Documents needed".to_owned(),
                recipient: "amara@example.org".to_owned(),
                state: DeliveryState::Bounced.into(),
                create_time: AT,
                sent_time: AT,
                receipt_time: AT,
            }],
            next_page_token: "more".to_owned(),
        })
    });
    let path = "/api/deliveries?subject=application&subjectId=12";
    let answer = front.get(&format!("{path}&pageSize=1"), &token).await;
    assert_eq!(answer.json()[0]["state"], "bounced");
    assert_eq!(answer.json()[0]["recipient"], "amara@example.org");
    let asked: ListDeliveriesRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.subject(), DeliverySubject::Application);
    assert_eq!(asked.subject_id, 12);
    let answer = front.get("/api/deliveries?subject=rent", &token).await;
    assert_eq!(answer.status, 422);
}

#[tokio::test]
async fn a_mail_program_unsubscribes_by_one_post_of_a_form() {
    let front = Front::new().await;
    front.upstream.on(UnsubscribeRequest::PATH, || {
        Ok(UnsubscribeResponse {
            setting: "Maintenance alerts".to_owned(),
        })
    });
    let mut one_click = request(
        "POST",
        "/api/unsubscribe/abc",
        "",
        Body::from("List-Unsubscribe=One-Click"),
    );
    let form = "application/x-www-form-urlencoded".parse().unwrap();
    one_click.headers_mut().insert("content-type", form);
    let answer = front.send(one_click).await;
    assert_eq!(answer.json(), json!({"setting": "Maintenance alerts"}));
    let asked: UnsubscribeRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.token, "abc");
}

#[tokio::test]
async fn a_report_is_passed_on_to_the_byte_with_its_signature() {
    let front = Front::new().await;
    front
        .upstream
        .on(ReportMailRequest::PATH, || Ok(ReportMailResponse {}));
    let mail = b"From: MAILER-DAEMON\r\n\r\n\xff".to_vec();
    let mut report = request("POST", "/api/mail-reports", "", Body::from(mail.clone()));
    for (name, value) in [
        ("content-type", "message/rfc822"),
        ("lintel-signature", "abcdef"),
    ] {
        report.headers_mut().insert(name, value.parse().unwrap());
    }
    let answer = front.send(report).await;
    assert_eq!(answer.status, 204, "{answer:?}");
    let asked: ReportMailRequest = front.upstream.asked()[0].message();
    assert_eq!(asked.message, mail);
    assert_eq!(asked.signature, "abcdef");
}

#[tokio::test]
async fn a_backup_is_read_piece_by_piece_and_comes_as_one_file() {
    let front = Front::new().await;
    let (_, token) = front.landlord();
    front.upstream.on(ListBackupsRequest::PATH, || {
        Ok(ListBackupsResponse {
            backups: vec![Backup {
                backup_id: 2,
                state: BackupState::Ready.into(),
                create_time: AT,
                end_time: AT,
                size_bytes: 6,
            }],
        })
    });
    let answer = front.get("/api/backups", &token).await;
    assert_eq!(answer.json()[0]["state"], "ready");
    assert_eq!(answer.json()[0]["sizeBytes"], 6);
    let pieces = std::sync::atomic::AtomicUsize::new(0);
    front.upstream.on(ReadBackupRequest::PATH, move || {
        let number = pieces.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        Ok(ReadBackupResponse {
            piece: format!("PK{number}").into_bytes(),
            next_page_token: if number == 0 { "1" } else { "" }.to_owned(),
        })
    });
    let answer = front.get("/api/backups/2", &token).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), "application/zip");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"lintel-backup-2.zip\""
    );
    assert_eq!(answer.text, "PK0PK1");
    let answer = front.get("/api/backups/x", &token).await;
    assert_eq!(answer.reason(), "BACKUP_NOT_FOUND");
}
