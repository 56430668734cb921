//! Keys are rotated under load, and no request fails.

use std::{
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, ensure};
use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use lintel_system_tests::{
    System, Visitor,
    client::{a_signup, mailed_token},
    faults::load::Home,
    process::binary,
    system::Replicas,
};
use lintel_testkit::wait_for;
use serde_json::{Value, json};

const TIMEOUT: Duration = Duration::from_secs(30);

/// Runs `lintel-identity keys …` as an operator would, with the settings of the running identity.
fn keys(system: &mut System, command: &[&str]) -> anyhow::Result<String> {
    let environment = system.process("identity")?.environment().to_vec();
    let ended = Command::new(binary("lintel-identity")?)
        .arg("keys")
        .args(command)
        .envs(environment)
        .output()?;
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    let complained = String::from_utf8_lossy(&ended.stderr);
    ensure!(
        ended.status.success(),
        "keys {command:?}: {said}{complained}"
    );
    Ok(said)
}

/// The name of the key that signed a token.
fn signed_by(token: &str) -> anyhow::Result<String> {
    let (header, _) = token.split_once('.').context("no token")?;
    let header: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header)?)?;
    Ok(header["kid"].as_str().context("no kid")?.to_owned())
}

/// People at work until they are told to stop.
struct Load {
    stop: Arc<AtomicBool>,
    requests: Arc<AtomicUsize>,
    people: Vec<tokio::task::JoinHandle<anyhow::Result<()>>>,
}

impl Load {
    /// Some who read with the token that they have, and one who signs in again and again.
    fn begin(system: &System, helen: &Visitor) -> Self {
        let mut load = Self {
            stop: Arc::default(),
            requests: Arc::default(),
            people: Vec::new(),
        };
        for base in system.bases.iter().cycle().take(4) {
            let (reader, mut stop) = (helen.at(base), load.until_stopped());
            load.people.push(tokio::spawn(async move {
                while stop() {
                    let reply = reader.get("/api/properties").await?;
                    ensure!(reply.status.is_success(), "{reply:?}");
                }
                Ok(())
            }));
        }
        let bases = system.bases.clone();
        let (helen, mut stop) = (helen.clone(), load.until_stopped());
        load.people.push(tokio::spawn(async move {
            for base in bases.iter().cycle() {
                if !stop() {
                    break;
                }
                let mut again = helen.at(base);
                let welcome = again.log_in().await?;
                ensure!(welcome.status.is_success(), "{welcome:?}");
                // Every other gateway takes a token that one gateway's identity signed.
                for base in &bases {
                    let reply = again.at(base).get("/api/properties").await?;
                    ensure!(reply.status.is_success(), "{reply:?}");
                }
            }
            Ok(())
        }));
        load
    }

    fn until_stopped(&self) -> impl FnMut() -> bool + use<> {
        let (stop, requests) = (self.stop.clone(), self.requests.clone());
        move || {
            requests.fetch_add(1, Ordering::Relaxed);
            !stop.load(Ordering::Relaxed)
        }
    }

    /// Ends the load and returns the number of its requests; fails if one of them was refused.
    async fn end(self) -> anyhow::Result<usize> {
        self.stop.store(true, Ordering::Relaxed);
        for person in self.people {
            person.await??;
        }
        Ok(self.requests.load(Ordering::Relaxed))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_signing_key_takes_over_under_load_and_no_request_fails() -> anyhow::Result<()> {
    // Announced for six seconds: a busy machine may keep a process from asking for some of them.
    let mut system = System::start_replicas(Replicas::TWO, &[("LINTEL_KEY_REFRESH", "2s")]).await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let before = helen.clone();
    let old = signed_by(before.token()?)?;

    let load = Load::begin(&system, &helen);
    let said = keys(&mut system, &["rotate-signing"])?;
    ensure!(said.contains("signs from"), "{said}");
    let refused = keys(&mut system, &["rotate-signing"]);
    ensure!(refused.is_err(), "one rotation after the other");
    let new = wait_for("a token of the new key", TIMEOUT, async || {
        helen.log_in().await?;
        let key = signed_by(helen.token()?)?;
        Ok((key != old).then_some(key))
    })
    .await?;
    // Everybody has met tokens of both keys by now.
    for base in &system.bases {
        let served = before.at(base).get("/api/properties").await?;
        ensure!(served.status.is_success(), "the old token: {served:?}");
        let served = helen.at(base).get("/api/properties").await?;
        ensure!(served.status.is_success(), "the new token: {served:?}");
    }
    let requests = load.end().await?;
    println!("figures: a signing key rotated under {requests} requests, 0 failed");
    let published = helen.get("/.well-known/jwks.json").await?.body;
    let published: Vec<_> = published["keys"]
        .as_array()
        .context("no keys")?
        .iter()
        .map(|key| key["kid"].clone())
        .collect();
    assert_eq!(published, [new.as_str(), old.as_str()]);
    let listed = keys(&mut system, &["list"])?;
    ensure!(listed.contains(&new) && listed.contains(&old), "{listed}");

    // Processes that have the keys go on without identity, with tokens of either.
    system.process("identity")?.kill()?;
    for base in &system.bases {
        for visitor in [&before, &helen] {
            let served = visitor.at(base).get("/api/properties").await?;
            ensure!(served.status.is_success(), "without identity: {served:?}");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_master_key_is_used_under_load_and_the_old_one_opens_nothing() -> anyhow::Result<()> {
    let mut system = System::start(&[]).await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let file = system
        .process("identity")?
        .environment()
        .iter()
        .find_map(|(key, value)| (key == "LINTEL_MASTER_KEY_FILE").then(|| value.clone()))
        .context("no master key")?;
    let old = std::fs::read_to_string(&file)?;

    let load = Load::begin(&system, &helen);
    keys(&mut system, &["rotate-master"])?;
    let both = std::fs::read_to_string(&file)?;
    assert_eq!(
        both.lines().last(),
        old.lines().next(),
        "the old one stays for now"
    );
    let requests = load.end().await?;
    println!("figures: the master key rotated under {requests} requests, 0 failed");

    // The file is as after a crash between writing it and using it: the next run goes on and makes no third key.
    let half = format!("{}\n{both}", STANDARD.encode([9; 32]));
    std::fs::write(&file, &half)?;
    let refused = keys(&mut system, &["retire-master"]).map_err(|error| error.to_string());
    ensure!(refused.is_err_and(|error| error.contains("still needed")));
    keys(&mut system, &["rotate-master"])?;
    assert_eq!(std::fs::read_to_string(&file)?, half);
    keys(&mut system, &["retire-master"])?;
    assert_eq!(std::fs::read_to_string(&file)?.lines().count(), 1);

    // A process that starts now needs the new key and nothing else; sessions and passwords are what they were.
    system.process("identity")?.kill()?;
    system.revive()?;
    system.wait_until_ready().await?;
    ensure!(helen.log_in().await?.status.is_success());
    std::fs::write(&file, &old)?;
    let refused = keys(&mut system, &["rotate-master"]).map_err(|error| error.to_string());
    ensure!(
        refused.is_err_and(|error| error.contains("opens")),
        "the old key is worth nothing"
    );
    Ok(())
}

/// Makes another pair in the place of `pair`, as an operator does.
fn rotate_pair(system: &mut System, pair: &str) -> anyhow::Result<()> {
    let environment = system.process("notifications")?.environment();
    let file = |half: &str| {
        let variable = format!("LINTEL_{}_SEALING_{half}_KEY_FILE", pair.to_uppercase());
        environment
            .iter()
            .find_map(|(key, value)| (*key == variable).then(|| value.clone()))
            .context(variable)
    };
    let ended = Command::new(binary("lintel-notifications")?)
        .args(["rotate-sealing-key", &file("SECRET")?, &file("PUBLIC")?])
        .status()?;
    ensure!(ended.success(), "rotate-sealing-key {pair}: {ended}");
    Ok(())
}

async fn restart(system: &mut System, services: &[&'static str]) -> anyhow::Result<()> {
    for service in services {
        system.process(service)?.stop()?;
    }
    system.revive()?;
    system.wait_until_ready().await
}

/// Waits until the account of `visitor` sees its application: the service was told of the verified address.
async fn sees_the_application(visitor: &Visitor) -> anyhow::Result<()> {
    wait_for("the application is seen", TIMEOUT, async || {
        let own = visitor.get("/api/tenant-applications").await?;
        Ok((own.body.as_array().map(Vec::len) == Some(1)).then_some(()))
    })
    .await
}

/// Follows the link of the verification mail, among the other mails to this address, and signs in.
async fn verify(system: &System, visitor: &mut Visitor) -> anyhow::Result<()> {
    let token = mailed_token(&system.mails, &visitor.email, "/verify-email").await?;
    let verified = visitor
        .post("/api/auth/verify-email", &json!({ "token": token }))
        .await?;
    ensure!(verified.status.is_success(), "{verified:?}");
    ensure!(visitor.log_in().await?.status.is_success());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn rotated_sealing_pairs_still_open_older_seals_and_links() -> anyhow::Result<()> {
    let mut system = System::start(&[]).await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let home = Home::create(&helen, "Victoria Terrace").await?;
    let (mut amara, mut bola) = (system.visitor()?, system.visitor()?);
    let stranger = system.visitor()?;
    let mut documents = Vec::new();
    for applicant in [&amara, &bola] {
        let [guarantor, employer] =
            ["guarantor", "employer"].map(|who| applicant.email.replace("landlord", who));
        let form = a_signup(
            &home.invite,
            home.property,
            &applicant.email,
            &guarantor,
            &employer,
        );
        let made = stranger.post("/api/tenant-signup", &form).await?;
        let path = format!("/api/tenant-applications/{}/documents", made.body["id"]);
        let pdf = include_bytes!("../../services/shared/files/tests/it/corpus/fpdf.pdf");
        let file = ("letter.pdf", "application/pdf");
        let added = helen
            .post_file(&path, &[("type", "other")], file, pdf)
            .await?;
        ensure!(added.status.is_success(), "{added:?}");
        documents.push(format!("{path}/{}/content", added.body["id"]));
    }
    let link = mailed_token(&system.mails, &amara.email, "/tenant-status").await?;

    // Sealed to the pair before, and opened after.
    system.process("tenancy-applications")?.stop()?;
    system.process("notifications")?.stop()?;
    amara.sign_up("Tenant").await?;
    for pair in ["mail", "tenancy", "viewings"] {
        rotate_pair(&mut system, pair)?;
    }
    system.revive()?;
    system.wait_until_ready().await?;
    verify(&system, &mut amara).await?;
    sees_the_application(&amara).await?;

    // The services that open know the new pairs; now follow those that seal.
    restart(&mut system, &["viewings-maintenance"]).await?;
    restart(&mut system, &["identity", "tenancy-applications"]).await?;
    bola.sign_up("Tenant").await?;
    verify(&system, &mut bola).await?;
    sees_the_application(&bola).await?;
    for document in &documents {
        let read = helen.get(document).await?;
        ensure!(read.status.is_success(), "{read:?}");
    }
    let status = stranger.get(&format!("/api/tenant-status/{link}")).await?;
    assert_eq!(status.body["status"], "Submitted", "{status:?}");
    let invite = format!("/api/invites/by-token/{}", home.invite);
    let open = stranger.get(&invite).await?;
    ensure!(open.status.is_success(), "{open:?}");
    let repair = home.repair("After the change");
    let reported = helen.post("/api/maintenance-requests", &repair).await?;
    ensure!(reported.status.is_success(), "{reported:?}");
    Ok(())
}
