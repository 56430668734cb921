//! The words of mails that tell an owner what happened to the account.

use crate::domain::Notice;

/// Characters of a line of plain text.
const LINE: usize = 72;

/// What one notice says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// The subject.
    pub subject: &'static str,
    /// The heading.
    pub title: &'static str,
    /// What a mail client shows beside the subject.
    pub preview: &'static str,
    /// What happened; the time follows it.
    pub what: &'static str,
    /// What to do if it was somebody else.
    pub advice: &'static str,
    /// What the button says.
    pub action: &'static str,
    /// Where it leads.
    pub path: &'static str,
}

/// `text` in lines of at most 72 characters, as mails in plain text are written.
#[must_use]
pub fn lines(text: &str) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > LINE {
            lines.push('\n');
            width = 0;
        } else if width > 0 {
            lines.push(' ');
            width += 1;
        }
        lines.push_str(word);
        width += length;
    }
    lines
}

/// The words for `notice`.
#[must_use]
pub const fn words(notice: Notice) -> Words {
    match notice {
        Notice::NewDevice => Words {
            subject: "New sign-in to your Lintel account",
            title: "Sign-in from a new device",
            preview: "Nothing to do if it was you.",
            what: "Somebody signed in to your Lintel account from a device that we have not seen before, on",
            advice: "If this was not you, somebody knows your password. End that session under Settings, \
                     Security, and change your password:",
            action: "Open security settings",
            path: "/settings/security",
        },
        Notice::AccountLocked => Words {
            subject: "Sign-in to your Lintel account is paused",
            title: "Too many wrong passwords",
            preview: "Your account waits a moment before the next try.",
            what: "Somebody tried several wrong passwords for your Lintel account. To keep it safe, sign-in \
                   is refused for a while, longer with every further try, and after a hundred of them until you set a \
                   new password. It began on",
            advice: "If this was you and you forgot the password, set a new one, which lifts the pause. If it \
                     was not you, there is nothing to do: nobody got in.",
            action: "Set a new password",
            path: "/forgot-password",
        },
        Notice::TwoFactorEnabled => Words {
            subject: "Two-factor authentication is on",
            title: "Two-factor authentication is on",
            preview: "Signing in now takes a code as well.",
            what: "Signing in to your Lintel account takes a code of your authenticator app as well, since",
            advice: "Keep your recovery codes in a safe place: they let you in without the app. If you did not \
                     turn this on, change your password:",
            action: "Open security settings",
            path: "/settings/security",
        },
        Notice::TwoFactorDisabled => Words {
            subject: "Two-factor authentication is off",
            title: "Two-factor authentication is off",
            preview: "The password alone signs you in again.",
            what: "Two-factor authentication was turned off for your Lintel account. The password alone signs \
                   you in, since",
            advice: "If you did not turn this off, somebody knows your password and had your code. Change the \
                     password and turn it on again:",
            action: "Open security settings",
            path: "/settings/security",
        },
        Notice::EmailChanging => Words {
            subject: "Your Lintel sign-in address is being changed",
            title: "A new sign-in address",
            preview: "This address counts until the new one is confirmed.",
            what: "Somebody who knows your password asked to sign in to your Lintel account with another email \
                   address. This one counts until the new one is confirmed. It was asked for on",
            advice: "If this was not you, change your password now:",
            action: "Set a new password",
            path: "/forgot-password",
        },
        Notice::EmailChanged => Words {
            subject: "Your Lintel sign-in address was changed",
            title: "Your sign-in address was changed",
            preview: "This address no longer signs in.",
            what: "Your Lintel account has another email address to sign in with. Somebody who knows your password asked for it, \
                   and it was confirmed by a link sent to the new address. This address no longer signs in, and links sent to it \
                   for this account no longer work. It was changed on",
            advice: "If this was not you, tell whoever runs this Lintel at once: somebody else has your account. If it was you, \
                     sign in with the new address:",
            action: "Sign in",
            path: "/",
        },
        Notice::AccountDeleted => Words {
            subject: "Your Lintel account is deleted",
            title: "Your account is deleted",
            preview: "What is gone, and what stays for a while.",
            what: "Your Lintel account is deleted: your name, your address, your settings, your sessions and your API keys, and \
                   every organisation that nobody else belonged to, with its properties, papers and photos. It happened on",
            advice: "What stays, without your name or address: for 30 days, when and from where somebody signed in, so that a deletion \
                     that was not yours can be looked into; and backups, until they are as old as their keeper lets them become. If \
                     it was not you, tell whoever runs this Lintel within these 30 days. You are welcome to sign up again:",
            action: "Sign up again",
            path: "/signup",
        },
    }
}
