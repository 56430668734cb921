//! Uploaded files in a bucket of an S3-compatible storage: as in a folder, sealed, moved by one command; and when the storage is away.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use lintel_system_tests::{client::a_house, process::run_to_end, system::System};
use lintel_testkit::S3Server;
use reqwest::StatusCode;

const URL: &str = "s3://lintel-files/homes";

#[tokio::test(flavor = "multi_thread")]
async fn photos_of_homes_lie_sealed_in_a_bucket() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let key = folder.path().join("files.key");
    std::fs::write(&key, STANDARD.encode([7; 32]))?;
    let storage = S3Server::start().await?;
    let endpoint = storage.url();
    let credentials = storage.credentials();
    let settings = [
        ("LINTEL_FILES_URL", URL),
        ("LINTEL_FILES_ENDPOINT", &endpoint),
        (
            "LINTEL_FILES_CREDENTIALS_FILE",
            credentials.to_str().context("a path")?,
        ),
        ("LINTEL_FILES_KEY_FILE", key.to_str().context("a path")?),
    ];
    let mut system = System::start(&settings).await?;
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;

    let sent = crate::maintaining::photo()?;
    let upload = helen
        .post_file("/api/upload", &[], ("front.png", "image/png"), &sent)
        .await?;
    assert_eq!(upload.status, StatusCode::CREATED, "{upload:?}");
    let url = upload.body["url"].as_str().context("no address")?;
    let mut house = a_house("Linden Avenue");
    house["photos"] = serde_json::json!([url]);
    let house = helen.post("/api/properties", &house).await?;
    assert_eq!(house.status, StatusCode::CREATED, "{house:?}");
    assert_eq!(helen.get(url).await?.status, StatusCode::OK);

    // The command that moves an installation to a bucket also makes the copy for a backup.
    let away = format!("file://{}", folder.path().join("copy").display());
    let environment = system.process("gateway")?.environment().to_vec();
    run_to_end("lintel-gateway", &["copy-files", URL, &away], &environment)?;
    let name = url.trim_start_matches("/api/files/");
    let organisation = helen.get("/api/auth/me").await?.body["organisation"]["id"].to_string();
    let copied = folder
        .path()
        .join(format!("copy/org/{organisation}/{name}/about.json"));
    let about = std::fs::read_to_string(&copied).with_context(|| copied.display().to_string())?;
    assert!(about.contains("image/png"), "{about}");

    // Without its storage the rest of Lintel works, and the person is told what to do.
    drop(storage);
    let gone = helen.get(url).await?;
    assert_eq!(gone.status, StatusCode::SERVICE_UNAVAILABLE, "{gone:?}");
    let refused = helen
        .post_file("/api/upload", &[], ("back.png", "image/png"), &sent)
        .await?;
    assert_eq!(
        refused.status,
        StatusCode::SERVICE_UNAVAILABLE,
        "{refused:?}"
    );
    assert_eq!(helen.get("/api/properties").await?.status, StatusCode::OK);
    Ok(())
}
