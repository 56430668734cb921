//! The actors who try the API, and the rows of the landlord among them.

use anyhow::{Context as _, ensure};
use lintel_core::Role;
use lintel_system_tests::{Installation, Visitor, client::PASSWORD};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::Answer;
use crate::isolation::{Caller, Rows, furnish};

/// Somebody who tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Actor {
    Anonymous,
    Owner,
    OtherLandlord,
    Tenant,
    Employer,
    Guarantor,
    Viewer,
    Manager,
}

impl Actor {
    pub(super) const ALL: [Self; 8] = [
        Self::Anonymous,
        Self::Owner,
        Self::OtherLandlord,
        Self::Tenant,
        Self::Employer,
        Self::Guarantor,
        Self::Viewer,
        Self::Manager,
    ];
}

/// All actors.
#[derive(Debug)]
pub(super) struct Cast {
    /// The rows of the owner's organisation.
    pub(super) rows: Rows,
    http: reqwest::Client,
    base: String,
    owner: String,
    other: String,
    tenant: String,
    employer: String,
    guarantor: String,
    viewer: String,
    manager: String,
}

impl Cast {
    /// Signs everybody up and gives the owner something of every kind.
    pub(super) async fn gather(system: &Installation) -> anyhow::Result<Self> {
        let mut owner = system.visitor()?;
        owner.become_landlord(&system.mails).await?;
        let caller = Caller::of(system, &owner)?;
        let mut rows = furnish(&caller).await?;
        let viewer = member(system, &owner, "Viewer").await?;
        let manager = member(system, &owner, "Manager").await?;
        let third = member(system, &owner, "Viewer").await?;
        add_rows_of_accounts(&mut owner, &third, &mut rows).await?;
        let token = async |role: Role| -> anyhow::Result<String> {
            let mut visitor = system.visitor()?;
            visitor.become_account(role.as_str(), &system.mails).await?;
            Ok(visitor.token()?.to_owned())
        };
        Ok(Self {
            rows,
            http: reqwest::Client::new(),
            base: system.base.clone(),
            owner: caller.token,
            other: token(Role::Landlord).await?,
            tenant: token(Role::Tenant).await?,
            employer: token(Role::Employer).await?,
            guarantor: token(Role::Guarantor).await?,
            viewer: viewer.token()?.to_owned(),
            manager: manager.token()?.to_owned(),
        })
    }

    /// The token of `actor`; none for the anonymous one.
    pub(super) fn token(&self, actor: Actor) -> Option<&str> {
        Some(match actor {
            Actor::Anonymous => return None,
            Actor::Owner => &self.owner,
            Actor::OtherLandlord => &self.other,
            Actor::Tenant => &self.tenant,
            Actor::Employer => &self.employer,
            Actor::Guarantor => &self.guarantor,
            Actor::Viewer => &self.viewer,
            Actor::Manager => &self.manager,
        })
    }

    /// Asks as `actor`.
    pub(super) async fn ask(
        &self,
        actor: Actor,
        method: &Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<Answer> {
        let url = format!("{}{path}", self.base);
        let mut request = self.http.request(method.clone(), url);
        if let Some(token) = self.token(actor) {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        Answer::of(request.send().await?).await
    }
}

impl Cast {
    /// Sends a form as `actor`.
    pub(super) async fn send_form(
        &self,
        actor: Actor,
        path: &str,
        form: Vec<u8>,
    ) -> anyhow::Result<Answer> {
        let mut request = self
            .http
            .post(format!("{}{path}", self.base))
            .header("content-type", "multipart/form-data; boundary=cut")
            .body(form);
        if let Some(token) = self.token(actor) {
            request = request.bearer_auth(token);
        }
        Answer::of(request.send().await?).await
    }
}

/// A new member of the owner's organisation, who came by its invitation.
pub(crate) async fn member(
    system: &Installation,
    owner: &Visitor,
    grade: &str,
) -> anyhow::Result<Visitor> {
    let mut guest = system.visitor()?;
    let invitation = json!({"email": guest.email, "grade": grade});
    let invited = owner.post("/api/invitations", &invitation).await?;
    ensure!(invited.status == StatusCode::CREATED, "{invited:?}");
    let mail = system.mails.wait_for_mail(&guest.email).await?.text();
    let links = mail.lines().map(str::trim);
    let token = links
        .filter_map(|line| Some(line.split_once("/accept-invite?token=")?.1))
        .next()
        .context("the mail holds no link")?;
    let acceptance = json!({"token": token, "name": "Priya Shah", "password": PASSWORD});
    let accepted = guest.post("/api/auth/accept-invite", &acceptance).await?;
    ensure!(accepted.status == StatusCode::OK, "{accepted:?}");
    let welcome = guest.log_in().await?;
    ensure!(welcome.status == StatusCode::OK, "{welcome:?}");
    Ok(guest)
}

/// Adds the rows that the owner has as an account and as an organisation: another session, and a `third` member, who
/// may go.
async fn add_rows_of_accounts(
    owner: &mut Visitor,
    third: &Visitor,
    rows: &mut Rows,
) -> anyhow::Result<()> {
    let again = owner.log_in().await?;
    ensure!(again.status == StatusCode::OK, "{again:?}");
    let sessions = owner.get("/api/sessions").await?.body;
    rows.insert(
        "/api/sessions".to_owned(),
        ids(&sessions, |one| one["current"] == true)?,
    );
    let members = owner.get("/api/members").await?.body;
    rows.insert(
        "/api/members".to_owned(),
        ids(&members, |one| one["email"] == third.email.as_str())?,
    );
    let organisations = owner.get("/api/organisations").await?.body;
    rows.insert(
        "/api/organisations".to_owned(),
        ids(&organisations, |_| true)?,
    );
    Ok(())
}

fn ids(list: &Value, is_wanted: impl Fn(&Value) -> bool) -> anyhow::Result<Vec<String>> {
    let rows = list.as_array().context("no list")?;
    let wanted = rows.iter().filter(|row| is_wanted(row));
    let ids: Vec<String> = wanted
        .map(|row| row["id"].to_string().trim_matches('"').to_owned())
        .collect();
    ensure!(!ids.is_empty(), "{list}");
    Ok(ids)
}
