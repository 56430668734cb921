//! R24 on tenancy-applications: what people without an account send, many times at once: an application and a reference.

use lintel_system_tests::{
    System,
    client::mailed_token,
    faults::{
        checks, experiment,
        load::{Doors, Home},
    },
};
use serde_json::json;

use crate::{
    r24_submitted_twice::{TIMES, count, submit},
    signature::signature,
};

/// One application and one reference come of it, with one mail each to whom they concern.
pub async fn run(system: &mut System) -> anyhow::Result<()> {
    experiment(
        "R24",
        "an application and a reference 50 times at once",
        async |settings, report| {
            let mut landlord = system.visitor()?;
            landlord.become_landlord(&system.mails).await?;
            let home = Home::create(&landlord, "R24 home").await?;
            let doors = Doors::new(&system.visitor()?, &system.bases);
            for round in 0..settings.rounds() {
                let name = format!("R24 applicant {round}");
                let form = home.application(&name);
                let mut other = form.clone();
                other["phone"] = json!("07700 900999");
                let key = format!("r24-application-{}-{round}", settings.seed);
                let guarantor = form["guarantorEmail"].as_str().unwrap_or_default().to_owned();
                submit(&doors, "/api/tenant-signup", &[form, other], &key, report).await?;

                let token = mailed_token(&system.mails, &guarantor, "/guarantor-verify/").await?;
                let form = json!({
                    "fullName": format!("R24 guarantor {round}"), "email": guarantor, "phone": "07700 900733",
                    "address": "12 Orchard Street, Leeds", "dateOfBirth": "1968-03-02", "relationship": "parent",
                    "occupation": "Surgeon", "employerName": "Leeds Infirmary", "annualIncome": "84000",
                    "agreedToGuarantee": true, "signature": signature()?,
                });
                let mut other = form.clone();
                other["annualIncome"] = json!("85000");
                let key = format!("r24-reference-{}-{round}", settings.seed);
                let path = format!("/api/guarantor-verify/{token}");
                submit(&doors, &path, &[form, other], &key, report).await?;

                for query in [
                    "SELECT count(*) FROM applications WHERE name = $1",
                    "SELECT count(*) FROM reference_requests JOIN applications USING (organisation_id, application_id) \
                     WHERE name = $1 AND kind = 'guarantor' AND sealed_answer IS NOT NULL",
                    "SELECT count(*) FROM application_events JOIN applications USING (organisation_id, application_id) \
                     WHERE name = $1 AND event = 'reference-given'",
                ] {
                    let effects = count(system, "tenancy-applications", query, &name).await?;
                    report.lost += usize::from(effects == 0);
                    report.dup += usize::from(effects > 1);
                }
            }
            report.figure(format!("submissions {}", report.acked * TIMES));
            let (lost, dup) = (report.lost, report.dup);
            report.promise(lost + dup == 0, || {
                format!("{lost} without effect, {dup} with several")
            });
            checks::events_have_rows(system, report).await?;
            checks::events_reached_everybody(system, report).await?;
            checks::mails_went_out_once(system, report).await?;
            checks::versions(system, report).await
        },
    )
    .await
}
