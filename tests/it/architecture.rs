//! The architecture: dependencies point one way.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use cargo_metadata::{DependencyKind, MetadataCommand};
use lintel_system_tests::system::SERVICES;

/// Each crate with the crates of ours that it may stand on (besides tests).
const MAY_USE: [(&str, &[&str]); 21] = [
    ("lintel-core", &[]),
    ("lintel-telemetry", &[]),
    ("lintel-proto", &["lintel-core"]),
    ("lintel-auth", &["lintel-core", "lintel-proto"]),
    ("lintel-db", &["lintel-core", "lintel-telemetry"]),
    (
        "lintel-files",
        &["lintel-core", "lintel-runtime", "lintel-sealing"],
    ),
    ("lintel-outbound", &[]),
    ("lintel-pdf", &[]),
    ("lintel-rules", &["lintel-core"]),
    ("lintel-sealing", &["lintel-core", "lintel-proto"]),
    ("lintel-sheet", &["lintel-core"]),
    ("lintel-bank-file", &["lintel-core", "lintel-sheet"]),
    (
        "lintel-bus",
        &["lintel-core", "lintel-telemetry", "lintel-db"],
    ),
    (
        "lintel-runtime",
        &[
            "lintel-core",
            "lintel-telemetry",
            "lintel-proto",
            "lintel-auth",
        ],
    ),
    ("lintel-identity", SERVICE),
    ("lintel-portfolio", WITH_FILES),
    ("lintel-tenancy-applications", WITH_DOCUMENTS),
    ("lintel-viewings-maintenance", WITH_FILES),
    ("lintel-listings-import", WITH_PICTURES),
    ("lintel-notifications", WITH_SHEETS),
    (
        "lintel-gateway",
        &[
            "lintel-core",
            "lintel-telemetry",
            "lintel-proto",
            "lintel-auth",
            "lintel-bus",
            "lintel-files",
            "lintel-runtime",
        ],
    ),
];
const WITH_FILES: &[&str] = &[
    "lintel-core",
    "lintel-telemetry",
    "lintel-proto",
    "lintel-auth",
    "lintel-db",
    "lintel-bus",
    "lintel-files",
    "lintel-rules",
    "lintel-runtime",
    "lintel-sealing",
    "lintel-sheet",
];
/// Agreements, certificates and statements are documents, and banks' files are read.
const WITH_DOCUMENTS: &[&str] = &[
    "lintel-bank-file",
    "lintel-core",
    "lintel-telemetry",
    "lintel-proto",
    "lintel-auth",
    "lintel-db",
    "lintel-bus",
    "lintel-files",
    "lintel-pdf",
    "lintel-rules",
    "lintel-runtime",
    "lintel-sealing",
    "lintel-sheet",
];
/// Backups hold spreadsheets.
const WITH_SHEETS: &[&str] = &[
    "lintel-core",
    "lintel-telemetry",
    "lintel-proto",
    "lintel-auth",
    "lintel-db",
    "lintel-bus",
    "lintel-outbound",
    "lintel-rules",
    "lintel-runtime",
    "lintel-sealing",
    "lintel-sheet",
];
/// Listings' pictures are fetched and judged like photos.
const WITH_PICTURES: &[&str] = &[
    "lintel-core",
    "lintel-telemetry",
    "lintel-proto",
    "lintel-auth",
    "lintel-db",
    "lintel-bus",
    "lintel-files",
    "lintel-outbound",
    "lintel-rules",
    "lintel-runtime",
];
const SERVICE: &[&str] = &[
    "lintel-core",
    "lintel-telemetry",
    "lintel-proto",
    "lintel-auth",
    "lintel-db",
    "lintel-bus",
    "lintel-outbound",
    "lintel-rules",
    "lintel-runtime",
    "lintel-sealing",
];

#[test]
fn no_crate_stands_on_a_crate_above_it_and_no_service_on_another() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()?;
    for (name, allowed) in MAY_USE {
        let package = metadata
            .packages
            .iter()
            .find(|package| package.name == name)
            .with_context(|| format!("there is no crate {name}"))?;
        for dependency in &package.dependencies {
            let ours = dependency.name.starts_with("lintel-");
            if ours && dependency.kind == DependencyKind::Normal {
                assert!(
                    allowed.contains(&dependency.name.as_str()),
                    "{name} must not stand on {}",
                    dependency.name
                );
            }
        }
    }
    let known: Vec<_> = MAY_USE.iter().map(|(name, _)| *name).collect();
    for package in &metadata.packages {
        let tests = [
            "lintel-testkit",
            "lintel-system-tests",
            "lintel-bench-probe",
        ];
        assert!(
            known.contains(&package.name.as_str()) || tests.contains(&package.name.as_str()),
            "say in this test what {} may stand on",
            package.name
        );
    }
    Ok(())
}

/// The paths that a folder of a service may not use: domain knows no database, wire or runtime; store knows no wire;
/// app knows neither wire nor SQL macros of its own.
const FORBIDDEN: [(&str, &[&str]); 4] = [
    (
        "domain",
        &[
            "sqlx",
            "tonic",
            "tokio",
            "lintel_proto",
            "lintel_db",
            "crate::store",
            "crate::app",
            "crate::grpc",
        ],
    ),
    (
        "store",
        &["tonic", "lintel_proto", "crate::app", "crate::grpc"],
    ),
    ("app", &["tonic", "crate::grpc"]),
    ("grpc", &["sqlx", "crate::store"]),
];

#[test]
fn every_list_of_services_names_every_folder() -> anyhow::Result<()> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(root().join("services"))? {
        let folder = entry?.path();
        if folder.join("migrations").is_dir() {
            let name = folder.file_name().context("a folder has a name")?;
            folders.push(name.to_string_lossy().into_owned());
        }
    }
    folders.sort();
    let sorted = |list: &[&str]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list.join(" ")
    };
    assert_eq!(sorted(&SERVICES), folders.join(" "));
    let settings = std::fs::read_to_string(root().join("deploy/local/lib/settings.sh"))?;
    let list = settings
        .lines()
        .find_map(|line| line.strip_prefix("SERVICES=(")?.strip_suffix(')'))
        .context("settings.sh lists the services")?;
    let launched: Vec<&str> = list.split(' ').collect();
    assert_eq!(sorted(&launched), folders.join(" "));
    Ok(())
}

#[test]
fn inside_a_service_modules_point_one_way() -> anyhow::Result<()> {
    let mut looked_at = 0;
    for service in SERVICES {
        for (module, forbidden) in FORBIDDEN {
            let folder = root()
                .join("services")
                .join(service)
                .join("src")
                .join(module);
            let mut files = rust_files(&folder)?;
            let beside = folder.with_extension("rs");
            files.extend(beside.is_file().then_some(beside));
            for file in files {
                let text = std::fs::read_to_string(&file)?;
                looked_at += 1;
                for (number, line) in text.lines().enumerate() {
                    let code = line.split("//").next().unwrap_or_default();
                    for name in forbidden {
                        let used = code.contains(&format!("{name}::"));
                        assert!(
                            !used,
                            "{}:{}: {module} must not know {name}",
                            file.display(),
                            number + 1
                        );
                    }
                }
            }
        }
    }
    assert!(looked_at > 20, "only {looked_at} files were found");
    Ok(())
}

/// `Decimal::from_str` takes `1e3` and `1_250.50`, and a precision in `format!` cuts a decimal: lintel_core::decimal is the only reader
/// and the only writer. Where a file knows decimals, every `parse` says what it makes.
#[test]
fn decimals_are_read_and_written_in_one_place() -> anyhow::Result<()> {
    let mut know_decimals = 0;
    let folders = ["services", "gateway"].map(|folder| root().join(folder));
    for file in folders
        .iter()
        .map(|folder| rust_files(folder))
        .collect::<Result<Vec<_>, _>>()?
        .concat()
    {
        let text = std::fs::read_to_string(&file)?;
        let is_decimal = text.contains("rust_decimal");
        know_decimals += usize::from(is_decimal);
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let place = format!("{}:{}", file.display(), number + 1);
            assert!(
                !cuts_decimals(code),
                "{place}: write decimals with lintel_core::decimal::fixed"
            );
            let reads = [
                "parse::<Decimal>",
                "parse::<rust_decimal",
                "Decimal::from_str(",
            ];
            let reads = reads.iter().any(|call| code.contains(call));
            let guessed = is_decimal && code.contains(".parse()");
            assert!(
                !reads && !guessed,
                "{place}: read decimals with lintel_core::decimal::read, and say what else is parsed: parse::<i64>()"
            );
        }
    }
    assert!(
        know_decimals > 20,
        "only {know_decimals} files know decimals"
    );
    Ok(())
}

/// Returns true where a format has a precision of one digit, `{:.2}`. Texts are cut to more.
fn cuts_decimals(code: &str) -> bool {
    code.split('{').skip(1).any(|after| {
        let inside = after.split('}').next().unwrap_or_default();
        let precision = inside.split_once(":.").map(|(_, digits)| digits);
        precision.is_some_and(|digits| digits.len() == 1 && after.contains('}'))
    })
}

/// Modules without unit tests are left out of the library that cargo builds for them. A test in one of them would never run.
#[test]
fn what_is_left_out_of_the_build_for_unit_tests_has_none() -> anyhow::Result<()> {
    let mut left_out = 0;
    for service in SERVICES {
        let source = root().join("services").join(service).join("src");
        let library = std::fs::read_to_string(source.join("lib.rs"))?;
        let after = library.split("#[cfg(not(test))]\n").skip(1);
        let modules = after.filter_map(|rest| {
            let line = rest.lines().next()?.trim_start_matches("pub ");
            line.strip_prefix("mod ")?.strip_suffix(';')
        });
        for module in modules {
            let mut files = rust_files(&source.join(module))?;
            let file = source.join(format!("{module}.rs"));
            files.extend(file.is_file().then_some(file));
            assert!(!files.is_empty(), "{service} has no {module}");
            left_out += files.len();
            for file in files {
                let text = std::fs::read_to_string(&file)?;
                for mark in ["cfg(test)", "#[test]", "#[tokio::test]", "proptest!"] {
                    let tested = text.contains(mark);
                    assert!(!tested, "{} has tests that never run", file.display());
                }
            }
        }
    }
    assert!(left_out > 20, "only {left_out} files are left out");
    Ok(())
}

fn rust_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    Ok(found)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
