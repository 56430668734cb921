//! A browser or an integrator: a client that knows only what is public.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use lintel_core::{SystemClock, london_today};
use lintel_testkit::{smtp::Mailbox, wait_for};
use reqwest::{Client, Response, StatusCode, header::HeaderMap};
use serde_json::{Value, json};
use uuid::Uuid;

/// The password of every account that tests make.
pub const PASSWORD: &str = "correct horse battery staple";

/// Somebody who may sign up, sign in and use the product over HTTP.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The sign-in address; unique for each visitor.
    pub email: String,
    http: Client,
    base: String,
    token: Option<String>,
}

/// A reply, read whole.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, null where there was none or it was no JSON.
    pub body: Value,
}

impl Visitor {
    /// Somebody new to the installation at `base`.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub fn new(base: &str) -> anyhow::Result<Self> {
        lintel_testkit::install_tls();
        Ok(Self {
            email: format!("landlord-{}@example.com", Uuid::now_v7().simple()),
            http: Client::builder()
                .cookie_store(true)
                .timeout(Duration::from_secs(20))
                .build()?,
            base: base.to_owned(),
            token: None,
        })
    }

    /// The same person at another gateway.
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self {
            base: base.to_owned(),
            ..self.clone()
        }
    }

    /// The same browser where it opens an address by itself: it shows its cookies and no token.
    #[must_use]
    pub fn by_cookie(&self) -> Self {
        Self {
            token: None,
            ..self.clone()
        }
    }

    /// The bearer token of the newest sign-in.
    ///
    /// # Errors
    /// Before anybody signed in.
    pub fn token(&self) -> anyhow::Result<&str> {
        self.token.as_deref().context("not signed in")
    }

    /// A GET.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn get(&self, path: &str) -> anyhow::Result<Reply> {
        let request = self.http.get(format!("{}{path}", self.base));
        read(self.authorised(request).send().await?).await
    }

    /// A POST of JSON under an idempotency key of its own.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn post(&self, path: &str, body: &Value) -> anyhow::Result<Reply> {
        self.post_as(path, body, &Uuid::now_v7().to_string()).await
    }

    /// A POST of JSON under `key`, so that it may be sent again.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn post_as(&self, path: &str, body: &Value, key: &str) -> anyhow::Result<Reply> {
        self.post_with(path, body, &[("idempotency-key", key)])
            .await
    }

    /// A POST of JSON with these headers.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn post_with(
        &self,
        path: &str,
        body: &Value,
        headers: &[(&str, &str)],
    ) -> anyhow::Result<Reply> {
        let mut request = self.http.post(format!("{}{path}", self.base)).json(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(self.authorised(request).send().await?).await
    }

    /// A POST of a CSV file under an idempotency key of its own.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn post_csv(&self, path: &str, content: impl Into<String>) -> anyhow::Result<Reply> {
        let request = self
            .http
            .post(format!("{}{path}", self.base))
            .header("content-type", "text/csv")
            .header("idempotency-key", Uuid::now_v7().to_string())
            .body(content.into());
        read(self.authorised(request).send().await?).await
    }

    /// A POST of a form with these fields and one file, under an idempotency key of its own.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn post_file(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
        content: &[u8],
    ) -> anyhow::Result<Reply> {
        let key = Uuid::now_v7().to_string();
        self.post_file_as(path, fields, file, content, &key).await
    }

    /// Posts a file like [`Self::post_file`], under `key`, so that it may be sent again.
    ///
    /// # Errors
    /// Fails like [`Self::post_file`].
    pub async fn post_file_as(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file: (&str, &str),
        content: &[u8],
        key: &str,
    ) -> anyhow::Result<Reply> {
        self.post_file_in(path, fields, "file", file, content, key)
            .await
    }

    /// Posts a file like [`Self::post_file_as`], in the field `field`.
    ///
    /// # Errors
    /// Fails like [`Self::post_file_as`].
    pub async fn post_file_in(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        field: &str,
        (name, kind): (&str, &str),
        content: &[u8],
        key: &str,
    ) -> anyhow::Result<Reply> {
        let mut body = Vec::new();
        for (said, value) in fields {
            let part = format!(
                "--cut\r\ncontent-disposition: form-data; name=\"{said}\"\r\n\r\n{value}\r\n"
            );
            body.extend_from_slice(part.as_bytes());
        }
        let head = format!(
            "--cut\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
             content-type: {kind}\r\n\r\n"
        );
        body.extend_from_slice(&[head.as_bytes(), content, b"\r\n--cut--\r\n"].concat());
        let request = self
            .http
            .post(format!("{}{path}", self.base))
            .header("content-type", "multipart/form-data; boundary=cut")
            .header("idempotency-key", key)
            .body(body);
        read(self.authorised(request).send().await?).await
    }

    /// A PUT of JSON under an idempotency key of its own.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn put(&self, path: &str, body: &Value) -> anyhow::Result<Reply> {
        let request = self
            .http
            .put(format!("{}{path}", self.base))
            .header("idempotency-key", Uuid::now_v7().to_string())
            .json(body);
        read(self.authorised(request).send().await?).await
    }

    /// Listens for changes, for as long as the reply is kept.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn listen(&self) -> anyhow::Result<Response> {
        let request = self.http.get(format!("{}/api/events", self.base));
        Ok(self.authorised(request).send().await?.error_for_status()?)
    }

    /// A PATCH of JSON with these headers.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn patch(
        &self,
        path: &str,
        body: &Value,
        headers: &[(&str, &str)],
    ) -> anyhow::Result<Reply> {
        let mut request = self.http.patch(format!("{}{path}", self.base)).json(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(self.authorised(request).send().await?).await
    }

    /// A DELETE with these headers.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn delete(&self, path: &str, headers: &[(&str, &str)]) -> anyhow::Result<Reply> {
        let mut request = self.http.delete(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        read(self.authorised(request).send().await?).await
    }

    /// Signs up with this `role`.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn sign_up(&self, role: &str) -> anyhow::Result<Reply> {
        let reply = self
            .post(
                "/api/auth/signup",
                &json!({"name": "Helen Okafor", "email": self.email, "password": PASSWORD, "role": role}),
            )
            .await?;
        ensure!(reply.status == StatusCode::CREATED, "{reply:?}");
        Ok(reply)
    }

    /// Signs in with the right password and keeps the token.
    ///
    /// # Errors
    /// When nothing answers; a refusal is a reply.
    pub async fn log_in(&mut self) -> anyhow::Result<Reply> {
        let reply = self
            .post_with(
                "/api/auth/login",
                &json!({"email": self.email, "password": PASSWORD}),
                &[],
            )
            .await?;
        if let Some(token) = reply.body["token"].as_str() {
            self.token = Some(token.to_owned());
        }
        Ok(reply)
    }

    /// Signs up, reads the mail, follows its link and signs in: a landlord on the dashboard.
    ///
    /// # Errors
    /// When any step is refused or the mail does not come.
    pub async fn become_landlord(&mut self, mails: &Mailbox) -> anyhow::Result<()> {
        self.become_account("Landlord", mails).await
    }

    /// Does what [`Self::become_landlord`] does, for any role.
    ///
    /// # Errors
    /// Fails like [`Self::become_landlord`].
    pub async fn become_account(&mut self, role: &str, mails: &Mailbox) -> anyhow::Result<()> {
        self.sign_up(role).await?;
        let mail = mails.wait_for_mail(&self.email).await?;
        let token = link_token(&mail.text()).context("the mail holds no link")?;
        let reply = self
            .post("/api/auth/verify-email", &json!({ "token": token }))
            .await?;
        ensure!(reply.status == StatusCode::OK, "{reply:?}");
        let reply = self.log_in().await?;
        ensure!(reply.status == StatusCode::OK, "{reply:?}");
        Ok(())
    }

    fn authorised(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }
}

async fn read(reply: Response) -> anyhow::Result<Reply> {
    let status = reply.status();
    let headers = reply.headers().clone();
    let bytes = reply.bytes().await?;
    Ok(Reply {
        status,
        headers,
        body: serde_json::from_slice(&bytes).unwrap_or_default(),
    })
}

/// The token of the verification link, which is alone on a line of the mail's text.
#[must_use]
pub fn link_token(text: &str) -> Option<String> {
    text.lines()
        .map(str::trim)
        .filter(|line| line.starts_with("http"))
        .find_map(|line| Some(line.split_once("/verify-email?token=")?.1.to_owned()))
}

/// The code `XXXX-XXXX`, which is alone on a line of the mail's text.
#[must_use]
pub fn code(text: &str) -> Option<String> {
    text.lines()
        .map(str::trim)
        .find(|line| {
            line.len() == 9
                && line.char_indices().all(|(at, c)| {
                    if at == 4 {
                        c == '-'
                    } else {
                        c.is_ascii_alphanumeric()
                    }
                })
        })
        .map(str::to_owned)
}

/// A property as the Add New Property dialog sends it.
#[must_use]
pub fn a_house(name: &str) -> Value {
    json!({
        "name": name, "address": "47 Victoria Terrace, Sheffield", "postcode": "S11 8QT",
        "propertyType": "House", "bedrooms": 3, "bathrooms": 1,
        "purchasePrice": "152,500", "currentValue": "", "monthlyRent": "£1,095.00", "status": "Occupied",
    })
}

/// A home that nobody lives in.
#[must_use]
pub fn a_vacant_house(name: &str) -> Value {
    let mut house = a_house(name);
    house["status"] = json!("Vacant");
    house
}

/// Returns the body that the application wizard sends; the three people have addresses of their own.
#[must_use]
pub fn a_signup(
    invite: &str,
    property: i64,
    applicant: &str,
    guarantor: &str,
    employer: &str,
) -> Value {
    json!({
        "invite": invite, "name": "Amara Diallo", "email": applicant, "phone": "07700 900141",
        "address": "8 Hollow Lane, Sheffield", "propertyId": property.to_string(),
        "employmentStatus": "full-time", "employerName": "Northern Rail Works", "employerPhone": "0114 496 0320",
        "employerEmail": employer, "position": "Signalling engineer", "monthlyIncome": "3,400",
        "guarantorName": "Ibrahim Diallo", "guarantorPhone": "07700 900733", "guarantorEmail": guarantor,
        "guarantorRelationship": "parent", "moveInDate": london_today(&SystemClock).to_string(),
        "additionalNotes": "",
    })
}

/// The token at the end of the link that stands alone on a line of the newest mail to `address` and holds `path`.
///
/// # Errors
/// When it does not come in time.
pub async fn mailed_token(mails: &Mailbox, address: &str, path: &str) -> anyhow::Result<String> {
    let what = format!("a mail to {address} with {path}");
    wait_for(&what, Duration::from_secs(20), async || {
        let taken = mails.mails();
        let theirs = taken.iter().rev().filter(|mail| mail.to == [address]);
        Ok(theirs.into_iter().find_map(|mail| {
            let text = mail.text();
            let line = text
                .lines()
                .map(str::trim)
                .find(|line| line.starts_with("http") && line.contains(path))?;
            Some(
                line.rsplit(['/', '='])
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            )
        }))
    })
    .await
}

/// Waits until `path` answers 200 with a body for which `holds` is true.
///
/// # Errors
/// When it does not in time.
pub async fn wait_for_reply(
    visitor: &Visitor,
    path: &str,
    holds: impl Fn(&Value) -> bool,
) -> anyhow::Result<Value> {
    wait_for(path, Duration::from_secs(20), async || {
        let reply = visitor.get(path).await?;
        ensure!(
            reply.status == StatusCode::OK && holds(&reply.body),
            "{reply:?}"
        );
        Ok(Some(reply.body))
    })
    .await
}

/// Answers of the home that a landlord typed the account's address for.
///
/// # Errors
/// When it is not asked about, or a call fails.
pub async fn confirm_home(tenant: &Visitor, mine: bool) -> anyhow::Result<Value> {
    let portal = tenant.get("/api/tenant-portal").await?;
    let asked = portal.body["toConfirm"][0].clone();
    ensure!(asked.is_object(), "{portal:?}");
    let body = json!({"tenancyId": asked["tenancyId"], "mine": mine});
    let kept = tenant
        .post("/api/tenant-portal/confirmations", &body)
        .await?;
    ensure!(kept.status == StatusCode::NO_CONTENT, "{kept:?}");
    Ok(asked)
}
