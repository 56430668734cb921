//! The metamorphic test of tenancy: what others do changes no answer that a landlord gets, byte for byte.
//!
//! The questions come out of the contract: every GET of the running gateway's OpenAPI and every RPC that does not
//! write. A new one takes part by itself; if it names a kind of row that `furnish` does not make, the test fails and
//! says what to add.

mod answers;
mod buying;
pub(crate) mod contract;
pub(crate) mod lettings;
mod others;
mod raw;
mod reads;
mod repairs;
mod schema;
mod tenancies;

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context as _, ensure};
use base64::{Engine as _, engine::general_purpose::STANDARD as BASE64};
use lintel_core::Role;
use lintel_system_tests::{Installation, System, Visitor};
use lintel_testkit::wait_for;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use answers::{Answers, differences};
use contract::Contract;
use others::Meddling;

/// Changes that succeeded before the answers are compared.
const CHANGES: usize = 500;

/// A PNG of one pixel.
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// The key of documents of applications among a landlord's rows; each is below its application in the REST API.
pub(crate) const DOCUMENTS: &str = "/api/documents";

/// The key of maintenance requests, and among a landlord's rows the keys of rows below them in the REST API.
pub(crate) const REQUESTS: &str = "/api/maintenance-requests";
pub(crate) const ATTACHMENTS: &str = "/api/attachments";
pub(crate) const COSTS: &str = "/api/costs";

/// The keys of tenancies' documents, checks of a right to rent, banks' files and their lines among a landlord's rows;
/// the first two are below their tenant and their application in the REST API.
pub(crate) const GIVEN: &str = "/api/tenancy-documents";
pub(crate) const CHECKS: &str = "/api/right-to-rent";
/// The key of deeds of guarantee; they are below their application in the REST API.
pub(crate) const DEEDS: &str = "/api/deeds";
pub(crate) const STATEMENTS: &str = "/api/bank-statements";
pub(crate) const LINES: &str = "/api/bank-lines";
pub(crate) const ACCOUNTS: &str = "/api/bank-accounts";
pub(crate) const LAYOUTS: &str = "/api/bank-layouts";
/// The key of requests for pets among a landlord's rows; they are below their tenant in the REST API.
pub(crate) const PETS: &str = "/api/pet-requests";

/// Time limit until somebody is told something.
const TOLD_WITHIN: Duration = Duration::from_secs(30);
/// Time limit for a backup on a busy machine.
const BACKED_UP_WITHIN: Duration = Duration::from_secs(60);

/// A landlord's rows by the path of their collection.
pub(crate) type Rows = BTreeMap<String, Vec<String>>;

/// Somebody who calls the REST API and reads bytes.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    http: reqwest::Client,
    base: String,
    pub(crate) token: String,
}

impl Caller {
    async fn sign_up(system: &Installation) -> anyhow::Result<Self> {
        let mut visitor = system.visitor()?;
        visitor
            .become_account(Role::Landlord.as_str(), &system.mails)
            .await?;
        Self::of(system, &visitor)
    }

    /// Somebody who signed in already.
    pub(crate) fn of(system: &Installation, visitor: &Visitor) -> anyhow::Result<Self> {
        Ok(Self {
            http: reqwest::Client::new(),
            base: system.base.clone(),
            token: visitor.token()?.to_owned(),
        })
    }

    async fn send(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
    ) -> anyhow::Result<reqwest::Response> {
        let request = self
            .http
            .request(method.clone(), format!("{}{path}", self.base))
            .bearer_auth(&self.token);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        Ok(request.send().await?)
    }

    /// Adds a row to a collection and gives its id.
    async fn add(&self, collection: &str, body: &Value) -> anyhow::Result<String> {
        let reply = self.send(&Method::POST, collection, Some(body)).await?;
        let row = created(reply).await?;
        Ok(row["id"].to_string().trim_matches('"').to_owned())
    }

    /// Sends a file of one row and gives the import's id.
    async fn check_import(&self, path: &str, file: &'static str) -> anyhow::Result<String> {
        let request = self
            .http
            .post(format!("{}{path}", self.base))
            .bearer_auth(&self.token)
            .header("content-type", "text/csv")
            .body(file);
        Ok(created(request.send().await?).await?["id"].to_string())
    }

    /// Has a backup made and gives its id once it is ready.
    async fn back_up(&self) -> anyhow::Result<String> {
        let backup = self.add("/api/backups", &json!({})).await?;
        wait_for("a backup", BACKED_UP_WITHIN, async || {
            let listed = self.send(&Method::GET, "/api/backups", None).await?;
            let listed: Value = listed.error_for_status()?.json().await?;
            Ok((listed[0]["state"] == "ready").then_some(()))
        })
        .await?;
        Ok(backup)
    }

    /// Waits for news and gives the id of the oldest.
    async fn first_news(&self) -> anyhow::Result<String> {
        wait_for("news", TOLD_WITHIN, async || {
            let listed = self.send(&Method::GET, "/api/notifications", None).await?;
            let listed: Vec<Value> = listed.error_for_status()?.json().await?;
            Ok(listed.last().map(|news| news["id"].to_string()))
        })
        .await
    }

    /// Uploads a picture of one pixel and gives its id.
    async fn upload(&self) -> anyhow::Result<String> {
        let head = "--cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\
                    content-type: image/png\r\n\r\n";
        let picture = BASE64.decode(PIXEL)?;
        let body = [head.as_bytes(), &picture, b"\r\n--cut--\r\n"].concat();
        let request = self
            .http
            .post(format!("{}/api/upload", self.base))
            .bearer_auth(&self.token)
            .header("content-type", "multipart/form-data; boundary=cut")
            .body(body);
        let file = created(request.send().await?).await?;
        let url = file["url"].as_str().context("no url")?;
        Ok(url.trim_start_matches("/api/files/").to_owned())
    }
}

async fn created(reply: reqwest::Response) -> anyhow::Result<Value> {
    let (status, asked) = (reply.status(), reply.url().clone());
    let text = reply.text().await?;
    ensure!(status == StatusCode::CREATED, "{asked}: {status} {text}");
    Ok(serde_json::from_str(&text)?)
}

/// Makes a row of every kind, so that rows could be mixed up.
pub(crate) async fn furnish(landlord: &Caller) -> anyhow::Result<Rows> {
    let mut rows = Rows::new();
    let mut keep = |collection: &str, id: String| {
        rows.entry(collection.to_owned()).or_default().push(id);
    };
    for property in properties() {
        let property = landlord.add("/api/properties", &property).await?;
        let number = property.parse::<i64>()?;
        let certificate = json!({"propertyId": number, "certificateType": "Gas Safety",
            "issueDate": "2026-03-01", "expiryDate": "2027-02-28", "notes": "Boiler in the kitchen"});
        let certificates = "/api/property-certificates";
        keep(
            certificates,
            landlord.add(certificates, &certificate).await?,
        );
        // Lintel itself would add inspections while others meddle.
        let settings = format!("/api/properties/{property}/inspection-settings");
        let by_hand = json!({"autoSchedule": false});
        let set = landlord
            .send(&Method::PUT, &settings, Some(&by_hand))
            .await?;
        ensure!(set.status().is_success(), "{settings}: {}", set.status());
        let inspection =
            json!({"propertyId": number, "inspectionDate": "2035-03-01", "notes": "Attic"});
        let inspections = "/api/property-inspections";
        keep(inspections, landlord.add(inspections, &inspection).await?);
        keep("/api/properties", property);
    }
    let homes = rows.get("/api/properties").context("no homes")?;
    let [house, _, flat] = homes.as_slice() else {
        anyhow::bail!("{homes:?}");
    };
    let lettings = landlord.let_homes(house, flat).await?;
    let repairs = landlord.have_repaired(flat).await?;
    let searches = landlord.look_for_homes().await?;
    let mut keep = |collection: &str, id: String| {
        rows.entry(collection.to_owned()).or_default().push(id);
    };
    keep("/api/property-viewings", repairs.viewing);
    keep(REQUESTS, repairs.request);
    keep(ATTACHMENTS, repairs.attachment);
    keep(COSTS, repairs.cost);
    keep("/api/contractors", repairs.contractor);
    keep("/api/listing-imports", searches.import);
    keep("/api/investment-properties", searches.listing);
    keep("/api/roi-analyses", searches.analysis);
    keep("/api/saved-searches", searches.search);
    keep("/api/tenants", lettings.tenant);
    keep("/api/tenancies", lettings.tenancy);
    keep("/api/invites", lettings.invite);
    keep("/api/tenant-applications", lettings.application);
    keep(DOCUMENTS, lettings.document);
    keep(CHECKS, lettings.agreed.check);
    keep(DEEDS, lettings.agreed.deed);
    keep(GIVEN, lettings.running.document);
    keep(STATEMENTS, lettings.running.statement);
    keep(LINES, lettings.running.line);
    keep(ACCOUNTS, lettings.running.account);
    keep(LAYOUTS, lettings.running.layout);
    keep(PETS, lettings.running.pet);
    keep("/api/files", landlord.upload().await?);
    keep("/api/backups", landlord.back_up().await?);
    let me = landlord.send(&Method::GET, "/api/auth/me", None).await?;
    let me: Value = me.error_for_status()?.json().await?;
    let guest = json!({"email": format!("guest-of-{}@example.com", me["id"]), "grade": "Viewer"});
    let invitations = "/api/invitations";
    keep(invitations, landlord.add(invitations, &guest).await?);
    keep("/api/members", me["id"].to_string());
    // The keys are those of the example in RFC 8291.
    let browser = json!({"endpoint": format!("https://fcm.googleapis.com/fcm/send/{}", me["id"]), "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}});
    let browsers = "/api/push-subscriptions";
    keep(browsers, landlord.add(browsers, &browser).await?);
    for (imports, file) in [
        (
            "/api/property-imports",
            "Name,Address,Postcode,Type,Rent\nMill,1 Mill Lane,LS1 4AP,House,950\n",
        ),
        ("/api/tenant-imports", "Name\nGrace Hopper\n"),
    ] {
        keep(imports, landlord.check_import(imports, file).await?);
    }
    let key = json!({"name": "Bookkeeping", "scopes": ["portfolio.read"]});
    keep("/api/api-keys", landlord.add("/api/api-keys", &key).await?);
    let [house, ..] = properties();
    let former = landlord.add("/api/properties", &house).await?;
    let sale = json!({"salePrice": "180000", "saleDate": "2026-06-01", "purchasePrice": "152500"});
    let sell = format!("/api/properties/{former}/sell");
    keep("/api/sold-properties", landlord.add(&sell, &sale).await?);
    keep("/api/notifications", landlord.first_news().await?);
    Ok(rows)
}

fn properties() -> [Value; 3] {
    let common = json!({"address": "47 Victoria Terrace, Sheffield", "postcode": "S11 8QT", "bathrooms": 1,
        "purchasePrice": "152500", "currentValue": "171000", "purchaseDate": "2019-04-01"});
    let kinds = [
        json!({"name": "House", "propertyType": "House", "bedrooms": 3, "monthlyRent": "1095.00", "status": "Occupied"}),
        json!({"name": "Shared", "propertyType": "HMO", "hmoRooms": 3, "hmoUtilities": "120",
            "hmoRoomRentals": {"1": "480", "2": "500", "3": "510"}, "hmoRoomOccupancy": ["Occupied", "Vacant", "Occupied"]}),
        json!({"name": "Flat", "propertyType": "Flat", "bedrooms": 1, "monthlyRent": "820", "status": "Vacant",
            "serviceCharge": "90", "groundRent": "12.50", "leaseYearsRemaining": 92, "leaseLastUpdated": "2026-01-01"}),
    ];
    kinds.map(|kind| merged(&common, &kind))
}

/// `base` with the fields of `more`.
fn merged(base: &Value, more: &Value) -> Value {
    let fields = [base, more].into_iter().filter_map(Value::as_object);
    Value::Object(
        fields
            .flatten()
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn after_500_changes_by_others_a_landlords_answers_are_the_same() -> anyhow::Result<()> {
    // Its own: it invites one address often, which others on a shared installation then could not.
    let system = System::start(&[]).await?;
    let landlord = Caller::sign_up(&system).await?;
    let rows = furnish(&landlord).await?;
    let contract = Contract::of(&system).await?;

    let before = Answers::of(&system, &landlord, &contract, &rows).await?;
    before.are_worth_comparing()?;
    let meddling = Meddling {
        contract: &contract,
        victim: &rows,
    };
    let changes = meddling.until(&system, CHANGES).await?;
    let after = Answers::of(&system, &landlord, &contract, &rows).await?;
    let different = differences(&before, &after);
    assert!(different.is_empty(), "{different:#?}");

    // A change of the landlord's own rows does show in the comparison.
    let [house, ..] = properties();
    landlord.add("/api/properties", &house).await?;
    let own = Answers::of(&system, &landlord, &contract, &rows).await?;
    let noticed = differences(&before, &own);
    for reader in ["GET /api/properties", "GET /api/dashboard/analytics"] {
        noticed
            .iter()
            .find(|difference| difference.starts_with(reader))
            .with_context(|| format!("{reader} did not show the landlord's own change"))?;
    }
    println!(
        "figures: {} answers ({} over REST, {} over gRPC) the same after {} changes and {} tries at their rows by others",
        before.len(),
        before.over_rest(),
        before.len() - before.over_rest(),
        changes.made,
        changes.refused,
    );
    Ok(())
}
