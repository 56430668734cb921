//! The words of a mail in a line or two: for the bell, and for browsers and phones.

use super::{
    maintenance, news, notice, tenancy, viewings,
    words::{Words, london_time},
};
use crate::domain::{Contents, ContentsError, Said};

/// Where security is looked after.
const SECURITY: &str = "/settings/security";

/// Returns the words of `contents`; `None` for a mail with a link that its reader alone may use, and for a digest.
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
        Contents::Tenancy { .. }
        | Contents::Viewing { .. }
        | Contents::Maintenance { .. }
        | Contents::News { .. } => {
            let Some((words, url)) = letter(contents)? else {
                return Ok(None);
            };
            Said {
                title: words.subject,
                text: words.paragraphs.into_iter().next().unwrap_or_default(),
                url,
            }
        }
    }))
}

/// Returns the words of a mail that goes with others: those of [`said`], with quoted text, and of an invitation, whose reader alone sees
/// it.
///
/// # Errors
/// [`ContentsError`] where what its link is made of is missing.
pub fn said_in_bundle(contents: &Contents) -> Result<Option<Said>, ContentsError> {
    if let Contents::Invitation {
        token,
        organisation,
        ..
    } = contents
    {
        let name = organisation.as_ref();
        let to = name.map_or_else(
            || "a portfolio".to_owned(),
            |name| format!("the portfolio of {name}"),
        );
        return Ok(Some(Said {
            title: format!("You are invited to {to} on Lintel"),
            text: String::new(),
            url: format!("/accept-invite?token={}", token.as_str()),
        }));
    }
    let quoted = letter(contents)?.and_then(|(words, _)| words.quote);
    Ok(said(contents)?.map(|said| match quoted {
        Some((_, quoted)) => Said {
            text: format!("“{quoted}”"),
            ..said
        },
        None => said,
    }))
}

/// The words of a letter and where it leads; `None` for what is no letter.
fn letter(contents: &Contents) -> Result<Option<(Words, String)>, ContentsError> {
    Ok(Some(match contents {
        Contents::Tenancy { notice, facts, .. } => {
            let path = tenancy::path(*notice, facts)?.unwrap_or_default();
            (tenancy::words(*notice, facts), path)
        }
        Contents::Viewing { notice, facts, .. } => {
            let path = viewings::path(*notice, facts)?.unwrap_or_default();
            (viewings::words(*notice, facts), path)
        }
        Contents::Maintenance { notice, facts, .. } => {
            let path = maintenance::path(*notice, facts)?;
            (maintenance::words(*notice, facts), path)
        }
        Contents::News { fact, facts, .. } => {
            let path = news::path(*fact, facts)?;
            (news::words(*fact, facts), path)
        }
        _ => return Ok(None),
    }))
}
