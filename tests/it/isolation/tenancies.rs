//! The rows of a landlord's tenancies: rent, a deposit, a document, a bank's file, and an agreement that waits for
//! signatures.

use anyhow::{Context as _, ensure};
use chrono::Datelike as _;
use lintel_core::{SystemClock, london_today};
use lintel_testkit::wait_for;
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    ACCOUNTS, Caller, LAYOUTS, LINES, STATEMENTS, created,
    lettings::{HEARD, id},
};

/// Messages about an application whose agreement waits for its first signature: to the applicant that it came, was approved and is to be
/// signed, and to both referees.
const MESSAGES: usize = 5;

/// The rows that issuing an agreement leaves, by their ids.
#[derive(Debug, Clone)]
pub(crate) struct Agreed {
    /// The check of the applicant's right to rent.
    pub(crate) check: String,
    /// The guarantor's deed.
    pub(crate) deed: String,
}

/// The rows of a tenancy, by their ids.
#[derive(Debug, Clone)]
pub(crate) struct Running {
    /// A document that the tenant was given.
    pub(crate) document: String,
    /// A bank's file.
    pub(crate) statement: String,
    /// A line of it that is to be decided.
    pub(crate) line: String,
    /// Its account.
    pub(crate) account: String,
    /// The layout by which it was read.
    pub(crate) layout: String,
    /// A request for a pet that is to be answered.
    pub(crate) pet: String,
}

impl Caller {
    /// Charges rent from today on, so that nobody is late, records a deposit that is to be protected, gives a document, and reads a
    /// bank's file of two payments: one is the tenant's, the other is to be decided.
    pub(crate) async fn run_tenancy(&self, tenant: &str) -> anyhow::Result<Running> {
        let today = london_today(&SystemClock);
        let path = format!("/api/tenants/{tenant}");
        let terms = json!({"period": "monthly", "dueDay": today.day(), "firstDay": today.to_string(),
            "proRata": "days-of-year"});
        created(self.post(&format!("{path}/rent"), &terms).await?).await?;
        let deposit = json!({"receivedDate": today.to_string()});
        let put = self
            .send(&Method::PUT, &format!("{path}/deposit"), Some(&deposit))
            .await?;
        ensure!(put.status().is_success(), "{}", put.text().await?);
        let record = super::lettings::file_form("kind", "gasSafety")?;
        let given = self.send_form(&format!("{path}/documents"), record).await?;
        let document = id(&created(given).await?);
        let pet = json!({"pet": "A small dog", "requestDate": today.to_string()});
        let asked = self.post(&format!("{path}/pet-requests"), &pet).await?;
        ensure!(asked.status().is_success(), "{}", asked.text().await?);
        let duties: Value = asked.json().await?;
        let day = today.format("%d/%m/%Y");
        let mut file = String::new();
        for (name, text) in [
            ("layout", r#"{"columns":["date","text","amount"]}"#),
            ("layoutName", "My bank"),
            ("accountName", "Current account"),
        ] {
            file.push_str(&format!(
                "--cut\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
            ));
        }
        file.push_str(&format!(
            "--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"bank.csv\"\r\n\r\n\
             Date,Description,Amount\n{day},AMARA DIALLO RENT,300.00\n{day},B ADE,25.00\n\r\n--cut--\r\n"
        ));
        let read = self.send_form(STATEMENTS, file.into_bytes()).await?;
        let statement = id(&created(read).await?);
        let lines = self.read(LINES).await?;
        let lines = lines.as_array().context("no lines")?;
        let of = |amount: &str| {
            let line = lines.iter().find(|line| line["amount"] == amount);
            line.with_context(|| format!("no line of {amount}"))
        };
        let decision = json!({"lineId": of("300.00")?["id"], "tenantId": tenant.parse::<i64>()?});
        let decisions = json!({"decisions": [decision]});
        let decided = self.post(&format!("{LINES}/decisions"), &decisions).await?;
        ensure!(decided.status().is_success(), "{}", decided.text().await?);
        Ok(Running {
            document,
            statement,
            line: id(of("25.00")?),
            account: id(&self.read(ACCOUNTS).await?[0]),
            layout: id(&self.read(LAYOUTS).await?[0]),
            pet: id(&duties["petRequests"][0]),
        })
    }

    /// Approves an application, records the applicant's right to rent with what was seen, and issues the agreement with a deed for the
    /// guarantor.
    pub(crate) async fn agree(&self, application: &str) -> anyhow::Result<Agreed> {
        let path = format!("/api/tenant-applications/{application}");
        let approval = json!({"status": "Approved"});
        let approved = self.send(&Method::PATCH, &path, Some(&approval)).await?;
        ensure!(approved.status().is_success(), "{}", approved.text().await?);
        let today = london_today(&SystemClock).to_string();
        let mut check = Vec::new();
        for (name, value) in [
            ("method", "manual"),
            ("document", "British passport"),
            ("checkDate", &today),
            ("checker", "Helen Okafor"),
        ] {
            let field = format!(
                "--cut\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            check.extend_from_slice(field.as_bytes());
        }
        let seen = super::lettings::picture("evidence")?;
        let check = [check, seen].concat();
        let recorded = self
            .send_form(&format!("{path}/right-to-rent"), check)
            .await?;
        let recorded = id(&created(recorded).await?);
        let proposal = self.read(&format!("{path}/agreement/proposal")).await?;
        let mut terms = proposal["terms"].clone();
        terms["landlordName"] = "Helen Okafor".into();
        terms["deposit"] = "0.00".into();
        terms["landlordAddress"] = "4 Queen Charlotte Court, Bristol BS1 4HE".into();
        terms["guarantorSigns"] = true.into();
        let agreement = self.post(&format!("{path}/agreement"), &terms).await?;
        let agreement = created(agreement).await?;
        let deliveries = format!("/api/deliveries?subject=application&subjectId={application}");
        wait_for("the messages are sent", HEARD, async || {
            let sent = self.read(&deliveries).await?;
            let sent = sent.as_array().context("no messages")?;
            let all = sent.iter().all(|one| one["state"] == "sent");
            Ok((all && sent.len() >= MESSAGES).then_some(()))
        })
        .await?;
        Ok(Agreed {
            check: recorded,
            deed: id(&agreement["deeds"][0]),
        })
    }

    async fn post(&self, path: &str, body: &Value) -> anyhow::Result<reqwest::Response> {
        self.send(&Method::POST, path, Some(body)).await
    }

    async fn read(&self, path: &str) -> anyhow::Result<Value> {
        let reply = self.send(&Method::GET, path, None).await?;
        Ok(reply.error_for_status()?.json().await?)
    }
}
