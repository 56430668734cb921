//! `lintel-notifications generate-sealing-key`.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use crypto_box::{PublicKey, SecretKey};
use rand::rngs::OsRng;

fn generate(secret: &Path, public: &Path) -> anyhow::Result<bool> {
    let status = Command::new(env!("CARGO_BIN_EXE_lintel-notifications"))
        .arg("generate-sealing-key")
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
