//! The code in docs/operate/integrators.md, run as it stands there: each block of code that has a file's name beside
//! its language is written to a file of that name, and all of them do in Python what they do in TypeScript.

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use anyhow::{Context as _, ensure};
use lintel_system_tests::{Shared, Visitor, client::wait_for_reply, faults::load::Home};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
};

use super::output_of;

const PAGE: &str = include_str!("../../../docs/operate/integrators.md");
/// The packages that `scripts/test` installs for the examples in TypeScript.
const PACKAGES: &str = include_str!("../integrator/package.json");
const FENCE: &str = "```";

/// One package after the other, and what its example says. The order matters: later ones are about what earlier ones made.
const PROGRAMS: [(&str, &str); 7] = [
    (
        "identity",
        "organisation: Helen Okafor's portfolio\n\
         member: Helen Okafor\n\
         reminders: 30 days before\n\
         refused: STALE_ETAG\n\
         refused: SCOPE_MISSING\n",
    ),
    (
        "portfolio",
        "added: Linden Avenue once\n\
         refused: PROPERTY_INVALID bathrooms postcode\n\
         home: Linden Avenue 975.00\n\
         home: Victoria Terrace 1095.00\n\
         certificate: Linden Avenue 2099\n\
         may ask more: yes\n",
    ),
    (
        "tenancy",
        "applied: Ines Duarte for Victoria Terrace earns 3400.00\n\
         upcoming: Ines Duarte 1095.00\n\
         active: 1\n",
    ),
    (
        "viewings",
        "overlaps: 0\n\
         refused: STALE_ETAG\n\
         viewing: Noah Petrov 11:30 Victoria Terrace\n\
         BEGIN:VCALENDAR\n",
    ),
    (
        "maintenance",
        "taken up: Victoria Terrace: first by Okoro Plumbing\n\
         done: Victoria Terrace: first 84.50\n\
         refused: MAINTENANCE_TRANSITION\n",
    ),
    (
        "listings",
        "imported: 2 refused: line 4\n\
         for sale: Harbour Street 185000.00\n\
         for sale: Commercial Road 142500.00\n\
         watched: Commercial Road\n",
    ),
    ("notifications", ""),
];

/// The files of the page in a folder of their own, and the contract that landed beside them.
pub(super) struct Guide(TempDir);

impl Guide {
    /// Writes the files.
    pub(super) fn unpack() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        for (name, text) in files(PAGE) {
            std::fs::write(folder.path().join(name), text)?;
        }
        std::fs::copy(
            repository().join("proto/landed.binpb"),
            folder.path().join("landed.binpb"),
        )?;
        Ok(Self(folder))
    }

    /// Returns the output of a program of the page, run with the installation's door and a key.
    pub(super) async fn run(
        &self,
        (interpreter, program): (&str, &str),
        (door, key): (&str, &str),
        arguments: &[&str],
    ) -> anyhow::Result<String> {
        let mut command = Command::new(interpreter);
        command
            .current_dir(self.0.path())
            .arg(program)
            .args(arguments)
            .envs([("LINTEL_GRPC", door), ("LINTEL_KEY", key)]);
        output_of(command).await.context(program.to_owned())
    }

    /// Returns the folder with its files.
    pub(super) fn folder(&self) -> &Path {
        self.0.path()
    }

    /// Generates and compiles the examples in TypeScript with what the page installs.
    async fn compile(&self) -> anyhow::Result<()> {
        let installed = repository().join("tests/it/integrator/node_modules");
        ensure!(
            installed.exists(),
            "the packages are not installed: npm --prefix tests/it/integrator ci"
        );
        std::os::unix::fs::symlink(installed, self.folder().join("node_modules"))?;
        let mut copy = Command::new("cp");
        copy.arg("-r")
            .arg(repository().join("proto"))
            .arg(self.folder());
        output_of(copy).await?;
        for command in [&["buf", "generate"][..], &["tsc"]] {
            let [program, arguments @ ..] = command else {
                continue;
            };
            let mut step = Command::new(Path::new("node_modules/.bin").join(program));
            step.current_dir(self.folder()).args(arguments);
            output_of(step).await?;
        }
        Ok(())
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The blocks of code of a page that have a file's name beside their language.
fn files(page: &str) -> Vec<(&str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    let mut open = None;
    for line in page.lines() {
        match (line.strip_prefix(FENCE), open) {
            (Some(kind), None) => {
                open = Some(kind);
                found.extend(kind.split_once(' ').map(|(_, name)| (name, String::new())));
            }
            (Some(_), Some(_)) => open = None,
            (None, Some(kind)) if kind.contains(' ') => {
                if let Some((_, text)) = found.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            (None, _) => {}
        }
    }
    found
}

/// A landlord with a home that somebody applies for and in which something is to be repaired, and a key of theirs for everything.
async fn landlord(system: &Shared) -> anyhow::Result<(Visitor, String)> {
    let mut helen = system.visitor()?;
    helen.become_landlord(&system.mails).await?;
    let home = Home::create(&helen, "Victoria Terrace").await?;
    let form = home.application("Ines Duarte");
    let applied = helen.post("/api/tenant-signup", &form).await?;
    ensure!(applied.status == StatusCode::CREATED, "{applied:?}");
    let scopes = [
        "account",
        "listings",
        "maintenance",
        "notifications",
        "organisation",
        "portfolio",
        "tenancy",
        "viewings",
    ];
    let scopes: Vec<String> = scopes
        .iter()
        .flat_map(|scope| ["read", "write"].map(|kind| format!("{scope}.{kind}")))
        .collect();
    let made = helen
        .post("/api/api-keys", &json!({"name": "CRM", "scopes": scopes}))
        .await?
        .body;
    let key = made["key"].as_str().context("no key")?.to_owned();
    Ok((helen, key))
}

/// A way to the door that closes the first connection at once, as a gateway does that is just then replaced; and how many it had.
async fn shaky(door: &str) -> anyhow::Result<(String, Arc<AtomicUsize>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?.to_string();
    let (door, had) = (door.to_owned(), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&had);
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            if counted.fetch_add(1, Ordering::Relaxed) == 0 {
                continue;
            }
            let door = door.clone();
            tokio::spawn(async move {
                if let Ok(mut lintel) = TcpStream::connect(door).await {
                    let _ = copy_bidirectional(&mut client, &mut lintel).await;
                }
            });
        }
    });
    Ok((address, had))
}

/// Runs every package's example and compares what it says.
async fn run_all(guide: &Guide, interpreter: &str, ending: &str) -> anyhow::Result<()> {
    let system = Shared::installation().await?;
    let (helen, key) = landlord(&system).await?;
    let (shaky, had) = shaky(&system.grpc).await?;
    for (at, (package, expected)) in PROGRAMS.iter().enumerate() {
        let program = format!("{package}.{ending}");
        let door = if at == 0 { &shaky } else { &system.grpc };
        let expected = if expected.is_empty() {
            news(&helen).await?
        } else {
            (*expected).to_owned()
        };
        let said = guide
            .run((interpreter, &program), (door, &key), &[])
            .await?;
        assert_eq!(said, expected, "{program}");
    }
    let had = had.load(Ordering::Relaxed);
    ensure!(
        had > 1,
        "the first call was not repeated: {had} connections"
    );
    Ok(())
}

/// News of the application, and that Helen shows a home, then at another time.
const NEWS: usize = 3;
/// The number of messages: to the viewer, to the tenant and to Helen, of the viewing and of its new time.
const MESSAGES: usize = 6;

/// Reads the notifications once all of them are there.
async fn news(helen: &Visitor) -> anyhow::Result<String> {
    let has = |rows: &Value, count| rows.as_array().is_some_and(|rows| rows.len() == count);
    let unread = wait_for_reply(helen, "/api/notifications", |rows| has(rows, NEWS)).await?;
    let viewings = helen
        .get("/api/property-viewings?state=upcoming")
        .await?
        .body;
    let path = format!(
        "/api/deliveries?subject=viewing&subjectId={}",
        viewings[0]["id"]
    );
    let sent = wait_for_reply(helen, &path, |rows| has(rows, MESSAGES)).await?;
    let titles = |rows: &Value, line: &dyn Fn(&Value) -> String| {
        let rows = rows.as_array().map(Vec::as_slice).unwrap_or_default();
        rows.iter().map(line).collect::<String>()
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(format!(
        "{}unread: 0\n{}",
        titles(&unread, &|row| format!("news: {}\n", text(&row["title"]))),
        titles(&sent, &|row| format!(
            "sent: {} to {}\n",
            text(&row["title"]),
            text(&row["recipient"])
        )),
    ))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_examples_in_python_do_what_the_page_says() -> anyhow::Result<()> {
    let python = super::python();
    run_all(&Guide::unpack()?, &python, "py").await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_examples_in_typescript_do_the_same() -> anyhow::Result<()> {
    let guide = Guide::unpack()?;
    let page = std::fs::read_to_string(guide.folder().join("package.json"))?;
    assert_eq!(page, PACKAGES, "tests/it/integrator/package.json");
    guide.compile().await?;
    run_all(&guide, "node", "js").await
}

#[test]
fn blocks_with_a_name_are_files_and_others_are_not() {
    let page = "# Page\n\n```python a.py\none\n\ntwo\n```\n\ntext\n\n```python\nthree\n```\n\n```ts b.ts\nfour\n```\n";
    let written = [("a.py", "one\n\ntwo\n"), ("b.ts", "four\n")];
    assert_eq!(
        files(page),
        written.map(|(name, text)| (name, text.to_owned()))
    );
}
