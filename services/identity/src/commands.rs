//! `lintel-identity keys …`: how an operator handles keys (docs/operate/operating.md, "Keys").

use anyhow::{Context as _, bail};
use chrono::Duration;
use lintel_core::{Clock as _, SystemClock};
use lintel_db::Db;
use lintel_runtime::{Settings, secrets::MasterKeys};

use crate::{
    app::{keyring, signing_keys},
    config::Config,
    domain::wrapping::{self, RootKey},
    store,
};

/// A new key is announced for this many refresh intervals of the verifiers before it signs, so that one failed refresh does no
/// harm.
const ANNOUNCED: i32 = 3;

const USAGE: &str =
    "say which: keys list, keys rotate-signing, keys rotate-master, keys retire-master";

/// Runs the command that `arguments` name and returns its output.
pub async fn keys(settings: &Settings<Config>, arguments: &[String]) -> anyhow::Result<String> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let db = Db::connect(&settings.own.database)?;
    match arguments.as_slice() {
        ["list"] => list(settings, &db).await,
        ["rotate-signing"] => rotate_signing(settings, &db).await,
        ["rotate-master"] => rotate_master(settings, &db).await,
        ["retire-master"] => retire_master(settings, &db).await,
        _ => bail!(USAGE),
    }
}

async fn list(settings: &Settings<Config>, db: &Db) -> anyhow::Result<String> {
    let now = SystemClock.now();
    let used = keyring::wrapped_with(db).await?;
    let master = settings.shared.master_keys()?;
    let masters = master.iter().map(|key| {
        let name = wrapping::name_of(key);
        let state = if name == used {
            "is used"
        } else {
            "is not used"
        };
        format!("master key {name} {state}")
    });
    let mut tx = db.begin_worker().await?;
    let keys = store::signing_key::list(&mut tx, now).await?;
    let signing = keys.iter().position(|key| key.signs_from <= now);
    let lines = keys.iter().enumerate().map(|(index, key)| {
        let state = match signing {
            Some(signing) if index == signing => "signs",
            Some(signing) if index > signing => "verifies, and signed",
            _ => "will sign",
        };
        format!(
            "signing key {} {state} from {}",
            key.key_id,
            key.signs_from.to_rfc3339()
        )
    });
    Ok(masters.chain(lines).collect::<Vec<_>>().join("\n"))
}

async fn rotate_signing(settings: &Settings<Config>, db: &Db) -> anyhow::Result<String> {
    let now = SystemClock.now();
    let secrets = keyring::open_or_create(db, &settings.shared.master_keys()?, now).await?;
    let announced = Duration::from_std(settings.shared.key_refresh)? * ANNOUNCED;
    let rotated = signing_keys::rotate(db, &secrets, now, announced).await?;
    Ok(format!(
        "The new key {} signs from {}. The ones before it verify until {} and are retired then.",
        rotated.key_id,
        rotated.signs_from.to_rfc3339(),
        rotated.others_until.to_rfc3339(),
    ))
}

/// Starts the change of the master key by adding a new key to the file; continues where an earlier run, or a person who wrote the
/// file, left off.
async fn rotate_master(settings: &Settings<Config>, db: &Db) -> anyhow::Result<String> {
    let mut master = settings.shared.master_keys()?;
    if wrapping::name_of(master.first()) == keyring::wrapped_with(db).await? {
        master = master.with_first((*RootKey::generate().as_bytes()).into());
        // Before the root key is wrapped again, so that a process that starts in between opens either wrapping.
        settings.shared.write_master_keys(&master).context(
            "put a new key (openssl rand -base64 32) as the first line into the file, leave the others below it, and run this again",
        )?;
    }
    let name = keyring::rewrap(db, &master, SystemClock.now()).await?;
    Ok(format!(
        "Master key {name} is used from now on. Those before it stay in the file until `keys retire-master`; backups made until now need them."
    ))
}

async fn retire_master(settings: &Settings<Config>, db: &Db) -> anyhow::Result<String> {
    let master = settings.shared.master_keys()?;
    let (first, used) = (
        wrapping::name_of(master.first()),
        keyring::wrapped_with(db).await?,
    );
    if first != used {
        bail!("master key {used} is still needed: run keys rotate-master first");
    }
    let retired = master.iter().count() - 1;
    let only = MasterKeys::new(master.first().clone(), Vec::new());
    settings.shared.write_master_keys(&only)?;
    Ok(format!(
        "{retired} retired; master key {first} is left. Keep what was retired as long as backups from before."
    ))
}
