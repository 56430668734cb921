//! The mails that a service asked for.

use lintel_proto::{
    PublicEvent as _,
    viewings::v1::{ViewingMail, ViewingMailKind, ViewingMailRequested},
};
use prost::Message as _;

use super::World;

/// A mail about a viewing.
#[derive(Debug, Clone)]
pub struct Mail {
    /// Its kind.
    pub kind: ViewingMailKind,
    /// The member that is told; 0 for the recipient in the mail.
    pub member: i64,
    /// Its contents.
    pub mail: ViewingMail,
}

impl World {
    /// The mails about viewings that were asked for since this was called last, in their order.
    pub async fn mails(&self) -> anyhow::Result<Vec<Mail>> {
        let mut connection = self.database.superuser().await?;
        let payloads: Vec<Vec<u8>> =
            sqlx::query_scalar("SELECT payload FROM outbox WHERE event_type = $1 ORDER BY seq")
                .bind(ViewingMailRequested::TYPE)
                .fetch_all(&mut connection)
                .await?;
        sqlx::query("DELETE FROM outbox WHERE event_type = $1")
            .bind(ViewingMailRequested::TYPE)
            .execute(&mut connection)
            .await?;
        let mails = payloads.into_iter().map(|payload| {
            let request = ViewingMailRequested::decode(payload.as_slice())?;
            let kind = request.kind();
            let sealed = request.mail.unwrap_or_default();
            Ok(Mail {
                kind,
                member: request.member_user_id,
                mail: self.mail_opener.open(&sealed)?,
            })
        });
        mails.collect()
    }
}

/// The value of a line of a mail's calendar file, `SEQUENCE` or `UID`.
pub fn calendar(mail: &Mail, key: &str) -> String {
    let text = String::from_utf8_lossy(&mail.mail.calendar).replace("\r\n ", "");
    let line = text
        .split("\r\n")
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
    line.unwrap_or_default().to_owned()
}
