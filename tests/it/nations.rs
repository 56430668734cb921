//! A home in each nation: whose law its deposit, notices, rises and emergencies go by (docs/reference/uk-nations.md).

use anyhow::{Context as _, ensure};
use lintel_core::{SystemClock, london_today};
use lintel_system_tests::{
    Shared,
    client::{Reply, Visitor, a_signup, a_vacant_house},
};
use reqwest::StatusCode;
use serde_json::{Value, json};

/// A landlord with a home that is let since 10 November 2026.
struct Let {
    helen: Visitor,
    property: i64,
    tenant: i64,
}

impl Let {
    async fn at(postcode: &str, nation: Option<&str>) -> anyhow::Result<Self> {
        let system = Shared::installation().await?;
        let mut helen = system.visitor()?;
        helen.become_landlord(&system.mails).await?;
        let mut house = a_vacant_house("Ashmead House");
        house["postcode"] = json!(postcode);
        house["monthlyRent"] = json!("1000");
        let added = created(helen.post("/api/properties", &house).await?)?;
        let property = added["id"].as_i64().context("an id")?;
        if let Some(nation) = nation {
            let path = format!("/api/properties/{property}");
            let chosen = helen
                .patch(&path, &json!({ "nation": nation }), &[])
                .await?;
            ensure!(chosen.status == StatusCode::OK, "{chosen:?}");
            assert_eq!(chosen.body["nation"], nation);
            assert_eq!(chosen.body["nationToConfirm"], false);
        }
        let tenant = json!({
            "propertyId": property, "name": "Amara Diallo", "email": helen.email.replace("landlord", "tenant"),
            "phone": "07700 900141", "leaseStart": "2026-11-10", "rentAmount": "1000",
        });
        let tenant = created(helen.post("/api/tenants", &tenant).await?)?;
        let tenant = tenant["id"].as_i64().context("an id")?;
        let rent = json!({ "period": "monthly", "dueDay": 10, "firstDay": "2026-11-10", "proRata": "days-of-year" });
        created(
            helen
                .post(&format!("/api/tenants/{tenant}/rent"), &rent)
                .await?,
        )?;
        Ok(Self {
            helen,
            property,
            tenant,
        })
    }

    async fn deposit(&self, amount: &str) -> anyhow::Result<Value> {
        let path = format!("/api/tenants/{}/deposit", self.tenant);
        let body = json!({ "amount": amount, "receivedDate": "2026-11-10" });
        let reply = self.helen.put(&path, &body).await?;
        ensure!(reply.status == StatusCode::OK, "{reply:?}");
        Ok(reply.body)
    }

    async fn notice(&self, query: &str) -> anyhow::Result<Value> {
        let path = format!("/api/tenants/{}/notice?{query}", self.tenant);
        let reply = self.helen.get(&path).await?;
        ensure!(reply.status == StatusCode::OK, "{reply:?}");
        Ok(reply.body)
    }

    async fn rise(&self) -> anyhow::Result<Value> {
        let path = format!("/api/tenants/{}/rent-rise?served=2026-11-28", self.tenant);
        let reply = self.helen.get(&path).await?;
        ensure!(reply.status == StatusCode::OK, "{reply:?}");
        Ok(reply.body)
    }

    /// Returns the advice where somebody smells gas.
    async fn gas(&self) -> anyhow::Result<Value> {
        let request = json!({
            "propertyId": self.property, "title": "Smell of gas", "description": "By the boiler, since this morning.",
            "category": "Gas",
        });
        created(
            self.helen
                .post("/api/maintenance-requests", &request)
                .await?,
        )
    }
}

fn created(reply: Reply) -> anyhow::Result<Value> {
    ensure!(reply.status == StatusCode::CREATED, "{reply:?}");
    Ok(reply.body)
}

fn codes(notice: &Value) -> Vec<&str> {
    let reasons = notice["reasons"].as_array();
    let codes = reasons.into_iter().flatten();
    codes.filter_map(|one| one["code"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_in_a_district_of_two_nations_goes_by_the_law_that_is_chosen() -> anyhow::Result<()>
{
    let home = Let::at("CH4 0AA", Some("Wales")).await?;
    let deposit = home.deposit("9000").await?;
    assert_eq!(deposit["protectByDate"], "2026-12-09", "{deposit}");
    assert_eq!(deposit["warnings"], json!([]), "Wales sets no cap");
    assert_eq!(home.rise().await?["earliestDate"], "2027-01-28");
    let notice = home.notice("giver=landlord").await?;
    assert!(codes(&notice).contains(&"173"), "{notice}");
    let early = home
        .notice("giver=landlord&ground=173&given=2026-12-01")
        .await;
    assert!(early.is_err(), "not in the first six months: {early:?}");
    let gas = home.gas().await?;
    let advice = gas["advice"].as_str().unwrap_or_default();
    assert!(advice.contains("0800 111 999"), "{advice}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_in_scotland_goes_by_its_law() -> anyhow::Result<()> {
    let home = Let::at("EH3 9AA", None).await?;
    // 30 working days from the start; St Andrew's Day is none.
    let deposit = home.deposit("2500").await?;
    assert_eq!(deposit["protectByDate"], "2026-12-23", "{deposit}");
    let warnings = deposit["warnings"].as_array().context("warnings")?;
    let warning = warnings.first().and_then(Value::as_str).unwrap_or_default();
    assert!(warning.contains("£2,000.00"), "{warning}");
    assert_eq!(home.rise().await?["earliestDate"], "2027-03-01");
    let leaving = home.notice("giver=tenant&given=2026-11-30").await?;
    assert_eq!(leaving["earliestDate"], "2026-12-28", "{leaving}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_in_northern_ireland_goes_by_its_law() -> anyhow::Result<()> {
    let home = Let::at("BT7 1NN", None).await?;
    let deposit = home.deposit("1000").await?;
    assert_eq!(deposit["protectByDate"], "2026-12-07", "{deposit}");
    assert_eq!(deposit["informByDate"], "2026-12-14");
    assert_eq!(deposit["warnings"], json!([]));
    assert_eq!(home.rise().await?["earliestDate"], "2027-11-10");
    let leaving = home.notice("giver=tenant&given=2026-11-30").await?;
    assert_eq!(leaving["earliestDate"], "2026-12-28", "{leaving}");
    let gas = home.gas().await?;
    assert_eq!(gas["emergency"], true, "{gas}");
    let advice = gas["advice"].as_str().unwrap_or_default();
    assert!(
        advice.contains("0800 002 001") && !advice.contains("0800 111 999"),
        "{advice}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_outside_the_united_kingdom_is_refused() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let mut house = a_vacant_house("Douglas Bay");
    house["postcode"] = json!("IM1 1AA");
    let refused = helen.post("/api/properties", &house).await?;
    assert_eq!(
        refused.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "{refused:?}"
    );
    let why = refused.body["errors"]["postcode"].to_string();
    assert!(why.contains("outside the United Kingdom"), "{refused:?}");
    Ok(())
}

/// A document of the landlord's own.
const OWN: &[u8] =
    b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n";

#[tokio::test(flavor = "multi_thread")]
async fn outside_england_the_landlord_uploads_the_agreement() -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    for (postcode, nation) in [
        ("CF10 1BH", "Wales"),
        ("EH3 9AA", "Scotland"),
        ("BT7 1NN", "Northern Ireland"),
    ] {
        let mut helen = system.visitor()?;
        helen.become_landlord(&system.mails).await?;
        let mut house = a_vacant_house("Ashmead House");
        house["postcode"] = json!(postcode);
        let house = created(helen.post("/api/properties", &house).await?)?;
        let property = house["id"].as_i64().context("an id")?;
        let invite = json!({ "propertyId": property });
        let invite = created(helen.post("/api/invites", &invite).await?)?;
        let token = invite["url"]
            .as_str()
            .and_then(|url| url.rsplit('=').next());
        let [amara, ibrahim, works] =
            ["amara", "ibrahim", "works"].map(|who| helen.email.replace("landlord", who));
        let form = a_signup(
            token.context("a token")?,
            property,
            &amara,
            &ibrahim,
            &works,
        );
        let sent = created(system.visitor()?.post("/api/tenant-signup", &form).await?)?;
        let application = format!("/api/tenant-applications/{}", sent["id"]);
        let approved = helen
            .patch(&application, &json!({ "status": "Approved" }), &[])
            .await?;
        ensure!(approved.status == StatusCode::OK, "{approved:?}");
        for kind in ["guarantor", "employer"] {
            let path = format!("{application}/references/{kind}/waive");
            let waived = helen
                .post(&path, &json!({ "reason": "I know them." }))
                .await?;
            ensure!(waived.status.is_success(), "{waived:?}");
        }

        let proposal = helen
            .get(&format!("{application}/agreement/proposal"))
            .await?
            .body;
        assert_eq!(
            (&proposal["nation"], &proposal["edition"]),
            (&json!(nation), &json!("")),
            "{proposal}"
        );
        let path = format!("{application}/agreement");
        let mut terms = proposal["terms"].clone();
        terms["landlordName"] = json!("Helen Okafor");
        terms["deposit"] = json!("0.00");
        terms["landlordAddress"] = json!("4 Queen Charlotte Court, Bristol BS1 4HE");
        terms["startDate"] = json!(london_today(&SystemClock).to_string());
        let refused = helen.post(&path, &terms).await?;
        assert!(
            refused.status.is_client_error(),
            "{nation}: none is held there: {refused:?}"
        );
        let fields = [("terms", terms.to_string())];
        let fields = fields
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        let file = ("agreement.pdf", "application/pdf");
        let issued = created(helen.post_file(&path, &fields, file, OWN).await?)?;
        assert_eq!(
            (&issued["nation"], &issued["edition"]),
            (&json!(nation), &json!("")),
            "{issued}"
        );
        assert!(issued["documentHash"].is_string(), "{issued}");
        let kept = helen.get(&format!("{path}/document")).await?;
        assert_eq!(kept.status, StatusCode::OK, "{nation}: {kept:?}");
    }
    Ok(())
}
