//! Files in a bucket of a real S3 server.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrono::TimeDelta;
use futures::TryStreamExt as _;
use lintel_core::{Clock as _, OrganisationId, SystemClock};
use lintel_files::{Contents, Copied, FileId, FileStore, Kept, Kind, Owner, Size, digest};
use lintel_runtime::SharedConfig;
use lintel_testkit::{S3Server, install_tls};
use object_store::{ObjectStore as _, ObjectStoreExt as _, aws::AmazonS3Builder, path::Path};

const OURS: Owner = Owner::Organisation(OrganisationId::new(7));
const OTHERS: Owner = Owner::Organisation(OrganisationId::new(8));
/// A document that nobody takes for noise.
const SENT: &[u8] = b"%PDF-1.7 the tenancy agreement of Amara Diallo";

/// The configuration of a bucket of `server` whose objects are sealed with the first of `keys`.
fn config(server: &S3Server, keys: &[[u8; 32]]) -> anyhow::Result<SharedConfig> {
    let lines: Vec<String> = keys.iter().map(|key| STANDARD.encode(key)).collect();
    let file = server
        .credentials()
        .with_file_name(format!("key-{}", lines.len()));
    std::fs::write(&file, lines.join("\n"))?;
    Ok(SharedConfig::defaults_with(serde_json::json!({
        "profile": "dev",
        "mail": "off",
        "files_endpoint": server.url(),
        "files_credentials_file": server.credentials(),
        "files_key_file": file,
    }))?)
}

async fn keep(files: &FileStore, owner: Owner, id: FileId, sent: &[u8]) -> anyhow::Result<Kept> {
    let contents = Contents::Document(sent.to_vec());
    Ok(files.keep(owner, id, digest(sent), contents).await?)
}

async fn read(files: &FileStore, owner: Owner, id: FileId) -> anyhow::Result<Option<Vec<u8>>> {
    let Some(opened) = files.get(owner, id, Size::Full).await? else {
        return Ok(None);
    };
    let bytes: Vec<u8> = opened
        .bytes
        .try_fold(Vec::new(), async |mut all, bytes| {
            all.extend(bytes);
            Ok(all)
        })
        .await?;
    assert_eq!(bytes.len() as u64, opened.length);
    Ok(Some(bytes))
}

/// Returns whether any file below `folder` has `text` in it.
fn holds(folder: &std::path::Path, text: &[u8]) -> anyhow::Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let found = if path.is_dir() {
            holds(&path, text)?
        } else {
            std::fs::read(&path)?
                .windows(text.len())
                .any(|part| part == text)
        };
        if found {
            return Ok(true);
        }
    }
    Ok(false)
}

#[tokio::test]
async fn a_bucket_keeps_files_as_a_folder_does_and_its_owner_reads_none() -> anyhow::Result<()> {
    install_tls();
    let server = S3Server::start().await?;
    let one = config(&server, &[[1; 32]])?;
    let files = FileStore::at("s3://lintel-files/homes", &one)?;
    let id = FileId::generate();

    // The first of eight that bring the same at once keeps it; other content finds the name taken.
    let same = (0..8).map(|_| keep(&files, OURS, id, SENT));
    for kept in futures::future::join_all(same).await {
        assert_eq!(kept?, Kept::Here);
    }
    assert_eq!(
        keep(&files, OURS, id, b"%PDF-1.7 another").await?,
        Kept::Taken
    );
    assert_eq!(files.kind(OURS, id).await?, Some(Kind::Document));
    assert_eq!(read(&files, OURS, id).await?.as_deref(), Some(SENT));
    assert_eq!(read(&files, OTHERS, id).await?, None);
    let listed: Vec<FileId> = files.list(OURS).try_collect().await?;
    assert_eq!(listed, [id]);
    assert_eq!(files.organisations().await?, [OrganisationId::new(7)]);

    let plain = FileId::generate();
    let beside = server.data().with_file_name("plain");
    let folder = format!("file://{}", beside.display());
    keep(&FileStore::open(&folder)?, OURS, plain, SENT).await?;
    assert!(holds(&beside, SENT)?, "the search finds what is plain");
    assert!(!holds(&server.data(), SENT)?, "the document is sealed");
    assert!(
        !holds(&server.data(), b"document")?,
        "and so is its description"
    );

    // Keys change: the first seals, the older still opens; without it nothing opens.
    let both = FileStore::at(
        "s3://lintel-files/homes",
        &config(&server, &[[2; 32], [1; 32]])?,
    )?;
    assert_eq!(read(&both, OURS, id).await?.as_deref(), Some(SENT));
    let later = FileId::generate();
    keep(&both, OURS, later, SENT).await?;
    assert!(
        files.get(OURS, later, Size::Full).await.is_err(),
        "the old key alone"
    );

    // Moving to a folder and back, twice.
    let away = FileStore::at(&folder, &one)?;
    let copied = |files, known| Copied { files, known };
    assert_eq!(both.copy_to(&away).await?, copied(2, 0));
    assert_eq!(both.copy_to(&away).await?, copied(0, 2));
    assert_eq!(read(&away, OURS, later).await?.as_deref(), Some(SENT));
    assert_eq!(away.copy_to(&both).await?, copied(1, 2));
    assert_eq!(read(&both, OURS, plain).await?.as_deref(), Some(SENT));

    // Removing waits for what is new, and a second time is no error.
    let hour = TimeDelta::hours(1);
    both.remove(OURS, id, SystemClock.now() - hour).await?;
    assert_eq!(read(&both, OURS, id).await?.as_deref(), Some(SENT));
    let old = both.untouched_since(OURS, SystemClock.now() + hour).await?;
    assert_eq!(old.len(), 3);
    for _ in 0..2 {
        both.remove(OURS, id, SystemClock.now() + hour).await?;
        assert_eq!(read(&both, OURS, id).await?, None);
    }
    both.scratch().context("uploads wait elsewhere")?;
    Ok(())
}

#[tokio::test]
async fn an_object_that_was_altered_or_moved_is_refused() -> anyhow::Result<()> {
    install_tls();
    let server = S3Server::start().await?;
    let one = config(&server, &[[1; 32]])?;
    let files = FileStore::at("s3://lintel-files", &one)?;
    let (id, other) = (FileId::generate(), FileId::generate());
    keep(&files, OURS, id, SENT).await?;
    keep(&files, OTHERS, other, b"%PDF-1.7 of others").await?;

    let access = one.files_access()?;
    let raw = AmazonS3Builder::new()
        .with_bucket_name("lintel-files")
        .with_region(&access.region)
        .with_endpoint(server.url())
        .with_allow_http(true)
        .with_access_key_id(&access.key_id)
        .with_secret_access_key(access.secret.as_str())
        .build()?;
    let theirs = Path::from(format!("org/8/{other}"));
    let objects: Vec<_> = raw.list(Some(&theirs)).try_collect().await?;
    assert_eq!(objects.len(), 2);
    for object in objects {
        let stolen = object.location.as_ref().replacen("org/8", "org/7", 1);
        raw.copy(&object.location, &Path::from(stolen)).await?;
    }
    assert!(files.get(OURS, other, Size::Full).await.is_err());

    let mine = Path::from(format!("org/7/{id}/about.json"));
    let mut bytes = raw.get(&mine).await?.bytes().await?.to_vec();
    bytes[20] ^= 1;
    raw.put(&mine, bytes.into()).await?;
    assert!(files.get(OURS, id, Size::Full).await.is_err());
    Ok(())
}

#[test]
fn names_that_no_bucket_can_have_are_refused() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("credentials"), "id\nsecret\n")?;
    std::fs::write(path("key"), STANDARD.encode([1; 32]))?;
    let config = SharedConfig::defaults_with(serde_json::json!({
        "profile": "dev",
        "mail": "off",
        "files_credentials_file": path("credentials"),
        "files_key_file": path("key"),
    }))?;
    for bad in [
        "s3://",
        "s3://ab",
        "s3://Upper",
        "s3:///folder",
        "gs://lintel-files",
        "lintel-files",
    ] {
        let refused = FileStore::at(bad, &config).err().map(|error| error.key);
        assert_eq!(refused.as_deref(), Some("LINTEL_FILES_URL"), "{bad}");
    }
    Ok(())
}
