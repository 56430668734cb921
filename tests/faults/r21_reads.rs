//! Two reads that depend on the order of an upgrade to the release of 28 November 2026 (docs/operate/operating.md, Upgrade): a document by its
//! ticket, which the tenancy-applications of that release opens by its reader's token alone, and the portal of a tenant whose address the
//! landlord typed, which may be questions without a home. The gateway before sends no token and cannot say such a portal.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use lintel_system_tests::{
    System, Visitor,
    client::{a_vacant_house, wait_for_reply},
    faults::{Report, load::Home},
};
use lintel_testkit::wait_for;
use reqwest::StatusCode;
use serde_json::json;

/// Time limit for tenancy-applications to hear of a new property.
const HEARD: Duration = Duration::from_secs(30);
const FILE: &[u8] =
    b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";

/// A landlord with a document to read, and a tenant of theirs whose portal nobody confirmed.
pub struct Readers {
    landlord: Visitor,
    tenant: Visitor,
    /// The path at which tickets for the document are issued.
    tickets: String,
}

impl Readers {
    /// Makes them in the release that runs now.
    ///
    /// # Errors
    /// When anything is refused, or not known in time.
    pub async fn settle(system: &System) -> anyhow::Result<Self> {
        let mut landlord = system.visitor()?;
        landlord.become_landlord(&system.mails).await?;
        let mut tenant = system.visitor()?;
        tenant.become_account("Tenant", &system.mails).await?;

        let home = Home::create(&landlord, "R21 read").await?;
        let form = home.application("R21 reader");
        let applied = system.visitor()?.post("/api/tenant-signup", &form).await?;
        ensure!(applied.status == StatusCode::CREATED, "{applied:?}");
        let documents = format!("/api/tenant-applications/{}/documents", applied.body["id"]);
        let fields = [("type", "other")];
        let file = ("statement.pdf", "application/pdf");
        let added = landlord.post_file(&documents, &fields, file, FILE).await?;
        ensure!(added.status == StatusCode::CREATED, "{added:?}");
        let tickets = format!("{documents}/{}/ticket", added.body["id"]);

        let house = landlord
            .post("/api/properties", &a_vacant_house("R21 let"))
            .await?;
        let row = json!({
            "propertyId": house.body["id"], "name": "Amara Diallo", "email": tenant.email, "phone": "07700 900141",
            "leaseStart": "2026-01-05", "tenancyRent": "900.00",
        });
        wait_for("the home is known", HEARD, async || {
            let added = landlord.post("/api/tenants", &row).await?;
            Ok((added.status == StatusCode::CREATED).then_some(()))
        })
        .await?;
        wait_for_reply(&tenant, "/api/tenant-portal", |_| true).await?;
        Ok(Self {
            landlord,
            tenant,
            tickets,
        })
    }

    /// Signs both in anew: their tokens are good for a quarter of an hour.
    ///
    /// # Errors
    /// When nothing answers, or it is refused.
    pub async fn sign_in(&mut self) -> anyhow::Result<()> {
        for visitor in [&mut self.landlord, &mut self.tenant] {
            let reply = visitor.log_in().await?;
            ensure!(reply.status == StatusCode::OK, "{reply:?}");
        }
        Ok(())
    }

    /// Reads both at each gateway; what is not answered breaks a promise.
    ///
    /// # Errors
    /// When nothing answers.
    pub async fn read(
        &self,
        bases: &[String],
        report: &mut Report,
        after: &str,
    ) -> anyhow::Result<()> {
        for base in bases {
            let landlord = self.landlord.at(base);
            let ticket = landlord.post(&self.tickets, &json!({})).await?;
            let url = ticket.body["url"]
                .as_str()
                .with_context(|| format!("{ticket:?}"))?;
            // A browser that opens an address shows its cookies and no token.
            let opened = landlord.by_cookie().get(url).await?;
            let status = opened.status;
            report.promise(status == StatusCode::OK, || {
                format!("a document was answered {status} after {after}")
            });
            let status = self.tenant.at(base).get("/api/tenant-portal").await?.status;
            report.promise(status == StatusCode::OK, || {
                format!("a portal was answered {status} after {after}")
            });
        }
        Ok(())
    }
}
