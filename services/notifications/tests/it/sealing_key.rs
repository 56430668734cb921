//! `lintel-notifications generate-sealing-key`.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use crypto_box::{PublicKey, SecretKey};
use rand::rngs::OsRng;

fn generate(secret: &Path, public: &Path) -> anyhow::Result<bool> {
    run("generate-sealing-key", secret, public)
}

fn run(command: &str, secret: &Path, public: &Path) -> anyhow::Result<bool> {
    let status = Command::new(env!("CARGO_BIN_EXE_lintel-notifications"))
        .arg(command)
        .args([secret, public])
        .env_clear()
        .output()?
        .status;
    Ok(status.success())
}

fn key(path: &Path) -> anyhow::Result<Vec<u8>> {
    Ok(STANDARD.decode(fs::read_to_string(path)?.trim())?)
}

#[test]
fn the_pair_fits_is_private_and_is_never_overwritten() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let (secret, public) = (folder.path().join("secret"), folder.path().join("public"));
    assert!(generate(&secret, &public)?);
    for file in [&secret, &public] {
        assert_eq!(fs::metadata(file)?.permissions().mode() & 0o777, 0o600);
    }
    let sealed = PublicKey::from_slice(&key(&public)?)?
        .seal(&mut OsRng, b"a mail")
        .map_err(|_| anyhow::anyhow!("not sealed"))?;
    let opened = SecretKey::from_slice(&key(&secret)?)?
        .unseal(&sealed)
        .map_err(|_| anyhow::anyhow!("not opened"))?;
    assert_eq!(opened, b"a mail");

    let before = key(&secret)?;
    assert!(!generate(&secret, &public)?, "both are there");
    let other = folder.path().join("other");
    assert!(!generate(&other, &public)?, "the public half is there");
    assert!(!other.exists(), "half a pair is not left behind");
    assert_eq!(key(&secret)?, before);
    Ok(())
}

#[test]
fn another_pair_takes_the_place_of_one_that_still_opens() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let (secret, public) = (folder.path().join("secret"), folder.path().join("public"));
    assert!(
        !run("rotate-sealing-key", &secret, &public)?,
        "there is none"
    );
    assert!(generate(&secret, &public)?);
    let (first, first_public) = (fs::read_to_string(&secret)?, key(&public)?);
    assert!(run("rotate-sealing-key", &secret, &public)?);
    let lines = fs::read_to_string(&secret)?;
    let (new, older) = lines.split_once('\n').unwrap_or_default();
    assert_eq!(older, first, "the one before stays below");
    let new = SecretKey::from_slice(&STANDARD.decode(new)?)?;
    assert_eq!(new.public_key().as_bytes().to_vec(), key(&public)?);
    assert_ne!(key(&public)?, first_public);
    for file in [&secret, &public] {
        assert_eq!(fs::metadata(file)?.permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(
        fs::read_dir(folder.path())?.count(),
        2,
        "nothing is left beside them"
    );
    Ok(())
}
