//! `generate-sealing-key <secret file> <public file>`: a pair to which others seal what only its service may read.
//! `rotate-sealing-key <secret file> <public file>`: another pair in its place; what was sealed to the one before still opens.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use anyhow::{Context as _, bail};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use crypto_box::SecretKey;
use lintel_runtime::secrets::MasterKeys;
use rand::rngs::OsRng;
use zeroize::Zeroizing;

/// The subcommand's name.
pub const COMMAND: &str = "generate-sealing-key";

/// Makes the pair and writes each half, in base64, to a new file that only its owner reads.
///
/// # Errors
/// When the arguments are not two files, or one of them exists: a lost key makes every sealed mail unreadable, so an existing key
/// is never overwritten.
pub fn generate(arguments: &[String]) -> anyhow::Result<()> {
    let [secret_file, public_file] = arguments else {
        bail!("usage: {COMMAND} <secret file> <public file>");
    };
    let secret = SecretKey::generate(&mut OsRng);
    let text = Zeroizing::new(STANDARD.encode(Zeroizing::new(secret.to_bytes()).as_slice()));
    write_new(Path::new(secret_file), &text)?;
    let public = STANDARD.encode(secret.public_key().as_bytes());
    write_new(Path::new(public_file), &public).inspect_err(|_| {
        // Half a pair is of no use; this half is new and has sealed nothing.
        let _ = std::fs::remove_file(secret_file);
    })
}

/// The subcommand that puts another pair in the place of one.
pub const ROTATE: &str = "rotate-sealing-key";

/// Writes a new secret half as the first line of the secret file, above those that still open, and the new public half. If it was
/// interrupted in between, running it again makes another pair.
///
/// # Errors
/// When the arguments are not two files, the secret one holds no keys, or one of them cannot be written.
pub fn rotate(arguments: &[String]) -> anyhow::Result<()> {
    let [secret_file, public_file] = arguments else {
        bail!("usage: {ROTATE} <secret file> <public file>");
    };
    let secret = SecretKey::generate(&mut OsRng);
    let keys = MasterKeys::read("the secret file", Some(Path::new(secret_file)))?;
    // First, so that nothing is ever sealed to a key that is nowhere.
    keys.with_first(secret.to_bytes().into())
        .write("the secret file", Some(Path::new(secret_file)))?;
    let public = STANDARD.encode(secret.public_key().as_bytes());
    let beside = format!("{public_file}.writing");
    let _ = fs::remove_file(&beside);
    write_new(Path::new(&beside), &public)?;
    fs::rename(&beside, public_file).with_context(|| format!("{public_file} cannot be replaced"))
}

/// Writes `text` to a new file that only its owner reads.
pub fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .with_context(|| format!("{} cannot be made", path.display()))?;
    writeln!(file, "{text}").with_context(|| format!("writing {}", path.display()))?;
    file.sync_all()
        .with_context(|| format!("writing {}", path.display()))
}
