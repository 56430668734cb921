//! The number that an account's text messages go to: whose it is, and how few codes are sent.

use std::sync::Arc;

use chrono::TimeDelta;
use lintel_core::Clock as _;
use lintel_core::{Error, FixedClock, Principal, SystemClock, UserId};
use lintel_notifications::{
    app::{OutMessage, Phone, Phones, texts},
    domain::Fact,
};
use lintel_proto::identity::v1::AccountContact;
use lintel_testkit::tokens::landlord;

use crate::support::Bench;

struct Stage {
    bench: Bench,
    clock: Arc<FixedClock>,
    phones: Phones,
}

fn contact(phone: &str) -> AccountContact {
    AccountContact {
        phone: phone.to_owned(),
        sms_notifications: true,
        maintenance_alerts: true,
        ..AccountContact::default()
    }
}

fn reason<T>(answer: Result<T, Error>) -> &'static str {
    answer.err().map_or("none", |error| error.reason())
}

impl Stage {
    async fn new() -> anyhow::Result<Self> {
        let bench = Bench::new().await?;
        let clock = Arc::new(FixedClock::new(SystemClock.now()));
        let phones = Phones::new(
            bench.database.db.clone(),
            clock.clone(),
            bench.sealed_box(),
            Some(bench.countries()?),
        );
        Ok(Self {
            bench,
            clock,
            phones,
        })
    }

    async fn account(&self, user: i64, phone: &str) -> anyhow::Result<Principal> {
        let user = UserId::new(user);
        self.bench.keep_contact(user, &contact(phone)).await?;
        Ok(landlord(user.get(), 1))
    }

    /// The code of the message that was asked for last, as the gateway would be given it.
    async fn code(&self) -> anyhow::Result<String> {
        let mut admin = self.bench.database.superuser().await?;
        let (id, sealed): (uuid::Uuid, Vec<u8>) =
            sqlx::query_as("SELECT text_id, sealed FROM texts ORDER BY text_id DESC LIMIT 1")
                .fetch_one(&mut admin)
                .await?;
        let plain = self
            .bench
            .sealed_box()
            .derive("texts")
            .open(&sealed, id.as_bytes());
        let plain = plain.map_err(|_| anyhow::anyhow!("it does not open"))?;
        let said: lintel_proto::notifications::v1::Notification =
            prost::Message::decode(plain.as_slice())?;
        Ok(said.title.chars().take(6).collect())
    }

    async fn texts(&self) -> anyhow::Result<i64> {
        let mut admin = self.bench.database.superuser().await?;
        Ok(sqlx::query_scalar("SELECT count(*) FROM texts")
            .fetch_one(&mut admin)
            .await?)
    }

    async fn tell(&self, phone: &str, key: &str) -> anyhow::Result<()> {
        let (contact, sealed_box) = (contact(phone), self.bench.sealed_box());
        let mut tx = self.bench.database.db.begin_worker().await?;
        let message = OutMessage {
            user: UserId::new(11),
            contact: &contact,
            fact: Fact::MaintenanceReported,
            organisation: None,
            about: None,
            title: "Boiler",
            text: "",
            url: "",
            key,
            sealed_box: &sealed_box,
        };
        texts::enqueue(&mut tx, &message).await?;
        tx.commit().await?;
        Ok(())
    }
}

#[tokio::test]
async fn a_number_is_the_accounts_once_it_knows_the_code_that_was_sent_there() -> anyhow::Result<()>
{
    const NUMBER: &str = "07400 123456";
    let stage = Stage::new().await?;
    let caller = stage.account(11, NUMBER).await?;
    let phone = |is_verified| Phone {
        ends_with: "456".to_owned(),
        is_verified,
    };
    assert_eq!(stage.phones.get(&caller).await?, phone(false));
    stage.tell(NUMBER, "before").await?;
    assert_eq!(stage.texts().await?, 0, "anybody could have typed it");

    assert_eq!(
        reason(stage.phones.verify(&caller, "000000").await),
        "PHONE_CODE_WRONG"
    );
    assert_eq!(stage.phones.send_code(&caller).await?, "456");
    stage.phones.send_code(&caller).await?;
    assert_eq!(stage.texts().await?, 1, "a repeat sends none");
    let stranger = stage.account(12, NUMBER).await?;
    let code = stage.code().await?;
    assert_eq!(
        reason(stage.phones.verify(&stranger, &code).await),
        "PHONE_CODE_WRONG"
    );
    stage.phones.verify(&caller, &format!(" {code} ")).await?;
    stage.phones.verify(&caller, &code).await?;
    assert_eq!(stage.phones.get(&caller).await?, phone(true));
    stage.tell(NUMBER, "after").await?;
    assert_eq!(stage.texts().await?, 2);

    // Another number is another phone.
    stage.account(11, "07400 654321").await?;
    assert!(!stage.phones.get(&caller).await?.is_verified);
    stage.tell("07400 654321", "elsewhere").await?;
    assert_eq!(stage.texts().await?, 2);
    Ok(())
}

#[tokio::test]
async fn a_code_is_spoilt_by_five_wrong_ones_and_by_time() -> anyhow::Result<()> {
    let stage = Stage::new().await?;
    let caller = stage.account(11, "07400 123456").await?;
    stage.phones.send_code(&caller).await?;
    let code = stage.code().await?;
    let wrong = if code == "111111" { "222222" } else { "111111" };
    for _ in 0..5 {
        assert_eq!(
            reason(stage.phones.verify(&caller, wrong).await),
            "PHONE_CODE_WRONG"
        );
    }
    assert_eq!(
        reason(stage.phones.verify(&caller, &code).await),
        "PHONE_CODE_WRONG"
    );
    stage.clock.advance(TimeDelta::minutes(2));
    stage.phones.send_code(&caller).await?;
    let code = stage.code().await?;
    stage.clock.advance(TimeDelta::minutes(10));
    assert_eq!(
        reason(stage.phones.verify(&caller, &code).await),
        "PHONE_CODE_WRONG"
    );
    assert!(!stage.phones.get(&caller).await?.is_verified);
    Ok(())
}

#[tokio::test]
async fn codes_to_an_account_and_to_a_number_are_few() -> anyhow::Result<()> {
    let stage = Stage::new().await?;
    let caller = stage.account(11, "07400 123456").await?;
    for _ in 0..3 {
        stage.phones.send_code(&caller).await?;
        stage.clock.advance(TimeDelta::minutes(2));
    }
    assert_eq!(
        reason(stage.phones.send_code(&caller).await),
        "PHONE_CODES_EXHAUSTED"
    );
    for (user, answer) in [(12, "none"), (13, "none"), (14, "PHONE_CODES_EXHAUSTED")] {
        let other = stage.account(user, "+44 7400 123456").await?;
        assert_eq!(
            reason(stage.phones.send_code(&other).await),
            answer,
            "{user}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn where_no_messages_go_there_is_no_code() -> anyhow::Result<()> {
    let stage = Stage::new().await?;
    for number in ["", "12", "+33 6 12 34 56 78"] {
        let caller = stage.account(11, number).await?;
        assert_eq!(
            stage.phones.get(&caller).await?,
            Phone::default(),
            "{number}"
        );
        assert_eq!(
            reason(stage.phones.send_code(&caller).await),
            "PHONE_INVALID"
        );
    }
    let db = stage.bench.database.db.clone();
    let none = Phones::new(db, Arc::new(SystemClock), stage.bench.sealed_box(), None);
    let caller = stage.account(11, "07400 123456").await?;
    assert_eq!(reason(none.send_code(&caller).await), "SMS_UNAVAILABLE");
    Ok(())
}
