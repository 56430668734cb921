//! What a mail says, in a line or two: as it stands behind the bell, and on its way to browsers and phones.

use super::{compose::london_time, maintenance, news, notice, tenancy, viewings, words::Words};
use crate::domain::{Contents, ContentsError, Said};

/// Where security is looked after.
const SECURITY: &str = "/settings/security";

/// What `contents` say; `None` for a mail with a link that its reader alone may use, and for a digest.
///
/// # Errors
/// [`ContentsError`] where what its link is made of is missing.
pub fn said(contents: &Contents) -> Result<Option<Said>, ContentsError> {
    Ok(Some(match contents {
        Contents::EmailVerification { .. }
        | Contents::PasswordReset { .. }
        | Contents::Invitation { .. }
        | Contents::EmailChange { .. }
        | Contents::Digest { .. } => return Ok(None),
        Contents::PasswordChanged { at, .. } => Said {
            title: "Your password was changed".to_owned(),
            text: format!("It was changed on {} (UK time).", london_time(*at)),
            url: SECURITY.to_owned(),
        },
        Contents::Notice { notice, at, .. } => {
            let words = notice::words(*notice);
            Said {
                title: words.title.to_owned(),
                text: format!("{} {} (UK time).", words.what, london_time(*at)),
                url: SECURITY.to_owned(),
            }
        }
        Contents::Tenancy { notice, facts, .. } => {
            let path = tenancy::path(*notice, facts)?.unwrap_or_default();
            of_letter(tenancy::words(*notice, facts), path)
        }
        Contents::Viewing { notice, facts, .. } => {
            let path = viewings::path(*notice, facts)?.unwrap_or_default();
            of_letter(viewings::words(*notice, facts), path)
        }
        Contents::Maintenance { notice, facts, .. } => {
            let path = maintenance::path(*notice, facts)?;
            of_letter(maintenance::words(*notice, facts), path)
        }
        Contents::News { fact, facts, .. } => {
            let path = news::path(*fact, facts)?;
            of_letter(news::words(*fact, facts), path)
        }
    }))
}

fn of_letter(words: Words, url: String) -> Said {
    Said {
        title: words.subject,
        text: words.paragraphs.into_iter().next().unwrap_or_default(),
        url,
    }
}
