//! Where received mails are kept and read.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use mail_parser::MessageParser;

use super::Mail;
use crate::wait_for;

/// The mails that a mail server has taken.
#[derive(Debug, Clone)]
pub struct Mailbox(Storage);

#[derive(Debug, Clone)]
enum Storage {
    Memory(Arc<Mutex<Vec<Mail>>>),
    /// One file for each mail, by their order: a line with the recipients, then the mail.
    Folder(PathBuf),
}

impl Mailbox {
    /// An empty one of this process's own.
    pub(super) fn in_memory() -> Self {
        Self(Storage::Memory(Arc::default()))
    }

    /// The one in `folder`, which several processes can read while one mail server writes to it.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Self {
        Self(Storage::Folder(folder.to_owned()))
    }

    /// Every mail taken so far, in order: each copy that was on the wire.
    #[must_use]
    pub fn mails(&self) -> Vec<Mail> {
        match &self.0 {
            Storage::Memory(mails) => lock(mails).clone(),
            Storage::Folder(folder) => files(folder).iter().filter_map(|file| read(file)).collect(),
        }
    }

    /// Returns how many mails were taken.
    #[must_use]
    pub fn taken(&self) -> usize {
        match &self.0 {
            Storage::Memory(mails) => lock(mails).len(),
            Storage::Folder(folder) => files(folder).len(),
        }
    }

    /// Waits for a mail to `address`; the newest when there are several.
    ///
    /// # Errors
    /// When none comes in 20 seconds.
    pub async fn wait_for_mail(&self, address: &str) -> anyhow::Result<Mail> {
        wait_for(
            &format!("a mail to {address}"),
            Duration::from_secs(20),
            async || {
                let mails = self.mails();
                Ok(mails
                    .into_iter()
                    .rev()
                    .find(|mail| mail.to.iter().any(|to| to.eq_ignore_ascii_case(address))))
            },
        )
        .await
    }

    /// The newest mail to the address whose subject or text holds these words, whatever their case. Waits for it.
    ///
    /// # Errors
    /// When it does not come within 20 seconds.
    pub async fn wait_for_mail_with(&self, address: &str, words: &str) -> anyhow::Result<Mail> {
        let words = words.to_lowercase();
        let holds = |mail: &Mail| {
            mail.to.iter().any(|to| to.eq_ignore_ascii_case(address))
                && format!("{} {}", mail.subject(), mail.text())
                    .to_lowercase()
                    .contains(&words)
        };
        let what = format!("a mail to {address} with {words}");
        wait_for(&what, Duration::from_secs(20), async || {
            Ok(self.mails().into_iter().rev().find(holds))
        })
        .await
    }

    /// Keeps one more.
    pub(super) fn keep(&self, to: Vec<String>, raw: Vec<u8>) -> std::io::Result<()> {
        match &self.0 {
            Storage::Memory(mails) => lock(mails).push(mail(to, raw, Instant::now())),
            Storage::Folder(folder) => write(folder, &to, &raw)?,
        }
        Ok(())
    }
}

fn mail(to: Vec<String>, raw: Vec<u8>, at: Instant) -> Mail {
    let message_id = MessageParser::new()
        .parse(&raw)
        .and_then(|mail| mail.message_id().map(str::to_owned))
        .unwrap_or_default();
    Mail {
        to,
        message_id,
        raw,
        at,
    }
}

/// The files of a folder in the order of their mails; those that are being written end otherwise.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "eml"))
        .collect();
    files.sort();
    files
}

fn read(file: &Path) -> Option<Mail> {
    let content = fs::read(file).ok()?;
    let end = content.iter().position(|byte| *byte == b'\n')?;
    let to = String::from_utf8_lossy(&content[..end]);
    let to = to.split(' ').map(str::to_owned).collect();
    let taken = fs::metadata(file).ok()?.modified().ok()?;
    let ago = taken.elapsed().unwrap_or_default();
    let at = Instant::now().checked_sub(ago)?;
    Some(mail(to, content[end + 1..].to_vec(), at))
}

/// UUIDv7 sorts by time.
fn write(folder: &Path, to: &[String], raw: &[u8]) -> std::io::Result<()> {
    let file = folder.join(uuid::Uuid::now_v7().to_string());
    fs::write(&file, [to.join(" ").as_bytes(), b"\n", raw].concat())?;
    fs::rename(&file, file.with_extension("eml"))
}

fn lock(mails: &Mutex<Vec<Mail>>) -> MutexGuard<'_, Vec<Mail>> {
    mails.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_back_what_it_was_given_in_its_order() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let mailbox = Mailbox::in_folder(folder.path());
        for number in 0..3 {
            let to = vec![
                format!("{number}@example.com"),
                "all@example.com".to_owned(),
            ];
            let raw = format!("Message-ID: <{number}@lintel>\r\n\r\nHello\nthere\r\n");
            mailbox.keep(to, raw.into_bytes())?;
        }
        let mails = mailbox.mails();
        assert_eq!(mailbox.taken(), 3);
        for (number, mail) in mails.iter().enumerate() {
            assert_eq!(
                mail.to,
                [
                    format!("{number}@example.com"),
                    "all@example.com".to_owned()
                ]
            );
            assert_eq!(mail.message_id, format!("{number}@lintel"));
            assert_eq!(mail.text().trim(), "Hello\nthere");
        }
        Ok(())
    }
}
