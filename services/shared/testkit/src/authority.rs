//! Certificates that a test makes for itself.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::ensure;

/// An authority and the certificates that it has signed, in a folder that goes with it. `openssl` makes them, as it does for an
/// installation (`deploy/k8s/secrets`).
#[derive(Debug)]
pub struct Authority {
    folder: tempfile::TempDir,
}

/// The files of one program.
#[derive(Debug, Clone)]
pub struct Certified {
    /// Its certificate.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

const NEW_KEY: [&str; 5] = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
];

impl Authority {
    /// A new one.
    ///
    /// # Errors
    /// When openssl is not there or fails.
    pub fn new() -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix("lintel-ca").tempdir()?;
        let authority = Self { folder };
        authority.openssl(
            &[
                "req", "-x509", "-days", "2", "-keyout", "ca.key", "-out", "ca.crt",
            ],
            &[
                "-subj",
                "/CN=an authority for tests",
                "-addext",
                "basicConstraints=critical,CA:TRUE",
                "-addext",
                "keyUsage=critical,keyCertSign",
            ],
            true,
        )?;
        Ok(authority)
    }

    /// The file of its own certificate.
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        self.path("ca.crt")
    }

    /// A certificate for these names, written as openssl has them: `DNS:portfolio,IP:127.0.0.1`.
    ///
    /// # Errors
    /// When openssl fails.
    pub fn certify(&self, program: &str, names: &str) -> anyhow::Result<Certified> {
        let [request, key, certificate, extensions] =
            ["csr", "key", "crt", "ext"].map(|kind| format!("{program}.{kind}"));
        let subject = format!("/CN={program}");
        self.openssl(
            &["req", "-new", "-keyout", &key, "-out", &request],
            &["-subj", &subject],
            true,
        )?;
        std::fs::write(
            self.path(&extensions),
            format!(
                "subjectAltName={names}\nbasicConstraints=critical,CA:FALSE\nextendedKeyUsage=serverAuth,clientAuth\n"
            ),
        )?;
        self.openssl(
            &[
                "x509",
                "-req",
                "-days",
                "2",
                "-CAcreateserial",
                "-CA",
                "ca.crt",
                "-CAkey",
                "ca.key",
            ],
            &[
                "-in",
                &request,
                "-extfile",
                &extensions,
                "-out",
                &certificate,
            ],
            false,
        )?;
        Ok(Certified {
            certificate: self.path(&certificate),
            key: self.path(&key),
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::join(self.folder.path(), name)
    }

    fn openssl(&self, words: &[&str], more: &[&str], with_key: bool) -> anyhow::Result<()> {
        let mut command = Command::new("openssl");
        command
            .args(words)
            .args(more)
            .current_dir(self.folder.path());
        if with_key {
            command.args(NEW_KEY);
        }
        let done = command.output()?;
        ensure!(
            done.status.success(),
            "openssl: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        Ok(())
    }
}
