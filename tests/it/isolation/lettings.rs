//! The rows of a landlord's lettings: a tenant, a link that invites, an application and a document of it, and the rows
//! that follow from them.

use std::time::Duration;

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use lintel_system_tests::client::a_signup;
use lintel_testkit::wait_for;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::{
    Caller, PIXEL, created,
    tenancies::{Agreed, Running},
};

/// Time limit for news of one service to reach another.
pub(super) const HEARD: Duration = Duration::from_secs(20);

/// The rows, by their ids.
#[derive(Debug, Clone)]
pub(crate) struct Lettings {
    pub(crate) tenant: String,
    /// The tenancy.
    pub(crate) tenancy: String,
    pub(crate) invite: String,
    pub(crate) application: String,
    pub(crate) document: String,
    pub(crate) agreed: Agreed,
    pub(crate) running: Running,
}

/// The form of a picture, and what one field says of it.
pub(super) fn file_form(name: &str, value: &str) -> anyhow::Result<Vec<u8>> {
    let said =
        format!("--cut\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    Ok([said.into_bytes(), picture("file")?].concat())
}

/// The end of a form: a picture of one pixel in the field `name`.
pub(super) fn picture(name: &str) -> anyhow::Result<Vec<u8>> {
    let head = format!(
        "--cut\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"a.png\"\r\n\
         content-type: image/png\r\n\r\n"
    );
    Ok([head.as_bytes(), &BASE64.decode(PIXEL)?, b"\r\n--cut--\r\n"].concat())
}

impl Caller {
    /// Lets the property `home` to somebody who lives there already, and the property `vacant` to somebody who applied by a link and is to
    /// sign.
    pub(crate) async fn let_homes(&self, home: &str, vacant: &str) -> anyhow::Result<Lettings> {
        let tenant = json!({"propertyId": home, "name": "Amara Diallo", "email": "amara@example.com",
            "phone": "07700 900141", "leaseStart": "2026-01-05", "tenancyRent": "1095.00", "depositAmount": "1260.00"});
        let tenant = self.once_known("/api/tenants", &tenant).await?;
        let photo = format!("/api/tenants/{}/photo", id(&tenant));
        let photo = self.send_form(&photo, picture("file")?).await?;
        photo.error_for_status()?;
        let invite = json!({"propertyId": vacant, "name": "Bola Ade"});
        let invite = self.once_known("/api/invites", &invite).await?;
        let url = invite["url"].as_str().context("a link")?;
        let token = url.rsplit('=').next().unwrap_or_default();
        let number: i64 = vacant.parse()?;
        let people = ["applicant", "guarantor", "employer"];
        let [applicant, guarantor, employer] =
            people.map(|who| format!("{who}-for-{number}@example.com"));
        let mut form = a_signup(token, number, &applicant, &guarantor, &employer);
        form["moveInDate"] = "2027-01-05".into();
        let applied = self
            .send(&Method::POST, "/api/tenant-signup", Some(&form))
            .await?;
        let application = id(&created(applied).await?);
        let documents = format!("/api/tenant-applications/{application}/documents");
        let document = self
            .send_form(&documents, file_form("type", "other")?)
            .await?;
        let document = id(&created(document).await?);
        // The home is occupied once portfolio has heard of the tenancy; nothing changes by itself after that.
        wait_for("the tenancy is known to portfolio", HEARD, async || {
            let home = format!("/api/properties/{home}");
            let home = self.send(&Method::GET, &home, None).await?;
            let home: Value = home.error_for_status()?.json().await?;
            Ok((home["tenancyActive"] == true).then_some(()))
        })
        .await?;
        let tenancy = tenant["tenancyId"].to_string();
        let tenant = id(&tenant);
        Ok(Lettings {
            running: self.run_tenancy(&tenant).await?,
            agreed: self.agree(&application).await?,
            tenant,
            tenancy,
            invite: id(&invite),
            application,
            document,
        })
    }

    /// Adds a row about a property of which the service hears by an event.
    pub(super) async fn once_known(&self, collection: &str, body: &Value) -> anyhow::Result<Value> {
        let reply = wait_for(collection, HEARD, async || {
            let reply = self.send(&Method::POST, collection, Some(body)).await?;
            Ok((reply.status() != StatusCode::NOT_FOUND).then_some(reply))
        });
        created(reply.await?).await
    }

    /// Sends a form.
    pub(crate) async fn send_form(
        &self,
        path: &str,
        form: Vec<u8>,
    ) -> anyhow::Result<reqwest::Response> {
        let request = self
            .http
            .post(format!("{}{path}", self.base))
            .bearer_auth(&self.token)
            .header("content-type", "multipart/form-data; boundary=cut")
            .body(form);
        Ok(request.send().await?)
    }
}

/// The id of a row.
pub(super) fn id(row: &Value) -> String {
    row["id"].to_string().trim_matches('"').to_owned()
}
