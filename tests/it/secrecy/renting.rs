//! A tenancy from its agreement to a bank's file, full of words that nobody else may read.

use anyhow::{Context as _, ensure};
use lintel_core::{SystemClock, london_today};
use lintel_system_tests::{
    System,
    client::{Reply, Visitor, mailed_token},
};
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Applied;
use crate::signature::signature;

const LANDLORD: &str = "Wilhelmina Thistlewood-Okafor";
const NOTICES: &str = "4 Thistlewood Court, Bristol BS1 4HE";
const CLAUSE: &str = "A ferret called Marmaduke may stay.";
const PETS: &str = "Two geckos called Castor and Pollux";
const ADAPTATIONS: &str = "A ramp of aluminium at the back door";
const ACCOUNT: &str = "Sort code 04-00-75, account 31415926";
const SEEN: &str = "Passport with the number 925665416";
const CHECKER: &str = "Bartholomew Quince";
const EVIDENCE: &str = "the-scanned-passport-of-the-tenant";
const INVENTORY: &str = "Inventory of the cornflower bedroom";
const LISTED: &str = "one-cornflower-wardrobe-with-a-scratch";
const PAYER: &str = "ZOFIA BORKOWSKA";
const WROTE: &str = "LINDEN-JULY-88231";
const STRANGER: &str = "CRUMPETS AND SONS";
const FILE: &str = "midland-account-9917.csv";
const RECEIPT: &str = "HOUSING-BENEFIT-55127";
const SCHEME: &str = "DPS-CERTIFICATE-60417";
const WAIVED: &str = "Savings in a Rutland building society were shown.";

/// The name of something, and the words of it that are looked for.
pub type Words = (&'static str, String);

/// The parts of a tenancy that nobody else may read.
pub struct Rented {
    /// All of these parts.
    pub words: Vec<Words>,
    /// The words of these that the owner's own tables hold readable.
    pub kept: Vec<Words>,
    /// The words of these that are sealed even there.
    pub sealed: Vec<Words>,
    /// The signer's link.
    pub token: String,
    /// The route of the last call.
    pub route: &'static str,
}

/// Goes from the application of [`super::apply`] to money that came.
pub async fn rent(
    system: &System,
    landlord: &Visitor,
    applied: &Applied,
) -> anyhow::Result<Rented> {
    let application = format!("/api/tenant-applications/{}", applied.id);
    let today = london_today(&SystemClock).to_string();
    let approval = json!({ "status": "Approved" });
    done(landlord.patch(&application, &approval, &[]).await?)?;
    for kind in ["guarantor", "employer"] {
        let path = format!("{application}/references/{kind}/waive");
        done(landlord.post(&path, &json!({ "reason": WAIVED })).await?)?;
    }
    let check = [
        ("method", "manual"),
        ("document", SEEN),
        ("checkDate", &today),
        ("checker", CHECKER),
    ];
    let path = format!("{application}/right-to-rent");
    let seen = pdf(EVIDENCE);
    let (file, key) = (("seen.pdf", "application/pdf"), Uuid::now_v7().to_string());
    let field = "evidence";
    let checked = landlord
        .post_file_in(&path, &check, field, file, &seen, &key)
        .await?;
    done(checked)?;

    let bills = [
        "council-tax",
        "electricity",
        "gas",
        "water",
        "tv-licence",
        "communications",
    ];
    let bills = bills.map(|bill| json!({ "bill": bill, "payer": "tenant" }));
    let terms = json!({
        "landlordName": LANDLORD, "landlordAddress": NOTICES, "startDate": today, "monthlyRent": "1095.00",
        "rentTerms": { "period": "monthly", "dueDay": 1, "proRata": "days-of-year" }, "deposit": "1263.45", "bills": bills,
        "agreedPets": PETS, "adaptations": ADAPTATIONS, "clauses": [CLAUSE], "paymentDetails": ACCOUNT,
    });
    let path = format!("{application}/agreement");
    let issued = done(landlord.post(&path, &terms).await?)?;
    let token = mailed_token(&system.mails, &applied.applicant, "/agreement?token=").await?;
    let drawn = signature()?;
    let sign = |name: &str| {
        json!({
            "name": name, "consent": true, "signature": drawn, "documentHash": issued["documentHash"], "timeZone": "Europe/London",
            "language": "en-GB",
        })
    };
    let applicant = system.visitor()?;
    let link = format!("/api/agreements/{token}");
    done(applicant.get(&link).await?)?;
    done(
        applicant
            .post(&format!("{link}/sign"), &sign("Amara Diallo"))
            .await?,
    )?;
    done(
        landlord
            .post(&format!("{path}/sign"), &sign(LANDLORD))
            .await?,
    )?;
    let moved_in = landlord
        .post(&format!("{application}/move-in"), &json!({}))
        .await?;
    let tenant = done(moved_in)?["id"].as_i64().context("no tenant")?;
    live(landlord, tenant, &today).await?;

    let sealed = vec![
        ("the drawn signature", drawn[200..260].to_owned()),
        ("the evidence", EVIDENCE.to_owned()),
        ("the document", LISTED.to_owned()),
        ("a stranger's payment", STRANGER.to_owned()),
    ];
    let kept = owned([
        ("the landlord's name", LANDLORD),
        ("the landlord's address", NOTICES),
        ("a clause", CLAUSE),
        ("the pets", PETS),
        ("the adaptations", ADAPTATIONS),
        ("the account to pay to", ACCOUNT),
        ("what was seen", SEEN),
        ("who checked", CHECKER),
        ("the document's title", INVENTORY),
        ("the name of the bank's file", FILE),
        ("a receipt's reference", RECEIPT),
        ("the deposit's number", SCHEME),
        ("why a reference is waived", WAIVED),
    ]);
    let others = owned([
        ("the payer", PAYER),
        ("what the payer wrote", WROTE),
        ("the signer's token", &token),
    ]);
    Ok(Rented {
        words: [kept.clone(), others, sealed.clone()].concat(),
        kept,
        sealed,
        route: "/api/tenants/{id}/deposit",
        token,
    })
}

/// Lives through the first days of a tenancy.
async fn live(landlord: &Visitor, tenant: i64, today: &str) -> anyhow::Result<()> {
    let path = format!("/api/tenants/{tenant}");
    let fields = [("kind", "other"), ("title", INVENTORY)];
    let file = ("list.pdf", "application/pdf");
    let documents = format!("{path}/documents");
    done(
        landlord
            .post_file(&documents, &fields, file, &pdf(LISTED))
            .await?,
    )?;
    let rows = [
        format!("{today},{PAYER},{WROTE},500.00"),
        format!("{today},{STRANGER},CRUMPETS,9.50"),
    ];
    let statement = format!("Date,Counter Party,Reference,Amount\n{}\n", rows.join("\n"));
    let file = (FILE, "text/csv");
    let added = landlord
        .post_file("/api/bank-statements", &[], file, statement.as_bytes())
        .await?;
    done(added)?;
    let lines = done(landlord.get("/api/bank-lines").await?)?;
    let lines = lines.as_array().context("no lines")?;
    let decisions: Vec<_> = lines
        .iter()
        .map(|line| {
            let theirs = line["payer"] == PAYER;
            json!({ "lineId": line["id"], "tenantId": theirs.then_some(tenant) })
        })
        .collect();
    let decisions = json!({ "decisions": decisions });
    let decided = landlord
        .post("/api/bank-lines/decisions", &decisions)
        .await?;
    let became = done(decided)?;
    ensure!(
        became["received"] == 1 && became["ignored"] == 1,
        "{became}"
    );
    let receipt = json!({
        "kind": "receipt", "amount": "95.00", "date": today, "method": "housing-benefit", "reference": RECEIPT,
    });
    let ledger = format!("{path}/ledger");
    done(landlord.post(&ledger, &receipt).await?)?;
    done(landlord.get(&ledger).await?)?;
    let statement = landlord
        .get(&format!("{path}/statement?format=csv"))
        .await?;
    done(statement)?;
    let deposit = json!({
        "amount": "1263.45", "receivedDate": today, "scheme": "DPS", "schemeReference": SCHEME, "protectedDate": today,
    });
    done(landlord.put(&format!("{path}/deposit"), &deposit).await?)?;
    Ok(())
}

/// A document that holds these words where nobody has to unpack it.
fn pdf(words: &str) -> Vec<u8> {
    format!("%PDF-1.7\n% {words}\n%%EOF\n").into_bytes()
}

fn owned<const N: usize>(words: [(&'static str, &str); N]) -> Vec<Words> {
    let owned = words.map(|(what, words)| (what, words.to_owned()));
    owned.into()
}

fn done(reply: Reply) -> anyhow::Result<Value> {
    let fine = [StatusCode::OK, StatusCode::CREATED];
    ensure!(fine.contains(&reply.status), "{reply:?}");
    Ok(reply.body)
}
